// What a reader sees without doing anything: hub, languages, phone, no script, axe.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from '../node/report.mjs';
import { violations, visit } from './browser.mjs';

const LANGUAGES = ['en', 'de', 'pt', 'hi'];
const KINDS = [
  'index', 'pairs', 'top-1', 'pair', 'pair?518:534', 'fair', 'fair?pair=13:825', 'controls', 'encyclopedia',
  'methodology', 'limitations', 'codebook', 'passport', 'verify',
];
const CLASSES = { en: '460,800', de: '460.800', pt: '460.800', hi: '4,60,800' };

const address = ({ browser }, language, kind) => {
  const [name, query] = kind.split('?');
  return `${browser.url}${language}/${name}.html${query ? `?${query}` : ''}`;
};
const meta = ({ site }) => JSON.parse(readFileSync(join(site, 'data/meta.json'), 'utf8'));

async function hub(world) {
  return world.browser.with({}, async (page) => {
    await visit(page, `${world.browser.url}en/index.html`);
    const text = await page.textContent('main');
    for (const part of [meta(world).content_id, '460,800', meta(world).version])
      expect(text.includes(part), `the hub does not say ${part}`);
    const boards = await page.locator('.boards .board').count();
    expect(boards > 0 && boards <= 12, `${boards} boards`);
    const copies = await page.locator('pre[data-copy] + button.copy').count();
    expect(copies >= 3, `${copies} copy buttons`);
    for (const href of await page.locator('.downloads a').evaluateAll((list) => list.map((a) => a.href)))
      expect((await page.request.head(href)).ok(), `${href} is not there`);
    return `${boards} boards, ${copies} copy buttons`;
  });
}

// As it goes over the line, with compression, until nothing more is loaded.
async function firstView(world) {
  return world.browser.with({}, async (page, context) => {
    const wire = await context.newCDPSession(page);
    await wire.send('Network.enable');
    let bytes = 0;
    wire.on('Network.loadingFinished', ({ encodedDataLength }) => (bytes += encodedDataLength));
    await page.goto(`${world.browser.url}en/index.html`, { waitUntil: 'networkidle' });
    expect(bytes > 10_000 && bytes < 300_000, `${bytes} bytes, at most 300,000 are meant`);
    return `${bytes} bytes compressed`;
  });
}

async function languages(world) {
  return world.browser.with({}, async (page) => {
    for (const language of LANGUAGES) {
      await visit(page, `${world.browser.url}en/pairs.html?q=518:534`);
      await page.click(`.languages a[hreflang=${language}]`);
      await page.waitForURL(`**/${language}/pairs.html?q=518:534`);
      await page.waitForFunction(() => document.querySelector('[data-app]').dataset.ready);
      expect((await page.getAttribute('html', 'lang')) === language, `lang of ${language}`);
      const count = await page.textContent('.count');
      expect(count.includes(CLASSES[language]), `${language}: "${count}" without ${CLASSES[language]}`);
      const alternates = await page.locator('link[rel=alternate][hreflang]').count();
      expect(alternates === LANGUAGES.length, `${alternates} alternates`);
    }
    return LANGUAGES.join(', ');
  });
}

// Every word that a script shows is there in every language.
async function words(world) {
  const read = (language) => JSON.parse(readFileSync(join(world.root, `site/strings/${language}.json`), 'utf8'));
  const keys = Object.keys(read('en')).join();
  for (const language of LANGUAGES) {
    const its = read(language);
    expect(Object.keys(its).join() === keys, `${language} has other keys than en`);
    for (const [key, word] of Object.entries(its)) {
      const places = (text) => (text.match(/\{\d\}/g) ?? []).sort().join();
      expect(places(word) === places(read('en')[key]), `${language}: other arguments in ${key}`);
    }
  }
  return `${keys.split(',').length} keys`;
}

async function phone(world) {
  return world.browser.with({ viewport: { width: 360, height: 740 }, hasTouch: true }, async (page) => {
    for (const language of LANGUAGES)
      for (const kind of KINDS) {
        await visit(page, address(world, language, kind));
        const [wide, seen] = await page.evaluate(() =>
          [document.documentElement.scrollWidth, document.documentElement.clientWidth]);
        expect(wide <= seen, `${language}/${kind}: ${wide} pixels wide, ${seen} are seen`);
      }
    return `${LANGUAGES.length * KINDS.length} pages at 360 pixels`;
  });
}

async function withoutScript(world) {
  return world.browser.with({ javaScriptEnabled: false }, async (page) => {
    for (const language of LANGUAGES) {
      for (const kind of ['index', 'methodology', 'limitations', 'controls', 'codebook', 'passport', 'encyclopedia']) {
        await page.goto(address(world, language, kind));
        const text = await page.innerText('main');
        expect(text.length > (kind === 'encyclopedia' ? 80 : 1500), `${language}/${kind}: ${text.length} characters`);
      }
      await page.goto(address(world, language, 'top-1'));
      const boards = await page.locator('svg.board').count();
      expect(boards === 100, `${language}: ${boards} boards in the first hundred`);
      await page.goto(address(world, language, 'pairs'));
      expect(await page.locator('.needs-script').isVisible(), 'the explorer does not say that it needs a script');
    }
    return 'texts, controls and boards are there';
  });
}

async function accessible(world) {
  const found = [];
  for (const colorScheme of ['light', 'dark'])
    await world.browser.with({ colorScheme, reducedMotion: 'reduce' }, async (page) => {
      for (const kind of KINDS) {
        await visit(page, address(world, kind === 'pairs' ? 'hi' : 'en', kind));
        found.push(...(await violations(page)).map((text) => `${colorScheme} ${kind}: ${text}`));
      }
    });
  expect(found.length === 0, found.join('\n        '));
  return `${KINDS.length} kinds of pages, light and dark`;
}

// Nothing is laid over the print, and what is only for the screen is not there.
async function paper(world) {
  return world.browser.with({}, async (page) => {
    await visit(page, `${world.browser.url}en/fair.html?pair=13:825`);
    await page.emulateMedia({ media: 'print' });
    for (const hidden of ['.site-nav', '.filters', '.buttons'])
      expect(!(await page.locator(hidden).first().isVisible()), `${hidden} is printed`);
    expect((await page.locator('.fair-card .game').count()) === 2, 'not two games on the card');
    expect(await page.locator('.fair-card').isVisible(), 'the card is not printed');
    return 'a card with two games';
  });
}

export default {
  'the hub': hub,
  'first view of the hub': firstView,
  'language switch': languages,
  'words in every language': words,
  'phone width': phone,
  'without a script': withoutScript,
  'axe-core': accessible,
  paper,
};


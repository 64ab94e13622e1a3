// What a reader does: search, look at a pair, draw one, walk over the map, all of it by keyboard too.

import { execFileSync } from 'node:child_process';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from '../node/report.mjs';
import { visit } from './browser.mjs';

const at = (world, name) => `${world.browser.url}en/${name}`;
const count = async (page) => Number((await page.textContent('.count')).split(' of ')[0].replace(/\D/g, ''));

function table({ site }, name) {
  const download = join(site, 'download');
  const archive = readdirSync(download).find((file) => file.endsWith('.tar.zst'));
  const folder = archive.replace(/-[0-9a-f]{16}\.tar\.zst$/, '');
  const tar = execFileSync('zstd', ['-dqc', join(download, archive)], { maxBuffer: 1 << 30 });
  const text = execFileSync('tar', ['-xOf', '-', `${folder}/tables/${name}`], { input: tar, maxBuffer: 1 << 28 });
  const [header, ...lines] = text.toString().trimEnd().split('\n');
  const names = header.split(',');
  return lines.map((line) => Object.fromEntries(line.split(',').map((cell, i) => [names[i], cell])));
}

async function search(world) {
  const ranked = table(world, 'pairs.csv');
  return world.browser.with({}, async (page) => {
    await visit(page, at(world, 'pairs.html'));
    expect((await count(page)) === 460_800, `${await count(page)} classes`);
    const times = [];
    const ask = async (text) => {
      await page.fill('[type=search]', text);
      times.push(Number(await page.getAttribute('[data-app]', 'data-milliseconds')));
      return count(page);
    };
    // Start 0, or its mirror, on either side: (4 * 960 - 4) / 2 classes.
    expect((await ask('BBQNNRKR')) === 1918, `${await count(page)} classes with BBQNNRKR`);
    const letters = await page.locator('.list-space .letters').allInnerTexts();
    expect(letters.length > 10 && letters.every((text) => /BBQNNRKR|RKRNNQBB/.test(text)), letters.slice(0, 3).join());
    expect((await ask('518:534')) === 1 && (await ask('534:518')) === 1, 'not one class by a pair');
    expect((await ask('nonsense')) === 0, 'nonsense is found');
    await ask('');
    await page.selectOption('.filters select >> nth=1', { label: 'ranked' });
    expect((await count(page)) === ranked.length, `${await count(page)} ranked, ${ranked.length} in the table`);
    const first = await page.locator('.list-space .cell.pair').first().innerText();
    expect(first === `${ranked[0].w}:${ranked[0].b}`, `${first} has the first rank`);
    await page.fill('.filters input[type=number] >> nth=1', '5');
    times.push(Number(await page.getAttribute('[data-app]', 'data-milliseconds')));
    const found = await count(page);
    await page.reload();
    await page.waitForFunction(() => document.querySelector('[data-app]').dataset.ready);
    expect((await count(page)) === found && found > 0, 'the address does not keep what was asked');
    await page.click('text=Clear all');
    await page.selectOption('.filters select >> nth=2', 'even');
    times.push(Number(await page.getAttribute('[data-app]', 'data-milliseconds')));
    expect(new URL(page.url()).search === '?sort=even', page.url());
    return `${ranked.length} ranked; filtering and sorting 460,800 classes took ${Math.min(...times)} to ${Math.max(...times)} ms`;
  });
}

// The rows of a pair, of every engine, as they stand in the checkout's evidence.
function evidence({ root }, w, b) {
  const folder = join(root, 'passport/asym/evidence');
  return readdirSync(folder, { recursive: true }).filter((name) => name.endsWith('.csv')).flatMap((name) =>
    readFileSync(join(folder, name), 'utf8').split('\n')
      .filter((line) => line.split(',').slice(3, 5).join() === `${w},${b}`));
}

async function pair(world) {
  const permissions = ['clipboard-read', 'clipboard-write'];
  return world.browser.with({ permissions }, async (page) => {
    await visit(page, at(world, 'pair.html#518:534'));
    expect((await page.textContent('h1')).includes('518:534'), 'by the fragment');
    await visit(page, at(world, 'pair.html?13:825'));
    const pieces = await page.locator('cg-board').first().locator('piece').count();
    expect(pieces === 32, `${pieces} pieces on the board`);
    const rows = await page.locator('table').first().locator('tbody tr').count();
    const expected = evidence(world, 13, 825).length;
    expect(rows === expected && rows > 1, `${rows} rows, ${expected} in the evidence`);
    const fen = 'rknbbqrn/pppppppp/8/8/8/8/PPPPPPPP/QNNBRKBR w HEga - 0 1';
    await page.click('text="Copy FEN"');
    await page.waitForFunction((text) => navigator.clipboard.readText().then((found) => found === text), fen);
    const href = await page.getAttribute('text="Analyse on lichess"', 'href');
    expect(href.startsWith('https://lichess.org/analysis/chess960/rknbbqrn/'), href);
    expect((await page.locator('.uplot-host canvas').count()) === 1, 'no plot');
    expect((await page.innerText('.pair-boards .mark')) === 'not evaluated', 'the mirror is not marked');
    await page.click('.pair-boards a');
    await page.waitForURL('**/pair.html?*');
    await page.waitForSelector('.pair-page');
    expect((await page.locator('h1').textContent()).includes(':'), 'the mirror has no page');
    for (const wrong of ['960:1', 'x', '']) {
      await visit(page, at(world, `pair.html?${wrong}`));
      expect(await page.locator('form input').isVisible(), `?${wrong}: it does not ask which pair`);
    }
    return `${rows} rows`;
  });
}

async function fair(world) {
  return world.browser.with({}, async (page) => {
    await visit(page, at(world, 'fair.html'));
    await page.click('button.main');
    const drawn = await page.getAttribute('.fair-card', 'data-pair');
    const command = await page.innerText('.fair-card .note code');
    const printed = world.program(...command.split(' ').slice(1)).split('\n')[0];
    expect(printed === `A level pair: ${drawn}`, `${printed}, the page drew ${drawn}`);
    const shared = page.url();
    await page.goto('about:blank');
    await visit(page, shared);
    expect((await page.getAttribute('.fair-card', 'data-pair')) === drawn, 'the link shows another pair');
    expect((await page.innerText('.fair-card .note code')) === command, 'the link has lost its seed');
    await visit(page, at(world, 'fair.html?pair=518:534&seed=1'));
    expect((await page.locator('.fair-card .note code').count()) === 0, 'a seed that draws another pair');
    return `${drawn}, as the program draws it`;
  });
}

async function map(world) {
  return world.browser.with({}, async (page) => {
    await visit(page, at(world, 'index.html'));
    await page.click('.open-map');
    const canvas = page.locator('.map-app canvas');
    await canvas.waitFor();
    const box = await canvas.boundingBox();
    await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
    const text = await page.innerText('.readout');
    const [w, b] = (/^(\d+):(\d+) ·/.exec(text) ?? []).slice(1).map(Number);
    expect(Math.abs(w - 480) < 4 && Math.abs(b - 480) < 4, `in the middle: ${text}`);
    await canvas.focus();
    await page.keyboard.press('+');
    await page.keyboard.press('ArrowDown');
    const below = await page.innerText('.readout');
    expect(below.startsWith(`${w + 1}:${b} `), `below ${w}:${b}: ${below}`);
    const painted = await canvas.evaluate((node) => {
      const { data } = node.getContext('2d').getImageData(0, 0, node.width, node.height);
      return new Set(new Uint32Array(data.buffer)).size;
    });
    expect(painted >= 3, `${painted} colours`);
    await page.keyboard.press('Enter');
    await page.waitForURL(`**/pair.html?${w + 1}:${b}`);
    return below;
  });
}

async function keyboard(world) {
  return world.browser.with({}, async (page) => {
    await visit(page, at(world, 'pairs.html'));
    await page.keyboard.press('Tab');
    expect(await page.locator('.skip').evaluate((node) => node === document.activeElement), 'no skip link first');
    await page.keyboard.press('Enter');
    for (let i = 0; i < 20; i++) {
      await page.keyboard.press('Tab');
      const { outline, search } = await page.evaluate(() => ({
        outline: getComputedStyle(document.activeElement).outlineStyle,
        search: document.activeElement.type === 'search',
      }));
      expect(outline !== 'none', 'a focus that is not seen');
      if (search) break;
    }
    await page.keyboard.type('BBQNNRKR');
    await page.keyboard.press('Enter'); // into the list
    for (const key of ['ArrowDown', 'ArrowDown', 'End', 'Home', 'PageDown', 'ArrowUp']) await page.keyboard.press(key);
    const active = await page.locator('.list').getAttribute('aria-activedescendant');
    const name = await page.locator(`#${active} .cell.pair`).innerText();
    await page.keyboard.press('Enter');
    await page.waitForURL(`**/pair.html?${name}`);
    return `to ${name} without a mouse`;
  });
}

// The moves of each game in a PGN, in SAN, as the program's own rules have written them.
function sans(pgn) {
  return pgn.split(/^\[Event /m).slice(1).map((game) =>
    game.slice(game.indexOf('\n\n')).split(/\s+/).filter((word) => word && !/^\d+\.+$/.test(word)).slice(0, -1));
}

async function games(world) {
  const folder = join(world.root, 'passport/asym/games');
  return world.browser.with({}, async (page) => {
    let moves = 0;
    await visit(page, at(world, 'encyclopedia.html'));
    for (const [number, name] of readdirSync(folder).sort().entries()) {
      const run = page.locator('section.run').nth(number);
      const expected = sans(readFileSync(join(folder, name, 'games.pgn'), 'utf8'));
      expect((await run.locator('option').count()) === expected.length, `${name}: not ${expected.length} games`);
      for (const [index, game] of expected.entries()) {
        await run.locator('select').selectOption(String(index));
        await run.locator('button[type=submit]').click();
        const shown = (await run.locator('.move').allTextContents()).map((text) => text.replace(/^\d+\.+ /, ''));
        expect(shown.join(' ') === game.join(' '), `${name}, game ${index}: ${shown.slice(0, 8)}, not ${game.slice(0, 8)}`);
        moves += shown.length;
      }
      await run.locator('.buttons button').nth(3).click();
      const last = run.locator('.move[aria-current]');
      expect((await last.textContent()).endsWith(expected.at(-1).at(-1)), `${name}: not at the end`);
      await page.keyboard.press('ArrowLeft');
      expect((await last.textContent()).endsWith(expected.at(-1).at(-2)), `${name}: no step back by a key`);
    }
    return `${moves} moves, as in the PGN`;
  });
}

export default {
  search,
  'the page of a pair': pair,
  'a fair pair': fair,
  'the map': map,
  'games on a board': games,
  'keyboard only': keyboard,
};

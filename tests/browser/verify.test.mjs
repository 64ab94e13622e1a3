// The page that verifies: takes the real archive, and nothing that was altered.

import { createHash, generateKeyPairSync, sign } from 'node:crypto';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from '../node/report.mjs';
import { violations, visit } from './browser.mjs';

const MIME = 'application/octet-stream';

function release({ site }) {
  const folder = join(site, 'download');
  const archive = readdirSync(folder).find((name) => name.endsWith('.tar.zst'));
  const file = (name) => ({ name, mimeType: MIME, buffer: readFileSync(join(folder, name)) });
  return { archive: file(archive), signature: file('SHA256SUMS.minisig'), provenance: file('provenance.dsse.json'),
    sums: readFileSync(join(folder, 'SHA256SUMS')) };
}

const altered = (file, at) => {
  const buffer = Buffer.from(file.buffer);
  buffer[at] ^= 1;
  return { ...file, buffer };
};

/** Chooses the files; what the page says in the end. */
async function report(page, files) {
  await page.setInputFiles('input[type=file]', Object.values(files));
  await page.waitForSelector('[data-verified]');
  return {
    verified: (await page.getAttribute('[data-verified]', 'data-verified')) === 'true',
    outcomes: Object.fromEntries(await page.locator('[data-check]').evaluateAll((list) =>
      list.map((item) => [item.dataset.check, item.dataset.outcome]))),
    text: await page.innerText('.verdict'),
  };
}

const onPage = (world, options, body) =>
  world.browser.with(options, async (page, context) => {
    await visit(page, `${world.browser.url}en/verify.html`);
    return body(page, context);
  });

async function real(world) {
  const { archive, signature, provenance, sums } = release(world);
  return onPage(world, {}, async (page, context) => {
    await page.waitForLoadState('networkidle');
    await context.setOffline(true);
    const found = await report(page, { archive, signature, provenance });
    expect(found.verified, found.text);
    expect(Object.values(found.outcomes).join() === 'ok,ok,ok,ok,ok', JSON.stringify(found.outcomes));
    const id = createHash('sha256').update(sums).digest('hex');
    expect(found.text.includes(id), `no content id ${id} in: ${found.text}`);
    const wrong = await violations(page);
    expect(wrong.length === 0, wrong.join('\n        '));
    return `offline; ${await page.innerText('.result > .note')}`;
  });
}

async function offered(world) {
  return onPage(world, {}, async (page) => {
    await page.click('text="Check the files offered on this site"');
    await page.waitForSelector('[data-verified=true]');
  });
}

async function flipped(world) {
  const { archive, signature, provenance } = release(world);
  const size = archive.buffer.length;
  const cases = {
    archive: { archive: altered(archive, size >> 1), signature, provenance },
    key: { archive, signature: altered(signature, signature.buffer.length - 20), provenance },
    provenance: { archive, signature, provenance: altered(provenance, 2000) },
  };
  for (const [check, files] of Object.entries(cases))
    await onPage(world, {}, async (page) => {
      const found = await report(page, files);
      expect(!found.verified && found.outcomes[check] === 'failed', `${check}: ${JSON.stringify(found.outcomes)}`);
      expect(found.text.includes(`The first thing wrong – ${check}`), found.text);
    });
  return Object.keys(cases).join(', ');
}

/** A minisign file over the same sums and comment by another key, under our key's id. */
function forge({ signature, sums }) {
  const lines = signature.buffer.toString('latin1').split('\n');
  const { privateKey } = generateKeyPairSync('ed25519');
  const message = sign(null, createHash('blake2b512').update(sums).digest(), privateKey);
  const comment = lines[2].slice('trusted comment: '.length);
  const global = sign(null, Buffer.concat([message, Buffer.from(comment)]), privateKey);
  const head = Buffer.from(lines[1], 'base64').subarray(0, 10);
  const file = [lines[0], Buffer.concat([head, message]).toString('base64'), lines[2], global.toString('base64'), ''];
  return { ...signature, buffer: Buffer.from(file.join('\n')) };
}

async function foreign(world) {
  const { archive, signature, provenance, sums } = release(world);
  return onPage(world, {}, async (page) => {
    const found = await report(page, { archive, signature: forge({ signature, sums }), provenance });
    expect(!found.verified && found.outcomes.key === 'failed', JSON.stringify(found.outcomes));
    expect(found.text.includes('the signature does not fit'), found.text);
    return 'the signature does not fit';
  });
}

async function asked(world) {
  const { archive, signature } = release(world);
  return onPage(world, {}, async (page) => {
    await page.setInputFiles('input[type=file]', [archive]);
    expect((await page.innerText('[data-part=signature]')).includes('still needed'), 'it does not ask for the signature');
    await page.setInputFiles('input[type=file]', [{ name: 'notes.txt', mimeType: MIME, buffer: Buffer.from('x') }]);
    expect((await page.innerText('.problem')).includes('notes.txt'), 'an unknown file is not named');
    const found = await report(page, { signature });
    expect(found.verified && found.outcomes.provenance === 'skipped', JSON.stringify(found.outcomes));
    return 'one file after another, without provenance';
  });
}

export default {
  'the real archive': real,
  'what the site offers': offered,
  'flipped bytes': flipped,
  'a foreign signature': foreign,
  'files one by one': asked,
};

// The pages of the real release in a real browser.
//
//   SITE   the folder that `asym-passport site` wrote (default: build/site)
//   BIN    the program (default: build/asym-passport)
//   run.mjs [NAME...]   the groups named, or all

import { execFileSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { checkLater, end, expect } from '../node/report.mjs';
import { open } from './browser.mjs';

const here = dirname(fileURLToPath(import.meta.url));
const root = resolve(here, '../..');
const bin = process.env.BIN ?? join(root, 'build/asym-passport');
const site = process.env.SITE ?? join(root, 'build/site');

const groups = process.argv.slice(2);
const browser = await open(site);
const world = {
  root,
  site,
  browser,
  program: (...args) => execFileSync(bin, args, { cwd: root, encoding: 'utf8' }),
};

for (const file of readdirSync(here).filter((name) => name.endsWith('.test.mjs')).sort()) {
  const group = file.replace('.test.mjs', '');
  if (groups.length > 0 && !groups.includes(group)) continue;
  const { default: tests } = await import(join(here, file));
  for (const [name, body] of Object.entries(tests)) await checkLater(`${group}: ${name}`, () => body(world));
}

const { odd } = browser;
const none = (list) => expect(list.length === 0, [...new Set(list)].slice(0, 5).join('\n        '));
await checkLater('everywhere: no violation of the policy', () => none(odd.policy));
await checkLater('everywhere: no request off the origin', () => none(odd.foreign));
await checkLater('everywhere: no answer of 400 or above', () => none(odd.failed));
await checkLater('everywhere: no error of a script', () => none(odd.scripts));
await browser.close();
end();

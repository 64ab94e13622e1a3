// Bundles what the pages load, or with --test the unit tests, which are then run.
//
//   node build.mjs [--out DIR] [--test [NAME...]]

import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { build } from 'esbuild';

const here = dirname(fileURLToPath(import.meta.url));
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { out: { type: 'string' }, test: { type: 'boolean' } },
});

const common = { bundle: true, format: 'esm', logLevel: 'warning', absWorkingDir: here, charset: 'utf8' };

/** The licences of the packages that went in, as those ask for. */
function licences({ inputs }) {
  const names = Object.keys(inputs).map((path) => /^node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(path)?.[1]);
  const packages = [...new Set(names.filter(Boolean))].sort();
  return packages.map((name) => {
    const folder = join(here, 'node_modules', name);
    const { version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
    const file = readdirSync(folder).find((entry) => /^licen[cs]e/i.test(entry));
    const text = file ? readFileSync(join(folder, file), 'utf8').trim() : '';
    return `${name} ${version} (${license})\n\n${text}\n`;
  }).join('\n----\n\n');
}

async function bundlePages(out) {
  rmSync(out, { recursive: true, force: true });
  const { metafile } = await build({
    ...common,
    entryPoints: { app: 'src/app.ts', style: 'style.css', 'verify-worker': 'src/verify/worker.ts' },
    outdir: out,
    minify: true,
    splitting: true,
    chunkNames: 'chunk-[hash]',
    target: ['chrome116', 'firefox129', 'safari17'],
    loader: { '.svg': 'dataurl' },
    legalComments: 'none',
    metafile: true,
  });
  writeFileSync(join(out, 'LICENCES.txt'), licences(metafile));
}

async function runTests(out, names) {
  rmSync(out, { recursive: true, force: true });
  mkdirSync(out, { recursive: true });
  const chosen = readdirSync(join(here, 'test'))
    .filter((name) => name.endsWith('.test.ts'))
    .filter((name) => names.length === 0 || names.includes(name.replace('.test.ts', '')));
  await build({
    ...common,
    entryPoints: chosen.map((name) => join('test', name)),
    outdir: out,
    outExtension: { '.js': '.mjs' },
    platform: 'node',
    target: 'node18',
    sourcemap: 'inline',
  });
  const files = readdirSync(out).map((name) => join(out, name));
  // TAP is what both old and new reporters speak; only a failure is worth its lines.
  const { status, stdout } = spawnSync(
    process.execPath,
    ['--enable-source-maps', '--test', '--test-reporter=tap', ...files],
    { encoding: 'utf8', env: { ...process.env, CHECKOUT: resolve(here, '..') } },
  );
  const count = (word) => Number(new RegExp(`^# ${word} (\\d+)`, 'm').exec(stdout)?.[1] ?? 0);
  if (status !== 0) console.log(stdout);
  console.log(`${count('pass')} passed, ${count('fail')} failed`);
  process.exitCode = status === 0 && count('pass') > 0 ? 0 : 1;
}

const out = values.out && resolve(values.out);
if (values.test) await runTests(out ?? resolve(here, '../build/site-tests'), positionals);
else await bundlePages(out ?? resolve(here, '../build/site-assets'));

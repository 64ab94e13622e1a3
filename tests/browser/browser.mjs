// Debian's Chromium on the served site. What every page must not do is noted while it runs:
// violations of the policy, requests that leave the origin or fail, errors of scripts.

import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { chromium } from 'playwright-core';
import { serve } from '../../site/serve.mjs';

const FLAGS = [
  '--headless', '--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run',
  '--disable-background-networking', '--disable-component-update', '--disable-sync',
];

const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

export async function open(site) {
  const { server, url } = await serve(site);
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
    args: FLAGS,
  });
  const odd = { policy: [], foreign: [], failed: [], scripts: [] };

  function watch(page) {
    page.on('console', (message) => {
      const text = message.text();
      if (/Content Security Policy/i.test(text)) odd.policy.push(text);
      else if (message.type() === 'error') odd.scripts.push(`${page.url()}: ${text}`);
    });
    page.on('pageerror', (error) => odd.scripts.push(`${page.url()}: ${error.message}`));
    page.on('request', (request) => {
      const to = request.url();
      if (!to.startsWith(url) && !/^(data|blob):/.test(to)) odd.foreign.push(to);
    });
    page.on('response', (response) => {
      if (response.status() >= 400) odd.failed.push(`${response.status()} ${response.url()}`);
    });
  }

  return {
    url,
    odd,
    /** Runs `body` with a page of its own. */
    async with(options, body) {
      const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, ...options });
      context.setDefaultTimeout(60_000);
      try {
        const page = await context.newPage();
        watch(page);
        return await body(page, context);
      } finally {
        await context.close();
      }
    },
    async close() {
      await browser.close();
      server.close();
    },
  };
}

/** Goes there and waits until each app of the page is at work. */
export async function visit(page, address) {
  await page.goto(address);
  await page.waitForFunction(() =>
    [...document.querySelectorAll('[data-app]')].every((app) => app.dataset.ready || app.querySelector('.problem')));
}

/** What axe-core finds wrong, a line each. What a board is drawn of is one picture to it. */
export async function violations(page) {
  await page.evaluate(axeSource); // not a script of the page, so that no policy has to allow it
  const found = await page.evaluate(() => window.axe.run({ exclude: ['.board > *', '.cg-wrap > *'] }, { resultTypes: ['violations'] }));
  return found.violations.flatMap(({ id, nodes }) =>
    nodes.slice(0, 3).map((node) => `${id}: ${node.target.join(' ')} ${node.failureSummary.split('\n')[1] ?? ''}`));
}

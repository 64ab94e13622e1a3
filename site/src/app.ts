// Every page loads this; what an element with data-app needs more, it fetches for itself.

import { copyButton, element, say } from './page';

type App = (host: HTMLElement) => Promise<void> | void;

const apps: Record<string, () => Promise<{ start: App }>> = {
  explorer: () => import('./explorer/page'),
  fair: () => import('./fair'),
  games: () => import('./games'),
  map: () => import('./map'),
  pair: () => import('./pair'),
  verify: () => import('./verify/page'),
};

async function start(host: HTMLElement): Promise<void> {
  const load = apps[host.dataset['app'] ?? ''];
  if (!load) return;
  try {
    await (await load()).start(host);
    host.dataset['ready'] = 'true';
  } catch (error) {
    console.error(error);
    const text = error instanceof Error ? error.message : String(error);
    host.prepend(element('p', { class: 'problem', role: 'alert' }, say('app.failed', text)));
  }
}

for (const block of document.querySelectorAll<HTMLElement>('pre[data-copy]')) {
  const frame = element('div', { class: 'copyable' });
  block.replaceWith(frame);
  frame.append(block, copyButton(() => block.textContent ?? ''));
}
// Another language of the same page, with what was asked of it.
for (const other of document.querySelectorAll<HTMLAnchorElement>('.languages a[hreflang]')) {
  const follow = () => {
    other.search = location.search;
    other.hash = location.hash;
  };
  other.addEventListener('focus', follow);
  other.addEventListener('pointerenter', follow);
  other.addEventListener('click', follow);
}
for (const host of document.querySelectorAll<HTMLElement>('[data-app]')) void start(host);

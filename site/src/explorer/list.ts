// A list of which only what is seen is there: a grid for the keyboard and for screen readers.

import { element } from '../page';

const ROW_PIXELS = 34;
const SPARE_ROWS = 6;

export interface Column {
  name: string;
  title: string;
  /** What the cell of that class shows. */
  cell: (item: number) => Node | string;
}

export interface List {
  node: HTMLElement;
  show: (items: Uint32Array) => void;
}

export function makeList(columns: Column[], headers: HTMLElement[], label: string, open: (item: number) => void): List {
  let items: Uint32Array = new Uint32Array(0);
  let active = 0;
  const space = element('div', { class: 'list-space', role: 'rowgroup' });
  const head = element('div', { role: 'rowgroup', class: 'list-head' },
    element('div', { role: 'row', class: 'list-row', 'aria-rowindex': 1 }, ...headers));
  const node = element('div', { class: 'list', role: 'grid', tabindex: 0, 'aria-label': label }, head, space);

  const visible = () => Math.max(1, Math.floor((node.clientHeight - head.offsetHeight) / ROW_PIXELS));

  function row(place: number): HTMLElement {
    const item = items[place] as number;
    const made = element('div', {
      role: 'row', class: place === active ? 'list-row active' : 'list-row', id: `row-${place}`,
      'aria-rowindex': place + 2, 'aria-selected': place === active ? 'true' : 'false',
    });
    made.style.transform = `translateY(${place * ROW_PIXELS}px)`;
    for (const { name, cell } of columns)
      made.append(element('div', { role: 'gridcell', class: `cell ${name}` }, cell(item)));
    made.addEventListener('click', () => move(place));
    made.addEventListener('dblclick', () => open(item));
    return made;
  }

  function draw(): void {
    const first = Math.max(0, Math.floor(node.scrollTop / ROW_PIXELS) - SPARE_ROWS);
    const last = Math.min(items.length, first + visible() + 2 * SPARE_ROWS);
    const rows: HTMLElement[] = [];
    for (let place = first; place < last; place++) rows.push(row(place));
    space.replaceChildren(...rows);
    const there = active >= first && active < last;
    if (there) node.setAttribute('aria-activedescendant', `row-${active}`);
    else node.removeAttribute('aria-activedescendant');
  }

  function move(place: number): void {
    active = Math.max(0, Math.min(items.length - 1, place));
    const top = active * ROW_PIXELS;
    const height = visible() * ROW_PIXELS;
    if (top < node.scrollTop) node.scrollTop = top;
    else if (top + ROW_PIXELS > node.scrollTop + height) node.scrollTop = top + ROW_PIXELS - height;
    draw();
  }

  const steps: Record<string, () => number> = {
    ArrowDown: () => active + 1,
    ArrowUp: () => active - 1,
    PageDown: () => active + visible(),
    PageUp: () => active - visible(),
    Home: () => 0,
    End: () => items.length - 1,
  };
  node.addEventListener('keydown', (event) => {
    if (event.target !== node) return; // a button or link within has its own keys
    const step = steps[event.key];
    const item = items[active];
    if (step) move(step());
    else if (event.key === 'Enter' && item !== undefined) open(item);
    else return;
    event.preventDefault();
  });
  node.addEventListener('scroll', draw, { passive: true });
  new ResizeObserver(draw).observe(node);

  function show(found: Uint32Array): void {
    items = found;
    active = 0;
    space.style.height = `${items.length * ROW_PIXELS}px`;
    node.setAttribute('aria-rowcount', String(items.length + 1));
    node.scrollTop = 0;
    draw();
  }
  return { node, show };
}

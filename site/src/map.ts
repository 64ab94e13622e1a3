// All 960 x 960 pairs: w downwards, b to the right; zoomed with wheel, fingers, keys or buttons.

import { type Pair, STARTS, classOrder, letters, pairName } from './chess960';
import { index, meta } from './data';
import { FLAG_MATE, type Index, type Meta, NO_BUDGET, NO_CP } from './formats';
import { KINDS, kindsOf } from './map-kinds';
import { button, centipawns, element, pairUrl, say } from './page';

const ZOOM_MAX = 48;

interface Atlas {
  meta: Meta;
  index: Index;
  classOf: Int32Array;
  kinds: Uint8Array;
}

function colours(): Uint8ClampedArray[] {
  const probe = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
  const style = getComputedStyle(document.documentElement);
  return KINDS.map((kind) => {
    if (!probe) return new Uint8ClampedArray(4);
    probe.fillStyle = style.getPropertyValue(`--map-${kind}`).trim();
    probe.fillRect(0, 0, 1, 1);
    return probe.getImageData(0, 0, 1, 1).data;
  });
}

/** One pixel a pair. */
function paint({ classOf, kinds }: Atlas): HTMLCanvasElement {
  const picture = element('canvas', { width: STARTS, height: STARTS });
  const context = picture.getContext('2d');
  if (!context) throw new Error('no canvas');
  const image = context.createImageData(STARTS, STARTS);
  const palette = colours();
  for (let i = 0; i < classOf.length; i++)
    image.data.set(palette[kinds[classOf[i] as number] as number] as Uint8ClampedArray, 4 * i);
  context.putImageData(image, 0, 0);
  return picture;
}

/** What is seen: the pair in the upper left corner, and how many pixels of 960 a pair has. */
class View {
  w = 0;
  b = 0;
  zoom = 1;

  clamp(): void {
    this.zoom = Math.min(ZOOM_MAX, Math.max(1, this.zoom));
    const max = STARTS - STARTS / this.zoom;
    this.w = Math.min(max, Math.max(0, this.w));
    this.b = Math.min(max, Math.max(0, this.b));
  }

  /** Keeps what is at (x, y), as parts of the side, where it is. */
  zoomAt(x: number, y: number, factor: number): void {
    const before = STARTS / this.zoom;
    this.zoom = Math.min(ZOOM_MAX, Math.max(1, this.zoom * factor));
    const after = STARTS / this.zoom;
    this.b += x * (before - after);
    this.w += y * (before - after);
    this.clamp();
  }

  pan(x: number, y: number): void {
    this.b -= (x * STARTS) / this.zoom;
    this.w -= (y * STARTS) / this.zoom;
    this.clamp();
  }

  at(x: number, y: number): Pair {
    const inside = (value: number) => Math.min(STARTS - 1, Math.max(0, Math.floor(value)));
    const side = STARTS / this.zoom;
    return { w: inside(this.w + y * side), b: inside(this.b + x * side) };
  }

  /** Moves as little as it takes to see the pair. */
  reveal({ w, b }: Pair): void {
    const side = STARTS / this.zoom;
    const near = (from: number, value: number) => Math.min(value, Math.max(from, value + 1 - side));
    this.w = near(this.w, w);
    this.b = near(this.b, b);
    this.clamp();
  }
}

function describe({ meta: about, index: all, classOf, kinds }: Atlas, pair: Pair): string {
  const place = classOf[pair.w * STARTS + pair.b] as number;
  const kind = say(`map.kind_${KINDS[kinds[place] as number] ?? 'unknown'}`);
  const stage = about.budgets[all.deepest[place] as number]?.stage ?? '';
  const cp = all.deepestCp[place] as number;
  const where = `${pairName(pair)} · ${letters(pair.w)} – ${letters(pair.b)} · ${kind}`;
  if (all.deepest[place] === NO_BUDGET) return where;
  const score = (all.flags[place] as number) & FLAG_MATE ? '#' : cp === NO_CP ? '' : `${centipawns(cp)} cp`;
  return `${where} · ${score} ${stage}`;
}

class MapApp {
  private readonly view = new View();
  private readonly canvas: HTMLCanvasElement;
  private readonly readout: HTMLElement;
  private picture: HTMLCanvasElement;
  private cursor: Pair = { w: 518, b: 518 };
  private keyboard = false;
  private readonly fingers = new Map<number, { x: number; y: number }>();
  private moved = 0;

  constructor(private readonly atlas: Atlas) {
    this.canvas = element('canvas', { width: STARTS, height: STARTS, tabindex: 0, role: 'application',
      'aria-label': say('map.label'), 'aria-describedby': 'map-help' });
    this.readout = element('output', { class: 'readout', 'aria-live': 'polite' }, say('map.point'));
    this.picture = paint(atlas);
    this.listen();
    this.draw();
  }

  node(): HTMLElement {
    const step = (factor: number) => () => this.zoomBy(factor);
    return element('div', { class: 'map-app' }, this.readout, this.canvas,
      element('div', { class: 'buttons' },
        button('+', step(2), { 'aria-label': say('map.closer') }),
        button('−', step(0.5), { 'aria-label': say('map.farther') }),
        button(say('map.whole'), step(0))),
      element('p', { class: 'note', id: 'map-help' }, say('map.help')));
  }

  private draw(): void {
    const context = this.canvas.getContext('2d');
    if (!context) return;
    const { w, b, zoom } = this.view;
    const side = STARTS / zoom;
    context.imageSmoothingEnabled = false;
    context.drawImage(this.picture, b, w, side, side, 0, 0, STARTS, STARTS);
    if (!this.keyboard && zoom < 4) return;
    const size = Math.max(zoom, 9);
    const centre = (value: number, from: number) => (value + 0.5 - from) * zoom - size / 2;
    for (const [width, ink] of [[5, '#fff'], [2, '#000']] as const) {
      context.lineWidth = width;
      context.strokeStyle = ink;
      context.strokeRect(centre(this.cursor.b, b), centre(this.cursor.w, w), size, size);
    }
  }

  private point(pair: Pair): void {
    this.cursor = pair;
    this.readout.textContent = describe(this.atlas, pair);
    this.draw();
  }

  private zoomBy(factor: number): void {
    if (factor === 0) this.view.zoom = 1;
    else {
      this.view.reveal(this.cursor);
      const side = STARTS / this.view.zoom;
      this.view.zoomAt((this.cursor.b - this.view.b) / side, (this.cursor.w - this.view.w) / side, factor);
    }
    this.view.clamp();
    this.draw();
  }

  private open(): void {
    location.href = pairUrl(this.cursor.w, this.cursor.b);
  }

  /** Where an event is, as parts of the side. */
  private place(event: { clientX: number; clientY: number }): { x: number; y: number } {
    const box = this.canvas.getBoundingClientRect();
    return { x: (event.clientX - box.left) / box.width, y: (event.clientY - box.top) / box.height };
  }

  private key(event: KeyboardEvent): void {
    const step = event.shiftKey ? 10 : 1;
    const moves: Record<string, [number, number]> = {
      ArrowDown: [step, 0], ArrowUp: [-step, 0], ArrowRight: [0, step], ArrowLeft: [0, -step] };
    const move = moves[event.key];
    const inside = (value: number) => Math.min(STARTS - 1, Math.max(0, value));
    if (move) {
      this.keyboard = true;
      const pair = { w: inside(this.cursor.w + move[0]), b: inside(this.cursor.b + move[1]) };
      this.view.reveal(pair);
      this.point(pair);
    } else if (event.key === '+' || event.key === '=') this.zoomBy(2);
    else if (event.key === '-') this.zoomBy(0.5);
    else if (event.key === '0') this.zoomBy(0);
    else if (event.key === 'Enter') this.open();
    else return;
    event.preventDefault();
  }

  private drag(event: PointerEvent): void {
    const here = this.place(event);
    const before = this.fingers.get(event.pointerId);
    if (before) {
      this.moved += Math.abs(here.x - before.x) + Math.abs(here.y - before.y);
      const other = [...this.fingers].find(([id]) => id !== event.pointerId)?.[1];
      if (other) {
        const apart = (p: { x: number; y: number }) => Math.hypot(p.x - other.x, p.y - other.y);
        this.view.zoomAt(other.x, other.y, apart(here) / Math.max(0.01, apart(before)));
      } else this.view.pan(here.x - before.x, here.y - before.y);
      this.fingers.set(event.pointerId, here);
    }
    this.keyboard = false;
    this.point(this.view.at(here.x, here.y));
  }

  private listen(): void {
    const { canvas } = this;
    canvas.addEventListener('keydown', (event) => this.key(event));
    canvas.addEventListener('focus', () => this.point(this.cursor));
    canvas.addEventListener('pointerdown', (event) => {
      canvas.setPointerCapture(event.pointerId);
      this.fingers.set(event.pointerId, this.place(event));
      this.moved = 0;
    });
    canvas.addEventListener('pointermove', (event) => this.drag(event));
    const up = (event: PointerEvent) => this.fingers.delete(event.pointerId);
    canvas.addEventListener('pointercancel', up);
    canvas.addEventListener('pointerup', (event) => {
      up(event);
      const { x, y } = this.place(event);
      this.point(this.view.at(x, y));
    });
    canvas.addEventListener('dblclick', () => this.moved < 0.01 && this.open());
    canvas.addEventListener('wheel', (event) => {
      event.preventDefault();
      const { x, y } = this.place(event);
      this.view.zoomAt(x, y, event.deltaY < 0 ? 1.25 : 0.8);
      this.point(this.view.at(x, y));
    }, { passive: false });
    matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => {
      this.picture = paint(this.atlas);
      this.draw();
    });
  }
}

/** The picture that is there stays until a reader asks for more: the data are 3.7 MB. */
export function start(host: HTMLElement): void {
  const opener = button(say('map.open'), async () => {
    opener.disabled = true;
    opener.textContent = say('app.loading');
    const [about, all] = await Promise.all([meta(), index()]);
    const atlas = { meta: about, index: all, classOf: classOrder().classOf, kinds: kindsOf(about, all) };
    const made = new MapApp(atlas).node();
    host.replaceChildren(made);
    made.querySelector('canvas')?.focus({ preventScroll: true });
  }, { class: 'open-map' });
  host.append(opener);
}

// A board by chessground, to look at.

import { Chessground } from '@lichess-org/chessground';
import type { Api } from '@lichess-org/chessground/api';
import type { Color, Key } from '@lichess-org/chessground/types';
import { element } from './page';

export interface Board {
  node: HTMLElement;
  show: (fen: string, lastMove?: Key[]) => void;
  turn: () => void;
}

/** `label` says to who does not see it what is on it. */
export function makeBoard(fen: string, label: string, orientation: Color = 'white'): Board {
  const inner = element('div', { class: 'cg-wrap' });
  const node = element('div', { class: 'live-board', role: 'img', 'aria-label': label }, inner);
  let api: Api | undefined;
  let shown = fen;
  let last: Key[] | undefined;
  // It measures itself, so that it can begin only once it is in the page.
  requestAnimationFrame(() => {
    api = Chessground(inner, {
      fen: shown, orientation, viewOnly: true, coordinates: true, drawable: { enabled: false, visible: false },
      animation: { enabled: !matchMedia('(prefers-reduced-motion: reduce)').matches, duration: 150 },
      ...(last ? { lastMove: last } : {}),
    });
    new ResizeObserver(() => api?.redrawAll()).observe(node);
  });
  return {
    node,
    show: (next, move) => {
      [shown, last] = [next, move];
      api?.set({ fen: next, lastMove: move ?? [] });
    },
    turn: () => api?.toggleOrientation(),
  };
}

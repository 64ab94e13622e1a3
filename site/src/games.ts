// Games on a board. Within the app each element with data-fen and data-moves (UCI), or a <pre
// data-pgn>, is one; it gets a button that opens the board below it.

import type { Key } from '@lichess-org/chessground/types';
import { makeBoard } from './board';
import { button, element, say } from './page';
import { type Game, replayPgn, replayUci } from './replay';

function readGame(source: HTMLElement): Game | undefined {
  const { fen, moves, result } = source.dataset;
  if (fen !== undefined && moves !== undefined) return replayUci(fen, moves, result);
  return replayPgn(source.textContent ?? '')[0];
}

/** "12." or "12..." before a ply, as moves are numbered. */
function moveNumber(ply: number, white: boolean): string {
  const half = ply + (white ? 0 : 1);
  if (half % 2 === 0) return `${half / 2 + 1}. `;
  return ply === 0 ? `${(half + 1) / 2}... ` : '';
}

function makeViewer(game: Game): HTMLElement {
  let at = 0;
  const board = makeBoard(game.board, say('games.board'));
  const status = element('p', { class: 'count', role: 'status' });
  const moves = game.plies.map((ply, i) =>
    button(`${moveNumber(i, game.white)}${ply.san}`, () => go(i + 1), { class: 'move' }));
  const list = element('div', { class: 'moves', role: 'group', 'aria-label': say('games.moves') }, ...moves, ` ${game.result}`);

  function go(to: number): void {
    moves[at - 1]?.removeAttribute('aria-current');
    at = Math.max(0, Math.min(game.plies.length, to));
    const ply = game.plies[at - 1];
    board.show(ply?.board ?? game.board, ply?.squares as Key[] | undefined);
    moves[at - 1]?.setAttribute('aria-current', 'true');
    status.textContent = ply ? say('games.at', at, game.plies.length, ply.san) : say('games.start', game.plies.length);
  }

  const controls = element('div', { class: 'buttons' },
    button('⏮', () => go(0), { 'aria-label': say('games.first') }),
    button('◀', () => go(at - 1), { 'aria-label': say('games.back') }),
    button('▶', () => go(at + 1), { 'aria-label': say('games.forward') }),
    button('⏭', () => go(game.plies.length), { 'aria-label': say('games.last') }),
    button(say('app.turn'), board.turn));
  const viewer = element('div', { class: 'viewer' }, board.node, element('div', {}, controls, status, list));
  viewer.addEventListener('keydown', (event) => {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    go(at + step);
  });
  go(0);
  return viewer;
}

export function start(host: HTMLElement): void {
  for (const source of host.querySelectorAll<HTMLElement>('[data-moves], [data-pgn]')) {
    const opener = button(say('games.open'), () => {
      opener.hidden = true;
      try {
        const game = readGame(source);
        if (game) opener.after(makeViewer(game));
      } catch (error) {
        opener.after(element('p', { class: 'problem', role: 'alert' }, error instanceof Error ? error.message : ''));
      }
    });
    if (source.tagName === 'PRE') source.after(opener);
    else source.append(opener);
  }
}

// The games that the release has, on a board: data/games.json names the runs, games.csv has the moves.

import type { Key } from '@lichess-org/chessground/types';
import { makeBoard } from './board';
import { fen } from './chess960';
import { games, runs } from './data';
import type { GameRow } from './formats';
import { button, element, labelled, option, say } from './page';
import { type Game, replayUci } from './replay';

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

function title({ w, b, round, game, white, black, result, termination }: GameRow): string {
  return `${w}:${b} · ${say('games.name', round, game)} · ${white} – ${black} · ${result} (${termination})`;
}

/** A run: its games to choose from, and the board once one was chosen. */
function makeRun(name: string, list: GameRow[]): HTMLElement {
  const place = element('div', { 'aria-live': 'polite' });
  const choice = element('select', {}, ...list.map((game, i) => option(String(i), title(game))));
  const open = () => {
    const chosen = list[Number(choice.value)];
    if (!chosen) return;
    const pair = { w: Number(chosen.w), b: Number(chosen.b) };
    try {
      place.replaceChildren(makeViewer(replayUci(fen(pair, 'shredder'), chosen.moves, chosen.result)));
    } catch (error) {
      place.replaceChildren(element('p', { class: 'problem' }, error instanceof Error ? error.message : ''));
    }
  };
  const form = element('form', { class: 'filters' }, labelled(name, choice),
    element('button', { type: 'submit' }, say('games.open')));
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    open();
  });
  return element('section', { class: 'run' }, form, place);
}

export async function start(host: HTMLElement): Promise<void> {
  const names = await runs();
  const all = await Promise.all(names.map(games));
  names.forEach((name, i) => host.append(makeRun(name, all[i] ?? [])));
}

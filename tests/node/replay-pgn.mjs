// Reads games.pgn of a run of self-play with chessops, which knows nothing of us: tags, SAN and the
// end of each game must be what games.csv says.
//
//   node replay-pgn.mjs FOLDER

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parsePgn, startingPosition } from 'chessops/pgn';
import { parseSan } from 'chessops/san';
import { makeUci } from 'chessops/util';
import { check, end, expect } from './report.mjs';

const folder = process.argv[2];
const [header, ...rows] = readFileSync(join(folder, 'games.csv'), 'utf8').trim().split('\n');
const names = header.split(',');
const games = parsePgn(readFileSync(join(folder, 'games.pgn'), 'utf8'));

// The end as the rules give it, where chessops can tell: it keeps no history.
function outcome(position) {
  if (position.isCheckmate()) return 'checkmate';
  if (position.isStalemate()) return 'stalemate';
  if (position.isInsufficientMaterial()) return 'material';
  return position.halfmoves >= 100 ? 'fifty-moves' : 'going on';
}

function replay(game, row) {
  const tag = (name) => game.headers.get(name);
  expect(tag('SetUp') === '1' && tag('Variant') === 'chess 960', 'SetUp or Variant');
  expect(tag('Result') === row.result && tag('PlyCount') === row.plies, 'Result or PlyCount');
  expect(tag('Pair') === `${row.w}:${row.b}` && tag('White') === row.white, 'Pair or White');
  const position = startingPosition(game.headers).unwrap();
  const moves = [];
  for (const node of game.moves.mainline()) {
    const move = parseSan(position, node.san);
    expect(move, `${node.san} after ${moves.length} plies`);
    moves.push(makeUci(move));
    position.play(move);
  }
  expect(moves.join(' ') === row.moves, 'other moves than in games.csv');
  const drawn = ['threefold', 'length'].includes(row.termination) ? 'going on' : row.termination;
  expect(outcome(position) === drawn, `${outcome(position)}, expected ${row.termination}`);
  return `${moves.length} plies, ${row.termination}`;
}

check('games.pgn', () => {
  expect(games.length === rows.length, `${games.length} games, expected ${rows.length}`);
  return `${games.length} games`;
});
rows.forEach((line, i) => {
  const row = Object.fromEntries(line.split(',').map((cell, k) => [names[k], cell]));
  check(`${row.w}:${row.b}, round ${row.round}, game ${row.game}`, () => replay(games[i], row));
});
end();

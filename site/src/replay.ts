// A game's moves from its start, by chessops, which knows Chess960. Pure.

import { Chess } from 'chessops/chess';
import { makeBoardFen, parseFen } from 'chessops/fen';
import { makeSanAndPlay } from 'chessops/san';
import type { Move } from 'chessops/types';
import { makeSquare, makeUci, parseUci } from 'chessops/util';

/** After a ply: how it is written, what stands on the board, between which squares it went. */
export interface Ply {
  san: string;
  uci: string;
  board: string;
  squares: string[];
}

export interface Game {
  white: boolean; // who begins
  board: string; // before the first ply
  plies: Ply[];
  result: string;
}

function record(position: Chess, moves: Iterable<Move>, result: string): Game {
  const game: Game = { white: position.turn === 'white', board: makeBoardFen(position.board), plies: [], result };
  for (const move of moves) {
    const uci = makeUci(move);
    const squares = 'from' in move ? [makeSquare(move.from), makeSquare(move.to)] : [makeSquare(move.to)];
    game.plies.push({ san: makeSanAndPlay(position, move), uci, board: makeBoardFen(position.board), squares });
  }
  return game;
}

/** UCI moves, spaces between; castling is king takes rook. Throws at the first illegal one. */
export function replayUci(fen: string, moves: string, result = '*'): Game {
  const position = Chess.fromSetup(parseFen(fen).unwrap()).unwrap();
  function* legal(): Generator<Move> {
    for (const uci of moves.split(/\s+/).filter(Boolean)) {
      const move = parseUci(uci);
      if (!move || !position.isLegal(move)) throw new Error(`${uci} is no legal move`);
      yield move;
    }
  }
  return record(position, legal(), result);
}

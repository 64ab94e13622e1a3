/* Moves as text: for engines (UCI) and for people (SAN, as PGN has it). */
#ifndef RULES_NOTATION_H
#define RULES_NOTATION_H

#include "rules/chess.h"

enum {
    NOTATION_UCI_BYTES = 6, /* "a7a8q" and a NUL */
    NOTATION_SAN_BYTES = 9, /* "Qa1xb2+" or "bxa8=Q#", a spare, and a NUL */
};

/* "e2e4", "a7a8q"; castling is the king's square and the rook's, as UCI_Chess960 has it. */
void notation_uci(struct chess_move move, char uci[NOTATION_UCI_BYTES]);

/* The legal move that is written so. False where there is none; *move is then untouched. */
bool notation_find(const struct chess *position, struct text uci, struct chess_move *move);

/* Standard algebraic notation of a legal move (PGN standard, 8.2.3): "Nbd7", "exd6", "O-O" to the h
 * side whatever the start, "a8=Q", with '+' for check and '#' for mate. */
void notation_san(const struct chess *position, struct chess_move move,
                  char san[NOTATION_SAN_BYTES]);

#endif

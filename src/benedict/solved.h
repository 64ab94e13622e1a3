/* A small database of positions that were solved: who wins, within how many plies, with which move.
 * docs/FORMATS.md has the file. What it says is the word of the search that made it, and no proof.
 */
#ifndef BENEDICT_SOLVED_H
#define BENEDICT_SOLVED_H

#include "benedict/split.h"
#include "rules/benedict_game.h"

enum solved_winner { SOLVED_NONE, SOLVED_RED, SOLVED_BLACK };

enum { SOLVED_ENGINE_BYTES = TEXT_SLUG_BYTES };

/* A position. Plain value. */
struct solved_row {
    char moves[SPLIT_NAME_BYTES]; /* that lead to it from the array: "b3b5 h10i8" */
    char fen[BENEDICT_FEN_BYTES]; /* as benedict_begin_here leaves it */
    enum solved_winner winner;
    int plies; /* of the shortest win; without a winner: there is none within so many plies, for
                  either side. 0: not asked yet */
    struct benedict_move move; /* that starts the win; {0, 0}: the winner is not to move, or none */
    char engine[SOLVED_ENGINE_BYTES]; /* who says so, a key of the passport's engines */
};

/* {0} is empty. */
struct solved {
    struct solved_row *rows; /* owned */
    size_t count, cap;
};

enum status solved_add(struct solved *solved, const struct solved_row *row, struct error *error);
void solved_free(struct solved *solved);

/* The rows that were asked. */
void solved_write(const struct solved *solved, struct buf *out);

/* Reads such a file. solved: {0} before, and after a failure. STATUS_WRONG names the line and what
 * is wrong with it; whether a row's win is one is not looked at, but its move is legal. */
enum status solved_read(const char *path, struct solved *solved, struct error *error);

/* The win that the side to move has, as the row of its position or of the mirror image says;
 * *move: the move that starts it. NULL: none is known, or a rule of draws might spoil it, since the
 * game has come here with plies enough to repeat a position or too many quiet ones. */
const struct solved_row *solved_find(const struct solved *solved, const struct benedict_game *game,
                                     struct benedict_move *move);

#endif

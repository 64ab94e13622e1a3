/* Benedict xiangqi a second time, as plainly as it can be said: a board of letters, and pieces that
 * walk over it. It shares no line with rules/benedict.c, which it is there to check: the two are
 * held against each other by the tests, and proofs are checked with this one alone.
 *
 * No draws are known here: neither repetition nor plies without a conversion. */
#ifndef RULES_BENEDICT_PLAIN_H
#define RULES_BENEDICT_PLAIN_H

#include "base/status.h"
#include "base/text.h"

enum {
    PLAIN_FILES = 9,
    PLAIN_RANKS = 10,
    PLAIN_POINTS = 90,
    PLAIN_UP = 10,     /* from a point to the one above it, towards rank 10 */
    PLAIN_FIRST = 11,  /* a1 */
    PLAIN_LAST = 109,  /* i10 */
    PLAIN_BOARD = 121, /* with an edge all round: between two ranks they share a point */
    PLAIN_EDGE = '#',  /* what stands there */
    PLAIN_MOVES_MAX =
        234, /* 8 chariots and cannons 17 each, 4 horses 8, 13 others 4, 10 soldiers 3 */
    PLAIN_FEN_BYTES = 128,
    PLAIN_MOVE_BYTES = 8,
};

/* Letters as in a FEN (K A B N R C P), capital for Red's, 0 where nothing stands. Plain value. */
struct plain {
    char at[PLAIN_BOARD];
    bool red_moves;
};

struct plain_move {
    uint8_t from, to; /* points */
};

/* The point of a file and a rank, both from 0. Points are in the order a1, b1, ... i1, a2, ... */
static inline int plain_point(int file, int rank)
{
    return PLAIN_FIRST + file + PLAIN_UP * rank;
}

/* Reads board and side to move (w or b) of a FEN; what stands behind them is not looked at.
 * STATUS_WRONG names what is no position of this game: another number of pieces than the array's of
 * any kind (whoever owns them), a general, advisor or elephant on a point that it cannot reach,
 * generals that face each other. The board may be spelled in several ways: plain_write_fen's is the
 * one to compare with. */
enum status plain_read_fen(struct text fen, struct plain *board, struct error *error);

/* With no quiet plies, and move 1. */
void plain_write_fen(const struct plain *board, char fen[PLAIN_FEN_BYTES]);

/* "h3h6" */
void plain_write_move(struct plain_move move, char text[PLAIN_MOVE_BYTES]);

/* Reads a legal move in that spelling; false where it is none, and *move is untouched. */
bool plain_read_move(const struct plain *board, struct text text, struct plain_move *move);

/* All legal moves, sorted by the point they come from, then by the point they go to; returns how
 * many. None: the side to move has lost. */
int plain_moves(const struct plain *board, struct plain_move moves[PLAIN_MOVES_MAX]);

/* The one of that index, from 0, in their order; false where there are no more than so many. */
bool plain_move_at(const struct plain *board, int index, struct plain_move *move);

/* Is there any? */
bool plain_can_move(const struct plain *board);

/* Plays a legal move. True: it attacks the enemy general and has won; nothing was converted then.
 */
bool plain_play(struct plain *board, struct plain_move move);

/* What comes of a move where one of each pair of mirror images is enough: on a board that is its
 * own mirror image, of two moves that are each other's, the second in the order of plain_moves is
 * left out. */
enum plain_outcome { PLAIN_GOES_ON, PLAIN_ENDS, PLAIN_IS_MIRROR };

/* Plays a legal move. It ends the game where it attacks the general or leaves the other side no
 * move. *after is untouched for a mirror image. */
enum plain_outcome plain_step(const struct plain *board, struct plain_move move,
                              struct plain *after);

/* Left and right exchanged. */
void plain_mirror(const struct plain *board, struct plain *mirrored);
struct plain_move plain_mirror_move(struct plain_move move);

/* Does the attacker win within that many plies, whatever the other side does? The attacker is the
 * side to move where `plies` is odd, the other one where it is even. He has won when he attacks the
 * general, or when the other side has no legal move, also after the last ply. Searches all of it:
 * for a few plies only. */
bool plain_solve(const struct plain *board, int plies);

#endif

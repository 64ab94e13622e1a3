/* Benedict xiangqi a second time, as plainly as it can be said: a board of letters, every rule a
 * question about two points. Slow, and without a line in common with src/rules/benedict.c, which it
 * is there to check. */
#ifndef TESTS_BENEDICT_PLAIN_H
#define TESTS_BENEDICT_PLAIN_H

#include <stdbool.h>

enum { PLAIN_MOVES_MAX = 400 };

/* Letters as in a FEN, capital for Red's, 0 where nothing stands; [file][rank], both from 0. */
struct plain {
    char at[9][10];
    bool red_moves;
};

struct plain_move {
    int from_file, from_rank, to_file, to_rank;
};

/* The board and the side to move of a FEN that is one. */
void plain_read(struct plain *board, const char *fen);

/* All legal moves; returns how many. */
int plain_moves(const struct plain *board, struct plain_move moves[PLAIN_MOVES_MAX]);

/* Plays a legal move. True: the general is attacked, and nothing was converted. */
bool plain_play(struct plain *board, struct plain_move move);

/* "h3h6"; `text` holds 8 bytes. */
void plain_write_move(struct plain_move move, char *text);

#endif

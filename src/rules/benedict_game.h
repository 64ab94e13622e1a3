/* A game of Benedict xiangqi: a position, what is needed to know of those before it, and whether it
 * is over. */
#ifndef RULES_BENEDICT_GAME_H
#define RULES_BENEDICT_GAME_H

#include "rules/benedict.h"

#include <stddef.h>

enum benedict_end {
    BENEDICT_GOES_ON,
    BENEDICT_ATTACK,   /* attacked by the last move: whoever made it has won */
    BENEDICT_NO_MOVE,  /* the side to move has none and has lost */
    BENEDICT_REPEATED, /* the position for the third time since the last conversion or soldier's
                          move: a draw, by convention */
    BENEDICT_QUIET,    /* BENEDICT_QUIET_MAX plies without either: a draw, by convention */
    BENEDICT_ENDS
};

/* Plain value. */
struct benedict_game {
    struct benedict position;
    uint64_t keys[BENEDICT_QUIET_MAX]; /* of the positions before it, since the last conversion or
                                          soldier's move */
    size_t key_count;
    size_t plies; /* played here */
    enum benedict_end end;
};

void benedict_game_start(struct benedict_game *game, const struct benedict *position);

/* Plays a legal move. A game that is a draw may go on; one that is won may not. */
void benedict_game_play(struct benedict_game *game, struct benedict_move move);

/* Reads a move, as benedict_read_move, and plays it. STATUS_WRONG also where the game is won. */
enum status benedict_game_read(struct benedict_game *game, struct text text, struct error *error);

/* Of a game that is won in the end: by whom. */
enum benedict_side benedict_game_winner(const struct benedict_game *game);
bool benedict_game_is_won(const struct benedict_game *game);

#endif

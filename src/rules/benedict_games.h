/* Lists of games of Benedict xiangqi from the array, a game a line:
 *
 *     ID|FIRST MOVER|WINNER|MOVES
 *
 * where the two sides are "red" and "black", the winner of a draw is "draw", and the moves are
 * spelled as in UCI, one space between, and the ID is letters, digits, '-', '_' and '.'. Lines that
 * begin with '#' are comments. A line may end with CR LF. A game of GAMES_PLIES_MAX plies is broken
 * off as a draw. */
#ifndef RULES_BENEDICT_GAMES_H
#define RULES_BENEDICT_GAMES_H

#include "base/buf.h"
#include "rules/benedict_game.h"

enum { GAMES_ID_BYTES = 32, GAMES_PLIES_MAX = 2000 };

enum games_result { GAMES_RED, GAMES_BLACK, GAMES_DRAW };

struct games_game {
    char id[GAMES_ID_BYTES];
    enum benedict_side first;
    enum games_result result;
    struct benedict_move *moves; /* owned by the list that it is in, or by who plays it */
    size_t plies;                /* at most GAMES_PLIES_MAX */
};

struct games {
    struct games_game *games; /* owned */
    size_t count, cap;
};

/* The array, with that side to move. */
void games_array(enum benedict_side first, struct benedict *position);

/* Reads a list and replays each game by the rules. STATUS_WRONG names the game, the ply and why: a
 * move that is not legal, one after the end, an end that is none, another winner. */
enum status games_read(const char *name, struct text text, struct games *games,
                       struct error *error);

/* The same from a file. STATUS_CANNOT where it cannot be read. */
enum status games_open(const char *path, struct games *games, struct error *error);

void games_write(struct buf *out, const struct games_game *game);

/* What the end of a game says. */
enum games_result games_result(const struct benedict_game *game);

void games_free(struct games *games);

#endif

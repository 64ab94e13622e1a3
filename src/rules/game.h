/* A game of chess: a start, the moves since then, and whether it is over.
 *
 * A game ends by itself: what a player could claim (Article 9: threefold repetition, fifty moves)
 * counts as claimed at once. A game of GAME_PLIES_MAX half-moves is broken off as a draw, which is
 * no rule of chess and always said. */
#ifndef RULES_GAME_H
#define RULES_GAME_H

#include "rules/chess.h"

enum { GAME_PLIES_MAX = 400 };

/* Why it is over; of several reasons the first one here. */
enum game_end {
    GAME_GOES_ON,
    GAME_CHECKMATE, /* the side to move has lost */
    GAME_STALEMATE,
    GAME_MATERIAL,  /* chess_is_dead */
    GAME_FIFTY,     /* 50 moves of each side without a pawn's move or a capture */
    GAME_THREEFOLD, /* chess_same, for the third time */
    GAME_LENGTH,    /* GAME_PLIES_MAX: broken off */
    GAME_ENDS
};

enum game_result { GAME_DRAW, GAME_WHITE_WINS, GAME_BLACK_WINS, GAME_RESULTS };

/* Some 40 kB. Plain value. */
struct game {
    struct chess positions[GAME_PLIES_MAX + 1]; /* the start, and after each ply */
    struct chess_move moves[GAME_PLIES_MAX];
    size_t plies;
};

void game_start(struct game *game, const struct chess *start);

/* The position now. */
const struct chess *game_position(const struct game *game);

/* Makes a legal move in a game that goes on. */
void game_play(struct game *game, struct chess_move move);

enum game_end game_end(const struct game *game);

/* Of a game that is over in that way. */
enum game_result game_result(const struct game *game, enum game_end end);

/* "checkmate", "stalemate", "material", "fifty moves" as "fifty-moves", "threefold", "length"; of a
 * game that goes on "unfinished". */
const char *game_end_name(enum game_end end);

/* "1-0", "0-1", "1/2-1/2" */
const char *game_result_name(enum game_result result);

#endif

/* Games of the engine against itself, each from a random opening. All of them are a function of the
 * settings. */
#ifndef BENEDICT_MATCH_H
#define BENEDICT_MATCH_H

#include "benedict/evaluation.h"
#include "benedict/search.h"
#include "rules/benedict_games.h"

enum {
    MATCH_OPENING = 6, /* random plies, where nothing else is said */
    MATCH_PLIES = 300, /* where games are only counted: some would never end */
};

struct match_settings {
    struct evaluation_weights weights[2]; /* of the two players */
    const struct search_parts *parts[2];  /* of their searches; NULL: those used */
    uint64_t nodes[2];                    /* a move */
    int jitter;                           /* of the evaluation, as in evaluation.h */
    int opening; /* random plies, none of which wins or loses at once, where a few tries find one */
    size_t plies; /* after so many a game is broken off as a draw; 0: after GAMES_PLIES_MAX */
    uint64_t seed;
    bool pairs;    /* each opening is played twice with the sides exchanged; else once */
    int64_t games; /* an even number where they are pairs */
};

/* Won, drawn and lost by the first player. */
struct match_score {
    int64_t wins, draws, losses;
};

/* Is called with each game; STATUS_OK goes on. */
typedef enum status match_take(void *user, const struct games_game *game, struct error *error);

/* Plays them. In game 2k the first player is Red, in game 2k + 1 Black; Red moves first. Adds to
 * *score. `take` may be NULL. STATUS_CANNOT: out of memory. */
enum status match_run(const struct match_settings *settings, match_take *take, void *user,
                      struct match_score *score, struct error *error);

int64_t match_games(const struct match_score *score);

/* The first player's score as a share of all games; and what it is at least, with 95 %, as the mean
 * of so many games (the games of a pair taken as independent: their openings pull them apart, so
 * that the bound is rather too low). */
double match_share(const struct match_score *score);
double match_lower(const struct match_score *score);

#endif

/* Engines at the games of a run of self-play: N tables, each with a process for either player,
 * polled by one thread.
 *
 * A game that is over is on the disk before the next one begins at its table; one in hand when the
 * program ends is played again from its start. So the folder of a finished run does not depend on
 * how many tables there were, or how often anything died. */
#ifndef SEARCH_MATCH_H
#define SEARCH_MATCH_H

#include "study/selfplay.h"
#include "uci/config.h"

enum { MATCH_TABLES_MAX = 256, MATCH_TRIES = 3, MATCH_KILLS_MAX = 3 * MATCH_TRIES };

/* Called when a game is over and kept. */
typedef void match_told(void *user, const struct selfplay *selfplay, size_t game);

struct match {
    const char *folder;               /* of the run; made where it is missing */
    struct selfplay *selfplay;        /* selfplay_new's; afterwards with the games */
    struct engine_config *configs[2]; /* the players'; identified; may be one for both */
    int tables;
    match_told *told;
    void *user;
};

/* Plays what is not played yet, and writes games.pgn when all is. STATUS_CANNOT: the folder holds
 * another run's games, or somebody is at work there; an engine does not start, or in one game it
 * has failed MATCH_TRIES times, or was killed from outside, which is no try, MATCH_KILLS_MAX times.
 * STATUS_WRONG: what the folder holds is damaged, an engine played an illegal move, or its files
 * have changed meanwhile. */
enum status match_play(const struct match *match, struct error *error);

#endif

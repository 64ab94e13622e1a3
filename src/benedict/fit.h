/* The evaluation's weights from the results of games: logistic regression of "Red wins" on how many
 * pieces of each kind Red owns more, who has the move, and how many more moves Red has, over the
 * positions of games. */
#ifndef BENEDICT_FIT_H
#define BENEDICT_FIT_H

#include "benedict/evaluation.h"
#include "rules/benedict_games.h"

enum {
    FIT_TEMPO = BENEDICT_GENERAL, /* the general's place */
    FIT_MOBILITY = BENEDICT_KINDS,
    FIT_TERMS,
};

struct fit {
    double log_odds[FIT_TERMS]; /* by kind, a piece more; of having the move; of a move more */
    double error[FIT_TERMS];    /* standard errors; positions of a game are not independent, so
                                   that whole games are the unit (Liang and Zeger 1986) */
    size_t positions, games;
};

/* Drawn games count as half a win, positions before `skip` plies and those where a side wins at
 * once not at all. STATUS_CANNOT: out of memory. STATUS_WRONG: the games determine no values (too
 * few, or a term that never varies or decides everything). */
enum status fit_games(const struct games *games, size_t skip, struct fit *fit, struct error *error);
#endif

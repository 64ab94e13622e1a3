/* What games say of the game itself: how many moves lose on the spot, and how games go that nobody
 * plans. */
#ifndef RULES_BENEDICT_SURVEY_H
#define RULES_BENEDICT_SURVEY_H

#include "rules/benedict_games.h"

enum { SURVEY_FIFTHS = 5 };

/* At each position of some games, the share of legal moves that lose on the spot: after which the
 * other side has a move that wins. */
struct survey_sharpness {
    size_t positions;
    double mean, median;            /* of the shares */
    double fifth[SURVEY_FIFTHS];    /* means of the positions in each fifth of their game's plies */
    size_t in_fifth[SURVEY_FIFTHS]; /* how many positions */
};

/* Of all positions in which a move was made. STATUS_CANNOT: out of memory. */
enum status survey_sharpness(const struct games *games, struct survey_sharpness *out,
                             struct error *error);

/* How a random game chooses its moves, each as likely as the others. */
enum survey_policy {
    SURVEY_UNIFORM, /* of all legal moves */
    SURVEY_WIN,     /* a move that wins where there is one; else of all */
    SURVEY_SAFE,    /* the same; else of those that do not lose on the spot, where there are any */
    SURVEY_POLICIES
};

/* "uniform", "win", "safe" */
const char *survey_policy_name(enum survey_policy policy);

/* Plies are counted with the one that wins. */
struct survey_random {
    int64_t games, first_wins, draws;
    int64_t plies; /* of all games together */
    int64_t shortest, longest;
};

/* Plays games from the array. A function of policy, number and seed. */
void survey_random(enum survey_policy policy, int64_t games, uint64_t seed,
                   struct survey_random *out);

#endif

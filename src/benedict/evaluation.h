/* What a position of Benedict xiangqi is worth: who owns what, who has the move, who more moves. */
#ifndef BENEDICT_EVALUATION_H
#define BENEDICT_EVALUATION_H

#include "rules/benedict.h"

/* A piece's worth to its owner. A conversion moves it from one side to the other, so that it counts
 * twice. The generals never change hands. Only the proportions matter to the search. */
struct evaluation_weights {
    int value[BENEDICT_KINDS];
    int tempo;    /* of having the move */
    int mobility; /* of a legal move more than the other side would have */
};

/* Picked by hand, a soldier being 100; and what is used, thousandths of log odds fitted to the
 * results of games (`benedict fit`; docs/BENEDICT.md says which). `benedict match` lets the two
 * play each other. */
extern const struct evaluation_weights evaluation_by_hand, evaluation_fitted;

/* A seeded scatter, for games that differ: up to `amount` more or less, a function of seed and
 * position alone. */
enum { EVALUATION_JITTER_MAX = 1000 };
struct evaluation_jitter {
    int amount;
    uint64_t seed;
};

/* As the side to move sees it. */
int evaluate(const struct benedict *position, const struct evaluation_weights *weights,
             const struct evaluation_jitter *jitter);

/* How many legal moves the side to move has more than the other one would have. */
int evaluation_mobility(const struct benedict *position);

/* What the pieces of that mask are worth together. */
int evaluation_worth(uint32_t pieces, const struct evaluation_weights *weights);

#endif

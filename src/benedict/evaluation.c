#include "benedict/evaluation.h"

const struct evaluation_weights evaluation_by_hand = {
    .value =
        {
            [BENEDICT_CHARIOT] = 400,
            [BENEDICT_CANNON] = 450,
            [BENEDICT_HORSE] = 250,
            [BENEDICT_ELEPHANT] = 100,
            [BENEDICT_ADVISOR] = 100,
            [BENEDICT_SOLDIER] = 100,
        },
    .tempo = 50,
    .mobility = 15,
};

const struct evaluation_weights evaluation_fitted = {
    .value =
        {
            [BENEDICT_CHARIOT] = 459,
            [BENEDICT_CANNON] = 232,
            [BENEDICT_HORSE] = 164,
            [BENEDICT_ELEPHANT] = 130,
            [BENEDICT_ADVISOR] = 53,
            [BENEDICT_SOLDIER] = 63,
        },
    .tempo = 491,
    .mobility = 55,
};

/* The pieces of a kind have neighbouring numbers. */
static const uint32_t of_kind[BENEDICT_KINDS] = {
    [BENEDICT_CHARIOT] = 0x0000000f, [BENEDICT_CANNON] = 0x000000f0,
    [BENEDICT_HORSE] = 0x00000f00,   [BENEDICT_ELEPHANT] = 0x0000f000,
    [BENEDICT_ADVISOR] = 0x000f0000, [BENEDICT_GENERAL] = 0x00300000,
    [BENEDICT_SOLDIER] = 0xffc00000,
};

int evaluation_worth(uint32_t pieces, const struct evaluation_weights *weights)
{
    int sum = 0;
    for (int kind = 0; kind < BENEDICT_KINDS; kind++)
        sum += weights->value[kind] * __builtin_popcount(pieces & of_kind[kind]);
    return sum;
}

/* Evenly from -amount to amount. */
static int scatter(uint64_t key, const struct evaluation_jitter *jitter)
{
    uint64_t x = (key ^ jitter->seed) * UINT64_C(0x9e3779b97f4a7c15);
    x ^= x >> 32;
    return (int)(x % (2 * (uint64_t)jitter->amount + 1)) - jitter->amount;
}

int evaluation_mobility(const struct benedict *position)
{
    struct benedict other = *position;
    other.turn ^= 1;
    return (int)benedict_count(position) - (int)benedict_count(&other);
}

int evaluate(const struct benedict *position, const struct evaluation_weights *weights,
             const struct evaluation_jitter *jitter)
{
    uint32_t own = benedict_own(position, (enum benedict_side)position->turn);
    int value = evaluation_worth(own, weights) - evaluation_worth(~own, weights) + weights->tempo;
    if (weights->mobility)
        value += weights->mobility * evaluation_mobility(position);
    return jitter->amount ? value + scatter(position->key, jitter) : value;
}

#include "chess960/order.h"

#include <stdlib.h>

/* MT19937: M. Matsumoto and T. Nishimura, "Mersenne Twister: a 623-dimensionally equidistributed
 * uniform pseudo-random number generator", ACM TOMACS 8 (1998), with their seeding of 2002. The
 * letters and constants are theirs. */
enum { N = 624, M = 397 };

struct twister {
    uint32_t state[N];
    unsigned at; /* the next word to hand out; N when all are used up */
};

static uint32_t mixed(const struct twister *mt, unsigned i)
{
    uint32_t before = mt->state[i - 1];
    return before ^ (before >> 30);
}

/* The authors' init_genrand. */
static void seed_word(struct twister *mt, uint32_t seed)
{
    mt->state[0] = seed;
    for (unsigned i = 1; i < N; i++)
        mt->state[i] = 1812433253u * mixed(mt, i) + i;
    mt->at = N;
}

/* The authors' init_by_array, for keys shorter than the state. */
static void seed_words(struct twister *mt, const uint32_t *key, unsigned len)
{
    uint32_t *state = mt->state;
    seed_word(mt, 19650218);
    unsigned i = 1;
    for (unsigned step = 0; step < N; step++) {
        unsigned j = step % len;
        state[i] = (state[i] ^ (mixed(mt, i) * 1664525u)) + key[j] + j;
        if (++i == N) {
            state[0] = state[N - 1];
            i = 1;
        }
    }
    for (unsigned step = 1; step < N; step++) {
        state[i] = (state[i] ^ (mixed(mt, i) * 1566083941u)) - i;
        if (++i == N) {
            state[0] = state[N - 1];
            i = 1;
        }
    }
    state[0] = 0x80000000u;
}

static void twist(struct twister *mt)
{
    uint32_t *state = mt->state;
    for (unsigned i = 0; i < N; i++) {
        uint32_t y = (state[i] & 0x80000000u) | (state[(i + 1) % N] & 0x7fffffffu);
        state[i] = state[(i + M) % N] ^ (y >> 1) ^ (y & 1 ? 0x9908b0dfu : 0);
    }
    mt->at = 0;
}

static uint32_t next_word(struct twister *mt)
{
    if (mt->at == N)
        twist(mt);
    uint32_t y = mt->state[mt->at++];
    y ^= y >> 11;
    y ^= (y << 7) & 0x9d2c5680u;
    y ^= (y << 15) & 0xefc60000u;
    return y ^ (y >> 18);
}

/* Python's way to seed from a non-negative int (random_seed in CPython's Modules/_randommodule.c):
 * its 32-bit digits, the lowest first, without leading zeros; zero has one digit. */
static void seed_like_python(struct twister *mt, uint64_t seed)
{
    uint32_t digits[2] = {(uint32_t)seed, (uint32_t)(seed >> 32)};
    seed_words(mt, digits, digits[1] ? 2 : 1);
}

/* A number below n, 0 < n < 2^31: as many high bits of a word as n has, drawn until they are below
 * n (_randbelow_with_getrandbits in CPython's Lib/random.py). */
static uint32_t below(struct twister *mt, uint32_t n)
{
    unsigned bits = 0;
    while (n >> bits)
        bits++;
    uint32_t drawn;
    do
        drawn = next_word(mt) >> (32 - bits);
    while (drawn >= n);
    return drawn;
}

static void fill(struct pair *pairs)
{
    for (uint16_t w = 0; w < START_COUNT; w++) {
        for (uint16_t b = 0; b < START_COUNT; b++) {
            struct pair pair = {w, b};
            if (pair_is_representative(pair))
                *pairs++ = pair;
        }
    }
}

/* Fisher and Yates, from the end (Random.shuffle in CPython's Lib/random.py). */
static void shuffle(struct pair *pairs, struct twister *mt)
{
    for (uint32_t i = PAIR_CLASSES - 1; i > 0; i--) {
        uint32_t j = below(mt, i + 1);
        struct pair kept = pairs[i];
        pairs[i] = pairs[j];
        pairs[j] = kept;
    }
}

enum status order_new(uint64_t seed, struct pair **pairs, struct error *error)
{
    struct pair *all = malloc(PAIR_CLASSES * sizeof *all);
    if (!all)
        return error_memory(error);
    struct twister mt;
    seed_like_python(&mt, seed);
    fill(all);
    shuffle(all, &mt);
    *pairs = all;
    return STATUS_OK;
}

void order_controls(const struct pair *order, struct pair controls[START_COUNT])
{
    for (size_t i = 0; i < PAIR_CLASSES; i++) {
        if (!pair_is_control(order[i]))
            continue;
        *controls++ = order[i];
        *controls++ = pair_mirror(order[i]);
    }
}

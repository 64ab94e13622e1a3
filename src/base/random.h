/* A stream of random numbers that is the same everywhere: SplitMix64 (Steele, Lea and Flood 2014).
 */
#ifndef BASE_RANDOM_H
#define BASE_RANDOM_H

#include <stdint.h>

struct random {
    uint64_t state; /* the seed */
};

uint64_t random_next(struct random *random);

/* Below `count` > 0, each as likely as the other, by rejection. */
uint64_t random_below(struct random *random, uint64_t count);

#endif

#include "base/random.h"

uint64_t random_next(struct random *random)
{
    uint64_t x = random->state += UINT64_C(0x9e3779b97f4a7c15);
    x = (x ^ x >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    x = (x ^ x >> 27) * UINT64_C(0x94d049bb133111eb);
    return x ^ x >> 31;
}

uint64_t random_below(struct random *random, uint64_t count)
{
    uint64_t limit = UINT64_MAX - UINT64_MAX % count, x;
    do
        x = random_next(random);
    while (x >= limit);
    return x % count;
}

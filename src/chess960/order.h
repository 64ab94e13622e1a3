/* The order in which the classes are visited: shuffled, so that every prefix is a fair sample, and
 * the same for everyone. Two lines of Python 3 give it too, where `pairs` lists the representatives
 * in order:
 *     import random
 *     random.Random(seed).shuffle(pairs) */
#ifndef CHESS960_ORDER_H
#define CHESS960_ORDER_H

#include "base/status.h"
#include "chess960/pair.h"

#include <stdint.h>

/* Sets `pairs` to an array of PAIR_CLASSES representatives, each once, that the caller frees.
 * STATUS_CANNOT when there is no memory; `pairs` is then untouched. */
enum status order_new(uint64_t seed, struct pair **pairs, struct error *error);

/* The controls of such an order, as their classes are visited: a start, then its mirror. */
void order_controls(const struct pair *order, struct pair controls[START_COUNT]);

#endif

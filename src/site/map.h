/* The picture of all 960 x 960 pairs, as a PNG: what a page shows where no script runs. */
#ifndef SITE_MAP_H
#define SITE_MAP_H

#include "base/buf.h"
#include "site/data.h"

/* What a pair's square says; the deeper meaning has the larger number. */
enum map_kind {
    MAP_UNKNOWN,
    MAP_TRIAGED,
    MAP_WAITING,
    MAP_CONTROL,
    MAP_STOPPED,
    MAP_RANKED,
    MAP_DEEP,
    MAP_KINDS
};

enum { MAP_BLOCK = 3, MAP_SIDE = START_COUNT / MAP_BLOCK };

/* The index of the first budget that counts as deep: the fourth that ranks, or the last one. */
int map_deep(const struct asym *asym);

enum map_kind map_kind(const struct asym *asym, const struct data_class *class);

/* "triaged", "waiting"...: as the style sheet's swatches are called. */
const char *map_kind_name(enum map_kind kind);

/* A pixel for MAP_BLOCK x MAP_BLOCK pairs, w downwards, b to the right: the largest kind above
 * MAP_WAITING that is there, or else the most frequent one. */
enum status map_png(const struct asym *asym, const struct data_classes *classes, struct buf *out,
                    struct error *error);

#endif

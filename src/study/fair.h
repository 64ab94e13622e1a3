/* Drawing level pairs for play. */
#ifndef STUDY_FAIR_H
#define STUDY_FAIR_H

#include "study/asym.h"

struct fair_draw {
    struct asym_class class;
    size_t rank; /* from 1 */
};

/* All classes that pass, shuffled by the seed: in the order of sha256("SEED w:b"), in hex. So the
 * first one is the draw, the first N are a pool, and anyone can check that with sha256sum. *draws
 * is owned by the caller; *count may be 0. */
enum status fair_shuffle(const struct asym *asym, const struct asym_filter *filter,
                         const char *seed, struct fair_draw **draws, size_t *count,
                         struct error *error);

#endif

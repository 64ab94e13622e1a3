#include "study/fair.h"

#include "study/draw.h"

#include <stdlib.h>

static enum status shuffle(const struct fair_draw *passing, size_t count, const char *seed,
                           struct fair_draw *draws, struct error *error)
{
    size_t *order = NULL;
    struct pair *pairs = calloc(count + 1, sizeof *pairs);
    enum status status = pairs ? STATUS_OK : error_memory(error);
    for (size_t i = 0; i < count && !status; i++)
        pairs[i] = passing[i].class.pair;
    if (!status)
        status = draw_order(seed, pairs, count, &order, error);
    for (size_t i = 0; i < count && !status; i++)
        draws[i] = passing[order[i]];
    free(order);
    free(pairs);
    return status;
}

enum status fair_shuffle(const struct asym *asym, const struct asym_filter *filter,
                         const char *seed, struct fair_draw **draws, size_t *count,
                         struct error *error)
{
    struct asym_class *ranked;
    size_t total;
    *draws = NULL;
    *count = 0;
    enum status status = asym_rank(asym, &ranked, &total, error);
    if (status)
        return status;
    struct fair_draw *passing = calloc(total + 1, sizeof *passing);
    *draws = calloc(total + 1, sizeof **draws);
    status = passing && *draws ? STATUS_OK : error_memory(error);
    for (size_t i = 0; i < total && !status; i++) {
        if (asym_passes(&ranked[i], filter))
            passing[(*count)++] = (struct fair_draw){ranked[i], i + 1};
    }
    if (!status)
        status = shuffle(passing, *count, seed, *draws, error);
    free(passing);
    free(ranked);
    if (status) {
        free(*draws);
        *draws = NULL;
    }
    return status;
}

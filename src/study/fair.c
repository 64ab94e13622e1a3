#include "study/fair.h"

#include "base/hash.h"

#include <stdlib.h>
#include <string.h>

/* A draw with the key that decides its place. */
struct keyed {
    char key[SHA256_HEX + 1];
    struct fair_draw draw;
};

static int compare_keys(const void *a, const void *b)
{
    return strcmp(((const struct keyed *)a)->key, ((const struct keyed *)b)->key);
}

static enum status make_key(const char *seed, struct pair pair, char key[SHA256_HEX + 1],
                            struct error *error)
{
    struct buf text = {0};
    buf_printf(&text, "%s %u:%u", seed, pair.w, pair.b);
    enum status status = buf_ok(&text, error);
    if (!status)
        status = hash_sha256_of(text.data, text.len, key, error);
    buf_free(&text);
    return status;
}

static enum status shuffle(const struct asym_class *ranked, size_t total,
                           const struct asym_filter *filter, const char *seed, struct keyed *keyed,
                           size_t *count, struct error *error)
{
    *count = 0;
    for (size_t i = 0; i < total; i++) {
        struct keyed *next = &keyed[*count];
        if (!asym_passes(&ranked[i], filter))
            continue;
        next->draw = (struct fair_draw){ranked[i], i + 1};
        enum status status = make_key(seed, ranked[i].pair, next->key, error);
        if (status)
            return status;
        (*count)++;
    }
    qsort(keyed, *count, sizeof *keyed, compare_keys);
    return STATUS_OK;
}

enum status fair_shuffle(const struct asym *asym, const struct asym_filter *filter,
                         const char *seed, struct fair_draw **draws, size_t *count,
                         struct error *error)
{
    struct asym_class *ranked;
    size_t total;
    *draws = NULL;
    enum status status = asym_rank(asym, &ranked, &total, error);
    if (status)
        return status;
    struct keyed *keyed = calloc(total + 1, sizeof *keyed);
    *draws = calloc(total + 1, sizeof **draws);
    status = keyed && *draws ? shuffle(ranked, total, filter, seed, keyed, count, error)
                             : error_memory(error);
    for (size_t i = 0; i < *count && !status; i++)
        (*draws)[i] = keyed[i].draw;
    free(keyed);
    free(ranked);
    if (status) {
        free(*draws);
        *draws = NULL;
    }
    return status;
}

#include "study/draw.h"

#include "base/hash.h"

#include <stdlib.h>
#include <string.h>

/* A place in the list with the key that decides its turn. */
struct keyed {
    char key[SHA256_HEX + 1];
    size_t at;
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

enum status draw_order(const char *seed, const struct pair *pairs, size_t count, size_t **order,
                       struct error *error)
{
    struct keyed *keyed = calloc(count + 1, sizeof *keyed);
    size_t *list = calloc(count + 1, sizeof *list);
    enum status status = keyed && list ? STATUS_OK : error_memory(error);
    for (size_t i = 0; i < count && !status; i++) {
        keyed[i].at = i;
        status = make_key(seed, pairs[i], keyed[i].key, error);
    }
    if (!status)
        qsort(keyed, count, sizeof *keyed, compare_keys);
    for (size_t i = 0; i < count && !status; i++)
        list[i] = keyed[i].at;
    free(keyed);
    if (status) {
        free(list);
        list = NULL;
    }
    *order = list;
    return status;
}

static bool takes_part(const struct evidence_set *set, const struct draw *draw)
{
    return strcmp(set->engine, draw->engine) == 0 && set->limit >= draw->from &&
           set->limit <= draw->until;
}

/* How many of each set: they are sorted by limit. */
static size_t share_out(const struct evidence *evidence, const struct draw *draw, size_t *shares)
{
    size_t count = 0;
    for (bool more = true; more;) {
        more = false;
        for (size_t i = 0; i < evidence->count && count < draw->rows; i++) {
            const struct evidence_set *set = &evidence->sets[i];
            if (!takes_part(set, draw) || shares[i] == set->count)
                continue;
            shares[i]++;
            count++;
            more = true;
        }
    }
    return count;
}

static enum status draw_set(const struct evidence_set *set, const char *seed, size_t share,
                            struct draw_row *rows, struct error *error)
{
    size_t *order = NULL;
    struct pair *pairs = calloc(set->count + 1, sizeof *pairs);
    enum status status = pairs ? STATUS_OK : error_memory(error);
    for (size_t i = 0; i < set->count && !status; i++)
        pairs[i] = set->rows[i].pair;
    if (!status)
        status = draw_order(seed, pairs, set->count, &order, error);
    for (size_t i = 0; i < share && !status; i++)
        rows[i] = (struct draw_row){set, &set->rows[order[i]]};
    free(order);
    free(pairs);
    return status;
}

enum status draw_rows(const struct evidence *evidence, const struct draw *draw,
                      struct draw_row **rows, size_t *count, size_t *all, struct error *error)
{
    size_t at = 0, *shares = calloc(evidence->count + 1, sizeof *shares);
    *all = 0;
    for (size_t i = 0; i < evidence->count; i++)
        *all += takes_part(&evidence->sets[i], draw) ? evidence->sets[i].count : 0;
    *count = shares ? share_out(evidence, draw, shares) : 0;
    *rows = calloc(*count + 1, sizeof **rows);
    enum status status = shares && *rows ? STATUS_OK : error_memory(error);
    for (size_t i = 0; i < evidence->count && !status; i++) {
        if (!shares[i])
            continue;
        status = draw_set(&evidence->sets[i], draw->seed, shares[i], *rows + at, error);
        at += shares[i];
    }
    free(shares);
    if (status) {
        free(*rows);
        *rows = NULL;
    }
    return status;
}

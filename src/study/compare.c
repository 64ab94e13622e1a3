#include "study/compare.h"

#include "study/calibrate.h"
#include "study/stats.h"

#include <stdlib.h>

/* Exactly that pair's evaluation, whatever it was made for but to confirm, at one budget or at the
 * deepest that it has. */
static const struct evaluation *find_row(const struct asym *asym, struct pair pair, int wanted,
                                         int *budget)
{
    int last = wanted == COMPARE_DEEPEST ? asym->count - 1 : wanted;
    int first = wanted == COMPARE_DEEPEST ? 0 : wanted;
    for (int i = last; i >= first; i--) {
        const struct evidence_set *set = asym->budgets[i].set;
        const struct evaluation *row = set ? evidence_row(set, pair) : NULL;
        if (row && row->role != ROLE_CONFIRM) {
            *budget = i;
            return row;
        }
    }
    return NULL;
}

/* In the units of struct foreign_row; false where there is no such value. */
static bool value_of(const struct evaluation *row, bool is_draws, int32_t *value)
{
    if (is_draws) {
        *value = 1000 * row->draw;
        return row->win != EVIDENCE_NO_WDL;
    }
    if (row->mate || llabs(row->score) > FOREIGN_MOST_CP)
        return false;
    *value = 100 * row->score;
    return true;
}

static void match(const struct asym *asym, const struct foreign *foreign,
                  const struct foreign_row *theirs, const struct compare_options *options,
                  int reference, struct compare *compare)
{
    struct compare_row row = {.pair = theirs->pair, .line = theirs->line, .theirs = theirs->value};
    int wanted = pair_is_control(row.pair) ? reference : options->budget;
    const struct evaluation *ours = find_row(asym, row.pair, wanted, &row.budget);
    if (!ours && !pair_is_control(row.pair)) {
        ours = find_row(asym, pair_mirror(row.pair), wanted, &row.budget);
        row.is_mirror = ours != NULL;
    }
    if (!ours)
        compare->absent++;
    else if (row.is_mirror && !options->mirrors)
        compare->only_mirror++;
    else if (!value_of(ours, foreign->is_draws, &row.ours))
        compare->unscored++;
    else {
        compare->rows[compare->count++] = row;
        compare->by_budget[row.budget]++;
        compare->mirrors += row.is_mirror;
    }
}

static int compare_pairs(const void *a, const void *b)
{
    return pair_compare(((const struct compare_row *)a)->pair,
                        ((const struct compare_row *)b)->pair);
}

static int sign(int32_t value)
{
    return (value > 0) - (value < 0);
}

static void sum_up(struct compare *compare)
{
    struct stats_joint joint = {0};
    for (size_t i = 0; i < compare->count; i++) {
        const struct compare_row *row = &compare->rows[i];
        int signs = sign(row->theirs) * sign(row->ours);
        stats_add_joint(&joint, row->theirs, row->ours);
        compare->difference += row->theirs - row->ours;
        compare->alike += signs > 0;
        compare->opposite += signs < 0;
        compare->level += signs == 0;
    }
    compare->has_correlation = stats_correlation(&joint, &compare->correlation);
}

static enum status rank(struct compare *compare, struct error *error)
{
    size_t count = compare->count;
    int32_t *values = calloc(3 * count + 1, sizeof *values);
    int32_t *theirs = values + count, *ours = theirs + count;
    if (!values)
        return error_memory(error);
    for (size_t i = 0; i < count; i++)
        values[i] = compare->rows[i].theirs;
    bool ranked = stats_double_ranks(values, count, theirs);
    for (size_t i = 0; i < count; i++)
        values[i] = compare->rows[i].ours;
    ranked = ranked && stats_double_ranks(values, count, ours);
    for (size_t i = 0; i < count && ranked; i++) {
        compare->rows[i].their_rank = theirs[i];
        compare->rows[i].our_rank = ours[i];
    }
    if (ranked)
        compare->has_rank_correlation =
            stats_rank_correlation(theirs, ours, count, &compare->rank_correlation);
    free(values);
    return ranked ? STATUS_OK : error_memory(error);
}

enum status compare_run(const struct asym *asym, const struct foreign *foreign,
                        const struct compare_options *options, struct compare *compare,
                        struct error *error)
{
    struct calibrate_even even;
    int reference = options->budget;
    *compare = (struct compare){0};
    if (reference == COMPARE_DEEPEST) {
        calibrate_even(asym, &even);
        reference = even.reference;
        if (reference < 0 && foreign->starts)
            return error_set(error, STATUS_CANNOT,
                             "no budget has all %d controls; name one with --stage", START_COUNT);
    }
    compare->rows = calloc(foreign->count + 1, sizeof *compare->rows);
    if (!compare->rows)
        return error_memory(error);
    for (size_t i = 0; i < foreign->count; i++)
        match(asym, foreign, &foreign->rows[i], options, reference, compare);
    qsort(compare->rows, compare->count, sizeof *compare->rows, compare_pairs);
    sum_up(compare);
    return rank(compare, error);
}

/* ---- disagreements ---- */

struct disagreement {
    int32_t size;
    uint32_t index;
};

static int compare_sizes(const void *a, const void *b)
{
    const struct disagreement *x = a, *y = b;
    if (x->size != y->size)
        return x->size > y->size ? -1 : 1;
    return (x->index > y->index) - (x->index < y->index);
}

uint32_t *compare_disagreements(const struct compare *compare, enum compare_order order)
{
    struct disagreement *all = calloc(compare->count + 1, sizeof *all);
    uint32_t *indices = calloc(compare->count + 1, sizeof *indices);
    for (uint32_t i = 0; i < compare->count && all && indices; i++) {
        const struct compare_row *row = &compare->rows[i];
        int32_t difference =
            order == COMPARE_BY_RANK ? row->their_rank - row->our_rank : row->theirs - row->ours;
        all[i] = (struct disagreement){abs(difference), i};
    }
    if (all)
        qsort(all, compare->count, sizeof *all, compare_sizes);
    for (uint32_t i = 0; i < compare->count && all && indices; i++)
        indices[i] = all[i].index;
    if (!all) {
        free(indices);
        indices = NULL;
    }
    free(all);
    return indices;
}

void compare_free(struct compare *compare)
{
    free(compare->rows);
    *compare = (struct compare){0};
}

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

/* Spearman's rho of two columns of values; `ranks` gets the doubled ranks of both, x's first. */
static enum status rank_values(const int32_t *x, const int32_t *y, size_t count, int32_t *ranks,
                               bool *known, double *rho, struct error *error)
{
    if (!stats_double_ranks(x, count, ranks) || !stats_double_ranks(y, count, ranks + count))
        return error_memory(error);
    *known = stats_rank_correlation(ranks, ranks + count, count, rho);
    return STATUS_OK;
}

static enum status rank_rows(struct compare *compare, int32_t *values, struct error *error)
{
    size_t count = compare->count;
    int32_t *theirs = values, *ours = values + count, *ranks = values + 2 * count;
    for (size_t i = 0; i < count; i++) {
        theirs[i] = compare->rows[i].theirs;
        ours[i] = compare->rows[i].ours;
    }
    enum status status = rank_values(theirs, ours, count, ranks, &compare->has_rank_correlation,
                                     &compare->rank_correlation, error);
    for (size_t i = 0; i < count && !status; i++) {
        compare->rows[i].their_rank = ranks[i];
        compare->rows[i].our_rank = ranks[count + i];
    }
    return status;
}

/* How alike our own budgets are says how alike another list can be. Rows of starts are all of one
 * budget. */
static enum status rank_budgets(const struct asym *asym, const struct foreign *foreign,
                                struct compare *compare, int32_t *values, struct error *error)
{
    int budget = compare->count && !foreign->pairs ? compare->rows[0].budget - 1 : -1;
    size_t all = compare->count, count = 0;
    while (budget >= 0 && !asym->budgets[budget].set)
        budget--;
    compare->scale_budget = budget;
    for (size_t i = 0; i < all && budget >= 0; i++) {
        int32_t *below = &values[count], *at = &values[all + count];
        int unused;
        const struct evaluation *row = find_row(asym, compare->rows[i].pair, budget, &unused);
        if (!row || !value_of(row, foreign->is_draws, below))
            continue;
        *at = compare->rows[i].ours;
        count++;
    }
    return rank_values(values, values + all, count, values + 2 * all, &compare->has_scale,
                       &compare->scale, error);
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
    int32_t *values = calloc(4 * compare->count + 1, sizeof *values);
    if (!values)
        return error_memory(error);
    enum status status = rank_rows(compare, values, error);
    if (!status)
        status = rank_budgets(asym, foreign, compare, values, error);
    free(values);
    return status;
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

uint32_t *compare_disagreements(const struct compare *compare, enum compare_order order,
                                size_t *count)
{
    struct disagreement *all = calloc(compare->count + 1, sizeof *all);
    uint32_t *indices = calloc(compare->count + 1, sizeof *indices);
    *count = 0;
    for (uint32_t i = 0; i < compare->count && all; i++) {
        const struct compare_row *row = &compare->rows[i];
        int32_t size = abs(order == COMPARE_BY_RANK ? row->their_rank - row->our_rank
                                                    : row->theirs - row->ours);
        if (size)
            all[(*count)++] = (struct disagreement){size, i};
    }
    if (all)
        qsort(all, *count, sizeof *all, compare_sizes);
    for (size_t i = 0; i < *count && indices; i++)
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

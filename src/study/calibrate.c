#include "study/calibrate.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

const struct evaluation *calibrate_control(const struct asym *asym, int budget, uint16_t number)
{
    const struct evidence_set *set = asym->budgets[budget].set;
    return set ? evidence_row(set, (struct pair){number, number}) : NULL;
}

/* |cp|; a mate is as uneven as can be. */
static int64_t unevenness(const struct evaluation *row)
{
    return row->mate ? INT32_MAX : llabs(row->score);
}

struct ordered {
    int64_t unevenness;
    uint16_t number;
};

static int compare_ordered(const void *a, const void *b)
{
    const struct ordered *x = a, *y = b;
    if (x->unevenness != y->unevenness)
        return x->unevenness < y->unevenness ? -1 : 1;
    return (x->number > y->number) - (x->number < y->number);
}

void calibrate_order(const struct asym *asym, int budget, uint16_t numbers[START_COUNT])
{
    struct ordered order[START_COUNT];
    for (uint16_t n = 0; n < START_COUNT; n++)
        order[n] = (struct ordered){unevenness(calibrate_control(asym, budget, n)), n};
    qsort(order, START_COUNT, sizeof *order, compare_ordered);
    for (size_t i = 0; i < START_COUNT; i++)
        numbers[i] = order[i].number;
}

int calibrate_complete(const struct asym *asym, int below)
{
    for (int i = below - 1; i >= 0; i--) {
        const struct evidence_set *set = asym->budgets[i].set;
        if (set && evidence_controls(set) == START_COUNT)
            return i;
    }
    return -1;
}

void calibrate_even(const struct asym *asym, struct calibrate_even *even)
{
    *even = (struct calibrate_even){.reference = calibrate_complete(asym, asym->count)};
    if (even->reference < 0)
        return;
    for (uint16_t n = 0; n < START_COUNT; n++) {
        const struct evaluation *row = calibrate_control(asym, even->reference, n);
        even->within += unevenness(row) <= asym->ladder->even_cp;
    }
    int64_t least = asym->ladder->even_at_least;
    even->used = even->within > least ? even->within : least;
    calibrate_order(asym, even->reference, even->numbers);
}

/* At a ranking budget up to this one, where it is evaluated. */
static bool left_so_far(const struct asym *asym, int budget, uint16_t number)
{
    for (int i = asym->first_ranking; i <= budget; i++) {
        const struct evaluation *row = calibrate_control(asym, i, number);
        if (row && !asym_inside(&asym->budgets[i], row))
            return true;
    }
    return false;
}

static void add_spread(const struct asym *asym, int budget, struct calibrate_window *window)
{
    for (uint16_t n = 0; n < START_COUNT; n++) {
        const struct evaluation *row = calibrate_control(asym, budget, n);
        if (!row)
            continue;
        window->controls++;
        window->outside += !asym_inside(&asym->budgets[budget], row);
        if (window->outside_so_far >= 0)
            window->outside_so_far += left_so_far(asym, budget, n);
        if (!row->mate)
            stats_add(&window->cp, row->score);
    }
}

/* Evaluated and kept at every ranking budget up to this one. */
static bool kept_so_far(const struct asym *asym, int budget, uint16_t number)
{
    for (int i = asym->first_ranking; i <= budget; i++) {
        const struct evaluation *row = calibrate_control(asym, i, number);
        if (!row || !asym_inside(&asym->budgets[i], row))
            return false;
    }
    return true;
}

/* The percentile of these values, which become sorted; -1 for none or a mate. */
static int64_t window_of(const struct asym *asym, int64_t *values, int64_t count)
{
    if (count == 0)
        return -1;
    int64_t window = stats_percentile(values, (size_t)count, asym->ladder->percentile);
    return window < INT32_MAX ? window : -1;
}

void calibrate_window(const struct asym *asym, const struct calibrate_even *even, int budget,
                      struct calibrate_window *window)
{
    int64_t values[START_COUNT];
    bool triage = budget < asym->first_ranking;
    int64_t none = triage ? -1 : 0;
    *window = (struct calibrate_window){.window = -1, .kept_so_far = none, .outside_so_far = none};
    add_spread(asym, budget, window);
    for (int64_t i = 0; i < even->used; i++) {
        const struct evaluation *row = calibrate_control(asym, budget, even->numbers[i]);
        if (!row)
            continue;
        values[window->even++] = unevenness(row);
        window->kept += asym_inside(&asym->budgets[budget], row);
        if (!triage)
            window->kept_so_far += kept_so_far(asym, budget, even->numbers[i]);
    }
    window->window = window_of(asym, values, window->even);
}

struct sample {
    const struct asym *asym;
    int64_t values[START_COUNT];
};

static double window_of_draw(const void *user, const uint32_t *drawn, size_t count)
{
    const struct sample *sample = user;
    int64_t values[START_COUNT];
    for (size_t i = 0; i < count; i++)
        values[i] = sample->values[drawn[i]];
    int64_t window = window_of(sample->asym, values, (int64_t)count);
    return window < 0 ? (double)INFINITY : (double)window; /* a mate lies above every number */
}

void calibrate_interval(const struct asym *asym, const struct calibrate_even *even, int budget,
                        uint64_t seed, int64_t *low, int64_t *high)
{
    struct sample sample = {.asym = asym};
    struct stats_interval interval;
    size_t count = 0;
    *low = *high = -1;
    for (int64_t i = 0; i < even->used; i++) {
        const struct evaluation *row = calibrate_control(asym, budget, even->numbers[i]);
        if (row)
            sample.values[count++] = unevenness(row);
    }
    if (!stats_bootstrap(count, seed + (uint64_t)budget, window_of_draw, &sample, &interval))
        return;
    *low = isinf(interval.low) ? -1 : (int64_t)interval.low;
    *high = isinf(interval.high) ? -1 : (int64_t)interval.high;
}

bool calibrate_is_complete(const struct asym *asym, const struct calibrate_even *even, int budget)
{
    if (even->reference < 0 || budget >= even->reference)
        return false;
    for (int64_t i = 0; i < even->used; i++) {
        if (!calibrate_control(asym, budget, even->numbers[i]))
            return false;
    }
    return true;
}

void calibrate_ladder(const struct asym *asym, const struct calibrate_even *even,
                      struct ladder *ladder)
{
    *ladder = *asym->ladder;
    for (int i = 0; i < (int)ladder->count; i++) {
        struct calibrate_window window;
        calibrate_window(asym, even, i, &window);
        if (!calibrate_is_complete(asym, even, i) || window.window < 0)
            continue;
        ladder->stages[i].window = window.window;
        ladder->stages[i].calibrated = true;
    }
}

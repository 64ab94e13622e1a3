#include "study/calibrate.h"

#include <stdlib.h>
#include <string.h>

static const struct evaluation *control(const struct asym *asym, int budget, uint16_t number)
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

void calibrate_even(const struct asym *asym, struct calibrate_even *even)
{
    struct ordered order[START_COUNT];
    *even = (struct calibrate_even){.reference = -1};
    for (int i = 0; i < asym->count; i++) {
        const struct evidence_set *set = asym->budgets[i].set;
        if (set && evidence_controls(set) == START_COUNT)
            even->reference = i;
    }
    if (even->reference < 0)
        return;
    for (uint16_t n = 0; n < START_COUNT; n++) {
        order[n] = (struct ordered){unevenness(control(asym, even->reference, n)), n};
        even->within += order[n].unevenness <= asym->ladder->even_cp;
    }
    qsort(order, START_COUNT, sizeof *order, compare_ordered);
    int64_t least = asym->ladder->even_at_least;
    even->used = even->within > least ? even->within : least;
    for (int64_t i = 0; i < even->used; i++)
        even->numbers[i] = order[i].number;
}

static int compare_numbers(const void *a, const void *b)
{
    int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;
    return (x > y) - (x < y);
}

static void add_spread(const struct asym *asym, int budget, struct calibrate_window *window)
{
    for (uint16_t n = 0; n < START_COUNT; n++) {
        const struct evaluation *row = control(asym, budget, n);
        window->controls += row != NULL;
        if (!row || row->mate)
            continue;
        window->measured++;
        window->sum += row->score;
        window->squares += (int64_t)row->score * row->score;
    }
}

/* Evaluated and kept at every ranking budget up to this one. */
static bool kept_so_far(const struct asym *asym, int budget, uint16_t number)
{
    for (int i = asym->first_ranking; i <= budget; i++) {
        const struct evaluation *row = control(asym, i, number);
        if (!row || !asym_inside(&asym->budgets[i], row))
            return false;
    }
    return true;
}

/* Nearest rank: the value at ceil(percentile % of count), from 1, once they are sorted; -1 for none
 * or a mate. */
static int64_t window_of(const struct asym *asym, int64_t *values, int64_t count)
{
    if (count == 0)
        return -1;
    qsort(values, (size_t)count, sizeof *values, compare_numbers);
    int64_t rank = (asym->ladder->percentile * count + 99) / 100;
    return values[rank - 1] < INT32_MAX ? values[rank - 1] : -1;
}

void calibrate_window(const struct asym *asym, const struct calibrate_even *even, int budget,
                      struct calibrate_window *window)
{
    int64_t values[START_COUNT];
    bool triage = budget < asym->first_ranking;
    *window = (struct calibrate_window){.window = -1, .kept_so_far = triage ? -1 : 0};
    add_spread(asym, budget, window);
    for (int64_t i = 0; i < even->used; i++) {
        const struct evaluation *row = control(asym, budget, even->numbers[i]);
        if (!row)
            continue;
        values[window->even++] = unevenness(row);
        window->kept += asym_inside(&asym->budgets[budget], row);
        if (!triage)
            window->kept_so_far += kept_so_far(asym, budget, even->numbers[i]);
    }
    window->window = window_of(asym, values, window->even);
}

/* SplitMix64. */
static uint64_t next_number(uint64_t *state)
{
    uint64_t z = *state += UINT64_C(0x9e3779b97f4a7c15);
    z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
    return z ^ z >> 31;
}

/* Below count, each as likely: what the last, incomplete round would favour is drawn again. */
static size_t draw(uint64_t *state, uint64_t count)
{
    uint64_t number, complete = UINT64_MAX - UINT64_MAX % count;
    do {
        number = next_number(state);
    } while (number >= complete);
    return (size_t)(number % count);
}

void calibrate_interval(const struct asym *asym, const struct calibrate_even *even, int budget,
                        uint64_t seed, int64_t *low, int64_t *high)
{
    int64_t all[START_COUNT], drawn[START_COUNT], windows[CALIBRATE_DRAWS], count = 0;
    uint64_t state = seed + (uint64_t)budget;
    *low = *high = -1;
    for (int64_t i = 0; i < even->used; i++) {
        const struct evaluation *row = control(asym, budget, even->numbers[i]);
        if (row)
            all[count++] = unevenness(row);
    }
    if (count == 0)
        return;
    for (int i = 0; i < CALIBRATE_DRAWS; i++) {
        for (int64_t n = 0; n < count; n++)
            drawn[n] = all[draw(&state, (uint64_t)count)];
        windows[i] = window_of(asym, drawn, count);
        if (windows[i] < 0) /* a mate lies above every number */
            windows[i] = INT32_MAX;
    }
    qsort(windows, CALIBRATE_DRAWS, sizeof *windows, compare_numbers);
    *low = windows[(25 * CALIBRATE_DRAWS + 999) / 1000 - 1];
    *high = windows[(975 * CALIBRATE_DRAWS + 999) / 1000 - 1];
    if (*low == INT32_MAX)
        *low = -1;
    if (*high == INT32_MAX)
        *high = -1;
}

bool calibrate_is_complete(const struct asym *asym, const struct calibrate_even *even, int budget)
{
    if (even->reference < 0 || budget >= even->reference)
        return false;
    for (int64_t i = 0; i < even->used; i++) {
        if (!control(asym, budget, even->numbers[i]))
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

int64_t calibrate_mean_tenths(int64_t sum, int64_t count)
{
    if (count < 1)
        return 0;
    int64_t twice = 20 * sum; /* floor(x + 1/2) of the magnitude, in halves */
    return twice < 0 ? -((-twice + count) / (2 * count)) : (twice + count) / (2 * count);
}

/* floor(sqrt(value)). */
static int64_t root(int64_t value)
{
    int64_t low = 0, high = INT64_C(3037000499);
    while (low < high) {
        int64_t middle = low + (high - low + 1) / 2;
        if (middle <= value / middle)
            low = middle;
        else
            high = middle - 1;
    }
    return low;
}

int64_t calibrate_sd_tenths(int64_t sum, int64_t squares, int64_t count)
{
    if (count < 2)
        return 0;
    /* The root of 20^2 times the variance is the deviation in twentieths, and half of that,
     * rounded, is tenths. With 960 values of up to 10^5 the product stays below 2^63. */
    int64_t spread = count * squares - sum * sum;
    return (root(400 * spread / (count * (count - 1))) + 1) / 2;
}

#include "study/stats.h"

#include "base/random.h"

#include <math.h>
#include <stdlib.h>

__extension__ typedef __int128 wide;
__extension__ typedef unsigned __int128 unsigned_wide;

void stats_add(struct stats_sum *sum, int64_t value)
{
    sum->count++;
    sum->sum += value;
    sum->squares += value * value;
}

int64_t stats_mean_tenths(const struct stats_sum *sum)
{
    int64_t count = sum->count, twice = 20 * sum->sum;
    if (count < 1)
        return 0; /* floor(x + 1/2) of the magnitude, in halves */
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

int64_t stats_sd_tenths(const struct stats_sum *sum)
{
    wide count = sum->count;
    if (count < 2)
        return 0;
    /* The root of 20^2 times the variance is the deviation in twentieths, and half of that,
     * rounded, is tenths. */
    wide spread = count * sum->squares - (wide)sum->sum * sum->sum;
    return (root((int64_t)(400 * spread / (count * (count - 1)))) + 1) / 2;
}

static int compare_integers(const void *a, const void *b)
{
    int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;
    return (x > y) - (x < y);
}

int64_t stats_percentile(int64_t *values, size_t count, int64_t percent)
{
    qsort(values, count, sizeof *values, compare_integers);
    return values[(percent * (int64_t)count + 99) / 100 - 1];
}

void stats_add_joint(struct stats_joint *joint, int64_t x, int64_t y)
{
    joint->count++;
    joint->x += x;
    joint->y += y;
    joint->xx += x * x;
    joint->yy += y * y;
    joint->xy += x * y;
}

bool stats_correlation(const struct stats_joint *joint, double *r)
{
    wide count = joint->count;
    wide x = count * joint->xx - (wide)joint->x * joint->x;
    wide y = count * joint->yy - (wide)joint->y * joint->y;
    wide both = count * joint->xy - (wide)joint->x * joint->y;
    if (count < 2 || x == 0 || y == 0)
        return false;
    *r = (double)both / (sqrt((double)x) * sqrt((double)y));
    return true;
}

bool stats_correlation_of(const int32_t *x, const int32_t *y, size_t count, double *r)
{
    struct stats_joint joint = {0};
    for (size_t i = 0; i < count; i++)
        stats_add_joint(&joint, x[i], y[i]);
    return stats_correlation(&joint, r);
}

/* For halves / 2 of n. */
static struct stats_interval wilson(int64_t halves, int64_t n)
{
    const double z = 1.959963984540054; /* the normal distribution's 97.5 % point */
    double size = (double)n, share = (double)halves / 2 / size, z2 = z * z;
    double middle = (share + z2 / (2 * size)) / (1 + z2 / size);
    double half = z / (1 + z2 / size) * sqrt(share * (1 - share) / size + z2 / (4 * size * size));
    /* At the ends the formula gives 0 and 1 but for rounding. */
    return (struct stats_interval){halves == 0 ? 0 : middle - half,
                                   halves == 2 * n ? 1 : middle + half};
}

struct stats_interval stats_wilson(int64_t k, int64_t n)
{
    return wilson(2 * k, n);
}

struct stats_interval stats_wilson_score(int64_t wins, int64_t draws, int64_t n)
{
    return wilson(2 * wins + draws, n);
}

/* number % count, from inverse = UINT64_MAX / count: the quotient comes out right or one too small
 * (Granlund and Montgomery 1994). A division would be half of a bootstrap's time. */
static uint64_t remainder_of(uint64_t number, uint64_t count, uint64_t inverse)
{
    uint64_t rest = number - (uint64_t)((unsigned_wide)number * inverse >> 64) * count;
    return rest < count ? rest : rest - count;
}

/* Indices below count, each as likely: what the last, incomplete round would favour is drawn
 * again. */
static void draw(struct random *random, uint32_t *drawn, size_t count)
{
    uint64_t inverse = UINT64_MAX / count, complete = inverse * count;
    for (size_t i = 0; i < count; i++) {
        uint64_t number;
        do {
            number = random_next(random);
        } while (number >= complete);
        drawn[i] = (uint32_t)remainder_of(number, count, inverse);
    }
}

static int compare_values(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* The value at rank ceil(thousandths / 1000 * count), from 1. */
static double at_rank(const double *sorted, size_t count, size_t thousandths)
{
    return sorted[(thousandths * count + 999) / 1000 - 1];
}

bool stats_bootstrap(size_t count, uint64_t seed, stats_statistic *statistic, const void *user,
                     struct stats_interval *interval)
{
    double values[STATS_DRAWS];
    struct random random = {seed};
    size_t defined = 0;
    uint32_t *drawn = count ? calloc(count, sizeof *drawn) : NULL;
    if (!drawn)
        return false;
    for (int i = 0; i < STATS_DRAWS; i++) {
        draw(&random, drawn, count);
        values[defined] = statistic(user, drawn, count);
        if (!isnan(values[defined]))
            defined++;
    }
    free(drawn);
    if (defined == 0)
        return false;
    qsort(values, defined, sizeof *values, compare_values);
    *interval =
        (struct stats_interval){at_rank(values, defined, 25), at_rank(values, defined, 975)};
    return true;
}

struct points {
    const int32_t *x, *y;
};

static double correlation_of(const void *user, const uint32_t *drawn, size_t count)
{
    const struct points *points = user;
    struct stats_joint joint = {0};
    double r;
    for (size_t i = 0; i < count; i++)
        stats_add_joint(&joint, points->x[drawn[i]], points->y[drawn[i]]);
    return stats_correlation(&joint, &r) ? r : (double)NAN;
}

bool stats_correlation_interval(const int32_t *x, const int32_t *y, size_t count, uint64_t seed,
                                struct stats_interval *interval)
{
    return stats_bootstrap(count, seed, correlation_of, &(struct points){x, y}, interval);
}

int64_t stats_scaled(double value, int64_t scale)
{
    double scaled = value * (double)scale;
    return scaled < 0 ? -(int64_t)(0.5 - scaled) : (int64_t)(scaled + 0.5);
}

struct placed {
    int32_t value;
    uint32_t index;
};

static int compare_placed(const void *a, const void *b)
{
    const struct placed *x = a, *y = b;
    return (x->value < y->value) - (x->value > y->value);
}

bool stats_double_ranks(const int32_t *values, size_t count, int32_t *ranks)
{
    struct placed *order = calloc(count + 1, sizeof *order);
    if (!order)
        return false;
    for (size_t i = 0; i < count; i++)
        order[i] = (struct placed){values[i], (uint32_t)i};
    qsort(order, count, sizeof *order, compare_placed);
    for (size_t begin = 0, end; begin < count; begin = end) {
        for (end = begin; end < count && order[end].value == order[begin].value;)
            end++;
        for (size_t i = begin; i < end; i++) /* the places begin + 1 to end */
            ranks[order[i].index] = (int32_t)(begin + 1 + end);
    }
    free(order);
    return true;
}

bool stats_rank_correlation(const int32_t *x, const int32_t *y, size_t count, double *rho)
{
    struct stats_joint joint = {0};
    int64_t middle = (int64_t)count + 1; /* twice the mean rank; so they stay within 2^20 */
    for (size_t i = 0; i < count; i++)
        stats_add_joint(&joint, x[i] - middle, y[i] - middle);
    return stats_correlation(&joint, rho);
}

/* Statistics of whole numbers, the same bytes on every machine: sums are integers; where a root or
 * a quotient is needed, an integer root, or IEEE doubles in an order of operations that is written
 * down here (-ffp-contract=off keeps it). Of libm's functions sqrt alone takes part, which IEEE
 * defines to the last bit. */
#ifndef STUDY_STATS_H
#define STUDY_STATS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* ---- one variable; values within +-2^20, at most 2^21 of them ---- */

struct stats_sum {
    int64_t count, sum, squares;
};

void stats_add(struct stats_sum *sum, int64_t value);

/* sum / count in tenths, and the sample standard deviation in tenths, both rounded half away from
 * zero, in integers alone; 0 where count is too small (1, 2). */
int64_t stats_mean_tenths(const struct stats_sum *sum);
int64_t stats_sd_tenths(const struct stats_sum *sum);

/* Nearest rank: the value at rank ceil(percent / 100 * count), counted from 1, of the values in
 * order, which they are in afterwards; count > 0, percent from 1 to 100. */
int64_t stats_percentile(int64_t *values, size_t count, int64_t percent);

/* ---- two variables ---- */

struct stats_joint {
    int64_t count, x, y, xx, yy, xy; /* sums of x, y and their products */
};

void stats_add_joint(struct stats_joint *joint, int64_t x, int64_t y);

/* Pearson's r; false where it is undefined: less than two points, or all of x or of y equal. */
bool stats_correlation(const struct stats_joint *joint, double *r);

/* The same of the points (x[i], y[i]). */
bool stats_correlation_of(const int32_t *x, const int32_t *y, size_t count, double *r);

/* ---- intervals, all of 95 % ---- */

struct stats_interval {
    double low, high;
};

/* Wilson's score interval for k of n (E. B. Wilson, JASA 22, 1927), as shares from 0 to 1; n > 0.
 */
struct stats_interval stats_wilson(int64_t k, int64_t n);

/* The same for a score, wins and half of the draws, as though every one of the n > 0 games had been
 * won or lost. Nothing between 0 and 1 with a mean p varies by more than p (1 - p) (R. Bhatia and
 * C. Davis, American Mathematical Monthly 107, 2000), so that with draws the interval is too wide
 * rather than too narrow; that the games are independent of each other is taken for granted. */
struct stats_interval stats_wilson_score(int64_t wins, int64_t draws, int64_t n);

/* A percentile bootstrap (B. Efron, 1979). Indices below `count` are drawn with replacement,
 * `count` at a time, STATS_DRAWS times, and `statistic` is asked for the value of each draw, which
 * may be infinite; NAN: undefined there, and the draw is left out. Of the values in order, low and
 * high are those at ranks ceil(2.5 %) and ceil(97.5 %), counted from 1. The indices come from
 * SplitMix64, begun with the seed, each by rejection of what would favour any. False where count is
 * 0, every draw is undefined, or there is no memory. */
enum { STATS_DRAWS = 1000 };
typedef double stats_statistic(const void *user, const uint32_t *drawn, size_t count);
bool stats_bootstrap(size_t count, uint64_t seed, stats_statistic *statistic, const void *user,
                     struct stats_interval *interval);

/* The bootstrap of r over points (x[i], y[i]); as stats_bootstrap. */
bool stats_correlation_interval(const int32_t *x, const int32_t *y, size_t count, uint64_t seed,
                                struct stats_interval *interval);

/* value * scale, rounded half away from zero; for printing a double with fixed decimals. */
int64_t stats_scaled(double value, int64_t scale);

/* ---- ranks ---- */

/* Twice the rank of each value, the largest first from 1; equal ones share the mean of their
 * places, which twice it is whole. False: no memory. */
bool stats_double_ranks(const int32_t *values, size_t count, int32_t *ranks);

/* Spearman's rank correlation (C. Spearman, 1904): Pearson's r of the ranks, of such doubled ranks
 * of at most 2^20 values; false where it is undefined. */
bool stats_rank_correlation(const int32_t *x, const int32_t *y, size_t count, double *rho);

#endif

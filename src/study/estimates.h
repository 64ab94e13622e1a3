/* From a sample to the whole: how many classes of the 460,320 lie inside every window, and how many
 * are level, with what is known of a few of them.
 *
 * The visiting order is a shuffle, so that any of its beginnings is a random sample, as long as
 * nothing in it was left out for its value. The sample is therefore the longest prefix of the order
 * in which S0 has evaluated every class: it ends before the first that S0 has not, even if later
 * ones are. Since S0 serves only what the triage window lets through, the classes inside that
 * window, those outside it and those without a triage evaluation are strata of their own, each with
 * its own prefix; at a triage stage itself all classes are one stratum.
 *
 * At a deeper stage most of the sample is decided, by a window or a mate on the way or by the stage
 * itself, and some of it has not been served yet. Those were passed over for their value, so that
 * the others do not stand for them: they may turn out either way, and there is no estimate, only
 * bounds that hold in either case.
 *
 * A stratum of N classes, with k of the n in its sample counted and u undecided: the estimate is
 * N k / n, where u = 0. Its bounds are N times Wilson's for k and for k + u of n, which sampling
 * without replacement only makes wider than they need be; but at least the k that are there, and at
 * most N less those that are ruled out. So n = N gives the count itself. Without sample they are 0
 * and N. The sum of strata has its bounds by MOVER (G. Y. Zou, A. Donner, Statistics in Medicine
 * 27, 2008): sum -+ the root of the sum of squared distances of each value from its bound. */
#ifndef STUDY_ESTIMATES_H
#define STUDY_ESTIMATES_H

#include "base/files.h"
#include "study/asym.h"
#include "study/stats.h"

/* What is known of one stratum, or of several together. */
struct estimate {
    int64_t population, evaluated; /* classes; of them at the stage */
    int64_t sample, count, undecided;
    double least, most; /* N k / n and N (k + u) / n: equal where nothing is undecided */
    struct stats_interval bounds;
};

/* Sets least, most and bounds from population, sample, count and undecided. */
void estimate_stratum(struct estimate *estimate);

/* The sum of such strata, in their order. */
void estimate_sum(const struct estimate *strata, size_t count, struct estimate *sum);

/* Adds tables/estimates.csv: two measures, `inside` (inside every window from S0 to the stage) and
 * `level` (and |cp| <= even_cp at the stage), for each budget and stratum. `seed` is that of the
 * visiting order. */
enum status estimates_table(const struct asym *asym, uint64_t seed, struct files *out,
                            struct error *error);

#endif

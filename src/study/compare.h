/* A foreign list against our own evaluations: what is in common, how alike the orders are, where
 * they differ most. */
#ifndef STUDY_COMPARE_H
#define STUDY_COMPARE_H

#include "study/asym.h"
#include "study/foreign.h"

enum { COMPARE_DEEPEST = -1 };

struct compare_options {
    /* Index; COMPARE_DEEPEST: a start at the reference budget (calibrate.h), a pair at the deepest
     * that it has. */
    int budget;
    bool mirrors; /* where we know only the mirror of a pair, which is another game, take that */
};

/* Values in the units of struct foreign_row. */
struct compare_row {
    struct pair pair;
    uint32_t line; /* in the list */
    int32_t theirs, ours;
    int32_t their_rank, our_rank; /* doubled (stats.h): 2 is White's best, or the most draws */
    int budget;                   /* ours */
    bool is_mirror;               /* ours is the mirror's */
};

struct compare {
    struct compare_row *rows; /* owned; by pair */
    size_t count;
    int64_t absent;                      /* not evaluated by us, nor its mirror */
    int64_t only_mirror;                 /* of which we know only the mirror, and did not take it */
    int64_t mirrors;                     /* taken from the mirror */
    int64_t unscored;                    /* a mate of ours, or no draw rate */
    int64_t by_budget[ASYM_BUDGETS_MAX]; /* rows */

    /* Spearman's and Pearson's; undefined for less than two rows, or where all values are equal. */
    bool has_rank_correlation, has_correlation;
    double rank_correlation, correlation;

    /* How alike two budgets of ours are, which is as alike as another list can be hoped to be: of a
     * list of starts alone, Spearman's between the values compared and ours at the next budget
     * below that has some; no budget: -1. */
    int scale_budget;
    bool has_scale;
    double scale;

    int64_t alike, opposite, level; /* signs; level: either is 0 */
    int64_t difference;             /* sum of theirs - ours */
};

/* Compares. Borrows both. STATUS_CANNOT: no memory, or the list has starts, no budget was named,
 * and none has all controls. After any status, compare_free. */
enum status compare_run(const struct asym *asym, const struct foreign *foreign,
                        const struct compare_options *options, struct compare *compare,
                        struct error *error);

enum compare_order { COMPARE_BY_RANK, COMPARE_BY_VALUE };

/* The indices of those rows that differ in rank or in value, the largest difference first, then by
 * pair. An array of *count that the caller frees; NULL: no memory. */
uint32_t *compare_disagreements(const struct compare *compare, enum compare_order order,
                                size_t *count);

void compare_free(struct compare *compare);

#endif

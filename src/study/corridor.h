/* The encyclopedia: which ranked classes keep to the corridor, and what speaks against the others.
 *
 * A class is admitted when all of these are so:
 *     inside      at each of the corridor's limits the primary engine evaluates it, and |cp| is at
 *                 most max_cp (what it finds a mate in is not ranked);
 *     no drift    not every step from one limit to the next goes the same way (corridor_drifts);
 *     confirmed   by every confirmer: at its limit it finds no mate in the representative, and |cp|
 *                 is below the median of |cp| among its own controls there.
 * It is rejected when one of them is known to fail, else open: something was not evaluated yet. */
#ifndef STUDY_CORRIDOR_H
#define STUDY_CORRIDOR_H

#include "passport/corridor.h"
#include "study/asym.h"

/* What speaks against a class, and what it is about. Those before CORRIDOR_NOT_EVALUATED reject. */
enum corridor_reason {
    CORRIDOR_OUTSIDE,         /* a limit: |cp| above max_cp */
    CORRIDOR_DRIFT,           /* all limits together */
    CORRIDOR_MATE,            /* an engine that confirms: a mate */
    CORRIDOR_NOT_CONFIRMED,   /* an engine: |cp| not below the median */
    CORRIDOR_NOT_EVALUATED,   /* a limit */
    CORRIDOR_NO_CONFIRMATION, /* an engine: it was not asked, or has not answered */
    CORRIDOR_FEW_CONTROLS,    /* an engine: no median yet */
    CORRIDOR_REASONS,
};

enum corridor_verdict { CORRIDOR_ADMITTED, CORRIDOR_OPEN, CORRIDOR_REJECTED, CORRIDOR_VERDICTS };

const char *corridor_reason_name(enum corridor_reason reason);    /* "outside", "mate" ... */
bool corridor_is_about_engine(enum corridor_reason reason);       /* else about limits */
const char *corridor_verdict_name(enum corridor_verdict verdict); /* "admitted", "open" ... */

/* What a confirmer's controls say at its limit. */
struct corridor_median {
    int64_t controls;     /* without a mate: those whose median it is */
    int64_t mates;        /* left out */
    int64_t twice_median; /* of |cp|; twice, so that it is whole; -1 where controls are too few */
};

/* One ranked class. */
struct corridor_class {
    struct asym_class ranked;
    size_t rank;    /* from 1, as in asym_rank */
    bool candidate; /* near the corridor: the confirmers are asked about it */
    const struct evaluation *at[CORRIDOR_LIMITS];
    const struct evaluation *confirmed[CORRIDOR_CONFIRMERS_MAX]; /* by confirmer; NULL: not yet */
    /* By reason: bit i for the limit or confirmer i; bit 0 where it is about nothing. */
    unsigned reasons[CORRIDOR_REASONS];
    enum corridor_verdict verdict;
};

struct corridor_judged {
    const struct corridor *corridor; /* borrowed */
    struct corridor_median medians[CORRIDOR_CONFIRMERS_MAX];
    /* Every class ranked at near_from or deeper: candidates first, in both groups by rank. Owned.
     */
    struct corridor_class *classes;
    size_t count;
};

/* Is a ranked class near the corridor? */
bool corridor_is_candidate(const struct asym *asym, const struct corridor *corridor,
                           const struct asym_class *ranked);

/* The candidates by rank: what the confirmers are to be asked about. An array of *count that the
 * caller frees. */
enum status corridor_candidates(const struct asym *asym, const struct corridor *corridor,
                                struct pair **candidates, size_t *count, struct error *error);

/* Do four values walk one way: each above the one before, or each below? Of values that only
 * scatter around a fixed one, 2 of the 4! orders do, 1 in 12; what still walks has not settled, and
 * where it comes to rest cannot be read from these four. */
bool corridor_drifts(const int32_t cp[CORRIDOR_LIMITS]);

/* Judges all of them. `evidence` is what `asym` was set up from; both and the corridor must
 * outlive the result. */
enum status corridor_judge(const struct asym *asym, const struct evidence *evidence,
                           const struct corridor *corridor, struct corridor_judged *judged,
                           struct error *error);

/* Is it below the median of its engine's controls? 1; 0, also for a mate; -1: it cannot be told
 * yet. */
int corridor_below(const struct corridor_judged *judged, const struct corridor_class *class,
                   size_t confirmer);

void corridor_judged_free(struct corridor_judged *judged);

#endif

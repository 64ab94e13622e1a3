/* The study of Chess960 pairs: evidence -> what is known of each class, and the tables.
 *
 * Pure: everything here is a function of evidence, ladder and primary engine. Other engines only
 * confirm and take no part. */
#ifndef STUDY_ASYM_H
#define STUDY_ASYM_H

#include "passport/evidence.h"
#include "passport/ladder.h"

enum { ASYM_BUDGETS_MAX = 32 };

/* One node budget of the primary engine: a stage of the ladder, or a deepening budget that has
 * evidence. */
struct asym_budget {
    char stage[8];
    int64_t limit;
    int64_t window;                 /* cp; -1: none (deepening) */
    const struct evidence_set *set; /* NULL where nothing was evaluated */
};

struct asym {
    const struct ladder *ladder;
    struct asym_budget budgets[ASYM_BUDGETS_MAX]; /* limits rise */
    int count;
    int first_ranking; /* index of the first budget that is not triage */
};

/* Why a class stands where it stands. */
enum asym_outcome {
    ASYM_CONTROL, /* symmetric: never ranked */
    ASYM_RANKED,  /* inside every window from S0 to its deepest evaluation */
    ASYM_WINDOW,  /* |cp| above the window of `stopped` */
    ASYM_MATE,    /* a mate at `stopped` */
    ASYM_GAP,     /* not evaluated at `stopped`, though deeper */
    ASYM_WAITING, /* triage passed; the first ranking stage has not evaluated it yet */
    ASYM_TRIAGED, /* outside the window of the triage stage `stopped`; not served */
};

/* What is known of one class. */
struct asym_class {
    struct pair pair;                              /* the representative */
    const struct evaluation *at[ASYM_BUDGETS_MAX]; /* by budget; NULL: not evaluated */
    int deepest; /* index of the deepest budget evaluated; -1: none */
    enum asym_outcome outcome;
    int stopped; /* index of the budget that stopped it; -1: none */
};

const char *asym_outcome_name(enum asym_outcome outcome);

/* The index of the budget of that stage, or -1. */
int asym_find_stage(const struct asym *asym, const char *stage);

/* Does the row pass that budget's window? A mate passes none; without a window all else does. */
bool asym_inside(const struct asym_budget *budget, const struct evaluation *row);

/* The two sets that statements about evaluations are made of, always apart: the ordinary starts,
 * both of each mirror twin; and the representatives of asymmetric classes. Mirrors and
 * confirmations belong to neither. */
enum asym_kind { ASYM_CONTROLS, ASYM_PAIRS, ASYM_KINDS };
const char *asym_kind_name(enum asym_kind kind); /* "controls", "pairs" */
bool asym_is_of(enum asym_kind kind, const struct evaluation *row);

/* Which ranked classes are wanted. */
struct asym_filter {
    int min_budget; /* index: evaluated there or deeper */
    int64_t max_cp; /* |cp| at the deepest budget */
};
bool asym_passes(const struct asym_class *ranked, const struct asym_filter *filter);

/* Sets up the budgets. Borrows ladder and evidence, which must outlive it. */
enum status asym_init(struct asym *asym, const struct ladder *ladder,
                      const struct evidence *evidence, const char *primary_engine,
                      struct error *error);

/* What is known of the class of that pair (the pair itself for a control). True when anything is.
 */
bool asym_look(const struct asym *asym, struct pair pair, struct asym_class *class);

/* The deepest evaluation of exactly that pair in the role of a mirror, or NULL; *budget gets its
 * index. */
const struct evaluation *asym_mirror(const struct asym *asym, struct pair mirror, int *budget);

/* Walks all evaluated classes in the order of their representatives: start with *at zeroed, stop
 * when it returns false. */
struct asym_walk {
    size_t next[ASYM_BUDGETS_MAX];
};
bool asym_next(const struct asym *asym, struct asym_walk *at, struct asym_class *class);

/* The ranked classes, best first: deepest budget first, then the smaller |cp| there, then the
 * smaller |cp| at each next shallower budget (missing last), then (w, b). An array of *count that
 * the caller frees. */
enum status asym_rank(const struct asym *asym, struct asym_class **ranked, size_t *count,
                      struct error *error);

#endif

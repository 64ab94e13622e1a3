/* ladder.json: the stages that a pair climbs, as data. Only the windows in this file filter. */
#ifndef PASSPORT_LADDER_H
#define PASSPORT_LADDER_H

#include "base/json.h"

enum { LADDER_STAGES_MAX = 16 };

struct ladder_stage {
    char name[8];      /* P0, S0, S1 ... */
    int64_t limit;     /* nodes */
    int64_t window;    /* cp: a pair advances when |cp| <= window */
    int64_t published; /* cp: the window published for this stage; -1 where there is none */
    bool calibrated;   /* the window was chosen from our controls, not taken from the publication */
    bool triage;       /* decides which classes the next stage serves; neither ranks nor rejects */
};

struct ladder {
    struct ladder_stage stages[LADDER_STAGES_MAX]; /* limits rise strictly; triage stages first */
    size_t count;
    size_t first_ranking;    /* index of the first stage that is not triage */
    int64_t deepening_first; /* nodes of the first budget after the stages */
    int64_t deepening_factor;
    int64_t even_cp;       /* a control is even when |cp| <= this at the reference budget */
    int64_t even_at_least; /* where fewer are, this many of the most even are taken */
    int64_t percentile;    /* of |cp| among the even controls, nearest rank */
};

extern const struct json_shape ladder_shape;

enum status ladder_read(const char *name, struct text text, struct ladder *ladder,
                        struct error *error);

/* The ladder as ladder_read takes it, canonical JSON. */
void ladder_write(struct buf *out, const char *study, const struct ladder *ladder);

/* The stage of that node budget: its index; count + k for the k-th deepening budget
 * (first * factor^k); -1 for a budget that is not on the ladder. */
int ladder_find(const struct ladder *ladder, int64_t limit);

/* The stage's name: its own, or D0, D1, ... for deepening budgets. `name` holds 8 bytes. */
void ladder_name(const struct ladder *ladder, int stage, char name[8]);

#endif

/* Windows from the controls. A control is a symmetric start, so that its evaluation shows how far
 * a start that is even at depth strays at a shallow budget. */
#ifndef STUDY_CALIBRATE_H
#define STUDY_CALIBRATE_H

#include "study/asym.h"
#include "study/stats.h"

/* The controls that count as even: |cp| <= even_cp at the reference budget, the deepest that all
 * 960 controls have; where fewer than even_at_least are, that many of the most even (by |cp|, then
 * by number). */
struct calibrate_even {
    int reference;  /* index of the reference budget; -1: no budget has all 960 controls */
    int64_t within; /* controls with |cp| <= even_cp there */
    int64_t used;
    uint16_t numbers[START_COUNT]; /* of those used, the most even first */
};

/* The controls by |cp| at a budget that has all of them, a mate last, then by number. */
void calibrate_order(const struct asym *asym, int budget, uint16_t numbers[START_COUNT]);

/* The deepest budget below `below` (an index) that all 960 controls have, or -1. */
int calibrate_complete(const struct asym *asym, int below);

/* A control's row at that budget, or NULL. */
const struct evaluation *calibrate_control(const struct asym *asym, int budget, uint16_t number);

/* How one budget sees them. */
struct calibrate_window {
    int64_t controls;       /* evaluated at this budget */
    int64_t outside;        /* of those, how many lie outside the ladder's window here */
    int64_t outside_so_far; /* and how many here or at a ranking stage before; -1: triage */
    struct stats_sum cp;    /* of those without a mate */
    int64_t even;           /* of the even ones, how many are evaluated here */
    int64_t window;      /* the percentile of |cp| among them, nearest rank; -1: none, or a mate */
    int64_t kept;        /* of those, how many the ladder's window keeps */
    int64_t kept_so_far; /* and all windows from the first ranking stage to here; -1: triage */
};

void calibrate_even(const struct asym *asym, struct calibrate_even *even);
void calibrate_window(const struct asym *asym, const struct calibrate_even *even, int budget,
                      struct calibrate_window *window);

/* The seed of published intervals. */
enum { CALIBRATE_SEED = 1 };

/* The bootstrap of that window (stats.h) over the even controls that are evaluated at this budget,
 * begun with seed + budget; -1: no window, or a mate there. */
void calibrate_interval(const struct asym *asym, const struct calibrate_even *even, int budget,
                        uint64_t seed, int64_t *low, int64_t *high);

/* May this budget's window be taken from the controls? Its budget is below the reference, where the
 * even ones were chosen, and all of these are evaluated at it. */
bool calibrate_is_complete(const struct asym *asym, const struct calibrate_even *even, int budget);

/* The ladder with the calibrated windows wherever they may be taken; other stages stay. */
void calibrate_ladder(const struct asym *asym, const struct calibrate_even *even,
                      struct ladder *ladder);

#endif

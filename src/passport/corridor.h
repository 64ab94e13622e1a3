/* corridor.json: what a pair must keep to before the encyclopedia holds it, as data. */
#ifndef PASSPORT_CORRIDOR_H
#define PASSPORT_CORRIDOR_H

#include "passport/evidence.h"
#include "passport/ladder.h"

enum {
    CORRIDOR_LIMITS = 4,
    CORRIDOR_CONFIRMERS_MIN = 2,
    CORRIDOR_CONFIRMERS_MAX = 8,
    CORRIDOR_ENGINE_BYTES = 49,
};

/* An engine that is asked as well, and how long it thinks. */
struct corridor_confirmer {
    char engine[CORRIDOR_ENGINE_BYTES];
    enum limit_kind kind;
    int64_t limit;
};

struct corridor {
    int64_t max_cp;                  /* |cp| at each of the limits */
    int64_t limits[CORRIDOR_LIMITS]; /* nodes of the primary engine; they rise */
    int64_t near_from;               /* nodes: evaluated there or deeper, and */
    int64_t near_max_cp;             /* |cp| at the deepest: then the confirmers are asked */
    int64_t controls_at_least;       /* a median of fewer than these says nothing */
    struct corridor_confirmer confirmers[CORRIDOR_CONFIRMERS_MAX]; /* all of them must confirm */
    size_t confirmer_count;
};

extern const struct json_shape corridor_shape;

/* Where the limits are left out they are the first four budgets of deepening. STATUS_WRONG when the
 * text has another shape, or names limits that do not rise, a budget that the ladder does not rank
 * at, the primary engine or an engine twice among the confirmers, or asks the confirmers about
 * fewer classes than could be admitted. */
enum status corridor_read(const char *name, struct text text, const struct ladder *ladder,
                          const char *primary_engine, struct corridor *corridor,
                          struct error *error);

/* The confirmer that is that engine, or NULL. */
const struct corridor_confirmer *corridor_confirmer_of(const struct corridor *corridor,
                                                       const char *engine);

/* Is each confirmer that the passport knows limited there as it is here? Where it is not, nothing
 * that it searches could confirm: STATUS_WRONG. */
enum status corridor_check(const char *name, const struct corridor *corridor, const cJSON *passport,
                           struct error *error);

#endif

/* Which searches an engine makes next: the wave after its last closed one.
 *
 * A pure function of the ladder, the seed, the knobs and that engine's own evidence up to the last
 * closed wave (wave 0 is what was imported), and of the searches that have failed by then. So the
 * evidence after wave n depends on n alone, whoever searched, and however often anything died.
 *
 * A wave has a budget of nodes, counted by the nominal limits. A job is taken while what was taken
 * is below a budget, so that each is passed by less than one job.
 *
 *  1. Controls get `control_percent` of it: every stage of the ladder and the first deepening
 *     budget, whatever their windows; the shallowest stage with missing controls first, inside a
 *     stage in the order in which order.h visits their classes (a start, then its mirror).
 *  2. Deepening gets `deepening_percent`: pairs that are inside every window up to the last stage,
 *     at the next of the deepening budgets; the smallest budget first, since there is no end to
 *     them, inside a budget by rank.
 *  3. Mirrors get `mirror_percent`: the mirror of each ranked pair, at the pair's deepest budget,
 *     by rank.
 *     The jobs of 2 and 3 may be large beside a wave. So the next one is taken only where, with it,
 *     all deepening (all mirrors) of the engine is at most that percentage of all that it has
 *     searched from the first ranking stage on, this wave included; otherwise its turn comes in a
 *     later wave.
 *  4. Screening gets the rest: the deepest stage with waiting candidates first, inside a stage the
 *     most even first (the smaller |cp| at the stage below, then at each one below that, then w and
 *     b). What the first ranking stage and the triage stages serve comes in the visiting order: for
 *     the first ranking stage the classes that triage has passed, then, for the first triage stage,
 *     those without an evaluation. A stage that was passed over (a gap) is a waiting candidate.
 *  5. Where something is left then, deepening, mirrors and controls go on, in this order; a part
 *     of 0 per cent is never taken.
 *
 * A search that has failed is not planned again; its pair waits at that stage for good. Nothing is
 * planned above `deepest`. At least one job is planned while anything is left. The jobs come with
 * the largest limits first, so that no worker is alone with a long search at the end of a wave. */
#ifndef SEARCH_PLAN_H
#define SEARCH_PLAN_H

#include "base/json.h"
#include "search/figures.h"
#include "study/asym.h"

struct plan_knobs {
    int64_t wave_nodes;                                     /* at least 1 */
    int control_percent, deepening_percent, mirror_percent; /* together at most 100 */
    int64_t deepest;                                        /* limit, in nodes */
};

/* About an hour of one core; 10 % controls, 20 % deepening, 2 % mirrors; no deepest limit. */
extern const struct plan_knobs plan_default_knobs;

struct plan_failed {
    int64_t limit;
    struct pair pair;
};

struct plan_input {
    const struct ladder *ladder;
    const struct plan_knobs *knobs;
    uint64_t seed;                   /* of the visiting order */
    const char *engine;              /* whose evidence counts; limited by nodes */
    const struct evidence *evidence; /* up to the last closed wave; other engines' may be there */
    const struct plan_failed *failed;
    size_t failed_count; /* in any order */
};

enum plan_part { PLAN_CONTROLS, PLAN_DEEPENING, PLAN_MIRRORS, PLAN_SCREENING, PLAN_PARTS };

struct plan_job {
    int64_t limit;
    struct pair pair;
    enum role role;
};

struct plan {
    struct plan_job *jobs; /* owned; each (limit, pair) once, none with an evaluation */
    size_t count;          /* 0: nothing is left to search */
    int64_t taken[PLAN_PARTS], nodes[PLAN_PARTS];
    struct figures figures; /* of the evidence that it was planned from */
};

/* "controls" ... */
const char *plan_part_name(enum plan_part part);

/* The stage of the ladder that a class waits for; -1: none of them (stopped, or at the top).
 * `known`: what asym_look said; a class without any evaluation waits for stage 0. */
int plan_next_stage(const struct asym *asym, const struct asym_class *class, bool known);

/* STATUS_CANNOT where the knobs are none. */
enum status plan_check_knobs(const struct plan_knobs *knobs, struct error *error);

/* *plan is owned by the caller (plan_free), also after a failure. STATUS_WRONG for evidence at a
 * budget that is not on the ladder. */
enum status plan_wave(const struct plan_input *input, struct plan *plan, struct error *error);

void plan_free(struct plan *plan);

/* The knobs, the parts and the figures as one JSON document, which a store keeps with the wave. */
void plan_write(const struct plan *plan, const struct plan_knobs *knobs, struct buf *out);

/* The knobs from such a document. `name` is for messages. */
enum status plan_read_knobs(const char *name, struct text text, struct plan_knobs *knobs,
                            struct error *error);

/* The figures from such a document; *there is false for one that has none. */
enum status plan_read_figures(const char *name, struct text text, struct figures *figures,
                              bool *there, struct error *error);

/* The budget of that stage: `stage` counts from 0 through the ladder and on through the deepening
 * budgets; INT64_MAX where that is beyond all numbers. */
int64_t plan_limit(const struct ladder *ladder, int stage);

/* The budget of the stage of that name, deepening ones (D0 ...) too; 0 where there is none. */
int64_t plan_limit_of(const struct ladder *ladder, const char *name);

#endif

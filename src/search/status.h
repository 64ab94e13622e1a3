/* How far a search has come: what is stored, what waits, who is at work. */
#ifndef SEARCH_STATUS_H
#define SEARCH_STATUS_H

#include "search/confirming.h"

/* One stage of the ladder, or a deepening budget with evaluations or failures. */
struct status_stage {
    char name[8];
    int64_t limit;
    int64_t pairs, controls, mirrors, confirmed; /* evaluations, by role */
    int64_t waiting;  /* classes that wait for this stage; of a deepening budget: 0 */
    int64_t running;  /* searches under way, of any role */
    int64_t rejected; /* classes that were stopped here: by its window, a mate, or triage */
    int64_t failed;   /* searches that failed for good */
};

/* What was searched on one day (0: not known, imported). */
struct status_day {
    int32_t day;
    int64_t rows, screening, deepening; /* nodes by nominal limits, in the compute split's sense */
    int64_t confirming;                 /* of an engine that confirms, as it counted */
    int64_t total_nodes, engine_ms;     /* where known */
};

struct status_report {
    const char *store, *engine; /* the ground's */
    enum limit_kind kind;
    bool confirms; /* then it has no stages and no classes, but */
    struct confirming confirming;
    struct status_stage stages[ASYM_BUDGETS_MAX];
    int stage_count;
    int64_t classes; /* with an evaluation, of PAIR_CLASSES */
    int64_t rows;
    struct status_day *days; /* owned; sorted */
    size_t day_count;
    struct status_day sum;
    struct store_wave wave;        /* the last one; number 0: none */
    int64_t wave_nodes, wave_done; /* of an open wave, by nominal limits; at those of depth 0 */
    int64_t speed;                 /* nodes a second of one worker, over all that is known; 0 */
    int64_t left_s;                /* until the open wave ends; -1: not known */
    int64_t coordinator;           /* its process; 0: none; -1: its id is not known */
    struct store_running *workers; /* owned; of this engine; none without a coordinator */
    size_t worker_count;
    int64_t cut_off; /* searches of a coordinator that died; they count as waiting */
};

/* Looks at the store of `ground`, which must be there. The report is the caller's to free
 * (status_free), also after a failure. */
enum status status_read(const struct ground *ground, struct status_report *report,
                        struct error *error);

/* For people, and as one JSON document (64-bit numbers as strings). */
void status_print(const struct status_report *report, struct buf *out);
void status_print_json(const struct status_report *report, struct buf *out);

void status_free(struct status_report *report);

/* The open wave's rest or else the next wave: its parts and stages, what it takes in time with that
 * many workers, and on the disk. */
enum status status_print_plan(const struct ground *ground, const struct plan_knobs *knobs,
                              int workers, struct buf *out, struct error *error);

/* "95 s", "12 min", "3 h 20 min", "2 d 4 h"; "?" below 0. */
void status_put_duration(struct buf *out, int64_t seconds);

#endif

/* The coordinator: waves of searches on N engines of one machine, into one store.
 *
 * One process polls all engines. Results are committed in groups, within about a second, so that a
 * kill loses little, and never anything that was committed; a search that was under way is made
 * again. An engine that dies is started anew; a search on which it died STORE_TRIES times is
 * recorded as failed, unless it was killed from outside, which is no try. */
#ifndef SEARCH_RUN_H
#define SEARCH_RUN_H

#include "search/ground.h"

enum {
    RUN_WORKERS_MAX = 1024,
    /* So many failures in a row, on whichever positions and without a result between them, are the
     * engine's own: the run ends. */
    RUN_FAILURES_MAX = 3 * STORE_TRIES,
    RUN_STARTS_MAX = 3, /* so many starts in a row that do not come to a search */
};

struct run_options {
    int workers;
    int64_t waves;  /* end after so many have been closed; 0: no end */
    int64_t for_ms; /* begin no search after that time, and end with those in hand; 0: no end */
    struct plan_knobs knobs; /* as ground_knobs takes them */
    const char *until;       /* climb no further than this stage; NULL: no end */
};

struct run_progress {
    int64_t wave;
    int64_t jobs, done, failed, running;
    int64_t nodes, nodes_done; /* of the wave, by nominal limits; failed ones are done, and of those
                                * under way what the engines have said. `nodes` is 0 at limits of
                                * depth: what they take is not known before */
    int64_t rate;              /* nodes a second, over the last minutes of this run; 0: not known */
    int64_t left_s;            /* until the wave ends at that rate; -1: not known */
    int64_t searched;          /* results of this run */
    int64_t elapsed_ms;
};

/* What happens, for whoever shows it. `text` is one line, or NULL: only the progress is new, which
 * comes about once a second. Must return soon: the engines wait. */
typedef void run_report(void *user, const struct run_progress *progress, const char *text);

/* Runs until nothing is left, a condition of the options is met, or SIGINT, SIGTERM or SIGHUP
 * comes: then the searches in hand are given back; a second signal ends the process at once.
 *
 * STATUS_OK then; STATUS_CANNOT or STATUS_WRONG where the engine does not work or its files have
 * changed, or the store refuses: what was committed is valid. */
enum status run_search(struct ground *ground, const struct run_options *options, run_report *report,
                       void *user, struct error *error);

#endif

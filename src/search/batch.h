/* A list of searches by one engine, in as many processes as are wanted, polled by one thread. */
#ifndef SEARCH_BATCH_H
#define SEARCH_BATCH_H

#include "uci/engine.h"

struct batch_job {
    char fen[UCI_FEN_BYTES];
    int64_t limit; /* of the configuration's kind */
    uint32_t hash_mb;
};

/* What happens, for whoever keeps it. Must return soon: the engines wait. */
struct batch_news {
    enum {
        BATCH_READY,  /* an engine is: it fits its configuration */
        BATCH_FOUND,  /* `uci` has the result of jobs[job] */
        BATCH_FAILED, /* nothing will come of jobs[job]: `reason` */
        BATCH_TICK,   /* about a second has passed */
    } kind;
    size_t job;
    const struct uci *uci;
    const char *reason;
};
typedef void batch_report(void *user, const struct batch_news *news);

struct batch {
    const struct engine_config *config; /* identified; its files must be there */
    const struct batch_job *jobs;
    size_t count;
    int workers;      /* processes; one searches the jobs in their order */
    int tries;        /* so often a job is searched on which the engine dies; it is started anew */
    bool all_or_none; /* the first job that fails ends it */
    batch_report *report;
    void *user;
};

/* Searches all jobs, or until SIGINT, SIGTERM or SIGHUP comes (*stopped). STATUS_CANNOT where the
 * engine does not work: it cannot be started, does not fit its configuration, or fails
 * RUN_FAILURES_MAX times in a row. */
enum status batch_run(const struct batch *batch, bool *stopped, struct error *error);

#endif

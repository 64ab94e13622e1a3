#include "search/batch.h"

#include "program/signals.h"
#include "search/crew.h"
#include "search/run.h"

#include <poll.h>
#include <stdio.h>
#include <stdlib.h>

enum { TICK_MS = 1000 };

struct worker {
    struct uci *uci; /* owned; NULL: none, for nothing is left to do */
    int starts;      /* since the last search */
    bool busy;       /* jobs[job] is in hand, being searched or to be searched again */
    bool begun;
    size_t job;
    int tries;
};

struct work {
    const struct batch *batch;
    struct worker *workers;
    struct pollfd *polled; /* one for each worker, and the signals' */
    size_t next, done;
    bool was_ready, failed;
    int failures; /* in a row */
    int64_t ticked;
    struct signals signals;
    struct error *error;
};

static void tell(const struct work *work, struct batch_news news)
{
    work->batch->report(work->batch->user, &news);
}

static enum status start_engine(struct work *work, struct worker *worker)
{
    const struct engine_config *config = work->batch->config;
    worker->starts++;
    worker->begun = false;
    enum status status = uci_start(config, crew_clock(), &worker->uci, work->error);
    return status ? error_prefix(work->error, status, "engine %s", config->id) : STATUS_OK;
}

/* Begins the job in hand, or the next one. */
static enum status feed(struct work *work, struct worker *worker)
{
    const struct batch *batch = work->batch;
    if (!worker->busy) {
        if (work->next == batch->count)
            return STATUS_OK;
        worker->busy = true;
        worker->tries = 0;
        worker->job = work->next++;
    }
    const struct batch_job *job = &batch->jobs[worker->job];
    worker->begun = true;
    return uci_begin(worker->uci, job->fen, job->limit, job->hash_mb, crew_clock(), work->error);
}

static void end_job(struct work *work, struct worker *worker, struct batch_news news)
{
    news.job = worker->job;
    worker->busy = worker->begun = false;
    work->done++;
    tell(work, news);
}

static void take_result(struct work *work, struct worker *worker)
{
    worker->starts = work->failures = 0;
    end_job(work, worker, (struct batch_news){.kind = BATCH_FOUND, .uci = worker->uci});
}

static enum status fail_job(struct work *work, struct worker *worker, const char *reason)
{
    worker->starts = 0;
    if (++work->failures >= RUN_FAILURES_MAX)
        return error_set(work->error, STATUS_CANNOT,
                         "engine %s: %d searches in a row have failed, the last: %s",
                         work->batch->config->id, work->failures, reason);
    if (++worker->tries < work->batch->tries)
        return STATUS_OK;
    work->failed = true;
    end_job(work, worker, (struct batch_news){.kind = BATCH_FAILED, .reason = reason});
    return STATUS_OK;
}

static bool is_done(const struct work *work)
{
    return work->done == work->batch->count || (work->failed && work->batch->all_or_none);
}

/* The engine is dead. */
static enum status take_failure(struct work *work, struct worker *worker)
{
    char reason[512];
    bool searched = uci_failed_in_search(worker->uci) && worker->begun;
    enum status status = STATUS_OK;
    snprintf(reason, sizeof reason, "%s", uci_reason(worker->uci));
    uci_close(worker->uci);
    worker->uci = NULL;
    if (searched)
        status = fail_job(work, worker, reason);
    else if (!work->was_ready || worker->starts >= RUN_STARTS_MAX)
        return error_set(work->error, STATUS_CANNOT, "engine %s: %s", work->batch->config->id,
                         reason);
    bool needed = (worker->busy || work->next < work->batch->count) && !is_done(work);
    return !status && needed ? start_engine(work, worker) : status;
}

static enum status advance(struct work *work, struct worker *worker)
{
    enum status status = STATUS_OK;
    if (!worker->uci)
        return STATUS_OK;
    switch (uci_advance(worker->uci, crew_clock())) {
    case UCI_READY:
        work->was_ready = true;
        tell(work, (struct batch_news){.kind = BATCH_READY, .uci = worker->uci});
        break;
    case UCI_RESULT:
        take_result(work, worker);
        break;
    case UCI_FAILED:
        status = take_failure(work, worker);
        break;
    default:
        break;
    }
    if (!status && worker->uci && uci_is_idle(worker->uci))
        status = feed(work, worker);
    return status;
}

static void wait_for_events(struct work *work)
{
    int count = work->batch->workers;
    int64_t now = crew_clock(), due = work->ticked + TICK_MS;
    for (int i = 0; i < count; i++) {
        const struct uci *uci = work->workers[i].uci;
        work->polled[i] = (struct pollfd){uci ? uci_fd(uci) : -1, POLLIN, 0};
        if (uci && uci_due(uci) < due)
            due = uci_due(uci);
    }
    work->polled[count] = (struct pollfd){work->signals.fd, POLLIN, 0};
    poll(work->polled, (nfds_t)count + 1, due > now ? (int)(due - now) : 0);
}

static enum status work_once(struct work *work)
{
    enum status status = STATUS_OK;
    for (int i = 0; i < work->batch->workers && !status; i++)
        status = advance(work, &work->workers[i]);
    int64_t now = crew_clock();
    if (!status && now - work->ticked >= TICK_MS) {
        work->ticked = now;
        tell(work, (struct batch_news){.kind = BATCH_TICK});
    }
    return status;
}

static enum status work_all(struct work *work, bool *stopped)
{
    enum status status = STATUS_OK;
    for (int i = 0; i < work->batch->workers && (size_t)i < work->batch->count && !status; i++)
        status = start_engine(work, &work->workers[i]);
    while (!status && !is_done(work) && !*stopped) {
        status = work_once(work);
        *stopped = !status && signals_came(&work->signals);
        if (!status && !*stopped && !is_done(work))
            wait_for_events(work);
    }
    return status;
}

enum status batch_run(const struct batch *batch, bool *stopped, struct error *error)
{
    size_t workers = (size_t)batch->workers;
    struct work work = {.batch = batch, .error = error, .signals = {.fd = -1}};
    *stopped = false;
    work.ticked = crew_clock();
    work.workers = calloc(workers, sizeof *work.workers);
    work.polled = calloc(workers + 1, sizeof *work.polled);
    enum status status = work.workers && work.polled ? STATUS_OK : error_memory(error);
    if (!status)
        status = signals_watch(&work.signals, error);
    if (!status)
        status = work_all(&work, stopped);
    for (size_t i = 0; work.workers && i < workers; i++)
        uci_close(work.workers[i].uci);
    signals_end(&work.signals);
    free(work.workers);
    free(work.polled);
    return status;
}

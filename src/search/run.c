#include "search/run.h"

#include "search/crew.h"
#include "search/producer.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { RATE_STEP_MS = 10000, RATE_STEPS = 30 };

/* A run on its way. */
struct run {
    struct ground *ground;
    const struct run_options *options;
    struct plan_knobs knobs;
    struct crew *crew;
    run_report *report;
    void *user;
    struct run_progress progress;
    struct crew_counts before; /* the crew's, when the wave was begun or resumed */
    int64_t done_before, failed_before, nodes_before; /* of the wave, by earlier runs */
    int64_t begun_ms, until_ms;
    int64_t closed; /* waves */
    struct {
        int64_t ms, nodes;
    } past[RATE_STEPS]; /* a ring, for the rate */
    int64_t steps;
    struct error *error;
};

/* ---- progress ---- */

/* `searched`: nodes of this run so far, those of the searches in hand too. A search that has failed
 * takes its own back. */
static void measure(struct run *run, int64_t searched, int64_t now)
{
    struct run_progress *progress = &run->progress;
    int64_t oldest = run->steps > RATE_STEPS ? run->steps % RATE_STEPS : 0;
    int64_t ms = now - run->past[oldest].ms;
    int64_t nodes = searched - run->past[oldest].nodes;
    progress->rate = ms > 0 && nodes > 0 ? nodes * 1000 / ms : 0;
    if (progress->rate == 0 && progress->elapsed_ms > 0)
        progress->rate = searched * 1000 / progress->elapsed_ms;
    int64_t left = progress->nodes - progress->nodes_done;
    progress->left_s = progress->rate > 0 ? left / progress->rate : -1;
    if (now - run->past[(run->steps - 1) % RATE_STEPS].ms >= RATE_STEP_MS) {
        run->past[run->steps % RATE_STEPS].ms = now;
        run->past[run->steps % RATE_STEPS].nodes = searched;
        run->steps++;
    }
}

static void update(struct run *run)
{
    struct crew_counts counts = crew_counts(run->crew);
    struct run_progress *progress = &run->progress;
    int64_t now = crew_clock(), searched = counts.nodes + counts.running_nodes;
    progress->elapsed_ms = now - run->begun_ms;
    progress->searched = counts.done;
    progress->running = counts.running;
    progress->done = run->done_before + counts.done - run->before.done;
    progress->failed = run->failed_before + counts.failed - run->before.failed;
    progress->nodes_done = run->nodes_before + searched - run->before.nodes;
    measure(run, searched, now);
}

static void tick(void *user, const char *text)
{
    struct run *run = user;
    if (run->crew)
        update(run);
    run->report(run->user, &run->progress, text);
}

static void tell(struct run *run, const char *format, ...) __attribute__((format(printf, 2, 3)));

static void tell(struct run *run, const char *format, ...)
{
    char text[512];
    va_list args;
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    tick(run, text);
}

/* What the open wave is and how far earlier runs have come. */
static enum status begin_progress(struct run *run, int64_t number)
{
    struct store_count *counts;
    size_t count;
    enum status status = store_counts(run->ground->store, &counts, &count, run->error);
    if (status)
        return status;
    run->progress = (struct run_progress){.wave = number, .left_s = -1};
    run->before = crew_counts(run->crew);
    run->done_before = run->failed_before = run->nodes_before = 0;
    for (size_t i = 0; i < count; i++) {
        const struct store_count *part = &counts[i];
        if (strcmp(part->engine, run->ground->config.id) != 0)
            continue;
        run->progress.jobs += part->jobs;
        run->progress.nodes += part->jobs * part->limit;
        run->done_before += part->state == STORE_DONE ? part->jobs : 0;
        run->failed_before += part->state == STORE_FAILED ? part->jobs : 0;
        if (part->state == STORE_DONE || part->state == STORE_FAILED)
            run->nodes_before += part->jobs * part->limit;
    }
    free(counts);
    update(run);
    return STATUS_OK;
}

/* ---- waves ---- */

static enum status store_plan(struct run *run, const struct plan *plan, int64_t number)
{
    struct buf text = {0};
    struct store_job *jobs = calloc(plan->count + 1, sizeof *jobs);
    plan_write(plan, &run->knobs, &text);
    enum status status = jobs ? buf_ok(&text, run->error) : error_memory(run->error);
    for (size_t i = 0; i < plan->count && !status; i++)
        jobs[i] = (struct store_job){.kind = LIMIT_NODES,
                                     .limit = plan->jobs[i].limit,
                                     .pair = plan->jobs[i].pair,
                                     .role = plan->jobs[i].role};
    if (!status)
        status = store_wave_begin(run->ground->store, run->ground->config.id, number, text.data,
                                  jobs, plan->count, run->error);
    buf_free(&text);
    free(jobs);
    return status;
}

/* Opens the next wave; *any is false where nothing is left to search. */
static enum status plan_next(struct run *run, int64_t number, bool *any)
{
    struct plan plan;
    enum status status = ground_plan(run->ground, &run->knobs, &plan, run->error);
    *any = plan.count != 0;
    if (!status && *any)
        status = store_plan(run, &plan, number);
    plan_free(&plan);
    return status;
}

/* One wave, a new one or the one that is open. *more: is there to be another? */
static enum status run_wave(struct run *run, bool *more)
{
    struct store *store = run->ground->store;
    const char *engine = run->ground->config.id;
    struct store_wave wave = {0};
    enum crew_end end = CREW_WAVE;
    bool any = true, resumed;
    enum status status = store_wave(store, engine, 0, &wave, NULL, run->error);
    resumed = wave.open;
    if (!status && !resumed)
        status = plan_next(run, wave.number + 1, &any);
    *more = any;
    if (status || !any)
        return status;
    int64_t number = wave.number + !resumed;
    status = begin_progress(run, number);
    if (status)
        return status;
    tell(run, "wave %lld %s: %lld jobs, %lld nodes%s", (long long)number,
         resumed ? "goes on" : "begins", (long long)run->progress.jobs,
         (long long)run->progress.nodes, resumed ? " in all" : "");
    status = crew_work(run->crew, run->until_ms, &end, run->error);
    *more = end == CREW_WAVE;
    if (status || end != CREW_WAVE)
        return status;
    update(run);
    status = store_wave_close(store, engine, run->error);
    if (status)
        return status;
    run->closed++;
    tell(run, "wave %lld is done: %lld results, %lld failed", (long long)number,
         (long long)run->progress.done, (long long)run->progress.failed);
    return STATUS_OK;
}

static enum status run_waves(struct run *run)
{
    enum status status = STATUS_OK;
    bool more = true;
    while (!status && more) {
        status = run_wave(run, &more);
        if (status)
            break;
        if (crew_is_stopped(run->crew)) {
            tell(run, "stopped: the searches in hand are given back");
            break;
        }
        if (run->options->waves && run->closed == run->options->waves)
            break;
        if (crew_clock() >= run->until_ms) {
            tell(run, "the time is up");
            break;
        }
        if (!more)
            tell(run, "nothing is left to search%s%s", run->options->until ? " up to " : "",
                 run->options->until ? run->options->until : "");
    }
    return status;
}

static enum status find_run(struct run *run, int64_t *number)
{
    cJSON *producer;
    struct buf text = {0};
    enum status status = producer_new(&producer, run->error);
    if (!status) {
        json_write(&text, producer);
        status = buf_ok(&text, run->error);
    }
    if (!status)
        status = store_run(run->ground->store, text.data, number, run->error);
    cJSON_Delete(producer);
    buf_free(&text);
    return status;
}

enum status run_search(struct ground *ground, const struct run_options *options, run_report *report,
                       void *user, struct error *error)
{
    struct run run = {.ground = ground,
                      .options = options,
                      .report = report,
                      .user = user,
                      .progress = {.left_s = -1},
                      .steps = 1,
                      .error = error};
    int64_t number;
    run.begun_ms = crew_clock();
    run.until_ms = options->for_ms ? run.begun_ms + options->for_ms : INT64_MAX;
    run.past[0].ms = run.begun_ms;
    enum status status = ground_knobs(ground, &options->knobs, options->until, &run.knobs, error);
    if (!status)
        status = find_run(&run, &number);
    if (!status)
        status = crew_new(ground, options->workers, number, tick, &run, &run.crew, error);
    if (!status)
        status = run_waves(&run);
    crew_free(run.crew);
    return status;
}

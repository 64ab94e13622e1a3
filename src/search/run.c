#include "search/run.h"

#include "search/crew.h"
#include "search/producer.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    RATE_STEP_MS = 10000,
    RATE_STEPS = 30,
    IDLE_MS =
        500, /* between two looks at a store on which others work; then twice as long, up to */
    IDLE_MS_MAX = 8000,
    AWAY_MS = 5000, /* between two tries to reach a store that is away */
};

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
    int64_t closed_before; /* waves, when the run began; -1: not known yet */
    int64_t closed;        /* since then, by whomever */
    int64_t told;          /* the wave that was reported last */
    int64_t source_wave;   /* of the primary engine, which the last plan of a confirmer reads */
    bool idle;             /* nothing was to be done, but others are at work */
    int64_t idle_ms;
    struct {
        int64_t ms, nodes, searches;
    } past[RATE_STEPS]; /* a ring, for the rate */
    int64_t steps;
    struct error *error;
};

/* ---- progress ---- */

static int64_t jobs_left(const struct run_progress *progress)
{
    return progress->jobs - progress->done - progress->failed;
}

/* `searched`: nodes of this run so far, those of the searches in hand too. A search that has failed
 * takes its own back. */
static void measure(struct run *run, int64_t searched, int64_t now)
{
    struct run_progress *progress = &run->progress;
    int64_t oldest = run->steps > RATE_STEPS ? run->steps % RATE_STEPS : 0;
    int64_t ms = now - run->past[oldest].ms;
    int64_t nodes = searched - run->past[oldest].nodes;
    int64_t searches = progress->searched - run->past[oldest].searches;
    progress->rate = ms > 0 && nodes > 0 ? nodes * 1000 / ms : 0;
    if (progress->rate == 0 && progress->elapsed_ms > 0)
        progress->rate = searched * 1000 / progress->elapsed_ms;
    int64_t left = progress->nodes - progress->nodes_done;
    if (progress->nodes)
        progress->left_s = progress->rate > 0 ? left / progress->rate : -1;
    else
        progress->left_s = searches > 0 ? jobs_left(progress) * ms / searches / 1000 : -1;
    if (now - run->past[(run->steps - 1) % RATE_STEPS].ms >= RATE_STEP_MS) {
        run->past[run->steps % RATE_STEPS].ms = now;
        run->past[run->steps % RATE_STEPS].nodes = searched;
        run->past[run->steps % RATE_STEPS].searches = progress->searched;
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

/* Of one search; 0 where the limit is no number of nodes. */
static int64_t nominal_nodes(const struct store_count *part)
{
    return part->kind == LIMIT_NODES ? part->limit : 0;
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
        run->progress.nodes += part->jobs * nominal_nodes(part);
        run->done_before += part->state == STORE_DONE ? part->jobs : 0;
        run->failed_before += part->state == STORE_FAILED ? part->jobs : 0;
        if (part->state == STORE_DONE || part->state == STORE_FAILED)
            run->nodes_before += part->jobs * nominal_nodes(part);
    }
    free(counts);
    update(run);
    return STATUS_OK;
}

/* ---- waves ---- */

/* `text`: the plan as a store keeps it. */
static enum status store_plan(struct run *run, const struct plan_job *planned, size_t count,
                              const struct buf *text, int64_t number)
{
    const struct engine_config *config = &run->ground->config;
    struct store_job *jobs = calloc(count + 1, sizeof *jobs);
    enum status status = jobs ? buf_ok(text, run->error) : error_memory(run->error);
    for (size_t i = 0; i < count && !status; i++)
        jobs[i] = (struct store_job){.kind = config->limit_kind,
                                     .limit = planned[i].limit,
                                     .pair = planned[i].pair,
                                     .role = planned[i].role};
    if (!status)
        status = store_wave_begin(run->ground->store, config->id, number, text->data, jobs, count,
                                  run->error);
    free(jobs);
    return status;
}

static enum status plan_climbing(struct run *run, int64_t number, bool *any)
{
    struct plan plan;
    struct buf text = {0};
    enum status status = ground_plan(run->ground, &run->knobs, &plan, run->error);
    *any = plan.count != 0;
    plan_write(&plan, &run->knobs, &text);
    if (!status && *any)
        status = store_plan(run, plan.jobs, plan.count, &text, number);
    plan_free(&plan);
    buf_free(&text);
    return status;
}

static enum status plan_confirming(struct run *run, int64_t number, bool *any)
{
    struct confirm confirm;
    struct buf text = {0};
    enum status status = ground_confirm(run->ground, &confirm, &text, run->error);
    *any = confirm.count != 0;
    run->source_wave = confirm.source.wave;
    if (!status && *any)
        status = store_plan(run, confirm.jobs, confirm.count, &text, number);
    confirm_free(&confirm);
    buf_free(&text);
    return status;
}

/* Opens the next wave; *any is false where nothing is left to search. */
static enum status plan_next(struct run *run, int64_t number, bool *any)
{
    return run->ground->confirms ? plan_confirming(run, number, any)
                                 : plan_climbing(run, number, any);
}

/* Closed waves count whoever closed them. */
static enum status look(struct run *run, struct store_wave *wave)
{
    enum status status =
        store_wave(run->ground->store, run->ground->config.id, 0, wave, NULL, run->error);
    if (status)
        return status;
    int64_t closed = wave->number - wave->open;
    if (run->closed_before < 0)
        run->closed_before = closed;
    run->closed = closed - run->closed_before;
    return STATUS_OK;
}

static bool is_enough(const struct run *run)
{
    return run->options->waves && run->closed >= run->options->waves;
}

/* One at a time closes and plans; the others wait. `work` is that one's, with the wave as it is. */
typedef enum status leading(struct run *run, struct store_wave *wave, bool *more);

static enum status lead(struct run *run, leading *work, struct store_wave *wave, bool *more)
{
    struct error ignored;
    bool mine;
    enum status status = store_lead(run->ground->store, &mine, run->error);
    run->idle = !status && !mine;
    if (status || !mine)
        return status;
    status = look(run, wave);
    if (!status)
        status = work(run, wave, more);
    if (status) {
        (void)store_unlead(run->ground->store, &ignored);
        return status;
    }
    return store_unlead(run->ground->store, run->error);
}

static enum status begin_wave(struct run *run, struct store_wave *wave, bool *more)
{
    enum status status = STATUS_OK;
    if (!wave->open)
        status = plan_next(run, wave->number + 1, more);
    return status || wave->open || !*more ? status : look(run, wave);
}

static enum status end_wave(struct run *run, struct store_wave *wave, bool *more)
{
    *more = true;
    if (!wave->open)
        return STATUS_OK;
    run->idle = wave->states[STORE_WAITING] + wave->states[STORE_RUNNING] > 0;
    if (run->idle)
        return STATUS_OK;
    update(run);
    enum status status = store_wave_close(run->ground->store, run->ground->config.id, run->error);
    if (!status)
        status = look(run, wave);
    if (!status)
        tell(run, "wave %lld is done: %lld results, %lld failed", (long long)wave->number,
             (long long)wave->states[STORE_DONE], (long long)wave->states[STORE_FAILED]);
    return status;
}

static void tell_wave(struct run *run, int64_t number, bool resumed)
{
    if (number == run->told)
        return;
    run->told = number;
    const char *word = resumed ? "goes on" : "begins", *end = resumed ? " in all" : "";
    if (run->progress.nodes)
        tell(run, "wave %lld %s: %lld jobs, %lld nodes%s", (long long)number, word,
             (long long)run->progress.jobs, (long long)run->progress.nodes, end);
    else
        tell(run, "wave %lld %s: %lld jobs%s", (long long)number, word,
             (long long)run->progress.jobs, end);
}

static void tell_end(struct run *run)
{
    const struct ground *ground = run->ground;
    const char *until = run->options->until;
    if (ground->confirms)
        tell(run, "nothing is left to confirm as of wave %lld of %s", (long long)run->source_wave,
             ground->stored.edition.primary_engine);
    else
        tell(run, "nothing is left to search%s%s", until ? " up to " : "", until ? until : "");
}

/* Works at the wave that is open. *more: is there to be another? */
static enum status work_at_wave(struct run *run, struct store_wave *wave, bool resumed, bool *more)
{
    enum crew_end end = CREW_WAVE;
    int64_t before = crew_counts(run->crew).done;
    enum status status = begin_progress(run, wave->number);
    if (status)
        return status;
    tell_wave(run, wave->number, resumed);
    status = crew_work(run->crew, run->until_ms, &end, run->error);
    if (crew_counts(run->crew).done != before)
        run->idle_ms = IDLE_MS;
    *more = end == CREW_WAVE;
    return status || end != CREW_WAVE ? status : lead(run, end_wave, wave, more);
}

/* One wave, a new one or the one that is open. */
static enum status run_wave(struct run *run, bool *more)
{
    struct store_wave wave = {0};
    *more = true;
    run->idle = false;
    enum status status = look(run, &wave);
    bool resumed = wave.open;
    if (status || is_enough(run))
        return status;
    if (!wave.open)
        status = lead(run, begin_wave, &wave, more);
    if (status || run->idle || !wave.open)
        return status;
    return work_at_wave(run, &wave, resumed, more);
}

/* The same again, as long as it is only that the store is away; waits where there is nothing to do.
 */
static enum status try_wave(struct run *run, bool *more)
{
    enum status status = run_wave(run, more);
    if (status == STATUS_CANNOT && store_may_repeat(run->ground->store)) {
        tell(run, "%s; it is tried again", run->error->text);
        crew_wait(run->crew, AWAY_MS);
        *more = true;
        return STATUS_OK;
    }
    if (!status && run->idle) {
        crew_wait(run->crew, run->idle_ms);
        run->idle_ms = run->idle_ms < IDLE_MS_MAX ? 2 * run->idle_ms : IDLE_MS_MAX;
    }
    return status;
}

static enum status run_waves(struct run *run)
{
    enum status status = STATUS_OK;
    bool more = true;
    while (!status && more) {
        status = try_wave(run, &more);
        if (status)
            break;
        if (crew_is_stopped(run->crew)) {
            tell(run, "stopped: the searches in hand are given back");
            break;
        }
        if (is_enough(run))
            break;
        if (crew_clock() >= run->until_ms) {
            tell(run, "the time is up");
            break;
        }
        if (!more)
            tell_end(run);
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
                      .closed_before = -1,
                      .idle_ms = IDLE_MS,
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

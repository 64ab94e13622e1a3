/* What a wave takes. */
#include "search/status.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum {
    SPEED = 500000,    /* nodes a second of one worker, where nothing was measured */
    STORE_BYTES = 100, /* of a row and its job */
    TEXT_BYTES = 80,   /* of a line of evidence */
};

#define OPEN_WAVE "wave %" PRId64 " is open, the next one depends on its results; its rest:\n"

/* Jobs by stage and role. */
struct outlook {
    const struct ladder *ladder;
    struct {
        int64_t limit, jobs[ROLE_CONFIRM + 1];
    } stages[ASYM_BUDGETS_MAX];
    int count;
    int64_t jobs, nodes;
};

static void add_jobs(struct outlook *outlook, int64_t limit, enum role role, int64_t jobs)
{
    int at = 0;
    while (at < outlook->count && outlook->stages[at].limit != limit)
        at++;
    if (at == ASYM_BUDGETS_MAX)
        return;
    if (at == outlook->count)
        outlook->stages[outlook->count++].limit = limit;
    outlook->stages[at].jobs[role] += jobs;
    outlook->jobs += jobs;
    outlook->nodes += jobs * limit;
}

static void print_stages(const struct outlook *outlook, struct buf *out)
{
    buf_printf(out, "%-5s %12s %8s %8s %8s\n", "stage", "nodes", "pairs", "controls", "mirrors");
    for (int i = 0; i < outlook->count; i++) {
        char name[8];
        int stage = ladder_find(outlook->ladder, outlook->stages[i].limit);
        const int64_t *jobs = outlook->stages[i].jobs;
        ladder_name(outlook->ladder, stage < 0 ? 0 : stage, name);
        buf_printf(out, "%-5s %12" PRId64 " %8" PRId64 " %8" PRId64 " %8" PRId64 "\n", name,
                   outlook->stages[i].limit, jobs[ROLE_SEARCH], jobs[ROLE_CONTROL],
                   jobs[ROLE_MIRROR]);
    }
}

static void print_space(int64_t jobs, struct buf *out)
{
    buf_printf(out, "about %" PRId64 " kB in the store, %" PRId64 " kB of evidence\n",
               jobs * STORE_BYTES / 1000 + 1, jobs * TEXT_BYTES / 1000 + 1);
}

static void print_cost(const struct outlook *outlook, int64_t speed, int workers, struct buf *out)
{
    int64_t used = speed ? speed : SPEED;
    buf_printf(out, "%" PRId64 " jobs, %" PRId64 " nodes; ", outlook->jobs, outlook->nodes);
    status_put_duration(out, outlook->nodes / (used * workers));
    buf_printf(out, " with %d worker%s at %" PRId64 " knodes/s each (%s)\n", workers,
               workers == 1 ? "" : "s", used / 1000, speed ? "measured" : "assumed");
    print_space(outlook->jobs, out);
}

static enum status read_open(const struct ground *ground, struct outlook *outlook,
                             struct error *error)
{
    struct store_count *counts;
    size_t count;
    enum status status = store_counts(ground->store, &counts, &count, error);
    if (status)
        return status;
    for (size_t i = 0; i < count; i++) {
        if (strcmp(counts[i].engine, ground->config.id) == 0 &&
            (counts[i].state == STORE_WAITING || counts[i].state == STORE_RUNNING))
            add_jobs(outlook, counts[i].limit, counts[i].role, counts[i].jobs);
    }
    free(counts);
    return STATUS_OK;
}

static enum status make_next(const struct ground *ground, const struct plan_knobs *knobs,
                             struct outlook *outlook, struct buf *out, struct error *error)
{
    struct plan plan;
    enum status status = ground_plan(ground, knobs, &plan, error);
    for (size_t i = 0; i < plan.count && !status; i++)
        add_jobs(outlook, plan.jobs[i].limit, plan.jobs[i].role, 1);
    for (int i = 0; i < PLAN_PARTS && !status; i++)
        buf_printf(out, "  %-10s %8" PRId64 " jobs, %" PRId64 " nodes\n",
                   plan_part_name((enum plan_part)i), plan.taken[i], plan.nodes[i]);
    plan_free(&plan);
    return status;
}

/* Of an engine that confirms. */
static enum status print_confirming(const struct ground *ground, const struct status_report *report,
                                    int workers, struct buf *out, struct error *error)
{
    struct confirm next = {0};
    char limit[LIMIT_NAME_BYTES];
    const int64_t *states = report->wave.states;
    int64_t jobs = states[STORE_WAITING] + states[STORE_RUNNING];
    enum status status = STATUS_OK;
    if (report->wave.open) {
        buf_printf(out, OPEN_WAVE, report->wave.number);
    } else {
        status = ground_confirm(ground, &next, NULL, error);
        jobs = (int64_t)next.count;
        buf_printf(out, "wave %" PRId64 ", as of wave %" PRId64 " of %s:\n",
                   report->wave.number + 1, next.source.wave, next.source.engine);
        buf_printf(out, "  %-10s %8" PRId64 " jobs of %" PRId64 " that wait\n", "controls",
                   next.controls.jobs, next.controls.waiting);
        buf_printf(out, "  %-10s %8" PRId64 " jobs of %" PRId64 " that wait\n", "pairs",
                   next.pairs.jobs, next.pairs.waiting);
    }
    confirm_free(&next);
    if (status)
        return status;
    if (!jobs) {
        buf_puts(out, "nothing is left to confirm\n");
        return STATUS_OK;
    }
    limit_name(ground->confirms->kind, ground->confirms->limit, limit);
    buf_printf(out, "%" PRId64 " jobs at %s; ", jobs, limit);
    int64_t ms = report->confirming.ms;
    if (ms) {
        status_put_duration(out, confirming_seconds(&report->confirming, jobs, workers));
        buf_printf(out, " with %d worker%s at %" PRId64 " ms a search (measured)\n", workers,
                   workers == 1 ? "" : "s", ms);
    } else {
        buf_puts(out, "how long one takes is not known yet\n");
    }
    print_space(jobs, out);
    return STATUS_OK;
}

enum status status_print_plan(const struct ground *ground, const struct plan_knobs *knobs,
                              int workers, struct buf *out, struct error *error)
{
    struct outlook outlook = {.ladder = &ground->stored.ladder};
    struct status_report report = {0};
    enum status status = ground->store ? status_read(ground, &report, error) : STATUS_OK;
    if (!status && ground->confirms) {
        status = print_confirming(ground, &report, workers, out, error);
        status_free(&report);
        return status ? status : buf_ok(out, error);
    }
    if (!status && report.wave.open) {
        buf_printf(out, OPEN_WAVE, report.wave.number);
        status = read_open(ground, &outlook, error);
    } else if (!status) {
        buf_printf(out, "wave %" PRId64 ":\n", report.wave.number + 1);
        status = make_next(ground, knobs, &outlook, out, error);
    }
    if (!status && !outlook.jobs)
        buf_puts(out, "nothing is left to search\n");
    else if (!status) {
        print_stages(&outlook, out);
        print_cost(&outlook, report.speed, workers, out);
    }
    status_free(&report);
    return status ? status : buf_ok(out, error);
}

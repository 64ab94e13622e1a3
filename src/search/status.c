#include "search/status.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- reading ---- */

static bool is_ours(const struct status_report *report, const char *engine, enum limit_kind kind)
{
    return kind == report->kind && strcmp(engine, report->engine) == 0;
}

static struct status_stage *find_stage(struct status_report *report, int64_t limit)
{
    for (int i = 0; i < report->stage_count; i++) {
        if (report->stages[i].limit == limit)
            return &report->stages[i];
    }
    return NULL;
}

/* The stage of a budget that may be none of those with evidence yet. */
static struct status_stage *make_stage(struct status_report *report, const struct ladder *ladder,
                                       int64_t limit)
{
    struct status_stage *stage = find_stage(report, limit);
    int number = ladder_find(ladder, limit);
    if (stage || number < 0 || report->stage_count == ASYM_BUDGETS_MAX)
        return stage;
    stage = &report->stages[report->stage_count++];
    *stage = (struct status_stage){.limit = limit};
    ladder_name(ladder, number, stage->name);
    return stage;
}

/* Adds the classes that those rows speak of: `touched_since` 0 stands for all. */
static enum status add_classes(const struct ground *ground, int64_t touched_since,
                               int64_t last_wave, int times, struct figures *figures,
                               struct error *error)
{
    const char *engine = ground->config.id;
    struct evidence evidence = {0};
    struct asym asym;
    enum status status = touched_since
                             ? store_evidence_touched(ground->store, engine, touched_since,
                                                      last_wave, &evidence, error)
                             : store_evidence(ground->store, engine, last_wave, &evidence, error);
    if (!status)
        status = asym_init(&asym, &ground->stored.ladder, &evidence, engine, error);
    if (!status)
        figures_add(figures, &asym, times);
    evidence_free(&evidence);
    return status;
}

/* From the figures of before the last wave and the classes that were touched since; where no plan
 * holds figures (nothing but imported, or an older program's wave), from all evidence. */
static enum status read_figures(const struct ground *ground, struct figures *figures,
                                struct error *error)
{
    struct store_wave wave;
    struct confirm before = {.source.wave = CONFIRM_NO_WAVE};
    struct buf plan = {0};
    bool there = false;
    enum status status = store_wave(ground->store, ground->config.id, 0, &wave, &plan, error);
    if (!status && wave.number)
        status = confirm_read("the plan of the last wave", buf_text(&plan), &before, error);
    if (!status && wave.number && before.source.wave == CONFIRM_NO_WAVE)
        status =
            plan_read_figures("the plan of the last wave", buf_text(&plan), figures, &there, error);
    buf_free(&plan);
    if (!status && !there)
        return add_classes(ground, 0, STORE_ALL_WAVES, 1, figures, error);
    if (!status)
        status = add_classes(ground, wave.number, wave.number - 1, -1, figures, error);
    if (!status)
        status = add_classes(ground, wave.number, STORE_ALL_WAVES, 1, figures, error);
    return status;
}

static enum status read_classes(const struct ground *ground, struct status_report *report,
                                struct error *error)
{
    struct figures figures = {0};
    enum status status = read_figures(ground, &figures, error);
    for (int i = 0; i < report->stage_count && !status; i++) {
        struct figures_stage counted = figures_at(&figures, report->stages[i].limit);
        report->stages[i].waiting = counted.waiting;
        report->stages[i].rejected = counted.rejected;
    }
    report->classes = figures.classes;
    report->stages[0].waiting += PAIR_ASYMMETRIC_CLASSES - (figures.classes - figures.controls);
    return status;
}

static enum status read_failures(const struct ground *ground, struct status_report *report,
                                 struct error *error)
{
    struct store_failure *failures;
    size_t count;
    enum status status = store_failures(ground->store, &failures, &count, error);
    if (status)
        return status;
    for (size_t i = 0; i < count; i++) {
        if (!is_ours(report, failures[i].engine, failures[i].kind))
            continue;
        struct status_stage *stage = make_stage(report, &ground->stored.ladder, failures[i].limit);
        if (!stage)
            continue;
        stage->failed++;
        if (failures[i].role == ROLE_SEARCH && stage->waiting > 0)
            stage->waiting--;
    }
    free(failures);
    return STATUS_OK;
}

static struct status_day *find_day(struct status_report *report, int32_t day)
{
    for (size_t i = 0; i < report->day_count; i++) {
        if (report->days[i].day == day)
            return &report->days[i];
    }
    report->days[report->day_count] = (struct status_day){.day = day};
    return &report->days[report->day_count++];
}

static int compare_days(const void *a, const void *b)
{
    const struct status_day *x = a, *y = b;
    return (x->day > y->day) - (x->day < y->day);
}

/* What went into screening and deepening is counted by nominal limits, which confirming has not. */
static void add_tally(const struct status_report *report, struct status_day *day,
                      const struct store_tally *tally, bool deepening)
{
    bool all_known = tally->total_rows == tally->rows;
    day->rows += tally->rows;
    if (report->confirms)
        day->confirming += all_known ? tally->total_nodes : tally->nodes;
    else
        *(deepening ? &day->deepening : &day->screening) += tally->rows * tally->limit;
    day->total_nodes += tally->total_nodes;
    day->engine_ms += tally->engine_ms;
}

/* Into the tally's stage. */
static enum status count_rows(const struct ladder *ladder, struct status_report *report,
                              const struct store_tally *tally, struct error *error)
{
    struct status_stage *stage = make_stage(report, ladder, tally->limit);
    if (!stage)
        return error_set(error, STATUS_WRONG, "%" PRId64 " nodes are no budget of the ladder",
                         tally->limit);
    int64_t *const counts[] = {&stage->pairs, &stage->controls, &stage->mirrors, &stage->confirmed};
    *counts[tally->role] += tally->rows;
    report->rows += tally->rows;
    return STATUS_OK;
}

/* The stages of the ladder, then the deepening budgets that have rows, with the rows' sums. */
static enum status read_tallies(const struct ground *ground, struct status_report *report,
                                struct error *error)
{
    const struct ladder *ladder = &ground->stored.ladder;
    struct store_tally *tallies;
    size_t count;
    int64_t timed = 0;
    enum status status = store_tallies(ground->store, STORE_ALL_WAVES, &tallies, &count, error);
    if (status)
        return status;
    report->days = calloc(count + 1, sizeof *report->days);
    if (!report->days)
        status = error_memory(error);
    for (int i = 0; i < (int)ladder->count && !report->confirms; i++)
        make_stage(report, ladder, plan_limit(ladder, i));
    for (size_t i = 0; i < count && !status; i++) {
        const struct store_tally *tally = &tallies[i];
        if (!is_ours(report, tally->engine, tally->kind))
            continue;
        if (!report->confirms)
            status = count_rows(ladder, report, tally, error);
        bool deepening = tally->limit >= ladder->deepening_first;
        add_tally(report, find_day(report, tally->day), tally, deepening);
        add_tally(report, &report->sum, tally, deepening);
        timed += tally->engine_ms ? tally->total_nodes : 0;
    }
    free(tallies);
    if (!status)
        qsort(report->days, report->day_count, sizeof *report->days, compare_days);
    if (report->sum.engine_ms)
        report->speed = timed / ((report->sum.engine_ms + 999) / 1000);
    return status;
}

static enum status read_workers(const struct ground *ground, struct status_report *report,
                                struct error *error)
{
    size_t count;
    enum status status = store_running(ground->store, &report->workers, &count, error);
    for (size_t i = 0; !status && i < count; i++) {
        const struct store_running *running = &report->workers[i];
        if (!is_ours(report, running->engine, running->kind))
            continue;
        if (!report->coordinator) {
            report->cut_off++;
            continue;
        }
        struct status_stage *stage =
            report->confirms ? NULL : make_stage(report, &ground->stored.ladder, running->limit);
        if (stage)
            stage->running++;
        report->workers[report->worker_count++] = *running;
    }
    if (store_is_shared(ground->store) && !report->worker_count)
        report->coordinator = 0;
    return status;
}

static enum status read_wave(const struct ground *ground, struct status_report *report,
                             struct error *error)
{
    struct store_count *counts;
    size_t count;
    enum status status = store_wave(ground->store, report->engine, 0, &report->wave, NULL, error);
    if (!status)
        status = store_counts(ground->store, &counts, &count, error);
    if (status)
        return status;
    report->wave.states[STORE_WAITING] += report->cut_off;
    report->wave.states[STORE_RUNNING] -= report->cut_off;
    for (size_t i = 0; i < count; i++) {
        const struct store_count *part = &counts[i];
        if (!is_ours(report, part->engine, part->kind) || part->kind != LIMIT_NODES)
            continue;
        report->wave_nodes += part->jobs * part->limit;
        if (part->state == STORE_DONE || part->state == STORE_FAILED)
            report->wave_done += part->jobs * part->limit;
    }
    free(counts);
    const int64_t *states = report->wave.states;
    int64_t workers = (int64_t)report->worker_count, rate = report->speed * workers;
    report->left_s = -1;
    if (report->wave.open && report->confirms)
        report->left_s = confirming_seconds(&report->confirming,
                                            states[STORE_WAITING] + states[STORE_RUNNING], workers);
    else if (report->wave.open && rate > 0)
        report->left_s = (report->wave_nodes - report->wave_done) / rate;
    return STATUS_OK;
}

enum status status_read(const struct ground *ground, struct status_report *report,
                        struct error *error)
{
    *report = (struct status_report){.store = store_name(ground->store),
                                     .engine = ground->config.id,
                                     .kind = ground->config.limit_kind,
                                     .confirms = ground->confirms != NULL};
    report->coordinator = store_writer(ground->store);
    enum status status = store_begin(ground->store, error);
    if (status)
        return status;
    status = read_tallies(ground, report, error);
    if (!status && report->confirms)
        status = confirming_read(ground, &report->confirming, error);
    else if (!status)
        status = read_classes(ground, report, error);
    if (!status && !report->confirms)
        status = read_failures(ground, report, error);
    if (!status)
        status = read_workers(ground, report, error);
    if (!status)
        status = read_wave(ground, report, error);
    store_rollback(ground->store);
    return status;
}

void status_free(struct status_report *report)
{
    free(report->days);
    free(report->workers);
    *report = (struct status_report){0};
}

/* ---- for people ---- */

void status_put_duration(struct buf *out, int64_t seconds)
{
    if (seconds < 0)
        buf_puts(out, "?");
    else if (seconds < 100)
        buf_printf(out, "%" PRId64 " s", seconds);
    else if (seconds < 100 * 60)
        buf_printf(out, "%" PRId64 " min", (seconds + 30) / 60);
    else if (seconds < 100 * 3600)
        buf_printf(out, "%" PRId64 " h %" PRId64 " min", seconds / 3600, seconds % 3600 / 60);
    else
        buf_printf(out, "%" PRId64 " d %" PRId64 " h", seconds / 86400, seconds % 86400 / 3600);
}

/* 20261130 as 2026-11-30. */
static void put_day(struct buf *out, int32_t day)
{
    if (day)
        buf_printf(out, "%04d-%02d-%02d", day / 10000, day / 100 % 100, day % 100);
    else
        buf_puts(out, "imported");
}

/* Of the whole, in tenths of a per cent. */
static void put_share(struct buf *out, int64_t part, int64_t whole)
{
    int64_t tenths = whole >= 1000 ? part / (whole / 1000) : whole ? part * 1000 / whole : 0;
    buf_printf(out, "%" PRId64 ".%" PRId64 " %%", tenths / 10, tenths % 10);
}

static void print_stages(const struct status_report *report, struct buf *out)
{
    buf_printf(out, "%-5s %12s %8s %8s %8s %8s %8s %8s %8s\n", "stage", "nodes", "pairs",
               "controls", "mirrors", "waiting", "running", "rejected", "failed");
    for (int i = 0; i < report->stage_count; i++) {
        const struct status_stage *stage = &report->stages[i];
        buf_printf(out,
                   "%-5s %12" PRId64 " %8" PRId64 " %8" PRId64 " %8" PRId64 " %8" PRId64
                   " %8" PRId64 " %8" PRId64 " %8" PRId64 "\n",
                   stage->name, stage->limit, stage->pairs, stage->controls, stage->mirrors,
                   stage->waiting, stage->running, stage->rejected, stage->failed);
    }
}

static void print_day(const struct status_report *report, const struct status_day *day,
                      struct buf *out)
{
    buf_printf(out, "%" PRId64 " evaluations, ", day->rows);
    if (report->confirms) {
        buf_printf(out, "%" PRId64 " nodes of confirming", day->confirming);
    } else {
        buf_printf(out, "%" PRId64 " nodes of screening, %" PRId64 " of deepening (",
                   day->screening, day->deepening);
        put_share(out, day->deepening, day->screening + day->deepening);
        buf_puts(out, ")");
    }
    if (day->engine_ms) {
        buf_puts(out, ", engine time ");
        status_put_duration(out, day->engine_ms / 1000);
    }
    buf_putc(out, '\n');
}

static void print_wave(const struct status_report *report, struct buf *out)
{
    const struct store_wave *wave = &report->wave;
    if (!wave->number) {
        buf_puts(out, "no wave yet\n");
        return;
    }
    buf_printf(out, "wave %" PRId64 ", %s ", wave->number, wave->open ? "open since" : "closed");
    put_day(out, wave->open ? wave->begun : wave->closed);
    buf_printf(out, ": %" PRId64 " jobs, %" PRId64 " done, %" PRId64 " failed", wave->jobs,
               wave->states[STORE_DONE], wave->states[STORE_FAILED]);
    if (wave->open) {
        buf_printf(out, ", %" PRId64 " running, %" PRId64 " waiting; ", wave->states[STORE_RUNNING],
                   wave->states[STORE_WAITING]);
        if (report->wave_nodes) {
            put_share(out, report->wave_done, report->wave_nodes);
            buf_puts(out, " of the nodes, ");
        }
        status_put_duration(out, report->left_s);
        buf_puts(out, " left");
    }
    buf_putc(out, '\n');
}

static void print_coordinator(const struct status_report *report, struct buf *out)
{
    if (report->coordinator > 0)
        buf_printf(out, "process %" PRId64 " is at work\n", report->coordinator);
    else
        buf_puts(out, report->coordinator ? "a process is at work\n" : "nobody is at work\n");
    if (report->cut_off)
        buf_printf(out, "%" PRId64 " searches were cut off, and wait again\n", report->cut_off);
}

void status_print(const struct status_report *report, struct buf *out)
{
    buf_printf(out, "%s: %s\n", report->store, report->engine);
    if (report->confirms) {
        confirming_print(&report->confirming, out);
    } else {
        print_stages(report, out);
        buf_printf(out, "evaluated %" PRId64 " of %d classes\n", report->classes, PAIR_CLASSES);
    }
    for (size_t i = 0; i < report->day_count; i++) {
        put_day(out, report->days[i].day);
        buf_puts(out, ": ");
        print_day(report, &report->days[i], out);
    }
    buf_puts(out, "in all: ");
    print_day(report, &report->sum, out);
    print_wave(report, out);
    print_coordinator(report, out);
    for (size_t i = 0; i < report->worker_count; i++) {
        const struct store_running *worker = &report->workers[i];
        char limit[LIMIT_NAME_BYTES];
        limit_name(worker->kind, worker->limit, limit);
        buf_printf(out, "worker %s: %u:%u at %s for ", worker->worker, worker->pair.w,
                   worker->pair.b, limit);
        status_put_duration(out, worker->seconds);
        buf_putc(out, '\n');
    }
}

/* ---- as JSON ---- */

static cJSON *stage_json(const struct status_stage *stage, bool *failed)
{
    cJSON *json = cJSON_CreateObject();
    json_add_string(json, "stage", stage->name, failed);
    json_add_digits(json, "nodes", stage->limit, failed);
    json_add_int(json, "pairs", stage->pairs, failed);
    json_add_int(json, "controls", stage->controls, failed);
    json_add_int(json, "mirrors", stage->mirrors, failed);
    json_add_int(json, "confirmed", stage->confirmed, failed);
    json_add_int(json, "waiting", stage->waiting, failed);
    json_add_int(json, "running", stage->running, failed);
    json_add_int(json, "rejected", stage->rejected, failed);
    json_add_int(json, "failed", stage->failed, failed);
    return json;
}

static cJSON *day_json(const struct status_report *report, const struct status_day *day,
                       bool *failed)
{
    struct buf date = {0};
    cJSON *json = cJSON_CreateObject();
    if (day->day) {
        put_day(&date, day->day);
        json_add_string(json, "date", date.data ? date.data : "", failed);
        buf_free(&date);
    }
    json_add_int(json, "evaluations", day->rows, failed);
    if (report->confirms) {
        json_add_digits(json, "confirming_nodes", day->confirming, failed);
    } else {
        json_add_digits(json, "screening_nodes", day->screening, failed);
        json_add_digits(json, "deepening_nodes", day->deepening, failed);
    }
    json_add_digits(json, "total_nodes", day->total_nodes, failed);
    json_add_digits(json, "engine_ms", day->engine_ms, failed);
    return json;
}

static cJSON *wave_json(const struct status_report *report, bool *failed)
{
    const struct store_wave *wave = &report->wave;
    cJSON *json = cJSON_CreateObject();
    json_add_int(json, "number", wave->number, failed);
    json_add(json, "open", cJSON_CreateBool(wave->open), failed);
    json_add_int(json, "jobs", wave->jobs, failed);
    json_add_int(json, "waiting", wave->states[STORE_WAITING], failed);
    json_add_int(json, "running", wave->states[STORE_RUNNING], failed);
    json_add_int(json, "done", wave->states[STORE_DONE], failed);
    json_add_int(json, "failed", wave->states[STORE_FAILED], failed);
    json_add_digits(json, "nodes", report->wave_nodes, failed);
    json_add_digits(json, "nodes_done", report->wave_done, failed);
    if (report->left_s >= 0)
        json_add_int(json, "seconds_left", report->left_s, failed);
    return json;
}

static cJSON *worker_json(const struct store_running *worker, bool *failed)
{
    char pair[16];
    cJSON *json = cJSON_CreateObject();
    snprintf(pair, sizeof pair, "%u:%u", worker->pair.w, worker->pair.b);
    json_add_string(json, "worker", worker->worker, failed);
    json_add_string(json, "pair", pair, failed);
    json_add_digits(json, limit_kind_name(worker->kind), worker->limit, failed);
    json_add_int(json, "seconds", worker->seconds, failed);
    return json;
}

void status_print_json(const struct status_report *report, struct buf *out)
{
    bool failed = false;
    cJSON *json = cJSON_CreateObject();
    json_add_string(json, "engine", report->engine, &failed);
    cJSON *list = json_add_array(json, "stages", &failed);
    for (int i = 0; i < report->stage_count; i++)
        json_append(list, stage_json(&report->stages[i], &failed), &failed);
    json_add_int(json, "classes", report->classes, &failed);
    json_add_int(json, "classes_of", PAIR_CLASSES, &failed);
    if (report->confirms)
        json_add(json, "confirming", confirming_json(&report->confirming, &failed), &failed);
    list = json_add_array(json, "days", &failed);
    for (size_t i = 0; i < report->day_count; i++)
        json_append(list, day_json(report, &report->days[i], &failed), &failed);
    json_add(json, "sum", day_json(report, &report->sum, &failed), &failed);
    json_add_int(json, "nodes_per_second_and_worker", report->speed, &failed);
    if (report->wave.number)
        json_add(json, "wave", wave_json(report, &failed), &failed);
    json_add(json, "at_work", cJSON_CreateBool(report->coordinator != 0), &failed);
    if (report->coordinator > 0)
        json_add_int(json, "process", report->coordinator, &failed);
    list = json_add_array(json, "workers", &failed);
    for (size_t i = 0; i < report->worker_count; i++)
        json_append(list, worker_json(&report->workers[i], &failed), &failed);
    if (failed)
        out->failed = true;
    else
        json_write(out, json);
    cJSON_Delete(json);
}

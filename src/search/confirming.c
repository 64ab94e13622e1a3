#include "search/confirming.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* ---- reading ---- */

/* Is it about the engine at the limit at which it confirms? */
static bool is_asked(const struct ground *ground, const char *engine, enum limit_kind kind,
                     int64_t limit)
{
    return kind == ground->confirms->kind && limit == ground->confirms->limit &&
           strcmp(engine, ground->config.id) == 0;
}

static enum status read_evaluations(const struct ground *ground, struct confirming *confirming,
                                    struct error *error)
{
    struct store_tally *tallies;
    size_t count;
    int64_t timed = 0, ms = 0;
    enum status status = store_tallies(ground->store, STORE_ALL_WAVES, &tallies, &count, error);
    if (status)
        return status;
    for (size_t i = 0; i < count; i++) {
        const struct store_tally *tally = &tallies[i];
        if (!is_asked(ground, tally->engine, tally->kind, tally->limit))
            continue;
        confirming->controls += tally->role == ROLE_CONTROL ? tally->rows : 0;
        confirming->pairs += tally->role == ROLE_CONFIRM ? tally->rows : 0;
        timed += tally->engine_ms ? tally->rows : 0;
        ms += tally->engine_ms;
    }
    free(tallies);
    confirming->ms = timed ? (ms + timed - 1) / timed : 0;
    return STATUS_OK;
}

static enum status read_failures(const struct ground *ground, struct confirming *confirming,
                                 struct error *error)
{
    struct store_failure *failures;
    size_t count;
    enum status status = store_failures(ground->store, &failures, &count, error);
    if (status)
        return status;
    for (size_t i = 0; i < count; i++)
        confirming->failed +=
            is_asked(ground, failures[i].engine, failures[i].kind, failures[i].limit);
    free(failures);
    return STATUS_OK;
}

/* What the last wave did not take, and what of it is not searched yet. */
static enum status read_rest(const struct ground *ground, const struct confirm *last,
                             struct confirming *confirming, struct error *error)
{
    struct store_count *counts;
    size_t count;
    enum status status = store_counts(ground->store, &counts, &count, error);
    if (status)
        return status;
    confirming->controls_waiting = last->controls.waiting - last->controls.jobs;
    confirming->pairs_waiting = last->pairs.waiting - last->pairs.jobs;
    for (size_t i = 0; i < count; i++) {
        const struct store_count *part = &counts[i];
        bool open = part->state == STORE_WAITING || part->state == STORE_RUNNING;
        if (open && is_asked(ground, part->engine, part->kind, part->limit))
            *(part->role == ROLE_CONTROL ? &confirming->controls_waiting
                                         : &confirming->pairs_waiting) += part->jobs;
    }
    free(counts);
    return STATUS_OK;
}

static enum status read_next(const struct ground *ground, struct confirming *confirming,
                             struct error *error)
{
    struct confirm next;
    enum status status = ground_confirm(ground, &next, NULL, error);
    confirming->source = next.source;
    confirming->controls_waiting = next.controls.waiting;
    confirming->pairs_waiting = next.pairs.waiting;
    confirm_free(&next);
    return status;
}

static enum status read_waiting(const struct ground *ground, struct confirming *confirming,
                                struct error *error)
{
    struct confirm last = {.source.wave = CONFIRM_NO_WAVE};
    struct store_wave wave = {0};
    struct buf text = {0};
    enum status status = store_wave(ground->store, ground->config.id, 0, &wave, &text, error);
    if (!status && wave.number)
        status = confirm_read("the plan of the last wave", buf_text(&text), &last, error);
    buf_free(&text);
    if (status || last.source.wave == CONFIRM_NO_WAVE)
        return status ? status : read_next(ground, confirming, error);
    confirming->source = last.source;
    return read_rest(ground, &last, confirming, error);
}

enum status confirming_read(const struct ground *ground, struct confirming *confirming,
                            struct error *error)
{
    *confirming =
        (struct confirming){.kind = ground->confirms->kind, .limit = ground->confirms->limit};
    enum status status = read_evaluations(ground, confirming, error);
    if (!status)
        status = read_failures(ground, confirming, error);
    return status ? status : read_waiting(ground, confirming, error);
}

int64_t confirming_seconds(const struct confirming *confirming, int64_t searches, int64_t workers)
{
    return confirming->ms && workers ? searches * confirming->ms / workers / 1000 : -1;
}

/* ---- telling ---- */

void confirming_print(const struct confirming *confirming, struct buf *out)
{
    char limit[LIMIT_NAME_BYTES];
    limit_name(confirming->kind, confirming->limit, limit);
    buf_printf(out, "confirms at %s what %s has found up to its wave %" PRId64 "\n", limit,
               confirming->source.engine, confirming->source.wave);
    buf_printf(out, "%-8s %9s %8s\n", "", "evaluated", "waiting");
    buf_printf(out, "%-8s %9" PRId64 " %8" PRId64 "\n", "controls", confirming->controls,
               confirming->controls_waiting);
    buf_printf(out, "%-8s %9" PRId64 " %8" PRId64 "\n", "pairs", confirming->pairs,
               confirming->pairs_waiting);
    if (confirming->failed)
        buf_printf(out, "searches that failed: %" PRId64 "\n", confirming->failed);
}

cJSON *confirming_json(const struct confirming *confirming, bool *failed)
{
    cJSON *json = cJSON_CreateObject();
    json_add_string(json, "engine", confirming->source.engine, failed);
    json_add_int(json, "wave", confirming->source.wave, failed);
    json_add_string(json, "limit_kind", limit_kind_name(confirming->kind), failed);
    json_add_digits(json, "limit", confirming->limit, failed);
    json_add_int(json, "controls", confirming->controls, failed);
    json_add_int(json, "pairs", confirming->pairs, failed);
    json_add_int(json, "controls_waiting", confirming->controls_waiting, failed);
    json_add_int(json, "pairs_waiting", confirming->pairs_waiting, failed);
    json_add_int(json, "failed", confirming->failed, failed);
    return json;
}

#include "search/confirm.h"

#include "chess960/order.h"
#include "passport/shapes.h"
#include "study/corridor.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- what waits ---- */

struct asking {
    const struct confirm_input *input;
    const struct evidence_set *known; /* what it was asked before; NULL: nothing */
    struct confirm *confirm;
    struct error *error;
};

static bool has_failed(const struct confirm_input *input, struct pair pair)
{
    for (size_t i = 0; i < input->failed_count; i++) {
        const struct plan_failed *failed = &input->failed[i];
        if (failed->limit == input->confirmer->limit && pair_compare(failed->pair, pair) == 0)
            return true;
    }
    return false;
}

/* Adds those that are to be asked for; the wave takes the first ones. */
static void ask(const struct asking *asking, const struct pair *pairs, size_t count, enum role role,
                struct confirm_part *part)
{
    struct confirm *confirm = asking->confirm;
    for (size_t i = 0; i < count; i++) {
        if ((asking->known && evidence_row(asking->known, pairs[i])) ||
            has_failed(asking->input, pairs[i]))
            continue;
        part->waiting++;
        if (confirm->count == CONFIRM_WAVE_JOBS)
            continue;
        part->jobs++;
        confirm->jobs[confirm->count++] =
            (struct plan_job){asking->input->confirmer->limit, pairs[i], role};
    }
}

static enum status ask_for_controls(const struct asking *asking)
{
    struct pair *order;
    struct pair controls[START_COUNT];
    enum status status = order_new(asking->input->seed, &order, asking->error);
    if (status)
        return status;
    order_controls(order, controls);
    free(order);
    ask(asking, controls, START_COUNT, ROLE_CONTROL, &asking->confirm->controls);
    return STATUS_OK;
}

static enum status ask_for_pairs(const struct asking *asking)
{
    const struct confirm_input *input = asking->input;
    struct asym asym;
    struct pair *candidates = NULL;
    size_t count = 0;
    enum status status =
        asym_init(&asym, input->ladder, input->found, input->source.engine, asking->error);
    if (!status)
        status = corridor_candidates(&asym, input->corridor, &candidates, &count, asking->error);
    if (!status)
        ask(asking, candidates, count, ROLE_CONFIRM, &asking->confirm->pairs);
    free(candidates);
    return status;
}

enum status confirm_wave(const struct confirm_input *input, struct confirm *confirm,
                         struct error *error)
{
    const struct corridor_confirmer *confirmer = input->confirmer;
    const struct asking asking = {
        .input = input,
        .known = evidence_find(input->own, confirmer->engine, confirmer->kind, confirmer->limit),
        .confirm = confirm,
        .error = error,
    };
    *confirm = (struct confirm){.source = input->source};
    if (input->source.wave < 0 || !input->source.rows)
        return error_set(error, STATUS_WRONG,
                         "engine %s confirms what %s has found, which has no closed wave yet",
                         confirmer->engine, input->source.engine);
    confirm->jobs = calloc(CONFIRM_WAVE_JOBS, sizeof *confirm->jobs);
    enum status status = confirm->jobs ? ask_for_controls(&asking) : error_memory(error);
    return status ? status : ask_for_pairs(&asking);
}

void confirm_free(struct confirm *confirm)
{
    free(confirm->jobs);
    *confirm = (struct confirm){0};
}

/* ---- as a document ---- */

static const struct json_member source_members[] = {
    {"engine", false, {.kind = JSON_STRING, .pattern = SHAPE_SLUG}},
    {"wave", false, {.kind = JSON_INTEGER, .min = 0, .max = JSON_INTEGER_MAX}},
    {"rows", false, {.kind = JSON_INTEGER, .min = 1, .max = JSON_INTEGER_MAX}},
    {0},
};

static const struct json_member near_members[] = {
    {"from_nodes", false, {.kind = JSON_STRING, .pattern = SHAPE_DIGITS}},
    {"max_cp", false, {.kind = JSON_INTEGER, .min = 0, .max = JSON_INTEGER_MAX}},
    {0},
};

static const struct json_member part_members[] = {
    {"jobs", false, {.kind = JSON_INTEGER, .min = 0, .max = JSON_INTEGER_MAX}},
    {"waiting", false, {.kind = JSON_INTEGER, .min = 0, .max = JSON_INTEGER_MAX}},
    {0},
};

static const struct json_member plan_members[] = {
    {"confirms", false, {.kind = JSON_OBJECT, .members = source_members}},
    {"limit_kind", false, {.kind = JSON_STRING, .pattern = "^(nodes|depth)$"}},
    {"limit", false, {.kind = JSON_STRING, .pattern = SHAPE_DIGITS}},
    {"near", false, {.kind = JSON_OBJECT, .members = near_members}},
    {"controls", false, {.kind = JSON_OBJECT, .members = part_members}},
    {"pairs", false, {.kind = JSON_OBJECT, .members = part_members}},
    {0},
};
static const struct json_shape plan_shape = {.kind = JSON_OBJECT, .members = plan_members};

static void write_part(cJSON *json, const char *name, const struct confirm_part *part, bool *failed)
{
    cJSON *object = json_add_object(json, name, failed);
    json_add_int(object, "jobs", part->jobs, failed);
    json_add_int(object, "waiting", part->waiting, failed);
}

void confirm_write(const struct confirm_input *input, const struct confirm *confirm,
                   struct buf *out)
{
    bool failed = false;
    cJSON *json = cJSON_CreateObject();
    cJSON *source = json_add_object(json, "confirms", &failed);
    json_add_string(source, "engine", confirm->source.engine, &failed);
    json_add_int(source, "wave", confirm->source.wave, &failed);
    json_add_int(source, "rows", confirm->source.rows, &failed);
    json_add_string(json, "limit_kind", limit_kind_name(input->confirmer->kind), &failed);
    json_add_digits(json, "limit", input->confirmer->limit, &failed);
    cJSON *near = json_add_object(json, "near", &failed);
    json_add_digits(near, "from_nodes", input->corridor->near_from, &failed);
    json_add_int(near, "max_cp", input->corridor->near_max_cp, &failed);
    write_part(json, "controls", &confirm->controls, &failed);
    write_part(json, "pairs", &confirm->pairs, &failed);
    if (failed)
        out->failed = true;
    else
        json_write(out, json);
    cJSON_Delete(json);
}

static struct confirm_part read_part(const cJSON *json, const char *name)
{
    const cJSON *part = json_get(json, name);
    return (struct confirm_part){json_int(part, "jobs"), json_int(part, "waiting")};
}

enum status confirm_read(const char *name, struct text text, struct confirm *confirm,
                         struct error *error)
{
    cJSON *json;
    *confirm = (struct confirm){.source.wave = CONFIRM_NO_WAVE};
    enum status status = json_parse(name, text, &json, error);
    const cJSON *source = status ? NULL : json_get(json, "confirms");
    if (source)
        status = json_check(name, json, &plan_shape, error);
    if (source && !status) {
        confirm->source.wave = json_int(source, "wave");
        confirm->source.rows = json_int(source, "rows");
        snprintf(confirm->source.engine, sizeof confirm->source.engine, "%s",
                 json_string(source, "engine"));
        confirm->controls = read_part(json, "controls");
        confirm->pairs = read_part(json, "pairs");
    }
    cJSON_Delete(json);
    return status;
}

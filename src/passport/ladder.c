#include "passport/ladder.h"

#include <stdio.h>
#include <string.h>

static const struct json_member stage_members[] = {
    {"name", false, {.kind = JSON_STRING, .pattern = "^[PS][0-9]$"}},
    {"nodes", false, {.kind = JSON_INTEGER, .min = 1, .max = INT64_C(1000000000000)}},
    {"window_cp",
     false,
     {.kind = JSON_INTEGER,
      .min = 0,
      .max = 10000,
      .about = "A pair advances when |cp| is at most this."}},
    {"published_window_cp", true, {.kind = JSON_INTEGER, .min = 0, .max = 10000}},
    {"source",
     false,
     {.kind = JSON_STRING,
      .pattern = "^(published|calibrated)$",
      .about = "Where window_cp comes from."}},
    {"triage",
     true,
     {.kind = JSON_BOOLEAN,
      .about = "Decides which classes the next stage serves; neither ranks nor rejects."}},
    {0},
};
static const struct json_shape stage_shape = {.kind = JSON_OBJECT, .members = stage_members};

static const struct json_member deepening_members[] = {
    {"first_nodes", false, {.kind = JSON_INTEGER, .min = 1, .max = INT64_C(1000000000000)}},
    {"factor", false, {.kind = JSON_INTEGER, .min = 2, .max = 10}},
    {0},
};

static const struct json_member calibration_members[] = {
    {"even_cp",
     false,
     {.kind = JSON_INTEGER,
      .min = 0,
      .max = 1000,
      .about = "A control is even when |cp| is at most this at the reference budget, the deepest "
               "budget that all 960 controls have."}},
    {"even_at_least",
     false,
     {.kind = JSON_INTEGER,
      .min = 1,
      .max = 960,
      .about = "Where fewer controls are even, this many of the most even are taken."}},
    {"percentile", false, {.kind = JSON_INTEGER, .min = 1, .max = 100}},
    {0},
};

static const struct json_member members[] = {
    {"study", false, {.kind = JSON_STRING, .pattern = "^asym$"}},
    {"stages",
     false,
     {.kind = JSON_ARRAY, .min = 1, .max = LADDER_STAGES_MAX, .item = &stage_shape}},
    {"deepening",
     false,
     {.kind = JSON_OBJECT,
      .members = deepening_members,
      .about = "Budgets after the last stage, without windows."}},
    {"calibration",
     false,
     {.kind = JSON_OBJECT,
      .members = calibration_members,
      .about = "How windows are computed from the controls; they advise and never filter."}},
    {0},
};

const struct json_shape ladder_shape = {
    .kind = JSON_OBJECT,
    .about = "The stages that a pair climbs.",
    .members = members,
};

static enum status read_stage(const char *name, const cJSON *json, struct ladder *ladder,
                              struct error *error)
{
    const struct ladder_stage *below = ladder->count ? &ladder->stages[ladder->count - 1] : NULL;
    struct ladder_stage *stage = &ladder->stages[ladder->count];
    snprintf(stage->name, sizeof stage->name, "%s", json_string(json, "name"));
    stage->limit = json_int(json, "nodes");
    stage->window = json_int(json, "window_cp");
    stage->published =
        json_get(json, "published_window_cp") ? json_int(json, "published_window_cp") : -1;
    stage->calibrated = json_string(json, "source")[0] == 'c';
    stage->triage = cJSON_IsTrue(json_get(json, "triage"));
    if (below && stage->limit <= below->limit)
        return error_set(error, STATUS_WRONG, "%s: %s: its budget is not above that of %s", name,
                         stage->name, below->name);
    if (below && stage->triage && !below->triage)
        return error_set(error, STATUS_WRONG, "%s: %s: a triage stage behind a ranking one", name,
                         stage->name);
    for (size_t i = 0; i < ladder->count; i++) {
        if (strcmp(ladder->stages[i].name, stage->name) == 0)
            return error_set(error, STATUS_WRONG, "%s: %s: the name stands twice", name,
                             stage->name);
    }
    if (stage->triage != (stage->name[0] == 'P'))
        return error_set(error, STATUS_WRONG,
                         "%s: %s: a stage is named P where it is triage, else S", name,
                         stage->name);
    if (!stage->calibrated && stage->window != stage->published)
        return error_set(error, STATUS_WRONG, "%s: %s: the window is not the published one", name,
                         stage->name);
    ladder->count++;
    if (stage->triage)
        ladder->first_ranking = ladder->count;
    return STATUS_OK;
}

enum status ladder_read(const char *name, struct text text, struct ladder *ladder,
                        struct error *error)
{
    cJSON *json;
    enum status status = json_read(name, text, &ladder_shape, &json, error);
    if (status)
        return status;
    *ladder = (struct ladder){0};
    const cJSON *stage;
    cJSON_ArrayForEach(stage, json_get(json, "stages"))
    {
        if (!status)
            status = read_stage(name, stage, ladder, error);
    }
    const cJSON *deepening = json_get(json, "deepening");
    const cJSON *calibration = json_get(json, "calibration");
    ladder->deepening_first = json_int(deepening, "first_nodes");
    ladder->deepening_factor = json_int(deepening, "factor");
    ladder->even_cp = json_int(calibration, "even_cp");
    ladder->even_at_least = json_int(calibration, "even_at_least");
    ladder->percentile = json_int(calibration, "percentile");
    cJSON_Delete(json);
    if (!status && ladder->first_ranking == ladder->count)
        status = error_set(error, STATUS_WRONG, "%s: no stage ranks", name);
    if (!status && ladder->deepening_first <= ladder->stages[ladder->count - 1].limit)
        status = error_set(error, STATUS_WRONG,
                           "%s: deepening starts below the budget of the last stage", name);
    return status;
}

static cJSON *stage_json(const struct ladder_stage *stage, bool *failed)
{
    cJSON *json = cJSON_CreateObject();
    json_add_string(json, "name", stage->name, failed);
    json_add_int(json, "nodes", stage->limit, failed);
    json_add_int(json, "window_cp", stage->window, failed);
    if (stage->published >= 0)
        json_add_int(json, "published_window_cp", stage->published, failed);
    json_add_string(json, "source", stage->calibrated ? "calibrated" : "published", failed);
    if (stage->triage)
        json_add(json, "triage", cJSON_CreateTrue(), failed);
    return json;
}

void ladder_write(struct buf *out, const char *study, const struct ladder *ladder)
{
    bool failed = false;
    cJSON *json = cJSON_CreateObject();
    json_add_string(json, "study", study, &failed);
    cJSON *stages = json_add_array(json, "stages", &failed);
    for (size_t i = 0; i < ladder->count; i++)
        json_append(stages, stage_json(&ladder->stages[i], &failed), &failed);
    cJSON *deepening = json_add_object(json, "deepening", &failed);
    json_add_int(deepening, "first_nodes", ladder->deepening_first, &failed);
    json_add_int(deepening, "factor", ladder->deepening_factor, &failed);
    cJSON *calibration = json_add_object(json, "calibration", &failed);
    json_add_int(calibration, "even_cp", ladder->even_cp, &failed);
    json_add_int(calibration, "even_at_least", ladder->even_at_least, &failed);
    json_add_int(calibration, "percentile", ladder->percentile, &failed);
    if (failed)
        out->failed = true;
    else
        json_write(out, json);
    cJSON_Delete(json);
}

int ladder_find(const struct ladder *ladder, int64_t limit)
{
    for (size_t i = 0; i < ladder->count; i++) {
        if (ladder->stages[i].limit == limit)
            return (int)i;
    }
    int stage = (int)ladder->count;
    for (int64_t deep = ladder->deepening_first; deep <= limit; deep *= ladder->deepening_factor) {
        if (deep == limit)
            return stage;
        if (deep > INT64_MAX / ladder->deepening_factor)
            break;
        stage++;
    }
    return -1;
}

void ladder_name(const struct ladder *ladder, int stage, char name[8])
{
    if ((size_t)stage < ladder->count)
        snprintf(name, 8, "%s", ladder->stages[stage].name);
    else
        snprintf(name, 8, "D%d", (stage - (int)ladder->count) % 1000);
}

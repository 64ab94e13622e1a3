#include "passport/corridor.h"

#include "passport/shapes.h"

#include <stdio.h>
#include <string.h>

static const struct json_shape limit_shape = {
    .kind = JSON_INTEGER, .min = 1, .max = EVIDENCE_NODES_MAX};

static const struct json_member near_members[] = {
    {"from_nodes", false, {.kind = JSON_INTEGER, .min = 1, .max = EVIDENCE_NODES_MAX}},
    {"max_cp", false, {.kind = JSON_INTEGER, .min = 0, .max = 10000}},
    {0},
};

static const struct json_member confirmer_members[] = {
    {"engine",
     false,
     {.kind = JSON_STRING,
      .pattern = SHAPE_SLUG,
      .about = "An engine of the passport, and not the one that ranks."}},
    {"limit_kind", false, {.kind = JSON_STRING, .pattern = "^(nodes|depth)$"}},
    {"limit", false, {.kind = JSON_INTEGER, .min = 1, .max = EVIDENCE_NODES_MAX}},
    {0},
};
static const struct json_shape confirmer_shape = {.kind = JSON_OBJECT,
                                                  .members = confirmer_members};

static const struct json_member members[] = {
    {"study", false, {.kind = JSON_STRING, .pattern = "^asym$"}},
    {"max_cp",
     false,
     {.kind = JSON_INTEGER,
      .min = 0,
      .max = 10000,
      .about = "A pair is inside while |cp| is at most this at each of the limits."}},
    {"limits",
     true,
     {.kind = JSON_ARRAY,
      .min = CORRIDOR_LIMITS,
      .max = CORRIDOR_LIMITS,
      .item = &limit_shape,
      .about = "Node budgets of the ladder; the first four of deepening where they are left out."}},
    {"near",
     false,
     {.kind = JSON_OBJECT,
      .members = near_members,
      .about = "A ranked pair is a candidate, about which the confirmers are asked, when its "
               "deepest evaluation is at from_nodes or deeper and within max_cp."}},
    {"controls_at_least",
     false,
     {.kind = JSON_INTEGER,
      .min = 1,
      .max = 960,
      .about = "A confirmer's median of |cp| needs as many of its controls."}},
    {"confirmers",
     false,
     {.kind = JSON_ARRAY,
      .min = CORRIDOR_CONFIRMERS_MIN,
      .max = CORRIDOR_CONFIRMERS_MAX,
      .item = &confirmer_shape,
      .about = "All of them must confirm."}},
    {0},
};

const struct json_shape corridor_shape = {
    .kind = JSON_OBJECT,
    .about = "What a pair must keep to before the encyclopedia holds it.",
    .members = members,
};

/* Is it a budget that ranks? */
static enum status check_budget(const char *name, const struct ladder *ladder, int64_t nodes,
                                struct error *error)
{
    int stage = ladder_find(ladder, nodes);
    if (stage < 0)
        return error_set(error, STATUS_WRONG, "%s: %lld nodes are no budget of the ladder", name,
                         (long long)nodes);
    if ((size_t)stage < ladder->first_ranking)
        return error_set(error, STATUS_WRONG, "%s: at %lld nodes there is triage alone", name,
                         (long long)nodes);
    return STATUS_OK;
}

static enum status read_limits(const char *name, const cJSON *limits, const struct ladder *ladder,
                               struct corridor *corridor, struct error *error)
{
    enum status status = STATUS_OK;
    int64_t nodes = ladder->deepening_first, below = 0;
    const cJSON *limit = limits ? limits->child : NULL;
    for (int i = 0; i < CORRIDOR_LIMITS && !status; i++) {
        if (limit) {
            nodes = (int64_t)limit->valuedouble;
            limit = limit->next;
        }
        if (nodes <= below)
            return error_set(error, STATUS_WRONG, "%s: limits: %lld is not above %lld", name,
                             (long long)nodes, (long long)below);
        status = check_budget(name, ladder, nodes, error);
        corridor->limits[i] = below = nodes;
        nodes *= ladder->deepening_factor;
    }
    return status;
}

static enum status read_confirmer(const char *name, const cJSON *json, const char *primary_engine,
                                  struct corridor *corridor, struct error *error)
{
    const char *engine = json_string(json, "engine");
    struct corridor_confirmer confirmer = {
        .kind = limit_kind_read(json_string(json, "limit_kind")),
        .limit = json_int(json, "limit"),
    };
    if (strcmp(engine, primary_engine) == 0)
        return error_set(error, STATUS_WRONG, "%s: %s ranks, and cannot confirm itself", name,
                         engine);
    if (corridor_confirmer_of(corridor, engine))
        return error_set(error, STATUS_WRONG, "%s: %s stands twice among the confirmers", name,
                         engine);
    if (confirmer.kind == LIMIT_DEPTH && confirmer.limit > EVIDENCE_DEPTH_MAX)
        return error_set(error, STATUS_WRONG, "%s: %s: a depth of %lld, at most %d are known", name,
                         engine, (long long)confirmer.limit, EVIDENCE_DEPTH_MAX);
    snprintf(confirmer.engine, sizeof confirmer.engine, "%s", engine);
    corridor->confirmers[corridor->confirmer_count++] = confirmer;
    return STATUS_OK;
}

static enum status read_near(const char *name, const cJSON *near, const struct ladder *ladder,
                             struct corridor *corridor, struct error *error)
{
    corridor->near_from = json_int(near, "from_nodes");
    corridor->near_max_cp = json_int(near, "max_cp");
    enum status status = check_budget(name, ladder, corridor->near_from, error);
    if (!status && corridor->near_from > corridor->limits[CORRIDOR_LIMITS - 1])
        return error_set(error, STATUS_WRONG, "%s: near.from_nodes is above the last limit, %lld",
                         name, (long long)corridor->limits[CORRIDOR_LIMITS - 1]);
    if (!status && corridor->near_max_cp < corridor->max_cp)
        return error_set(error, STATUS_WRONG, "%s: near.max_cp is below max_cp", name);
    return status;
}

enum status corridor_read(const char *name, struct text text, const struct ladder *ladder,
                          const char *primary_engine, struct corridor *corridor,
                          struct error *error)
{
    cJSON *json;
    const cJSON *confirmer;
    struct corridor read = {0};
    enum status status = json_read(name, text, &corridor_shape, &json, error);
    if (status)
        return status;
    read.max_cp = json_int(json, "max_cp");
    read.controls_at_least = json_int(json, "controls_at_least");
    status = read_limits(name, json_get(json, "limits"), ladder, &read, error);
    if (!status)
        status = read_near(name, json_get(json, "near"), ladder, &read, error);
    cJSON_ArrayForEach(confirmer, json_get(json, "confirmers"))
    {
        if (!status)
            status = read_confirmer(name, confirmer, primary_engine, &read, error);
    }
    cJSON_Delete(json);
    if (!status)
        *corridor = read;
    return status;
}

const struct corridor_confirmer *corridor_confirmer_of(const struct corridor *corridor,
                                                       const char *engine)
{
    for (size_t i = 0; i < corridor->confirmer_count; i++) {
        if (strcmp(corridor->confirmers[i].engine, engine) == 0)
            return &corridor->confirmers[i];
    }
    return NULL;
}

enum status corridor_check(const char *name, const struct corridor *corridor, const cJSON *passport,
                           struct error *error)
{
    for (size_t i = 0; i < corridor->confirmer_count; i++) {
        const struct corridor_confirmer *confirmer = &corridor->confirmers[i];
        const cJSON *engine = json_get(json_get(passport, "engines"), confirmer->engine);
        if (engine && limit_kind_read(json_string(engine, "limit_kind")) != confirmer->kind)
            return error_set(error, STATUS_WRONG,
                             "%s: %s is to confirm by %s, but the passport limits it by %s", name,
                             confirmer->engine, limit_kind_name(confirmer->kind),
                             json_string(engine, "limit_kind"));
    }
    return STATUS_OK;
}

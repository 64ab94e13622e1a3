#include "passport/passport.h"

#include "base/hash.h"
#include "base/number.h"
#include "passport/games.h"
#include "passport/shapes.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const struct json_shape text_shape = {.kind = JSON_STRING, .pattern = SHAPE_TEXT};
static const struct json_shape sha256_shape = {.kind = JSON_STRING, .pattern = SHAPE_SHA256};
static const struct json_shape date_shape = {.kind = JSON_STRING, .pattern = SHAPE_DATE};
static const struct json_shape hash_mb_shape = {.kind = JSON_INTEGER, .min = 1, .max = 33554432};

static const struct json_member engine_members[] = {
    {"name", false, {.kind = JSON_STRING, .pattern = SHAPE_TEXT}},
    {"files",
     false,
     {.kind = JSON_MAP,
      .pattern = "^[a-z0-9._-]+$",
      .min = 1,
      .item = &sha256_shape,
      .about = "What identifies the engine: sha256 of its binary, script, network."}},
    {"package", true, {.kind = JSON_STRING, .pattern = SHAPE_TEXT}},
    {"network", true, {.kind = JSON_STRING, .pattern = SHAPE_TEXT}},
    {"options",
     false,
     {.kind = JSON_MAP, .pattern = "^[A-Za-z0-9 _]+$", .item = &text_shape, .about = "UCI."}},
    {"hash_mb",
     false,
     {.kind = JSON_MAP,
      .pattern = SHAPE_DIGITS,
      .min = 1,
      .item = &hash_mb_shape,
      .about = "Hash size by limit: it changes results."}},
    {"limit_kind", false, {.kind = JSON_STRING, .pattern = "^(nodes|depth)$"}},
    {"per_position",
     false,
     {.kind = JSON_ARRAY, .min = 1, .item = &text_shape, .about = "Commands for each position."}},
    {"completion",
     false,
     {.kind = JSON_STRING,
      .pattern = SHAPE_TEXT,
      .about = "Which line of the search is the last completed iteration."}},
    {0},
};
const struct json_shape passport_engine_shape = {.kind = JSON_OBJECT, .members = engine_members};

#define SET_MEMBERS                                                                                \
    {"engine", false, {.kind = JSON_STRING, .pattern = SHAPE_SLUG}},                               \
        {"limit_kind", false, {.kind = JSON_STRING, .pattern = "^(nodes|depth)$"}},                \
        {"limit", false, {.kind = JSON_INTEGER, .min = 1, .max = EVIDENCE_NODES_MAX}},             \
    {                                                                                              \
        "rows", false,                                                                             \
        {                                                                                          \
            .kind = JSON_INTEGER, .min = 1, .max = PAIR_COUNT                                      \
        }                                                                                          \
    }

static const struct json_member file_members[] = {
    {"file", false, {.kind = JSON_STRING, .pattern = SHAPE_TEXT}},
    SET_MEMBERS,
    {"controls", false, {.kind = JSON_INTEGER, .min = 0, .max = START_COUNT}},
    {"sha256", false, {.kind = JSON_STRING, .pattern = SHAPE_SHA256}},
    {0},
};
static const struct json_shape file_shape = {.kind = JSON_OBJECT, .members = file_members};

static const struct json_member added_members[] = {SET_MEMBERS, {0}};
static const struct json_shape added_shape = {.kind = JSON_OBJECT, .members = added_members};

static const struct json_member split_members[] = {
    {"screening_nodes",
     false,
     {.kind = JSON_STRING,
      .pattern = SHAPE_DIGITS,
      .about = "Evaluations times nominal limit, on the ladder's stages."}},
    {"deepening_nodes", false, {.kind = JSON_STRING, .pattern = SHAPE_DIGITS}},
    {"confirming_nodes",
     true,
     {.kind = JSON_STRING,
      .pattern = SHAPE_DIGITS,
      .about = "At limits that are no budget of the ladder, such as depths; as the engine "
               "counted."}},
    {"searched_nodes",
     false,
     {.kind = JSON_STRING, .pattern = SHAPE_DIGITS, .about = "As the engine counted."}},
    {0},
};
static const struct json_shape split_shape = {.kind = JSON_OBJECT, .members = split_members};

const struct json_member passport_producer_members[] = {
    {"name",
     false,
     {.kind = JSON_STRING,
      .pattern = SHAPE_TEXT,
      .about = "The program that ran the searches; external: not asym-passport."}},
    {"sha256", true, {.kind = JSON_STRING, .pattern = SHAPE_SHA256}},
    {"note", true, {.kind = JSON_STRING, .pattern = SHAPE_TEXT}},
    {0},
};

const struct json_member passport_recorder_members[] = {
    {"program", false, {.kind = JSON_STRING, .pattern = "^asym-passport$"}},
    {"version", false, {.kind = JSON_STRING, .pattern = SHAPE_VERSION}},
    {"source",
     false,
     {.kind = JSON_STRING, .pattern = SHAPE_SWHID, .about = "SWHID of src/ as it lay there."}},
    {"dirty",
     true,
     {.kind = JSON_BOOLEAN, .about = "src/ differed from the commit; absent outside git."}},
    {"commit",
     true,
     {.kind = JSON_STRING, .pattern = "^[0-9a-f]{40}$", .about = "HEAD then; advisory."}},
    {0},
};

static const struct json_member rerun_members[] = {
    {"rows", false, {.kind = JSON_INTEGER, .min = 1, .max = JSON_INTEGER_MAX}},
    {"seed",
     false,
     {.kind = JSON_STRING, .pattern = SHAPE_TEXT, .about = "Drew them, by sha256 of SEED w:b."}},
    {"files",
     false,
     {.kind = JSON_MAP,
      .pattern = "^[a-z0-9._-]+$",
      .min = 1,
      .item = &sha256_shape,
      .about = "Of the engine that searched them, as in engines."}},
    {0},
};

static const struct json_member run_members[] = {
    {"dates",
     false,
     {.kind = JSON_ARRAY, .min = 1, .item = &date_shape, .about = "Days of the searches."}},
    {"host", false, {.kind = JSON_STRING, .pattern = SHAPE_TEXT, .about = "Class of machine."}},
    {"producer", false, {.kind = JSON_OBJECT, .members = passport_producer_members}},
    {"rerun",
     true,
     {.kind = JSON_OBJECT,
      .about = "A sample that the recorder searched again; every field repeated.",
      .members = rerun_members}},
    {"recorder", false, {.kind = JSON_OBJECT, .members = passport_recorder_members}},
    {"added", false, {.kind = JSON_ARRAY, .min = 1, .item = &added_shape}},
    {"compute_split",
     false,
     {.kind = JSON_MAP,
      .pattern = SHAPE_SLUG,
      .item = &split_shape,
      .about = "What this run spent, by engine."}},
    {0},
};
static const struct json_shape run_shape = {.kind = JSON_OBJECT, .members = run_members};

static const struct json_member ladder_members[] = {
    {"file", false, {.kind = JSON_STRING, .pattern = "^ladder[.]json$"}},
    {"sha256", false, {.kind = JSON_STRING, .pattern = SHAPE_SHA256}},
    {0},
};

static const struct json_member members[] = {
    {"study", false, {.kind = JSON_STRING, .pattern = "^(asym|benedict|puct)$"}},
    {"seed",
     false,
     {.kind = JSON_STRING, .pattern = SHAPE_DIGITS, .about = "Of the visiting order."}},
    {"order",
     false,
     {.kind = JSON_STRING,
      .pattern = "^" PASSPORT_ORDER "$",
      .about = "Python 3: random.Random(seed).shuffle over the representatives, sorted."}},
    {"engines",
     false,
     {.kind = JSON_MAP, .pattern = SHAPE_SLUG, .min = 1, .item = &passport_engine_shape}},
    {"ladder", false, {.kind = JSON_OBJECT, .members = ladder_members}},
    {"evidence", false, {.kind = JSON_ARRAY, .min = 1, .item = &file_shape}},
    {"runs",
     false,
     {.kind = JSON_ARRAY, .min = 1, .item = &run_shape, .about = "One entry a recording."}},
    {"games",
     true,
     {.kind = JSON_ARRAY,
      .min = 1,
      .item = &games_run_shape,
      .about = "Recorded runs of self-play, by name."}},
    {0},
};

const struct json_shape passport_shape = {
    .kind = JSON_OBJECT,
    .about = "The record of what was run.",
    .members = members,
};

enum status passport_read_as(const char *name, struct text text, const struct json_shape *shape,
                             cJSON **passport, struct error *error)
{
    enum status status = json_read(name, text, shape, passport, error);
    if (!status)
        status = json_check_canonical(name, text, *passport, error);
    const cJSON *run;
    cJSON_ArrayForEach(run, json_get(*passport, "runs"))
    {
        if (!status)
            status = edition_check_dates(name, json_get(run, "dates"), error);
    }
    if (status) {
        cJSON_Delete(*passport);
        *passport = NULL;
    }
    return status;
}

enum status passport_read(const char *name, struct text text, cJSON **passport, struct error *error)
{
    return passport_read_as(name, text, &passport_shape, passport, error);
}

static enum status engine_differs(const char *id, const cJSON *known, const cJSON *found,
                                  struct error *error)
{
    char *old = cJSON_PrintUnformatted(known), *new = cJSON_PrintUnformatted(found);
    enum status status =
        error_set(error, STATUS_WRONG, "engine %s: %s recorded as %.200s, new %.200s", id,
                  known ? known->string : found->string, old ? old : "none", new ? new : "none");
    cJSON_free(old);
    cJSON_free(new);
    return status;
}

static enum status compare_hashes(const char *id, const cJSON *known, const cJSON *entry,
                                  struct error *error)
{
    const cJSON *item;
    cJSON_ArrayForEach(item, json_get(entry, "hash_mb"))
    {
        const cJSON *old = json_get(json_get(known, "hash_mb"), item->string);
        if (old && old->valuedouble != item->valuedouble)
            return error_set(error, STATUS_WRONG,
                             "engine %s: hash_mb at %s is recorded as %.0f, new %.0f", id,
                             item->string, old->valuedouble, item->valuedouble);
    }
    return STATUS_OK;
}

enum status passport_compare_engine(const char *id, const cJSON *known, const cJSON *entry,
                                    struct error *error)
{
    const cJSON *item;
    cJSON_ArrayForEach(item, entry)
    {
        if (strcmp(item->string, "hash_mb") != 0 &&
            !cJSON_Compare(item, json_get(known, item->string), true))
            return engine_differs(id, json_get(known, item->string), item, error);
    }
    cJSON_ArrayForEach(item, known)
    {
        if (!json_get(entry, item->string))
            return engine_differs(id, item, NULL, error);
    }
    return compare_hashes(id, known, entry, error);
}

static cJSON *list_set(const struct evidence_set *set, const char *sha256, bool *failed)
{
    cJSON *entry = cJSON_CreateObject();
    char *file = evidence_file_name(set);
    if (!file)
        *failed = true;
    json_add_string(entry, "file", file ? file : "", failed);
    json_add_string(entry, "engine", set->engine, failed);
    json_add_string(entry, "limit_kind", limit_kind_name(set->kind), failed);
    json_add_int(entry, "limit", set->limit, failed);
    json_add_int(entry, "rows", (int64_t)set->count, failed);
    json_add_int(entry, "controls", (int64_t)evidence_controls(set), failed);
    json_add_string(entry, "sha256", sha256, failed);
    free(file);
    return entry;
}

cJSON *passport_list_evidence(const struct evidence *evidence, struct error *error)
{
    cJSON *list = cJSON_CreateArray();
    bool failed = false;
    for (size_t i = 0; i < evidence->count && !failed; i++) {
        struct buf text = {0};
        char sha256[SHA256_HEX + 1];
        evidence_write(&text, &evidence->sets[i]);
        failed = buf_ok(&text, error) || hash_sha256_of(text.data, text.len, sha256, error);
        buf_free(&text);
        if (!failed)
            json_append(list, list_set(&evidence->sets[i], sha256, &failed), &failed);
    }
    if (failed) {
        cJSON_Delete(list);
        error_memory(error);
        return NULL;
    }
    return list;
}

struct passport_split passport_split(const struct evidence *evidence, const struct ladder *ladder,
                                     const char *engine)
{
    struct passport_split split = {0};
    for (size_t i = 0; i < evidence->count; i++) {
        const struct evidence_set *set = &evidence->sets[i];
        if (strcmp(set->engine, engine) != 0)
            continue;
        int64_t nominal = number_multiply((int64_t)set->count, set->limit), counted = 0;
        int stage = set->kind == LIMIT_NODES ? ladder_find(ladder, set->limit) : -1;
        for (size_t row = 0; row < set->count; row++)
            counted = number_add(counted, set->rows[row].nodes);
        if (stage < 0)
            split.confirming = number_add(split.confirming, counted);
        else if ((size_t)stage < ladder->count)
            split.screening = number_add(split.screening, nominal);
        else
            split.deepening = number_add(split.deepening, nominal);
        split.searched = number_add(split.searched, counted);
    }
    return split;
}

/* What is checked, against what. */
struct check {
    const char *name;
    const cJSON *passport;
    const struct files *inputs;
    const struct evidence *evidence;
    const struct ladder *ladder;
    struct error *error;
};

static enum status check_engine(const struct check *check, const struct evidence_set *set)
{
    const cJSON *engine = json_get(json_get(check->passport, "engines"), set->engine);
    if (!engine)
        return error_set(check->error, STATUS_WRONG, "%s: the evidence's engine %s is unknown",
                         check->name, set->engine);
    if (strcmp(json_string(engine, "limit_kind"), limit_kind_name(set->kind)) != 0)
        return error_set(check->error, STATUS_WRONG, "%s: engine %s is limited by %s, not by %s",
                         check->name, set->engine, json_string(engine, "limit_kind"),
                         limit_kind_name(set->kind));
    char limit[24];
    snprintf(limit, sizeof limit, "%lld", (long long)set->limit);
    int64_t hash_mb = json_int(json_get(engine, "hash_mb"), limit);
    for (size_t i = 0; i < set->count; i++) {
        const struct evaluation *row = &set->rows[i];
        if (row->hash_mb != hash_mb)
            return error_set(check->error, STATUS_WRONG,
                             "%s: engine %s at %s: hash_mb is %lld, but %u:%u was searched with %u",
                             check->name, set->engine, limit, (long long)hash_mb, row->pair.w,
                             row->pair.b, row->hash_mb);
    }
    return STATUS_OK;
}

static enum status differs(const struct check *check, const char *where, const char *what,
                           int64_t said, int64_t found)
{
    if (said == found)
        return STATUS_OK;
    return error_set(check->error, STATUS_WRONG, "%s: %s: %s is %lld, but the evidence has %lld",
                     check->name, where, what, (long long)said, (long long)found);
}

/* The passport lists the sets in their order, so that none can stand in for another. */
static enum status check_file(const struct check *check, const cJSON *entry,
                              const struct evidence_set *set)
{
    const char *said = json_string(entry, "file");
    char *file = evidence_file_name(set);
    if (!file)
        return error_memory(check->error);
    struct text text;
    char sha256[SHA256_HEX + 1];
    enum status status = STATUS_OK;
    if (strcmp(said, file) != 0)
        status =
            error_set(check->error, STATUS_WRONG, "%s: evidence: %s is listed, but the file is %s",
                      check->name, said, file);
    if (!status)
        status = files_get(check->inputs, file, &text, check->error);
    if (!status)
        status = hash_sha256_of(text.data, text.len, sha256, check->error);
    if (!status)
        status = differs(check, file, "limit", json_int(entry, "limit"), set->limit);
    if (!status)
        status = differs(check, file, "rows", json_int(entry, "rows"), (int64_t)set->count);
    if (!status)
        status = differs(check, file, "controls", json_int(entry, "controls"),
                         (int64_t)evidence_controls(set));
    if (!status && strcmp(json_string(entry, "sha256"), sha256) != 0)
        status = error_set(check->error, STATUS_WRONG, "%s: %s: sha256 is %s, but the file has %s",
                           check->name, file, json_string(entry, "sha256"), sha256);
    if (!status && (strcmp(json_string(entry, "engine"), set->engine) != 0 ||
                    strcmp(json_string(entry, "limit_kind"), limit_kind_name(set->kind)) != 0))
        status = error_set(check->error, STATUS_WRONG,
                           "%s: %s: another engine or limit kind is listed", check->name, file);
    free(file);
    return status;
}

int64_t passport_added_rows(const cJSON *passport, const struct evidence_set *set)
{
    int64_t rows = 0;
    const cJSON *run, *added;
    cJSON_ArrayForEach(run, json_get(passport, "runs"))
    {
        cJSON_ArrayForEach(added, json_get(run, "added"))
        {
            if (json_int(added, "limit") == set->limit &&
                strcmp(json_string(added, "engine"), set->engine) == 0 &&
                strcmp(json_string(added, "limit_kind"), limit_kind_name(set->kind)) == 0)
                rows += json_int(added, "rows");
        }
    }
    return rows;
}

struct passport_split passport_said_split(const cJSON *passport, const char *engine)
{
    struct passport_split said = {0};
    const cJSON *run;
    cJSON_ArrayForEach(run, json_get(passport, "runs"))
    {
        const cJSON *split = json_get(json_get(run, "compute_split"), engine);
        said.screening = number_add(said.screening, json_digits(split, "screening_nodes"));
        said.deepening = number_add(said.deepening, json_digits(split, "deepening_nodes"));
        said.confirming = number_add(said.confirming, json_digits(split, "confirming_nodes"));
        said.searched = number_add(said.searched, json_digits(split, "searched_nodes"));
    }
    return said;
}

static enum status check_split(const struct check *check, const char *engine)
{
    struct passport_split found = passport_split(check->evidence, check->ladder, engine);
    struct passport_split said = passport_said_split(check->passport, engine);
    enum status status =
        differs(check, engine, "screening_nodes of all runs", said.screening, found.screening);
    if (!status)
        status =
            differs(check, engine, "deepening_nodes of all runs", said.deepening, found.deepening);
    if (!status)
        status = differs(check, engine, "confirming_nodes of all runs", said.confirming,
                         found.confirming);
    if (!status)
        status =
            differs(check, engine, "searched_nodes of all runs", said.searched, found.searched);
    return status;
}

static enum status check_ladder(const struct check *check, const char *primary)
{
    struct text text;
    char sha256[SHA256_HEX + 1];
    enum status status = files_get(check->inputs, "ladder.json", &text, check->error);
    if (!status)
        status = hash_sha256_of(text.data, text.len, sha256, check->error);
    const char *said = json_string(json_get(check->passport, "ladder"), "sha256");
    if (!status && strcmp(said, sha256) != 0)
        status = error_set(check->error, STATUS_WRONG,
                           "%s: ladder: sha256 is %s, but ladder.json has %s", check->name, said,
                           sha256);
    for (size_t i = 0; i < check->evidence->count && !status; i++) {
        const struct evidence_set *set = &check->evidence->sets[i];
        if (strcmp(set->engine, primary) == 0 && set->kind == LIMIT_NODES &&
            ladder_find(check->ladder, set->limit) < 0)
            status = error_set(check->error, STATUS_WRONG,
                               "%s: %lld nodes of the primary engine are no budget of ladder.json",
                               check->name, (long long)set->limit);
    }
    return status;
}

/* What a run claims to have added or spent must be about something that is there. */
static enum status check_run(const struct check *check, const cJSON *run)
{
    const cJSON *entry;
    cJSON_ArrayForEach(entry, json_get(run, "added"))
    {
        const char *engine = json_string(entry, "engine");
        int64_t limit = json_int(entry, "limit");
        if (!evidence_find(check->evidence, engine,
                           limit_kind_read(json_string(entry, "limit_kind")), limit))
            return error_set(check->error, STATUS_WRONG,
                             "%s: runs: added: there is no evidence of %s at %s %lld", check->name,
                             engine, json_string(entry, "limit_kind"), (long long)limit);
    }
    cJSON_ArrayForEach(entry, json_get(run, "compute_split"))
    {
        if (!json_get(json_get(check->passport, "engines"), entry->string))
            return error_set(check->error, STATUS_WRONG,
                             "%s: runs: compute_split: engine %s is unknown", check->name,
                             entry->string);
    }
    return STATUS_OK;
}

enum status passport_check(const char *name, const cJSON *passport, const struct files *inputs,
                           const struct evidence *evidence, const struct ladder *ladder,
                           const struct edition *edition, struct error *error)
{
    const struct check check = {name, passport, inputs, evidence, ladder, error};
    if (strcmp(json_string(passport, "study"), edition->study) != 0)
        return error_set(error, STATUS_WRONG, "%s: study is %s, but the release is of %s", name,
                         json_string(passport, "study"), edition->study);
    if (!json_get(json_get(passport, "engines"), edition->primary_engine))
        return error_set(error, STATUS_WRONG, "%s: the primary engine %s is unknown", name,
                         edition->primary_engine);
    enum status status = check_ladder(&check, edition->primary_engine);
    for (size_t i = 0; i < evidence->count && !status; i++) {
        const struct evidence_set *set = &evidence->sets[i];
        status = check_engine(&check, set);
        if (!status)
            status = differs(&check, set->engine, "the sum of rows that the runs added",
                             passport_added_rows(passport, set), (int64_t)set->count);
    }
    const cJSON *list = json_get(passport, "evidence"), *entry;
    if (!status)
        status = differs(&check, "evidence", "the number of files", cJSON_GetArraySize(list),
                         (int64_t)evidence->count);
    size_t at = 0;
    cJSON_ArrayForEach(entry, list)
    {
        if (!status)
            status = check_file(&check, entry, &evidence->sets[at++]);
    }
    cJSON_ArrayForEach(entry, json_get(passport, "runs"))
    {
        if (!status)
            status = check_run(&check, entry);
    }
    cJSON_ArrayForEach(entry, json_get(passport, "engines"))
    {
        if (!status)
            status = check_split(&check, entry->string);
    }
    return status ? status : games_check(name, passport, inputs, error);
}

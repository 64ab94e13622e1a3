#include "passport/benedict_passport.h"

#include "base/hash.h"
#include "passport/passport.h"
#include "passport/shapes.h"

#include <stdio.h>
#include <string.h>

/* ---- shapes ---- */

static const struct json_shape text_shape = {.kind = JSON_STRING, .pattern = SHAPE_TEXT};
static const struct json_shape sha256_shape = {.kind = JSON_STRING, .pattern = SHAPE_SHA256};
static const struct json_shape date_shape = {.kind = JSON_STRING, .pattern = SHAPE_DATE};

static const struct json_member engine_members[] = {
    {"name", false, {.kind = JSON_STRING, .pattern = SHAPE_TEXT}},
    {"files",
     false,
     {.kind = JSON_MAP,
      .pattern = "^[a-z0-9._-]+$",
      .min = 1,
      .item = &sha256_shape,
      .about = "What identifies the engine: sha256 of its binary."}},
    {"source",
     true,
     {.kind = JSON_STRING,
      .pattern = SHAPE_SWHID,
      .about = "SWHID of the src/ it was built from."}},
    {"options",
     false,
     {.kind = JSON_MAP, .pattern = "^[A-Za-z0-9 _]+$", .item = &text_shape, .about = "UCI."}},
    {0},
};
static const struct json_shape engine_shape = {.kind = JSON_OBJECT, .members = engine_members};

#define FILE_MEMBER                                                                                \
    {                                                                                              \
        "file", false,                                                                             \
        {                                                                                          \
            .kind = JSON_STRING, .pattern = "^evidence/[a-z0-9./-]+$"                              \
        }                                                                                          \
    }
#define ROWS_MEMBER                                                                                \
    {                                                                                              \
        "rows", false,                                                                             \
        {                                                                                          \
            .kind = JSON_INTEGER, .min = 1, .max = JSON_INTEGER_MAX,                               \
            .about = "Of a table; games of a list; 1 of a certificate."                            \
        }                                                                                          \
    }

static const struct json_member file_members[] = {
    FILE_MEMBER,
    ROWS_MEMBER,
    {"bytes", false, {.kind = JSON_INTEGER, .min = 1, .max = JSON_INTEGER_MAX}},
    {"sha256", false, {.kind = JSON_STRING, .pattern = SHAPE_SHA256}},
    {0},
};
static const struct json_shape file_shape = {.kind = JSON_OBJECT, .members = file_members};

static const struct json_member added_members[] = {FILE_MEMBER, ROWS_MEMBER, {0}};
static const struct json_shape added_shape = {.kind = JSON_OBJECT, .members = added_members};

#define ENGINES_MEMBER                                                                             \
    {                                                                                              \
        "engines", false,                                                                          \
        {                                                                                          \
            .kind = JSON_MAP, .pattern = SHAPE_SLUG, .min = 1, .item = &engine_shape               \
        }                                                                                          \
    }
#define RUN_MEMBERS                                                                                \
    {"dates", false, {.kind = JSON_ARRAY, .min = 1, .item = &date_shape, .about = "Days of it."}}, \
        {"host",                                                                                   \
         false,                                                                                    \
         {.kind = JSON_STRING, .pattern = SHAPE_TEXT, .about = "Class of machine."}},              \
        {"producer", false, {.kind = JSON_OBJECT, .members = passport_producer_members}},          \
    {                                                                                              \
        "commands", false,                                                                         \
        {                                                                                          \
            .kind = JSON_ARRAY, .min = 1, .item = &text_shape,                                     \
            .about = "As they were given to the producer."                                         \
        }                                                                                          \
    }

static const struct json_member run_members[] = {
    RUN_MEMBERS,
    {"recorder", false, {.kind = JSON_OBJECT, .members = passport_recorder_members}},
    {"added", false, {.kind = JSON_ARRAY, .min = 1, .item = &added_shape}},
    {0},
};
static const struct json_shape run_shape = {.kind = JSON_OBJECT, .members = run_members};

static const struct json_member members[] = {
    {"study", false, {.kind = JSON_STRING, .pattern = "^benedict$"}},
    ENGINES_MEMBER,
    {"evidence", false, {.kind = JSON_ARRAY, .min = 1, .item = &file_shape}},
    {"runs",
     false,
     {.kind = JSON_ARRAY, .min = 1, .item = &run_shape, .about = "One entry a recording."}},
    {0},
};

const struct json_shape benedict_passport_shape = {
    .kind = JSON_OBJECT,
    .about = "The record of what was run.",
    .members = members,
};

static const struct json_member input_members[] = {ENGINES_MEMBER, RUN_MEMBERS, {0}};

const struct json_shape benedict_run_shape = {
    .kind = JSON_OBJECT,
    .about = "What is said of the results beside it.",
    .members = input_members,
};

/* ---- reading, listing ---- */

enum status benedict_passport_read(const char *name, struct text text, cJSON **passport,
                                   struct error *error)
{
    return passport_read_as(name, text, &benedict_passport_shape, passport, error);
}

cJSON *benedict_list_evidence(const struct files *files, struct error *error)
{
    cJSON *list = cJSON_CreateArray();
    bool failed = false;
    for (size_t i = 0; i < files->count && !failed; i++) {
        const struct files_item *item = &files->items[i];
        char sha256[SHA256_HEX + 1];
        if (!benedict_is_evidence(item->name))
            continue;
        failed = hash_sha256_of(item->data.data, item->data.len, sha256, error) != STATUS_OK;
        cJSON *entry = cJSON_CreateObject();
        json_add_string(entry, "file", item->name, &failed);
        json_add_int(entry, "rows", benedict_rows(item->name, item->data), &failed);
        json_add_int(entry, "bytes", (int64_t)item->data.len, &failed);
        json_add_string(entry, "sha256", sha256, &failed);
        json_append(list, entry, &failed);
    }
    if (failed) {
        cJSON_Delete(list);
        error_memory(error);
        return NULL;
    }
    return list;
}

int64_t benedict_added_rows(const cJSON *passport, const char *file)
{
    int64_t rows = 0;
    const cJSON *run, *added;
    cJSON_ArrayForEach(run, json_get(passport, "runs"))
    {
        cJSON_ArrayForEach(added, json_get(run, "added"))
        {
            if (strcmp(json_string(added, "file"), file) == 0)
                rows += json_int(added, "rows");
        }
    }
    return rows;
}

/* ---- checking ---- */

/* The lists are made by the same function, so that any difference is one of values. */
static enum status compare_lists(const char *name, const cJSON *said, const cJSON *found,
                                 struct error *error)
{
    const cJSON *a = said->child, *b = found->child;
    while (a && b && cJSON_Compare(a, b, true)) {
        a = a->next;
        b = b->next;
    }
    if (!a && !b)
        return STATUS_OK;
    const char *listed = a ? json_string(a, "file") : "nothing";
    const char *there = b ? json_string(b, "file") : "nothing";
    if (strcmp(listed, there) == 0)
        return error_set(error, STATUS_WRONG,
                         "%s: evidence: %s has other rows, bytes or sha256 than are listed", name,
                         there);
    return error_set(error, STATUS_WRONG, "%s: evidence: %s is listed, but there is %s", name,
                     listed, there);
}

static enum status check_files(const char *name, const cJSON *passport, const struct files *files,
                               struct error *error)
{
    cJSON *found = benedict_list_evidence(files, error);
    if (!found)
        return STATUS_CANNOT;
    enum status status = compare_lists(name, json_get(passport, "evidence"), found, error);
    const cJSON *entry;
    cJSON_ArrayForEach(entry, found)
    {
        const char *file = json_string(entry, "file");
        int64_t rows = json_int(entry, "rows"), added = benedict_added_rows(passport, file);
        if (!status && rows != added)
            status = error_set(error, STATUS_WRONG, "%s: %s has %lld rows, the runs added %lld",
                               name, file, (long long)rows, (long long)added);
    }
    cJSON_Delete(found);
    return status;
}

static enum status know(const char *name, const cJSON *passport, const char *engine,
                        const char *what, struct error *error)
{
    return json_get(json_get(passport, "engines"), engine)
               ? STATUS_OK
               : error_set(error, STATUS_WRONG, "%s: the engine %s of %s is unknown", name, engine,
                           what);
}

static enum status check_engines(const char *name, const cJSON *passport,
                                 const struct benedict_evidence *evidence, struct error *error)
{
    enum status status = STATUS_OK;
    for (size_t i = 0; i < evidence->set_count && !status; i++)
        status = know(name, passport, evidence->sets[i].engine, evidence->sets[i].name, error);
    for (size_t i = 0; i < evidence->proof_count && !status; i++)
        status = know(name, passport, evidence->proofs[i].engine, evidence->proofs[i].id, error);
    for (size_t i = 0; i < evidence->mate_count && !status; i++)
        status = know(name, passport, evidence->mates[i].engine, "mates.csv", error);
    for (size_t i = 0; i < evidence->opening_count && !status; i++)
        status = know(name, passport, evidence->openings[i].engine, "openings.csv", error);
    return status;
}

/* What a run claims to have added must be there. */
static enum status check_runs(const char *name, const cJSON *passport, const struct files *files,
                              struct error *error)
{
    const cJSON *run, *added;
    cJSON_ArrayForEach(run, json_get(passport, "runs"))
    {
        cJSON_ArrayForEach(added, json_get(run, "added"))
        {
            const char *file = json_string(added, "file");
            if (!files_find(files, file))
                return error_set(error, STATUS_WRONG, "%s: runs: added: there is no %s", name,
                                 file);
        }
    }
    return STATUS_OK;
}

enum status benedict_passport_check(const char *name, const cJSON *passport,
                                    const struct files *files,
                                    const struct benedict_evidence *evidence,
                                    const struct edition *edition, struct error *error)
{
    if (strcmp(json_string(passport, "study"), edition->study) != 0)
        return error_set(error, STATUS_WRONG, "%s: study is %s, but the release is of %s", name,
                         json_string(passport, "study"), edition->study);
    enum status status = know(name, passport, edition->primary_engine, "release.json", error);
    if (!status)
        status = check_files(name, passport, files, error);
    if (!status)
        status = check_engines(name, passport, evidence, error);
    return status ? status : check_runs(name, passport, files, error);
}

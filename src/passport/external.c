#include "passport/external.h"

#include "base/file.h"
#include "passport/edition.h"
#include "passport/shapes.h"

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { EXTERNAL_BYTES_MAX = 1 << 30 };

/* The sentence by which a run says that it visited the pairs in our order. */
#define ORDER                                                                                      \
    "^CPython random[.]Random[(]seed[)][.]shuffle over the representatives in lexicographic "      \
    "order$"

static const struct json_shape text_shape = {.kind = JSON_STRING, .pattern = SHAPE_TEXT};
static const struct json_shape date_shape = {.kind = JSON_STRING, .pattern = SHAPE_DATE};
static const struct json_shape hash_shape = {.kind = JSON_INTEGER, .min = 1, .max = 33554432};

static const struct json_member producer_members[] = {
    {"name", false, {.kind = JSON_STRING, .pattern = SHAPE_TEXT}},
    {"sha256", true, {.kind = JSON_STRING, .pattern = SHAPE_SHA256}},
    {"note", true, {.kind = JSON_STRING, .pattern = SHAPE_TEXT}},
    {0},
};

static const struct json_member engine_members[] = {
    {"id", false, {.kind = JSON_STRING, .pattern = SHAPE_SLUG}},
    {"name", false, {.kind = JSON_STRING, .pattern = SHAPE_TEXT}},
    {"package", true, {.kind = JSON_STRING, .pattern = SHAPE_TEXT}},
    {"sha256",
     false,
     {.kind = JSON_STRING, .pattern = SHAPE_SHA256, .about = "Of the engine's binary."}},
    {"network", true, {.kind = JSON_STRING, .pattern = SHAPE_TEXT}},
    {"options", false, {.kind = JSON_MAP, .pattern = "^[A-Za-z0-9 _]+$", .item = &text_shape}},
    {"hash_mb_by_nodes",
     false,
     {.kind = JSON_MAP, .pattern = SHAPE_DIGITS, .min = 1, .item = &hash_shape}},
    {"limit", false, {.kind = JSON_STRING, .pattern = "^nodes$"}},
    {"per_position", false, {.kind = JSON_ARRAY, .min = 1, .item = &text_shape}},
    {"completion", false, {.kind = JSON_STRING, .pattern = SHAPE_TEXT}},
    {0},
};

static const struct json_member count_members[] = {
    {"rows", false, {.kind = JSON_INTEGER, .min = 1, .max = PAIR_COUNT}},
    {"controls", false, {.kind = JSON_INTEGER, .min = 0, .max = START_COUNT}},
    {0},
};
static const struct json_shape count_shape = {.kind = JSON_OBJECT, .members = count_members};

static const struct json_member members[] = {
    {"producer", false, {.kind = JSON_OBJECT, .members = producer_members}},
    {"engine", false, {.kind = JSON_OBJECT, .members = engine_members}},
    {"seed", false, {.kind = JSON_STRING, .pattern = SHAPE_DIGITS}},
    {"order", false, {.kind = JSON_STRING, .pattern = ORDER}},
    {"host", false, {.kind = JSON_STRING, .pattern = SHAPE_TEXT}},
    {"dates", false, {.kind = JSON_ARRAY, .min = 1, .item = &date_shape}},
    {"counts",
     false,
     {.kind = JSON_MAP,
      .pattern = SHAPE_DIGITS,
      .min = 1,
      .max = EVIDENCE_SETS_MAX,
      .item = &count_shape,
      .about = "Rows and controls of nodes-N.csv, by N."}},
    {0},
};

const struct json_shape external_shape = {
    .kind = JSON_OBJECT,
    .about = "What a program of another make says of the results beside it.",
    .members = members,
};

static enum status check_hash(const char *path, const struct external *external,
                              const struct evidence_set *set, const char *limit,
                              struct error *error)
{
    const cJSON *engine = json_get(external->run, "engine");
    int64_t hash_mb = json_int(json_get(engine, "hash_mb_by_nodes"), limit);
    for (size_t i = 0; i < set->count; i++) {
        const struct evaluation *row = &set->rows[i];
        if (row->hash_mb != hash_mb)
            return error_set(error, STATUS_WRONG,
                             "%s: %u:%u has hash_mb %u, but run.json says %lld", path, row->pair.w,
                             row->pair.b, row->hash_mb, (long long)hash_mb);
    }
    return STATUS_OK;
}

static enum status read_counted(const char *path, const cJSON *count, struct external *external,
                                struct error *error)
{
    struct buf text = {0};
    struct evidence_set set = {0};
    size_t added;
    enum status status = file_read(path, EXTERNAL_BYTES_MAX, &text, error);
    if (!status)
        status = evidence_read_external(path, buf_text(&text), external->engine,
                                        strtoll(count->string, NULL, 10), &set, error);
    buf_free(&text);
    int64_t rows = json_int(count, "rows"), controls = json_int(count, "controls");
    if (!status && rows != (int64_t)set.count)
        status = error_set(error, STATUS_WRONG, "%s: %zu rows, but run.json says %lld", path,
                           set.count, (long long)rows);
    if (!status && controls != (int64_t)evidence_controls(&set))
        status = error_set(error, STATUS_WRONG, "%s: %zu controls, but run.json says %lld", path,
                           evidence_controls(&set), (long long)controls);
    if (!status)
        status = check_hash(path, external, &set, count->string, error);
    if (!status)
        status = evidence_merge(&external->evidence, &set, &added, error);
    evidence_set_free(&set);
    return status;
}

/* Every nodes-N.csv must be one that run.json counts. */
static enum status check_counted(const char *folder, const struct external *external,
                                 struct error *error)
{
    DIR *dir = opendir(folder);
    if (!dir)
        return error_set(error, STATUS_CANNOT, "%s: cannot read the folder", folder);
    enum status status = STATUS_OK;
    struct dirent *entry;
    while (!status && (errno = 0, entry = readdir(dir)) != NULL) {
        char limit[24] = "";
        int end = 0;
        if (sscanf(entry->d_name, "nodes-%20[0-9].csv%n", limit, &end) == 1 && end > 0 &&
            entry->d_name[end] == '\0' && !json_get(json_get(external->run, "counts"), limit))
            status = error_set(error, STATUS_WRONG, "%s/%s: run.json does not count it", folder,
                               entry->d_name);
    }
    if (!status && errno)
        status = error_set(error, STATUS_CANNOT, "%s: cannot read the folder", folder);
    closedir(dir);
    return status;
}

static enum status read_run(const char *folder, struct external *external, struct error *error)
{
    struct buf text = {0};
    char *path = file_join(folder, "run.json");
    if (!path)
        return error_memory(error);
    enum status status = file_read(path, 1 << 20, &text, error);
    if (!status)
        status = json_read(path, buf_text(&text), &external_shape, &external->run, error);
    external->engine = json_string(json_get(external->run, "engine"), "id");
    if (!status)
        status = edition_check_dates(path, json_get(external->run, "dates"), error);
    buf_free(&text);
    free(path);
    return status;
}

enum status external_read(const char *folder, struct external *external, struct error *error)
{
    *external = (struct external){0};
    enum status status = read_run(folder, external, error);
    if (!status)
        status = check_counted(folder, external, error);
    const cJSON *count;
    cJSON_ArrayForEach(count, json_get(external->run, "counts"))
    {
        struct buf path = {0};
        buf_printf(&path, "%s/nodes-%s.csv", folder, count->string);
        if (!status)
            status = buf_ok(&path, error);
        if (!status)
            status = read_counted(path.data, count, external, error);
        buf_free(&path);
    }
    if (status)
        external_free(external);
    return status;
}

cJSON *external_engine(const struct external *external)
{
    static const char *const kept[] = {"name",    "package",      "network",
                                       "options", "per_position", "completion"};
    const cJSON *engine = json_get(external->run, "engine");
    cJSON *out = cJSON_CreateObject();
    bool failed = false;
    for (size_t i = 0; i < sizeof kept / sizeof *kept; i++) {
        const cJSON *item = json_get(engine, kept[i]);
        if (item)
            json_add(out, kept[i], cJSON_Duplicate(item, true), &failed);
    }
    json_add_string(json_add_object(out, "files", &failed), "binary", json_string(engine, "sha256"),
                    &failed);
    json_add(out, "hash_mb", cJSON_Duplicate(json_get(engine, "hash_mb_by_nodes"), true), &failed);
    json_add_string(out, "limit_kind", json_string(engine, "limit"), &failed);
    if (failed) {
        cJSON_Delete(out);
        return NULL;
    }
    return out;
}

void external_free(struct external *external)
{
    cJSON_Delete(external->run);
    evidence_free(&external->evidence);
    *external = (struct external){0};
}

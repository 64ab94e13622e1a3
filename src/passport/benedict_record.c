#include "passport/benedict_record.h"

#include "base/csv.h"
#include "base/file.h"
#include "passport/benedict_certificates.h"
#include "passport/benedict_passport.h"

#include <stdlib.h>
#include <string.h>

enum { BYTES_MAX = INT32_MAX };

#define RUN "evidence/run.json"

struct recording {
    const char *root;
    char *folder;               /* ROOT/passport/benedict */
    struct files stored, given; /* the latter under the names that it will have */
    struct files written;       /* evidence and passport.json as they will be */
    struct edition edition;
    cJSON *passport, *run;
    int lock;
    struct record_report *report;
    struct error *error;
};

/* ---- what is there ---- */

/* A stored file that has as many rows as the passport says must be the very one that it lists; one
 * with more was left by a recording that was cut off. */
static enum status check_listed(const struct recording *recording)
{
    const cJSON *entry;
    cJSON_ArrayForEach(entry, json_get(recording->passport, "evidence"))
    {
        const char *file = json_string(entry, "file"), *listed = json_string(entry, "sha256");
        struct text text;
        char sha256[SHA256_HEX + 1];
        enum status status = files_get(&recording->stored, file, &text, recording->error);
        if (!status)
            status = hash_sha256_of(text.data, text.len, sha256, recording->error);
        if (!status && benedict_rows(file, text) <= json_int(entry, "rows") &&
            strcmp(listed, sha256) != 0)
            status =
                error_set(recording->error, STATUS_WRONG,
                          "%s: sha256 is %s, but passport.json lists %s", file, sha256, listed);
        if (status)
            return status;
    }
    return STATUS_OK;
}

static enum status begin_passport(struct recording *recording)
{
    bool failed = false;
    recording->passport = cJSON_CreateObject();
    json_add_string(recording->passport, "study", "benedict", &failed);
    json_add_object(recording->passport, "engines", &failed);
    json_add_array(recording->passport, "runs", &failed);
    return failed ? error_memory(recording->error) : STATUS_OK;
}

static enum status open_stored(struct recording *recording)
{
    struct error *error = recording->error;
    struct text text;
    recording->folder = file_join(recording->root, "passport/benedict");
    if (!recording->folder)
        return error_memory(error);
    enum status status =
        file_lock(recording->folder, "recording or signing", &recording->lock, error);
    if (!status)
        status = file_walk(recording->folder, "", FILE_PASS_HIDDEN, BYTES_MAX, &recording->stored,
                           error);
    if (!status)
        status = files_get(&recording->stored, "release.json", &text, error);
    if (!status)
        status = edition_read("release.json", text, &recording->edition, error);
    if (!status && !files_find(&recording->stored, "passport.json"))
        return begin_passport(recording);
    if (!status)
        status = files_get(&recording->stored, "passport.json", &text, error);
    if (!status)
        status = benedict_passport_read("passport.json", text, &recording->passport, error);
    return status ? status : check_listed(recording);
}

static enum status read_given(struct recording *recording, const char *folder)
{
    struct error *error = recording->error;
    struct text text;
    enum status status =
        file_walk(folder, "evidence/", FILE_PASS_HIDDEN, BYTES_MAX, &recording->given, error);
    if (!status && !files_find(&recording->given, RUN))
        status = error_set(error, STATUS_WRONG, "%s/run.json: missing", folder);
    if (!status)
        status = files_get(&recording->given, RUN, &text, error);
    if (!status)
        status = json_read("run.json", text, &benedict_run_shape, &recording->run, error);
    if (!status)
        status = edition_check_dates("run.json", json_get(recording->run, "dates"), error);
    for (size_t i = 0; i < recording->given.count && !status; i++) {
        const char *name = recording->given.items[i].name;
        if (!benedict_is_evidence(name) && strcmp(name, RUN) != 0)
            status = error_set(error, STATUS_WRONG, "%s/%s: no evidence of this study", folder,
                               name + strlen("evidence/"));
    }
    return status;
}

/* ---- merging ---- */

/* A row of a table; views. */
struct row {
    struct text key[2], line;
    size_t keys;
};

struct rows {
    struct row *rows;
    size_t count;
};

static int compare_rows(const void *a, const void *b)
{
    const struct row *x = a, *y = b;
    int order = benedict_key_compare(x->key, y->key, x->keys);
    return order ? order : text_compare(x->line, y->line);
}

/* Appends the rows of a table's text; there is room. */
static enum status take_rows(const struct benedict_table *table, struct text text,
                             struct rows *rows, struct error *error)
{
    struct csv csv;
    bool more = true;
    enum status status = csv_open(&csv, table->file, text, table->columns, table->count, error);
    while (!status && !(status = csv_next(&csv, &more, error)) && more) {
        struct row *row = &rows->rows[rows->count++];
        const struct text *last = &csv.fields[table->count - 1];
        row->line = csv.fields[0];
        row->line.len = (size_t)(last->data + last->len - row->line.data);
        row->keys = table->keys;
        memcpy(row->key, csv.fields, sizeof row->key);
    }
    return status;
}

static void put_header(const struct benedict_table *table, struct buf *out)
{
    for (size_t i = 0; i < table->count; i++)
        buf_printf(out, "%s%s", i ? "," : "", table->columns[i]);
    buf_putc(out, '\n');
}

/* Each row once, sorted. */
static enum status put_rows(const struct benedict_table *table, struct rows *rows, struct buf *out,
                            size_t *count, struct error *error)
{
    qsort(rows->rows, rows->count, sizeof *rows->rows, compare_rows);
    put_header(table, out);
    *count = 0;
    for (size_t i = 0; i < rows->count; i++) {
        const struct row *row = &rows->rows[i], *before = i ? row - 1 : NULL;
        if (before && text_same(row->line, before->line))
            continue;
        if (before && benedict_key_compare(row->key, before->key, table->keys) == 0)
            return error_set(error, STATUS_WRONG, "%s: '%.*s' and '%.*s' contradict each other",
                             table->file, (int)before->line.len, before->line.data,
                             (int)row->line.len, row->line.data);
        buf_put(out, row->line.data, row->line.len);
        buf_putc(out, '\n');
        ++*count;
    }
    return buf_ok(out, error);
}

/* At least as many as can be read of it, and one more. */
static size_t count_rows(const struct benedict_table *table, const struct files_item *item)
{
    return item ? (size_t)(benedict_rows(table->file, item->data) + 2) : 1;
}

/* The stored table and the given one, either of which may be NULL, become one. */
static enum status merge_table(struct recording *recording, const struct benedict_table *table)
{
    struct error *error = recording->error;
    const struct files_item *old = files_find(&recording->stored, table->file);
    const struct files_item *new = files_find(&recording->given, table->file);
    struct rows rows = {0};
    struct buf merged = {0};
    size_t count = 0, stored;
    enum status status = STATUS_OK;
    if (!old && !new)
        return STATUS_OK;
    rows.rows = calloc(count_rows(table, old) + count_rows(table, new), sizeof *rows.rows);
    if (!rows.rows)
        return error_memory(error);
    if (old)
        status = take_rows(table, old->data, &rows, error);
    stored = rows.count;
    if (!status && new)
        status = take_rows(table, new->data, &rows, error);
    size_t given = rows.count - stored;
    if (!status)
        status = put_rows(table, &rows, &merged, &count, error);
    if (!status) {
        recording->report->added += count - stored;
        recording->report->known += given - (count - stored);
    }
    if (!status && count) /* a table without a row is left out */
        status = files_add_take(&recording->written, table->file, &merged, error);
    free(rows.rows);
    buf_free(&merged);
    return status;
}

static enum status merge_tables(struct recording *recording)
{
    enum status status = STATUS_OK;
    for (size_t i = 0; i < BENEDICT_TABLES && !status; i++)
        status = merge_table(recording, &benedict_tables[i]);
    return status;
}

static bool is_whole(const char *name)
{
    size_t len = strlen(name);
    return benedict_is_evidence(name) && strcmp(name + len - 4, ".csv") != 0;
}

/* Lists and certificates never change. */
static enum status merge_files(struct recording *recording)
{
    struct error *error = recording->error;
    enum status status = STATUS_OK;
    for (size_t i = 0; i < recording->given.count && !status; i++) {
        const struct files_item *item = &recording->given.items[i];
        const struct files_item *old = files_find(&recording->stored, item->name);
        if (!is_whole(item->name))
            continue;
        if (old && !text_same(old->data, item->data))
            status = error_set(error, STATUS_WRONG, "%s: another one is recorded", item->name);
        else if (!old)
            status = files_add_view(&recording->written, item->name, item->data, error);
    }
    for (size_t i = 0; i < recording->stored.count && !status; i++) {
        const struct files_item *item = &recording->stored.items[i];
        if (is_whole(item->name))
            status = files_add_view(&recording->written, item->name, item->data, error);
    }
    return status;
}

/* ---- the passport ---- */

/* What the evidence has and the passport does not say: this run added it. */
static enum status list_added(const struct recording *recording, cJSON *list)
{
    bool failed = false;
    for (size_t i = 0; i < recording->written.count; i++) {
        const struct files_item *item = &recording->written.items[i];
        const struct files_item *given = files_find(&recording->given, item->name);
        int64_t has = benedict_rows(item->name, item->data);
        int64_t said = benedict_added_rows(recording->passport, item->name), rows = has - said;
        if (rows < 0 || rows > (given ? benedict_rows(given->name, given->data) : 0))
            return error_set(recording->error, STATUS_WRONG,
                             "%s: it has %lld rows, passport.json accounts for %lld: record first "
                             "what was cut off",
                             item->name, (long long)has, (long long)said);
        if (rows == 0)
            continue;
        cJSON *entry = cJSON_CreateObject();
        json_add_string(entry, "file", item->name, &failed);
        json_add_int(entry, "rows", rows, &failed);
        json_append(list, entry, &failed);
    }
    return failed ? error_memory(recording->error) : STATUS_OK;
}

static enum status add_run(struct recording *recording)
{
    static const char *const members[] = {"dates", "host", "producer", "commands"};
    cJSON *run = cJSON_CreateObject(), *added = cJSON_CreateArray();
    bool failed = false;
    enum status status = list_added(recording, added);
    bool grew = cJSON_GetArraySize(added) > 0;
    json_add(run, "added", added, &failed);
    for (size_t i = 0; i < sizeof members / sizeof *members; i++)
        json_add(run, members[i], cJSON_Duplicate(json_get(recording->run, members[i]), true),
                 &failed);
    if (!status && grew)
        status = record_recorder(recording->root, run, recording->error);
    if (status || !grew) {
        cJSON_Delete(run);
        return status;
    }
    json_append(cJSON_GetObjectItemCaseSensitive(recording->passport, "runs"), run, &failed);
    return failed ? error_memory(recording->error) : STATUS_OK;
}

static enum status add_engines(struct recording *recording)
{
    cJSON *engines = cJSON_GetObjectItemCaseSensitive(recording->passport, "engines");
    const cJSON *engine;
    enum status status = STATUS_OK;
    cJSON_ArrayForEach(engine, json_get(recording->run, "engines"))
    {
        if (!status)
            status = record_engine(engines, engine->string, engine, recording->error);
    }
    return status;
}

static enum status list_evidence(struct recording *recording)
{
    bool failed = false;
    cJSON *list = benedict_list_evidence(&recording->written, recording->error);
    if (!list)
        return STATUS_CANNOT;
    cJSON_DeleteItemFromObjectCaseSensitive(recording->passport, "evidence");
    json_add(recording->passport, "evidence", list, &failed);
    return failed ? error_memory(recording->error) : STATUS_OK;
}

/* ---- the whole ---- */

/* What would be written, checked as verify will check it. */
static enum status check(struct recording *recording)
{
    struct error *error = recording->error;
    struct benedict_evidence evidence = {0};
    enum status status = benedict_evidence_read(&recording->written, "", &evidence, error);
    if (!status)
        status = json_check("passport.json", recording->passport, &benedict_passport_shape, error);
    if (!status)
        status = benedict_passport_check("passport.json", recording->passport, &recording->written,
                                         &evidence, &recording->edition, error);
    if (!status)
        status = benedict_certificates_check(&evidence, &recording->written, error);
    benedict_evidence_free(&evidence);
    return status;
}

static enum status write(struct recording *recording)
{
    const struct record_place place = {recording->root, recording->folder, &recording->stored,
                                       &recording->edition};
    struct buf text = {0};
    json_write(&text, recording->passport);
    enum status status =
        files_add_take(&recording->written, "passport.json", &text, recording->error);
    buf_free(&text);
    return status ? status
                  : record_write(&place, &recording->written, recording->report, recording->error);
}

enum status benedict_record(const char *root, const char *folder, struct record_report *report,
                            struct error *error)
{
    struct recording recording = {.root = root, .lock = -1, .report = report, .error = error};
    static enum status (*const steps[])(struct recording * recording) = {
        merge_tables, merge_files, add_engines, add_run, list_evidence, check, write,
    };
    *report = (struct record_report){0};
    enum status status = open_stored(&recording);
    if (!status)
        status = read_given(&recording, folder);
    for (size_t i = 0; i < sizeof steps / sizeof *steps && !status; i++)
        status = steps[i](&recording);
    files_free(&recording.written);
    files_free(&recording.given);
    files_free(&recording.stored);
    cJSON_Delete(recording.passport);
    cJSON_Delete(recording.run);
    free(recording.folder);
    file_unlock(recording.lock);
    return status;
}

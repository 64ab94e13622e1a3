#include "passport/record.h"

#include "base/file.h"
#include "base/hash.h"
#include "passport/external.h"
#include "passport/passport.h"
#include "passport/source.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { STORED_BYTES_MAX = INT32_MAX };

/* One recording: what is stored, and what it becomes. */
struct recording {
    const char *root, *study;
    char *folder;         /* ROOT/passport/STUDY; owned */
    struct files stored;  /* as found on disk */
    struct files written; /* the evidence as it will be, and ladder.json */
    struct edition edition;
    struct ladder ladder;
    struct evidence evidence;
    cJSON *passport; /* as it will be */
    struct external external;
    struct error *error;
};

static enum status load(struct recording *recording)
{
    struct error *error = recording->error;
    struct text text;
    struct buf folder = {0};
    buf_printf(&folder, "%s/passport/%s", recording->root, recording->study);
    recording->folder = buf_take(&folder);
    if (!recording->folder)
        return error_memory(error);
    enum status status = file_walk(recording->folder, "", FILE_PASS_HIDDEN, STORED_BYTES_MAX,
                                   &recording->stored, error);
    if (!status)
        status = files_get(&recording->stored, "release.json", &text, error);
    if (!status)
        status = edition_read("release.json", text, &recording->edition, error);
    if (!status)
        status = files_get(&recording->stored, "ladder.json", &text, error);
    if (!status)
        status = ladder_read("ladder.json", text, &recording->ladder, error);
    if (!status)
        status = evidence_read(&recording->stored, "", &recording->evidence, error);
    if (!status && files_find(&recording->stored, "passport.json")) {
        files_get(&recording->stored, "passport.json", &text, error);
        status = passport_read("passport.json", text, &recording->passport, error);
    }
    return status;
}

/* A passport that describes nothing yet. */
static enum status begin_passport(struct recording *recording)
{
    if (recording->passport)
        return STATUS_OK;
    bool failed = false;
    cJSON *passport = cJSON_CreateObject();
    json_add_string(passport, "study", recording->study, &failed);
    json_add_string(passport, "seed", json_string(recording->external.run, "seed"), &failed);
    json_add_string(passport, "order", PASSPORT_ORDER, &failed);
    json_add_object(passport, "engines", &failed);
    json_add_object(passport, "ladder", &failed);
    json_add_array(passport, "evidence", &failed);
    json_add_array(passport, "runs", &failed);
    recording->passport = passport;
    return failed ? error_memory(recording->error) : STATUS_OK;
}

/* Every member but hash_mb must be what is recorded; hash_mb may gain limits. */
static enum status merge_engine(struct recording *recording)
{
    struct error *error = recording->error;
    const char *id = recording->external.engine;
    cJSON *engines = cJSON_GetObjectItemCaseSensitive(recording->passport, "engines");
    cJSON *known = cJSON_GetObjectItemCaseSensitive(engines, id);
    cJSON *found = external_engine(&recording->external);
    bool failed = false;
    if (!found)
        return error_memory(error);
    if (!known) {
        json_add(engines, id, found, &failed);
        return failed ? error_memory(error) : STATUS_OK;
    }
    enum status status = STATUS_OK;
    const cJSON *item;
    cJSON_ArrayForEach(item, found)
    {
        if (!status && strcmp(item->string, "hash_mb") != 0 &&
            !cJSON_Compare(item, json_get(known, item->string), true))
            status = error_set(error, STATUS_WRONG, "engine %s: %s differs from what is recorded",
                               id, item->string);
    }
    cJSON *hashes = cJSON_GetObjectItemCaseSensitive(known, "hash_mb");
    cJSON_ArrayForEach(item, json_get(found, "hash_mb"))
    {
        const cJSON *old = json_get(hashes, item->string);
        if (!old)
            json_add(hashes, item->string, cJSON_Duplicate(item, true), &failed);
        else if (!status && old->valuedouble != item->valuedouble)
            status = error_set(error, STATUS_WRONG,
                               "engine %s: hash_mb at %s is recorded as %.0f, new %.0f", id,
                               item->string, old->valuedouble, item->valuedouble);
    }
    cJSON_Delete(found);
    return status ? status : failed ? error_memory(error) : STATUS_OK;
}

static enum status merge_evidence(struct recording *recording, struct record_report *report)
{
    const struct evidence *more = &recording->external.evidence;
    for (size_t i = 0; i < more->count; i++) {
        size_t added;
        enum status status =
            evidence_merge(&recording->evidence, &more->sets[i], &added, recording->error);
        if (status)
            return status;
        report->added += added;
        report->known += more->sets[i].count - added;
    }
    return STATUS_OK;
}

/* What the stored evidence has and the passport does not say, which is what this run added: also
 * rows that an earlier, interrupted call wrote. Rows that are neither are nobody's. */
static enum status list_added(struct recording *recording, cJSON *list)
{
    bool failed = false;
    for (size_t i = 0; i < recording->evidence.count; i++) {
        const struct evidence_set *set = &recording->evidence.sets[i];
        const struct evidence_set *more =
            evidence_find(&recording->external.evidence, set->engine, set->kind, set->limit);
        int64_t rows = (int64_t)set->count - passport_added_rows(recording->passport, set);
        if (rows < 0 || rows > (more ? (int64_t)more->count : 0))
            return error_set(recording->error, STATUS_WRONG,
                             "the stored evidence of %s at %lld is not what passport.json says",
                             set->engine, (long long)set->limit);
        if (rows == 0)
            continue;
        cJSON *entry = cJSON_CreateObject();
        json_add_string(entry, "engine", set->engine, &failed);
        json_add_string(entry, "limit_kind", limit_kind_name(set->kind), &failed);
        json_add_int(entry, "limit", set->limit, &failed);
        json_add_int(entry, "rows", rows, &failed);
        json_append(list, entry, &failed);
    }
    return failed ? error_memory(recording->error) : STATUS_OK;
}

static void add_split(const struct recording *recording, cJSON *run, bool *failed)
{
    const char *engine = recording->external.engine;
    struct passport_split now = passport_split(&recording->evidence, &recording->ladder, engine);
    struct passport_split old = passport_said_split(recording->passport, engine);
    cJSON *split = json_add_object(json_add_object(run, "compute_split", failed), engine, failed);
    json_add_digits(split, "screening_nodes", now.screening - old.screening, failed);
    json_add_digits(split, "deepening_nodes", now.deepening - old.deepening, failed);
    json_add_digits(split, "searched_nodes", now.searched - old.searched, failed);
}

static void add_recorder(const struct source *source, cJSON *run, bool *failed)
{
    cJSON *recorder = json_add_object(run, "recorder", failed);
    json_add_string(recorder, "program", "asym-passport", failed);
    json_add_string(recorder, "version", SOURCE_VERSION, failed);
    json_add_string(recorder, "source", source->swhid, failed);
    if (source->in_git) {
        json_add(recorder, "dirty", cJSON_CreateBool(source->dirty), failed);
        json_add_string(recorder, "commit", source->commit, failed);
    }
}

/* Appends this run to the passport when it added something; *grew says so. */
static enum status add_run(struct recording *recording, bool *grew)
{
    struct source source;
    cJSON *run = cJSON_CreateObject(), *added = cJSON_CreateArray();
    bool failed = false;
    enum status status = list_added(recording, added);
    *grew = !status && cJSON_GetArraySize(added) > 0;
    if (!status)
        status = source_read(recording->root, &source, recording->error);
    json_add(run, "added", added, &failed);
    if (status || !*grew) {
        cJSON_Delete(run);
        return status;
    }
    const cJSON *told = recording->external.run;
    json_add(run, "dates", cJSON_Duplicate(json_get(told, "dates"), true), &failed);
    json_add(run, "host", cJSON_Duplicate(json_get(told, "host"), true), &failed);
    json_add(run, "producer", cJSON_Duplicate(json_get(told, "producer"), true), &failed);
    add_recorder(&source, run, &failed);
    add_split(recording, run, &failed);
    json_append(cJSON_GetObjectItemCaseSensitive(recording->passport, "runs"), run, &failed);
    return failed ? error_memory(recording->error) : STATUS_OK;
}

/* Replaces what follows from the files: their list, and the ladder's digest. */
static enum status refresh_passport(struct recording *recording)
{
    struct text ladder;
    char sha256[SHA256_HEX + 1];
    bool failed = false;
    enum status status = files_get(&recording->stored, "ladder.json", &ladder, recording->error);
    if (!status)
        status = hash_sha256_of(ladder.data, ladder.len, sha256, recording->error);
    cJSON *list = status ? NULL : passport_list_evidence(&recording->evidence, recording->error);
    if (!list)
        return status ? status : STATUS_CANNOT;
    cJSON_DeleteItemFromObjectCaseSensitive(recording->passport, "evidence");
    json_add(recording->passport, "evidence", list, &failed);
    cJSON_DeleteItemFromObjectCaseSensitive(recording->passport, "ladder");
    cJSON *entry = json_add_object(recording->passport, "ladder", &failed);
    json_add_string(entry, "file", "ladder.json", &failed);
    json_add_string(entry, "sha256", sha256, &failed);
    return failed ? error_memory(recording->error) : STATUS_OK;
}

/* The files as they will be, checked as verify will check them. */
static enum status render(struct recording *recording)
{
    struct error *error = recording->error;
    struct text ladder;
    enum status status = files_get(&recording->stored, "ladder.json", &ladder, error);
    if (!status)
        status = files_add_view(&recording->written, "ladder.json", ladder, error);
    for (size_t i = 0; i < recording->evidence.count && !status; i++) {
        struct buf text = {0};
        char *name = evidence_file_name(&recording->evidence.sets[i]);
        evidence_write(&text, &recording->evidence.sets[i]);
        status =
            name ? files_add_take(&recording->written, name, &text, error) : error_memory(error);
        buf_free(&text);
        free(name);
    }
    if (!status)
        status = json_check("passport.json", recording->passport, &passport_shape, error);
    if (!status)
        status =
            passport_check("passport.json", recording->passport, &recording->written,
                           &recording->evidence, &recording->ladder, &recording->edition, error);
    struct buf text = {0};
    json_write(&text, recording->passport);
    if (!status)
        status = files_add_take(&recording->written, "passport.json", &text, error);
    buf_free(&text);
    return status;
}

static bool is_signed(const struct recording *recording)
{
    struct buf path = {0};
    buf_printf(&path, "%s/dist/%s-%s/SHA256SUMS.minisig", recording->root, recording->study,
               recording->edition.version);
    bool found = !path.failed && file_exists(path.data);
    buf_free(&path);
    return found;
}

static enum status store(const struct recording *recording, const char *name, struct text data)
{
    struct error *error = recording->error;
    char *path = file_join(recording->folder, name);
    if (!path)
        return error_memory(error);
    char *slash = strrchr(path, '/');
    *slash = '\0';
    enum status status = file_make_folder(path, error);
    *slash = '/';
    if (!status)
        status = file_write(path, data, 0644, error);
    free(path);
    return status;
}

/* Writes what differs from what is stored: evidence first, the passport last. */
static enum status write_changes(const struct recording *recording, struct record_report *report)
{
    enum status status = STATUS_OK;
    bool sealed = is_signed(recording);
    for (size_t i = 0; i < recording->written.count && !status; i++) {
        const struct files_item *item = &recording->written.items[i];
        const struct files_item *old = files_find(&recording->stored, item->name);
        if (old && text_same(old->data, item->data))
            continue;
        if (sealed)
            return error_set(recording->error, STATUS_CANNOT,
                             "version %s is signed already: name the next one in release.json",
                             recording->edition.version);
        report->rewritten |= strcmp(item->name, "passport.json") == 0;
        status = store(recording, item->name, item->data);
    }
    return status;
}

enum status record_external(const char *root, const char *study, const char *folder,
                            struct record_report *report, struct error *error)
{
    struct recording recording = {.root = root, .study = study, .error = error};
    bool grew;
    *report = (struct record_report){0};
    enum status status = load(&recording);
    if (!status)
        status = external_read(folder, &recording.external, error);
    if (!status)
        status = begin_passport(&recording);
    const char *seed = json_string(recording.external.run, "seed");
    if (!status && strcmp(json_string(recording.passport, "seed"), seed) != 0)
        status = error_set(error, STATUS_WRONG, "seed %s, but %s is recorded", seed,
                           json_string(recording.passport, "seed"));
    if (!status)
        status = merge_engine(&recording);
    if (!status)
        status = merge_evidence(&recording, report);
    if (!status)
        status = add_run(&recording, &grew);
    if (!status)
        status = refresh_passport(&recording);
    if (!status)
        status = render(&recording);
    if (!status)
        status = write_changes(&recording, report);
    free(recording.folder);
    files_free(&recording.stored);
    files_free(&recording.written);
    evidence_free(&recording.evidence);
    cJSON_Delete(recording.passport);
    external_free(&recording.external);
    return status;
}

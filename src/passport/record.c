#include "passport/record.h"

#include "base/file.h"
#include "base/version.h"
#include "passport/passport.h"
#include "passport/source.h"
#include "passport/stored.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* One recording: what is stored, and what it becomes. */
struct recording {
    const char *root, *study;
    struct stored stored; /* its evidence and passport as they will be */
    struct files written; /* the evidence as it will be, ladder.json and passport.json */
    const struct record_input *input; /* NULL where games are recorded */
    const struct games_run *games;    /* NULL where there is nothing new of them */
    int lock;                         /* two recordings at once would mix their evidence */
    struct error *error;
};

/* A stored file that has as many rows as the passport says must be the very one that it lists: else
 * a row that somebody edited would be signed for by the next recording. A file with more rows was
 * left by a recording that was cut off. */
static enum status check_listed(const struct stored *stored, const cJSON *entry,
                                struct error *error)
{
    const char *file = json_string(entry, "file");
    const struct evidence_set *set =
        evidence_find(&stored->evidence, json_string(entry, "engine"),
                      limit_kind_read(json_string(entry, "limit_kind")), json_int(entry, "limit"));
    struct text text;
    char sha256[SHA256_HEX + 1];
    enum status status = files_get(&stored->files, file, &text, error);
    if (!status)
        status = hash_sha256_of(text.data, text.len, sha256, error);
    if (!status && (!set || (int64_t)set->count <= json_int(entry, "rows")) &&
        strcmp(json_string(entry, "sha256"), sha256) != 0)
        status = error_set(error, STATUS_WRONG, "%s: sha256 is %s, but passport.json lists %s",
                           file, sha256, json_string(entry, "sha256"));
    return status;
}

static enum status open_stored(struct recording *recording)
{
    struct error *error = recording->error;
    struct buf folder = {0};
    buf_printf(&folder, "%s/passport/%s", recording->root, recording->study);
    enum status status = buf_ok(&folder, error);
    if (!status)
        status = file_lock(folder.data, "recording or signing", &recording->lock, error);
    buf_free(&folder);
    if (!status)
        status = stored_read(recording->root, recording->study, &recording->stored, error);
    const cJSON *entry;
    cJSON_ArrayForEach(entry, json_get(recording->stored.passport, "evidence"))
    {
        if (!status)
            status = check_listed(&recording->stored, entry, error);
    }
    return status;
}

/* A passport that describes nothing yet. */
static enum status begin_passport(struct recording *recording)
{
    if (recording->stored.passport)
        return STATUS_OK;
    bool failed = false;
    cJSON *passport = cJSON_CreateObject();
    json_add_string(passport, "study", recording->study, &failed);
    json_add_string(passport, "seed", recording->input->seed, &failed);
    json_add_string(passport, "order", PASSPORT_ORDER, &failed);
    json_add_object(passport, "engines", &failed);
    json_add_object(passport, "ladder", &failed);
    json_add_array(passport, "evidence", &failed);
    json_add_array(passport, "runs", &failed);
    recording->stored.passport = passport;
    return failed ? error_memory(recording->error) : STATUS_OK;
}

/* Limits that the entry has and the known one has not. */
static enum status add_hashes(cJSON *known, const cJSON *entry, struct error *error)
{
    bool failed = false;
    const cJSON *item;
    cJSON *hashes = cJSON_GetObjectItemCaseSensitive(known, "hash_mb");
    cJSON_ArrayForEach(item, json_get(entry, "hash_mb"))
    {
        if (!json_get(hashes, item->string))
            json_add(hashes, item->string, cJSON_Duplicate(item, true), &failed);
    }
    return failed ? error_memory(error) : STATUS_OK;
}

enum status record_engine(cJSON *engines, const char *id, const cJSON *entry, struct error *error)
{
    bool failed = false;
    cJSON *known = cJSON_GetObjectItemCaseSensitive(engines, id);
    if (!known) {
        json_add(engines, id, cJSON_Duplicate(entry, true), &failed);
        return failed ? error_memory(error) : STATUS_OK;
    }
    enum status status = passport_compare_engine(id, known, entry, error);
    return status ? status : add_hashes(known, entry, error);
}

static enum status merge_evidence(struct recording *recording, struct record_report *report)
{
    const struct evidence *more = recording->input->evidence;
    for (size_t i = 0; i < more->count; i++) {
        size_t added;
        enum status status =
            evidence_merge(&recording->stored.evidence, &more->sets[i], &added, recording->error);
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
    for (size_t i = 0; i < recording->stored.evidence.count; i++) {
        const struct evidence_set *set = &recording->stored.evidence.sets[i];
        const struct evidence_set *more =
            evidence_find(recording->input->evidence, set->engine, set->kind, set->limit);
        int64_t rows = (int64_t)set->count - passport_added_rows(recording->stored.passport, set);
        if (rows < 0 || rows > (more ? (int64_t)more->count : 0))
            return error_set(
                recording->error, STATUS_WRONG,
                "the stored evidence of %s at %lld has %zu rows; passport.json accounts "
                "for %lld, the new results for %zu: record first what was cut off",
                set->engine, (long long)set->limit, set->count,
                (long long)passport_added_rows(recording->stored.passport, set),
                more ? more->count : 0);
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
    const char *engine = recording->input->engine;
    struct passport_split now =
        passport_split(&recording->stored.evidence, &recording->stored.ladder, engine);
    struct passport_split old = passport_said_split(recording->stored.passport, engine);
    cJSON *split = json_add_object(json_add_object(run, "compute_split", failed), engine, failed);
    json_add_digits(split, "screening_nodes", now.screening - old.screening, failed);
    json_add_digits(split, "deepening_nodes", now.deepening - old.deepening, failed);
    if (now.confirming != old.confirming)
        json_add_digits(split, "confirming_nodes", now.confirming - old.confirming, failed);
    json_add_digits(split, "searched_nodes", now.searched - old.searched, failed);
}

enum status record_recorder(const char *root, cJSON *run, struct error *error)
{
    bool failed = false;
    struct source source;
    enum status status = source_read(root, &source, error);
    if (status)
        return status;
    cJSON *recorder = json_add_object(run, "recorder", &failed);
    json_add_string(recorder, "program", "asym-passport", &failed);
    json_add_string(recorder, "version", SOURCE_VERSION, &failed);
    json_add_string(recorder, "source", source.swhid, &failed);
    if (source.in_git) {
        json_add(recorder, "dirty", cJSON_CreateBool(source.dirty), &failed);
        json_add_string(recorder, "commit", source.commit, &failed);
    }
    return failed ? error_memory(error) : STATUS_OK;
}

/* Appends this run to the passport when it added something; *grew says so. */
static enum status add_run(struct recording *recording, bool *grew)
{
    cJSON *run = cJSON_CreateObject(), *added = cJSON_CreateArray();
    bool failed = false;
    enum status status = list_added(recording, added);
    *grew = !status && cJSON_GetArraySize(added) > 0;
    if (*grew)
        status = record_recorder(recording->root, run, recording->error);
    json_add(run, "added", added, &failed);
    if (status || !*grew) {
        cJSON_Delete(run);
        return status;
    }
    json_add(run, "dates", cJSON_Duplicate(recording->input->dates, true), &failed);
    json_add_string(run, "host", recording->input->host, &failed);
    json_add(run, "producer", cJSON_Duplicate(recording->input->producer, true), &failed);
    if (recording->input->rerun)
        json_add(run, "rerun", cJSON_Duplicate(recording->input->rerun, true), &failed);
    add_split(recording, run, &failed);
    json_append(cJSON_GetObjectItemCaseSensitive(recording->stored.passport, "runs"), run, &failed);
    return failed ? error_memory(recording->error) : STATUS_OK;
}

/* Replaces what follows from the files: their list, and the ladder's digest. */
static enum status refresh_passport(struct recording *recording)
{
    bool failed = false;
    cJSON *list = passport_list_evidence(&recording->stored.evidence, recording->error);
    if (!list)
        return STATUS_CANNOT;
    cJSON_DeleteItemFromObjectCaseSensitive(recording->stored.passport, "evidence");
    json_add(recording->stored.passport, "evidence", list, &failed);
    cJSON_DeleteItemFromObjectCaseSensitive(recording->stored.passport, "ladder");
    cJSON *entry = json_add_object(recording->stored.passport, "ladder", &failed);
    json_add_string(entry, "file", "ladder.json", &failed);
    json_add_string(entry, "sha256", recording->stored.ladder_sha256, &failed);
    return failed ? error_memory(recording->error) : STATUS_OK;
}

/* The games that are new, and those that are stored. */
static enum status render_games(struct recording *recording)
{
    enum status status = STATUS_OK;
    for (int i = 0; recording->games && i < GAMES_FILES && !status; i++) {
        struct text text;
        char *path = games_path(recording->games->name, games_files[i]);
        status = path ? files_get(recording->games->files, games_files[i], &text, recording->error)
                      : error_memory(recording->error);
        if (!status)
            status = files_add_view(&recording->written, path, text, recording->error);
        free(path);
    }
    for (size_t i = 0; i < recording->stored.files.count && !status; i++) {
        const struct files_item *item = &recording->stored.files.items[i];
        if (games_is_input(item->name) && !files_find(&recording->written, item->name))
            status = files_add_view(&recording->written, item->name, item->data, recording->error);
    }
    return status;
}

/* The files as they will be, checked as verify will check them. */
static enum status render(struct recording *recording)
{
    struct error *error = recording->error;
    struct text ladder;
    enum status status = files_get(&recording->stored.files, "ladder.json", &ladder, error);
    if (!status)
        status = files_add_view(&recording->written, "ladder.json", ladder, error);
    if (!status)
        status = render_games(recording);
    for (size_t i = 0; i < recording->stored.evidence.count && !status; i++) {
        struct buf text = {0};
        char *name = evidence_file_name(&recording->stored.evidence.sets[i]);
        evidence_write(&text, &recording->stored.evidence.sets[i]);
        status =
            name ? files_add_take(&recording->written, name, &text, error) : error_memory(error);
        buf_free(&text);
        free(name);
    }
    if (!status)
        status = json_check("passport.json", recording->stored.passport, &passport_shape, error);
    if (!status)
        status = passport_check("passport.json", recording->stored.passport, &recording->written,
                                &recording->stored.evidence, &recording->stored.ladder,
                                &recording->stored.edition, error);
    struct buf text = {0};
    json_write(&text, recording->stored.passport);
    if (!status)
        status = files_add_take(&recording->written, "passport.json", &text, error);
    buf_free(&text);
    return status;
}

static enum status write_file(const char *folder, const char *name, struct text data,
                              struct error *error)
{
    char *path = file_join(folder, name);
    if (!path)
        return error_memory(error);
    enum status status = file_make_parent(path, error);
    if (!status)
        status = file_write(path, data, 0644, error);
    free(path);
    return status;
}

enum status record_write(const struct record_place *place, const struct files *written,
                         struct record_report *report, struct error *error)
{
    enum status status = STATUS_OK;
    for (size_t i = 0; i < written->count && !status; i++) {
        const struct files_item *item = &written->items[i];
        const struct files_item *old = files_find(place->stored, item->name);
        if (old && text_same(old->data, item->data))
            continue;
        status = edition_refuse_signed(place->root, place->edition, error);
        if (status)
            break;
        report->rewritten |= strcmp(item->name, "passport.json") == 0;
        status = write_file(place->folder, item->name, item->data, error);
    }
    return status;
}

static enum status write_changes(const struct recording *recording, struct record_report *report)
{
    const struct stored *stored = &recording->stored;
    const struct record_place place = {recording->root, stored->folder, &stored->files,
                                       &stored->edition};
    return record_write(&place, &recording->written, report, recording->error);
}

/* Do seed and ladder fit what is stored? */
static enum status check_input(const struct recording *recording)
{
    const struct record_input *input = recording->input;
    const struct stored *stored = &recording->stored;
    const char *seed = json_string(stored->passport, "seed");
    if (strcmp(seed, input->seed) != 0)
        return error_set(recording->error, STATUS_WRONG, "seed %s, but passport.json has %s",
                         input->seed, seed);
    if (input->ladder_sha256 && strcmp(input->ladder_sha256, stored->ladder_sha256) != 0)
        return error_set(recording->error, STATUS_WRONG,
                         "ladder.json has sha256 %s, but the search climbed the one with %s",
                         stored->ladder_sha256, input->ladder_sha256);
    return STATUS_OK;
}

/* What is stored has been read. */
static enum status add_input(struct recording *recording, struct record_report *report)
{
    const struct record_input *input = recording->input;
    bool grew;
    enum status status = begin_passport(recording);
    if (!status)
        status = check_input(recording);
    if (!status)
        status =
            record_engine(cJSON_GetObjectItemCaseSensitive(recording->stored.passport, "engines"),
                          input->engine, input->entry, recording->error);
    if (!status)
        status = merge_evidence(recording, report);
    if (!status)
        status = add_run(recording, &grew);
    if (!status)
        status = refresh_passport(recording);
    if (!status)
        status = render(recording);
    if (!status)
        status = write_changes(recording, report);
    return status;
}

static void close_recording(struct recording *recording)
{
    files_free(&recording->written);
    stored_free(&recording->stored);
    file_unlock(recording->lock);
}

enum status record_results(const char *root, const char *study, const struct record_input *input,
                           struct record_report *report, struct error *error)
{
    struct recording recording = {
        .root = root, .study = study, .input = input, .lock = -1, .error = error};
    *report = (struct record_report){0};
    enum status status = open_stored(&recording);
    if (!status)
        status = add_input(&recording, report);
    close_recording(&recording);
    return status;
}

enum status record_external(const char *root, const char *study, const struct external *external,
                            const cJSON *rerun, struct record_report *report, struct error *error)
{
    cJSON *entry = external_engine(external);
    if (!entry)
        return error_memory(error);
    const struct record_input input = {
        .engine = external->engine,
        .entry = entry,
        .seed = json_string(external->run, "seed"),
        .evidence = &external->evidence,
        .dates = json_get(external->run, "dates"),
        .host = json_string(external->run, "host"),
        .producer = json_get(external->run, "producer"),
        .rerun = rerun,
    };
    enum status status = record_results(root, study, &input, report, error);
    cJSON_Delete(entry);
    return status;
}

/* ---- games ---- */

/* Puts the run's entry into the passport's list, which is sorted by name. */
static enum status list_games(struct recording *recording, cJSON *entry)
{
    bool failed = false, placed = false;
    cJSON *passport = recording->stored.passport, *sorted = cJSON_CreateArray();
    const cJSON *other;
    enum status status = record_recorder(recording->root, entry, recording->error);
    cJSON_ArrayForEach(other, json_get(passport, "games"))
    {
        if (!placed && strcmp(json_string(entry, "name"), json_string(other, "name")) < 0) {
            json_append(sorted, cJSON_Duplicate(entry, true), &failed);
            placed = true;
        }
        json_append(sorted, cJSON_Duplicate(other, true), &failed);
    }
    if (!placed)
        json_append(sorted, cJSON_Duplicate(entry, true), &failed);
    cJSON_DeleteItemFromObjectCaseSensitive(passport, "games");
    json_add(passport, "games", sorted, &failed);
    if (!status && failed)
        status = error_memory(recording->error);
    return status;
}

static enum status add_engines(struct recording *recording, const cJSON *run)
{
    cJSON *engines = cJSON_GetObjectItemCaseSensitive(recording->stored.passport, "engines");
    const cJSON *engine;
    enum status status = STATUS_OK;
    cJSON_ArrayForEach(engine, json_get(run, "engines"))
    {
        const cJSON *known = json_get(engines, engine->string);
        if (!status && known) /* its hash sizes are those of what it has evaluated */
            status = passport_compare_engine(engine->string, known, engine, recording->error);
        else if (!status)
            status = record_engine(engines, engine->string, engine, recording->error);
    }
    return status;
}

static enum status read_run(struct recording *recording, cJSON **run)
{
    struct text text;
    enum status status = files_get(recording->games->files, GAMES_RUN, &text, recording->error);
    return status ? status : json_parse(GAMES_RUN, text, run, recording->error);
}

/* What is stored has been read. */
static enum status add_games(struct recording *recording, struct record_report *report)
{
    struct error *error = recording->error;
    struct stored *stored = &recording->stored;
    cJSON *entry = NULL, *run = NULL;
    bool known = false;
    enum status status = STATUS_OK;
    if (!stored->passport)
        status =
            error_set(error, STATUS_CANNOT, "passport.json: missing; record evaluations first");
    if (!status)
        status = games_look(stored->passport, &stored->files, recording->games, &known, error);
    if (!status)
        status = games_describe(recording->games, &entry, error);
    if (!status)
        *(known ? &report->known : &report->added) = (size_t)json_int(entry, "games");
    if (known)
        recording->games = NULL;
    if (!status && !known)
        status = read_run(recording, &run);
    if (!status && !known)
        status = add_engines(recording, run);
    if (!status && !known)
        status = list_games(recording, entry);
    if (!status)
        status = render(recording);
    if (!status)
        status = write_changes(recording, report);
    cJSON_Delete(entry);
    cJSON_Delete(run);
    return status;
}

enum status record_games(const char *root, const char *study, const struct games_run *games,
                         struct record_report *report, struct error *error)
{
    struct recording recording = {
        .root = root, .study = study, .games = games, .lock = -1, .error = error};
    *report = (struct record_report){0};
    enum status status = open_stored(&recording);
    if (!status)
        status = add_games(&recording, report);
    close_recording(&recording);
    return status;
}

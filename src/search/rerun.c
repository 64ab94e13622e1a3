#include "search/rerun.h"

#include "base/file.h"
#include "base/number.h"
#include "passport/record.h"
#include "search/batch.h"
#include "search/row.h"
#include "store/store.h"

#include <stdlib.h>
#include <string.h>

/* ---- the engine ---- */

/* The members that decide what is found, and who says it. */
static cJSON *searching_part(const cJSON *entry, bool *failed)
{
    static const char *const members[] = {"name",       "options",    "hash_mb",
                                          "limit_kind", "completion", "per_position"};
    cJSON *part = cJSON_CreateObject();
    for (size_t i = 0; i < sizeof members / sizeof *members; i++) {
        const cJSON *member = json_get(entry, members[i]);
        if (member)
            json_add(part, members[i], cJSON_Duplicate(member, true), failed);
    }
    return part;
}

/* Has the configuration the entry's files, by name? */
static enum status check_file_names(const struct rerun *rerun, struct error *error)
{
    const cJSON *files = json_get(rerun->entry, "files");
    bool same = (size_t)cJSON_GetArraySize(files) == rerun->config.file_count;
    for (size_t i = 0; i < rerun->config.file_count; i++)
        same = same && json_get(files, rerun->config.files[i].name);
    return same ? STATUS_OK
                : error_set(error, STATUS_WRONG,
                            "engine %s: the configuration's files are not those of the passport",
                            rerun->config.id);
}

static enum status check_config(const struct rerun *rerun, struct error *error)
{
    bool failed = false;
    cJSON *engines = cJSON_CreateObject(), *entry = engine_config_entry(&rerun->config);
    cJSON *found = searching_part(entry, &failed);
    json_add(engines, rerun->config.id, searching_part(rerun->entry, &failed), &failed);
    enum status status = failed || !entry ? error_memory(error)
                                          : record_engine(engines, rerun->config.id, found, error);
    if (!status)
        status = check_file_names(rerun, error);
    if (!status)
        status = engine_config_need_chess960(&rerun->config, error);
    cJSON_Delete(engines);
    cJSON_Delete(entry);
    cJSON_Delete(found);
    return status;
}

static bool ends_with(const char *text, const char *end)
{
    size_t len = strlen(text), end_len = strlen(end);
    return len >= end_len && strcmp(text + len - end_len, end) == 0;
}

static enum status open_config(const char *path, const char *id, struct engine_config *config,
                               struct error *error)
{
    enum status status = engine_config_open(path, config, error);
    if (!status && strcmp(config->id, id) != 0)
        status = error_set(error, STATUS_WRONG, "%s: id is %s, but the evidence is of %s", path,
                           config->id, id);
    return status;
}

static enum status open_own_config(const struct rerun_of *of, struct engine_config *config,
                                   struct error *error)
{
    struct buf path = {0};
    if (of->root)
        buf_printf(&path, "%s/engines/%s.json", of->root, of->id);
    enum status status = buf_ok(&path, error);
    if (!status && path.len && file_exists(path.data))
        status = open_config(path.data, of->id, config, error);
    else if (!status && path.len)
        status = error_set(error, STATUS_CANNOT,
                           "%s: no such configuration: name an engine with --engine", path.data);
    else if (!status)
        status = error_set(error, STATUS_CANNOT,
                           "there is no checkout with engines/%s.json: name an engine with "
                           "--engine",
                           of->id);
    buf_free(&path);
    return status;
}

/* What the configuration expects of its files gives way to what the passport says. */
static enum status identify(struct engine_config *config, struct error *error)
{
    for (size_t i = 0; i < config->file_count; i++)
        config->files[i].expected = NULL;
    return engine_config_identify(config, error);
}

static enum status find_engine(const struct rerun_of *of, struct rerun *rerun, struct error *error)
{
    struct engine_config *config = &rerun->config;
    enum status status;
    if (!of->engine)
        status = open_own_config(of, config, error);
    else if (ends_with(of->engine, ".json"))
        status = open_config(of->engine, of->id, config, error);
    else
        status = engine_config_from_entry(of->id, of->entry, of->engine, config, error);
    if (!status)
        status = identify(config, error);
    return status ? status : check_config(rerun, error);
}

const struct engine_file *rerun_other_file(const struct rerun *rerun, const char **recorded)
{
    const cJSON *files = json_get(rerun->entry, "files");
    for (size_t i = 0; i < rerun->config.file_count; i++) {
        const struct engine_file *file = &rerun->config.files[i];
        *recorded = json_string(files, file->name);
        if (!*recorded || strcmp(*recorded, file->sha256) != 0)
            return file;
    }
    return NULL;
}

/* ---- the rows ---- */

static int64_t nominal_nodes(const struct draw_row *row)
{
    return row->set->kind == LIMIT_NODES ? row->set->limit : 0;
}

static enum status take_rows(struct rerun *rerun, const struct draw_row *drawn, struct error *error)
{
    rerun->rows = calloc(rerun->count + 1, sizeof *rerun->rows);
    if (!rerun->rows)
        return error_memory(error);
    rerun->outcomes[RERUN_WAITING] = rerun->count;
    for (size_t i = 0; i < rerun->count; i++) {
        rerun->rows[i].stored = drawn[i];
        rerun->nodes = number_add(rerun->nodes, nominal_nodes(&drawn[i]));
    }
    return STATUS_OK;
}

enum status rerun_open(const struct rerun_of *of, const struct draw *draw, struct rerun *rerun,
                       struct error *error)
{
    struct draw_row *drawn = NULL;
    *rerun = (struct rerun){.entry = of->entry};
    enum status status = find_engine(of, rerun, error);
    if (!status)
        status = draw_rows(of->evidence, draw, &drawn, &rerun->count, &rerun->all, error);
    if (!status && !rerun->count)
        status = error_set(error, STATUS_CANNOT,
                           "there is no such evaluation of %s to search again", of->id);
    if (!status)
        status = take_rows(rerun, drawn, error);
    free(drawn);
    return status;
}

/* ---- searching ---- */

struct searching {
    struct rerun *rerun;
    rerun_report *report;
    void *user;
};

static void take_news(void *user, const struct batch_news *news)
{
    const struct searching *searching = user;
    struct rerun *rerun = searching->rerun;
    struct rerun_row *row = NULL;
    if (news->kind == BATCH_FOUND || news->kind == BATCH_FAILED) {
        row = &rerun->rows[news->job];
        const struct evaluation *stored = row->stored.row;
        row->outcome = RERUN_FAILED;
        if (news->kind == BATCH_FAILED) {
            row->reason = strdup(news->reason);
        } else {
            row->found = row_of(stored->pair, (enum role)stored->role, uci_result(news->uci));
            row->outcome = evidence_same(stored, &row->found) ? RERUN_REPEATS : RERUN_DIFFERS;
        }
        rerun->outcomes[RERUN_WAITING]--;
        rerun->outcomes[row->outcome]++;
        rerun->nodes_done = number_add(rerun->nodes_done, nominal_nodes(&row->stored));
    }
    searching->report(searching->user, rerun, row);
}

static struct batch_job *make_jobs(const struct rerun *rerun)
{
    struct batch_job *jobs = calloc(rerun->count + 1, sizeof *jobs);
    for (size_t i = 0; jobs && i < rerun->count; i++) {
        const struct draw_row *stored = &rerun->rows[i].stored;
        jobs[i].limit = stored->set->limit;
        jobs[i].hash_mb = stored->row->hash_mb;
        pair_fen(stored->row->pair, PAIR_SHREDDER_FEN, jobs[i].fen);
    }
    return jobs;
}

enum status rerun_search(struct rerun *rerun, int workers, rerun_report *report, void *user,
                         struct error *error)
{
    struct searching searching = {rerun, report, user};
    struct batch_job *jobs = make_jobs(rerun);
    const struct batch batch = {.config = &rerun->config,
                                .jobs = jobs,
                                .count = rerun->count,
                                .workers = workers,
                                .tries = STORE_TRIES,
                                .report = take_news,
                                .user = &searching};
    enum status status = jobs ? batch_run(&batch, &rerun->stopped, error) : error_memory(error);
    free(jobs);
    return status ? status : engine_config_check_files(&rerun->config, error);
}

bool rerun_repeats(const struct rerun *rerun)
{
    return rerun->outcomes[RERUN_REPEATS] == rerun->count;
}

/* ---- what came of it ---- */

void rerun_describe(const struct rerun_row *row, struct buf *out)
{
    if (row->outcome == RERUN_FAILED)
        buf_puts(out, row->reason ? row->reason : "out of memory");
    else
        row_differences(row->stored.row, "stored", &row->found, "found", out);
}

cJSON *rerun_note(const struct rerun *rerun, const char *seed)
{
    bool failed = false;
    cJSON *note = cJSON_CreateObject();
    json_add_int(note, "rows", (int64_t)rerun->count, &failed);
    json_add_string(note, "seed", seed, &failed);
    cJSON *files = json_add_object(note, "files", &failed);
    for (size_t i = 0; i < rerun->config.file_count; i++)
        json_add_string(files, rerun->config.files[i].name, rerun->config.files[i].sha256, &failed);
    if (!failed)
        return note;
    cJSON_Delete(note);
    return NULL;
}

void rerun_free(struct rerun *rerun)
{
    for (size_t i = 0; rerun->rows && i < rerun->count; i++)
        free(rerun->rows[i].reason);
    free(rerun->rows);
    engine_config_free(&rerun->config);
    *rerun = (struct rerun){0};
}

#include "search/ground.h"

#include "base/file.h"
#include "base/version.h"
#include "passport/record.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- reading ---- */

static enum status find_deepest(struct ground *ground, struct error *error)
{
    const struct ladder *ladder = &ground->stored.ladder;
    if (ground->config.limit_kind != LIMIT_NODES)
        return error_set(error, STATUS_CANNOT,
                         "engine %s is limited by depth, but the ladder counts nodes, and "
                         "corridor.json does not name it",
                         ground->config.id);
    ground->deepest = 0;
    for (int stage = 0;; stage++) {
        int64_t limit = plan_limit(ladder, stage);
        if (limit == INT64_MAX || !engine_config_hash_mb(&ground->config, limit))
            break;
        ground->deepest = limit;
    }
    if (!ground->deepest)
        return error_set(error, STATUS_CANNOT, "engine %s: hash_mb has no size for %s, %lld nodes",
                         ground->config.id, ladder->stages[0].name,
                         (long long)ladder->stages[0].limit);
    return STATUS_OK;
}

/* Can the engine be asked as the corridor has it? */
static enum status check_confirmer(const struct ground *ground, struct error *error)
{
    const struct engine_config *config = &ground->config;
    const struct corridor_confirmer *confirmer = ground->confirms;
    char limit[LIMIT_NAME_BYTES];
    limit_name(confirmer->kind, confirmer->limit, limit);
    if (config->limit_kind != confirmer->kind)
        return error_set(error, STATUS_CANNOT,
                         "engine %s is limited by %s, but by corridor.json it confirms at %s",
                         config->id, limit_kind_name(config->limit_kind), limit);
    if (!engine_config_hash_mb(config, confirmer->limit))
        return error_set(error, STATUS_CANNOT,
                         "engine %s: hash_mb has no size for %s, at which it confirms", config->id,
                         limit);
    return STATUS_OK;
}

/* Does the engine confirm, or climb? A study without a corridor has nothing to confirm. */
static enum status read_corridor(struct ground *ground, struct error *error)
{
    const struct stored *stored = &ground->stored;
    const struct files_item *item = files_find(&stored->files, "corridor.json");
    enum status status = STATUS_OK;
    if (item)
        status = corridor_read("corridor.json", item->data, &stored->ladder,
                               stored->edition.primary_engine, &ground->corridor, error);
    if (status)
        return error_prefix(error, status, "passport/%s", stored->edition.study);
    if (item)
        ground->confirms = corridor_confirmer_of(&ground->corridor, ground->config.id);
    return ground->confirms ? check_confirmer(ground, error) : find_deepest(ground, error);
}

static enum status read_config(const struct ground_where *where, struct ground *ground,
                               struct error *error)
{
    struct buf path = {0};
    if (where->engine)
        buf_puts(&path, where->engine);
    else
        buf_printf(&path, "%s/engines/%s.json", where->root, ground->stored.edition.primary_engine);
    enum status status = buf_ok(&path, error);
    if (!status)
        status = engine_config_open(path.data, &ground->config, error);
    if (!status)
        status = engine_config_need_chess960(&ground->config, error);
    if (!status)
        status = read_corridor(ground, error);
    buf_free(&path);
    return status;
}

/* Is the ladder the one by which the recorded pairs were judged? */
static enum status check_ladder(const struct ground *ground, struct error *error)
{
    const struct stored *stored = &ground->stored;
    const char *recorded = json_string(json_get(stored->passport, "ladder"), "sha256");
    if (!recorded || strcmp(recorded, stored->ladder_sha256) == 0)
        return STATUS_OK;
    return error_set(error, STATUS_WRONG,
                     "passport/%s: ladder.json has sha256 %s, but %s is recorded",
                     stored->edition.study, stored->ladder_sha256, recorded);
}

static enum status read_inputs(const struct ground_where *where, struct ground *ground,
                               struct error *error)
{
    *ground = (struct ground){0};
    ground->store_path = where->store ? strdup(where->store) : file_join(where->root, "evals.db");
    if (!ground->store_path)
        return error_memory(error);
    enum status status = stored_read_head(where->root, where->study, &ground->stored, error);
    if (status)
        return error_prefix(error, status, "passport/%s", where->study);
    status = check_ladder(ground, error);
    return status ? status : read_config(where, ground, error);
}

/* What the passport holds, without the text that it was read from. */
static enum status read_evidence(struct ground *ground, struct error *error)
{
    enum status status = stored_read_evidence(&ground->stored, error);
    files_free(&ground->stored.files);
    return status ? error_prefix(error, status, "passport/%s", ground->stored.edition.study)
                  : STATUS_OK;
}

/* The passport's seed, else the store's, else ours. */
static enum status choose_seed(struct ground *ground, struct error *error)
{
    enum status status = STATUS_OK;
    if (ground->stored.passport)
        buf_puts(&ground->seed, json_string(ground->stored.passport, "seed"));
    else if (ground->store)
        status = store_pinned(ground->store, GROUND_PIN_SEED, &ground->seed, error);
    if (!status && !ground->seed.len)
        buf_puts(&ground->seed, GROUND_SEED);
    return status ? status : buf_ok(&ground->seed, error);
}

/* ---- what the store is made for ---- */

static enum status pin_engine(struct store *store, const char *id, const cJSON *entry,
                              struct error *error)
{
    struct buf text = {0};
    enum status status = STATUS_OK;
    cJSON *config = cJSON_Duplicate(entry, true);
    const cJSON *hash;
    cJSON_DeleteItemFromObjectCaseSensitive(config, "hash_mb");
    json_write(&text, config);
    if (!config || text.failed)
        status = error_memory(error);
    if (!status)
        status = store_pin_engine(store, id, text.data, error);
    cJSON_ArrayForEach(hash, json_get(entry, "hash_mb"))
    {
        char name[128], value[24];
        snprintf(name, sizeof name, "hash_mb of %s at %s", id, hash->string);
        snprintf(value, sizeof value, "%.0f", hash->valuedouble);
        if (!status)
            status = store_pin(store, name, value, error);
    }
    cJSON_Delete(config);
    buf_free(&text);
    return status;
}

static enum status pin_study(const struct ground *ground, struct error *error)
{
    struct store *store = ground->store;
    enum status status = store_pin(store, GROUND_PIN_STUDY, ground->stored.edition.study, error);
    if (!status)
        status = store_pin(store, GROUND_PIN_SEED, ground->seed.data, error);
    if (!status)
        status = store_pin(store, GROUND_PIN_LADDER, ground->stored.ladder_sha256, error);
    return status;
}

/* Those who share a store search with one version: what they store and plan is the same then. */
static enum status pin_version(const struct ground *ground, struct error *error)
{
    struct buf version = {0};
    if (!store_is_shared(ground->store))
        return STATUS_OK;
    enum status status = store_pinned(ground->store, GROUND_PIN_VERSION, &version, error);
    if (!status && version.len && strcmp(version.data, SOURCE_VERSION) != 0)
        status = error_set(error, STATUS_WRONG,
                           "%s: its workers are of version %s, this one is of %s: they must be of "
                           "one version",
                           store_name(ground->store), version.data, SOURCE_VERSION);
    buf_free(&version);
    return status ? status : store_pin(ground->store, GROUND_PIN_VERSION, SOURCE_VERSION, error);
}

/* The engine against the passport; nothing of it changes. */
static enum status check_passport(const struct ground *ground, const cJSON *entry,
                                  struct error *error)
{
    if (!ground->stored.passport)
        return STATUS_OK;
    cJSON *engines = cJSON_Duplicate(json_get(ground->stored.passport, "engines"), true);
    enum status status =
        engines ? record_engine(engines, ground->config.id, entry, error) : error_memory(error);
    cJSON_Delete(engines);
    return status ? error_prefix(error, status, "passport/%s", ground->stored.edition.study)
                  : STATUS_OK;
}

/* `entry`: of the configured engine, or NULL. */
static enum status pin_all(const struct ground *ground, const cJSON *entry, struct error *error)
{
    enum status status = entry ? check_passport(ground, entry, error) : STATUS_OK;
    const cJSON *known;
    if (!status)
        status = store_begin(ground->store, error);
    if (!status)
        status = pin_version(ground, error);
    if (!status)
        status = pin_study(ground, error);
    cJSON_ArrayForEach(known, json_get(ground->stored.passport, "engines"))
    {
        if (!status)
            status = pin_engine(ground->store, known->string, known, error);
    }
    if (!status && entry)
        status = pin_engine(ground->store, ground->config.id, entry, error);
    if (!status)
        status = store_commit(ground->store, error);
    else
        store_rollback(ground->store);
    return status;
}

/* ---- wave 0 ---- */

enum status ground_import(struct ground *ground, const struct evidence *evidence, const char *from,
                          size_t *added, size_t *known, struct error *error)
{
    struct buf producer = {0};
    bool failed = false;
    int64_t run;
    cJSON *json = cJSON_CreateObject();
    json_add_string(json, "imported", from, &failed);
    json_write(&producer, json);
    cJSON_Delete(json);
    enum status status = failed || producer.failed ? error_memory(error) : STATUS_OK;
    if (!status)
        status = store_run(ground->store, producer.data, &run, error);
    if (!status)
        status = store_import(ground->store, evidence, run, 0, added, known, error);
    buf_free(&producer);
    return status;
}

static enum status is_empty(const struct ground *ground, bool *empty, struct error *error)
{
    struct store_tally *tallies;
    struct store_wave wave = {0};
    size_t count;
    enum status status = store_tallies(ground->store, STORE_ALL_WAVES, &tallies, &count, error);
    if (status)
        return status;
    free(tallies);
    status = store_wave(ground->store, ground->config.id, 0, &wave, NULL, error);
    *empty = count == 0 && wave.number == 0;
    return status;
}

static enum status import_passport(struct ground *ground, struct error *error)
{
    bool empty = false;
    size_t added, known;
    char from[64];
    enum status status = is_empty(ground, &empty, error);
    if (!status && empty)
        status = read_evidence(ground, error);
    if (!status && ground->stored.evidence.count) {
        snprintf(from, sizeof from, "passport/%s", ground->stored.edition.study);
        status = ground_import(ground, &ground->stored.evidence, from, &added, &known, error);
        ground->imported = !status;
    }
    evidence_free(&ground->stored.evidence);
    files_free(&ground->stored.files);
    return status;
}

enum status ground_open(const struct ground_where *where, enum ground_use use,
                        struct ground *ground, struct error *error)
{
    cJSON *entry = NULL;
    enum status status = read_inputs(where, ground, error);
    if (!status && use == GROUND_ENGINE) {
        status = engine_config_identify(&ground->config, error);
        if (!status && !(entry = engine_config_entry(&ground->config)))
            status = error_memory(error);
    }
    if (!status)
        status = store_open(ground->store_path, STORE_WRITE, STORE_WAIT_MS, &ground->store, error);
    if (!status)
        status = choose_seed(ground, error);
    if (!status)
        status = pin_all(ground, entry, error);
    if (!status)
        status = import_passport(ground, error);
    cJSON_Delete(entry);
    return status;
}

enum status ground_look(const struct ground_where *where, struct ground *ground,
                        struct error *error)
{
    enum status status = read_inputs(where, ground, error);
    if (!status && (store_is_server(ground->store_path) || file_exists(ground->store_path)))
        status = store_open(ground->store_path, STORE_READ, STORE_WAIT_MS, &ground->store, error);
    if (!status)
        status = choose_seed(ground, error);
    if (!status && ground->store)
        status = pin_study(ground, error);
    else if (!status)
        status = read_evidence(ground, error);
    return status;
}

/* ---- planning ---- */

static enum status deepest_stage(const struct ground *ground, const char *until, int64_t *deepest,
                                 struct error *error)
{
    *deepest = until ? plan_limit_of(&ground->stored.ladder, until) : ground->deepest;
    if (!*deepest)
        return error_set(error, STATUS_CANNOT, "'%.80s' is no stage of the ladder", until);
    if (*deepest > ground->deepest)
        return error_set(error, STATUS_CANNOT,
                         "engine %s: hash_mb has no size for each stage up to %s",
                         ground->config.id, until);
    return STATUS_OK;
}

static enum status refuse_knobs(const struct ground *ground, const struct plan_knobs *given,
                                const char *until, struct error *error)
{
    if (given->wave_nodes <= 0 && given->control_percent < 0 && given->deepening_percent < 0 &&
        given->mirror_percent < 0 && !until)
        return STATUS_OK;
    char limit[LIMIT_NAME_BYTES];
    limit_name(ground->confirms->kind, ground->confirms->limit, limit);
    return error_set(error, STATUS_CANNOT,
                     "engine %s confirms, at %s: it climbs no stages, and its waves have no shares",
                     ground->config.id, limit);
}

enum status ground_knobs(const struct ground *ground, const struct plan_knobs *given,
                         const char *until, struct plan_knobs *knobs, struct error *error)
{
    struct buf text = {0};
    struct store_wave wave = {0};
    struct confirm before;
    enum status status = STATUS_OK;
    *knobs = plan_default_knobs;
    if (ground->confirms)
        return refuse_knobs(ground, given, until, error);
    if (ground->store)
        status = store_wave(ground->store, ground->config.id, 0, &wave, &text, error);
    if (!status && wave.number)
        status = confirm_read("the plan of the last wave", buf_text(&text), &before, error);
    if (!status && wave.number && before.source.wave == CONFIRM_NO_WAVE)
        status = plan_read_knobs("the plan of the last wave", buf_text(&text), knobs, error);
    buf_free(&text);
    if (given->wave_nodes > 0)
        knobs->wave_nodes = given->wave_nodes;
    if (given->control_percent >= 0)
        knobs->control_percent = given->control_percent;
    if (given->deepening_percent >= 0)
        knobs->deepening_percent = given->deepening_percent;
    if (given->mirror_percent >= 0)
        knobs->mirror_percent = given->mirror_percent;
    if (!status)
        status = deepest_stage(ground, until, &knobs->deepest, error);
    return status ? status : plan_check_knobs(knobs, error);
}

static enum status list_failed(const struct ground *ground, struct plan_failed **failed,
                               size_t *count, struct error *error)
{
    struct store_failure *failures;
    size_t all;
    enum status status = store_failures(ground->store, &failures, &all, error);
    *count = 0;
    if (status)
        return status;
    *failed = calloc(all + 1, sizeof **failed);
    if (!*failed)
        status = error_memory(error);
    for (size_t i = 0; i < all && !status; i++) {
        if (strcmp(failures[i].engine, ground->config.id) == 0)
            (*failed)[(*count)++] = (struct plan_failed){failures[i].limit, failures[i].pair};
    }
    free(failures);
    return status;
}

/* What the next wave is planned from. */
struct known {
    struct evidence stored;          /* of the engine */
    const struct evidence *evidence; /* that, or where there is no store, what is recorded */
    struct plan_failed *failed;
    size_t failed_count;
};

static enum status read_known(const struct ground *ground, struct known *known, struct error *error)
{
    const char *engine = ground->config.id;
    struct store_wave wave = {0};
    *known = (struct known){.evidence = &ground->stored.evidence};
    if (!ground->store)
        return STATUS_OK;
    known->evidence = &known->stored;
    enum status status = store_wave(ground->store, engine, 0, &wave, NULL, error);
    if (!status && wave.open)
        status = error_set(error, STATUS_WRONG, "wave %lld is open", (long long)wave.number);
    if (!status)
        status = store_evidence(ground->store, engine, STORE_ALL_WAVES, &known->stored, error);
    if (!status)
        status = list_failed(ground, &known->failed, &known->failed_count, error);
    return status;
}

static void free_known(struct known *known)
{
    free(known->failed);
    evidence_free(&known->stored);
}

enum status ground_plan(const struct ground *ground, const struct plan_knobs *knobs,
                        struct plan *plan, struct error *error)
{
    struct known known;
    enum status status = read_known(ground, &known, error);
    const struct plan_input input = {
        .ladder = &ground->stored.ladder,
        .knobs = knobs,
        .seed = strtoull(ground->seed.data, NULL, 10),
        .engine = ground->config.id,
        .evidence = known.evidence,
        .failed = known.failed,
        .failed_count = known.failed_count,
    };
    *plan = (struct plan){0};
    if (!status)
        status = plan_wave(&input, plan, error);
    free_known(&known);
    return status;
}

/* What the primary engine has found up to its last closed wave, whatever is stored meanwhile. */
static enum status read_source(const struct ground *ground, struct evidence *evidence,
                               struct confirm_source *source, struct error *error)
{
    const struct evidence *found = ground->store ? evidence : &ground->stored.evidence;
    struct store_wave wave = {0};
    enum status status = STATUS_OK;
    snprintf(source->engine, sizeof source->engine, "%s", ground->stored.edition.primary_engine);
    if (ground->store)
        status = store_wave(ground->store, source->engine, 0, &wave, NULL, error);
    source->wave = wave.number - wave.open;
    if (!status && ground->store)
        status = store_evidence(ground->store, source->engine, source->wave, evidence, error);
    for (size_t i = 0; i < found->count; i++) {
        if (strcmp(found->sets[i].engine, source->engine) == 0)
            source->rows += (int64_t)found->sets[i].count;
    }
    return status;
}

enum status ground_confirm(const struct ground *ground, struct confirm *confirm, struct buf *text,
                           struct error *error)
{
    struct known known;
    struct evidence found = {0};
    struct confirm_source source = {0};
    enum status status = read_known(ground, &known, error);
    if (!status)
        status = read_source(ground, &found, &source, error);
    const struct confirm_input input = {
        .corridor = &ground->corridor,
        .confirmer = ground->confirms,
        .ladder = &ground->stored.ladder,
        .seed = strtoull(ground->seed.data, NULL, 10),
        .source = source,
        .found = ground->store ? &found : &ground->stored.evidence,
        .own = known.evidence,
        .failed = known.failed,
        .failed_count = known.failed_count,
    };
    *confirm = (struct confirm){0};
    if (!status)
        status = confirm_wave(&input, confirm, error);
    if (!status && text)
        confirm_write(&input, confirm, text);
    evidence_free(&found);
    free_known(&known);
    return status;
}

/* ---- the engine's files ---- */

enum status ground_check_files(struct ground *ground, struct error *error)
{
    return engine_config_check_files(&ground->config, error);
}

void ground_free(struct ground *ground)
{
    store_close(ground->store);
    engine_config_free(&ground->config);
    stored_free(&ground->stored);
    buf_free(&ground->seed);
    free(ground->store_path);
    *ground = (struct ground){0};
}

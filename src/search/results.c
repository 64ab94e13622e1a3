#include "search/results.h"

#include "passport/passport.h"
#include "passport/stored.h"
#include "search/exchange.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { DAYS_MAX = 4096, RUNS_MAX = 256 };

/* What the new rows of an engine have in common: when and by whom they were searched. */
struct facts {
    int32_t days[DAYS_MAX];
    size_t day_count;
    int64_t runs[RUNS_MAX];
    size_t run_count;
    size_t undated;
};

/* The rows of one set, while they are looked at. */
struct looking {
    struct facts *facts;
    const struct evidence_set *recorded; /* NULL: nothing of the set */
};

static enum status look_at_row(void *user, const struct store_result *result, struct error *error)
{
    const struct looking *looking = user;
    struct facts *facts = looking->facts;
    size_t day = 0, run = 0;
    if (looking->recorded && evidence_row(looking->recorded, result->row.pair))
        return STATUS_OK;
    if (!result->day) {
        facts->undated++;
        return STATUS_OK;
    }
    while (day < facts->day_count && facts->days[day] != result->day)
        day++;
    while (run < facts->run_count && facts->runs[run] != result->run)
        run++;
    if (day == DAYS_MAX || run == RUNS_MAX)
        return error_set(error, STATUS_CANNOT, "too many days or programs for one recording");
    facts->days[day] = result->day;
    facts->day_count += day == facts->day_count;
    facts->runs[run] = result->run;
    facts->run_count += run == facts->run_count;
    return STATUS_OK;
}

/* What the passport does not say is new, and was perhaps written by a recording that was cut off:
 * then it cannot be told from the rest of its file, and all that was searched here counts. */
static enum status gather_facts(struct store *store, const struct stored *stored,
                                const struct evidence *evidence, int64_t last, struct facts *facts,
                                struct error *error)
{
    enum status status = STATUS_OK;
    *facts = (struct facts){0};
    for (size_t i = 0; i < evidence->count && !status; i++) {
        const struct evidence_set *set = &evidence->sets[i];
        const struct evidence_set *recorded =
            evidence_find(&stored->evidence, set->engine, set->kind, set->limit);
        bool cut_off =
            recorded && (int64_t)recorded->count != passport_added_rows(stored->passport, recorded);
        struct looking looking = {facts, cut_off ? NULL : recorded};
        size_t undated = facts->undated;
        status = store_each(store, set->engine, set->kind, set->limit, last, look_at_row, &looking,
                            error);
        if (cut_off)
            facts->undated = undated;
    }
    if (!status && facts->undated)
        status = error_set(error, STATUS_WRONG,
                           "%s: %zu evaluations were imported and are not recorded: record the "
                           "results that they came from first",
                           evidence->sets[0].engine, facts->undated);
    return status;
}

static int compare_days(const void *a, const void *b)
{
    int32_t x = *(const int32_t *)a, y = *(const int32_t *)b;
    return (x > y) - (x < y);
}

static cJSON *list_days(struct facts *facts, bool *failed)
{
    cJSON *list = cJSON_CreateArray();
    qsort(facts->days, facts->day_count, sizeof *facts->days, compare_days);
    for (size_t i = 0; i < facts->day_count; i++) {
        char date[32];
        int32_t day = facts->days[i];
        snprintf(date, sizeof date, "%04d-%02d-%02d", day / 10000, day / 100 % 100, day % 100);
        json_append(list, cJSON_CreateString(date), failed);
    }
    return list;
}

/* Appends the word with a separator, unless it is there. */
static void add_word(struct buf *list, const char *word)
{
    if (!word || (list->len && strstr(list->data, word)))
        return;
    buf_puts(list, list->len ? "; " : "");
    buf_puts(list, word);
}

static enum status read_runs(struct store *store, const struct facts *facts, struct buf *sha256,
                             struct buf *host, struct error *error)
{
    enum status status = STATUS_OK;
    for (size_t i = 0; i < facts->run_count && !status; i++) {
        struct buf text = {0};
        cJSON *producer = NULL;
        status = store_run_producer(store, facts->runs[i], &text, error);
        if (!status)
            status = json_parse("producer", buf_text(&text), &producer, error);
        if (!status) {
            add_word(sha256, json_string(producer, "sha256"));
            add_word(host, json_string(producer, "host"));
        }
        cJSON_Delete(producer);
        buf_free(&text);
    }
    if (!host->len)
        buf_puts(host, "unknown");
    return status;
}

/* One program by its sha256; several in a note. */
static cJSON *make_producer(const struct buf *sha256, bool *failed)
{
    cJSON *producer = cJSON_CreateObject();
    json_add_string(producer, "name", "asym-passport", failed);
    if (sha256->len == SHA256_HEX) {
        json_add_string(producer, "sha256", sha256->data, failed);
    } else if (sha256->len) {
        struct buf note = {0};
        buf_printf(&note, "builds with sha256 %s", sha256->data);
        json_add_string(producer, "note", note.data ? note.data : "", failed);
        buf_free(&note);
    }
    return producer;
}

/* The engine as the store has it, with the hash sizes of its rows. */
static enum status make_entry(struct store *store, const struct evidence *evidence, cJSON **entry,
                              struct error *error)
{
    struct buf text = {0};
    bool failed = false;
    enum status status = store_engine_config(store, evidence->sets[0].engine, &text, error);
    if (!status)
        status = json_parse("the engine's configuration", buf_text(&text), entry, error);
    buf_free(&text);
    if (status)
        return status;
    cJSON *hashes = json_add_object(*entry, "hash_mb", &failed);
    for (size_t i = 0; i < evidence->count; i++) {
        char limit[24];
        snprintf(limit, sizeof limit, "%lld", (long long)evidence->sets[i].limit);
        json_add_int(hashes, limit, evidence->sets[i].rows[0].hash_mb, &failed);
    }
    return failed ? error_memory(error) : STATUS_OK;
}

/* All that is asked for one engine, and recorded once the store is closed. */
struct portion {
    struct evidence evidence;
    cJSON *entry, *dates, *producer;
    struct buf host;
};

static void free_portion(struct portion *portion)
{
    evidence_free(&portion->evidence);
    cJSON_Delete(portion->entry);
    cJSON_Delete(portion->dates);
    cJSON_Delete(portion->producer);
    buf_free(&portion->host);
}

static enum status read_portion(struct store *store, const struct stored *stored,
                                const char *engine, struct portion *portion, struct error *error)
{
    struct buf sha256 = {0};
    bool failed = false;
    int64_t last;
    struct facts *facts = calloc(1, sizeof *facts);
    enum status status =
        facts ? exchange_last_closed(store, engine, &last, error) : error_memory(error);
    if (!status)
        status = store_evidence(store, engine, last, &portion->evidence, error);
    if (!status && portion->evidence.count) {
        status = gather_facts(store, stored, &portion->evidence, last, facts, error);
        if (!status)
            status = read_runs(store, facts, &sha256, &portion->host, error);
        if (!status)
            status = make_entry(store, &portion->evidence, &portion->entry, error);
        portion->dates = list_days(facts, &failed);
        portion->producer = make_producer(&sha256, &failed);
        if (!status)
            status = failed ? error_memory(error) : buf_ok(&portion->host, error);
    }
    buf_free(&sha256);
    free(facts);
    return status;
}

static enum status record_portion(const char *root, const char *study, const char *engine,
                                  const struct portion *portion, const char *seed,
                                  const char *ladder, struct record_report *report,
                                  struct error *error)
{
    struct record_report one;
    const struct record_input input = {
        .engine = engine,
        .entry = portion->entry,
        .seed = seed,
        .ladder_sha256 = ladder,
        .evidence = &portion->evidence,
        .dates = portion->dates,
        .host = portion->host.data,
        .producer = portion->producer,
    };
    enum status status = record_results(root, study, &input, &one, error);
    report->added += one.added;
    report->known += one.known;
    report->rewritten |= one.rewritten;
    return status;
}

static enum status check_study(struct store *store, const char *study, struct buf *seed,
                               struct buf *ladder, struct error *error)
{
    enum status status = store_pin(store, GROUND_PIN_STUDY, study, error);
    if (!status)
        status = store_pinned(store, GROUND_PIN_SEED, seed, error);
    if (!status)
        status = store_pinned(store, GROUND_PIN_LADDER, ladder, error);
    if (!status && (!seed->len || !ladder->len))
        status = error_set(error, STATUS_WRONG, "the store has no seed and no ladder");
    return status;
}

static enum status record_engine_of(struct store *store, const char *root, const char *study,
                                    const char *engine, const char *seed, const char *ladder,
                                    struct record_report *report, struct error *error)
{
    struct portion portion = {0};
    struct stored stored;
    enum status status = stored_read(root, study, &stored, error);
    if (!status)
        status = read_portion(store, &stored, engine, &portion, error);
    stored_free(&stored);
    if (!status && portion.evidence.count)
        status = record_portion(root, study, engine, &portion, seed, ladder, report, error);
    free_portion(&portion);
    return status;
}

/* A passport needs its primary engine before any that confirms. */
static enum status put_primary_first(const char *root, const char *study, const char **engines,
                                     size_t count, struct error *error)
{
    struct stored stored;
    enum status status = stored_read(root, study, &stored, error);
    for (size_t i = 1; i < count && !status; i++) {
        if (strcmp(engines[i], stored.edition.primary_engine) == 0) {
            const char *primary = engines[i];
            memmove(engines + 1, engines, i * sizeof *engines);
            engines[0] = primary;
        }
    }
    stored_free(&stored);
    return status;
}

enum status results_record(const char *root, const char *study, const char *store_path,
                           struct record_report *report, struct error *error)
{
    struct store *store;
    struct buf seed = {0}, ladder = {0};
    const char **engines = NULL;
    size_t count = 0;
    *report = (struct record_report){0};
    enum status status = store_open(store_path, STORE_READ, STORE_WAIT_MS, &store, error);
    if (!status)
        status = check_study(store, study, &seed, &ladder, error);
    if (!status)
        status = store_engines(store, &engines, &count, error);
    if (!status)
        status = put_primary_first(root, study, engines, count, error);
    for (size_t i = 0; i < count && !status; i++)
        status =
            record_engine_of(store, root, study, engines[i], seed.data, ladder.data, report, error);
    free(engines);
    store_close(store);
    buf_free(&seed);
    buf_free(&ladder);
    return status;
}

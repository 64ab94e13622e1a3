#include "passport/games.h"

#include "base/hash.h"
#include "passport/passport.h"
#include "passport/shapes.h"

#include <stdlib.h>
#include <string.h>

#define FOLDER "games/"

const char *const games_files[GAMES_FILES] = {GAMES_TABLE, GAMES_PGN, GAMES_RUN};

static const struct json_shape engine_shape = {.kind = JSON_STRING, .pattern = SHAPE_SLUG};
static const struct json_shape sha256_shape = {.kind = JSON_STRING, .pattern = SHAPE_SHA256};

static const struct json_member run_members[] = {
    {"name", false, {.kind = JSON_STRING, .pattern = SHAPE_SLUG, .about = "Of its folder."}},
    {"engines", false, {.kind = JSON_ARRAY, .min = 1, .max = 2, .item = &engine_shape}},
    {"pairs", false, {.kind = JSON_INTEGER, .min = 1, .max = JSON_INTEGER_MAX}},
    {"games", false, {.kind = JSON_INTEGER, .min = 1, .max = JSON_INTEGER_MAX}},
    {"files",
     false,
     {.kind = JSON_MAP,
      .pattern = "^(games[.]csv|games[.]pgn|run[.]json)$",
      .min = GAMES_FILES,
      .max = GAMES_FILES,
      .item = &sha256_shape}},
    {"recorder",
     false,
     {.kind = JSON_OBJECT, .members = passport_recorder_members, .about = "Who recorded it."}},
    {0},
};
const struct json_shape games_run_shape = {.kind = JSON_OBJECT, .members = run_members};

/* ---- names ---- */

/* Splits games/NAME/FILE, of any NAME and FILE; *run is owned by the caller. */
static bool split(const char *name, char **run, const char **file)
{
    const char *begin = name + strlen(FOLDER);
    if (strncmp(name, FOLDER, strlen(FOLDER)) != 0)
        return false;
    const char *slash = strchr(begin, '/');
    *run = slash ? strndup(begin, (size_t)(slash - begin)) : NULL;
    *file = slash ? slash + 1 : NULL;
    return *run != NULL;
}

bool games_is_input(const char *name)
{
    char *run = NULL;
    const char *file;
    bool is = false;
    if (split(name, &run, &file) && text_is_slug(text_of(run))) {
        for (int i = 0; i < GAMES_FILES; i++)
            is |= strcmp(file, games_files[i]) == 0;
    }
    free(run);
    return is;
}

char *games_path(const char *run, const char *file)
{
    struct buf path = {0};
    buf_printf(&path, FOLDER "%s/%s", run, file);
    return buf_take(&path);
}

/* ---- what is listed ---- */

static const cJSON *find_entry(const cJSON *passport, const char *run)
{
    const cJSON *entry;
    cJSON_ArrayForEach(entry, json_get(passport, "games"))
    {
        if (strcmp(json_string(entry, "name"), run) == 0)
            return entry;
    }
    return NULL;
}

int64_t games_count(const cJSON *passport)
{
    int64_t count = 0;
    const cJSON *entry;
    cJSON_ArrayForEach(entry, json_get(passport, "games")) count += json_int(entry, "games");
    return count;
}

static int64_t count_rows(struct text table)
{
    int64_t lines = 0;
    for (size_t i = 0; i < table.len; i++)
        lines += table.data[i] == '\n';
    return lines - 1;
}

/* Of the files of a run: members that follow from them. */
struct facts {
    struct text table;
    cJSON *run; /* owned */
    char sha256[GAMES_FILES][SHA256_HEX + 1];
};

/* `prefix`: before the names in `files`. Afterwards cJSON_Delete(facts->run), also on failure. */
static enum status read_facts(const struct files *files, const char *prefix, struct facts *facts,
                              struct error *error)
{
    enum status status = STATUS_OK;
    *facts = (struct facts){0};
    for (int i = 0; i < GAMES_FILES && !status; i++) {
        struct text text;
        char *name = NULL;
        struct buf path = {0};
        buf_printf(&path, "%s%s", prefix, games_files[i]);
        name = buf_take(&path);
        status = name ? files_get(files, name, &text, error) : error_memory(error);
        if (!status)
            status = hash_sha256_of(text.data, text.len, facts->sha256[i], error);
        if (!status && strcmp(games_files[i], GAMES_TABLE) == 0)
            facts->table = text;
        if (!status && strcmp(games_files[i], GAMES_RUN) == 0)
            status = json_parse(name, text, &facts->run, error);
        free(name);
    }
    return status;
}

enum status games_describe(const struct games_run *run, cJSON **entry, struct error *error)
{
    struct facts facts;
    bool failed = false;
    const cJSON *engine;
    *entry = NULL;
    enum status status = read_facts(run->files, "", &facts, error);
    if (!status) {
        *entry = cJSON_CreateObject();
        json_add_string(*entry, "name", run->name, &failed);
        cJSON *engines = json_add_array(*entry, "engines", &failed);
        cJSON_ArrayForEach(engine, json_get(facts.run, "engines"))
            json_append(engines, cJSON_CreateString(engine->string), &failed);
        json_add_int(*entry, "pairs", cJSON_GetArraySize(json_get(facts.run, "pairs")), &failed);
        json_add_int(*entry, "games", count_rows(facts.table), &failed);
        cJSON *files = json_add_object(*entry, "files", &failed);
        for (int i = 0; i < GAMES_FILES; i++)
            json_add_string(files, games_files[i], facts.sha256[i], &failed);
        if (failed)
            status = error_memory(error);
    }
    cJSON_Delete(facts.run);
    return status;
}

/* ---- recording ---- */

/* The lines of two tables that first differ, side by side. */
static enum status name_row(const char *path, struct text stored, struct text more,
                            struct error *error)
{
    size_t at = 0, at_more = 0, number = 0;
    struct text x = {0}, y = {0};
    bool both;
    do {
        both = text_next_line(stored, &at, &x) && text_next_line(more, &at_more, &y);
        number++;
    } while (both && text_same(x, y));
    return error_set(error, STATUS_WRONG, "%s:%zu: recorded '%.*s', new '%.*s'", path, number,
                     (int)(x.len < 150 ? x.len : 150), x.data, (int)(y.len < 150 ? y.len : 150),
                     y.data);
}

/* The same run, whoever played it? */
static enum status compare_runs(const char *path, const cJSON *stored, const cJSON *more,
                                struct error *error)
{
    const cJSON *member;
    cJSON_ArrayForEach(member, more)
    {
        if (strcmp(member->string, "producers") != 0 &&
            !cJSON_Compare(member, json_get(stored, member->string), true))
            return error_set(error, STATUS_WRONG,
                             "%s: another run is recorded under this name: '%s' differs", path,
                             member->string);
    }
    return STATUS_OK;
}

/* The run is listed under its name: it must have the same games. */
static enum status look_at_listed(const struct files *stored, const struct games_run *run,
                                  struct error *error)
{
    struct facts old = {0}, new = {0};
    char *table = games_path(run->name, GAMES_TABLE), *path = games_path(run->name, GAMES_RUN);
    char *prefix = games_path(run->name, "");
    enum status status = table && path && prefix ? STATUS_OK : error_memory(error);
    if (!status)
        status = read_facts(stored, prefix, &old, error);
    if (!status)
        status = read_facts(run->files, "", &new, error);
    if (!status)
        status = compare_runs(path, old.run, new.run, error);
    if (!status && !text_same(old.table, new.table))
        status = name_row(table, old.table, new.table, error);
    cJSON_Delete(old.run);
    cJSON_Delete(new.run);
    free(table);
    free(path);
    free(prefix);
    return status;
}

/* It is not: what lies there is what a recording of it left that was cut off. */
static enum status look_at_unlisted(const struct files *stored, const struct games_run *run,
                                    struct error *error)
{
    enum status status = STATUS_OK;
    for (int i = 0; i < GAMES_FILES && !status; i++) {
        struct text text;
        char *path = games_path(run->name, games_files[i]);
        const struct files_item *there = path ? files_find(stored, path) : NULL;
        status = path ? files_get(run->files, games_files[i], &text, error) : error_memory(error);
        if (!status && there && !text_same(there->data, text))
            status = error_set(error, STATUS_WRONG,
                               "%s: is there, not listed in passport.json, and another than the "
                               "new one: record first what was cut off",
                               path);
        free(path);
    }
    return status;
}

/* A game is fixed by players, engines, seed, pair, round and number; rounds count from 1. */
static const char *shared_pair(const cJSON *a, const cJSON *b)
{
    static const char *const fixing[] = {"engines", "players", "seed"};
    const cJSON *x, *y;
    for (size_t i = 0; i < sizeof fixing / sizeof *fixing; i++) {
        if (!cJSON_Compare(json_get(a, fixing[i]), json_get(b, fixing[i]), true))
            return NULL;
    }
    cJSON_ArrayForEach(x, json_get(a, "pairs"))
    {
        cJSON_ArrayForEach(y, json_get(b, "pairs"))
        {
            if (strcmp(json_string(x, "pair"), json_string(y, "pair")) == 0)
                return json_string(x, "pair");
        }
    }
    return NULL;
}

/* No other run may have one of its games. */
static enum status look_at_others(const cJSON *passport, const struct files *stored,
                                  const struct games_run *run, struct error *error)
{
    struct facts new;
    const cJSON *entry;
    enum status status = read_facts(run->files, "", &new, error);
    cJSON_ArrayForEach(entry, json_get(passport, "games"))
    {
        struct facts old = {0};
        char *prefix = games_path(json_string(entry, "name"), "");
        if (!status)
            status = prefix ? read_facts(stored, prefix, &old, error) : error_memory(error);
        const char *pair = status ? NULL : shared_pair(old.run, new.run);
        if (pair)
            status =
                error_set(error, STATUS_WRONG,
                          "%s: the games of %s between these engines with seed %s are recorded "
                          "in %s%s",
                          run->name, pair, json_string(new.run, "seed"), prefix, GAMES_RUN);
        cJSON_Delete(old.run);
        free(prefix);
    }
    cJSON_Delete(new.run);
    return status;
}

enum status games_look(const cJSON *passport, const struct files *stored,
                       const struct games_run *run, bool *known, struct error *error)
{
    *known = find_entry(passport, run->name) != NULL;
    if (*known)
        return look_at_listed(stored, run, error);
    enum status status = look_at_unlisted(stored, run, error);
    return status ? status : look_at_others(passport, stored, run, error);
}

/* ---- checking ---- */

static enum status check_digests(const char *name, const cJSON *entry, const struct facts *facts,
                                 struct error *error)
{
    for (int i = 0; i < GAMES_FILES; i++) {
        const char *said = json_string(json_get(entry, "files"), games_files[i]);
        if (strcmp(said, facts->sha256[i]) != 0)
            return error_set(error, STATUS_WRONG,
                             "%s: " FOLDER "%s/%s: sha256 is %s, but the file has %s", name,
                             json_string(entry, "name"), games_files[i], said, facts->sha256[i]);
    }
    return STATUS_OK;
}

static enum status check_count(const char *name, const cJSON *entry, const char *what,
                               int64_t found, struct error *error)
{
    if (json_int(entry, what) == found)
        return STATUS_OK;
    return error_set(error, STATUS_WRONG, "%s: games: %s: %s is %lld, but the run has %lld", name,
                     json_string(entry, "name"), what, (long long)json_int(entry, what),
                     (long long)found);
}

static enum status check_engines(const char *name, const cJSON *passport, const cJSON *entry,
                                 const cJSON *run, struct error *error)
{
    const cJSON *engine, *said = json_get(entry, "engines")->child;
    enum status status = STATUS_OK;
    cJSON_ArrayForEach(engine, json_get(run, "engines"))
    {
        const cJSON *known = json_get(json_get(passport, "engines"), engine->string);
        if (!said || strcmp(said->valuestring, engine->string) != 0)
            return error_set(error, STATUS_WRONG, "%s: games: %s: engine %s is not listed", name,
                             json_string(entry, "name"), engine->string);
        said = said->next;
        if (!known)
            return error_set(error, STATUS_WRONG, "%s: games: %s: engine %s is unknown", name,
                             json_string(entry, "name"), engine->string);
        status = passport_compare_engine(engine->string, known, engine, error);
        if (status)
            return error_prefix(error, status, "%s: games: %s", name, json_string(entry, "name"));
    }
    if (said)
        return error_set(error, STATUS_WRONG, "%s: games: %s: engine %s does not play", name,
                         json_string(entry, "name"), said->valuestring);
    return STATUS_OK;
}

static enum status check_run(const char *name, const cJSON *passport, const cJSON *entry,
                             const struct files *inputs, struct error *error)
{
    struct facts facts = {0};
    char *prefix = games_path(json_string(entry, "name"), "");
    enum status status = prefix ? read_facts(inputs, prefix, &facts, error) : error_memory(error);
    if (!status && strcmp(json_string(facts.run, "study"), json_string(passport, "study")) != 0)
        status = error_set(error, STATUS_WRONG, "%s: games: %s: its pairs are of the study %s",
                           name, json_string(entry, "name"), json_string(facts.run, "study"));
    if (!status)
        status = check_digests(name, entry, &facts, error);
    if (!status)
        status = check_count(name, entry, "pairs", cJSON_GetArraySize(json_get(facts.run, "pairs")),
                             error);
    if (!status)
        status = check_count(name, entry, "games", count_rows(facts.table), error);
    if (!status)
        status = check_engines(name, passport, entry, facts.run, error);
    cJSON_Delete(facts.run);
    free(prefix);
    return status;
}

/* Every file below games/ must belong to a run that is listed. */
static enum status check_listed(const char *name, const cJSON *passport, const struct files *inputs,
                                struct error *error)
{
    for (size_t i = 0; i < inputs->count; i++) {
        char *run = NULL;
        const char *file;
        bool listed = !split(inputs->items[i].name, &run, &file) || find_entry(passport, run);
        free(run);
        if (!listed)
            return error_set(error, STATUS_WRONG, "%s: %s is not listed: record it again", name,
                             inputs->items[i].name);
    }
    return STATUS_OK;
}

enum status games_check(const char *name, const cJSON *passport, const struct files *inputs,
                        struct error *error)
{
    const char *before = "";
    const cJSON *entry;
    enum status status = check_listed(name, passport, inputs, error);
    cJSON_ArrayForEach(entry, json_get(passport, "games"))
    {
        if (!status && strcmp(before, json_string(entry, "name")) >= 0)
            status = error_set(error, STATUS_WRONG, "%s: games: %s is out of order", name,
                               json_string(entry, "name"));
        if (!status)
            status = check_run(name, passport, entry, inputs, error);
        before = json_string(entry, "name");
    }
    return status;
}

/* What a store is made with: pinned values, engines, producing runs; and the sets' row numbers. */
#include "store/sql.h"

#include "base/json.h"

#include <stdlib.h>
#include <string.h>

/* ---- pinned values ---- */

static enum status other_value(const struct store *store, const char *name, const char *stored,
                               const char *value, struct error *error)
{
    return error_set(error, STATUS_WRONG,
                     "%s: made with %s '%s', not '%s'; export it and import that into a new store",
                     store->path, name, stored, value);
}

static const char pinned_sql[] = "SELECT value FROM pins WHERE name = ?";

/* Another program may write the same at the same time: what counts is what is there afterwards. */
static enum status pin(struct store *store, const char *name, const char *value,
                       struct error *error)
{
    struct buf stored = {0};
    const struct sql_value *key = SQL_VALUES(SQL_TEXT(name));
    bool found;
    enum status status = sql_text(store, pinned_sql, key, &stored, &found, error);
    if (!status && !found && store->mode == STORE_WRITE) {
        status =
            sql_do(store, "INSERT INTO pins (name, value) VALUES (?, ?) ON CONFLICT DO NOTHING",
                   SQL_VALUES(SQL_TEXT(name), SQL_TEXT(value)), error);
        if (!status)
            status = sql_text(store, pinned_sql, key, &stored, &found, error);
    }
    if (!status && !found)
        status = error_set(error, STATUS_WRONG, "%s: has no %s", store->path, name);
    if (!status && strcmp(stored.data, value) != 0)
        status = other_value(store, name, stored.data, value, error);
    buf_free(&stored);
    return status;
}

enum status store_pin(struct store *store, const char *name, const char *value, struct error *error)
{
    bool own;
    enum status status = sql_enter_or_look(store, &own, error);
    if (status)
        return status;
    status = pin(store, name, value, error);
    return sql_leave(store, own, status, error);
}

enum status store_pinned(struct store *store, const char *name, struct buf *value,
                         struct error *error)
{
    bool found;
    return sql_text(store, pinned_sql, SQL_VALUES(SQL_TEXT(name)), value, &found, error);
}

/* ---- canonical JSON ---- */

/* Appends the canonical text, without the line feed. */
static enum status canonical(const struct store *store, const char *what, const char *text,
                             struct buf *out, struct error *error)
{
    cJSON *json;
    enum status status = json_parse(what, text_of(text), &json, error);
    if (status) {
        error_prefix(error, status, "%s", store->path);
        return status;
    }
    json_write(out, json);
    cJSON_Delete(json);
    if (out->failed || !out->data)
        return error_memory(error);
    out->data[--out->len] = '\0';
    return STATUS_OK;
}

/* A member as it is shown: canonical, without the line feed. */
static void show(struct buf *out, const cJSON *json)
{
    if (!json) {
        buf_puts(out, "nothing");
        return;
    }
    json_write(out, json);
    if (!out->failed && out->len)
        out->data[--out->len] = '\0';
}

/* Where two documents differ first. */
struct difference {
    struct buf path;
    const cJSON *old, *new; /* NULL: the member is not there */
};

static bool differ(const cJSON *old, const cJSON *new, struct difference *where);

static bool differ_member(const cJSON *old, const cJSON *new, const char *key,
                          struct difference *where)
{
    size_t before = where->path.len;
    if (before)
        buf_putc(&where->path, '.');
    buf_puts(&where->path, key);
    if (differ(old, new, where))
        return true;
    if (!where->path.failed) {
        where->path.len = before;
        where->path.data[before] = '\0';
    }
    return false;
}

static bool differ(const cJSON *old, const cJSON *new, struct difference *where)
{
    if (!cJSON_IsObject(old) || !cJSON_IsObject(new)) {
        where->old = old;
        where->new = new;
        return !cJSON_Compare(old, new, true);
    }
    for (const cJSON *item = old->child; item; item = item->next) {
        if (differ_member(item, cJSON_GetObjectItemCaseSensitive(new, item->string), item->string,
                          where))
            return true;
    }
    for (const cJSON *item = new->child; item; item = item->next) {
        if (!cJSON_GetObjectItemCaseSensitive(old, item->string))
            return differ_member(NULL, item, item->string, where);
    }
    return false;
}

static enum status name_difference(const struct store *store, const char *engine, const cJSON *old,
                                   const cJSON *new, struct error *error)
{
    struct difference where = {0};
    struct buf a = {0}, b = {0};
    differ(old, new, &where);
    show(&a, where.old);
    show(&b, where.new);
    enum status status = buf_ok(&where.path, error);
    if (!status)
        status = buf_ok(&a, error);
    if (!status)
        status = buf_ok(&b, error);
    if (!status)
        status = error_set(
            error, STATUS_WRONG, "%s: another engine %s: %s is %.200s in the store and %.200s now",
            store->path, engine, where.path.len ? where.path.data : "it", a.data, b.data);
    buf_free(&where.path);
    buf_free(&a);
    buf_free(&b);
    return status;
}

static enum status compare_configs(const struct store *store, const char *engine, const char *old,
                                   const char *new, struct error *error)
{
    if (strcmp(old, new) == 0)
        return STATUS_OK;
    cJSON *stored = NULL, *now = NULL;
    enum status status = json_parse(store->path, text_of(old), &stored, error);
    if (!status)
        status = json_parse(engine, text_of(new), &now, error);
    if (!status)
        status = name_difference(store, engine, stored, now, error);
    cJSON_Delete(stored);
    cJSON_Delete(now);
    return status;
}

/* ---- engines ---- */

static const char config_sql[] = "SELECT config FROM engines WHERE slug = ?";

static enum status pin_engine(struct store *store, const char *engine, const char *config,
                              struct error *error)
{
    struct buf stored = {0};
    const struct sql_value *key = SQL_VALUES(SQL_TEXT(engine));
    bool found;
    enum status status = sql_text(store, config_sql, key, &stored, &found, error);
    if (!status && !found && store->mode == STORE_WRITE) {
        status = sql_try(store,
                         "INSERT INTO engines (slug, config) VALUES (?, ?) ON CONFLICT DO NOTHING",
                         SQL_VALUES(SQL_TEXT(engine), SQL_TEXT(config)), error);
        if (!status)
            status = sql_text(store, config_sql, key, &stored, &found, error);
    }
    if (!status && !found)
        status = error_set(error, STATUS_WRONG, "%s: has no engine %s", store->path, engine);
    if (!status)
        status = compare_configs(store, engine, stored.data, config, error);
    buf_free(&stored);
    return status;
}

enum status store_pin_engine(struct store *store, const char *engine, const char *config,
                             struct error *error)
{
    struct buf text = {0};
    bool own = false;
    enum status status = canonical(store, engine, config, &text, error);
    if (!status)
        status = sql_enter_or_look(store, &own, error);
    if (!status)
        status = pin_engine(store, engine, text.data, error);
    status = sql_leave(store, own, status, error);
    buf_free(&text);
    return status;
}

enum status store_engine_config(struct store *store, const char *engine, struct buf *config,
                                struct error *error)
{
    bool found;
    return sql_text(store, config_sql, SQL_VALUES(SQL_TEXT(engine)), config, &found, error);
}

enum status engine_id(struct store *store, const char *engine, int64_t *id, struct error *error)
{
    bool found;
    enum status status = sql_ints(store, "SELECT id FROM engines WHERE slug = ?",
                                  SQL_VALUES(SQL_TEXT(engine)), id, 1, &found, error);
    if (!status && !found)
        status = error_set(error, STATUS_WRONG, "%s: has no engine %s", store->path, engine);
    return status;
}

const char *engine_name(struct store *store, const char *engine)
{
    for (const struct sql_name *name = store->names; name; name = name->next) {
        if (strcmp(name->text, engine) == 0)
            return name->text;
    }
    struct sql_name *name = calloc(1, sizeof *name);
    if (!name)
        return NULL;
    memcpy(name->text, engine, strnlen(engine, sizeof name->text - 1));
    name->next = store->names;
    store->names = name;
    return name->text;
}

static enum status add_engine(struct store *store, struct sql_statement *statement,
                              const char ***engines, size_t *count, struct error *error)
{
    char slug[STORE_SLUG_BYTES];
    sql_column_text(statement, 0, slug, sizeof slug);
    const char *name = engine_name(store, slug);
    const char **more = realloc(*engines, (*count + 1) * sizeof *more);
    if (more)
        *engines = more;
    if (!more || !name)
        return error_memory(error);
    more[(*count)++] = name;
    return STATUS_OK;
}

enum status store_engines(struct store *store, const char ***engines, size_t *count,
                          struct error *error)
{
    struct sql_statement *statement;
    *engines = NULL;
    *count = 0;
    enum status status = sql_start(store, "SELECT slug FROM engines ORDER BY slug", SQL_NO_VALUES,
                                   &statement, error);
    bool row = true;
    while (!status) {
        status = sql_step(statement, &row, error);
        if (status || !row)
            break;
        status = add_engine(store, statement, engines, count, error);
    }
    if (status) {
        sql_stop(statement);
        free(*engines);
        *engines = NULL;
        *count = 0;
    }
    return status;
}

/* ---- runs ---- */

static const char run_sql[] = "SELECT id FROM runs WHERE producer = ?";

static enum status find_run(struct store *store, const char *producer, int64_t *run,
                            struct error *error)
{
    const struct sql_value *key = SQL_VALUES(SQL_TEXT(producer));
    bool found;
    enum status status = sql_ints(store, run_sql, key, run, 1, &found, error);
    if (!status && !found)
        status = sql_do(store, "INSERT INTO runs (producer) VALUES (?) ON CONFLICT DO NOTHING", key,
                        error);
    return status || found ? status : sql_ints(store, run_sql, key, run, 1, NULL, error);
}

enum status store_run(struct store *store, const char *producer, int64_t *run, struct error *error)
{
    struct buf text = {0};
    bool own = false;
    enum status status = canonical(store, "producer", producer, &text, error);
    if (!status)
        status = sql_enter(store, &own, error);
    if (!status)
        status = find_run(store, text.data, run, error);
    status = sql_leave(store, own, status, error);
    buf_free(&text);
    return status;
}

enum status store_run_producer(struct store *store, int64_t run, struct buf *producer,
                               struct error *error)
{
    bool found;
    enum status status = sql_text(store, "SELECT producer FROM runs WHERE id = ?",
                                  SQL_VALUES(SQL_INT(run)), producer, &found, error);
    if (!status && !found)
        status = error_set(error, STATUS_WRONG, "%s: has no run %lld", store->path, (long long)run);
    return status;
}

/* ---- sets ---- */

static enum status remember_set(struct store *store, struct sql_set set, struct error *error)
{
    struct sql_set *sets = realloc(store->sets, (store->set_count + 1) * sizeof *sets);
    if (!sets)
        return error_memory(error);
    store->sets = sets;
    sets[store->set_count++] = set;
    return STATUS_OK;
}

static const char set_sql[] = "SELECT id FROM sets WHERE engine = ? AND kind = ? AND lim = ?";

enum status set_id(struct store *store, int64_t engine, enum limit_kind kind, int64_t limit,
                   bool make, int64_t *id, struct error *error)
{
    for (size_t i = 0; i < store->set_count; i++) {
        const struct sql_set *set = &store->sets[i];
        if (set->engine == engine && set->kind == kind && set->limit == limit) {
            *id = set->id;
            return STATUS_OK;
        }
    }
    const struct sql_value *key = SQL_VALUES(SQL_INT(engine), SQL_INT(kind), SQL_INT(limit));
    bool found;
    *id = 0;
    enum status status = sql_ints(store, set_sql, key, id, 1, &found, error);
    if (!status && !found && make) {
        status = sql_try(store,
                         "INSERT INTO sets (engine, kind, lim) VALUES (?, ?, ?)"
                         " ON CONFLICT DO NOTHING",
                         key, error);
        if (!status)
            status = sql_ints(store, set_sql, key, id, 1, NULL, error);
        found = status == STATUS_OK;
    }
    if (status || !found)
        return status;
    return remember_set(store, (struct sql_set){*id, engine, kind, limit}, error);
}

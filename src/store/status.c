/* What `search --status` asks. */
#include "store/sql.h"

#include <stdlib.h>
#include <string.h>

/* An array that grows by one zeroed item at a time. */
struct list {
    char *items;
    size_t count, cap, size;
};

static void *list_add(struct list *list)
{
    if (list->count == list->cap) {
        size_t cap = list->cap + list->cap / 2 + 16;
        char *items = realloc(list->items, cap * list->size);
        if (!items)
            return NULL;
        list->items = items;
        list->cap = cap;
    }
    return memset(list->items + list->size * list->count++, 0, list->size);
}

/* Engine, kind and limit are the first three columns of every list. */
struct key {
    const char *engine;
    enum limit_kind kind;
    int64_t limit;
};

static enum status read_key(struct store *store, struct sql_statement *statement, struct key *key,
                            bool *bad, struct error *error)
{
    char slug[STORE_SLUG_BYTES];
    sql_column_text(statement, 0, slug, sizeof slug);
    key->engine = engine_name(store, slug);
    key->kind = (enum limit_kind)sql_column(statement, 1, LIMIT_NODES, LIMIT_DEPTH, bad);
    key->limit = sql_column(statement, 2, 1, EVIDENCE_NODES_MAX, bad);
    return key->engine ? STATUS_OK : error_memory(error);
}

static struct pair read_pair(struct sql_statement *statement, int column, bool *bad)
{
    return (struct pair){
        (uint16_t)sql_column(statement, column, 0, START_COUNT - 1, bad),
        (uint16_t)sql_column(statement, column + 1, 0, START_COUNT - 1, bad),
    };
}

typedef void read_item(struct sql_statement *statement, const struct key *key, void *item,
                       bool *bad);

/* Reads every row of a query into items of that size. */
static enum status read_list(struct store *store, const char *sql, const struct sql_value *values,
                             read_item *read, size_t size, void **items, size_t *count,
                             struct error *error)
{
    struct list list = {.size = size};
    struct sql_statement *statement;
    bool row = true, bad = false;
    struct key key = {0};
    enum status status = sql_start(store, sql, values, &statement, error);
    while (!status) {
        status = sql_step(statement, &row, error);
        if (status || !row)
            break;
        void *item = list_add(&list);
        status = item ? read_key(store, statement, &key, &bad, error) : error_memory(error);
        if (!status)
            read(statement, &key, item, &bad);
        if (!status && bad)
            status = sql_damaged(store, error);
    }
    if (status) {
        sql_stop(statement);
        free(list.items);
        list = (struct list){0};
    }
    *items = list.items;
    *count = list.count;
    return status;
}

static void read_tally(struct sql_statement *statement, const struct key *key, void *item,
                       bool *bad)
{
    *(struct store_tally *)item = (struct store_tally){
        .engine = key->engine,
        .kind = key->kind,
        .limit = key->limit,
        .role = (enum role)sql_column(statement, 3, ROLE_SEARCH, ROLE_CONFIRM, bad),
        .day = (int32_t)sql_column(statement, 4, 0, INT32_MAX, bad),
        .run = sql_integer(statement, 5),
        .rows = sql_integer(statement, 6),
        .nodes = sql_integer(statement, 7),
        .total_rows = sql_integer(statement, 8),
        .total_nodes = sql_integer(statement, 9),
        .engine_ms = sql_integer(statement, 10),
    };
}

enum status store_tallies(struct store *store, int64_t last_wave, struct store_tally **tallies,
                          size_t *count, struct error *error)
{
    void *items;
    enum status status = read_list(
        store,
        "SELECT e.slug, s.kind, s.lim, t.role, t.day, t.run, sum(t.rows), sum(t.nodes),"
        " sum(t.total_rows), sum(t.total_nodes), sum(t.engine_ms)"
        " FROM tallies AS t JOIN sets AS s ON s.id = t.set_id"
        " JOIN engines AS e ON e.id = s.engine WHERE t.wave <= ?"
        " GROUP BY 1, 2, 3, 4, 5, 6 ORDER BY 1, 2, 3, 4, 5, 6",
        SQL_VALUES(SQL_INT(last_wave)), read_tally, sizeof **tallies, &items, count, error);
    *tallies = items;
    return status;
}

static void read_count(struct sql_statement *statement, const struct key *key, void *item,
                       bool *bad)
{
    *(struct store_count *)item = (struct store_count){
        .engine = key->engine,
        .kind = key->kind,
        .limit = key->limit,
        .role = (enum role)sql_column(statement, 3, ROLE_SEARCH, ROLE_CONFIRM, bad),
        .state = (enum store_state)sql_column(statement, 4, 0, STORE_STATES - 1, bad),
        .jobs = sql_integer(statement, 5),
    };
}

/* Done and failed are what the wave has left behind so far, running are few, and the rest waits: no
 * need to look at each job. */
static const char counts_sql[] =
    "WITH p AS MATERIALIZED ("
    " SELECT p.wave_id, p.set_id, p.role, p.jobs,"
    "  (SELECT coalesce(sum(t.rows), 0) FROM tallies AS t"
    "   WHERE t.set_id = p.set_id AND t.wave = w.number AND t.role = p.role) AS done,"
    "  (SELECT count(*) FROM failures AS f"
    "   WHERE f.set_id = p.set_id AND f.wave = w.number AND f.role = p.role) AS failed,"
    "  (SELECT count(*) FROM jobs AS j INDEXED BY jobs_state"
    "   WHERE j.wave_id = p.wave_id AND j.state = 1"
    "   AND j.set_id = p.set_id AND j.role = p.role) AS running"
    " FROM waves AS w JOIN parts AS p ON p.wave_id = w.id WHERE w.closed IS NULL),"
    " c AS ("
    " SELECT set_id, role, 0 AS state, jobs - done - failed - running AS jobs FROM p"
    " UNION ALL SELECT set_id, role, 1, running FROM p"
    " UNION ALL SELECT set_id, role, 2, done FROM p"
    " UNION ALL SELECT set_id, role, 3, failed FROM p)"
    " SELECT e.slug, s.kind, s.lim, c.role, c.state, c.jobs FROM c"
    " JOIN sets AS s ON s.id = c.set_id JOIN engines AS e ON e.id = s.engine"
    " WHERE c.jobs <> 0 ORDER BY 1, 2, 3, 4, 5";

enum status store_counts(struct store *store, struct store_count **counts, size_t *count,
                         struct error *error)
{
    void *items;
    enum status status = read_list(store, counts_sql, SQL_NO_VALUES, read_count, sizeof **counts,
                                   &items, count, error);
    *counts = items;
    return status;
}

static void read_running(struct sql_statement *statement, const struct key *key, void *item,
                         bool *bad)
{
    struct store_running *running = item;
    int64_t seconds = sql_integer(statement, 5);
    *running = (struct store_running){
        .engine = key->engine,
        .kind = key->kind,
        .limit = key->limit,
        .pair = read_pair(statement, 3, bad),
        .seconds = seconds > 0 ? seconds : 0,
    };
    sql_column_text(statement, 6, running->worker, sizeof running->worker);
}

enum status store_running(struct store *store, struct store_running **running, size_t *count,
                          struct error *error)
{
    void *items;
    enum status status =
        read_list(store,
                  "SELECT e.slug, s.kind, s.lim, j.w, j.b, unixepoch() - j.claimed_at, j.worker"
                  " FROM waves AS w JOIN jobs AS j INDEXED BY jobs_state"
                  " ON j.wave_id = w.id AND j.state = 1"
                  " JOIN sets AS s ON s.id = j.set_id JOIN engines AS e ON e.id = s.engine"
                  " WHERE w.closed IS NULL ORDER BY j.claimed_at, j.wave_id, j.place",
                  SQL_NO_VALUES, read_running, sizeof **running, &items, count, error);
    *running = items;
    return status;
}

static void read_failure(struct sql_statement *statement, const struct key *key, void *item,
                         bool *bad)
{
    struct store_failure *failure = item;
    *failure = (struct store_failure){
        .engine = key->engine,
        .kind = key->kind,
        .limit = key->limit,
        .pair = read_pair(statement, 3, bad),
        .role = (enum role)sql_column(statement, 5, ROLE_SEARCH, ROLE_CONFIRM, bad),
        .wave = sql_integer(statement, 6),
        .day = (int32_t)sql_column(statement, 7, 0, INT32_MAX, bad),
    };
    sql_column_text(statement, 8, failure->reason, sizeof failure->reason);
}

enum status store_failures(struct store *store, struct store_failure **failures, size_t *count,
                           struct error *error)
{
    void *items;
    enum status status =
        read_list(store,
                  "SELECT e.slug, s.kind, s.lim, f.w, f.b, f.role, f.wave, f.day, f.reason"
                  " FROM failures AS f JOIN sets AS s ON s.id = f.set_id"
                  " JOIN engines AS e ON e.id = s.engine ORDER BY 1, 2, 3, 4, 5",
                  SQL_NO_VALUES, read_failure, sizeof **failures, &items, count, error);
    *failures = items;
    return status;
}

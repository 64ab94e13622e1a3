/* Evaluations: put, compare, import, and read back. */
#include "store/sql.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define COLUMNS                                                                                    \
    "w, b, role, hash_mb, cp, mate, depth, seldepth, nodes, bestmove, win, draw, loss,"            \
    " total_nodes, engine_ms, day, run"

static const char select_one[] =
    "SELECT " COLUMNS " FROM evaluations WHERE set_id = ? AND w = ? AND b = ?";

/* ---- reading ---- */

static void read_score(struct sql_statement *statement, struct evaluation *row, bool *bad)
{
    row->mate = sql_is_null(statement, 4);
    row->score = row->mate ? (int32_t)sql_column(statement, 5, -1000, 1000, bad)
                           : (int32_t)sql_column(statement, 4, -100000, 100000, bad);
}

static void read_wdl(struct sql_statement *statement, struct evaluation *row, bool *bad)
{
    if (sql_is_null(statement, 10)) {
        row->win = row->draw = row->loss = EVIDENCE_NO_WDL;
        return;
    }
    row->win = (uint16_t)sql_column(statement, 10, 0, 1000, bad);
    row->draw = (uint16_t)sql_column(statement, 11, 0, 1000, bad);
    row->loss = (uint16_t)sql_column(statement, 12, 0, 1000, bad);
}

/* The row of a statement that selects COLUMNS. */
static enum status read_result(const struct store *store, struct sql_statement *statement,
                               struct store_result *result, struct error *error)
{
    bool bad = false;
    *result = (struct store_result){0};
    struct evaluation *row = &result->row;
    row->pair.w = (uint16_t)sql_column(statement, 0, 0, START_COUNT - 1, &bad);
    row->pair.b = (uint16_t)sql_column(statement, 1, 0, START_COUNT - 1, &bad);
    row->role = (uint8_t)sql_column(statement, 2, ROLE_SEARCH, ROLE_CONFIRM, &bad);
    row->hash_mb = (uint32_t)sql_column(statement, 3, 1, 33554432, &bad);
    read_score(statement, row, &bad);
    row->depth = (uint8_t)sql_column(statement, 6, 1, UINT8_MAX, &bad);
    row->seldepth = (uint8_t)sql_column(statement, 7, 0, UINT8_MAX, &bad);
    row->nodes = sql_column(statement, 8, 0, EVIDENCE_NODES_MAX, &bad);
    sql_column_text(statement, 9, row->bestmove, sizeof row->bestmove);
    read_wdl(statement, row, &bad);
    result->total_nodes = sql_integer(statement, 13);
    result->engine_ms = sql_integer(statement, 14);
    result->day = (int32_t)sql_column(statement, 15, 0, INT32_MAX, &bad);
    result->run = sql_integer(statement, 16);
    return bad ? sql_damaged(store, error) : STATUS_OK;
}

static enum status find(struct store *store, int64_t set, struct pair pair,
                        struct store_result *result, bool *found, struct error *error)
{
    struct sql_statement *statement;
    *found = false;
    enum status status =
        sql_start(store, select_one, SQL_VALUES(SQL_INT(set), SQL_INT(pair.w), SQL_INT(pair.b)),
                  &statement, error);
    if (!status)
        status = sql_step(statement, found, error);
    if (!status && *found) {
        status = read_result(store, statement, result, error);
        sql_stop(statement);
    }
    return status;
}

/* The set's row number; 0 where nothing was stored under it, or the engine is not known. */
static enum status find_set(struct store *store, const char *engine, enum limit_kind kind,
                            int64_t limit, int64_t *set, struct error *error)
{
    bool found;
    return sql_ints(store,
                    "SELECT coalesce((SELECT s.id FROM sets AS s JOIN engines AS e"
                    " ON e.id = s.engine WHERE e.slug = ? AND s.kind = ? AND s.lim = ?), 0)",
                    SQL_VALUES(SQL_TEXT(engine), SQL_INT(kind), SQL_INT(limit)), set, 1, &found,
                    error);
}

enum status store_get(struct store *store, const char *engine, enum limit_kind kind, int64_t limit,
                      struct pair pair, struct store_result *result, bool *found,
                      struct error *error)
{
    int64_t set = 0;
    *found = false;
    enum status status = find_set(store, engine, kind, limit, &set, error);
    if (status || !set)
        return status;
    return find(store, set, pair, result, found, error);
}

/* The + keeps the index by waves out of it: the rows come in the order of the table. */
#define ROWS "SELECT " COLUMNS " FROM evaluations WHERE set_id = ?1 AND +wave <= ?2"
#define IN_ORDER " ORDER BY w, b"

static const char all_rows[] = ROWS IN_ORDER;
/* Of the pairs that have a row of that wave or a later one at any limit of that kind. */
static const char touched_rows[] =
    ROWS " AND (w, b) IN (SELECT t.w, t.b FROM sets AS mine JOIN sets AS s"
         " ON s.engine = mine.engine AND s.kind = mine.kind"
         " JOIN evaluations AS t ON t.set_id = s.id WHERE mine.id = ?1 AND t.wave >= ?3)" IN_ORDER;

/* Which rows of a set: up to a wave, and of all pairs (0), or of those touched since then. */
struct extent {
    int64_t last_wave, touched_since;
};

static enum status each_row(struct store *store, int64_t set, struct extent extent,
                            store_visit *visit, void *user, struct error *error)
{
    struct sql_statement *statement;
    struct store_result result;
    bool row;
    enum status status =
        extent.touched_since
            ? sql_start_many(store, touched_rows,
                             SQL_VALUES(SQL_INT(set), SQL_INT(extent.last_wave),
                                        SQL_INT(extent.touched_since)),
                             &statement, error)
            : sql_start_many(store, all_rows, SQL_VALUES(SQL_INT(set), SQL_INT(extent.last_wave)),
                             &statement, error);
    while (!status) {
        status = sql_step(statement, &row, error);
        if (status || !row)
            return status;
        status = read_result(store, statement, &result, error);
        if (!status)
            status = visit(user, &result, error);
    }
    sql_stop(statement);
    return status;
}

enum status store_each(struct store *store, const char *engine, enum limit_kind kind, int64_t limit,
                       int64_t last_wave, store_visit *visit, void *user, struct error *error)
{
    int64_t set = 0;
    enum status status = find_set(store, engine, kind, limit, &set, error);
    if (status || !set)
        return status;
    return each_row(store, set, (struct extent){.last_wave = last_wave}, visit, user, error);
}

/* ---- whole sets ---- */

/* A set on its way out, with room for as many rows as the tallies promise. */
struct filling {
    const struct store *store;
    struct evidence_set *set;
    size_t room;
};

static enum status miscounted(const struct filling *filling, struct error *error)
{
    const struct evidence_set *set = filling->set;
    return error_set(error, STATUS_WRONG, "%s: damaged: %s %s %lld should have %zu rows",
                     filling->store->path, set->engine, limit_kind_name(set->kind),
                     (long long)set->limit, filling->room);
}

static enum status take_row(void *user, const struct store_result *result, struct error *error)
{
    struct filling *filling = user;
    if (filling->set->count == filling->room)
        return miscounted(filling, error);
    filling->set->rows[filling->set->count++] = result->row;
    return STATUS_OK;
}

static enum status fill_set(struct store *store, int64_t id, size_t rows, struct extent extent,
                            struct evidence_set *set, struct error *error)
{
    struct filling filling = {store, set, rows};
    set->rows = calloc(rows, sizeof *set->rows);
    if (!set->rows)
        return error_memory(error);
    enum status status = each_row(store, id, extent, take_row, &filling, error);
    if (!status && set->count != rows && !extent.touched_since)
        status = miscounted(&filling, error);
    return status;
}

static enum status add_set(struct store *store, struct sql_statement *sets, struct extent extent,
                           struct evidence *evidence, struct error *error)
{
    bool bad = false;
    if (evidence->count == EVIDENCE_SETS_MAX)
        return error_set(error, STATUS_WRONG, "%s: more than %d engines and limits", store->path,
                         EVIDENCE_SETS_MAX);
    struct evidence_set *set = &evidence->sets[evidence->count++];
    char slug[STORE_SLUG_BYTES];
    sql_column_text(sets, 1, slug, sizeof slug);
    *set = (struct evidence_set){
        .engine = strdup(slug),
        .kind = (enum limit_kind)sql_column(sets, 2, LIMIT_NODES, LIMIT_DEPTH, &bad),
        .limit = sql_column(sets, 3, 1, EVIDENCE_NODES_MAX, &bad),
    };
    if (!set->engine)
        return error_memory(error);
    size_t rows = (size_t)sql_column(sets, 4, 1, PAIR_COUNT, &bad);
    return bad ? sql_damaged(store, error)
               : fill_set(store, sql_integer(sets, 0), rows, extent, set, error);
}

static enum status add_sets(struct store *store, const char *engine, struct extent extent,
                            struct evidence *evidence, struct error *error)
{
    struct sql_statement *sets;
    bool row;
    enum status status =
        sql_start(store,
                  "SELECT s.id, e.slug, s.kind, s.lim, sum(t.rows) FROM sets AS s"
                  " JOIN engines AS e ON e.id = s.engine JOIN tallies AS t ON t.set_id = s.id"
                  " WHERE (?1 IS NULL OR e.slug = ?1) AND t.wave <= ?2 GROUP BY s.id, e.slug"
                  " ORDER BY e.slug, s.kind, s.lim",
                  SQL_VALUES(SQL_TEXT_OR_NULL(engine), SQL_INT(extent.last_wave)), &sets, error);
    while (!status) {
        status = sql_step(sets, &row, error);
        if (status || !row)
            return status;
        status = add_set(store, sets, extent, evidence, error);
    }
    sql_stop(sets);
    return status;
}

static enum status read_evidence(struct store *store, const char *engine, struct extent extent,
                                 struct evidence *evidence, struct error *error)
{
    bool own = false;
    *evidence = (struct evidence){.sets = calloc(EVIDENCE_SETS_MAX, sizeof *evidence->sets)};
    enum status status = evidence->sets ? sql_look(store, &own, error) : error_memory(error);
    if (!status)
        status = add_sets(store, engine, extent, evidence, error);
    status = sql_leave(store, own, status, error);
    if (status)
        evidence_free(evidence);
    return status;
}

enum status store_evidence(struct store *store, const char *engine, int64_t last_wave,
                           struct evidence *evidence, struct error *error)
{
    return read_evidence(store, engine, (struct extent){last_wave, 0}, evidence, error);
}

enum status store_evidence_touched(struct store *store, const char *engine, int64_t touched_since,
                                   int64_t last_wave, struct evidence *evidence,
                                   struct error *error)
{
    return read_evidence(store, engine, (struct extent){last_wave, touched_since}, evidence, error);
}

/* ---- putting ---- */

/* The row as its evidence file has it, without the line feed. */
static void put_row(struct buf *out, const struct put_place *place, const struct evaluation *row)
{
    struct evaluation copy = *row;
    const struct evidence_set set = {(char *)place->engine, place->kind, place->limit, &copy, 1};
    struct buf text = {0};
    evidence_write(&text, &set);
    const char *line = text.failed ? NULL : strchr(text.data, '\n');
    if (line)
        buf_put(out, line + 1, text.len - (size_t)(line + 1 - text.data) - 1);
    out->failed |= text.failed;
    buf_free(&text);
}

static enum status contradiction(const struct store *store, const struct put_place *place,
                                 const struct evaluation *stored, const struct evaluation *row,
                                 struct error *error)
{
    struct buf a = {0}, b = {0};
    put_row(&a, place, stored);
    put_row(&b, place, row);
    enum status status = buf_ok(&a, error);
    if (!status)
        status = buf_ok(&b, error);
    if (!status)
        status = error_set(error, STATUS_WRONG, "%s: %u:%u has two values: stored '%s', new '%s'",
                           store->path, row->pair.w, row->pair.b, a.data, b.data);
    buf_free(&a);
    buf_free(&b);
    return status;
}

enum status evaluation_compare(struct store *store, const struct put_place *place,
                               const struct evaluation *row, bool *found, struct error *error)
{
    struct store_result stored;
    enum status status = find(store, place->set, row->pair, &stored, found, error);
    if (!status && *found && !evidence_same(&stored.row, row))
        status = contradiction(store, place, &stored.row, row, error);
    return status;
}

enum status evaluation_check_role(const struct store *store, struct pair pair, unsigned role,
                                  struct error *error)
{
    const char *path = store->path;
    if (pair.w >= START_COUNT || pair.b >= START_COUNT || role > ROLE_CONFIRM)
        return error_set(error, STATUS_WRONG, "%s: no pair %u:%u, or no role %u", path, pair.w,
                         pair.b, role);
    if (pair_is_control(pair) != (role == ROLE_CONTROL) ||
        (role != ROLE_CONTROL && pair_is_representative(pair) == (role == ROLE_MIRROR)))
        return error_set(error, STATUS_WRONG, "%s: %u:%u cannot be evaluated as '%s'", path, pair.w,
                         pair.b, role_name((enum role)role));
    return STATUS_OK;
}

#define TALLY_COLUMNS                                                                              \
    "set_id, wave, role, day, run, slot, rows, nodes, total_rows, total_nodes, engine_ms"
#define ADD_TO_TALLIES                                                                             \
    " ON CONFLICT (set_id, wave, role, day, run, slot) DO UPDATE SET"                              \
    " rows = tallies.rows + excluded.rows, nodes = tallies.nodes + excluded.nodes,"                \
    " total_rows = tallies.total_rows + excluded.total_rows,"                                      \
    " total_nodes = tallies.total_nodes + excluded.total_nodes,"                                   \
    " engine_ms = tallies.engine_ms + excluded.engine_ms"

static enum status count_row(struct store *store, const struct put_place *place,
                             const struct store_result *result, struct error *error)
{
    const struct evaluation *row = &result->row;
    return sql_do(store,
                  "INSERT INTO tallies (" TALLY_COLUMNS ")"
                  " VALUES (?, ?, ?, ?, ?, ?, 1, ?, ?, ?, ?)" ADD_TO_TALLIES,
                  SQL_VALUES(SQL_INT(place->set), SQL_INT(place->wave), SQL_INT(row->role),
                             SQL_INT(result->day), SQL_INT(result->run),
                             SQL_INT(store->database->slot(store)), SQL_INT(row->nodes),
                             SQL_INT(result->total_nodes > 0), SQL_INT(result->total_nodes),
                             SQL_INT(result->engine_ms)),
                  error);
}

enum { ROW_VALUES = 17 }; /* as many as COLUMNS names */

static void set_values(const struct store_result *result, struct sql_value values[ROW_VALUES])
{
    const struct evaluation *row = &result->row;
    const struct sql_value score = SQL_INT(row->score), none = SQL_INT_OR_NULL(0);
    bool wdl = row->win != EVIDENCE_NO_WDL;
    const struct sql_value all[ROW_VALUES] = {
        SQL_INT(row->pair.w),
        SQL_INT(row->pair.b),
        SQL_INT(row->role),
        SQL_INT(row->hash_mb),
        row->mate ? none : score,
        row->mate ? score : none,
        SQL_INT(row->depth),
        SQL_INT(row->seldepth),
        SQL_INT(row->nodes),
        SQL_TEXT(row->bestmove),
        wdl ? SQL_INT(row->win) : none,
        wdl ? SQL_INT(row->draw) : none,
        wdl ? SQL_INT(row->loss) : none,
        SQL_INT_OR_NULL(result->total_nodes),
        SQL_INT_OR_NULL(result->engine_ms),
        SQL_INT_OR_NULL(result->day),
        SQL_INT(result->run),
    };
    memcpy(values, all, sizeof all);
}

static enum status insert_row(struct store *store, const struct put_place *place,
                              const struct store_result *result, struct error *error)
{
    struct sql_value values[2 + ROW_VALUES + 1] = {SQL_INT(place->set), SQL_INT(place->wave)};
    set_values(result, values + 2);
    return sql_try(store,
                   "INSERT INTO evaluations (set_id, wave, " COLUMNS ")"
                   " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
                   values, error);
}

/* What a constraint has refused, with the place that it was for. */
static enum status refused(const struct store *store, const struct put_place *place,
                           const char *which, struct error *error)
{
    char reason[sizeof error->text];
    snprintf(reason, sizeof reason, "%s", sql_reason(store, error));
    return error_set(error, STATUS_WRONG, "%s: %s %s %lld%s: %s", store->path, place->engine,
                     limit_kind_name(place->kind), (long long)place->limit, which, reason);
}

enum status evaluation_insert(struct store *store, const struct put_place *place,
                              const struct store_result *result, struct error *error)
{
    struct pair pair = result->row.pair;
    enum status status = evaluation_check_role(store, pair, result->row.role, error);
    if (status)
        return status;
    status = insert_row(store, place, result, error);
    if (status == STATUS_WRONG) {
        char which[24];
        snprintf(which, sizeof which, ", %u:%u", pair.w, pair.b);
        return refused(store, place, which, error);
    }
    if (!status)
        status = count_row(store, place, result, error);
    if (!status)
        status = sql_do(store, "DELETE FROM failures WHERE set_id = ? AND w = ? AND b = ?",
                        SQL_VALUES(SQL_INT(place->set), SQL_INT(pair.w), SQL_INT(pair.b)), error);
    return status;
}

/* Where rows from outside go: after the engine's last wave. */
static enum status find_place(struct store *store, const char *engine, enum limit_kind kind,
                              int64_t limit, struct put_place *place, bool *wave_open,
                              struct error *error)
{
    int64_t id = 0, wave_id;
    *place = (struct put_place){.engine = engine, .kind = kind, .limit = limit};
    enum status status = engine_id(store, engine, &id, error);
    if (!status)
        status = wave_last(store, id, &wave_id, &place->wave, wave_open, error);
    if (!status)
        status = set_id(store, id, kind, limit, true, &place->set, error);
    return status;
}

static enum status too_late(const struct store *store, const struct put_place *place,
                            struct pair pair, struct error *error)
{
    return error_set(error, STATUS_WRONG,
                     "%s: wave %lld of %s is open, and its plan knows nothing of a new row for "
                     "%u:%u; end the wave first",
                     store->path, (long long)place->wave, place->engine, pair.w, pair.b);
}

static enum status put(struct store *store, const struct put_place *place, bool wave_open,
                       const struct store_result *result, bool *added, struct error *error)
{
    bool found = false;
    enum status status = evaluation_compare(store, place, &result->row, &found, error);
    if (!status && !found && wave_open)
        status = too_late(store, place, result->row.pair, error);
    if (!status && !found)
        status = evaluation_insert(store, place, result, error);
    *added = !status && !found;
    return status;
}

enum status store_put(struct store *store, const char *engine, enum limit_kind kind, int64_t limit,
                      const struct store_result *result, bool *added, struct error *error)
{
    struct put_place place;
    bool own = false, wave_open = false, is_new = false;
    enum status status = sql_enter(store, &own, error);
    if (status)
        return status;
    status = find_place(store, engine, kind, limit, &place, &wave_open, error);
    if (!status)
        status = put(store, &place, wave_open, result, &is_new, error);
    status = sql_leave(store, own, status, error);
    if (added)
        *added = !status && is_new;
    return status;
}

/* ---- many at once ---- */

/* A set on its way in. */
struct coming {
    const struct store *store;
    const struct evidence_set *set;
    int64_t run;
    int32_t day;
};

static enum status next_coming(void *user, size_t i, struct sql_value *values, struct error *error)
{
    const struct coming *coming = user;
    const struct store_result result = {
        .row = coming->set->rows[i], .day = coming->day, .run = coming->run};
    set_values(&result, values);
    values[9].text = coming->set->rows[i].bestmove; /* lives on after this call */
    return evaluation_check_role(coming->store, result.row.pair, result.row.role, error);
}

/* Puts the set into the table `incoming`. */
static enum status load_set(struct store *store, struct coming *coming, struct error *error)
{
    const struct sql_load load = {
        .insert = "INSERT INTO incoming (" COLUMNS ")"
                  " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        .copy = "COPY incoming (" COLUMNS ") FROM STDIN",
        .rows = coming->set->count,
        .columns = ROW_VALUES,
        .next = next_coming,
        .user = coming,
    };
    enum status status =
        sql_do(store,
               "CREATE TEMP TABLE IF NOT EXISTS incoming ("
               " w INTEGER, b INTEGER, role INTEGER, hash_mb INTEGER, cp INTEGER, mate INTEGER,"
               " depth INTEGER, seldepth INTEGER, nodes INTEGER, bestmove TEXT, win INTEGER,"
               " draw INTEGER, loss INTEGER, total_nodes INTEGER, engine_ms INTEGER,"
               " day INTEGER, run INTEGER)",
               SQL_NO_VALUES, error);
    if (!status)
        status = sql_do(store, "DELETE FROM incoming", SQL_NO_VALUES, error);
    return status ? status : sql_load(store, &load, error);
}

/* The pair of the only row, if there is one. */
static enum status find_pair(struct store *store, const char *sql, const struct sql_value *values,
                             struct pair *pair, bool *found, struct error *error)
{
    int64_t row[2] = {0};
    enum status status = sql_ints(store, sql, values, row, 2, found, error);
    *pair = (struct pair){(uint16_t)row[0], (uint16_t)row[1]};
    return status;
}

static enum status check_incoming(struct store *store, const struct put_place *place,
                                  const struct evidence_set *set, struct error *error)
{
    struct pair pair;
    bool found = false, there;
    enum status status =
        find_pair(store,
                  "SELECT i.w, i.b FROM incoming AS i JOIN evaluations AS v"
                  " ON v.set_id = ? AND v.w = i.w AND v.b = i.b"
                  " WHERE i.role <> v.role OR i.hash_mb <> v.hash_mb OR i.depth <> v.depth"
                  " OR i.seldepth <> v.seldepth OR i.nodes <> v.nodes OR i.bestmove <> v.bestmove"
                  " OR i.cp IS DISTINCT FROM v.cp OR i.mate IS DISTINCT FROM v.mate"
                  " OR i.win IS DISTINCT FROM v.win OR i.draw IS DISTINCT FROM v.draw"
                  " OR i.loss IS DISTINCT FROM v.loss ORDER BY i.w, i.b LIMIT 1",
                  SQL_VALUES(SQL_INT(place->set)), &pair, &found, error);
    if (status || !found)
        return status;
    const struct evaluation *row = evidence_row(set, pair);
    status = row ? evaluation_compare(store, place, row, &there, error) : STATUS_OK;
    return status ? status : sql_damaged(store, error);
}

/* Moves what is left in `incoming` to its place, and counts it. */
static enum status merge_incoming(struct store *store, const struct put_place *place,
                                  struct error *error)
{
    const struct sql_value *where = SQL_VALUES(SQL_INT(place->set), SQL_INT(place->wave));
    enum status status = sql_do(store,
                                "INSERT INTO evaluations (set_id, wave, " COLUMNS ")"
                                " SELECT ?1, ?2, " COLUMNS " FROM incoming ORDER BY w, b",
                                where, error);
    if (status == STATUS_WRONG)
        return refused(store, place, "", error);
    if (!status)
        status = sql_do(store,
                        "INSERT INTO tallies (" TALLY_COLUMNS ")"
                        " SELECT ?1, ?2, role, coalesce(day, 0), run, 0, count(*), sum(nodes),"
                        " count(total_nodes), coalesce(sum(total_nodes), 0),"
                        " coalesce(sum(engine_ms), 0) FROM incoming WHERE true"
                        " GROUP BY role, coalesce(day, 0), run" ADD_TO_TALLIES,
                        where, error);
    if (!status)
        status = sql_do(store,
                        "DELETE FROM failures WHERE set_id = ? AND EXISTS (SELECT 1"
                        " FROM incoming AS i WHERE i.w = failures.w AND i.b = failures.b)",
                        SQL_VALUES(SQL_INT(place->set)), error);
    return status;
}

static enum status import_set(struct store *store, const struct evidence_set *set, int64_t run,
                              int32_t day, size_t *added, struct error *error)
{
    struct put_place place;
    struct pair pair = {0};
    int64_t fresh = 0;
    bool wave_open = false, any = false;
    struct coming coming = {store, set, run, day};
    enum status status =
        find_place(store, set->engine, set->kind, set->limit, &place, &wave_open, error);
    if (!status)
        status = load_set(store, &coming, error);
    if (!status)
        status = check_incoming(store, &place, set, error);
    if (!status)
        status = sql_do(store,
                        "DELETE FROM incoming WHERE EXISTS (SELECT 1 FROM evaluations AS v"
                        " WHERE v.set_id = ? AND v.w = incoming.w AND v.b = incoming.b)",
                        SQL_VALUES(SQL_INT(place.set)), error);
    if (!status && wave_open)
        status = find_pair(store, "SELECT w, b FROM incoming ORDER BY w, b LIMIT 1", SQL_NO_VALUES,
                           &pair, &any, error);
    if (!status && any)
        status = too_late(store, &place, pair, error);
    if (!status)
        status =
            sql_ints(store, "SELECT count(*) FROM incoming", SQL_NO_VALUES, &fresh, 1, NULL, error);
    if (!status && fresh)
        status = merge_incoming(store, &place, error);
    *added += (size_t)fresh;
    return status;
}

enum status store_import(struct store *store, const struct evidence *evidence, int64_t run,
                         int32_t day, size_t *added, size_t *known, struct error *error)
{
    bool own = false;
    size_t all = 0, fresh = 0;
    *added = *known = 0;
    enum status status = sql_alone(store, &own, error);
    if (status)
        return status;
    for (size_t i = 0; i < evidence->count && !status; i++) {
        status = import_set(store, &evidence->sets[i], run, day, &fresh, error);
        all += evidence->sets[i].count;
    }
    status = sql_leave(store, own, status, error);
    if (!status) {
        *added = fresh;
        *known = all - fresh;
    }
    return status;
}

#include "store/sqlite.h"

#include "store/lock.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>

int32_t store_today(void)
{
    time_t now = time(NULL);
    struct tm day;
    gmtime_r(&now, &day);
    return (day.tm_year + 1900) * 10000 + (day.tm_mon + 1) * 100 + day.tm_mday;
}

/* ---- errors ---- */

static bool is_disk_full(sqlite3 *db, int code)
{
    int system = sqlite3_system_errno(db);
    return code == SQLITE_FULL || (code == SQLITE_IOERR && (system == ENOSPC || system == EDQUOT));
}

static enum status describe(const struct store *store, int code, struct error *error)
{
    const char *path = store->path, *said = sqlite3_errmsg(store->db);
    if (is_disk_full(store->db, code))
        return error_set(error, STATUS_CANNOT, "%s: disk full", path);
    switch (code) {
    case SQLITE_BUSY:
    case SQLITE_LOCKED:
        return error_set(error, STATUS_CANNOT, "%s: locked by another program for %d.%d s", path,
                         store->wait_ms / 1000, store->wait_ms / 100 % 10);
    case SQLITE_NOTADB:
        return error_set(error, STATUS_WRONG, "%s: not a store (no SQLite database)", path);
    case SQLITE_CORRUPT:
        return error_set(error, STATUS_WRONG, "%s: damaged: %s", path, said);
    case SQLITE_CONSTRAINT:
        return error_set(error, STATUS_WRONG, "%s: %s", path, said);
    case SQLITE_READONLY:
        return error_set(error, STATUS_CANNOT,
                         "%s: no permission to write beside it, which even reading takes while no "
                         "coordinator is at work",
                         path);
    case SQLITE_NOMEM:
        return error_memory(error);
    case SQLITE_IOERR:
        return error_set(error, STATUS_CANNOT, "%s: %s: %s", path, said,
                         strerror(sqlite3_system_errno(store->db)));
    default:
        return error_set(error, STATUS_CANNOT, "%s: %s", path, said);
    }
}

static void roll_back(struct store *store)
{
    for (size_t i = 0; i < SQL_STATEMENTS_MAX && store->prepared[i].sql; i++)
        sqlite3_reset(store->prepared[i].statement);
    if (!sqlite3_get_autocommit(store->db))
        sqlite3_exec(store->db, "ROLLBACK", NULL, NULL, NULL);
    store->set_count = 0; /* some may have been made in what is now undone */
}

static void lose_group(struct store *store)
{
    roll_back(store);
    store->group = SQL_LOST_GROUP;
}

enum status sql_failed(struct store *store, struct error *error)
{
    int code = sqlite3_errcode(store->db) & 0xff;
    enum status status = describe(store, code, error);
    /* A constraint undoes its own statement; nothing else leaves a group that can be trusted. */
    if (code != SQLITE_CONSTRAINT && store->group == SQL_GROUP)
        lose_group(store);
    return status;
}

enum status sql_damaged(const struct store *store, struct error *error)
{
    return error_set(error, STATUS_WRONG, "%s: damaged: a row that this program does not write",
                     store->path);
}

/* ---- statements ---- */

static enum status prepare(struct store *store, const char *sql, sqlite3_stmt **statement,
                           struct error *error)
{
    size_t i = 0;
    while (i < SQL_STATEMENTS_MAX && store->prepared[i].sql && store->prepared[i].sql != sql)
        i++;
    if (i == SQL_STATEMENTS_MAX)
        return error_set(error, STATUS_CANNOT, "%s: too many statements", store->path);
    if (!store->prepared[i].sql) {
        if (sqlite3_prepare_v3(store->db, sql, -1, SQLITE_PREPARE_PERSISTENT,
                               &store->prepared[i].statement, NULL) != SQLITE_OK)
            return sql_failed(store, error);
        store->prepared[i].sql = sql;
    }
    *statement = store->prepared[i].statement;
    return STATUS_OK;
}

enum status sql_start(struct store *store, const char *sql, const struct sql_value *values,
                      sqlite3_stmt **statement, struct error *error)
{
    *statement = NULL;
    if (store->group == SQL_LOST_GROUP)
        return error_set(error, STATUS_CANNOT,
                         "%s: the group was rolled back after an earlier error", store->path);
    enum status status = prepare(store, sql, statement, error);
    int code = SQLITE_OK;
    for (int i = 0; !status && values[i].type != SQL_END && code == SQLITE_OK; i++) {
        if (values[i].type == SQL_IS_INT)
            code = sqlite3_bind_int64(*statement, i + 1, values[i].number);
        else if (values[i].type == SQL_IS_TEXT)
            code = sqlite3_bind_text(*statement, i + 1, values[i].text, -1, SQLITE_STATIC);
        else
            code = sqlite3_bind_null(*statement, i + 1);
    }
    return code == SQLITE_OK ? status : sql_failed(store, error);
}

enum status sql_step(struct store *store, sqlite3_stmt *statement, bool *row, struct error *error)
{
    int code = sqlite3_step(statement);
    *row = code == SQLITE_ROW;
    if (*row)
        return STATUS_OK;
    enum status status = code == SQLITE_DONE ? STATUS_OK : sql_failed(store, error);
    sqlite3_reset(statement);
    return status;
}

void sql_stop(sqlite3_stmt *statement)
{
    sqlite3_reset(statement);
}

enum status sql_do(struct store *store, const char *sql, const struct sql_value *values,
                   struct error *error)
{
    sqlite3_stmt *statement;
    bool row = true;
    enum status status = sql_start(store, sql, values, &statement, error);
    while (!status && row)
        status = sql_step(store, statement, &row, error);
    return status;
}

/* Steps to the only row. */
static enum status one_row(struct store *store, const char *sql, const struct sql_value *values,
                           sqlite3_stmt **statement, bool *row, bool *found, struct error *error)
{
    *row = false;
    enum status status = sql_start(store, sql, values, statement, error);
    if (!status)
        status = sql_step(store, *statement, row, error);
    if (found)
        *found = *row;
    else if (!status && !*row)
        status = sql_damaged(store, error);
    return status;
}

enum status sql_ints(struct store *store, const char *sql, const struct sql_value *values,
                     int64_t *numbers, int count, bool *found, struct error *error)
{
    sqlite3_stmt *statement;
    bool row;
    enum status status = one_row(store, sql, values, &statement, &row, found, error);
    if (status || !row)
        return status;
    for (int i = 0; i < count; i++)
        numbers[i] = sqlite3_column_int64(statement, i);
    sql_stop(statement);
    return STATUS_OK;
}

enum status sql_text(struct store *store, const char *sql, const struct sql_value *values,
                     struct buf *text, bool *found, struct error *error)
{
    sqlite3_stmt *statement;
    bool row;
    enum status status = one_row(store, sql, values, &statement, &row, found, error);
    if (status || !row)
        return status;
    const void *data = sqlite3_column_text(statement, 0);
    buf_put(text, data ? data : "", data ? (size_t)sqlite3_column_bytes(statement, 0) : 0);
    sql_stop(statement);
    return buf_ok(text, error);
}

int64_t sql_column(sqlite3_stmt *statement, int column, int64_t min, int64_t max, bool *bad)
{
    int64_t value = sqlite3_column_int64(statement, column);
    if (value >= min && value <= max)
        return value;
    *bad = true;
    return min;
}

void sql_column_text(sqlite3_stmt *statement, int column, char *text, size_t size)
{
    const char *data = (const char *)sqlite3_column_text(statement, column);
    size_t len = data ? strnlen(data, size - 1) : 0;
    if (len)
        memcpy(text, data, len);
    text[len] = '\0';
}

/* ---- transactions ---- */

static enum status check_writer(const struct store *store, struct error *error)
{
    if (store->mode != STORE_WRITE)
        return error_set(error, STATUS_CANNOT, "%s: was opened for reading", store->path);
    return STATUS_OK;
}

enum status sql_enter(struct store *store, bool *own, struct error *error)
{
    *own = false;
    enum status status = check_writer(store, error);
    if (status || store->group == SQL_GROUP)
        return status;
    status = sql_do(store, "BEGIN IMMEDIATE", SQL_NO_VALUES, error);
    *own = status == STATUS_OK;
    return status;
}

enum status sql_look(struct store *store, bool *own, struct error *error)
{
    *own = false;
    if (store->group == SQL_GROUP)
        return STATUS_OK;
    enum status status = sql_do(store, "BEGIN", SQL_NO_VALUES, error);
    *own = status == STATUS_OK;
    return status;
}

enum status sql_leave(struct store *store, bool own, enum status status, struct error *error)
{
    if (!own) {
        /* What the call has done so far cannot be told from the rest of the group. */
        if (status == STATUS_CANNOT && store->group == SQL_GROUP)
            lose_group(store);
        return status;
    }
    if (!status)
        status = sql_do(store, "COMMIT", SQL_NO_VALUES, error);
    if (status)
        roll_back(store);
    return status;
}

enum status sql_alone(struct store *store, bool *own, struct error *error)
{
    if (store->group != SQL_NO_GROUP)
        return error_set(error, STATUS_CANNOT, "%s: this cannot be part of a group", store->path);
    return sql_enter(store, own, error);
}

enum status store_begin(struct store *store, struct error *error)
{
    if (store->group != SQL_NO_GROUP)
        return error_set(error, STATUS_CANNOT, "%s: a group is open already", store->path);
    bool own;
    enum status status =
        store->mode == STORE_WRITE ? sql_enter(store, &own, error) : sql_look(store, &own, error);
    if (!status)
        store->group = SQL_GROUP;
    return status;
}

enum status store_commit(struct store *store, struct error *error)
{
    enum sql_group group = store->group;
    if (group == SQL_NO_GROUP)
        return error_set(error, STATUS_CANNOT, "%s: no group is open", store->path);
    enum status status = sql_do(store, "COMMIT", SQL_NO_VALUES, error);
    if (status)
        roll_back(store);
    store->group = SQL_NO_GROUP;
    return status;
}

void store_rollback(struct store *store)
{
    if (store->group == SQL_NO_GROUP)
        return;
    roll_back(store);
    store->group = SQL_NO_GROUP;
}

/* ---- open and close ---- */

static enum status open_database(struct store *store, struct error *error)
{
    struct stat info;
    bool there = stat(store->path, &info) == 0;
    if (!there && (store->mode == STORE_READ || errno != ENOENT))
        return error_set(error, STATUS_CANNOT, "%s: %s", store->path, strerror(errno));
    if (there && !S_ISREG(info.st_mode))
        return error_set(error, STATUS_CANNOT, "%s: not a regular file", store->path);
    int flags = store->mode == STORE_READ ? SQLITE_OPEN_READONLY
                                          : SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE;
    int code = sqlite3_open_v2(store->path, &store->db, flags | SQLITE_OPEN_NOMUTEX, NULL);
    if (!store->db)
        return error_memory(error);
    if (code != SQLITE_OK)
        return error_set(error, STATUS_CANNOT, "%s: %s: %s", store->path, sqlite3_errmsg(store->db),
                         strerror(sqlite3_system_errno(store->db)));
    sqlite3_extended_result_codes(store->db, 1);
    sqlite3_busy_timeout(store->db, store->wait_ms);
    sqlite3_db_config(store->db, SQLITE_DBCONFIG_DEFENSIVE, 1, NULL);
    return STATUS_OK;
}

static enum status configure(struct store *store, struct error *error)
{
    static const char *const pragmas[] = {
        "PRAGMA synchronous = FULL",   "PRAGMA foreign_keys = ON",
        "PRAGMA trusted_schema = OFF", "PRAGMA journal_size_limit = 67108864",
        "PRAGMA cache_size = -16384", /* KiB */
    };
    enum status status = STATUS_OK;
    for (size_t i = 0; i < sizeof pragmas / sizeof *pragmas && !status; i++)
        status = sql_do(store, pragmas[i], SQL_NO_VALUES, error);
    return status;
}

/* The lock is held, so whoever had claimed is dead. */
static enum status free_claims(struct store *store, struct error *error)
{
    return sql_do(store,
                  "UPDATE jobs SET state = 0, worker = NULL, claimed_at = NULL"
                  " WHERE state = 1 AND wave_id IN (SELECT id FROM waves WHERE closed IS NULL)",
                  SQL_NO_VALUES, error);
}

static enum status open_store(struct store *store, struct error *error)
{
    enum status status = open_database(store, error);
    /* The name without symbolic links, so that there is one lock for each file. */
    if (!status && store->mode == STORE_WRITE)
        status =
            lock_take(sqlite3_db_filename(store->db, "main"), store->path, &store->lock, error);
    if (!status)
        status = configure(store, error);
    if (!status)
        status = schema_open(store, error);
    if (!status && store->mode == STORE_WRITE)
        status = free_claims(store, error);
    return status;
}

enum status store_open(const char *path, enum store_mode mode, int wait_ms, struct store **store,
                       struct error *error)
{
    *store = NULL;
    if (strncmp(path, "postgres", 8) == 0 && strstr(path, "://"))
        return error_set(error, STATUS_CANNOT, "%s: this program was built without PostgreSQL",
                         path);
    struct store *made = calloc(1, sizeof *made);
    if (!made)
        return error_memory(error);
    *made = (struct store){.path = strdup(path), .mode = mode, .wait_ms = wait_ms, .lock = -1};
    enum status status = made->path ? open_store(made, error) : error_memory(error);
    if (status)
        store_close(made);
    else
        *store = made;
    return status;
}

void store_wait(struct store *store, int wait_ms)
{
    store->wait_ms = wait_ms;
    sqlite3_busy_timeout(store->db, wait_ms);
}

int64_t store_writer(const struct store *store)
{
    return lock_holder(sqlite3_db_filename(store->db, "main"));
}

void store_close(struct store *store)
{
    if (!store)
        return;
    if (store->db)
        roll_back(store);
    for (size_t i = 0; i < SQL_STATEMENTS_MAX; i++)
        sqlite3_finalize(store->prepared[i].statement);
    sqlite3_close(store->db);
    lock_drop(store->lock);
    while (store->names) {
        struct sql_name *next = store->names->next;
        free(store->names);
        store->names = next;
    }
    free(store->sets);
    free(store->path);
    free(store);
}

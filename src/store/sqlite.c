/* The store in a file: SQLite, for one machine. */
#include "store/lock.h"
#include "store/sql.h"

#include <errno.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>

/* "Asym". */
#define APPLICATION_ID 0x4173796d
#define TEXT_OF(value) #value
#define VALUE_OF(value) TEXT_OF(value)

/* One coordinator needs no locked rows. */
static const struct sql_phrase phrases[] = {
    {" FOR UPDATE OF j SKIP LOCKED", ""},
    {" FOR UPDATE OF j", ""},
};

struct sqlite {
    sqlite3 *db;
    int lock; /* -1: none */
};

static sqlite3 *db_of(const struct store *store)
{
    const struct sqlite *sqlite = store->native;
    return sqlite->db;
}

/* ---- errors ---- */

static bool is_disk_full(sqlite3 *db, int code)
{
    int system = sqlite3_system_errno(db);
    return code == SQLITE_FULL || (code == SQLITE_IOERR && (system == ENOSPC || system == EDQUOT));
}

static enum status describe(const struct store *store, int code, struct error *error)
{
    sqlite3 *db = db_of(store);
    const char *path = store->path, *said = sqlite3_errmsg(db);
    if (is_disk_full(db, code))
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
                         strerror(sqlite3_system_errno(db)));
    default:
        return error_set(error, STATUS_CANNOT, "%s: %s", path, said);
    }
}

/* A constraint undoes its own statement, and nothing else. */
static enum status sql_failed(struct store *store, struct error *error)
{
    int code = sqlite3_errcode(db_of(store)) & 0xff;
    store->spared = code == SQLITE_CONSTRAINT;
    return describe(store, code, error);
}

/* ---- statements ---- */

static enum status prepare(struct sql_statement *statement, struct error *error)
{
    struct store *store = statement->store;
    sqlite3_stmt *made = NULL;
    char *sql = sql_translate(statement->sql, phrases, sizeof phrases / sizeof *phrases);
    if (!sql)
        return error_memory(error);
    int code = sqlite3_prepare_v3(db_of(store), sql, -1, SQLITE_PREPARE_PERSISTENT, &made, NULL);
    free(sql);
    statement->native = made;
    return code == SQLITE_OK ? STATUS_OK : sql_failed(store, error);
}

static enum status bind(struct sql_statement *statement, const struct sql_value *values,
                        struct error *error)
{
    sqlite3_stmt *native = statement->native;
    int code = SQLITE_OK;
    for (int i = 0; values[i].type != SQL_END && code == SQLITE_OK; i++) {
        if (values[i].null)
            code = sqlite3_bind_null(native, i + 1);
        else if (values[i].type == SQL_IS_INT)
            code = sqlite3_bind_int64(native, i + 1, values[i].number);
        else
            code = sqlite3_bind_text(native, i + 1, values[i].text, -1, SQLITE_STATIC);
    }
    return code == SQLITE_OK ? STATUS_OK : sql_failed(statement->store, error);
}

static enum status start(struct sql_statement *statement, const struct sql_value *values,
                         struct error *error)
{
    enum status status = statement->native ? STATUS_OK : prepare(statement, error);
    return status ? status : bind(statement, values, error);
}

static void stop(struct sql_statement *statement)
{
    sqlite3_reset(statement->native);
}

static enum status step(struct sql_statement *statement, bool *row, struct error *error)
{
    int code = sqlite3_step(statement->native);
    *row = code == SQLITE_ROW;
    if (*row)
        return STATUS_OK;
    enum status status = code == SQLITE_DONE ? STATUS_OK : sql_failed(statement->store, error);
    stop(statement);
    return status;
}

static bool is_null(const struct sql_statement *statement, int column)
{
    return sqlite3_column_type(statement->native, column) == SQLITE_NULL;
}

static int64_t integer(const struct sql_statement *statement, int column)
{
    return sqlite3_column_int64(statement->native, column);
}

static struct text text(const struct sql_statement *statement, int column)
{
    const char *data = (const char *)sqlite3_column_text(statement->native, column);
    return (struct text){data, data ? (size_t)sqlite3_column_bytes(statement->native, column) : 0};
}

static void roll_back(struct store *store)
{
    sqlite3 *db = db_of(store);
    for (size_t i = 0; i < SQL_STATEMENTS_MAX && store->statements[i].sql; i++)
        sqlite3_reset(store->statements[i].native);
    if (db && !sqlite3_get_autocommit(db))
        sqlite3_exec(db, "ROLLBACK", NULL, NULL, NULL);
}

static enum status execute(struct store *store, const char *sql, struct error *error)
{
    return sqlite3_exec(db_of(store), sql, NULL, NULL, NULL) == SQLITE_OK
               ? STATUS_OK
               : sql_failed(store, error);
}

static enum status load(struct store *store, const struct sql_load *load, struct error *error)
{
    struct sql_value *values = calloc((size_t)load->columns + 1, sizeof *values);
    enum status status = values ? STATUS_OK : error_memory(error);
    for (size_t i = 0; i < load->rows && !status; i++) {
        status = load->next(load->user, i, values, error);
        if (!status)
            status = sql_do(store, load->insert, values, error);
    }
    free(values);
    return status;
}

/* ---- format ---- */

/* The format's number, 0 for a new file. */
static enum status format(struct store *store, int64_t *number, struct error *error)
{
    int64_t application = 0, objects = 0;
    *number = 0;
    enum status status =
        sql_ints(store, "PRAGMA application_id", SQL_NO_VALUES, &application, 1, NULL, error);
    if (!status)
        status = sql_ints(store, "PRAGMA user_version", SQL_NO_VALUES, number, 1, NULL, error);
    if (!status)
        status = sql_ints(store, "SELECT count(*) FROM sqlite_schema", SQL_NO_VALUES, &objects, 1,
                          NULL, error);
    if (status)
        return status;
    bool fresh = application == 0 && *number == 0 && objects == 0;
    if (!fresh && (application != APPLICATION_ID || *number < 1))
        return error_set(error, STATUS_WRONG, "%s: an SQLite database of another program",
                         store->path);
    return STATUS_OK;
}

static enum status set_format(struct store *store, int64_t number, struct error *error)
{
    char sql[96];
    snprintf(sql, sizeof sql,
             "PRAGMA application_id = " VALUE_OF(APPLICATION_ID) "; PRAGMA user_version = %lld",
             (long long)number);
    return execute(store, sql, error);
}

/* The pages and the rows' form. The values are looked at whenever a row is read, and to check them
 * all here would take three times as long. */
static enum status check_pages(struct store *store, struct error *error)
{
    struct buf found = {0};
    enum status status =
        sql_do(store, "PRAGMA ignore_check_constraints = ON", SQL_NO_VALUES, error);
    if (!status)
        status = sql_text(store, "PRAGMA quick_check(1)", SQL_NO_VALUES, &found, NULL, error);
    if (!status)
        status = sql_do(store, "PRAGMA ignore_check_constraints = OFF", SQL_NO_VALUES, error);
    if (!status)
        status = buf_ok(&found, error);
    if (!status && strcmp(found.data, "ok") != 0)
        status = error_set(error, STATUS_WRONG, "%s: damaged: %s", store->path, found.data);
    buf_free(&found);
    return status;
}

static enum status use_log(struct store *store, struct error *error)
{
    struct buf mode = {0};
    enum status status =
        sql_text(store, "PRAGMA journal_mode = WAL", SQL_NO_VALUES, &mode, NULL, error);
    if (!status)
        status = buf_ok(&mode, error);
    if (!status && strcmp(mode.data, "wal") != 0)
        status = error_set(error, STATUS_CANNOT,
                           "%s: no write-ahead log is possible there (journal mode '%s')",
                           store->path, mode.data);
    buf_free(&mode);
    return status;
}

static enum status check(struct store *store, int64_t number, struct error *error)
{
    enum status status = number > 0 ? check_pages(store, error) : STATUS_OK;
    return status ? status : use_log(store, error);
}

/* The lock is held, so whoever had claimed is dead. */
static enum status settle(struct store *store, struct error *error)
{
    enum status status =
        sql_do(store,
               "UPDATE jobs SET state = 0, worker = NULL, claimed_at = NULL, expires = NULL"
               " WHERE state = 1 AND wave_id IN (SELECT id FROM waves WHERE closed IS NULL)",
               SQL_NO_VALUES, error);
    return status ? status
                  : sql_do(store,
                           "UPDATE tasks SET state = 0, worker = NULL, claimed_at = NULL,"
                           " expires = NULL WHERE state = 1",
                           SQL_NO_VALUES, error);
}

/* ---- what one coordinator has for itself ---- */

static int64_t now(const struct store *store)
{
    (void)store;
    return time(NULL);
}

static int64_t slot(const struct store *store)
{
    (void)store;
    return 0;
}

static enum status lock(struct store *store, struct error *error)
{
    (void)store;
    (void)error;
    return STATUS_OK;
}

static enum status lead(struct store *store, bool *mine, struct error *error)
{
    *mine = true;
    return lock(store, error);
}

/* ---- open and close ---- */

static enum status open_database(struct store *store, struct error *error)
{
    struct sqlite *sqlite = store->native;
    struct stat info;
    bool there = stat(store->path, &info) == 0;
    if (!there && (store->mode == STORE_READ || errno != ENOENT))
        return error_set(error, STATUS_CANNOT, "%s: %s", store->path, strerror(errno));
    if (there && !S_ISREG(info.st_mode))
        return error_set(error, STATUS_CANNOT, "%s: not a regular file", store->path);
    int flags = store->mode == STORE_READ ? SQLITE_OPEN_READONLY
                                          : SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE;
    int code = sqlite3_open_v2(store->path, &sqlite->db, flags | SQLITE_OPEN_NOMUTEX, NULL);
    if (!sqlite->db)
        return error_memory(error);
    if (code != SQLITE_OK)
        return error_set(error, STATUS_CANNOT, "%s: %s: %s", store->path,
                         sqlite3_errmsg(sqlite->db), strerror(sqlite3_system_errno(sqlite->db)));
    sqlite3_extended_result_codes(sqlite->db, 1);
    sqlite3_busy_timeout(sqlite->db, store->wait_ms);
    sqlite3_db_config(sqlite->db, SQLITE_DBCONFIG_DEFENSIVE, 1, NULL);
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

static enum status open(struct store *store, const char *path, struct error *error)
{
    struct sqlite *sqlite = calloc(1, sizeof *sqlite);
    store->path = strdup(path);
    if (!sqlite || !store->path) {
        free(sqlite);
        return error_memory(error);
    }
    sqlite->lock = -1;
    store->native = sqlite;
    enum status status = open_database(store, error);
    /* The name without symbolic links, so that there is one lock for each file. */
    if (!status && store->mode == STORE_WRITE)
        status =
            lock_take(sqlite3_db_filename(sqlite->db, "main"), store->path, &sqlite->lock, error);
    return status ? status : configure(store, error);
}

static void close(struct store *store)
{
    struct sqlite *sqlite = store->native;
    if (!sqlite)
        return;
    for (size_t i = 0; i < SQL_STATEMENTS_MAX; i++)
        sqlite3_finalize(store->statements[i].native);
    sqlite3_close(sqlite->db);
    lock_drop(sqlite->lock);
    free(sqlite);
}

static void wait(struct store *store)
{
    struct sqlite *sqlite = store->native;
    sqlite3_busy_timeout(sqlite->db, store->wait_ms);
}

static int64_t writer(const struct store *store)
{
    const struct sqlite *sqlite = store->native;
    return lock_holder(sqlite3_db_filename(sqlite->db, "main"));
}

/* The next number is one more than the largest. */
static const char *const renumber[] = {NULL};

const struct sql_database sql_sqlite = {
    .begin_write = "BEGIN IMMEDIATE",
    .begin_read = "BEGIN",
    .renumber = renumber,
    .open = open,
    .close = close,
    .wait = wait,
    .writer = writer,
    .start = start,
    .step = step,
    .stop = stop,
    .is_null = is_null,
    .integer = integer,
    .text = text,
    .roll_back = roll_back,
    .execute = execute,
    .load = load,
    .format = format,
    .set_format = set_format,
    .check = check,
    .settle = settle,
    .now = now,
    .slot = slot,
    .lock = lock,
    .lead = lead,
    .unlead = lock,
};

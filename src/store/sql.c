/* What both databases have in common: opening, statements, transactions. */
#include "store/sql.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

int32_t store_today(const struct store *store)
{
    time_t now = (time_t)store->database->now(store);
    struct tm day;
    gmtime_r(&now, &day);
    return (day.tm_year + 1900) * 10000 + (day.tm_mon + 1) * 100 + day.tm_mday;
}

bool store_may_repeat(const struct store *store)
{
    return store->may_repeat;
}

const char *store_name(const struct store *store)
{
    return store->path;
}

bool store_is_shared(const struct store *store)
{
    return store->database->shared;
}

void store_name_worker(const struct store *store, int number, char name[STORE_WORKER_BYTES])
{
    char host[24];
    if (!store_is_shared(store) || gethostname(host, sizeof host) != 0)
        snprintf(name, STORE_WORKER_BYTES, "%d", number);
    else
        snprintf(name, STORE_WORKER_BYTES, "%.*s:%ld/%d", (int)sizeof host - 1, host,
                 (long)getpid(), number);
}

char *sql_translate(const char *sql, const struct sql_phrase *phrases, size_t count)
{
    struct buf out = {0};
    while (*sql) {
        size_t i = 0, len = 0;
        for (; i < count; i++) {
            len = strlen(phrases[i].neutral);
            if (strncmp(sql, phrases[i].neutral, len) == 0)
                break;
        }
        if (i < count) {
            buf_puts(&out, phrases[i].own);
            sql += len;
        } else {
            buf_putc(&out, *sql++);
        }
    }
    return buf_take(&out);
}

/* ---- errors ---- */

static void roll_back(struct store *store)
{
    store->database->roll_back(store);
    store->in_transaction = false;
    store->set_count = 0; /* some may have been made in what is now undone */
}

static void lose_group(struct store *store)
{
    roll_back(store);
    store->group = SQL_LOST_GROUP;
}

/* After a failed statement: nothing but a constraint leaves a group that can be trusted. */
static enum status failed(struct store *store, enum status status)
{
    if (status && !store->spared && store->group == SQL_GROUP)
        lose_group(store);
    return status;
}

enum status sql_damaged(const struct store *store, struct error *error)
{
    return error_set(error, STATUS_WRONG, "%s: damaged: a row that this program does not write",
                     store->path);
}

const char *sql_reason(const struct store *store, const struct error *error)
{
    size_t len = strlen(store->path);
    bool begins =
        strncmp(error->text, store->path, len) == 0 && strncmp(error->text + len, ": ", 2) == 0;
    return begins ? error->text + len + 2 : error->text;
}

/* ---- statements ---- */

static enum status find_statement(struct store *store, const char *sql,
                                  struct sql_statement **statement, struct error *error)
{
    size_t i = 0;
    while (i < SQL_STATEMENTS_MAX && store->statements[i].sql && store->statements[i].sql != sql)
        i++;
    if (i == SQL_STATEMENTS_MAX)
        return error_set(error, STATUS_CANNOT, "%s: too many statements", store->path);
    *statement = &store->statements[i];
    (*statement)->store = store;
    (*statement)->sql = sql;
    return STATUS_OK;
}

static enum status start(struct store *store, const char *sql, const struct sql_value *values,
                         bool many, struct sql_statement **statement, struct error *error)
{
    *statement = NULL;
    if (store->group == SQL_LOST_GROUP)
        return error_set(error, STATUS_CANNOT,
                         "%s: the group was rolled back after an earlier error", store->path);
    enum status status = find_statement(store, sql, statement, error);
    if (status)
        return status;
    (*statement)->many = many;
    store->spared = store->may_repeat = false;
    return failed(store, store->database->start(*statement, values, error));
}

enum status sql_start(struct store *store, const char *sql, const struct sql_value *values,
                      struct sql_statement **statement, struct error *error)
{
    return start(store, sql, values, false, statement, error);
}

enum status sql_start_many(struct store *store, const char *sql, const struct sql_value *values,
                           struct sql_statement **statement, struct error *error)
{
    return start(store, sql, values, true, statement, error);
}

enum status sql_step(struct sql_statement *statement, bool *row, struct error *error)
{
    struct store *store = statement->store;
    return failed(store, store->database->step(statement, row, error));
}

void sql_stop(struct sql_statement *statement)
{
    if (statement)
        statement->store->database->stop(statement);
}

enum status sql_do(struct store *store, const char *sql, const struct sql_value *values,
                   struct error *error)
{
    struct sql_statement *statement;
    bool row = true;
    enum status status = sql_start(store, sql, values, &statement, error);
    while (!status && row)
        status = sql_step(statement, &row, error);
    return status;
}

enum status sql_try(struct store *store, const char *sql, const struct sql_value *values,
                    struct error *error)
{
    struct error ignored;
    if (store->group != SQL_GROUP || !store->database->shared)
        return sql_do(store, sql, values, error);
    enum status status = sql_do(store, "SAVEPOINT attempt", SQL_NO_VALUES, error);
    if (status)
        return status;
    status = sql_do(store, sql, values, error);
    if (status == STATUS_WRONG &&
        sql_do(store, "ROLLBACK TO SAVEPOINT attempt", SQL_NO_VALUES, &ignored))
        return error_set(error, STATUS_CANNOT, "%s", ignored.text);
    if (status == STATUS_CANNOT)
        return status;
    if (sql_do(store, "RELEASE SAVEPOINT attempt", SQL_NO_VALUES, &ignored))
        return error_set(error, STATUS_CANNOT, "%s", ignored.text);
    return status;
}

/* Steps to the only row. */
static enum status one_row(struct store *store, const char *sql, const struct sql_value *values,
                           struct sql_statement **statement, bool *row, bool *found,
                           struct error *error)
{
    *row = false;
    enum status status = sql_start(store, sql, values, statement, error);
    if (!status)
        status = sql_step(*statement, row, error);
    if (found)
        *found = *row;
    else if (!status && !*row)
        status = sql_damaged(store, error);
    return status;
}

enum status sql_ints(struct store *store, const char *sql, const struct sql_value *values,
                     int64_t *numbers, int count, bool *found, struct error *error)
{
    struct sql_statement *statement;
    bool row;
    enum status status = one_row(store, sql, values, &statement, &row, found, error);
    if (status || !row)
        return status;
    for (int i = 0; i < count; i++)
        numbers[i] = sql_integer(statement, i);
    sql_stop(statement);
    return STATUS_OK;
}

enum status sql_text(struct store *store, const char *sql, const struct sql_value *values,
                     struct buf *text, bool *found, struct error *error)
{
    struct sql_statement *statement;
    bool row;
    enum status status = one_row(store, sql, values, &statement, &row, found, error);
    if (status || !row)
        return status;
    struct text column = sql_column_data(statement, 0);
    buf_put(text, column.data ? column.data : "", column.len);
    sql_stop(statement);
    return buf_ok(text, error);
}

enum status sql_load(struct store *store, const struct sql_load *load, struct error *error)
{
    store->spared = store->may_repeat = false;
    return failed(store, store->database->load(store, load, error));
}

bool sql_is_null(const struct sql_statement *statement, int column)
{
    return statement->store->database->is_null(statement, column);
}

int64_t sql_integer(const struct sql_statement *statement, int column)
{
    return statement->store->database->integer(statement, column);
}

int64_t sql_column(const struct sql_statement *statement, int column, int64_t min, int64_t max,
                   bool *bad)
{
    int64_t value = sql_integer(statement, column);
    if (value >= min && value <= max)
        return value;
    *bad = true;
    return min;
}

struct text sql_column_data(const struct sql_statement *statement, int column)
{
    return statement->store->database->text(statement, column);
}

void sql_column_text(const struct sql_statement *statement, int column, char *text, size_t size)
{
    struct text data = sql_column_data(statement, column);
    size_t len = data.len < size - 1 ? data.len : size - 1;
    if (len)
        memcpy(text, data.data, len);
    text[len] = '\0';
}

/* ---- transactions ---- */

static enum status check_writer(const struct store *store, struct error *error)
{
    if (store->mode != STORE_WRITE)
        return error_set(error, STATUS_CANNOT, "%s: was opened for reading", store->path);
    return STATUS_OK;
}

static enum status begin(struct store *store, const char *sql, bool *own, struct error *error)
{
    enum status status = sql_do(store, sql, SQL_NO_VALUES, error);
    *own = store->in_transaction = status == STATUS_OK;
    return status;
}

static enum status commit(struct store *store, struct error *error)
{
    enum status status = sql_do(store, "COMMIT", SQL_NO_VALUES, error);
    if (status)
        roll_back(store);
    store->in_transaction = false;
    return status;
}

enum status sql_enter(struct store *store, bool *own, struct error *error)
{
    *own = false;
    enum status status = check_writer(store, error);
    if (status || store->group == SQL_GROUP)
        return status;
    return begin(store, store->database->begin_write, own, error);
}

enum status sql_look(struct store *store, bool *own, struct error *error)
{
    *own = false;
    if (store->group == SQL_GROUP)
        return STATUS_OK;
    return begin(store, store->database->begin_read, own, error);
}

enum status sql_enter_or_look(struct store *store, bool *own, struct error *error)
{
    return store->mode == STORE_WRITE ? sql_enter(store, own, error) : sql_look(store, own, error);
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
        return commit(store, error);
    roll_back(store);
    return status;
}

enum status sql_alone(struct store *store, bool *own, struct error *error)
{
    *own = false;
    if (store->group != SQL_NO_GROUP)
        return error_set(error, STATUS_CANNOT, "%s: this cannot be part of a group", store->path);
    enum status status = sql_enter(store, own, error);
    if (status)
        return status;
    status = store->database->lock(store, error);
    if (status)
        (void)sql_leave(store, *own, status, error);
    return status;
}

enum status store_begin(struct store *store, struct error *error)
{
    if (store->group != SQL_NO_GROUP)
        return error_set(error, STATUS_CANNOT, "%s: a group is open already", store->path);
    bool own;
    enum status status = sql_enter_or_look(store, &own, error);
    if (!status)
        store->group = SQL_GROUP;
    return status;
}

enum status store_commit(struct store *store, struct error *error)
{
    enum sql_group group = store->group;
    if (group == SQL_NO_GROUP)
        return error_set(error, STATUS_CANNOT, "%s: no group is open", store->path);
    enum status status = commit(store, error);
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

enum status store_lead(struct store *store, bool *mine, struct error *error)
{
    return store->database->lead(store, mine, error);
}

enum status store_unlead(struct store *store, struct error *error)
{
    return store->database->unlead(store, error);
}

/* ---- open and close ---- */

bool store_is_server(const char *path)
{
    return strncmp(path, "postgresql://", 13) == 0 || strncmp(path, "postgres://", 11) == 0;
}

enum status store_open(const char *path, enum store_mode mode, int wait_ms, struct store **store,
                       struct error *error)
{
    *store = NULL;
    struct store *made = calloc(1, sizeof *made);
    if (!made)
        return error_memory(error);
    *made = (struct store){
        .database = store_is_server(path) ? &sql_postgres : &sql_sqlite,
        .mode = mode,
        .wait_ms = wait_ms,
    };
    enum status status = made->database->open(made, path, error);
    if (!status)
        status = schema_open(made, error);
    if (status)
        store_close(made);
    else
        *store = made;
    return status;
}

void store_wait(struct store *store, int wait_ms)
{
    store->wait_ms = wait_ms;
    if (store->database->wait)
        store->database->wait(store);
}

int64_t store_writer(const struct store *store)
{
    return store->database->writer ? store->database->writer(store) : -1;
}

void store_close(struct store *store)
{
    if (!store)
        return;
    if (store->native)
        roll_back(store);
    store->database->close(store);
    while (store->names) {
        struct sql_name *next = store->names->next;
        free(store->names);
        store->names = next;
    }
    free(store->sets);
    free(store->path);
    free(store);
}

#include "store/tasks.h"

#include "base/base64.h"
#include "store/sql.h"

#include <stdlib.h>
#include <string.h>

/* Tables of a store that is older have no questions. */
static bool has_tasks(const struct store *store)
{
    return store->format >= SQL_FORMAT_TASKS;
}

/* ---- questions ---- */

static enum status find_question(struct store *store, const char *text, int64_t *question,
                                 bool *found, struct error *error)
{
    return sql_ints(store, "SELECT id FROM questions WHERE asked = ?", SQL_VALUES(SQL_TEXT(text)),
                    question, 1, found, error);
}

/* Tasks on their way in. */
struct coming {
    const char (*names)[STORE_TASK_BYTES];
    int64_t question;
};

static enum status next_coming(void *user, size_t i, struct sql_value *values, struct error *error)
{
    const struct coming *coming = user;
    (void)error;
    values[0] = SQL_INT(coming->question);
    values[1] = SQL_INT((int64_t)i);
    values[2] = SQL_TEXT(coming->names[i]);
    values[3] = *SQL_NO_VALUES;
    return STATUS_OK;
}

static enum status add_question(struct store *store, const char *text,
                                const char (*names)[STORE_TASK_BYTES], size_t count,
                                int64_t *question, struct error *error)
{
    struct coming coming = {.names = names};
    enum status status =
        sql_ints(store,
                 "INSERT INTO questions (id, asked) SELECT coalesce(max(id), 0) + 1,"
                 " ? FROM questions RETURNING id",
                 SQL_VALUES(SQL_TEXT(text)), question, 1, NULL, error);
    coming.question = *question;
    const struct sql_load load = {
        .insert = "INSERT INTO tasks (question, place, name) VALUES (?, ?, ?)",
        .copy = "COPY tasks (question, place, name) FROM STDIN",
        .rows = count,
        .columns = 3,
        .next = next_coming,
        .user = &coming,
    };
    return status ? status : sql_load(store, &load, error);
}

enum status store_ask(struct store *store, const char *text, const char (*names)[STORE_TASK_BYTES],
                      size_t count, int64_t *question, bool *added, struct error *error)
{
    bool own = false, found = false;
    enum status status = sql_alone(store, &own, error);
    if (status)
        return status;
    status = find_question(store, text, question, &found, error);
    if (!status && !found)
        status = add_question(store, text, names, count, question, error);
    *added = !found;
    return sql_leave(store, own, status, error);
}

enum status store_asked(struct store *store, int64_t *count, struct error *error)
{
    *count = 0;
    return has_tasks(store) ? sql_ints(store, "SELECT count(*) FROM questions", SQL_NO_VALUES,
                                       count, 1, NULL, error)
                            : STATUS_OK;
}

enum status store_question(struct store *store, int64_t question, struct buf *text,
                           struct error *error)
{
    bool found = false;
    enum status status = STATUS_OK;
    if (has_tasks(store))
        status = sql_text(store, "SELECT asked FROM questions WHERE id = ?",
                          SQL_VALUES(SQL_INT(question)), text, &found, error);
    if (!status && !found)
        status = error_set(error, STATUS_WRONG, "%s: has no question %lld", store->path,
                           (long long)question);
    return status;
}

/* ---- tasks ---- */

static enum status read_task(const struct store *store, struct sql_statement *statement,
                             struct store_task *task, struct error *error)
{
    bool bad = false;
    *task = (struct store_task){0};
    sql_column_text(statement, 0, task->name, sizeof task->name);
    task->state = (enum store_state)sql_column(statement, 1, STORE_WAITING, STORE_DONE, &bad);
    task->answer = sql_column(statement, 2, 0, 2, &bad);
    task->nodes = sql_column(statement, 3, 0, INT64_MAX, &bad);
    task->cpu_ms = sql_column(statement, 4, 0, INT64_MAX, &bad);
    task->seconds = sql_integer(statement, 5);
    sql_column_text(statement, 6, task->worker, sizeof task->worker);
    task->claimable = sql_integer(statement, 7) != 0;
    return bad ? sql_damaged(store, error) : STATUS_OK;
}

static enum status list_tasks(struct store *store, int64_t question, struct store_task *tasks,
                              size_t count, struct error *error)
{
    struct sql_statement *statement;
    bool row = true;
    enum status status = sql_start(
        store,
        "SELECT name, state, coalesce(answer, 0), coalesce(nodes, 0), coalesce(cpu_ms, 0),"
        " coalesce(unixepoch() - claimed_at, 0), coalesce(worker, ''),"
        " state = 0 OR (state = 1 AND expires < unixepoch())"
        " FROM tasks WHERE question = ? ORDER BY place",
        SQL_VALUES(SQL_INT(question)), &statement, error);
    for (size_t i = 0; i <= count && !status && row; i++) {
        status = sql_step(statement, &row, error);
        if (!status && row != (i < count))
            status = sql_damaged(store, error);
        if (!status && row)
            status = read_task(store, statement, &tasks[i], error);
    }
    if (status && row)
        sql_stop(statement);
    return status;
}

static enum status read_tasks(struct store *store, int64_t question, struct store_task **tasks,
                              size_t *count, struct error *error)
{
    int64_t rows = 0;
    enum status status = sql_ints(store, "SELECT count(*) FROM tasks WHERE question = ?",
                                  SQL_VALUES(SQL_INT(question)), &rows, 1, NULL, error);
    struct store_task *read = status ? NULL : calloc((size_t)rows + 1, sizeof *read);
    if (!status && !read)
        status = error_memory(error);
    if (!status)
        status = list_tasks(store, question, read, (size_t)rows, error);
    if (status) {
        free(read);
        return status;
    }
    *tasks = read;
    *count = (size_t)rows;
    return STATUS_OK;
}

enum status store_tasks(struct store *store, int64_t question, struct store_task **tasks,
                        size_t *count, struct error *error)
{
    bool own = false;
    enum status status = sql_look(store, &own, error);
    if (status)
        return status;
    *tasks = NULL;
    status = sql_leave(store, own, read_tasks(store, question, tasks, count, error), error);
    if (status) {
        free(*tasks);
        *tasks = NULL;
    }
    return status;
}

/* ---- claims ---- */

/* A writing call of one statement: *done tells whether there was a row for it. */
static enum status change(struct store *store, const char *sql, const struct sql_value *values,
                          int64_t *number, bool *done, struct error *error)
{
    bool own = false;
    enum status status = sql_enter(store, &own, error);
    if (status)
        return status;
    status = sql_ints(store, sql, values, number, 1, done, error);
    return sql_leave(store, own, status, error);
}

enum status store_task_claim(struct store *store, int64_t question, int64_t task,
                             const char *worker, struct store_claim *claim, bool *mine,
                             struct error *error)
{
    *claim = (struct store_claim){question, task, 0};
    return change(
        store,
        "UPDATE tasks SET state = 1, claims = claims + 1, worker = ?,"
        " claimed_at = unixepoch(), expires = unixepoch() + ?"
        " WHERE question = ? AND place = ?"
        " AND (state = 0 OR (state = 1 AND expires < unixepoch())) RETURNING claims",
        SQL_VALUES(SQL_TEXT(worker), SQL_INT(STORE_LEASE_S), SQL_INT(question), SQL_INT(task)),
        &claim->number, mine, error);
}

#define OF_THE_CLAIM                                                                               \
    " WHERE question = ? AND place = ? AND state = 1 AND claims = ? RETURNING place"

enum status store_task_renew(struct store *store, const struct store_claim *claim, bool *ours,
                             struct error *error)
{
    int64_t place;
    return change(store, "UPDATE tasks SET expires = unixepoch() + ?" OF_THE_CLAIM,
                  SQL_VALUES(SQL_INT(STORE_LEASE_S), SQL_INT(claim->question), SQL_INT(claim->task),
                             SQL_INT(claim->number)),
                  &place, ours, error);
}

enum status store_task_release(struct store *store, const struct store_claim *claim,
                               struct error *error)
{
    int64_t place;
    bool done;
    return change(
        store,
        "UPDATE tasks SET state = 0, worker = NULL, claimed_at = NULL,"
        " expires = NULL" OF_THE_CLAIM,
        SQL_VALUES(SQL_INT(claim->question), SQL_INT(claim->task), SQL_INT(claim->number)), &place,
        &done, error);
}

/* ---- results ---- */

static enum status finish(struct store *store, const struct store_claim *claim,
                          const struct store_task *done, const char *bytes, struct error *error)
{
    int64_t row[2] = {0};
    enum status status =
        sql_ints(store,
                 "SELECT state, coalesce(answer, 0) FROM tasks AS j"
                 " WHERE question = ? AND place = ? FOR UPDATE OF j",
                 SQL_VALUES(SQL_INT(claim->question), SQL_INT(claim->task)), row, 2, NULL, error);
    if (status)
        return status;
    if (row[0] == STORE_DONE && row[1] != done->answer)
        return error_set(error, STATUS_WRONG,
                         "%s: task %lld of question %lld has answer %lld, and now %lld",
                         store->path, (long long)claim->task, (long long)claim->question,
                         (long long)row[1], (long long)done->answer);
    if (row[0] == STORE_DONE)
        return STATUS_OK;
    return sql_do(store,
                  "UPDATE tasks SET state = 2, answer = ?, nodes = ?, cpu_ms = ?, bytes = ?,"
                  " claimed_at = NULL, expires = NULL WHERE question = ? AND place = ?",
                  SQL_VALUES(SQL_INT(done->answer), SQL_INT(done->nodes), SQL_INT(done->cpu_ms),
                             SQL_TEXT(bytes), SQL_INT(claim->question), SQL_INT(claim->task)),
                  error);
}

enum status store_task_finish(struct store *store, const struct store_claim *claim,
                              const struct store_task *done, struct text bytes, struct error *error)
{
    struct buf text = {0};
    bool own = false;
    buf_puts(&text, "");
    base64_put(&text, bytes.data, bytes.len);
    enum status status = buf_ok(&text, error);
    if (!status)
        status = sql_enter(store, &own, error);
    if (!status)
        status = sql_leave(store, own, finish(store, claim, done, text.data, error), error);
    buf_free(&text);
    return status;
}

enum status store_task_bytes(struct store *store, int64_t question, int64_t task, struct buf *bytes,
                             struct error *error)
{
    struct buf text = {0};
    bool found;
    enum status status =
        sql_text(store, "SELECT bytes FROM tasks WHERE question = ? AND place = ? AND state = 2",
                 SQL_VALUES(SQL_INT(question), SQL_INT(task)), &text, &found, error);
    if (!status && !found)
        status = error_set(error, STATUS_WRONG, "%s: task %lld of question %lld is not done",
                           store->path, (long long)task, (long long)question);
    if (!status && base64_get(buf_text(&text), bytes, error))
        status = sql_damaged(store, error);
    buf_free(&text);
    return status;
}

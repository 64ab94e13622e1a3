/* A whole store into another, table by table, with the numbers that its rows have. */
#include "store/sql.h"

#include <string.h>

enum { COLUMNS_MAX = 24 };

struct table {
    const char *count, *select;
    const char *insert, *copy;
    const char *types; /* i or t, a column */
    int64_t format;    /* the first that has it */
};

#define TABLE_SINCE(format, name, columns, selected, marks, types, where)                          \
    {                                                                                              \
        "SELECT count(*) FROM " name where, "SELECT " selected " FROM " name where,                \
            "INSERT INTO " name " (" columns ") VALUES (" marks ")",                               \
            "COPY " name " (" columns ") FROM STDIN", types, format                                \
    }
#define TABLE_OF(name, columns, selected, marks, types, where)                                     \
    TABLE_SINCE(1, name, columns, selected, marks, types, where)
#define TABLE(name, columns, marks, types) TABLE_OF(name, columns, columns, marks, types, "")

#define EVALUATION                                                                                 \
    "set_id, w, b, role, wave, hash_mb, cp, mate, depth, seldepth, nodes, bestmove, win, draw,"    \
    " loss, total_nodes, engine_ms, day, run"
#define TALLY "set_id, wave, role, day, run, slot, rows, nodes, total_rows, total_nodes, engine_ms"
#define JOB "wave_id, place, set_id, w, b, role, claims, tries, reason, state"
/* Whoever searches is not told of the move. */
#define JOB_AT_REST                                                                                \
    "wave_id, place, set_id, w, b, role, claims, tries, reason,"                                   \
    " CASE state WHEN 1 THEN 0 ELSE state END"

#define TASK "question, place, name, claims, worker, answer, nodes, cpu_ms, bytes, state"
#define TASK_AT_REST                                                                               \
    "question, place, name, claims, CASE state WHEN 2 THEN worker END, answer, nodes, cpu_ms,"     \
    " bytes, CASE state WHEN 1 THEN 0 ELSE state END"

/* What is referred to comes first. The version is that of the workers of one server. */
static const struct table tables[] = {
    TABLE_OF("pins", "name, value", "name, value", "?, ?", "tt", " WHERE name <> 'version'"),
    TABLE("engines", "id, slug, config", "?, ?, ?", "itt"),
    TABLE("runs", "id, producer", "?, ?", "it"),
    TABLE("sets", "id, engine, kind, lim", "?, ?, ?, ?", "iiii"),
    TABLE("waves", "id, engine, number, plan, jobs, failed, begun, closed",
          "?, ?, ?, ?, ?, ?, ?, ?", "iiitiiii"),
    TABLE("evaluations", EVALUATION, "?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?",
          "iiiiiiiiiiitiiiiiii"),
    TABLE("tallies", TALLY, "?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?", "iiiiiiiiiii"),
    TABLE("parts", "wave_id, set_id, role, jobs", "?, ?, ?, ?", "iiii"),
    TABLE_OF("jobs", JOB, JOB_AT_REST, "?, ?, ?, ?, ?, ?, ?, ?, ?, ?", "iiiiiiiiti", ""),
    TABLE("failures", "set_id, w, b, role, wave, day, reason", "?, ?, ?, ?, ?, ?, ?", "iiiiiit"),
    TABLE_SINCE(SQL_FORMAT_TASKS, "questions", "id, asked", "id, asked", "?, ?", "it", ""),
    TABLE_SINCE(SQL_FORMAT_TASKS, "tasks", TASK, TASK_AT_REST, "?, ?, ?, ?, ?, ?, ?, ?, ?, ?",
                "iititiiiti", ""),
};
enum { TABLES = sizeof tables / sizeof *tables };

/* A table's rows on their way. */
struct coming {
    struct sql_statement *statement;
    const struct table *table;
};

/* The texts live until the next row, and end in NUL in both databases. */
static enum status next_coming(void *user, size_t i, struct sql_value *values, struct error *error)
{
    const struct coming *coming = user;
    const struct sql_statement *statement = coming->statement;
    bool row;
    (void)i;
    enum status status = sql_step(coming->statement, &row, error);
    if (!status && !row)
        status = sql_damaged(statement->store, error);
    for (int k = 0; !status && coming->table->types[k]; k++) {
        bool null = sql_is_null(statement, k);
        if (coming->table->types[k] == 'i')
            values[k] = SQL_INT(sql_integer(statement, k));
        else
            values[k] = SQL_TEXT(null ? NULL : sql_column_data(statement, k).data);
        values[k].null = null;
    }
    values[strlen(coming->table->types)] = *SQL_NO_VALUES;
    return status;
}

static enum status copy_table(struct store *from, struct store *to, const struct table *table,
                              struct error *error)
{
    struct coming coming = {.table = table};
    int64_t rows = 0;
    enum status status = sql_ints(from, table->count, SQL_NO_VALUES, &rows, 1, NULL, error);
    if (!status)
        status = sql_start_many(from, table->select, SQL_NO_VALUES, &coming.statement, error);
    if (status)
        return status;
    const struct sql_load load = {
        .insert = table->insert,
        .copy = table->copy,
        .rows = (size_t)rows,
        .columns = (int)strlen(table->types),
        .next = next_coming,
        .user = &coming,
    };
    status = sql_load(to, &load, error);
    sql_stop(coming.statement);
    return status;
}

static enum status check_empty(struct store *to, struct error *error)
{
    int64_t rows = 0;
    for (int i = 0; i < TABLES; i++) {
        enum status status = sql_ints(to, tables[i].count, SQL_NO_VALUES, &rows, 1, NULL, error);
        if (status)
            return status;
        if (rows)
            return error_set(error, STATUS_WRONG, "%s: is in use; a copy goes into a new store",
                             to->path);
    }
    return STATUS_OK;
}

static enum status copy_all(struct store *from, struct store *to, struct error *error)
{
    bool own = false;
    enum status status = sql_alone(to, &own, error);
    if (status)
        return status;
    status = check_empty(to, error);
    for (int i = 0; i < TABLES && !status; i++)
        status =
            from->format >= tables[i].format ? copy_table(from, to, &tables[i], error) : STATUS_OK;
    for (size_t i = 0; !status && to->database->renumber[i]; i++)
        status = sql_do(to, to->database->renumber[i], SQL_NO_VALUES, error);
    return sql_leave(to, own, status, error);
}

enum status store_copy(struct store *from, struct store *to, struct error *error)
{
    bool own = false;
    enum status status = sql_look(from, &own, error);
    if (status)
        return status;
    status = copy_all(from, to, error);
    struct error first = *error;
    enum status left = sql_leave(from, own, STATUS_OK, error);
    if (status)
        *error = first;
    return status ? status : left;
}

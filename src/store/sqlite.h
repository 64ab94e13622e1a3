/* What the files of the SQLite store share. Nobody else includes it. */
#ifndef STORE_SQLITE_H
#define STORE_SQLITE_H

#include "store/store.h"

#include <sqlite3.h>

enum { SQL_STATEMENTS_MAX = 96 };

enum sql_group {
    SQL_NO_GROUP,
    SQL_GROUP,
    SQL_LOST_GROUP, /* rolled back after an error, which the caller has yet to acknowledge */
};

/* A set (engine, limit kind, limit) whose row number is known. */
struct sql_set {
    int64_t id, engine;
    enum limit_kind kind;
    int64_t limit;
};

struct sql_name {
    struct sql_name *next;
    char text[STORE_SLUG_BYTES];
};

struct store {
    sqlite3 *db;
    char *path; /* as the caller wrote it, for messages */
    enum store_mode mode;
    int wait_ms;
    int lock; /* -1: none */
    enum sql_group group;
    struct {
        const char *sql; /* by address: each is one string constant */
        sqlite3_stmt *statement;
    } prepared[SQL_STATEMENTS_MAX];
    struct sql_name *names; /* every engine id that was ever handed out */
    struct sql_set *sets;   /* what was looked up; emptied by a rollback */
    size_t set_count;
};

/* ---- statements ---- */

struct sql_value {
    enum { SQL_END, SQL_IS_INT, SQL_IS_TEXT, SQL_IS_NULL } type;
    int64_t number;
    const char *text; /* must live until the statement is stopped */
};
#define SQL_INT(value) ((struct sql_value){SQL_IS_INT, (value), NULL})
#define SQL_TEXT(value) ((struct sql_value){SQL_IS_TEXT, 0, (value)})
/* 0 stands for "not known" in C, and is NULL in the database. */
#define SQL_INT_OR_NULL(value)                                                                     \
    ((struct sql_value){(value) ? SQL_IS_INT : SQL_IS_NULL, (value), NULL})
#define SQL_VALUES(...) ((const struct sql_value[]){__VA_ARGS__, {SQL_END, 0, NULL}})
#define SQL_NO_VALUES ((const struct sql_value[]){{SQL_END, 0, NULL}})

/* Prepares (once) and binds. `sql` is a string constant of static storage. After STATUS_OK the
 * statement is stepped until *row is false, or stopped. */
enum status sql_start(struct store *store, const char *sql, const struct sql_value *values,
                      sqlite3_stmt **statement, struct error *error);
enum status sql_step(struct store *store, sqlite3_stmt *statement, bool *row, struct error *error);
void sql_stop(sqlite3_stmt *statement);

/* A statement without rows; sqlite3_changes tells what it did. */
enum status sql_do(struct store *store, const char *sql, const struct sql_value *values,
                   struct error *error);

/* The integers of the only row; *found (may be NULL) is false, and they are untouched, where there
 * is no row. Without `found` a missing row is STATUS_WRONG. */
enum status sql_ints(struct store *store, const char *sql, const struct sql_value *values,
                     int64_t *numbers, int count, bool *found, struct error *error);

/* Appends the text of the only row; *found as above. */
enum status sql_text(struct store *store, const char *sql, const struct sql_value *values,
                     struct buf *text, bool *found, struct error *error);

/* A column's value; outside of [min, max] sets *bad and gives min. */
int64_t sql_column(sqlite3_stmt *statement, int column, int64_t min, int64_t max, bool *bad);

/* A column's text, cut to size. */
void sql_column_text(sqlite3_stmt *statement, int column, char *text, size_t size);

/* STATUS_WRONG: a row is not what this program writes. */
enum status sql_damaged(const struct store *store, struct error *error);

/* Turns SQLite's last failure into a status and a message, and gives up a group that it broke. */
enum status sql_failed(struct store *store, struct error *error);

/* ---- transactions ---- */

/* The start and end of a writing call: part of the caller's group or, with *own, of a group of its
 * own. After a failed start nothing is to be ended; _leave commits or, after a failure, rolls back,
 * and returns the status. */
enum status sql_enter(struct store *store, bool *own, struct error *error);
enum status sql_leave(struct store *store, bool own, enum status status, struct error *error);

/* sql_enter for what must not be part of a caller's group. */
enum status sql_alone(struct store *store, bool *own, struct error *error);

/* The same for a reading call that needs several statements of one moment. */
enum status sql_look(struct store *store, bool *own, struct error *error);

/* ---- schema ---- */

/* Is it ours, and of this program's format? A writer makes or migrates it. */
enum status schema_open(struct store *store, struct error *error);

/* ---- engines and sets ---- */

/* STATUS_WRONG for an engine that is not in the store. */
enum status engine_id(struct store *store, const char *engine, int64_t *id, struct error *error);

/* The name as the store keeps it; NULL when out of memory. */
const char *engine_name(struct store *store, const char *engine);

/* The set's row number, made where it is missing (`make`); 0 where it is missing and not made. */
enum status set_id(struct store *store, int64_t engine, enum limit_kind kind, int64_t limit,
                   bool make, int64_t *id, struct error *error);

/* ---- evaluations ---- */

/* Where a row belongs. */
struct put_place {
    const char *engine;
    enum limit_kind kind;
    int64_t limit;
    int64_t set;
    int64_t wave;
};

/* Compares with what is stored: *found, STATUS_WRONG on a difference. */
enum status evaluation_compare(struct store *store, const struct put_place *place,
                               const struct evaluation *row, bool *found, struct error *error);

/* Stores a row that is not there, and counts it. */
enum status evaluation_insert(struct store *store, const struct put_place *place,
                              const struct store_result *result, struct error *error);

/* Does the role fit the pair? */
enum status evaluation_check_role(const struct store *store, struct pair pair, unsigned role,
                                  struct error *error);

/* The engine's last wave: its row number, its number and whether it is open; zeros and false where
 * there was none. */
enum status wave_last(struct store *store, int64_t engine, int64_t *id, int64_t *number, bool *open,
                      struct error *error);

/* Today in UTC, as 20261130. */
int32_t store_today(void);

#endif

/* What the files of the store share: one set of SQL for two databases. Nobody else includes it.
 *
 * SQL is written in SQLite's words, with PostgreSQL's FOR UPDATE where rows must be locked. Each
 * database file (sqlite.c, postgres.c) begins with the few phrases that it says otherwise. */
#ifndef STORE_SQL_H
#define STORE_SQL_H

#include "store/store.h"

enum { SQL_STATEMENTS_MAX = 128 };

/* The first format with the tables of store/tasks.h. */
enum { SQL_FORMAT_TASKS = 4 };

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

/* A prepared statement, and the row that it stands at. */
struct sql_statement {
    struct store *store;
    const char *sql; /* by address: each is one string constant; NULL: a free place */
    void *native;    /* the database's own */
    int row;
    bool many; /* rows come one by one; no other statement may begin meanwhile */
};

struct store {
    const struct sql_database *database;
    void *native; /* the database's own; NULL before it is open */
    char *path;   /* as the caller wrote it, for messages; without a password */
    enum store_mode mode;
    int64_t format; /* of the schema that is there */
    int wait_ms;
    enum sql_group group;
    bool in_transaction;
    bool spared;     /* the last failure was one statement's, and undid no more */
    bool may_repeat; /* store_may_repeat */
    struct sql_statement statements[SQL_STATEMENTS_MAX];
    struct sql_name *names; /* every engine id that was ever handed out */
    struct sql_set *sets;   /* what was looked up; emptied by a rollback */
    size_t set_count;
};

/* ---- values ---- */

struct sql_value {
    enum { SQL_END, SQL_IS_INT, SQL_IS_TEXT } type;
    bool null;
    int64_t number;
    const char *text; /* must live until the statement is stopped */
};
#define SQL_INT(value) ((struct sql_value){SQL_IS_INT, false, (value), NULL})
#define SQL_TEXT(value) ((struct sql_value){SQL_IS_TEXT, false, 0, (value)})
/* 0 stands for "not known" in C, and is NULL in the database. */
#define SQL_INT_OR_NULL(value) ((struct sql_value){SQL_IS_INT, (value) == 0, (value), NULL})
#define SQL_TEXT_OR_NULL(value) ((struct sql_value){SQL_IS_TEXT, (value) == NULL, 0, (value)})
#define SQL_VALUES(...) ((const struct sql_value[]){__VA_ARGS__, {SQL_END, true, 0, NULL}})
#define SQL_NO_VALUES ((const struct sql_value[]){{SQL_END, true, 0, NULL}})

/* ---- the databases ---- */

/* A phrase that a database says otherwise. */
struct sql_phrase {
    const char *neutral, *own;
};

/* Many rows for one table. `next` writes row number i's values, in the columns' order. */
struct sql_load {
    const char *insert; /* one row's INSERT, with a `?` a column */
    const char *copy;   /* PostgreSQL's COPY of the same columns */
    size_t rows;
    int columns;
    enum status (*next)(void *user, size_t i, struct sql_value *values, struct error *error);
    void *user;
};

/* What a database is to the store. After a failure of a call that returns a status, the message is
 * left, and store->spared and store->may_repeat are set. */
struct sql_database {
    const char *begin_write, *begin_read;
    /* What is to be done after rows have come with numbers of their own; ends in NULL. */
    const char *const *renumber;
    bool shared; /* many programs write: claims have leases, locks are the database's */

    /* `open` makes store->native and sets the path; `close` also works on what failed to open. */
    enum status (*open)(struct store *store, const char *path, struct error *error);
    void (*close)(struct store *store);
    /* store->wait_ms has changed; NULL: a connection keeps the one that it began with. */
    void (*wait)(struct store *store);
    /* See store_writer; NULL where programs share the store. */
    int64_t (*writer)(const struct store *store);

    enum status (*start)(struct sql_statement *statement, const struct sql_value *values,
                         struct error *error);
    enum status (*step)(struct sql_statement *statement, bool *row, struct error *error);
    void (*stop)(struct sql_statement *statement);
    bool (*is_null)(const struct sql_statement *statement, int column);
    int64_t (*integer)(const struct sql_statement *statement, int column); /* 0 for NULL */
    struct text (*text)(const struct sql_statement *statement, int column);

    /* Ends all statements and the transaction, if there is one. */
    void (*roll_back)(struct store *store);
    /* A statement of the schema, not kept. */
    enum status (*execute)(struct store *store, const char *sql, struct error *error);
    enum status (*load)(struct store *store, const struct sql_load *load, struct error *error);

    /* The number of the schema's format, 0 for an empty database; STATUS_WRONG for another
     * program's. */
    enum status (*format)(struct store *store, int64_t *format, struct error *error);
    enum status (*set_format)(struct store *store, int64_t format, struct error *error);
    /* Before and after a writer brings the schema up to date; `format` is what was there. */
    enum status (*check)(struct store *store, int64_t format, struct error *error);
    enum status (*settle)(struct store *store, struct error *error);

    /* Seconds since 1970, by the clock that all workers share. */
    int64_t (*now)(const struct store *store);
    /* Which share of the sums this program adds to. */
    int64_t (*slot)(const struct store *store);
    /* Waits until no other one is at what is done alone; until the transaction ends. */
    enum status (*lock)(struct store *store, struct error *error);
    /* See store_lead. */
    enum status (*lead)(struct store *store, bool *mine, struct error *error);
    enum status (*unlead)(struct store *store, struct error *error);
};

extern const struct sql_database sql_sqlite;
/* Where the program was built without libpq, it opens nothing and says why. */
extern const struct sql_database sql_postgres;

/* The text with each phrase put otherwise; the caller frees it. NULL when out of memory. */
char *sql_translate(const char *sql, const struct sql_phrase *phrases, size_t count);

/* ---- statements ---- */

/* Prepares (once) and binds. `sql` is a string constant of static storage. After STATUS_OK the
 * statement is stepped until *row is false, or stopped. */
enum status sql_start(struct store *store, const char *sql, const struct sql_value *values,
                      struct sql_statement **statement, struct error *error);

/* The same for very many rows, which are not held in memory: no other statement is started before
 * this one has ended. */
enum status sql_start_many(struct store *store, const char *sql, const struct sql_value *values,
                           struct sql_statement **statement, struct error *error);
enum status sql_step(struct sql_statement *statement, bool *row, struct error *error);
void sql_stop(struct sql_statement *statement);

/* A statement whose rows, if it has any, do not matter. */
enum status sql_do(struct store *store, const char *sql, const struct sql_value *values,
                   struct error *error);

/* sql_do for what a constraint may refuse (STATUS_WRONG); what the transaction has done before
 * stays. */
enum status sql_try(struct store *store, const char *sql, const struct sql_value *values,
                    struct error *error);

/* The integers of the only row; *found (may be NULL) is false, and they are untouched, where there
 * is no row. Without `found` a missing row is STATUS_WRONG. */
enum status sql_ints(struct store *store, const char *sql, const struct sql_value *values,
                     int64_t *numbers, int count, bool *found, struct error *error);

/* Appends the text of the only row; *found as above. */
enum status sql_text(struct store *store, const char *sql, const struct sql_value *values,
                     struct buf *text, bool *found, struct error *error);

enum status sql_load(struct store *store, const struct sql_load *load, struct error *error);

bool sql_is_null(const struct sql_statement *statement, int column);
int64_t sql_integer(const struct sql_statement *statement, int column);

/* A column's value; outside of [min, max] sets *bad and gives min. */
int64_t sql_column(const struct sql_statement *statement, int column, int64_t min, int64_t max,
                   bool *bad);

/* A column's text, until the next step. */
struct text sql_column_data(const struct sql_statement *statement, int column);

/* A column's text, cut to size. */
void sql_column_text(const struct sql_statement *statement, int column, char *text, size_t size);

/* STATUS_WRONG: a row is not what this program writes. */
enum status sql_damaged(const struct store *store, struct error *error);

/* The message without the path that it begins with. */
const char *sql_reason(const struct store *store, const struct error *error);

/* ---- transactions ---- */

/* The start and end of a writing call: part of the caller's group or, with *own, of a group of its
 * own. After a failed start nothing is to be ended; _leave commits or, after a failure, rolls back,
 * and returns the status. */
enum status sql_enter(struct store *store, bool *own, struct error *error);
enum status sql_leave(struct store *store, bool own, enum status status, struct error *error);

/* sql_enter for what must not be part of a caller's group, and which no other program does at the
 * same time. */
enum status sql_alone(struct store *store, bool *own, struct error *error);

/* The same for a reading call that needs several statements of one moment. */
enum status sql_look(struct store *store, bool *own, struct error *error);

/* A call that writes in a writer's store and only compares in a reader's. */
enum status sql_enter_or_look(struct store *store, bool *own, struct error *error);

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

/* Today in UTC by the store's clock, as 20261130. */
int32_t store_today(const struct store *store);

#endif

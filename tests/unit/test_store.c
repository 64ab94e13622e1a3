/* store: what is put is kept, once and unchanged, through kills, full disks and locks. In a file,
 * and on the server that TEST_POSTGRES names, each test in a schema of its own.
 *
 * `test_store bench` measures instead, in the folder TMPDIR, or on that server. */
#include "base/file.h"
#include "base/json.h"
#include "chess960/order.h"
#include "store/tasks.h"
#include "test.h"

#include <errno.h>
#include <fcntl.h>
#include <libpq-fe.h>
#include <signal.h>
#include <sqlite3.h>
#include <sys/mount.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define ENGINE "stockfish-15.1-debian"
#define CONFIG                                                                                     \
    "{\"files\":{\"binary\":\"af67\"},\"options\":{\"Threads\":\"1\"},\"limit_kind\":\"nodes\"}"
#define PRODUCER "{\"name\":\"asym-passport\",\"sha256\":\"1234\"}"

static const struct pair start_pair = {518, 518}, pair_1 = {518, 534}, pair_2 = {0, 1};

/* ---- helpers ---- */

/* Where the tests take place: "" in files, else the server's address. */
static const char *server = "";

static bool on_server(void)
{
    return server[0] != '\0';
}

static void ignore_notice(void *user, const char *message)
{
    (void)user;
    (void)message;
}

static PGconn *connect_to(const char *path)
{
    PGconn *connection = PQconnectdb(path);
    PQsetNoticeProcessor(connection, ignore_notice, NULL);
    if (PQstatus(connection) != CONNECTION_OK)
        fail_msg("%s", PQerrorMessage(connection));
    return connection;
}

/* One integer; 0 where there is no row. */
static int64_t ask_server(const char *path, const char *sql)
{
    PGconn *connection = connect_to(path);
    PGresult *result = PQexec(connection, sql);
    ExecStatusType status = PQresultStatus(result);
    if (status != PGRES_TUPLES_OK && status != PGRES_COMMAND_OK)
        fail_msg("%s: %s", sql, PQerrorMessage(connection));
    int64_t answer = PQntuples(result) ? strtoll(PQgetvalue(result, 0, 0), NULL, 10) : 0;
    PQclear(result);
    PQfinish(connection);
    return answer;
}

/* A folder with a path for a store in it, or a schema; `folder` is there either way. */
struct place {
    char *folder, *path;
};

static void new_schema(struct place *place)
{
    static int number;
    char sql[64], path[512];
    snprintf(sql, sizeof sql, "DROP SCHEMA IF EXISTS t%d CASCADE; CREATE SCHEMA t%d", number,
             number);
    ask_server(server, sql);
    snprintf(path, sizeof path, "%s&options=-csearch_path%%3Dt%d", server, number++);
    place->path = strdup(path);
}

static struct place place_new(void)
{
    const char *base = getenv("TMPDIR");
    struct place place = {0};
    place.folder = file_join(base ? base : "/tmp", "test_store.XXXXXX");
    assert_non_null(place.folder);
    assert_non_null(mkdtemp(place.folder));
    if (on_server())
        new_schema(&place);
    else
        place.path = file_join(place.folder, "evals.db");
    assert_non_null(place.path);
    return place;
}

static void place_free(struct place place)
{
    char command[512];
    snprintf(command, sizeof command, "rm -rf '%s'", place.folder);
    assert_int_equal(system(command), 0);
    free(place.path);
    free(place.folder);
}

/* The call fails with that status, and the message is the store's path, ": " and this one. */
#define assert_said(call, expected_status, path, message)                                          \
    do {                                                                                           \
        char expected_[1024];                                                                      \
        snprintf(expected_, sizeof expected_, "%s: %s", path, message);                            \
        assert_refused(call, expected_status, expected_);                                          \
    } while (0)

static struct store *open_store(const char *path, enum store_mode mode)
{
    struct error error = {0};
    struct store *store;
    assert_ok(store_open(path, mode, 300, &store, &error));
    return store;
}

/* An engine is pinned, and *run is a run. */
static struct store *open_ready(const char *path, int64_t *run)
{
    struct error error = {0};
    struct store *store = open_store(path, STORE_WRITE);
    assert_ok(store_pin_engine(store, ENGINE, CONFIG, &error));
    assert_ok(store_run(store, PRODUCER, run, &error));
    return store;
}

static enum role role_of(struct pair pair)
{
    return pair_is_control(pair) ? ROLE_CONTROL : ROLE_SEARCH;
}

/* The result that a search of this pair always has: every 17th a mate, every 13th without WDL. */
static struct store_result result_of(struct pair pair, int64_t run)
{
    uint32_t n = pair_index(pair) * 2654435761U;
    bool mate = n % 17 == 0, wdl = n % 13 != 0;
    struct store_result result = {
        .row = {.pair = pair,
                .role = (uint8_t)role_of(pair),
                .mate = mate,
                .depth = (uint8_t)(1 + n % 60),
                .seldepth = (uint8_t)(n % 255),
                .score = mate ? -7 : (int32_t)(n % 401) - 200,
                .hash_mb = 16,
                .win = EVIDENCE_NO_WDL,
                .draw = EVIDENCE_NO_WDL,
                .loss = EVIDENCE_NO_WDL,
                .nodes = 9000 + n % 1000},
        .total_nodes = 10000,
        .engine_ms = 17,
        .day = 20261130,
        .run = run,
    };
    strcpy(result.row.bestmove, "g1f3");
    if (wdl) {
        result.row.win = (uint16_t)(n % 500);
        result.row.draw = 500;
        result.row.loss = (uint16_t)(500 - n % 500);
    }
    return result;
}

static void put(struct store *store, struct pair pair, int64_t run)
{
    struct error error = {0};
    struct store_result result = result_of(pair, run);
    assert_ok(store_put(store, ENGINE, LIMIT_NODES, 10000, &result, NULL, &error));
}

static bool has(struct store *store, struct pair pair)
{
    struct error error = {0};
    struct store_result result;
    bool found;
    assert_ok(store_get(store, ENGINE, LIMIT_NODES, 10000, pair, &result, &found, &error));
    return found;
}

/* One integer, by a connection of its own. */
static int64_t ask(const char *path, const char *sql)
{
    if (on_server())
        return ask_server(path, sql);
    sqlite3 *db;
    sqlite3_stmt *statement;
    assert_int_equal(sqlite3_open(path, &db), SQLITE_OK);
    assert_int_equal(sqlite3_prepare_v2(db, sql, -1, &statement, NULL), SQLITE_OK);
    assert_int_equal(sqlite3_step(statement), SQLITE_ROW);
    int64_t answer = sqlite3_column_int64(statement, 0);
    sqlite3_finalize(statement);
    sqlite3_close(db);
    return answer;
}

static void run_sql(const char *path, const char *sql)
{
    if (on_server()) {
        ask_server(path, sql);
        return;
    }
    sqlite3 *db;
    assert_int_equal(sqlite3_open(path, &db), SQLITE_OK);
    assert_int_equal(sqlite3_exec(db, sql, NULL, NULL, NULL), SQLITE_OK);
    sqlite3_close(db);
}

static void assert_sound_file(const char *path)
{
    sqlite3 *db;
    sqlite3_stmt *statement;
    assert_int_equal(sqlite3_open(path, &db), SQLITE_OK);
    assert_int_equal(sqlite3_prepare_v2(db, "PRAGMA integrity_check", -1, &statement, NULL),
                     SQLITE_OK);
    assert_int_equal(sqlite3_step(statement), SQLITE_ROW);
    assert_string_equal((const char *)sqlite3_column_text(statement, 0), "ok");
    sqlite3_finalize(statement);
    sqlite3_close(db);
    assert_int_equal(ask(path, "SELECT count(*) FROM pragma_foreign_key_check"), 0);
}

/* SQLite's own full check, and the sums against the rows. */
static void assert_sound(const char *path)
{
    if (!on_server())
        assert_sound_file(path);
    static const char both[] =
        "WITH r AS (SELECT set_id, wave, role, coalesce(day, 0) AS day, run, count(*) AS n,"
        " sum(nodes) AS nodes, count(total_nodes) AS total_rows,"
        " coalesce(sum(total_nodes), 0) AS total_nodes, coalesce(sum(engine_ms), 0) AS engine_ms"
        " FROM evaluations GROUP BY set_id, wave, role, coalesce(day, 0), run),"
        " t AS (SELECT set_id, wave, role, day, run, sum(rows), sum(nodes), sum(total_rows),"
        " sum(total_nodes), sum(engine_ms) FROM tallies GROUP BY set_id, wave, role, day, run)"
        " SELECT (SELECT count(*) FROM (SELECT * FROM r EXCEPT SELECT * FROM t) AS x)"
        " + (SELECT count(*) FROM (SELECT * FROM t EXCEPT SELECT * FROM r) AS y)";
    assert_int_equal(ask(path, both), 0);
}

/* All evidence of the engine up to that wave, as the files' text. */
static char *export_text(struct store *store, int64_t last_wave)
{
    struct error error = {0};
    struct evidence evidence;
    struct buf text = {0};
    assert_ok(store_evidence(store, ENGINE, last_wave, &evidence, &error));
    for (size_t i = 0; i < evidence.count; i++)
        evidence_write(&text, &evidence.sets[i]);
    evidence_free(&evidence);
    buf_putc(&text, '\n');
    assert_ok(buf_ok(&text, &error));
    return buf_take(&text);
}

/* Compares and frees both. */
static void assert_same_text(char *a, char *b)
{
    assert_string_equal(a, b);
    free(a);
    free(b);
}

static void sleep_us(long us)
{
    nanosleep(&(struct timespec){.tv_sec = us / 1000000, .tv_nsec = us % 1000000 * 1000}, NULL);
}

static void kill_and_wait(pid_t pid)
{
    int how;
    assert_int_equal(kill(pid, SIGKILL), 0);
    assert_int_equal(waitpid(pid, &how, 0), pid);
    assert_true(WIFSIGNALED(how) && WTERMSIG(how) == SIGKILL);
}

/* Until the server has seen that the killed one is gone, it may still commit what that one sent;
 * and then the time passes for which its claims were good. */
static void outlive(const char *path)
{
    if (!on_server())
        return;
    static const char others[] = "SELECT count(*) FROM pg_stat_activity WHERE backend_type ="
                                 " 'client backend' AND pid <> pg_backend_pid()";
    for (int i = 0; ask_server(path, others) > 0; i++) {
        if (i == 20000)
            fail_msg("a session does not end");
        sleep_us(1000);
    }
    if (ask_server(path, "SELECT count(*) FROM pg_tables WHERE schemaname = current_schema()"
                         " AND tablename = 'jobs'"))
        run_sql(path, "UPDATE jobs SET expires = 0");
}

/* Has the store been made? */
static bool is_made(const char *path)
{
    if (on_server())
        return ask_server(path, "SELECT count(*) FROM pg_tables WHERE tablename = 'asym_passport'"
                                " AND schemaname = current_schema()") == 1;
    return file_exists(path) && ask(path, "PRAGMA user_version") == 4;
}

/* A child that does not outlive a test program that fails. */
static pid_t fork_child(void)
{
    fflush(NULL);
    pid_t pid = fork();
    assert_true(pid >= 0);
    if (pid == 0)
        prctl(PR_SET_PDEATHSIG, SIGKILL);
    return pid;
}

/* A pipe whose reading end sees the end of file when the child is gone. */
static pid_t fork_with_pipe(int *from_child, int *to_parent)
{
    int ends[2];
    assert_int_equal(pipe(ends), 0);
    pid_t pid = fork_child();
    close(ends[pid == 0 ? 0 : 1]);
    *from_child = pid == 0 ? -1 : ends[0];
    *to_parent = pid == 0 ? ends[1] : -1;
    return pid;
}

/* The first number that the child writes. */
static int64_t first_word(int fd)
{
    int64_t word;
    assert_int_equal(read(fd, &word, sizeof word), sizeof word);
    return word;
}

/* The last number that the child wrote, or `none`. */
static int64_t last_word(int fd, int64_t none)
{
    int64_t word;
    while (read(fd, &word, sizeof word) == sizeof word)
        none = word;
    close(fd);
    return none;
}

/* ---- opening ---- */

static void test_open(void **state)
{
    (void)state;
    struct error error = {0};
    struct place place = place_new();
    struct store *store;
    assert_said(store_open(place.path, STORE_READ, 0, &store, &error), STATUS_CANNOT, place.path,
                "No such file or directory");
    assert_null(store);
    int64_t run;
    store_close(open_ready(place.path, &run));
    assert_sound(place.path);
    assert_int_equal(ask(place.path, "PRAGMA user_version"), 4);
    store_close(open_store(place.path, STORE_READ));
    store_close(open_store(place.path, STORE_WRITE));
    store_close(NULL);
    assert_said(store_open(place.folder, STORE_WRITE, 0, &store, &error), STATUS_CANNOT,
                place.folder, "not a regular file");
    char *inside = file_join(place.folder, "none/evals.db");
    assert_int_equal(store_open(inside, STORE_WRITE, 0, &store, &error), STATUS_CANNOT);
    assert_non_null(strstr(error.text, "No such file or directory"));
    free(inside);
    place_free(place);
}

static void write_file(const char *path, const char *data, size_t len)
{
    struct error error = {0};
    assert_ok(file_write(path, (struct text){data, len}, 0644, &error));
}

static void test_not_ours(void **state)
{
    (void)state;
    struct error error = {0};
    struct place place = place_new();
    struct store *store;
    write_file(place.path, "", 0);
    assert_said(store_open(place.path, STORE_READ, 0, &store, &error), STATUS_WRONG, place.path,
                "nothing is stored in it yet: search --make makes the store");

    char text[5000];
    memset(text, 'x', sizeof text);
    write_file(place.path, text, sizeof text);
    assert_said(store_open(place.path, STORE_WRITE, 0, &store, &error), STATUS_WRONG, place.path,
                "not a store (no SQLite database)");

    unlink(place.path);
    run_sql(place.path, "CREATE TABLE t (x)");
    assert_said(store_open(place.path, STORE_WRITE, 0, &store, &error), STATUS_WRONG, place.path,
                "an SQLite database of another program");
    assert_int_equal(ask(place.path, "SELECT count(*) FROM sqlite_schema"), 1);

    unlink(place.path);
    store_close(open_store(place.path, STORE_WRITE));
    run_sql(place.path, "PRAGMA user_version = 7");
    for (int mode = STORE_READ; mode <= STORE_WRITE; mode++)
        assert_said(store_open(place.path, (enum store_mode)mode, 0, &store, &error), STATUS_WRONG,
                    place.path, "written by a newer program: format 7, this one knows up to 4");
    place_free(place);
}

static void fill(struct store *store, int64_t run, uint16_t count)
{
    struct error error = {0};
    assert_ok(store_begin(store, &error));
    for (uint16_t i = 0; i < count; i++)
        put(store, (struct pair){0, i}, run);
    assert_ok(store_commit(store, &error));
}

static void test_damaged(void **state)
{
    (void)state;
    struct error error = {0};
    struct place place = place_new();
    int64_t run;
    struct store *store = open_ready(place.path, &run);
    fill(store, run, 900);
    store_close(store);
    struct buf bytes = {0};
    assert_ok(file_read(place.path, 1 << 24, &bytes, &error));

    write_file(place.path, bytes.data, bytes.len / 2); /* cut off */
    assert_int_equal(store_open(place.path, STORE_WRITE, 0, &store, &error), STATUS_WRONG);
    assert_non_null(strstr(error.text, "evals.db: damaged: "));

    int refused = 0, pages = 0;
    for (size_t at = 4096; at + 4096 <= bytes.len; at += 4096, pages++) { /* a page lost */
        char page[4096];
        memcpy(page, bytes.data + at, sizeof page);
        memset(bytes.data + at, 0xA5, sizeof page);
        write_file(place.path, bytes.data, bytes.len);
        enum status status = store_open(place.path, STORE_WRITE, 0, &store, &error);
        refused += status == STATUS_WRONG && strstr(error.text, "evals.db: damaged: ") != NULL;
        store_close(store);
        memcpy(bytes.data + at, page, sizeof page);
    }
    assert_true(pages > 10);
    assert_int_equal(refused, pages);
    buf_free(&bytes);

    /* Damage that is met only later. */
    unlink(place.path);
    store = open_ready(place.path, &run);
    fill(store, run, 10);
    store_close(store);
    run_sql(place.path, "PRAGMA ignore_check_constraints = ON;"
                        "UPDATE evaluations SET depth = 999 WHERE b = 3");
    store = open_store(place.path, STORE_READ);
    struct evidence evidence;
    assert_said(store_evidence(store, NULL, STORE_ALL_WAVES, &evidence, &error), STATUS_WRONG,
                place.path, "damaged: a row that this program does not write");
    store_close(store);
    run_sql(place.path, "DELETE FROM evaluations WHERE b = 3");
    store = open_store(place.path, STORE_READ);
    assert_said(store_evidence(store, NULL, STORE_ALL_WAVES, &evidence, &error), STATUS_WRONG,
                place.path, "damaged: " ENGINE " nodes 10000 should have 10 rows");
    store_close(store);
    place_free(place);
}

/* A store of format 1, as the first release made it: read as it is, and migrated by who writes. */
static void test_old_format(void **state)
{
    (void)state;
    struct place place = place_new();
    int64_t run;
    struct store *store = open_ready(place.path, &run);
    fill(store, run, 10);
    store_close(store);
    run_sql(place.path,
            "DROP TABLE tasks; DROP TABLE questions;"
            "DROP INDEX evaluations_wave; ALTER TABLE jobs DROP COLUMN expires;"
            "CREATE TABLE old (set_id INTEGER NOT NULL REFERENCES sets, wave INTEGER NOT NULL,"
            " role INTEGER NOT NULL, day INTEGER NOT NULL, run INTEGER NOT NULL,"
            " rows INTEGER NOT NULL, nodes INTEGER NOT NULL, total_rows INTEGER NOT NULL,"
            " total_nodes INTEGER NOT NULL, engine_ms INTEGER NOT NULL,"
            " PRIMARY KEY (set_id, wave, role, day, run)) STRICT, WITHOUT ROWID;"
            "INSERT INTO old SELECT set_id, wave, role, day, run, rows, nodes, total_rows,"
            " total_nodes, engine_ms FROM tallies; DROP TABLE tallies;"
            "ALTER TABLE old RENAME TO tallies; PRAGMA user_version = 1");
    store = open_store(place.path, STORE_READ);
    char *text = export_text(store, STORE_ALL_WAVES);
    struct error error = {0};
    int64_t asked;
    assert_ok(store_asked(store, &asked, &error));
    assert_int_equal(asked, 0);
    store_close(store);
    assert_int_equal(ask(place.path, "PRAGMA user_version"), 1);
    store = open_store(place.path, STORE_WRITE);
    assert_int_equal(ask(place.path, "PRAGMA user_version"), 4);
    put(store, pair_1, run);
    assert_true(has(store, pair_1));
    store_close(store);
    assert_sound(place.path);
    store = open_store(place.path, STORE_READ);
    char *more = export_text(store, STORE_ALL_WAVES);
    assert_true(strlen(more) > strlen(text));
    store_close(store);
    free(more);
    free(text);
    place_free(place);
}

/* ---- what it is made with ---- */

static void test_pins(void **state)
{
    (void)state;
    struct error error = {0};
    struct place place = place_new();
    struct store *store = open_store(place.path, STORE_WRITE);
    struct buf value = {0};
    assert_ok(store_pinned(store, "ladder", &value, &error));
    assert_int_equal(value.len, 0);
    assert_ok(store_pin(store, "ladder", "eeec", &error));
    assert_ok(store_pin(store, "ladder", "eeec", &error));
    assert_said(store_pin(store, "ladder", "1234", &error), STATUS_WRONG, place.path,
                "made with ladder 'eeec', not '1234'; export it and import that into a new store");
    store_close(store);
    store = open_store(place.path, STORE_READ);
    assert_ok(store_pin(store, "ladder", "eeec", &error));
    assert_said(store_pin(store, "seed", "1", &error), STATUS_WRONG, place.path, "has no seed");
    assert_int_equal(store_pin(store, "ladder", "1234", &error), STATUS_WRONG);
    assert_ok(store_pinned(store, "ladder", &value, &error));
    assert_string_equal(value.data, "eeec");
    buf_free(&value);
    store_close(store);
    place_free(place);
}

static void test_engines(void **state)
{
    (void)state;
    struct error error = {0};
    struct place place = place_new();
    int64_t run, again;
    struct store *store = open_ready(place.path, &run);
    assert_ok(store_pin_engine(store, ENGINE,
                               " {\"limit_kind\":\"nodes\",\"options\":{\"Threads\":\"1\"},"
                               "\"files\":{\"binary\":\"af67\"}}",
                               &error));
    static const char *const others[][2] = {
        {"{\"files\":{\"binary\":\"9999\"},\"options\":{\"Threads\":\"1\"},"
         "\"limit_kind\":\"nodes\"}",
         "files.binary is \"af67\" in the store and \"9999\" now"},
        {"{\"files\":{\"binary\":\"af67\"},\"options\":{},\"limit_kind\":\"nodes\"}",
         "options.Threads is \"1\" in the store and nothing now"},
        {"{\"files\":{\"binary\":\"af67\",\"net\":\"1\"},\"options\":{\"Threads\":\"1\"},"
         "\"limit_kind\":\"nodes\"}",
         "files.net is nothing in the store and \"1\" now"},
        {"{\"files\":[],\"options\":{\"Threads\":\"1\"},\"limit_kind\":\"nodes\"}",
         "files is {\"binary\":\"af67\"} in the store and [] now"},
    };
    for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
        char message[256];
        snprintf(message, sizeof message, "another engine " ENGINE ": %s", others[i][1]);
        assert_said(store_pin_engine(store, ENGINE, others[i][0], &error), STATUS_WRONG, place.path,
                    message);
    }
    assert_int_equal(store_pin_engine(store, "x", "{\"a\":1,\"a\":1}", &error), STATUS_WRONG);
    assert_ok(store_pin_engine(store, "another", "{}", &error));
    assert_int_equal(store_pin_engine(store, "", "{}", &error), STATUS_WRONG);
    const char **engines;
    size_t count;
    assert_ok(store_engines(store, &engines, &count, &error));
    assert_int_equal(count, 2);
    assert_string_equal(engines[0], "another");
    assert_string_equal(engines[1], ENGINE);
    free(engines);
    assert_ok(
        store_run(store, " { \"sha256\":\"1234\", \"name\":\"asym-passport\"}", &again, &error));
    assert_int_equal(again, run);
    assert_ok(store_run(store, "{\"name\":\"external\"}", &again, &error));
    assert_int_not_equal(again, run);
    struct buf text = {0};
    assert_ok(store_run_producer(store, run, &text, &error));
    assert_string_equal(text.data, PRODUCER);
    assert_said(store_run_producer(store, 99, &text, &error), STATUS_WRONG, place.path,
                "has no run 99");
    buf_free(&text);
    assert_ok(store_engine_config(store, ENGINE, &text, &error));
    assert_string_equal(text.data, "{\"files\":{\"binary\":\"af67\"},\"limit_kind\":\"nodes\","
                                   "\"options\":{\"Threads\":\"1\"}}");
    buf_free(&text);
    store_close(store);
    place_free(place);
}

/* ---- evaluations ---- */

static void test_put(void **state)
{
    (void)state;
    struct error error = {0};
    struct place place = place_new();
    int64_t run;
    struct store *store = open_ready(place.path, &run);
    for (uint16_t i = 0; i < 60; i++) { /* among them mates and rows without WDL */
        struct store_result put_in = result_of((struct pair){5, i}, run), got;
        bool added, found;
        if (i % 3 == 0)
            put_in.total_nodes = put_in.engine_ms = put_in.day = 0;
        assert_ok(store_put(store, ENGINE, LIMIT_NODES, 10000, &put_in, &added, &error));
        assert_true(added);
        assert_ok(
            store_get(store, ENGINE, LIMIT_NODES, 10000, put_in.row.pair, &got, &found, &error));
        assert_true(found);
        assert_true(evidence_same(&put_in.row, &got.row));
        assert_int_equal(got.total_nodes, put_in.total_nodes);
        assert_int_equal(got.engine_ms, put_in.engine_ms);
        assert_int_equal(got.day, put_in.day);
        assert_int_equal(got.run, run);
        put_in.total_nodes = 12345;
        assert_ok(store_put(store, ENGINE, LIMIT_NODES, 10000, &put_in, &added, &error));
        assert_false(added);
        /* Another limit or kind is another evaluation. */
        put_in.row.score++;
        assert_ok(store_put(store, ENGINE, LIMIT_NODES, 20000, &put_in, &added, &error));
        assert_ok(store_put(store, ENGINE, LIMIT_DEPTH, 10, &put_in, &added, &error));
        assert_true(added);
    }
    struct store_result other = result_of((struct pair){5, 7}, run);
    other.row.score = 1;
    assert_said(store_put(store, ENGINE, LIMIT_NODES, 10000, &other, NULL, &error), STATUS_WRONG,
                place.path,
                "5:7 has two values: stored '" ENGINE
                ",nodes,10000,5,7,search,16,37,,8,52,9007,g1f3,7,500,493', new '" ENGINE
                ",nodes,10000,5,7,search,16,1,,8,52,9007,g1f3,7,500,493'");
    assert_said(store_put(store, "nobody", LIMIT_NODES, 10000, &other, NULL, &error), STATUS_WRONG,
                place.path, "has no engine nobody");
    bool found;
    assert_ok(store_get(store, "nobody", LIMIT_NODES, 10000, pair_1, &other, &found, &error));
    assert_false(found);
    store_close(store);
    assert_sound(place.path);
    assert_int_equal(ask(place.path, "SELECT count(*) FROM evaluations"), 180);
    place_free(place);
}

/* Nothing gets in that an evidence file could not hold. */
static void test_bad_rows(void **state)
{
    (void)state;
    struct error error = {0};
    struct place place = place_new();
    int64_t run;
    struct store *store = open_ready(place.path, &run);
    const struct store_result good = result_of(pair_2, run);
    struct store_result bad[16];
    for (size_t i = 0; i < 16; i++)
        bad[i] = good;
    bad[0].row.pair.w = 960;
    bad[1].row.role = ROLE_CONTROL;
    bad[2].row.role = ROLE_MIRROR;
    bad[3].row.role = 4;
    bad[4].row.hash_mb = 0;
    bad[5].row.depth = 0;
    bad[6].row.score = 100001;
    bad[7].row.mate = true;
    bad[7].row.score = 0;
    bad[8].row.nodes = -1;
    strcpy(bad[9].row.bestmove, "0000");
    strcpy(bad[10].row.bestmove, "a7a8k");
    bad[11].row.win = 1001;
    bad[12].row.loss = EVIDENCE_NO_WDL;
    bad[13].total_nodes = -1;
    bad[14].day = 1;
    bad[15].run = 77;
    for (size_t i = 0; i < 16; i++) {
        assert_int_equal(store_put(store, ENGINE, LIMIT_NODES, 10000, &bad[i], NULL, &error),
                         STATUS_WRONG);
        assert_ptr_equal(strstr(error.text, place.path), error.text);
    }
    assert_int_equal(store_put(store, ENGINE, LIMIT_NODES, 0, &good, NULL, &error), STATUS_WRONG);
    struct store_result mirror = good;
    mirror.row.pair = pair_mirror(pair_2);
    assert_said(store_put(store, ENGINE, LIMIT_NODES, 10000, &mirror, NULL, &error), STATUS_WRONG,
                place.path, "959:955 cannot be evaluated as 'search'");
    store_close(store);
    assert_sound(place.path);
    assert_int_equal(ask(place.path, "SELECT count(*) FROM evaluations"), 0);
    place_free(place);
}

static void test_groups(void **state)
{
    (void)state;
    struct error error = {0};
    struct place place = place_new();
    int64_t run, other_run;
    struct store *store = open_ready(place.path, &run);
    assert_ok(store_begin(store, &error));
    assert_said(store_begin(store, &error), STATUS_CANNOT, place.path, "a group is open already");
    put(store, pair_1, run);
    assert_true(has(store, pair_1));
    store_rollback(store);
    assert_false(has(store, pair_1));
    store_rollback(store);
    assert_said(store_commit(store, &error), STATUS_CANNOT, place.path, "no group is open");

    /* What is wrong by itself leaves the rest of its group alone. */
    assert_ok(store_begin(store, &error));
    put(store, pair_1, run);
    struct store_result result = result_of(pair_1, run);
    result.row.score++;
    assert_int_equal(store_put(store, ENGINE, LIMIT_NODES, 10000, &result, NULL, &error),
                     STATUS_WRONG);
    result = result_of(start_pair, run);
    result.row.depth = 0;
    assert_int_equal(store_put(store, ENGINE, LIMIT_NODES, 10000, &result, NULL, &error),
                     STATUS_WRONG);
    put(store, pair_2, run);
    assert_said(store_wave_close(store, ENGINE, &error), STATUS_CANNOT, place.path,
                "this cannot be part of a group");
    assert_ok(store_commit(store, &error));
    assert_true(has(store, pair_1) && has(store, pair_2) && !has(store, start_pair));

    /* A rolled back set, engine and run are really gone, and can be made again. */
    assert_ok(store_begin(store, &error));
    result = result_of(pair_1, run);
    assert_ok(store_put(store, ENGINE, LIMIT_NODES, 500000, &result, NULL, &error));
    assert_ok(store_pin_engine(store, "second", "{}", &error));
    assert_ok(store_run(store, "{\"name\":\"second\"}", &other_run, &error));
    store_rollback(store);
    assert_int_equal(store_put(store, "second", LIMIT_NODES, 1, &result, NULL, &error),
                     STATUS_WRONG);
    assert_ok(store_put(store, ENGINE, LIMIT_NODES, 500000, &result, NULL, &error));

    /* Closing rolls back. */
    assert_ok(store_begin(store, &error));
    put(store, start_pair, run);
    store_close(store);
    store = open_store(place.path, STORE_READ);
    assert_false(has(store, start_pair));
    assert_said(store_put(store, ENGINE, LIMIT_NODES, 10000, &result, NULL, &error), STATUS_CANNOT,
                place.path, "was opened for reading");
    store_close(store);
    assert_sound(place.path);
    place_free(place);
}

/* A group that the system broke says so until that is acknowledged, and keeps nothing. */
static void test_lost_group(void **state)
{
    (void)state;
    struct error error = {0};
    struct place place = place_new();
    int64_t run;
    struct store *store = open_ready(place.path, &run);
    put(store, pair_1, run);
    assert_ok(store_begin(store, &error));
    sqlite3_hard_heap_limit64(sqlite3_memory_used());
    enum status status = STATUS_OK;
    for (uint16_t b = 0; b < START_COUNT && !status; b++) {
        struct store_result result = result_of((struct pair){0, b}, run);
        status = store_put(store, ENGINE, LIMIT_NODES, 10000, &result, NULL, &error);
    }
    sqlite3_hard_heap_limit64(0);
    assert_int_equal(status, STATUS_CANNOT);
    assert_string_equal(error.text, "out of memory");
    struct store_result result = result_of(pair_2, run);
    assert_said(store_put(store, ENGINE, LIMIT_NODES, 10000, &result, NULL, &error), STATUS_CANNOT,
                place.path, "the group was rolled back after an earlier error");
    assert_said(store_commit(store, &error), STATUS_CANNOT, place.path,
                "the group was rolled back after an earlier error");
    assert_said(store_commit(store, &error), STATUS_CANNOT, place.path, "no group is open");
    put(store, start_pair, run);
    store_close(store);
    assert_sound(place.path);
    assert_int_equal(ask(place.path, "SELECT count(*) FROM evaluations"), 2);
    place_free(place);
}

/* ---- import and export ---- */

static struct evidence_set set_of(int64_t limit, struct evaluation *rows, size_t count)
{
    return (struct evidence_set){(char *)ENGINE, LIMIT_NODES, limit, rows, count};
}

static enum status count_visits(void *user, const struct store_result *result, struct error *error)
{
    size_t *left = user;
    assert_true(result->row.depth > 0);
    return --*left ? STATUS_OK : error_set(error, STATUS_CANNOT, "enough");
}

/* Two sets of rows as evidence holds them. */
enum { ROWS = 100, DEEP_ROWS = 10 };
struct sample {
    struct evaluation rows[ROWS], deep[DEEP_ROWS];
    struct evidence_set sets[2];
};

static struct evidence make_sample(struct sample *sample)
{
    for (int i = 0; i < ROWS; i++)
        sample->rows[i] = result_of((struct pair){7, (uint16_t)i}, 1).row;
    for (int i = 0; i < DEEP_ROWS; i++)
        sample->deep[i] = result_of((struct pair){(uint16_t)(2 * i), 11}, 1).row;
    sample->sets[0] = set_of(10000, sample->rows, ROWS);
    sample->sets[1] = set_of(100000, sample->deep, DEEP_ROWS);
    return (struct evidence){sample->sets, 2};
}

static void test_import(void **state)
{
    (void)state;
    struct error error = {0};
    struct place place = place_new();
    struct sample sample;
    struct evidence evidence = make_sample(&sample);
    int64_t run;
    size_t added, known;
    struct store *store = open_ready(place.path, &run);
    assert_ok(store_import(store, &evidence, run, 20261129, &added, &known, &error));
    assert_int_equal(added, ROWS + DEEP_ROWS);
    assert_int_equal(known, 0);
    struct buf expected = {0};
    evidence_write(&expected, &sample.sets[0]);
    evidence_write(&expected, &sample.sets[1]);
    buf_putc(&expected, '\n');
    assert_same_text(export_text(store, STORE_ALL_WAVES), buf_take(&expected));

    char *text = export_text(store, STORE_ALL_WAVES);
    assert_ok(store_import(store, &evidence, run, 0, &added, &known, &error));
    assert_int_equal(added, 0);
    assert_int_equal(known, ROWS + DEEP_ROWS);
    assert_same_text(export_text(store, 0), strdup(text));

    /* A contradiction in the last row: what came before it is not kept either. */
    sample.rows[0] = result_of((struct pair){8, 9}, run).row;
    sample.deep[DEEP_ROWS - 1].seldepth++;
    assert_int_equal(store_import(store, &evidence, run, 0, &added, &known, &error), STATUS_WRONG);
    assert_non_null(strstr(error.text, ": 18:11 has two values: stored '"));
    assert_int_equal(added, 0);
    assert_same_text(export_text(store, STORE_ALL_WAVES), text);
    store_close(store);
    assert_sound(place.path);
    place_free(place);
}

static void test_read_back(void **state)
{
    (void)state;
    struct error error = {0};
    struct place place = place_new();
    struct sample sample;
    struct evidence evidence = make_sample(&sample), out;
    int64_t run;
    size_t added, known, left = 3, count;
    struct store *store = open_ready(place.path, &run);
    assert_ok(store_import(store, &evidence, run, 20261129, &added, &known, &error));
    assert_refused(
        store_each(store, ENGINE, LIMIT_NODES, 10000, STORE_ALL_WAVES, count_visits, &left, &error),
        STATUS_CANNOT, "enough");
    assert_ok(
        store_each(store, ENGINE, LIMIT_NODES, 7, STORE_ALL_WAVES, count_visits, &left, &error));
    assert_ok(store_evidence(store, "nobody", STORE_ALL_WAVES, &out, &error));
    assert_int_equal(out.count, 0);
    evidence_free(&out);
    assert_ok(store_evidence(store, NULL, STORE_ALL_WAVES, &out, &error));
    assert_int_equal(out.count, 2);
    assert_int_equal(out.sets[1].limit, 100000);
    evidence_free(&out);

    struct store_tally *tallies;
    assert_ok(store_tallies(store, STORE_ALL_WAVES, &tallies, &count, &error));
    assert_int_equal(count, 3); /* 7:7 is a control */
    assert_int_equal(tallies[0].rows + tallies[1].rows, ROWS);
    assert_int_equal(tallies[1].role, ROLE_CONTROL);
    assert_int_equal(tallies[2].limit, 100000);
    assert_int_equal(tallies[2].day, 20261129);
    assert_int_equal(tallies[2].total_rows, 0);
    free(tallies);
    store_close(store);
    /* The view for people has the columns of an evidence file. */
    assert_int_equal(ask(place.path, "SELECT count(*) FROM evidence WHERE role = 'control' AND"
                                     " engine = '" ENGINE "' AND limit_kind = 'nodes'"),
                     1);
    place_free(place);
}

/* ---- waves and jobs ---- */

enum { JOBS = 6 };

/* Six pairs, the first a control, at 10,000 nodes. */
static void make_jobs(uint16_t w, struct store_job jobs[JOBS])
{
    for (int i = 0; i < JOBS; i++) {
        struct pair pair = {w, (uint16_t)(w + i)};
        jobs[i] = (struct store_job){
            .kind = LIMIT_NODES, .limit = 10000, .pair = pair, .role = role_of(pair)};
    }
}

static void begin(struct store *store, int64_t number, uint16_t w)
{
    struct error error = {0};
    struct store_job jobs[JOBS];
    make_jobs(w, jobs);
    assert_ok(store_wave_begin(store, ENGINE, number, "{\"from\":\"test\"}", jobs, JOBS, &error));
}

/* store_counts says what the rows of the jobs say. */
static void assert_counts(struct store *store, const char *path)
{
    struct error error = {0};
    struct store_count *counts;
    size_t count;
    assert_ok(store_counts(store, &counts, &count, &error));
    assert_int_equal(
        ask(path, "SELECT count(*) FROM (SELECT DISTINCT set_id, role, state FROM jobs) AS x"),
        count);
    for (size_t i = 0; i < count; i++) {
        char sql[256];
        snprintf(sql, sizeof sql,
                 "SELECT count(*) FROM jobs AS j JOIN sets AS s ON s.id = j.set_id"
                 " WHERE s.lim = %lld AND j.role = %d AND j.state = %d",
                 (long long)counts[i].limit, (int)counts[i].role, (int)counts[i].state);
        assert_int_equal(ask(path, sql), counts[i].jobs);
    }
    free(counts);
}

static size_t claim(struct store *store, size_t max, struct store_job *jobs)
{
    struct error error = {0};
    size_t count;
    assert_ok(store_claim(store, ENGINE, "worker 1", max, jobs, &count, &error));
    return count;
}

static void finish(struct store *store, const struct store_job *job, int64_t run)
{
    struct error error = {0};
    struct store_result result = result_of(job->pair, run);
    assert_ok(store_finish(store, job, &result, &error));
}

/* The jobs of the last wave by state. */
static void assert_states(struct store *store, int waiting, int running, int done, int failed)
{
    struct error error = {0};
    struct store_wave wave;
    assert_ok(store_wave(store, ENGINE, 0, &wave, NULL, &error));
    assert_int_equal(wave.states[STORE_WAITING], waiting);
    assert_int_equal(wave.states[STORE_RUNNING], running);
    assert_int_equal(wave.states[STORE_DONE], done);
    assert_int_equal(wave.states[STORE_FAILED], failed);
    assert_int_equal(wave.jobs, waiting + running + done + failed);
}

static void test_wave_begin(void **state)
{
    (void)state;
    struct error error = {0};
    struct place place = place_new();
    int64_t run;
    struct store *store = open_ready(place.path, &run);
    struct store_job jobs[JOBS + 1], claimed[1];
    struct store_wave wave;
    make_jobs(0, jobs);
    assert_ok(store_wave(store, ENGINE, 0, &wave, NULL, &error));
    assert_int_equal(wave.number, 0);
    assert_int_equal(claim(store, 1, claimed), 0);
    assert_said(store_wave_begin(store, ENGINE, 2, "{}", jobs, JOBS, &error), STATUS_WRONG,
                place.path, "wave 1 of " ENGINE " comes next, not 2");
    assert_said(store_wave_begin(store, "nobody", 1, "{}", jobs, JOBS, &error), STATUS_WRONG,
                place.path, "has no engine nobody");
    jobs[JOBS] = jobs[2];
    assert_said(store_wave_begin(store, ENGINE, 1, "{}", jobs, JOBS + 1, &error), STATUS_WRONG,
                place.path, "0:2 at nodes 10000 stands twice in the wave");
    put(store, (struct pair){0, 3}, run);
    assert_said(store_wave_begin(store, ENGINE, 1, "{}", jobs, JOBS, &error), STATUS_WRONG,
                place.path, "0:3 at nodes 10000 is stored already");
    make_jobs(1, jobs);
    jobs[1].role = ROLE_MIRROR;
    assert_said(store_wave_begin(store, ENGINE, 1, "{}", jobs, JOBS, &error), STATUS_WRONG,
                place.path, "1:2 cannot be evaluated as 'mirror'");
    assert_int_equal(ask(place.path, "SELECT count(*) FROM jobs"), 0);
    assert_int_equal(ask(place.path, "SELECT count(*) FROM waves"), 0);

    begin(store, 1, 1);
    make_jobs(2, jobs);
    assert_said(store_wave_begin(store, ENGINE, 2, "{}", jobs, JOBS, &error), STATUS_WRONG,
                place.path, "wave 1 of " ENGINE " is still open");
    struct buf plan = {0};
    assert_ok(store_wave(store, ENGINE, 1, &wave, &plan, &error));
    assert_string_equal(plan.data, "{\"from\":\"test\"}");
    buf_free(&plan);
    assert_true(wave.open && wave.begun > 20200101 && wave.closed == 0);
    assert_said(store_wave(store, ENGINE, 9, &wave, NULL, &error), STATUS_WRONG, place.path,
                "has no wave 9 of " ENGINE);
    /* Rows from outside wait for the end of the wave; equal ones are nothing new. */
    struct store_result result = result_of((struct pair){30, 40}, run);
    assert_said(store_put(store, ENGINE, LIMIT_NODES, 10000, &result, NULL, &error), STATUS_WRONG,
                place.path,
                "wave 1 of " ENGINE " is open, and its plan knows nothing of a new row for 30:40; "
                "end the wave first");
    put(store, (struct pair){0, 3}, run);
    store_close(store);
    assert_sound(place.path);
    place_free(place);
}

static void test_wave(void **state)
{
    (void)state;
    struct error error = {0};
    struct place place = place_new();
    int64_t run;
    struct store *store = open_ready(place.path, &run);
    struct store_job jobs[JOBS + 3];
    begin(store, 1, 3);
    assert_states(store, JOBS, 0, 0, 0);
    assert_int_equal(claim(store, 2, jobs), 2);
    assert_int_equal(jobs[0].pair.b, 3); /* in the order they were given */
    assert_int_equal(jobs[0].role, ROLE_CONTROL);
    assert_int_equal(jobs[1].pair.b, 4);
    assert_string_equal(jobs[1].engine, ENGINE);
    assert_int_equal(claim(store, JOBS + 3, jobs + 2), JOBS - 2);
    assert_int_equal(claim(store, 1, jobs + JOBS), 0);
    assert_states(store, 0, JOBS, 0, 0);

    struct store_running *running;
    size_t count;
    assert_ok(store_running(store, &running, &count, &error));
    assert_int_equal(count, JOBS);
    assert_string_equal(running[0].worker, "worker 1");
    assert_int_equal(running[0].pair.b, 3);
    assert_true(running[0].seconds >= 0 && running[0].seconds < 60);
    free(running);

    struct store_result wrong = result_of(jobs[1].pair, run);
    assert_said(store_finish(store, &jobs[0], &wrong, &error), STATUS_WRONG, place.path,
                "3:4 (0) is no result for 3:3 (control)");
    for (size_t i = 0; i < JOBS; i++) {
        assert_int_equal(store_wave_close(store, ENGINE, &error), STATUS_WRONG);
        finish(store, &jobs[i], run);
    }
    assert_states(store, 0, 0, JOBS, 0);
    struct store_count *counts;
    assert_ok(store_counts(store, &counts, &count, &error));
    assert_int_equal(count, 2);
    assert_int_equal(counts[0].role, ROLE_SEARCH);
    assert_int_equal(counts[0].state, STORE_DONE);
    assert_int_equal(counts[0].jobs, JOBS - 1);
    assert_int_equal(counts[1].jobs, 1);
    free(counts);
    assert_ok(store_wave_close(store, ENGINE, &error));
    assert_said(store_wave_close(store, ENGINE, &error), STATUS_WRONG, place.path,
                "no wave of " ENGINE " is open");
    assert_states(store, 0, 0, JOBS, 0);
    assert_int_equal(ask(place.path, "SELECT count(*) FROM jobs"), 0);
    store_close(store);
    assert_sound(place.path);
    place_free(place);
}

/* The rows of a pair at both limits, up to that wave, once one of them is of wave 1 or later. */
static void assert_touched(struct store *store, int64_t last_wave, size_t at_10000,
                           size_t at_100000)
{
    struct error error = {0};
    struct evidence evidence;
    assert_ok(store_evidence_touched(store, ENGINE, 1, last_wave, &evidence, &error));
    assert_int_equal(evidence.count, 2);
    assert_int_equal(evidence.sets[0].count, at_10000);
    assert_int_equal(evidence.sets[1].count, at_100000);
    for (size_t i = 0; i < at_100000; i++)
        assert_int_equal(evidence.sets[1].rows[i].pair.w, 1);
    evidence_free(&evidence);
}

static void test_touched(void **state)
{
    (void)state;
    struct error error = {0};
    struct place place = place_new();
    int64_t run;
    struct store *store = open_ready(place.path, &run);
    struct store_job jobs[JOBS];
    for (uint16_t b = 1; b < 5; b++) { /* of wave 0: 1:1 ... 1:4 and 2:1 ... 2:4 */
        for (uint16_t w = 1; w <= 2; w++) {
            struct store_result result = result_of((struct pair){w, b}, run);
            assert_ok(store_put(store, ENGINE, LIMIT_NODES, 100000, &result, NULL, &error));
        }
    }
    put(store, (struct pair){30, 40}, run);
    assert_touched(store, STORE_ALL_WAVES, 0, 0);
    begin(store, 1, 1); /* 1:1 ... 1:6 at 10,000 */
    assert_int_equal(claim(store, 5, jobs), 5);
    assert_touched(store, STORE_ALL_WAVES, 0, 0);
    for (int i = 0; i < 5; i++) { /* 1:5 has no other row */
        finish(store, &jobs[i], run);
        assert_touched(store, STORE_ALL_WAVES, (size_t)i + 1, i < 4 ? (size_t)i + 1 : 4);
    }
    assert_touched(store, 0, 0, 4);
    store_close(store);
    place_free(place);
}

/* What was there after a wave can be told for ever. */
static void test_last_wave(void **state)
{
    (void)state;
    struct error error = {0};
    struct place place = place_new();
    int64_t run;
    struct store *store = open_ready(place.path, &run);
    struct store_job job;
    put(store, (struct pair){100, 200}, run);
    char *before = export_text(store, STORE_ALL_WAVES);
    begin(store, 1, 3);
    while (claim(store, 1, &job))
        finish(store, &job, run);
    assert_ok(store_wave_close(store, ENGINE, &error));
    put(store, (struct pair){100, 201}, run); /* belongs to wave 1 */
    char *first = export_text(store, STORE_ALL_WAVES);
    begin(store, 2, 20);
    while (claim(store, 1, &job))
        finish(store, &job, run);
    assert_same_text(export_text(store, 0), before);
    assert_same_text(export_text(store, 1), first);
    struct store_result result;
    bool found;
    assert_ok(store_get(store, ENGINE, LIMIT_NODES, 10000, (struct pair){20, 22}, &result, &found,
                        &error));
    assert_true(found && result.day > 20200101 && result.run == run);
    store_close(store);
    assert_sound(place.path);
    place_free(place);
}

/* Fails the first job for good. *job is its last claim. */
static void fail_first(struct store *store, struct store_job *job)
{
    struct error error = {0};
    struct store_job old;
    bool failed, ours;
    for (int i = 0; i < STORE_TRIES; i++) {
        /* The worker's death, a release, is no try. */
        assert_int_equal(claim(store, 1, &old), 1);
        assert_int_equal(old.tries, i);
        assert_ok(store_release(store, &old, &error));
        assert_int_equal(claim(store, 1, job), 1);
        assert_int_equal(job->pair.b, old.pair.b);
        /* A claim that is no longer good has no say. */
        assert_ok(store_renew(store, &old, &ours, &error));
        assert_false(ours);
        assert_ok(store_fail(store, &old, "stale", &failed, &error));
        assert_false(failed);
        assert_ok(store_release(store, &old, &error));
        assert_ok(store_renew(store, job, &ours, &error));
        assert_true(ours);
        assert_states(store, JOBS - 1, 1, 0, 0);
        assert_ok(store_fail(store, job, "no bestmove", &failed, &error));
        assert_int_equal(failed, i + 1 == STORE_TRIES);
        assert_ok(store_fail(store, job, "again", &failed, &error)); /* the answer was lost */
        assert_false(failed);
    }
    assert_states(store, JOBS - 1, 0, 0, 1);
}

static void test_fail(void **state)
{
    (void)state;
    struct error error = {0};
    struct place place = place_new();
    int64_t run;
    struct store *store = open_ready(place.path, &run);
    struct store_job job;
    struct store_failure *failures;
    size_t count;
    begin(store, 1, 3);
    fail_first(store, &job);
    assert_counts(store, place.path);
    assert_ok(store_failures(store, &failures, &count, &error));
    assert_int_equal(count, 1);
    assert_int_equal(failures[0].pair.w, 3);
    assert_int_equal(failures[0].role, ROLE_CONTROL);
    assert_int_equal(failures[0].wave, 1);
    assert_string_equal(failures[0].reason, "no bestmove");
    free(failures);
    while (claim(store, 1, &job))
        finish(store, &job, run);
    assert_ok(store_wave_close(store, ENGINE, &error));
    assert_states(store, 0, 0, JOBS - 1, 1);
    /* Once it is evaluated after all, it is no failure. */
    put(store, (struct pair){3, 3}, run);
    assert_ok(store_failures(store, &failures, &count, &error));
    assert_int_equal(count, 0);
    free(failures);
    store_close(store);
    assert_sound(place.path);
    place_free(place);
}

/* Answers that come twice, or after the job has ended. */
static void test_late(void **state)
{
    (void)state;
    struct error error = {0};
    struct place place = place_new();
    int64_t run;
    struct store *store = open_ready(place.path, &run);
    struct store_job bad, jobs[JOBS];
    bool failed;
    begin(store, 1, 3);
    fail_first(store, &bad);
    finish(store, &bad, run);
    assert_false(has(store, bad.pair));
    assert_int_equal(claim(store, JOBS, jobs), JOBS - 1);
    for (size_t i = 0; i < JOBS - 1; i++) {
        finish(store, &jobs[i], run);
        assert_counts(store, place.path);
        finish(store, &jobs[i], run);
    }
    assert_ok(store_fail(store, &jobs[1], "late", &failed, &error));
    assert_false(failed);
    assert_states(store, 0, 0, JOBS - 1, 1);
    assert_ok(store_wave_close(store, ENGINE, &error));
    finish(store, &jobs[1], run);
    finish(store, &bad, run);
    assert_false(has(store, bad.pair));
    struct store_result other = result_of(jobs[1].pair, run);
    other.row.score++;
    assert_int_equal(store_finish(store, &jobs[1], &other, &error), STATUS_WRONG);
    assert_non_null(strstr(error.text, ": 3:5 has two values: stored '"));
    store_close(store);
    assert_sound(place.path);
    assert_int_equal(ask(place.path, "SELECT count(*) FROM evaluations"), JOBS - 1);
    place_free(place);
}

/* Claimed in a group that was rolled back, and searched all the same. */
static void test_lost_claim(void **state)
{
    (void)state;
    struct error error = {0};
    struct place place = place_new();
    int64_t run;
    struct store *store = open_ready(place.path, &run);
    struct store_job job, again;
    begin(store, 1, 3);
    assert_ok(store_begin(store, &error));
    assert_int_equal(claim(store, 1, &job), 1);
    store_rollback(store);
    assert_states(store, JOBS, 0, 0, 0);
    finish(store, &job, run);
    assert_states(store, JOBS - 1, 0, 1, 0);
    assert_int_equal(claim(store, 1, &job), 1);
    store_close(store);
    outlive(place.path);
    store = open_store(place.path, STORE_READ);
    assert_states(store, JOBS - 2, 1, 1, 0); /* a reader changes nothing */
    store_close(store);
    store = open_store(place.path, STORE_WRITE);
    assert_states(store, JOBS - 1 - on_server(), on_server(), 1, 0);
    for (size_t left = on_server() ? JOBS - 2 : 0; left > 0; left--)
        assert_int_equal(claim(store, 1, &again), 1); /* what waits comes first */
    assert_int_equal(claim(store, 1, &again), 1);
    assert_int_equal(again.pair.b, job.pair.b);
    store_close(store);
    place_free(place);
}

/* ---- several processes ---- */

static void test_readers(void **state)
{
    (void)state;
    struct error error = {0};
    struct place place = place_new();
    int64_t run;
    struct store *store = open_ready(place.path, &run);
    put(store, pair_1, run);
    struct store *reader = open_store(place.path, STORE_READ);
    assert_true(has(reader, pair_1));
    assert_ok(store_begin(store, &error));
    put(store, pair_2, run);
    assert_false(has(reader, pair_2));
    assert_ok(store_commit(store, &error));
    assert_true(has(reader, pair_2));
    assert_ok(store_begin(reader, &error)); /* one moment */
    assert_false(has(reader, start_pair));
    put(store, start_pair, run);
    assert_false(has(reader, start_pair));
    assert_ok(store_commit(reader, &error));
    assert_true(has(reader, start_pair));
    store_close(store);
    assert_true(has(reader, start_pair));
    store_close(reader);
    assert_sound(place.path);
    place_free(place);
}

static void test_two_coordinators(void **state)
{
    (void)state;
    struct error error = {0};
    struct place place = place_new();
    int64_t run;
    store_close(open_ready(place.path, &run));
    int from, to;
    pid_t pid = fork_with_pipe(&from, &to);
    if (pid == 0) {
        struct store *store;
        int64_t word = store_open(place.path, STORE_WRITE, 0, &store, &error);
        if (write(to, &word, sizeof word) == sizeof word)
            pause();
        _exit(1);
    }
    assert_int_equal(first_word(from), STATUS_OK);
    char message[64];
    snprintf(message, sizeof message, "process %ld is at work on it", (long)pid);
    struct store *store;
    assert_said(store_open(place.path, STORE_WRITE, 0, &store, &error), STATUS_CANNOT, place.path,
                message);
    char *link = file_join(place.folder, "link.db");
    assert_int_equal(symlink("evals.db", link), 0);
    assert_said(store_open(link, STORE_WRITE, 0, &store, &error), STATUS_CANNOT, link, message);
    free(link);
    store_close(open_store(place.path, STORE_READ));
    kill_and_wait(pid);
    close(from);
    store = open_store(place.path, STORE_WRITE);
    struct store *second;
    snprintf(message, sizeof message, "process %ld is at work on it", (long)getpid());
    assert_said(store_open(place.path, STORE_WRITE, 0, &second, &error), STATUS_CANNOT, place.path,
                message);
    store_close(store);
    place_free(place);
}

static void test_locked(void **state)
{
    (void)state;
    struct error error = {0};
    struct place place = place_new();
    int64_t run;
    struct store *store = open_ready(place.path, &run);
    int from, to;
    pid_t pid = fork_with_pipe(&from, &to);
    if (pid == 0) { /* another program, which knows nothing of our lock */
        sqlite3 *db;
        int64_t word = sqlite3_open(place.path, &db) == SQLITE_OK &&
                       sqlite3_exec(db, "BEGIN IMMEDIATE", NULL, NULL, NULL) == SQLITE_OK;
        if (write(to, &word, sizeof word) == sizeof word)
            pause();
        _exit(1);
    }
    assert_int_equal(first_word(from), 1);
    struct store_result result = result_of(pair_1, run);
    assert_said(store_put(store, ENGINE, LIMIT_NODES, 10000, &result, NULL, &error), STATUS_CANNOT,
                place.path, "locked by another program for 0.3 s");
    assert_said(store_begin(store, &error), STATUS_CANNOT, place.path,
                "locked by another program for 0.3 s");
    assert_false(has(store, pair_1)); /* reading goes on */
    kill_and_wait(pid);
    close(from);
    put(store, pair_1, run);
    store_close(store);
    assert_sound(place.path);
    place_free(place);
}

/* With its log and lock. */
static void remove_store(const char *path)
{
    char command[512];
    snprintf(command, sizeof command, "rm -f '%s'*", path);
    assert_int_equal(system(command), 0);
}

/* ---- a full disk ---- */

static void write_ballast(const char *path, size_t bytes)
{
    char block[4096] = {1};
    int fd = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
    assert_true(fd >= 0);
    for (size_t i = 0; i < bytes; i += sizeof block) {
        if (write(fd, block, sizeof block) != sizeof block)
            break;
    }
    close(fd);
}

/* Puts groups of `size` from pair number *next on until there is no more room. */
static void fill_disk(struct store *store, const char *path, int64_t run, uint32_t size,
                      uint32_t *next)
{
    struct error error = {0};
    enum status status = STATUS_OK;
    for (;;) {
        status = store_begin(store, &error);
        for (uint32_t i = *next; i < *next + size && !status; i++) {
            struct pair pair = {(uint16_t)(i / 400), (uint16_t)(i / 400 + i % 400)};
            struct store_result result = result_of(pair, run);
            status = store_put(store, ENGINE, LIMIT_NODES, 10000, &result, NULL, &error);
        }
        if (!status)
            status = store_commit(store, &error);
        if (status)
            break;
        *next += size;
    }
    char message[512];
    snprintf(message, sizeof message, "%s: disk full", path);
    assert_string_equal(error.text, message);
    assert_int_equal(status, STATUS_CANNOT);
    store_rollback(store);
}

static void full_disk(const char *folder)
{
    struct error error = {0};
    char *path = file_join(folder, "evals.db"), *ballast = file_join(folder, "ballast");
    uint32_t next = 0;
    int64_t run;
    write_ballast(ballast, 200000);
    struct store *store = open_ready(path, &run);
    fill_disk(store, path, run, 50, &next);
    assert_true(next > 0);
    assert_true(has(store, (struct pair){0, 0})); /* reading goes on */
    unlink(ballast);
    uint32_t before = next;
    fill_disk(store, path, run, 50, &next); /* and writing, once there is room */
    assert_true(next > before);
    store_close(store);
    assert_sound(path);
    assert_int_equal(ask(path, "SELECT count(*) FROM evaluations"), next);

    /* One group that can never fit. */
    store = open_store(path, STORE_WRITE);
    before = next;
    fill_disk(store, path, run, 20000, &next);
    assert_int_equal(next, before);
    store_close(store);
    assert_sound(path);
    assert_int_equal(ask(path, "SELECT count(*) FROM evaluations"), next);

    /* No room for a new store. */
    remove_store(path);
    write_ballast(ballast, 1 << 20);
    assert_int_equal(store_open(path, STORE_WRITE, 0, &store, &error), STATUS_CANNOT);
    assert_non_null(strstr(error.text, "disk full"));
    unlink(ballast);
    store_close(open_ready(path, &run));
    free(path);
    free(ballast);
}

static void test_full_disk(void **state)
{
    (void)state;
    struct place place = place_new();
    bool mounted = mount("tmpfs", place.folder, "tmpfs", 0, "size=1m") == 0;
    if (mounted) {
        full_disk(place.folder);
        assert_int_equal(umount(place.folder), 0);
    }
    place_free(place);
    if (!mounted) {
        print_message("cannot mount a small tmpfs here: not tested on a full disk\n");
        skip();
    }
}

/* ---- kills ---- */

/* A server has its own tests for this (of the search); starting over takes it longer. */
static int kills(void)
{
    return on_server() ? 20 : 100;
}

/* Below `limit`; the same sequence in every run, though no two runs are killed at the same point.
 */
static long chance(long limit)
{
    static uint64_t last = 20260918;
    last = last * 6364136223846793005U + 1442695040888963407U;
    return (long)((last >> 33) % (uint64_t)limit);
}

/* The next pair after n, all of them representatives or controls. */
static struct pair nth_pair(int64_t n)
{
    return (struct pair){(uint16_t)(n / 400), (uint16_t)(n / 400 + n % 400)};
}

/* The size of the group that begins with row n. */
static int64_t group_size(int64_t n)
{
    return 1 + n * 7 % 20;
}

/* Puts groups from row n on for ever, and says after each commit how many rows there are. */
static void put_for_ever(const char *path, int64_t n, int to)
{
    struct error error = {0};
    struct store *store;
    int64_t run;
    enum status status = store_open(path, STORE_WRITE, 1000, &store, &error);
    if (!status)
        status = store_pin_engine(store, ENGINE, CONFIG, &error);
    if (!status)
        status = store_run(store, PRODUCER, &run, &error);
    while (!status) {
        int64_t end = n + group_size(n);
        status = store_begin(store, &error);
        for (; n < end && !status; n++) {
            struct store_result result = result_of(nth_pair(n), run);
            status = store_put(store, ENGINE, LIMIT_NODES, 10000, &result, NULL, &error);
        }
        if (!status)
            status = store_commit(store, &error);
        if (!status && write(to, &n, sizeof n) != sizeof n)
            break;
    }
    fprintf(stderr, "%s\n", error.text);
    _exit(1);
}

/* Whole groups, at least the acknowledged ones, each row as it was put. Returns their number. */
static int64_t assert_whole_groups(const char *path, int64_t acknowledged)
{
    struct error error = {0};
    int64_t count = ask(path, "SELECT count(*) FROM evaluations"), boundary = 0;
    assert_true(count >= acknowledged);
    while (boundary < count)
        boundary += group_size(boundary);
    assert_int_equal(boundary, count);
    assert_true(count <= acknowledged + group_size(acknowledged));
    struct store *store = open_store(path, STORE_READ);
    struct evidence evidence;
    assert_ok(store_evidence(store, NULL, STORE_ALL_WAVES, &evidence, &error));
    assert_int_equal(evidence.count, 1);
    assert_int_equal(evidence.sets[0].count, count);
    for (int64_t n = 0; n < count; n++) {
        struct evaluation expected = result_of(nth_pair(n), 1).row;
        assert_true(evidence_same(&evidence.sets[0].rows[n], &expected));
    }
    evidence_free(&evidence);
    store_close(store);
    return count;
}

static void test_killed_while_putting(void **state)
{
    (void)state;
    struct place place = place_new();
    int64_t run, count = 0;
    store_close(open_ready(place.path, &run));
    for (int i = 0; i < kills(); i++) {
        int from, to;
        pid_t pid = fork_with_pipe(&from, &to);
        if (pid == 0)
            put_for_ever(place.path, count, to);
        int64_t acknowledged = i % 2 ? first_word(from) : count; /* half of them, while opening */
        sleep_us(chance(20000));
        kill_and_wait(pid);
        outlive(place.path);
        acknowledged = last_word(from, acknowledged);
        assert_sound(place.path);
        if (acknowledged > 0 || count > 0 ||
            ask(place.path, "SELECT count(*) FROM evaluations") > 0)
            count = assert_whole_groups(place.path, acknowledged);
    }
    assert_true(count > kills() / 2);
    print_message("%d kills while putting: %lld rows, none lost, none doubled\n", kills(),
                  (long long)count);
    place_free(place);
}

/* Killed while the store is being made: the next one makes it, or finds it whole. */
static void test_killed_while_making(void **state)
{
    (void)state;
    struct error error = {0};
    struct place place = place_new();
    int made = 0;
    for (int i = 0; i < kills(); i++) {
        pid_t pid = fork_child();
        if (pid == 0) {
            struct store *store;
            if (!store_open(place.path, STORE_WRITE, 0, &store, &error))
                pause();
            _exit(1);
        }
        sleep_us(chance(60000));
        kill_and_wait(pid);
        made += is_made(place.path);
        int64_t run;
        store_close(open_ready(place.path, &run));
        assert_sound(place.path);
        remove_store(place.path);
    }
    print_message("%d kills while making: %d times it was whole already\n", kills(), made);
    place_free(place);
}

/* A little coordinator. Wave n has the pairs from 40 n on; every 11th pair fails three times, and
 * every 7th claim is given back. Returns after `waves` waves, if that is not 0. Writes a word to
 * `to`, if that is not negative, when the store is open and after each group. */
enum { WAVE_JOBS = 40 };

static enum status plan_wave(struct store *store, int64_t number, struct error *error)
{
    struct store_job jobs[WAVE_JOBS];
    for (int i = 0; i < WAVE_JOBS; i++) {
        struct pair pair = nth_pair(number * WAVE_JOBS + i);
        jobs[i] = (struct store_job){.kind = LIMIT_NODES,
                                     .limit = i % 4 ? 10000 : 100000,
                                     .pair = pair,
                                     .role = role_of(pair)};
    }
    return store_wave_begin(store, ENGINE, number, "{}", jobs, WAVE_JOBS, error);
}

static enum status search_job(struct store *store, const struct store_job *job, int64_t run,
                              int *counter, struct error *error)
{
    if (++*counter % 7 == 0)
        return store_release(store, job, error);
    if (pair_index(job->pair) % 11 == 0)
        return store_fail(store, job, "crashed", NULL, error);
    struct store_result result = result_of(job->pair, run);
    return store_finish(store, job, &result, error);
}

static enum status tell(int to, struct error *error)
{
    int64_t word = 1;
    if (to >= 0 && write(to, &word, sizeof word) != sizeof word)
        return error_set(error, STATUS_CANNOT, "nobody listens");
    return STATUS_OK;
}

static enum status work_through(struct store *store, int64_t run, int to, struct error *error)
{
    int counter = 0;
    size_t count = 1;
    enum status status = STATUS_OK;
    while (!status && count) {
        struct store_job jobs[8];
        status = store_begin(store, error);
        if (!status)
            status = store_claim(store, ENGINE, "w", 1 + (size_t)counter % 8, jobs, &count, error);
        for (size_t i = 0; i < count && !status; i++)
            status = search_job(store, &jobs[i], run, &counter, error);
        if (!status)
            status = store_commit(store, error);
        if (!status)
            status = tell(to, error);
    }
    return status;
}

static enum status coordinate(const char *path, int64_t waves, int to, struct error *error)
{
    struct store *store;
    struct store_wave wave;
    int64_t run;
    enum status status = store_open(path, STORE_WRITE, 1000, &store, error);
    if (!status)
        status = store_pin_engine(store, ENGINE, CONFIG, error);
    if (!status)
        status = store_run(store, PRODUCER, &run, error);
    if (!status)
        status = tell(to, error);
    while (!status) {
        status = store_wave(store, ENGINE, 0, &wave, NULL, error);
        if (!status && !wave.open && waves && wave.number >= waves)
            break;
        if (!status && !wave.open)
            status = plan_wave(store, wave.number + 1, error);
        if (!status)
            status = work_through(store, run, to, error);
        if (!status)
            status = store_wave_close(store, ENGINE, error);
    }
    store_close(store);
    return status;
}

static char *failures_text(struct store *store)
{
    struct error error = {0};
    struct store_failure *failures;
    struct buf text = {0};
    size_t count;
    assert_ok(store_failures(store, &failures, &count, &error));
    assert_true(count > 0);
    for (size_t i = 0; i < count; i++)
        buf_printf(&text, "%lld %u:%u %lld %s\n", (long long)failures[i].limit, failures[i].pair.w,
                   failures[i].pair.b, (long long)failures[i].wave, failures[i].reason);
    free(failures);
    return buf_take(&text);
}

/* Kills one at some moment or, with `later`, at some moment after so many words of it. */
static void kill_coordinator(const char *path, long later)
{
    struct error error = {0};
    int from, to;
    pid_t pid = fork_with_pipe(&from, &to);
    if (pid == 0) {
        coordinate(path, 0, to, &error);
        fprintf(stderr, "%s\n", error.text);
        _exit(1);
    }
    for (long i = 0; i < later; i++)
        first_word(from);
    sleep_us(chance(20000));
    kill_and_wait(pid);
    outlive(path);
    close(from);
}

/* A job is done exactly when its row is there, and failed exactly when its failure is. */
static void assert_jobs_sound(const char *path)
{
    assert_sound(path);
    assert_int_equal(ask(path, "SELECT count(*) FROM jobs AS j LEFT JOIN evaluations AS v"
                               " USING (set_id, w, b) WHERE (j.state = 2) <> (v.w IS NOT NULL)"),
                     0);
    assert_int_equal(ask(path, "SELECT count(*) FROM jobs AS j LEFT JOIN failures AS f"
                               " USING (set_id, w, b) WHERE (j.state = 3) <> (f.w IS NOT NULL)"),
                     0);
    struct store *reader = open_store(path, STORE_READ);
    assert_counts(reader, path);
    store_close(reader);
}

static void test_killed_coordinator(void **state)
{
    (void)state;
    struct error error = {0};
    struct place place = place_new();
    struct place calm_place = place_new();
    const char *calm_path = calm_place.path;
    for (int i = 0; i < kills(); i++) {
        kill_coordinator(place.path, i % 2 ? 1 + chance(20) : 0);
        if (is_made(place.path))
            assert_jobs_sound(place.path);
    }
    int64_t waves = ask(place.path, "SELECT max(number) FROM waves");
    assert_true(waves > 0);
    assert_ok(coordinate(place.path, waves, -1, &error));
    assert_ok(coordinate(calm_path, waves, -1, &error));
    struct store *killed = open_store(place.path, STORE_READ);
    struct store *calm = open_store(calm_path, STORE_READ);
    assert_same_text(export_text(killed, STORE_ALL_WAVES), export_text(calm, STORE_ALL_WAVES));
    assert_same_text(export_text(killed, waves / 2), export_text(calm, waves / 2));
    assert_same_text(failures_text(killed), failures_text(calm));
    store_close(killed);
    store_close(calm);
    assert_sound(place.path);
    assert_sound(calm_path);
    print_message("%d kills of a coordinator: after %lld waves the same evidence\n", kills(),
                  (long long)waves);
    place_free(calm_place);
    place_free(place);
}

/* ---- what only a server has ---- */

static void test_server_open(void **state)
{
    (void)state;
    struct error error = {0};
    struct place place = place_new();
    struct store *store;
    assert_said(store_open(place.path, STORE_READ, 0, &store, &error), STATUS_WRONG, place.path,
                "nothing is stored in it yet: search --make makes the store");
    run_sql(place.path, "CREATE TABLE t (x integer)");
    assert_said(store_open(place.path, STORE_WRITE, 0, &store, &error), STATUS_WRONG, place.path,
                "a database of another program");
    run_sql(place.path, "DROP TABLE t");
    int64_t run;
    store_close(open_ready(place.path, &run));
    store_close(open_store(place.path, STORE_READ));
    run_sql(place.path, "UPDATE asym_passport SET format = 7");
    for (int mode = STORE_READ; mode <= STORE_WRITE; mode++)
        assert_said(store_open(place.path, (enum store_mode)mode, 0, &store, &error), STATUS_WRONG,
                    place.path, "written by a newer program: format 7, this one knows up to 4");
    place_free(place);
}

/* No message shows a password, wherever it stands. */
static void test_password(void **state)
{
    (void)state;
    static const char *const addresses[][2] = {
        {"postgresql://me:se%25cret@localhost:1/none", "postgresql://me@localhost:1/none"},
        {"postgres://me:secret@localhost:1/none?password=secret&connect_timeout=2",
         "postgres://me@localhost:1/none?password=***&connect_timeout=2"},
        {"postgresql://localhost:1/none?application_name=password=&password=secret",
         "postgresql://localhost:1/none?application_name=password=&password=***"},
        {"postgresql://me:se@cret@localhost:x/none", "postgresql://me@localhost:x/none"},
        {"postgresql://me:secret@localhost:1/none?secret=secret&password=secret",
         "postgresql://me@localhost:1/none?secret=secret&password=***"},
    };
    for (size_t i = 0; i < sizeof addresses / sizeof *addresses; i++) {
        struct error error = {0};
        struct store *store;
        assert_int_equal(store_open(addresses[i][0], STORE_WRITE, 0, &store, &error),
                         STATUS_CANNOT);
        size_t len = strlen(addresses[i][1]);
        assert_memory_equal(error.text, addresses[i][1], len);
        assert_null(strstr(error.text + len, "secret"));
        assert_null(strstr(error.text + len, "cret"));
    }
}

static void test_lease(void **state)
{
    (void)state;
    struct error error = {0};
    struct place place = place_new();
    int64_t run;
    struct store *slow = open_ready(place.path, &run), *quick = open_ready(place.path, &run);
    struct store_job frozen, job, jobs[JOBS];
    bool ours, failed;
    begin(slow, 1, 3);
    assert_int_equal(claim(slow, 1, &frozen), 1);
    assert_int_equal(claim(quick, JOBS, jobs), JOBS - 1);
    assert_int_equal(claim(quick, 1, &job), 0);
    run_sql(place.path, "UPDATE jobs SET expires = expires - 301");
    assert_ok(store_renew(quick, &jobs[0], &ours, &error)); /* nobody was quicker */
    assert_true(ours);
    assert_int_equal(claim(quick, 1, &job), 1);
    assert_int_equal(job.pair.b, frozen.pair.b);
    assert_int_equal(job.tries, 0);
    assert_ok(store_renew(slow, &frozen, &ours, &error));
    assert_false(ours);
    /* Whose claim it is no longer has no say, but its result is as good as any, and comes once. */
    assert_ok(store_fail(slow, &frozen, "stale", &failed, &error));
    assert_ok(store_release(slow, &frozen, &error));
    assert_states(slow, 0, JOBS, 0, 0);
    finish(slow, &frozen, run);
    finish(quick, &job, run);
    assert_states(quick, 0, JOBS - 1, 1, 0);
    struct store_result other = result_of(job.pair, run);
    other.row.score++;
    assert_int_equal(store_finish(quick, &job, &other, &error), STATUS_WRONG);
    assert_non_null(strstr(error.text, ": 3:3 has two values: stored '"));
    store_close(slow);
    store_close(quick);
    assert_sound(place.path);
    place_free(place);
}

/* Rows that another one has in hand are passed over, not waited for. */
static void test_skip_locked(void **state)
{
    (void)state;
    struct error error = {0};
    struct place place = place_new();
    int64_t run;
    struct store *one = open_ready(place.path, &run), *two = open_ready(place.path, &run);
    struct store_job a, b;
    begin(one, 1, 3);
    assert_ok(store_begin(one, &error));
    assert_int_equal(claim(one, 1, &a), 1);
    assert_int_equal(claim(two, 1, &b), 1);
    assert_int_equal(a.pair.b, 3);
    assert_int_equal(b.pair.b, 4);
    finish(two, &b, run);
    assert_ok(store_commit(one, &error));
    finish(one, &a, run);
    assert_states(two, JOBS - 2, 0, 2, 0);
    store_close(one);
    store_close(two);
    assert_sound(place.path);
    place_free(place);
}

static void test_server_locked(void **state)
{
    (void)state;
    struct error error = {0};
    struct place place = place_new();
    int64_t run;
    struct store *store = open_ready(place.path, &run);
    PGconn *other = connect_to(place.path);
    PQclear(PQexec(other, "BEGIN; LOCK TABLE evaluations"));
    struct store_result result = result_of(pair_1, run);
    assert_said(store_put(store, ENGINE, LIMIT_NODES, 10000, &result, NULL, &error), STATUS_CANNOT,
                place.path, "locked by another program for 0.3 s");
    assert_true(store_may_repeat(store));
    PQfinish(other);
    put(store, pair_1, run);
    store_close(store);
    assert_sound(place.path);
    place_free(place);
}

static void cut_off(const char *path)
{
    run_sql(path, "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE backend_type ="
                  " 'client backend' AND pid <> pg_backend_pid()");
}

/* The connection is lost between two calls, in a group, and before the commit. */
static void test_cut_off(void **state)
{
    (void)state;
    struct error error = {0};
    struct place place = place_new();
    int64_t run;
    struct store *store = open_ready(place.path, &run);
    struct store_result result = result_of(pair_1, run);
    cut_off(place.path);
    assert_int_equal(store_put(store, ENGINE, LIMIT_NODES, 10000, &result, NULL, &error),
                     STATUS_CANNOT);
    assert_true(store_may_repeat(store));
    put(store, pair_1, run);

    assert_ok(store_begin(store, &error));
    put(store, pair_2, run);
    cut_off(place.path);
    result = result_of(start_pair, run);
    assert_int_equal(store_put(store, ENGINE, LIMIT_NODES, 10000, &result, NULL, &error),
                     STATUS_CANNOT);
    assert_said(store_commit(store, &error), STATUS_CANNOT, place.path,
                "the group was rolled back after an earlier error");
    assert_false(has(store, pair_2));

    assert_ok(store_begin(store, &error));
    put(store, pair_2, run);
    cut_off(place.path);
    assert_int_equal(store_commit(store, &error), STATUS_CANNOT);
    assert_true(store_may_repeat(store));
    assert_false(has(store, pair_2));
    put(store, pair_2, run);
    store_close(store);
    assert_sound(place.path);
    assert_int_equal(ask(place.path, "SELECT count(*) FROM evaluations"), 2);
    place_free(place);
}

static void test_lead(void **state)
{
    (void)state;
    struct error error = {0};
    struct place place = place_new();
    int64_t run;
    struct store *one = open_ready(place.path, &run), *two = open_ready(place.path, &run);
    bool mine;
    assert_ok(store_lead(one, &mine, &error));
    assert_true(mine);
    assert_ok(store_lead(two, &mine, &error));
    assert_false(mine);
    begin(one, 1, 3); /* the leader does not wait for itself */
    assert_ok(store_unlead(one, &error));
    assert_ok(store_lead(two, &mine, &error));
    assert_true(mine);
    store_close(two);
    mine = false;
    for (int i = 0; i < 60000 && !mine; i++) { /* until the server has seen that */
        assert_ok(store_lead(one, &mine, &error));
        sleep_us(1000);
    }
    assert_true(mine);
    store_close(one);
    place_free(place);
}

/* Many open a new store at the same moment. */
static void test_opened_by_many(void **state)
{
    (void)state;
    struct place place = place_new();
    pid_t pids[8];
    for (size_t i = 0; i < 8; i++) {
        pids[i] = fork_child();
        if (pids[i] == 0) {
            struct error error = {0};
            struct store *store;
            struct sample sample;
            struct evidence evidence = make_sample(&sample);
            size_t added, known;
            int64_t run;
            enum status status = store_open(place.path, STORE_WRITE, 10000, &store, &error);
            if (!status)
                status = store_pin(store, "seed", "1", &error);
            if (!status)
                status = store_pin_engine(store, ENGINE, CONFIG, &error);
            if (!status)
                status = store_run(store, PRODUCER, &run, &error);
            if (!status)
                status = store_import(store, &evidence, run, 0, &added, &known, &error);
            fprintf(stderr, "%s", status ? error.text : "");
            store_close(store);
            _exit((int)status);
        }
    }
    for (size_t i = 0; i < 8; i++) {
        int how;
        assert_int_equal(waitpid(pids[i], &how, 0), pids[i]);
        assert_true(WIFEXITED(how) && WEXITSTATUS(how) == 0);
    }
    assert_sound(place.path);
    assert_int_equal(ask(place.path, "SELECT count(*) FROM evaluations"), ROWS + DEEP_ROWS);
    assert_int_equal(ask(place.path, "SELECT count(*) FROM runs"), 1);
    place_free(place);
}

/* ---- measuring ---- */

static int64_t now_ms(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

static void bench_groups(struct store *store, int64_t run, int64_t wave, size_t group)
{
    struct error error = {0};
    size_t total = group * 500 < 20000 ? group * 500 : 20000, done = 0, held = 0;
    struct store_job *jobs = calloc(total, sizeof *jobs), mine[100];
    assert_non_null(jobs);
    for (size_t i = 0; i < total; i++) {
        struct pair pair = nth_pair((int64_t)i);
        jobs[i] = (struct store_job){
            .kind = LIMIT_NODES, .limit = 1000 * wave, .pair = pair, .role = role_of(pair)};
    }
    assert_ok(store_wave_begin(store, ENGINE, wave, "{}", jobs, total, &error));
    int64_t start = now_ms();
    while (done < total) { /* in one commit: the results of the last claim, and the next claim */
        assert_ok(store_begin(store, &error));
        for (size_t i = 0; i < held; i++, done++)
            finish(store, &mine[i], run);
        held = claim(store, group, mine);
        assert_ok(store_commit(store, &error));
    }
    int64_t ms = now_ms() - start;
    printf("groups of %3zu: %7.0f claims and results a second\n", group,
           1000.0 * (double)total / (double)(ms ? ms : 1));
    assert_ok(store_wave_close(store, ENGINE, &error));
    free(jobs);
}

static int compare_rows(const void *a, const void *b)
{
    return pair_compare(((const struct evaluation *)a)->pair, ((const struct evaluation *)b)->pair);
}

static void bench_all_classes(struct store *store, int64_t run, int64_t wave)
{
    struct error error = {0};
    struct pair *pairs;
    assert_ok(order_new(20260918, &pairs, &error));
    struct evaluation *rows = calloc(PAIR_CLASSES, sizeof *rows);
    struct store_job *jobs = calloc(PAIR_CLASSES, sizeof *jobs);
    assert_true(rows && jobs);
    for (size_t i = 0; i < PAIR_CLASSES; i++) {
        rows[i] = result_of(pairs[i], run).row;
        jobs[i] = (struct store_job){.limit = 100000, .pair = pairs[i], .role = role_of(pairs[i])};
    }
    qsort(rows, PAIR_CLASSES, sizeof *rows, compare_rows); /* as evidence is */
    for (int64_t limit = 10000; limit < 10007; limit++) {
        struct evidence_set set = set_of(limit, rows, PAIR_CLASSES);
        size_t added, known;
        int64_t start = now_ms();
        assert_ok(store_import(store, &(struct evidence){&set, 1}, run, 20261130, &added, &known,
                               &error));
        printf("import of %zu rows: %lld ms\n", added, (long long)(now_ms() - start));
    }
    int64_t start = now_ms();
    assert_ok(store_wave_begin(store, ENGINE, wave, "{}", jobs, PAIR_CLASSES, &error));
    printf("wave of %d jobs: %lld ms\n", PAIR_CLASSES, (long long)(now_ms() - start));
    free(rows);
    free(jobs);
    free(pairs);
}

static void bench_status(const char *path)
{
    struct error error = {0};
    struct store_tally *tallies;
    struct store_count *counts;
    struct store_wave wave;
    struct evidence evidence;
    size_t count;
    int64_t start = now_ms();
    struct store *store = open_store(path, STORE_READ);
    assert_ok(store_tallies(store, STORE_ALL_WAVES, &tallies, &count, &error));
    int64_t summed = now_ms();
    assert_ok(store_counts(store, &counts, &count, &error));
    int64_t stages = now_ms();
    assert_ok(store_wave(store, ENGINE, 0, &wave, NULL, &error));
    int64_t counted = now_ms();
    assert_ok(store_evidence(store, ENGINE, STORE_ALL_WAVES, &evidence, &error));
    printf("status: open and tallies %lld ms, counts by stage %lld ms, of %lld jobs %lld ms\n",
           (long long)(summed - start), (long long)(stages - summed), (long long)wave.jobs,
           (long long)(counted - stages));
    printf("all evidence read: %lld ms\n", (long long)(now_ms() - counted));
    free(tallies);
    free(counts);
    evidence_free(&evidence);
    store_close(store);
}

/* ---- questions and tasks ---- */

static const char task_names[2][STORE_TASK_BYTES] = {"h3h6 h8e8", "b3e3 b8b1"};

static bool claim_task(struct store *store, int64_t task, struct store_claim *claim)
{
    struct error error = {0};
    bool mine;
    assert_ok(store_task_claim(store, 1, task, "me", claim, &mine, &error));
    return mine;
}

static bool is_ours(struct store *store, const struct store_claim *claim)
{
    struct error error = {0};
    bool ours;
    assert_ok(store_task_renew(store, claim, &ours, &error));
    return ours;
}

static void ask_question(struct store *store)
{
    struct error error = {0};
    int64_t question;
    bool added;
    assert_ok(store_ask(store, "why?", task_names, 2, &question, &added, &error));
    assert_true(added && question == 1);
    assert_ok(store_ask(store, "why?", NULL, 0, &question, &added, &error));
    assert_true(!added && question == 1);
}

/* *task: as it stands. */
static void read_one(struct store *store, size_t number, struct store_task *task)
{
    struct error error = {0};
    struct store_task *tasks;
    size_t count;
    assert_ok(store_tasks(store, 1, &tasks, &count, &error));
    assert_int_equal(count, 2);
    *task = tasks[number];
    free(tasks);
}

static void test_tasks(void **state)
{
    (void)state;
    struct error error = {0};
    struct place place = place_new();
    struct store *store = open_store(place.path, STORE_WRITE);
    struct store_claim claim, other;
    struct store_task task = {.answer = 2, .nodes = INT64_C(1) << 40, .cpu_ms = INT64_C(1) << 41};
    struct buf bytes = {0};
    ask_question(store);
    assert_true(claim_task(store, 0, &claim));
    assert_false(claim_task(store, 0, &other));
    assert_true(is_ours(store, &claim));
    assert_ok(store_task_release(store, &claim, &error));
    assert_false(is_ours(store, &claim));
    assert_true(claim_task(store, 0, &other));
    assert_said(store_task_bytes(store, 1, 0, &bytes, &error), STATUS_WRONG, place.path,
                "task 0 of question 1 is not done");
    /* A claim that was lost: what it found counts all the same, once. */
    const struct text found = {"a\0b", 3};
    assert_ok(store_task_finish(store, &claim, &task, found, &error));
    assert_false(is_ours(store, &other));
    assert_ok(store_task_finish(store, &other, &task, (struct text){"c", 1}, &error));
    task.answer = 1;
    assert_said(store_task_finish(store, &other, &task, found, &error), STATUS_WRONG, place.path,
                "task 0 of question 1 has answer 2, and now 1");
    assert_ok(store_task_bytes(store, 1, 0, &bytes, &error));
    assert_int_equal(bytes.len, found.len);
    assert_memory_equal(bytes.data, found.data, found.len);
    read_one(store, 0, &task);
    assert_string_equal(task.name, task_names[0]);
    assert_true(task.state == STORE_DONE && task.answer == 2 && task.nodes == INT64_C(1) << 40 &&
                task.cpu_ms == INT64_C(1) << 41 && !task.claimable);
    buf_free(&bytes);
    store_close(store);
    place_free(place);
}

/* What its claims are worth when a worker is gone. */
static void test_lost_tasks(void **state)
{
    (void)state;
    struct place place = place_new();
    struct store *store = open_store(place.path, STORE_WRITE);
    struct store_claim claim, other;
    struct store_task task;
    ask_question(store);
    assert_true(claim_task(store, 1, &claim));
    store_close(store);
    store = open_store(place.path, STORE_WRITE);
    assert_int_equal(claim_task(store, 1, &other), !on_server());
    if (on_server()) {
        run_sql(place.path, "UPDATE tasks SET expires = expires - 301 WHERE state = 1");
        read_one(store, 1, &task);
        assert_true(task.claimable);
        assert_true(claim_task(store, 1, &other));
    }
    assert_false(is_ours(store, &claim));
    assert_true(is_ours(store, &other));
    read_one(store, 1, &task);
    assert_true(task.state == STORE_RUNNING && !task.claimable);
    assert_string_equal(task.worker, "me");
    store_close(store);
    place_free(place);
}

static int bench(void)
{
    struct place place = place_new();
    struct stat info;
    int64_t run;
    struct store *store = open_ready(place.path, &run);
    bench_groups(store, run, 1, 1);
    bench_groups(store, run, 2, 10);
    bench_groups(store, run, 3, 100);
    bench_all_classes(store, run, 4);
    bench_status(place.path);
    store_close(store);
    assert_int_equal(stat(place.path, &info), 0);
    int64_t start = now_ms();
    store_close(open_store(place.path, STORE_WRITE));
    printf("%lld MB opened for writing, checked, closed: %lld ms\n",
           (long long)info.st_size / 1000000, (long long)(now_ms() - start));
    place_free(place);
    return 0;
}

#define BOTH_STORES                                                                                \
    cmocka_unit_test(test_pins), cmocka_unit_test(test_engines), cmocka_unit_test(test_put),       \
        cmocka_unit_test(test_bad_rows), cmocka_unit_test(test_groups),                            \
        cmocka_unit_test(test_import), cmocka_unit_test(test_read_back),                           \
        cmocka_unit_test(test_wave_begin), cmocka_unit_test(test_wave),                            \
        cmocka_unit_test(test_touched), cmocka_unit_test(test_last_wave),                          \
        cmocka_unit_test(test_tasks), cmocka_unit_test(test_lost_tasks),                           \
        cmocka_unit_test(test_fail), cmocka_unit_test(test_late),                                  \
        cmocka_unit_test(test_lost_claim), cmocka_unit_test(test_readers),                         \
        cmocka_unit_test(test_killed_while_putting), cmocka_unit_test(test_killed_while_making),   \
        cmocka_unit_test(test_killed_coordinator)

static int test_files(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_open),
        cmocka_unit_test(test_not_ours),
        cmocka_unit_test(test_damaged),
        cmocka_unit_test(test_lost_group),
        cmocka_unit_test(test_old_format),
        cmocka_unit_test(test_two_coordinators),
        cmocka_unit_test(test_locked),
        cmocka_unit_test(test_full_disk),
        BOTH_STORES,
    };
    return cmocka_run_group_tests_name("in a file", tests, NULL, NULL);
}

static void no_server(void **state)
{
    (void)state;
    skip();
}

static int test_server(const char *address)
{
    const struct CMUnitTest nothing[] = {cmocka_unit_test(no_server)};
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_server_open),
        cmocka_unit_test(test_password),
        cmocka_unit_test(test_lease),
        cmocka_unit_test(test_skip_locked),
        cmocka_unit_test(test_server_locked),
        cmocka_unit_test(test_cut_off),
        cmocka_unit_test(test_lead),
        cmocka_unit_test(test_opened_by_many),
        BOTH_STORES,
    };
    if (!address)
        return cmocka_run_group_tests_name("on a server", nothing, NULL, NULL);
    server = address;
    return cmocka_run_group_tests_name("on a server", tests, NULL, NULL);
}

int main(int argc, char **argv)
{
    const char *address = getenv("TEST_POSTGRES");
    if (argc == 2 && strcmp(argv[1], "bench") == 0) {
        server = address ? address : "";
        return bench();
    }
    int failed = test_files();
    return failed + test_server(address);
}

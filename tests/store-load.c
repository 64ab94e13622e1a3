/* Load on a PostgreSQL store: as many processes as are asked for, each claiming a job and storing
 * its result, each in a transaction, as fast as it goes; and beside it a bare loop of the
 * statements that this takes, without our code.
 *
 *   store-load URL fill JOBS          an open wave of so many jobs, in an empty schema
 *   store-load URL store|bare N MS [BATCH]
 *                                     N processes for so long, so many jobs in a cycle of `store`:
 *                                     jobs a second, median and 99 % of the claims' latency in ms
 *   store-load STORE rows LIMIT...    every pair at these limits, as imported, for the engine
 * fake-1, which must be known; a file, too
 */
#include "chess960/order.h"
#include "store/store.h"

#include <libpq-fe.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define ENGINE "fake-1"
enum { PROCESSES_MAX = 256, LATENCIES = 1 << 15 };

/* What a process has measured, in memory that all share. */
struct measured {
    int64_t cycles, count;
    int32_t claim_us[LATENCIES];
};

static int64_t now_us(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return now.tv_sec * 1000000 + now.tv_nsec / 1000;
}

static void note(struct measured *measured, int64_t began)
{
    if (measured->count < LATENCIES)
        measured->claim_us[measured->count++] = (int32_t)(now_us() - began);
}

static struct store_result result_of(const struct store_job *job, int64_t run)
{
    return (struct store_result){
        .row = {.pair = job->pair,
                .role = (uint8_t)job->role,
                .depth = 10,
                .seldepth = 12,
                .score = 7,
                .hash_mb = 16,
                .win = EVIDENCE_NO_WDL,
                .draw = EVIDENCE_NO_WDL,
                .loss = EVIDENCE_NO_WDL,
                .nodes = 1000,
                .bestmove = "g1f3"},
        .total_nodes = 1000,
        .engine_ms = 1,
        .run = run,
    };
}

static enum status open_run(const char *url, struct store **store, int64_t *run,
                            struct error *error)
{
    enum status status = store_open(url, STORE_WRITE, 60000, store, error);
    if (!status)
        status = store_pin_engine(*store, ENGINE, "{}", error);
    return status ? status : store_run(*store, "{}", run, error);
}

static enum status fill(const char *url, size_t count, struct error *error)
{
    struct store *store;
    struct pair *pairs;
    int64_t run;
    struct store_job *jobs = calloc(count, sizeof *jobs);
    enum status status = jobs ? order_new(1, &pairs, error) : error_memory(error);
    for (size_t i = 0; i < count && !status; i++)
        jobs[i] = (struct store_job){
            .limit = 1000 + (int64_t)(i / PAIR_CLASSES),
            .pair = pairs[i % PAIR_CLASSES],
            .role = pair_is_control(pairs[i % PAIR_CLASSES]) ? ROLE_CONTROL : ROLE_SEARCH};
    if (!status)
        status = open_run(url, &store, &run, error);
    int64_t began = now_us();
    if (!status)
        status = store_wave_begin(store, ENGINE, 1, "{}", jobs, count, error);
    printf("a wave of %zu jobs begun in %lld ms\n", count, (long long)(now_us() - began) / 1000);
    return status;
}

enum { BATCH_MAX = 64 };

/* One by one as a worker does it, or all in one transaction. */
static enum status store_all(struct store *store, const struct store_job *held, size_t count,
                             int64_t run, struct error *error)
{
    enum status status = count > 1 ? store_begin(store, error) : STATUS_OK;
    for (size_t i = 0; i < count && !status; i++) {
        struct store_result result = result_of(&held[i], run);
        status = store_finish(store, &held[i], &result, error);
    }
    return status || count < 2 ? status : store_commit(store, error);
}

/* A cycle: the next jobs are claimed and the last ones' results stored. */
static enum status work(const char *url, int64_t until, size_t batch, struct measured *measured,
                        struct error *error)
{
    struct store *store;
    struct store_job held[BATCH_MAX], next[BATCH_MAX];
    int64_t run;
    size_t count = 1, holds = 0;
    enum status status = open_run(url, &store, &run, error);
    while (!status && count && now_us() < until) {
        int64_t began = now_us();
        status = store_claim(store, ENGINE, "load", batch, next, &count, error);
        note(measured, began);
        if (!status)
            status = store_all(store, held, holds, run, error);
        measured->cycles += (int64_t)holds;
        holds = count;
        memcpy(held, next, count * sizeof *held);
    }
    return status;
}

/* ---- the bare loop ---- */

static const char *const statements[] = {
    "BEGIN",
    "SELECT j.wave_id, j.place, s.kind, s.lim, j.w, j.b, j.role, j.tries, j.claims FROM jobs AS j"
    " JOIN sets AS s ON s.id = j.set_id WHERE j.wave_id = (SELECT w.id FROM waves AS w JOIN"
    " engines AS e ON e.id = w.engine WHERE e.slug = 'fake-1' AND w.closed IS NULL)"
    " AND j.state = 0 ORDER BY j.place LIMIT 1 FOR UPDATE OF j SKIP LOCKED",
    "UPDATE jobs SET state = 1, claims = claims + 1, worker = 'load',"
    " claimed_at = extract(epoch FROM clock_timestamp())::bigint,"
    " expires = extract(epoch FROM clock_timestamp())::bigint + 300"
    " WHERE wave_id = $1 AND place = $2",
    "SELECT j.state, j.set_id, w.number FROM jobs AS j JOIN waves AS w ON w.id = j.wave_id"
    " WHERE j.wave_id = $1 AND j.place = $2 FOR UPDATE OF j",
    "SELECT w, b, role, hash_mb, cp, mate, depth, seldepth, nodes, bestmove, win, draw, loss,"
    " total_nodes, engine_ms, day, run FROM evaluations WHERE set_id = $1 AND w = $2 AND b = $3",
    "INSERT INTO evaluations (set_id, wave, w, b, role, hash_mb, cp, depth, seldepth, nodes,"
    " bestmove, total_nodes, engine_ms, day, run) VALUES ($1, 1, $2, $3, $4, 16, 7, 10, 12, 1000,"
    " 'g1f3', 1000, 1, 20261130, 1)",
    "INSERT INTO tallies (set_id, wave, role, day, run, slot, rows, nodes, total_rows,"
    " total_nodes, engine_ms) VALUES ($1, 1, $2, 20261130, 1, pg_backend_pid() % 256, 1, 1000, 1,"
    " 1000, 1) ON CONFLICT (set_id, wave, role, day, run, slot) DO UPDATE SET"
    " rows = tallies.rows + excluded.rows, nodes = tallies.nodes + excluded.nodes,"
    " total_rows = tallies.total_rows + excluded.total_rows,"
    " total_nodes = tallies.total_nodes + excluded.total_nodes,"
    " engine_ms = tallies.engine_ms + excluded.engine_ms",
    "DELETE FROM failures WHERE set_id = $1 AND w = $2 AND b = $3",
    "UPDATE jobs SET state = 2, worker = NULL, claimed_at = NULL, expires = NULL"
    " WHERE wave_id = $1 AND place = $2",
    "COMMIT",
};
enum { BEGIN, CLAIM, MARK, FIND, LOOK, INSERT, COUNT, FORGET, END, COMMIT, STATEMENTS };

static PGresult *run_statement(PGconn *connection, int number, int count, const char *const *values)
{
    char name[8];
    snprintf(name, sizeof name, "b%d", number);
    PGresult *result = PQexecPrepared(connection, name, count, values, NULL, NULL, 0);
    ExecStatusType status = PQresultStatus(result);
    if (status != PGRES_COMMAND_OK && status != PGRES_TUPLES_OK) {
        fprintf(stderr, "%s\n", PQerrorMessage(connection));
        exit(1);
    }
    return result;
}

static void do_statement(PGconn *connection, int number, int count, const char *const *values)
{
    PQclear(run_statement(connection, number, count, values));
}

/* Stores a result for the claimed row. */
static void store_bare(PGconn *connection, PGresult *claimed)
{
    const char *job[2], *key[4];
    PGresult *found;
    for (int i = 0; i < 2; i++)
        job[i] = PQgetvalue(claimed, 0, i);
    do_statement(connection, BEGIN, 0, NULL);
    found = run_statement(connection, FIND, 2, job);
    key[0] = PQgetvalue(found, 0, 1);
    for (int i = 0; i < 3; i++)
        key[1 + i] = PQgetvalue(claimed, 0, 4 + i);
    do_statement(connection, LOOK, 3, key);
    do_statement(connection, INSERT, 4, key);
    do_statement(connection, COUNT, 2, (const char *const[]){key[0], key[3]});
    do_statement(connection, FORGET, 3, key);
    do_statement(connection, END, 2, job);
    do_statement(connection, COMMIT, 0, NULL);
    PQclear(found);
}

static enum status work_bare(const char *url, int64_t until, struct measured *measured,
                             struct error *error)
{
    PGconn *connection = PQconnectdb(url);
    PGresult *held = NULL;
    if (PQstatus(connection) != CONNECTION_OK)
        return error_set(error, STATUS_CANNOT, "%s", PQerrorMessage(connection));
    PQclear(PQexec(connection, "SET synchronous_commit = on"));
    for (int i = 0; i < STATEMENTS; i++) {
        char name[8];
        snprintf(name, sizeof name, "b%d", i);
        PQclear(PQprepare(connection, name, statements[i], 0, NULL));
    }
    while (now_us() < until) {
        int64_t began = now_us();
        do_statement(connection, BEGIN, 0, NULL);
        PGresult *next = run_statement(connection, CLAIM, 0, NULL);
        if (PQntuples(next) == 0)
            break;
        do_statement(connection, MARK, 2,
                     (const char *const[]){PQgetvalue(next, 0, 0), PQgetvalue(next, 0, 1)});
        do_statement(connection, COMMIT, 0, NULL);
        note(measured, began);
        if (held)
            store_bare(connection, held);
        measured->cycles += held != NULL;
        PQclear(held);
        held = next;
    }
    PQfinish(connection);
    return STATUS_OK;
}

/* ---- measuring ---- */

static int compare_us(const void *a, const void *b)
{
    return (*(const int32_t *)a > *(const int32_t *)b) -
           (*(const int32_t *)a < *(const int32_t *)b);
}

static void report(const char *what, const struct measured *measured, int processes, int64_t ms)
{
    int64_t cycles = 0, count = 0;
    int32_t *all = calloc((size_t)processes * LATENCIES, sizeof *all);
    for (int i = 0; all && i < processes; i++) {
        memcpy(all + count, measured[i].claim_us, (size_t)measured[i].count * sizeof *all);
        count += measured[i].count;
        cycles += measured[i].cycles;
    }
    if (all && count) {
        qsort(all, (size_t)count, sizeof *all, compare_us);
        printf("%s %d %.0f %.1f %.1f\n", what, processes, 1000.0 * (double)cycles / (double)ms,
               all[count / 2] / 1000.0, all[count * 99 / 100] / 1000.0);
    }
    free(all);
}

static int load(const char *url, const char *what, int processes, int64_t ms, size_t batch)
{
    size_t size = (size_t)processes * sizeof(struct measured);
    struct measured *measured =
        mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    int64_t until = now_us() + 2000000 + ms * 1000;
    int how, failed = 0;
    if (measured == MAP_FAILED)
        return 2;
    for (int i = 0; i < processes; i++) {
        if (fork() == 0) {
            struct error error = {0};
            enum status status = strcmp(what, "bare") == 0
                                     ? work_bare(url, until, &measured[i], &error)
                                     : work(url, until, batch, &measured[i], &error);
            if (status)
                fprintf(stderr, "%s\n", error.text);
            _exit((int)status);
        }
    }
    while (wait(&how) > 0)
        failed |= !WIFEXITED(how) || WEXITSTATUS(how) != 0;
    report(what, measured, processes, ms + 2000);
    return failed;
}

/* ---- rows ---- */

static enum role role_of(struct pair pair)
{
    return pair_is_control(pair)          ? ROLE_CONTROL
           : pair_is_representative(pair) ? ROLE_SEARCH
                                          : ROLE_MIRROR;
}

/* Every pair at that limit; cp from -60 to 60, by the pair alone, so that windows part them. */
static enum status import_all(struct store *store, int64_t run, int64_t limit, struct error *error)
{
    struct evidence_set set = {ENGINE, LIMIT_NODES, limit, NULL, PAIR_COUNT};
    const struct evidence evidence = {.sets = &set, .count = 1};
    size_t added, known;
    set.rows = calloc(PAIR_COUNT, sizeof *set.rows);
    if (!set.rows)
        return error_memory(error);
    for (uint32_t i = 0; i < PAIR_COUNT; i++) {
        const struct store_job job = {
            .pair = {(uint16_t)(i / START_COUNT), (uint16_t)(i % START_COUNT)}};
        set.rows[i] = result_of(&job, run).row;
        set.rows[i].role = (uint8_t)role_of(job.pair);
        set.rows[i].score = (int32_t)(i * 2654435761U >> 16) % 121 - 60;
    }
    enum status status = store_import(store, &evidence, run, 0, &added, &known, error);
    free(set.rows);
    return status;
}

static enum status add_rows(const char *url, char **limits, int count, struct error *error)
{
    struct store *store;
    int64_t run;
    enum status status = store_open(url, STORE_WRITE, 60000, &store, error);
    if (!status)
        status = store_run(store, "{}", &run, error);
    for (int i = 0; i < count && !status; i++)
        status = import_all(store, run, atoll(limits[i]), error);
    store_close(store);
    return status;
}

int main(int argc, char **argv)
{
    struct error error = {0};
    enum status status = STATUS_CANNOT;
    int batch = argc == 6 ? atoi(argv[5]) : 1;
    if (argc >= 5 && strcmp(argv[2], "rows") != 0 && atoi(argv[3]) > 0 &&
        atoi(argv[3]) <= PROCESSES_MAX && batch > 0 && batch <= BATCH_MAX)
        return load(argv[1], argv[2], atoi(argv[3]), atoi(argv[4]), (size_t)batch);
    if (argc == 4 && strcmp(argv[2], "fill") == 0)
        status = fill(argv[1], (size_t)atoi(argv[3]), &error);
    else if (argc >= 4 && strcmp(argv[2], "rows") == 0)
        status = add_rows(argv[1], argv + 3, argc - 3, &error);
    if (status)
        fprintf(stderr, "store-load: %s\n", error.text);
    return (int)status;
}

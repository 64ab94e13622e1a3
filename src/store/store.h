/* The store: every evaluation that was ever searched, and the jobs of the wave in hand.
 *
 * One file on one machine (SQLite), or a database that many machines share (PostgreSQL, an address
 * that begins with postgresql:// or postgres://). Every commit is on the disk before the call
 * returns. What was committed survives a kill at any instant; what was not is searched again. An
 * evaluation is stored once for each (engine, limit kind, limit, pair), is never changed and never
 * dropped.
 *
 * Waves. An engine's jobs come in numbered waves, one open at a time. A row carries the wave that
 * made it, or, brought in from outside, the last wave that was closed then (0 before the first); so
 * "the rows up to wave n" means the same whenever it is asked.
 *
 * Jobs. A claimed job is searched by one worker, then finished, failed or released. Each call may
 * be repeated after a lost answer, and may come late: nothing is doubled, counted twice or changed.
 * In a shared store a claim is a lease: where it is not renewed for STORE_LEASE_S seconds of the
 * server's clock, the job goes to whoever asks next. No other clock counts for anything.
 *
 * Groups. Between store_begin and store_commit all calls are one transaction. Outside of a group
 * each call is one of its own. Functions marked [alone] cannot be part of a group.
 *
 * Errors. STATUS_WRONG: data that contradict or do not fit, and nothing of that call was stored.
 * STATUS_CANNOT: the system refused (disk full, locked by another program, no memory); inside a
 * group all of the group is then rolled back, and every later call says so until store_commit or
 * store_rollback ends it.
 * Every message begins with the path; a password in it is not shown. After STATUS_CANNOT,
 * store_may_repeat tells whether it is worth trying again.
 *
 * A store belongs to one thread of one process. A child that was forked touches it no more. */
#ifndef STORE_STORE_H
#define STORE_STORE_H

#include "base/buf.h"
#include "chess960/pair.h"
#include "passport/evidence.h"

struct store;

enum store_mode {
    STORE_READ,  /* any number of readers, at any time, beside those who write */
    STORE_WRITE, /* makes the store where there is none. In a file there is one at a time, the
                  * coordinator; in a shared store there are many */
};

enum {
    STORE_WAIT_MS = 10000, /* what a program waits for another one's lock, where it has no wish */
    STORE_LEASE_S = 300,   /* a claim in a shared store is good for so long, unless renewed */
    STORE_TRIES = 3,       /* so many failures on the engine's account, and a job has failed */
    STORE_SLUG_BYTES = 49, /* an engine id has up to 48 characters */
    STORE_WORKER_BYTES = 64,
    STORE_REASON_BYTES = 256,
};

/* Opens the store, brings an older format up to date (STORE_WRITE), and puts the jobs of a
 * coordinator that died back to waiting. `wait_ms`: how long a call waits for a lock that another
 * program holds on the database. PATH-lock is made beside the file and stays there.
 *
 * A shared store has no lock file, and takes back no claims: they expire.
 *
 * STATUS_WRONG: damaged, no SQLite database, another program's, or a newer program's format.
 * STATUS_CANNOT: another coordinator is at work (its process id is named), no such file
 * (STORE_READ), no connection, or no PostgreSQL in this program. *store is NULL after a failure. */
enum status store_open(const char *path, enum store_mode mode, int wait_ms, struct store **store,
                       struct error *error);

/* Rolls back an open group. NULL is allowed. */
void store_close(struct store *store);

/* Calls wait so long for another program's lock from now on. */
void store_wait(struct store *store, int wait_ms);

/* The process that has the store open for writing; 0: none; -1: one whose id is not known, or it is
 * a server, where others cannot be told. */
int64_t store_writer(const struct store *store);
/* The path as messages show it. */
const char *store_name(const struct store *store);

/* Is that the address of a server, and no path? */
bool store_is_server(const char *path);

/* Do other programs work on it at the same time? */
bool store_is_shared(const struct store *store);

/* What the worker of that number in this process is called: in a shared store by its machine and
 * process, too. */
void store_name_worker(const struct store *store, int number, char name[STORE_WORKER_BYTES]);

/* After STATUS_CANNOT: was it the connection, or what passes (the server restarts, its disk is
 * full, a lock)? Then the same calls may be made again, from the group's begin on; the connection
 * is made anew by the first of them. Whether a commit that failed so has been made is not known. */
bool store_may_repeat(const struct store *store);

/* Of all who share the store *mine is true for one at a time, until it unleads or its connection
 * ends: the one who closes waves and plans. What is done [alone] waits for it. In a file: always.
 */
enum status store_lead(struct store *store, bool *mine, struct error *error);
enum status store_unlead(struct store *store, struct error *error);

/* ---- groups ---- */

/* A reader's group is one moment: what others commit meanwhile does not show. */
enum status store_begin(struct store *store, struct error *error);
/* After STATUS_OK the whole group is on the disk; after a failure nothing of it is. */
enum status store_commit(struct store *store, struct error *error);
/* Nothing of the group is kept. Does nothing where no group is open. */
void store_rollback(struct store *store);

/* ---- what the store is made with ---- */

/* The first call fixes the value of that name ("seed", "ladder"); later ones must bring the same:
 * STATUS_WRONG names both. A reader's call only compares, and a name without a value is wrong. */
enum status store_pin(struct store *store, const char *name, const char *value,
                      struct error *error);

/* Appends the value; nothing where there is none. */
enum status store_pinned(struct store *store, const char *name, struct buf *value,
                         struct error *error);

/* The same for an engine: `config` is the JSON of all that its id stands for (file hashes, options,
 * completion rule), kept canonically. STATUS_WRONG names the first member that differs. Nothing can
 * be stored for an engine before this call. */
enum status store_pin_engine(struct store *store, const char *engine, const char *config,
                             struct error *error);

/* Appends the canonical JSON; nothing for an engine that is not there. */
enum status store_engine_config(struct store *store, const char *engine, struct buf *config,
                                struct error *error);

/* The ids, sorted: an array of *count that the caller frees; the names live as long as the store.
 */
enum status store_engines(struct store *store, const char ***engines, size_t *count,
                          struct error *error);

/* The number of a producing run, the same for the same text: `producer` is JSON (program, its
 * sha256, class of machine), kept canonically. */
enum status store_run(struct store *store, const char *producer, int64_t *run, struct error *error);

/* Appends the canonical JSON of that run; STATUS_WRONG where there is none. */
enum status store_run_producer(struct store *store, int64_t run, struct buf *producer,
                               struct error *error);

/* All that is in one store, as it stands at one moment, into another, which must be empty
 * (STATUS_WRONG). [alone] Jobs that are being searched wait again there. */
enum status store_copy(struct store *from, struct store *to, struct error *error);

/* ---- evaluations ---- */

/* A stored search. Plain value. */
struct store_result {
    struct evaluation row;
    int64_t total_nodes; /* of the whole search, the broken-off iteration too; 0: not known */
    int64_t engine_ms;   /* of the engine's time; 0: not known */
    int32_t day;         /* UTC, 20261130; 0: not known */
    int64_t run;         /* who searched: store_run */
};

/* Stores one evaluation. *added (may be NULL) is false when an equal row was there, which then
 * stays as it is; total_nodes, engine_ms, day and run are not compared. STATUS_WRONG: another row
 * is there (both are named), the row is none (role, score, move, WDL), or the engine has an open
 * wave, for whose plan a new row comes too late. */
enum status store_put(struct store *store, const char *engine, enum limit_kind kind, int64_t limit,
                      const struct store_result *result, bool *added, struct error *error);

/* Stores all of the evidence or, at the first contradiction, nothing. [alone] Engines must have
 * been pinned. `day` and `run` as above. */
enum status store_import(struct store *store, const struct evidence *evidence, int64_t run,
                         int32_t day, size_t *added, size_t *known, struct error *error);

/* One evaluation, if it is there. */
enum status store_get(struct store *store, const char *engine, enum limit_kind kind, int64_t limit,
                      struct pair pair, struct store_result *result, bool *found,
                      struct error *error);

#define STORE_ALL_WAVES INT64_MAX

/* Visits the rows of one engine and limit up to that wave, sorted by pair; stops at the first
 * status that is not STATUS_OK and returns it. The visitor neither writes to the store nor visits
 * it. */
typedef enum status store_visit(void *user, const struct store_result *result, struct error *error);
enum status store_each(struct store *store, const char *engine, enum limit_kind kind, int64_t limit,
                       int64_t last_wave, store_visit *visit, void *user, struct error *error);

/* All sets of one engine (NULL: of all) up to that wave, as they stood at one moment. The caller
 * frees (evidence_free). A set without rows is left out. */
enum status store_evidence(struct store *store, const char *engine, int64_t last_wave,
                           struct evidence *evidence, struct error *error);

/* The same, but only of the pairs of which the engine has a row of wave `touched_since` (at least
 * 1) or a later one, at whatever limit: quick where these are few. A set may be empty. */
enum status store_evidence_touched(struct store *store, const char *engine, int64_t touched_since,
                                   int64_t last_wave, struct evidence *evidence,
                                   struct error *error);

/* ---- waves and jobs ---- */

enum store_state { STORE_WAITING, STORE_RUNNING, STORE_DONE, STORE_FAILED, STORE_STATES };

struct store_job {
    const char *engine; /* lives as long as the store */
    enum limit_kind kind;
    enum role role;
    int64_t limit;
    struct pair pair;
    int tries;                  /* failures on the engine's account so far */
    int64_t wave, place, claim; /* the store's handle; not for others */
};

/* Begins the engine's next wave with these jobs, which are claimed in this order. [alone] Kind,
 * limit, pair and role count; the rest is not looked at. `plan`: what the wave was planned from, in
 * the planner's words (JSON). STATUS_WRONG: not the next number, a wave is open, a job twice, a
 * role that does not fit its pair, or a job whose evaluation is stored. */
enum status store_wave_begin(struct store *store, const char *engine, int64_t number,
                             const char *plan, const struct store_job *jobs, size_t count,
                             struct error *error);

/* Closes the engine's open wave; its job rows go. [alone] STATUS_WRONG while a job waits or runs,
 * or when no wave is open. */
enum status store_wave_close(struct store *store, const char *engine, struct error *error);

struct store_wave {
    int64_t number; /* 0: the engine has had no wave */
    bool open;
    int64_t jobs;
    int64_t states[STORE_STATES]; /* jobs by state; together `jobs` */
    int32_t begun, closed;        /* days, as in struct store_result; closed 0: open */
};

/* What is known of a wave; number 0 asks for the last. `plan` (may be NULL) is appended to. */
enum status store_wave(struct store *store, const char *engine, int64_t number,
                       struct store_wave *wave, struct buf *plan, struct error *error);

/* Takes up to `max` waiting jobs of the engine for that worker (whose name status shows). *count
 * is 0 when nothing waits. A claim is good until the coordinator ends; in a shared store, for
 * STORE_LEASE_S seconds from the last store_renew on. */
enum status store_claim(struct store *store, const char *engine, const char *worker, size_t max,
                        struct store_job *jobs, size_t *count, struct error *error);

/* To be called while a long search goes on, once a minute: *ours is false when the claim has gone
 * to another worker, and the search is no longer needed. */
enum status store_renew(struct store *store, const struct store_job *job, bool *ours,
                        struct error *error);

/* Stores the result and ends the job, both or neither. The day is the store's own, result->day is
 * not looked at. A result that comes late (the job was done or has failed, the wave is closed) is
 * compared with what is stored and otherwise dropped. STATUS_WRONG as store_put, and when the row
 * is not of that job. */
enum status store_finish(struct store *store, const struct store_job *job,
                         const struct store_result *result, struct error *error);

/* The engine failed on this job: it waits again or, after STORE_TRIES failures, has failed for good
 * (*failed, may be NULL) with this reason. Does nothing for a claim that is no longer good. */
enum status store_fail(struct store *store, const struct store_job *job, const char *reason,
                       bool *failed, struct error *error);

/* Gives a job back without a try: the worker was stopped or died. Does nothing for a claim that is
 * no longer good. */
enum status store_release(struct store *store, const struct store_job *job, struct error *error);

/* ---- status: all quick, however many rows there are; the caller frees the arrays ---- */

/* What was stored, summed by engine, limit, role, day and run; sorted so. */
struct store_tally {
    const char *engine; /* lives as long as the store */
    enum limit_kind kind;
    int64_t limit;
    enum role role;
    int32_t day;
    int64_t run;
    int64_t rows;
    int64_t nodes;                   /* of the completed iterations */
    int64_t total_rows, total_nodes; /* the rows whose total is known, and their sum */
    int64_t engine_ms;
};
enum status store_tallies(struct store *store, int64_t last_wave, struct store_tally **tallies,
                          size_t *count, struct error *error);

/* The jobs of the open waves by engine, limit, role and state; sorted so. */
struct store_count {
    const char *engine; /* lives as long as the store */
    enum limit_kind kind;
    int64_t limit;
    enum role role;
    enum store_state state;
    int64_t jobs;
};
enum status store_counts(struct store *store, struct store_count **counts, size_t *count,
                         struct error *error);

/* The jobs that are being searched, longest first. */
struct store_running {
    const char *engine; /* lives as long as the store */
    enum limit_kind kind;
    int64_t limit;
    struct pair pair;
    int64_t seconds; /* since it was claimed, by the store's clock */
    char worker[STORE_WORKER_BYTES];
};
enum status store_running(struct store *store, struct store_running **running, size_t *count,
                          struct error *error);

/* The searches that failed for good and have no evaluation, by engine, limit and pair. */
struct store_failure {
    const char *engine; /* lives as long as the store */
    enum limit_kind kind;
    int64_t limit;
    struct pair pair;
    enum role role;
    int64_t wave;
    int32_t day;
    char reason[STORE_REASON_BYTES];
};
enum status store_failures(struct store *store, struct store_failure **failures, size_t *count,
                           struct error *error);

#endif

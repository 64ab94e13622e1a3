#include "search/crew.h"

#include "program/signals.h"
#include "search/row.h"
#include "search/run.h"

#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>

enum {
    GROUP_MS = 1000, /* results are committed at least so often */
    GROUP_CALLS = 1000,
    TICK_MS = 1000,
    RENEW_MS = 60000,
    AWAY_MS = 1000, /* after the first failure to reach the store; then twice as long, up to */
    AWAY_MS_MAX = 30000,
};

/* How a search has ended: kept until it is committed, and then as often as it takes. */
struct ending {
    enum { ENDED_DONE, ENDED_FAILED, GIVEN_BACK } how;
    const char *worker;
    struct store_job job;
    struct store_result result;
    char reason[STORE_REASON_BYTES];
};

struct worker {
    char name[16];
    char claimant[STORE_WORKER_BYTES]; /* as the store knows it */
    struct uci *uci;                   /* owned */
    int starts;                        /* since the last result */
    bool busy;
    struct store_job job; /* in hand */
    int64_t began, renewed;
};

/* What tells that a file was touched, without reading it. */
struct stamp {
    dev_t device;
    ino_t inode;
    off_t size;
    struct timespec modified, changed;
};

struct crew {
    struct ground *ground;
    int64_t run;
    crew_tick *tick;
    void *user;
    struct worker *workers;
    struct pollfd *polled; /* one for each worker, and the signals' */
    struct stamp *stamps;  /* of the engine's files */
    int worker_count;
    struct crew_counts counts;
    int failures;           /* in a row */
    bool was_ready;         /* an engine has been, in this run */
    bool may_wait;          /* jobs may be waiting */
    bool may_begin;         /* the time is not up */
    struct ending *endings; /* owned */
    size_t ending_count, ending_cap;
    bool away;                /* the store, which is tried again at back_ms */
    int64_t away_ms, back_ms; /* how long it is left alone then; 0: it is there */
    bool grouped;
    int group_calls;
    int64_t group_since, ticked;
    struct signals signals;
    struct error *error; /* of the call that is under way */
};

int64_t crew_clock(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return time.tv_sec * 1000 + time.tv_nsec / 1000000;
}

static int64_t smaller(int64_t a, int64_t b)
{
    return a < b ? a : b;
}

/* The nodes of a search, of which the engine has counted so many. */
static int64_t nodes_of(const struct store_job *job, int64_t counted)
{
    return job->kind == LIMIT_NODES ? job->limit : counted;
}

struct crew_counts crew_counts(const struct crew *crew)
{
    struct crew_counts counts = crew->counts;
    for (int i = 0; i < crew->worker_count; i++) {
        const struct worker *worker = &crew->workers[i];
        int64_t nodes = worker->busy && worker->uci ? uci_nodes(worker->uci) : 0;
        counts.running_nodes += smaller(nodes, nodes_of(&worker->job, nodes));
    }
    return counts;
}

/* ---- the engine's files ---- */

static void take_stamp(const char *path, struct stamp *stamp)
{
    struct stat info;
    memset(stamp, 0, sizeof *stamp);
    if (stat(path, &info) == 0) {
        stamp->device = info.st_dev;
        stamp->inode = info.st_ino;
        stamp->size = info.st_size;
        stamp->modified = info.st_mtim;
        stamp->changed = info.st_ctim;
    }
}

static bool same_stamp(const struct stamp *a, const struct stamp *b)
{
    return a->device == b->device && a->inode == b->inode && a->size == b->size &&
           a->modified.tv_sec == b->modified.tv_sec && a->modified.tv_nsec == b->modified.tv_nsec &&
           a->changed.tv_sec == b->changed.tv_sec && a->changed.tv_nsec == b->changed.tv_nsec;
}

static void take_stamps(struct crew *crew)
{
    const struct engine_config *config = &crew->ground->config;
    for (size_t i = 0; i < config->file_count; i++)
        take_stamp(config->files[i].path, &crew->stamps[i]);
}

/* Reads the files where one of them was touched. */
static enum status check_files(struct crew *crew)
{
    const struct engine_config *config = &crew->ground->config;
    bool touched = false;
    for (size_t i = 0; i < config->file_count; i++) {
        struct stamp now;
        take_stamp(config->files[i].path, &now);
        touched |= !same_stamp(&now, &crew->stamps[i]);
    }
    if (!touched)
        return STATUS_OK;
    take_stamps(crew);
    return ground_check_files(crew->ground, crew->error);
}

/* ---- groups ---- */

/* Before each call that writes. In a shared store each is a transaction of its own: others wait for
 * its rows, and one that held several could wait for another that waits for it. */
static enum status enter_group(struct crew *crew)
{
    if (store_is_shared(crew->ground->store))
        return check_files(crew);
    crew->group_calls++;
    if (crew->grouped)
        return STATUS_OK;
    enum status status = store_begin(crew->ground->store, crew->error);
    crew->grouped = !status;
    crew->group_calls = 1;
    crew->group_since = crew_clock();
    return status;
}

/* After a call of the store: where it is worth trying again, all that is not committed is kept, and
 * the store is left alone for a while. */
static enum status survive(struct crew *crew, enum status status)
{
    char text[sizeof crew->error->text + 64];
    if (status != STATUS_CANNOT || !store_may_repeat(crew->ground->store))
        return status;
    store_rollback(crew->ground->store);
    crew->grouped = false;
    if (!crew->away_ms) {
        snprintf(text, sizeof text, "%s; the searches go on, it is tried again", crew->error->text);
        crew->tick(crew->user, text);
    }
    crew->away_ms = crew->away_ms ? smaller(2 * crew->away_ms, AWAY_MS_MAX) : AWAY_MS;
    crew->back_ms = crew_clock() + crew->away_ms;
    crew->away = true;
    return STATUS_OK;
}

static void count_failure(struct crew *crew, struct ending *ending, bool failed)
{
    const struct store_job *job = &ending->job;
    char text[512];
    crew->counts.failed += failed;
    crew->counts.nodes += failed ? nodes_of(job, 0) : 0;
    crew->failures++;
    snprintf(text, sizeof text, "worker %s: %u:%u at %s%lld, try %d of %d: %s%s", ending->worker,
             job->pair.w, job->pair.b, job->kind == LIMIT_DEPTH ? "depth " : "",
             (long long)job->limit, job->tries + 1, STORE_TRIES, ending->reason,
             failed ? "; recorded as failed" : "");
    crew->tick(crew->user, text);
}

/* Too many in a row, on whosever account? */
static enum status check_failures(struct crew *crew, const char *reason)
{
    if (crew->failures < RUN_FAILURES_MAX)
        return STATUS_OK;
    return error_set(crew->error, STATUS_CANNOT,
                     "engine %s: %d searches in a row have failed, the last: %s",
                     crew->ground->config.id, crew->failures, reason);
}

static void count_result(struct crew *crew, const struct ending *ending)
{
    crew->failures = 0;
    crew->counts.done++;
    crew->counts.nodes += nodes_of(&ending->job, ending->result.total_nodes);
}

/* A result that the store refuses is the engine's failure. */
static enum status store_ending(struct crew *crew, struct ending *ending, bool *failed)
{
    struct store *store = crew->ground->store;
    enum status status = STATUS_OK;
    if (ending->how == ENDED_DONE)
        status = store_finish(store, &ending->job, &ending->result, crew->error);
    if (status == STATUS_WRONG) {
        ending->how = ENDED_FAILED;
        snprintf(ending->reason, sizeof ending->reason, "%.*s", STORE_REASON_BYTES - 1,
                 crew->error->text);
        status = STATUS_OK;
    }
    if (!status && ending->how == ENDED_FAILED)
        status = store_fail(store, &ending->job, ending->reason, failed, crew->error);
    if (!status && ending->how == GIVEN_BACK)
        status = store_release(store, &ending->job, crew->error);
    return status;
}

/* Puts one into the group, or into a shared store, unless that is away; survives it if it is. */
static enum status settle(struct crew *crew, struct ending *ending)
{
    bool failed = false;
    if (crew->away)
        return STATUS_OK;
    enum status status = enter_group(crew);
    if (!status)
        status = store_ending(crew, ending, &failed);
    if (status)
        return survive(crew, status);
    crew->may_wait |= ending->how != ENDED_DONE;
    if (ending->how == ENDED_DONE)
        count_result(crew, ending);
    else if (ending->how == ENDED_FAILED)
        count_failure(crew, ending, failed);
    status = check_failures(crew, ending->reason);
    if (!status && !crew->grouped) /* it is committed */
        *ending = crew->endings[--crew->ending_count];
    return status;
}

/* Remembers how the worker's search has ended. NULL: no memory. */
static struct ending *add_ending(struct crew *crew, const struct worker *worker,
                                 const struct store_job *job)
{
    if (crew->ending_count == crew->ending_cap) {
        size_t cap = 2 * crew->ending_cap + 16;
        struct ending *endings = realloc(crew->endings, cap * sizeof *endings);
        if (!endings)
            return NULL;
        crew->endings = endings;
        crew->ending_cap = cap;
    }
    struct ending *ending = &crew->endings[crew->ending_count++];
    *ending = (struct ending){.worker = worker->name, .job = *job};
    return ending;
}

/* What was found with files that have changed meanwhile is not kept. */
static enum status commit_group(struct crew *crew)
{
    if (!crew->grouped)
        return STATUS_OK;
    enum status status = check_files(crew);
    crew->grouped = false;
    if (status) {
        store_rollback(crew->ground->store);
        return status;
    }
    status = store_commit(crew->ground->store, crew->error);
    if (!status)
        crew->ending_count = 0;
    return survive(crew, status);
}

/* Others wait for the rows of a shared store. */
static enum status commit_where_due(struct crew *crew, int64_t now)
{
    if (crew->grouped && (store_is_shared(crew->ground->store) ||
                          now - crew->group_since >= GROUP_MS || crew->group_calls >= GROUP_CALLS))
        return commit_group(crew);
    return STATUS_OK;
}

/* All that could not be stored, once more. */
static enum status come_back(struct crew *crew)
{
    char text[128];
    size_t kept = crew->ending_count;
    crew->away = false;
    enum status status = store_begin(crew->ground->store, crew->error);
    store_rollback(crew->ground->store);
    if (status)
        return survive(crew, status);
    while (crew->ending_count && !status && !crew->away)
        status = settle(crew, &crew->endings[0]);
    if (status || crew->away)
        return status;
    crew->away_ms = 0;
    snprintf(text, sizeof text, "the store is back: what %zu searches have ended with is stored",
             kept);
    crew->tick(crew->user, text);
    return STATUS_OK;
}

/* ---- engines ---- */

static enum status start_engine(struct crew *crew, struct worker *worker)
{
    worker->starts++;
    enum status status = uci_start(&crew->ground->config, crew_clock(), &worker->uci, crew->error);
    return status ? error_prefix(crew->error, status, "engine %s", crew->ground->config.id)
                  : STATUS_OK;
}

static enum status begin_search(struct crew *crew, struct worker *worker)
{
    const struct engine_config *config = &crew->ground->config;
    char fen[PAIR_FEN_BYTES];
    uint32_t hash_mb = engine_config_hash_mb(config, worker->job.limit);
    if (!hash_mb)
        return error_set(crew->error, STATUS_CANNOT, "engine %s: hash_mb has no size for %lld",
                         config->id, (long long)worker->job.limit);
    pair_fen(worker->job.pair, PAIR_SHREDDER_FEN, fen);
    worker->began = worker->renewed = crew_clock();
    return uci_begin(worker->uci, fen, worker->job.limit, hash_mb, worker->began, crew->error);
}

/* Gives the worker the next job, if one waits. */
static enum status feed(struct crew *crew, struct worker *worker)
{
    size_t count = 0;
    if (!crew->may_wait || !crew->may_begin || crew->away)
        return STATUS_OK;
    enum status status = enter_group(crew);
    if (!status)
        status = store_claim(crew->ground->store, crew->ground->config.id, worker->claimant, 1,
                             &worker->job, &count, crew->error);
    if (status)
        return survive(crew, status);
    crew->may_wait = count != 0;
    if (!count)
        return STATUS_OK;
    worker->busy = true;
    crew->counts.running++;
    return begin_search(crew, worker);
}

static void put_down(struct crew *crew, struct worker *worker)
{
    worker->busy = false;
    crew->counts.running--;
}

static enum status release(struct crew *crew, struct worker *worker)
{
    put_down(crew, worker);
    crew->may_wait = true;
    struct ending *ending = add_ending(crew, worker, &worker->job);
    if (!ending)
        return error_memory(crew->error);
    ending->how = GIVEN_BACK;
    return settle(crew, ending);
}

static void make_result(const struct crew *crew, const struct store_job *job,
                        const struct uci_result *found, int64_t ms, struct store_result *result)
{
    *result = (struct store_result){
        .row = row_of(job->pair, job->role, found),
        .total_nodes = found->total_nodes,
        .engine_ms = ms > 0 ? ms : 1,
        .run = crew->run,
    };
}

static enum status fail_job(struct crew *crew, struct worker *worker, const char *reason)
{
    struct ending *ending = add_ending(crew, worker, &worker->job);
    if (!ending)
        return error_memory(crew->error);
    ending->how = ENDED_FAILED;
    crew->may_wait = true;
    snprintf(ending->reason, sizeof ending->reason, "%s", reason);
    return settle(crew, ending);
}

/* The engine goes on with the next job before this one's result is stored. */
static enum status take_result(struct crew *crew, struct worker *worker)
{
    size_t place = crew->ending_count;
    struct ending *ending = add_ending(crew, worker, &worker->job);
    if (!ending)
        return error_memory(crew->error);
    make_result(crew, &ending->job, uci_result(worker->uci), crew_clock() - worker->began,
                &ending->result);
    put_down(crew, worker);
    worker->starts = 0;
    enum status status = feed(crew, worker);
    return status ? status : settle(crew, &crew->endings[place]);
}

/* The engine is dead: what becomes of its job, and shall it be started again? Where it was killed
 * from outside, neither a try nor a start counts. */
static enum status take_failure(struct crew *crew, struct worker *worker)
{
    char reason[STORE_REASON_BYTES], text[512];
    bool searched = uci_failed_in_search(worker->uci) && worker->busy;
    bool killed = uci_was_killed(worker->uci);
    enum status status = STATUS_OK;
    snprintf(reason, sizeof reason, "%.*s", STORE_REASON_BYTES - 1, uci_reason(worker->uci));
    uci_close(worker->uci);
    worker->uci = NULL;
    if (searched || killed)
        worker->starts = 0;
    if (searched) {
        put_down(crew, worker);
        status = fail_job(crew, worker, reason);
    } else if (worker->busy) {
        status = release(crew, worker);
    }
    crew->failures += killed;
    if (!status && killed)
        status = check_failures(crew, reason);
    else if (!status && !searched && (!crew->was_ready || worker->starts >= RUN_STARTS_MAX))
        status =
            error_set(crew->error, STATUS_CANNOT, "engine %s: %s", crew->ground->config.id, reason);
    if (!status && !searched) {
        snprintf(text, sizeof text, "worker %s: the engine %s; it is started again", worker->name,
                 reason);
        crew->tick(crew->user, text);
    }
    if (!status)
        status = ground_check_files(crew->ground, crew->error);
    return status ? status : start_engine(crew, worker);
}

static enum status advance(struct crew *crew, struct worker *worker)
{
    switch (uci_advance(worker->uci, crew_clock())) {
    case UCI_READY:
        crew->was_ready = true;
        return STATUS_OK;
    case UCI_RESULT:
        return take_result(crew, worker);
    case UCI_FAILED:
        return take_failure(crew, worker);
    default:
        return STATUS_OK;
    }
}

static enum status renew(struct crew *crew, struct worker *worker, int64_t now)
{
    bool ours = true;
    if (!worker->busy || crew->away || now - worker->renewed < RENEW_MS)
        return STATUS_OK;
    enum status status = store_renew(crew->ground->store, &worker->job, &ours, crew->error);
    if (status)
        return survive(crew, status);
    worker->renewed = now;
    if (!ours) {
        put_down(crew, worker);
        uci_stop(worker->uci, now);
    }
    return STATUS_OK;
}

bool crew_is_stopped(struct crew *crew)
{
    return signals_came(&crew->signals);
}

/* ---- work ---- */

static int64_t next_event(const struct crew *crew, int64_t now)
{
    int64_t due = crew->ticked + TICK_MS;
    if (crew->grouped)
        due = smaller(due, crew->group_since + GROUP_MS);
    if (crew->away)
        due = smaller(due, crew->back_ms);
    for (int i = 0; i < crew->worker_count; i++)
        due = smaller(due, uci_due(crew->workers[i].uci));
    return due > now ? due - now : 0;
}

static void wait_for_events(struct crew *crew)
{
    int64_t ms = next_event(crew, crew_clock());
    for (int i = 0; i < crew->worker_count; i++)
        crew->polled[i] = (struct pollfd){uci_fd(crew->workers[i].uci), POLLIN, 0};
    crew->polled[crew->worker_count] = (struct pollfd){crew->signals.fd, POLLIN, 0};
    poll(crew->polled, (nfds_t)crew->worker_count + 1, (int)ms);
}

/* One round: who has something to say, who has nothing to do, what is due. */
static enum status work_once(struct crew *crew)
{
    enum status status = STATUS_OK;
    if (crew->away && crew_clock() >= crew->back_ms)
        status = come_back(crew);
    for (int i = 0; i < crew->worker_count && !status; i++) {
        struct worker *worker = &crew->workers[i];
        status = advance(crew, worker);
        if (!status && !worker->busy && uci_is_idle(worker->uci))
            status = feed(crew, worker);
        if (!status)
            status = renew(crew, worker, crew_clock());
    }
    int64_t now = crew_clock();
    if (!status)
        status = commit_where_due(crew, now);
    if (!status && now - crew->ticked >= TICK_MS) {
        crew->ticked = now;
        crew->tick(crew->user, NULL);
    }
    return status;
}

/* A last try where the store is away. */
static enum status give_back(struct crew *crew)
{
    enum status status = crew->away ? come_back(crew) : STATUS_OK;
    for (int i = 0; i < crew->worker_count && !status; i++) {
        if (crew->workers[i].busy)
            status = release(crew, &crew->workers[i]);
    }
    if (!status)
        status = commit_group(crew);
    if (status || !crew->away)
        return status;
    return error_prefix(crew->error, STATUS_CANNOT,
                        "what %zu searches have ended with is not stored", crew->ending_count);
}

/* The engines end; the message of the failure that is on its way stays as it is. */
static void abandon(struct crew *crew)
{
    struct error ignored, *error = crew->error;
    for (int i = 0; i < crew->worker_count; i++) {
        uci_close(crew->workers[i].uci);
        crew->workers[i].uci = NULL;
    }
    crew->error = &ignored;
    /* Where the store refuses this too, the next run takes the claims back when it opens it, or
     * they expire. If the store is locked, that was waited for. */
    store_wait(crew->ground->store, 0);
    if (!crew->away)
        (void)give_back(crew);
    store_rollback(crew->ground->store);
    crew->grouped = false;
    crew->error = error;
}

/* No search is under way or to be begun, and all that has ended is with the store. */
static bool is_at_end(const struct crew *crew)
{
    return crew->counts.running == 0 && !(crew->may_wait && crew->may_begin) && !crew->away;
}

enum status crew_work(struct crew *crew, int64_t until_ms, enum crew_end *end, struct error *error)
{
    enum status status = STATUS_OK;
    crew->error = error;
    crew->may_wait = true;
    *end = CREW_WAVE;
    while (!status) {
        crew->may_begin = crew_clock() < until_ms;
        status = work_once(crew);
        if (status)
            break;
        if (crew_is_stopped(crew)) {
            *end = CREW_STOP;
            status = give_back(crew);
            break;
        }
        if (is_at_end(crew)) {
            *end = crew->may_wait ? CREW_TIME : CREW_WAVE;
            status = commit_group(crew);
            if (status || !crew->away)
                break;
        }
        wait_for_events(crew);
    }
    if (status)
        abandon(crew);
    return status;
}

bool crew_wait(struct crew *crew, int64_t ms)
{
    struct pollfd signals = {crew->signals.fd, POLLIN, 0};
    poll(&signals, 1, (int)ms);
    return crew_is_stopped(crew);
}

static void name_worker(struct crew *crew, struct worker *worker, int number)
{
    snprintf(worker->name, sizeof worker->name, "%d", number);
    store_name_worker(crew->ground->store, number, worker->claimant);
}

enum status crew_new(struct ground *ground, int workers, int64_t run, crew_tick *tick, void *user,
                     struct crew **crew, struct error *error)
{
    struct crew *new = calloc(1, sizeof *new);
    *crew = new;
    if (!new)
        return error_memory(error);
    new->ground = ground;
    new->run = run;
    new->tick = tick;
    new->user = user;
    new->error = error;
    new->signals.fd = -1;
    new->workers = calloc((size_t)workers, sizeof *new->workers);
    new->polled = calloc((size_t)workers + 1, sizeof *new->polled);
    new->stamps = calloc(ground->config.file_count + 1, sizeof *new->stamps);
    if (!new->workers || !new->polled || !new->stamps)
        return error_memory(error);
    take_stamps(new);
    enum status status = ground_check_files(ground, error);
    if (!status)
        status = signals_watch(&new->signals, error);
    while (!status && new->worker_count < workers) {
        struct worker *worker = &new->workers[new->worker_count];
        name_worker(new, worker, new->worker_count + 1);
        status = start_engine(new, worker);
        new->worker_count += !status;
    }
    return status;
}

void crew_free(struct crew *crew)
{
    if (!crew)
        return;
    for (int i = 0; i < crew->worker_count; i++)
        uci_close(crew->workers[i].uci);
    signals_end(&crew->signals);
    free(crew->endings);
    free(crew->workers);
    free(crew->polled);
    free(crew->stamps);
    free(crew);
}

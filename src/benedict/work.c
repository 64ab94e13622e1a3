#include "benedict/work.h"

#include "benedict/job.h"
#include "benedict/solve.h"
#include "program/signals.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <poll.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum {
    LOOK_MS = 10000,  /* how often others' answers are looked at */
    IDLE_MS = 1000,   /* the same, where a thread has nothing to do */
    RENEW_MS = 60000, /* how often claims are renewed */
    AGAIN_MS = 1000,  /* until a store that is away is tried again, at first */
    AGAIN_MAX_MS = 30000,
};

/* A thread's work at one task. */
struct hand {
    enum { IDLE, AT_WORK, ENDED } state; /* ENDED: the result is not stored yet */
    struct work *work;
    struct dfpn shared;
    pthread_t id;
    int done_fd; /* is written to at the end */
    atomic_bool done;
    struct store_claim claim;
    char name[SPLIT_NAME_BYTES];
    char worker[STORE_WORKER_BYTES];
    int64_t renewed;
    struct solve_result result;
    int64_t cpu_ms;
    enum status status;
    struct error error;
};

struct work {
    const struct work_request *request;
    struct numbers_table *table; /* owned */
    struct hand *hands;          /* owned */
    struct signals signals;
    int done[2]; /* a pipe */
    enum dfpn_answer answer;
    int64_t again_ms;
};

/* ---- looking ---- */

enum status work_read(struct store *store, int64_t question, struct proof_claim *claim,
                      struct error *error)
{
    struct buf text = {0};
    enum status status = store_question(store, question, &text, error);
    if (!status && split_read(buf_text(&text), claim, error))
        status =
            error_prefix(error, STATUS_WRONG, "%s: question %" PRId64, store_name(store), question);
    buf_free(&text);
    return status;
}

enum status work_look(struct store *store, int64_t question, struct store_task **tasks,
                      struct split *split, struct error *error)
{
    size_t count;
    *split = (struct split){0};
    enum status status = store_tasks(store, question, tasks, &count, error);
    if (status)
        return status;
    char(*names)[SPLIT_NAME_BYTES] = calloc(count + 1, sizeof *names);
    status = names ? STATUS_OK : error_memory(error);
    for (size_t i = 0; i < count && !status; i++)
        memcpy(names[i], (*tasks)[i].name, SPLIT_NAME_BYTES);
    if (!status)
        status = split_new((const char(*)[SPLIT_NAME_BYTES])names, count, split, error);
    free(names);
    if (status) {
        free(*tasks);
        *tasks = NULL;
        return status;
    }
    for (size_t i = 0; i < count; i++)
        split->tasks[i].answer = (enum dfpn_answer)(*tasks)[i].answer;
    split_judge(split);
    return STATUS_OK;
}

/* ---- a thread ---- */

static int64_t processor_ms(void)
{
    struct timespec now;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

static void *labour(void *argument)
{
    struct hand *hand = argument;
    hand->status = solve_task(&hand->work->request->claim, hand->name, &hand->shared, &hand->result,
                              &hand->error);
    hand->cpu_ms = processor_ms();
    atomic_store(&hand->done, true);
    ssize_t written = write(hand->done_fd, "", 1); /* a pipe that is full wakes as well */
    (void)written;
    return NULL;
}

static enum status set_to_work(struct hand *hand, struct error *error)
{
    hand->shared.table = hand->work->table;
    atomic_store(&hand->shared.stop, false);
    atomic_store(&hand->done, false);
    hand->error = (struct error){0};
    hand->renewed = job_clock();
    if (pthread_create(&hand->id, NULL, labour, hand) != 0)
        return error_set(error, STATUS_CANNOT, "cannot start a thread: %s", strerror(errno));
    hand->state = AT_WORK;
    return STATUS_OK;
}

/* Waits for its end. */
static void join(struct hand *hand)
{
    pthread_join(hand->id, NULL);
    hand->state = ENDED;
}

static void stop(struct hand *hand)
{
    atomic_store(&hand->shared.stop, true);
}

/* ---- what a thread found, and its claim ---- */

static void report_task(const struct hand *hand)
{
    const struct work_request *request = hand->work->request;
    struct buf line = {0};
    buf_printf(&line, "%s: %s, %" PRIu64 " nodes, %" PRId64 ".%" PRId64 " s", hand->name,
               hand->result.answer == DFPN_WIN ? "win" : "no win", hand->result.nodes,
               hand->cpu_ms / 1000, hand->cpu_ms / 100 % 10);
    if (!line.failed)
        request->report(request->user, line.data);
    buf_free(&line);
}

/* Stores the result, or gives the task back. */
static enum status settle(struct hand *hand, struct error *error)
{
    struct store *store = hand->work->request->store;
    const struct solve_result *result = &hand->result;
    const struct store_task done = {
        .answer = result->answer, .nodes = (int64_t)result->nodes, .cpu_ms = hand->cpu_ms};
    if (hand->status) {
        *error = hand->error;
        return hand->status;
    }
    enum status status =
        result->answer == DFPN_OPEN
            ? store_task_release(store, &hand->claim, error)
            : store_task_finish(store, &hand->claim, &done, buf_text(&result->body), error);
    if (status)
        return status;
    if (result->answer != DFPN_OPEN)
        report_task(hand);
    solve_free(&hand->result);
    hand->state = IDLE;
    return STATUS_OK;
}

/* Who has lost his claim need not go on. */
static enum status renew(struct hand *hand, struct error *error)
{
    bool ours;
    if (job_clock() - hand->renewed < RENEW_MS)
        return STATUS_OK;
    enum status status = store_task_renew(hand->work->request->store, &hand->claim, &ours, error);
    if (status)
        return status;
    hand->renewed = job_clock();
    if (!ours)
        stop(hand);
    return STATUS_OK;
}

/* ---- all threads ---- */

/* Claims the first task from *next on that is needed and free, and sets to work at it. */
static enum status claim_one(struct hand *hand, const struct store_task *tasks,
                             const struct split *split, size_t *next, struct error *error)
{
    const struct work_request *request = hand->work->request;
    for (; *next < split->count; ++*next) {
        bool mine = false;
        if (!tasks[*next].claimable || !split_needs(split, *next))
            continue;
        enum status status = store_task_claim(request->store, request->question, (int64_t)*next,
                                              hand->worker, &hand->claim, &mine, error);
        if (status)
            return status;
        if (mine) {
            memcpy(hand->name, tasks[*next].name, sizeof hand->name);
            ++*next;
            return set_to_work(hand, error);
        }
    }
    return STATUS_OK;
}

static enum status look_around(struct work *work, struct error *error)
{
    const struct work_request *request = work->request;
    struct store_task *tasks;
    struct split split;
    size_t next = 0;
    enum status status = work_look(request->store, request->question, &tasks, &split, error);
    if (status)
        return status;
    work->answer = split.answer;
    for (int i = 0; i < request->threads && !status; i++) {
        struct hand *hand = &work->hands[i];
        if (hand->state == AT_WORK && !split_needs(&split, (size_t)hand->claim.task))
            stop(hand);
        else if (hand->state == IDLE)
            status = claim_one(hand, tasks, &split, &next, error);
    }
    free(tasks);
    split_free(&split);
    return status;
}

/* All that there is to do with the store at this moment. */
static enum status attend(struct work *work, struct error *error)
{
    enum status status = STATUS_OK;
    for (int i = 0; i < work->request->threads && !status; i++) {
        struct hand *hand = &work->hands[i];
        if (hand->state == AT_WORK && atomic_load(&hand->done))
            join(hand);
        if (hand->state == ENDED)
            status = settle(hand, error);
        else if (hand->state == AT_WORK)
            status = renew(hand, error);
    }
    return status ? status : look_around(work, error);
}

/* A store that is away is tried again. */
static enum status forgive(struct work *work, enum status status, struct error *error)
{
    const struct work_request *request = work->request;
    if (status != STATUS_CANNOT || !store_may_repeat(request->store)) {
        work->again_ms = 0;
        return status;
    }
    work->again_ms = work->again_ms ? 2 * work->again_ms : AGAIN_MS;
    if (work->again_ms > AGAIN_MAX_MS)
        work->again_ms = AGAIN_MAX_MS;
    struct buf line = {0};
    buf_printf(&line, "%s; tried again in %" PRId64 " s", error->text, work->again_ms / 1000);
    if (!line.failed)
        request->report(request->user, line.data);
    buf_free(&line);
    return STATUS_OK;
}

static bool is_idle(const struct work *work)
{
    bool idle = false;
    for (int i = 0; i < work->request->threads; i++)
        idle = idle || work->hands[i].state == IDLE;
    return idle;
}

/* Until a thread has ended, a signal has come or it is time to look around. */
static void wait_for_events(struct work *work)
{
    struct pollfd polled[2] = {{work->signals.fd, POLLIN, 0}, {work->done[0], POLLIN, 0}};
    char bytes[WORK_THREADS_MAX];
    /* While the store is away nothing but a signal counts. */
    int64_t ms = work->again_ms ? work->again_ms : is_idle(work) ? IDLE_MS : LOOK_MS;
    poll(polled, work->again_ms ? 1 : 2, (int)ms);
    while (read(work->done[0], bytes, sizeof bytes) > 0) {
    }
}

static enum status go_on(struct work *work, struct error *error)
{
    enum status status = STATUS_OK;
    while (!status && work->answer == DFPN_OPEN && !signals_came(&work->signals)) {
        status = forgive(work, attend(work, error), error);
        if (!status && work->answer == DFPN_OPEN)
            wait_for_events(work);
    }
    return status;
}

/* Ends the threads. What they have found is stored, and the rest given back, as far as the store
 * lets us. */
static enum status wind_up(struct work *work, enum status status, struct error *error)
{
    struct error other = {0};
    for (int i = 0; i < work->request->threads; i++)
        stop(&work->hands[i]);
    for (int i = 0; i < work->request->threads; i++) {
        struct hand *hand = &work->hands[i];
        if (hand->state == AT_WORK)
            join(hand);
        if (hand->state == ENDED && settle(hand, &other) && !status) {
            status = STATUS_CANNOT;
            *error = other;
        }
        solve_free(&hand->result);
    }
    return status;
}

static enum status prepare(struct work *work, struct error *error)
{
    const struct work_request *request = work->request;
    enum status status = signals_watch(&work->signals, error);
    if (!status && pipe2(work->done, O_CLOEXEC | O_NONBLOCK) != 0)
        status = error_set(error, STATUS_CANNOT, "cannot make a pipe: %s", strerror(errno));
    if (!status)
        status = numbers_new(request->bytes, &work->table, error);
    work->hands = calloc((size_t)request->threads, sizeof *work->hands);
    if (!status && !work->hands)
        status = error_memory(error);
    for (int i = 0; i < request->threads && !status; i++) {
        work->hands[i].work = work;
        work->hands[i].done_fd = work->done[1];
        store_name_worker(request->store, i + 1, work->hands[i].worker);
    }
    return status;
}

enum status work_run(const struct work_request *request, enum dfpn_answer *answer,
                     struct error *error)
{
    struct work work = {.request = request, .done = {-1, -1}};
    enum status status = prepare(&work, error);
    if (!status)
        status = wind_up(&work, go_on(&work, error), error);
    for (int i = 0; i < 2; i++)
        if (work.done[i] >= 0)
            close(work.done[i]);
    signals_end(&work.signals);
    numbers_free(work.table);
    free(work.hands);
    *answer = status ? DFPN_OPEN : work.answer;
    return status;
}

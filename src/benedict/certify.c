#include "benedict/certify.h"

#include <pthread.h>
#include <stdlib.h>

static uint8_t to_plain(unsigned point)
{
    return (uint8_t)plain_point((int)(point & 15) - BENEDICT_FIRST_FILE,
                                (int)(point >> 4) - BENEDICT_FIRST_RANK);
}

static enum status read_board(const struct plain *board, struct benedict *position,
                              struct error *error)
{
    char fen[PLAIN_FEN_BYTES];
    plain_write_fen(board, fen);
    return benedict_read_fen(text_of(fen), position, error);
}

enum status certify_choose(void *user, const struct plain *board, int plies,
                           struct plain_move *move, struct error *error)
{
    struct dfpn_thread *thread = user;
    struct benedict position;
    struct benedict_move chosen;
    enum status status = read_board(board, &position, error);
    if (status)
        return status;
    bool mirrored = benedict_mirrored_key(&position) < position.key;
    if (mirrored)
        benedict_mirror(&position, &thread->position);
    else
        thread->position = position;
    if (!dfpn_choose(thread, plies, &chosen))
        return error_set(error, STATUS_WRONG, "the search finds no move that proves the claim");
    if (mirrored)
        chosen = benedict_mirror_move(chosen);
    *move = (struct plain_move){to_plain(chosen.from), to_plain(chosen.to)};
    return STATUS_OK;
}

enum status certify_claim(const struct benedict *position, int plies, enum dfpn_answer answer,
                          int replies, struct proof_claim *claim, struct error *error)
{
    char fen[BENEDICT_FEN_BYTES];
    benedict_write_fen(position, fen);
    *claim = (struct proof_claim){.is_win = answer == DFPN_WIN, .plies = plies, .replies = replies};
    enum status status = plain_read_fen(text_of(fen), &claim->start, error);
    return status ? status : proof_check_claim(claim, error);
}

/* ---- tasks, by several threads ---- */

struct body {
    struct buf bytes;
    bool done;
};

/* Bodies are taken in the order of the tasks, and written ahead of it. */
struct crew {
    const struct proof_claim *claim;
    const struct proof_plan *plan;
    struct body *bodies; /* one a task */
    pthread_mutex_t lock;
    pthread_cond_t changed;
    size_t next; /* task */
    enum status status;
    struct error error;
};

struct worker {
    struct crew *crew;
    struct dfpn_thread thread;
    pthread_t id;
};

static void fail(struct crew *crew, enum status status, const struct error *error)
{
    pthread_mutex_lock(&crew->lock);
    if (!crew->status) {
        crew->status = status;
        crew->error = *error;
    }
    pthread_cond_broadcast(&crew->changed);
    pthread_mutex_unlock(&crew->lock);
}

static bool take_task(struct crew *crew, size_t *task)
{
    pthread_mutex_lock(&crew->lock);
    bool taken = !crew->status && crew->next < crew->plan->count;
    if (taken)
        *task = crew->next++;
    pthread_mutex_unlock(&crew->lock);
    return taken;
}

static void *work(void *argument)
{
    struct worker *worker = argument;
    struct crew *crew = worker->crew;
    struct error error = {0};
    struct proof_table *table = proof_table_new();
    enum status status = table ? STATUS_OK : error_memory(&error);
    size_t task;
    while (!status && take_task(crew, &task)) {
        struct body *body = &crew->bodies[task];
        status = proof_write_task(crew->claim, &crew->plan->tasks[task], certify_choose,
                                  &worker->thread, table, &body->bytes, NULL, &error);
        pthread_mutex_lock(&crew->lock);
        body->done = true;
        pthread_cond_broadcast(&crew->changed);
        pthread_mutex_unlock(&crew->lock);
    }
    if (status)
        fail(crew, status, &error);
    proof_table_free(table);
    return NULL;
}

/* A proof_body. */
static enum status hand_over(void *user, size_t task, struct buf *bytes, struct error *error)
{
    struct crew *crew = user;
    struct body *body = &crew->bodies[task];
    pthread_mutex_lock(&crew->lock);
    while (!body->done && !crew->status)
        pthread_cond_wait(&crew->changed, &crew->lock);
    enum status status = crew->status;
    if (status)
        *error = crew->error;
    pthread_mutex_unlock(&crew->lock);
    if (!status) {
        buf_put(bytes, body->bytes.data, body->bytes.len);
        status = buf_ok(bytes, error);
        buf_free(&body->bytes);
    }
    return status;
}

/* With the crew's bodies, lock and plan made. */
static enum status write_all(struct crew *crew, struct worker *workers, int threads,
                             const char *path, struct error *error)
{
    enum status status = STATUS_OK;
    int started = 0;
    while (started < threads && !status) {
        if (pthread_create(&workers[started].id, NULL, work, &workers[started]) == 0)
            started++;
        else
            status = error_set(error, STATUS_CANNOT, "cannot start a thread");
    }
    if (!status)
        status = proof_write(path, crew->claim, crew->plan, hand_over, crew, error);
    if (status)
        fail(crew, status, error);
    while (started > 0)
        pthread_join(workers[--started].id, NULL);
    return status;
}

enum status certify_write(struct dfpn *shared, const struct proof_claim *claim, int threads,
                          const char *path, struct error *error)
{
    struct proof_plan plan = {0};
    struct crew crew = {.claim = claim, .plan = &plan};
    struct worker *workers = calloc((size_t)threads, sizeof *workers);
    if (!workers)
        return error_memory(error);
    for (int i = 0; i < threads; i++)
        workers[i] = (struct worker){.crew = &crew, .thread = {.shared = shared, .threads = 1}};
    enum status status = proof_make_plan(claim, certify_choose, &workers[0].thread, &plan, error);
    if (!status) {
        crew.bodies = calloc(plan.count + 1, sizeof *crew.bodies);
        status = crew.bodies ? STATUS_OK : error_memory(error);
    }
    if (!status) {
        pthread_mutex_init(&crew.lock, NULL);
        pthread_cond_init(&crew.changed, NULL);
        status = write_all(&crew, workers, threads, path, error);
        pthread_cond_destroy(&crew.changed);
        pthread_mutex_destroy(&crew.lock);
        for (size_t i = 0; i < plan.count; i++)
            buf_free(&crew.bodies[i].bytes);
    }
    free(crew.bodies);
    free(workers);
    proof_plan_free(&plan);
    return status;
}

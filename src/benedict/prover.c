#include "benedict/prover.h"

#include "base/file.h"
#include "base/hash.h"

#include <errno.h>
#include <inttypes.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

struct prover {
    struct prover_question question;
    struct dfpn shared;
    struct dfpn_thread *threads; /* owned */
    int count;
    struct prover_work before; /* by earlier runs */
};

/* ---- questions ---- */

static const char *name_of(enum benedict_side side)
{
    return side == BENEDICT_RED ? "Red" : "Black";
}

enum status prover_check(const struct prover_question *question, struct error *error)
{
    enum benedict_side mover = (enum benedict_side)question->position.turn;
    bool odd = question->plies % 2 == 1;
    if (question->plies < 1 || question->plies > DFPN_PLIES_MAX)
        return error_set(error, STATUS_WRONG, "%d plies: not 1 to %d", question->plies,
                         DFPN_PLIES_MAX);
    if (odd != (mover == question->side))
        return error_set(error, STATUS_WRONG,
                         "%d plies: %s is to move, so that the last ply that can win for %s is an "
                         "%s one",
                         question->plies, name_of(mover), name_of(question->side),
                         mover == question->side ? "odd" : "even");
    if (!benedict_can_move(&question->position))
        return error_set(error, STATUS_WRONG, "%s has no legal move and has lost: nothing to prove",
                         name_of(mover));
    return STATUS_OK;
}

enum status prover_new(const struct prover_question *question, int threads, size_t bytes,
                       struct prover **prover, struct error *error)
{
    *prover = NULL;
    enum status status = prover_check(question, error);
    if (status)
        return status;
    struct prover *made = calloc(1, sizeof *made);
    struct dfpn_thread *crew = calloc((size_t)threads, sizeof *crew);
    if (!made || !crew) {
        free(made);
        free(crew);
        return error_memory(error);
    }
    *made = (struct prover){.question = *question, .threads = crew, .count = threads};
    for (int i = 0; i < threads; i++)
        crew[i].shared = &made->shared;
    status = numbers_new(bytes, &made->shared.table, error);
    if (status)
        prover_free(made);
    else
        *prover = made;
    return status;
}

void prover_free(struct prover *prover)
{
    if (!prover)
        return;
    numbers_free(prover->shared.table);
    free(prover->threads);
    free(prover);
}

void prover_stop(struct prover *prover)
{
    atomic_store(&prover->shared.stop, true);
}

static double processor_time(void)
{
    struct timespec now;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

struct prover_work prover_work(const struct prover *prover)
{
    struct prover_work work = prover->before;
    for (int i = 0; i < prover->count; i++)
        work.nodes += atomic_load(&prover->threads[i].made);
    work.seconds += processor_time();
    return work;
}

/* ---- threads ---- */

/* Threads at the same work, and who waits for them. */
struct crew {
    struct prover *prover;
    pthread_mutex_t lock;
    pthread_cond_t changed;
    int at_work;
    enum dfpn_answer answer;
};

struct worker {
    struct crew *crew;
    struct dfpn_thread *thread;
    pthread_t id;
};

static void *search(void *argument)
{
    struct worker *worker = argument;
    struct crew *crew = worker->crew;
    enum dfpn_answer answer = dfpn_search(worker->thread, crew->prover->question.plies);
    if (answer != DFPN_OPEN)
        prover_stop(crew->prover); /* nobody else need go on */
    atomic_store(&worker->thread->made, worker->thread->leaves.made);
    pthread_mutex_lock(&crew->lock);
    if (answer != DFPN_OPEN)
        crew->answer = answer;
    crew->at_work--;
    pthread_cond_signal(&crew->changed);
    pthread_mutex_unlock(&crew->lock);
    return NULL;
}

/* Until all have come to an end. */
static void watch(struct crew *crew, void (*tick)(void *user), void *user)
{
    pthread_mutex_lock(&crew->lock);
    while (crew->at_work) {
        struct timespec until;
        clock_gettime(CLOCK_REALTIME, &until);
        until.tv_sec++;
        if (pthread_cond_timedwait(&crew->changed, &crew->lock, &until) == ETIMEDOUT && tick) {
            pthread_mutex_unlock(&crew->lock);
            tick(user);
            pthread_mutex_lock(&crew->lock);
        }
    }
    pthread_mutex_unlock(&crew->lock);
}

static void prepare(struct prover *prover, uint64_t limit)
{
    for (int i = 0; i < prover->count; i++) {
        struct dfpn_thread *thread = &prover->threads[i];
        thread->position = prover->question.position;
        thread->threads = prover->count;
        thread->limit = limit ? thread->leaves.made + limit : 0;
    }
}

/* *started: how many, also after a failure. */
static enum status start(struct crew *crew, struct worker *workers, int *started,
                         struct error *error)
{
    crew->at_work = crew->prover->count;
    for (int i = 0; i < crew->prover->count; i++) {
        workers[i] = (struct worker){.crew = crew, .thread = &crew->prover->threads[i]};
        if (pthread_create(&workers[i].id, NULL, search, &workers[i]) != 0) {
            pthread_mutex_lock(&crew->lock);
            crew->at_work -= crew->prover->count - i;
            pthread_mutex_unlock(&crew->lock);
            *started = i;
            return error_set(error, STATUS_CANNOT, "cannot start a thread");
        }
    }
    *started = crew->prover->count;
    return STATUS_OK;
}

enum status prover_run(struct prover *prover, uint64_t limit, void (*tick)(void *user), void *user,
                       enum dfpn_answer *answer, struct error *error)
{
    struct crew crew = {.prover = prover};
    struct worker workers[PROVER_THREADS_MAX];
    int started;
    pthread_mutex_init(&crew.lock, NULL);
    pthread_cond_init(&crew.changed, NULL);
    prepare(prover, limit);
    enum status status = start(&crew, workers, &started, error);
    if (status)
        prover_stop(prover);
    watch(&crew, tick, user);
    for (int i = 0; i < started; i++)
        pthread_join(workers[i].id, NULL);
    atomic_store(&prover->shared.stop, false);
    pthread_cond_destroy(&crew.changed);
    pthread_mutex_destroy(&crew.lock);
    *answer = crew.answer;
    return status;
}

struct dfpn *prover_shared(struct prover *prover)
{
    return &prover->shared;
}

/* ---- the file: a head, the table, a digest of both ---- */

enum { STATE_DIGEST_BYTES = 7 + SHA256_HEX + 1, STATE_PIECE = 1 << 22, STATE_HEAD_MAX = 512 };

/* The lines that must be the same in a file to go on from. */
static void write_question(const struct prover *prover, struct buf *out)
{
    char fen[BENEDICT_FEN_BYTES];
    size_t len;
    numbers_bytes(prover->shared.table, &len);
    benedict_write_fen(&prover->question.position, fen);
    buf_printf(out, "benedict proof state 1\nposition %s\nside %s\nplies %d\ntable %zu\n", fen,
               prover->question.side == BENEDICT_RED ? "red" : "black", prover->question.plies,
               len);
}

static enum status put(struct file_writer *writer, struct hash_sha256 *hash, const void *data,
                       size_t len, struct error *error)
{
    hash_sha256_add(hash, data, len);
    return file_writer_put(writer, data, len, error);
}

/* Threads may be at work on the table: each piece is copied, so that what is digested is what is
 * written, and of an entry that changes meanwhile the halves do not fit each other. */
static enum status put_table(struct file_writer *writer, struct hash_sha256 *hash,
                             const struct numbers_table *table, struct error *error)
{
    size_t len;
    const char *bytes = numbers_bytes(table, &len);
    char *copy = malloc(STATE_PIECE);
    enum status status = copy ? STATUS_OK : error_memory(error);
    for (size_t at = 0; at < len && !status; at += STATE_PIECE) {
        size_t piece = len - at < STATE_PIECE ? len - at : STATE_PIECE;
        memcpy(copy, bytes + at, piece);
        status = put(writer, hash, copy, piece, error);
    }
    free(copy);
    return status;
}

static enum status put_all(const struct prover *prover, struct file_writer *writer,
                           const struct buf *head, struct error *error)
{
    char digest[STATE_DIGEST_BYTES + 1] = "sha256 ";
    struct hash_sha256 *hash = hash_sha256_new();
    if (!hash)
        return error_memory(error);
    enum status status = put(writer, hash, head->data, head->len, error);
    if (!status)
        status = put_table(writer, hash, prover->shared.table, error);
    if (status) {
        hash_sha256_free(hash);
        return status;
    }
    status = hash_sha256_hex(hash, digest + 7, error);
    digest[STATE_DIGEST_BYTES - 1] = '\n';
    return status ? status : file_writer_put(writer, digest, STATE_DIGEST_BYTES, error);
}

enum status prover_save(const struct prover *prover, const char *path, struct error *error)
{
    struct buf head = {0};
    struct file_writer writer;
    struct prover_work work = prover_work(prover);
    write_question(prover, &head);
    buf_printf(&head, "nodes %" PRIu64 "\nmilliseconds %.0f\n\n", work.nodes, 1000 * work.seconds);
    enum status status = buf_ok(&head, error);
    if (!status)
        status = file_writer_open(&writer, path, 0644, error);
    if (!status) {
        status = put_all(prover, &writer, &head, error);
        if (status)
            file_writer_abandon(&writer);
        else
            status = file_writer_commit(&writer, error);
    }
    buf_free(&head);
    return status;
}

/* "nodes 123" */
static bool read_count(struct text bytes, size_t *at, const char *name, int64_t *value)
{
    struct text line;
    size_t len = strlen(name);
    if (!text_next_line(bytes, at, &line) || line.len <= len || memcmp(line.data, name, len) != 0)
        return false;
    return text_int((struct text){line.data + len, line.len - len}, 0, INT64_MAX, value);
}

static enum status read_state(struct prover *prover, struct text bytes, const char *path,
                              struct error *error)
{
    struct buf question = {0};
    size_t len, at;
    char *table = numbers_bytes(prover->shared.table, &len);
    int64_t nodes, milliseconds;
    struct text line;
    write_question(prover, &question);
    enum status status = buf_ok(&question, error);
    at = question.len;
    if (!status && (bytes.len < at || memcmp(bytes.data, question.data, at) != 0))
        status =
            error_set(error, STATUS_WRONG,
                      "%s: not the state of this question with a table of %zu bytes", path, len);
    buf_free(&question);
    if (status)
        return status;
    if (!read_count(bytes, &at, "nodes ", &nodes) ||
        !read_count(bytes, &at, "milliseconds ", &milliseconds) ||
        !text_next_line(bytes, &at, &line) || line.len != 0 ||
        bytes.len - at != len + STATE_DIGEST_BYTES)
        return error_set(error, STATUS_WRONG, "%s: damaged", path);
    memcpy(table, bytes.data + at, len);
    prover->before = (struct prover_work){(uint64_t)nodes, (double)milliseconds / 1000};
    return STATUS_OK;
}

enum status prover_load(struct prover *prover, const char *path, struct error *error)
{
    struct buf bytes = {0};
    char hex[SHA256_HEX + 1];
    size_t len;
    numbers_bytes(prover->shared.table, &len);
    enum status status = file_read(path, len + STATE_HEAD_MAX + STATE_DIGEST_BYTES, &bytes, error);
    size_t body = bytes.len < STATE_DIGEST_BYTES ? 0 : bytes.len - STATE_DIGEST_BYTES;
    if (!status)
        status = hash_sha256_of(bytes.data, body, hex, error);
    if (!status && (body == 0 || memcmp(bytes.data + body, "sha256 ", 7) != 0 ||
                    memcmp(bytes.data + body + 7, hex, SHA256_HEX) != 0))
        status = error_set(error, STATUS_WRONG, "%s: damaged: its sha256 is another one", path);
    if (!status)
        status = read_state(prover, buf_text(&bytes), path, error);
    buf_free(&bytes);
    return status;
}

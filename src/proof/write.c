/* What writing and reading a certificate share, and the writing. */
#include "base/file.h"
#include "proof/header.h"

#include <stdlib.h>
#include <string.h>

int proof_task_plies(const struct proof_claim *claim)
{
    int first = claim->plies % 2 == 1 ? claim->plies : claim->plies - 1;
    return first - 2;
}

void proof_plan_free(struct proof_plan *plan)
{
    buf_free(&plan->head);
    free(plan->tasks);
    *plan = (struct proof_plan){0};
}

void proof_add_counts(struct proof_counts *sum, const struct proof_counts *more)
{
    sum->positions += more->positions;
    sum->worked_out += more->worked_out;
    sum->repeated += more->repeated;
    sum->moves += more->moves;
}

enum status proof_add_task(struct proof_plan *plan, const struct proof_walk *walk,
                           const struct plain *board, struct error *error)
{
    if (plan->count == plan->cap) {
        size_t cap = plan->cap ? 2 * plan->cap : 64;
        struct proof_task *tasks = realloc(plan->tasks, cap * sizeof *tasks);
        if (!tasks)
            return error_memory(error);
        plan->tasks = tasks;
        plan->cap = cap;
    }
    struct proof_task *task = &plan->tasks[plan->count++];
    *task = (struct proof_task){.start = *board, .depth = walk->depth, .head = plan->head.len};
    memcpy(task->path, walk->path, sizeof task->path);
    return STATUS_OK;
}

/* ---- writing ---- */

/* Who chooses, and where the choices go. */
struct author {
    proof_choose *choose;
    void *user;
    struct buf *out;
    struct proof_plan *plan; /* where tasks go; NULL in a task */
};

static enum status write_next(struct proof_walk *walk, const struct plain *board, int plies,
                              struct plain_move *move, struct error *error)
{
    struct author *author = walk->user;
    struct plain_move moves[PLAIN_MOVES_MAX];
    int index = 0, count = plain_moves(board, moves);
    if (count == 0)
        return error_set(error, STATUS_WRONG, "there is no legal move");
    enum status status = author->choose(author->user, board, plies, move, error);
    if (status)
        return status;
    while (index < count && (moves[index].from != move->from || moves[index].to != move->to))
        index++;
    if (index == count)
        return error_set(error, STATUS_WRONG, "the move chosen is not legal");
    buf_putc(author->out, (char)index);
    return STATUS_OK;
}

static enum status write_leave(struct proof_walk *walk, const struct plain *board,
                               struct error *error)
{
    struct author *author = walk->user;
    return proof_add_task(author->plan, walk, board, error);
}

static enum status finish_writing(struct proof_walk *walk, enum status status, struct error *error)
{
    struct author *author = walk->user;
    if (!status)
        return buf_ok(author->out, error);
    return proof_prefix_path(walk, NULL, status, error);
}

enum status proof_make_plan(const struct proof_claim *claim, proof_choose *choose, void *user,
                            struct proof_plan *plan, struct error *error)
{
    struct author author = {choose, user, &plan->head, plan};
    struct proof_walk walk = {.claim = claim, .user = &author, .next = write_next};
    enum status status = proof_check_claim(claim, error);
    if (status)
        return status;
    walk.leave = write_leave;
    walk.leave_at = proof_task_plies(claim);
    walk.table = proof_table_new();
    if (!walk.table)
        return error_memory(error);
    status = finish_writing(&walk, proof_walk(&walk, &claim->start, claim->plies, error), error);
    plan->counts = walk.counts;
    proof_table_free(walk.table);
    return status;
}

enum status proof_write_task(const struct proof_claim *claim, const struct proof_task *task,
                             proof_choose *choose, void *user, struct proof_table *table,
                             struct buf *body, struct proof_counts *counts, struct error *error)
{
    struct author author = {choose, user, body, NULL};
    struct proof_walk walk = {.claim = claim, .table = table, .user = &author, .next = write_next};
    enum status status = proof_walk(&walk, &task->start, proof_task_plies(claim), error);
    if (counts)
        *counts = walk.counts;
    if (status)
        return proof_prefix_path(&walk, task, status, error);
    return buf_ok(body, error);
}

/* A file that is written, and the digest of what it has so far. */
struct output {
    struct file_writer file;
    struct hash_sha256 *hash;
};

static enum status put(struct output *output, const void *data, size_t len, struct error *error)
{
    hash_sha256_add(output->hash, data, len);
    return file_writer_put(&output->file, data, len, error);
}

static enum status put_task(struct output *output, proof_body *body, void *user, size_t task,
                            struct error *error)
{
    struct buf bytes = {0};
    uint8_t length[PROOF_LENGTH_BYTES];
    enum status status = body(user, task, &bytes, error);
    if (!status)
        status = buf_ok(&bytes, error);
    for (int i = 0; i < PROOF_LENGTH_BYTES; i++)
        length[i] = (uint8_t)((uint64_t)bytes.len >> (8 * (PROOF_LENGTH_BYTES - 1 - i)));
    if (!status)
        status = put(output, length, sizeof length, error);
    if (!status)
        status = put(output, bytes.data, bytes.len, error);
    buf_free(&bytes);
    return status;
}

static enum status put_body(struct output *output, const struct proof_plan *plan, proof_body *body,
                            void *user, struct error *error)
{
    enum status status = STATUS_OK;
    for (size_t task = 0, move = 0; task <= plan->count && !status; task++) {
        size_t until = task < plan->count ? plan->tasks[task].head : plan->head.len;
        for (; move < until && !status; move++)
            status = put(output, plan->head.data + move, 1, error);
        if (!status && task < plan->count)
            status = put_task(output, body, user, task, error);
    }
    return status;
}

static enum status put_digest(struct output *output, struct error *error)
{
    struct buf line = {0};
    char hex[SHA256_HEX + 1];
    enum status status = hash_sha256_hex(output->hash, hex, error);
    output->hash = NULL;
    if (status)
        return status;
    buf_printf(&line, "%s%s\n", PROOF_DIGEST, hex);
    status = buf_ok(&line, error);
    if (!status)
        status = file_writer_put(&output->file, line.data, line.len, error);
    buf_free(&line);
    return status;
}

enum status proof_write(const char *path, const struct proof_claim *claim,
                        const struct proof_plan *plan, proof_body *body, void *user,
                        struct error *error)
{
    struct buf header = {0};
    struct output output = {.hash = hash_sha256_new()};
    enum status status = file_writer_open(&output.file, path, 0644, error);
    if (status) {
        hash_sha256_free(output.hash);
        return status;
    }
    proof_write_header(claim, &header);
    status = buf_ok(&header, error);
    if (!status)
        status = put(&output, header.data, header.len, error);
    if (!status)
        status = put_body(&output, plan, body, user, error);
    if (!status)
        status = put_digest(&output, error);
    if (status)
        file_writer_abandon(&output.file);
    else
        status = file_writer_commit(&output.file, error);
    hash_sha256_free(output.hash);
    buf_free(&header);
    return status;
}

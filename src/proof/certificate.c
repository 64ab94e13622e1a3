/* Reading certificates. */
#include "proof/certificate.h"

#include "base/file.h"
#include "proof/header.h"

#include <stdlib.h>
#include <string.h>

/* ---- bytes of the file ---- */

static enum status read_at(const struct proof_file *file, uint64_t at, void *data, size_t len,
                           struct error *error)
{
    if (file->fd >= 0)
        return file_read_at(file->fd, file->name, at, data, len, error);
    if (len > 0)
        memcpy(data, file->bytes.data + at, len);
    return STATUS_OK;
}

/* Takes the bytes of a part of the file one after the other. */
struct reader {
    const struct proof_file *file;
    struct proof_plan *plan; /* where tasks go; NULL in a task */
    uint64_t at, end;
    size_t held, used; /* bytes in the block: read, and of them taken */
    uint8_t block[1 << 14];
};

static enum status take(struct reader *reader, uint8_t *byte, struct error *error)
{
    if (reader->at == reader->end)
        return error_set(error, STATUS_WRONG, "the proof ends too early");
    if (reader->used == reader->held) {
        uint64_t left = reader->end - reader->at;
        size_t len = left < sizeof reader->block ? (size_t)left : sizeof reader->block;
        enum status status = read_at(reader->file, reader->at, reader->block, len, error);
        if (status)
            return status;
        reader->held = len;
        reader->used = 0;
    }
    *byte = reader->block[reader->used++];
    reader->at++;
    return STATUS_OK;
}

static enum status check_end(const struct reader *reader, struct error *error)
{
    if (reader->at == reader->end)
        return STATUS_OK;
    return error_set(error, STATUS_WRONG, "the proof is complete, and %llu bytes follow",
                     (unsigned long long)(reader->end - reader->at));
}

/* ---- walking over them ---- */

static enum status read_next(struct proof_walk *walk, const struct plain *board, int plies,
                             struct plain_move *move, struct error *error)
{
    struct reader *reader = walk->user;
    uint8_t byte = 0;
    (void)plies;
    enum status status = take(reader, &byte, error);
    if (status)
        return status;
    if (!plain_move_at(board, byte, move))
        return error_set(error, STATUS_WRONG, "there is no legal move of number %d", byte);
    if (reader->plan)
        buf_putc(&reader->plan->head, (char)byte);
    return STATUS_OK;
}

/* A task: its length, and its body, which is passed over. */
static enum status read_leave(struct proof_walk *walk, const struct plain *board,
                              struct error *error)
{
    struct reader *reader = walk->user;
    struct proof_plan *plan = reader->plan;
    uint64_t length = 0;
    for (int i = 0; i < PROOF_LENGTH_BYTES; i++) {
        uint8_t byte = 0;
        enum status status = take(reader, &byte, error);
        if (status)
            return status;
        length = length << 8 | byte;
    }
    if (length > reader->end - reader->at)
        return error_set(error, STATUS_WRONG, "a task of %llu bytes, where %llu are left",
                         (unsigned long long)length,
                         (unsigned long long)(reader->end - reader->at));
    enum status status = proof_add_task(plan, walk, board, error);
    if (status)
        return status;
    plan->tasks[plan->count - 1].offset = reader->at;
    plan->tasks[plan->count - 1].length = length;
    reader->at += length;
    reader->used = reader->held = 0;
    return STATUS_OK;
}

/* Walks from a position, and leaves the counts; all bytes must be used up. */
static enum status walk_bytes(struct reader *reader, struct proof_walk *walk,
                              const struct proof_task *task, struct error *error)
{
    const struct proof_claim *claim = &reader->file->claim;
    walk->claim = claim;
    walk->user = reader;
    walk->next = read_next;
    walk->leave = read_leave;
    enum status status = task ? proof_walk(walk, &task->start, proof_task_plies(claim), error)
                              : proof_walk(walk, &claim->start, claim->plies, error);
    if (!status)
        status = check_end(reader, error);
    if (!status)
        return STATUS_OK;
    status = proof_prefix_path(walk, task, status, error);
    return error_prefix(error, status, "%s: byte %llu", reader->file->name,
                        (unsigned long long)reader->at);
}

enum status proof_check_task(const struct proof_file *file, size_t task, struct proof_table *table,
                             struct proof_counts *counts, struct error *error)
{
    const struct proof_task *of = &file->plan.tasks[task];
    struct reader reader = {.file = file, .at = of->offset, .end = of->offset + of->length};
    struct proof_walk walk = {.table = table};
    enum status status = walk_bytes(&reader, &walk, of, error);
    *counts = walk.counts;
    return status;
}

static enum status read_head(struct proof_file *file, size_t from, struct error *error)
{
    struct reader reader = {
        .file = file, .plan = &file->plan, .at = from, .end = file->size - PROOF_DIGEST_BYTES};
    struct proof_walk walk = {.leave_at = proof_task_plies(&file->claim)};
    walk.table = proof_table_new();
    if (!walk.table)
        return error_memory(error);
    enum status status = walk_bytes(&reader, &walk, NULL, error);
    file->plan.counts = walk.counts;
    proof_table_free(walk.table);
    return status ? status : buf_ok(&file->plan.head, error);
}

/* ---- opening ---- */

/* Adds the bytes from `at` to `end` to one digest or two. */
static enum status hash_bytes(const struct proof_file *file, uint64_t at, uint64_t end,
                              struct hash_sha256 *one, struct hash_sha256 *two, struct error *error)
{
    uint8_t block[1 << 14];
    enum status status = STATUS_OK;
    while (at < end && !status) {
        size_t len = end - at < sizeof block ? (size_t)(end - at) : sizeof block;
        status = read_at(file, at, block, len, error);
        if (!status)
            hash_sha256_add(one, block, len);
        if (!status && two)
            hash_sha256_add(two, block, len);
        at += len;
    }
    return status;
}

/* The last line is the digest of what comes before it. */
static enum status check_digest(struct proof_file *file, struct error *error)
{
    char line[PROOF_DIGEST_BYTES], hex[SHA256_HEX + 1];
    uint64_t end = file->size - PROOF_DIGEST_BYTES;
    struct hash_sha256 *before = hash_sha256_new(), *all = hash_sha256_new();
    enum status status = hash_bytes(file, 0, end, before, all, error);
    if (!status)
        status = hash_bytes(file, end, file->size, all, NULL, error);
    if (!status) {
        status = hash_sha256_hex(before, hex, error);
        before = NULL;
    }
    if (!status) {
        status = hash_sha256_hex(all, file->sha256, error);
        all = NULL;
    }
    if (!status)
        status = read_at(file, end, line, sizeof line, error);
    if (!status && (memcmp(line, PROOF_DIGEST, strlen(PROOF_DIGEST)) != 0 ||
                    memcmp(line + strlen(PROOF_DIGEST), hex, SHA256_HEX) != 0 ||
                    line[sizeof line - 1] != '\n'))
        status =
            error_set(error, STATUS_WRONG,
                      "%s: the last line is not the sha256 of what stands before it", file->name);
    hash_sha256_free(before);
    hash_sha256_free(all);
    return status;
}

static enum status read_certificate(struct proof_file *file, struct error *error)
{
    char start[PROOF_HEADER_MAX];
    size_t len = file->size < sizeof start ? (size_t)file->size : sizeof start, header = 0;
    enum status status = read_at(file, 0, start, len, error);
    if (status)
        return status;
    status = proof_read_header((struct text){start, len}, &file->claim, &header, error);
    if (!status)
        status = proof_check_claim(&file->claim, error);
    if (!status && file->size < header + PROOF_DIGEST_BYTES)
        status = error_set(error, STATUS_WRONG, "it ends before its sha256");
    if (status)
        return error_prefix(error, status, "%s", file->name);
    status = check_digest(file, error);
    return status ? status : read_head(file, header, error);
}

enum status proof_open_bytes(const char *name, struct text bytes, struct proof_file *file,
                             struct error *error)
{
    *file = (struct proof_file){.name = name, .bytes = bytes, .fd = -1, .size = bytes.len};
    enum status status = read_certificate(file, error);
    if (status)
        proof_close(file);
    return status;
}

enum status proof_open(const char *path, struct proof_file *file, struct error *error)
{
    *file = (struct proof_file){.name = path, .fd = -1};
    enum status status = file_open(path, &file->fd, &file->size, error);
    if (!status)
        status = read_certificate(file, error);
    if (status)
        proof_close(file);
    return status;
}

void proof_close(struct proof_file *file)
{
    file_close(file->fd);
    file->fd = -1;
    proof_plan_free(&file->plan);
}

enum status proof_check_tasks(const struct proof_file *file, struct proof_table *table,
                              struct proof_counts *counts, struct error *error)
{
    enum status status = STATUS_OK;
    *counts = file->plan.counts;
    for (size_t i = 0; i < file->plan.count && !status; i++) {
        struct proof_counts more;
        status = proof_check_task(file, i, table, &more, error);
        proof_add_counts(counts, &more);
    }
    return status;
}

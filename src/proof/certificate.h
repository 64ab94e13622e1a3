/* Certificates: proofs about Benedict xiangqi in a file, as docs/FORMATS.md has it.
 *
 * A proof is cut into tasks, the positions after the first moves of both sides (proof_plan). A
 * task's body depends on nothing but its position and the claim, so that tasks can be written and
 * checked by different threads or machines; proof_write puts them together. Whoever writes a
 * certificate answers which move to make (proof_choose), and each answer is looked at as it would
 * be in checking. */
#ifndef PROOF_CERTIFICATE_H
#define PROOF_CERTIFICATE_H

#include "base/buf.h"
#include "base/hash.h"
#include "proof/walk.h"

/* ---- both ways ---- */

enum { PROOF_HEAD_MOVES = 3 };

/* A position with the attacker to move whose proof has a body of its own. */
struct proof_task {
    struct plain start;
    struct plain_move path[PROOF_HEAD_MOVES]; /* from the claim's position */
    int depth;
    size_t head;             /* of the plan's moves, how many come before it */
    uint64_t offset, length; /* of its body in a file that was read */
};

/* The beginning of a proof: what is given before the tasks, and the tasks. */
struct proof_plan {
    struct buf head; /* the moves given, a byte each */
    struct proof_task *tasks;
    size_t count, cap;
    struct proof_counts counts;
};
void proof_plan_free(struct proof_plan *plan);

/* The plies left at every task of that claim. */
int proof_task_plies(const struct proof_claim *claim);

/* "Red has no win within 13 plies from " and the position's FEN. */
void proof_describe(const struct proof_claim *claim, struct buf *out);

/* ---- writing ---- */

/* The move to prove the claim with, `plies` left before it: for "no win" the defender's reply, for
 * "win" the attacker's move. A chooser that answers a mirrored position with the mirrored move
 * makes certificates smaller. STATUS_WRONG: there is none. */
typedef enum status proof_choose(void *user, const struct plain *board, int plies,
                                 struct plain_move *move, struct error *error);

/* Asks for the moves before the tasks. STATUS_WRONG: no claim, or a move that does not do. `plan`
 * is {0} before, and afterwards the caller's to free. */
enum status proof_make_plan(const struct proof_claim *claim, proof_choose *choose, void *user,
                            struct proof_plan *plan, struct error *error);

/* Appends the body of one task. table: any; it is cleared. counts: of this task, or NULL. */
enum status proof_write_task(const struct proof_claim *claim, const struct proof_task *task,
                             proof_choose *choose, void *user, struct proof_table *table,
                             struct buf *body, struct proof_counts *counts, struct error *error);

/* Appends the body of the plan's task of that number. Asked for in order, each once. */
typedef enum status proof_body(void *user, size_t task, struct buf *body, struct error *error);

/* Writes the certificate to the file. */
enum status proof_write(const char *path, const struct proof_claim *claim,
                        const struct proof_plan *plan, proof_body *body, void *user,
                        struct error *error);

/* ---- reading ---- */

/* A certificate that was opened. Its members are to be read. */
struct proof_file {
    struct proof_claim claim;
    struct proof_plan plan;
    char sha256[SHA256_HEX + 1]; /* of the whole file */
    const char *name;            /* somebody else's */
    struct text bytes;           /* where it is in memory: somebody else's */
    int fd;                      /* where it is not */
    uint64_t size;
};

/* Opens a certificate, in a file or in memory that outlives it, and checks all of it but the tasks'
 * bodies: digest, header, claim, the moves before the tasks. It has been proved once every task is.
 * STATUS_WRONG: it is none. The file is closed after a failure. */
enum status proof_open(const char *path, struct proof_file *file, struct error *error);
enum status proof_open_bytes(const char *name, struct text bytes, struct proof_file *file,
                             struct error *error);
void proof_close(struct proof_file *file);

/* Checks one task of file->plan. Threads may do so at once, each with a table, which is cleared.
 * STATUS_WRONG: file, byte and moves to where it fails. counts: of this task. */
enum status proof_check_task(const struct proof_file *file, size_t task, struct proof_table *table,
                             struct proof_counts *counts, struct error *error);

/* Checks all of them, one after the other. counts: of the whole certificate. */
enum status proof_check_tasks(const struct proof_file *file, struct proof_table *table,
                              struct proof_counts *counts, struct error *error);

void proof_add_counts(struct proof_counts *sum, const struct proof_counts *more);

#endif

/* A question about wins within so many plies, worked at by several threads, which can be broken off
 * and gone on with. */
#ifndef BENEDICT_PROVER_H
#define BENEDICT_PROVER_H

#include "benedict/dfpn.h"

enum { PROVER_THREADS_MAX = 256 };

/* What to prove: does the side win within `plies` from the position? */
struct prover_question {
    struct benedict position;
    enum benedict_side side;
    int plies;
};

/* STATUS_WRONG: the number of plies does not fit the side to move, or the position is decided. */
enum status prover_check(const struct prover_question *question, struct error *error);

/* What it took so far, earlier runs included. */
struct prover_work {
    uint64_t nodes; /* moves made */
    double seconds; /* of processor time */
};

struct prover;

/* bytes: for the table. STATUS_WRONG as prover_check. STATUS_CANNOT: out of memory. */
enum status prover_new(const struct prover_question *question, int threads, size_t bytes,
                       struct prover **prover, struct error *error);
void prover_free(struct prover *prover);

/* Makes prover_run end soon, the next one if none is at work. May be called by another thread, or
 * by a signal's handler. */
void prover_stop(struct prover *prover);

/* limit: of nodes for each thread, about; 0: none. Calls tick(user) about every second meanwhile.
 * Answers DFPN_OPEN where it was stopped or came to the limit: called again it goes on. */
enum status prover_run(struct prover *prover, uint64_t limit, void (*tick)(void *user), void *user,
                       enum dfpn_answer *answer, struct error *error);

struct prover_work prover_work(const struct prover *prover);

/* Keeps what was found in a file, which is replaced; may be called from `tick`. The file is for
 * machines of the same kind. */
enum status prover_save(const struct prover *prover, const char *path, struct error *error);

/* Goes on from such a file. STATUS_WRONG: it is none, is damaged, is of another question, or of a
 * table of another size. */
enum status prover_load(struct prover *prover, const char *path, struct error *error);

/* For certify.h, while prover_run is not at work. */
struct dfpn *prover_shared(struct prover *prover);

#endif

/* One task of a split question: its answer, and the body of a certificate that proves it. */
#ifndef BENEDICT_SOLVE_H
#define BENEDICT_SOLVE_H

#include "benedict/split.h"

struct solve_result {
    enum dfpn_answer answer; /* DFPN_OPEN: it was stopped */
    uint64_t nodes;          /* moves made, for the body too */
    struct buf body;         /* owned */
};

/* Solves the task in this thread. shared: its table may be other threads' at work on the same
 * question, and know what earlier tasks found; its `stop` ends it. The result is the caller's to
 * free, also after a failure. STATUS_WRONG: a name that is no task's. */
enum status solve_task(const struct proof_claim *claim, const char *name, struct dfpn *shared,
                       struct solve_result *result, struct error *error);
void solve_free(struct solve_result *result);

#endif

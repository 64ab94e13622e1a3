/* Questions that many work at, each cut into tasks: kept in a store beside the evaluations. What a
 * question asks and what a task's name means is the caller's; the store keeps who works at what,
 * and how it ended.
 *
 * Tasks are claimed as the jobs of a wave are (store.h): a claim in a shared store is a lease of
 * STORE_LEASE_S seconds, in a file it is good until the coordinator ends. Each call may be repeated
 * after a lost answer, and may come late. */
#ifndef STORE_TASKS_H
#define STORE_TASKS_H

#include "store/store.h"

enum { STORE_TASK_BYTES = 32 };

/* Plain value. */
struct store_task {
    char name[STORE_TASK_BYTES];
    enum store_state state;          /* never STORE_FAILED */
    bool claimable;                  /* waits, or its claim has expired */
    int64_t answer;                  /* of one that is done, 1 or 2; else 0 */
    int64_t nodes, cpu_ms;           /* what that took */
    int64_t seconds;                 /* of one that runs: since it was claimed */
    char worker[STORE_WORKER_BYTES]; /* who runs it, or did */
};

/* Asks a question in so many tasks, all of which wait; they are numbered from 0. [alone]
 * *question: its number, from 1. Where the same text was asked before it is that one's, *added is
 * false, and the tasks stay as they were. */
enum status store_ask(struct store *store, const char *text, const char (*names)[STORE_TASK_BYTES],
                      size_t count, int64_t *question, bool *added, struct error *error);

/* How many questions there are; they are numbered from 1. */
enum status store_asked(struct store *store, int64_t *count, struct error *error);

/* Appends the text. STATUS_WRONG: there is no such question. */
enum status store_question(struct store *store, int64_t question, struct buf *text,
                           struct error *error);

/* All tasks of a question as they stand at one moment; the caller frees them. */
enum status store_tasks(struct store *store, int64_t question, struct store_task **tasks,
                        size_t *count, struct error *error);

/* Who claimed which task. Plain value. */
struct store_claim {
    int64_t question, task, number;
};

/* Claims the task for that worker. *mine is false where it is done, or somebody else's. */
enum status store_task_claim(struct store *store, int64_t question, int64_t task,
                             const char *worker, struct store_claim *claim, bool *mine,
                             struct error *error);

/* To be called once a minute: *ours is false when the claim has gone to somebody else, or the task
 * is done. */
enum status store_task_renew(struct store *store, const struct store_claim *claim, bool *ours,
                             struct error *error);

/* Gives it back undone. Does nothing for a claim that is no longer good. */
enum status store_task_release(struct store *store, const struct store_claim *claim,
                               struct error *error);

/* Keeps how the task ended, and with it any bytes; both or neither. What comes late is compared and
 * dropped where the task is done. STATUS_WRONG: it is, with another answer. answer: 1 or 2; the
 * task's other members do not count. */
enum status store_task_finish(struct store *store, const struct store_claim *claim,
                              const struct store_task *done, struct text bytes,
                              struct error *error);

/* Appends the bytes of a task that is done. */
enum status store_task_bytes(struct store *store, int64_t question, int64_t task, struct buf *bytes,
                             struct error *error);

#endif

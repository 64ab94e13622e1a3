/* Threads at work on the tasks of a question that a store keeps, beside others who do the same. */
#ifndef BENEDICT_WORK_H
#define BENEDICT_WORK_H

#include "benedict/split.h"
#include "store/tasks.h"

enum { WORK_THREADS_MAX = 256 };

struct work_request {
    struct store *store; /* open for writing */
    int64_t question;
    struct proof_claim claim;
    int threads;
    size_t bytes; /* of the table that they share */
    /* Is told what happens, a line at a time, between the calls of the store. */
    void (*report)(void *user, const char *line);
    void *user;
};

/* The question of that number, as the store has it. STATUS_WRONG: there is none. */
enum status work_read(struct store *store, int64_t question, struct proof_claim *claim,
                      struct error *error);

/* The tasks of a question and what is known of it; both are the caller's to free. */
enum status work_look(struct store *store, int64_t question, struct store_task **tasks,
                      struct split *split, struct error *error);

/* Works until the question is answered, or SIGINT, SIGTERM or SIGHUP comes: then the tasks in hand
 * are given back, and *answer is DFPN_OPEN. While a server is away the threads go on, and what they
 * find is kept. */
enum status work_run(const struct work_request *request, enum dfpn_answer *answer,
                     struct error *error);

#endif

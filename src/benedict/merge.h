/* The certificate of a question, from what those who worked at its tasks have left in a store. */
#ifndef BENEDICT_MERGE_H
#define BENEDICT_MERGE_H

#include "benedict/split.h"
#include "store/tasks.h"

/* Writes it, and checks what was written as `benedict check` does, by so many threads, 1 to
 * CHECK_THREADS_MAX. `split` has the answers of the question's tasks; their bodies are put together
 * as they are stored. STATUS_WRONG: it is open, the store is damaged, or what is stored proves
 * nothing. After a failed check the file is gone. */
enum status merge_write(struct store *store, int64_t question, const struct proof_claim *claim,
                        const struct split *split, const char *path, int threads,
                        struct error *error);

#endif

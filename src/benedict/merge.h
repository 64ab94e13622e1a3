/* The certificate of a question, from what those who worked at its tasks have left in a store. */
#ifndef BENEDICT_MERGE_H
#define BENEDICT_MERGE_H

#include "benedict/split.h"
#include "store/tasks.h"

/* Writes it. `split` has the answers of the question's tasks. The bodies are put
 * together as they are stored: whether they prove it is for whoever checks. STATUS_WRONG: it is
 * open, or the store is damaged. */
enum status merge_write(struct store *store, int64_t question, const struct proof_claim *claim,
                        const struct split *split, const char *path, struct error *error);

#endif

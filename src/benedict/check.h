/* Checking certificates with several threads. */
#ifndef BENEDICT_CHECK_H
#define BENEDICT_CHECK_H

#include "proof/certificate.h"

enum { CHECK_THREADS_MAX = 256 };

/* Checks every task of an opened certificate; the answer is the same with any number of threads,
 * the message too. counts: of all of it. STATUS_WRONG: it is no proof. */
enum status check_tasks(const struct proof_file *file, int threads, struct proof_counts *counts,
                        struct error *error);

#endif

/* Checking certificates with several threads. */
#ifndef BENEDICT_CHECK_H
#define BENEDICT_CHECK_H

#include "proof/certificate.h"

enum { CHECK_THREADS_MAX = 256 };

/* proof_check_tasks with so many threads, 1 to CHECK_THREADS_MAX. The answer is the same with any
 * number of threads, the message too. */
enum status check_tasks(const struct proof_file *file, int threads, struct proof_counts *counts,
                        struct error *error);

#endif

/* A fixed search of fixed positions, with one thread, the evaluation without jitter and a table of
 * its own: its nodes are a signature of what the search does, whatever any option says. */
#ifndef BENEDICT_BENCH_H
#define BENEDICT_BENCH_H

#include "base/buf.h"
#include "base/status.h"

#include <stdatomic.h>

enum { BENCH_DEPTH = 7, BENCH_DEPTH_MAX = 60 };

/* STATUS_CANNOT: out of memory, or stopped. */
enum status bench_run(int depth, const atomic_bool *stop, uint64_t *nodes, struct error *error);

/* Two lines, without the last LF: the signature and the speed. */
void bench_write(uint64_t nodes, int64_t ms, struct buf *out);

#endif

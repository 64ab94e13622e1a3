#include "benedict/bench.h"
#include "benedict/job.h"
#include "benedict/verbs.h"

static enum status run(const struct command_line *line, struct error *error)
{
    const atomic_bool stop = false;
    struct buf out = {0};
    long long depth;
    uint64_t nodes = 0;
    enum status status = command_int(line, "depth", 1, BENCH_DEPTH_MAX, BENCH_DEPTH, &depth, error);
    int64_t start = job_clock();
    if (!status)
        status = bench_run((int)depth, &stop, &nodes, error);
    if (!status) {
        bench_write(nodes, job_clock() - start, &out);
        buf_putc(&out, '\n');
    }
    return command_print(&out, status, error);
}

const struct command verb_bench = {
    .name = "bench",
    .arguments = "",
    .summary = "search fixed positions: a signature and a speed",
    .details =
        "The number of nodes is a function of the program alone, and so a signature of what\n"
        "its search does.",
    .options = {{"depth", "N", "of each search (default: 7)"}, {0}},
    .run = run,
};

#include "benedict/uci.h"
#include "benedict/verbs.h"

static enum status run(const struct command_line *line, struct error *error)
{
    long long depth;
    enum status status =
        command_int(line, "depth", 1, UCI_BENCH_DEPTH_MAX, UCI_BENCH_DEPTH, &depth, error);
    return status ? status : uci_bench((int)depth, error);
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

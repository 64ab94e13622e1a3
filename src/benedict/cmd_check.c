#include "benedict/check.h"
#include "benedict/verbs.h"

#include <inttypes.h>
#include <stdio.h>

static enum status print_checked(const struct proof_file *file, const struct proof_counts *counts,
                                 struct error *error)
{
    struct buf out = {0};
    buf_puts(&out, "proved: ");
    proof_describe(&file->claim, &out);
    buf_printf(&out,
               "\npositions %" PRIu64 ", worked out %" PRIu64 ", repeated %" PRIu64
               ", moves %" PRIu64 ", tasks %zu\n"
               "sha256 %s\n",
               counts->positions, counts->worked_out, counts->repeated, counts->moves,
               file->plan.count, file->sha256);
    return command_print(&out, STATUS_OK, error);
}

static enum status run(const struct command_line *line, struct error *error)
{
    struct proof_file file;
    struct proof_counts counts;
    long long threads;
    enum status status = command_int(line, "threads", 1, CHECK_THREADS_MAX, 1, &threads, error);
    if (!status)
        status = proof_open(line->arguments[0], &file, error);
    if (status)
        return status;
    status = check_tasks(&file, (int)threads, &counts, error);
    if (!status)
        status = print_checked(&file, &counts, error);
    proof_close(&file);
    return status;
}

const struct command verb_check = {
    .name = "check",
    .arguments = "FILE",
    .min = 1,
    .max = 1,
    .summary = "verify a certificate, and say what it proves",
    .details =
        "FILE proves that a side wins within so many plies, or has no win within them. It is\n"
        "checked move by move with a plain second kernel of the rules, and needs none of the\n"
        "engine's search to be believed.",
    .options = {{"threads", "T", "at work; the answer is the same (default: 1)"}, {0}},
    .run = run,
};

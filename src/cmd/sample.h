/* What rerun and record --rerun share: a sample of evidence that is searched again, and shown. */
#ifndef CMD_SAMPLE_H
#define CMD_SAMPLE_H

#include "cmd/command.h"
#include "passport/ladder.h"
#include "search/rerun.h"

/* The options of both, beside the number of rows; --engine stands in each verb's own words. */
#define SAMPLE_OPTIONS                                                                             \
    {"seed", "TEXT", "draws the sample: in the order of sha256(\"TEXT w:b\") (default: 1)"},       \
    {                                                                                              \
        "workers", "N", "engines at a time (default: 1)"                                           \
    }

struct sample {
    const struct rerun_of *of;
    const struct ladder *ladder; /* names the budgets; NULL: they are named by their limits */
    int64_t from, until;         /* limits; see struct draw */
    size_t rows;
    bool same_engine; /* refuse another binary: STATUS_CANNOT */
    bool json;        /* one JSON document instead of lines */
};

/* Prints the sample, a line a row, and searches nothing. */
enum status sample_list(const struct command_line *line, const struct sample *sample,
                        struct error *error);

/* --seed, or "1". */
const char *sample_seed(const struct command_line *line);

/* Draws, says what will be searched, searches, names each row that does not repeat, and sums up.
 * STATUS_OK: all repeat. STATUS_WRONG, without a message: not all do. STATUS_CANNOT: it could not
 * be tried, or was stopped before a row differed. *rerun is the caller's to free (rerun_free),
 * after any status. */
enum status sample_search(const struct command_line *line, const struct sample *sample,
                          struct rerun *rerun, struct error *error);

#endif

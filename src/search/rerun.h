/* Searching stored evaluations again: the engine of the passport, or another, on a sample of what
 * its evidence says; every field is compared. */
#ifndef SEARCH_RERUN_H
#define SEARCH_RERUN_H

#include "study/draw.h"
#include "uci/config.h"

enum rerun_outcome { RERUN_WAITING, RERUN_REPEATS, RERUN_DIFFERS, RERUN_FAILED };

struct rerun_row {
    struct draw_row stored;
    enum rerun_outcome outcome;
    struct evaluation found; /* of RERUN_REPEATS and RERUN_DIFFERS */
    char *reason;            /* of RERUN_FAILED: why there is no result; owned */
};

struct rerun {
    struct engine_config config; /* owned, as is what follows; identified */
    const cJSON *entry;          /* the engine in the passport; borrowed */
    struct rerun_row *rows;      /* smallest limit first */
    size_t count, all;           /* drawn, of how many */
    int64_t nodes;               /* of all, by nominal limits; 0 for limits of depth */
    int64_t nodes_done;
    size_t outcomes[RERUN_FAILED + 1]; /* how many of each */
    bool stopped;                      /* by a signal, before its end */
};

/* Whose evidence, and with what it is searched again. Borrowed. */
struct rerun_of {
    const char *id;     /* of the engine */
    const cJSON *entry; /* as a passport describes it */
    const struct evidence *evidence;
    const char *engine; /* a configuration (FILE.json) or a binary; NULL: the one of `root` */
    const char *root;   /* a checkout, whose engines/ID.json it is; NULL: none */
};

/* Draws the rows and finds the engine. Options, completion, limits, name and hash sizes of a
 * configuration must be those of the entry (STATUS_WRONG names what differs); that a file has
 * another sha256 is the caller's to judge (rerun_other_file). STATUS_CANNOT where there is no
 * configuration and no binary, or nothing to draw from. *rerun is the caller's to free, also after
 * a failure. */
enum status rerun_open(const struct rerun_of *of, const struct draw *draw, struct rerun *rerun,
                       struct error *error);

/* The first file of the engine whose sha256 is not the recorded one, or NULL: the very engine.
 * *recorded gets what is recorded. */
const struct engine_file *rerun_other_file(const struct rerun *rerun, const char **recorded);

/* Something happened: the row has an outcome, or, where it is NULL, some time has passed. */
typedef void rerun_report(void *user, const struct rerun *rerun, const struct rerun_row *row);

/* Searches all rows. STATUS_OK whatever their outcomes are; STATUS_CANNOT as batch_run, and
 * STATUS_WRONG where the engine's files have changed meanwhile. */
enum status rerun_search(struct rerun *rerun, int workers, rerun_report *report, void *user,
                         struct error *error);

/* Did all rows repeat? */
bool rerun_repeats(const struct rerun *rerun);

/* "cp 46 stored, cp 47 found; depth 14 stored, ...", of all fields that differ; or the reason. */
void rerun_describe(const struct rerun_row *row, struct buf *out);

/* What a passport keeps of it: rows, seed, sha256 of the engine's files. NULL when out of memory;
 * owned by the caller. */
cJSON *rerun_note(const struct rerun *rerun, const char *seed);

void rerun_free(struct rerun *rerun);

#endif

/* Which searches a confirming engine makes next: the wave after its last closed one.
 *
 * An engine that corridor.json names as a confirmer does not climb the ladder. At its one limit it
 * is asked
 *
 *  1. for the controls, all 960 of them, in the order in which order.h visits their classes (a
 *     start, then its mirror), since what it says of a pair is held against its own controls;
 *  2. then for the candidates near the corridor (study/corridor.h), by rank, in the role of a
 *     confirmation: the representative alone.
 *
 * A pure function of corridor, ladder, seed, what the primary engine has found up to one of its
 * closed waves, and that engine's own evidence and failures up to its last closed wave. The plan
 * that a store keeps names that wave of the primary engine, so that the evidence after a confirming
 * wave is a function of what its plan names. A search that has failed is not planned again.
 *
 * All searches have one limit, so a wave is a number of them, whatever the limit's kind: nobody
 * knows beforehand how many nodes a depth takes. */
#ifndef SEARCH_CONFIRM_H
#define SEARCH_CONFIRM_H

#include "passport/corridor.h"
#include "search/plan.h"

enum { CONFIRM_WAVE_JOBS = 240, CONFIRM_NO_WAVE = -1 };

/* What the primary engine has found: up to which of its closed waves (0: what was imported), in how
 * many evaluations. */
struct confirm_source {
    char engine[64];
    int64_t wave; /* CONFIRM_NO_WAVE: none */
    int64_t rows;
};

struct confirm_input {
    const struct corridor *corridor;
    const struct corridor_confirmer *confirmer;
    const struct ladder *ladder;
    uint64_t seed; /* of the visiting order */
    struct confirm_source source;
    const struct evidence *found; /* the primary engine's; other engines' may be there */
    const struct evidence *own;   /* up to its last closed wave; other engines' may be there */
    const struct plan_failed *failed;
    size_t failed_count; /* in any order */
};

/* Of the controls, or the pairs. */
struct confirm_part {
    int64_t jobs;    /* in this wave */
    int64_t waiting; /* before it: neither evaluated nor failed */
};

struct confirm {
    struct confirm_source source;
    struct confirm_part controls, pairs;
    struct plan_job *jobs; /* owned; in the order in which they are searched */
    size_t count;          /* 0: nothing is left to confirm */
};

/* *confirm is owned by the caller (confirm_free), also after a failure. STATUS_WRONG where the
 * primary engine has found nothing yet, or its evidence is at a budget that is not on the ladder.
 */
enum status confirm_wave(const struct confirm_input *input, struct confirm *confirm,
                         struct error *error);

void confirm_free(struct confirm *confirm);

/* The source, the limit, the corridor's nearness and the parts as one JSON document, which a store
 * keeps with the wave. */
void confirm_write(const struct confirm_input *input, const struct confirm *confirm,
                   struct buf *out);

/* What such a document says, without the jobs; source.wave is CONFIRM_NO_WAVE where it is another
 * one, of an engine that climbed when it was written. `name` is for messages. */
enum status confirm_read(const char *name, struct text text, struct confirm *confirm,
                         struct error *error);

#endif

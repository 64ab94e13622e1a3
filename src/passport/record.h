/* Bringing results into passport/STUDY: the only writer of evidence and passport.
 *
 * Rows are only ever added. Evidence is written first and passport.json last; a recording that was
 * cut off in between is completed by the same call.
 *
 * STATUS_WRONG: bad input, or a contradiction with what is stored (both sides named).
 * STATUS_CANNOT: the version in release.json is signed already, or the system refused. In both
 * cases nothing was written, except where the disk filled up in the middle. */
#ifndef PASSPORT_RECORD_H
#define PASSPORT_RECORD_H

#include "base/json.h"
#include "passport/evidence.h"
#include "passport/external.h"
#include "passport/games.h"

struct record_report {
    size_t added;   /* evaluations (games) that were not stored before */
    size_t known;   /* evaluations (games) that were stored already, equal in every field */
    bool rewritten; /* passport.json changed */
};

/* What one engine's searches have brought, wherever it comes from. Nothing here is owned. */
struct record_input {
    const char *engine;        /* its id */
    const cJSON *entry;        /* the engine as passport.json describes it */
    const char *seed;          /* of the visiting order; digits */
    const char *ladder_sha256; /* of the ladder that was climbed; NULL: not known */
    const struct evidence *evidence;
    /* The run that the passport gains where something is new. */
    const cJSON *dates; /* strings */
    const char *host;
    const cJSON *producer;
    const cJSON *rerun; /* what was searched again before it was believed; NULL: nothing */
};

/* Records those results. */
enum status record_results(const char *root, const char *study, const struct record_input *input,
                           struct record_report *report, struct error *error);

/* Records foreign results. `rerun`: as in record_input. */
enum status record_external(const char *root, const char *study, const struct external *external,
                            const cJSON *rerun, struct record_report *report, struct error *error);

/* Records a run of self-play, as games.h says. An engine that the passport has must be that of its
 * entry; another one is added. */
enum status record_games(const char *root, const char *study, const struct games_run *games,
                         struct record_report *report, struct error *error);

/* What the studies' recordings share. */

/* Adds the member `recorder` to what is recorded: this program and the sources below ROOT. */
enum status record_recorder(const char *root, cJSON *run, struct error *error);

/* Where something is recorded; nothing is owned. */
struct record_place {
    const char *root, *folder;  /* the checkout, and its passport/STUDY */
    const struct files *stored; /* what lies in that folder */
    const struct edition *edition;
};

/* Writes those of the files that are not stored as they are: evidence first, passport.json last, as
 * their names are sorted. Says in the report whether the latter was rewritten. */
enum status record_write(const struct record_place *place, const struct files *written,
                         struct record_report *report, struct error *error);

/* Adds the entry to the passport's `engines`, where it may be known: then every member but hash_mb
 * must be what is recorded, and hash_mb may gain limits. STATUS_WRONG names what differs. */
enum status record_engine(cJSON *engines, const char *id, const cJSON *entry, struct error *error);

#endif

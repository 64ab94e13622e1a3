/* Bringing results into passport/STUDY: the only writer of evidence and passport. */
#ifndef PASSPORT_RECORD_H
#define PASSPORT_RECORD_H

#include "base/status.h"

#include <stdbool.h>
#include <stddef.h>

struct record_report {
    size_t added;   /* evaluations that were not stored before */
    size_t known;   /* evaluations that were stored already, equal in every field */
    bool rewritten; /* passport.json changed */
};

/* Records a folder of foreign results: run.json (schema/run.schema.json) and one nodes-N.csv for
 * each of its counts. Rows are only ever added. Evidence is written first and passport.json last; a
 * recording that was cut off in between is completed by the same call.
 *
 * STATUS_WRONG: bad input, or a contradiction with what is stored (both sides named).
 * STATUS_CANNOT: the version in release.json is signed already, or the system refused. In both
 * cases nothing was written, except where the disk filled up in the middle. */
enum status record_external(const char *root, const char *study, const char *folder,
                            struct record_report *report, struct error *error);

#endif

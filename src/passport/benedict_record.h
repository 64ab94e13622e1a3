/* Bringing results into passport/benedict: the only writer of that study's evidence and passport.
 * As record.h says: rows, lists and certificates are only ever added, and what was cut off is
 * completed by the same call. */
#ifndef PASSPORT_BENEDICT_RECORD_H
#define PASSPORT_BENEDICT_RECORD_H

#include "passport/record.h"

/* Records what lies in `folder`: run.json (benedict_run_shape) and any of the evidence's files,
 * named as below evidence/. STATUS_WRONG: a row or file contradicts a recorded one, or what would
 * be recorded is no valid evidence; nothing is written then. STATUS_CANNOT: as record.h. */
enum status benedict_record(const char *root, const char *folder, struct record_report *report,
                            struct error *error);

#endif

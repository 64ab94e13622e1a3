/* passport.json of the study of Benedict xiangqi: which engine it was, which files of evidence
 * there are, and which run added what. The tables themselves say nodes and seeds. */
#ifndef PASSPORT_BENEDICT_PASSPORT_H
#define PASSPORT_BENEDICT_PASSPORT_H

#include "base/json.h"
#include "passport/benedict_evidence.h"

extern const struct json_shape benedict_passport_shape;

/* run.json beside results that are to be recorded. */
extern const struct json_shape benedict_run_shape;

/* Reads a canonical passport.json. *passport is owned by the caller, and NULL on failure. */
enum status benedict_passport_read(const char *name, struct text text, cJSON **passport,
                                   struct error *error);

/* The list `evidence` for those files; owned by the caller, NULL with a message on failure. */
cJSON *benedict_list_evidence(const struct files *files, struct error *error);

/* The rows of that file that the runs have added. */
int64_t benedict_added_rows(const cJSON *passport, const char *file);

/* Does the passport list exactly the evidence of `files`, with size and sha256, have its runs added
 * every row of it, and does it know the engines? `name` is for messages. STATUS_WRONG names the
 * first difference. */
enum status benedict_passport_check(const char *name, const cJSON *passport,
                                    const struct files *files,
                                    const struct benedict_evidence *evidence,
                                    const struct edition *edition, struct error *error);

#endif

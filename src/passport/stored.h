/* What passport/STUDY holds: the inputs of the next release, as they lie there. */
#ifndef PASSPORT_STORED_H
#define PASSPORT_STORED_H

#include "base/files.h"
#include "base/hash.h"
#include "base/json.h"
#include "passport/edition.h"
#include "passport/evidence.h"
#include "passport/ladder.h"

struct stored {
    char *folder;       /* ROOT/passport/STUDY */
    struct files files; /* as found on disk */
    struct edition edition;
    struct ladder ladder;
    char ladder_sha256[SHA256_HEX + 1];
    struct evidence evidence;
    cJSON *passport; /* NULL where nothing was recorded yet */
};

/* Reads all of it but the evidence, and then that, for which `files` must still be there. */
enum status stored_read_head(const char *root, const char *study, struct stored *stored,
                             struct error *error);
enum status stored_read_evidence(struct stored *stored, struct error *error);

/* Reads all of it; file by file, what they say of each other is not looked at. *stored is the
 * caller's to free (stored_free), also after a failure. */
enum status stored_read(const char *root, const char *study, struct stored *stored,
                        struct error *error);

void stored_free(struct stored *stored);

#endif

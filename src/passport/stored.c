#include "passport/stored.h"

#include "base/file.h"
#include "passport/passport.h"

#include <stdlib.h>

enum { STORED_BYTES_MAX = INT32_MAX };

static enum status read_ladder(struct stored *stored, struct error *error)
{
    struct text text;
    enum status status = files_get(&stored->files, "ladder.json", &text, error);
    if (!status)
        status = ladder_read("ladder.json", text, &stored->ladder, error);
    if (!status)
        status = hash_sha256_of(text.data, text.len, stored->ladder_sha256, error);
    return status;
}

enum status stored_read_head(const char *root, const char *study, struct stored *stored,
                             struct error *error)
{
    struct text text;
    struct buf folder = {0};
    *stored = (struct stored){0};
    buf_printf(&folder, "%s/passport/%s", root, study);
    stored->folder = buf_take(&folder);
    if (!stored->folder)
        return error_memory(error);
    enum status status =
        file_walk(stored->folder, "", FILE_PASS_HIDDEN, STORED_BYTES_MAX, &stored->files, error);
    if (!status)
        status = files_get(&stored->files, "release.json", &text, error);
    if (!status)
        status = edition_read("release.json", text, &stored->edition, error);
    if (!status)
        status = read_ladder(stored, error);
    if (!status && files_find(&stored->files, "passport.json")) {
        status = files_get(&stored->files, "passport.json", &text, error);
        if (!status)
            status = passport_read("passport.json", text, &stored->passport, error);
    }
    return status;
}

enum status stored_read_evidence(struct stored *stored, struct error *error)
{
    return evidence_read(&stored->files, "", &stored->evidence, error);
}

enum status stored_read(const char *root, const char *study, struct stored *stored,
                        struct error *error)
{
    enum status status = stored_read_head(root, study, stored, error);
    return status ? status : stored_read_evidence(stored, error);
}

void stored_free(struct stored *stored)
{
    free(stored->folder);
    files_free(&stored->files);
    evidence_free(&stored->evidence);
    cJSON_Delete(stored->passport);
    *stored = (struct stored){0};
}

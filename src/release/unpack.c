#include "release/unpack.h"

#include "base/file.h"
#include "base/folder.h"
#include "release/ustar.h"

#include <stdlib.h>
#include <string.h>

/* The mtime of every file in a release is its date. */
static enum status make(const struct files *files, int64_t mtime, const char *folder,
                        const char *name, char **made, struct error *error)
{
    char *target = file_join(folder, name);
    enum status status = target ? STATUS_OK : error_memory(error);
    if (!status && file_exists(target))
        status = error_set(error, STATUS_CANNOT, "%s: it exists already", target);
    if (!status)
        status = folder_write(target, files, mtime, NULL, error);
    if (status) {
        free(target);
        target = NULL;
    }
    *made = target;
    return status;
}

enum status unpack_archive(const char *archive, const struct archive_digest *checked,
                           const char *name, int64_t mtime, const char *folder, char **made,
                           struct error *error)
{
    struct buf given = {0}, unpacked = {0};
    struct files files = {0};
    struct text tar;
    char sha256[SHA256_HEX + 1];
    *made = NULL;
    enum status status = file_read(archive, INT32_MAX, &given, error);
    if (!status)
        status =
            archive_read(archive, buf_text(&given), (size_t)checked->bytes, &unpacked, &tar, error);
    if (!status)
        status = hash_sha256_of(tar.data, tar.len, sha256, error);
    if (!status && strcmp(sha256, checked->sha256) != 0)
        status = error_set(error, STATUS_WRONG, "%s: it changed while it was checked", archive);
    if (!status)
        status = ustar_check(archive, tar, name, mtime, &files, error);
    if (!status)
        status = make(&files, mtime, folder, name, made, error);
    files_free(&files);
    buf_free(&unpacked);
    buf_free(&given);
    return status;
}

#include "release/unpack.h"

#include "base/file.h"
#include "release/ustar.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* The mtime of every file in a release is its date. */
static enum status set_time(const char *path, int64_t mtime, struct error *error)
{
    const struct timespec times[2] = {{.tv_sec = mtime}, {.tv_sec = mtime}};
    if (utimensat(AT_FDCWD, path, times, 0) == 0)
        return STATUS_OK;
    return error_set(error, STATUS_CANNOT, "%s: cannot set its time: %s", path, strerror(errno));
}

static enum status write_item(const char *folder, const struct files_item *item, int64_t mtime,
                              struct error *error)
{
    char *path = file_join(folder, item->name);
    if (!path)
        return error_memory(error);
    enum status status = file_make_parent(path, error);
    if (!status)
        status = file_create(path, item->data, 0644, error);
    if (!status)
        status = set_time(path, mtime, error);
    free(path);
    return status;
}

/* Best effort: removes what a failed call wrote below `folder`, whose names are all ours. */
static void remove_written(const char *folder, const struct files *files)
{
    for (size_t i = 0; i < files->count; i++) {
        char *path = file_join(folder, files->items[i].name);
        if (!path)
            return;
        unlink(path);
        for (char *slash = strrchr(path, '/'); slash > path + strlen(folder);
             slash = strrchr(path, '/')) {
            *slash = '\0';
            rmdir(path); /* refuses while it is not empty */
        }
        free(path);
    }
    rmdir(folder);
}

static enum status write_all(const struct files *files, int64_t mtime, const char *temporary,
                             const char *target, struct error *error)
{
    enum status status = STATUS_OK;
    if (chmod(temporary, 0755) != 0)
        status = error_set(error, STATUS_CANNOT, "%s: %s", temporary, strerror(errno));
    for (size_t i = 0; i < files->count && !status; i++)
        status = write_item(temporary, &files->items[i], mtime, error);
    /* Onto an existing folder rename succeeds when that is empty, which is as good as none. */
    if (!status && rename(temporary, target) != 0)
        status = error_set(error, STATUS_CANNOT, "%s: cannot make it: %s", target, strerror(errno));
    if (status) {
        remove_written(temporary, files);
        return status;
    }
    return file_sync_parent(target, error);
}

static enum status make(const struct files *files, int64_t mtime, const char *folder,
                        const char *name, char **made, struct error *error)
{
    struct buf target = {0}, temporary = {0};
    buf_printf(&target, "%s/%s", folder, name);
    buf_printf(&temporary, "%s/.%s.XXXXXX", folder, name);
    enum status status = buf_ok(&target, error);
    if (!status)
        status = buf_ok(&temporary, error);
    if (!status && file_exists(target.data))
        status = error_set(error, STATUS_CANNOT, "%s: it exists already", target.data);
    if (!status && !mkdtemp(temporary.data))
        status = error_set(error, STATUS_CANNOT, "%s: cannot write: %s", folder, strerror(errno));
    else if (!status)
        status = write_all(files, mtime, temporary.data, target.data, error);
    buf_free(&temporary);
    if (status)
        buf_free(&target);
    *made = status ? NULL : buf_take(&target);
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

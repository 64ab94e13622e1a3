#include "base/folder.h"

#include "base/file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static enum status set_time(const char *path, int64_t mtime, struct error *error)
{
    const struct timespec times[2] = {{.tv_sec = mtime}, {.tv_sec = mtime}};
    if (mtime < 0 || utimensat(AT_FDCWD, path, times, 0) == 0)
        return STATUS_OK;
    return error_set(error, STATUS_CANNOT, "%s: cannot set its time: %s", path, strerror(errno));
}

static enum status write_unsynced(const char *path, struct text data, struct error *error)
{
    int fd = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0644);
    bool good = fd >= 0 && fchmod(fd, 0644) == 0;
    for (size_t at = 0; good && at < data.len;) {
        ssize_t wrote = write(fd, data.data + at, data.len - at);
        good = wrote > 0 || (wrote < 0 && errno == EINTR);
        at += wrote > 0 ? (size_t)wrote : 0;
    }
    int failed = good ? 0 : errno;
    if (fd >= 0 && close(fd) != 0 && good)
        failed = errno;
    if (!failed)
        return STATUS_OK;
    return error_set(error, STATUS_CANNOT, "%s: cannot write: %s", path, strerror(failed));
}

static enum status write_item(const char *folder, const struct files_item *item, int64_t mtime,
                              struct error *error)
{
    char *path = file_join(folder, item->name);
    if (!path)
        return error_memory(error);
    enum status status = file_make_parent(path, error);
    if (!status)
        status = write_unsynced(path, item->data, error);
    if (!status)
        status = set_time(path, mtime, error);
    free(path);
    return status;
}

/* All that was written at once: file by file it would take minutes for a site. */
static enum status sync_all(const char *folder, struct error *error)
{
    int fd = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    int failed = fd < 0 || syncfs(fd) != 0 ? errno : 0;
    if (fd >= 0)
        close(fd);
    if (!failed)
        return STATUS_OK;
    return error_set(error, STATUS_CANNOT, "%s: cannot sync: %s", folder, strerror(failed));
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

/* Gives the temporary folder the name, and what had it the temporary one. */
static enum status exchange(const char *temporary, const char *path, struct error *error)
{
    if (renameat2(AT_FDCWD, temporary, AT_FDCWD, path, RENAME_EXCHANGE) == 0)
        return STATUS_OK;
    return error_set(error, STATUS_CANNOT, "%s: cannot replace it: %s", path, strerror(errno));
}

/* Onto an existing folder rename succeeds when that is empty, which is as good as none. */
static enum status take_place(const char *temporary, const char *path, struct error *error)
{
    if (rename(temporary, path) == 0)
        return STATUS_OK;
    return error_set(error, STATUS_CANNOT, "%s: cannot make it: %s", path, strerror(errno));
}

static enum status write_all(const char *temporary, const char *path, const struct files *files,
                             int64_t mtime, const struct files *old, struct error *error)
{
    enum status status = STATUS_OK;
    if (chmod(temporary, 0755) != 0)
        status = error_set(error, STATUS_CANNOT, "%s: %s", temporary, strerror(errno));
    for (size_t i = 0; i < files->count && !status; i++)
        status = write_item(temporary, &files->items[i], mtime, error);
    if (!status)
        status = sync_all(temporary, error);
    if (!status)
        status = old && old->count > 0 ? exchange(temporary, path, error)
                                       : take_place(temporary, path, error);
    if (status) {
        remove_written(temporary, files);
        return status;
    }
    if (old && old->count > 0)
        remove_written(temporary, old);
    return file_sync_parent(path, error);
}

/* A name beside the folder that file_walk passes over; owned by the caller. */
static char *temporary_template(const char *path)
{
    struct buf name = {0};
    size_t len = strlen(path);
    while (len > 1 && path[len - 1] == '/')
        len--;
    size_t base = len;
    while (base > 0 && path[base - 1] != '/')
        base--;
    buf_printf(&name, "%.*s.%.*s.XXXXXX", (int)base, path, (int)(len - base), path + base);
    return buf_take(&name);
}

enum status folder_write(const char *path, const struct files *files, int64_t mtime,
                         const struct files *old, struct error *error)
{
    char *temporary = temporary_template(path);
    if (!temporary)
        return error_memory(error);
    enum status status;
    if (mkdtemp(temporary))
        status = write_all(temporary, path, files, mtime, old, error);
    else
        status = error_set(error, STATUS_CANNOT, "%s: cannot write: %s", path, strerror(errno));
    free(temporary);
    return status;
}

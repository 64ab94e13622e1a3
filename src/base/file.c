#include "base/file.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

static enum status failed(struct error *error, const char *path, const char *what)
{
    return error_set(error, STATUS_CANNOT, "%s: %s: %s", path, what, strerror(errno));
}

char *file_join(const char *folder, const char *name)
{
    struct buf path = {0};
    buf_puts(&path, folder);
    if (path.len && path.data[path.len - 1] != '/')
        buf_putc(&path, '/');
    buf_puts(&path, name);
    return buf_take(&path);
}

static enum status read_all(int fd, const char *path, size_t max, struct buf *bytes,
                            struct error *error)
{
    char block[1 << 16];
    size_t total = 0;
    for (;;) {
        ssize_t got = read(fd, block, sizeof block);
        if (got < 0 && errno == EINTR)
            continue;
        if (got < 0)
            return failed(error, path, "cannot read");
        if (got == 0)
            return buf_ok(bytes, error);
        total += (size_t)got;
        if (total > max)
            return error_set(error, STATUS_WRONG, "%s: larger than %zu bytes", path, max);
        buf_put(bytes, block, (size_t)got);
    }
}

/* Opens a regular file and tells its size; `flags` adds to O_RDONLY. */
static enum status open_regular(int folder, const char *name, const char *path, int flags, int *fd,
                                size_t *size, struct error *error)
{
    *fd = openat(folder, name, O_RDONLY | O_CLOEXEC | O_NONBLOCK | flags);
    if (*fd < 0)
        return errno == ELOOP ? error_set(error, STATUS_WRONG, "%s: a symbolic link", path)
                              : failed(error, path, "cannot open");
    struct stat info;
    if (fstat(*fd, &info) == 0 && S_ISREG(info.st_mode)) {
        *size = (size_t)info.st_size;
        return STATUS_OK;
    }
    close(*fd);
    *fd = -1;
    return error_set(error, STATUS_CANNOT, "%s: not a regular file", path);
}

/* read_all, with room made first: growing to a large file would double the peak memory. */
static enum status read_sized(int fd, size_t size, const char *path, size_t max, struct buf *bytes,
                              struct error *error)
{
    if (size > max)
        return error_set(error, STATUS_WRONG, "%s: larger than %zu bytes", path, max);
    buf_reserve(bytes, size);
    return read_all(fd, path, max, bytes, error);
}

enum status file_read(const char *path, size_t max, struct buf *bytes, struct error *error)
{
    int fd;
    size_t size;
    enum status status = open_regular(AT_FDCWD, path, path, 0, &fd, &size, error);
    if (status)
        return status;
    status = read_sized(fd, size, path, max, bytes, error);
    close(fd);
    return status;
}

enum status file_open(const char *path, int *fd, uint64_t *size, struct error *error)
{
    size_t bytes;
    enum status status = open_regular(AT_FDCWD, path, path, 0, fd, &bytes, error);
    if (!status)
        *size = bytes;
    return status;
}

enum status file_read_at(int fd, const char *path, uint64_t at, void *data, size_t len,
                         struct error *error)
{
    for (size_t done = 0; done < len;) {
        ssize_t got = pread(fd, (char *)data + done, len - done, (off_t)(at + done));
        if (got < 0 && errno == EINTR)
            continue;
        if (got < 0)
            return failed(error, path, "cannot read");
        if (got == 0)
            return error_set(error, STATUS_CANNOT, "%s: it became shorter", path);
        done += (size_t)got;
    }
    return STATUS_OK;
}

void file_close(int fd)
{
    if (fd >= 0)
        close(fd);
}

/* The folder part of a path, owned by the caller; "." where there is none. */
static char *folder_of(const char *path)
{
    const char *slash = strrchr(path, '/');
    if (!slash)
        return strdup(".");
    return slash == path ? strdup("/") : strndup(path, (size_t)(slash - path));
}

static char *temporary_name(const char *path)
{
    char *folder = folder_of(path);
    const char *slash = strrchr(path, '/');
    const char *base = slash ? slash + 1 : path;
    struct buf name = {0};
    if (folder)
        buf_printf(&name, "%s/.%s.XXXXXX", folder, base);
    free(folder);
    return buf_take(&name);
}

/* rename would put a file in the place of a device, a FIFO or a link, such as /dev/stdout. */
static enum status check_place(const char *path, struct error *error)
{
    struct stat info;
    if (lstat(path, &info) != 0 || S_ISREG(info.st_mode))
        return STATUS_OK;
    return error_set(error, STATUS_CANNOT, "%s: not a regular file, and not replaced", path);
}

enum status file_writer_open(struct file_writer *writer, const char *path, unsigned mode,
                             struct error *error)
{
    *writer = (struct file_writer){.fd = -1, .mode = mode};
    enum status status = check_place(path, error);
    if (status)
        return status;
    writer->path = strdup(path);
    writer->temporary = temporary_name(path);
    if (!writer->path || !writer->temporary) {
        file_writer_abandon(writer);
        return error_memory(error);
    }
    writer->fd = mkstemp(writer->temporary);
    if (writer->fd < 0) {
        status = failed(error, path, "cannot write");
        file_writer_abandon(writer);
        return status;
    }
    return STATUS_OK;
}

enum status file_writer_put(struct file_writer *writer, const void *data, size_t len,
                            struct error *error)
{
    const char *at = data;
    while (len > 0) {
        ssize_t put = write(writer->fd, at, len);
        if (put < 0 && errno == EINTR)
            continue;
        if (put < 0)
            return failed(error, writer->path, "cannot write");
        at += put;
        len -= (size_t)put;
    }
    return STATUS_OK;
}

enum status file_sync_parent(const char *path, struct error *error)
{
    char *folder = folder_of(path);
    if (!folder)
        return error_memory(error);
    int fd = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    enum status status = STATUS_OK;
    if (fd < 0 || fsync(fd) != 0)
        status = failed(error, folder, "cannot sync");
    if (fd >= 0)
        close(fd);
    free(folder);
    return status;
}

/* The bytes are on the disk under the temporary name; `place` gives them theirs. */
static enum status finish(struct file_writer *writer, int (*place)(const char *, const char *),
                          struct error *error)
{
    /* mkstemp made it 0600; the umask has no say, so that two machines write the same modes. */
    if (fchmod(writer->fd, (mode_t)writer->mode) != 0 || fsync(writer->fd) != 0 ||
        place(writer->temporary, writer->path) != 0) {
        enum status status = failed(error, writer->path, "cannot write");
        file_writer_abandon(writer);
        return status;
    }
    enum status status = file_sync_parent(writer->path, error);
    if (place == link)
        unlink(writer->temporary);
    close(writer->fd);
    free(writer->temporary);
    free(writer->path);
    *writer = (struct file_writer){.fd = -1};
    return status;
}

enum status file_writer_commit(struct file_writer *writer, struct error *error)
{
    return finish(writer, rename, error);
}

void file_writer_abandon(struct file_writer *writer)
{
    if (writer->fd >= 0) {
        close(writer->fd);
        unlink(writer->temporary);
    }
    free(writer->temporary);
    free(writer->path);
    *writer = (struct file_writer){.fd = -1};
}

static enum status write_whole(const char *path, struct text data, unsigned mode,
                               int (*place)(const char *, const char *), struct error *error)
{
    struct file_writer writer;
    enum status status = file_writer_open(&writer, path, mode, error);
    if (status)
        return status;
    status = file_writer_put(&writer, data.data, data.len, error);
    if (status) {
        file_writer_abandon(&writer);
        return status;
    }
    return finish(&writer, place, error);
}

enum status file_write(const char *path, struct text data, unsigned mode, struct error *error)
{
    return write_whole(path, data, mode, rename, error);
}

enum status file_create(const char *path, struct text data, unsigned mode, struct error *error)
{
    return write_whole(path, data, mode, link, error); /* link, unlike rename, never replaces */
}

enum status file_make_folder(const char *path, struct error *error)
{
    char *copy = strdup(path);
    if (!copy)
        return error_memory(error);
    enum status status = STATUS_OK;
    for (char *at = copy; !status; at++) {
        char here = *at;
        if (at == copy ? here != '\0' : here != '/' && here != '\0')
            continue;
        *at = '\0';
        if (mkdir(copy, 0755) != 0 && errno != EEXIST)
            status = failed(error, path, "cannot make the folder");
        *at = here;
        if (here == '\0')
            break;
    }
    free(copy);
    if (!status && !file_is_folder(path))
        status = error_set(error, STATUS_CANNOT, "%s: not a folder", path);
    return status;
}

enum status file_lock(const char *folder, const char *what, int *lock, struct error *error)
{
    *lock = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (*lock < 0)
        return failed(error, folder, "cannot open the folder");
    if (flock(*lock, LOCK_EX | LOCK_NB) == 0)
        return STATUS_OK;
    enum status status = errno == EWOULDBLOCK ? error_set(error, STATUS_CANNOT,
                                                          "%s: another %s is at work", folder, what)
                                              : failed(error, folder, "cannot lock");
    close(*lock);
    *lock = -1;
    return status;
}

void file_unlock(int lock)
{
    if (lock >= 0)
        close(lock);
}

bool file_exists(const char *path)
{
    struct stat info;
    return lstat(path, &info) == 0;
}

bool file_is_folder(const char *path)
{
    struct stat info;
    return stat(path, &info) == 0 && S_ISDIR(info.st_mode);
}

enum status file_make_parent(const char *path, struct error *error)
{
    char *folder = folder_of(path);
    enum status status = folder ? file_make_folder(folder, error) : error_memory(error);
    free(folder);
    return status;
}

struct walk {
    enum file_hidden hidden;
    size_t max; /* bytes still allowed */
    struct files *files;
};

static enum status walk_folder(struct walk *walk, int fd, const char *path, const char *prefix,
                               struct error *error);

static enum status walk_file(struct walk *walk, int folder, const char *entry, const char *path,
                             const char *name, struct error *error)
{
    int fd;
    size_t size;
    enum status status = open_regular(folder, entry, path, O_NOFOLLOW, &fd, &size, error);
    if (status)
        return status;
    struct buf bytes = {0};
    status = read_sized(fd, size, path, walk->max, &bytes, error);
    close(fd);
    if (status) {
        buf_free(&bytes);
        return status;
    }
    walk->max -= bytes.len;
    return files_add_take(walk->files, name, &bytes, error);
}

static enum status walk_entry(struct walk *walk, int folder, const char *entry, const char *path,
                              const char *prefix, struct error *error)
{
    struct buf child = {0}, name = {0};
    buf_printf(&child, "%s/%s", path, entry);
    buf_printf(&name, "%s%s", prefix, entry);
    enum status status = buf_ok(&child, error);
    if (!status)
        status = buf_ok(&name, error);
    int fd = -1;
    if (!status)
        fd = openat(folder, entry, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    if (!status && fd >= 0) {
        buf_putc(&name, '/');
        status = buf_ok(&name, error);
        if (!status)
            status = walk_folder(walk, fd, child.data, name.data, error);
        else
            close(fd);
    } else if (!status) {
        status = walk_file(walk, folder, entry, child.data, name.data, error);
    }
    buf_free(&child);
    buf_free(&name);
    return status;
}

/* Takes over fd. */
static enum status walk_folder(struct walk *walk, int fd, const char *path, const char *prefix,
                               struct error *error)
{
    DIR *dir = fdopendir(fd);
    if (!dir) {
        enum status status = failed(error, path, "cannot read the folder");
        close(fd);
        return status;
    }
    enum status status = STATUS_OK;
    struct dirent *entry;
    while (!status && (errno = 0, entry = readdir(dir)) != NULL) {
        const char *name = entry->d_name;
        bool own = strcmp(name, ".") == 0 || strcmp(name, "..") == 0;
        if (!own && (name[0] != '.' || walk->hidden == FILE_TAKE_HIDDEN))
            status = walk_entry(walk, fd, name, path, prefix, error);
    }
    if (!status && errno)
        status = failed(error, path, "cannot read the folder");
    closedir(dir);
    return status;
}

enum status file_walk(const char *folder, const char *prefix, enum file_hidden hidden, size_t max,
                      struct files *files, struct error *error)
{
    int fd = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (fd < 0)
        return failed(error, folder, "cannot open the folder");
    struct walk walk = {.hidden = hidden, .max = max, .files = files};
    return walk_folder(&walk, fd, folder, prefix, error);
}

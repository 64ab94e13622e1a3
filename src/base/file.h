/* Files on disk: whole reads, and writes that either happened or did not.
 *
 * A written file gets a temporary name ('.' first, so that file_walk never sees it), fsync, rename,
 * fsync of its folder: a process killed at any instant leaves the old file or the new one. */
#ifndef BASE_FILE_H
#define BASE_FILE_H

#include "base/buf.h"
#include "base/files.h"

/* The whole file, at most `max` bytes; a larger one is STATUS_WRONG. Anything but a regular file
 * is STATUS_CANNOT. `bytes` is appended to. */
enum status file_read(const char *path, size_t max, struct buf *bytes, struct error *error);

/* Opens a regular file to read parts of it, and tells its size; anything else is STATUS_CANNOT. */
enum status file_open(const char *path, int *fd, uint64_t *size, struct error *error);
/* Those bytes of it; STATUS_CANNOT where it has become shorter. */
enum status file_read_at(int fd, const char *path, uint64_t at, void *data, size_t len,
                         struct error *error);
/* -1 is closed already. */
void file_close(int fd);

/* Replaces or makes the file. mode: 0644 or 0600. What is there and no regular file, such as a
 * device or a link, is STATUS_CANNOT, and stays. */
enum status file_write(const char *path, struct text data, unsigned mode, struct error *error);

/* Like file_write, but an existing file is STATUS_CANNOT, and nobody's file is ever replaced. */
enum status file_create(const char *path, struct text data, unsigned mode, struct error *error);

/* A file that is written piece by piece. After _open exactly one of _commit and _abandon. */
struct file_writer {
    int fd;
    unsigned mode;
    char *path;      /* owned */
    char *temporary; /* owned */
};
enum status file_writer_open(struct file_writer *writer, const char *path, unsigned mode,
                             struct error *error);
enum status file_writer_put(struct file_writer *writer, const void *data, size_t len,
                            struct error *error);
/* On failure the temporary file is gone and the old file untouched, unless only the folder could
 * not be synced: then the new one may be lost with the machine's power. */
enum status file_writer_commit(struct file_writer *writer, struct error *error);
void file_writer_abandon(struct file_writer *writer);

/* Makes the folder and those above it. */
enum status file_make_folder(const char *path, struct error *error);

/* Locks the folder against every other program that does the same; *lock is a descriptor, and
 * closing it (file_unlock), or the end of the process, is the unlocking. STATUS_CANNOT when
 * somebody holds it: `what` is at work there. */
enum status file_lock(const char *folder, const char *what, int *lock, struct error *error);
void file_unlock(int lock);

/* Makes what was renamed into or out of the file's folder last. */
enum status file_sync_parent(const char *path, struct error *error);

/* Makes the folder that a file of that path lies in. */
enum status file_make_parent(const char *path, struct error *error);

bool file_exists(const char *path);
bool file_is_folder(const char *path);

/* Reads every regular file below the folder into `files`, named `prefix` + its path inside the
 * folder. A symbolic link, a device, or more than `max` bytes in all is an error. Names that begin
 * with '.' (our temporary files, an editor's) are passed over, or taken like all others. */
enum file_hidden { FILE_PASS_HIDDEN, FILE_TAKE_HIDDEN };
enum status file_walk(const char *folder, const char *prefix, enum file_hidden hidden, size_t max,
                      struct files *files, struct error *error);

/* folder + "/" + name, owned by the caller; NULL when out of memory. */
char *file_join(const char *folder, const char *name);

#endif

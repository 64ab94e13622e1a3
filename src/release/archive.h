/* A release as one archive: a tar of the one form that release/ustar.h describes, in one zstd
 * frame.
 *
 * The tar is what is signed: its sha256 and its size. The frame around it is only how it travels;
 * its bytes change from one zstd to the next, and any frame around the same tar will do. */
#ifndef RELEASE_ARCHIVE_H
#define RELEASE_ARCHIVE_H

#include "base/files.h"
#include "base/hash.h"

/* Of the uncompressed tar. Plain value. */
struct archive_digest {
    char sha256[SHA256_HEX + 1];
    int64_t bytes;
};

/* What archive_write would write, without writing. The files' bytes are not copied.
 * folder: one part, as "asym-2026.11.1". mtime: seconds since 1970, 0 to USTAR_NUMBER_MAX.
 * STATUS_WRONG for files that may not stand in one archive (ustar_check_files). */
enum status archive_digest_of(const struct files *files, const char *folder, int64_t mtime,
                              struct archive_digest *digest, struct error *error);

/* Writes the .tar.zst, with mode 0644, and tells its tar's digest. On failure there is no file, or
 * the old one. */
enum status archive_write(const struct files *files, const char *folder, int64_t mtime,
                          const char *path, struct archive_digest *digest, struct error *error);

/* From the bytes of a .tar.zst or of a plain .tar, whichever they begin like, to the tar of at most
 * `max` bytes: a view into `given`, or into `unpacked`, which starts empty and is the caller's.
 * `name` is for messages. STATUS_WRONG: neither of the two, not exactly one zstd frame
 * (zstd_frame_read), or too large. What the tar holds is for ustar_check to say. */
enum status archive_read(const char *name, struct text given, size_t max, struct buf *unpacked,
                         struct text *tar, struct error *error);

#endif

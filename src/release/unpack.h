/* Writing a release's files to disk, once they have been checked. */
#ifndef RELEASE_UNPACK_H
#define RELEASE_UNPACK_H

#include "base/files.h"
#include "release/archive.h"

/* Reads the archive again, refuses it unless its tar is the `checked` one, and makes
 * FOLDER/STUDY-VERSION from it, which must not exist. The files are written into a temporary folder
 * beside it, which is renamed at the end: there is the whole release, or nothing. *made is the path
 * and owned by the caller. */
enum status unpack_archive(const char *archive, const struct archive_digest *checked,
                           const char *name, int64_t mtime, const char *folder, char **made,
                           struct error *error);

#endif

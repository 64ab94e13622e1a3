/* A folder of files that is written whole or not at all. */
#ifndef BASE_FOLDER_H
#define BASE_FOLDER_H

#include "base/files.h"

#include <stdint.h>

/* Writes the files below `path`. They are written into a temporary folder beside it, which takes
 * the name at the end. What is there may be an empty folder, or one that holds just the files of
 * `old` (file_walk), which are then removed; NULL: it may not be there. mtime: of every file, in
 * seconds since 1970; -1: the clock's. */
enum status folder_write(const char *path, const struct files *files, int64_t mtime,
                         const struct files *old, struct error *error);

#endif

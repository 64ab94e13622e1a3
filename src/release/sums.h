/* SHA256SUMS, as sha256sum -c reads it: "HEX  NAME" and LF for every file but itself, by name. */
#ifndef RELEASE_SUMS_H
#define RELEASE_SUMS_H

#include "base/files.h"

#define SUMS_FILE "SHA256SUMS"

enum status sums_write(const struct files *content, struct buf *out, struct error *error);

/* Holds one file against the line that `sums` has for it. */
enum status sums_check_file(struct text sums, const char *name, struct text data,
                            struct error *error);

/* Holds the content against the SHA256SUMS that it carries. STATUS_WRONG names the first file that
 * is missing, extra or altered; the list itself must be in its one form. *count: files listed. */
enum status sums_check(const struct files *content, size_t *count, struct error *error);

#endif

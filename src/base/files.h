/* A set of files in memory: names and bytes, sorted bytewise by name. What goes into a release and
 * what comes out of an archive are both such a set. */
#ifndef BASE_FILES_H
#define BASE_FILES_H

#include "base/buf.h"
#include "base/text.h"

struct files_item {
    char *name;       /* owned; relative, '/' between parts */
    struct text data; /* view into `owned`, or into a buffer that outlives the set */
    void *owned;      /* freed with the set; NULL for a view */
};

struct files {
    struct files_item *items;
    size_t count;
    size_t cap;
};

/* Adds a file whose bytes live elsewhere. STATUS_WRONG when the name is there already. */
enum status files_add_view(struct files *files, const char *name, struct text data,
                           struct error *error);

/* Adds a file and takes the buffer's bytes; the buffer is empty afterwards, also on failure. */
enum status files_add_take(struct files *files, const char *name, struct buf *bytes,
                           struct error *error);

/* The file of that name, or NULL. */
const struct files_item *files_find(const struct files *files, const char *name);

/* Like files_find, but a missing file is STATUS_WRONG with its name. */
enum status files_get(const struct files *files, const char *name, struct text *data,
                      struct error *error);

/* Takes one file out, if it is there. */
void files_remove(struct files *files, const char *name);

void files_free(struct files *files);

#endif

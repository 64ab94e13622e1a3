/* What the reading verbs work on: the release of a checkout, or one inside an archive or folder. */
#ifndef CMD_OPENED_H
#define CMD_OPENED_H

#include "cmd/command.h"
#include "release/release.h"

struct opened {
    char *root; /* NULL when read from an archive */
    struct buf archive, unpacked;
    struct files content, inputs;
    struct release release; /* opened, and its passport checked */
};

/* The option that goes with it. */
#define OPENED_FROM                                                                                \
    {                                                                                              \
        "from", "PATH", "an archive or unpacked folder instead of the checkout"                    \
    }

/* Opens --from, or the checkout. Its signature is verify's business. After any status,
 * opened_free. */
enum status opened_open(const struct command_line *line, struct opened *opened,
                        struct error *error);

/* The same for a path that was given otherwise; NULL: the checkout. */
enum status opened_open_path(const struct command_line *line, const char *path,
                             struct opened *opened, struct error *error);
void opened_free(struct opened *opened);

#endif

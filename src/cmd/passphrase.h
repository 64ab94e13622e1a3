/* The passphrase of a secret key, from a file descriptor or a terminal. */
#ifndef CMD_PASSPHRASE_H
#define CMD_PASSPHRASE_H

#include "base/text.h"
#include "cmd/command.h"
#include "release/secret.h"

struct passphrase {
    char bytes[SECRET_PASSPHRASE_MAX + 1];
    size_t len;
};

#define PASSPHRASE_OPTION                                                                          \
    {                                                                                              \
        "passphrase-fd", "N", "read the passphrase from this descriptor (default: ask)"            \
    }

/* One line of --passphrase-fd, without its end; else the terminal is asked, twice for a new key.
 * The caller wipes it with passphrase_wipe, in any case. */
enum status passphrase_get(const struct command_line *line, bool is_new,
                           struct passphrase *passphrase, struct error *error);
struct text passphrase_text(const struct passphrase *passphrase);
void passphrase_wipe(struct passphrase *passphrase);

#endif

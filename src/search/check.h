/* Trying an engine's configuration before it searches for days: is it what it says, does it keep to
 * its limit, does it repeat itself, is its rule the right one? */
#ifndef SEARCH_CHECK_H
#define SEARCH_CHECK_H

#include "base/json.h"

enum { CHECK_LINES_MAX = 8, CHECK_TEXT_BYTES = 768 };

struct check_line {
    const char *name;
    bool ok;
    char text[CHECK_TEXT_BYTES];
};

struct check_report {
    char engine[64];
    struct check_line lines[CHECK_LINES_MAX];
    size_t count;
    cJSON *entry; /* the engine as a passport lists it; NULL where a check failed; owned */
};

/* Tries the configuration in that file, in this order; a check that fails ends it where the next
 * one would have nothing to stand on.
 *
 *  files        they are there, with the sha256 that the configuration expects
 *  handshake    name, options and hash sizes are what it offers (uci_start)
 *  searches     a few pairs, at the two smallest limits with a hash size, come to an end
 *  chess960     UCI_Chess960 is set (where it is not, no engine is started), and castling rights in
 *               Shredder-FEN change what is found; not of an engine for Benedict xiangqi, which is
 *               asked four positions of its game
 *  limit        where they ended
 *  determinism  twice in one process, in another order the second time, and in a fresh process:
 *               equal in every field
 *  completion   what either rule gives, and whether the configured one can be right
 *
 * STATUS_OK: all of them are ok. STATUS_WRONG, without a message: one is not. Otherwise
 * STATUS_WRONG and STATUS_CANNOT as engine_config_open; STATUS_CANNOT for a signal. *report is the
 * caller's to free (check_free), after any status. */
enum status check_engine(const char *path, struct check_report *report, struct error *error);

void check_free(struct check_report *report);

#endif

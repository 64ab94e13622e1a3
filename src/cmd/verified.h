/* What verify and unpack share: the options that say what to believe, and the printed report. */
#ifndef CMD_VERIFIED_H
#define CMD_VERIFIED_H

#include "cmd/command.h"
#include "release/release.h"
#include "release/verify.h"

#define VERIFIED_OPTIONS                                                                           \
    {"key", "FILE", "a minisign public key (default: the pinned one)"},                            \
        {"signature", "FILE", "the minisign signature of SHA256SUMS"},                             \
        {"provenance", "FILE", "the signed provenance statement"},                                 \
    {                                                                                              \
        "expect", "VERSION", "fail when it is another version"                                     \
    }

/* A request for that archive or folder, from those options. */
struct verify_request verified_request(const struct command_line *line, const char *path);

/* One line a check, and the verdict. */
void verified_print(const struct verify_report *report, enum status status);

#endif

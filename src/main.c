/* asym-passport: the command table; nothing else. */
#include "base/version.h"
#include "cmd/command.h"
#include "passport/edition.h"
#include "program/program.h"

#include <stdio.h>

static const struct command *const commands[] = {
    &command_search,
    &command_record,
    &command_rerun,
    &command_engine,
    &command_selfplay,
    &command_replay,
    &command_build,
    &command_verify,
    &command_unpack,
    &command_diff,
    &command_show,
    &command_pairs,
    &command_encyclopedia,
    &command_claims,
    &command_compare,
    &command_fair,
    &command_cite,
    &command_site,
    &command_summary,
    &command_calibrate,
    &command_keygen,
    &command_sign,
    NULL,
};

int main(int argc, char **argv)
{
    char version[64];
    snprintf(version, sizeof version, "%s (format %d)", SOURCE_VERSION, EDITION_FORMAT);
    const struct program program = {
        .name = "asym-passport",
        .version = version,
        .options = command_common,
        .commands = commands,
    };
    return program_main(&program, argc, argv);
}

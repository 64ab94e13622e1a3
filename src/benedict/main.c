/* benedict, the engine for Benedict xiangqi: speaks UCI, or does what a verb says. */
#include "base/version.h"
#include "benedict/uci.h"
#include "benedict/verbs.h"
#include "program/program.h"

#include <unistd.h>

static const struct command_option no_options[] = {{0}};

static const struct command *const verbs[] = {
    &verb_bench, &verb_selfplay, &verb_match, &verb_fit,   &verb_sharpness, &verb_random,
    &verb_prove, &verb_share,    &verb_check, &verb_mates, &verb_openings,  NULL,
};

static enum status speak_uci(struct error *error)
{
    return uci_serve(STDIN_FILENO, error);
}

int main(int argc, char **argv)
{
    const struct program program = {
        .name = "benedict",
        .version = SOURCE_VERSION,
        .options = no_options,
        .commands = verbs,
        .alone = "speak UCI on standard input and output",
        .run = speak_uci,
    };
    return program_main(&program, argc, argv);
}

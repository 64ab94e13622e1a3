/* asym-passport: the command table, and usage printed from it. */
#include "cmd/command.h"
#include "passport/edition.h"
#include "passport/source.h"

#include <stdio.h>
#include <string.h>

static const struct command *const commands[] = {
    &command_record,  &command_replay, &command_build, &command_verify, &command_unpack,
    &command_diff,    &command_show,   &command_pairs, &command_fair,   &command_cite,
    &command_summary, &command_keygen, &command_sign,
};
enum { COMMANDS = sizeof commands / sizeof *commands };

static void print_usage(FILE *out)
{
    fprintf(out, "usage: asym-passport VERB [options] [arguments]\n"
                 "       asym-passport --version | --help\n\nverbs:\n");
    for (size_t i = 0; i < COMMANDS; i++)
        fprintf(out, "  %-10s %s\n", commands[i]->name, commands[i]->summary);
    fprintf(out, "\nasym-passport VERB --help says more.\n"
                 "exit status: 0 done or verified, 1 not verified or a difference found, "
                 "2 usage or cannot run\n");
}

static int run(const struct command *command, int argc, char **argv)
{
    struct error error = {0};
    struct command_line line;
    bool help = false;
    enum status status = command_parse(command, argc, argv, &line, &help, &error);
    if (!status && help)
        command_usage(command);
    else if (!status)
        status = command->run(&line, &error);
    /* A full disk behind stdout shows itself only here. */
    if (fflush(stdout) != 0 && !status)
        status = error_set(&error, STATUS_CANNOT, "standard output: cannot write");
    if (status && error.text[0])
        fprintf(stderr, "asym-passport: %s\n", error.text);
    return (int)status;
}

int main(int argc, char **argv)
{
    if (argc < 2) {
        print_usage(stderr);
        return STATUS_CANNOT;
    }
    if (strcmp(argv[1], "--help") == 0 || strcmp(argv[1], "help") == 0) {
        print_usage(stdout);
        return STATUS_OK;
    }
    if (strcmp(argv[1], "--version") == 0) {
        printf("asym-passport %s (format %d)\n", SOURCE_VERSION, EDITION_FORMAT);
        return STATUS_OK;
    }
    for (size_t i = 0; i < COMMANDS; i++) {
        if (strcmp(argv[1], commands[i]->name) == 0)
            return run(commands[i], argc - 1, argv + 1);
    }
    fprintf(stderr, "asym-passport: '%s' is no verb (see: asym-passport --help)\n", argv[1]);
    return STATUS_CANNOT;
}

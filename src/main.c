/* asym-passport: the command table, and usage printed from it. */
#include "cmd/command.h"
#include "passport/edition.h"
#include "passport/source.h"

#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static const struct command *const commands[] = {
    &command_search, &command_record, &command_rerun,        &command_engine,  &command_selfplay,
    &command_replay, &command_build,  &command_verify,       &command_unpack,  &command_diff,
    &command_show,   &command_pairs,  &command_encyclopedia, &command_claims,  &command_compare,
    &command_fair,   &command_cite,   &command_site,         &command_summary, &command_calibrate,
    &command_keygen, &command_sign,
};
enum { COMMANDS = sizeof commands / sizeof *commands };

static void print_usage(FILE *out)
{
    fprintf(out, "usage: asym-passport VERB [options] [arguments]\n"
                 "       asym-passport --version | --help\n\nverbs:\n");
    for (size_t i = 0; i < COMMANDS; i++)
        fprintf(out, "  %-12s %s\n", commands[i]->name, commands[i]->summary);
    fprintf(out, "\nasym-passport VERB --help says more.\n"
                 "exit status: 0 done or verified, 1 not verified or a difference found, "
                 "2 usage or cannot run\n");
}

/* A full disk behind stdout shows itself only when it is written out. */
static enum status flush(enum status status, struct error *error)
{
    bool failed = ferror(stdout) != 0;
    failed |= fflush(stdout) != 0;
    if (failed && status != STATUS_CANNOT)
        status = error_set(error, STATUS_CANNOT, "standard output: cannot write");
    return status;
}

static enum status run(const struct command *command, int argc, char **argv, struct error *error)
{
    struct command_line line;
    bool help = false;
    enum status status = command_parse(command, argc, argv, &line, &help, error);
    if (!status && help)
        command_usage(command);
    else if (!status)
        status = command->run(&line, error);
    return status;
}

static enum status dispatch(int argc, char **argv, struct error *error)
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
            return run(commands[i], argc - 1, argv + 1, error);
    }
    return error_set(error, STATUS_CANNOT, "'%.200s' is no verb (see: asym-passport --help)",
                     argv[1]);
}

/* Where a standard descriptor is closed, the next file that is opened would take its place, and
 * what is printed would go into it. */
static void open_standard(void)
{
    int fd = open("/dev/null", O_RDWR);
    while (fd >= 0 && fd <= STDERR_FILENO)
        fd = open("/dev/null", O_RDWR);
    if (fd >= 0)
        close(fd);
}

int main(int argc, char **argv)
{
    struct error error = {0};
    bool closed = fcntl(STDOUT_FILENO, F_GETFD) < 0;
    open_standard();
    signal(SIGXFSZ, SIG_IGN); /* a file-size limit is an error like a full disk */
    enum status status = flush(dispatch(argc, argv, &error), &error);
    if (closed && status == STATUS_OK)
        status = error_set(&error, STATUS_CANNOT, "standard output: closed");
    if (status && error.text[0])
        fprintf(stderr, "asym-passport: %s\n", error.text);
    return (int)status;
}

#include "program/program.h"

#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static void print_usage(const struct program *program, FILE *out)
{
    fprintf(out, "usage: %s %s\n       %s --version | --help\n", program->name,
            program->run ? "[VERB [options] [arguments]]" : "VERB [options] [arguments]",
            program->name);
    if (program->run)
        fprintf(out, "\nwithout a verb: %s\n", program->alone);
    fprintf(out, "\nverbs:\n");
    for (const struct command *const *command = program->commands; *command; command++)
        fprintf(out, "  %-12s %s\n", (*command)->name, (*command)->summary);
    fprintf(out,
            "\n%s VERB --help says more.\n"
            "exit status: 0 done or verified, 1 not verified or a difference found, "
            "2 usage or cannot run\n",
            program->name);
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

static enum status run(const struct program *program, const struct command *command, int argc,
                       char **argv, struct error *error)
{
    struct command_line line;
    bool help = false;
    enum status status = command_parse(program, command, argc, argv, &line, &help, error);
    if (!status && help)
        command_usage(program, command);
    else if (!status)
        status = command->run(&line, error);
    return status;
}

static enum status dispatch(const struct program *program, int argc, char **argv,
                            struct error *error)
{
    if (argc < 2 && program->run)
        return program->run(error);
    if (argc < 2) {
        print_usage(program, stderr);
        return STATUS_CANNOT;
    }
    if (strcmp(argv[1], "--help") == 0 || strcmp(argv[1], "help") == 0) {
        print_usage(program, stdout);
        return STATUS_OK;
    }
    if (strcmp(argv[1], "--version") == 0) {
        printf("%s %s\n", program->name, program->version);
        return STATUS_OK;
    }
    for (const struct command *const *command = program->commands; *command; command++) {
        if (strcmp(argv[1], (*command)->name) == 0)
            return run(program, *command, argc - 1, argv + 1, error);
    }
    return error_set(error, STATUS_CANNOT, "'%.200s' is no verb (see: %s --help)", argv[1],
                     program->name);
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

int program_main(const struct program *program, int argc, char **argv)
{
    struct error error = {0};
    bool closed = fcntl(STDOUT_FILENO, F_GETFD) < 0;
    open_standard();
    signal(SIGXFSZ, SIG_IGN); /* a file-size limit is an error like a full disk */
    enum status status = flush(dispatch(program, argc, argv, &error), &error);
    if (closed && status == STATUS_OK)
        status = error_set(&error, STATUS_CANNOT, "standard output: closed");
    if (status && error.text[0])
        fprintf(stderr, "%s: %s\n", program->name, error.text);
    return (int)status;
}

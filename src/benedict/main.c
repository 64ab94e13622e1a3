/* The engine for Benedict xiangqi: speaks UCI on its standard input, or does what a verb says. */
#include "benedict/uci.h"
#include "benedict/verbs.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

static void print_usage(void)
{
    printf("usage: benedict                                 speak UCI\n"
           "       benedict bench                           search fixed positions: a signature\n");
    verbs_usage();
}

static enum status dispatch(int argc, char **argv, struct error *error)
{
    if (argc == 1)
        return uci_serve(STDIN_FILENO, error);
    if (argc == 2 && strcmp(argv[1], "bench") == 0)
        return uci_once("bench", error);
    if (argc == 2 && strcmp(argv[1], "--help") == 0) {
        print_usage();
        return STATUS_OK;
    }
    if (verbs_have(argv[1]))
        return verbs_run(argc - 1, argv + 1, error);
    return error_set(error, STATUS_CANNOT, "'%.200s' is no verb (see: benedict --help)", argv[1]);
}

int main(int argc, char **argv)
{
    struct error error = {0};
    enum status status = dispatch(argc, argv, &error);
    if (fflush(stdout) != 0 && status != STATUS_CANNOT)
        status = error_set(&error, STATUS_CANNOT, "standard output: cannot write");
    if (status)
        fprintf(stderr, "benedict: %s\n", error.text);
    return (int)status;
}

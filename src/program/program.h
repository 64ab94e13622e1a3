/* A program that is a table of verbs: its command line, its usage and its end. */
#ifndef PROGRAM_PROGRAM_H
#define PROGRAM_PROGRAM_H

#include "program/command.h"

struct program {
    const char *name;
    const char *version;                     /* what --version prints behind the name */
    const struct command_option *options;    /* of every verb, beside --help; ends with {0} */
    const struct command *const *commands;   /* as usage lists them; ends with NULL */
    const char *alone;                       /* what it does without a verb, for usage */
    enum status (*run)(struct error *error); /* does that; NULL: there must be a verb */
};

/* Does what the command line says, prints the message of a failure, and returns the exit code. A
 * standard output that is full or closed is a failure. */
int program_main(const struct program *program, int argc, char **argv);

#endif

/* A verb of a program: one table entry, from which its command line is parsed, its usage printed,
 * and its part of the manual checked. */
#ifndef PROGRAM_COMMAND_H
#define PROGRAM_COMMAND_H

#include "base/buf.h"
#include "base/json.h"

struct program;

enum { COMMAND_OPTIONS_MAX = 24, COMMAND_ARGUMENTS_MAX = 4 };

struct command_option {
    const char *name;  /* without "--" */
    const char *value; /* what stands for its value in usage; NULL: a flag */
    const char *help;
};

/* A parsed command line. Nothing is owned: all strings are argv's. */
struct command_line {
    const struct program *program;
    const struct command *command;
    const char *values[COMMAND_OPTIONS_MAX]; /* by option; NULL: not given, "" for a flag */
    const char *arguments[COMMAND_ARGUMENTS_MAX];
    size_t count; /* of arguments */
};

struct command {
    const char *name;
    const char *arguments; /* for usage: "[ARCHIVE | FOLDER]" */
    size_t min, max;       /* how many */
    const char *summary;   /* one line */
    const char *details;   /* a paragraph for --help and the manual; may be NULL */
    struct command_option options[COMMAND_OPTIONS_MAX]; /* with the program's at most as many */
    /* Prints its results on stdout; leaves the message of a failure to program_main. */
    enum status (*run)(const struct command_line *line, struct error *error);
};

/* STATUS_CANNOT with the message for a wrong command line; argv[0] is the verb. *help: --help was
 * given. */
enum status command_parse(const struct program *program, const struct command *command, int argc,
                          char **argv, struct command_line *line, bool *help, struct error *error);

/* The option's value, or NULL. The option must be the command's or its program's. */
const char *command_value(const struct command_line *line, const char *option);

/* A decimal option within [min, max]; `otherwise` where it is not given. */
enum status command_int(const struct command_line *line, const char *option, long long min,
                        long long max, long long otherwise, long long *value, struct error *error);

/* The option as a name that passports can have (base/text.h); `otherwise` where it is not given. */
enum status command_name(const struct command_line *line, const char *option, const char *otherwise,
                         const char **value, struct error *error);

void command_usage(const struct program *program, const struct command *command);

/* Prints what was written, and frees it. Where `status`, of what came before, is not STATUS_OK,
 * only frees it and returns that; STATUS_CANNOT: out of memory. */
enum status command_print(struct buf *out, enum status status, struct error *error);

/* Prints a document; `failed` is the flag that the calls which built it set. STATUS_CANNOT: out of
 * memory. */
enum status command_print_json(const cJSON *json, bool failed, struct error *error);

#endif

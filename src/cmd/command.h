/* The verbs: one table entry each, from which usage and man page texts are printed. */
#ifndef CMD_COMMAND_H
#define CMD_COMMAND_H

#include "base/buf.h"
#include "base/json.h"

enum { COMMAND_OPTIONS_MAX = 24, COMMAND_ARGUMENTS_MAX = 4 };

struct command_option {
    const char *name;  /* without "--" */
    const char *value; /* what stands for its value in usage; NULL: a flag */
    const char *help;
};

/* A parsed command line. Nothing is owned: all strings are argv's. */
struct command_line {
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
    struct command_option options[COMMAND_OPTIONS_MAX];
    bool any_study; /* else it is for the study asym alone */
    /* Prints its results on stdout; leaves the message of a failure to main. */
    enum status (*run)(const struct command_line *line, struct error *error);
};

/* The options that every verb has: --root, --study, --help. */
extern const struct command_option command_common[];

/* STATUS_CANNOT with the message for a wrong command line. *help: --help was given. */
enum status command_parse(const struct command *command, int argc, char **argv,
                          struct command_line *line, bool *help, struct error *error);

/* The option's value, or NULL. The option must be one of the command's or of the common ones. */
const char *command_value(const struct command_line *line, const char *option);

/* A decimal option within [min, max]; `otherwise` where it is not given. */
enum status command_int(const struct command_line *line, const char *option, long long min,
                        long long max, long long otherwise, long long *value, struct error *error);

/* STATUS_CANNOT where the verb is not for that study. */
enum status command_check_study(const struct command *command, const char *study,
                                struct error *error);

/* --root, or the nearest folder from here upwards that holds passport/STUDY/release.json. Owned by
 * the caller. STATUS_CANNOT also where the verb is not for that study. */
enum status command_root(const struct command_line *line, char **root, struct error *error);

/* --study, or "asym". */
const char *command_study(const struct command_line *line);

void command_usage(const struct command *command);

/* Prints what was written, and frees it. Where `status`, of what came before, is not STATUS_OK,
 * only frees it and returns that; STATUS_CANNOT: out of memory. */
enum status command_print(struct buf *out, enum status status, struct error *error);

/* Prints a document; `failed` is the flag that the calls which built it set. STATUS_CANNOT: out of
 * memory. */
enum status command_print_json(const cJSON *json, bool failed, struct error *error);

extern const struct command command_record, command_replay, command_build, command_keygen,
    command_sign, command_verify, command_unpack, command_diff, command_cite, command_show,
    command_pairs, command_fair, command_summary, command_search, command_calibrate, command_claims,
    command_rerun, command_engine, command_compare, command_selfplay, command_encyclopedia,
    command_site;

#endif

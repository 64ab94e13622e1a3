#include "program/command.h"

#include "program/program.h"

#include <getopt.h>
#include <stdio.h>
#include <string.h>

static const struct command_option help_option[] = {{"help", NULL, "print this"}, {0}};

static size_t count_options(const struct command_option *options)
{
    size_t count = 0;
    while (options[count].name)
        count++;
    return count;
}

/* The option at `index`: the command's own first, then the program's, last --help; or NULL. */
static const struct command_option *option_at(const struct command_line *line, size_t index)
{
    const struct command_option *const lists[] = {line->command->options, line->program->options,
                                                  help_option};
    for (size_t i = 0; i < sizeof lists / sizeof *lists; i++) {
        size_t count = count_options(lists[i]);
        if (index < count)
            return &lists[i][index];
        index -= count;
    }
    return NULL;
}

/* What is wrong with the command line: with `subject`, between two pieces of the message. */
static enum status misused(const struct command_line *line, const char *before, const char *subject,
                           const char *after, struct error *error)
{
    const char *verb = line->command->name;
    return error_set(error, STATUS_CANNOT, "%s: %s%.200s%s (see: %s %s --help)", verb, before,
                     subject, after, line->program->name, verb);
}

/* What stands behind "--", and whether the number is right. `extra`: the first argument too many.
 */
static enum status take_arguments(struct command_line *line, int argc, char **argv,
                                  const char *extra, struct error *error)
{
    for (; optind < argc && line->count < line->command->max; optind++)
        line->arguments[line->count++] = argv[optind];
    if (!extra && optind < argc)
        extra = argv[optind];
    if (extra)
        return misused(line, "'", extra, "' is one argument too many", error);
    if (line->count < line->command->min)
        return misused(line, "", line->command->arguments, " is missing", error);
    return STATUS_OK;
}

/* The options as getopt wants them: that at `index` is reported as OPTION_BASE + index. */
enum { OPTION_BASE = 256 };
static void list_options(const struct command_line *line,
                         struct option longs[COMMAND_OPTIONS_MAX + 1])
{
    const struct command_option *option;
    for (size_t i = 0; i < COMMAND_OPTIONS_MAX && (option = option_at(line, i)); i++) {
        longs[i].name = option->name;
        longs[i].has_arg = option->value ? required_argument : no_argument;
        longs[i].val = OPTION_BASE + (int)i;
    }
}

enum status command_parse(const struct program *program, const struct command *command, int argc,
                          char **argv, struct command_line *line, bool *help, struct error *error)
{
    struct option longs[COMMAND_OPTIONS_MAX + 1] = {0};
    const char *extra = NULL;
    int kind;
    *line = (struct command_line){.program = program, .command = command};
    list_options(line, longs);
    opterr = 0;
    optind = 1;
    while ((kind = getopt_long(argc, argv, "-:", longs, NULL)) != -1) {
        if (kind == 1) { /* '-' above: an argument, wherever it stands */
            if (line->count < command->max)
                line->arguments[line->count++] = optarg;
            else if (!extra)
                extra = optarg;
            continue;
        }
        if (kind < OPTION_BASE)
            return misused(line, "", argv[optind - 1],
                           kind == ':' ? " needs a value" : " is no option of this verb", error);
        if (optarg && !*optarg)
            return misused(line, "--", longs[kind - OPTION_BASE].name, " needs a value", error);
        line->values[kind - OPTION_BASE] = optarg ? optarg : "";
    }
    *help = command_value(line, "help") != NULL;
    return *help ? STATUS_OK : take_arguments(line, argc, argv, extra, error);
}

const char *command_value(const struct command_line *line, const char *option)
{
    const struct command_option *listed;
    for (size_t i = 0; (listed = option_at(line, i)); i++) {
        if (strcmp(listed->name, option) == 0)
            return line->values[i];
    }
    return NULL;
}

enum status command_int(const struct command_line *line, const char *option, long long min,
                        long long max, long long otherwise, long long *value, struct error *error)
{
    const char *given = command_value(line, option);
    int64_t number = otherwise;
    if (given && !text_int(text_of(given), min, max, &number))
        return error_set(error, STATUS_CANNOT, "--%s: '%.80s' is not an integer from %lld to %lld",
                         option, given, min, max);
    *value = number;
    return STATUS_OK;
}

enum status command_name(const struct command_line *line, const char *option, const char *otherwise,
                         const char **value, struct error *error)
{
    const char *given = command_value(line, option);
    *value = given ? given : otherwise;
    return !given || text_is_slug(text_of(given))
               ? STATUS_OK
               : error_set(error, STATUS_CANNOT, "--%s: '%s' is no name (a-z, 0-9, '.' and '-')",
                           option, given);
}

static void print_options(const struct command_option *options)
{
    for (; options->name; options++) {
        char left[64];
        snprintf(left, sizeof left, "--%s%s%s", options->name, options->value ? " " : "",
                 options->value ? options->value : "");
        printf("  %-22s %s\n", left, options->help);
    }
}

void command_usage(const struct program *program, const struct command *command)
{
    printf("usage: %s %s [options]%s%s\n\n%s\n", program->name, command->name,
           *command->arguments ? " " : "", command->arguments, command->summary);
    if (command->details)
        printf("\n%s\n", command->details);
    printf("\noptions:\n");
    print_options(command->options);
    print_options(program->options);
    print_options(help_option);
}

enum status command_print(struct buf *out, enum status status, struct error *error)
{
    if (!status)
        status = buf_ok(out, error);
    if (!status && out->data)
        fputs(out->data, stdout);
    buf_free(out);
    return status;
}

enum status command_print_json(const cJSON *json, bool failed, struct error *error)
{
    struct buf out = {0};
    if (!failed)
        json_write(&out, json);
    return command_print(&out, failed ? error_memory(error) : STATUS_OK, error);
}

#include "cmd/command.h"

#include "base/file.h"

#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const struct command_option command_common[] = {
    {"root", "DIR", "the checkout (default: the one around the current folder)"},
    {"study", "NAME", "the study (default: asym)"},
    {"help", NULL, "print this"},
    {0},
};
enum { COMMON = sizeof command_common / sizeof *command_common - 1 };

static size_t count_options(const struct command_option *options)
{
    size_t count = 0;
    while (options[count].name)
        count++;
    return count;
}

/* The option at `index`: the command's own first, then the common ones. */
static const struct command_option *option_at(const struct command *command, size_t index)
{
    size_t own = count_options(command->options);
    return index < own ? &command->options[index] : &command_common[index - own];
}

static enum status wrong_option(const struct command *command, int kind, char **argv,
                                struct error *error)
{
    return error_set(error, STATUS_CANNOT, "%s: %s %s (see: asym-passport %s --help)",
                     command->name, argv[optind - 1],
                     kind == ':' ? "needs a value" : "is no option of this verb", command->name);
}

/* What stands behind "--", and whether the number is right. `extra`: the first argument too many.
 */
static enum status take_arguments(const struct command *command, int argc, char **argv,
                                  const char *extra, struct command_line *line, struct error *error)
{
    for (; optind < argc && line->count < command->max; optind++)
        line->arguments[line->count++] = argv[optind];
    if (!extra && optind < argc)
        extra = argv[optind];
    if (extra)
        return error_set(error, STATUS_CANNOT,
                         "%s: '%.200s' is one argument too many (see: asym-passport %s --help)",
                         command->name, extra, command->name);
    if (line->count < command->min)
        return error_set(error, STATUS_CANNOT, "%s: %s is missing (see: asym-passport %s --help)",
                         command->name, command->arguments, command->name);
    return STATUS_OK;
}

enum status command_parse(const struct command *command, int argc, char **argv,
                          struct command_line *line, bool *help, struct error *error)
{
    struct option longs[COMMAND_OPTIONS_MAX + 1] = {0};
    size_t count = count_options(command->options) + COMMON;
    const char *extra = NULL;
    *line = (struct command_line){.command = command};
    for (size_t i = 0; i < count; i++) {
        const struct command_option *option = option_at(command, i);
        longs[i].name = option->name;
        longs[i].has_arg = option->value ? required_argument : no_argument;
        longs[i].val = 256 + (int)i;
    }
    opterr = 0;
    optind = 1;
    for (;;) {
        int kind = getopt_long(argc, argv, "-:", longs, NULL);
        if (kind == -1)
            break;
        if (kind == 1) { /* '-' above: an argument, wherever it stands */
            if (line->count < command->max)
                line->arguments[line->count++] = optarg;
            else if (!extra)
                extra = optarg;
            continue;
        }
        if (kind < 256)
            return wrong_option(command, kind, argv, error);
        if (optarg && !*optarg)
            return error_set(error, STATUS_CANNOT,
                             "%s: --%s needs a value (see: asym-passport %s --help)", command->name,
                             longs[kind - 256].name, command->name);
        line->values[kind - 256] = optarg ? optarg : "";
    }
    *help = command_value(line, "help") != NULL;
    return *help ? STATUS_OK : take_arguments(command, argc, argv, extra, line, error);
}

const char *command_value(const struct command_line *line, const char *option)
{
    size_t count = count_options(line->command->options) + COMMON;
    for (size_t i = 0; i < count; i++) {
        if (strcmp(option_at(line->command, i)->name, option) == 0)
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

const char *command_study(const struct command_line *line)
{
    const char *study = command_value(line, "study");
    return study ? study : "asym";
}

enum status command_check_study(const struct command *command, const char *study,
                                struct error *error)
{
    if (command->any_study || strcmp(study, "asym") == 0)
        return STATUS_OK;
    return error_set(error, STATUS_CANNOT, "%s: this verb is for the study asym, not for %s",
                     command->name, study);
}

static bool is_root(const char *folder, const char *study)
{
    struct buf path = {0};
    buf_printf(&path, "%s/passport/%s/release.json", folder, study);
    bool found = !path.failed && file_exists(path.data);
    buf_free(&path);
    return found;
}

/* Cuts the last part off; false at the root of the file system. */
static bool go_up(char *folder)
{
    char *slash = strrchr(folder, '/');
    if (!slash || folder[1] == '\0')
        return false;
    slash[slash == folder] = '\0';
    return true;
}

enum status command_root(const struct command_line *line, char **root, struct error *error)
{
    const char *given = command_value(line, "root"), *study = command_study(line);
    char *folder = given ? strdup(given) : realpath(".", NULL);
    *root = NULL;
    if (!folder)
        return error_set(error, STATUS_CANNOT, "the current folder is gone");
    if (strchr(study, '/') || (given && !is_root(folder, study))) {
        free(folder);
        return error_set(error, STATUS_CANNOT, "%s: no passport/%s/release.json below it",
                         given ? given : ".", study);
    }
    while (!is_root(folder, study)) {
        if (!go_up(folder)) {
            free(folder);
            return error_set(error, STATUS_CANNOT,
                             "not in a checkout (no passport/%s/release.json here or above); "
                             "see --root",
                             study);
        }
    }
    enum status status = command_check_study(line->command, study, error);
    if (status)
        free(folder);
    else
        *root = folder;
    return status;
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

void command_usage(const struct command *command)
{
    printf("usage: asym-passport %s [options]%s%s\n\n%s\n", command->name,
           *command->arguments ? " " : "", command->arguments, command->summary);
    if (command->details)
        printf("\n%s\n", command->details);
    printf("\noptions:\n");
    print_options(command->options);
    print_options(command_common);
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

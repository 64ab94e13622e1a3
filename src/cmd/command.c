#include "cmd/command.h"

#include "base/file.h"

#include <stdlib.h>
#include <string.h>

const struct command_option command_common[] = {
    {"root", "DIR", "the checkout (default: the one around the current folder)"},
    {"study", "NAME", "the study (default: asym)"},
    {0},
};

const char *command_study(const struct command_line *line)
{
    const char *study = command_value(line, "study");
    return study ? study : "asym";
}

enum status command_check_study(const struct command *command, const char *study,
                                struct error *error)
{
    static const char *const any[] = {"build",  "cite", "claims", "diff",   "record", "replay",
                                      "keygen", "sign", "unpack", "verify", "summary"};
    for (size_t i = 0; i < sizeof any / sizeof *any; i++) {
        if (strcmp(any[i], command->name) == 0)
            return STATUS_OK;
    }
    if (strcmp(study, "asym") == 0)
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

#include "base/file.h"
#include "cmd/opened.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Writes OUT/NAME for every table. */
static enum status write_tables(const char *out, const struct files *tables, struct error *error)
{
    enum status status = file_make_folder(out, error);
    for (size_t i = 0; i < tables->count && !status; i++) {
        const struct files_item *item = &tables->items[i];
        char *path = file_join(out, strrchr(item->name, '/') + 1);
        status = path ? file_write(path, item->data, 0644, error) : error_memory(error);
        if (!status)
            printf("%s\n", path);
        free(path);
    }
    return status;
}

static enum status run(const struct command_line *line, struct error *error)
{
    struct opened opened;
    struct files tables = {0};
    const char *out = command_value(line, "out");
    enum status status = opened_open(line, &opened, error);
    if (!status)
        status = release_replay(&opened.release, &tables, error);
    if (!status)
        status = write_tables(out ? out : "build/tables", &tables, error);
    files_free(&tables);
    opened_free(&opened);
    return status;
}

const struct command command_replay = {
    .name = "replay",
    .arguments = "",
    .summary = "compute every table from the evidence",
    .details = "Pure: the same evidence, passport and ladder give the same bytes anywhere.",
    .options = {{"out", "DIR", "where the tables go (default: build/tables)"}, OPENED_FROM, {0}},
    .run = run,
};

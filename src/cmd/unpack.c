#include "release/unpack.h"

#include "cmd/verified.h"

#include <stdio.h>
#include <stdlib.h>

static enum status run(const struct command_line *line, struct error *error)
{
    struct verify_report report;
    const char *into = command_value(line, "into");
    char name[48], *made = NULL;
    const struct verify_request request = verified_request(line, line->arguments[0]);
    enum status status = verify_release(&request, &report, error);
    if (status == STATUS_WRONG) {
        verified_print(&report, status);
        return error_set(error, status, "%s: not verified, so nothing was unpacked",
                         line->arguments[0]);
    }
    if (status)
        return status;
    edition_name(&report.edition, name);
    status = unpack_archive(line->arguments[0], &report.tar, name, report.edition.epoch,
                            into ? into : ".", &made, error);
    if (!status)
        printf("unpacked %s\n", made);
    free(made);
    return status;
}

const struct command command_unpack = {
    .name = "unpack",
    .arguments = "ARCHIVE",
    .min = 1,
    .max = 1,
    .summary = "verify an archive and unpack it",
    .details = "Nothing is written before every check has passed, and nothing outside the new\n"
               "folder STUDY-VERSION, which must not exist.",
    .options = {{"into", "DIR", "where the folder goes (default: here)"}, VERIFIED_OPTIONS, {0}},
    .run = run,
};

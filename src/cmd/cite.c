#include "release/citation.h"

#include "cmd/opened.h"
#include "release/published.h"

#include <stdio.h>
#include <string.h>

/* The ids come from what is there, not from what was once published. */
static enum status measure(const struct release *release, char content_id[SHA256_HEX + 1],
                           char swhid[SWHID_BYTES], struct error *error)
{
    struct files content = {0};
    enum status status = release_make(release, &content, content_id, error);
    if (!status)
        status = swhid_of_files(&content, swhid, error);
    files_free(&content);
    return status;
}

static enum status run(const struct command_line *line, struct error *error)
{
    const char *format = command_value(line, "format");
    char content_id[SHA256_HEX + 1], swhid[SWHID_BYTES];
    struct opened opened;
    struct buf out = {0};
    if (!format)
        format = "bibtex";
    if (strcmp(format, "bibtex") != 0 && strcmp(format, "cff") != 0 &&
        strcmp(format, "datacite") != 0)
        return error_set(error, STATUS_CANNOT, "--format: '%.40s' is not bibtex, cff or datacite",
                         format);
    enum status status = opened_open(line, &opened, error);
    if (!status)
        status = measure(&opened.release, content_id, swhid, error);
    struct citation citation = release_citation(&opened.release);
    citation.content_id = content_id;
    citation.swhid = swhid;
    if (!status && format[0] == 'b')
        citation_bibtex(&citation, &out);
    else if (!status && format[0] == 'c')
        citation_cff(&citation, &out);
    else if (!status)
        status = citation_datacite(&citation, &out, error);
    status = command_print(&out, status, error);
    opened_free(&opened);
    return status;
}

const struct command command_cite = {
    .name = "cite",
    .arguments = "",
    .summary = "print how to cite the release, with its content id and SWHID",
    .options = {{"format", "F", "bibtex (default), cff, datacite"}, OPENED_FROM, {0}},
    .run = run,
};

#include "cmd/opened.h"

#include "base/file.h"
#include "release/archive.h"
#include "release/ustar.h"

#include <stdlib.h>

#define ARCHIVE_BYTES_MAX INT64_C(2147483648)

static enum status read_archive(const char *path, struct opened *opened, struct error *error)
{
    struct text tar;
    enum status status = file_read(path, ARCHIVE_BYTES_MAX, &opened->archive, error);
    if (!status)
        status = archive_read(path, (struct text){opened->archive.data, opened->archive.len},
                              ARCHIVE_BYTES_MAX, &opened->unpacked, &tar, error);
    if (!status)
        status = ustar_check(path, tar, NULL, -1, &opened->content, error);
    return status;
}

enum status opened_open(const struct command_line *line, struct opened *opened, struct error *error)
{
    const char *from = command_value(line, "from");
    enum status status;
    *opened = (struct opened){0};
    if (!from) {
        status = command_root(line, &opened->root, error);
        if (!status)
            status = release_load_inputs(opened->root, command_study(line), &opened->inputs, error);
    } else {
        status = file_is_folder(from) ? file_walk(from, "", FILE_TAKE_HIDDEN, ARCHIVE_BYTES_MAX,
                                                  &opened->content, error)
                                      : read_archive(from, opened, error);
        if (!status)
            status = release_find_inputs(&opened->content, &opened->inputs, error);
    }
    if (!status)
        status = release_open(&opened->release, &opened->inputs, from ? "inputs/" : "", error);
    if (!status)
        status = release_check_passport(&opened->release, error);
    if (!status)
        status =
            asym_init(&opened->release.asym, &opened->release.ladder, &opened->release.evidence,
                      opened->release.edition.primary_engine, error);
    return status;
}

void opened_free(struct opened *opened)
{
    release_free(&opened->release);
    files_free(&opened->inputs);
    files_free(&opened->content);
    buf_free(&opened->unpacked);
    buf_free(&opened->archive);
    free(opened->root);
}

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
        status = archive_read(path, buf_text(&opened->archive), ARCHIVE_BYTES_MAX,
                              &opened->unpacked, &tar, error);
    if (!status)
        status = ustar_check(path, tar, NULL, -1, &opened->content, error);
    return status;
}

static enum status load(const struct command_line *line, const char *path, struct opened *opened,
                        struct error *error)
{
    enum status status;
    if (!path) {
        status = command_root(line, &opened->root, error);
        return status
                   ? status
                   : release_load_inputs(opened->root, command_study(line), &opened->inputs, error);
    }
    if (file_is_folder(path))
        status = file_walk(path, "", FILE_TAKE_HIDDEN, ARCHIVE_BYTES_MAX, &opened->content, error);
    else
        status = read_archive(path, opened, error);
    return status ? status : release_find_inputs(&opened->content, &opened->inputs, error);
}

enum status opened_open_path(const struct command_line *line, const char *path,
                             struct opened *opened, struct error *error)
{
    struct release *release = &opened->release;
    *opened = (struct opened){0};
    enum status status = load(line, path, opened, error);
    if (!status)
        status = release_open(release, &opened->inputs, path ? "inputs/" : "", error);
    if (!status)
        status = command_check_study(line->command, release->edition.study, error);
    if (!status)
        status = release_check_passport(release, error);
    return status;
}

enum status opened_open(const struct command_line *line, struct opened *opened, struct error *error)
{
    return opened_open_path(line, command_value(line, "from"), opened, error);
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

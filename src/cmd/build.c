#include "base/file.h"
#include "cmd/command.h"
#include "release/archive.h"
#include "release/published.h"
#include "release/release.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The record of that version, if it is published; another content is refused before anything is
 * written. */
static enum status find_published(const char *root, const struct edition *edition,
                                  const char *content_id, bool *found, struct published *published,
                                  struct error *error)
{
    enum status status = published_read(root, edition, found, published, error);
    if (!status && *found && strcmp(published->content_id, content_id) != 0)
        status =
            error_set(error, STATUS_WRONG, "content id %s, but version %s was published with %s",
                      content_id, edition->version, published->content_id);
    return status;
}

static enum status write_archive(const char *root, const struct release *release,
                                 const struct files *content, const char *content_id, bool quiet,
                                 struct error *error)
{
    const struct edition *edition = &release->edition;
    struct published published;
    struct archive_digest tar;
    char folder[48], name[96];
    bool found;
    edition_name(edition, folder);
    published_archive_name(edition, content_id, name);
    char *dist = edition_path(root, edition, ""), *path = edition_path(root, edition, name);
    char *signature = edition_path(root, edition, EDITION_SIGNATURE);
    bool is_signed = signature && file_exists(signature);
    enum status status = dist && path && signature ? STATUS_OK : error_memory(error);
    if (!status)
        status = find_published(root, edition, content_id, &found, &published, error);
    if (!status)
        status = file_make_folder(dist, error);
    if (!status)
        status = archive_write(content, folder, edition->epoch, path, &tar, error);
    if (!status && found && strcmp(published.tar.sha256, tar.sha256) != 0)
        status = error_set(error, STATUS_WRONG, "the content is the published one, its tar is not");
    if (!status && quiet)
        printf("%s\n", path);
    else if (!status)
        printf("built %s\ncontent id %s\n%s\n", path, content_id,
               !found      ? "this version is not published yet"
               : is_signed ? "this is the published release: its signature fits"
                           : "its record has no signature: sign was cut off, run it again");
    free(dist);
    free(signature);
    free(path);
    return status;
}

static enum status run(const struct command_line *line, struct error *error)
{
    char *root, content_id[SHA256_HEX + 1];
    bool quiet = command_value(line, "print-path") != NULL;
    struct files inputs = {0}, content = {0};
    struct release release = {0};
    enum status status = command_root(line, &root, error);
    if (!status)
        status = release_load_inputs(root, command_study(line), &inputs, error);
    if (!status)
        status = release_render(&release, &inputs, &content, content_id, error);
    if (!status)
        status = write_archive(root, &release, &content, content_id, quiet, error);
    release_free(&release);
    files_free(&content);
    files_free(&inputs);
    free(root);
    return status;
}

const struct command command_build = {
    .name = "build",
    .arguments = "",
    .summary = "build the release's archive below dist/",
    .details =
        "Writes dist/STUDY-VERSION/STUDY-VERSION-ID.tar.zst, where ID begins the content id,\n"
        "and compares with the published record where there is one: exit 1 when it differs.",
    .options = {{"print-path", NULL, "print nothing but the archive's path"}, {0}},
    .run = run,
};

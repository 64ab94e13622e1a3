#include "site/site.h"

#include "base/file.h"
#include "base/folder.h"
#include "cmd/opened.h"
#include "cmd/verified.h"
#include "release/published.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SMALL_FILE_MAX = JSON_BYTES_MAX, ASSETS_MAX = 64 << 20 };
#define SITE_BYTES_MAX INT64_C(4294967296)

/* What a site is made of; struct site_source refers to it. */
struct ingredients {
    struct files old; /* what it replaces */
    struct files assets;
    struct opened opened;
    struct buf signature, provenance;
    char swhid[SWHID_BYTES];
};

static void ingredients_free(struct ingredients *from)
{
    files_free(&from->old);
    files_free(&from->assets);
    opened_free(&from->opened);
    buf_free(&from->signature);
    buf_free(&from->provenance);
}

/* The archive that `build` makes of the checkout's published release; owned by the caller. */
static enum status find_archive(const struct command_line *line, char **path, struct error *error)
{
    char *root = NULL, name[96];
    struct files inputs = {0};
    struct edition edition;
    struct published published;
    struct text text;
    bool found = false;
    enum status status = command_root(line, &root, error);
    if (!status)
        status = release_load_inputs(root, command_study(line), &inputs, error);
    if (!status)
        status = files_get(&inputs, "release.json", &text, error);
    if (!status)
        status = edition_read("release.json", text, &edition, error);
    if (!status)
        status = published_read(root, &edition, &found, &published, error);
    if (!status && !found)
        status = error_set(error, STATUS_CANNOT, "%s %s is not published: name an archive",
                           edition.study, edition.version);
    if (!status) {
        published_archive_name(&edition, published.content_id, name);
        *path = edition_path(root, &edition, name);
        status = *path ? STATUS_OK : error_memory(error);
    }
    if (!status && !file_exists(*path))
        status = error_set(error, STATUS_CANNOT, "%s: not there; `build` makes it", *path);
    files_free(&inputs);
    free(root);
    return status;
}

/* ---- what goes in ---- */

static enum status read_beside(const struct verify_request *request, struct ingredients *from,
                               struct error *error)
{
    char *signature = verify_signature_path(request);
    char *provenance = signature ? verify_provenance_path(request, signature) : NULL;
    enum status status = provenance ? STATUS_OK : error_memory(error);
    if (!status)
        status = file_read(signature, SMALL_FILE_MAX, &from->signature, error);
    if (!status && file_exists(provenance))
        status = file_read(provenance, SMALL_FILE_MAX, &from->provenance, error);
    free(signature);
    free(provenance);
    return status;
}

/* Reads the archive again, and holds it against what was verified. */
static enum status read_archive(const struct command_line *line, const char *path,
                                const struct verify_report *report, struct ingredients *from,
                                struct error *error)
{
    struct archive_digest tar;
    char folder[48];
    enum status status = opened_open_path(line, path, &from->opened, error);
    const struct edition *edition = &from->opened.release.edition;
    if (!status && !from->opened.unpacked.len)
        return error_set(error, STATUS_CANNOT, "%s: not compressed; a site offers the .tar.zst",
                         path);
    if (!status) {
        edition_name(edition, folder);
        status = archive_digest_of(&from->opened.content, folder, edition->epoch, &tar, error);
    }
    if (!status && strcmp(tar.sha256, report->tar.sha256) != 0)
        status = error_set(error, STATUS_WRONG, "%s: it changed while it was checked", path);
    if (!status)
        status = swhid_of_files(&from->opened.content, from->swhid, error);
    return status;
}

/* --assets, or what `make site` builds in the checkout. */
static enum status read_assets(const struct command_line *line, struct files *assets,
                               struct error *error)
{
    const char *given = command_value(line, "assets");
    char *root = NULL, *path = NULL;
    enum status status = given ? STATUS_OK : command_root(line, &root, error);
    if (!status) {
        path = given ? strdup(given) : file_join(root, "build/site-assets");
        status = path ? STATUS_OK : error_memory(error);
    }
    if (!status && !file_is_folder(path))
        status =
            error_set(error, STATUS_CANNOT, "%s: no such folder; --assets names another", path);
    if (!status)
        status = file_walk(path, "", FILE_PASS_HIDDEN, ASSETS_MAX, assets, error);
    free(path);
    free(root);
    return status;
}

/* ---- what comes out ---- */

static bool is_of_a_site(const char *name)
{
    static const char *const parts[] = {"assets/", "data/", "download/", "en/",
                                        "de/",     "pt/",   "hi/"};
    if (strcmp(name, "index.html") == 0)
        return true;
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
        if (strncmp(name, parts[i], strlen(parts[i])) == 0)
            return true;
    }
    return false;
}

/* What lies where the site shall be: nothing, an empty folder, or an older site. */
static enum status look_at_place(const char *out, struct files *old, struct error *error)
{
    if (!file_exists(out))
        return STATUS_OK;
    if (!file_is_folder(out))
        return error_set(error, STATUS_CANNOT, "%s: not a folder", out);
    enum status status = file_walk(out, "", FILE_TAKE_HIDDEN, SITE_BYTES_MAX, old, error);
    for (size_t i = 0; i < old->count && !status; i++) {
        if (!is_of_a_site(old->items[i].name))
            status = error_set(error, STATUS_CANNOT, "%s: %s is there, which is of no site", out,
                               old->items[i].name);
    }
    if (!status && old->count > 0 && !files_find(old, "data/meta.json"))
        status = error_set(error, STATUS_CANNOT, "%s: not empty, and no site", out);
    return status;
}

static enum status write_site(const char *out, const struct verify_report *report,
                              const struct ingredients *from, struct error *error)
{
    const struct site_source source = {
        .release = &from->opened.release,
        .content = &from->opened.content,
        .content_id = report->content_id,
        .swhid = from->swhid,
        .key = &report->key,
        .archive = buf_text(&from->opened.archive),
        .signature = buf_text(&from->signature),
        .provenance = buf_text(&from->provenance),
        .assets = &from->assets,
    };
    struct files files = {0};
    enum status status = site_make(&source, &files, error);
    if (!status)
        status = folder_write(out, &files, -1, &from->old, error);
    if (!status)
        printf("wrote %s: %zu files\n", out, files.count);
    files_free(&files);
    return status;
}

static enum status verify(const struct verify_request *request, struct verify_report *report,
                          struct error *error)
{
    enum status status = verify_release(request, report, error);
    if (status != STATUS_WRONG)
        return status;
    verified_print(report, status);
    return error_set(error, status, "%s: not verified, so no site was made", request->path);
}

/* What can be refused at once comes first. */
static enum status make(const struct command_line *line, const char *path, const char *out,
                        struct error *error)
{
    struct verify_report report;
    struct ingredients from = {0};
    const struct verify_request request = verified_request(line, path);
    if (file_is_folder(path))
        return error_set(error, STATUS_CANNOT, "%s: a folder; a site offers the .tar.zst", path);
    enum status status = look_at_place(out, &from.old, error);
    if (!status)
        status = read_assets(line, &from.assets, error);
    if (!status)
        status = verify(&request, &report, error);
    if (!status)
        status = read_archive(line, path, &report, &from, error);
    if (!status)
        status = read_beside(&request, &from, error);
    if (!status)
        status = write_site(out, &report, &from, error);
    ingredients_free(&from);
    return status;
}

static enum status run(const struct command_line *line, struct error *error)
{
    const char *out = command_value(line, "out");
    char *found = NULL;
    if (!out || !*out)
        return error_set(error, STATUS_CANNOT, "site: --out DIR is needed");
    enum status status = line->count ? STATUS_OK : find_archive(line, &found, error);
    if (!status)
        status = make(line, line->count ? line->arguments[0] : found, out, error);
    free(found);
    return status;
}

const struct command command_site = {
    .name = "site",
    .arguments = "[ARCHIVE]",
    .max = 1,
    .summary = "verify a release and write it as a folder of web pages",
    .details = "Without an argument: the archive that `build` made of the checkout's release. The\n"
               "folder is written whole or not at all; an older site is replaced, anything else\n"
               "is refused. The pages are read without JavaScript and load nothing from elsewhere.",
    .options = {{"out", "DIR", "the folder to write"},
                {"assets", "DIR", "style.css and app.js (default: build/site-assets)"},
                VERIFIED_OPTIONS,
                {0}},
    .run = run,
};

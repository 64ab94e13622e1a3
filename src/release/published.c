#include "release/published.h"

#include "base/file.h"
#include "passport/shapes.h"
#include "release/release.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const struct json_member members[] = {
    {"study", false, {.kind = JSON_STRING, .pattern = "^(asym|benedict|puct)$"}},
    {"version", false, {.kind = JSON_STRING, .pattern = SHAPE_VERSION}},
    {"date", false, {.kind = JSON_STRING, .pattern = SHAPE_DATE}},
    {"format", false, {.kind = JSON_INTEGER, .min = 1, .max = 9999}},
    {"archive",
     false,
     {.kind = JSON_STRING, .pattern = "^[a-z0-9.-]+[.]tar[.]zst$", .about = "Its file name."}},
    {"content_id",
     false,
     {.kind = JSON_STRING, .pattern = SHAPE_SHA256, .about = "sha256 of SHA256SUMS."}},
    {"swhid",
     false,
     {.kind = JSON_STRING, .pattern = SHAPE_SWHID, .about = "Of the content folder."}},
    {"tar_sha256",
     false,
     {.kind = JSON_STRING, .pattern = SHAPE_SHA256, .about = "Of the uncompressed archive."}},
    {"tar_bytes", false, {.kind = JSON_INTEGER, .min = 1, .max = JSON_INTEGER_MAX}},
    {"key_id", false, {.kind = JSON_STRING, .pattern = "^[0-9A-F]{16}$", .about = "minisign's."}},
    {0},
};

const struct json_shape published_shape = {
    .kind = JSON_OBJECT,
    .about = "What was published under this version.",
    .members = members,
};

enum status published_write(const struct edition *edition, const struct published *published,
                            struct buf *out, struct error *error)
{
    char archive[96];
    bool failed = false;
    cJSON *root = cJSON_CreateObject();
    published_archive_name(edition, published->content_id, archive);
    json_add_string(root, "study", edition->study, &failed);
    json_add_string(root, "version", edition->version, &failed);
    json_add_string(root, "date", edition->date, &failed);
    json_add_int(root, "format", edition->format, &failed);
    json_add_string(root, "archive", archive, &failed);
    json_add_string(root, "content_id", published->content_id, &failed);
    json_add_string(root, "swhid", published->swhid, &failed);
    json_add_string(root, "tar_sha256", published->tar.sha256, &failed);
    json_add_int(root, "tar_bytes", published->tar.bytes, &failed);
    json_add_string(root, "key_id", published->key_id, &failed);
    if (!failed)
        json_write(out, root);
    cJSON_Delete(root);
    return failed ? error_memory(error) : STATUS_OK;
}

static void take(const cJSON *root, struct published *published)
{
    *published = (struct published){.tar.bytes = json_int(root, "tar_bytes")};
    snprintf(published->content_id, sizeof published->content_id, "%s",
             json_string(root, "content_id"));
    snprintf(published->tar.sha256, sizeof published->tar.sha256, "%s",
             json_string(root, "tar_sha256"));
    snprintf(published->swhid, sizeof published->swhid, "%s", json_string(root, "swhid"));
    snprintf(published->key_id, sizeof published->key_id, "%s", json_string(root, "key_id"));
}

enum status published_read(const char *root, const struct edition *edition, bool *found,
                           struct published *published, struct error *error)
{
    char *path = edition_path(root, edition, "record.json");
    struct buf text = {0};
    cJSON *json = NULL;
    *found = path && file_exists(path);
    if (!path)
        return error_memory(error);
    enum status status = STATUS_OK;
    if (*found)
        status = file_read(path, 1 << 20, &text, error);
    if (*found && !status)
        status = json_read(path, buf_text(&text), &published_shape, &json, error);
    if (*found && !status)
        take(json, published);
    cJSON_Delete(json);
    buf_free(&text);
    free(path);
    return status;
}

void published_archive_name(const struct edition *edition, const char *content_id, char name[96])
{
    char folder[48];
    edition_name(edition, folder);
    snprintf(name, 96, "%s-%.16s.tar.zst", folder, content_id);
}

void published_comment(const struct edition *edition, const char *content_id,
                       const struct archive_digest *tar, char comment[256])
{
    snprintf(comment, 256, "%s %s content=%s tar=%s bytes=%lld", edition->study, edition->version,
             content_id, tar->sha256, (long long)tar->bytes);
}

enum status published_parse_comment(const char *name, const char *comment,
                                    struct published_claim *claim, struct error *error)
{
    struct edition edition = {0};
    char again[256], bytes[24] = "";
    *claim = (struct published_claim){0};
    /* Read loosely, write in the one form, compare: anything else differs. */
    int fields = sscanf(comment, "%15s %15s content=%64s tar=%64s bytes=%19s", edition.study,
                        edition.version, claim->content_id, claim->tar.sha256, bytes);
    bool good = fields == 5 && text_int(text_of(bytes), 1, INT64_MAX, &claim->tar.bytes) &&
                strlen(claim->content_id) == 64 && strlen(claim->tar.sha256) == 64;
    published_comment(&edition, claim->content_id, &claim->tar, again);
    if (!good || strcmp(again, comment) != 0)
        return error_set(error, STATUS_WRONG,
                         "%s: the trusted comment is not 'STUDY VERSION content=ID tar=SHA256 "
                         "bytes=SIZE'",
                         name);
    memcpy(claim->study, edition.study, sizeof claim->study);
    memcpy(claim->version, edition.version, sizeof claim->version);
    return STATUS_OK;
}

#include "release/sign.h"

#include "base/file.h"
#include "release/keys.h"
#include "release/provenance.h"
#include "release/release.h"
#include "release/sums.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Writes ROOT/dist/NAME. */
static enum status store(const char *root, const char *name, const struct buf *text,
                         struct error *error)
{
    struct buf path = {0};
    buf_printf(&path, "%s/dist/%s", root, name);
    enum status status = buf_ok(&path, error);
    if (!status)
        status = buf_ok(text, error);
    if (!status)
        status = file_make_parent(path.data, error);
    if (!status)
        status = file_write(path.data, buf_text(text), 0644, error);
    buf_free(&path);
    return status;
}

static enum status store_keys(const char *root, const cJSON *keys, struct error *error)
{
    struct buf text = {0};
    json_write(&text, keys);
    enum status status = store(root, "keys.json", &text, error);
    buf_free(&text);
    return status;
}

static enum status add_key(const char *root, cJSON *keys, const struct minisign_key *key,
                           struct error *error)
{
    char id[MINISIGN_ID_HEX + 1], name[32];
    struct buf text = {0};
    minisign_id(key->id, id);
    snprintf(name, sizeof name, "keys/%s.pub", id);
    minisign_key_write(&text, key);
    enum status status = keys_add(keys, key, error);
    if (!status)
        status = store(root, name, &text, error);
    buf_free(&text);
    return status;
}

static enum status public_key(const struct secret *secret, struct minisign_key *key,
                              struct error *error)
{
    unsigned char bytes[SECRET_PUBLIC_BYTES];
    secret_public(secret, bytes);
    return minisign_key_from_public(bytes, key, error);
}

static enum status lock_folder(const char *root, const char *folder, int *lock, struct error *error)
{
    char *path = file_join(root, folder);
    enum status status =
        path ? file_lock(path, "recording or signing", lock, error) : error_memory(error);
    free(path);
    return status;
}

enum status sign_publish_key(const char *root, const struct secret *secret,
                             struct minisign_key *key, struct error *error)
{
    cJSON *keys = NULL;
    int lock = -1;
    enum status status = lock_folder(root, "dist", &lock, error);
    if (!status)
        status = keys_load(root, &keys, error);
    if (!status)
        status = public_key(secret, key, error);
    if (!status)
        status = add_key(root, keys, key, error);
    if (!status)
        status = store_keys(root, keys, error);
    cJSON_Delete(keys);
    file_unlock(lock);
    return status;
}

/* What is signed: the rendered content and its digests. */
struct work {
    struct release release;
    struct files inputs, content;
    struct published published;
    char name[48]; /* STUDY-VERSION */
};

static enum status render(const char *root, const char *study, struct work *work,
                          struct error *error)
{
    struct published *published = &work->published;
    enum status status = release_load_inputs(root, study, &work->inputs, error);
    if (!status)
        status = release_render(&work->release, &work->inputs, &work->content,
                                published->content_id, error);
    edition_name(&work->release.edition, work->name);
    if (!status)
        status = archive_digest_of(&work->content, work->name, work->release.edition.epoch,
                                   &published->tar, error);
    if (!status)
        status = swhid_of_files(&work->content, published->swhid, error);
    return status;
}

/* A version is signed once. Where an earlier call was cut off before the signature, only the same
 * content may complete it. */
static enum status refuse_published(const char *root, const struct work *work, struct error *error)
{
    const struct edition *edition = &work->release.edition;
    struct published published;
    bool found = false;
    enum status status = edition_refuse_signed(root, edition, error);
    if (!status)
        status = published_read(root, edition, &found, &published, error);
    if (!status && found && strcmp(published.content_id, work->published.content_id) != 0)
        status = error_set(error, STATUS_CANNOT,
                           "version %s was recorded with content id %s, this is %s: name the next "
                           "version in release.json",
                           edition->version, published.content_id, work->published.content_id);
    return status;
}

static enum status store_in_record(const char *root, const struct work *work, const char *file,
                                   const struct buf *text, struct error *error)
{
    char name[96];
    snprintf(name, sizeof name, "%s/%s", work->name, file);
    return store(root, name, text, error);
}

/* The files of the record; the signature last, since it is what makes a version signed. */
static enum status store_record(const char *root, const struct work *work,
                                const struct secret *secret, struct error *error)
{
    const struct edition *edition = &work->release.edition;
    const struct published *published = &work->published;
    struct buf record = {0}, sums = {0}, signature = {0}, provenance = {0};
    struct text list;
    char comment[256];
    published_comment(edition, published->content_id, &published->tar, comment);
    enum status status = files_get(&work->content, SUMS_FILE, &list, error);
    if (!status)
        status = published_write(edition, published, &record, error);
    if (!status)
        status = minisign_write(&signature, secret, list.data, list.len, SIGN_UNTRUSTED_COMMENT,
                                comment, error);
    if (!status)
        status = provenance_sign(secret, &work->release, &work->content, &published->tar,
                                 &provenance, error);
    if (!status)
        status = store_in_record(root, work, "record.json", &record, error);
    if (!status)
        status = store_in_record(root, work, PROVENANCE_FILE, &provenance, error);
    if (!status) {
        buf_put(&sums, list.data, list.len);
        status = store_in_record(root, work, SUMS_FILE, &sums, error);
    }
    if (!status)
        status = store_in_record(root, work, EDITION_SIGNATURE, &signature, error);
    buf_free(&record);
    buf_free(&sums);
    buf_free(&signature);
    buf_free(&provenance);
    return status;
}

enum status sign_release(const char *root, const char *study, const struct secret *secret,
                         bool rotate, struct published *published, struct error *error)
{
    struct work work = {0};
    struct minisign_key key;
    cJSON *keys = NULL;
    int dist_lock = -1, inputs_lock = -1;
    char inputs[64];
    snprintf(inputs, sizeof inputs, "passport/%.40s", study);
    enum status status = lock_folder(root, "dist", &dist_lock, error);
    if (!status)
        status = lock_folder(root, inputs, &inputs_lock, error);
    if (!status)
        status = render(root, study, &work, error);
    if (!status)
        status = refuse_published(root, &work, error);
    if (!status)
        status = keys_load(root, &keys, error);
    if (!status)
        status = public_key(secret, &key, error);
    if (!status && rotate && keys_have(keys, &key))
        status = error_set(error, STATUS_CANNOT,
                           "this key is pinned already: name a file that is not there yet, or sign "
                           "without --rotate");
    if (!status && rotate)
        status = add_key(root, keys, &key, error);
    if (!status)
        status = keys_assign(keys, &key, work.name, error);
    if (!status)
        status = store_keys(root, keys, error);
    if (!status) {
        minisign_id(key.id, work.published.key_id);
        status = store_record(root, &work, secret, error);
    }
    *published = work.published;
    cJSON_Delete(keys);
    release_free(&work.release);
    files_free(&work.content);
    files_free(&work.inputs);
    file_unlock(inputs_lock);
    file_unlock(dist_lock);
    return status;
}

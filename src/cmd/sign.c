/* keygen and sign: the verbs that hold a secret key. */
#include "release/sign.h"

#include "base/file.h"
#include "cmd/passphrase.h"
#include "release/keys.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SECRET_FILE_MAX = 1 << 16 };

#define SECRET_OPTION                                                                              \
    {                                                                                              \
        "secret", "FILE", "the secret key, outside the tree (default: $RELEASE_KEY)"               \
    }

static enum status secret_path(const struct command_line *line, const char **path,
                               struct error *error)
{
    *path = command_value(line, "secret");
    if (!*path)
        *path = getenv("RELEASE_KEY");
    if (*path && **path)
        return STATUS_OK;
    return error_set(error, STATUS_CANNOT, "%s: neither --secret nor RELEASE_KEY names a key file",
                     line->command->name);
}

/* A secret must not come to lie in the tree, where a commit could take it along. */
static enum status refuse_inside(const char *root, const char *path, struct error *error)
{
    enum status status = STATUS_OK;
    char *copy = strdup(path);
    char *slash = copy ? strrchr(copy, '/') : NULL;
    if (slash)
        slash[slash == copy] = '\0';
    char *folder = copy ? realpath(slash ? copy : ".", NULL) : NULL;
    char *tree = realpath(root, NULL);
    if (!folder || !tree)
        status = error_set(error, STATUS_CANNOT, "%s: its folder is not there", path);
    else if (strncmp(folder, tree, strlen(tree)) == 0 &&
             (folder[strlen(tree)] == '/' || folder[strlen(tree)] == '\0'))
        status =
            error_set(error, STATUS_CANNOT, "%s: inside the tree; keep secrets elsewhere", path);
    free(copy);
    free(folder);
    free(tree);
    return status;
}

/* Makes a key and writes its encrypted secret to a file that was not there. */
static enum status make_secret(const struct command_line *line, const char *root, const char *path,
                               struct secret **secret, struct error *error)
{
    struct passphrase passphrase = {0};
    struct buf pem = {0};
    enum status status = refuse_inside(root, path, error);
    if (!status && file_exists(path))
        status = error_set(error, STATUS_CANNOT, "%s: it exists; a key is never replaced", path);
    if (!status)
        status = passphrase_get(line, true, &passphrase, error);
    if (!status)
        status = secret_generate(secret, error);
    if (!status)
        status = secret_write_pem(*secret, passphrase_text(&passphrase), &pem, error);
    if (!status)
        status = file_create(path, buf_text(&pem), 0600, error);
    passphrase_wipe(&passphrase);
    buf_free(&pem);
    return status;
}

static enum status read_secret(const struct command_line *line, const char *path,
                               struct secret **secret, struct error *error)
{
    struct passphrase passphrase = {0};
    struct buf pem = {0};
    enum status status = file_read(path, SECRET_FILE_MAX, &pem, error);
    if (!status)
        status = passphrase_get(line, false, &passphrase, error);
    if (!status)
        status = secret_read_pem(path, buf_text(&pem), passphrase_text(&passphrase), secret, error);
    passphrase_wipe(&passphrase);
    buf_free(&pem);
    return status;
}

static enum status run_keygen(const struct command_line *line, struct error *error)
{
    const char *path;
    char *root = NULL, id[MINISIGN_ID_HEX + 1], fingerprint[SHA256_HEX + 1];
    struct secret *secret = NULL;
    struct minisign_key key;
    cJSON *keys = NULL;
    enum status status = secret_path(line, &path, error);
    if (!status)
        status = command_root(line, &root, error);
    if (!status) /* before there is a secret that nothing knows of */
        status = keys_load(root, &keys, error);
    if (!status)
        status = make_secret(line, root, path, &secret, error);
    if (!status)
        status = sign_publish_key(root, secret, &key, error);
    if (!status)
        status = minisign_fingerprint(&key, fingerprint, error);
    if (!status) {
        minisign_id(key.id, id);
        printf("secret key %s\npublic key dist/keys/%s.pub\nfingerprint sha256:%s\n", path, id,
               fingerprint);
    }
    cJSON_Delete(keys);
    secret_free(secret);
    free(root);
    return status;
}

static enum status run_sign(const struct command_line *line, struct error *error)
{
    const char *path;
    char *root = NULL;
    bool rotate = command_value(line, "rotate") != NULL;
    struct secret *secret = NULL;
    struct published published;
    enum status status = secret_path(line, &path, error);
    if (!status)
        status = command_root(line, &root, error);
    if (!status)
        status = rotate && !file_exists(path) ? make_secret(line, root, path, &secret, error)
                                              : read_secret(line, path, &secret, error);
    if (!status)
        status = sign_release(root, command_study(line), secret, rotate, &published, error);
    if (!status)
        printf("signed with key %s\ncontent id %s\n", published.key_id, published.content_id);
    secret_free(secret);
    free(root);
    return status;
}

const struct command command_keygen = {
    .name = "keygen",
    .arguments = "",
    .summary = "make a release key: the secret outside the tree, its public half in dist/keys/",
    .details = "The secret is written as encrypted PKCS#8 to a file that must not exist yet.",
    .options = {SECRET_OPTION, PASSPHRASE_OPTION, {0}},
    .run = run_keygen,
};

const struct command command_sign = {
    .name = "sign",
    .arguments = "",
    .summary = "sign the checkout's release and write its record below dist/",
    .details =
        "A version is signed once. With --rotate the key becomes the successor of the newest\n"
        "pinned one; it is made when its file is not there. Old keys stay for the releases\n"
        "that they signed.",
    .options = {{"rotate", NULL, "make this key the successor of the pinned one"},
                SECRET_OPTION,
                PASSPHRASE_OPTION,
                {0}},
    .run = run_sign,
};

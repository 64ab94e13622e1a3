#include "release/keys.h"

#include "base/file.h"
#include "passport/shapes.h"

#include <stdlib.h>
#include <string.h>

enum { KEYS_BYTES_MAX = 1 << 20 };

static const struct json_shape release_shape = {.kind = JSON_STRING,
                                                .pattern = "^[a-z]+-[0-9]{4}[.][0-9]{2}[.][0-9]+$"};

static const struct json_member key_members[] = {
    {"id", false, {.kind = JSON_STRING, .pattern = "^[0-9A-F]{16}$", .about = "minisign's."}},
    {"public",
     false,
     {.kind = JSON_STRING,
      .pattern = "^[A-Za-z0-9+/]{56}$",
      .about = "What minisign -P takes; the same as in keys/ID.pub."}},
    {"fingerprint",
     false,
     {.kind = JSON_STRING, .pattern = SHAPE_SHA256, .about = "sha256 of the 32 bytes of the key."}},
    {"releases",
     false,
     {.kind = JSON_ARRAY, .item = &release_shape, .about = "Which releases this key signs."}},
    {"succeeds",
     true,
     {.kind = JSON_STRING, .pattern = "^[0-9A-F]{16}$", .about = "The key before this one."}},
    {0},
};
static const struct json_shape key_shape = {.kind = JSON_OBJECT, .members = key_members};

static const struct json_member members[] = {
    {"keys", false, {.kind = JSON_ARRAY, .item = &key_shape, .about = "Oldest first."}},
    {0},
};

const struct json_shape keys_shape = {
    .kind = JSON_OBJECT,
    .about = "The public keys and the releases that they sign.",
    .members = members,
};

static enum status read_key(const char *name, const cJSON *entry, struct minisign_key *key,
                            struct error *error)
{
    return minisign_key_parse_line(name, text_of(json_string(entry, "public")), key, error);
}

static enum status check_entry(const char *name, const cJSON *entry, struct error *error)
{
    struct minisign_key key;
    char id[MINISIGN_ID_HEX + 1], fingerprint[SHA256_HEX + 1];
    enum status status = read_key(name, entry, &key, error);
    if (!status)
        status = minisign_fingerprint(&key, fingerprint, error);
    if (status)
        return status;
    minisign_id(key.id, id);
    if (strcmp(json_string(entry, "id"), id) != 0)
        return error_set(error, STATUS_WRONG, "%s: the key %s has the id %s", name,
                         json_string(entry, "id"), id);
    if (strcmp(json_string(entry, "fingerprint"), fingerprint) != 0)
        return error_set(error, STATUS_WRONG, "%s: the fingerprint of %s is %s", name, id,
                         fingerprint);
    return STATUS_OK;
}

static bool signs(const cJSON *entry, const char *release)
{
    const cJSON *item;
    cJSON_ArrayForEach(item, json_get(entry, "releases"))
    {
        if (strcmp(item->valuestring, release) == 0)
            return true;
    }
    return false;
}

/* A release has one key. */
static enum status check_releases(const char *name, const cJSON *keys, struct error *error)
{
    const cJSON *entry, *other, *item;
    cJSON_ArrayForEach(entry, json_get(keys, "keys"))
    {
        for (other = entry->next; other; other = other->next) {
            cJSON_ArrayForEach(item, json_get(entry, "releases"))
            {
                if (signs(other, item->valuestring))
                    return error_set(error, STATUS_WRONG, "%s: two keys for %s", name,
                                     item->valuestring);
            }
        }
    }
    return STATUS_OK;
}

enum status keys_read(const char *name, struct text text, cJSON **keys, struct error *error)
{
    enum status status = json_read(name, text, &keys_shape, keys, error);
    const cJSON *entry;
    cJSON_ArrayForEach(entry, json_get(*keys, "keys"))
    {
        if (!status)
            status = check_entry(name, entry, error);
    }
    if (!status)
        status = check_releases(name, *keys, error);
    if (status) {
        cJSON_Delete(*keys);
        *keys = NULL;
    }
    return status;
}

enum status keys_load(const char *root, cJSON **keys, struct error *error)
{
    struct buf text = {0};
    char *path = file_join(root, "dist/keys.json");
    enum status status = path ? file_read(path, KEYS_BYTES_MAX, &text, error) : error_memory(error);
    if (!status)
        status = keys_read("dist/keys.json", buf_text(&text), keys, error);
    buf_free(&text);
    free(path);
    return status;
}

enum status keys_for_release(const cJSON *keys, const char *release, struct minisign_key *key,
                             struct error *error)
{
    const cJSON *entry;
    cJSON_ArrayForEach(entry, json_get(keys, "keys"))
    {
        if (signs(entry, release))
            return read_key("dist/keys.json", entry, key, error);
    }
    return error_set(error, STATUS_WRONG, "dist/keys.json: no key is pinned for %.60s", release);
}

/* The entry of that key, or NULL. */
static cJSON *find(const cJSON *keys, const struct minisign_key *key)
{
    char line[MINISIGN_KEY_LINE + 1];
    minisign_key_line(key, line);
    cJSON *entry;
    cJSON_ArrayForEach(entry, json_get(keys, "keys"))
    {
        if (strcmp(json_string(entry, "public"), line) == 0)
            return entry;
    }
    return NULL;
}

bool keys_have(const cJSON *keys, const struct minisign_key *key)
{
    return find(keys, key) != NULL;
}

enum status keys_add(cJSON *keys, const struct minisign_key *key, struct error *error)
{
    char id[MINISIGN_ID_HEX + 1], line[MINISIGN_KEY_LINE + 1], fingerprint[SHA256_HEX + 1];
    bool failed = false;
    cJSON *list = cJSON_GetObjectItemCaseSensitive(keys, "keys");
    const cJSON *newest = cJSON_GetArrayItem(list, cJSON_GetArraySize(list) - 1);
    enum status status = minisign_fingerprint(key, fingerprint, error);
    if (status)
        return status;
    minisign_id(key->id, id);
    minisign_key_line(key, line);
    cJSON *entry = cJSON_CreateObject();
    json_add_string(entry, "id", id, &failed);
    json_add_string(entry, "public", line, &failed);
    json_add_string(entry, "fingerprint", fingerprint, &failed);
    json_add_array(entry, "releases", &failed);
    if (newest)
        json_add_string(entry, "succeeds", json_string(newest, "id"), &failed);
    json_append(list, entry, &failed);
    return failed ? error_memory(error) : STATUS_OK;
}

enum status keys_assign(cJSON *keys, const struct minisign_key *key, const char *release,
                        struct error *error)
{
    cJSON *entry = find(keys, key);
    bool failed = false;
    if (!entry)
        return error_set(
            error, STATUS_CANNOT,
            "this secret key is not in dist/keys.json; sign --rotate makes a successor");
    const cJSON *other;
    cJSON_ArrayForEach(other, json_get(keys, "keys"))
    {
        if (other != entry && signs(other, release))
            return error_set(error, STATUS_CANNOT, "dist/keys.json: %s is signed by key %s",
                             release, json_string(other, "id"));
    }
    if (!signs(entry, release))
        json_append(cJSON_GetObjectItemCaseSensitive(entry, "releases"),
                    cJSON_CreateString(release), &failed);
    return failed ? error_memory(error) : STATUS_OK;
}

/* dist/keys.json: the public keys, and which release each of them signs. A key that is retired
 * stays, with the releases that it signed. */
#ifndef RELEASE_KEYS_H
#define RELEASE_KEYS_H

#include "base/json.h"
#include "release/minisign.h"

extern const struct json_shape keys_shape;

/* dist/keys.json as it was when this program was built. */
extern const char keys_builtin[];

/* Parses and checks: each entry's id and fingerprint must belong to its key. *keys is owned by the
 * caller (cJSON_Delete). */
enum status keys_read(const char *name, struct text text, cJSON **keys, struct error *error);

/* The same for ROOT/dist/keys.json. */
enum status keys_load(const char *root, cJSON **keys, struct error *error);

/* The key that is pinned for that release ("asym-2026.11.1"); STATUS_WRONG where there is none. */
enum status keys_for_release(const cJSON *keys, const char *release, struct minisign_key *key,
                             struct error *error);

bool keys_have(const cJSON *keys, const struct minisign_key *key);

/* Adds a key without releases, as the successor of the newest one. */
enum status keys_add(cJSON *keys, const struct minisign_key *key, struct error *error);

/* Notes that this key signs that release, and no other key does. */
enum status keys_assign(cJSON *keys, const struct minisign_key *key, const char *release,
                        struct error *error);

#endif

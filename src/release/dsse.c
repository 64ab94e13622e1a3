#include "release/dsse.h"

#include "base/base64.h"
#include "base/json.h"
#include "release/secret.h"

#include <string.h>

static const struct json_member signature_members[] = {
    {"keyid", false, {.kind = JSON_STRING}},
    {"sig", false, {.kind = JSON_STRING}},
    {0},
};
static const struct json_shape signature_shape = {.kind = JSON_OBJECT,
                                                  .members = signature_members};

static const struct json_member members[] = {
    {"payload", false, {.kind = JSON_STRING}},
    {"payloadType", false, {.kind = JSON_STRING}},
    {"signatures", false, {.kind = JSON_ARRAY, .min = 1, .max = 1, .item = &signature_shape}},
    {0},
};
static const struct json_shape envelope_shape = {.kind = JSON_OBJECT, .members = members};

/* An envelope, decoded. */
struct parts {
    char keyid[SHA256_HEX + 1];
    unsigned char signature[MINISIGN_SIGNATURE_BYTES];
    struct buf payload; /* owned */
};

void dsse_pae(struct buf *out, const char *type, struct text body)
{
    buf_printf(out, "DSSEv1 %zu %s %zu ", strlen(type), type, body.len);
    buf_put(out, body.data, body.len);
}

/* ---- the one form ---- */

static void write_envelope(struct buf *out, const char *type, const struct parts *parts)
{
    char signature[BASE64_LEN(MINISIGN_SIGNATURE_BYTES) + 1];
    base64_encode(parts->signature, sizeof parts->signature, signature);
    buf_puts(out, "{\"payload\":\"");
    base64_put(out, parts->payload.data, parts->payload.len);
    buf_puts(out, "\",\"payloadType\":");
    json_write_string(out, type);
    buf_printf(out, ",\"signatures\":[{\"keyid\":\"%s\",\"sig\":\"%s\"}]}\n", parts->keyid,
               signature);
}

static enum status check_form(struct text envelope, const char *type, const struct parts *parts,
                              struct error *error)
{
    struct buf again = {0};
    write_envelope(&again, type, parts);
    enum status status = buf_ok(&again, error);
    if (!status && !text_same(envelope, buf_text(&again))) {
        size_t at = 0;
        while (at < envelope.len && at < again.len && envelope.data[at] == again.data[at])
            at++;
        status = error_set(error, STATUS_WRONG, "not in its canonical form, from byte %zu on", at);
    }
    buf_free(&again);
    return status;
}

/* ---- reading ---- */

static enum status read_payload(const cJSON *json, struct parts *parts, struct error *error)
{
    enum status status = base64_get(text_of(json_string(json, "payload")), &parts->payload, error);
    return status ? error_prefix(error, status, "payload") : STATUS_OK;
}

static enum status read_signature(const cJSON *json, struct parts *parts, struct error *error)
{
    const cJSON *entry = json_get(json, "signatures")->child;
    const char *keyid = json_string(entry, "keyid");
    if (strcmp(keyid, parts->keyid) != 0)
        return error_set(error, STATUS_WRONG, "the keyid is \"%.64s\", expected \"%s\"", keyid,
                         parts->keyid);
    enum status status = base64_decode(text_of(json_string(entry, "sig")), parts->signature,
                                       sizeof parts->signature, error);
    return status ? error_prefix(error, status, "sig") : STATUS_OK;
}

/* parts->keyid is what it must be. */
static enum status read_parts(const cJSON *json, const char *type, struct parts *parts,
                              struct error *error)
{
    const char *found = json_string(json, "payloadType");
    if (strcmp(found, type) != 0)
        return error_set(error, STATUS_WRONG, "the payloadType is \"%.80s\", expected \"%s\"",
                         found, type);
    enum status status = read_signature(json, parts, error);
    return status ? status : read_payload(json, parts, error);
}

static enum status check_signature(const char *type, const struct parts *parts,
                                   const struct minisign_key *key, struct error *error)
{
    struct buf pae = {0};
    dsse_pae(&pae, type, buf_text(&parts->payload));
    enum status status = buf_ok(&pae, error);
    if (!status)
        status = minisign_ed25519_verify(key->key, parts->signature, pae.data, pae.len, error);
    if (status == STATUS_WRONG)
        error_prefix(error, status, "the payload was altered, or the signature");
    buf_free(&pae);
    return status;
}

enum status dsse_check(const char *name, struct text envelope, const char *type,
                       const struct minisign_key *key, struct buf *payload, struct error *error)
{
    struct parts parts = {0};
    cJSON *json = NULL;
    enum status status = json_read(name, envelope, &envelope_shape, &json, error);
    if (status)
        return status; /* the message has the name */
    status = minisign_fingerprint(key, parts.keyid, error);
    if (!status)
        status = read_parts(json, type, &parts, error);
    if (!status)
        status = check_form(envelope, type, &parts, error);
    if (!status)
        status = check_signature(type, &parts, key, error);
    if (!status) {
        buf_put(payload, parts.payload.data, parts.payload.len);
        status = buf_ok(payload, error);
    }
    cJSON_Delete(json);
    buf_free(&parts.payload);
    return status ? error_prefix(error, status, "%s", name) : STATUS_OK;
}

/* ---- signing ---- */

static enum status sign(const struct secret *secret, const char *type, struct parts *parts,
                        struct error *error)
{
    struct buf pae = {0};
    dsse_pae(&pae, type, buf_text(&parts->payload));
    enum status status = buf_ok(&pae, error);
    if (!status)
        status = secret_sign(secret, pae.data, pae.len, parts->signature, error);
    buf_free(&pae);
    return status;
}

/* With the reader's eyes: a signature that went wrong, by a fault of the machine, could give the
 * secret away. */
static enum status read_back(const struct buf *envelope, const char *type,
                             const struct minisign_key *key, struct error *error)
{
    struct buf payload = {0};
    enum status status =
        dsse_check("the new envelope", buf_text(envelope), type, key, &payload, error);
    buf_free(&payload);
    return status;
}

enum status dsse_write(struct buf *out, const struct secret *secret, const char *type,
                       struct text payload, struct error *error)
{
    struct parts parts = {0};
    struct minisign_key key;
    struct buf envelope = {0};
    unsigned char bytes[MINISIGN_KEY_BYTES];
    secret_public(secret, bytes);
    buf_put(&parts.payload, payload.data, payload.len);
    enum status status = buf_ok(&parts.payload, error);
    if (!status)
        status = minisign_key_from_public(bytes, &key, error);
    if (!status)
        status = minisign_fingerprint(&key, parts.keyid, error);
    if (!status)
        status = sign(secret, type, &parts, error);
    if (!status) {
        write_envelope(&envelope, type, &parts);
        status = buf_ok(&envelope, error);
    }
    if (!status)
        status = read_back(&envelope, type, &key, error);
    if (!status) {
        buf_put(out, envelope.data, envelope.len);
        status = buf_ok(out, error);
    }
    buf_free(&envelope);
    buf_free(&parts.payload);
    return status;
}

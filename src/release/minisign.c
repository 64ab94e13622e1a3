#include "release/minisign.h"
#include "base/base64.h"
#include "release/secret.h"

#include <openssl/err.h>
#include <openssl/evp.h>

#include <stdio.h>
#include <string.h>

enum {
    NUMBER_BYTES = 32, /* of y and of S, both little-endian */
    ALGORITHM_BYTES = 2,
    KEY_BLOB = ALGORITHM_BYTES + MINISIGN_ID_BYTES + MINISIGN_KEY_BYTES,
    SIGNATURE_BLOB = ALGORITHM_BYTES + MINISIGN_ID_BYTES + MINISIGN_SIGNATURE_BYTES,
    BASE64_MAX = BASE64_LEN(SIGNATURE_BLOB),
    KEY_LINES = 2,
    SIGNATURE_LINES = 4,
};

static const char untrusted_prefix[] = "untrusted comment: ";
static const char trusted_prefix[] = "trusted comment: ";

static const char *const key_lines[KEY_LINES] = {
    "line 1, the untrusted comment",
    "line 2, the key",
};
static const char *const signature_lines[SIGNATURE_LINES] = {
    "line 1, the untrusted comment",
    "line 2, the signature",
    "line 3, the trusted comment",
    "line 4, the global signature",
};

/* ---- Ed25519 ---- */

/* p = 2^255 - 19. */
static const unsigned char field_prime[NUMBER_BYTES] = {
    0xed, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff,
    0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x7f};

/* L = 2^252 + 27742317777372353535851937790883648493. */
static const unsigned char group_order[NUMBER_BYTES] = {
    0xed, 0xd3, 0xf5, 0x5c, 0x1a, 0x63, 0x12, 0x58, 0xd6, 0x9c, 0xf7, 0xa2, 0xde, 0xf9, 0xde, 0x14,
    0,    0,    0,    0,    0,    0,    0,    0,    0,    0,    0,    0,    0,    0,    0,    0x10};

/* Every y of the eight points whose order divides 8; the last two are 0 and 1 again, plus p. */
static const unsigned char small_order[][NUMBER_BYTES] = {
    {0},
    {1},
    {0x26, 0xe8, 0x95, 0x8f, 0xc2, 0xb2, 0x27, 0xb0, 0x45, 0xc3, 0xf4,
     0x89, 0xf2, 0xef, 0x98, 0xf0, 0xd5, 0xdf, 0xac, 0x05, 0xd3, 0xc6,
     0x33, 0x39, 0xb1, 0x38, 0x02, 0x88, 0x6d, 0x53, 0xfc, 0x05},
    {0xc7, 0x17, 0x6a, 0x70, 0x3d, 0x4d, 0xd8, 0x4f, 0xba, 0x3c, 0x0b,
     0x76, 0x0d, 0x10, 0x67, 0x0f, 0x2a, 0x20, 0x53, 0xfa, 0x2c, 0x39,
     0xcc, 0xc6, 0x4e, 0xc7, 0xfd, 0x77, 0x92, 0xac, 0x03, 0x7a},
    {0xec, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff,
     0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff,
     0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x7f},
    {0xed, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff,
     0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff,
     0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x7f},
    {0xee, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff,
     0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff,
     0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x7f},
};

static bool is_below(const unsigned char *number, const unsigned char *bound)
{
    for (size_t i = NUMBER_BYTES; i-- > 0;) {
        if (number[i] != bound[i])
            return number[i] < bound[i];
    }
    return false;
}

/* A point's encoding without the sign of its x. */
static void take_y(const unsigned char *point, unsigned char y[NUMBER_BYTES])
{
    memcpy(y, point, NUMBER_BYTES);
    y[NUMBER_BYTES - 1] &= 0x7f;
}

static bool has_small_order(const unsigned char *point)
{
    unsigned char y[NUMBER_BYTES];
    take_y(point, y);
    for (size_t i = 0; i < sizeof small_order / sizeof small_order[0]; i++) {
        if (memcmp(y, small_order[i], sizeof y) == 0)
            return true;
    }
    return false;
}

static enum status check_key(const unsigned char *key, struct error *error)
{
    unsigned char y[NUMBER_BYTES];
    take_y(key, y);
    if (has_small_order(key))
        return error_set(error, STATUS_WRONG, "the key is a point of small order");
    if (!is_below(y, field_prime))
        return error_set(error, STATUS_WRONG, "the key is not canonical: its y is not below p");
    return STATUS_OK;
}

/* R and S, one after the other. */
static enum status check_signature(const unsigned char *signature, struct error *error)
{
    if (!is_below(signature + NUMBER_BYTES, group_order))
        return error_set(error, STATUS_WRONG,
                         "the signature is not canonical: its S is not below L");
    if (has_small_order(signature))
        return error_set(error, STATUS_WRONG, "the signature's R is a point of small order");
    return STATUS_OK;
}

static enum status libcrypto_verify(const unsigned char *key, const unsigned char *signature,
                                    const void *data, size_t len, struct error *error)
{
    enum status status;
    EVP_PKEY *pkey = EVP_PKEY_new_raw_public_key(EVP_PKEY_ED25519, NULL, key, MINISIGN_KEY_BYTES);
    EVP_MD_CTX *ctx = EVP_MD_CTX_new();
    if (!pkey || !ctx || EVP_DigestVerifyInit(ctx, NULL, NULL, NULL, pkey) != 1)
        status = error_memory(error);
    else if (EVP_DigestVerify(ctx, signature, MINISIGN_SIGNATURE_BYTES, data, len) != 1)
        status = error_set(error, STATUS_WRONG, "the signature does not fit");
    else
        status = STATUS_OK;
    EVP_MD_CTX_free(ctx);
    EVP_PKEY_free(pkey);
    ERR_clear_error();
    return status;
}

enum status minisign_ed25519_verify(const unsigned char key[MINISIGN_KEY_BYTES],
                                    const unsigned char signature[MINISIGN_SIGNATURE_BYTES],
                                    const void *data, size_t len, struct error *error)
{
    enum status status = check_key(key, error);
    if (status == STATUS_OK)
        status = check_signature(signature, error);
    if (status == STATUS_OK)
        status = libcrypto_verify(key, signature, data, len, error);
    return status;
}

/* ---- lines ---- */

/* A "%.*s" width: messages show no more than the beginning of what is far too long. */
static int shown(struct text text)
{
    return text.len < 100 ? (int)text.len : 100;
}

static enum status check_printable(struct text line, struct error *error)
{
    for (size_t i = 0; i < line.len; i++) {
        unsigned char c = (unsigned char)line.data[i];
        if (c == '\r')
            return error_set(error, STATUS_WRONG, "a CR in column %zu; lines end in LF alone",
                             i + 1);
        if (c < 0x20 || c > 0x7e)
            return error_set(error, STATUS_WRONG,
                             "byte 0x%02x in column %zu, expected printable ASCII", c, i + 1);
    }
    return STATUS_OK;
}

/* Cuts the file into exactly `count` lines, each printable and ended by LF. */
static enum status read_lines(struct text file, const char *const *names, struct text *lines,
                              size_t count, struct error *error)
{
    size_t at = 0;
    for (size_t i = 0; i < count; i++) {
        if (!text_next_line(file, &at, &lines[i]))
            return error_set(error, STATUS_WRONG, "ends before %s", names[i]);
        enum status status = check_printable(lines[i], error);
        if (status != STATUS_OK)
            return error_prefix(error, status, "%s", names[i]);
    }
    if (at < file.len)
        return error_set(error, STATUS_WRONG, "goes on after %s", names[count - 1]);
    if (at > file.len) /* text_next_line stepped over an LF that is not there */
        return error_set(error, STATUS_WRONG, "%s: no LF at its end", names[count - 1]);
    return STATUS_OK;
}

static enum status read_comment(struct text line, const char *prefix, struct text *comment,
                                struct error *error)
{
    size_t skip = strlen(prefix);
    if (line.len < skip || memcmp(line.data, prefix, skip) != 0)
        return error_set(error, STATUS_WRONG, "\"%.*s\" does not begin with \"%s\"", shown(line),
                         line.data, prefix);
    *comment = (struct text){line.data + skip, line.len - skip};
    if (comment->len > MINISIGN_COMMENT_MAX)
        return error_set(error, STATUS_WRONG, "a comment of %zu characters, at most %d are allowed",
                         comment->len, MINISIGN_COMMENT_MAX);
    return STATUS_OK;
}

/* ---- public keys ---- */

void minisign_id(const unsigned char id[MINISIGN_ID_BYTES], char hex[MINISIGN_ID_HEX + 1])
{
    static const char digits[] = "0123456789ABCDEF";
    for (size_t i = 0; i < MINISIGN_ID_BYTES; i++) {
        unsigned char byte = id[MINISIGN_ID_BYTES - 1 - i];
        hex[2 * i] = digits[byte >> 4];
        hex[2 * i + 1] = digits[byte & 15];
    }
    hex[MINISIGN_ID_HEX] = '\0';
}

enum status minisign_key_from_public(const unsigned char bytes[MINISIGN_KEY_BYTES],
                                     struct minisign_key *key, struct error *error)
{
    unsigned char digest[BLAKE2B_BYTES];
    enum status status = check_key(bytes, error);
    if (status == STATUS_OK)
        status = hash_blake2b(bytes, MINISIGN_KEY_BYTES, digest, error);
    if (status != STATUS_OK)
        return status;
    memcpy(key->id, digest, sizeof key->id);
    memcpy(key->key, bytes, sizeof key->key);
    return STATUS_OK;
}

void minisign_key_line(const struct minisign_key *key, char line[MINISIGN_KEY_LINE + 1])
{
    unsigned char blob[KEY_BLOB] = {'E', 'd'};
    memcpy(blob + ALGORITHM_BYTES, key->id, sizeof key->id);
    memcpy(blob + ALGORITHM_BYTES + sizeof key->id, key->key, sizeof key->key);
    base64_encode(blob, sizeof blob, line);
}

void minisign_key_write(struct buf *out, const struct minisign_key *key)
{
    char id[MINISIGN_ID_HEX + 1], line[MINISIGN_KEY_LINE + 1];
    minisign_id(key->id, id);
    minisign_key_line(key, line);
    buf_printf(out, "%sminisign public key %s\n%s\n", untrusted_prefix, id, line);
}

static enum status parse_key_line(struct text line, struct minisign_key *key, struct error *error)
{
    unsigned char blob[KEY_BLOB] = {0};
    enum status status = base64_decode(line, blob, sizeof blob, error);
    if (status != STATUS_OK)
        return status;
    if (memcmp(blob, "Ed", ALGORITHM_BYTES) != 0)
        return error_set(error, STATUS_WRONG, "algorithm 0x%02x%02x, expected \"Ed\"", blob[0],
                         blob[1]);
    memcpy(key->id, blob + ALGORITHM_BYTES, sizeof key->id);
    memcpy(key->key, blob + ALGORITHM_BYTES + sizeof key->id, sizeof key->key);
    return check_key(key->key, error);
}

enum status minisign_key_parse_line(const char *name, struct text line, struct minisign_key *key,
                                    struct error *error)
{
    struct minisign_key found;
    enum status status = parse_key_line(line, &found, error);
    if (status != STATUS_OK)
        return error_prefix(error, status, "%s", name);
    *key = found;
    return STATUS_OK;
}

static enum status parse_key(struct text file, struct minisign_key *key, struct error *error)
{
    struct text lines[KEY_LINES];
    enum status status = read_lines(file, key_lines, lines, KEY_LINES, error);
    if (status != STATUS_OK)
        return status;
    status = parse_key_line(lines[1], key, error);
    if (status != STATUS_OK)
        return error_prefix(error, status, "%s", key_lines[1]);

    char expected[sizeof untrusted_prefix + sizeof "minisign public key " + MINISIGN_ID_HEX];
    char id[MINISIGN_ID_HEX + 1];
    minisign_id(key->id, id);
    snprintf(expected, sizeof expected, "%sminisign public key %s", untrusted_prefix, id);
    if (!text_is(lines[0], expected))
        return error_set(error, STATUS_WRONG, "%s: \"%.*s\", expected \"%s\"", key_lines[0],
                         shown(lines[0]), lines[0].data, expected);
    return STATUS_OK;
}

enum status minisign_key_parse(const char *name, struct text file, struct minisign_key *key,
                               struct error *error)
{
    struct minisign_key found;
    enum status status = parse_key(file, &found, error);
    if (status != STATUS_OK)
        return error_prefix(error, status, "%s", name);
    *key = found;
    return STATUS_OK;
}

bool minisign_key_same(const struct minisign_key *a, const struct minisign_key *b)
{
    return memcmp(a->id, b->id, sizeof a->id) == 0 && memcmp(a->key, b->key, sizeof a->key) == 0;
}

enum status minisign_fingerprint(const struct minisign_key *key, char hex[SHA256_HEX + 1],
                                 struct error *error)
{
    return hash_sha256_of(key->key, sizeof key->key, hex, error);
}

/* ---- signatures ---- */

static enum status parse_message_line(struct text line, struct minisign_signature *signature,
                                      struct error *error)
{
    unsigned char blob[SIGNATURE_BLOB] = {0};
    enum status status = base64_decode(line, blob, sizeof blob, error);
    if (status != STATUS_OK)
        return status;
    if (memcmp(blob, "Ed", ALGORITHM_BYTES) == 0)
        return error_set(error, STATUS_WRONG,
                         "the legacy algorithm \"Ed\", not prehashed, expected \"ED\"");
    if (memcmp(blob, "ED", ALGORITHM_BYTES) != 0)
        return error_set(error, STATUS_WRONG, "algorithm 0x%02x%02x, expected \"ED\"", blob[0],
                         blob[1]);
    memcpy(signature->id, blob + ALGORITHM_BYTES, sizeof signature->id);
    memcpy(signature->message, blob + ALGORITHM_BYTES + sizeof signature->id,
           sizeof signature->message);
    return check_signature(signature->message, error);
}

static enum status parse_global_line(struct text line, struct minisign_signature *signature,
                                     struct error *error)
{
    enum status status = base64_decode(line, signature->global, sizeof signature->global, error);
    return status == STATUS_OK ? check_signature(signature->global, error) : status;
}

static enum status parse_untrusted(struct text line, const char *expected, struct error *error)
{
    struct text comment = {0};
    enum status status = read_comment(line, untrusted_prefix, &comment, error);
    if (status == STATUS_OK && !text_is(comment, expected))
        status = error_set(error, STATUS_WRONG, "\"%.*s\", expected \"%s\"", shown(comment),
                           comment.data, expected);
    return status;
}

static enum status parse_trusted(struct text line, struct minisign_signature *signature,
                                 struct error *error)
{
    struct text comment = {0};
    enum status status = read_comment(line, trusted_prefix, &comment, error);
    if (status != STATUS_OK)
        return status;
    memcpy(signature->comment, comment.data, comment.len);
    signature->comment[comment.len] = '\0';
    return STATUS_OK;
}

static enum status parse_signature(struct text file, const char *untrusted,
                                   struct minisign_signature *signature, struct error *error)
{
    struct text lines[SIGNATURE_LINES];
    enum status status = read_lines(file, signature_lines, lines, SIGNATURE_LINES, error);
    if (status != STATUS_OK)
        return status;
    size_t line = 0;
    status = parse_untrusted(lines[line], untrusted, error);
    if (status == STATUS_OK)
        status = parse_message_line(lines[++line], signature, error);
    if (status == STATUS_OK)
        status = parse_trusted(lines[++line], signature, error);
    if (status == STATUS_OK)
        status = parse_global_line(lines[++line], signature, error);
    return status == STATUS_OK ? status : error_prefix(error, status, "%s", signature_lines[line]);
}

enum status minisign_parse(const char *name, struct text file, const char *untrusted,
                           struct minisign_signature *signature, struct error *error)
{
    struct minisign_signature found = {.name = name};
    enum status status = parse_signature(file, untrusted, &found, error);
    if (status != STATUS_OK)
        return error_prefix(error, status, "%s", name);
    *signature = found;
    return STATUS_OK;
}

static enum status check_id(const struct minisign_signature *signature,
                            const struct minisign_key *key, struct error *error)
{
    if (memcmp(signature->id, key->id, sizeof key->id) == 0)
        return STATUS_OK;
    char found[MINISIGN_ID_HEX + 1], expected[MINISIGN_ID_HEX + 1];
    minisign_id(signature->id, found);
    minisign_id(key->id, expected);
    return error_set(error, STATUS_WRONG, "%s: made with key %s, not with %s", signature->name,
                     found, expected);
}

/* What the global signature is over: the first one, then the comment without a NUL. */
enum { GLOBAL_MAX = MINISIGN_SIGNATURE_BYTES + MINISIGN_COMMENT_MAX };
static size_t global_content(const unsigned char *message_signature, const char *comment,
                             unsigned char content[GLOBAL_MAX])
{
    size_t len = strnlen(comment, MINISIGN_COMMENT_MAX);
    memcpy(content, message_signature, MINISIGN_SIGNATURE_BYTES);
    memcpy(content + MINISIGN_SIGNATURE_BYTES, comment, len);
    return MINISIGN_SIGNATURE_BYTES + len;
}

enum status minisign_check_comment(const struct minisign_signature *signature,
                                   const struct minisign_key *key, struct error *error)
{
    enum status status = check_id(signature, key, error);
    if (status != STATUS_OK)
        return status;
    unsigned char content[GLOBAL_MAX];
    size_t len = global_content(signature->message, signature->comment, content);
    status = minisign_ed25519_verify(key->key, signature->global, content, len, error);
    if (status == STATUS_WRONG)
        error_prefix(error, status, "the trusted comment was altered, or a signature");
    return status == STATUS_OK ? status : error_prefix(error, status, "%s", signature->name);
}

enum status minisign_check_message(const struct minisign_signature *signature,
                                   const struct minisign_key *key, const void *data, size_t len,
                                   struct error *error)
{
    enum status status = check_id(signature, key, error);
    if (status != STATUS_OK)
        return status;
    unsigned char digest[BLAKE2B_BYTES];
    status = hash_blake2b(data, len, digest, error);
    if (status == STATUS_OK)
        status =
            minisign_ed25519_verify(key->key, signature->message, digest, sizeof digest, error);
    if (status == STATUS_WRONG)
        error_prefix(error, status, "the file that it signs was altered, or the signature");
    return status == STATUS_OK ? status : error_prefix(error, status, "%s", signature->name);
}

/* ---- signing ---- */

/* The two signatures, message first. */
static enum status sign(const struct secret *secret, const void *data, size_t len,
                        const char *comment, struct minisign_signature *signature,
                        struct error *error)
{
    unsigned char digest[BLAKE2B_BYTES], content[GLOBAL_MAX];
    enum status status = hash_blake2b(data, len, digest, error);
    if (status == STATUS_OK)
        status = secret_sign(secret, digest, sizeof digest, signature->message, error);
    if (status != STATUS_OK)
        return status;
    size_t content_len = global_content(signature->message, comment, content);
    return secret_sign(secret, content, content_len, signature->global, error);
}

static void write_file(struct buf *out, const struct minisign_signature *signature,
                       const char *untrusted, const char *trusted)
{
    char line[BASE64_MAX + 1];
    unsigned char blob[SIGNATURE_BLOB] = {'E', 'D'};
    memcpy(blob + ALGORITHM_BYTES, signature->id, sizeof signature->id);
    memcpy(blob + ALGORITHM_BYTES + sizeof signature->id, signature->message,
           sizeof signature->message);
    base64_encode(blob, sizeof blob, line);
    buf_printf(out, "%s%s\n%s\n%s%s\n", untrusted_prefix, untrusted, line, trusted_prefix, trusted);
    base64_encode(signature->global, sizeof signature->global, line);
    buf_printf(out, "%s\n", line);
}

/* With the reader's eyes, which also judge the comments; and a signature that went wrong, by a
 * fault of the machine, could give the secret away. */
static enum status read_back(const struct buf *file, const struct minisign_key *key,
                             const void *data, size_t len, const char *untrusted,
                             struct error *error)
{
    struct minisign_signature signature = {0};
    enum status status =
        minisign_parse("the new signature", buf_text(file), untrusted, &signature, error);
    if (status == STATUS_OK)
        status = minisign_check_comment(&signature, key, error);
    if (status == STATUS_OK)
        status = minisign_check_message(&signature, key, data, len, error);
    return status;
}

enum status minisign_write(struct buf *out, const struct secret *secret, const void *data,
                           size_t len, const char *untrusted, const char *trusted,
                           struct error *error)
{
    struct minisign_signature signature = {0};
    struct minisign_key key;
    unsigned char bytes[MINISIGN_KEY_BYTES];
    struct buf file = {0};
    secret_public(secret, bytes);
    enum status status = minisign_key_from_public(bytes, &key, error);
    if (status == STATUS_OK)
        status = sign(secret, data, len, trusted, &signature, error);
    if (status != STATUS_OK)
        return status;
    memcpy(signature.id, key.id, sizeof signature.id);
    write_file(&file, &signature, untrusted, trusted);
    status = buf_ok(&file, error);
    if (status == STATUS_OK)
        status = read_back(&file, &key, data, len, untrusted, error);
    if (status == STATUS_OK) {
        buf_put(out, file.data, file.len);
        status = buf_ok(out, error);
    }
    buf_free(&file);
    return status;
}

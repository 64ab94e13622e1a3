/* Signatures in minisign's format, prehashed, so that `minisign -V` checks a release without us:
 * Ed25519 (RFC 8032, 5.1) over BLAKE2b-512 (RFC 7693) of the file, and a second, "global" signature
 * over the first one and the trusted comment. https://jedisct1.github.io/minisign/ has the format.
 *
 * minisign itself is lenient about line ends, what follows the last line, and the untrusted
 * comments. Here a file has one canonical form, so that no bit of it can change unnoticed. What
 * passes here passes minisign.
 *
 * Functions that take `name` begin their messages with it: it is the file's name. STATUS_WRONG
 * means the data is bad, STATUS_CANNOT that memory or libcrypto failed. On failure what the result
 * would have gone to is untouched. */
#ifndef RELEASE_MINISIGN_H
#define RELEASE_MINISIGN_H

#include "base/buf.h"
#include "base/hash.h"
#include "base/text.h"

#include <stdbool.h>

struct secret; /* release/secret.h */

enum {
    MINISIGN_ID_BYTES = 8,
    MINISIGN_ID_HEX = 2 * MINISIGN_ID_BYTES,
    MINISIGN_KEY_BYTES = 32,
    MINISIGN_SIGNATURE_BYTES = 64,
    MINISIGN_KEY_LINE = 56,     /* characters of a public key in base64 */
    MINISIGN_COMMENT_MAX = 512, /* characters of either comment; minisign reads at least 1000 */
};

/* ---- public keys ---- */

/* Plain value. The id only tells which key to try; the key is what counts. */
struct minisign_key {
    unsigned char id[MINISIGN_ID_BYTES];
    unsigned char key[MINISIGN_KEY_BYTES];
};

/* Every function that gives a key refuses, each by name, a point of small order (somebody could
 * sign anything for it) and a y that is not below p (a second spelling of another key). libcrypto
 * takes both. */

/* One of our own keys: its id is the first 8 bytes of BLAKE2b-512 of the key, so that there is
 * nothing to keep but the secret. */
enum status minisign_key_from_public(const unsigned char bytes[MINISIGN_KEY_BYTES],
                                     struct minisign_key *key, struct error *error);

/* A public key file, with whatever id: exactly two lines,
 *     untrusted comment: minisign public key <id>
 *     <base64 of "Ed", id, key>
 * where the first one shows the id as minisign_id does. (minisign 0.11 leaves out leading zeros
 * there, in one of its keys out of sixteen: such a file is refused.) */
enum status minisign_key_parse(const char *name, struct text file, struct minisign_key *key,
                               struct error *error);
void minisign_key_write(struct buf *out, const struct minisign_key *key);

/* The second line alone, without its LF: what `minisign -P` takes. */
enum status minisign_key_parse_line(const char *name, struct text line, struct minisign_key *key,
                                    struct error *error);
void minisign_key_line(const struct minisign_key *key, char line[MINISIGN_KEY_LINE + 1]);

/* The id as minisign shows it: a little-endian number in 16 upper-case hex digits. */
void minisign_id(const unsigned char id[MINISIGN_ID_BYTES], char hex[MINISIGN_ID_HEX + 1]);

/* The same in every byte, id and key? */
bool minisign_key_same(const struct minisign_key *a, const struct minisign_key *b);

/* What people compare by another road: sha256 of the 32 bytes of the key, in lower-case hex. */
enum status minisign_fingerprint(const struct minisign_key *key, char hex[SHA256_HEX + 1],
                                 struct error *error);

/* ---- signatures ---- */

/* Plain value: a signature file that is well-formed. That says nothing about who made it. */
struct minisign_signature {
    const char *name; /* of the file, for messages; not owned */
    unsigned char id[MINISIGN_ID_BYTES];
    unsigned char message[MINISIGN_SIGNATURE_BYTES]; /* over BLAKE2b-512 of the message */
    unsigned char global[MINISIGN_SIGNATURE_BYTES];  /* over `message` and the trusted comment */
    char comment[MINISIGN_COMMENT_MAX + 1]; /* the trusted one: not before minisign_check_comment */
};

/* Signs the message with one of our own keys, and appends the file to `out`:
 *     untrusted comment: <untrusted>
 *     <base64 of "ED", id, signature>
 *     trusted comment: <trusted>
 *     <base64 of the global signature>
 * Both comments: printable ASCII, at most MINISIGN_COMMENT_MAX characters, otherwise STATUS_WRONG.
 * The file is read back and checked before `out` gets it. */
enum status minisign_write(struct buf *out, const struct secret *secret, const void *data,
                           size_t len, const char *untrusted, const char *trusted,
                           struct error *error);

/* Reads such a file, whose untrusted comment must be `untrusted` to the letter. Refuses, each by
 * name: missing and further lines, CR, bytes that are not printable ASCII, comments that are too
 * long, base64 other than the canonical, the legacy algorithm "Ed" (not prehashed), and in both
 * signatures what minisign_ed25519_verify would refuse without knowing the key. */
enum status minisign_parse(const char *name, struct text file, const char *untrusted,
                           struct minisign_signature *signature, struct error *error);

/* Was the trusted comment signed with that key? Needs no other file, so it comes first: nothing
 * unsigned need be read to learn what release this is. STATUS_WRONG names both keys when the ids
 * differ. */
enum status minisign_check_comment(const struct minisign_signature *signature,
                                   const struct minisign_key *key, struct error *error);

/* Was this message signed with that key? */
enum status minisign_check_message(const struct minisign_signature *signature,
                                   const struct minisign_key *key, const void *data, size_t len,
                                   struct error *error);

/* Ed25519 alone, over the bytes themselves, as strict as libsodium, which minisign uses. On top of
 * RFC 8032, 5.1.7, it refuses keys of small order or with y >= p, and an R of small order; as the
 * RFC demands, S >= L too. STATUS_WRONG says which it was, without a name before it. */
enum status minisign_ed25519_verify(const unsigned char key[MINISIGN_KEY_BYTES],
                                    const unsigned char signature[MINISIGN_SIGNATURE_BYTES],
                                    const void *data, size_t len, struct error *error);

#endif

/* The secret half of a release key: Ed25519 (RFC 8032), kept as encrypted PKCS#8 PEM (RFC 5958,
 * RFC 7468), which `openssl pkey -in FILE` reads too.
 *
 * A passphrase is 1 to SECRET_PASSPHRASE_MAX bytes, used as they are; the caller has cut off the
 * line's end, and cleanses them. Nothing here asks a terminal. */
#ifndef RELEASE_SECRET_H
#define RELEASE_SECRET_H

#include "base/buf.h"
#include "base/text.h"

enum {
    SECRET_PUBLIC_BYTES = 32,
    SECRET_SIGNATURE_BYTES = 64,
    SECRET_PASSPHRASE_MAX = 1023, /* what the openssl program takes */
};

struct secret;

/* A new key from libcrypto's generator. The caller frees it with secret_free. STATUS_CANNOT, and
 * `secret` untouched, when libcrypto cannot. */
enum status secret_generate(struct secret **secret, struct error *error);

/* Appends the key as one PEM block, encrypted with AES-256-CBC under scrypt (RFC 7914, RFC 8018)
 * with a new salt: no two calls write the same. STATUS_CANNOT for a passphrase that is empty or too
 * long, and when libcrypto cannot; `pem` is then as it was. */
enum status secret_write_pem(const struct secret *secret, struct text passphrase, struct buf *pem,
                             struct error *error);

/* Reads one such block, whatever cipher PBES2 names in it; nothing may stand around it. The caller
 * frees the key with secret_free. `name` is for messages.
 *
 * STATUS_WRONG: no encrypted PKCS#8 (one in the clear is refused as well), a wrong passphrase, a
 * key that is not Ed25519. STATUS_CANNOT: an empty or too long passphrase, no memory. `secret` is
 * untouched in both cases.
 *
 * The cipher does not authenticate: an altered file can decrypt to another key. So compare
 * secret_public with the key that is pinned before anything is signed. */
enum status secret_read_pem(const char *name, struct text pem, struct text passphrase,
                            struct secret **secret, struct error *error);

/* The public key, as RFC 8032 encodes it. */
void secret_public(const struct secret *secret, unsigned char key[SECRET_PUBLIC_BYTES]);

/* The Ed25519 signature of the bytes themselves (RFC 8032, 5.1.6): deterministic. STATUS_CANNOT
 * when libcrypto cannot. */
enum status secret_sign(const struct secret *secret, const void *data, size_t len,
                        unsigned char signature[SECRET_SIGNATURE_BYTES], struct error *error);

/* Cleanses the key too. NULL is fine. */
void secret_free(struct secret *secret);

#endif

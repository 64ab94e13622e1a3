/* Digests, by libcrypto. */
#ifndef BASE_HASH_H
#define BASE_HASH_H

#include "base/status.h"

#include <stddef.h>

enum { SHA256_BYTES = 32, SHA256_HEX = 64, BLAKE2B_BYTES = 64 };

/* A running sha256. One hash_sha256_new, any number of _add, then one _hex, which frees it;
 * hash_sha256_free frees one that is given up. */
struct hash_sha256;
struct hash_sha256 *hash_sha256_new(void);
void hash_sha256_add(struct hash_sha256 *hash, const void *data, size_t len);
/* `hex` gets 64 lower-case digits and a NUL. NULL (no memory at _new) fails here. */
enum status hash_sha256_hex(struct hash_sha256 *hash, char hex[SHA256_HEX + 1],
                            struct error *error);
void hash_sha256_free(struct hash_sha256 *hash);

enum status hash_sha256_of(const void *data, size_t len, char hex[SHA256_HEX + 1],
                           struct error *error);

/* BLAKE2b-512 without a key (RFC 7693). */
enum status hash_blake2b(const void *data, size_t len, unsigned char digest[BLAKE2B_BYTES],
                         struct error *error);

/* Lower-case hex; `hex` holds 2 * len + 1 bytes. */
void hash_hex(const unsigned char *data, size_t len, char *hex);

#endif

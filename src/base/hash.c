#include "base/hash.h"

#include <openssl/evp.h>

/* The struct is never defined: it is an EVP_MD_CTX under a name that keeps libcrypto out of the
 * header. */
static EVP_MD_CTX *context(struct hash_sha256 *hash)
{
    return (EVP_MD_CTX *)(void *)hash;
}

struct hash_sha256 *hash_sha256_new(void)
{
    EVP_MD_CTX *ctx = EVP_MD_CTX_new();
    if (ctx && EVP_DigestInit_ex(ctx, EVP_sha256(), NULL) != 1) {
        EVP_MD_CTX_free(ctx);
        ctx = NULL;
    }
    return (struct hash_sha256 *)(void *)ctx;
}

void hash_sha256_add(struct hash_sha256 *hash, const void *data, size_t len)
{
    if (hash)
        EVP_DigestUpdate(context(hash), data, len);
}

enum status hash_sha256_hex(struct hash_sha256 *hash, char hex[SHA256_HEX + 1], struct error *error)
{
    unsigned char digest[SHA256_BYTES];
    if (!hash || EVP_DigestFinal_ex(context(hash), digest, NULL) != 1) {
        hash_sha256_free(hash);
        return error_memory(error);
    }
    hash_hex(digest, sizeof digest, hex);
    hash_sha256_free(hash);
    return STATUS_OK;
}

void hash_sha256_free(struct hash_sha256 *hash)
{
    EVP_MD_CTX_free(context(hash));
}

enum status hash_sha256_of(const void *data, size_t len, char hex[SHA256_HEX + 1],
                           struct error *error)
{
    struct hash_sha256 *hash = hash_sha256_new();
    hash_sha256_add(hash, data, len);
    return hash_sha256_hex(hash, hex, error);
}

enum status hash_blake2b(const void *data, size_t len, unsigned char digest[BLAKE2B_BYTES],
                         struct error *error)
{
    if (EVP_Digest(data, len, digest, NULL, EVP_blake2b512(), NULL) != 1)
        return error_memory(error);
    return STATUS_OK;
}

void hash_hex(const unsigned char *data, size_t len, char *hex)
{
    static const char digits[] = "0123456789abcdef";
    for (size_t i = 0; i < len; i++) {
        hex[2 * i] = digits[data[i] >> 4];
        hex[2 * i + 1] = digits[data[i] & 15];
    }
    hex[2 * len] = '\0';
}

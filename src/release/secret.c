#include "release/secret.h"

#include <openssl/bio.h>
#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/pem.h>
#include <openssl/pkcs12.h>
#include <openssl/x509.h>

#include <stdlib.h>
#include <string.h>

/* scrypt: 16 MiB, five times over. More memory at once than 32 MiB libcrypto refuses to use when it
 * reads a PKCS#8 file, and 2^15 needs a little more than that. */
enum { SCRYPT_N = 1 << 14, SCRYPT_R = 8, SCRYPT_P = 5, SALT_BYTES = 16 };

enum { PEM_MAX = 65536 };

struct secret {
    EVP_PKEY *key;
    unsigned char public[SECRET_PUBLIC_BYTES];
};

/* "WHAT: " and libcrypto's reason, which leaves its queue. */
static enum status cannot(const char *what, struct error *error)
{
    const char *reason = ERR_reason_error_string(ERR_peek_last_error());
    enum status status =
        error_set(error, STATUS_CANNOT, "%s: %s", what, reason ? reason : "libcrypto failed");
    ERR_clear_error();
    return status;
}

/* Takes over `key`, also on failure. */
static enum status wrap(EVP_PKEY *key, struct secret **secret, struct error *error)
{
    struct secret *made = calloc(1, sizeof *made);
    if (!made) {
        EVP_PKEY_free(key);
        return error_memory(error);
    }
    made->key = key;
    size_t len = sizeof made->public;
    if (EVP_PKEY_get_raw_public_key(key, made->public, &len) != 1) {
        secret_free(made);
        return cannot("the public half of the key", error);
    }
    *secret = made;
    return STATUS_OK;
}

enum status secret_generate(struct secret **secret, struct error *error)
{
    EVP_PKEY *key = EVP_PKEY_Q_keygen(NULL, NULL, "ED25519");
    return key ? wrap(key, secret, error) : cannot("making a key", error);
}

static enum status check_passphrase(struct text passphrase, struct error *error)
{
    if (passphrase.len == 0)
        return error_set(error, STATUS_CANNOT, "the passphrase is empty");
    if (passphrase.len > SECRET_PASSPHRASE_MAX)
        return error_set(error, STATUS_CANNOT, "the passphrase has %zu bytes, at most %d are taken",
                         passphrase.len, SECRET_PASSPHRASE_MAX);
    return STATUS_OK;
}

/* NULL when libcrypto cannot. */
static X509_SIG *encrypt(const struct secret *secret, struct text passphrase)
{
    X509_SIG *encrypted = NULL;
    PKCS8_PRIV_KEY_INFO *clear = EVP_PKEY2PKCS8(secret->key);
    X509_ALGOR *how = PKCS5_pbe2_set_scrypt(EVP_aes_256_cbc(), NULL, SALT_BYTES, NULL, SCRYPT_N,
                                            SCRYPT_R, SCRYPT_P);
    if (clear && how)
        encrypted = PKCS8_set0_pbe(passphrase.data, (int)passphrase.len, clear, how);
    if (!encrypted) /* otherwise `how` is inside it */
        X509_ALGOR_free(how);
    PKCS8_PRIV_KEY_INFO_free(clear);
    return encrypted;
}

enum status secret_write_pem(const struct secret *secret, struct text passphrase, struct buf *pem,
                             struct error *error)
{
    enum status status = check_passphrase(passphrase, error);
    if (status != STATUS_OK)
        return status;
    X509_SIG *encrypted = encrypt(secret, passphrase);
    BIO *bio = BIO_new(BIO_s_mem());
    if (encrypted && bio && PEM_write_bio_PKCS8(bio, encrypted) == 1) {
        char *text;
        long len = BIO_get_mem_data(bio, &text);
        buf_put(pem, text, (size_t)len);
        status = buf_ok(pem, error);
    } else {
        status = cannot("encrypting the key", error);
    }
    BIO_free(bio);
    X509_SIG_free(encrypted);
    return status;
}

/* Is it the one kind of block that is taken? */
static enum status check_kind(const char *kind, const char *headers, struct error *error)
{
    if (strcmp(kind, PEM_STRING_PKCS8INF) == 0)
        return error_set(error, STATUS_WRONG,
                         "the key is not encrypted; `openssl pkcs8 -topk8 -scrypt` encrypts it");
    if (strcmp(kind, PEM_STRING_PKCS8) != 0)
        return error_set(error, STATUS_WRONG, "a PEM block \"%.60s\", expected \"%s\"", kind,
                         PEM_STRING_PKCS8);
    if (headers[0] != '\0')
        return error_set(error, STATUS_WRONG, "a PEM block with headers, expected none");
    return STATUS_OK;
}

static enum status parse_der(const unsigned char *der, long len, X509_SIG **encrypted,
                             struct error *error)
{
    const unsigned char *at = der;
    *encrypted = d2i_X509_SIG(NULL, &at, len);
    if (*encrypted && at == der + len)
        return STATUS_OK;
    return error_set(error, STATUS_WRONG, "the PEM block holds no encrypted PKCS#8");
}

/* The block's content. PEM_read_bio, and not PEM_read_bio_PKCS8, which asks the terminal for the
 * password of a block with old-style headers. */
static enum status parse_pem(struct text pem, X509_SIG **encrypted, struct error *error)
{
    static const char begin[] = "-----BEGIN ";
    if (pem.len > PEM_MAX)
        return error_set(error, STATUS_WRONG, "%zu bytes, at most %d are expected", pem.len,
                         PEM_MAX);
    if (pem.len < strlen(begin) || memcmp(pem.data, begin, strlen(begin)) != 0)
        return error_set(error, STATUS_WRONG, "does not begin with \"%s\"", begin);

    char *kind = NULL, *headers = NULL;
    unsigned char *der = NULL;
    long len = 0;
    BIO *bio = BIO_new_mem_buf(pem.data, (int)pem.len);
    if (!bio)
        return error_memory(error);
    enum status status;
    if (PEM_read_bio(bio, &kind, &headers, &der, &len) != 1)
        status = error_set(error, STATUS_WRONG, "the PEM block is malformed or cut off");
    else if (BIO_pending(bio) > 0)
        status =
            error_set(error, STATUS_WRONG, "bytes after the PEM block: %d", (int)BIO_pending(bio));
    else
        status = check_kind(kind, headers, error);
    if (status == STATUS_OK)
        status = parse_der(der, len, encrypted, error);
    OPENSSL_clear_free(der, (size_t)len); /* it may be somebody's key in the clear */
    OPENSSL_free(headers);
    OPENSSL_free(kind);
    BIO_free(bio);
    return status;
}

static enum status decrypt(const X509_SIG *encrypted, struct text passphrase, EVP_PKEY **key,
                           struct error *error)
{
    PKCS8_PRIV_KEY_INFO *clear = PKCS8_decrypt(encrypted, passphrase.data, (int)passphrase.len);
    if (!clear)
        return error_set(error, STATUS_WRONG, "the passphrase is wrong, or the file was altered");
    *key = EVP_PKCS82PKEY(clear);
    PKCS8_PRIV_KEY_INFO_free(clear);
    if (!*key)
        return error_set(error, STATUS_WRONG, "holds a key that libcrypto does not know");
    if (EVP_PKEY_get_base_id(*key) == EVP_PKEY_ED25519)
        return STATUS_OK;
    const char *type = EVP_PKEY_get0_type_name(*key);
    return error_set(error, STATUS_WRONG, "a key of type %.60s, expected ED25519",
                     type ? type : "unknown");
}

enum status secret_read_pem(const char *name, struct text pem, struct text passphrase,
                            struct secret **secret, struct error *error)
{
    X509_SIG *encrypted = NULL;
    EVP_PKEY *key = NULL;
    enum status status = check_passphrase(passphrase, error);
    if (status == STATUS_OK)
        status = parse_pem(pem, &encrypted, error);
    if (status == STATUS_OK)
        status = decrypt(encrypted, passphrase, &key, error);
    if (status == STATUS_OK) {
        status = wrap(key, secret, error);
        key = NULL;
    }
    EVP_PKEY_free(key);
    X509_SIG_free(encrypted);
    ERR_clear_error();
    return status == STATUS_OK ? status : error_prefix(error, status, "%s", name);
}

void secret_public(const struct secret *secret, unsigned char key[SECRET_PUBLIC_BYTES])
{
    memcpy(key, secret->public, SECRET_PUBLIC_BYTES);
}

enum status secret_sign(const struct secret *secret, const void *data, size_t len,
                        unsigned char signature[SECRET_SIGNATURE_BYTES], struct error *error)
{
    size_t written = SECRET_SIGNATURE_BYTES;
    EVP_MD_CTX *ctx = EVP_MD_CTX_new();
    bool done = ctx && EVP_DigestSignInit(ctx, NULL, NULL, NULL, secret->key) == 1 &&
                EVP_DigestSign(ctx, signature, &written, data, len) == 1 &&
                written == SECRET_SIGNATURE_BYTES;
    EVP_MD_CTX_free(ctx);
    return done ? STATUS_OK : cannot("signing", error);
}

void secret_free(struct secret *secret)
{
    if (!secret)
        return;
    EVP_PKEY_free(secret->key);
    free(secret);
}

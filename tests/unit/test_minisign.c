/* release/minisign and release/secret, against RFC 8032, Wycheproof, minisign and openssl. */
#include "base/file.h"
#include "base/json.h"
#include "release/minisign.h"
#include "release/secret.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

#include <openssl/bn.h>
#include <openssl/err.h>
#include <openssl/pem.h>
#include <openssl/sha.h>

#define COUNT(array) (sizeof(array) / sizeof(array)[0])

#define UNTRUSTED "signature of a test"
#define TRUSTED "asym 2026.11.1 content=00ff tar=ff00 bytes=10240"
#define PASS "correct horse"

enum { FILE_BYTES = 65536, NUMBER_BYTES = 32 };

static const char message[] = "sums of files\n";
static const size_t message_len = sizeof message - 1;

/* ---- other programs, in a folder of their own ---- */

static char folder[] = "/tmp/test_minisign.XXXXXX";

static int make_folder(void **state)
{
    (void)state;
    return mkdtemp(folder) ? 0 : -1;
}

static int remove_folder(void **state)
{
    (void)state;
    char command[sizeof folder + 16];
    snprintf(command, sizeof command, "rm -rf %s", folder);
    return system(command);
}

/* The exit code of a command in that folder; what it prints goes to the file "printed" there. */
static int run(const char *command)
{
    struct buf line = {0};
    struct error error = {0};
    buf_printf(&line, "cd %s && (%s) >printed 2>&1 </dev/null", folder, command);
    assert_int_equal(buf_ok(&line, &error), STATUS_OK);
    int status = system(line.data);
    buf_free(&line);
    assert_true(WIFEXITED(status));
    return WEXITSTATUS(status);
}

static void put_file(const char *name, const void *data, size_t len)
{
    struct error error = {0};
    char *path = file_join(folder, name);
    assert_int_equal(file_write(path, (struct text){data, len}, 0600, &error), STATUS_OK);
    free(path);
}

/* The caller frees the buffer. */
static struct buf get_file(const char *name)
{
    struct buf bytes = {0};
    struct error error = {0};
    char *path = file_join(folder, name);
    if (file_read(path, FILE_BYTES, &bytes, &error) != STATUS_OK)
        fail_msg("%s", error.text);
    free(path);
    return bytes;
}

static struct text view(const struct buf *buf)
{
    return (struct text){buf->data, buf->len};
}

/* ---- making things ---- */

static size_t from_hex(const char *hex, unsigned char *bytes)
{
    size_t len = strlen(hex) / 2;
    for (size_t i = 0; i < len; i++) {
        unsigned value;
        assert_int_equal(sscanf(hex + 2 * i, "%2x", &value), 1);
        bytes[i] = (unsigned char)value;
    }
    return len;
}

/* The secret of an RFC 8032 seed, by the one road there is: an encrypted PEM, made by libcrypto. */
static struct secret *secret_of(const char *seed_hex)
{
    unsigned char seed[NUMBER_BYTES];
    struct error error = {0};
    struct secret *secret = NULL;
    char *pem;
    from_hex(seed_hex, seed);
    EVP_PKEY *key = EVP_PKEY_new_raw_private_key(EVP_PKEY_ED25519, NULL, seed, sizeof seed);
    BIO *bio = BIO_new(BIO_s_mem());
    assert_int_equal(PEM_write_bio_PKCS8PrivateKey(bio, key, EVP_aes_128_cbc(), PASS,
                                                   (int)strlen(PASS), NULL, NULL),
                     1);
    long len = BIO_get_mem_data(bio, &pem);
    struct text text = {pem, (size_t)len};
    if (secret_read_pem("pem", text, text_of(PASS), &secret, &error) != STATUS_OK)
        fail_msg("%s", error.text);
    BIO_free(bio);
    EVP_PKEY_free(key);
    return secret;
}

static const struct {
    const char *seed, *key, *message, *signature;
} rfc8032[] = {
    {"9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60",
     "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a", "",
     "e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e065224901555fb8821590a33bacc61e39701cf9"
     "b46bd25bf5f0595bbe24655141438e7a100b"},
    {"4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb",
     "3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c", "72",
     "92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da085ac1e43e15996e458f3613d0f1"
     "1d8c387b2eaeb4302aeeb00d291612bb0c00"},
    {"c5aa8df43f9f837bedb7442f31dcb7b166d38535076f094b85ce3a2e0b4458f7",
     "fc51cd8e6218a1a38da47ed00230f0580816ed13ba3303ac5deb911548908025", "af82",
     "6291d657deec24024827e69c3abe01a30ce548a284743a445e3680d7db5ac3ac18ff9b538d16f290ae67f760984d"
     "c6594a7c15e9716ed28dc027beceea1ec40a"},
};

static struct secret *known_secret(void)
{
    return secret_of(rfc8032[0].seed);
}

static struct minisign_key key_of(const struct secret *secret)
{
    struct error error = {0};
    struct minisign_key key;
    unsigned char public[MINISIGN_KEY_BYTES];
    secret_public(secret, public);
    assert_int_equal(minisign_key_from_public(public, &key, &error), STATUS_OK);
    return key;
}

/* The caller frees the buffer. */
static struct buf sign(const struct secret *secret, const char *trusted)
{
    struct buf out = {0};
    struct error error = {0};
    if (minisign_write(&out, secret, message, message_len, UNTRUSTED, trusted, &error) != STATUS_OK)
        fail_msg("%s", error.text);
    return out;
}

/* A signature file by another hand than the module's. */
static struct buf compose(const char *algorithm, const unsigned char *id,
                          const unsigned char *signature, const char *trusted,
                          const unsigned char *global)
{
    unsigned char blob[74], line[101], global_line[89];
    struct buf out = {0};
    memcpy(blob, algorithm, 2);
    memcpy(blob + 2, id, 8);
    memcpy(blob + 10, signature, 64);
    EVP_EncodeBlock(line, blob, sizeof blob);
    EVP_EncodeBlock(global_line, global, 64);
    buf_printf(&out, "untrusted comment: %s\n%s\ntrusted comment: %s\n%s\n", UNTRUSTED,
               (char *)line, trusted, (char *)global_line);
    return out;
}

static struct minisign_signature parse(const struct buf *file)
{
    struct minisign_signature signature;
    struct error error = {0};
    if (minisign_parse("x.minisig", view(file), UNTRUSTED, &signature, &error) != STATUS_OK)
        fail_msg("%s", error.text);
    return signature;
}

static void assert_says(const struct error *error, const char *part)
{
    if (!strstr(error->text, part))
        fail_msg("\"%s\" does not say \"%s\"", error->text, part);
    assert_null(strchr(error->text, '\n'));
    assert_int_equal(ERR_peek_error(), 0);
}

static void refuse_key(struct text file, const char *says)
{
    struct minisign_key key;
    struct error error = {0};
    assert_int_equal(minisign_key_parse("x.pub", file, &key, &error), STATUS_WRONG);
    assert_says(&error, says);
    assert_memory_equal(error.text, "x.pub: ", 7);
}

static void refuse_signature(struct text file, const char *says)
{
    struct minisign_signature signature;
    struct error error = {0};
    assert_int_equal(minisign_parse("x.minisig", file, UNTRUSTED, &signature, &error),
                     STATUS_WRONG);
    assert_says(&error, says);
    assert_memory_equal(error.text, "x.minisig: ", 11);
}

/* ---- Ed25519 ---- */

static void test_rfc8032(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT(rfc8032); i++) {
        struct error error = {0};
        unsigned char key[32], signature[64], made[64], public[32], data[8];
        struct secret *secret = secret_of(rfc8032[i].seed);
        size_t len = from_hex(rfc8032[i].message, data);
        from_hex(rfc8032[i].key, key);
        from_hex(rfc8032[i].signature, signature);
        secret_public(secret, public);
        assert_memory_equal(public, key, sizeof key);
        assert_int_equal(secret_sign(secret, data, len, made, &error), STATUS_OK);
        assert_memory_equal(made, signature, sizeof signature);
        assert_int_equal(minisign_ed25519_verify(key, signature, data, len, &error), STATUS_OK);
        data[0] ^= 1;
        assert_int_equal(minisign_ed25519_verify(key, signature, data, len ? len : 1, &error),
                         STATUS_WRONG);
        assert_says(&error, "the signature does not fit");
        secret_free(secret);
    }
}

static void try_wycheproof(const cJSON *test, const unsigned char *key, int *counts)
{
    unsigned char data[2048], signature[256];
    struct error error = {0};
    const char *result = cJSON_GetObjectItem(test, "result")->valuestring;
    size_t len = from_hex(cJSON_GetObjectItem(test, "msg")->valuestring, data);
    if (from_hex(cJSON_GetObjectItem(test, "sig")->valuestring, signature) != 64) {
        assert_string_equal(result, "invalid"); /* no caller can pass such a one */
        counts[2]++;
        return;
    }
    bool valid = strcmp(result, "valid") == 0;
    enum status expected = valid ? STATUS_OK : STATUS_WRONG;
    if (minisign_ed25519_verify(key, signature, data, len, &error) != expected)
        fail_msg("case %d: %s", cJSON_GetObjectItem(test, "tcId")->valueint, error.text);
    counts[valid]++;
}

static void test_wycheproof(void **state)
{
    (void)state;
    const char *reference = getenv("REFERENCE_DIR");
    if (!reference) {
        printf("SKIPPED: Wycheproof's cases need REFERENCE_DIR\n");
        skip();
    }
    char *path = file_join(reference, "standards/wycheproof-ed25519.json");
    struct buf text = {0};
    struct error error = {0};
    if (file_read(path, 1 << 22, &text, &error) != STATUS_OK)
        fail_msg("%s", error.text);
    cJSON *json = cJSON_ParseWithLength(text.data, text.len);
    const cJSON *group, *test;
    int counts[3] = {0}; /* invalid, valid, not 64 bytes */
    cJSON_ArrayForEach(group, cJSON_GetObjectItem(json, "testGroups"))
    {
        unsigned char key[32];
        const cJSON *public = cJSON_GetObjectItem(group, "publicKey");
        assert_int_equal(from_hex(cJSON_GetObjectItem(public, "pk")->valuestring, key), 32);
        cJSON_ArrayForEach(test, cJSON_GetObjectItem(group, "tests"))
            try_wycheproof(test, key, counts);
    }
    assert_int_equal(counts[0], 51);
    assert_int_equal(counts[1], 88);
    assert_int_equal(counts[2], 12);
    cJSON_Delete(json);
    buf_free(&text);
    free(path);
}

static bool raw_libcrypto_accepts(const unsigned char *key, const unsigned char *signature,
                                  const void *data, size_t len)
{
    EVP_PKEY *pkey = EVP_PKEY_new_raw_public_key(EVP_PKEY_ED25519, NULL, key, 32);
    EVP_MD_CTX *ctx = EVP_MD_CTX_new();
    assert_int_equal(EVP_DigestVerifyInit(ctx, NULL, NULL, NULL, pkey), 1);
    bool accepts = EVP_DigestVerify(ctx, signature, 64, data, len) == 1;
    EVP_MD_CTX_free(ctx);
    EVP_PKEY_free(pkey);
    ERR_clear_error();
    return accepts;
}

/* For a key whose order divides 8 the neutral point and S = 0 sign one message out of eight, or
 * more. That libcrypto takes them proves each encoding; the refusal is ours. */
static void refuse_small_order(const unsigned char *key)
{
    static const unsigned char forged[64] = {1};
    struct error error = {0};
    struct minisign_key made;
    int taken = 0;
    for (unsigned char i = 0; i < 200; i++) {
        taken += raw_libcrypto_accepts(key, forged, &i, 1);
        assert_int_equal(minisign_ed25519_verify(key, forged, &i, 1, &error), STATUS_WRONG);
        assert_says(&error, "the key is a point of small order");
    }
    assert_true(taken >= 10);
    assert_int_equal(minisign_key_from_public(key, &made, &error), STATUS_WRONG);
    assert_says(&error, "the key is a point of small order");
}

static void test_small_order_keys(void **state)
{
    (void)state;
    static const char *const encodings[] = {
        "0000000000000000000000000000000000000000000000000000000000000000",
        "0100000000000000000000000000000000000000000000000000000000000000",
        "26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05",
        "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a",
        "ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
        "edffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
        "eeffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
    };
    for (size_t i = 0; i < COUNT(encodings); i++) {
        unsigned char key[32];
        from_hex(encodings[i], key);
        refuse_small_order(key);
        key[31] |= 0x80; /* the other sign of x */
        refuse_small_order(key);
    }
}

/* y from p - 2 to 2^255 - 1 = p + 18, with both signs. */
static void test_non_canonical_keys(void **state)
{
    (void)state;
    for (int sign = 0; sign < 2; sign++) {
        for (int low = 0xeb; low <= 0xff; low++) {
            struct error error = {0};
            struct minisign_key key;
            unsigned char bytes[32];
            memset(bytes, 0xff, sizeof bytes);
            bytes[0] = (unsigned char)low;
            bytes[31] = sign ? 0xff : 0x7f;
            enum status status = minisign_key_from_public(bytes, &key, &error);
            assert_int_equal(status, low == 0xeb ? STATUS_OK : STATUS_WRONG);
            if (low >= 0xef)
                assert_says(&error, "the key is not canonical: its y is not below p");
        }
    }
}

static const char group_order[] =
    "edd3f55c1a631258d69cf7a2def9de1400000000000000000000000000000010";

/* S + L is as good as S to a verifier that does not look. */
static void add_order(unsigned char *signature)
{
    unsigned char order[NUMBER_BYTES];
    unsigned carry = 0;
    from_hex(group_order, order);
    for (size_t i = 0; i < sizeof order; i++) {
        carry += (unsigned)signature[32 + i] + order[i];
        signature[32 + i] = (unsigned char)carry;
        carry >>= 8;
    }
    assert_int_equal(carry, 0);
}

static void test_malleable(void **state)
{
    (void)state;
    struct error error = {0};
    unsigned char key[32], signature[64];
    from_hex(rfc8032[0].key, key);
    from_hex(rfc8032[0].signature, signature);
    assert_int_equal(minisign_ed25519_verify(key, signature, "", 0, &error), STATUS_OK);
    add_order(signature);
    assert_int_equal(minisign_ed25519_verify(key, signature, "", 0, &error), STATUS_WRONG);
    assert_says(&error, "S is not below L");

    from_hex(group_order, signature + 32); /* L itself, and the last S that is allowed */
    assert_int_equal(minisign_ed25519_verify(key, signature, "", 0, &error), STATUS_WRONG);
    assert_says(&error, "S is not below L");
    signature[32]--;
    assert_int_equal(minisign_ed25519_verify(key, signature, "", 0, &error), STATUS_WRONG);
    assert_says(&error, "does not fit");
}

static void test_malleable_files(void **state)
{
    (void)state;
    struct secret *secret = known_secret();
    struct buf good = sign(secret, TRUSTED);
    struct minisign_signature s = parse(&good);
    unsigned char other[64];

    memcpy(other, s.message, sizeof other);
    add_order(other);
    struct buf file = compose("ED", s.id, other, TRUSTED, s.global);
    refuse_signature(view(&file), "line 2, the signature: the signature is not canonical: its S");
    buf_free(&file);

    memcpy(other, s.global, sizeof other);
    add_order(other);
    file = compose("ED", s.id, s.message, TRUSTED, other);
    refuse_signature(view(&file), "line 4, the global signature: the signature is not canonical");
    buf_free(&file);

    file = compose("ED", s.id, s.message, TRUSTED, s.global);
    assert_int_equal(file.len, good.len);
    assert_memory_equal(file.data, good.data, good.len);
    buf_free(&file);
    buf_free(&good);
    secret_free(secret);
}

/* Whoever has the secret can sign with R = 0: S = SHA-512(R, A, M) a mod L. */
static void sign_with_neutral_r(const char *seed_hex, const unsigned char *data, size_t len,
                                unsigned char signature[64])
{
    unsigned char seed[32], expanded[64], hash[64], order[32], content[64 + 64] = {1};
    from_hex(seed_hex, seed);
    SHA512(seed, sizeof seed, expanded);
    expanded[0] &= 0xf8;
    expanded[31] = (unsigned char)((expanded[31] & 0x7f) | 0x40);
    from_hex(rfc8032[0].key, content + 32);
    memcpy(content + 64, data, len);
    SHA512(content, 64 + len, hash);
    from_hex(group_order, order);
    BN_CTX *ctx = BN_CTX_new();
    BIGNUM *a = BN_lebin2bn(expanded, 32, NULL), *h = BN_lebin2bn(hash, 64, NULL);
    BIGNUM *l = BN_lebin2bn(order, 32, NULL);
    assert_int_equal(BN_mod_mul(h, h, a, l, ctx), 1);
    memset(signature, 0, 64);
    signature[0] = 1;
    assert_int_equal(BN_bn2lebinpad(h, signature + 32, 32), 32);
    BN_free(a);
    BN_free(h);
    BN_free(l);
    BN_CTX_free(ctx);
}

static void test_small_order_r(void **state)
{
    (void)state;
    struct error error = {0};
    unsigned char digest[BLAKE2B_BYTES], forged[64], content[64 + sizeof TRUSTED], global[64];
    struct secret *secret = known_secret();
    struct minisign_key key = key_of(secret);
    assert_int_equal(hash_blake2b(message, message_len, digest, &error), STATUS_OK);
    sign_with_neutral_r(rfc8032[0].seed, digest, sizeof digest, forged);
    assert_true(raw_libcrypto_accepts(key.key, forged, digest, sizeof digest));
    assert_int_equal(minisign_ed25519_verify(key.key, forged, digest, sizeof digest, &error),
                     STATUS_WRONG);
    assert_says(&error, "R is a point of small order");

    /* minisign takes it no more than we do. */
    memcpy(content, forged, 64);
    memcpy(content + 64, TRUSTED, strlen(TRUSTED));
    assert_int_equal(secret_sign(secret, content, 64 + strlen(TRUSTED), global, &error), STATUS_OK);
    struct buf file = compose("ED", key.id, forged, TRUSTED, global), pub = {0};
    minisign_key_write(&pub, &key);
    refuse_signature(view(&file), "line 2, the signature: the signature's R");
    put_file("r.pub", pub.data, pub.len);
    put_file("r", message, message_len);
    put_file("r.minisig", file.data, file.len);
    assert_int_equal(run("minisign -V -p r.pub -m r"), 1);
    buf_free(&pub);
    buf_free(&file);
    secret_free(secret);
}

/* ---- public keys ---- */

/* The digests are those of b2sum and sha256sum. */
static void test_derived_key(void **state)
{
    (void)state;
    struct error error = {0};
    struct secret *secret = known_secret();
    struct minisign_key key = key_of(secret);
    char id[MINISIGN_ID_HEX + 1], fingerprint[SHA256_HEX + 1];
    static const unsigned char digest[] = {0x80, 0x19, 0xf6, 0x60, 0xf5, 0xfb, 0xfd, 0x41};
    assert_memory_equal(key.id, digest, sizeof digest);
    minisign_id(key.id, id);
    assert_string_equal(id, "41FDFBF560F61980");
    assert_int_equal(minisign_fingerprint(&key, fingerprint, &error), STATUS_OK);
    assert_string_equal(fingerprint,
                        "21fe31dfa154a261626bf854046fd2271b7bed4b6abe45aa58877ef47f9721b9");
    secret_free(secret);
}

static void test_key_round_trip(void **state)
{
    (void)state;
    for (int i = 0; i < 20; i++) {
        struct error error = {0};
        struct secret *secret = NULL;
        struct minisign_key file_key, line_key;
        char line[MINISIGN_KEY_LINE + 1];
        struct buf out = {0};
        assert_int_equal(secret_generate(&secret, &error), STATUS_OK);
        struct minisign_key key = key_of(secret);
        minisign_key_write(&out, &key);
        assert_int_equal(minisign_key_parse("x.pub", view(&out), &file_key, &error), STATUS_OK);
        assert_true(minisign_key_same(&key, &file_key));
        minisign_key_line(&key, line);
        assert_int_equal(minisign_key_parse_line("x", text_of(line), &line_key, &error), STATUS_OK);
        assert_true(minisign_key_same(&key, &line_key));
        line_key.id[7] ^= 1;
        assert_false(minisign_key_same(&key, &line_key));
        file_key.key[31] ^= 0x80;
        assert_false(minisign_key_same(&key, &file_key));
        buf_free(&out);
        secret_free(secret);
    }
}

/* The key of RFC 8032's first case under an id of zeros, and what can be wrong with its file. */
#define KEY_LINE "RWQAAAAAAAAAANdamAGCsQq31Uv+08lkBzoO4XLz2qYjJa8CGmj3B1Ea"
#define KEY_COMMENT "untrusted comment: minisign public key 0000000000000000"

static void test_key_refusals(void **state)
{
    (void)state;
    static const struct {
        const char *file, *says;
    } cases[] = {
        {"", "ends before line 1"},
        {KEY_COMMENT "\n", "ends before line 2, the key"},
        {KEY_COMMENT "\n" KEY_LINE, "line 2, the key: no LF at its end"},
        {KEY_COMMENT "\r\n" KEY_LINE "\n", "line 1, the untrusted comment: a CR in column 56"},
        {KEY_COMMENT "\n" KEY_LINE "\r\n", "line 2, the key: a CR in column 57"},
        {KEY_COMMENT "\n" KEY_LINE "\n\n", "goes on after line 2"},
        {KEY_COMMENT "\n" KEY_LINE "\n" KEY_LINE "\n", "goes on after line 2"},
        {"\xef\xbb\xbf" KEY_COMMENT "\n" KEY_LINE "\n", "byte 0xef in column 1"},
        {"untrusted comment: my key\n" KEY_LINE "\n", "\"untrusted comment: my key\", expected"},
        {KEY_COMMENT " \n" KEY_LINE "\n", "line 1, the untrusted comment: \""},
        {"untrusted comment: minisign public key 0\n" KEY_LINE "\n", "expected \"" KEY_COMMENT},
        {KEY_COMMENT "\n" KEY_LINE "=\n", "57 characters of base64, expected 56"},
        {KEY_COMMENT "\nRWQ\n", "3 characters of base64, expected 56"},
        {KEY_COMMENT "\nRWQ*AAAAAAAAANdamAGCsQq31Uv+08lkBzoO4XLz2qYjJa8CGmj3B1Ea\n",
         "is not base64"},
        {KEY_COMMENT "\nRWQAAAAAAAAAANdamAGCsQq31Uv-08lkBzoO4XLz2qYjJa8CGmj3B1Ea\n",
         "is not base64"},
        {KEY_COMMENT "\nRUQAAAAAAAAAANdamAGCsQq31Uv+08lkBzoO4XLz2qYjJa8CGmj3B1Ea\n",
         "line 2, the key: algorithm 0x4544, expected \"Ed\""},
        {KEY_COMMENT "\nRWQAAAAAAAAAAAEAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA\n",
         "line 2, the key: the key is a point of small order"},
        {KEY_COMMENT "\nRWQAAAAAAAAAAP//////////////////////////////////////////\n",
         "line 2, the key: the key is not canonical"},
    };
    struct error error = {0};
    struct minisign_key key;
    struct text good = text_of(KEY_COMMENT "\n" KEY_LINE "\n");
    assert_int_equal(minisign_key_parse("x.pub", good, &key, &error), STATUS_OK);
    for (size_t i = 0; i < COUNT(cases); i++)
        refuse_key(text_of(cases[i].file), cases[i].says);
    assert_int_equal(minisign_key_parse_line("keys.json", text_of(KEY_LINE "\n"), &key, &error),
                     STATUS_WRONG);
    assert_says(&error, "keys.json: 57 characters of base64, expected 56");
}

/* An id that is not derived from the key leaves some flips to what the key is for: a key file that
 * still reads must neither be the pinned key nor fit the signature. */
static void test_key_flips(void **state)
{
    (void)state;
    struct error error = {0};
    struct secret *secret = known_secret();
    struct minisign_key key = key_of(secret), flipped;
    struct buf out = {0}, file = sign(secret, TRUSTED);
    struct minisign_signature signature = parse(&file);
    minisign_key_write(&out, &key);
    int readable = 0;
    for (size_t bit = 0; bit < 8 * out.len; bit++) {
        out.data[bit / 8] ^= (char)(1 << bit % 8);
        if (minisign_key_parse("x.pub", view(&out), &flipped, &error) == STATUS_OK) {
            readable++;
            assert_false(minisign_key_same(&key, &flipped));
            assert_int_equal(minisign_check_comment(&signature, &flipped, &error), STATUS_WRONG);
            assert_int_equal(
                minisign_check_message(&signature, &flipped, message, message_len, &error),
                STATUS_WRONG);
        }
        out.data[bit / 8] ^= (char)(1 << bit % 8);
    }
    assert_in_range(readable, 1, 43 * 8); /* only in the 43 characters that spell the key */
    buf_free(&file);
    buf_free(&out);
    secret_free(secret);
}

/* ---- signatures ---- */

static void test_round_trip(void **state)
{
    (void)state;
    struct error error = {0};
    struct secret *secret = known_secret();
    struct minisign_key key = key_of(secret);
    struct buf file = sign(secret, TRUSTED), again = sign(secret, TRUSTED);
    assert_int_equal(file.len, again.len); /* deterministic */
    assert_memory_equal(file.data, again.data, file.len);
    struct minisign_signature signature = parse(&file);
    assert_string_equal(signature.comment, TRUSTED);
    assert_int_equal(minisign_check_comment(&signature, &key, &error), STATUS_OK);
    assert_int_equal(minisign_check_message(&signature, &key, message, message_len, &error),
                     STATUS_OK);
    assert_int_equal(minisign_check_message(&signature, &key, message, message_len - 1, &error),
                     STATUS_WRONG);
    assert_says(&error, "x.minisig: the file that it signs was altered");
    buf_free(&again);
    buf_free(&file);
    secret_free(secret);
}

static void test_signature_flips(void **state)
{
    (void)state;
    struct error error = {0};
    struct secret *secret = known_secret();
    struct minisign_key key = key_of(secret);
    struct buf file = sign(secret, TRUSTED);
    struct minisign_signature signature;
    for (size_t bit = 0; bit < 8 * file.len; bit++) {
        file.data[bit / 8] ^= (char)(1 << bit % 8);
        enum status status =
            minisign_parse("x.minisig", view(&file), UNTRUSTED, &signature, &error);
        if (status == STATUS_OK) /* before the message is looked at */
            status = minisign_check_comment(&signature, &key, &error);
        if (status != STATUS_WRONG)
            fail_msg("bit %zu", bit);
        file.data[bit / 8] ^= (char)(1 << bit % 8);
    }
    for (size_t len = 0; len < file.len; len++) {
        assert_int_equal(minisign_parse("x.minisig", (struct text){file.data, len}, UNTRUSTED,
                                        &signature, &error),
                         STATUS_WRONG);
    }
    signature = parse(&file);
    char copy[sizeof message];
    memcpy(copy, message, sizeof copy);
    for (size_t bit = 0; bit < 8 * message_len; bit++) {
        copy[bit / 8] ^= (char)(1 << bit % 8);
        assert_int_equal(minisign_check_message(&signature, &key, copy, message_len, &error),
                         STATUS_WRONG);
        copy[bit / 8] ^= (char)(1 << bit % 8);
    }
    buf_free(&file);
    secret_free(secret);
}

/* Each of the two signatures is checked, and neither stands in for the other. */
static void test_altered(void **state)
{
    (void)state;
    struct error error = {0};
    struct secret *secret = known_secret(), *other = secret_of(rfc8032[1].seed);
    struct minisign_key key = key_of(secret), other_key = key_of(other);
    struct buf file = sign(secret, TRUSTED);
    struct minisign_signature good = parse(&file), bad = good;
    bad.comment[0] ^= 1;
    assert_int_equal(minisign_check_comment(&bad, &key, &error), STATUS_WRONG);
    assert_says(&error, "x.minisig: the trusted comment was altered");
    assert_int_equal(minisign_check_message(&bad, &key, message, message_len, &error), STATUS_OK);

    bad = good;
    memcpy(bad.message, good.global, sizeof bad.message);
    assert_int_equal(minisign_check_message(&bad, &key, message, message_len, &error),
                     STATUS_WRONG);

    assert_int_equal(minisign_check_comment(&good, &other_key, &error), STATUS_WRONG);
    assert_string_equal(error.text, "x.minisig: made with key 41FDFBF560F61980, not with "
                                    "4C8527B47F28B6FF");
    assert_int_equal(minisign_check_message(&good, &other_key, message, message_len, &error),
                     STATUS_WRONG);
    assert_says(&error, "x.minisig: made with key 41FDFBF560F61980");

    memcpy(other_key.id, key.id, sizeof key.id); /* the id proves nothing */
    assert_int_equal(minisign_check_comment(&good, &other_key, &error), STATUS_WRONG);
    assert_int_equal(minisign_check_message(&good, &other_key, message, message_len, &error),
                     STATUS_WRONG);
    buf_free(&file);
    secret_free(other);
    secret_free(secret);
}

/* `good` with its first `find` replaced. */
static void refuse_changed(const struct buf *good, const char *find, const char *replace,
                           const char *says)
{
    struct buf changed = {0};
    const char *at = strstr(good->data, find);
    assert_non_null(at);
    buf_put(&changed, good->data, (size_t)(at - good->data));
    buf_puts(&changed, replace);
    buf_puts(&changed, at + strlen(find));
    refuse_signature(view(&changed), says);
    buf_free(&changed);
}

static void test_signature_refusals(void **state)
{
    (void)state;
    struct secret *secret = known_secret();
    struct buf good = sign(secret, TRUSTED);
    struct minisign_signature s = parse(&good);
    char comment[MINISIGN_COMMENT_MAX + 2];
    memset(comment, 'x', sizeof comment);
    comment[sizeof comment - 1] = '\0';

    refuse_signature((struct text){NULL, 0}, "ends before line 1, the untrusted comment");
    refuse_changed(&good, UNTRUSTED "\n", UNTRUSTED "\r\n", "the untrusted comment: a CR");
    refuse_changed(&good, UNTRUSTED, "another", "\"another\", expected \"" UNTRUSTED "\"");
    refuse_changed(&good, UNTRUSTED, comment, "line 1, the untrusted comment: a comment of 513");
    refuse_changed(&good, "untrusted comment: ", "untrusted comment:", "does not begin with");
    refuse_changed(&good, "\ntrusted comment: ", "\nTrusted comment: ",
                   "line 3, the trusted comment: \"Trusted comment: asym");
    refuse_changed(&good, TRUSTED, comment, "a comment of 513 characters, at most 512");
    refuse_changed(&good, "asym", "as\tym", "line 3, the trusted comment: byte 0x09 in column 20");
    refuse_changed(&good, "asym", "as\xc3\xbcm", "byte 0xc3 in column 20");
    refuse_changed(&good, "asym", "as\x7fm", "byte 0x7f in column 20");
    refuse_changed(&good, "asym", "as\nym", "goes on after line 4");
    refuse_changed(&good, "\nRUS", "\n RUS", "line 2, the signature: 101 characters");
    refuse_changed(&good, "\nRUS", "\n RU", "line 2, the signature: \" RU");
    refuse_changed(&good, "\nRUS", "\nR=S", "is not base64");

    struct buf file = compose("Ed", s.id, s.message, TRUSTED, s.global);
    refuse_signature(view(&file), "line 2, the signature: the legacy algorithm \"Ed\"");
    buf_free(&file);
    file = compose("EX", s.id, s.message, TRUSTED, s.global);
    refuse_signature(view(&file), "line 2, the signature: algorithm 0x4558, expected \"ED\"");
    buf_free(&file);

    char *last = strrchr(good.data, '=') - 2; /* the last of 88: its low bits are padding */
    struct text three = {good.data, (size_t)(last - 85 - good.data)};
    refuse_signature(three, "ends before line 4, the global signature");
    assert_true(last[1] == '=');
    last[0]++;
    refuse_signature(view(&good), "is base64, but not in its canonical form");
    last[0]--;
    buf_puts(&good, "\n");
    refuse_signature(view(&good), "goes on after line 4, the global signature");
    good.len -= 2;
    refuse_signature(view(&good), "line 4, the global signature: no LF at its end");
    buf_free(&good);
    secret_free(secret);
}

static void test_write_refusals(void **state)
{
    (void)state;
    char comment[MINISIGN_COMMENT_MAX + 2];
    memset(comment, 'x', sizeof comment);
    comment[sizeof comment - 1] = '\0';
    const char *const cases[][3] = {
        {"a\nb", "c", "the new signature: goes on after line 4"},
        {"a", "b\nc", "the new signature: goes on after line 4"},
        {"a", "b\tc", "line 3, the trusted comment: byte 0x09"},
        {"\xc3\xbc", "b", "line 1, the untrusted comment: byte 0xc3"},
        {comment, "b", "a comment of 513 characters"},
        {"a", comment, "a comment of 513 characters"},
    };
    struct secret *secret = known_secret();
    struct buf out = {0};
    buf_puts(&out, "before");
    for (size_t i = 0; i < COUNT(cases); i++) {
        struct error error = {0};
        assert_int_equal(
            minisign_write(&out, secret, message, message_len, cases[i][0], cases[i][1], &error),
            STATUS_WRONG);
        assert_says(&error, cases[i][2]);
        assert_string_equal(out.data, "before");
    }
    buf_free(&out);
    secret_free(secret);
}

/* ---- minisign ---- */

static void test_minisign_verifies_ours(void **state)
{
    (void)state;
    char longest[MINISIGN_COMMENT_MAX + 1], command[256];
    memset(longest, 'x', sizeof longest - 1);
    longest[sizeof longest - 1] = '\0';
    const char *const comments[] = {TRUSTED, "", " spaces around ", longest};
    struct error error = {0};
    struct secret *secret = NULL;
    assert_int_equal(secret_generate(&secret, &error), STATUS_OK);
    struct minisign_key key = key_of(secret);
    char line[MINISIGN_KEY_LINE + 1];
    struct buf pub = {0};
    minisign_key_write(&pub, &key);
    minisign_key_line(&key, line);
    snprintf(command, sizeof command, "minisign -VHQ -P %s -m sums", line);
    put_file("sums", message, message_len);
    put_file("ours.pub", pub.data, pub.len);
    for (size_t i = 0; i < COUNT(comments); i++) {
        struct buf file = sign(secret, comments[i]);
        put_file("sums.minisig", file.data, file.len);
        assert_int_equal(run("minisign -VH -p ours.pub -m sums"), 0);
        assert_int_equal(run(command), 0);
        struct buf printed = get_file("printed");
        assert_int_equal(printed.len, strlen(comments[i]) + 1);
        assert_memory_equal(printed.data, comments[i], strlen(comments[i]));
        buf_free(&printed);
        buf_free(&file);
    }
    put_file("sums", message, message_len - 1);
    assert_int_equal(run("minisign -VH -p ours.pub -m sums"), 1);
    buf_free(&pub);
    secret_free(secret);
}

/* minisign 0.11 leaves out leading zeros of the id in the comment: another key is made then. */
static struct minisign_key make_minisign_key(void)
{
    static const char comment[] = "untrusted comment: minisign public key ";
    struct error error = {0};
    struct minisign_key key = {0};
    for (int tries = 0; tries < 20; tries++) {
        assert_int_equal(run("minisign -GWf -p theirs.pub -s theirs.key"), 0);
        struct buf pub = get_file("theirs.pub");
        if (strchr(pub.data, '\n') - pub.data == (long)strlen(comment) + MINISIGN_ID_HEX) {
            if (minisign_key_parse("theirs.pub", view(&pub), &key, &error) != STATUS_OK)
                fail_msg("%s", error.text);
            struct buf again = {0};
            minisign_key_write(&again, &key);
            assert_string_equal(again.data, pub.data);
            buf_free(&again);
            buf_free(&pub);
            return key;
        }
        refuse_key(view(&pub), "line 1, the untrusted comment: \"");
        buf_free(&pub);
    }
    fail_msg("no minisign key with an id of 16 digits");
    return key;
}

static void test_we_verify_minisign(void **state)
{
    (void)state;
    struct error error = {0};
    struct minisign_key key = make_minisign_key();
    put_file("theirs", message, message_len);
    assert_int_equal(run("minisign -S -s theirs.key -m theirs -c '" UNTRUSTED "' -t '" TRUSTED "'"),
                     0);
    struct buf file = get_file("theirs.minisig");
    struct minisign_signature signature = parse(&file);
    assert_string_equal(signature.comment, TRUSTED);
    assert_int_equal(minisign_check_comment(&signature, &key, &error), STATUS_OK);
    assert_int_equal(minisign_check_message(&signature, &key, message, message_len, &error),
                     STATUS_OK);
    buf_free(&file);

    assert_int_equal(run("minisign -Sl -s theirs.key -m theirs -c '" UNTRUSTED "' -t x"), 0);
    file = get_file("theirs.minisig");
    refuse_signature(view(&file), "the legacy algorithm \"Ed\"");
    buf_free(&file);
}

/* ---- the secret ---- */

/* The caller frees the buffer. */
static struct buf write_pem(const struct secret *secret)
{
    struct buf pem = {0};
    struct error error = {0};
    if (secret_write_pem(secret, text_of(PASS), &pem, &error) != STATUS_OK)
        fail_msg("%s", error.text);
    return pem;
}

static void refuse_pem(struct text pem, const char *passphrase, enum status expected,
                       const char *says)
{
    struct secret *secret = NULL;
    struct error error = {0};
    assert_int_equal(secret_read_pem("x.pem", pem, text_of(passphrase), &secret, &error), expected);
    assert_null(secret);
    assert_says(&error, says);
    assert_memory_equal(error.text, "x.pem: ", 7);
}

static void test_pem_round_trip(void **state)
{
    (void)state;
    struct error error = {0};
    struct secret *secret = NULL, *again = NULL;
    unsigned char public[32], read_public[32], made[64], read_made[64];
    assert_int_equal(secret_generate(&secret, &error), STATUS_OK);
    struct buf pem = write_pem(secret), other = write_pem(secret);
    assert_string_not_equal(pem.data, other.data); /* a new salt */
    assert_int_equal(secret_read_pem("x.pem", view(&pem), text_of(PASS), &again, &error),
                     STATUS_OK);
    secret_public(secret, public);
    secret_public(again, read_public);
    assert_memory_equal(public, read_public, sizeof public);
    assert_int_equal(secret_sign(secret, message, message_len, made, &error), STATUS_OK);
    assert_int_equal(secret_sign(again, message, message_len, read_made, &error), STATUS_OK);
    assert_memory_equal(made, read_made, sizeof made);
    buf_free(&other);
    buf_free(&pem);
    secret_free(again);
    secret_free(secret);
    secret_free(NULL);
}

static void test_passphrases(void **state)
{
    (void)state;
    char long_one[SECRET_PASSPHRASE_MAX + 2];
    memset(long_one, 'x', sizeof long_one - 1);
    long_one[sizeof long_one - 1] = '\0';
    struct error error = {0};
    struct secret *secret = known_secret();
    struct buf pem = {0};
    assert_int_equal(secret_write_pem(secret, text_of(""), &pem, &error), STATUS_CANNOT);
    assert_says(&error, "the passphrase is empty");
    assert_int_equal(secret_write_pem(secret, text_of(long_one), &pem, &error), STATUS_CANNOT);
    assert_says(&error, "the passphrase has 1024 bytes, at most 1023");
    assert_int_equal(pem.len, 0);
    pem = write_pem(secret);
    refuse_pem(view(&pem), "", STATUS_CANNOT, "the passphrase is empty");
    refuse_pem(view(&pem), long_one, STATUS_CANNOT, "the passphrase has 1024 bytes");
    refuse_pem(view(&pem), PASS " ", STATUS_WRONG, "the passphrase is wrong");
    refuse_pem(view(&pem), "Correct horse", STATUS_WRONG, "the passphrase is wrong");
    buf_free(&pem);
    secret_free(secret);
}

/* In two pieces, so that nobody who looks for secrets in the tree finds this. */
#define PEM_BEGIN                                                                                  \
    "-----BEGIN ENCRYPTED PRIVATE"                                                                 \
    " KEY-----"

static void test_pem_refusals(void **state)
{
    (void)state;
    struct secret *secret = known_secret();
    struct buf pem = write_pem(secret);
    refuse_pem((struct text){NULL, 0}, PASS, STATUS_WRONG, "does not begin with");
    refuse_pem((struct text){pem.data + 1, pem.len - 1}, PASS, STATUS_WRONG, "does not begin with");
    refuse_pem((struct text){pem.data, pem.len / 2}, PASS, STATUS_WRONG, "malformed or cut off");
    refuse_pem(text_of(PEM_BEGIN "\nMAA=\n"
                                 "-----END ENCRYPTED PRIVATE KEY-----\n"),
               PASS, STATUS_WRONG, "holds no encrypted PKCS#8");
    /* An empty one of these, and a byte behind it. */
    refuse_pem(text_of(PEM_BEGIN "\nMAkwBQYDK2VwBAAA\n"
                                 "-----END ENCRYPTED PRIVATE KEY-----\n"),
               PASS, STATUS_WRONG, "holds no encrypted PKCS#8");
    refuse_pem(text_of(PEM_BEGIN "\nProc-Type: 4,ENCRYPTED\n"
                                 "DEK-Info: AES-256-CBC,00112233445566778899AABBCCDDEEFF\n\nMAA=\n"
                                 "-----END ENCRYPTED PRIVATE KEY-----\n"),
               PASS, STATUS_WRONG, "a PEM block with headers");
    refuse_pem(text_of("-----BEGIN PUBLIC KEY-----\n"
                       "MCowBQYDK2VwAyEAfU0Of2FTpptiQrUiq77mhf2kQg+INLEIw72uNp71Sfo=\n"
                       "-----END PUBLIC KEY-----\n"),
               PASS, STATUS_WRONG,
               "a PEM block \"PUBLIC KEY\", expected \"ENCRYPTED PRIVATE KEY\"");
    buf_puts(&pem, "\n");
    refuse_pem(view(&pem), PASS, STATUS_WRONG, "bytes after the PEM block: 1");
    buf_free(&pem);
    secret_free(secret);
}

static void test_openssl_keys(void **state)
{
    (void)state;
    struct error error = {0};
    struct secret *secret = NULL;
    assert_int_equal(run("openssl genpkey -algorithm ED25519 -out clear.pem"), 0);
    struct buf pem = get_file("clear.pem");
    refuse_pem(view(&pem), PASS, STATUS_WRONG, "the key is not encrypted");
    buf_free(&pem);

    /* As the message advises. */
    assert_int_equal(run("openssl pkcs8 -topk8 -scrypt -in clear.pem -passout 'pass:" PASS
                         "' -out cipher.pem && openssl pkey -in clear.pem -pubout -outform DER"),
                     0);
    pem = get_file("cipher.pem");
    if (secret_read_pem("cipher.pem", view(&pem), text_of(PASS), &secret, &error) != STATUS_OK)
        fail_msg("%s", error.text);
    buf_free(&pem);
    struct buf der = get_file("printed");
    unsigned char public[32];
    secret_public(secret, public);
    assert_int_equal(der.len, 12 + 32);
    assert_memory_equal(public, der.data + 12, 32);
    buf_free(&der);
    secret_free(secret);

    assert_int_equal(
        run("openssl genpkey -algorithm X25519 -aes-256-cbc -pass 'pass:" PASS "' -out x25519.pem"),
        0);
    pem = get_file("x25519.pem");
    refuse_pem(view(&pem), PASS, STATUS_WRONG, "a key of type X25519, expected ED25519");
    buf_free(&pem);
}

static void test_openssl_reads_ours(void **state)
{
    (void)state;
    struct error error = {0};
    struct secret *secret = NULL;
    unsigned char public[32], signature[64];
    assert_int_equal(secret_generate(&secret, &error), STATUS_OK);
    struct buf pem = write_pem(secret);
    put_file("ours.pem", pem.data, pem.len);
    put_file("data", message, message_len);
    buf_free(&pem);

    assert_int_equal(
        run("openssl pkey -in ours.pem -passin 'pass:" PASS "' -pubout -outform DER -out ours.der"),
        0);
    struct buf der = get_file("ours.der");
    secret_public(secret, public);
    assert_int_equal(der.len, 12 + 32);
    assert_memory_equal(public, der.data + 12, 32);
    buf_free(&der);
    assert_int_not_equal(run("openssl pkey -in ours.pem -passin pass:wrong -noout"), 0);
    assert_int_equal(run("openssl asn1parse -in ours.pem | grep -q scrypt"), 0);

    assert_int_equal(run("openssl pkeyutl -sign -rawin -inkey ours.pem -passin 'pass:" PASS
                         "' -in data -out data.sig"),
                     0);
    struct buf theirs = get_file("data.sig");
    assert_int_equal(secret_sign(secret, message, message_len, signature, &error), STATUS_OK);
    assert_int_equal(theirs.len, 64);
    assert_memory_equal(theirs.data, signature, 64);
    buf_free(&theirs);
    secret_free(secret);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_rfc8032),
        cmocka_unit_test(test_wycheproof),
        cmocka_unit_test(test_small_order_keys),
        cmocka_unit_test(test_non_canonical_keys),
        cmocka_unit_test(test_malleable),
        cmocka_unit_test(test_malleable_files),
        cmocka_unit_test(test_small_order_r),
        cmocka_unit_test(test_derived_key),
        cmocka_unit_test(test_key_round_trip),
        cmocka_unit_test(test_key_refusals),
        cmocka_unit_test(test_key_flips),
        cmocka_unit_test(test_round_trip),
        cmocka_unit_test(test_signature_flips),
        cmocka_unit_test(test_altered),
        cmocka_unit_test(test_signature_refusals),
        cmocka_unit_test(test_write_refusals),
        cmocka_unit_test(test_minisign_verifies_ours),
        cmocka_unit_test(test_we_verify_minisign),
        cmocka_unit_test(test_pem_round_trip),
        cmocka_unit_test(test_passphrases),
        cmocka_unit_test(test_pem_refusals),
        cmocka_unit_test(test_openssl_keys),
        cmocka_unit_test(test_openssl_reads_ours),
    };
    return cmocka_run_group_tests_name("minisign", tests, make_folder, remove_folder);
}

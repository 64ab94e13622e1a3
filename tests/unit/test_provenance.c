/* release/provenance, release/dsse and base/base64, against RFC 4648, the DSSE specification and
 * openssl. tests/node/verify-dsse.mjs holds them against sigstore. */
#include "base/base64.h"
#include "base/file.h"
#include "base/json.h"
#include "release/dsse.h"
#include "release/provenance.h"
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

#include <openssl/evp.h>
#include <openssl/pem.h>

#define COUNT(array) (sizeof(array) / sizeof(array)[0])

#define PASS "correct horse"
#define TYPE PROVENANCE_PAYLOAD_TYPE

/* ---- making things ---- */

static char folder[] = "/tmp/test_provenance.XXXXXX";

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

static void put_file(const char *name, struct text data)
{
    struct error error = {0};
    char *path = file_join(folder, name);
    assert_int_equal(file_write(path, data, 0644, &error), STATUS_OK);
    free(path);
}

static struct text view(const struct buf *buf)
{
    return (struct text){buf->data, buf->len};
}

static void assert_says(const struct error *error, const char *part)
{
    if (!strstr(error->text, part))
        fail_msg("\"%s\" does not say \"%s\"", error->text, part);
}

/* A secret of 32 equal bytes, by the one road there is: an encrypted PEM, made by libcrypto. */
static struct secret *secret_of(int byte)
{
    unsigned char seed[32];
    struct error error = {0};
    struct secret *secret = NULL;
    char *pem;
    memset(seed, byte, sizeof seed);
    EVP_PKEY *key = EVP_PKEY_new_raw_private_key(EVP_PKEY_ED25519, NULL, seed, sizeof seed);
    BIO *bio = BIO_new(BIO_s_mem());
    assert_int_equal(PEM_write_bio_PKCS8PrivateKey(bio, key, EVP_aes_128_cbc(), PASS,
                                                   (int)strlen(PASS), NULL, NULL),
                     1);
    struct text text = {NULL, (size_t)BIO_get_mem_data(bio, &pem)};
    text.data = pem;
    if (secret_read_pem("pem", text, text_of(PASS), &secret, &error) != STATUS_OK)
        fail_msg("%s", error.text);
    BIO_free(bio);
    EVP_PKEY_free(key);
    return secret;
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

/* `text` with the first `old` in it replaced; the caller frees the buffer. */
static struct buf replaced(struct text text, const char *old, const char *new)
{
    struct buf out = {0};
    const char *at = memmem(text.data, text.len, old, strlen(old));
    if (!at)
        fail_msg("there is no %s", old);
    buf_put(&out, text.data, (size_t)(at - text.data));
    buf_puts(&out, new);
    at += strlen(old);
    buf_put(&out, at, text.len - (size_t)(at - text.data));
    return out;
}

/* The caller frees the buffer. */
static struct buf sealed(const struct secret *secret, const char *type, struct text payload)
{
    struct buf out = {0};
    struct error error = {0};
    if (dsse_write(&out, secret, type, payload, &error) != STATUS_OK)
        fail_msg("%s", error.text);
    return out;
}

/* ---- base64 ---- */

static void test_base64_vectors(void **state)
{
    (void)state;
    static const char *const vectors[][2] = {
        {"", ""},
        {"f", "Zg=="},
        {"fo", "Zm8="},
        {"foo", "Zm9v"},
        {"foob", "Zm9vYg=="},
        {"fooba", "Zm9vYmE="},
        {"foobar", "Zm9vYmFy"},
        {"\xff\xff\xbf", "//+/"},
    };
    for (size_t i = 0; i < COUNT(vectors); i++) {
        const char *bytes = vectors[i][0];
        char text[16], fixed[16] = {0};
        struct error error = {0};
        struct buf out = {0}, back = {0};
        buf_puts(&out, "before ");
        base64_encode(bytes, strlen(bytes), text);
        assert_string_equal(text, vectors[i][1]);
        base64_put(&out, bytes, strlen(bytes));
        assert_string_equal(out.data + strlen("before "), text);
        assert_int_equal(base64_decode(text_of(text), fixed, strlen(bytes), &error), STATUS_OK);
        assert_string_equal(fixed, bytes);
        buf_puts(&back, "before ");
        assert_int_equal(base64_get(text_of(text), &back, &error), STATUS_OK);
        assert_string_equal(back.data + strlen("before "), bytes);
        buf_free(&out);
        buf_free(&back);
    }
}

static void test_base64_as_libcrypto(void **state)
{
    (void)state;
    unsigned char bytes[256], theirs[400];
    char ours[400];
    struct error error = {0};
    for (size_t i = 0; i < sizeof bytes; i++)
        bytes[i] = (unsigned char)(i * 167 + 13);
    for (size_t len = 0; len <= sizeof bytes; len++) {
        unsigned char back[sizeof bytes];
        base64_encode(bytes, len, ours);
        EVP_EncodeBlock(theirs, bytes, (int)len);
        assert_string_equal(ours, (char *)theirs);
        assert_int_equal(base64_decode(text_of(ours), back, len, &error), STATUS_OK);
        assert_memory_equal(back, bytes, len);
    }
}

static void test_base64_refusals(void **state)
{
    (void)state;
    static const char *const cases[][2] = {
        {"Zg", "its length is no multiple of four"},
        {"Zg=", "its length is no multiple of four"},
        {"Zm9v\n", "its length is no multiple of four"},
        {"Zh==", "is base64, but not in its canonical form"},
        {"Zm9=", "is base64, but not in its canonical form"},
        {"Z===", "is not base64"},
        {"====", "is not base64"},
        {"Zg==Zg==", "is not base64"},
        {"Zm8-", "is not base64"},
        {"Zm_v", "is not base64"},
        {" Zm8", "is not base64"},
        {"Zm8\n", "is not base64"},
        {"Zm\xc3\xbc", "is not base64"},
    };
    for (size_t i = 0; i < COUNT(cases); i++) {
        struct error error = {0};
        struct buf out = {0};
        buf_puts(&out, "before");
        assert_int_equal(base64_get(text_of(cases[i][0]), &out, &error), STATUS_WRONG);
        assert_says(&error, cases[i][1]);
        assert_string_equal(out.data, "before");
        buf_free(&out);
    }
    struct error error = {0};
    char bytes[4] = "abc";
    assert_int_equal(base64_get((struct text){"Zm\0v", 4}, NULL, &error), STATUS_WRONG);
    assert_int_equal(base64_decode(text_of("Zg=="), bytes, 2, &error), STATUS_WRONG);
    assert_says(&error, "base64 of 1 bytes, expected 2");
    assert_int_equal(base64_decode(text_of("Zm9vYg=="), bytes, 3, &error), STATUS_WRONG);
    assert_says(&error, "8 characters of base64, expected 4");
    assert_string_equal(bytes, "abc");
}

/* Of all texts of four characters that end like this, those are good that encode writes. */
static void test_base64_one_form(void **state)
{
    (void)state;
    size_t good = 0;
    for (unsigned pair = 0; pair < 65536; pair++) {
        char text[5] = {'Z', 'm', (char)(pair >> 8), (char)(pair & 255), 0}, again[5];
        struct error error = {0};
        struct buf out = {0};
        if (base64_get((struct text){text, 4}, &out, &error) == STATUS_OK) {
            base64_encode(out.data, out.len, again);
            assert_memory_equal(again, text, 4);
            good++;
        }
        buf_free(&out);
    }
    assert_int_equal(good, 64 * 64 + 16); /* three bytes; two; one: 'm' has bits behind the byte */
}

/* ---- DSSE ---- */

static void test_pae(void **state)
{
    (void)state;
    struct buf out = {0};
    dsse_pae(&out, "http://example.com/HelloWorld", text_of("hello world"));
    assert_string_equal(out.data, "DSSEv1 29 http://example.com/HelloWorld 11 hello world");
    buf_free(&out);
    dsse_pae(&out, "", (struct text){NULL, 0});
    assert_string_equal(out.data, "DSSEv1 0  0 ");
    buf_free(&out);
    dsse_pae(&out, "t", (struct text){"a\0b", 3});
    assert_int_equal(out.len, strlen("DSSEv1 1 t 3 ") + 3);
    assert_memory_equal(out.data, "DSSEv1 1 t 3 a\0b", out.len);
    buf_free(&out);
}

static void test_dsse_round_trip(void **state)
{
    (void)state;
    static const struct text payloads[] = {{"", 0}, {"{}\n", 3}, {"a\0\xff", 3}};
    struct secret *secret = secret_of(1);
    struct minisign_key key = key_of(secret);
    for (size_t i = 0; i < COUNT(payloads); i++) {
        struct error error = {0};
        struct buf payload = {0};
        struct buf envelope = sealed(secret, TYPE, payloads[i]);
        buf_puts(&payload, "before");
        assert_int_equal(dsse_check("x", view(&envelope), TYPE, &key, &payload, &error), STATUS_OK);
        assert_int_equal(payload.len, strlen("before") + payloads[i].len);
        assert_memory_equal(payload.data + strlen("before"), payloads[i].data, payloads[i].len);
        buf_free(&payload);
        buf_free(&envelope);
    }
    secret_free(secret);
}

static void test_dsse_form(void **state)
{
    (void)state;
    struct secret *secret = secret_of(1);
    struct buf envelope = sealed(secret, TYPE, text_of("{}\n"));
    assert_string_equal(
        envelope.data,
        "{\"payload\":\"e30K\",\"payloadType\":\"application/vnd.in-toto+json\",\"signatures\":[{"
        "\"keyid\":\"34750f98bd59fcfc946da45aaabe933be154a4b5094e1c4abf42866505f3c97e\","
        "\"sig\":\"VEItza9ffb/"
        "rTZ7l3rGzRFQJI36y+ISab4dcXCJYf+BQfe9FQJeGPJhlvtNVer4l0L8JNWzu7zEmKWJMwbH6"
        "BA==\"}]}\n");
    buf_free(&envelope);
    secret_free(secret);
}

/* Refused, by what the message says, and nothing is handed out. */
static void refuse(struct text envelope, const struct minisign_key *key, const char *says)
{
    struct error error = {0};
    struct buf payload = {0};
    buf_puts(&payload, "before");
    assert_int_equal(dsse_check("x.json", envelope, TYPE, key, &payload, &error), STATUS_WRONG);
    assert_says(&error, says);
    assert_memory_equal(error.text, "x.json:", 7);
    assert_string_equal(payload.data, "before");
    buf_free(&payload);
}

static void test_dsse_flips(void **state)
{
    (void)state;
    struct secret *secret = secret_of(1);
    struct minisign_key key = key_of(secret);
    struct buf envelope = sealed(secret, TYPE, text_of("{\"a\":\"b\"}\n"));
    for (size_t bit = 0; bit < envelope.len * 8; bit++) {
        envelope.data[bit / 8] = (char)(envelope.data[bit / 8] ^ 1 << bit % 8);
        refuse(view(&envelope), &key, "");
        envelope.data[bit / 8] = (char)(envelope.data[bit / 8] ^ 1 << bit % 8);
    }
    for (size_t len = 0; len < envelope.len; len++)
        refuse((struct text){envelope.data, len}, &key, "");
    for (size_t at = 0; at <= envelope.len; at++) {
        for (const char *more = " \n\t,=A\""; *more; more++) {
            struct buf longer = {0};
            buf_put(&longer, envelope.data, at);
            buf_putc(&longer, *more);
            buf_put(&longer, envelope.data + at, envelope.len - at);
            refuse(view(&longer), &key, "");
            buf_free(&longer);
        }
    }
    buf_free(&envelope);
    secret_free(secret);
}

static void test_dsse_refusals(void **state)
{
    (void)state;
    static const char *const cases[][3] = {
        {"{\"payload\"", " {\"payload\"", "not in its canonical form, from byte 0 on"},
        {"\",\"payloadType", "\", \"payloadType", "not in its canonical form, from byte 18 on"},
        {"}]}\n", "}]}", "not in its canonical form"},
        {"}]}\n", "}]}\n\n", "not in its canonical form"},
        {"}]}\n", "}]}\r\n", "not in its canonical form"},
        {"}]}\n", "}]}\n{}", "x.json"},
        {"e30K", "e\\u00330K", "not in its canonical form"},
        {"+json", "\\u002bjson", "not in its canonical form"},
        {"e30K", "e30L", "the payload was altered, or the signature: the signature does not fit"},
        {"e30K", "e30", "payload: \"e30\" is not base64"},
        {"e30K", "e31=", "payload: \"e31=\" is base64, but not in its canonical form"},
        {"e30K", "e3_K", "payload: \"e3_K\" is not base64"},
        {"e30K", "e30K\\n", "payload: a control character"},
        {"e30K", "", "the signature does not fit"},
        {"\"e30K\"", "7", "payload: not a string"},
        {"in-toto+json", "in-toto+jsom", "the payloadType is \"application/vnd.in-toto+jsom\""},
        {"application/vnd.in-toto+json", "", "the payloadType is \"\""},
        {"[{", "[{\"keyid\":\"\",\"sig\":\"\"},{", "signatures: 2 entries, which are too many"},
        {"\"payload\"", "\"more\":1,\"payload\"", "unknown member 'more'"},
        {"\"payload\"", "\"payload\":\"e30K\",\"payload\"", "the key 'payload' stands twice"},
        {"\"keyid\"", "\"keyid\":\"\",\"keyid\"", "the key 'keyid' stands twice"},
        {"\"sig\"", "\"cert\":\"\",\"sig\"", "unknown member 'cert'"},
        {"\"keyid\":\"34", "\"keyid\":\"35", "the keyid is \"35750f98"},
        {"\"keyid\":\"34", "\"keyid\":\"", "the keyid is \"750f98"},
        {"750f98", "750F98", "the keyid is \"34750F98"},
        {"\"sig\":\"VEI", "\"sig\":\"VEJ", "the signature does not fit"},
        {"BA==", "BB==", "sig: \"VEItza"},
        {"BA==", "BA=", "sig: 87 characters of base64, expected 88"},
        {"6BA==", "6BAA=", "sig: base64 of 65 bytes, expected 64"},
        {"6BA==", "6B9==", "sig: \"VEItza"},
    };
    struct secret *secret = secret_of(1);
    struct minisign_key key = key_of(secret);
    struct buf envelope = sealed(secret, TYPE, text_of("{}\n"));
    for (size_t i = 0; i < COUNT(cases); i++) {
        struct buf changed = replaced(view(&envelope), cases[i][0], cases[i][1]);
        refuse(view(&changed), &key, cases[i][2]);
        buf_free(&changed);
    }
    refuse(text_of(""), &key, "");
    refuse(text_of("{}\n"), &key, "member 'payload' is missing");
    refuse(text_of("[]\n"), &key, "not an object");
    refuse(text_of("{\"payload\":\"e30K\",\"payloadType\":\"" TYPE "\",\"signatures\":[]}\n"), &key,
           "signatures: 0 entries, which are too few");
    buf_free(&envelope);
    secret_free(secret);
}

/* The same signature twice is two signatures, too. */
static void test_dsse_two_signatures(void **state)
{
    (void)state;
    struct secret *secret = secret_of(1);
    struct minisign_key key = key_of(secret);
    struct buf envelope = sealed(secret, TYPE, text_of("{}\n")), twice = {0};
    const char *entry = strstr(envelope.data, "[{") + 1, *end = strstr(entry, "]}");
    buf_put(&twice, envelope.data, (size_t)(end - envelope.data));
    buf_putc(&twice, ',');
    buf_puts(&twice, entry);
    refuse(view(&twice), &key, "signatures: 2 entries, which are too many");
    buf_free(&twice);
    buf_free(&envelope);
    secret_free(secret);
}

static void test_dsse_other_key(void **state)
{
    (void)state;
    struct secret *secret = secret_of(1), *other = secret_of(2);
    struct minisign_key key = key_of(secret), other_key = key_of(other);
    char id[SHA256_HEX + 1], other_id[SHA256_HEX + 1];
    struct error error = {0};
    assert_int_equal(minisign_fingerprint(&key, id, &error), STATUS_OK);
    assert_int_equal(minisign_fingerprint(&other_key, other_id, &error), STATUS_OK);
    struct buf envelope = sealed(other, TYPE, text_of("{}\n"));
    refuse(view(&envelope), &key, "the keyid is \"");
    struct buf relabelled = replaced(view(&envelope), other_id, id);
    refuse(view(&relabelled), &key, "the signature does not fit");
    buf_free(&relabelled);
    buf_free(&envelope);
    envelope = sealed(secret, "application/vnd.in-toto+xml", text_of("{}\n"));
    refuse(view(&envelope), &key, "the payloadType is \"application/vnd.in-toto+xml\"");
    relabelled = replaced(view(&envelope), "xml", "json"); /* the type is signed */
    refuse(view(&relabelled), &key, "the signature does not fit");
    buf_free(&relabelled);
    buf_free(&envelope);
    secret_free(other);
    secret_free(secret);
}

/* ---- a small release ---- */

static const char passport[] =
    "{\"engines\":{\"fake-1\":{\"files\":{\"binary\":"
    "\"1111111111111111111111111111111111111111111111111111111111111111\",\"net\":"
    "\"2222222222222222222222222222222222222222222222222222222222222222\"}}},"
    "\"runs\":[{\"host\":\"two cores\"}],\"study\":\"asym\"}";

struct made {
    struct release release;
    struct files content;
    struct archive_digest tar;
    struct secret *secret;
    struct minisign_key key;
};

static void make_release(struct made *made)
{
    static const char *const files[][2] = {
        {"README.md", "# read\n"},          {"inputs/evidence/fake-1/nodes-10.csv", "w,b\n"},
        {"inputs/ladder.json", "{}\n"},     {"tables/coverage.json", "{}\n"},
        {"tables/pairs.csv", "rank,w,b\n"},
    };
    char content_id[SHA256_HEX + 1];
    struct error error = {0};
    *made = (struct made){
        .release.edition = {.study = "asym", .version = "2026.11.1", .format = 1},
        .tar = {.bytes = 10240},
        .secret = secret_of(1),
    };
    made->key = key_of(made->secret);
    memset(made->tar.sha256, '3', SHA256_HEX);
    assert_int_equal(json_parse("passport", text_of(passport), &made->release.passport, &error),
                     STATUS_OK);
    for (size_t i = 0; i < COUNT(files); i++)
        assert_int_equal(files_add_view(&made->content, files[i][0], text_of(files[i][1]), &error),
                         STATUS_OK);
    assert_int_equal(release_seal(&made->content, content_id, &error), STATUS_OK);
}

static void free_release(struct made *made)
{
    release_free(&made->release);
    files_free(&made->content);
    secret_free(made->secret);
}

static const char statement[] =
    "{\"_type\":\"https://in-toto.io/Statement/v1\",\"predicate\":{\"buildDefinition\":{"
    "\"buildType\":\"urn:asym-passport:build:1\",\"externalParameters\":{\"passport\":"
    "{\"engines\":{\"fake-1\":{\"files\":{\"binary\":"
    "\"1111111111111111111111111111111111111111111111111111111111111111\",\"net\":"
    "\"2222222222222222222222222222222222222222222222222222222222222222\"}}},"
    "\"runs\":[{\"host\":\"two cores\"}],\"study\":\"asym\"},"
    "\"study\":\"asym\",\"version\":\"2026.11.1\"},\"resolvedDependencies\":["
    "{\"digest\":{\"sha256\":"
    "\"1111111111111111111111111111111111111111111111111111111111111111\"},"
    "\"name\":\"engines/fake-1/binary\"},{\"digest\":{\"sha256\":"
    "\"2222222222222222222222222222222222222222222222222222222222222222\"},"
    "\"name\":\"engines/fake-1/net\"},{\"digest\":{\"sha256\":"
    "\"80ec72e26229259263cb50a45790b39b54a0db150044fca34d3514b2285e9bc1\"},"
    "\"name\":\"inputs/evidence/fake-1/nodes-10.csv\"},{\"digest\":{\"sha256\":"
    "\"ca3d163bab055381827226140568f3bef7eaac187cebd76878e0b63e9e442356\"},"
    "\"name\":\"inputs/ladder.json\"}]},\"runDetails\":{\"builder\":{\"id\":"
    "\"urn:asym-passport:builder:signer\"}}},\"predicateType\":"
    "\"https://slsa.dev/provenance/v1\",\"subject\":[{\"digest\":{\"sha256\":"
    "\"e65b1a9d731c94b2dcd76a6effa9ba843c20f98bb64106eda4c3a57b0767b18e\"},"
    "\"name\":\"SHA256SUMS\"},{\"digest\":{\"sha256\":"
    "\"3333333333333333333333333333333333333333333333333333333333333333\"},"
    "\"name\":\"asym-2026.11.1.tar\"},{\"digest\":{\"sha256\":"
    "\"ca3d163bab055381827226140568f3bef7eaac187cebd76878e0b63e9e442356\"},"
    "\"name\":\"tables/coverage.json\"},{\"digest\":{\"sha256\":"
    "\"7a7d7da20a3870b5a30b96b941575de972d4c9546a795ebc333bacfeaf6366a9\"},"
    "\"name\":\"tables/pairs.csv\"}]}\n";

static void test_statement(void **state)
{
    (void)state;
    struct made made;
    struct error error = {0};
    struct buf out = {0}, envelope = {0}, payload = {0};
    make_release(&made);
    assert_int_equal(provenance_statement(&made.release, &made.content, &made.tar, &out, &error),
                     STATUS_OK);
    assert_string_equal(out.data, statement);
    assert_int_equal(
        provenance_sign(made.secret, &made.release, &made.content, &made.tar, &envelope, &error),
        STATUS_OK);
    assert_int_equal(provenance_check("x", view(&envelope), &made.key, &payload, &error),
                     STATUS_OK);
    assert_string_equal(payload.data, statement);
    assert_int_equal(provenance_verify("x", view(&envelope), &made.key, &made.release,
                                       &made.content, &made.tar, &error),
                     STATUS_OK);
    files_remove(&made.content, "SHA256SUMS");
    assert_int_equal(provenance_statement(&made.release, &made.content, &made.tar, &out, &error),
                     STATUS_WRONG);
    assert_says(&error, "SHA256SUMS");
    buf_free(&payload);
    buf_free(&envelope);
    buf_free(&out);
    free_release(&made);
}

/* Signed with the right key, but not this release's statement. */
static void refuse_statement(const struct made *made, struct text payload, const char *says)
{
    struct error error = {0};
    struct buf envelope = sealed(made->secret, TYPE, payload);
    assert_int_equal(provenance_verify("x.json", view(&envelope), &made->key, &made->release,
                                       &made->content, &made->tar, &error),
                     STATUS_WRONG);
    assert_says(&error, says);
    assert_memory_equal(error.text, "x.json: ", 8);
    buf_free(&envelope);
}

#define RESOURCE(name) "{\"digest\":{\"sha256\":\"00\"},\"name\":\"" name "\"}"

static void test_altered_and_signed_again(void **state)
{
    (void)state;
    static const char *const cases[][3] = {
        {"Statement/v1", "Statement/v0.1", "_type: \"https://in-toto.io/Statement/v0.1\" was"},
        {"provenance/v1", "provenance/v2",
         "predicateType: \"https://slsa.dev/provenance/v2\" was signed, this release has "
         "\"https://slsa.dev/provenance/v1\""},
        {"\"3333", "\"4333", "subject[asym-2026.11.1.tar].digest.sha256: \"4333"},
        {"tables/pairs.csv", "tables/pears.csv",
         "subject[tables/pairs.csv]: missing in what was signed"},
        {"\"name\":\"tables/pairs.csv\"}", "\"name\":\"tables/pairs.csv\"}," RESOURCE("x"),
         "subject[x]: was signed, but is nothing of this release"},
        {"\"subject\":[", "\"subject\":[" RESOURCE("x") ",",
         "subject[x]: was signed, but is nothing of this release"},
        {"\"name\":\"tables/pairs.csv\"}", "\"name\":\"tables/pairs.csv\"}," RESOURCE("SHA256SUMS"),
         "subject[SHA256SUMS]: was signed, but is nothing of this release"},
        {"\"name\":\"SHA256SUMS\"", "\"name\":\"tables/coverage.json\"",
         "subject[SHA256SUMS]: missing in what was signed"},
        {"\"subject\":[", "\"subject\":[" RESOURCE("tables/pairs.csv") ",",
         "subject[tables/pairs.csv]: stands in another place than in this release"},
        {"\"subject\":[", "\"subject\":[7,", "subject[0]: 7 was signed"},
        {"\"subject\":[", "\"subject\":[[\"name\"],", "subject[0]: [\"name\"] was signed"},
        {"build:1", "build:2", "buildType: \"urn:asym-passport:build:2\" was signed"},
        {"two cores", "ten cores",
         "predicate.buildDefinition.externalParameters.passport.runs[0].host: \"ten cores\" was "
         "signed, this release has \"two cores\""},
        {"{\"host\":\"two cores\"}", "", "passport.runs[0]: missing in what was signed"},
        {"{\"host\":\"two cores\"}", "{\"host\":\"two cores\"},null",
         "passport.runs[1]: was signed, "},
        {"{\"host\":\"two cores\"}", "{}", "passport.runs[0].host: missing"},
        {"\"two cores\"", "\"two cores\",\"when\":1",
         "passport.runs[0].when: was signed, but is nothing of this release"},
        {"2026.11.1\"}", "2026.11.2\"}", "externalParameters.version: \"2026.11.2\""},
        {"\"engines/fake-1/net\"", "\"engines/fake-1/not\"",
         "resolvedDependencies[engines/fake-1/net]: missing"},
        {"\"digest\":{\"sha256\":\"1", "\"digest\":{\"sha256\":\"0",
         "resolvedDependencies[engines/fake-1/binary].digest.sha256: \"0111"},
        {"\"digest\":{\"sha256\":", "\"digest\":{\"md5\":\"\",\"sha256\":",
         "resolvedDependencies[engines/fake-1/binary].digest.md5: was signed, but"},
        {"builder:signer", "builder:other", "runDetails.builder.id: "},
        {"{\"builder\":", "{\"metadata\":{},\"builder\":", "runDetails.metadata: was signed"},
        {"{\"_type\"", "{ \"_type\"", "the payload is not in its canonical form"},
        {"}\n", "}", "the payload is not in its canonical form"},
        {"{\"_type\"", "{\"_type\":1,\"_type\"", "the payload: the key '_type' stands twice"},
    };
    struct made made;
    make_release(&made);
    for (size_t i = 0; i < COUNT(cases); i++) {
        struct buf changed = replaced(text_of(statement), cases[i][0], cases[i][1]);
        refuse_statement(&made, view(&changed), cases[i][2]);
        buf_free(&changed);
    }
    refuse_statement(&made, text_of(""), "the payload");
    refuse_statement(&made, text_of("7\n"), "the statement: 7 was signed");
    refuse_statement(&made, text_of("{}\n"), "_type: missing in what was signed");
    free_release(&made);
}

/* The envelope is as it was signed; the release is another. */
static void test_altered_release(void **state)
{
    (void)state;
    struct made made;
    struct error error = {0};
    struct buf envelope = {0};
    make_release(&made);
    assert_int_equal(
        provenance_sign(made.secret, &made.release, &made.content, &made.tar, &envelope, &error),
        STATUS_OK);
    files_remove(&made.content, "tables/pairs.csv");
    assert_int_equal(
        files_add_view(&made.content, "tables/pairs.csv", text_of("rank,w,c\n"), &error),
        STATUS_OK);
    assert_int_equal(provenance_verify("x", view(&envelope), &made.key, &made.release,
                                       &made.content, &made.tar, &error),
                     STATUS_WRONG);
    assert_says(&error,
                "x: subject[tables/pairs.csv].digest.sha256: "
                "\"7a7d7da20a3870b5a30b96b941575de972d4c9546a795ebc333bacfeaf6366a9\" was signed");
    files_remove(&made.content, "tables/pairs.csv");
    assert_int_equal(provenance_verify("x", view(&envelope), &made.key, &made.release,
                                       &made.content, &made.tar, &error),
                     STATUS_WRONG);
    assert_says(&error, "subject[tables/pairs.csv]: was signed, but is nothing of this release");
    buf_free(&envelope);
    free_release(&made);
}

/* ---- openssl ---- */

/* What a reader does who has openssl and no program of ours. */
static const char recipe[] =
    "cd '%s' && "
    "field() { sed -n 's/.*\"'$1'\":\"\\([^\"]*\\)\".*/\\1/p' provenance.dsse.json | "
    "openssl base64 -d -A; }\n"
    "field payload >payload && field sig >signature && "
    "{ printf 'DSSEv1 28 application/vnd.in-toto+json %%d ' $(wc -c <payload); cat payload; } >pae "
    "&& "
    "{ printf '\\060\\052\\060\\005\\006\\003\\053\\145\\160\\003\\041\\000'; "
    "tail -n 1 key.pub | openssl base64 -d -A | tail -c 32; } >key.der && "
    "openssl pkey -pubin -inform DER -in key.der -out key.pem && "
    "openssl pkeyutl -verify -pubin -inkey key.pem -rawin -in pae -sigfile signature >printed 2>&1";

static int run_recipe(void)
{
    char command[2000];
    snprintf(command, sizeof command, recipe, folder);
    int status = system(command);
    assert_true(WIFEXITED(status));
    return WEXITSTATUS(status);
}

static void test_openssl(void **state)
{
    (void)state;
    struct made made;
    struct error error = {0};
    struct buf envelope = {0}, pub = {0};
    make_release(&made);
    assert_int_equal(
        provenance_sign(made.secret, &made.release, &made.content, &made.tar, &envelope, &error),
        STATUS_OK);
    minisign_key_write(&pub, &made.key);
    put_file("key.pub", view(&pub));
    put_file("provenance.dsse.json", view(&envelope));
    assert_int_equal(run_recipe(), 0);
    struct buf changed = replaced(view(&envelope), "\"payload\":\"ey", "\"payload\":\"ez");
    put_file("provenance.dsse.json", view(&changed));
    assert_int_not_equal(run_recipe(), 0);
    buf_free(&changed);
    buf_free(&pub);
    buf_free(&envelope);
    free_release(&made);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_base64_vectors),
        cmocka_unit_test(test_base64_as_libcrypto),
        cmocka_unit_test(test_base64_refusals),
        cmocka_unit_test(test_base64_one_form),
        cmocka_unit_test(test_pae),
        cmocka_unit_test(test_dsse_round_trip),
        cmocka_unit_test(test_dsse_form),
        cmocka_unit_test(test_dsse_flips),
        cmocka_unit_test(test_dsse_refusals),
        cmocka_unit_test(test_dsse_two_signatures),
        cmocka_unit_test(test_dsse_other_key),
        cmocka_unit_test(test_statement),
        cmocka_unit_test(test_altered_and_signed_again),
        cmocka_unit_test(test_altered_release),
        cmocka_unit_test(test_openssl),
    };
    return cmocka_run_group_tests_name("provenance", tests, make_folder, remove_folder);
}

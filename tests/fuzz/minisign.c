#include "fuzz.h"

#include "base/base64.h"
#include "release/minisign.h"
#include "release/sign.h"

/* The one form of a signature file, from what was read of it. */
static void write_signature(struct buf *out, const struct minisign_signature *signature)
{
    unsigned char first[2 + MINISIGN_ID_BYTES + MINISIGN_SIGNATURE_BYTES] = "ED";
    memcpy(first + 2, signature->id, MINISIGN_ID_BYTES);
    memcpy(first + 2 + MINISIGN_ID_BYTES, signature->message, MINISIGN_SIGNATURE_BYTES);
    buf_printf(out, "untrusted comment: %s\n", SIGN_UNTRUSTED_COMMENT);
    base64_put(out, first, sizeof first);
    buf_printf(out, "\ntrusted comment: %s\n", signature->comment);
    base64_put(out, signature->global, sizeof signature->global);
    buf_putc(out, '\n');
}

/* A key file and a signature file that are accepted are written as the same bytes. A signature that
 * holds for one message does not hold for a longer one. Files: key, signature, message. */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct error error = {0};
    struct files files = {0};
    struct buf written = {0};
    struct minisign_key key;
    struct minisign_signature signature;
    fuzz_files(data, size, &files);
    bool has_key = !minisign_key_parse("key", fuzz_file(&files, "key"), &key, &error);
    if (has_key) {
        minisign_key_write(&written, &key);
        MUST(fuzz_same(&written, fuzz_file(&files, "key")));
    }
    buf_free(&written);
    if (!minisign_parse("signature", fuzz_file(&files, "signature"), SIGN_UNTRUSTED_COMMENT,
                        &signature, &error)) {
        struct text message = fuzz_file(&files, "message");
        write_signature(&written, &signature);
        MUST(fuzz_same(&written, fuzz_file(&files, "signature")));
        if (has_key)
            minisign_check_comment(&signature, &key, &error);
        if (has_key && message.len > 0 &&
            !minisign_check_message(&signature, &key, message.data, message.len, &error))
            MUST(minisign_check_message(&signature, &key, message.data, message.len - 1, &error));
    }
    buf_free(&written);
    files_free(&files);
    return 0;
}

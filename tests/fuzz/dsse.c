#include "fuzz.h"

#include "base/base64.h"
#include "release/dsse.h"
#include "release/provenance.h"

/* An envelope that holds has its payload in base64 and ends in one LF; no other form of it holds.
 * Files: key, envelope. */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct error error = {0};
    struct files files = {0};
    struct buf payload = {0}, coded = {0};
    struct minisign_key key;
    fuzz_files(data, size, &files);
    struct text envelope = fuzz_file(&files, "envelope");
    if (!minisign_key_parse("key", fuzz_file(&files, "key"), &key, &error)) {
        if (!dsse_check("envelope", envelope, PROVENANCE_PAYLOAD_TYPE, &key, &payload, &error)) {
            base64_put(&coded, payload.data, payload.len);
            buf_puts(&coded, "\",\"payloadType\":\"" PROVENANCE_PAYLOAD_TYPE "\",\"signatures\":[");
            MUST(envelope.len > 12 + coded.len && envelope.data[envelope.len - 1] == '\n');
            MUST(memcmp(envelope.data, "{\"payload\":\"", 12) == 0);
            MUST(memcmp(envelope.data + 12, coded.data, coded.len) == 0);
        } else {
            MUST(payload.len == 0);
        }
    }
    buf_free(&payload);
    buf_free(&coded);
    files_free(&files);
    return 0;
}

#include "fuzz.h"

#include "release/archive.h"
#include "release/zstd_frame.h"

#include <zstd.h>

enum { MAX = 1 << 20 };

/* A frame that is accepted holds no more than was allowed, and what libzstd's one-shot reader finds
 * in it too; one byte more or less and it is refused. (That reader refuses a compressed block of no
 * bytes, which the streaming one, and so the program zstd, passes over.) */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct error error = {0};
    struct buf unpacked = {0}, more = {0}, other = {0};
    struct text tar;
    enum status status = archive_read("input", fuzz_text(data, size), MAX, &unpacked, &tar, &error);
    MUST(unpacked.len <= MAX);
    if (!status && zstd_frame_is(fuzz_text(data, size))) {
        char *expected = malloc(unpacked.len + 1);
        size_t len = ZSTD_decompress(expected, unpacked.len + 1, data, size);
        MUST(ZSTD_isError(len) || fuzz_same(&unpacked, (struct text){expected, len}));
        free(expected);
        buf_put(&more, data, size);
        buf_putc(&more, 0);
        MUST(zstd_frame_read("more", (struct text){more.data, more.len}, MAX, &other, &error));
        MUST(zstd_frame_read("less", fuzz_text(data, size - 1), MAX, &other, &error));
        MUST(other.len == 0);
    }
    buf_free(&unpacked);
    buf_free(&more);
    buf_free(&other);
    return 0;
}

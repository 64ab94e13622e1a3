#include "fuzz.h"

#include "release/sums.h"

/* A SHA256SUMS that fits its files is the one that would be written. */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct error error = {0};
    struct files files = {0};
    struct buf written = {0};
    size_t count = 0;
    fuzz_files(data, size, &files);
    if (!sums_check(&files, &count, &error)) {
        struct text given = fuzz_file(&files, SUMS_FILE);
        MUST(count + 1 == files.count);
        MUST_OK(sums_write(&files, &written, &error));
        MUST(fuzz_same(&written, given));
    }
    buf_free(&written);
    files_free(&files);
    return 0;
}

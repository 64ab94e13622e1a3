#include "fuzz.h"

#include "base/hash.h"
#include "release/archive.h"
#include "release/ustar.h"

size_t LLVMFuzzerMutate(uint8_t *data, size_t size, size_t max);
size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t max, unsigned seed);

/* The octal number in a field of a header. */
static size_t octal(const uint8_t *field, size_t len)
{
    size_t value = 0;
    for (size_t i = 0; i < len && field[i] >= '0' && field[i] <= '7'; i++)
        value = 8 * value + (size_t)(field[i] - '0');
    return value;
}

/* Most inputs get right checksums, and a length of whole blocks, for nothing would come past them.
 */
size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t max, unsigned seed)
{
    size = LLVMFuzzerMutate(data, size, max);
    if (seed % 4 == 0)
        return size;
    size -= size % USTAR_BLOCK;
    for (size_t at = 0; at < size;) {
        uint8_t *header = data + at;
        unsigned sum = 0;
        char text[8];
        memset(header + 148, ' ', 8);
        for (size_t i = 0; i < USTAR_BLOCK; i++)
            sum += header[i];
        if (sum == 8 * ' ') { /* the two blocks at the end */
            memset(header + 148, 0, 8);
            at += USTAR_BLOCK;
            continue;
        }
        snprintf(text, sizeof text, "%06o", sum);
        memcpy(header + 148, text, 7);
        at += USTAR_BLOCK + (octal(header + 124, 11) + USTAR_BLOCK - 1) / USTAR_BLOCK * USTAR_BLOCK;
    }
    return size;
}

/* An archive that is accepted is, byte for byte, the one that would be written of its files. */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct error error = {0};
    struct files files = {0};
    struct archive_digest digest;
    char sha256[SHA256_HEX + 1];
    if (ustar_check("input", fuzz_text(data, size), NULL, -1, &files, &error)) {
        MUST(files.count == 0);
        files_free(&files);
        return 0;
    }
    char *folder = strndup((const char *)data, strcspn((const char *)data, "/"));
    MUST_OK(archive_digest_of(&files, folder, (int64_t)octal(data + 136, 11), &digest, &error));
    MUST_OK(hash_sha256_of(data, size, sha256, &error));
    MUST(digest.bytes == (int64_t)size);
    MUST(strcmp(digest.sha256, sha256) == 0);
    free(folder);
    files_free(&files);
    return 0;
}

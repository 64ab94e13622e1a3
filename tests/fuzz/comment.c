#include "fuzz.h"

#include "release/published.h"

/* A trusted comment that is accepted is written as the same characters. */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct error error = {0};
    struct published_claim claim;
    struct edition edition = {0};
    char again[256];
    struct buf comment = {0};
    buf_put(&comment, data, size);
    buf_putc(&comment, 0);
    if (!published_parse_comment("input", comment.data, &claim, &error)) {
        memcpy(edition.study, claim.study, sizeof edition.study);
        memcpy(edition.version, claim.version, sizeof edition.version);
        published_comment(&edition, claim.content_id, &claim.tar, again);
        MUST(strcmp(again, comment.data) == 0);
        MUST(claim.tar.bytes > 0 && strlen(claim.content_id) == 64);
    }
    buf_free(&comment);
    return 0;
}

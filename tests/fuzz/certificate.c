#include "fuzz.h"

#include "proof/certificate.h"

enum { LENGTH_MAX = 1000, PLIES_SOLVED = 3 };

/* The input with a digest that fits, and the claim of a proof that stands; false: it does not. */
static bool check(struct text content, struct proof_claim *claim)
{
    static struct proof_table *table;
    struct error error = {0};
    struct buf bytes = {0};
    struct proof_file file;
    struct proof_counts counts;
    char hex[SHA256_HEX + 1];
    table = table ? table : proof_table_new();
    MUST(table);
    MUST_OK(hash_sha256_of(content.data, content.len, hex, &error));
    buf_put(&bytes, content.data, content.len);
    buf_printf(&bytes, "sha256 %s\n", hex);
    enum status status = proof_open_bytes("input", buf_text(&bytes), &file, &error);
    if (!status) {
        *claim = file.claim;
        status = proof_check_tasks(&file, table, &counts, &error);
        proof_close(&file);
    }
    MUST(status != STATUS_CANNOT);
    MUST(!status || strncmp(error.text, "input: ", 7) == 0);
    buf_free(&bytes);
    return !status;
}

/* What has a proof is true, as far as a search can say. What the checker works out costs time for
 * each byte, so inputs are short. */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct proof_claim claim;
    struct text content = fuzz_text(data, size);
    bool is_deep = memmem(data, size, "replies 5", 9) != NULL;
    if (size > (is_deep ? LENGTH_MAX / 5 : LENGTH_MAX) || !check(content, &claim))
        return 0;
    MUST(!proof_check_claim(&claim, &(struct error){0}));
    if (claim.plies <= PLIES_SOLVED)
        MUST(plain_solve(&claim.start, claim.plies) == claim.is_win);
    return 0;
}

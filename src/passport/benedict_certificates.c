#include "passport/benedict_certificates.h"

#include "proof/certificate.h"

#include <stdio.h>
#include <string.h>

/* Is the claim that of the row? */
static enum status compare(const char *name, const struct proof_claim *claim,
                           const struct benedict_proof *proof, struct error *error)
{
    char fen[PLAIN_FEN_BYTES];
    struct buf says = {0};
    plain_write_fen(&claim->start, fen);
    if (claim->is_win == proof->win && claim->plies == proof->plies &&
        proof_attacker_is_red(claim) == (proof->side == BENEDICT_RED) &&
        strcmp(fen, proof->position) == 0)
        return STATUS_OK;
    proof_describe(claim, &says);
    enum status status = buf_ok(&says, error);
    if (!status)
        status = error_set(error, STATUS_WRONG, "%s: it says that %s, which is not its row", name,
                           says.data);
    buf_free(&says);
    return status;
}

static enum status check(const struct benedict_proof *proof, const struct files *files,
                         struct proof_table *table, struct error *error)
{
    struct text text;
    struct proof_file file;
    struct proof_counts counts;
    char name[80];
    benedict_certificate_file(proof, name);
    enum status status = files_get(files, name, &text, error);
    if (!status)
        status = proof_open_bytes(name, text, &file, error);
    if (status)
        return status;
    status = compare(name, &file.claim, proof, error);
    if (!status)
        status = proof_check_tasks(&file, table, &counts, error);
    if (!status && counts.positions != (uint64_t)proof->walked)
        status = error_set(error, STATUS_WRONG, "%s: %llu positions were walked, its row says %lld",
                           name, (unsigned long long)counts.positions, (long long)proof->walked);
    proof_close(&file);
    return status;
}

enum status benedict_certificates_check(const struct benedict_evidence *evidence,
                                        const struct files *files, struct error *error)
{
    struct proof_table *table = proof_table_new();
    enum status status = table ? STATUS_OK : error_memory(error);
    for (size_t i = 0; i < evidence->proof_count && !status; i++) {
        if (evidence->proofs[i].shipped)
            status = check(&evidence->proofs[i], files, table, error);
    }
    proof_table_free(table);
    return status;
}

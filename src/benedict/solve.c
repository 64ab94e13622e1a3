#include "benedict/solve.h"

#include "benedict/certify.h"

static enum status write_body(const struct proof_claim *claim, const struct plain *board,
                              struct dfpn_thread *thread, struct solve_result *result,
                              struct error *error)
{
    struct proof_claim proved = *claim;
    const struct proof_task task = {.start = *board};
    struct proof_table *table = proof_table_new();
    if (!table)
        return error_memory(error);
    proved.is_win = result->answer == DFPN_WIN;
    enum status status =
        proof_write_task(&proved, &task, certify_choose, thread, table, &result->body, NULL, error);
    proof_table_free(table);
    return status;
}

enum status solve_task(const struct proof_claim *claim, const char *name, struct dfpn *shared,
                       struct solve_result *result, struct error *error)
{
    struct dfpn_thread thread = {.shared = shared, .threads = 1};
    struct plain board;
    *result = (struct solve_result){.answer = DFPN_OPEN};
    enum status status = split_start(claim, name, &thread.position, &board, error);
    if (!status)
        result->answer = dfpn_search(&thread, proof_task_plies(claim));
    if (!status && result->answer != DFPN_OPEN)
        status = write_body(claim, &board, &thread, result, error);
    result->nodes = thread.leaves.made;
    if (!atomic_load(&shared->stop))
        return status;
    /* Whatever failed then failed for that. */
    result->answer = DFPN_OPEN;
    return STATUS_OK;
}

void solve_free(struct solve_result *result)
{
    buf_free(&result->body);
    *result = (struct solve_result){0};
}

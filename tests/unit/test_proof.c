/* Certificates of Benedict xiangqi: written with moves that a plain search finds, checked, and
 * refused where anything in them is altered. */
#include "base/file.h"
#include "proof/certificate.h"
#include "rules/benedict.h"

#include "test.h"

#include <unistd.h>

#define ARRAY "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR"

static struct error error;

static struct plain board_of(const char *fen)
{
    struct plain board;
    assert_ok(plain_read_fen(text_of(fen), &board, &error));
    return board;
}

/* ---- a chooser: the quick kernel, and all that there is ---- */

/* Does the attacker win within so many plies (odd: he is to move)? */
static bool attacker_wins(struct benedict *position, int plies)
{
    struct benedict_move moves[BENEDICT_MOVES_MAX];
    bool attacking = plies % 2 == 1;
    if (plies > 0 && benedict_can_win(position))
        return attacking;
    size_t count = benedict_moves(position, moves);
    if (count == 0 || plies == 0)
        return count == 0 && !attacking;
    bool wins = !attacking;
    for (size_t i = 0; i < count && wins != attacking; i++) {
        struct benedict_undo undo;
        benedict_make(position, moves[i], &undo);
        wins = attacker_wins(position, plies - 1);
        benedict_unmake(position, &undo);
    }
    return wins;
}

/* The first move, in the order of the plain kernel, with which the side to move proves the claim
 * that `user` points to. */
static enum status choose(void *user, const struct plain *board, int plies, struct plain_move *move,
                          struct error *message)
{
    const struct proof_claim *claim = user;
    struct plain_move moves[PLAIN_MOVES_MAX];
    int count = plain_moves(board, moves);
    for (int i = 0; i < count; i++) {
        struct plain after = *board;
        struct benedict position;
        char fen[PLAIN_FEN_BYTES];
        *move = moves[i];
        if (plain_play(&after, moves[i]))
            return STATUS_OK;
        plain_write_fen(&after, fen);
        assert_ok(benedict_read_fen(text_of(fen), &position, &error));
        if (attacker_wins(&position, plies - 1) == claim->is_win)
            return STATUS_OK;
    }
    return error_set(message, STATUS_WRONG, "no move proves it");
}

/* ---- writing ---- */

struct writing {
    const struct proof_claim *claim;
    const struct proof_plan *plan;
    struct proof_table *table;
};

static enum status write_body(void *user, size_t task, struct buf *body, struct error *message)
{
    struct writing *writing = user;
    return proof_write_task(writing->claim, &writing->plan->tasks[task], choose,
                            (void *)writing->claim, writing->table, body, NULL, message);
}

static enum status try_write(const struct proof_claim *claim, const char *path)
{
    struct proof_plan plan = {0};
    struct writing writing = {claim, &plan, proof_table_new()};
    enum status status = proof_make_plan(claim, choose, (void *)claim, &plan, &error);
    if (!status)
        status = proof_write(path, claim, &plan, write_body, &writing, &error);
    proof_plan_free(&plan);
    proof_table_free(writing.table);
    return status;
}

static struct proof_claim claim_of(bool is_win, int plies, const char *fen)
{
    return (struct proof_claim){
        .is_win = is_win, .plies = plies, .replies = 3, .start = board_of(fen)};
}

/* ---- */

static void certificates_prove(void **state)
{
    (void)state;
    for (int plies = 1; plies <= 6; plies++) {
        struct proof_claim claim = claim_of(false, plies, ARRAY " w - - 0 1");
        struct proof_file file;
        struct proof_counts counts;
        char path[] = "/tmp/asym-proof-XXXXXX";
        close(mkstemp(path));
        assert_ok(try_write(&claim, path));
        assert_ok(proof_check(path, &file, &counts, &error));
        unlink(path);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(certificates_prove),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

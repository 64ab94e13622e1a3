#include "proof/walk.h"

bool proof_attacker_is_red(const struct proof_claim *claim)
{
    return claim->start.red_moves == (claim->plies % 2 == 1);
}

enum status proof_check_claim(const struct proof_claim *claim, struct error *error)
{
    if (claim->plies < 1 || claim->plies > PROOF_PLIES_MAX)
        return error_set(error, STATUS_WRONG, "%d plies, expected 1 to %d", claim->plies,
                         PROOF_PLIES_MAX);
    if (claim->replies < 3 || claim->replies > PROOF_REPLIES_MAX || claim->replies % 2 == 0)
        return error_set(error, STATUS_WRONG, "replies %d, expected 3 or 5", claim->replies);
    if (!plain_can_move(&claim->start))
        return error_set(error, STATUS_WRONG, "the game is over: who is to move has no legal move");
    return STATUS_OK;
}

static enum status go_on(struct proof_walk *walk, const struct plain *board, int plies,
                         struct error *error);

/* Plays a move of the walk, which is taken note of, and goes on after it. `proving`: the mover is
 * the side that proves, and done when he wins; the other one must not win. */
static enum status play(struct proof_walk *walk, const struct plain *board, struct plain_move move,
                        int plies, bool proving, struct error *error)
{
    struct plain after = *board;
    enum status status = STATUS_OK;
    walk->path[walk->depth++] = move;
    bool won = plain_play(&after, move);
    if (won && !proving)
        status = error_set(error, STATUS_WRONG, "that wins at once, against the claim");
    else if (!won)
        status = go_on(walk, &after, plies - 1, error);
    if (!status)
        walk->depth--;
    return status;
}

/* Every move of the side that would refute the claim. Having none, it has lost. */
static enum status play_each(struct proof_walk *walk, const struct plain *board, int plies,
                             struct error *error)
{
    struct plain_move moves[PLAIN_MOVES_MAX];
    enum status status = STATUS_OK;
    int count = plain_moves(board, moves);
    for (int i = 0; i < count && !status; i++)
        status = play(walk, board, moves[i], plies, false, error);
    return status;
}

/* The one move that the proof gives. */
static enum status play_given(struct proof_walk *walk, const struct plain *board, int plies,
                              struct error *error)
{
    struct plain_move move;
    enum status status = walk->next(walk, board, plies, &move, error);
    if (status)
        return status;
    walk->counts.moves++;
    return play(walk, board, move, plies, true, error);
}

/* The attacker moves, and it is too late for moves of the proof. */
static enum status work_out(struct proof_walk *walk, const struct plain *board, int plies,
                            struct error *error)
{
    walk->counts.worked_out++;
    if (plain_solve(board, plies) == walk->claim->is_win)
        return STATUS_OK;
    return error_set(error, STATUS_WRONG, "the attacker %s within %d more %s",
                     walk->claim->is_win ? "does not win" : "wins", plies,
                     plies == 1 ? "ply" : "plies");
}

/* Does the bound that was shown for a position say enough for so many plies? */
static bool suffices(const struct proof_claim *claim, int bound, int plies)
{
    return bound >= 0 && (claim->is_win ? bound <= plies : bound >= plies);
}

/* The attacker moves. */
static enum status attack(struct proof_walk *walk, const struct plain *board, int plies,
                          struct error *error)
{
    uint8_t packed[PROOF_PACKED_BYTES];
    enum status status;
    if (plies < walk->claim->replies)
        return work_out(walk, board, plies, error);
    proof_pack(board, packed);
    if (suffices(walk->claim, proof_table_get(walk->table, packed), plies)) {
        walk->counts.repeated++;
        return STATUS_OK;
    }
    if (plies == walk->leave_at) {
        status = walk->leave(walk, board, error);
    } else {
        walk->counts.positions++;
        status = walk->claim->is_win ? play_given(walk, board, plies, error)
                                     : play_each(walk, board, plies, error);
    }
    if (!status)
        proof_table_put(walk->table, packed, plies);
    return status;
}

static enum status defend(struct proof_walk *walk, const struct plain *board, int plies,
                          struct error *error)
{
    return walk->claim->is_win ? play_each(walk, board, plies, error)
                               : play_given(walk, board, plies, error);
}

static enum status go_on(struct proof_walk *walk, const struct plain *board, int plies,
                         struct error *error)
{
    return plies % 2 == 1 ? attack(walk, board, plies, error) : defend(walk, board, plies, error);
}

enum status proof_walk(struct proof_walk *walk, const struct plain *board, int plies,
                       struct error *error)
{
    walk->depth = 0;
    walk->counts = (struct proof_counts){0};
    proof_table_clear(walk->table);
    return go_on(walk, board, plies, error);
}

#include "passport/benedict_claims.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* More plies than a result is about. */
#define NEVER INT64_MAX

/* What a row of proofs.csv or openings.csv says of an attacker. */
struct claim {
    char position[PLAIN_FEN_BYTES]; /* of it and its mirror image the smaller FEN */
    enum benedict_side side;
    bool win;
    int64_t plies;
    const struct benedict_proof *proof;     /* the row is this one, */
    const struct benedict_opening *opening; /* or that one */
};

struct claims {
    struct claim *claims; /* owned */
    size_t count;
};

/* By attacker and position, then plies, of as many a win first: then no "no win" may stand behind a
 * win of the same. */
static int compare_claims(const void *a, const void *b)
{
    const struct claim *x = a, *y = b;
    int order = strcmp(x->position, y->position);
    if (!order)
        order = (int)x->side - (int)y->side;
    if (!order)
        order = (x->plies > y->plies) - (x->plies < y->plies);
    return order ? order : (int)y->win - (int)x->win;
}

/* A row without its claim. */
static enum status place_claim(struct claim *claim, const char *position, struct error *error)
{
    struct plain board, mirrored;
    char fen[PLAIN_FEN_BYTES];
    enum status status = plain_read_fen(text_of(position), &board, error);
    if (status)
        return status;
    plain_mirror(&board, &mirrored);
    plain_write_fen(&board, claim->position);
    plain_write_fen(&mirrored, fen);
    if (strcmp(fen, claim->position) < 0)
        memcpy(claim->position, fen, sizeof fen);
    return STATUS_OK;
}

static void add_claim(struct claims *claims, const struct claim *row, enum benedict_side side,
                      bool win, int64_t plies)
{
    struct claim *claim = &claims->claims[claims->count++];
    *claim = *row;
    claim->side = side;
    claim->win = win;
    claim->plies = plies;
}

static enum status add_proof(struct claims *claims, const struct benedict_proof *proof,
                             struct error *error)
{
    struct claim row = {.proof = proof};
    enum status status = place_claim(&row, proof->position, error);
    if (!status)
        add_claim(claims, &row, proof->side, proof->win, proof->plies);
    return status;
}

/* The shortest win of one side, so that it has none of fewer plies, and the other has none at all;
 * or none of either within so many. */
static enum status add_opening(struct claims *claims, const struct benedict_opening *opening,
                               struct error *error)
{
    struct claim row = {.opening = opening};
    enum benedict_side side = opening->solved ? opening->winner : BENEDICT_RED;
    enum benedict_side other = side == BENEDICT_RED ? BENEDICT_BLACK : BENEDICT_RED;
    enum status status = place_claim(&row, opening->position, error);
    if (status)
        return status;
    if (opening->solved)
        add_claim(claims, &row, side, true, opening->plies);
    add_claim(claims, &row, side, false, opening->plies - opening->solved);
    add_claim(claims, &row, other, false, opening->solved ? NEVER : opening->plies);
    return STATUS_OK;
}

/* "red-7, none within 7 plies" */
static void describe(const struct claim *claim, struct buf *out)
{
    const struct benedict_proof *proof = claim->proof;
    const struct benedict_opening *opening = claim->opening;
    if (!opening)
        buf_printf(out, "%s, %s within %" PRId64 " plies", proof->id, proof->win ? "a win" : "none",
                   proof->plies);
    else if (opening->solved)
        buf_printf(out, "the opening %s, won by %s in %" PRId64 " plies", opening->moves,
                   opening->winner == BENEDICT_RED ? "red" : "black", opening->plies);
    else
        buf_printf(out, "the opening %s, won by none within %" PRId64 " plies", opening->moves,
                   opening->plies);
}

static enum status contradict(const char *place, const struct claim *win,
                              const struct claim *no_win, struct error *error)
{
    bool is_opening = win->opening || no_win->opening;
    struct buf text = {0};
    describe(win, &text);
    buf_puts(&text, ", and ");
    describe(no_win, &text);
    enum status status = buf_ok(&text, error);
    if (!status)
        status = error_set(error, STATUS_WRONG, "%sevidence/%s: %s, contradict each other", place,
                           is_opening ? "openings.csv" : "proofs.csv", text.data);
    buf_free(&text);
    return status;
}

enum status benedict_claims_check(const struct benedict_evidence *evidence, const char *place,
                                  struct error *error)
{
    struct claims claims = {0};
    const struct claim *win = NULL;
    claims.claims =
        calloc(evidence->proof_count + 3 * evidence->opening_count + 1, sizeof *claims.claims);
    enum status status = claims.claims ? STATUS_OK : error_memory(error);
    for (size_t i = 0; i < evidence->proof_count && !status; i++)
        status = add_proof(&claims, &evidence->proofs[i], error);
    for (size_t i = 0; i < evidence->opening_count && !status; i++)
        status = add_opening(&claims, &evidence->openings[i], error);
    if (!status)
        qsort(claims.claims, claims.count, sizeof *claims.claims, compare_claims);
    for (size_t i = 0; i < claims.count && !status; i++) {
        const struct claim *claim = &claims.claims[i];
        if (win && (win->side != claim->side || strcmp(win->position, claim->position) != 0))
            win = NULL;
        if (win && !claim->win)
            status = contradict(place, win, claim, error);
        else if (!win && claim->win)
            win = claim;
    }
    free(claims.claims);
    return status;
}

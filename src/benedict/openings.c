#include "benedict/openings.h"

#include <stdlib.h>
#include <string.h>

/* ---- which there are ---- */

static enum status add_replies(struct solved *openings, const struct plain *board, const char *name,
                               struct error *error)
{
    struct plain_move moves[PLAIN_MOVES_MAX];
    int count = plain_moves(board, moves);
    enum status status = STATUS_OK;
    for (int i = 0; i < count && !status; i++) {
        struct solved_row row = {0};
        struct plain after;
        if (split_step(board, moves[i], name, &after, row.moves) != PLAIN_GOES_ON)
            continue;
        plain_write_fen(&after, row.fen);
        status = solved_add(openings, &row, error);
    }
    return status;
}

enum status openings_list(struct solved *openings, struct error *error)
{
    struct benedict array;
    struct plain board, after;
    struct plain_move moves[PLAIN_MOVES_MAX];
    char fen[BENEDICT_FEN_BYTES], name[SPLIT_NAME_BYTES];
    benedict_start(&array);
    benedict_write_fen(&array, fen);
    enum status status = plain_read_fen(text_of(fen), &board, error);
    int count = status ? 0 : plain_moves(&board, moves);
    for (int i = 0; i < count && !status; i++)
        if (split_step(&board, moves[i], "", &after, name) == PLAIN_GOES_ON)
            status = add_replies(openings, &after, name, error);
    return status;
}

enum status openings_take(struct solved *openings, const struct solved *known, const char *path,
                          struct error *error)
{
    for (size_t i = 0; i < known->count; i++) {
        const struct solved_row *row = &known->rows[i];
        size_t at = 0;
        while (at < openings->count && strcmp(openings->rows[at].moves, row->moves) != 0)
            at++;
        if (at == openings->count || openings->rows[at].plies)
            return error_set(error, STATUS_WRONG, "%s: '%s' is %s", path, row->moves,
                             at == openings->count ? "no opening" : "there twice");
        openings->rows[at] = *row;
    }
    return STATUS_OK;
}

bool openings_begins(const struct solved_row *row, struct benedict_move first)
{
    char one[BENEDICT_MOVE_BYTES], other[BENEDICT_MOVE_BYTES];
    benedict_write_move(first, one);
    benedict_write_move(benedict_mirror_move(first), other);
    size_t len = strcspn(row->moves, " ");
    return (strlen(one) == len && memcmp(row->moves, one, len) == 0) ||
           (strlen(other) == len && memcmp(row->moves, other, len) == 0);
}

/* ---- what they are ---- */

static int compare_moves(const void *a, const void *b)
{
    const struct benedict_move *x = a, *y = b;
    return x->from != y->from ? x->from - y->from : x->to - y->to;
}

/* Is the game won with that move, within so many plies? */
static enum dfpn_answer try(struct dfpn_thread *thread, struct benedict_move move, int plies)
{
    struct benedict_undo undo;
    bool won =
        benedict_make(&thread->position, move, &undo) || !benedict_can_move(&thread->position);
    enum dfpn_answer answer = won ? DFPN_WIN : DFPN_NO_WIN;
    if (!won && plies > 1)
        answer = dfpn_search(thread, plies - 1);
    benedict_unmake(&thread->position, &undo);
    return answer;
}

/* The side to move wins within so many plies. False: the search was stopped. */
static bool find_move(struct dfpn_thread *thread, int plies, struct benedict_move *move)
{
    struct benedict_move moves[BENEDICT_MOVES_MAX];
    size_t count = benedict_moves(&thread->position, moves);
    qsort(moves, count, sizeof *moves, compare_moves);
    enum dfpn_answer answer = DFPN_NO_WIN;
    for (size_t i = 0; i < count && answer == DFPN_NO_WIN; i++) {
        *move = moves[i];
        answer = try(thread, moves[i], plies);
    }
    return answer == DFPN_WIN;
}

bool openings_solve(struct dfpn *shared, int plies, struct solved_row *row)
{
    struct dfpn_thread thread = {.shared = shared, .threads = 1};
    struct solved_row found = *row;
    struct error error; /* of a FEN that is good */
    if (row->winner != SOLVED_NONE ||
        benedict_read_fen(text_of(row->fen), &thread.position, &error))
        return true;
    while (found.plies < plies && found.winner == SOLVED_NONE) {
        enum dfpn_answer answer = dfpn_search(&thread, ++found.plies);
        bool odd = found.plies % 2 == 1, red = odd == (thread.position.turn == BENEDICT_RED);
        if (answer == DFPN_OPEN)
            return false;
        if (answer == DFPN_WIN)
            found.winner = red ? SOLVED_RED : SOLVED_BLACK;
        if (answer == DFPN_WIN && odd && !find_move(&thread, found.plies, &found.move))
            return false;
    }
    *row = found;
    return true;
}

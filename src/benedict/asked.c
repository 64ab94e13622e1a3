#include "benedict/asked.h"

#include "rules/benedict_game.h"

#include <string.h>

static enum status read_side(const struct command_line *line, struct prover_question *question,
                             struct error *error)
{
    const char *side = command_value(line, "side");
    bool red = side && strcmp(side, "red") == 0;
    if (!red && (!side || strcmp(side, "black") != 0))
        return error_set(error, STATUS_CANNOT, "--side: red or black, whose win is in question");
    question->side = red ? BENEDICT_RED : BENEDICT_BLACK;
    return STATUS_OK;
}

/* The next word, which *at is moved past; false at the end. *at may be NULL. */
static bool next_move(const char **at, struct text *move)
{
    if (!*at)
        return false;
    *at += strspn(*at, " ");
    *move = (struct text){*at, strcspn(*at, " ")};
    *at += move->len;
    return move->len > 0;
}

/* --fen, and --after from there. */
static enum status read_position(const struct command_line *line, struct benedict *position,
                                 struct error *error)
{
    const char *fen = command_value(line, "fen"), *after = command_value(line, "after");
    enum status status = STATUS_OK;
    benedict_start(position);
    if (fen)
        status = benedict_read_fen(text_of(fen), position, error);
    struct benedict_game game;
    benedict_game_start(&game, position);
    struct text move;
    while (!status && next_move(&after, &move))
        status = benedict_game_read(&game, move, error);
    if (!status && benedict_game_is_won(&game))
        status = error_set(error, STATUS_WRONG, "--after: the game is over then");
    *position = game.position;
    /* The draw rules play no part, and equal questions are to have equal names. */
    benedict_begin_here(position);
    return status;
}

void asked_write_moves(const char *moves, struct buf *out)
{
    struct text move;
    for (const char *between = ""; next_move(&moves, &move); between = " ")
        buf_printf(out, "%s%.*s", between, (int)move.len, move.data);
}

enum status asked_read(const struct command_line *line, struct prover_question *question,
                       struct error *error)
{
    long long plies = 0;
    if (!command_value(line, "plies"))
        return error_set(error, STATUS_CANNOT, "--plies: within how many?");
    enum status status = command_int(line, "plies", 1, DFPN_PLIES_MAX, 0, &plies, error);
    if (!status)
        status = read_side(line, question, error);
    if (!status)
        status = read_position(line, &question->position, error);
    question->plies = (int)plies;
    return status;
}

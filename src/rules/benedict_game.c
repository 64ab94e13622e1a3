#include "rules/benedict_game.h"

static enum benedict_end judge(const struct benedict_game *game)
{
    size_t same = 0;
    if (benedict_count(&game->position) == 0)
        return BENEDICT_NO_MOVE;
    for (size_t i = 0; i < game->key_count; i++)
        same += game->keys[i] == game->position.key;
    if (same >= 2)
        return BENEDICT_REPEATED;
    return game->position.quiet >= BENEDICT_QUIET_MAX ? BENEDICT_QUIET : BENEDICT_GOES_ON;
}

void benedict_game_start(struct benedict_game *game, const struct benedict *position)
{
    *game = (struct benedict_game){.position = *position};
    game->end = judge(game);
}

void benedict_game_play(struct benedict_game *game, struct benedict_move move)
{
    struct benedict_undo undo;
    uint64_t key = game->position.key;
    bool won = benedict_make(&game->position, move, &undo);
    game->plies++;
    if (game->position.quiet > BENEDICT_QUIET_MAX) /* a draw that goes on; the count has its end */
        game->position.quiet = BENEDICT_QUIET_MAX;
    if (game->position.quiet == 0)
        game->key_count = 0;
    else if (game->key_count < BENEDICT_QUIET_MAX)
        game->keys[game->key_count++] = key;
    game->end = won ? BENEDICT_ATTACK : judge(game);
}

enum status benedict_game_read(struct benedict_game *game, struct text text, struct error *error)
{
    struct benedict_move move = {0};
    enum status status = STATUS_OK;
    if (benedict_game_is_won(game))
        status = error_set(error, STATUS_WRONG, "'%.*s' after the end of the game",
                           (int)(text.len < 12 ? text.len : 12), text.data);
    else
        status = benedict_read_move(&game->position, text, &move, error);
    if (status)
        return error_prefix(error, status, "ply %zu", game->plies + 1);
    benedict_game_play(game, move);
    return STATUS_OK;
}

bool benedict_game_is_won(const struct benedict_game *game)
{
    return game->end == BENEDICT_ATTACK || game->end == BENEDICT_NO_MOVE;
}

enum benedict_side benedict_game_winner(const struct benedict_game *game)
{
    return game->position.turn == BENEDICT_RED ? BENEDICT_BLACK : BENEDICT_RED;
}

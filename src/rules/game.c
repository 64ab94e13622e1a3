#include "rules/game.h"

enum { FIFTY_MOVES = 100 };

void game_start(struct game *game, const struct chess *start)
{
    game->positions[0] = *start;
    game->plies = 0;
}

const struct chess *game_position(const struct game *game)
{
    return &game->positions[game->plies];
}

void game_play(struct game *game, struct chess_move move)
{
    struct chess *next = &game->positions[game->plies + 1];
    *next = *game_position(game);
    chess_make(next, move);
    game->moves[game->plies++] = move;
}

/* No position from before the last pawn's move or capture can come again. */
static bool is_threefold(const struct game *game)
{
    const struct chess *now = game_position(game);
    size_t reach = now->halfmoves < game->plies ? now->halfmoves : game->plies;
    int times = 1;
    for (size_t back = 2; back <= reach; back += 2)
        times += chess_same(now, now - back);
    return times >= 3;
}

enum game_end game_end(const struct game *game)
{
    const struct chess *now = game_position(game);
    if (chess_perft(now, 1) == 0)
        return chess_in_check(now) ? GAME_CHECKMATE : GAME_STALEMATE;
    if (chess_is_dead(now))
        return GAME_MATERIAL;
    if (now->halfmoves >= FIFTY_MOVES)
        return GAME_FIFTY;
    if (is_threefold(game))
        return GAME_THREEFOLD;
    return game->plies == GAME_PLIES_MAX ? GAME_LENGTH : GAME_GOES_ON;
}

enum game_result game_result(const struct game *game, enum game_end end)
{
    if (end != GAME_CHECKMATE)
        return GAME_DRAW;
    return game_position(game)->turn == CHESS_BLACK ? GAME_WHITE_WINS : GAME_BLACK_WINS;
}

const char *game_end_name(enum game_end end)
{
    static const char *const names[GAME_ENDS] = {
        "unfinished", "checkmate", "stalemate", "material", "fifty-moves", "threefold", "length",
    };
    return names[end];
}

const char *game_result_name(enum game_result result)
{
    static const char *const names[GAME_RESULTS] = {"1/2-1/2", "1-0", "0-1"};
    return names[result];
}

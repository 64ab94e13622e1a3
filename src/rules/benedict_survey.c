#include "rules/benedict_survey.h"

#include "base/random.h"

#include <stdlib.h>

/* ---- sharpness ---- */

/* Does the legal move leave the other side a win? */
static bool loses(struct benedict *position, struct benedict_move move)
{
    struct benedict_undo undo;
    bool lost = !benedict_make(position, move, &undo) && benedict_can_win(position);
    benedict_unmake(position, &undo);
    return lost;
}

static double losing_share(struct benedict *position)
{
    struct benedict_move moves[BENEDICT_MOVES_MAX];
    size_t count = benedict_moves(position, moves), losing = 0;
    for (size_t i = 0; i < count; i++)
        losing += loses(position, moves[i]);
    return (double)losing / (double)count;
}

static int compare_shares(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static void survey_game(const struct games_game *game, double *shares, struct survey_sharpness *out)
{
    struct benedict position;
    games_array(game->first, &position);
    for (size_t ply = 0; ply < game->plies; ply++) {
        struct benedict_undo undo;
        size_t fifth = SURVEY_FIFTHS * ply / game->plies;
        double share = losing_share(&position);
        shares[out->positions++] = share;
        out->mean += share;
        out->fifth[fifth] += share;
        out->in_fifth[fifth]++;
        benedict_make(&position, game->moves[ply], &undo);
    }
}

enum status survey_sharpness(const struct games *games, struct survey_sharpness *out,
                             struct error *error)
{
    size_t plies = 0;
    *out = (struct survey_sharpness){0};
    for (size_t i = 0; i < games->count; i++)
        plies += games->games[i].plies;
    double *shares = calloc(plies + 1, sizeof *shares);
    if (!shares)
        return error_memory(error);
    for (size_t i = 0; i < games->count; i++)
        survey_game(&games->games[i], shares, out);
    for (int i = 0; i < SURVEY_FIFTHS; i++)
        out->fifth[i] /= out->in_fifth[i] ? (double)out->in_fifth[i] : 1;
    if (plies) {
        qsort(shares, plies, sizeof *shares, compare_shares);
        out->mean /= (double)plies;
        out->median = (shares[(plies - 1) / 2] + shares[plies / 2]) / 2;
    }
    free(shares);
    return STATUS_OK;
}

/* ---- random games ---- */

const char *survey_policy_name(enum survey_policy policy)
{
    static const char *const names[] = {"uniform", "win", "safe"};
    return names[policy];
}

/* Keeps those of the moves that win, where there are any; then for SURVEY_SAFE those that do not
 * lose. Returns how many are left. */
static size_t narrow(struct benedict *position, enum survey_policy policy,
                     struct benedict_move *moves, size_t count)
{
    struct benedict_move kept[BENEDICT_MOVES_MAX];
    bool win = benedict_can_win(position);
    size_t left = 0;
    if (policy == SURVEY_UNIFORM || (policy == SURVEY_WIN && !win))
        return count;
    for (size_t i = 0; i < count; i++)
        if (win ? benedict_wins(position, moves[i]) : !loses(position, moves[i]))
            kept[left++] = moves[i];
    for (size_t i = 0; i < left; i++)
        moves[i] = kept[i];
    return left ? left : count;
}

static void play(enum survey_policy policy, struct random *random, struct benedict_game *game)
{
    struct benedict array;
    games_array(BENEDICT_RED, &array);
    benedict_game_start(game, &array);
    while (game->end == BENEDICT_GOES_ON) {
        struct benedict_move moves[BENEDICT_MOVES_MAX];
        size_t count = benedict_moves(&game->position, moves);
        count = narrow(&game->position, policy, moves, count);
        benedict_game_play(game, moves[random_below(random, count)]);
    }
}

void survey_random(enum survey_policy policy, int64_t games, uint64_t seed,
                   struct survey_random *out)
{
    struct random random = {seed};
    *out = (struct survey_random){.games = games, .shortest = INT64_MAX};
    for (int64_t i = 0; i < games; i++) {
        struct benedict_game game;
        play(policy, &random, &game);
        int64_t plies = (int64_t)game.plies;
        out->first_wins += games_result(&game) == GAMES_RED;
        out->draws += games_result(&game) == GAMES_DRAW;
        out->plies += plies;
        out->shortest = plies < out->shortest ? plies : out->shortest;
        out->longest = plies > out->longest ? plies : out->longest;
    }
}

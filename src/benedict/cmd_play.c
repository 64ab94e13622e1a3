/* Games of the engine against itself: selfplay prints them, match counts them. */
#include "benedict/match.h"
#include "benedict/verbs.h"

#include <inttypes.h>
#include <stdio.h>

#define PLAY_OPTIONS                                                                               \
    {"nodes", "N", "a move (default: 1000)"},                                                      \
        {"seed", "N", "of openings and jitter (default: 1)"},                                      \
        {"opening", "N", "random plies, none of which wins or loses at once (default: 6)"},        \
    {                                                                                              \
        "jitter", "N", "points of the score, at random, on each evaluation (default: 30)"          \
    }

static enum status read_settings(const struct command_line *line, struct match_settings *settings,
                                 struct error *error)
{
    long long games, nodes = 0, seed = 0, opening = 0, jitter = 0;
    enum status status =
        command_int(line, "games", settings->pairs ? 2 : 1, 1000000, 100, &games, error);
    if (!status && settings->pairs && games % 2)
        status = error_set(error, STATUS_CANNOT,
                           "--games: %lld is odd, but each opening is played twice", games);
    if (!status)
        status = command_int(line, "nodes", 1, 1000000000, 1000, &nodes, error);
    if (!status)
        status = command_int(line, "seed", 0, INT32_MAX, 1, &seed, error);
    if (!status)
        status = command_int(line, "opening", 0, GAMES_PLIES_MAX, MATCH_OPENING, &opening, error);
    if (!status)
        status = command_int(line, "jitter", 0, EVALUATION_JITTER_MAX, 30, &jitter, error);
    settings->games = games;
    settings->nodes[0] = settings->nodes[1] = (uint64_t)nodes;
    settings->seed = (uint64_t)seed;
    settings->opening = (int)opening;
    settings->jitter = (int)jitter;
    return status;
}

/* ---- selfplay ---- */

static enum status print_game(void *user, const struct games_game *game, struct error *error)
{
    struct buf line = {0};
    (void)user;
    games_write(&line, game);
    return command_print(&line, STATUS_OK, error);
}

static enum status selfplay(const struct command_line *line, struct error *error)
{
    struct match_settings settings = {
        .weights = {evaluation_fitted, evaluation_fitted},
        .pairs = false, /* both players are the same: a pair could be one game twice */
    };
    struct match_score score = {0};
    enum status status = read_settings(line, &settings, error);
    return status ? status : match_run(&settings, print_game, NULL, &score, error);
}

const struct command verb_selfplay = {
    .name = "selfplay",
    .arguments = "",
    .summary = "play games against itself, and print them",
    .details = "A game a line, ID|FIRST MOVER|WINNER|MOVES, as fit and sharpness read them. The\n"
               "opening of each is drawn anew; the games are a function of the options.",
    .options = {{"games", "N", "how many (default: 100)"}, PLAY_OPTIONS, {0}},
    .run = selfplay,
};

/* ---- match ---- */

static enum status match(const struct command_line *line, struct error *error)
{
    struct match_settings settings = {
        .weights = {evaluation_fitted, evaluation_by_hand},
        .plies = MATCH_PLIES,
        .pairs = true,
    };
    struct match_score score = {0};
    enum status status = read_settings(line, &settings, error);
    if (!status)
        status = match_run(&settings, NULL, NULL, &score, error);
    if (!status)
        printf("fitted against picked by hand: %" PRId64 " won, %" PRId64 " drawn, %" PRId64
               " lost; %.2f %%, with 95 %% at least %.2f %%\n",
               score.wins, score.draws, score.losses, 100 * match_share(&score),
               100 * match_lower(&score));
    return status;
}

const struct command verb_match = {
    .name = "match",
    .arguments = "",
    .summary = "let fitted piece values play those picked by hand",
    .details = "Each opening is played twice with the sides exchanged; a game of 300 plies is a\n"
               "draw. The bound is one-sided, and takes the games as independent.",
    .options = {{"games", "N", "how many, an even number (default: 100)"}, PLAY_OPTIONS, {0}},
    .run = match,
};

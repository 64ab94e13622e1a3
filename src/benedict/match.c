#include "benedict/match.h"

#include "base/random.h"

#include <math.h>
#include <stdio.h>

enum { TABLE_MB = 4, OPENING_TRIES = 50 };

/* Does the move leave the other side without a win at once? */
static bool is_safe(const struct benedict *position, struct benedict_move move)
{
    struct benedict copy = *position;
    struct benedict_undo undo;
    return !benedict_make(&copy, move, &undo) && !benedict_can_win(&copy);
}

/* A random legal move that neither wins nor loses at once, where a few tries find one. */
static bool draw_opening_move(const struct benedict *position, struct random *random,
                              struct benedict_move *move)
{
    struct benedict_move moves[BENEDICT_MOVES_MAX];
    size_t count = benedict_moves(position, moves);
    for (int i = 0; i < OPENING_TRIES && count; i++) {
        *move = moves[random_below(random, count)];
        if (is_safe(position, *move))
            return true;
    }
    return false;
}

/* The game in hand, and what plays it. */
struct play {
    const struct match_settings *settings;
    struct table *tables[2];
    struct benedict_game game;
    struct games_game record;
    struct benedict_move moves[GAMES_PLIES_MAX]; /* of the record */
};

static void make(struct play *play, struct benedict_move move)
{
    play->record.moves[play->record.plies++] = move;
    benedict_game_play(&play->game, move);
}

static void play_opening(struct play *play, uint64_t seed)
{
    struct random random = {seed};
    struct benedict_move move;
    for (int i = 0; i < play->settings->opening; i++) {
        if (play->game.end != BENEDICT_GOES_ON ||
            !draw_opening_move(&play->game.position, &random, &move))
            return;
        make(play, move);
    }
}

static enum status think(struct play *play, int player, uint64_t seed, struct error *error)
{
    atomic_bool stop = false;
    struct search_result result;
    struct search_request request = {
        .position = &play->game.position,
        .keys = play->game.keys,
        .key_count = play->game.key_count,
        .limits = {.nodes = play->settings->nodes[player]},
        .weights = play->settings->weights[player],
        .jitter = {play->settings->jitter, seed},
        .parts = play->settings->parts[player],
        .table = play->tables[player],
        .threads = 1,
        .stop = &stop,
    };
    enum status status = search_run(&request, &result, error);
    if (!status)
        make(play, result.best);
    return status;
}

/* Game `index`; those of a pair have one opening. */
static enum status play_game(struct play *play, int64_t index, struct error *error)
{
    int64_t opening = play->settings->pairs ? index / 2 : index;
    struct random seeds = {play->settings->seed + (uint64_t)opening};
    uint64_t seed = random_next(&seeds);
    struct benedict array;
    size_t most = play->settings->plies ? play->settings->plies : GAMES_PLIES_MAX;
    enum status status = STATUS_OK;
    play->record = (struct games_game){.moves = play->moves};
    snprintf(play->record.id, GAMES_ID_BYTES, "%lld", (long long)index);
    games_array(BENEDICT_RED, &array);
    benedict_game_start(&play->game, &array);
    table_clear(play->tables[0]);
    table_clear(play->tables[1]);
    play_opening(play, seed);
    while (!status && play->game.end == BENEDICT_GOES_ON && play->record.plies < most) {
        bool red = play->game.position.turn == BENEDICT_RED;
        status = think(play, red == (index % 2 == 0) ? 0 : 1, seed ^ (uint64_t)index, error);
    }
    play->record.result = games_result(&play->game);
    return status;
}

static void add_result(struct match_score *score, const struct games_game *game, bool first_is_red)
{
    score->draws += game->result == GAMES_DRAW;
    if (game->result != GAMES_DRAW && (game->result == GAMES_RED) == first_is_red)
        score->wins++;
    else if (game->result != GAMES_DRAW)
        score->losses++;
}

enum status match_run(const struct match_settings *settings, match_take *take, void *user,
                      struct match_score *score, struct error *error)
{
    struct play play = {.settings = settings};
    enum status status = STATUS_OK;
    for (int i = 0; i < 2 && !status; i++)
        status = table_new(TABLE_MB, &play.tables[i], error);
    for (int64_t i = 0; i < settings->games && !status; i++) {
        status = play_game(&play, i, error);
        if (!status)
            add_result(score, &play.record, i % 2 == 0);
        if (!status && take)
            status = take(user, &play.record, error);
    }
    table_free(play.tables[0]);
    table_free(play.tables[1]);
    return status;
}

int64_t match_games(const struct match_score *score)
{
    return score->wins + score->draws + score->losses;
}

double match_share(const struct match_score *score)
{
    return ((double)score->wins + (double)score->draws / 2) / (double)match_games(score);
}

double match_lower(const struct match_score *score)
{
    const double z = 1.6448536269514722; /* the normal distribution's 95 % point */
    double n = (double)match_games(score), share = match_share(score);
    double squares = ((double)score->wins + (double)score->draws / 4) / n - share * share;
    return share - z * sqrt(squares / n);
}

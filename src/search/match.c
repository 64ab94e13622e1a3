#include "search/match.h"

#include "base/file.h"
#include "rules/notation.h"
#include "search/crew.h"
#include "uci/engine.h"

#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct table {
    struct uci *engines[2]; /* by player; owned */
    bool was_ready;         /* both engines have been, since they were started first */
    int failures, kills;    /* in the game in hand */
    bool playing;           /* a game is in hand */
    size_t index;           /* which one */
    struct game *game;      /* owned */
    struct buf moves;
};

struct hall {
    const struct match *match;
    struct table *tables;
    int table_count;
    struct pollfd *polled;
    size_t next; /* the first game that no table has looked at */
    struct error *error;
};

/* ---- the folder ---- */

static enum status write_file(const struct match *match, const char *name, struct buf *text,
                              struct error *error)
{
    char *path = file_join(match->folder, name);
    enum status status = path ? buf_ok(text, error) : error_memory(error);
    if (!status)
        status = file_write(path, buf_text(text), 0644, error);
    free(path);
    buf_free(text);
    return status;
}

static enum status write_run(const struct match *match, struct error *error)
{
    struct buf text = {0};
    json_write(&text, match->selfplay->run);
    return write_file(match, GAMES_RUN, &text, error);
}

static enum status write_games(const struct match *match, struct error *error)
{
    struct buf text = {0};
    selfplay_write_games(match->selfplay, &text);
    return write_file(match, GAMES_TABLE, &text, error);
}

static enum status write_pgn(const struct match *match, struct error *error)
{
    struct buf text = {0};
    selfplay_write_pgn(match->selfplay, &text);
    return write_file(match, GAMES_PGN, &text, error);
}

/* The run that lies there takes the place of the new one. */
static enum status resume(const struct match *match, struct error *error)
{
    struct selfplay stored;
    enum status status = selfplay_load(match->folder, &stored, error);
    if (!status)
        status = selfplay_compare(match->folder, &stored, match->selfplay, error);
    if (!status)
        status = selfplay_add_producers(&stored, match->selfplay, error);
    if (status) {
        selfplay_free(&stored);
        return status;
    }
    selfplay_free(match->selfplay);
    *match->selfplay = stored;
    return STATUS_OK;
}

static bool is_played(const struct match *match)
{
    return selfplay_played(match->selfplay) == match->selfplay->game_count;
}

static enum status open_folder(const struct match *match, struct error *error)
{
    char *run = file_join(match->folder, GAMES_RUN);
    char *games = file_join(match->folder, GAMES_TABLE);
    enum status status = run && games ? STATUS_OK : error_memory(error);
    if (!status && file_exists(run))
        status = resume(match, error);
    else if (!status && file_exists(games))
        status = error_set(error, STATUS_CANNOT, "%s: has %s, but no %s", match->folder,
                           GAMES_TABLE, GAMES_RUN);
    if (!status && !is_played(match))
        status = write_run(match, error);
    free(run);
    free(games);
    return status;
}

/* ---- engines ---- */

/* Are the files those that run.json names? Reads them. */
static enum status check_files(const struct match *match, int player, struct error *error)
{
    struct engine_config *config = match->configs[player];
    const cJSON *engines = json_get(match->selfplay->run, "engines");
    enum status status = engine_config_identify(config, error);
    if (status)
        return status;
    cJSON *entry = engine_config_entry(config);
    if (!entry)
        return error_memory(error);
    if (!cJSON_Compare(entry, json_get(engines, config->id), true))
        status = error_set(error, STATUS_WRONG, "engine %s: its files have changed meanwhile",
                           config->id);
    cJSON_Delete(entry);
    return status;
}

static enum status check_all_files(const struct match *match, struct error *error)
{
    enum status status = check_files(match, 0, error);
    if (!status && match->configs[1] != match->configs[0])
        status = check_files(match, 1, error);
    return status;
}

/* Both of a table; the game in hand begins anew. */
static enum status start_engines(struct hall *hall, struct table *table)
{
    enum status status = STATUS_OK;
    for (int i = 0; i < 2 && !status; i++) {
        const struct engine_config *config = hall->match->configs[i];
        uci_close(table->engines[i]);
        table->engines[i] = NULL;
        status = uci_start(config, crew_clock(), &table->engines[i], hall->error);
        if (status)
            error_prefix(hall->error, status, "engine %s", config->id);
    }
    table->moves.len = 0;
    table->game->plies = 0;
    return status;
}

static enum status fail(const struct hall *hall, const struct table *table, int player,
                        enum status status, const char *what)
{
    char name[48];
    selfplay_name(hall->match->selfplay, table->index, name);
    return error_set(hall->error, status, "%s: engine %s %s", name,
                     hall->match->configs[player]->id, what);
}

static enum status take_failure(struct hall *hall, struct table *table, int player)
{
    const char *reason = uci_reason(table->engines[player]);
    if (!table->was_ready)
        return error_set(hall->error, STATUS_CANNOT, "engine %s: %s",
                         hall->match->configs[player]->id, reason);
    table->kills += uci_was_killed(table->engines[player]);
    table->failures += !uci_was_killed(table->engines[player]);
    if (table->failures == MATCH_TRIES || table->kills == MATCH_KILLS_MAX)
        return fail(hall, table, player, STATUS_CANNOT, reason);
    enum status status = start_engines(hall, table);
    return status ? status : check_all_files(hall->match, hall->error);
}

/* ---- games ---- */

/* The next game that is not played, if there is one. */
static enum status seat(struct hall *hall, struct table *table)
{
    const struct selfplay *selfplay = hall->match->selfplay;
    while (hall->next < selfplay->game_count && selfplay->games[hall->next].moves)
        hall->next++;
    if (hall->next == selfplay->game_count)
        return STATUS_OK;
    table->playing = true;
    table->failures = table->kills = 0;
    table->index = hall->next++;
    return selfplay_start(selfplay, table->index, table->game, hall->error);
}

static enum status ask(struct hall *hall, struct table *table)
{
    const struct selfplay *selfplay = hall->match->selfplay;
    const struct game *game = table->game;
    int player = selfplay_player(selfplay, table->index, game_position(game)->turn);
    char fen[CHESS_FEN_BYTES];
    struct uci_turn turn = {
        .fen = fen,
        .moves = game->plies ? table->moves.data : "",
        .first = game->plies < 2,
        .hash_mb = selfplay->players[player].hash_mb,
    };
    chess_write_fen(&game->positions[0], fen);
    enum status status =
        selfplay_limit(selfplay, table->index, game->plies + 1, &turn.limit, hall->error);
    return status ? status
                  : uci_begin_turn(table->engines[player], &turn, crew_clock(), hall->error);
}

static enum status finish_game(struct hall *hall, struct table *table)
{
    const struct match *match = hall->match;
    enum status status =
        selfplay_keep(match->selfplay, table->index, table->game, &table->moves, hall->error);
    if (!status)
        status = write_games(match, hall->error);
    if (!status && match->told)
        match->told(match->user, match->selfplay, table->index);
    table->playing = false;
    return status;
}

static enum status take_move(struct hall *hall, struct table *table, int player)
{
    const char *word = uci_move(table->engines[player]);
    struct chess_move move;
    char what[160], fen[CHESS_FEN_BYTES];
    if (!notation_find(game_position(table->game), text_of(word), &move)) {
        chess_write_fen(game_position(table->game), fen);
        snprintf(what, sizeof what, "plays %s, which is not legal in %s", word, fen);
        return fail(hall, table, player, STATUS_WRONG, what);
    }
    buf_printf(&table->moves, "%s%s", table->game->plies ? " " : "", word);
    game_play(table->game, move);
    if (game_end(table->game) != GAME_GOES_ON)
        return finish_game(hall, table);
    return buf_ok(&table->moves, hall->error);
}

/* ---- work ---- */

static enum status advance(struct hall *hall, struct table *table, int player)
{
    switch (uci_advance(table->engines[player], crew_clock())) {
    case UCI_RESULT:
        return take_move(hall, table, player);
    case UCI_FAILED:
        return take_failure(hall, table, player);
    default:
        return STATUS_OK;
    }
}

static enum status work_at(struct hall *hall, struct table *table)
{
    enum status status = STATUS_OK;
    for (int i = 0; i < 2 && !status; i++)
        status = advance(hall, table, i);
    if (status || !uci_is_idle(table->engines[0]) || !uci_is_idle(table->engines[1]))
        return status;
    table->was_ready = true;
    if (!table->playing)
        status = seat(hall, table);
    if (!status && table->playing)
        status = ask(hall, table);
    return status;
}

static bool is_at_work(const struct hall *hall)
{
    bool playing = hall->next < hall->match->selfplay->game_count;
    for (int i = 0; i < hall->table_count; i++)
        playing |= hall->tables[i].playing;
    return playing;
}

static void wait_for_events(struct hall *hall)
{
    int64_t now = crew_clock(), due = now + 60000;
    nfds_t count = 0;
    for (int i = 0; i < 2 * hall->table_count; i++) {
        const struct uci *engine = hall->tables[i / 2].engines[i % 2];
        due = uci_due(engine) < due ? uci_due(engine) : due;
        hall->polled[count++] = (struct pollfd){uci_fd(engine), POLLIN, 0};
    }
    poll(hall->polled, count, due > now ? (int)(due - now) : 0);
}

static enum status open_hall(struct hall *hall)
{
    int count = hall->match->tables;
    enum status status = STATUS_OK;
    hall->tables = calloc((size_t)count, sizeof *hall->tables);
    hall->polled = calloc((size_t)count * 2, sizeof *hall->polled);
    if (!hall->tables || !hall->polled)
        return error_memory(hall->error);
    while (!status && hall->table_count < count) {
        struct table *table = &hall->tables[hall->table_count++];
        table->game = calloc(1, sizeof *table->game);
        status = table->game ? start_engines(hall, table) : error_memory(hall->error);
    }
    return status ? status : check_all_files(hall->match, hall->error);
}

static void close_hall(struct hall *hall)
{
    for (int i = 0; i < hall->table_count; i++) {
        uci_close(hall->tables[i].engines[0]);
        uci_close(hall->tables[i].engines[1]);
        buf_free(&hall->tables[i].moves);
        free(hall->tables[i].game);
    }
    free(hall->tables);
    free(hall->polled);
}

static enum status play_all(const struct match *match, struct error *error)
{
    struct hall hall = {.match = match, .error = error};
    enum status status = open_hall(&hall);
    while (!status && is_at_work(&hall)) {
        for (int i = 0; i < hall.table_count && !status; i++)
            status = work_at(&hall, &hall.tables[i]);
        if (!status && is_at_work(&hall))
            wait_for_events(&hall);
    }
    close_hall(&hall);
    return status ? status : check_all_files(match, error);
}

enum status match_play(const struct match *match, struct error *error)
{
    int lock = -1;
    enum status status = file_make_folder(match->folder, error);
    if (!status)
        status = file_lock(match->folder, "selfplay", &lock, error);
    if (!status)
        status = open_folder(match, error);
    if (!status && !is_played(match))
        status = play_all(match, error);
    if (!status)
        status = write_pgn(match, error);
    file_unlock(lock);
    return status;
}

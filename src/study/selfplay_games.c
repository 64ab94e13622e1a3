/* games.csv of a run, and games.pgn. */
#include "base/csv.h"
#include "rules/notation.h"
#include "study/selfplay.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum column {
    W,
    B,
    ROUND,
    GAME,
    WHITE,
    BLACK,
    WHITE_LIMIT,
    BLACK_LIMIT,
    CHOSEN,
    RESULT,
    TERMINATION,
    PLIES,
    MOVES,
    COLUMNS
};

static const char *const columns[COLUMNS] = {
    "w",           "b",      "round",  "game",        "white", "black", "white_limit",
    "black_limit", "chosen", "result", "termination", "plies", "moves",
};

enum { CELL_BYTES = 96, PGN_COLUMNS = 79 };

/* The cells but for the moves, as text. */
struct cells {
    char at[COLUMNS][CELL_BYTES];
};

static void put_limit(char cell[CELL_BYTES], const struct selfplay_player *player)
{
    snprintf(cell, CELL_BYTES, "%s-%" PRId64, player->kind, player->limit);
}

/* What the run says of a game, before it is played. */
static void fill_place(const struct selfplay *selfplay, size_t index, struct cells *cells)
{
    struct selfplay_place place = selfplay_place(selfplay, index);
    const struct selfplay_player *white =
        &selfplay->players[selfplay_player(selfplay, index, CHESS_WHITE)];
    const struct selfplay_player *black =
        &selfplay->players[selfplay_player(selfplay, index, CHESS_BLACK)];
    snprintf(cells->at[W], CELL_BYTES, "%u", place.pair->pair.w);
    snprintf(cells->at[B], CELL_BYTES, "%u", place.pair->pair.b);
    snprintf(cells->at[ROUND], CELL_BYTES, "%" PRId64, place.round);
    snprintf(cells->at[GAME], CELL_BYTES, "%d", place.number);
    snprintf(cells->at[WHITE], CELL_BYTES, "%s", white->engine);
    snprintf(cells->at[BLACK], CELL_BYTES, "%s", black->engine);
    put_limit(cells->at[WHITE_LIMIT], white);
    put_limit(cells->at[BLACK_LIMIT], black);
    snprintf(cells->at[CHOSEN], CELL_BYTES, "%s", selfplay_chosen_name(place.pair->chosen));
}

/* And what came of it. */
static void fill_outcome(const struct selfplay_game *game, struct cells *cells)
{
    snprintf(cells->at[RESULT], CELL_BYTES, "%s", game_result_name(game->result));
    snprintf(cells->at[TERMINATION], CELL_BYTES, "%s", game_end_name(game->end));
    snprintf(cells->at[PLIES], CELL_BYTES, "%zu", game->plies);
}

/* ---- writing ---- */

void selfplay_write_games(const struct selfplay *selfplay, struct buf *out)
{
    for (int i = 0; i < COLUMNS; i++)
        buf_printf(out, "%s%s", i ? "," : "", columns[i]);
    buf_putc(out, '\n');
    for (size_t i = 0; i < selfplay->game_count; i++) {
        struct cells cells;
        if (!selfplay->games[i].moves)
            continue;
        fill_place(selfplay, i, &cells);
        fill_outcome(&selfplay->games[i], &cells);
        for (int k = 0; k < MOVES; k++)
            buf_printf(out, "%s,", cells.at[k]);
        buf_printf(out, "%s\n", selfplay->games[i].moves);
    }
}

/* ---- replaying ---- */

/* The next word of moves; false at the end. */
static bool next_move(struct text moves, size_t *at, struct text *move)
{
    size_t begin = *at;
    if (begin > moves.len || moves.len == 0)
        return false;
    while (*at < moves.len && moves.data[*at] != ' ')
        ++*at;
    *move = (struct text){moves.data + begin, *at - begin};
    ++*at;
    return true;
}

static enum status replay(const struct csv *csv, struct game *game, struct error *error)
{
    struct text word;
    struct chess_move move;
    for (size_t at = 0; next_move(csv->fields[MOVES], &at, &word);) {
        enum game_end end = game_end(game);
        if (end != GAME_GOES_ON)
            return error_set(error, STATUS_WRONG,
                             "%s:%zu: column moves: the game is over after %zu plies: %s",
                             csv->name, csv->line, game->plies, game_end_name(end));
        if (!notation_find(game_position(game), word, &move)) {
            char fen[CHESS_FEN_BYTES];
            chess_write_fen(game_position(game), fen);
            return error_set(error, STATUS_WRONG,
                             "%s:%zu: column moves: ply %zu: '%.*s' is not legal in %s", csv->name,
                             csv->line, game->plies + 1, (int)(word.len < 8 ? word.len : 8),
                             word.data, fen);
        }
        game_play(game, move);
    }
    return STATUS_OK;
}

/* ---- reading ---- */

static enum status compare_cells(const struct csv *csv, const struct cells *cells, int from, int to,
                                 struct error *error)
{
    for (int i = from; i < to; i++) {
        char what[CELL_BYTES + 16];
        if (text_is(csv->fields[i], cells->at[i]))
            continue;
        snprintf(what, sizeof what, "expected '%s'", cells->at[i]);
        return csv_wrong(csv, (size_t)i, error, what);
    }
    return STATUS_OK;
}

/* Which of the run's games is the row? They rise from *next on. */
static enum status find_game(const struct csv *csv, const struct selfplay *selfplay, size_t *next,
                             struct error *error)
{
    int64_t key[4];
    static const int64_t most[4] = {START_COUNT - 1, START_COUNT - 1, SELFPLAY_GAMES_MAX / 2, 2};
    enum status status = STATUS_OK;
    for (size_t i = 0; i < 4 && !status; i++)
        status = csv_int(csv, i, i < ROUND ? 0 : 1, most[i], &key[i], error);
    for (; !status && *next < selfplay->game_count; ++*next) {
        struct selfplay_place place = selfplay_place(selfplay, *next);
        if (place.pair->pair.w == key[W] && place.pair->pair.b == key[B] &&
            place.round == key[ROUND] && place.number == key[GAME])
            return STATUS_OK;
    }
    return status ? status
                  : error_set(error, STATUS_WRONG,
                              "%s:%zu: %" PRId64 ":%" PRId64 ", round %" PRId64 ", game %" PRId64
                              " is no game of the run, or out of order",
                              csv->name, csv->line, key[W], key[B], key[ROUND], key[GAME]);
}

static enum status keep(const struct csv *csv, struct selfplay *selfplay, size_t index,
                        const struct game *game, struct error *error)
{
    struct buf moves = {0};
    struct cells cells;
    buf_put(&moves, csv->fields[MOVES].data, csv->fields[MOVES].len);
    enum status status = selfplay_keep(selfplay, index, game, &moves, error);
    buf_free(&moves);
    if (status)
        return status;
    fill_outcome(&selfplay->games[index], &cells);
    if (selfplay->games[index].end == GAME_GOES_ON)
        return error_set(error, STATUS_WRONG,
                         "%s:%zu: column moves: the game goes on after %zu plies", csv->name,
                         csv->line, game->plies);
    return compare_cells(csv, &cells, RESULT, MOVES, error);
}

static enum status read_row(const struct csv *csv, struct selfplay *selfplay, size_t *next,
                            struct game *game, struct error *error)
{
    struct cells cells;
    enum status status = find_game(csv, selfplay, next, error);
    if (status)
        return status;
    fill_place(selfplay, *next, &cells);
    status = compare_cells(csv, &cells, W, RESULT, error);
    if (!status)
        status = selfplay_start(selfplay, *next, game, error);
    if (!status)
        status = replay(csv, game, error);
    if (!status)
        status = keep(csv, selfplay, *next, game, error);
    ++*next;
    return status;
}

enum status selfplay_read_games(const char *name, struct text text, struct selfplay *selfplay,
                                struct error *error)
{
    struct csv csv;
    size_t next = 0;
    bool more = true;
    struct game *game = malloc(sizeof *game);
    enum status status =
        game ? csv_open(&csv, name, text, columns, COLUMNS, error) : error_memory(error);
    while (!status && more) {
        status = csv_next(&csv, &more, error);
        if (!status && more)
            status = read_row(&csv, selfplay, &next, game, error);
    }
    free(game);
    return status;
}

/* ---- PGN ---- */

static void put_tag(struct buf *out, const char *name, const char *value)
{
    buf_printf(out, "[%s \"%s\"]\n", name, value);
}

/* The seven that each game has, then the others by name. */
static void put_tags(const struct selfplay *selfplay, size_t index, struct buf *out)
{
    struct selfplay_place place = selfplay_place(selfplay, index);
    const struct selfplay_game *game = &selfplay->games[index];
    struct cells cells;
    char fen[PAIR_FEN_BYTES], round[CELL_BYTES], pair[CELL_BYTES];
    fill_place(selfplay, index, &cells);
    fill_outcome(game, &cells);
    snprintf(round, sizeof round, "%" PRId64 ".%d", place.round, place.number);
    snprintf(pair, sizeof pair, "%u:%u", place.pair->pair.w, place.pair->pair.b);
    pair_fen(place.pair->pair, PAIR_X_FEN, fen);
    put_tag(out, "Event", "asym-passport selfplay");
    put_tag(out, "Site", "?");
    put_tag(out, "Date", "????.??.??");
    put_tag(out, "Round", round);
    put_tag(out, "White", cells.at[WHITE]);
    put_tag(out, "Black", cells.at[BLACK]);
    put_tag(out, "Result", cells.at[RESULT]);
    put_tag(out, "BlackLimit", cells.at[BLACK_LIMIT]);
    put_tag(out, "Chosen", cells.at[CHOSEN]);
    put_tag(out, "FEN", fen);
    put_tag(out, "Pair", pair);
    put_tag(out, "PlyCount", cells.at[PLIES]);
    put_tag(out, "Reason", cells.at[TERMINATION]);
    put_tag(out, "Seed", selfplay->seed);
    put_tag(out, "SetUp", "1");
    put_tag(out, "Termination", game->end == GAME_LENGTH ? "adjudication" : "normal");
    put_tag(out, "Variant", "chess 960");
    put_tag(out, "WhiteLimit", cells.at[WHITE_LIMIT]);
    buf_putc(out, '\n');
}

/* A word of the movetext; lines of at most PGN_COLUMNS characters. */
static void put_word(struct buf *out, size_t *width, const char *word)
{
    size_t len = strlen(word);
    if (*width && *width + 1 + len > PGN_COLUMNS) {
        buf_putc(out, '\n');
        *width = 0;
    }
    buf_printf(out, "%s%s", *width ? " " : "", word);
    *width += (*width != 0) + len;
}

static void put_moves(const char *moves, struct game *game, struct buf *out, size_t *width)
{
    struct text word;
    struct chess_move move;
    for (size_t at = 0; next_move(text_of(moves), &at, &word);) {
        const struct chess *position = game_position(game);
        char number[16], san[NOTATION_SAN_BYTES];
        if (!notation_find(position, word, &move))
            break; /* never: it was played, or replayed */
        if (position->turn == CHESS_WHITE) {
            snprintf(number, sizeof number, "%u.", position->number);
            put_word(out, width, number);
        }
        notation_san(position, move, san);
        put_word(out, width, san);
        game_play(game, move);
    }
}

void selfplay_write_pgn(const struct selfplay *selfplay, struct buf *out)
{
    struct error ignored;
    struct game *game = malloc(sizeof *game);
    bool first = true;
    out->failed |= !game;
    for (size_t i = 0; game && i < selfplay->game_count; i++) {
        size_t width = 0;
        if (!selfplay->games[i].moves || selfplay_start(selfplay, i, game, &ignored))
            continue;
        if (!first)
            buf_putc(out, '\n');
        first = false;
        put_tags(selfplay, i, out);
        put_moves(selfplay->games[i].moves, game, out, &width);
        put_word(out, &width, game_result_name(selfplay->games[i].result));
        buf_putc(out, '\n');
    }
    free(game);
}

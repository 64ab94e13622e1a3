#include "rules/benedict_games.h"

#include "base/file.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { FIELDS = 4, FILE_MAX_BYTES = 1 << 28 };

static const char *const results[] = {"red", "black", "draw"};

void games_array(enum benedict_side first, struct benedict *position)
{
    benedict_start(position);
    position->turn = (uint8_t)first;
    position->ply = first == BENEDICT_BLACK;
    position->key = benedict_key(position);
}

enum games_result games_result(const struct benedict_game *game)
{
    if (!benedict_game_is_won(game))
        return GAMES_DRAW;
    return benedict_game_winner(game) == BENEDICT_RED ? GAMES_RED : GAMES_BLACK;
}

void games_free(struct games *games)
{
    for (size_t i = 0; i < games->count; i++)
        free(games->games[i].moves);
    free(games->games);
    *games = (struct games){0};
}

/* ---- reading ---- */

static bool split(struct text line, struct text fields[FIELDS])
{
    size_t count = 0, start = 0;
    for (size_t i = 0; i <= line.len; i++) {
        if (i < line.len && line.data[i] != '|')
            continue;
        if (count == FIELDS)
            return false;
        fields[count++] = (struct text){line.data + start, i - start};
        start = i + 1;
    }
    return count == FIELDS;
}

/* The index of the field among the first `count` results; count where it is none. */
static int find_result(struct text field, int count)
{
    int i = 0;
    while (i < count && !text_is(field, results[i]))
        i++;
    return i;
}

/* Replays the moves into `game`. */
static enum status read_moves(struct text text, struct games_game *game, struct error *error)
{
    struct benedict position;
    struct benedict_game replay;
    size_t start = 0;
    games_array(game->first, &position);
    benedict_game_start(&replay, &position);
    for (size_t i = 0; i <= text.len && text.len; i++) {
        if (i < text.len && text.data[i] != ' ')
            continue;
        struct text word = {text.data + start, i - start};
        struct benedict_move move;
        start = i + 1;
        if (word.len == 0)
            return error_set(error, STATUS_WRONG, "ply %zu: a blank too many", game->plies + 1);
        if (game->plies == GAMES_PLIES_MAX)
            return error_set(error, STATUS_WRONG, "more than %d plies", GAMES_PLIES_MAX);
        if (replay.end != BENEDICT_GOES_ON)
            return error_set(error, STATUS_WRONG, "ply %zu: the game was over", game->plies + 1);
        enum status status = benedict_read_move(&replay.position, word, &move, error);
        if (status)
            return error_prefix(error, status, "ply %zu", game->plies + 1);
        benedict_game_play(&replay, move);
        game->moves[game->plies++] = move;
    }
    if (replay.end == BENEDICT_GOES_ON && game->plies < GAMES_PLIES_MAX)
        return error_set(error, STATUS_WRONG, "it is not over after ply %zu", game->plies);
    if (games_result(&replay) != game->result)
        return error_set(error, STATUS_WRONG, "the winner is %s, not %s",
                         results[games_result(&replay)], results[game->result]);
    return STATUS_OK;
}

/* It stands in CSV and in messages as it is. */
static bool is_name(struct text field)
{
    for (size_t i = 0; i < field.len; i++) {
        char c = field.data[i], lower = (char)(c | 0x20);
        if (!(lower >= 'a' && lower <= 'z') && !(c >= '0' && c <= '9') && c != '-' && c != '_' &&
            c != '.')
            return false;
    }
    return field.len > 0 && field.len < GAMES_ID_BYTES;
}

static enum status read_game(struct text line, struct games_game *game, struct error *error)
{
    struct text fields[FIELDS];
    if (!split(line, fields))
        return error_set(error, STATUS_WRONG, "not four fields with '|' between");
    if (!is_name(fields[0]))
        return error_set(error, STATUS_WRONG, "no name of 1 to %d letters, digits, '-', '_', '.'",
                         GAMES_ID_BYTES - 1);
    memcpy(game->id, fields[0].data, fields[0].len);
    int first = find_result(fields[1], 2), result = find_result(fields[2], 3);
    if (first == 2 || result == 3)
        return error_set(error, STATUS_WRONG, "%s: no first mover and winner of red, black, draw",
                         game->id);
    game->first = (enum benedict_side)first;
    game->result = (enum games_result)result;
    enum status status = read_moves(fields[3], game, error);
    return status ? error_prefix(error, status, "game %s", game->id) : STATUS_OK;
}

/* The list keeps a copy. */
static enum status add(struct games *games, const struct games_game *game, struct error *error)
{
    if (games->count == games->cap) {
        size_t cap = games->cap + games->cap / 2 + 16;
        struct games_game *more = realloc(games->games, cap * sizeof *more);
        if (!more)
            return error_memory(error);
        games->games = more;
        games->cap = cap;
    }
    struct benedict_move *moves = malloc((game->plies + 1) * sizeof *moves);
    if (!moves)
        return error_memory(error);
    memcpy(moves, game->moves, game->plies * sizeof *moves);
    games->games[games->count] = *game;
    games->games[games->count++].moves = moves;
    return STATUS_OK;
}

enum status games_read(const char *name, struct text text, struct games *games, struct error *error)
{
    struct text line;
    struct benedict_move moves[GAMES_PLIES_MAX];
    enum status status = STATUS_OK;
    *games = (struct games){0};
    for (size_t at = 0, number = 1; !status && text_next_line(text, &at, &line); number++) {
        line.len -= line.len > 0 && line.data[line.len - 1] == '\r';
        if (line.len == 0 || line.data[0] == '#')
            continue;
        struct games_game game = {.moves = moves};
        status = read_game(line, &game, error);
        if (status)
            error_prefix(error, status, "%s, line %zu", name, number);
        else
            status = add(games, &game, error);
    }
    return status;
}

enum status games_open(const char *path, struct games *games, struct error *error)
{
    struct buf text = {0};
    enum status status = file_read(path, FILE_MAX_BYTES, &text, error);
    if (!status)
        status = games_read(path, buf_text(&text), games, error);
    buf_free(&text);
    return status;
}

void games_write(struct buf *out, const struct games_game *game)
{
    buf_printf(out, "%s|%s|%s|", game->id, results[game->first], results[game->result]);
    for (size_t i = 0; i < game->plies; i++) {
        char move[BENEDICT_MOVE_BYTES];
        benedict_write_move(game->moves[i], move);
        buf_printf(out, "%s%s", i ? " " : "", move);
    }
    buf_putc(out, '\n');
}

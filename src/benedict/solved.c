#include "benedict/solved.h"

#include "base/csv.h"
#include "base/file.h"
#include "benedict/reading.h"

#include <stdlib.h>
#include <string.h>

enum { MOVES, PLIES, POSITION, WINNER, MOVE, ENGINE, COLUMNS, FILE_BYTES_MAX = 1 << 26 };

static const char *const columns[COLUMNS] = {"moves",  "plies", "position",
                                             "winner", "move",  "engine"};

static const char *const winners[] = {
    [SOLVED_NONE] = "none", [SOLVED_RED] = "red", [SOLVED_BLACK] = "black"};

enum status solved_add(struct solved *solved, const struct solved_row *row, struct error *error)
{
    if (solved->count == solved->cap) {
        size_t cap = solved->cap ? 2 * solved->cap : 256;
        struct solved_row *grown = realloc(solved->rows, cap * sizeof *grown);
        if (!grown)
            return error_memory(error);
        solved->rows = grown;
        solved->cap = cap;
    }
    solved->rows[solved->count++] = *row;
    return STATUS_OK;
}

void solved_free(struct solved *solved)
{
    free(solved->rows);
    *solved = (struct solved){0};
}

void solved_write(const struct solved *solved, struct buf *out)
{
    for (int i = 0; i < COLUMNS; i++)
        buf_printf(out, "%s%c", columns[i], i + 1 < COLUMNS ? ',' : '\n');
    for (size_t i = 0; i < solved->count; i++) {
        const struct solved_row *row = &solved->rows[i];
        char move[BENEDICT_MOVE_BYTES] = "";
        if (row->move.from)
            benedict_write_move(row->move, move);
        if (row->plies)
            buf_printf(out, "%s,%d,%s,%s,%s,%s\n", row->moves, row->plies, row->fen,
                       winners[row->winner], move, row->engine);
    }
}

/* ---- reading ---- */

/* The moves, from the array, and the position after them. */
static enum status read_moves(const struct csv *csv, struct solved_row *row,
                              struct benedict *position, struct error *error)
{
    struct text moves = csv->fields[MOVES], fen = csv->fields[POSITION];
    struct benedict_game game;
    struct buf line = {0};
    if (moves.len >= sizeof row->moves)
        return csv_wrong(csv, MOVES, error, "is too long");
    memcpy(row->moves, moves.data, moves.len);
    buf_printf(&line, "startpos moves %s", row->moves);
    enum status status = buf_ok(&line, error);
    if (!status && (reading_position(buf_text(&line), &game, error) || benedict_game_is_won(&game)))
        status = csv_wrong(csv, MOVES, error, "are no moves from the array to a game that goes on");
    buf_free(&line);
    if (status)
        return status;
    *position = game.position;
    benedict_begin_here(position);
    benedict_write_fen(position, row->fen);
    return text_is(fen, row->fen)
               ? STATUS_OK
               : csv_wrong(csv, POSITION, error, "is not the position after these moves");
}

static enum status read_winner(const struct csv *csv, struct solved_row *row, struct error *error)
{
    for (size_t i = 0; i < sizeof winners / sizeof *winners; i++)
        if (text_is(csv->fields[WINNER], winners[i])) {
            row->winner = (enum solved_winner)i;
            return STATUS_OK;
        }
    return csv_wrong(csv, WINNER, error, "is not red, black or none");
}

static enum status read_engine(const struct csv *csv, struct solved_row *row, struct error *error)
{
    struct text engine = csv->fields[ENGINE];
    if (!text_is_slug(engine))
        return csv_wrong(csv, ENGINE, error, "is no name (a-z, 0-9, '.' and '-')");
    memcpy(row->engine, engine.data, engine.len);
    return STATUS_OK;
}

static enum status read_row(const struct csv *csv, struct solved_row *row, struct error *error)
{
    struct benedict position = {0};
    int64_t plies = 0;
    *row = (struct solved_row){0};
    enum status status = read_moves(csv, row, &position, error);
    if (!status)
        status = read_winner(csv, row, error);
    if (!status)
        status = csv_int(csv, PLIES, 1, DFPN_PLIES_MAX, &plies, error);
    if (!status)
        status = read_engine(csv, row, error);
    if (status)
        return status;
    row->plies = (int)plies;
    bool red_moves = position.turn == BENEDICT_RED, odd = plies % 2 == 1;
    if (row->winner != SOLVED_NONE && odd != (red_moves == (row->winner == SOLVED_RED)))
        return csv_wrong(csv, PLIES, error, "does not end with a move of the winner's");
    struct text move = csv->fields[MOVE];
    if (row->winner == SOLVED_NONE || !odd)
        return move.len ? csv_wrong(csv, MOVE, error, "where the winner is not to move")
                        : STATUS_OK;
    return benedict_read_move(&position, move, &row->move, error)
               ? csv_wrong(csv, MOVE, error, "is no legal move there")
               : STATUS_OK;
}

static enum status read_rows(const char *path, struct text text, struct solved *solved,
                             struct error *error)
{
    struct csv csv;
    bool more = true;
    enum status status = csv_open(&csv, path, text, columns, COLUMNS, error);
    while (!status && (status = csv_next(&csv, &more, error)) == STATUS_OK && more) {
        struct solved_row row;
        status = read_row(&csv, &row, error);
        if (!status)
            status = solved_add(solved, &row, error);
    }
    return status;
}

enum status solved_read(const char *path, struct solved *solved, struct error *error)
{
    struct buf text = {0};
    enum status status = file_read(path, FILE_BYTES_MAX, &text, error);
    if (!status)
        status = read_rows(path, buf_text(&text), solved, error);
    if (status)
        solved_free(solved);
    buf_free(&text);
    return status;
}

/* ---- asking ---- */

static const struct solved_row *find_exactly(const struct solved *solved, struct benedict position)
{
    char fen[BENEDICT_FEN_BYTES];
    benedict_begin_here(&position);
    benedict_write_fen(&position, fen);
    for (size_t i = 0; i < solved->count; i++)
        if (strcmp(solved->rows[i].fen, fen) == 0)
            return &solved->rows[i];
    return NULL;
}

const struct solved_row *solved_find(const struct solved *solved, const struct benedict_game *game,
                                     struct benedict_move *move)
{
    enum { KEYS_TO_REPEAT = 4 }; /* fewer positions before this one, and none came twice */
    struct benedict mirrored;
    const struct solved_row *row = find_exactly(solved, game->position);
    if (row) {
        *move = row->move;
    } else {
        benedict_mirror(&game->position, &mirrored);
        row = find_exactly(solved, mirrored);
        if (row)
            *move = benedict_mirror_move(row->move);
    }
    bool wins = row && row->move.from && game->key_count < KEYS_TO_REPEAT &&
                game->position.quiet + row->plies <= BENEDICT_QUIET_MAX;
    return wins ? row : NULL;
}

#include "proof/header.h"

#include <string.h>

static const char *attacker(const struct proof_claim *claim, const char *red, const char *black)
{
    return proof_attacker_is_red(claim) ? red : black;
}

void proof_describe(const struct proof_claim *claim, struct buf *out)
{
    char fen[PLAIN_FEN_BYTES];
    plain_write_fen(&claim->start, fen);
    buf_printf(out, "%s %s within %d %s from %s", attacker(claim, "Red", "Black"),
               claim->is_win ? "wins" : "has no win", claim->plies,
               claim->plies == 1 ? "ply" : "plies", fen);
}

void proof_write_header(const struct proof_claim *claim, struct buf *out)
{
    char fen[PLAIN_FEN_BYTES];
    plain_write_fen(&claim->start, fen);
    buf_printf(out,
               "benedict certificate 1\n"
               "claim %s\n"
               "side %s\n"
               "plies %d\n"
               "replies %d\n"
               "position %s\n"
               "\n",
               claim->is_win ? "win" : "no-win", attacker(claim, "red", "black"), claim->plies,
               claim->replies, fen);
}

/* ---- reading ---- */

enum { TITLE, CLAIM, SIDE, PLIES, REPLIES, POSITION, END, LINES };

/* What follows `name` and a space on a line; the whole line where it begins otherwise, which the
 * comparison at the end will not like. */
static struct text value_of(struct text line, const char *name)
{
    size_t len = strlen(name);
    if (line.len <= len || memcmp(line.data, name, len) != 0 || line.data[len] != ' ')
        return line;
    return (struct text){line.data + len + 1, line.len - len - 1};
}

static enum status unexpected(int line, struct text found, const char *expected,
                              struct error *error)
{
    return error_set(error, STATUS_WRONG, "line %d: '%.*s', expected %s", line + 1,
                     (int)(found.len < 120 ? found.len : 120), found.data, expected);
}

/* Which numbers do is not asked here. */
static enum status read_number(const struct text lines[LINES], int line, const char *name,
                               const char *expected, int *value, struct error *error)
{
    int64_t read;
    if (!text_int(value_of(lines[line], name), 0, INT16_MAX, &read))
        return unexpected(line, lines[line], expected, error);
    *value = (int)read;
    return STATUS_OK;
}

/* Is what was read written as it stands there? */
static enum status check_spelling(const struct proof_claim *claim, struct text text, size_t *len,
                                  struct error *error)
{
    struct buf header = {0}, expected = {0};
    struct text found, line;
    size_t at = 0, wanted = 0;
    proof_write_header(claim, &header);
    enum status status = buf_ok(&header, error);
    for (int i = 0; i < LINES && !status; i++) {
        text_next_line(buf_text(&header), &wanted, &line);
        if (text_next_line(text, &at, &found) && at == wanted && text_same(found, line))
            continue;
        if (i == END)
            buf_puts(&expected, "an empty line");
        else
            buf_printf(&expected, "'%.*s'", (int)line.len, line.data);
        if (i == SIDE)
            buf_puts(&expected, ", since plies are odd where the attacker moves, and else even");
        status = buf_ok(&expected, error);
        if (!status)
            status = unexpected(i, found, expected.data, error);
    }
    *len = header.len;
    buf_free(&header);
    buf_free(&expected);
    return status;
}

enum status proof_read_header(struct text text, struct proof_claim *claim, size_t *len,
                              struct error *error)
{
    struct text lines[LINES] = {{0}};
    struct proof_claim read = {0};
    size_t at = 0;
    for (int i = 0; i < LINES; i++)
        if (!text_next_line(text, &at, &lines[i]))
            lines[i] = (struct text){"", 0};
    if (!text_is(lines[TITLE], "benedict certificate 1"))
        return unexpected(TITLE, lines[TITLE], "'benedict certificate 1'", error);
    read.is_win = text_is(lines[CLAIM], "claim win");
    if (!read.is_win && !text_is(lines[CLAIM], "claim no-win"))
        return unexpected(CLAIM, lines[CLAIM], "'claim win' or 'claim no-win'", error);
    enum status status =
        read_number(lines, PLIES, "plies", "'plies' and a number", &read.plies, error);
    if (!status)
        status =
            read_number(lines, REPLIES, "replies", "'replies' and a number", &read.replies, error);
    if (!status) {
        status = plain_read_fen(value_of(lines[POSITION], "position"), &read.start, error);
        if (status)
            return error_prefix(error, status, "line %d", POSITION + 1);
    }
    if (!status)
        status = check_spelling(&read, text, len, error);
    if (!status)
        *claim = read;
    return status;
}

/* ---- where a walk failed ---- */

enum { SHOWN = 40 }; /* moves */

static void put_moves(struct buf *out, const struct plain_move *moves, int count)
{
    char text[PLAIN_MOVE_BYTES];
    for (int i = 0; i < count; i++) {
        plain_write_move(moves[i], text);
        buf_printf(out, " %s", text);
    }
}

enum status proof_prefix_path(const struct proof_walk *walk, const struct proof_task *task,
                              enum status status, struct error *error)
{
    struct buf moves = {0};
    int shown = walk->depth < SHOWN ? walk->depth : SHOWN;
    if (task)
        put_moves(&moves, task->path, task->depth);
    put_moves(&moves, walk->path, shown);
    if (shown < walk->depth)
        buf_printf(&moves, " (and %d more)", walk->depth - shown);
    if (moves.len > 0)
        status = error_prefix(error, status, "after%s", moves.data);
    buf_free(&moves);
    return status;
}

#include "chess960/pair.h"

#include <stdio.h>
#include <string.h>

enum { RIGHTS_BYTES = 5 }; /* four letters and a NUL */

struct pair pair_mirror(struct pair pair)
{
    return (struct pair){start_mirror(pair.w), start_mirror(pair.b)};
}

int pair_compare(struct pair a, struct pair b)
{
    return a.w != b.w ? a.w - b.w : a.b - b.b;
}

struct pair pair_representative(struct pair pair)
{
    return pair_is_representative(pair) ? pair : pair_mirror(pair);
}

/* No start is its own mirror, so w alone decides. */
bool pair_is_representative(struct pair pair)
{
    return pair.w < start_mirror(pair.w);
}

bool pair_is_control(struct pair pair)
{
    return pair.w == pair.b;
}

uint32_t pair_index(struct pair pair)
{
    return (uint32_t)START_COUNT * pair.w + pair.b;
}

static char lower(char c)
{
    return (char)(c - 'A' + 'a');
}

static char rook_file(const char *letters, const char *rook)
{
    return (char)('A' + (rook - letters));
}

static void shredder_rights(struct pair pair, char rights[RIGHTS_BYTES])
{
    char white[START_BYTES], black[START_BYTES];
    start_letters(pair.w, white);
    start_letters(pair.b, black);
    rights[0] = rook_file(white, strrchr(white, 'R'));
    rights[1] = rook_file(white, strchr(white, 'R'));
    rights[2] = lower(rook_file(black, strrchr(black, 'R')));
    rights[3] = lower(rook_file(black, strchr(black, 'R')));
    rights[4] = '\0';
}

void pair_fen(struct pair pair, enum pair_fen_form form, char fen[PAIR_FEN_BYTES])
{
    char white[START_BYTES], black[START_BYTES];
    start_letters(pair.w, white);
    start_letters(pair.b, black);
    for (unsigned file = 0; file < START_FILES; file++)
        black[file] = lower(black[file]);

    /* X-FEN names a file only where a second rook stands between the castling one and the corner.
     * A start has one rook on each side of the king. */
    char rights[RIGHTS_BYTES] = "KQkq";
    if (form == PAIR_SHREDDER_FEN)
        shredder_rights(pair, rights);
    snprintf(fen, PAIR_FEN_BYTES, "%s/pppppppp/8/8/8/8/PPPPPPPP/%s w %s - 0 1", black, white,
             rights);
}

static bool has(struct text text, char c)
{
    return text.len > 0 && memchr(text.data, c, text.len) != NULL;
}

/* Cuts at every `at`. Returns how many parts there are; the first `max` of them are stored. */
static size_t split(struct text text, char at, struct text *parts, size_t max)
{
    size_t count = 0, start = 0;
    for (size_t i = 0; i <= text.len; i++) {
        if (i < text.len && text.data[i] != at)
            continue;
        if (count < max)
            parts[count] = (struct text){text.data + start, i - start};
        count++;
        start = i + 1;
    }
    return count;
}

/* A "%.*s" width: messages show no more than the beginning of what is far too long. */
static int shown(struct text text)
{
    return text.len < 60 ? (int)text.len : 60;
}

static enum status want(const char *what, struct text found, const char *expected,
                        struct error *error)
{
    if (text_is(found, expected))
        return STATUS_OK;
    return error_set(error, STATUS_WRONG, "%s is \"%.*s\", expected \"%s\"", what, shown(found),
                     found.data, expected);
}

/* One side's pieces: all in its own case, `first` to `last`, and a start. */
static enum status read_pieces(struct text rank, bool white, uint16_t *number, struct error *error)
{
    const char *what = white ? "rank 1" : "rank 8";
    char other = white ? 'a' : 'A'; /* the letters of the other case begin here */
    for (size_t i = 0; i < rank.len; i++) {
        if (rank.data[i] >= other && rank.data[i] < other + 26)
            return error_set(
                error, STATUS_WRONG, "%s is \"%.*s\", expected %s", what, shown(rank), rank.data,
                white ? "White's pieces, in upper case" : "Black's pieces, in lower case");
    }
    enum status status = start_number(rank, number, error);
    return status == STATUS_OK ? status : error_prefix(error, status, "%s", what);
}

static enum status read_board(struct text board, struct pair *pair, struct error *error)
{
    static const char *const between[][2] = {
        {"rank 7", "pppppppp"}, {"rank 6", "8"}, {"rank 5", "8"},
        {"rank 4", "8"},        {"rank 3", "8"}, {"rank 2", "PPPPPPPP"},
    };
    struct text ranks[8];
    size_t count = split(board, '/', ranks, 8);
    if (count != 8)
        return error_set(error, STATUS_WRONG, "%zu ranks, expected 8", count);
    enum status status = read_pieces(ranks[0], false, &pair->b, error);
    for (size_t i = 0; i < 6 && status == STATUS_OK; i++)
        status = want(between[i][0], ranks[i + 1], between[i][1], error);
    if (status == STATUS_OK)
        status = read_pieces(ranks[7], true, &pair->w, error);
    return status;
}

static enum status check_rights(struct text found, struct pair pair, struct error *error)
{
    char rights[RIGHTS_BYTES];
    shredder_rights(pair, rights);
    if (text_is(found, rights) || text_is(found, "KQkq"))
        return STATUS_OK;
    return error_set(error, STATUS_WRONG, "castling is \"%.*s\", expected \"%s\" or \"KQkq\"",
                     shown(found), found.data, rights);
}

static enum status read_fen(struct text fen, struct pair *pair, struct error *error)
{
    struct text field[6];
    size_t count = split(fen, ' ', field, 6);
    if (count != 4 && count != 6)
        return error_set(error, STATUS_WRONG, "%zu fields, expected 4 or 6", count);
    enum status status = read_board(field[0], pair, error);
    if (status == STATUS_OK)
        status = want("the side to move", field[1], "w", error);
    if (status == STATUS_OK)
        status = check_rights(field[2], *pair, error);
    if (status == STATUS_OK)
        status = want("the en-passant square", field[3], "-", error);
    if (status == STATUS_OK && count == 6)
        status = want("the half-move clock", field[4], "0", error);
    if (status == STATUS_OK && count == 6)
        status = want("the move number", field[5], "1", error);
    return status;
}

static enum status read_starts(struct text text, struct pair *pair, struct error *error)
{
    struct text half[2];
    char between = has(text, ':') ? ':' : ' ';
    if (!has(text, between) || split(text, between, half, 2) != 2)
        return error_set(
            error, STATUS_WRONG,
            "\"%.*s\" is no pair, expected such as 518:534, RNBQKBNR:RNBKQBNR or a FEN",
            shown(text), text.data);
    enum status status = start_read(half[0], &pair->w, error);
    if (status != STATUS_OK)
        return error_prefix(error, status, "White's start");
    status = start_read(half[1], &pair->b, error);
    return status == STATUS_OK ? status : error_prefix(error, status, "Black's start");
}

enum status pair_read(struct text text, struct pair *pair, struct error *error)
{
    struct pair found = {0, 0};
    enum status status;
    if (has(text, '/')) {
        status = read_fen(text, &found, error);
        if (status != STATUS_OK)
            return error_prefix(error, status, "FEN");
    } else {
        status = read_starts(text, &found, error);
        if (status != STATUS_OK)
            return status;
    }
    *pair = found;
    return STATUS_OK;
}

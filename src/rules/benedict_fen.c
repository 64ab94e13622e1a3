/* The positions and moves of benedict.h as text. */
#include "base/buf.h"
#include "rules/benedict.h"
#include "rules/fen.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { FILES = 9, RANKS = 10, RIVER = 5, PLY_MAX = 60000, POINT_BYTES = 4, WHY_BYTES = 64 };

/* By enum benedict_kind. */
static const char letters[] = "RCNBAKP";
static const uint8_t first_of[BENEDICT_KINDS + 1] = {0, 4, 8, 12, 16, 20, 22, BENEDICT_PIECES};

#define ARRAY "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1"

static enum status wrong(struct error *error, const char *what, struct text found)
{
    return error_set(error, STATUS_WRONG, "FEN: %s: '%.*s'", what,
                     (int)(found.len < 120 ? found.len : 120), found.data);
}

static unsigned point_of(int file, int rank)
{
    return (unsigned)(BENEDICT_FIRST_FILE + file + 16 * (BENEDICT_FIRST_RANK + rank));
}

static int file_of(unsigned point)
{
    return (int)(point & 15) - BENEDICT_FIRST_FILE;
}

static int rank_of(unsigned point)
{
    return (int)(point >> 4) - BENEDICT_FIRST_RANK;
}

/* ---- reading ---- */

/* Can a piece of that kind stand there? */
static bool is_reachable(enum benedict_kind kind, bool red, int file, int rank)
{
    int home = rank < RIVER ? rank : RANKS - 1 - rank; /* the rank as its own side sees it */
    switch (kind) {
    case BENEDICT_ELEPHANT:
        return (home == 0 || home == 4) ? file == 2 || file == 6
               : home == 2              ? file == 0 || file == 4 || file == 8
                                        : false;
    case BENEDICT_ADVISOR:
        return home == 1 ? file == 4 : (home == 0 || home == 2) && (file == 3 || file == 5);
    case BENEDICT_GENERAL:
        return home <= 2 && file >= 3 && file <= 5 && (rank < RIVER) == red;
    default:
        return true;
    }
}

/* How many pieces of each kind have been put; of elephants and advisors those of Red's half apart.
 */
struct counts {
    int of[BENEDICT_KINDS], low[BENEDICT_KINDS];
    int generals[2];
};

static enum status put(struct benedict *position, struct counts *counts, char letter, int file,
                       int rank, struct text field, struct error *error)
{
    bool red = isupper((unsigned char)letter);
    char upper = (char)toupper((unsigned char)letter);
    const char *found = strchr(letters, upper == 'E' ? 'B' : upper == 'H' ? 'N' : upper);
    if (!found || !letter)
        return wrong(error, "no piece of xiangqi", field);
    enum benedict_kind kind = (enum benedict_kind)(found - letters);
    if (!is_reachable(kind, red, file, rank))
        return wrong(error, "a general, advisor or elephant where it cannot be", field);
    int number = first_of[kind] + counts->of[kind]++;
    if (kind == BENEDICT_GENERAL) {
        number = first_of[kind] + !red;
        counts->generals[!red]++;
    }
    counts->low[kind] += rank < RIVER;
    if (number >= first_of[kind + 1])
        return wrong(error, "more pieces of a kind than the array has", field);
    unsigned point = point_of(file, rank);
    benedict_put(position, (unsigned)number, point);
    position->red |= (uint32_t)red << number;
    return STATUS_OK;
}

static enum status check_counts(const struct counts *counts, struct text field, struct error *error)
{
    if (counts->generals[0] != 1 || counts->generals[1] != 1)
        return wrong(error, "not one general of each side", field);
    for (int kind = 0; kind < BENEDICT_KINDS; kind++)
        if (counts->of[kind] != first_of[kind + 1] - first_of[kind])
            return wrong(error, "fewer pieces of a kind than the array has", field);
    if (counts->low[BENEDICT_ELEPHANT] != 2 || counts->low[BENEDICT_ADVISOR] != 2)
        return wrong(error, "not two elephants in each half and two advisors in each palace",
                     field);
    return STATUS_OK;
}

/* Ten ranks of nine points, whatever stands there. */
static bool is_board(struct text field)
{
    int file = 0, rank = RANKS - 1;
    for (size_t i = 0; i < field.len; i++) {
        char c = field.data[i];
        if (c == '/') {
            if (file != FILES)
                return false;
            file = 0;
            rank--;
        } else {
            file += isdigit((unsigned char)c) ? c - '0' : 1;
        }
        if (c == '0' || file > FILES || rank < 0)
            return false;
    }
    return rank == 0 && file == FILES;
}

static enum status read_board(struct text field, struct benedict *position, struct error *error)
{
    struct counts counts = {0};
    int file = 0, rank = RANKS - 1;
    if (!is_board(field))
        return wrong(error, "no board of ten ranks of nine points", field);
    for (size_t i = 0; i < field.len; i++) {
        char c = field.data[i];
        if (c == '/') {
            file = 0;
            rank--;
        } else if (isdigit((unsigned char)c)) {
            file += c - '0';
        } else {
            enum status status = put(position, &counts, c, file++, rank, field, error);
            if (status)
                return status;
        }
    }
    return check_counts(&counts, field, error);
}

enum status benedict_read_fen(struct text fen, struct benedict *position, struct error *error)
{
    struct text fields[FEN_FIELDS];
    struct benedict read;
    int64_t quiet, number;
    if (!fen_split(fen, fields))
        return wrong(error, "not six fields", fen);
    benedict_clear(&read);
    enum status status = read_board(fields[0], &read, error);
    if (status)
        return status;
    if (!text_is(fields[1], "w") && !text_is(fields[1], "r") && !text_is(fields[1], "b"))
        return wrong(error, "neither w nor b moves", fields[1]);
    if (!text_is(fields[2], "-") || !text_is(fields[3], "-"))
        return wrong(error, "the third and fourth field are not '-'", fen);
    if (!text_int(fields[4], 0, BENEDICT_QUIET_MAX - 1, &quiet))
        return wrong(error, "no number of quiet plies from 0 to 119", fields[4]);
    if (!text_int(fields[5], 1, PLY_MAX / 2, &number))
        return wrong(error, "no number of a move", fields[5]);
    if (benedict_is_facing(&read))
        return wrong(error, "the generals face each other", fields[0]);
    read.turn = text_is(fields[1], "b") ? BENEDICT_BLACK : BENEDICT_RED;
    read.quiet = (uint8_t)quiet;
    read.ply = (uint16_t)(2 * (number - 1) + read.turn);
    read.key = benedict_key(&read);
    *position = read;
    return STATUS_OK;
}

void benedict_start(struct benedict *position)
{
    struct error error;
    enum status status = benedict_read_fen(text_of(ARRAY), position, &error);
    (void)status; /* the array is a position */
}

void benedict_begin_here(struct benedict *position)
{
    position->quiet = 0;
    position->ply = position->turn == BENEDICT_BLACK;
}

/* ---- writing ---- */

void benedict_write_fen(const struct benedict *position, char fen[BENEDICT_FEN_BYTES])
{
    char *out = fen;
    for (int rank = RANKS - 1; rank >= 0; rank--) {
        int gap = 0;
        for (int file = 0; file < FILES; file++) {
            unsigned piece = position->board[point_of(file, rank)];
            if (piece == BENEDICT_EMPTY) {
                gap++;
                continue;
            }
            if (gap)
                *out++ = (char)('0' + gap);
            gap = 0;
            char letter = letters[benedict_kind(piece)];
            *out++ = (char)(position->red >> piece & 1 ? letter : tolower(letter));
        }
        if (gap)
            *out++ = (char)('0' + gap);
        *out++ = rank ? '/' : ' ';
    }
    snprintf(out, BENEDICT_FEN_BYTES - (size_t)(out - fen), "%c - - %d %d",
             position->turn == BENEDICT_RED ? 'w' : 'b', position->quiet, position->ply / 2 + 1);
}

static char *put_point(char *out, unsigned point)
{
    int rank = rank_of(point) + 1;
    *out++ = (char)('a' + file_of(point));
    if (rank == RANKS)
        *out++ = '1';
    *out++ = (char)('0' + rank % RANKS);
    return out;
}

void benedict_write_move(struct benedict_move move, char text[BENEDICT_MOVE_BYTES])
{
    *put_point(put_point(text, move.from), move.to) = '\0';
}

/* ---- why a move is not legal ---- */

/* From one point of the board to another. */
struct step {
    unsigned from, to;
    int files, ranks; /* to the right, and up */
    enum benedict_kind kind;
    bool red; /* whose piece it is */
};

static bool read_point(struct text text, size_t *at, unsigned *point)
{
    if (text.len < *at + 2)
        return false;
    int file = text.data[*at] - 'a', rank = text.data[*at + 1] - '1';
    *at += 2;
    if (rank == 0 && *at < text.len && text.data[*at] == '0') {
        rank = RANKS - 1;
        ++*at;
    }
    *point = point_of(file, rank);
    return file >= 0 && file < FILES && rank >= 0 && rank < RANKS;
}

static bool is_empty(const struct benedict *position, unsigned point)
{
    return position->board[point] == BENEDICT_EMPTY;
}

/* On an empty board, if it had neither palaces nor, but for soldiers, a river. */
static bool is_way_of_moving(const struct step *step)
{
    int wide = abs(step->files), high = abs(step->ranks);
    switch (step->kind) {
    case BENEDICT_CHARIOT:
    case BENEDICT_CANNON:
        return !wide || !high;
    case BENEDICT_HORSE:
        return wide * high == 2;
    case BENEDICT_ELEPHANT:
        return wide == 2 && high == 2;
    case BENEDICT_ADVISOR:
        return wide == 1 && high == 1;
    case BENEDICT_GENERAL:
        return wide + high == 1;
    default:
        return high ? !wide && step->ranks == (step->red ? 1 : -1)
                    : wide == 1 && (rank_of(step->from) >= RIVER) == step->red;
    }
}

/* The next point of the way; a horse goes straight first. */
static unsigned next_point(const struct step *step, unsigned point)
{
    int files = (step->files > 0) - (step->files < 0);
    int ranks = (step->ranks > 0) - (step->ranks < 0);
    if (step->kind == BENEDICT_HORSE && step->files == files)
        files = 0;
    else if (step->kind == BENEDICT_HORSE)
        ranks = 0;
    return point + (unsigned)(files + 16 * ranks);
}

/* The first occupied point of the way; `to`, which is empty, where there is none. */
static unsigned find_block(const struct benedict *position, const struct step *step)
{
    unsigned point = next_point(step, step->from);
    if (step->kind == BENEDICT_HORSE)
        return is_empty(position, point) ? step->to : point;
    while (point != step->to && is_empty(position, point))
        point = next_point(step, point);
    return point;
}

/* Of a piece of the side to move, and an empty point. */
static void explain_step(const struct benedict *position, const struct step *step,
                         const char *piece, char why[WHY_BYTES])
{
    char block[POINT_BYTES];
    if (!is_way_of_moving(step))
        snprintf(why, WHY_BYTES, "the %s does not move like that", piece);
    else if (step->kind == BENEDICT_ELEPHANT &&
             (rank_of(step->from) < RIVER) != (rank_of(step->to) < RIVER))
        snprintf(why, WHY_BYTES, "the elephant does not cross the river");
    else if (!is_reachable(step->kind, step->red, file_of(step->to), rank_of(step->to)))
        snprintf(why, WHY_BYTES, "the %s does not leave its palace", piece);
    else if (find_block(position, step) != step->to) {
        *put_point(block, find_block(position, step)) = '\0';
        snprintf(why, WHY_BYTES, "the %s is blocked on %s", piece, block);
    } else {
        snprintf(why, WHY_BYTES, "the generals would face each other");
    }
}

/* Of a text that names no legal move. */
static void explain(const struct benedict *position, struct text text, char why[WHY_BYTES])
{
    static const char *const names[BENEDICT_KINDS] = {"chariot", "cannon",  "horse",  "elephant",
                                                      "advisor", "general", "soldier"};
    struct step step;
    size_t at = 0;
    char from[POINT_BYTES], to[POINT_BYTES];
    if (!read_point(text, &at, &step.from) || !read_point(text, &at, &step.to) || at < text.len) {
        snprintf(why, WHY_BYTES, "it is not spelled as two points, as h3h6 is");
        return;
    }
    *put_point(from, step.from) = *put_point(to, step.to) = '\0';
    if (is_empty(position, step.from)) {
        snprintf(why, WHY_BYTES, "no piece stands on %s", from);
        return;
    }
    unsigned piece = position->board[step.from];
    step.kind = benedict_kind(piece);
    step.red = position->red >> piece & 1;
    step.files = file_of(step.to) - file_of(step.from);
    step.ranks = rank_of(step.to) - rank_of(step.from);
    if (step.red != (position->turn == BENEDICT_RED))
        snprintf(why, WHY_BYTES, "the %s on %s is %s", names[step.kind], from,
                 step.red ? "Red's" : "Black's");
    else if (!is_empty(position, step.to))
        snprintf(why, WHY_BYTES, "%s is occupied", to);
    else
        explain_step(position, &step, names[step.kind], why);
}

enum status benedict_read_move(const struct benedict *position, struct text text,
                               struct benedict_move *move, struct error *error)
{
    struct benedict_move moves[BENEDICT_MOVES_MAX];
    size_t count = benedict_moves(position, moves);
    for (size_t i = 0; i < count; i++) {
        char spelled[BENEDICT_MOVE_BYTES];
        benedict_write_move(moves[i], spelled);
        if (text_is(text, spelled)) {
            *move = moves[i];
            return STATUS_OK;
        }
    }
    char why[WHY_BYTES];
    explain(position, text, why);
    return error_set(error, STATUS_WRONG, "'%.*s' is no legal move here: %s",
                     (int)(text.len < 12 ? text.len : 12), text.data, why);
}

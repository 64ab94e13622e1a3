#include "rules/benedict_plain.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- points and pieces ---- */

static int file_of(int point)
{
    return point % PLAIN_UP - 1;
}

static int rank_of(int point)
{
    return point / PLAIN_UP - 1;
}

static bool is_red(char piece)
{
    return piece >= 'A' && piece <= 'Z';
}

static bool is_black(char piece)
{
    return piece >= 'a' && piece <= 'z';
}

/* The capital letter. */
static char kind_of(char piece)
{
    return is_black(piece) ? (char)(piece - 'a' + 'A') : piece;
}

static char other_side(char piece)
{
    return is_red(piece) ? (char)(piece - 'A' + 'a') : (char)(piece - 'a' + 'A');
}

static bool is_own(const struct plain *board, int point)
{
    return board->red_moves ? is_red(board->at[point]) : is_black(board->at[point]);
}

static bool is_red_half(int point)
{
    return rank_of(point) <= 4;
}

static bool is_palace(int point)
{
    int file = file_of(point), rank = rank_of(point);
    return file >= 3 && file <= 5 && (rank <= 2 || rank >= 7);
}

/* ---- where pieces get to ---- */

/* Ways in the order of the points they lead to. */
static const int straight[4] = {-PLAIN_UP, -1, 1, PLAIN_UP};
static const int diagonal[4] = {-PLAIN_UP - 1, -PLAIN_UP + 1, PLAIN_UP - 1, PLAIN_UP + 1};
static const struct {
    int leg, to;
} horse[8] = {
    {-PLAIN_UP, -2 * PLAIN_UP - 1},
    {-PLAIN_UP, -2 * PLAIN_UP + 1},
    {-1, -PLAIN_UP - 2},
    {1, -PLAIN_UP + 2},
    {-1, PLAIN_UP - 2},
    {1, PLAIN_UP + 2},
    {PLAIN_UP, 2 * PLAIN_UP - 1},
    {PLAIN_UP, 2 * PLAIN_UP + 1},
};

enum { WAYS_MAX = 17 };

/* The points that a piece other than a chariot or cannon steps to from there, in order, whatever
 * stands on them, the edge too; returns how many. */
static int steps(const struct plain *board, int from, int to[WAYS_MAX])
{
    char piece = board->at[from];
    bool red = is_red(piece);
    int count = 0;
    switch (kind_of(piece)) {
    case 'N':
        for (int i = 0; i < 8; i++)
            if (!board->at[from + horse[i].leg])
                to[count++] = from + horse[i].to;
        break;
    case 'B':
        for (int i = 0; i < 4; i++)
            if (!board->at[from + diagonal[i]] &&
                is_red_half(from + 2 * diagonal[i]) == is_red_half(from))
                to[count++] = from + 2 * diagonal[i];
        break;
    case 'A':
    case 'K':
        for (int i = 0; i < 4; i++) {
            int point = from + (kind_of(piece) == 'A' ? diagonal[i] : straight[i]);
            if (is_palace(point))
                to[count++] = point;
        }
        break;
    default: /* a soldier: ahead, and past the river sideways */
        if (!red)
            to[count++] = from - PLAIN_UP;
        if (is_red_half(from) != red) {
            to[count++] = from - 1;
            to[count++] = from + 1;
        }
        if (red)
            to[count++] = from + PLAIN_UP;
    }
    return count;
}

static bool is_on_lines(char piece)
{
    return kind_of(piece) == 'R' || kind_of(piece) == 'C';
}

/* The first point that way where something stands, or the edge. */
static int walk(const struct plain *board, int from, int way)
{
    do
        from += way;
    while (!board->at[from]);
    return from;
}

/* The empty points that a chariot or cannon moves to, in order. */
static int lines(const struct plain *board, int from, int to[WAYS_MAX])
{
    int count = 0;
    for (int i = 0; i < 4; i++) {
        int way = straight[i], end = walk(board, from, way);
        if (way < 0) /* the farthest comes first */
            for (int point = end - way; point != from; point -= way)
                to[count++] = point;
        else
            for (int point = from + way; point != end; point += way)
                to[count++] = point;
    }
    return count;
}

/* The points where that piece attacks an enemy; returns how many. */
static int attacks(const struct plain *board, int from, int at[WAYS_MAX])
{
    char piece = board->at[from];
    int points[WAYS_MAX], count = 0, kept = 0;
    if (is_on_lines(piece)) {
        for (int i = 0; i < 4; i++) {
            int point = walk(board, from, straight[i]);
            if (kind_of(piece) == 'C' && board->at[point] != PLAIN_EDGE)
                point = walk(board, point, straight[i]); /* over the screen */
            points[count++] = point;
        }
    } else {
        count = steps(board, from, points);
    }
    for (int i = 0; i < count; i++) {
        char other = board->at[points[i]];
        if (is_red(piece) ? is_black(other) : is_red(other))
            at[kept++] = points[i];
    }
    return kept;
}

/* ---- the generals, who may not face each other ---- */

static int find(const struct plain *board, char piece)
{
    return (int)((const char *)memchr(board->at, piece, sizeof board->at) - board->at);
}

/* Red's general is always the lower one. Are they on one file? */
static bool is_between(int point, int red, int black)
{
    return red < point && point < black && (point - red) % PLAIN_UP == 0;
}

static int count_between(const struct plain *board, int red, int black)
{
    int count = 0;
    for (int point = red + PLAIN_UP; point < black; point += PLAIN_UP)
        count += board->at[point] != 0;
    return count;
}

static bool is_facing(const struct plain *board)
{
    int red = find(board, 'K'), black = find(board, 'k');
    return file_of(red) == file_of(black) && count_between(board, red, black) == 0;
}

/* The generals before a move. */
struct generals {
    int red, black;
    int between; /* pieces on their file; as many as need be where they do not share one */
};

static struct generals find_generals(const struct plain *board)
{
    struct generals generals = {find(board, 'K'), find(board, 'k'), 0};
    bool apart = file_of(generals.red) != file_of(generals.black);
    generals.between = apart ? 2 : count_between(board, generals.red, generals.black);
    return generals;
}

/* Would the generals face each other after one of them has gone to that point? */
static bool is_facing_after(const struct plain *board, int from, int to)
{
    struct plain after = *board;
    after.at[to] = board->at[from];
    after.at[from] = 0;
    return is_facing(&after);
}

/* ---- moves ---- */

/* The legal moves of one piece, in order. */
static int piece_moves(const struct plain *board, const struct generals *generals, int from,
                       struct plain_move moves[WAYS_MAX])
{
    int to[WAYS_MAX], kept = 0;
    bool is_general = from == generals->red || from == generals->black;
    bool is_alone = generals->between == 1 && is_between(from, generals->red, generals->black);
    int count = is_on_lines(board->at[from]) ? lines(board, from, to) : steps(board, from, to);
    for (int i = 0; i < count; i++) {
        if (board->at[to[i]] || (is_alone && file_of(to[i]) != file_of(from)) ||
            (is_general && is_facing_after(board, from, to[i])))
            continue;
        moves[kept++] = (struct plain_move){(uint8_t)from, (uint8_t)to[i]};
    }
    return kept;
}

int plain_moves(const struct plain *board, struct plain_move moves[PLAIN_MOVES_MAX])
{
    struct generals generals = find_generals(board);
    int count = 0;
    for (int from = PLAIN_FIRST; from <= PLAIN_LAST; from++)
        if (is_own(board, from))
            count += piece_moves(board, &generals, from, moves + count);
    return count;
}

bool plain_move_at(const struct plain *board, int index, struct plain_move *move)
{
    struct generals generals = find_generals(board);
    struct plain_move moves[WAYS_MAX];
    for (int from = PLAIN_FIRST; from <= PLAIN_LAST; from++) {
        int count = is_own(board, from) ? piece_moves(board, &generals, from, moves) : 0;
        if (index < count) {
            *move = moves[index];
            return true;
        }
        index -= count;
    }
    return false;
}

/* Can the piece there go one point ahead along its file, as soldiers, chariots and cannons do? The
 * generals never face each other for that. */
static bool is_free_ahead(const struct plain *board, int point)
{
    char kind = kind_of(board->at[point]);
    return (kind == 'P' || is_on_lines(kind)) &&
           !board->at[is_red(board->at[point]) ? point + PLAIN_UP : point - PLAIN_UP];
}

bool plain_can_move(const struct plain *board)
{
    struct plain_move moves[WAYS_MAX];
    for (int from = PLAIN_FIRST; from <= PLAIN_LAST; from++)
        if (is_own(board, from) && is_free_ahead(board, from))
            return true;
    struct generals generals = find_generals(board);
    for (int from = PLAIN_FIRST; from <= PLAIN_LAST; from++)
        if (is_own(board, from) && piece_moves(board, &generals, from, moves) > 0)
            return true;
    return false;
}

bool plain_play(struct plain *board, struct plain_move move)
{
    int attacked[WAYS_MAX];
    board->at[move.to] = board->at[move.from];
    board->at[move.from] = 0;
    board->red_moves = !board->red_moves;
    int count = attacks(board, move.to, attacked);
    for (int i = 0; i < count; i++)
        if (kind_of(board->at[attacked[i]]) == 'K')
            return true;
    for (int i = 0; i < count; i++)
        board->at[attacked[i]] = other_side(board->at[attacked[i]]);
    return false;
}

/* ---- searching ---- */

/* Could a piece of that kind attack the other point from this one at all? */
static bool is_in_reach(char kind, int from, int to)
{
    int files = abs(file_of(from) - file_of(to)), ranks = abs(rank_of(from) - rank_of(to));
    return is_on_lines(kind) ? files == 0 || ranks == 0 : files <= 2 && ranks <= 2;
}

/* How many pieces of the other side are free to go ahead? */
static int count_free(const struct plain *board)
{
    int count = 0;
    for (int point = PLAIN_FIRST; point <= PLAIN_LAST; point++)
        count += board->at[point] && board->at[point] != PLAIN_EDGE && !is_own(board, point) &&
                 is_free_ahead(board, point);
    return count;
}

/* Can the side to move win at once? Only moves that might are played. One that leaves the other
 * side no move has to take or block all its pieces that are free to go ahead: a horse attacks at
 * most eight, any other piece four, and the point moved to blocks one. */
static bool can_win(const struct plain *board)
{
    struct plain_move moves[PLAIN_MOVES_MAX];
    int general = find(board, board->red_moves ? 'k' : 'K');
    int count = plain_moves(board, moves), free = count_free(board);
    for (int i = 0; i < count; i++) {
        char kind = kind_of(board->at[moves[i].from]);
        bool may_block = free <= (kind == 'N' ? 8 : 4) + 1;
        if (!may_block && !is_in_reach(kind, moves[i].to, general))
            continue;
        struct plain after = *board;
        if (plain_play(&after, moves[i]) || !plain_can_move(&after))
            return true;
    }
    return false;
}

bool plain_solve(const struct plain *board, int plies)
{
    struct plain_move moves[PLAIN_MOVES_MAX];
    if (plies == 0)
        return !plain_can_move(board);
    if (plies == 1)
        return can_win(board);
    bool attacking = plies % 2 == 1;
    int count = plain_moves(board, moves);
    for (int i = 0; i < count; i++) {
        struct plain after = *board;
        bool wins = plain_play(&after, moves[i]);
        if (wins || plain_solve(&after, plies - 1) == attacking)
            return attacking;
    }
    return !attacking;
}

/* ---- text ---- */

void plain_mirror(const struct plain *board, struct plain *mirrored)
{
    *mirrored = *board;
    for (int rank = 0; rank < PLAIN_RANKS; rank++)
        for (int file = 0; file < PLAIN_FILES; file++)
            mirrored->at[plain_point(PLAIN_FILES - 1 - file, rank)] =
                board->at[plain_point(file, rank)];
}

static uint8_t mirror_point(uint8_t point)
{
    int file = (point - PLAIN_FIRST) % PLAIN_UP;
    return (uint8_t)(point - file + PLAIN_FILES - 1 - file);
}

struct plain_move plain_mirror_move(struct plain_move move)
{
    return (struct plain_move){mirror_point(move.from), mirror_point(move.to)};
}

static bool is_own_mirror(const struct plain *board)
{
    struct plain mirrored;
    plain_mirror(board, &mirrored);
    return memcmp(board->at, mirrored.at, sizeof board->at) == 0;
}

enum plain_outcome plain_step(const struct plain *board, struct plain_move move,
                              struct plain *after)
{
    struct plain_move other = plain_mirror_move(move);
    bool is_first = move.from != other.from ? move.from < other.from : move.to <= other.to;
    if (!is_first && is_own_mirror(board))
        return PLAIN_IS_MIRROR;
    *after = *board;
    return plain_play(after, move) || !plain_can_move(after) ? PLAIN_ENDS : PLAIN_GOES_ON;
}

/* Can a piece of that kind stand there? */
static bool may_stand(char piece, int file, int rank)
{
    int home = is_red_half(plain_point(file, rank)) ? rank : PLAIN_RANKS - 1 - rank;
    switch (kind_of(piece)) {
    case 'K':
        return file >= 3 && file <= 5 && home <= 2 && is_red(piece) == (home == rank);
    case 'A':
        return file >= 3 && file <= 5 && home <= 2 && (file + home) % 2 == 1;
    case 'B':
        return file % 2 == 0 && home % 2 == 0 && (file + home) % 4 == 2;
    default:
        return true;
    }
}

/* How many of a kind there are on the board, or in the half of Red alone. */
static int count_kind(const struct plain *board, char kind, bool all)
{
    int count = 0;
    for (int point = PLAIN_FIRST; point <= PLAIN_LAST; point++)
        count += kind_of(board->at[point]) == kind && (all || is_red_half(point));
    return count;
}

/* What is wrong with a board, or NULL. */
static const char *find_fault(const struct plain *board)
{
    static const char kinds[] = "KABNRCP";
    static const int counts[] = {2, 4, 4, 4, 4, 4, 10};
    for (int i = 0; kinds[i]; i++)
        if (count_kind(board, kinds[i], true) != counts[i])
            return "another number of pieces of a kind than the array has";
    for (int rank = 0; rank < PLAIN_RANKS; rank++)
        for (int file = 0; file < PLAIN_FILES; file++)
            if (!may_stand(board->at[plain_point(file, rank)], file, rank))
                return "a general, advisor or elephant where it cannot be";
    if (count_kind(board, 'K', false) != 1 || count_kind(board, 'A', false) != 2 ||
        count_kind(board, 'B', false) != 2)
        return "not a general, two advisors and two elephants in each half";
    return is_facing(board) ? "the generals face each other" : NULL;
}

static void clear(struct plain *board)
{
    memset(board, 0, sizeof *board);
    memset(board->at, PLAIN_EDGE, sizeof board->at);
    for (int rank = 0; rank < PLAIN_RANKS; rank++)
        memset(board->at + plain_point(0, rank), 0, PLAIN_FILES);
}

/* Reads the ranks from the tenth down; *at is then past them. */
static bool read_board(struct text fen, size_t *at, struct plain *board)
{
    int file = 0, rank = PLAIN_RANKS - 1;
    for (; *at < fen.len && fen.data[*at] != ' '; ++*at) {
        char c = fen.data[*at];
        if (c == '/' && file == PLAIN_FILES && rank > 0) {
            file = 0;
            rank--;
        } else if (c >= '1' && c <= '9' && c - '0' <= PLAIN_FILES - file) {
            file += c - '0';
        } else if (c && strchr("KABNRCPkabnrcp", c) && file < PLAIN_FILES) {
            board->at[plain_point(file++, rank)] = c;
        } else {
            return false;
        }
    }
    return rank == 0 && file == PLAIN_FILES;
}

enum status plain_read_fen(struct text fen, struct plain *board, struct error *error)
{
    struct plain read;
    size_t at = 0;
    const char *fault = NULL;
    clear(&read);
    if (!read_board(fen, &at, &read))
        fault = "no board of ten ranks of nine points";
    else if (fen.len - at < 2 || !strchr("wb", fen.data[at + 1]) || !fen.data[at + 1] ||
             (fen.len - at > 2 && fen.data[at + 2] != ' '))
        fault = "neither w nor b moves";
    else
        fault = find_fault(&read);
    if (fault)
        return error_set(error, STATUS_WRONG, "%s: '%.*s'", fault,
                         (int)(fen.len < 120 ? fen.len : 120), fen.data);
    read.red_moves = fen.data[at + 1] == 'w';
    *board = read;
    return STATUS_OK;
}

void plain_write_fen(const struct plain *board, char fen[PLAIN_FEN_BYTES])
{
    char *out = fen;
    for (int rank = PLAIN_RANKS - 1; rank >= 0; rank--) {
        for (int file = 0, gap = 0; file < PLAIN_FILES; file++) {
            char piece = board->at[plain_point(file, rank)];
            gap = piece ? 0 : gap + 1;
            if (gap > 1)
                out--; /* a larger number takes its place */
            *out++ = piece ? piece : (char)('0' + gap);
        }
        *out++ = rank ? '/' : ' ';
    }
    snprintf(out, (size_t)(fen + PLAIN_FEN_BYTES - out), "%c - - 0 1",
             board->red_moves ? 'w' : 'b');
}

void plain_write_move(struct plain_move move, char text[PLAIN_MOVE_BYTES])
{
    snprintf(text, PLAIN_MOVE_BYTES, "%c%d%c%d", 'a' + file_of(move.from) % PLAIN_FILES,
             (rank_of(move.from) & 15) + 1, 'a' + file_of(move.to) % PLAIN_FILES,
             (rank_of(move.to) & 15) + 1);
}

bool plain_read_move(const struct plain *board, struct text text, struct plain_move *move)
{
    struct plain_move moves[PLAIN_MOVES_MAX];
    char word[PLAIN_MOVE_BYTES];
    int count = plain_moves(board, moves);
    for (int i = 0; i < count; i++) {
        plain_write_move(moves[i], word);
        if (text_is(text, word)) {
            *move = moves[i];
            return true;
        }
    }
    return false;
}

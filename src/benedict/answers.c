#include "benedict/answers.h"

/* The points that a win needs as they are: a bit for each point of the board. */
struct points {
    uint64_t words[BENEDICT_BOARD / 64];
};

static void add(struct points *points, unsigned point)
{
    points->words[point / 64] |= UINT64_C(1) << point % 64;
}

static bool has(const struct points *points, unsigned point)
{
    return points->words[point / 64] >> point % 64 & 1;
}

static bool is_on_file(unsigned a, unsigned b)
{
    return (a & 15) == (b & 15);
}

static bool is_on_rank(unsigned a, unsigned b)
{
    return a >> 4 == b >> 4;
}

/* Those strictly between two points of a file or rank. */
static void add_between(struct points *points, unsigned a, unsigned b)
{
    unsigned low = a < b ? a : b, high = a < b ? b : a, step = is_on_file(a, b) ? 16 : 1;
    for (unsigned point = low + step; point < high; point += step)
        add(points, point);
}

/* What a step of that kind of piece from `a` to `b`, or its attack on `b`, needs on the way: the
 * line, the leg of a horse, the eye of an elephant. */
static void add_way(struct points *points, enum benedict_kind kind, unsigned a, unsigned b)
{
    int files = (int)(b & 15) - (int)(a & 15), ranks = (int)(b >> 4) - (int)(a >> 4);
    if (kind == BENEDICT_CHARIOT || kind == BENEDICT_CANNON)
        add_between(points, a, b);
    else if (kind == BENEDICT_HORSE || kind == BENEDICT_ELEPHANT)
        add(points, (unsigned)((int)a + files / 2 + ranks / 2 * 16));
}

/* All that the win by that move needs, and whatever may keep its piece from leaving the file on
 * which the generals would face each other. */
static struct points find_points(const struct benedict *position, struct benedict_move win)
{
    enum benedict_kind kind = benedict_kind(position->board[win.from]);
    unsigned red = benedict_general(position, BENEDICT_RED);
    unsigned black = benedict_general(position, BENEDICT_BLACK);
    struct points points = {0};
    add(&points, win.to);
    add_way(&points, kind, win.from, win.to);
    add_way(&points, kind, win.to, position->turn == BENEDICT_RED ? red : black);
    if (is_on_file(red, black))
        add_between(&points, red, black);
    return points;
}

/* May the move convert what stands on that point? */
static bool may_convert(const struct benedict *position, struct benedict_move move, unsigned point)
{
    enum benedict_kind kind = benedict_kind(position->board[move.from]);
    unsigned reach = kind == BENEDICT_HORSE || kind == BENEDICT_ELEPHANT ? 2 : 1;
    if (kind == BENEDICT_CHARIOT || kind == BENEDICT_CANNON)
        return is_on_file(move.to, point) || is_on_rank(move.to, point);
    return (move.to & 15) - (point & 15) + reach <= 2 * reach &&
           (move.to >> 4) - (point >> 4) + reach <= 2 * reach;
}

size_t answers_keep(const struct benedict *position, struct benedict_move win,
                    struct benedict_move *moves, size_t count)
{
    size_t kept = 0;
    struct points points = find_points(position, win);
    for (size_t i = 0; i < count; i++)
        if (has(&points, moves[i].from) || has(&points, moves[i].to) ||
            benedict_kind(position->board[moves[i].from]) == BENEDICT_GENERAL ||
            may_convert(position, moves[i], win.from))
            moves[kept++] = moves[i];
    return kept;
}

size_t answers_list(struct benedict *position, struct benedict_move moves[BENEDICT_MOVES_MAX])
{
    struct benedict_move win;
    size_t count = benedict_moves(position, moves);
    return benedict_is_threatened(position, &win) ? answers_keep(position, win, moves, count)
                                                  : count;
}

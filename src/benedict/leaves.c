#include "benedict/leaves.h"

#include "benedict/answers.h"

#define LINE_PIECES UINT32_C(0x000000ff)
#define HORSES UINT32_C(0x00000f00)
#define ELEPHANTS UINT32_C(0x0000f000)
#define SOLDIERS UINT32_C(0xffc00000)

/* ---- a side that cannot move ---- */

/* Pieces that can move, and the other side's next move can take at most one way from each. */
struct room {
    unsigned count, in_palace;
    uint8_t points[BENEDICT_PIECES];
    uint64_t files[9]; /* six bits for each rank, the lowest first: how many stand there */
};

enum { RANK_BITS = 6, BOX = 5 };

/* The bits of six ranks. */
#define BOXES ((UINT64_C(1) << 6 * RANK_BITS) - 1)

static void add_room(struct room *room, unsigned point)
{
    unsigned file = (point & 15) - BENEDICT_FIRST_FILE, rank = (point >> 4) - BENEDICT_FIRST_RANK;
    room->points[room->count++] = (uint8_t)point;
    room->in_palace += file - 3 < 3 && (rank < 3 || rank > 6);
    room->files[file] += UINT64_C(1) << RANK_BITS * rank;
}

static bool is_same_half(unsigned a, unsigned b)
{
    enum { RIVER = BENEDICT_FIRST_RANK + 5 };
    return ((a >> 4) < RIVER) == ((b >> 4) < RIVER);
}

static bool is_free(const struct benedict *position, unsigned point, int step)
{
    return position->board[(int)point + step] == BENEDICT_EMPTY;
}

/* Two neighbours free, so that one stays free. */
static bool has_two_ways(const struct benedict *position, unsigned point)
{
    return is_free(position, point, 1) + is_free(position, point, -1) +
               is_free(position, point, 16) + is_free(position, point, -16) >=
           2;
}

/* Two legs free, and a point behind each. */
static bool has_two_leaps(const struct benedict *position, unsigned point)
{
    static const int legs[4] = {1, -1, 16, -16};
    int ways = 0;
    for (int i = 0; i < 4; i++) {
        int leg = legs[i], aside = leg == 1 || leg == -1 ? 16 : 1;
        ways += is_free(position, point, leg) && (is_free(position, point, 2 * leg + aside) ||
                                                  is_free(position, point, 2 * leg - aside));
    }
    return ways >= 2;
}

/* Two eyes free, and a point behind each on its own side of the river. */
static bool has_two_diagonals(const struct benedict *position, unsigned point)
{
    static const int eyes[4] = {15, 17, -15, -17};
    int ways = 0;
    for (int i = 0; i < 4; i++)
        ways += is_free(position, point, eyes[i]) && is_free(position, point, 2 * eyes[i]) &&
                is_same_half(point, (unsigned)((int)point + 2 * eyes[i]));
    return ways >= 2;
}

static struct room measure_room(const struct benedict *position, enum benedict_side side)
{
    struct room room = {0};
    uint32_t own = benedict_own(position, side);
    int ahead = side == BENEDICT_RED ? 16 : -16;
    for (uint32_t lines = own & LINE_PIECES; lines; lines &= lines - 1) {
        unsigned point = position->at[__builtin_ctz(lines)];
        if (has_two_ways(position, point))
            add_room(&room, point);
    }
    for (uint32_t horses = own & HORSES; horses; horses &= horses - 1) {
        unsigned point = position->at[__builtin_ctz(horses)];
        if (has_two_leaps(position, point))
            add_room(&room, point);
    }
    for (uint32_t elephants = own & ELEPHANTS; elephants; elephants &= elephants - 1) {
        unsigned point = position->at[__builtin_ctz(elephants)];
        if (has_two_diagonals(position, point))
            add_room(&room, point);
    }
    for (uint32_t soldiers = own & SOLDIERS; soldiers; soldiers &= soldiers - 1) {
        unsigned point = position->at[__builtin_ctz(soldiers)];
        if (is_free(position, point, ahead))
            add_room(&room, point);
    }
    return room;
}

/* Whichever five by five points are taken away, more than `most` pieces remain. */
static bool is_spread(const struct room *room, unsigned most)
{
    /* The same number for each of the six boxes one above the other; the highest bit of its six
     * tells that a box holds all but `most`. */
    const uint64_t each = UINT64_C(0x041041041), full = each << (RANK_BITS - 1);
    uint64_t missing = each * ((1U << (RANK_BITS - 1)) - (room->count - most));
    for (int first = 0; first + BOX <= 9; first++) {
        uint64_t ranks = 0, boxes = 0;
        for (int file = first; file < first + BOX; file++)
            ranks += room->files[file];
        for (int rank = 0; rank < BOX; rank++)
            boxes += ranks >> RANK_BITS * rank;
        if (((boxes & BOXES) + missing) & full)
            return false;
    }
    return true;
}

/* Can a move of anything but a general leave one piece alone between the generals, which then must
 * not leave their file? */
static bool can_pin(const struct benedict *position)
{
    unsigned red = benedict_general(position, BENEDICT_RED);
    unsigned black = benedict_general(position, BENEDICT_BLACK);
    if ((red & 15) != (black & 15))
        return false;
    unsigned between = 0;
    for (unsigned point = red + 16; point < black; point += 16)
        between += position->board[point] != BENEDICT_EMPTY;
    return between <= 2;
}

/* True: whatever the side to move does, the other one has a legal move afterwards. The move
 * occupies one point and so stops at most one of the soldiers whose way is free; one more piece may
 * have to stay between the generals. A chariot or cannon converts four pieces at most, a general
 * four in its palace, all others at most eight, which stand within five by five points. */
static bool has_room(const struct room *room, unsigned stopped)
{
    enum { BY_LINES = 4, BY_LEAPS = 8 };
    if (room->count <= stopped + BY_LINES || room->count <= 2 + room->in_palace)
        return false;
    return room->count > stopped + BY_LEAPS || is_spread(room, stopped);
}

static bool is_within(unsigned a, unsigned b, unsigned reach)
{
    return a - b + reach <= 2 * reach;
}

/* The same of one move: does it leave more than `stopped` pieces out of its reach? */
static bool leaves_room(const struct benedict *position, const struct room *room, unsigned stopped,
                        struct benedict_move move)
{
    unsigned file = move.to & 15, rank = move.to >> 4, on_file = 0, on_rank = 0, near = 0;
    enum benedict_kind kind = benedict_kind(position->board[move.from]);
    for (unsigned i = 0; i < room->count; i++) {
        unsigned f = room->points[i] & 15, r = room->points[i] >> 4;
        on_file += f == file;
        on_rank += r == rank;
        near += is_within(f, file, 2) && is_within(r, rank, 2);
    }
    unsigned reached = (on_file < 2 ? on_file : 2) + (on_rank < 2 ? on_rank : 2);
    if (kind != BENEDICT_CHARIOT && kind != BENEDICT_CANNON)
        reached = near;
    return room->count > reached + (kind == BENEDICT_GENERAL ? 2 : stopped);
}

/* Looks for a move after which the other side, not having lost yet, cannot move. */
static bool find_stalemate(struct leaves *leaves, struct benedict *position,
                           struct benedict_move *move)
{
    struct benedict_move moves[BENEDICT_MOVES_MAX];
    struct room room = measure_room(position, (enum benedict_side)(position->turn ^ 1));
    unsigned stopped = can_pin(position) ? 2 : 1;
    if (has_room(&room, stopped))
        return false;
    size_t count = benedict_moves(position, moves);
    for (size_t i = 0; i < count; i++) {
        struct benedict_undo undo;
        if (leaves_room(position, &room, stopped, moves[i]))
            continue;
        leaves->made++;
        bool stuck = !benedict_make(position, moves[i], &undo) && !benedict_can_move(position);
        benedict_unmake(position, &undo);
        if (stuck) {
            *move = moves[i];
            return true;
        }
    }
    return false;
}

/* ---- the search ---- */

static bool is_same(struct benedict_move a, struct benedict_move b)
{
    return a.from == b.from && a.to == b.to;
}

static void put_first(struct benedict_move *moves, size_t count, struct benedict_move move)
{
    for (size_t i = 1; i < count; i++)
        if (is_same(moves[i], move)) {
            moves[i] = moves[0];
            moves[0] = move;
        }
}

/* The attacker is to move and has no win at once. */
static bool wins_later(struct leaves *leaves, struct benedict *position, int plies,
                       struct benedict_move *move)
{
    struct benedict_move moves[BENEDICT_MOVES_MAX];
    if (plies == 1)
        return find_stalemate(leaves, position, move);
    size_t count = answers_list(position, moves);
    put_first(moves, count, leaves->last[plies]);
    for (size_t i = 0; i < count; i++) {
        struct benedict_undo undo;
        leaves->made++;
        benedict_make(position, moves[i], &undo);
        bool held = leaves_succeeds(leaves, position, plies - 1, NULL);
        benedict_unmake(position, &undo);
        if (!held) {
            *move = leaves->last[plies] = moves[i];
            return true;
        }
    }
    return false;
}

enum reply { REPLY_HOLDS, REPLY_FAILS, REPLY_WAITS };

/* Does that move of the defender hold? It does not win at once. With `threats` one that threatens
 * nothing waits. */
static enum reply try_reply(struct leaves *leaves, struct benedict *position, int plies,
                            struct benedict_move move, bool threats)
{
    struct benedict_undo undo;
    struct benedict_move ignored;
    enum reply reply = REPLY_FAILS;
    leaves->made++;
    benedict_make(position, move, &undo);
    if (!benedict_can_win(position)) {
        if (threats && !benedict_is_threatened(position, NULL))
            reply = REPLY_WAITS;
        else if (!wins_later(leaves, position, plies - 1, &ignored))
            reply = REPLY_HOLDS;
    }
    benedict_unmake(position, &undo);
    return reply;
}

/* Looks for a reply that holds; there is no win at once. */
static bool find_reply(struct leaves *leaves, struct benedict *position, int plies,
                       struct benedict_move *move)
{
    struct benedict_move moves[BENEDICT_MOVES_MAX];
    *move = leaves->last[plies];
    /* Most often it does again, and no others need be listed. */
    if (benedict_is_legal(position, *move) &&
        try_reply(leaves, position, plies, *move, false) == REPLY_HOLDS)
        return true;
    size_t count = answers_list(position, moves), waiting = 0;
    /* With two plies left most moves hold; with four the attacker is best kept busy. */
    for (bool threats = plies == LEAVES_PLIES;; threats = false) {
        for (size_t i = 0; i < count; i++) {
            if (is_same(moves[i], leaves->last[plies]))
                continue;
            enum reply reply = try_reply(leaves, position, plies, moves[i], threats);
            if (reply == REPLY_HOLDS) {
                *move = leaves->last[plies] = moves[i];
                return true;
            }
            if (reply == REPLY_WAITS)
                moves[waiting++] = moves[i];
        }
        if (waiting == 0)
            return false;
        count = waiting;
        waiting = 0;
    }
}

bool leaves_succeeds(struct leaves *leaves, struct benedict *position, int plies,
                     struct benedict_move *move)
{
    struct benedict_move ignored;
    if (move ? benedict_find_win(position, move) : benedict_can_win(position))
        return true;
    if (!move)
        move = &ignored;
    return plies % 2 ? wins_later(leaves, position, plies, move)
                     : find_reply(leaves, position, plies, move);
}

#include "rules/benedict.h"

#include <string.h>

enum {
    UP = 16, /* towards rank 10 */
    RED_GENERAL = 20,
    BLACK_GENERAL = 21,
    /* In the coordinates of a point: the first rank of Black's half. */
    RIVER = BENEDICT_FIRST_RANK + 5,
};

/* The numbers of the pieces of a kind, as bits. */
#define CHARIOTS UINT32_C(0x0000000f)
#define CANNONS UINT32_C(0x000000f0)
#define HORSES UINT32_C(0x00000f00)
#define ELEPHANTS UINT32_C(0x0000f000)
#define ADVISORS UINT32_C(0x000f0000)
#define SOLDIERS UINT32_C(0xffc00000)

static const uint8_t kinds[BENEDICT_PIECES] = {
    BENEDICT_CHARIOT,  BENEDICT_CHARIOT, BENEDICT_CHARIOT,  BENEDICT_CHARIOT,  BENEDICT_CANNON,
    BENEDICT_CANNON,   BENEDICT_CANNON,  BENEDICT_CANNON,   BENEDICT_HORSE,    BENEDICT_HORSE,
    BENEDICT_HORSE,    BENEDICT_HORSE,   BENEDICT_ELEPHANT, BENEDICT_ELEPHANT, BENEDICT_ELEPHANT,
    BENEDICT_ELEPHANT, BENEDICT_ADVISOR, BENEDICT_ADVISOR,  BENEDICT_ADVISOR,  BENEDICT_ADVISOR,
    BENEDICT_GENERAL,  BENEDICT_GENERAL, BENEDICT_SOLDIER,  BENEDICT_SOLDIER,  BENEDICT_SOLDIER,
    BENEDICT_SOLDIER,  BENEDICT_SOLDIER, BENEDICT_SOLDIER,  BENEDICT_SOLDIER,  BENEDICT_SOLDIER,
    BENEDICT_SOLDIER,  BENEDICT_SOLDIER,
};

/* Steps: eight of a horse with the leg that each needs free, four diagonal, four straight. */
static const struct {
    int8_t leg, to;
} horse_steps[8] = {
    {UP, 2 * UP - 1},  {UP, 2 * UP + 1},   {1, UP + 2},  {1, 2 - UP},
    {-UP, 1 - 2 * UP}, {-UP, -1 - 2 * UP}, {-1, UP - 2}, {-1, -UP - 2},
};
static const int8_t diagonal[4] = {UP - 1, UP + 1, -UP - 1, -UP + 1};
static const int8_t straight[4] = {UP, 1, -UP, -1};

enum benedict_kind benedict_kind(unsigned piece)
{
    return (enum benedict_kind)kinds[piece];
}

uint32_t benedict_own(const struct benedict *position, enum benedict_side side)
{
    return side == BENEDICT_RED ? position->red : ~position->red;
}

unsigned benedict_general(const struct benedict *position, enum benedict_side side)
{
    return position->at[side == BENEDICT_RED ? RED_GENERAL : BLACK_GENERAL];
}

static unsigned file_of(unsigned point)
{
    return point & 15;
}

static unsigned rank_of(unsigned point)
{
    return point >> 4;
}

/* The mask costs nothing, and no index is out of range for an analyser. */
static uint32_t bit(unsigned index)
{
    return UINT32_C(1) << (index & 31);
}

static unsigned lowest(uint32_t bits)
{
    return (unsigned)__builtin_ctz(bits);
}

static bool is_empty(const struct benedict *position, unsigned point)
{
    return position->board[point] == BENEDICT_EMPTY;
}

static bool is_same_half(unsigned a, unsigned b)
{
    return (rank_of(a) < RIVER) == (rank_of(b) < RIVER);
}

/* One of the two palaces. */
static bool is_palace(unsigned point)
{
    unsigned rank = rank_of(point) - BENEDICT_FIRST_RANK;
    return file_of(point) - (BENEDICT_FIRST_FILE + 3) < 3 && (rank < 3 || rank - 7 < 3);
}

/* Forward, and past the river sideways: at most three steps of a soldier of that side. */
static int soldier_steps(unsigned point, bool red, int8_t steps[3])
{
    steps[0] = red ? UP : -UP;
    steps[1] = 1;
    steps[2] = -1;
    return (rank_of(point) >= RIVER) == red ? 3 : 1;
}

/* ---- lines ---- */

/* The bits of a point in the word of a line, by its index there: from the lowest bit up, and once
 * more from the highest down. So either way the next piece is a lowest bit, which processors find
 * faster than a highest one. */
#define TWICE(i) (UINT32_C(1) << (i) | UINT32_C(1) << (31 - (i)))
static const uint32_t line_bits[16] = {
    TWICE(0), TWICE(1), TWICE(2),  TWICE(3),  TWICE(4),  TWICE(5),  TWICE(6),  TWICE(7),
    TWICE(8), TWICE(9), TWICE(10), TWICE(11), TWICE(12), TWICE(13), TWICE(14), TWICE(15),
};

/* Both directions of a line from a point of it, the next point in the lowest bit. */
static uint32_t above(uint32_t line, unsigned from)
{
    return line >> (from + 1);
}

static uint32_t below(uint32_t line, unsigned from)
{
    return line >> (32 - from);
}

/* In such a direction: how many points there are before the next piece, and before the second. */
static unsigned before_next(uint32_t way)
{
    return lowest(way);
}

static unsigned before_second(uint32_t way)
{
    return lowest(way & (way - 1));
}

/* `count` bits from the one of that index on. */
static uint32_t bits_from(unsigned first, unsigned count)
{
    return (bit(count) - 1) << first;
}

/* The empty points of a line between the next pieces on both sides of `from`, which is not looked
 * at. The margin counts as pieces. */
static uint32_t run(uint32_t line, unsigned from)
{
    unsigned up = before_next(above(line, from)), down = before_next(below(line, from));
    return bits_from(from - down, down) | bits_from(from + 1, up);
}

/* The empty points of a line that have exactly one piece between them and `from`, and the ones
 * beyond the edge never matter: the margin is wide enough to count as a second piece. */
static uint32_t run_beyond(uint32_t line, unsigned from)
{
    uint32_t up = above(line, from), down = below(line, from);
    unsigned up1 = before_next(up), up2 = before_second(up);
    unsigned down1 = before_next(down), down2 = before_second(down);
    return bits_from(from - down2, down2 - down1 - 1) | bits_from(from + up1 + 2, up2 - up1 - 1);
}

/* ---- who may not leave the file ---- */

/* The pieces strictly between two ranks of a file. */
static uint32_t between(const struct benedict *position, unsigned file, unsigned low, unsigned high)
{
    return position->file[file] & (bit(high) - 1) & ~(2 * bit(low) - 1);
}

bool benedict_is_facing(const struct benedict *position)
{
    unsigned red = position->at[RED_GENERAL], black = position->at[BLACK_GENERAL];
    return file_of(red) == file_of(black) &&
           !between(position, file_of(red), rank_of(red), rank_of(black));
}

/* The one piece that keeps the generals from facing each other, or BENEDICT_EMPTY. */
static unsigned find_pinned(const struct benedict *position)
{
    unsigned red = position->at[RED_GENERAL], black = position->at[BLACK_GENERAL];
    if (file_of(red) != file_of(black))
        return BENEDICT_EMPTY;
    uint32_t pieces = between(position, file_of(red), rank_of(red), rank_of(black));
    if (pieces & (pieces - 1))
        return BENEDICT_EMPTY;
    return position->board[lowest(pieces) << 4 | file_of(red)];
}

/* May the general of the side to move stand there, with the other one not facing it? */
static bool is_hidden(const struct benedict *position, unsigned to)
{
    bool red = position->turn == BENEDICT_RED;
    unsigned other = position->at[red ? BLACK_GENERAL : RED_GENERAL];
    if (file_of(to) != file_of(other))
        return true;
    return red ? between(position, file_of(to), rank_of(to), rank_of(other)) != 0
               : between(position, file_of(to), rank_of(other), rank_of(to)) != 0;
}

/* ---- moves ---- */

/* Each of these adds to a list at its end and returns the new end. */

static struct benedict_move *add(struct benedict_move *end, unsigned from, unsigned to, bool is)
{
    *end = (struct benedict_move){(uint8_t)from, (uint8_t)to};
    return end + is;
}

/* The points from `first` to `last` but for `from`. */
static struct benedict_move *add_line(unsigned from, unsigned first, unsigned last, unsigned step,
                                      struct benedict_move *end)
{
    for (unsigned to = first; to <= last; to += step)
        end = add(end, from, to, to != from);
    return end;
}

static struct benedict_move *add_lines(const struct benedict *position, unsigned from,
                                       struct benedict_move *end)
{
    unsigned file = file_of(from), rank = rank_of(from);
    uint32_t column = position->file[file], row = position->rank[rank];
    end = add_line(from, from - UP * before_next(below(column, rank)),
                   from + UP * before_next(above(column, rank)), UP, end);
    return add_line(from, from - before_next(below(row, file)),
                    from + before_next(above(row, file)), 1, end);
}

static struct benedict_move *add_steps(const struct benedict *position, unsigned from,
                                       struct benedict_move *end)
{
    bool red = position->turn == BENEDICT_RED;
    int8_t steps[3];
    switch (kinds[position->board[from]]) {
    case BENEDICT_HORSE:
        for (int i = 0; i < 8; i++) {
            unsigned leg = from + (unsigned)horse_steps[i].leg;
            unsigned to = from + (unsigned)horse_steps[i].to;
            end = add(end, from, to, is_empty(position, leg) && is_empty(position, to));
        }
        break;
    case BENEDICT_ELEPHANT:
        for (int i = 0; i < 4; i++) {
            unsigned eye = from + (unsigned)diagonal[i], to = eye + (unsigned)diagonal[i];
            end = add(end, from, to,
                      is_empty(position, eye) && is_empty(position, to) && is_same_half(from, to));
        }
        break;
    case BENEDICT_ADVISOR:
        for (int i = 0; i < 4; i++) {
            unsigned to = from + (unsigned)diagonal[i];
            end = add(end, from, to, is_empty(position, to) && is_palace(to));
        }
        break;
    case BENEDICT_GENERAL:
        for (int i = 0; i < 4; i++) {
            unsigned to = from + (unsigned)straight[i];
            end = add(end, from, to,
                      is_empty(position, to) && is_palace(to) && is_hidden(position, to));
        }
        break;
    default:
        for (int i = soldier_steps(from, red, steps) - 1; i >= 0; i--) {
            unsigned to = from + (unsigned)steps[i];
            end = add(end, from, to, is_empty(position, to));
        }
    }
    return end;
}

/* The moves of one piece, of which only those on its file are legal where it is pinned. */
static struct benedict_move *add_piece(const struct benedict *position, unsigned piece, bool pinned,
                                       struct benedict_move *end)
{
    unsigned from = position->at[piece];
    struct benedict_move *kept = end;
    if (bit(piece) & (CHARIOTS | CANNONS))
        end = add_lines(position, from, end);
    else
        end = add_steps(position, from, end);
    if (!pinned)
        return end;
    for (const struct benedict_move *move = kept; move < end; move++)
        kept = add(kept, from, move->to, file_of(move->to) == file_of(from));
    return kept;
}

size_t benedict_moves(const struct benedict *position,
                      struct benedict_move moves[BENEDICT_MOVES_MAX])
{
    struct benedict_move *end = moves;
    unsigned pinned = find_pinned(position);
    for (uint32_t own = benedict_own(position, (enum benedict_side)position->turn); own;
         own &= own - 1)
        end = add_piece(position, lowest(own), lowest(own) == pinned, end);
    return (size_t)(end - moves);
}

bool benedict_is_legal(const struct benedict *position, struct benedict_move move)
{
    struct benedict_move moves[BENEDICT_MOVES_MAX];
    unsigned piece = position->board[move.from];
    uint32_t own = benedict_own(position, (enum benedict_side)position->turn);
    if (piece >= BENEDICT_PIECES || !(own & bit(piece)) || !is_empty(position, move.to))
        return false;
    const struct benedict_move *end =
        add_piece(position, piece, piece == find_pinned(position), moves);
    for (const struct benedict_move *each = moves; each < end; each++)
        if (each->to == move.to)
            return true;
    return false;
}

bool benedict_can_move(const struct benedict *position)
{
    struct benedict_move moves[BENEDICT_MOVES_MAX];
    unsigned pinned = find_pinned(position);
    uint32_t own = benedict_own(position, (enum benedict_side)position->turn);
    for (; own; own &= own - 1)
        if (add_piece(position, lowest(own), lowest(own) == pinned, moves) > moves)
            return true;
    return false;
}

/* ---- counting ---- */

static size_t count_lines(const struct benedict *position, uint32_t pieces)
{
    size_t count = 0;
    for (; pieces; pieces &= pieces - 1) {
        unsigned from = position->at[lowest(pieces)], file = file_of(from), rank = rank_of(from);
        uint32_t column = position->file[file], row = position->rank[rank];
        count += before_next(above(column, rank)) + before_next(below(column, rank)) +
                 before_next(above(row, file)) + before_next(below(row, file));
    }
    return count;
}

static size_t count_horses(const struct benedict *position, uint32_t pieces)
{
    const uint8_t *board = position->board;
    size_t count = 0;
    for (; pieces; pieces &= pieces - 1) {
        const uint8_t *at = board + position->at[lowest(pieces)];
        for (int i = 0; i < 8; i++)
            count += (at[horse_steps[i].leg] == BENEDICT_EMPTY) &
                     (at[horse_steps[i].to] == BENEDICT_EMPTY);
    }
    return count;
}

static size_t count_soldiers(const struct benedict *position, uint32_t pieces)
{
    bool red = position->turn == BENEDICT_RED;
    int ahead = red ? UP : -UP;
    size_t count = 0;
    for (; pieces; pieces &= pieces - 1) {
        unsigned from = position->at[lowest(pieces)];
        const uint8_t *at = position->board + from;
        count += at[ahead] == BENEDICT_EMPTY;
        if ((rank_of(from) >= RIVER) == red)
            count += (size_t)(at[1] == BENEDICT_EMPTY) + (at[-1] == BENEDICT_EMPTY);
    }
    return count;
}

size_t benedict_count(const struct benedict *position)
{
    struct benedict_move moves[BENEDICT_MOVES_MAX], *end = moves;
    uint32_t own = benedict_own(position, (enum benedict_side)position->turn);
    unsigned pinned = find_pinned(position);
    if (pinned < BENEDICT_PIECES && own & bit(pinned)) {
        end = add_piece(position, pinned, true, end);
        own &= ~bit(pinned);
    }
    for (uint32_t few = own & ~(CHARIOTS | CANNONS | HORSES | SOLDIERS); few; few &= few - 1)
        end = add_steps(position, position->at[lowest(few)], end);
    return (size_t)(end - moves) + count_lines(position, own & (CHARIOTS | CANNONS)) +
           count_horses(position, own & HORSES) + count_soldiers(position, own & SOLDIERS);
}

/* ---- attacks ---- */

/* A bit for what stands there; margin and empty points get bits past the 32 pieces. */
static uint64_t standing(const struct benedict *position, unsigned point)
{
    return UINT64_C(1) << position->board[point];
}

static uint64_t chariot_attacks(const struct benedict *position, unsigned point)
{
    unsigned file = file_of(point), rank = rank_of(point);
    uint32_t column = position->file[file], row = position->rank[rank];
    return standing(position, point + UP * (before_next(above(column, rank)) + 1)) |
           standing(position, point - UP * (before_next(below(column, rank)) + 1)) |
           standing(position, point + before_next(above(row, file)) + 1) |
           standing(position, point - before_next(below(row, file)) - 1);
}

static uint64_t cannon_attacks(const struct benedict *position, unsigned point)
{
    unsigned file = file_of(point), rank = rank_of(point);
    uint32_t column = position->file[file], row = position->rank[rank];
    return standing(position, point + UP * (before_second(above(column, rank)) + 1)) |
           standing(position, point - UP * (before_second(below(column, rank)) + 1)) |
           standing(position, point + before_second(above(row, file)) + 1) |
           standing(position, point - before_second(below(row, file)) - 1);
}

static uint64_t step_attacks(const struct benedict *position, unsigned piece, unsigned point,
                             bool red)
{
    uint64_t attacks = 0;
    int8_t steps[3];
    switch (kinds[piece]) {
    case BENEDICT_HORSE:
        for (int i = 0; i < 8; i++)
            if (is_empty(position, point + (unsigned)horse_steps[i].leg))
                attacks |= standing(position, point + (unsigned)horse_steps[i].to);
        break;
    case BENEDICT_ELEPHANT:
        for (int i = 0; i < 4; i++) {
            unsigned eye = point + (unsigned)diagonal[i], to = eye + (unsigned)diagonal[i];
            if (is_empty(position, eye) && is_same_half(point, to))
                attacks |= standing(position, to);
        }
        break;
    case BENEDICT_ADVISOR:
    case BENEDICT_GENERAL:
        for (int i = 0; i < 4; i++) {
            const int8_t *way = kinds[piece] == BENEDICT_ADVISOR ? diagonal : straight;
            if (is_palace(point + (unsigned)way[i]))
                attacks |= standing(position, point + (unsigned)way[i]);
        }
        break;
    default:
        for (int i = soldier_steps(point, red, steps) - 1; i >= 0; i--)
            attacks |= standing(position, point + (unsigned)steps[i]);
    }
    return attacks;
}

/* What the piece attacks from a point where it stands, or would stand. */
static uint32_t attacks_of(const struct benedict *position, unsigned piece, unsigned point)
{
    bool red = position->red & bit(piece);
    uint32_t enemies = red ? ~position->red : position->red;
    if (bit(piece) & CHARIOTS)
        return enemies & (uint32_t)chariot_attacks(position, point);
    if (bit(piece) & CANNONS)
        return enemies & (uint32_t)cannon_attacks(position, point);
    return enemies & (uint32_t)step_attacks(position, piece, point, red);
}

uint32_t benedict_attacked(const struct benedict *position, unsigned point)
{
    return attacks_of(position, position->board[point], point);
}

/* ---- making moves ---- */

/* A position's key is made of numbers, one for each kind and owner on each point, which pieces of a
 * kind share: so equal positions have equal keys. */
static uint64_t keys[BENEDICT_KINDS << 9];

static uint64_t key_of(unsigned kind, bool red, unsigned point)
{
    return keys[kind << 9 | (unsigned)red << 8 | point];
}

/* Each is its own index, from 1, spread over 64 bits (the finalizer of SplitMix64, Steele, Lea and
 * Flood 2014). Runs before main, so that no thread sees a table half filled. */
__attribute__((constructor)) static void fill_keys(void)
{
    for (unsigned i = 0; i < sizeof keys / sizeof *keys; i++) {
        uint64_t x = (i + UINT64_C(1)) * UINT64_C(0x9e3779b97f4a7c15);
        x = (x ^ x >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
        x = (x ^ x >> 27) * UINT64_C(0x94d049bb133111eb);
        keys[i] = x ^ x >> 31;
    }
}

#define BLACK_TO_MOVE UINT64_C(0x5851f42d4c957f2d)

static unsigned mirror_point(unsigned point)
{
    return rank_of(point) << 4 | (2 * BENEDICT_FIRST_FILE + 8 - file_of(point));
}

uint64_t benedict_key(const struct benedict *position)
{
    uint64_t key = position->turn == BENEDICT_RED ? 0 : BLACK_TO_MOVE;
    for (unsigned piece = 0; piece < BENEDICT_PIECES; piece++)
        key ^= key_of(kinds[piece], position->red & bit(piece), position->at[piece]);
    return key;
}

uint64_t benedict_mirrored_key(const struct benedict *position)
{
    uint64_t key = position->turn == BENEDICT_RED ? 0 : BLACK_TO_MOVE;
    for (unsigned piece = 0; piece < BENEDICT_PIECES; piece++)
        key ^= key_of(kinds[piece], position->red & bit(piece), mirror_point(position->at[piece]));
    return key;
}

/* What the conversion of a piece on that point changes in a key. */
static uint64_t key_of_flip(unsigned kind, unsigned point)
{
    return key_of(kind, true, point) ^ key_of(kind, false, point);
}

uint64_t benedict_mirrored_after(const struct benedict *position, const struct benedict_undo *undo,
                                 uint64_t before)
{
    unsigned kind = kinds[position->board[undo->move.to]];
    bool red = position->turn != BENEDICT_RED;
    uint64_t key = before ^ BLACK_TO_MOVE ^ key_of(kind, red, mirror_point(undo->move.from)) ^
                   key_of(kind, red, mirror_point(undo->move.to));
    for (uint32_t flipped = undo->flipped; flipped; flipped &= flipped - 1)
        key ^= key_of_flip(kinds[lowest(flipped)], mirror_point(position->at[lowest(flipped)]));
    return key;
}

/* A point becomes occupied, or empty. */
static void toggle(struct benedict *position, unsigned point)
{
    position->file[file_of(point)] ^= line_bits[rank_of(point)];
    position->rank[rank_of(point)] ^= line_bits[file_of(point)];
}

void benedict_put(struct benedict *position, unsigned piece, unsigned point)
{
    position->board[point] = (uint8_t)piece;
    position->at[piece] = (uint8_t)point;
    toggle(position, point);
}

static void lift(struct benedict *position, unsigned point)
{
    position->board[point] = BENEDICT_EMPTY;
    toggle(position, point);
}

void benedict_clear(struct benedict *position)
{
    *position = (struct benedict){0};
    memset(position->board, BENEDICT_OFF, sizeof position->board);
    memset(position->file, 0xff, sizeof position->file);
    memset(position->rank, 0xff, sizeof position->rank);
    for (unsigned rank = 0; rank < 10; rank++)
        for (unsigned file = 0; file < 9; file++)
            lift(position, UP * (BENEDICT_FIRST_RANK + rank) + BENEDICT_FIRST_FILE + file);
}

struct benedict_move benedict_mirror_move(struct benedict_move move)
{
    return (struct benedict_move){(uint8_t)mirror_point(move.from), (uint8_t)mirror_point(move.to)};
}

void benedict_mirror(const struct benedict *position, struct benedict *mirrored)
{
    *mirrored = *position;
    for (unsigned piece = 0; piece < BENEDICT_PIECES; piece++)
        lift(mirrored, position->at[piece]);
    for (unsigned piece = 0; piece < BENEDICT_PIECES; piece++)
        benedict_put(mirrored, piece, mirror_point(position->at[piece]));
    mirrored->key = benedict_mirrored_key(position);
}

bool benedict_make(struct benedict *position, struct benedict_move move, struct benedict_undo *undo)
{
    unsigned piece = position->board[move.from], kind = kinds[piece];
    bool red = position->turn == BENEDICT_RED;
    *undo = (struct benedict_undo){move, 0, position->quiet, position->key};
    lift(position, move.from);
    benedict_put(position, piece, move.to);
    position->key ^= key_of(kind, red, move.from) ^ key_of(kind, red, move.to) ^ BLACK_TO_MOVE;
    position->turn ^= 1;
    position->ply++;
    uint32_t attacked = attacks_of(position, piece, move.to);
    if (attacked & bit(red ? BLACK_GENERAL : RED_GENERAL))
        return true;
    undo->flipped = attacked;
    position->red ^= attacked;
    position->quiet = kind == BENEDICT_SOLDIER || attacked ? 0 : (uint8_t)(position->quiet + 1);
    for (; attacked; attacked &= attacked - 1) {
        unsigned other = lowest(attacked);
        position->key ^= key_of_flip(kinds[other], position->at[other]);
    }
    return false;
}

void benedict_unmake(struct benedict *position, const struct benedict_undo *undo)
{
    unsigned piece = position->board[undo->move.to];
    lift(position, undo->move.to);
    benedict_put(position, piece, undo->move.from);
    position->red ^= undo->flipped;
    position->quiet = undo->quiet;
    position->key = undo->key;
    position->turn ^= 1;
    position->ply--;
}

uint32_t benedict_converts(struct benedict *position, struct benedict_move move)
{
    unsigned piece = position->board[move.from];
    lift(position, move.from);
    uint32_t attacked = attacks_of(position, piece, move.to);
    benedict_put(position, piece, move.from);
    return attacked;
}

/* ---- moves that win ---- */

bool benedict_wins(const struct benedict *position, struct benedict_move move)
{
    struct benedict copy = *position;
    struct benedict_undo undo;
    return benedict_make(&copy, move, &undo);
}

/* Where a piece on a line reaches, or stands to attack the general: points of its file, as ranks,
 * and of its rank, as files. */
struct cross {
    unsigned file, rank;
    uint32_t on_file, on_rank;
};

/* Does a point lie on both? */
static bool crosses(const struct cross *a, const struct cross *b)
{
    bool same_file = a->file == b->file, same_rank = a->rank == b->rank;
    if (same_file ? a->on_file & b->on_file
                  : a->on_rank & bit(b->file) && b->on_file & bit(a->rank))
        return true;
    return same_rank ? a->on_rank & b->on_rank
                     : a->on_file & bit(b->rank) && b->on_rank & bit(a->file);
}

/* The points from which a chariot, or a cannon, attacks the point, what stands on `gone` being
 * thought away; what stands on the point itself plays no part. */
static struct cross aim_at(const struct benedict *position, unsigned point, bool cannon,
                           unsigned gone)
{
    struct cross aim = {.file = file_of(point), .rank = rank_of(point)};
    uint32_t column = position->file[aim.file], row = position->rank[aim.rank];
    if (file_of(gone) == aim.file)
        column &= ~line_bits[rank_of(gone)];
    if (rank_of(gone) == aim.rank)
        row &= ~line_bits[file_of(gone)];
    aim.on_file = cannon ? run_beyond(column, aim.rank) : run(column, aim.rank);
    aim.on_rank = cannon ? run_beyond(row, aim.file) : run(row, aim.file);
    return aim;
}

/* Has one of the chariots or cannons a move from which it attacks the point `general`? Returns it,
 * or BENEDICT_EMPTY. */
static unsigned find_line_winner(const struct benedict *position, uint32_t pieces, bool cannons,
                                 unsigned general, unsigned pinned)
{
    struct cross aim = aim_at(position, general, cannons, general);
    for (; pieces; pieces &= pieces - 1) {
        unsigned piece = lowest(pieces), from = position->at[piece];
        struct cross reach = {.file = file_of(from), .rank = rank_of(from)};
        bool aside = reach.file != aim.file && reach.rank != aim.rank;
        if (aside && !(aim.on_file & bit(reach.rank)) && !(aim.on_rank & bit(reach.file)))
            continue;
        reach.on_file = run(position->file[reach.file], reach.rank);
        reach.on_rank = piece == pinned ? 0 : run(position->rank[reach.rank], reach.file);
        struct cross open = aside ? aim : aim_at(position, general, cannons, from);
        if (crosses(&reach, &open))
            return piece;
    }
    return BENEDICT_EMPTY;
}

/* The same for the others, which take one step: is the general within reach of two? */
static bool step_wins(const struct benedict *position, unsigned piece, unsigned general,
                      bool pinned)
{
    struct benedict_move moves[BENEDICT_MOVES_MAX];
    uint32_t enemy = bit(position->board[general]);
    const struct benedict_move *end = add_piece(position, piece, pinned, moves);
    for (const struct benedict_move *move = moves; move < end; move++)
        if (attacks_of(position, piece, move->to) & enemy)
            return true;
    return false;
}

/* One of the pieces that has a move that wins, or BENEDICT_EMPTY. Two of its steps lead no further
 * than `reach` files and ranks. */
static unsigned find_step_winner(const struct benedict *position, uint32_t pieces, unsigned reach,
                                 unsigned general, unsigned pinned)
{
    unsigned file = file_of(general) + reach, rank = rank_of(general) + reach;
    for (; pieces; pieces &= pieces - 1) {
        unsigned piece = lowest(pieces), from = position->at[piece];
        if (file - file_of(from) <= 2 * reach && rank - rank_of(from) <= 2 * reach &&
            step_wins(position, piece, general, piece == pinned))
            return piece;
    }
    return BENEDICT_EMPTY;
}

/* A piece of the side to move that has a move that wins, or BENEDICT_EMPTY. */
static unsigned find_winner(const struct benedict *position)
{
    bool red = position->turn == BENEDICT_RED;
    unsigned general = position->at[red ? BLACK_GENERAL : RED_GENERAL];
    unsigned pinned = find_pinned(position);
    uint32_t own = benedict_own(position, (enum benedict_side)position->turn);
    unsigned winner = find_line_winner(position, own & CHARIOTS, false, general, pinned);
    if (winner == BENEDICT_EMPTY)
        winner = find_line_winner(position, own & CANNONS, true, general, pinned);
    if (winner == BENEDICT_EMPTY)
        winner = find_step_winner(position, own & (HORSES | ELEPHANTS), 4, general, pinned);
    if (winner == BENEDICT_EMPTY)
        winner = find_step_winner(position, own & (ADVISORS | SOLDIERS), 2, general, pinned);
    return winner;
}

bool benedict_can_win(const struct benedict *position)
{
    return find_winner(position) != BENEDICT_EMPTY;
}

bool benedict_find_win(const struct benedict *position, struct benedict_move *move)
{
    struct benedict_move moves[BENEDICT_MOVES_MAX];
    const struct benedict_move *each = moves;
    unsigned winner = find_winner(position);
    if (winner == BENEDICT_EMPTY)
        return false;
    add_piece(position, winner, winner == find_pinned(position), moves);
    while (!benedict_wins(position, *each))
        each++;
    *move = *each;
    return true;
}

bool benedict_is_threatened(struct benedict *position, struct benedict_move *win)
{
    position->turn ^= 1;
    bool is = win ? benedict_find_win(position, win) : benedict_can_win(position);
    position->turn ^= 1;
    return is;
}

/* ---- perft ---- */

static uint64_t perft(struct benedict *position, int depth, bool bulk)
{
    struct benedict_move moves[BENEDICT_MOVES_MAX];
    uint64_t leaves = 0;
    if (depth == 0)
        return 1;
    if (bulk && depth == 1)
        return benedict_count(position);
    size_t count = benedict_moves(position, moves);
    for (size_t i = 0; i < count; i++) {
        struct benedict_undo undo;
        leaves += benedict_make(position, moves[i], &undo) ? 1 : perft(position, depth - 1, bulk);
        benedict_unmake(position, &undo);
    }
    return leaves;
}

uint64_t benedict_perft(struct benedict *position, int depth)
{
    return perft(position, depth, false);
}

uint64_t benedict_perft_bulk(struct benedict *position, int depth)
{
    return perft(position, depth, true);
}

#include "rules/chess.h"

#include <stddef.h>
#include <stdio.h>
#include <string.h>

enum { COLOUR_SHIFT = 3, PIECE_MASK = 7, BOARD = 8, OFF = -1 };

_Static_assert(sizeof(struct chess) == offsetof(struct chess, number) + sizeof(uint16_t),
               "no padding, so that positions can be compared");

struct step {
    int8_t file, rank;
};

/* Rook's directions, then bishop's: all of them are queen's and king's. */
static const struct step directions[] = {{1, 0}, {-1, 0}, {0, 1},  {0, -1},
                                         {1, 1}, {1, -1}, {-1, 1}, {-1, -1}};
static const struct step leaps[] = {{1, 2},   {2, 1},   {2, -1}, {1, -2},
                                    {-1, -2}, {-2, -1}, {-2, 1}, {-1, 2}};
enum { DIRECTIONS = 8, STRAIGHT = 4 };

static int file_of(unsigned square)
{
    return (int)(square % BOARD);
}

static int rank_of(unsigned square)
{
    return (int)(square / BOARD);
}

/* OFF where there is none. */
static int square_at(int file, int rank)
{
    return file < 0 || file >= BOARD || rank < 0 || rank >= BOARD ? OFF : file + BOARD * rank;
}

static int moved(unsigned square, struct step step)
{
    return square_at(file_of(square) + step.file, rank_of(square) + step.rank);
}

static uint8_t piece_of(enum chess_colour colour, enum chess_piece piece)
{
    return (uint8_t)((unsigned)piece | (unsigned)colour << COLOUR_SHIFT);
}

enum chess_piece chess_at(const struct chess *position, unsigned square)
{
    return position->board[square] & PIECE_MASK;
}

enum chess_colour chess_colour_at(const struct chess *position, unsigned square)
{
    return position->board[square] >> COLOUR_SHIFT;
}

static bool is_empty(const struct chess *position, int square)
{
    return position->board[square] == 0;
}

static bool stands(const struct chess *position, int square, enum chess_colour colour,
                   enum chess_piece piece)
{
    return square != OFF && position->board[square] == piece_of(colour, piece);
}

static enum chess_colour other(unsigned colour)
{
    return colour == CHESS_WHITE ? CHESS_BLACK : CHESS_WHITE;
}

/* The ranks of a side as White counts them: 0 is the one where its king starts. */
static int rank_for(unsigned colour, int rank)
{
    return colour == CHESS_WHITE ? rank : BOARD - 1 - rank;
}

static int forward(unsigned colour)
{
    return colour == CHESS_WHITE ? 1 : -1;
}

/* Directions first to last - 1 of the piece, all of which it moves along. */
static void directions_of(enum chess_piece piece, int *first, int *last)
{
    *first = piece == CHESS_BISHOP ? STRAIGHT : 0;
    *last = piece == CHESS_ROOK ? STRAIGHT : DIRECTIONS;
}

/* ---- attacks ---- */

/* The first piece in that direction, and how far it is. */
static int look(const struct chess *position, unsigned square, struct step step, int *distance)
{
    int at = moved(square, step);
    for (*distance = 1; at != OFF && is_empty(position, at); ++*distance)
        at = moved((unsigned)at, step);
    return at;
}

static bool attacks_along(const struct chess *position, unsigned square, int direction,
                          enum chess_colour by)
{
    int distance, at = look(position, square, directions[direction], &distance);
    enum chess_piece runner = direction < STRAIGHT ? CHESS_ROOK : CHESS_BISHOP;
    return stands(position, at, by, CHESS_QUEEN) || stands(position, at, by, runner) ||
           (distance == 1 && stands(position, at, by, CHESS_KING));
}

static bool is_attacked(const struct chess *position, unsigned square, enum chess_colour by)
{
    int behind = rank_of(square) - forward(by);
    for (int side = -1; side <= 1; side += 2) {
        if (stands(position, square_at(file_of(square) + side, behind), by, CHESS_PAWN))
            return true;
    }
    for (int i = 0; i < DIRECTIONS; i++) {
        if (stands(position, moved(square, leaps[i]), by, CHESS_KNIGHT) ||
            attacks_along(position, square, i, by))
            return true;
    }
    return false;
}

bool chess_in_check(const struct chess *position)
{
    return is_attacked(position, position->king[position->turn], other(position->turn));
}

/* Has the side that moved left its king attacked? */
static bool is_exposed(const struct chess *position)
{
    enum chess_colour moved_last = other(position->turn);
    return is_attacked(position, position->king[moved_last], position->turn);
}

/* ---- making moves ---- */

bool chess_is_castling(const struct chess *position, struct chess_move move)
{
    return chess_at(position, move.from) == CHESS_KING &&
           stands(position, move.to, position->turn, CHESS_ROOK);
}

static bool is_in_passing(const struct chess *position, struct chess_move move)
{
    return chess_at(position, move.from) == CHESS_PAWN && move.to == position->en_passant;
}

bool chess_is_capture(const struct chess *position, struct chess_move move)
{
    return (!is_empty(position, move.to) && !chess_is_castling(position, move)) ||
           is_in_passing(position, move);
}

static enum chess_side side_of(struct chess_move castling)
{
    return castling.to > castling.from ? CHESS_H_SIDE : CHESS_A_SIDE;
}

/* Where king and rook end, whatever their start. */
static int king_goal(unsigned colour, enum chess_side side)
{
    return square_at(side == CHESS_H_SIDE ? 6 : 2, rank_for(colour, 0));
}

static int rook_goal(unsigned colour, enum chess_side side)
{
    return square_at(side == CHESS_H_SIDE ? 5 : 3, rank_for(colour, 0));
}

static void castle(struct chess *position, struct chess_move move)
{
    unsigned colour = position->turn;
    int king = king_goal(colour, side_of(move)), rook = rook_goal(colour, side_of(move));
    position->board[move.from] = position->board[move.to] = 0;
    position->board[king] = piece_of(colour, CHESS_KING);
    position->board[rook] = piece_of(colour, CHESS_ROOK);
    position->king[colour] = (uint8_t)king;
}

static void put_piece(struct chess *position, struct chess_move move)
{
    unsigned colour = position->turn;
    if (is_in_passing(position, move))
        position->board[square_at(file_of(move.to), rank_of(move.from))] = 0;
    position->board[move.to] = position->board[move.from];
    position->board[move.from] = 0;
    if (move.promotion)
        position->board[move.to] = piece_of(colour, move.promotion);
    if (chess_at(position, move.to) == CHESS_KING)
        position->king[colour] = move.to;
}

/* A right ends when its king moves, or its rook moves or is taken. */
static void end_rights(struct chess *position, struct chess_move move)
{
    for (unsigned colour = CHESS_WHITE; colour <= CHESS_BLACK; colour++) {
        for (unsigned side = CHESS_H_SIDE; side <= CHESS_A_SIDE; side++) {
            uint8_t *rook = &position->rook[colour][side];
            if (*rook == move.from || *rook == move.to || position->king[colour] == move.from)
                *rook = CHESS_NO_SQUARE;
        }
    }
}

/* Makes it, and leaves the en passant square of any double step. */
static void make_raw(struct chess *position, struct chess_move move)
{
    bool pawn = chess_at(position, move.from) == CHESS_PAWN;
    bool clears = pawn || chess_is_capture(position, move);
    bool twice = pawn && (move.to == move.from + 2 * BOARD || move.from == move.to + 2 * BOARD);
    end_rights(position, move);
    if (chess_is_castling(position, move))
        castle(position, move);
    else
        put_piece(position, move);
    position->en_passant = (uint8_t)(twice ? (move.from + move.to) / 2 : CHESS_NO_SQUARE);
    position->halfmoves = (uint16_t)(clears ? 0 : position->halfmoves + 1);
    position->number = (uint16_t)(position->number + (position->turn == CHESS_BLACK));
    position->turn = (uint8_t)other(position->turn);
}

static bool is_legal(const struct chess *position, struct chess_move move)
{
    struct chess after = *position;
    make_raw(&after, move);
    return !is_exposed(&after);
}

/* An en passant square counts only where a pawn can be taken there. */
static void settle_en_passant(struct chess *position)
{
    if (position->en_passant == CHESS_NO_SQUARE)
        return;
    int rank = rank_of(position->en_passant) - forward(position->turn);
    for (int side = -1; side <= 1; side += 2) {
        int from = square_at(file_of(position->en_passant) + side, rank);
        struct chess_move move = {(uint8_t)from, position->en_passant, CHESS_NONE};
        if (stands(position, from, position->turn, CHESS_PAWN) && is_legal(position, move))
            return;
    }
    position->en_passant = CHESS_NO_SQUARE;
}

bool chess_settle(struct chess *position)
{
    settle_en_passant(position);
    return !is_exposed(position);
}

void chess_make(struct chess *position, struct chess_move move)
{
    make_raw(position, move);
    settle_en_passant(position);
}

/* ---- legal moves ---- */

struct list {
    struct chess_move *moves;
    size_t count;
};

static void add(const struct chess *position, struct list *list, unsigned from, int to,
                enum chess_piece promotion)
{
    struct chess_move move = {(uint8_t)from, (uint8_t)to, (uint8_t)promotion};
    if (is_legal(position, move))
        list->moves[list->count++] = move;
}

/* Adds the move unless an own piece is there; true where the square was empty. */
static bool add_step(const struct chess *position, struct list *list, unsigned from, int to)
{
    if (to == OFF)
        return false;
    bool empty = is_empty(position, to);
    if (empty || chess_colour_at(position, (unsigned)to) != position->turn)
        add(position, list, from, to, CHESS_NONE);
    return empty;
}

static void add_runs(const struct chess *position, struct list *list, unsigned from)
{
    int first, last;
    directions_of(chess_at(position, from), &first, &last);
    for (int i = first; i < last; i++) {
        int to = moved(from, directions[i]);
        while (add_step(position, list, from, to))
            to = moved((unsigned)to, directions[i]);
    }
}

static void add_steps(const struct chess *position, struct list *list, unsigned from,
                      const struct step *steps)
{
    for (int i = 0; i < DIRECTIONS; i++)
        add_step(position, list, from, moved(from, steps[i]));
}

static void add_pawn_move(const struct chess *position, struct list *list, unsigned from, int to)
{
    if (rank_of((unsigned)to) != rank_for(position->turn, BOARD - 1)) {
        add(position, list, from, to, CHESS_NONE);
        return;
    }
    for (enum chess_piece piece = CHESS_KNIGHT; piece <= CHESS_QUEEN; piece++)
        add(position, list, from, to, piece);
}

static void add_pawn(const struct chess *position, struct list *list, unsigned from)
{
    int step = forward(position->turn), file = file_of(from), rank = rank_of(from);
    int ahead = square_at(file, rank + step);
    if (is_empty(position, ahead)) {
        add_pawn_move(position, list, from, ahead);
        int further = square_at(file, rank + 2 * step);
        if (rank == rank_for(position->turn, 1) && is_empty(position, further))
            add_pawn_move(position, list, from, further);
    }
    for (int side = -1; side <= 1; side += 2) {
        int to = square_at(file + side, rank + step);
        if (to == OFF)
            continue;
        bool takes =
            !is_empty(position, to) && chess_colour_at(position, (unsigned)to) != position->turn;
        if (takes || to == position->en_passant)
            add_pawn_move(position, list, from, to);
    }
}

static int smaller(int a, int b)
{
    return a < b ? a : b;
}

static int larger(int a, int b)
{
    return a > b ? a : b;
}

/* Is every square from where king and rook stand to where they end free but for these two? */
static bool is_clear(const struct chess *position, int king, int rook, enum chess_side side)
{
    int to = king_goal(position->turn, side), rook_to = rook_goal(position->turn, side);
    int first = smaller(smaller(king, rook), smaller(to, rook_to));
    int last = larger(larger(king, rook), larger(to, rook_to));
    for (int square = first; square <= last; square++) {
        if (square != king && square != rook && !is_empty(position, square))
            return false;
    }
    return true;
}

/* Whether he is attacked where he ends, `add` looks: the rook that leaves may have covered him. */
static void add_castling(const struct chess *position, struct list *list, enum chess_side side)
{
    int king = position->king[position->turn], rook = position->rook[position->turn][side];
    int to = king_goal(position->turn, side);
    if (rook == CHESS_NO_SQUARE || !is_clear(position, king, rook, side))
        return;
    for (int square = smaller(king, to); square <= larger(king, to); square++) {
        if (is_attacked(position, (unsigned)square, other(position->turn)))
            return;
    }
    add(position, list, (unsigned)king, rook, CHESS_NONE);
}

static void add_from(const struct chess *position, struct list *list, unsigned from)
{
    switch (chess_at(position, from)) {
    case CHESS_PAWN:
        add_pawn(position, list, from);
        break;
    case CHESS_KNIGHT:
        add_steps(position, list, from, leaps);
        break;
    case CHESS_KING:
        add_steps(position, list, from, directions);
        add_castling(position, list, CHESS_H_SIDE);
        add_castling(position, list, CHESS_A_SIDE);
        break;
    default:
        add_runs(position, list, from);
    }
}

static bool is_before(struct chess_move a, struct chess_move b)
{
    if (a.from != b.from)
        return a.from < b.from;
    return a.to != b.to ? a.to < b.to : a.promotion < b.promotion;
}

/* The moves of one piece, few as they are. */
static void sort(struct chess_move *moves, size_t count)
{
    for (size_t i = 1; i < count; i++) {
        struct chess_move move = moves[i];
        size_t at = i;
        for (; at > 0 && is_before(move, moves[at - 1]); at--)
            moves[at] = moves[at - 1];
        moves[at] = move;
    }
}

size_t chess_moves(const struct chess *position, struct chess_move moves[CHESS_MOVES_MAX])
{
    struct list list = {moves, 0};
    for (unsigned from = 0; from < CHESS_SQUARES; from++) {
        size_t before = list.count;
        if (is_empty(position, (int)from) || chess_colour_at(position, from) != position->turn)
            continue;
        add_from(position, &list, from);
        sort(moves + before, list.count - before);
    }
    return list.count;
}

uint64_t chess_perft(const struct chess *position, int depth)
{
    struct chess_move moves[CHESS_MOVES_MAX];
    uint64_t sum = 0;
    if (depth == 0)
        return 1;
    size_t count = chess_moves(position, moves);
    if (depth == 1)
        return count;
    for (size_t i = 0; i < count; i++) {
        struct chess after = *position;
        chess_make(&after, moves[i]);
        sum += chess_perft(&after, depth - 1);
    }
    return sum;
}

/* ---- what a position is ---- */

bool chess_same(const struct chess *a, const struct chess *b)
{
    return memcmp(a, b, offsetof(struct chess, halfmoves)) == 0;
}

bool chess_is_dead(const struct chess *position)
{
    int knights = 0, bishops[2] = {0, 0};
    for (unsigned square = 0; square < CHESS_SQUARES; square++) {
        switch (chess_at(position, square)) {
        case CHESS_NONE:
        case CHESS_KING:
            break;
        case CHESS_KNIGHT:
            knights++;
            break;
        case CHESS_BISHOP:
            bishops[(file_of(square) + rank_of(square)) % 2]++;
            break;
        default:
            return false;
        }
    }
    if (knights)
        return knights == 1 && bishops[0] + bishops[1] == 0;
    return bishops[0] == 0 || bishops[1] == 0;
}

/* The positions of chess.h as FEN. */
#include "rules/chess.h"
#include "rules/fen.h"

#include <stdio.h>
#include <string.h>

enum { BOARD = 8 };

/* By enum chess_piece; White's, Black's are lower case. */
static const char letters[] = " PNBRQK";

static enum status wrong(struct error *error, const char *what, struct text found)
{
    return error_set(error, STATUS_WRONG, "FEN: %s: '%.*s'", what,
                     (int)(found.len < 100 ? found.len : 100), found.data);
}

static bool is_lower(char c)
{
    return c >= 'a' && c <= 'z';
}

static char upper(char c)
{
    return (char)(is_lower(c) ? c - 'a' + 'A' : c);
}

static uint8_t coloured(unsigned colour, unsigned piece)
{
    return (uint8_t)(piece | colour << 3);
}

static char letter_of(const struct chess *position, unsigned square)
{
    char letter = letters[chess_at(position, square)];
    return (char)(chess_colour_at(position, square) == CHESS_BLACK ? letter - 'A' + 'a' : letter);
}

/* ---- reading ---- */

/* Puts one piece; false where there is none with that letter. */
static bool put(struct chess *position, unsigned square, char letter)
{
    const char *found = letter == ' ' ? NULL : strchr(letters, upper(letter));
    if (!found || !letter)
        return false;
    unsigned colour = is_lower(letter) ? CHESS_BLACK : CHESS_WHITE;
    position->board[square] = coloured(colour, (unsigned)(found - letters));
    if (chess_at(position, square) == CHESS_KING)
        position->king[colour] = (uint8_t)square;
    return true;
}

static enum status read_board(struct text field, struct chess *position, struct error *error)
{
    int file = 0, rank = BOARD - 1;
    for (size_t i = 0; i < field.len; i++) {
        char c = field.data[i];
        if (c == '/' && file == BOARD && rank > 0) {
            file = 0;
            rank--;
        } else if (c >= '1' && c <= '8' && file + (c - '0') <= BOARD) {
            file += c - '0';
        } else if (file >= BOARD || !put(position, (unsigned)(file++ + BOARD * rank), c)) {
            return wrong(error, "no board of eight ranks of eight squares", field);
        }
    }
    return rank == 0 && file == BOARD
               ? STATUS_OK
               : wrong(error, "no board of eight ranks of eight squares", field);
}

static enum status check_pieces(const struct chess *position, struct text field,
                                struct error *error)
{
    int kings[2] = {0, 0}, pieces[2] = {0, 0};
    for (unsigned square = 0; square < CHESS_SQUARES; square++) {
        enum chess_piece piece = chess_at(position, square);
        if (piece == CHESS_NONE)
            continue;
        pieces[chess_colour_at(position, square)]++;
        kings[chess_colour_at(position, square)] += piece == CHESS_KING;
        if (piece == CHESS_PAWN && (square / BOARD == 0 || square / BOARD == BOARD - 1))
            return wrong(error, "a pawn on a last rank", field);
    }
    if (kings[0] != 1 || kings[1] != 1)
        return wrong(error, "not one king on each side", field);
    if (pieces[0] > CHESS_PIECES_MAX || pieces[1] > CHESS_PIECES_MAX)
        return wrong(error, "more than 16 pieces of a side", field);
    return STATUS_OK;
}

/* The rook that the letter names: by its file, or K and Q the outermost on that side of the king.
 */
static unsigned find_rook(const struct chess *position, unsigned colour, char letter)
{
    unsigned base = colour == CHESS_WHITE ? 0 : CHESS_SQUARES - BOARD,
             king = position->king[colour];
    uint8_t rook = coloured(colour, CHESS_ROOK);
    if (letter >= 'A' && letter <= 'H')
        return base + (unsigned)(letter - 'A');
    for (unsigned file = 0; file < BOARD; file++) {
        unsigned square = base + (letter == 'K' ? BOARD - 1 - file : file);
        if (position->board[square] == rook)
            return square;
        if (square == king)
            break;
    }
    return CHESS_NO_SQUARE;
}

static bool read_right(struct chess *position, char c)
{
    unsigned colour = is_lower(c) ? CHESS_BLACK : CHESS_WHITE, king = position->king[colour];
    char letter = upper(c);
    if (!((letter >= 'A' && letter <= 'H') || letter == 'K' || letter == 'Q') ||
        king / BOARD != (colour == CHESS_WHITE ? 0 : BOARD - 1))
        return false;
    unsigned rook = find_rook(position, colour, letter);
    if (rook == CHESS_NO_SQUARE || position->board[rook] != coloured(colour, CHESS_ROOK))
        return false;
    uint8_t *right = &position->rook[colour][rook > king ? CHESS_H_SIDE : CHESS_A_SIDE];
    if (*right != CHESS_NO_SQUARE)
        return false;
    *right = (uint8_t)rook;
    return true;
}

static enum status read_rights(struct text field, struct chess *position, struct error *error)
{
    memset(position->rook, CHESS_NO_SQUARE, sizeof position->rook);
    if (text_is(field, "-"))
        return STATUS_OK;
    for (size_t i = 0; i < field.len; i++) {
        if (!read_right(position, field.data[i]))
            return wrong(error, "castling rights that do not fit king and rooks", field);
    }
    return STATUS_OK;
}

/* Has that side's pawn just passed the square? Then it stands before it, and where it came from and
 * the square itself are empty. */
static bool is_passed(const struct chess *position, int square)
{
    int ahead = position->turn == CHESS_WHITE ? -BOARD : BOARD;
    unsigned mover = position->turn == CHESS_WHITE ? CHESS_BLACK : CHESS_WHITE;
    return square / BOARD == (position->turn == CHESS_WHITE ? 5 : 2) &&
           position->board[square] == 0 && position->board[square - ahead] == 0 &&
           position->board[square + ahead] == coloured(mover, CHESS_PAWN);
}

static enum status read_en_passant(struct text field, struct chess *position, struct error *error)
{
    position->en_passant = CHESS_NO_SQUARE;
    if (text_is(field, "-"))
        return STATUS_OK;
    if (field.len != 2 || field.data[0] < 'a' || field.data[0] > 'h' || field.data[1] < '1' ||
        field.data[1] > '8')
        return wrong(error, "no en passant square", field);
    int square = field.data[0] - 'a' + BOARD * (field.data[1] - '1');
    if (!is_passed(position, square))
        return wrong(error, "no pawn has just passed the en passant square", field);
    position->en_passant = (uint8_t)square;
    return STATUS_OK;
}

static enum status read_clocks(const struct text fields[2], struct chess *position,
                               struct error *error)
{
    int64_t halfmoves, number;
    if (!text_int(fields[0], 0, CHESS_CLOCK_MAX, &halfmoves))
        return wrong(error, "no count of half-moves", fields[0]);
    if (!text_int(fields[1], 1, CHESS_CLOCK_MAX, &number))
        return wrong(error, "no number of the move", fields[1]);
    position->halfmoves = (uint16_t)halfmoves;
    position->number = (uint16_t)number;
    return STATUS_OK;
}

enum status chess_read_fen(struct text fen, struct chess *position, struct error *error)
{
    struct text fields[FEN_FIELDS];
    struct chess read = {0};
    if (!fen_split(fen, fields))
        return wrong(error, "not six fields with one space between", fen);
    enum status status = read_board(fields[0], &read, error);
    if (!status)
        status = check_pieces(&read, fields[0], error);
    if (!status && !text_is(fields[1], "w") && !text_is(fields[1], "b"))
        status = wrong(error, "the side to move is neither w nor b", fields[1]);
    read.turn = text_is(fields[1], "b");
    if (!status)
        status = read_rights(fields[2], &read, error);
    if (!status)
        status = read_en_passant(fields[3], &read, error);
    if (!status)
        status = read_clocks(&fields[4], &read, error);
    if (!status && !chess_settle(&read))
        status = wrong(error, "the side that has moved is in check", fen);
    if (!status)
        *position = read;
    return status;
}

/* ---- writing ---- */

static char *write_board(const struct chess *position, char *at)
{
    for (unsigned rank = BOARD; rank-- > 0;) {
        unsigned empty = 0;
        for (unsigned file = 0; file < BOARD; file++) {
            unsigned square = file + BOARD * rank;
            if (chess_at(position, square) == CHESS_NONE) {
                empty++;
                continue;
            }
            if (empty)
                *at++ = (char)('0' + empty);
            empty = 0;
            *at++ = letter_of(position, square);
        }
        if (empty)
            *at++ = (char)('0' + empty);
        if (rank)
            *at++ = '/';
    }
    return at;
}

static char *write_rights(const struct chess *position, char *at)
{
    char *begin = at;
    for (unsigned colour = CHESS_WHITE; colour <= CHESS_BLACK; colour++) {
        for (unsigned side = CHESS_H_SIDE; side <= CHESS_A_SIDE; side++) {
            unsigned rook = position->rook[colour][side];
            if (rook != CHESS_NO_SQUARE)
                *at++ = (char)((colour == CHESS_WHITE ? 'A' : 'a') + rook % BOARD);
        }
    }
    if (at == begin)
        *at++ = '-';
    return at;
}

void chess_write_fen(const struct chess *position, char fen[CHESS_FEN_BYTES])
{
    char square[3] = "-", *at = write_board(position, fen);
    *at++ = ' ';
    *at++ = position->turn == CHESS_WHITE ? 'w' : 'b';
    *at++ = ' ';
    at = write_rights(position, at);
    if (position->en_passant != CHESS_NO_SQUARE) {
        square[0] = (char)('a' + position->en_passant % BOARD);
        square[1] = (char)('1' + position->en_passant / BOARD);
    }
    snprintf(at, CHESS_FEN_BYTES - (size_t)(at - fen), " %s %u %u", square, position->halfmoves,
             position->number);
}

/* The rules of chess for positions of Chess960 and of double Chess960, where each side has its own
 * start (FIDE Laws of Chess 2023, with the guidelines for Chess960): positions, legal moves, perft.
 *
 * Written to be read, not to be fast: a mailbox of 64 squares, and a move is legal when the king is
 * not attacked once it was made. tests/unit/test_chess_rules.c holds it against published counts,
 * tests/cli/rules.sh against Stockfish. */
#ifndef RULES_CHESS_H
#define RULES_CHESS_H

#include "base/status.h"
#include "base/text.h"

enum chess_colour { CHESS_WHITE, CHESS_BLACK };

enum chess_piece {
    CHESS_NONE,
    CHESS_PAWN,
    CHESS_KNIGHT,
    CHESS_BISHOP,
    CHESS_ROOK,
    CHESS_QUEEN,
    CHESS_KING,
};

/* The side of the board to which a king castles, not that on which it stands. */
enum chess_side { CHESS_H_SIDE, CHESS_A_SIDE };

enum {
    CHESS_SQUARES = 64, /* file + 8 * rank, both from 0: a1 is 0, h8 is 63 */
    CHESS_NO_SQUARE = 64,
    CHESS_PIECES_MAX = 16,  /* of a side */
    CHESS_MOVES_MAX = 512,  /* more than 15 queens and a king can have */
    CHESS_FEN_BYTES = 100,  /* the longest FEN that is written, and a NUL */
    CHESS_CLOCK_MAX = 9999, /* of both counters in a FEN */
};

/* A position. Plain value, without padding. */
struct chess {
    uint8_t board[CHESS_SQUARES]; /* chess_at says what stands there */
    uint8_t turn;                 /* who moves: enum chess_colour */
    uint8_t king[2];              /* by colour */
    uint8_t rook[2][2];           /* by colour and side: the rook to castle with, or no square */
    uint8_t en_passant;           /* where a pawn may be taken in passing, legally; or no square */
    uint16_t halfmoves;           /* since a pawn moved or something was taken */
    uint16_t number;              /* of the move, from 1 */
};

/* Castling is the king's move to the square of his own rook. Plain value. */
struct chess_move {
    uint8_t from, to;
    uint8_t promotion; /* enum chess_piece; CHESS_NONE but for a pawn on its last rank */
};

/* What stands on the square, and whose it is (which is only said where something does). */
enum chess_piece chess_at(const struct chess *position, unsigned square);
enum chess_colour chess_colour_at(const struct chess *position, unsigned square);

/* Reads a FEN of six fields. Castling rights may be named by files (HAha) or by KQkq, the outermost
 * rook on that side of the king (X-FEN). STATUS_WRONG: not that form; no king or two; more than 16
 * pieces of a side; pawns on a last rank; a right without its king or rook; an en passant square
 * without the double step before it; or the side that has moved is in check. An en passant square
 * where no pawn may legally be taken is read and dropped: to the rules it makes no difference. */
enum status chess_read_fen(struct text fen, struct chess *position, struct error *error);

/* Writes it, rights by files, White's first and the h side first. */
void chess_write_fen(const struct chess *position, char fen[CHESS_FEN_BYTES]);

/* For whoever sets a position's members: drops an en passant square where nothing can be taken.
 * False where the side that has moved is in check, so that it is no position. */
bool chess_settle(struct chess *position);

/* The legal moves, sorted by from, to, promotion; returns how many. */
size_t chess_moves(const struct chess *position, struct chess_move moves[CHESS_MOVES_MAX]);

/* Makes a move, which must be one of the legal ones. */
void chess_make(struct chess *position, struct chess_move move);

/* Is the move one with which the king castles? */
bool chess_is_castling(const struct chess *position, struct chess_move move);

/* Does the move take something, in passing too? */
bool chess_is_capture(const struct chess *position, struct chess_move move);

/* Is the side to move in check? */
bool chess_in_check(const struct chess *position);

/* The same for the rule of repetition (Article 9.2.3): pieces, who moves, castling rights, and what
 * may be taken in passing; not the counters. */
bool chess_same(const struct chess *a, const struct chess *b);

/* Can nobody mate by any sequence of moves, as the material alone shows (Article 5.2.2)? Kings;
 * kings and one knight; kings and any number of bishops that all run on one colour. */
bool chess_is_dead(const struct chess *position);

/* How many sequences of `depth` legal moves there are. */
uint64_t chess_perft(const struct chess *position, int depth);

#endif

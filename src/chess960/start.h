/* The 960 starts of Chess960 and their Scharnagl numbers.
 *
 * A start is White's back rank, read from file A to file H: two bishops on squares of opposite
 * colour, the king somewhere between the two rooks, a queen and two knights. 518 is RNBQKBNR.
 *
 * The numbering is Reinhard Scharnagl's (Fischer-Random-Schach, 2004): number = light + 4 dark +
 * 16 queen + 96 knights, where
 *     light    0-3: the bishop on B, D, F or H,
 *     dark     0-3: the bishop on A, C, E or G,
 *     queen    0-5: her place among the six squares that are left,
 *     knights  0-9: their places among the five that are left then, in the order
 *              01 02 03 04 12 13 14 23 24 34;
 * rook, king and rook fill the rest. */
#ifndef CHESS960_START_H
#define CHESS960_START_H

#include "base/status.h"
#include "base/text.h"

#include <stdbool.h>
#include <stdint.h>

enum {
    START_COUNT = 960,
    START_FILES = 8,
    START_BYTES = START_FILES + 1, /* the letters and a NUL */
};

/* H side is where the king ends on G and the rook on F, A side where they end on C and D. */
enum start_side { START_H_SIDE, START_A_SIDE };

/* Every `number` below is one of 0 to 959; the readers at the end let no other through. */

/* Eight upper-case letters, A to H, and a NUL. */
void start_letters(uint16_t number, char letters[START_BYTES]);

/* The number of the same back rank read from H to A. No start is its own mirror, for there is but
 * one king. */
uint16_t start_mirror(uint16_t number);

/* Could a player castle to that side before any piece or pawn has moved? Then every square from
 * the king and the rook to where they end must be free but for these two. */
bool start_can_castle(uint16_t number, enum start_side side);

/* The number of a back rank: eight letters in any case. STATUS_WRONG, naming the broken rule, when
 * they are no Chess960 start; `number` is then untouched. */
enum status start_number(struct text letters, uint16_t *number, struct error *error);

/* A start as people write it: its number, "518", or its letters, "RNBQKBNR" in any case.
 * STATUS_WRONG when it is neither; `number` is then untouched. */
enum status start_read(struct text text, uint16_t *number, struct error *error);

#endif

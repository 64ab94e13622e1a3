/* Pairs of starts: White begins from w, Black from b, written w:b.
 *
 * A pair and its mirror image form a class, and the smaller of the two stands for it. They are not
 * the same game, for castling ends on the C and D or the F and G files in both. */
#ifndef CHESS960_PAIR_H
#define CHESS960_PAIR_H

#include "base/status.h"
#include "base/text.h"
#include "chess960/start.h"

#include <stdbool.h>
#include <stdint.h>

enum {
    PAIR_COUNT = START_COUNT * START_COUNT, /* ordered pairs: 921,600 */
    PAIR_CLASSES = PAIR_COUNT / 2,          /* no pair is its own mirror: 460,800 */
    /* Without the classes of the 960 controls: 460,320. */
    PAIR_ASYMMETRIC_CLASSES = PAIR_CLASSES - START_COUNT / 2,
    PAIR_FEN_BYTES = 57, /* every start's FEN has 56 characters; and a NUL */
};

struct pair {
    uint16_t w, b; /* Scharnagl numbers, 0 to 959 */
};

struct pair pair_mirror(struct pair pair);

/* Negative, 0 or positive: by w, then by b. */
int pair_compare(struct pair a, struct pair b);

/* The smaller one of a pair and its mirror. */
struct pair pair_representative(struct pair pair);
bool pair_is_representative(struct pair pair);

/* Both sides begin from the same start. */
bool pair_is_control(struct pair pair);

/* 960 w + b: the place among all pairs in order, 0 to 921,599. */
uint32_t pair_index(struct pair pair);

/* How a FEN names the castling rights, which are full in every start. */
enum pair_fen_form {
    PAIR_SHREDDER_FEN, /* the rooks' files, H side first, White's then Black's: "HAha" */
    PAIR_X_FEN,        /* always "KQkq" */
};

/* The start as a FEN of six fields, White to move:
 * "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w HAha - 0 1". */
void pair_fen(struct pair pair, enum pair_fen_form form, char fen[PAIR_FEN_BYTES]);

/* A pair as people write it:
 *     two starts with a colon or one space between, each a number or letters in any case:
 *         "518:534", "RNBQKBNR RNBKQBNR";
 *     a FEN in either form, of all six fields or of the first four.
 * Nothing is guessed or mended, since an engine takes a wrong castling field without a word and
 * evaluates another position. STATUS_WRONG with what was found, where, and what was expected;
 * `pair` is then untouched. */
enum status pair_read(struct text text, struct pair *pair, struct error *error);

#endif

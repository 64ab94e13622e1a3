/* Draws that anyone can check: by sha256 of a seed and a pair, with nothing else in it. */
#ifndef STUDY_DRAW_H
#define STUDY_DRAW_H

#include "passport/evidence.h"

/* The pairs in the order of sha256("SEED w:b"), in hex: *order holds `count` indices into them, and
 * is owned by the caller. */
enum status draw_order(const char *seed, const struct pair *pairs, size_t count, size_t **order,
                       struct error *error);

/* Which evaluations a sample is drawn from, and how many. */
struct draw {
    const char *engine, *seed;
    int64_t from, until; /* limits; what is below or above takes no part */
    size_t rows;
};

struct draw_row {
    const struct evidence_set *set;
    const struct evaluation *row;
};

/* A sample, spread evenly: the budgets take turns, the smallest limit first, until draw->rows are
 * drawn, and one that has no more gives all that it has. Inside a budget they come in the order of
 * draw_order. *rows is owned by the caller and points into the evidence; it holds the smallest
 * limit first, *count of them: fewer than asked where there are no more, which are *all. */
enum status draw_rows(const struct evidence *evidence, const struct draw *draw,
                      struct draw_row **rows, size_t *count, size_t *all, struct error *error);

#endif

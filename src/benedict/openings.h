/* The openings, one of each pair of mirror images: what can be won by force after the first moves
 * of both sides. */
#ifndef BENEDICT_OPENINGS_H
#define BENEDICT_OPENINGS_H

#include "benedict/solved.h"

/* The positions after two plies from the array that decide nothing, in the order of plain_moves;
 * none is asked yet. openings: {0} before. */
enum status openings_list(struct solved *openings, struct error *error);

/* Takes over what a file, read from `path`, knows of them, in any order. STATUS_WRONG: a row of it
 * is none of theirs, or the second one of an opening. */
enum status openings_take(struct solved *openings, const struct solved *known, const char *path,
                          struct error *error);

/* Does the row, or its mirror image, begin with that move? */
bool openings_begins(const struct solved_row *row, struct benedict_move first);

/* Looks for the shortest win of either side within `plies`, going on from what the row says. With a
 * win there is the first move in the order of plain_moves that starts one as short. So a row is a
 * function of `plies`, whatever else the table knows. False: shared->stop was set, or a win that
 * was found has no move; the row is as it was. */
bool openings_solve(struct dfpn *shared, int plies, struct solved_row *row);

#endif

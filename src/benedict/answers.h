/* What can be done about a threat. */
#ifndef BENEDICT_ANSWERS_H
#define BENEDICT_ANSWERS_H

#include "rules/benedict.h"

/* Lists legal moves, and returns how many: where the other side could not win if it were its turn,
 * all; where it could, those that may do something about one such win. A win stands, so that the
 * move loses but for the rules of draws, as long as its piece is not converted, the general does
 * not move, and nothing leaves or enters the points that it needs as they are. Some of the moves
 * listed lose all the same, and moves that win at once may be missing. */
size_t answers_list(struct benedict *position, struct benedict_move moves[BENEDICT_MOVES_MAX]);

/* Of the legal moves in a list those that may do something about that win of the other side: brings
 * them to the front, in their order, and returns how many. Where none does the list is as it was.
 */
size_t answers_keep(const struct benedict *position, struct benedict_move win,
                    struct benedict_move *moves, size_t count);

#endif

/* The last plies of a proof, by a plain search: does the attacker win? Exact: he wins by an attack
 * on the general, or when the defender is to move and cannot.
 *
 * What moves did last is tried first, so that the work depends on what was asked before, never the
 * answer. */
#ifndef BENEDICT_LEAVES_H
#define BENEDICT_LEAVES_H

#include "rules/benedict.h"

enum { LEAVES_PLIES = 4 };

/* {0} to begin with. */
struct leaves {
    struct benedict_move last[LEAVES_PLIES + 1]; /* what did at so many plies left */
    uint64_t made;                               /* moves made, in all */
};

/* The attacker is to move with `plies` left, 1 or 3. `move`, where it is not NULL, gets one that
 * wins. */
bool leaves_wins(struct leaves *leaves, struct benedict *position, int plies,
                 struct benedict_move *move);

/* The defender is to move with `plies` left, 2 or 4. `move`, where it is not NULL, gets one that
 * holds. */
bool leaves_holds(struct leaves *leaves, struct benedict *position, int plies,
                  struct benedict_move *move);

/* Could the side that is not to move win if it were its turn? */
bool leaves_threatens(struct benedict *position);

#endif

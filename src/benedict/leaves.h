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

/* Does the side to move get what it wants, with 1 to LEAVES_PLIES plies left? The attacker, who has
 * the last one and so the odd ones, to win; the defender to hold. `move`, where it is not NULL,
 * gets one that does it. */
bool leaves_succeeds(struct leaves *leaves, struct benedict *position, int plies,
                     struct benedict_move *move);

#endif

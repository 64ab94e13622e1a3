/* The ends of games: from when on the winner could not be stopped. */
#ifndef BENEDICT_ENDING_H
#define BENEDICT_ENDING_H

#include "benedict/dfpn.h"
#include "rules/benedict_games.h"

/* Plain value. Plies of the game are counted from 1; after 0 of them is its first position. */
struct ending {
    bool solved;     /* a forced win within the plies searched was found; else nothing follows */
    int mate;        /* the shortest forced win takes so many plies ... */
    int forced_from; /* ... after so many plies of the game, from where on it is there all the time
                      */
    int last_hold;   /* the ply in whose place the loser had one that held as long as was searched;
                        0: none */
};

/* Of a game that somebody won. plies: how long a win is looked for, odd. thread: with shared set,
 * and threads = 1.
 */
void ending_find(struct dfpn_thread *thread, const struct games_game *game, int plies,
                 struct ending *ending);

#endif

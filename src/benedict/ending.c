#include "benedict/ending.h"

/* The shortest win of the side that moves last in `first`, `first` + 2, ... plies; 0: none. */
static int find_mate(struct dfpn_thread *thread, const struct benedict *position, int first,
                     int longest)
{
    for (int plies = first; plies <= longest; plies += 2) {
        thread->position = *position;
        if (dfpn_search(thread, plies) == DFPN_WIN)
            return plies;
    }
    return 0;
}

void ending_find(struct dfpn_thread *thread, const struct games_game *game, int plies,
                 struct ending *ending)
{
    struct benedict positions[GAMES_PLIES_MAX + 1];
    struct benedict_undo undo;
    *ending = (struct ending){0};
    games_array(game->first, &positions[0]);
    for (size_t ply = 0; ply < game->plies; ply++) {
        positions[ply + 1] = positions[ply];
        benedict_make(&positions[ply + 1], game->moves[ply], &undo);
    }
    for (int ply = (int)game->plies - 1; ply >= 0; ply--) {
        bool winner_moves = ((int)game->plies - ply) % 2 == 1;
        int mate = find_mate(thread, &positions[ply], winner_moves ? 1 : 2, plies);
        if (!mate) {
            ending->last_hold = ending->solved ? ply + 1 : 0;
            break;
        }
        *ending = (struct ending){.solved = true, .mate = mate, .forced_from = ply};
    }
}

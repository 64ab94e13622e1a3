/* The walk through a proof, which writes one as well as it checks one: what it asks for are moves
 * of the side that proves, and where they come from is the caller's. It believes nothing: a move
 * that does not do is refused, whoever gave it.
 *
 * The attacker is the side whose win is in question, the defender the other one. "The attacker wins
 * within n plies": by best play he has won after at most n, by an attack on the general or because
 * the defender is to move and has no legal move, also after the last ply. With the attacker to move
 * n is odd, with the defender to move even. "No win" is proved by a reply of the defender to every
 * move of the attacker, "win" by a move of the attacker against every reply; every two plies there
 * are two fewer left, so that there can be no loop. */
#ifndef PROOF_WALK_H
#define PROOF_WALK_H

#include "proof/table.h"

enum { PROOF_PLIES_MAX = 119, PROOF_REPLIES_MAX = 5 };

struct proof_claim {
    bool is_win;        /* the attacker wins; false: he does not */
    int plies;          /* within so many, 1 to PROOF_PLIES_MAX */
    int replies;        /* with fewer plies left a position is worked out: 3 or 5 */
    struct plain start; /* odd plies: the attacker moves, even: the defender */
};

bool proof_attacker_is_red(const struct proof_claim *claim);

/* STATUS_WRONG: plies or replies out of range, or the side to move has no legal move. */
enum status proof_check_claim(const struct proof_claim *claim, struct error *error);

/* What a walk came through. */
struct proof_counts {
    uint64_t positions;  /* with the attacker to move, each of which took moves of the proof */
    uint64_t worked_out; /* with so few plies left that the walk itself searched */
    uint64_t repeated;   /* found in the table */
    uint64_t moves;      /* given by the proof */
};

struct proof_walk;

/* A legal move of the side that proves, with `plies` left before it is made. */
typedef enum status proof_next(struct proof_walk *walk, const struct plain *board, int plies,
                               struct plain_move *move, struct error *error);

/* A position with the attacker to move that is left to somebody else. */
typedef enum status proof_leave(struct proof_walk *walk, const struct plain *board,
                                struct error *error);

/* A walk under way. Set the members before the counts. */
struct proof_walk {
    const struct proof_claim *claim;
    struct proof_table *table; /* somebody else's; cleared first */
    void *user;                /* for the two functions */
    proof_next *next;
    proof_leave *leave;
    int leave_at; /* the positions with so many plies left, odd, are left; 0: none are */
    struct proof_counts counts;
    struct plain_move path[PROOF_PLIES_MAX + 1]; /* the moves to where it is, or failed */
    int depth;
};

/* Walks through the proof for that position and so many plies. STATUS_WRONG: it is none; what
 * `next` and `leave` return ends the walk as well. */
enum status proof_walk(struct proof_walk *walk, const struct plain *board, int plies,
                       struct error *error);

#endif

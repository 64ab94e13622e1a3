/* Depth-first proof-number search (Nagai 2002) of one question: does the attacker win within so
 * many plies? Its last four plies are a plain search's (benedict/leaves.h).
 *
 * The attacker moves where an odd number of plies is left, the defender where it is even. The
 * defender's moves that threaten a win come first: few of the attacker's moves survive the next
 * one. How many do is what the disproof number of a position begins with, times SEED for every two
 * plies below it, for that is by how much a proof grows; so the numbers of positions that were
 * looked into and of others can be compared.
 *
 * The draw rules are left out: they only help the defender. */
#ifndef BENEDICT_DFPN_H
#define BENEDICT_DFPN_H

#include "benedict/leaves.h"
#include "benedict/numbers.h"

#include <stdatomic.h>

enum { DFPN_PLIES_MAX = 119, DFPN_BUSY = 1 << 12 };

enum dfpn_answer { DFPN_OPEN, DFPN_WIN, DFPN_NO_WIN };

/* What threads at work on a question share. Set the table; the rest is 0. */
struct dfpn {
    struct numbers_table *table;
    atomic_bool stop;                      /* set to end all */
    _Atomic unsigned char busy[DFPN_BUSY]; /* by key: how many threads are inside */
};

/* One thread. Set shared, position, threads and limit; the rest is 0. */
struct dfpn_thread {
    struct dfpn *shared;
    struct benedict position;
    int threads;    /* that share the question: with one its course is determined */
    uint64_t limit; /* of moves made, leaves.made; 0: none */
    struct leaves leaves;
    _Atomic uint64_t made; /* leaves.made a little while ago, for other threads to read */
};

/* Searches until it is answered, `stop` is set or the limit is reached. */
enum dfpn_answer dfpn_search(struct dfpn_thread *thread, int plies);

/* What is known already. */
enum dfpn_answer dfpn_find(const struct dfpn_thread *thread, int plies);

/* For a position that was answered: the attacker's move that wins (odd plies) or the defender's
 * that holds (even plies). Searches what the table has lost. False: there is none, or the
 * search was ended. */
bool dfpn_choose(struct dfpn_thread *thread, int plies, struct benedict_move *move);

#endif

/* The engine's search: iterative deepening with a principal variation search (Marsland and Campbell
 * 1982), late move reductions, history, and at the leaves a search of conversions and of answers to
 * threats alone.
 *
 * A win that is there in one move is seen exactly, without searching it (benedict_can_win). With
 * one thread and a limit of nodes or depth the result is a function of the request and of what the
 * table holds. */
#ifndef BENEDICT_SEARCH_H
#define BENEDICT_SEARCH_H

#include "benedict/evaluation.h"
#include "benedict/table.h"

#include <stdatomic.h>

enum {
    SEARCH_WIN = 30000,     /* a win in n plies is worth SEARCH_WIN - n */
    SEARCH_PLIES_MAX = 128, /* depth, and length of a line */
    SEARCH_THREADS_MAX = 64,
};

/* What ends a search beside `stop`; 0: does not. The nodes are those of all threads together, and
 * kept to exactly by one. Time is the caller's. */
struct search_limits {
    int depth;
    uint64_t nodes;
};

/* What the search is made of, each 1 or 0, but for the plies of the quiescence search:
 * docs/BENEDICT.md says what each is worth against a search without it. */
enum search_part {
    SEARCH_TABLE,        /* the transposition table is asked */
    SEARCH_ZERO_WINDOWS, /* for all moves but the first */
    SEARCH_REDUCTIONS,   /* of late quiet moves */
    SEARCH_HISTORY,      /* quiet moves that were good elsewhere come early */
    SEARCH_PARTIAL,      /* the best move of an iteration that was stopped counts */
    SEARCH_ANSWERS,      /* where a win threatens, only moves that may do something about it */
    SEARCH_EVASIONS,     /* at the leaves all moves are searched where a win threatens */
    SEARCH_QUIESCENCE,   /* plies of conversions at the leaves */
    SEARCH_PARTS
};

struct search_parts {
    int of[SEARCH_PARTS];
};

extern const struct search_parts search_parts_used;

/* By name: "reductions", "quiescence". False: no such part, or it cannot have that value. */
bool search_set_part(struct search_parts *set, struct text name, int64_t value);

/* After each completed iteration, and where a limit of nodes leaves none, after what there was of
 * the first. */
struct search_report {
    int depth, deepest;
    int score;      /* as the side to move sees it */
    uint64_t nodes; /* of all threads */
    int full;       /* of the table, per mille */
    const struct benedict_move *line;
    size_t length;
};

/* Everything is borrowed. */
struct search_request {
    const struct benedict *position;
    const uint64_t *keys; /* of the positions since the last conversion or soldier's move */
    size_t key_count;     /* without the position itself; at most BENEDICT_QUIET_MAX */
    const struct benedict_move *only; /* of the legal moves these, each once; */
    size_t only_count;                /* 0: all */
    struct search_limits limits;
    struct evaluation_weights weights;
    struct evaluation_jitter jitter;
    const struct search_parts *parts; /* NULL: those used */
    struct table *table;
    int threads;
    const atomic_bool *stop; /* set from elsewhere to end it */
    void (*report)(void *user, const struct search_report *report);
    void *user;
};

struct search_result {
    struct benedict_move best, then; /* {0, 0}: no legal move; no reply known */
    int score;
    int depth; /* of the last completed iteration */
    uint64_t nodes;
};

/* Searches until a limit, `stop`, or a forced end. `stop` lets the first iteration be completed.
 * STATUS_CANNOT: out of memory, or no thread could be started. */
enum status search_run(const struct search_request *request, struct search_result *result,
                       struct error *error);

/* Does that score say that the game is decided? In how many plies; negative: by the other side; 0:
 * it does not. */
int search_win_in(int score);

#endif

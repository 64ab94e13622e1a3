/* N engines at work on the open wave of a store, polled by one thread.
 *
 * Where the store is away for a while (store_may_repeat), the searches go on, and how they end is
 * kept and stored when it is back. */
#ifndef SEARCH_CREW_H
#define SEARCH_CREW_H

#include "search/ground.h"

struct crew;

struct crew_counts {
    int64_t done, failed; /* jobs of this run */
    int64_t nodes; /* of those, by nominal limits; at limits of depth, as the engine counts */
    int running;
    int64_t running_nodes; /* of the searches in hand, as the engines last said, up to the limits */
};

enum crew_end {
    CREW_WAVE, /* no job of the wave waits or runs */
    CREW_TIME, /* the time was up, and the searches in hand have ended */
    CREW_STOP, /* a signal came, and the searches in hand were given back */
};

/* Called about once a second, and with a line of text when something happens. */
typedef void crew_tick(void *user, const char *text);

/* Blocks SIGINT, SIGTERM and SIGHUP, which are then read in crew_work, and starts the engines.
 * `run` is the store's number of the producing run. */
enum status crew_new(struct ground *ground, int workers, int64_t run, crew_tick *tick, void *user,
                     struct crew **crew, struct error *error);

/* Works at the open wave. `until_ms`: no search is begun after it (crew_clock). In whatever way it
 * ends, all that was found is committed, or, where the store failed, what was committed before. */
enum status crew_work(struct crew *crew, int64_t until_ms, enum crew_end *end, struct error *error);

/* Has a signal come that crew_work has not seen? */
bool crew_is_stopped(struct crew *crew);

/* Waits so long, or until a signal comes, and tells whether one has. */
bool crew_wait(struct crew *crew, int64_t ms);

struct crew_counts crew_counts(const struct crew *crew);

/* A monotonic time in ms. */
int64_t crew_clock(void);

/* Ends the engines, and gives the signals back. NULL is fine. */
void crew_free(struct crew *crew);

#endif

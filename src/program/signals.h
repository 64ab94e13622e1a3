/* SIGINT, SIGTERM and SIGHUP as something to poll for, so that work ends where it can. */
#ifndef PROGRAM_SIGNALS_H
#define PROGRAM_SIGNALS_H

#include "base/status.h"

#include <signal.h>
#include <stdbool.h>

/* Plain value; the members but `fd` are its own. */
struct signals {
    int fd; /* readable when one has come */
    sigset_t before;
    bool blocked, came;
};

/* Begins; after any status, signals_end. */
enum status signals_watch(struct signals *signals, struct error *error);

/* Has one come? After it the others act as they would anywhere: the process ends at once. */
bool signals_came(struct signals *signals);

/* Gives them back. */
void signals_end(struct signals *signals);

#endif

/* One piece of work at a time in a thread of its own, so that commands are heard meanwhile: it is
 * begun, may be held back from telling its result, stopped at once or when its time is over, and
 * waited for. One caller at a time. */
#ifndef BENEDICT_JOB_H
#define BENEDICT_JOB_H

#include "base/status.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

/* The members are the job's own, but for `stop`, which the work is to heed. */
struct job {
    atomic_bool stop;
    bool running; /* `thread` is to be joined */
    pthread_t thread;
    void (*work)(void *user);
    void (*tell)(void *user);
    void *user;
    int64_t deadline_ms; /* by job_clock; INT64_MAX: none */
    pthread_mutex_t lock;
    pthread_cond_t changed; /* one of: */
    bool held;
    bool done; /* working, not telling */
};

/* A monotonic time in ms. */
int64_t job_clock(void);

/* STATUS_CANNOT: the system refused. job_end is due in any case. */
enum status job_init(struct job *job, struct error *error);

/* Begins work(user), then tell(user); the last job must have been waited for. `held`: nothing is
 * told before job_release or job_stop. STATUS_CANNOT: no thread could be started. */
enum status job_start(struct job *job, void (*work)(void *), void (*tell)(void *), void *user,
                      bool held, int64_t deadline_ms, struct error *error);

/* What has been found may be told, now or when the work is done or its new deadline is over. */
void job_release(struct job *job, int64_t deadline_ms);

/* Ends the work as soon as it heeds `stop`. */
void job_stop(struct job *job);

/* Waits until the work has ended, by itself or at its deadline, and has been told. A job that is
 * held is never told. */
void job_wait(struct job *job);

/* Is there work that goes on? A job that has ended or been stopped is waited for. */
bool job_is_busy(struct job *job);

/* Only when no job runs. */
void job_end(struct job *job);

#endif

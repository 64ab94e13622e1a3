#include "benedict/job.h"

#include <errno.h>
#include <time.h>

int64_t job_clock(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

enum status job_init(struct job *job, struct error *error)
{
    pthread_condattr_t attributes;
    *job = (struct job){.deadline_ms = INT64_MAX};
    pthread_condattr_init(&attributes);
    bool failed = pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC) ||
                  pthread_cond_init(&job->changed, &attributes);
    pthread_condattr_destroy(&attributes);
    pthread_mutex_init(&job->lock, NULL);
    return failed ? error_set(error, STATUS_CANNOT, "no condition variable could be made")
                  : STATUS_OK;
}

static void *run(void *argument)
{
    struct job *job = argument;
    job->work(job->user);
    pthread_mutex_lock(&job->lock);
    while (job->held)
        pthread_cond_wait(&job->changed, &job->lock);
    job->done = true;
    pthread_cond_broadcast(&job->changed);
    pthread_mutex_unlock(&job->lock);
    job->tell(job->user);
    return NULL;
}

enum status job_start(struct job *job, void (*work)(void *), void (*tell)(void *), void *user,
                      bool held, int64_t deadline_ms, struct error *error)
{
    atomic_store(&job->stop, false);
    job->work = work;
    job->tell = tell;
    job->user = user;
    job->held = held;
    job->done = false;
    job->deadline_ms = INT64_MAX;
    if (pthread_create(&job->thread, NULL, run, job))
        return error_set(error, STATUS_CANNOT, "no thread could be started");
    job->running = true;
    job->deadline_ms = deadline_ms;
    return STATUS_OK;
}

void job_release(struct job *job, int64_t deadline_ms)
{
    pthread_mutex_lock(&job->lock);
    job->held = false;
    pthread_cond_broadcast(&job->changed);
    pthread_mutex_unlock(&job->lock);
    job->deadline_ms = deadline_ms;
}

void job_stop(struct job *job)
{
    atomic_store(&job->stop, true);
    job_release(job, INT64_MAX);
}

/* True: the work is done, or has no deadline. */
static bool wait_for_deadline(struct job *job)
{
    struct timespec until = {.tv_sec = (time_t)(job->deadline_ms / 1000),
                             .tv_nsec = (long)(job->deadline_ms % 1000) * 1000000};
    bool late = false;
    pthread_mutex_lock(&job->lock);
    while (job->deadline_ms < INT64_MAX && !job->done && !late)
        late = pthread_cond_timedwait(&job->changed, &job->lock, &until) == ETIMEDOUT;
    pthread_mutex_unlock(&job->lock);
    return !late;
}

void job_wait(struct job *job)
{
    if (!job->running)
        return;
    if (!wait_for_deadline(job))
        job_stop(job);
    pthread_join(job->thread, NULL);
    job->running = false;
    job->deadline_ms = INT64_MAX;
}

bool job_is_busy(struct job *job)
{
    pthread_mutex_lock(&job->lock);
    bool done = job->done;
    pthread_mutex_unlock(&job->lock);
    if (done || atomic_load(&job->stop))
        job_wait(job);
    return job->running;
}

void job_end(struct job *job)
{
    pthread_cond_destroy(&job->changed);
    pthread_mutex_destroy(&job->lock);
}

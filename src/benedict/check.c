#include "benedict/check.h"

#include <pthread.h>
#include <stdlib.h>

/* Tasks are taken in order, so that the first one that fails is always found. */
struct crew {
    const struct proof_file *file;
    pthread_mutex_t lock; /* of all below */
    size_t next;          /* task */
    size_t failed;        /* the first task that did; SIZE_MAX: none */
    enum status status;   /* of that one */
    struct error error;
    struct proof_counts counts;
};

/* Notes how a task went. */
static void note(struct crew *crew, size_t task, const struct proof_counts *counts,
                 enum status status, const struct error *error)
{
    pthread_mutex_lock(&crew->lock);
    proof_add_counts(&crew->counts, counts);
    if (status && task < crew->failed) {
        crew->failed = task;
        crew->status = status;
        crew->error = *error;
    }
    pthread_mutex_unlock(&crew->lock);
}

/* The next task, or one past the last where there is nothing more to do. */
static size_t next_task(struct crew *crew)
{
    pthread_mutex_lock(&crew->lock);
    size_t task = crew->status ? crew->file->plan.count : crew->next++;
    pthread_mutex_unlock(&crew->lock);
    return task;
}

static void *work(void *argument)
{
    struct crew *crew = argument;
    struct proof_counts counts = {0};
    struct error error = {0};
    struct proof_table *table = proof_table_new();
    if (!table)
        note(crew, 0, &counts, error_memory(&error), &error);
    for (size_t task = next_task(crew); table && task < crew->file->plan.count;
         task = next_task(crew)) {
        enum status status = proof_check_task(crew->file, task, table, &counts, &error);
        note(crew, task, &counts, status, &error);
    }
    proof_table_free(table);
    return NULL;
}

enum status check_tasks(const struct proof_file *file, int threads, struct proof_counts *counts,
                        struct error *error)
{
    pthread_t others[CHECK_THREADS_MAX];
    int started = 0;
    struct crew crew = {.file = file, .failed = SIZE_MAX, .counts = file->plan.counts};
    pthread_mutex_init(&crew.lock, NULL);
    while (started < threads - 1 && pthread_create(&others[started], NULL, work, &crew) == 0)
        started++;
    work(&crew);
    while (started > 0)
        pthread_join(others[--started], NULL);
    pthread_mutex_destroy(&crew.lock);
    *counts = crew.counts;
    if (crew.status)
        *error = crew.error;
    return crew.status;
}

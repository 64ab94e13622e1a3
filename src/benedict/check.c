#include "benedict/check.h"

#include <pthread.h>
#include <stdlib.h>

/* The longest tasks are begun first, so that no thread is left alone with one at the end. After a
 * failure those before it go on, so that the first one that fails is always found. */
struct crew {
    const struct proof_file *file;
    const struct proof_task **order; /* owned; the tasks, the longest first */
    pthread_mutex_t lock;            /* of all below */
    size_t next;                     /* in the order */
    size_t failed;                   /* the first task that did; or how many there are */
    enum status status;              /* of that one */
    struct error error;
    struct proof_counts counts;
};

static int compare_length(const void *a, const void *b)
{
    const struct proof_task *x = *(const struct proof_task *const *)a;
    const struct proof_task *y = *(const struct proof_task *const *)b;
    return (x->length < y->length) - (x->length > y->length);
}

static bool put_in_order(struct crew *crew)
{
    const struct proof_plan *plan = &crew->file->plan;
    crew->order = malloc((plan->count + 1) * sizeof *crew->order);
    if (!crew->order)
        return false;
    for (size_t i = 0; i < plan->count; i++)
        crew->order[i] = &plan->tasks[i];
    qsort(crew->order, plan->count, sizeof *crew->order, compare_length);
    return true;
}

/* Notes how a task went. */
static void note(struct crew *crew, size_t task, const struct proof_counts *counts,
                 enum status status, const struct error *error)
{
    pthread_mutex_lock(&crew->lock);
    proof_add_counts(&crew->counts, counts);
    if (status && (!crew->status || task < crew->failed)) {
        crew->failed = task;
        crew->status = status;
        crew->error = *error;
    }
    pthread_mutex_unlock(&crew->lock);
}

/* A task to check; false: there is nothing more to do. */
static bool take_task(struct crew *crew, size_t *task)
{
    const struct proof_plan *plan = &crew->file->plan;
    bool found = false;
    pthread_mutex_lock(&crew->lock);
    while (!found && crew->next < plan->count) {
        *task = (size_t)(crew->order[crew->next++] - plan->tasks);
        found = *task < crew->failed;
    }
    pthread_mutex_unlock(&crew->lock);
    return found;
}

static void *work(void *argument)
{
    struct crew *crew = argument;
    struct proof_counts counts = {0};
    struct error error = {0};
    struct proof_table *table = proof_table_new();
    size_t task;
    if (!table)
        note(crew, 0, &counts, error_memory(&error), &error);
    while (table && take_task(crew, &task)) {
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
    struct crew crew = {.file = file, .failed = file->plan.count, .counts = file->plan.counts};
    if (!put_in_order(&crew))
        return error_memory(error);
    pthread_mutex_init(&crew.lock, NULL);
    while (started < threads - 1 && pthread_create(&others[started], NULL, work, &crew) == 0)
        started++;
    work(&crew);
    while (started > 0)
        pthread_join(others[--started], NULL);
    pthread_mutex_destroy(&crew.lock);
    free(crew.order);
    *counts = crew.counts;
    if (crew.status)
        *error = crew.error;
    return crew.status;
}

#include "base/file.h"
#include "benedict/job.h"
#include "benedict/openings.h"
#include "benedict/verbs.h"

#include <stdio.h>
#include <stdlib.h>

enum { SAVE_MS = 1000, THREADS_MAX = 256 };

/* Threads at work on the openings; `lock` is for what changes. */
struct crew {
    const char *path, *engine;
    int plies;
    struct benedict_move first; /* which they are to begin with; {0, 0}: any */
    struct dfpn shared;
    pthread_mutex_t lock;
    struct solved openings;
    size_t next; /* to take */
    int64_t saved_ms;
    enum status status;
    struct error error;
};

static bool is_asked(const struct crew *crew, const struct solved_row *row)
{
    return (crew->first.from == 0 && crew->first.to == 0) || openings_begins(row, crew->first);
}

/* ---- at work ---- */

/* The first failure ends all. */
static void fail(struct crew *crew, enum status status)
{
    crew->status = status;
    atomic_store(&crew->shared.stop, true);
}

static void save(struct crew *crew)
{
    struct buf text = {0};
    solved_write(&crew->openings, &text);
    enum status status = buf_ok(&text, &crew->error);
    if (!status)
        status = file_write(crew->path, buf_text(&text), 0644, &crew->error);
    if (status)
        fail(crew, status);
    crew->saved_ms = job_clock();
    buf_free(&text);
}

/* A row that was gone on with is this engine's word; any other stays whose it was. */
static void take(const struct crew *crew, struct solved_row *place, const struct solved_row *found)
{
    bool is_new = found->plies != place->plies;
    *place = *found;
    if (is_new)
        snprintf(place->engine, sizeof place->engine, "%s", crew->engine);
}

static void *work(void *user)
{
    struct crew *crew = user;
    pthread_mutex_lock(&crew->lock);
    while (crew->next < crew->openings.count && !crew->status) {
        struct solved_row *place = &crew->openings.rows[crew->next++], row = *place;
        if (!is_asked(crew, place))
            continue;
        pthread_mutex_unlock(&crew->lock);
        bool done = openings_solve(&crew->shared, crew->plies, &row);
        pthread_mutex_lock(&crew->lock);
        if (done)
            take(crew, place, &row);
        else if (!crew->status)
            fail(crew, error_set(&crew->error, STATUS_WRONG, "%s: the search contradicts itself",
                                 row.moves));
        if (!crew->status && job_clock() - crew->saved_ms >= SAVE_MS)
            save(crew);
    }
    pthread_mutex_unlock(&crew->lock);
    return NULL;
}

static void run_threads(struct crew *crew, int threads)
{
    pthread_t ids[THREADS_MAX];
    int started = 0;
    while (started + 1 < threads && pthread_create(&ids[started], NULL, work, crew) == 0)
        started++;
    work(crew); /* here too, so that a thread that is refused is only missed */
    while (started > 0)
        pthread_join(ids[--started], NULL);
}

/* ---- from and to ---- */

static enum status prepare(struct crew *crew, size_t megabytes, struct error *error)
{
    struct solved known = {0};
    enum status status = openings_list(&crew->openings, error);
    if (!status && file_exists(crew->path))
        status = solved_read(crew->path, &known, error);
    if (!status)
        status = openings_take(&crew->openings, &known, crew->path, error);
    if (!status)
        status = numbers_new(megabytes << 20, &crew->shared.table, error);
    solved_free(&known);
    return status;
}

static void print_counts(const struct crew *crew)
{
    size_t count[3] = {0};
    for (size_t i = 0; i < crew->openings.count; i++) {
        const struct solved_row *row = &crew->openings.rows[i];
        if (is_asked(crew, row))
            count[row->plies <= crew->plies ? row->winner : SOLVED_NONE]++;
    }
    printf("%zu openings: within %d plies %zu won by red, %zu by black, %zu by none\n",
           count[SOLVED_NONE] + count[SOLVED_RED] + count[SOLVED_BLACK], crew->plies,
           count[SOLVED_RED], count[SOLVED_BLACK], count[SOLVED_NONE]);
}

static enum status solve(struct crew *crew, int threads, struct error *error)
{
    pthread_mutex_init(&crew->lock, NULL);
    save(crew); /* a file that cannot be written is better known before than after */
    run_threads(crew, threads);
    if (!crew->status)
        save(crew);
    pthread_mutex_destroy(&crew->lock);
    if (crew->status)
        *error = crew->error;
    else
        print_counts(crew);
    return crew->status;
}

static enum status read_first(const struct command_line *line, struct benedict_move *first,
                              struct error *error)
{
    const char *after = command_value(line, "after");
    struct benedict array;
    *first = (struct benedict_move){0, 0};
    if (!after)
        return STATUS_OK;
    benedict_start(&array);
    return error_prefix(error, benedict_read_move(&array, text_of(after), first, error), "--after");
}

static enum status run(const struct command_line *line, struct error *error)
{
    long long plies = 0, megabytes = 0, threads = 0;
    struct benedict_move first;
    const char *engine;
    enum status status = command_int(line, "plies", 1, DFPN_PLIES_MAX, 7, &plies, error);
    if (!status && plies % 2 == 0)
        status = error_set(error, STATUS_CANNOT, "--plies: %lld is even: Red moves first and last",
                           plies);
    if (!status)
        status = command_int(line, "hash", 1, 1 << 20, 256, &megabytes, error);
    if (!status)
        status = command_int(line, "threads", 1, THREADS_MAX, 1, &threads, error);
    if (!status)
        status = read_first(line, &first, error);
    if (!status)
        status = command_name(line, "engine", "benedict", &engine, error);
    if (status)
        return status;
    struct crew *crew = calloc(1, sizeof *crew);
    if (!crew)
        return error_memory(error);
    crew->path = line->arguments[0];
    crew->engine = engine;
    crew->plies = (int)plies;
    crew->first = first;
    status = prepare(crew, (size_t)megabytes, error);
    if (!status)
        status = solve(crew, (int)threads, error);
    numbers_free(crew->shared.table);
    solved_free(&crew->openings);
    free(crew);
    return status;
}

const struct command verb_openings = {
    .name = "openings",
    .arguments = "FILE",
    .min = 1,
    .max = 1,
    .summary = "find which openings of two plies are won by force",
    .details =
        "Asks for each opening, one of two mirror images, whether Red wins within so many plies\n"
        "or Black within one less, and writes the shortest win to the file, rows of evidence as\n"
        "CSV, which the engine's option SolvedFile reads. What is there already is gone on with; "
        "a\n"
        "process that is killed loses the openings in hand, and at most another second's.",
    .options = {{"plies", "N", "how long a win is looked for; odd (default: 7)"},
                {"after", "MOVE", "only those that begin with it or its mirror image"},
                {"engine", "ID", "in new rows: what the passport calls it (default: benedict)"},
                {"threads", "T", "at work, on an opening each (default: 1)"},
                {"hash", "MB", "of the table that they share (default: 256)"},
                {0}},
    .run = run,
};

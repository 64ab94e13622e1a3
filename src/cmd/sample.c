#include "cmd/sample.h"

#include "search/run.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

enum { SEED_BYTES_MAX = 64 };

const char *sample_seed(const struct command_line *line)
{
    const char *seed = command_value(line, "seed");
    return seed ? seed : "1";
}

/* It goes into a passport, and into somebody's shell. */
static enum status check_seed(const char *seed, struct error *error)
{
    size_t len = 0;
    while (seed[len] >= ' ' && seed[len] <= '~')
        len++;
    if (!seed[len] && len <= SEED_BYTES_MAX)
        return STATUS_OK;
    return error_set(error, STATUS_CANNOT, "--seed: '%.80s' is not up to %d printable characters",
                     seed, SEED_BYTES_MAX);
}

/* ---- what will be searched ---- */

/* "S0", or "100000 nodes", "depth 8". */
static void name_budget(const struct ladder *ladder, const struct evidence_set *set, char name[48])
{
    int stage = ladder && set->kind == LIMIT_NODES ? ladder_find(ladder, set->limit) : -1;
    if (stage >= 0)
        ladder_name(ladder, stage, name);
    else
        limit_name(set->kind, set->limit, name);
}

/* "40 at P0, 10 at S0": the rows come in the order of their budgets. */
static void print_budgets(const struct rerun *rerun, const struct ladder *ladder)
{
    for (size_t from = 0, to; from < rerun->count; from = to) {
        const struct evidence_set *set = rerun->rows[from].stored.set;
        char name[48];
        for (to = from; to < rerun->count && rerun->rows[to].stored.set == set; to++)
            ;
        name_budget(ladder, set, name);
        printf("%s%zu at %s", from ? ", " : "", to - from, name);
    }
}

static void print_engine(const struct rerun *rerun)
{
    const struct engine_config *config = &rerun->config;
    const char *recorded;
    const struct engine_file *other = rerun_other_file(rerun, &recorded);
    for (size_t i = 0; i < config->file_count; i++)
        printf("%s: %s %s, sha256 %s\n", config->id, config->files[i].name, config->files[i].path,
               config->files[i].sha256);
    if (other)
        printf("another %s: sha256 %s, but %s is recorded; what differs may be the engine's "
               "doing\n",
               other->name, other->sha256, recorded ? recorded : "none");
}

static void print_plan(const struct rerun *rerun, const struct sample *sample, const char *seed)
{
    printf("%zu of %zu evaluations, seed %s: ", rerun->count, rerun->all, seed);
    print_budgets(rerun, sample->ladder);
    if (rerun->nodes)
        printf("; %" PRId64 " nodes in all", rerun->nodes);
    printf("\n");
    if (sample->rows > rerun->count)
        printf("that is all there is: %zu were asked for\n", sample->rows);
    print_engine(rerun);
}

/* ---- while it is searched ---- */

/* On a terminal the last line tells how far it is. */
struct screen {
    const struct ladder *ladder;
    bool silent, live;
};

static void print_row(const struct rerun_row *row, const struct ladder *ladder)
{
    const struct pair pair = row->stored.row->pair;
    struct buf text = {0};
    char name[48];
    name_budget(ladder, row->stored.set, name);
    rerun_describe(row, &text);
    printf("%s %u:%u %s: %s\n", name, pair.w, pair.b,
           row->outcome == RERUN_FAILED ? "not repeated" : "differs", text.data ? text.data : "");
    buf_free(&text);
}

static void show(void *user, const struct rerun *rerun, const struct rerun_row *row)
{
    const struct screen *screen = user;
    size_t done = rerun->count - rerun->outcomes[RERUN_WAITING];
    if (screen->live)
        printf("\r\033[K");
    if (row && row->outcome != RERUN_REPEATS && !screen->silent)
        print_row(row, screen->ladder);
    if (screen->live && done < rerun->count)
        printf("%zu of %zu searched, %" PRId64 " %% of the nodes", done, rerun->count,
               rerun->nodes_done / (rerun->nodes / 100 + 1));
    fflush(stdout);
}

/* ---- what came of it ---- */

static void print_summary(const struct rerun *rerun)
{
    const char *recorded;
    printf("%zu of %zu evaluations repeated in every field%s", rerun->outcomes[RERUN_REPEATS],
           rerun->count, rerun_other_file(rerun, &recorded) ? " by another binary" : "");
    if (rerun->outcomes[RERUN_DIFFERS])
        printf(", %zu differ", rerun->outcomes[RERUN_DIFFERS]);
    if (rerun->outcomes[RERUN_FAILED])
        printf(", %zu without a result", rerun->outcomes[RERUN_FAILED]);
    if (rerun->outcomes[RERUN_WAITING])
        printf(", %zu not searched", rerun->outcomes[RERUN_WAITING]);
    printf("\n");
}

static void list_row(const struct rerun_row *row, cJSON *list, bool *failed)
{
    static const char *const outcomes[] = {"not searched", "repeats", "differs", "no result"};
    struct buf text = {0};
    cJSON *json = cJSON_CreateObject();
    json_add_string(json, "limit_kind", limit_kind_name(row->stored.set->kind), failed);
    json_add_int(json, "limit", row->stored.set->limit, failed);
    json_add_int(json, "w", row->stored.row->pair.w, failed);
    json_add_int(json, "b", row->stored.row->pair.b, failed);
    json_add_string(json, "outcome", outcomes[row->outcome], failed);
    if (row->outcome == RERUN_DIFFERS || row->outcome == RERUN_FAILED) {
        rerun_describe(row, &text);
        json_add_string(json, "text", text.data ? text.data : "", failed);
    }
    json_append(list, json, failed);
    buf_free(&text);
}

/* What it keeps of a sample for a passport, and what came of each row. */
static enum status print_json(const struct rerun *rerun, const char *seed, struct error *error)
{
    const char *recorded;
    bool failed = false;
    cJSON *json = rerun_note(rerun, seed);
    json_add_string(json, "engine", rerun->config.id, &failed);
    json_add(json, "another_binary", cJSON_CreateBool(rerun_other_file(rerun, &recorded) != NULL),
             &failed);
    json_add_int(json, "repeated", (int64_t)rerun->outcomes[RERUN_REPEATS], &failed);
    cJSON *list = json_add_array(json, "evaluations", &failed);
    for (size_t i = 0; i < rerun->count; i++)
        list_row(&rerun->rows[i], list, &failed);
    enum status status = command_print_json(json, failed, error);
    cJSON_Delete(json);
    return status;
}

static enum status judge(const struct rerun *rerun, struct error *error)
{
    if (rerun->outcomes[RERUN_DIFFERS] + rerun->outcomes[RERUN_FAILED])
        return STATUS_WRONG;
    return rerun_repeats(rerun) ? STATUS_OK : error_set(error, STATUS_CANNOT, "stopped");
}

static enum status refuse_other(const struct rerun *rerun, struct error *error)
{
    const char *recorded;
    const struct engine_file *other = rerun_other_file(rerun, &recorded);
    if (!other)
        return STATUS_OK;
    return error_set(error, STATUS_CANNOT,
                     "engine %s: %s has sha256 %s, but the results are of %s: nothing can be "
                     "compared",
                     rerun->config.id, other->path, other->sha256, recorded ? recorded : "none");
}

static enum status read_draw(const struct command_line *line, const struct sample *sample,
                             struct draw *draw, struct error *error)
{
    *draw = (struct draw){.engine = sample->of->id,
                          .seed = sample_seed(line),
                          .from = sample->from,
                          .until = sample->until,
                          .rows = sample->rows};
    return check_seed(draw->seed, error);
}

enum status sample_list(const struct command_line *line, const struct sample *sample,
                        struct error *error)
{
    struct draw draw;
    struct draw_row *rows = NULL;
    size_t count = 0, all;
    enum status status = read_draw(line, sample, &draw, error);
    if (!status)
        status = draw_rows(sample->of->evidence, &draw, &rows, &count, &all, error);
    for (size_t i = 0; i < count && !status; i++) {
        char name[48];
        name_budget(sample->ladder, rows[i].set, name);
        printf("%s %u:%u\n", name, rows[i].row->pair.w, rows[i].row->pair.b);
    }
    free(rows);
    return status;
}

enum status sample_search(const struct command_line *line, const struct sample *sample,
                          struct rerun *rerun, struct error *error)
{
    struct screen screen = {sample->ladder, sample->json, isatty(STDOUT_FILENO) && !sample->json};
    struct draw draw;
    long long workers;
    *rerun = (struct rerun){0};
    enum status status = read_draw(line, sample, &draw, error);
    if (!status)
        status = command_int(line, "workers", 1, RUN_WORKERS_MAX, 1, &workers, error);
    if (!status)
        status = rerun_open(sample->of, &draw, rerun, error);
    if (!status && sample->same_engine)
        status = refuse_other(rerun, error);
    if (status)
        return status;
    if (!sample->json)
        print_plan(rerun, sample, draw.seed);
    fflush(stdout);
    status = rerun_search(rerun, (int)workers, show, &screen, error);
    if (screen.live)
        printf("\r\033[K");
    if (!status && sample->json)
        status = print_json(rerun, draw.seed, error);
    else if (!status)
        print_summary(rerun);
    return status ? status : judge(rerun, error);
}

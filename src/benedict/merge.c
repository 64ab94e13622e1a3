#include "benedict/merge.h"

#include "benedict/certify.h"
#include "benedict/check.h"
#include "benedict/solve.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* For what ends before a task begins, and for a task that was not stored as a mirror image. */
enum { TABLE_BYTES = 1 << 24 };

struct merge {
    struct store *store;
    int64_t question;
    const struct proof_claim *claim;
    const struct split *split;
    const struct proof_plan *plan;
    struct dfpn shared;
};

/* ---- the moves before the tasks ---- */

static const char *last_move(const char *name)
{
    const char *space = strrchr(name, ' ');
    return space ? space + 1 : name;
}

/* Is that where the moves lead? *mirrored: to its mirror image. */
static bool is_there(const struct merge *merge, const char *name, const struct plain *board,
                     bool *mirrored)
{
    struct benedict position;
    struct plain there, mirror;
    struct error ignored;
    if (split_start(merge->claim, name, &position, &there, &ignored) ||
        there.red_moves != board->red_moves)
        return false;
    plain_mirror(&there, &mirror);
    *mirrored = memcmp(there.at, board->at, sizeof there.at) != 0;
    return !*mirrored || memcmp(mirror.at, board->at, sizeof mirror.at) == 0;
}

/* The moves up to and with the one to prove the claim by; NULL: none was asked for. */
static const char *find_line(const struct merge *merge, const struct plain *board, int plies,
                             bool *mirrored)
{
    const struct split *split = merge->split;
    *mirrored = false;
    if (split->answer == DFPN_WIN) {
        for (size_t i = 0; i < split->defence_count; i++)
            if (is_there(merge, split->defences[i].name, board, mirrored))
                return split->attacks[split->defences[i].attack].name;
        return NULL;
    }
    if (plies % 2 == 0 && plies == merge->claim->plies)
        return split->defences[split->defence].name;
    for (size_t i = 0; i < split->attack_count; i++)
        if (split->attacks[i].answer == DFPN_NO_WIN &&
            is_there(merge, split->attacks[i].name, board, mirrored))
            return split->tasks[split->attacks[i].reply].name;
    return NULL;
}

/* A proof_choose. */
static enum status choose(void *user, const struct plain *board, int plies, struct plain_move *move,
                          struct error *error)
{
    struct merge *merge = user;
    struct dfpn_thread thread = {.shared = &merge->shared, .threads = 1};
    struct plain mirror;
    bool mirrored;
    const char *line = find_line(merge, board, plies, &mirrored);
    if (!line)
        return certify_choose(&thread, board, plies, move, error);
    plain_mirror(board, &mirror);
    if (plain_read_move(mirrored ? &mirror : board, text_of(last_move(line)), move)) {
        *move = mirrored ? plain_mirror_move(*move) : *move;
        return STATUS_OK;
    }
    return error_set(error, STATUS_WRONG, "'%s' is no line of play", line);
}

/* ---- the tasks ---- */

static void name_task(const struct proof_task *task, char name[SPLIT_NAME_BYTES])
{
    memset(name, 0, SPLIT_NAME_BYTES);
    for (int i = 0; i < task->depth; i++) {
        size_t len = strlen(name);
        if (len)
            name[len++] = ' ';
        plain_write_move(task->path[i], name + len);
    }
}

/* A proof_body. */
static enum status take_body(void *user, size_t task, struct buf *body, struct error *error)
{
    struct merge *merge = user;
    char name[SPLIT_NAME_BYTES];
    name_task(&merge->plan->tasks[task], name);
    for (size_t i = 0; i < merge->split->count; i++)
        if (strcmp(merge->split->tasks[i].name, name) == 0)
            return store_task_bytes(merge->store, merge->question, (int64_t)i, body, error);
    /* The writer has forgotten that it had the mirror image. */
    struct solve_result result;
    enum status status = solve_task(merge->claim, name, &merge->shared, &result, error);
    if (!status)
        buf_put(body, result.body.data, result.body.len);
    solve_free(&result);
    return status;
}

/* The file stays only where it is a proof: one that fails later would be believed until then. */
static enum status check_written(const char *path, int threads, struct error *error)
{
    struct proof_file file;
    struct proof_counts counts;
    enum status status = proof_open(path, &file, error);
    if (!status) {
        status = check_tasks(&file, threads, &counts, error);
        proof_close(&file);
    }
    if (status)
        unlink(path);
    return status;
}

enum status merge_write(struct store *store, int64_t question, const struct proof_claim *claim,
                        const struct split *split, const char *path, int threads,
                        struct error *error)
{
    struct proof_plan plan = {0};
    struct proof_claim proved = *claim;
    struct merge merge = {store, question, &proved, split, &plan, {0}};
    if (split->answer == DFPN_OPEN)
        return error_set(error, STATUS_WRONG, "question %lld is open: there is no proof yet",
                         (long long)question);
    proved.is_win = split->answer == DFPN_WIN;
    enum status status = numbers_new(TABLE_BYTES, &merge.shared.table, error);
    if (!status)
        status = proof_make_plan(&proved, choose, &merge, &plan, error);
    if (!status)
        status = proof_write(path, &proved, &plan, take_body, &merge, error);
    proof_plan_free(&plan);
    numbers_free(merge.shared.table);
    return status ? status : check_written(path, threads, error);
}

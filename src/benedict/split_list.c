/* The tasks of a question, and which of them to work at first. */
#include "benedict/split.h"

#include <stdlib.h>
#include <string.h>

enum {
    LOOK_PLIES = 5,      /* how far a task is looked at beforehand */
    LOOK_PLIES_MANY = 3, /* the same where there are forty times as many */
    LOOK_NODES = 20000,
    AGAIN = 100, /* the first so many are looked at once more, and further */
    AGAIN_PLIES = 9,
    AGAIN_NODES = 1000000,
    LOOK_BYTES = 1 << 24,
};

/* What a task that seems to be a win is taken to cost. */
#define COST_WIN (UINT64_C(1) << 32)

struct candidate {
    char name[SPLIT_NAME_BYTES];
    size_t defence, attack;
    uint64_t cost;         /* what there is to do in it, as far as it was looked at */
    uint64_t again;        /* the same of a second look; 0: there was none */
    size_t turn;           /* among the replies to one attack, the cheapest first */
    uint64_t attack_cost;  /* of the cheapest reply */
    uint64_t defence_cost; /* of the cheapest replies to all attacks */
};

/* The list in the making. */
struct list {
    const struct proof_claim *claim;
    struct dfpn shared;
    struct candidate *candidates; /* owned */
    size_t count, cap, attacks, defences;
    bool decided; /* without any task */
};

/* ---- moves ---- */

enum plain_outcome split_step(const struct plain *board, struct plain_move move, const char *name,
                              struct plain *after, char next[SPLIT_NAME_BYTES])
{
    enum plain_outcome outcome = plain_step(board, move, after);
    if (outcome == PLAIN_IS_MIRROR)
        return outcome;
    size_t len = strlen(name);
    memset(next, 0, SPLIT_NAME_BYTES);
    memcpy(next, name, len);
    if (len)
        next[len++] = ' ';
    plain_write_move(move, next + len);
    return outcome;
}

/* ---- candidates ---- */

static enum status look_at(struct list *list, const char *name, int look, uint64_t limit,
                           uint64_t *cost, struct error *error)
{
    struct dfpn_thread thread = {.shared = &list->shared, .threads = 1, .limit = limit};
    struct plain board;
    int plies = proof_task_plies(list->claim);
    enum status status = split_start(list->claim, name, &thread.position, &board, error);
    if (status)
        return status;
    enum dfpn_answer answer = dfpn_search(&thread, plies < look ? plies : look);
    *cost = thread.leaves.made + (answer == DFPN_WIN ? COST_WIN : 0);
    return STATUS_OK;
}

static enum status add_candidate(struct list *list, const char name[SPLIT_NAME_BYTES],
                                 struct error *error)
{
    if (list->count == list->cap) {
        size_t cap = list->cap ? 2 * list->cap : 1024;
        struct candidate *grown = realloc(list->candidates, cap * sizeof *grown);
        if (!grown)
            return error_memory(error);
        list->candidates = grown;
        list->cap = cap;
    }
    struct candidate *candidate = &list->candidates[list->count++];
    *candidate = (struct candidate){.defence = list->defences, .attack = list->attacks};
    memcpy(candidate->name, name, SPLIT_NAME_BYTES);
    return look_at(list, name, list->claim->plies % 2 ? LOOK_PLIES : LOOK_PLIES_MANY, LOOK_NODES,
                   &candidate->cost, error);
}

/* The replies to a first move; none where one of them wins at once. */
static enum status add_replies(struct list *list, const struct plain *board, const char *name,
                               struct error *error)
{
    struct plain_move moves[PLAIN_MOVES_MAX];
    struct plain after;
    char next[SPLIT_NAME_BYTES];
    int count = plain_moves(board, moves);
    size_t before = list->count;
    enum status status = STATUS_OK;
    for (int i = 0; i < count && !status; i++) {
        enum plain_outcome outcome = split_step(board, moves[i], name, &after, next);
        if (outcome == PLAIN_ENDS) {
            list->count = before;
            return STATUS_OK;
        }
        if (outcome == PLAIN_GOES_ON)
            status = add_candidate(list, next, error);
    }
    list->attacks++;
    return status;
}

/* The attacker's first moves; none where one of them wins at once. *won: so it is. */
static enum status add_attacks(struct list *list, const struct plain *board, const char *name,
                               bool *won, struct error *error)
{
    struct plain_move moves[PLAIN_MOVES_MAX];
    struct plain after;
    char next[SPLIT_NAME_BYTES];
    int count = plain_moves(board, moves);
    size_t before = list->count;
    enum status status = STATUS_OK;
    *won = false;
    for (int i = 0; i < count && !status && !*won; i++) {
        enum plain_outcome outcome = split_step(board, moves[i], name, &after, next);
        *won = outcome == PLAIN_ENDS;
        if (outcome == PLAIN_GOES_ON)
            status = add_replies(list, &after, next, error);
    }
    if (*won)
        list->count = before;
    list->defences++;
    return status;
}

/* The defender's moves before those. */
static enum status add_defences(struct list *list, const struct plain *board, struct error *error)
{
    struct plain_move moves[PLAIN_MOVES_MAX];
    struct plain after;
    char next[SPLIT_NAME_BYTES];
    int count = plain_moves(board, moves);
    enum status status = STATUS_OK;
    for (int i = 0; i < count && !status && !list->decided; i++) {
        bool won = false;
        size_t before = list->count;
        enum plain_outcome outcome = split_step(board, moves[i], "", &after, next);
        if (outcome == PLAIN_GOES_ON)
            status = add_attacks(list, &after, next, &won, error);
        list->decided =
            outcome == PLAIN_ENDS || (outcome == PLAIN_GOES_ON && !won && list->count == before);
    }
    return status;
}

/* ---- their order ---- */

static int compare(uint64_t a, uint64_t b)
{
    return (a > b) - (a < b);
}

static int compare_replies(const void *a, const void *b)
{
    const struct candidate *x = a, *y = b;
    int order = compare(x->attack, y->attack);
    if (!order)
        order = compare(!x->again, !y->again);
    if (!order)
        order = compare(x->again, y->again);
    if (!order)
        order = compare(x->cost, y->cost);
    return order ? order : strcmp(x->name, y->name);
}

static int compare_turns(const void *a, const void *b)
{
    const struct candidate *x = a, *y = b;
    int order = compare(x->defence_cost, y->defence_cost);
    if (!order)
        order = compare(x->defence, y->defence);
    if (!order)
        order = compare(x->turn, y->turn);
    if (!order)
        order = compare(y->attack_cost, x->attack_cost);
    return order ? order : compare(x->attack, y->attack);
}

static void sort(struct list *list)
{
    struct candidate *all = list->candidates;
    qsort(all, list->count, sizeof *all, compare_replies);
    for (size_t i = 0; i < list->count; i++) {
        bool first = i == 0 || all[i].attack != all[i - 1].attack;
        all[i].turn = first ? 0 : all[i - 1].turn + 1;
        all[i].attack_cost = first ? all[i].cost : all[i - 1].attack_cost;
    }
    /* Attacks were numbered defence by defence. */
    for (size_t from = 0, to = 0; from < list->count; from = to) {
        uint64_t sum = 0;
        for (to = from; to < list->count && all[to].defence == all[from].defence; to++)
            sum += all[to].turn == 0 ? all[to].cost : 0;
        for (size_t i = from; i < to; i++)
            all[i].defence_cost = sum;
    }
    qsort(all, list->count, sizeof *all, compare_turns);
}

/* The first look often goes astray. Each candidate has the table for itself now: what others left
 * in it would make those behind them look cheap. */
static enum status look_again(struct list *list, struct error *error)
{
    enum status status = STATUS_OK;
    for (size_t i = 0; i < list->count && i < AGAIN && !status; i++) {
        struct candidate *candidate = &list->candidates[i];
        uint64_t cost;
        if (candidate->cost >= COST_WIN)
            continue;
        numbers_free(list->shared.table);
        status = numbers_new(LOOK_BYTES, &list->shared.table, error);
        if (!status)
            status = look_at(list, candidate->name, AGAIN_PLIES, AGAIN_NODES, &cost, error);
        if (!status && cost < COST_WIN)
            candidate->again = cost;
        else if (!status)
            candidate->cost = cost;
    }
    sort(list);
    return status;
}

static enum status hand_out(const struct list *list, char (**names)[SPLIT_NAME_BYTES],
                            size_t *count, struct error *error)
{
    if (list->decided || list->count == 0)
        return error_set(error, STATUS_WRONG,
                         "the first moves alone decide it, and there is nothing to share");
    *names = calloc(list->count, sizeof **names);
    if (!*names)
        return error_memory(error);
    for (size_t i = 0; i < list->count; i++)
        memcpy((*names)[i], list->candidates[i].name, SPLIT_NAME_BYTES);
    *count = list->count;
    return STATUS_OK;
}

enum status split_list(const struct proof_claim *claim, char (**names)[SPLIT_NAME_BYTES],
                       size_t *count, struct error *error)
{
    struct list list = {.claim = claim};
    enum status status = proof_check_claim(claim, error);
    if (!status && proof_task_plies(claim) < 1)
        status = error_set(error, STATUS_WRONG, "%d plies are too few to share", claim->plies);
    if (!status)
        status = numbers_new(LOOK_BYTES, &list.shared.table, error);
    if (!status)
        status = claim->plies % 2 ? add_attacks(&list, &claim->start, "", &list.decided, error)
                                  : add_defences(&list, &claim->start, error);
    if (!status) {
        sort(&list);
        status = look_again(&list, error);
    }
    if (!status)
        status = hand_out(&list, names, count, error);
    numbers_free(list.shared.table);
    free(list.candidates);
    return status;
}

#include "study/asym.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char *asym_outcome_name(enum asym_outcome outcome)
{
    static const char *const names[] = {"control", "ranked",  "window", "mate",
                                        "gap",     "waiting", "triaged"};
    return names[outcome];
}

enum status asym_init(struct asym *asym, const struct ladder *ladder,
                      const struct evidence *evidence, const char *primary_engine,
                      struct error *error)
{
    *asym = (struct asym){.ladder = ladder, .first_ranking = (int)ladder->first_ranking};
    for (size_t i = 0; i < ladder->count; i++) {
        const struct ladder_stage *stage = &ladder->stages[i];
        struct asym_budget *budget = &asym->budgets[asym->count++];
        *budget = (struct asym_budget){
            .limit = stage->limit,
            .window = stage->window,
            .set = evidence_find(evidence, primary_engine, LIMIT_NODES, stage->limit),
        };
        ladder_name(ladder, (int)i, budget->stage);
    }
    for (size_t i = 0; i < evidence->count; i++) { /* sorted by limit within an engine */
        const struct evidence_set *set = &evidence->sets[i];
        int stage = ladder_find(ladder, set->limit);
        if (set->kind != LIMIT_NODES || strcmp(set->engine, primary_engine) != 0 ||
            (stage >= 0 && (size_t)stage < ladder->count))
            continue;
        if (stage < 0)
            return error_set(error, STATUS_WRONG, "%lld nodes are no budget of the ladder",
                             (long long)set->limit);
        if (asym->count == ASYM_BUDGETS_MAX)
            return error_set(error, STATUS_WRONG, "more than %d budgets", ASYM_BUDGETS_MAX);
        struct asym_budget *budget = &asym->budgets[asym->count++];
        *budget = (struct asym_budget){.limit = set->limit, .window = -1, .set = set};
        ladder_name(ladder, stage, budget->stage);
    }
    return STATUS_OK;
}

int asym_find_stage(const struct asym *asym, const char *stage)
{
    int i = asym->count - 1;
    while (i >= 0 && strcmp(asym->budgets[i].stage, stage) != 0)
        i--;
    return i;
}

const char *asym_kind_name(enum asym_kind kind)
{
    return kind == ASYM_CONTROLS ? "controls" : "pairs";
}

bool asym_is_of(enum asym_kind kind, const struct evaluation *row)
{
    return row->role == (kind == ASYM_CONTROLS ? ROLE_CONTROL : ROLE_SEARCH);
}

bool asym_inside(const struct asym_budget *budget, const struct evaluation *row)
{
    return !row->mate && (budget->window < 0 || llabs(row->score) <= budget->window);
}

bool asym_passes(const struct asym_class *ranked, const struct asym_filter *filter)
{
    return ranked->deepest >= filter->min_budget &&
           llabs(ranked->at[ranked->deepest]->score) <= filter->max_cp;
}

static void stop(struct asym_class *class, enum asym_outcome outcome, int budget)
{
    class->outcome = outcome;
    class->stopped = budget;
}

/* Sets outcome and stopped from the evaluations. */
static void judge(const struct asym *asym, struct asym_class *class)
{
    stop(class, ASYM_RANKED, -1);
    if (pair_is_control(class->pair)) {
        class->outcome = ASYM_CONTROL;
        return;
    }
    if (class->deepest < asym->first_ranking) {
        const struct asym_budget *budget = &asym->budgets[class->deepest];
        if (asym_inside(budget, class->at[class->deepest]))
            class->outcome = ASYM_WAITING;
        else
            stop(class, ASYM_TRIAGED, class->deepest);
        return;
    }
    for (int i = asym->first_ranking; i <= class->deepest; i++) {
        const struct evaluation *row = class->at[i];
        /* Below the deepening budgets every stage must have been passed; of those any will do. */
        if (!row && asym->budgets[i].window < 0)
            continue;
        if (!row)
            stop(class, ASYM_GAP, i);
        else if (row->mate)
            stop(class, ASYM_MATE, i);
        else if (!asym_inside(&asym->budgets[i], row))
            stop(class, ASYM_WINDOW, i);
        else
            continue;
        return;
    }
}

/* An evaluation that speaks for its class: no mirror, no confirmation. */
static bool speaks(const struct evaluation *row)
{
    return row->role == ROLE_SEARCH || row->role == ROLE_CONTROL;
}

static void put(struct asym_class *class, int budget, const struct evaluation *row)
{
    class->at[budget] = row;
    class->deepest = budget;
}

bool asym_look(const struct asym *asym, struct pair pair, struct asym_class *class)
{
    *class = (struct asym_class){.deepest = -1, .stopped = -1};
    class->pair = pair_is_control(pair) ? pair : pair_representative(pair);
    for (int i = 0; i < asym->count; i++) {
        const struct evidence_set *set = asym->budgets[i].set;
        const struct evaluation *row = set ? evidence_row(set, class->pair) : NULL;
        if (row && speaks(row))
            put(class, i, row);
    }
    if (class->deepest < 0)
        return false;
    judge(asym, class);
    return true;
}

const struct evaluation *asym_mirror(const struct asym *asym, struct pair mirror, int *budget)
{
    for (int i = asym->count - 1; i >= 0; i--) {
        const struct evidence_set *set = asym->budgets[i].set;
        const struct evaluation *row = set ? evidence_row(set, mirror) : NULL;
        if (row && row->role == ROLE_MIRROR) {
            *budget = i;
            return row;
        }
    }
    return NULL;
}

/* Only rows that stand for a class: the walk passes over mirrors, confirmations, and those
 * controls that are the mirror of a smaller one. */
static bool stands(const struct evaluation *row)
{
    return row->role == ROLE_SEARCH ||
           (row->role == ROLE_CONTROL && pair_is_representative(row->pair));
}

/* The next row of a budget that stands for a class, or NULL at the end. */
static const struct evaluation *peek(const struct asym *asym, struct asym_walk *at, int budget)
{
    const struct evidence_set *set = asym->budgets[budget].set;
    if (!set)
        return NULL;
    while (at->next[budget] < set->count && !stands(&set->rows[at->next[budget]]))
        at->next[budget]++;
    return at->next[budget] < set->count ? &set->rows[at->next[budget]] : NULL;
}

bool asym_next(const struct asym *asym, struct asym_walk *at, struct asym_class *class)
{
    const struct evaluation *rows[ASYM_BUDGETS_MAX];
    const struct evaluation *first = NULL;
    for (int i = 0; i < asym->count; i++) {
        rows[i] = peek(asym, at, i);
        if (rows[i] && (!first || pair_compare(rows[i]->pair, first->pair) < 0))
            first = rows[i];
    }
    if (!first)
        return false;
    *class = (struct asym_class){.pair = first->pair, .deepest = -1, .stopped = -1};
    for (int i = 0; i < asym->count; i++) {
        if (rows[i] && pair_compare(rows[i]->pair, first->pair) == 0) {
            put(class, i, rows[i]);
            at->next[i]++;
        }
    }
    judge(asym, class);
    return true;
}

/* |cp| for the order of ranks; what is missing, or a mate, comes behind every number. */
static int64_t sort_key(const struct evaluation *row)
{
    return row && !row->mate ? llabs(row->score) : INT64_MAX;
}

static int compare_ranked(const void *a, const void *b)
{
    const struct asym_class *x = a, *y = b;
    if (x->deepest != y->deepest)
        return x->deepest > y->deepest ? -1 : 1;
    for (int i = x->deepest; i >= 0; i--) {
        int64_t p = sort_key(x->at[i]), q = sort_key(y->at[i]);
        if (p != q)
            return p < q ? -1 : 1;
    }
    return pair_compare(x->pair, y->pair);
}

enum status asym_rank(const struct asym *asym, struct asym_class **ranked, size_t *count,
                      struct error *error)
{
    struct asym_walk walk = {0};
    struct asym_class class;
    size_t cap = 0;
    *ranked = NULL;
    *count = 0;
    /* Most classes have been at triage alone, and none of those is ranked. */
    for (int i = 0; i < asym->first_ranking; i++)
        walk.next[i] = asym->budgets[i].set ? asym->budgets[i].set->count : 0;
    while (asym_next(asym, &walk, &class)) {
        if (class.outcome != ASYM_RANKED)
            continue;
        asym_look(asym, class.pair, &class);
        if (*count == cap) {
            cap = cap ? 2 * cap : 256;
            struct asym_class *more = realloc(*ranked, cap * sizeof *more);
            if (!more) {
                free(*ranked);
                *ranked = NULL;
                return error_memory(error);
            }
            *ranked = more;
        }
        (*ranked)[(*count)++] = class;
    }
    if (*count)
        qsort(*ranked, *count, sizeof **ranked, compare_ranked);
    return STATUS_OK;
}

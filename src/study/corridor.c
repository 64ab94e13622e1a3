#include "study/corridor.h"

#include <stdlib.h>

const char *corridor_reason_name(enum corridor_reason reason)
{
    static const char *const names[] = {"outside",       "drift",         "mate",
                                        "not_confirmed", "not_evaluated", "no_confirmation",
                                        "few_controls"};
    return names[reason];
}

const char *corridor_verdict_name(enum corridor_verdict verdict)
{
    static const char *const names[] = {"admitted", "open", "rejected"};
    return names[verdict];
}

bool corridor_is_about_engine(enum corridor_reason reason)
{
    return reason != CORRIDOR_OUTSIDE && reason != CORRIDOR_DRIFT &&
           reason != CORRIDOR_NOT_EVALUATED;
}

/* ---- candidates ---- */

static bool is_judged(const struct asym *asym, const struct corridor *corridor,
                      const struct asym_class *ranked)
{
    return asym->budgets[ranked->deepest].limit >= corridor->near_from;
}

bool corridor_is_candidate(const struct asym *asym, const struct corridor *corridor,
                           const struct asym_class *ranked)
{
    return is_judged(asym, corridor, ranked) &&
           llabs(ranked->at[ranked->deepest]->score) <= corridor->near_max_cp;
}

enum status corridor_candidates(const struct asym *asym, const struct corridor *corridor,
                                struct pair **candidates, size_t *count, struct error *error)
{
    struct asym_class *ranked;
    size_t all, kept = 0;
    enum status status = asym_rank(asym, &ranked, &all, error);
    if (status)
        return status;
    struct pair *pairs = calloc(all ? all : 1, sizeof *pairs);
    for (size_t i = 0; i < all && pairs; i++) {
        if (corridor_is_candidate(asym, corridor, &ranked[i]))
            pairs[kept++] = ranked[i].pair;
    }
    free(ranked);
    if (!pairs)
        return error_memory(error);
    *candidates = pairs;
    *count = kept;
    return STATUS_OK;
}

/* ---- medians ---- */

static int compare_sizes(const void *a, const void *b)
{
    int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;
    return (x > y) - (x < y);
}

/* Of an even number the mean of the two in the middle. */
static int64_t find_twice_median(int64_t *sizes, size_t count)
{
    qsort(sizes, count, sizeof *sizes, compare_sizes);
    return sizes[(count - 1) / 2] + sizes[count / 2];
}

static struct corridor_median median_of(const struct evidence_set *set,
                                        const struct corridor *corridor)
{
    struct corridor_median median = {.twice_median = -1};
    int64_t sizes[START_COUNT]; /* each control stands once in a set */
    for (size_t i = 0; set && i < set->count; i++) {
        const struct evaluation *row = &set->rows[i];
        if (row->role != ROLE_CONTROL)
            continue;
        if (row->mate)
            median.mates++;
        else
            sizes[median.controls++] = llabs(row->score);
    }
    if (median.controls >= corridor->controls_at_least)
        median.twice_median = find_twice_median(sizes, (size_t)median.controls);
    return median;
}

/* ---- verdicts ---- */

bool corridor_drifts(const int32_t cp[CORRIDOR_LIMITS])
{
    int up = 0, down = 0;
    for (int i = 1; i < CORRIDOR_LIMITS; i++) {
        up += cp[i] > cp[i - 1];
        down += cp[i] < cp[i - 1];
    }
    return up == CORRIDOR_LIMITS - 1 || down == CORRIDOR_LIMITS - 1;
}

int corridor_below(const struct corridor_judged *judged, const struct corridor_class *class,
                   size_t confirmer)
{
    const struct evaluation *row = class->confirmed[confirmer];
    int64_t twice_median = judged->medians[confirmer].twice_median;
    if (row && row->mate)
        return 0;
    if (!row || twice_median < 0)
        return -1;
    return 2 * llabs(row->score) < twice_median;
}

static void object(struct corridor_class *class, enum corridor_reason reason, size_t about)
{
    class->reasons[reason] |= 1U << about;
}

/* Is it inside, and does it drift? Ranked classes have no mates here. */
static void judge_limits(const struct corridor *corridor, struct corridor_class *class)
{
    int32_t cp[CORRIDOR_LIMITS];
    size_t known = 0;
    for (size_t i = 0; i < CORRIDOR_LIMITS; i++) {
        if (!class->at[i]) {
            object(class, CORRIDOR_NOT_EVALUATED, i);
            continue;
        }
        cp[known++] = class->at[i]->score;
        if (llabs(class->at[i]->score) > corridor->max_cp)
            object(class, CORRIDOR_OUTSIDE, i);
    }
    if (known == CORRIDOR_LIMITS && corridor_drifts(cp))
        object(class, CORRIDOR_DRIFT, 0);
}

static void judge_confirmer(const struct corridor_judged *judged, struct corridor_class *class,
                            size_t confirmer)
{
    const struct evaluation *row = class->confirmed[confirmer];
    if (!row)
        object(class, CORRIDOR_NO_CONFIRMATION, confirmer);
    else if (row->mate)
        object(class, CORRIDOR_MATE, confirmer);
    else if (corridor_below(judged, class, confirmer) == 0)
        object(class, CORRIDOR_NOT_CONFIRMED, confirmer);
    if (judged->medians[confirmer].twice_median < 0)
        object(class, CORRIDOR_FEW_CONTROLS, confirmer);
}

static enum corridor_verdict verdict_of(const struct corridor_class *class)
{
    for (int reason = 0; reason < CORRIDOR_REASONS; reason++) {
        if (class->reasons[reason])
            return reason < CORRIDOR_NOT_EVALUATED ? CORRIDOR_REJECTED : CORRIDOR_OPEN;
    }
    return CORRIDOR_ADMITTED;
}

/* What the judgement rests on: by limit the index of its budget, -1 where nothing was evaluated; by
 * confirmer its evaluations or NULL. */
struct grounds {
    int budgets[CORRIDOR_LIMITS];
    const struct evidence_set *sets[CORRIDOR_CONFIRMERS_MAX];
};

static struct grounds find_grounds(const struct asym *asym, const struct evidence *evidence,
                                   const struct corridor *corridor)
{
    struct grounds grounds;
    for (int i = 0; i < CORRIDOR_LIMITS; i++) {
        int budget = asym->count - 1;
        while (budget >= 0 && asym->budgets[budget].limit != corridor->limits[i])
            budget--;
        grounds.budgets[i] = budget;
    }
    for (size_t i = 0; i < corridor->confirmer_count; i++) {
        const struct corridor_confirmer *confirmer = &corridor->confirmers[i];
        grounds.sets[i] =
            evidence_find(evidence, confirmer->engine, confirmer->kind, confirmer->limit);
    }
    return grounds;
}

static void judge(const struct grounds *grounds, const struct corridor_judged *judged,
                  struct corridor_class *class)
{
    const struct corridor *corridor = judged->corridor;
    for (int i = 0; i < CORRIDOR_LIMITS; i++) {
        if (grounds->budgets[i] >= 0)
            class->at[i] = class->ranked.at[grounds->budgets[i]];
    }
    judge_limits(corridor, class);
    for (size_t i = 0; i < corridor->confirmer_count; i++) {
        const struct evidence_set *set = grounds->sets[i];
        const struct evaluation *row = set ? evidence_row(set, class->ranked.pair) : NULL;
        class->confirmed[i] = row && row->role == ROLE_CONFIRM ? row : NULL;
        judge_confirmer(judged, class, i);
    }
    class->verdict = verdict_of(class);
}

/* The candidates, then the others, each group by rank. */
static void judge_group(const struct asym *asym, const struct grounds *grounds,
                        const struct asym_class *ranked, size_t count, bool candidates,
                        struct corridor_judged *judged)
{
    for (size_t i = 0; i < count; i++) {
        if (corridor_is_candidate(asym, judged->corridor, &ranked[i]) != candidates)
            continue;
        struct corridor_class *class = &judged->classes[judged->count++];
        *class =
            (struct corridor_class){.ranked = ranked[i], .rank = i + 1, .candidate = candidates};
        judge(grounds, judged, class);
    }
}

enum status corridor_judge(const struct asym *asym, const struct evidence *evidence,
                           const struct corridor *corridor, struct corridor_judged *judged,
                           struct error *error)
{
    struct asym_class *ranked;
    size_t count, deep = 0;
    *judged = (struct corridor_judged){.corridor = corridor};
    enum status status = asym_rank(asym, &ranked, &count, error);
    if (status)
        return status;
    while (deep < count && is_judged(asym, corridor, &ranked[deep]))
        deep++; /* the deepest are first */
    const struct grounds grounds = find_grounds(asym, evidence, corridor);
    for (size_t i = 0; i < corridor->confirmer_count; i++)
        judged->medians[i] = median_of(grounds.sets[i], corridor);
    judged->classes = calloc(deep ? deep : 1, sizeof *judged->classes);
    if (judged->classes) {
        judge_group(asym, &grounds, ranked, deep, true, judged);
        judge_group(asym, &grounds, ranked, deep, false, judged);
    } else {
        status = error_memory(error);
    }
    free(ranked);
    return status;
}

void corridor_judged_free(struct corridor_judged *judged)
{
    free(judged->classes);
    *judged = (struct corridor_judged){0};
}

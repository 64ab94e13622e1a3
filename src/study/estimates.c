#include "study/estimates.h"

#include "chess960/order.h"
#include "study/fields.h"

#include <math.h>
#include <stdlib.h>

/* ---- arithmetic ---- */

static double larger(double a, double b)
{
    return a > b ? a : b;
}

static double smaller(double a, double b)
{
    return a < b ? a : b;
}

void estimate_stratum(struct estimate *estimate)
{
    double whole = (double)estimate->population, count = (double)estimate->count;
    int64_t possible = estimate->count + estimate->undecided, sample = estimate->sample;
    estimate->least = 0;
    estimate->most = whole;
    estimate->bounds = (struct stats_interval){0, whole};
    if (sample == 0)
        return;
    estimate->least = whole * count / (double)sample;
    estimate->most = whole * (double)possible / (double)sample;
    double low = whole * stats_wilson(estimate->count, sample).low;
    double high = whole * stats_wilson(possible, sample).high;
    estimate->bounds.low = larger(low, count);
    estimate->bounds.high = smaller(high, whole - (double)(sample - possible));
}

static double square(double x)
{
    return x * x;
}

void estimate_sum(const struct estimate *strata, size_t count, struct estimate *sum)
{
    double below = 0, above = 0;
    *sum = (struct estimate){0};
    for (size_t i = 0; i < count; i++) {
        const struct estimate *stratum = &strata[i];
        sum->population += stratum->population;
        sum->evaluated += stratum->evaluated;
        sum->sample += stratum->sample;
        sum->count += stratum->count;
        sum->undecided += stratum->undecided;
        sum->least += stratum->least;
        sum->most += stratum->most;
        below += square(stratum->least - stratum->bounds.low);
        above += square(stratum->bounds.high - stratum->most);
    }
    sum->bounds = (struct stats_interval){sum->least - sqrt(below), sum->most + sqrt(above)};
}

/* ---- what is known of each class ---- */

enum measure { INSIDE, LEVEL, MEASURES };
static const char *const measure_names[] = {"inside", "level"};

enum stratum { UNTRIAGED, TRIAGE_INSIDE, TRIAGE_OUTSIDE, STRATA };
static const char *const stratum_names[] = {"untriaged", "triage_inside", "triage_outside"};

/* Bits by budget. */
struct fate {
    uint32_t decided;
    uint32_t holds[MEASURES]; /* only where decided */
    enum stratum stratum;
};

static void hold(const struct asym *asym, int budget, const struct evaluation *row,
                 struct fate *fate)
{
    fate->holds[INSIDE] |= UINT32_C(1) << budget;
    if (llabs(row->score) <= asym->ladder->even_cp)
        fate->holds[LEVEL] |= UINT32_C(1) << budget;
}

/* The triage stages, each for itself; the deepest one makes the stratum, as it decides who is
 * served. */
static void judge_triage(const struct asym *asym, const struct asym_class *class, struct fate *fate)
{
    for (int i = 0; i < asym->first_ranking; i++) {
        const struct evaluation *row = class->at[i];
        if (!row)
            continue;
        bool inside = asym_inside(&asym->budgets[i], row);
        fate->stratum = inside ? TRIAGE_INSIDE : TRIAGE_OUTSIDE;
        fate->decided |= UINT32_C(1) << i;
        if (inside)
            hold(asym, i, row, fate);
    }
}

/* The ranking stages, one after the other, until one stops the class or has not seen it. Of the
 * budgets without a window any may be missing, as for the ranking. */
static void judge_ranking(const struct asym *asym, const struct asym_class *class,
                          struct fate *fate)
{
    for (int i = asym->first_ranking; i < asym->count; i++) {
        const struct evaluation *row = class->at[i];
        if (!row && asym->budgets[i].window >= 0)
            return;
        if (!row)
            continue;
        if (!asym_inside(&asym->budgets[i], row)) {
            fate->decided |= ~UINT32_C(0) << i;
            return;
        }
        fate->decided |= UINT32_C(1) << i;
        hold(asym, i, row, fate);
    }
}

/* ---- the samples ---- */

/* What is known at one budget. A triage stage has one stratum, the first. */
struct stage {
    uint32_t reached;   /* bit of the budget that a class of the sample must have: S0, or triage */
    bool ended[STRATA]; /* a class that does not have it has been met */
    struct estimate strata[STRATA][MEASURES];
};

static int stratum_at(const struct asym *asym, int budget, enum stratum stratum)
{
    return budget < asym->first_ranking ? 0 : (int)stratum;
}

static void add_population(const struct asym *asym, enum stratum stratum, int64_t classes,
                           uint32_t evaluated, struct stage *stages)
{
    for (int i = 0; i < asym->count; i++) {
        struct estimate *estimates = stages[i].strata[stratum_at(asym, i, stratum)];
        for (enum measure measure = INSIDE; measure < MEASURES; measure++) {
            estimates[measure].population += classes;
            estimates[measure].evaluated += evaluated >> i & 1;
        }
    }
}

/* Fills fates, by pair_index, for the asymmetric classes that are evaluated; and counts. */
static void learn(const struct asym *asym, struct fate *fates, struct stage *stages)
{
    struct asym_walk walk = {0};
    struct asym_class class;
    int64_t rest = PAIR_ASYMMETRIC_CLASSES;
    while (asym_next(asym, &walk, &class)) {
        if (class.outcome == ASYM_CONTROL)
            continue;
        struct fate *fate = &fates[pair_index(class.pair)];
        uint32_t evaluated = 0;
        for (int i = 0; i < asym->count; i++)
            evaluated |= (uint32_t)(class.at[i] != NULL) << i;
        judge_triage(asym, &class, fate);
        judge_ranking(asym, &class, fate);
        add_population(asym, fate->stratum, 1, evaluated, stages);
        rest--;
    }
    add_population(asym, UNTRIAGED, rest, 0, stages);
}

static void visit(const struct fate *fate, uint32_t bit, int stratum, struct stage *stage)
{
    bool undecided = !(fate->decided & bit);
    stage->ended[stratum] |= !(fate->decided & stage->reached);
    if (stage->ended[stratum])
        return;
    for (enum measure measure = INSIDE; measure < MEASURES; measure++) {
        struct estimate *estimate = &stage->strata[stratum][measure];
        estimate->sample++;
        estimate->undecided += undecided;
        estimate->count += (fate->holds[measure] & bit) != 0;
    }
}

/* Is every sample at its end, of the strata that have classes? */
static bool all_ended(const struct stage *stage)
{
    for (int i = 0; i < STRATA; i++) {
        if (!stage->ended[i] && stage->strata[i][INSIDE].population > 0)
            return false;
    }
    return true;
}

static void take_samples(const struct asym *asym, const struct pair *order,
                         const struct fate *fates, struct stage *stages)
{
    int first = asym->first_ranking;
    for (int i = 0; i < asym->count; i++)
        stages[i].reached = UINT32_C(1) << (i < first ? i : first);
    for (int i = 0; i < asym->count; i++) {
        for (size_t k = 0; k < PAIR_CLASSES && !all_ended(&stages[i]); k++) {
            const struct fate *fate = &fates[pair_index(order[k])];
            if (!pair_is_control(order[k]))
                visit(fate, UINT32_C(1) << i, stratum_at(asym, i, fate->stratum), &stages[i]);
        }
    }
}

static enum status make_stages(const struct asym *asym, uint64_t seed, struct stage *stages,
                               struct error *error)
{
    struct pair *order = NULL;
    struct fate *fates = calloc(PAIR_COUNT, sizeof *fates);
    enum status status = fates ? order_new(seed, &order, error) : error_memory(error);
    if (!status) {
        learn(asym, fates, stages);
        take_samples(asym, order, fates, stages);
    }
    free(order);
    free(fates);
    return status;
}

/* ---- the table ---- */

static void put_per_cent(double part, int64_t whole, struct buf *out)
{
    field_double(out, whole > 0, 100 * part / (double)whole, 3);
}

static void put_row(const struct asym_budget *budget, enum measure measure, const char *stratum,
                    const struct estimate *estimate, struct buf *out)
{
    int64_t whole = estimate->population;
    buf_printf(out, "%s-%s-%s,", budget->stage, measure_names[measure], stratum);
    field_text(out, budget->stage);
    field_int(out, budget->limit);
    field_text(out, measure_names[measure]);
    field_text(out, stratum);
    field_int(out, whole);
    field_int(out, estimate->evaluated);
    put_per_cent((double)estimate->evaluated, whole, out);
    field_int(out, estimate->sample);
    field_int(out, estimate->count);
    field_int(out, estimate->undecided);
    bool known = estimate->least >= estimate->most;
    field_double(out, known && whole > 0, 100 * estimate->least / (double)whole, 3);
    put_per_cent(estimate->bounds.low, whole, out);
    put_per_cent(estimate->bounds.high, whole, out);
    field_int_or_none(out, known ? stats_scaled(estimate->least, 1) : -1);
    field_int(out, stats_scaled(estimate->bounds.low, 1));
    field_int(out, stats_scaled(estimate->bounds.high, 1));
    fields_end(out);
}

static void put_measure(const struct asym_budget *budget, enum measure measure, bool triage,
                        const struct stage *stage, struct buf *out)
{
    struct estimate strata[STRATA], sum;
    size_t count = triage ? 1 : STRATA;
    for (size_t i = 0; i < count; i++) {
        strata[i] = stage->strata[i][measure];
        estimate_stratum(&strata[i]);
        if (!triage)
            put_row(budget, measure, stratum_names[i], &strata[i], out);
    }
    estimate_sum(strata, count, &sum);
    put_row(budget, measure, "all", &sum, out);
}

enum status estimates_table(const struct asym *asym, uint64_t seed, struct files *out,
                            struct error *error)
{
    struct stage stages[ASYM_BUDGETS_MAX] = {0};
    struct buf table = {0};
    buf_puts(&table, "id,stage,nodes_limit,measure,stratum,population,evaluated,evaluated_share,"
                     "sample,count,undecided,share,share_low,share_high,estimate,estimate_low,"
                     "estimate_high\n");
    enum status status = make_stages(asym, seed, stages, error);
    for (int i = 0; i < asym->count && !status; i++) {
        for (enum measure measure = INSIDE; measure < MEASURES; measure++)
            put_measure(&asym->budgets[i], measure, i < asym->first_ranking, &stages[i], &table);
    }
    if (!status)
        status = files_add_take(out, "tables/estimates.csv", &table, error);
    buf_free(&table);
    return status;
}

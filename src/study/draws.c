#include "study/draws.h"

#include "study/fields.h"

#include <stdlib.h>

/* Draw rates of a filter, per mille, both ends inside. */
struct filter {
    int low, high;
};
static const struct filter wide = {400, 600}, narrow = {480, 520};

enum group { CONTROLS, PAIRS, RANKED, GROUPS };
static const char *const group_names[] = {"controls", "pairs", "ranked"};

/* The evaluations of one row of the table; begin with {0}. */
struct sample {
    int32_t *sizes, *draws; /* |cp|, per mille; owned */
    size_t count, cap;
    struct stats_sum draw;
    int64_t wide, narrow;
    int64_t inside, inside_wide; /* the stage's window */
    int64_t level, level_wide;   /* even_cp */
};

static bool passes(const struct filter *filter, const struct evaluation *row)
{
    return row->draw >= filter->low && row->draw <= filter->high;
}

static bool grow(struct sample *sample)
{
    size_t cap = sample->cap ? 2 * sample->cap : 256;
    int32_t *sizes = realloc(sample->sizes, cap * sizeof *sizes);
    if (sizes)
        sample->sizes = sizes;
    int32_t *draws = realloc(sample->draws, cap * sizeof *draws);
    if (draws)
        sample->draws = draws;
    if (!sizes || !draws)
        return false;
    sample->cap = cap;
    return true;
}

static enum status add(const struct asym *asym, const struct asym_budget *budget,
                       const struct evaluation *row, struct sample *sample, struct error *error)
{
    if (row->mate || row->win == EVIDENCE_NO_WDL)
        return STATUS_OK;
    if (sample->count == sample->cap && !grow(sample))
        return error_memory(error);
    bool is_wide = passes(&wide, row), inside = asym_inside(budget, row);
    bool level = llabs(row->score) <= asym->ladder->even_cp;
    sample->sizes[sample->count] = (int32_t)llabs(row->score);
    sample->draws[sample->count++] = row->draw;
    stats_add(&sample->draw, row->draw);
    sample->wide += is_wide;
    sample->narrow += passes(&narrow, row);
    sample->inside += inside;
    sample->inside_wide += inside && is_wide;
    sample->level += level;
    sample->level_wide += level && is_wide;
    return STATUS_OK;
}

static void put_correlation(const struct sample *sample, uint64_t seed, struct buf *out)
{
    if (sample->count <= DRAWS_BOOTSTRAP_MAX) {
        field_correlation(out, sample->sizes, sample->draws, sample->count, seed);
        return;
    }
    field_r(out, sample->sizes, sample->draws, sample->count);
    field_none(out);
    field_none(out);
}

/* Tenths of a per mille are hundredths of a per cent. */
static void put_rate(const struct sample *sample, struct buf *out)
{
    if (sample->count > 0)
        field_fixed(out, stats_mean_tenths(&sample->draw), 2);
    else
        field_none(out);
    if (sample->count > 1)
        field_fixed(out, stats_sd_tenths(&sample->draw), 2);
    else
        field_none(out);
}

static void put_row(const struct asym_budget *budget, enum group group, const struct sample *sample,
                    struct buf *out)
{
    int64_t count = (int64_t)sample->count;
    buf_printf(out, "%s-%s,", group_names[group], budget->stage);
    field_text(out, group_names[group]);
    field_text(out, budget->stage);
    field_int(out, budget->limit);
    field_int(out, count);
    put_rate(sample, out);
    field_int(out, sample->wide);
    field_share(out, sample->wide, count);
    field_int(out, sample->narrow);
    field_share(out, sample->narrow, count);
    field_int(out, sample->inside);
    field_int(out, sample->inside_wide);
    field_int(out, sample->level);
    field_int(out, sample->level_wide);
    put_correlation(sample, (uint64_t)budget->limit + group, out);
    fields_end(out);
}

/* Of controls and pairs every row of the budget. */
static enum status take_evaluated(const struct asym *asym, int budget, enum asym_kind kind,
                                  struct sample *sample, struct error *error)
{
    const struct evidence_set *set = asym->budgets[budget].set;
    enum status status = STATUS_OK;
    for (size_t i = 0; set && i < set->count && !status; i++) {
        if (asym_is_of(kind, &set->rows[i]))
            status = add(asym, &asym->budgets[budget], &set->rows[i], sample, error);
    }
    return status;
}

/* A list of ranked classes. */
struct ranked {
    const struct asym_class *classes;
    size_t count;
};

static enum status take_ranked(const struct asym *asym, int budget, const struct ranked *ranked,
                               struct sample *sample, struct error *error)
{
    enum status status = STATUS_OK;
    for (size_t i = 0; i < ranked->count && !status; i++) {
        const struct asym_class *class = &ranked->classes[i];
        if (class->deepest == budget)
            status = add(asym, &asym->budgets[budget], class->at[budget], sample, error);
    }
    return status;
}

static enum status put_group(const struct asym *asym, int budget, enum group group,
                             const struct ranked *ranked, struct buf *out, struct error *error)
{
    struct sample sample = {0};
    enum status status =
        group == RANKED
            ? take_ranked(asym, budget, ranked, &sample, error)
            : take_evaluated(asym, budget, group == CONTROLS ? ASYM_CONTROLS : ASYM_PAIRS, &sample,
                             error);
    if (!status)
        put_row(&asym->budgets[budget], group, &sample, out);
    free(sample.sizes);
    free(sample.draws);
    return status;
}

enum status draws_table(const struct asym *asym, const struct asym_class *ranked, size_t count,
                        struct files *out, struct error *error)
{
    const struct ranked classes = {ranked, count};
    struct buf table = {0};
    enum status status = STATUS_OK;
    buf_puts(&table, "id,kind,stage,nodes_limit,n,mean_draw,sd_draw,draw_40_60,draw_40_60_share,"
                     "draw_40_60_low,draw_40_60_high,draw_48_52,draw_48_52_share,draw_48_52_low,"
                     "draw_48_52_high,inside,inside_40_60,level,level_40_60,r,r_low,r_high\n");
    for (enum group group = CONTROLS; group < GROUPS; group++) {
        int first = group == RANKED ? asym->first_ranking : 0;
        for (int i = first; i < asym->count && !status; i++)
            status = put_group(asym, i, group, &classes, &table, error);
    }
    if (!status)
        status = files_add_take(out, "tables/draws.csv", &table, error);
    buf_free(&table);
    return status;
}

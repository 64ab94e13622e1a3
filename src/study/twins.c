#include "study/twins.h"

#include "study/fields.h"
#include "study/matched.h"

#include <stdlib.h>
#include <string.h>

enum { TWINS_EXTREMES = 5 };

/* The tables, as they are written. */
struct tables {
    struct buf twins, extremes, values;
};

static int64_t difference(const struct matched *twins, size_t i)
{
    return twins->x[i] - twins->y[i];
}

/* How many there could be: all twins of the starts, all searches at that budget. */
static int64_t population(const struct evidence_set *set, enum asym_kind kind)
{
    int64_t count = 0;
    if (kind == ASYM_CONTROLS)
        return START_COUNT / 2;
    for (size_t i = 0; i < set->count; i++)
        count += asym_is_of(kind, &set->rows[i]);
    return count;
}

static void put_budget(const struct asym_budget *budget, enum asym_kind kind, struct buf *out)
{
    field_text(out, asym_kind_name(kind));
    field_text(out, budget->stage);
    field_int(out, budget->limit);
}

static void put_summary(const struct asym_budget *budget, enum asym_kind kind,
                        const struct matched *twins, struct buf *out)
{
    struct stats_sum sizes = {0}, differences = {0};
    int64_t over_5 = 0, over_10 = 0;
    for (size_t i = 0; i < twins->count; i++) {
        int64_t here = difference(twins, i);
        stats_add(&differences, here);
        stats_add(&sizes, llabs(here));
        over_5 += llabs(here) > 5;
        over_10 += llabs(here) > 10;
    }
    buf_printf(out, "%s-%s,", asym_kind_name(kind), budget->stage);
    put_budget(budget, kind, out);
    field_int(out, population(budget->set, kind));
    field_int(out, sizes.count);
    field_int(out, twins->mates);
    field_mean(out, &sizes);
    field_sd(out, &differences);
    field_int(out, over_5);
    field_share(out, over_5, sizes.count);
    field_int(out, over_10);
    field_share(out, over_10, sizes.count);
    field_correlation(out, twins->x, twins->y, twins->count, (uint64_t)budget->limit);
    fields_end(out);
}

/* The places of the largest differences, the largest first; of equals, the smaller pair first. */
static size_t find_extremes(const struct matched *twins, size_t places[TWINS_EXTREMES])
{
    size_t count = 0;
    for (size_t i = 0; i < twins->count; i++) {
        size_t at = count;
        while (at > 0 && llabs(difference(twins, i)) > llabs(difference(twins, places[at - 1])))
            at--;
        if (at == TWINS_EXTREMES)
            continue;
        if (count < TWINS_EXTREMES)
            count++;
        memmove(&places[at + 1], &places[at], (count - at - 1) * sizeof *places);
        places[at] = i;
    }
    return count;
}

static void put_pairs(struct pair pair, struct buf *out)
{
    struct pair mirror = pair_mirror(pair);
    field_int(out, pair.w);
    field_int(out, pair.b);
    field_int(out, mirror.w);
    field_int(out, mirror.b);
}

static void put_extremes(const struct asym_budget *budget, enum asym_kind kind,
                         const struct matched *twins, struct buf *out)
{
    size_t places[TWINS_EXTREMES];
    size_t count = find_extremes(twins, places);
    for (size_t i = 0; i < count; i++) {
        buf_printf(out, "%s-%s-%zu,", asym_kind_name(kind), budget->stage, i + 1);
        put_budget(budget, kind, out);
        field_int(out, (int64_t)i + 1);
        put_pairs(twins->pairs[places[i]], out);
        field_int(out, twins->x[places[i]]);
        field_int(out, twins->y[places[i]]);
        field_int(out, difference(twins, places[i]));
        fields_end(out);
    }
}

/* The smallest pair of those that stand next in the budgets' lists; false at their end. */
static bool next_pair(const struct asym *asym, const struct matched *twins, const size_t *next,
                      struct pair *pair)
{
    bool found = false;
    for (int i = 0; i < asym->count; i++) {
        if (next[i] == twins[i].count ||
            (found && pair_compare(twins[i].pairs[next[i]], *pair) >= 0))
            continue;
        *pair = twins[i].pairs[next[i]];
        found = true;
    }
    return found;
}

static void put_values(const struct asym *asym, enum asym_kind kind, const struct matched *twins,
                       struct buf *out)
{
    size_t next[ASYM_BUDGETS_MAX] = {0};
    struct pair pair;
    while (next_pair(asym, twins, next, &pair)) {
        buf_printf(out, "%d:%d,", pair.w, pair.b);
        field_text(out, asym_kind_name(kind));
        put_pairs(pair, out);
        for (int i = 0; i < asym->count; i++) {
            if (next[i] < twins[i].count && pair_compare(twins[i].pairs[next[i]], pair) == 0)
                field_int(out, difference(&twins[i], next[i]++));
            else
                field_none(out);
        }
        fields_end(out);
    }
}

static enum status put_kind(const struct asym *asym, enum asym_kind kind, struct tables *tables,
                            struct error *error)
{
    struct matched twins[ASYM_BUDGETS_MAX] = {0};
    enum status status = STATUS_OK;
    for (int i = 0; i < asym->count && !status; i++) {
        status = matched_twins(asym, kind, i, &twins[i], error);
        if (status || twins[i].count == 0)
            continue;
        put_summary(&asym->budgets[i], kind, &twins[i], &tables->twins);
        put_extremes(&asym->budgets[i], kind, &twins[i], &tables->extremes);
    }
    if (!status)
        put_values(asym, kind, twins, &tables->values);
    for (int i = 0; i < asym->count; i++)
        matched_free(&twins[i]);
    return status;
}

static void put_headers(const struct asym *asym, struct tables *tables)
{
    buf_puts(&tables->twins, "id,kind,stage,nodes_limit,of,twins,mates,mean_abs_difference,"
                             "sd_difference,over_5,over_5_share,over_5_low,over_5_high,over_10,"
                             "over_10_share,over_10_low,over_10_high,r,r_low,r_high\n");
    buf_puts(&tables->extremes, "id,kind,stage,nodes_limit,place,w,b,mirror_w,mirror_b,cp,"
                                "mirror_cp,difference\n");
    buf_puts(&tables->values, "id,kind,w,b,mirror_w,mirror_b,");
    for (int i = 0; i < asym->count; i++)
        buf_printf(&tables->values, "difference_%lld,", (long long)asym->budgets[i].limit);
    fields_end(&tables->values);
}

enum status twins_tables(const struct asym *asym, struct files *out, struct error *error)
{
    struct tables tables = {0};
    enum status status = STATUS_OK;
    put_headers(asym, &tables);
    for (enum asym_kind kind = 0; kind < ASYM_KINDS && !status; kind++)
        status = put_kind(asym, kind, &tables, error);
    if (!status)
        status = files_add_take(out, "tables/twins.csv", &tables.twins, error);
    if (!status)
        status = files_add_take(out, "tables/twin_extremes.csv", &tables.extremes, error);
    if (!status)
        status = files_add_take(out, "tables/twin_values.csv", &tables.values, error);
    buf_free(&tables.twins);
    buf_free(&tables.extremes);
    buf_free(&tables.values);
    return status;
}

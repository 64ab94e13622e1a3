#include "study/drift.h"

#include "study/fields.h"
#include "study/matched.h"

#include <stdlib.h>

enum { DRIFT_PERCENT = 95 };

/* What follows the fields that name both budgets. */
static enum status put_drift(const struct matched *positions, uint64_t seed, struct buf *out,
                             struct error *error)
{
    struct stats_sum change = {0}, size = {0};
    int64_t *sizes = calloc(positions->count, sizeof *sizes);
    if (!sizes)
        return error_memory(error);
    for (size_t i = 0; i < positions->count; i++) {
        int64_t moved = positions->y[i] - positions->x[i];
        sizes[i] = llabs(moved);
        stats_add(&change, moved);
        stats_add(&size, sizes[i]);
    }
    field_int(out, change.count);
    field_int(out, positions->mates);
    field_mean(out, &change);
    field_sd(out, &change);
    field_mean(out, &size);
    field_int(out, stats_percentile(sizes, positions->count, DRIFT_PERCENT));
    field_correlation(out, positions->x, positions->y, positions->count, seed);
    fields_end(out);
    free(sizes);
    return STATUS_OK;
}

static enum status put_row(const struct asym *asym, enum asym_kind kind, int shallow, int deep,
                           struct buf *out, struct error *error)
{
    const struct asym_budget *from = &asym->budgets[shallow], *to = &asym->budgets[deep];
    struct matched positions = {0};
    enum status status = matched_budgets(asym, kind, shallow, deep, &positions, error);
    if (!status && positions.count) {
        matched_budgets_fields(asym, kind, shallow, deep, out);
        status = put_drift(&positions, (uint64_t)from->limit + (uint64_t)to->limit, out, error);
    }
    matched_free(&positions);
    return status;
}

enum status drift_table(const struct asym *asym, struct files *out, struct error *error)
{
    struct buf table = {0};
    enum status status = STATUS_OK;
    buf_puts(&table, matched_budgets_header);
    buf_puts(&table, "positions,mates,mean_change,sd_change,mean_abs_change,p95_abs_change,r,r_low,"
                     "r_high\n");
    for (enum asym_kind kind = 0; kind < ASYM_KINDS; kind++) {
        for (int shallow = 0; shallow < asym->count; shallow++) {
            for (int deep = shallow + 1; deep < asym->count && !status; deep++)
                status = put_row(asym, kind, shallow, deep, &table, error);
        }
    }
    if (!status)
        status = files_add_take(out, "tables/drift.csv", &table, error);
    buf_free(&table);
    return status;
}

#include "study/balance.h"

#include "study/calibrate.h"
#include "study/fields.h"

#include <stdlib.h>

enum { BALANCE_PERCENT = 95 };

/* From which budget to which, and how far it moved the controls. */
struct step {
    int from, to;  /* indices of budgets; -1: none */
    int64_t moved; /* -1: not known */
};

static int64_t moved_by(const struct asym *asym, const struct step *step)
{
    int64_t values[START_COUNT];
    size_t count = 0;
    for (uint16_t n = 0; n < START_COUNT; n++) {
        const struct evaluation *from = calibrate_control(asym, step->from, n);
        const struct evaluation *to = calibrate_control(asym, step->to, n);
        if (!from->mate && !to->mate)
            values[count++] = llabs((int64_t)to->score - from->score);
    }
    return count ? stats_percentile(values, count, BALANCE_PERCENT) : -1;
}

static void put_interval(const struct step *step, const struct evaluation *row, struct buf *out)
{
    if (row->mate || step->moved < 0) {
        for (int i = 0; i < 3; i++)
            field_none(out);
        return;
    }
    field_int(out, row->score - step->moved);
    field_int(out, row->score + step->moved);
    field_truth(out, llabs(row->score) <= step->moved);
}

static void put_row(const struct asym *asym, const struct step *step, uint16_t number, int rank,
                    struct buf *out)
{
    const struct evaluation *row = calibrate_control(asym, step->to, number);
    field_int(out, number);
    field_int(out, rank);
    field_letters(out, number);
    field_int(out, start_mirror(number));
    field_int(out, asym->budgets[step->to].limit);
    field_cp(out, row);
    field_int_or_none(out, step->from < 0 ? -1 : asym->budgets[step->from].limit);
    put_interval(step, row, out);
    fields_end(out);
}

enum status balance_table(const struct asym *asym, struct files *out, struct error *error)
{
    uint16_t order[START_COUNT];
    struct buf table = {0};
    struct step step = {.to = calibrate_complete(asym, asym->count), .moved = -1};
    step.from = calibrate_complete(asym, step.to);
    if (step.from >= 0)
        step.moved = moved_by(asym, &step);
    buf_puts(&table, "w,rank,back_rank,mirror_w,nodes_limit,cp,shallower_limit,low_cp,high_cp,"
                     "zero_inside\n");
    if (step.to >= 0) {
        calibrate_order(asym, step.to, order);
        for (int i = 0; i < START_COUNT; i++)
            put_row(asym, &step, order[i], i + 1, &table);
    }
    return files_add_take(out, "tables/balance.csv", &table, error);
}

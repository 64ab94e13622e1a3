#include "study/zeros.h"

#include "study/fields.h"
#include "study/matched.h"

/* How a set of positions lies around 0 at one budget. */
struct lean {
    struct stats_sum cp;
    int64_t positive, zero, negative;
};

static struct lean lean_of(const int32_t *cp, size_t count)
{
    struct lean lean = {0};
    for (size_t i = 0; i < count; i++) {
        stats_add(&lean.cp, cp[i]);
        lean.positive += cp[i] > 0;
        lean.zero += cp[i] == 0;
        lean.negative += cp[i] < 0;
    }
    return lean;
}

/* to / from, which need not be whole, in thousandths. */
static int64_t ratio(int64_t from, int64_t to)
{
    return to / from * 1000 + (2000 * (to % from) + from) / (2 * from);
}

static void put_lean(const struct lean *lean, struct buf *out)
{
    field_mean(out, &lean->cp);
    field_sd(out, &lean->cp);
    field_int(out, lean->positive);
    field_int(out, lean->zero);
    field_int(out, lean->negative);
}

/* What follows the fields that name both budgets. */
static void put_zeros(const struct matched *positions, struct buf *out)
{
    struct lean from = lean_of(positions->x, positions->count);
    struct lean to = lean_of(positions->y, positions->count);
    int64_t left = 0, entered = 0;
    for (size_t i = 0; i < positions->count; i++) {
        left += positions->x[i] == 0 && positions->y[i] != 0;
        entered += positions->x[i] != 0 && positions->y[i] == 0;
    }
    field_int(out, from.cp.count);
    field_int(out, positions->mates);
    field_int(out, left);
    field_share(out, left, from.zero);
    field_int(out, entered);
    put_lean(&from, out);
    put_lean(&to, out);
    fields_end(out);
}

static enum status put_row(const struct asym *asym, enum asym_kind kind, int shallow, int deep,
                           struct buf *out, struct error *error)
{
    struct matched positions = {0};
    enum status status = matched_budgets(asym, kind, shallow, deep, &positions, error);
    if (!status && positions.count) {
        matched_budgets_fields(asym, kind, shallow, deep, out);
        field_fixed(out, ratio(asym->budgets[shallow].limit, asym->budgets[deep].limit), 3);
        put_zeros(&positions, out);
    }
    matched_free(&positions);
    return status;
}

static bool has_kind(const struct evidence_set *set, enum asym_kind kind)
{
    for (size_t i = 0; set && i < set->count; i++) {
        if (asym_is_of(kind, &set->rows[i]))
            return true;
    }
    return false;
}

enum status zeros_table(const struct asym *asym, struct files *out, struct error *error)
{
    struct buf table = {0};
    enum status status = STATUS_OK;
    buf_puts(&table, matched_budgets_header);
    buf_puts(&table, "limit_ratio,positions,mates,left_zero,left_share,left_low,left_high,"
                     "entered_zero,from_mean,from_sd,from_positive,from_zero,from_negative,"
                     "to_mean,to_sd,to_positive,to_zero,to_negative\n");
    for (enum asym_kind kind = 0; kind < ASYM_KINDS; kind++) {
        int before = -1;
        for (int i = 0; i < asym->count && !status; i++) {
            if (!has_kind(asym->budgets[i].set, kind))
                continue;
            if (before >= 0)
                status = put_row(asym, kind, before, i, &table, error);
            before = i;
        }
    }
    if (!status)
        status = files_add_take(out, "tables/zeros.csv", &table, error);
    buf_free(&table);
    return status;
}

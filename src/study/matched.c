#include "study/matched.h"

#include "study/fields.h"

#include <stdlib.h>

/* Room for one more. What has grown already stays owned where the rest fails. */
static enum status grow(struct matched *out, struct error *error)
{
    size_t cap = out->cap ? 2 * out->cap : 256;
    if (out->count < out->cap)
        return STATUS_OK;
    struct pair *pairs = realloc(out->pairs, cap * sizeof *pairs);
    if (!pairs)
        return error_memory(error);
    out->pairs = pairs;
    int32_t *x = realloc(out->x, cap * sizeof *x);
    if (!x)
        return error_memory(error);
    out->x = x;
    int32_t *y = realloc(out->y, cap * sizeof *y);
    if (!y)
        return error_memory(error);
    out->y = y;
    out->cap = cap;
    return STATUS_OK;
}

static enum status add(struct matched *out, const struct evaluation *x, const struct evaluation *y,
                       struct error *error)
{
    if (x->mate || y->mate) {
        out->mates++;
        return STATUS_OK;
    }
    enum status status = grow(out, error);
    if (status)
        return status;
    out->pairs[out->count] = x->pair;
    out->x[out->count] = x->score;
    out->y[out->count++] = y->score;
    return STATUS_OK;
}

/* That position's row of that kind, or NULL. */
static const struct evaluation *row_of(const struct evidence_set *set, enum asym_kind kind,
                                       struct pair pair)
{
    const struct evaluation *row = evidence_row(set, pair);
    return row && asym_is_of(kind, row) ? row : NULL;
}

enum status matched_budgets(const struct asym *asym, enum asym_kind kind, int shallow, int deep,
                            struct matched *out, struct error *error)
{
    const struct evidence_set *from = asym->budgets[shallow].set, *to = asym->budgets[deep].set;
    enum status status = STATUS_OK;
    /* The deep one has fewer rows. */
    for (size_t i = 0; from && to && i < to->count && !status; i++) {
        const struct evaluation *row = &to->rows[i];
        const struct evaluation *before =
            asym_is_of(kind, row) ? row_of(from, kind, row->pair) : NULL;
        if (before)
            status = add(out, before, row, error);
    }
    return status;
}

/* The larger one of a class, where both may be evaluated. */
static bool is_mirror(enum asym_kind kind, const struct evaluation *row)
{
    return kind == ASYM_CONTROLS ? row->role == ROLE_CONTROL && !pair_is_representative(row->pair)
                                 : row->role == ROLE_MIRROR;
}

static int compare_pairs(const void *a, const void *b)
{
    return pair_compare(*(const struct pair *)a, *(const struct pair *)b);
}

/* The representatives of the mirrors that are evaluated there, in order. */
static size_t mirrored(const struct evidence_set *set, enum asym_kind kind, struct pair *pairs)
{
    size_t count = 0;
    for (size_t i = 0; i < set->count; i++) {
        if (!is_mirror(kind, &set->rows[i]))
            continue;
        if (pairs)
            pairs[count] = pair_mirror(set->rows[i].pair);
        count++;
    }
    if (pairs)
        qsort(pairs, count, sizeof *pairs, compare_pairs);
    return count;
}

enum status matched_twins(const struct asym *asym, enum asym_kind kind, int budget,
                          struct matched *out, struct error *error)
{
    const struct evidence_set *set = asym->budgets[budget].set;
    enum status status = STATUS_OK;
    size_t count = set ? mirrored(set, kind, NULL) : 0;
    if (count == 0)
        return STATUS_OK;
    struct pair *pairs = calloc(count, sizeof *pairs);
    if (!pairs)
        return error_memory(error);
    mirrored(set, kind, pairs);
    for (size_t i = 0; i < count && !status; i++) {
        const struct evaluation *row = row_of(set, kind, pairs[i]);
        if (row)
            status = add(out, row, evidence_row(set, pair_mirror(pairs[i])), error);
    }
    free(pairs);
    return status;
}

void matched_free(struct matched *matched)
{
    free(matched->pairs);
    free(matched->x);
    free(matched->y);
    *matched = (struct matched){0};
}

const char matched_budgets_header[] = "id,kind,from_stage,from_limit,to_stage,to_limit,";

void matched_budgets_fields(const struct asym *asym, enum asym_kind kind, int shallow, int deep,
                            struct buf *out)
{
    const struct asym_budget *from = &asym->budgets[shallow], *to = &asym->budgets[deep];
    buf_printf(out, "%s-%s-%s,", asym_kind_name(kind), from->stage, to->stage);
    field_text(out, asym_kind_name(kind));
    field_text(out, from->stage);
    field_int(out, from->limit);
    field_text(out, to->stage);
    field_int(out, to->limit);
}

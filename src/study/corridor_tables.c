#include "study/corridor_tables.h"

#include "study/fields.h"

#include <stdlib.h>

/* ---- reasons ---- */

static void put_about(const struct corridor *corridor, enum corridor_reason reason, unsigned about,
                      struct buf *out)
{
    char before = ':';
    for (size_t i = 0; about >> i && reason != CORRIDOR_DRIFT; i++) {
        if (!(about >> i & 1))
            continue;
        buf_putc(out, before);
        if (corridor_is_about_engine(reason))
            buf_puts(out, corridor->confirmers[i].engine);
        else
            buf_put_int(out, corridor->limits[i]);
        before = '+';
    }
}

void corridor_put_reasons(const struct corridor_judged *judged, const struct corridor_class *class,
                          struct buf *out)
{
    const char *before = "";
    for (enum corridor_reason reason = 0; reason < CORRIDOR_REASONS; reason++) {
        if (!class->reasons[reason])
            continue;
        buf_puts(out, before);
        buf_puts(out, corridor_reason_name(reason));
        put_about(judged->corridor, reason, class->reasons[reason], out);
        before = " ";
    }
}

/* ---- what the tables share ---- */

static void put_header(const struct corridor *corridor, const char *before, const char *after,
                       struct buf *out)
{
    buf_puts(out, before);
    for (int i = 0; i < CORRIDOR_LIMITS; i++)
        buf_printf(out, "cp_%lld,", (long long)corridor->limits[i]);
    buf_puts(out, after);
}

static void put_id(struct pair pair, struct buf *out)
{
    buf_printf(out, "%u:%u", pair.w, pair.b);
}

static void put_pair(struct pair pair, struct buf *out)
{
    field_int(out, pair.w);
    field_int(out, pair.b);
}

static void put_letters(struct pair pair, struct buf *out)
{
    field_letters(out, pair.w);
    field_letters(out, pair.b);
}

static void put_limits(const struct corridor_class *class, struct buf *out)
{
    for (int i = 0; i < CORRIDOR_LIMITS; i++)
        field_cp(out, class->at[i]);
}

/* ---- corridor.csv ---- */

/* The largest |cp| at the limits, and whether all of them have one. */
static bool largest_of(const struct corridor_class *class, int64_t *largest)
{
    bool all = true;
    *largest = -1;
    for (int i = 0; i < CORRIDOR_LIMITS; i++) {
        const struct evaluation *row = class->at[i];
        all = all && row;
        if (row && llabs(row->score) > *largest)
            *largest = llabs(row->score);
    }
    return all;
}

static int64_t count_confirmed(const struct corridor_judged *judged,
                               const struct corridor_class *class)
{
    int64_t count = 0;
    for (size_t i = 0; i < judged->corridor->confirmer_count; i++)
        count += corridor_below(judged, class, i) == 1;
    return count;
}

static void corridor_row(const struct corridor_judged *judged, const struct asym *asym,
                         const struct corridor_class *class, struct buf *out)
{
    const struct asym_class *ranked = &class->ranked;
    int64_t largest;
    bool all = largest_of(class, &largest);
    put_id(ranked->pair, out);
    buf_putc(out, ',');
    put_pair(ranked->pair, out);
    put_letters(ranked->pair, out);
    field_int(out, (int64_t) class->rank);
    field_text(out, asym->budgets[ranked->deepest].stage);
    field_int(out, asym->budgets[ranked->deepest].limit);
    field_cp(out, ranked->at[ranked->deepest]);
    field_truth(out, class->candidate);
    put_limits(class, out);
    field_int_or_none(out, largest);
    if (all)
        field_truth(out, class->reasons[CORRIDOR_DRIFT]);
    else
        field_none(out);
    field_int(out, count_confirmed(judged, class));
    field_text(out, corridor_verdict_name(class->verdict));
    corridor_put_reasons(judged, class, out);
    buf_putc(out, '\n');
}

void corridor_table(const struct corridor_judged *judged, const struct asym *asym, struct buf *out)
{
    put_header(judged->corridor, "id,w,b,white,black,rank,stage,nodes_limit,cp,near,",
               "max_abs_cp,drift,confirmed,verdict,reasons\n", out);
    for (size_t i = 0; i < judged->count; i++)
        corridor_row(judged, asym, &judged->classes[i], out);
}

/* ---- confirmations.csv ---- */

static void put_median(const struct corridor_median *median, struct buf *out)
{
    if (median->twice_median >= 0)
        field_fixed(out, 5 * median->twice_median, 1);
    else
        field_none(out);
    field_int(out, median->controls);
    field_int(out, median->mates);
}

static void confirmation_row(const struct corridor_judged *judged,
                             const struct corridor_class *class, size_t i, struct buf *out)
{
    const struct corridor_confirmer *confirmer = &judged->corridor->confirmers[i];
    const struct evaluation *row = class->confirmed[i];
    int below = corridor_below(judged, class, i);
    put_id(class->ranked.pair, out);
    buf_printf(out, "-%s,", confirmer->engine);
    put_pair(class->ranked.pair, out);
    field_int(out, (int64_t) class->rank);
    field_truth(out, class->candidate);
    field_text(out, confirmer->engine);
    field_text(out, limit_kind_name(confirmer->kind));
    field_int(out, confirmer->limit);
    field_cp(out, row);
    if (row && row->mate)
        field_int(out, row->score);
    else
        field_none(out);
    put_median(&judged->medians[i], out);
    if (below >= 0)
        field_truth(out, below);
    else
        field_none(out);
    fields_end(out);
}

static void confirmations_table(const struct corridor_judged *judged, struct buf *out)
{
    buf_puts(out, "id,w,b,rank,near,engine,limit_kind,limit,cp,mate,median,controls,control_mates,"
                  "below\n");
    for (size_t i = 0; i < judged->count; i++) {
        for (size_t k = 0; k < judged->corridor->confirmer_count; k++)
            confirmation_row(judged, &judged->classes[i], k, out);
    }
}

/* ---- confirmers.csv ---- */

static void confirmers_table(const struct corridor_judged *judged, struct buf *out)
{
    buf_puts(out, "id,limit_kind,limit,median,controls,control_mates,candidates,evaluated,"
                  "confirmed\n");
    for (size_t i = 0; i < judged->corridor->confirmer_count; i++) {
        const struct corridor_confirmer *confirmer = &judged->corridor->confirmers[i];
        int64_t candidates = 0, evaluated = 0, confirmed = 0;
        for (size_t k = 0; k < judged->count && judged->classes[k].candidate; k++) {
            candidates++;
            evaluated += judged->classes[k].confirmed[i] != NULL;
            confirmed += corridor_below(judged, &judged->classes[k], i) == 1;
        }
        field_text(out, confirmer->engine);
        field_text(out, limit_kind_name(confirmer->kind));
        field_int(out, confirmer->limit);
        put_median(&judged->medians[i], out);
        field_int(out, candidates);
        field_int(out, evaluated);
        field_int(out, confirmed);
        fields_end(out);
    }
}

/* ---- encyclopedia.csv ---- */

static void encyclopedia_row(const struct asym *asym, const struct corridor_class *class,
                             int64_t number, struct buf *out)
{
    const struct evaluation *last = class->at[CORRIDOR_LIMITS - 1];
    struct pair pair = class->ranked.pair, mirror = pair_mirror(pair);
    int64_t largest;
    largest_of(class, &largest);
    put_id(pair, out);
    buf_putc(out, ',');
    field_int(out, number);
    put_pair(pair, out);
    put_letters(pair, out);
    field_fen(out, pair, PAIR_SHREDDER_FEN);
    field_fen(out, pair, PAIR_X_FEN);
    field_int(out, (int64_t) class->rank);
    field_text(out, asym->budgets[class->ranked.deepest].stage);
    put_limits(class, out);
    field_int(out, largest);
    field_text(out, last->bestmove);
    field_wdl(out, last);
    put_pair(mirror, out);
    fields_end(out);
}

void corridor_encyclopedia_table(const struct corridor_judged *judged, const struct asym *asym,
                                 struct buf *out)
{
    int64_t number = 0;
    put_header(judged->corridor, "id,number,w,b,white,black,shredder_fen,x_fen,rank,stage,",
               "max_abs_cp,bestmove,win,draw,loss,mirror_w,mirror_b\n", out);
    for (size_t i = 0; i < judged->count; i++) {
        if (judged->classes[i].verdict == CORRIDOR_ADMITTED)
            encyclopedia_row(asym, &judged->classes[i], ++number, out);
    }
}

/* ---- verdicts.csv ---- */

/* Does the class count for that row: of all, of a verdict, of a reason? */
static bool counts(const struct corridor_class *class, int row)
{
    if (row == 0)
        return true;
    if (row <= CORRIDOR_VERDICTS)
        return (int)class->verdict == row - 1;
    return class->reasons[row - 1 - CORRIDOR_VERDICTS] != 0;
}

static const char *row_name(int row)
{
    if (row == 0)
        return "judged";
    if (row <= CORRIDOR_VERDICTS)
        return corridor_verdict_name((enum corridor_verdict)(row - 1));
    return corridor_reason_name((enum corridor_reason)(row - 1 - CORRIDOR_VERDICTS));
}

static void verdicts_table(const struct corridor_judged *judged, struct buf *out)
{
    buf_puts(out, "id,classes,near\n");
    for (int row = 0; row < 1 + CORRIDOR_VERDICTS + CORRIDOR_REASONS; row++) {
        int64_t classes = 0, near = 0;
        for (size_t i = 0; i < judged->count; i++) {
            bool is_counted = counts(&judged->classes[i], row);
            classes += is_counted;
            near += is_counted && judged->classes[i].candidate;
        }
        field_text(out, row_name(row));
        field_int(out, classes);
        field_int(out, near);
        fields_end(out);
    }
}

enum status corridor_tables(const struct corridor_judged *judged, const struct asym *asym,
                            struct files *out, struct error *error)
{
    struct buf table = {0};
    corridor_encyclopedia_table(judged, asym, &table);
    enum status status = files_add_take(out, "tables/encyclopedia.csv", &table, error);
    if (!status) {
        corridor_table(judged, asym, &table);
        status = files_add_take(out, "tables/corridor.csv", &table, error);
    }
    if (!status) {
        confirmations_table(judged, &table);
        status = files_add_take(out, "tables/confirmations.csv", &table, error);
    }
    if (!status) {
        confirmers_table(judged, &table);
        status = files_add_take(out, "tables/confirmers.csv", &table, error);
    }
    if (!status) {
        verdicts_table(judged, &table);
        status = files_add_take(out, "tables/verdicts.csv", &table, error);
    }
    buf_free(&table);
    return status;
}

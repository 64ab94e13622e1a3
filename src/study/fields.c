#include "study/fields.h"

#include <stdlib.h>

void field_text(struct buf *out, const char *text)
{
    buf_puts(out, text);
    buf_putc(out, ',');
}

void field_int(struct buf *out, int64_t value)
{
    buf_put_int(out, value);
    buf_putc(out, ',');
}

void field_int_or_none(struct buf *out, int64_t value)
{
    if (value >= 0)
        buf_put_int(out, value);
    buf_putc(out, ',');
}

void field_none(struct buf *out)
{
    buf_putc(out, ',');
}

void field_truth(struct buf *out, bool value)
{
    field_text(out, value ? "true" : "false");
}

void field_fixed(struct buf *out, int64_t value, int decimals)
{
    int64_t size = llabs(value), one = 1;
    for (int i = 0; i < decimals; i++)
        one *= 10;
    buf_printf(out, "%s%lld.%0*lld,", value < 0 ? "-" : "", (long long)(size / one), decimals,
               (long long)(size % one));
}

void field_mean(struct buf *out, const struct stats_sum *sum)
{
    if (sum->count)
        field_fixed(out, stats_mean_tenths(sum), 1);
    else
        field_none(out);
}

void field_sd(struct buf *out, const struct stats_sum *sum)
{
    if (sum->count > 1)
        field_fixed(out, stats_sd_tenths(sum), 1);
    else
        field_none(out);
}

void field_double(struct buf *out, bool known, double value, int decimals)
{
    static const int64_t scales[] = {1, 10, 100, 1000};
    if (known)
        field_fixed(out, stats_scaled(value, scales[decimals]), decimals);
    else
        field_none(out);
}

void field_share(struct buf *out, int64_t k, int64_t n)
{
    struct stats_interval interval = n ? stats_wilson(k, n) : (struct stats_interval){0};
    if (n)
        field_fixed(out, (20000 * k + n) / (2 * n), 2);
    else
        field_none(out);
    field_double(out, n > 0, 100 * interval.low, 2);
    field_double(out, n > 0, 100 * interval.high, 2);
}

void field_score(struct buf *out, int64_t wins, int64_t draws, int64_t games)
{
    struct stats_interval interval = stats_wilson_score(wins, draws, games);
    double share = (double)(2 * wins + draws) / 2 / (double)games;
    field_double(out, true, 100 * share, 2);
    field_double(out, true, 100 * interval.low, 2);
    field_double(out, true, 100 * interval.high, 2);
}

bool field_r(struct buf *out, const int32_t *x, const int32_t *y, size_t count)
{
    double r = 0;
    bool known = stats_correlation_of(x, y, count, &r);
    field_double(out, known, r, 3);
    return known;
}

void field_correlation(struct buf *out, const int32_t *x, const int32_t *y, size_t count,
                       uint64_t seed)
{
    struct stats_interval interval = {0};
    bool bounded =
        field_r(out, x, y, count) && stats_correlation_interval(x, y, count, seed, &interval);
    field_double(out, bounded, interval.low, 3);
    field_double(out, bounded, interval.high, 3);
}

void field_cp(struct buf *out, const struct evaluation *row)
{
    if (row && !row->mate)
        buf_put_int(out, row->score);
    buf_putc(out, ',');
}

void field_letters(struct buf *out, uint16_t start)
{
    char letters[START_BYTES];
    start_letters(start, letters);
    field_text(out, letters);
}

void field_fen(struct buf *out, struct pair pair, enum pair_fen_form form)
{
    char fen[PAIR_FEN_BYTES];
    pair_fen(pair, form, fen);
    field_text(out, fen);
}

void field_wdl(struct buf *out, const struct evaluation *row)
{
    bool given = row->win != EVIDENCE_NO_WDL;
    field_int_or_none(out, given ? row->win : -1);
    field_int_or_none(out, given ? row->draw : -1);
    field_int_or_none(out, given ? row->loss : -1);
}

void fields_end(struct buf *out)
{
    if (!out->failed && out->len)
        out->data[out->len - 1] = '\n';
}

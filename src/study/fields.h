/* The cells of a table in CSV: each function writes one field and the comma behind it, and
 * fields_end ends the line in place of the last comma. */
#ifndef STUDY_FIELDS_H
#define STUDY_FIELDS_H

#include "base/buf.h"
#include "passport/evidence.h"
#include "study/stats.h"

void field_text(struct buf *out, const char *text);
void field_int(struct buf *out, int64_t value);

/* Empty below 0. */
void field_int_or_none(struct buf *out, int64_t value);

void field_none(struct buf *out);
void field_truth(struct buf *out, bool value); /* true, false */

/* value / 10^decimals, such as -0.5; at least one decimal. */
void field_fixed(struct buf *out, int64_t value, int decimals);

/* Mean and sample standard deviation with one decimal; each empty where there is none. */
void field_mean(struct buf *out, const struct stats_sum *sum);
void field_sd(struct buf *out, const struct stats_sum *sum);

/* A value with that many decimals, from 1 to 3, rounded; empty where it is not known. */
void field_double(struct buf *out, bool known, double value, int decimals);

/* k of n in per cent with two decimals, and its Wilson interval: three fields, empty for n = 0. */
void field_share(struct buf *out, int64_t k, int64_t n);

/* A score, wins and half of the draws, of games > 0 in per cent with two decimals, and its interval
 * (stats_wilson_score): three fields. */
void field_score(struct buf *out, int64_t wins, int64_t draws, int64_t games);

/* Pearson's r of the points with three decimals; empty, and false, where it is undefined. */
bool field_r(struct buf *out, const int32_t *x, const int32_t *y, size_t count);

/* The same and its bootstrap interval (stats_correlation_interval), three fields; empty where r is
 * undefined. */
void field_correlation(struct buf *out, const int32_t *x, const int32_t *y, size_t count,
                       uint64_t seed);

/* Empty for no row, and for a mate. */
void field_cp(struct buf *out, const struct evaluation *row);

void field_letters(struct buf *out, uint16_t start);
void field_fen(struct buf *out, struct pair pair, enum pair_fen_form form);

/* Win, draw and loss: three fields, empty where the engine gives none. */
void field_wdl(struct buf *out, const struct evaluation *row);

void fields_end(struct buf *out);

#endif

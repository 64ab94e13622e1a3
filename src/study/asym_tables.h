/* The tables of the asym study, from what asym.h knows. The columns are described in
 * schema/codebook.json, which a release ships. */
#ifndef STUDY_ASYM_TABLES_H
#define STUDY_ASYM_TABLES_H

#include "base/files.h"
#include "base/json.h"
#include "study/asym.h"

/* Adds tables/pairs.csv, screened.csv, controls.csv, windows.csv and coverage.json, and
 * what twins.h, drift.h, zeros.h, balance.h, draws.h and estimates.h add. `seed` is that of the
 * visiting order. */
enum status asym_tables(const struct asym *asym, uint64_t seed, struct files *out,
                        struct error *error);

/* What coverage.json looks like. */
extern const struct json_shape asym_coverage_shape;

/* One line of pairs.csv, and its header; `pairs --csv` prints the same. rank counts from 1. */
void asym_pairs_header(const struct asym *asym, struct buf *out);
void asym_pairs_row(const struct asym *asym, const struct asym_class *class, size_t rank,
                    struct buf *out);

#endif

/* How far a position moves from one budget to a deeper one, and how well the shallow value tells
 * the deep one: Pearson's r of the two.
 *
 * Only positions count that are evaluated at both, neither time with a mate. Pairs at a budget
 * above S0 were selected by their values before, so that their drift is that of the selected, and
 * their r is lower than that of all. */
#ifndef STUDY_DRIFT_H
#define STUDY_DRIFT_H

#include "base/files.h"
#include "study/asym.h"

/* Adds tables/drift.csv: a row for each kind and any two budgets that share a position. A row's
 * bootstrap begins with the sum of its two limits. */
enum status drift_table(const struct asym *asym, struct files *out, struct error *error);

#endif

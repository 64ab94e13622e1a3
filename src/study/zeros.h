/* What is 0 at one budget need not be at the next: which positions leave 0 and which arrive there,
 * and how the same set of positions spreads and leans at both budgets. */
#ifndef STUDY_ZEROS_H
#define STUDY_ZEROS_H

#include "base/files.h"
#include "study/asym.h"

/* Adds tables/zeros.csv: for each kind a row from each budget that has evaluations of the kind to
 * the next one that has some, where they share a position; mates are left out. */
enum status zeros_table(const struct asym *asym, struct files *out, struct error *error);

#endif

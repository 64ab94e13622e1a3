/* Draw rates, as the engine models them (WDL), beside |cp|: how far "even" and "drawish" are the
 * same, and what a filter by draw rate, as engine testers use it, would make of our windows. */
#ifndef STUDY_DRAWS_H
#define STUDY_DRAWS_H

#include "base/files.h"
#include "study/asym.h"

/* Adds tables/draws.csv: a row for each budget and each of controls, pairs and ranked, those
 * of the `count` ranked classes (asym_rank) whose deepest budget it is. Only evaluations with WDL
 * and without a mate count. The bootstrap of r begins with the budget's limit, plus 0, 1 or 2 in
 * that order; above DRAWS_BOOTSTRAP_MAX evaluations there is none, since it would take longer than
 * all tables. */
enum { DRAWS_BOOTSTRAP_MAX = 5000 };
enum status draws_table(const struct asym *asym, const struct asym_class *ranked, size_t count,
                        struct files *out, struct error *error);

#endif

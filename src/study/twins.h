/* Mirror twins: a position and its left-right reflection at one budget. Only castling tells them
 * apart, so that their difference shows what an evaluation of that budget is worth.
 *
 * The difference is cp of the smaller one minus cp of its mirror, from White's view. Mates are left
 * out and counted. Controls: the 480 twins of ordinary starts. Pairs: those whose mirror was
 * evaluated at that budget in the role of a mirror. */
#ifndef STUDY_TWINS_H
#define STUDY_TWINS_H

#include "base/files.h"
#include "study/asym.h"

/* Adds three tables, with rows for each kind and budget that has a twin:
 *     tables/twins.csv          what the twins say together; a row's bootstrap begins with its
 *                               limit
 *     tables/twin_extremes.csv  the five with the largest difference; of equals, the smaller pair
 *     tables/twin_values.csv    each twin, by pair, with its difference at every budget */
enum status twins_tables(const struct asym *asym, struct files *out, struct error *error);

#endif

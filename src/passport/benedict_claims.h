/* Do the results of the evidence of Benedict xiangqi go together? */
#ifndef PASSPORT_BENEDICT_CLAIMS_H
#define PASSPORT_BENEDICT_CLAIMS_H

#include "passport/benedict_evidence.h"

/* Who has a win within n plies from a position, or from its mirror image, has no "none" within n or
 * more, in proofs.csv or openings.csv. A row of openings.csv says that the winner has none of fewer
 * plies, and the other side none at all. `place` goes before names in messages. STATUS_WRONG names
 * two rows that contradict each other. */
enum status benedict_claims_check(const struct benedict_evidence *evidence, const char *place,
                                  struct error *error);

#endif

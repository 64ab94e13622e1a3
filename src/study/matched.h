/* Two values for each of some positions: of one position at two budgets, or of a position and its
 * mirror image at one. What is said of drift, of zeros and of twins is said of such a list. */
#ifndef STUDY_MATCHED_H
#define STUDY_MATCHED_H

#include "base/buf.h"
#include "study/asym.h"

/* Begin with {0}. In the order of the pairs, whatever the order of the evidence was. */
struct matched {
    struct pair *pairs; /* owned, as are the values */
    int32_t *x, *y;     /* cp */
    size_t count, cap;
    int64_t mates; /* positions left out, since one of the two is a mate */
};

/* The positions of that kind that both budgets have: x at the shallow one, y at the deep one. */
enum status matched_budgets(const struct asym *asym, enum asym_kind kind, int shallow, int deep,
                            struct matched *out, struct error *error);

/* The mirror twins of that kind at one budget: x of the smaller one, which stands in `pairs`, y of
 * its mirror. Of controls both are controls; of pairs one is a search, the other in the role of a
 * mirror. */
enum status matched_twins(const struct asym *asym, enum asym_kind kind, int budget,
                          struct matched *out, struct error *error);

void matched_free(struct matched *matched);

/* The first six fields of a row about two budgets: id, as "controls-P0-S0", kind, from_stage,
 * from_limit, to_stage, to_limit; and their names with a comma behind each. */
extern const char matched_budgets_header[];
void matched_budgets_fields(const struct asym *asym, enum asym_kind kind, int shallow, int deep,
                            struct buf *out);

#endif

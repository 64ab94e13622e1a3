/* A comparison as JSON and as CSV, for other programs (docs/FORMATS.md). */
#ifndef STUDY_COMPARE_REPORT_H
#define STUDY_COMPARE_REPORT_H

#include "base/json.h"
#include "study/compare.h"

/* What was read, what is odd, and what came of it, with `top` disagreements of either order.
 * *report is the caller's (cJSON_Delete), and NULL after a failure, which is STATUS_CANNOT: no
 * memory. */
enum status compare_json(const struct asym *asym, const struct foreign *foreign,
                         const struct compare *compare, size_t top, cJSON **report,
                         struct error *error);

/* The joined rows, by pair, under a header. */
void compare_csv(const struct asym *asym, const struct foreign *foreign,
                 const struct compare *compare, struct buf *out);

#endif

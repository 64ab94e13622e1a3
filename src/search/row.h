/* What an engine has found, as a row of evidence. */
#ifndef SEARCH_ROW_H
#define SEARCH_ROW_H

#include "passport/evidence.h"
#include "uci/engine.h"

/* White moves in every start, so that the mover's view is White's. */
struct evaluation row_of(struct pair pair, enum role role, const struct uci_result *found);

/* "score 46 cp stored, 47 cp found; depth 14 stored, 15 found": every field that differs, with a
 * word for either side; nothing where none does. */
void row_differences(const struct evaluation *a, const char *a_word, const struct evaluation *b,
                     const char *b_word, struct buf *out);

#endif

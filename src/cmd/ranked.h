/* A ranked pair on one line, as the verbs that list such pairs print it. */
#ifndef CMD_RANKED_H
#define CMD_RANKED_H

#include "base/buf.h"
#include "study/asym.h"

/* "    1  13:825   QNNBRKBR RKNBBQRN  D0    -7 cp", without a line end. */
void ranked_put(const struct asym *asym, const struct asym_class *ranked, size_t rank,
                struct buf *out);

#endif

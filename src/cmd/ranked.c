#include "cmd/ranked.h"

#include <stdio.h>

void ranked_put(const struct asym *asym, const struct asym_class *ranked, size_t rank,
                struct buf *out)
{
    char white[START_BYTES], black[START_BYTES], pair[12];
    start_letters(ranked->pair.w, white);
    start_letters(ranked->pair.b, black);
    snprintf(pair, sizeof pair, "%u:%u", ranked->pair.w, ranked->pair.b);
    buf_printf(out, "%5zu  %-7s  %s %s  %-3s %+4d cp", rank, pair, white, black,
               asym->budgets[ranked->deepest].stage, ranked->at[ranked->deepest]->score);
}

/* The tables of the encyclopedia, from what corridor.h knows. */
#ifndef STUDY_CORRIDOR_TABLES_H
#define STUDY_CORRIDOR_TABLES_H

#include "base/files.h"
#include "study/corridor.h"

/* Adds tables/encyclopedia.csv (the admitted classes by rank), corridor.csv (every judged class),
 * confirmations.csv (every judged class and confirmer), confirmers.csv (what each says of all
 * candidates) and verdicts.csv (how many of each). */
enum status corridor_tables(const struct corridor_judged *judged, const struct asym *asym,
                            struct files *out, struct error *error);

/* encyclopedia.csv and corridor.csv alone; `encyclopedia --csv` prints the same. */
void corridor_encyclopedia_table(const struct corridor_judged *judged, const struct asym *asym,
                                 struct buf *out);
void corridor_table(const struct corridor_judged *judged, const struct asym *asym, struct buf *out);

/* Every reason with what it is about, in the order of enum corridor_reason:
 * "outside:400000000+800000000 drift not_confirmed:ENGINE"; nothing for an admitted class. */
void corridor_put_reasons(const struct corridor_judged *judged, const struct corridor_class *class,
                          struct buf *out);

#endif

/* Published figures beside ours: published.json says what others have printed, with which engine at
 * which budget, and which of our cells stand in the same place. */
#ifndef RELEASE_FIGURES_H
#define RELEASE_FIGURES_H

#include "base/files.h"
#include "base/json.h"
#include "passport/edition.h"
#include "study/asym.h"

extern const struct json_shape figures_shape;

/* What the figures are held against. Borrowed. */
struct figures_ground {
    const cJSON *references;       /* their sources, of references_shape */
    const struct edition *edition; /* our engine */
    const struct asym *asym;       /* our stages */
};

/* Adds tables/published.csv to the other tables of `content`. `figures` is of figures_shape.
 * STATUS_WRONG names the figure whose source is no reference, whose claim is no table, whose stage
 * is none of the study's, whose cell is not there, or whose id stands twice. A cell that is there
 * and empty is no fault: nothing was evaluated yet. */
enum status figures_table(const cJSON *figures, const struct figures_ground *ground,
                          struct files *content, struct error *error);

#endif

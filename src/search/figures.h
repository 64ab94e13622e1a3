/* How an engine's classes stand, counted: by stage, how many wait for it and how many it stopped.
 *
 * The figures of before a wave are kept with its plan, so that who asks later counts only the
 * classes that the wave has touched: those as they stood before are taken off, those as they stand
 * now are added. */
#ifndef SEARCH_FIGURES_H
#define SEARCH_FIGURES_H

#include "base/json.h"
#include "study/asym.h"

struct figures_stage {
    int64_t limit;
    int64_t waiting;  /* classes with an evaluation that wait for this stage */
    int64_t rejected; /* classes that were stopped here: by its window, a mate, or triage */
};

struct figures {
    int64_t classes;  /* with an evaluation */
    int64_t controls; /* those of them that are symmetric */
    struct figures_stage stages[ASYM_BUDGETS_MAX];
    int count;
};

/* Adds every class with an evaluation; `times` -1 takes them off again. */
void figures_add(struct figures *figures, const struct asym *asym, int times);

/* The stage of that limit, all zero where nothing was counted there. */
struct figures_stage figures_at(const struct figures *figures, int64_t limit);

/* As members of `json`, which then has these; and back. */
extern const struct json_member figures_members[];
void figures_write(const struct figures *figures, cJSON *json, bool *failed);
void figures_read(const cJSON *json, struct figures *figures);

#endif

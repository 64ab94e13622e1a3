#include "search/figures.h"

#include "search/plan.h"

#include <stdio.h>
#include <stdlib.h>

static struct figures_stage *make_stage(struct figures *figures, int64_t limit)
{
    int at = 0;
    while (at < figures->count && figures->stages[at].limit != limit)
        at++;
    if (at == ASYM_BUDGETS_MAX) /* an asym has no more */
        return &figures->stages[at - 1];
    if (at == figures->count)
        figures->stages[figures->count++] = (struct figures_stage){.limit = limit};
    return &figures->stages[at];
}

struct figures_stage figures_at(const struct figures *figures, int64_t limit)
{
    for (int i = 0; i < figures->count; i++) {
        if (figures->stages[i].limit == limit)
            return figures->stages[i];
    }
    return (struct figures_stage){.limit = limit};
}

void figures_add(struct figures *figures, const struct asym *asym, int times)
{
    struct asym_walk walk = {0};
    struct asym_class class;
    struct figures_stage *stages[ASYM_BUDGETS_MAX];
    for (int i = 0; i < asym->count; i++)
        stages[i] = make_stage(figures, asym->budgets[i].limit);
    while (asym_next(asym, &walk, &class)) {
        int next = plan_next_stage(asym, &class, true);
        figures->classes += times;
        if (class.outcome == ASYM_CONTROL)
            figures->controls += times;
        else if (next >= 0)
            stages[next]->waiting += times;
        else if (class.stopped >= 0)
            stages[class.stopped]->rejected += times;
    }
}

/* ---- as JSON ---- */

#define COUNT                                                                                      \
    {                                                                                              \
        .kind = JSON_INTEGER, .min = 0, .max = PAIR_CLASSES                                        \
    }

static const struct json_member stage_members[] = {
    {"waiting", false, COUNT},
    {"rejected", false, COUNT},
    {0},
};
static const struct json_shape stage_shape = {.kind = JSON_OBJECT, .members = stage_members};

const struct json_member figures_members[] = {
    {"classes", false, COUNT},
    {"controls", false, COUNT},
    {"stages",
     false,
     {.kind = JSON_MAP,
      .pattern = "^[1-9][0-9]{0,17}$",
      .min = 0,
      .max = ASYM_BUDGETS_MAX,
      .item = &stage_shape}},
    {0},
};

void figures_write(const struct figures *figures, cJSON *json, bool *failed)
{
    json_add_int(json, "classes", figures->classes, failed);
    json_add_int(json, "controls", figures->controls, failed);
    cJSON *stages = json_add_object(json, "stages", failed);
    for (int i = 0; i < figures->count; i++) {
        char limit[24];
        snprintf(limit, sizeof limit, "%lld", (long long)figures->stages[i].limit);
        cJSON *stage = json_add_object(stages, limit, failed);
        json_add_int(stage, "waiting", figures->stages[i].waiting, failed);
        json_add_int(stage, "rejected", figures->stages[i].rejected, failed);
    }
}

void figures_read(const cJSON *json, struct figures *figures)
{
    const cJSON *stage;
    *figures = (struct figures){
        .classes = json_int(json, "classes"),
        .controls = json_int(json, "controls"),
    };
    cJSON_ArrayForEach(stage, json_get(json, "stages"))
    {
        struct figures_stage *made = make_stage(figures, strtoll(stage->string, NULL, 10));
        made->waiting = json_int(stage, "waiting");
        made->rejected = json_int(stage, "rejected");
    }
}

#include "search/plan.h"

#include "chess960/order.h"

#include <stdlib.h>
#include <string.h>

const struct plan_knobs plan_default_knobs = {
    .wave_nodes = 2000000000,
    .control_percent = 10,
    .deepening_percent = 20,
    .mirror_percent = 2,
    .deepest = INT64_MAX,
};

static const char *const part_names[PLAN_PARTS] = {"controls", "deepening", "mirrors", "screening"};

const char *plan_part_name(enum plan_part part)
{
    return part_names[part];
}

/* ---- knobs ---- */

static const struct json_shape percent_shape = {.kind = JSON_INTEGER, .min = 0, .max = 100};

#define DIGITS "^(0|[1-9][0-9]{0,17})$"

static const struct json_member knob_members[] = {
    {"wave_nodes", false, {.kind = JSON_STRING, .pattern = DIGITS}},
    {"control_percent", false, {.kind = JSON_INTEGER, .min = 0, .max = 100}},
    {"deepening_percent", false, {.kind = JSON_INTEGER, .min = 0, .max = 100}},
    {"mirror_percent", false, {.kind = JSON_INTEGER, .min = 0, .max = 100}},
    {"deepest", false, {.kind = JSON_STRING, .pattern = DIGITS}},
    {0},
};

static const struct json_member part_members[] = {
    {"jobs", false, {.kind = JSON_INTEGER, .min = 0, .max = JSON_INTEGER_MAX}},
    {"nodes", false, {.kind = JSON_STRING, .pattern = DIGITS}},
    {0},
};
static const struct json_shape part_shape = {.kind = JSON_OBJECT, .members = part_members};

static const struct json_member plan_members[] = {
    {"knobs", false, {.kind = JSON_OBJECT, .members = knob_members}},
    {"parts",
     false,
     {.kind = JSON_MAP,
      .pattern = "^[a-z]+$",
      .min = PLAN_PARTS,
      .max = PLAN_PARTS,
      .item = &part_shape}},
    {"figures", true, {.kind = JSON_OBJECT, .members = figures_members}},
    {0},
};
static const struct json_shape plan_shape = {.kind = JSON_OBJECT, .members = plan_members};

enum status plan_check_knobs(const struct plan_knobs *knobs, struct error *error)
{
    const int percents[] = {knobs->control_percent, knobs->deepening_percent,
                            knobs->mirror_percent};
    int sum = 0;
    for (int i = 0; i < 3; i++) {
        if (percents[i] < percent_shape.min || percents[i] > percent_shape.max)
            return error_set(error, STATUS_CANNOT, "%d per cent is no share", percents[i]);
        sum += percents[i];
    }
    if (sum > 100)
        return error_set(error, STATUS_CANNOT,
                         "controls, deepening and mirrors have %d per cent of a wave together",
                         sum);
    if (knobs->wave_nodes < 1 || knobs->deepest < 1)
        return error_set(error, STATUS_CANNOT, "a wave without nodes");
    return STATUS_OK;
}

void plan_write(const struct plan *plan, const struct plan_knobs *knobs, struct buf *out)
{
    bool failed = false;
    cJSON *json = cJSON_CreateObject();
    cJSON *all = json_add_object(json, "knobs", &failed);
    json_add_digits(all, "wave_nodes", knobs->wave_nodes, &failed);
    json_add_int(all, "control_percent", knobs->control_percent, &failed);
    json_add_int(all, "deepening_percent", knobs->deepening_percent, &failed);
    json_add_int(all, "mirror_percent", knobs->mirror_percent, &failed);
    json_add_digits(all, "deepest", knobs->deepest, &failed);
    cJSON *parts = json_add_object(json, "parts", &failed);
    for (int i = 0; i < PLAN_PARTS; i++) {
        cJSON *part = json_add_object(parts, part_names[i], &failed);
        json_add_int(part, "jobs", plan->taken[i], &failed);
        json_add_digits(part, "nodes", plan->nodes[i], &failed);
    }
    figures_write(&plan->figures, json_add_object(json, "figures", &failed), &failed);
    if (failed)
        out->failed = true;
    else
        json_write(out, json);
    cJSON_Delete(json);
}

enum status plan_read_knobs(const char *name, struct text text, struct plan_knobs *knobs,
                            struct error *error)
{
    cJSON *json;
    enum status status = json_read(name, text, &plan_shape, &json, error);
    if (status)
        return status;
    const cJSON *all = json_get(json, "knobs");
    *knobs = (struct plan_knobs){
        .wave_nodes = json_digits(all, "wave_nodes"),
        .control_percent = (int)json_int(all, "control_percent"),
        .deepening_percent = (int)json_int(all, "deepening_percent"),
        .mirror_percent = (int)json_int(all, "mirror_percent"),
        .deepest = json_digits(all, "deepest"),
    };
    cJSON_Delete(json);
    return plan_check_knobs(knobs, error);
}

enum status plan_read_figures(const char *name, struct text text, struct figures *figures,
                              bool *there, struct error *error)
{
    cJSON *json;
    enum status status = json_read(name, text, &plan_shape, &json, error);
    if (status)
        return status;
    const cJSON *all = json_get(json, "figures");
    *there = all != NULL;
    if (all)
        figures_read(all, figures);
    cJSON_Delete(json);
    return STATUS_OK;
}

/* ---- lists of jobs ---- */

/* Jobs in the order in which they are taken. */
struct list {
    struct plan_job *jobs;
    size_t count, cap;
    size_t taken;
};

static enum status add(struct list *list, struct plan_job job, struct error *error)
{
    if (list->count == list->cap) {
        size_t cap = list->cap + list->cap / 2 + 256;
        struct plan_job *jobs = realloc(list->jobs, cap * sizeof *jobs);
        if (!jobs)
            return error_memory(error);
        list->jobs = jobs;
        list->cap = cap;
    }
    list->jobs[list->count++] = job;
    return STATUS_OK;
}

enum { STAGES_MAX = LADDER_STAGES_MAX + 1 };

/* A class that waits for a stage above the first ranking one. */
struct candidate {
    struct pair pair;
    int stage;
    int32_t uneven[LADDER_STAGES_MAX]; /* |cp| at the stage below, and on downwards */
};

struct planner {
    const struct plan_input *input;
    struct plan *plan;
    struct error *error;
    struct asym asym;
    int stages;                 /* of the ladder */
    struct pair *order;         /* the visiting order; owned */
    struct plan_failed *failed; /* sorted; owned */
    struct list parts[PLAN_PARTS];
    struct list seeded[STAGES_MAX]; /* what triage and the first ranking stage serve, by stage */
    struct candidate *candidates;   /* owned */
    size_t candidate_count, candidate_cap;
    int64_t spent, spent_by[PLAN_PARTS]; /* before this wave, from the first ranking stage on */
    int64_t used;                        /* of this wave */
};

int64_t plan_limit(const struct ladder *ladder, int stage)
{
    if (stage < (int)ladder->count)
        return ladder->stages[stage].limit;
    int64_t limit = ladder->deepening_first;
    for (int i = (int)ladder->count; i < stage; i++) {
        if (limit > INT64_MAX / ladder->deepening_factor)
            return INT64_MAX;
        limit *= ladder->deepening_factor;
    }
    return limit;
}

int64_t plan_limit_of(const struct ladder *ladder, const char *name)
{
    int64_t limit;
    for (int stage = 0; (limit = plan_limit(ladder, stage)) != INT64_MAX; stage++) {
        char at[8];
        ladder_name(ladder, stage, at);
        if (strcmp(at, name) == 0)
            return limit;
    }
    return 0;
}

static int compare_failed(const void *a, const void *b)
{
    const struct plan_failed *x = a, *y = b;
    if (x->limit != y->limit)
        return x->limit < y->limit ? -1 : 1;
    return pair_compare(x->pair, y->pair);
}

/* May that search be planned: not above the deepest limit, not evaluated, not failed? */
static bool is_open(const struct planner *planner, int64_t limit, struct pair pair)
{
    const struct plan_input *input = planner->input;
    struct plan_failed key = {limit, pair};
    if (limit > input->knobs->deepest)
        return false;
    const struct evidence_set *set =
        evidence_find(input->evidence, input->engine, LIMIT_NODES, limit);
    if (set && evidence_row(set, pair))
        return false;
    return !input->failed_count ||
           !bsearch(&key, planner->failed, input->failed_count, sizeof key, compare_failed);
}

static enum status add_open(struct planner *planner, struct list *list, int64_t limit,
                            struct pair pair, enum role role)
{
    if (!is_open(planner, limit, pair))
        return STATUS_OK;
    return add(list, (struct plan_job){limit, pair, role}, planner->error);
}

/* ---- what waits ---- */

static enum status list_controls(struct planner *planner)
{
    enum status status = STATUS_OK;
    struct list *list = &planner->parts[PLAN_CONTROLS];
    struct pair controls[START_COUNT];
    order_controls(planner->order, controls);
    for (int stage = 0; stage <= planner->stages; stage++) {
        int64_t limit = plan_limit(planner->input->ladder, stage);
        for (size_t i = 0; i < START_COUNT && !status; i++)
            status = add_open(planner, list, limit, controls[i], ROLE_CONTROL);
    }
    return status;
}

static enum status add_candidate(struct planner *planner, const struct asym_class *class, int stage)
{
    if (planner->candidate_count == planner->candidate_cap) {
        size_t cap = planner->candidate_cap + planner->candidate_cap / 2 + 256;
        struct candidate *more = realloc(planner->candidates, cap * sizeof *more);
        if (!more)
            return error_memory(planner->error);
        planner->candidates = more;
        planner->candidate_cap = cap;
    }
    struct candidate *candidate = &planner->candidates[planner->candidate_count++];
    *candidate = (struct candidate){.pair = class->pair, .stage = stage};
    for (int i = 0; i < stage; i++) {
        const struct evaluation *row = class->at[stage - 1 - i];
        candidate->uneven[i] = row && !row->mate ? abs(row->score) : INT32_MAX;
    }
    return STATUS_OK;
}

int plan_next_stage(const struct asym *asym, const struct asym_class *class, bool known)
{
    if (!known)
        return 0;
    switch (class->outcome) {
    case ASYM_WAITING:
        return class->deepest + 1;
    case ASYM_GAP:
        return class->stopped;
    case ASYM_RANKED:
        return class->deepest + 1 < (int)asym->ladder->count ? class->deepest + 1 : -1;
    default:
        return -1;
    }
}

static enum status list_candidates(struct planner *planner)
{
    enum status status = STATUS_OK;
    for (size_t i = 0; i < PAIR_CLASSES && !status; i++) {
        struct pair pair = planner->order[i];
        struct asym_class class;
        if (pair_is_control(pair))
            continue;
        int stage =
            plan_next_stage(&planner->asym, &class, asym_look(&planner->asym, pair, &class));
        if (stage < 0)
            continue;
        int64_t limit = plan_limit(planner->input->ladder, stage);
        if (!is_open(planner, limit, pair))
            continue;
        if (stage <= planner->asym.first_ranking)
            status = add(&planner->seeded[stage], (struct plan_job){limit, pair, ROLE_SEARCH},
                         planner->error);
        else
            status = add_candidate(planner, &class, stage);
    }
    return status;
}

static int compare_candidates(const void *a, const void *b)
{
    const struct candidate *x = a, *y = b;
    if (x->stage != y->stage)
        return x->stage > y->stage ? -1 : 1;
    for (int i = 0; i < x->stage; i++) {
        if (x->uneven[i] != y->uneven[i])
            return x->uneven[i] < y->uneven[i] ? -1 : 1;
    }
    return pair_compare(x->pair, y->pair);
}

static enum status list_screening(struct planner *planner)
{
    struct list *list = &planner->parts[PLAN_SCREENING];
    enum status status = list_candidates(planner);
    if (!status && planner->candidate_count)
        qsort(planner->candidates, planner->candidate_count, sizeof *planner->candidates,
              compare_candidates);
    for (size_t i = 0; i < planner->candidate_count && !status; i++) {
        const struct candidate *candidate = &planner->candidates[i];
        int64_t limit = plan_limit(planner->input->ladder, candidate->stage);
        status = add(list, (struct plan_job){limit, candidate->pair, ROLE_SEARCH}, planner->error);
    }
    for (int stage = planner->asym.first_ranking; stage >= 0; stage--) {
        const struct list *seeded = &planner->seeded[stage];
        for (size_t i = 0; i < seeded->count && !status; i++)
            status = add(list, seeded->jobs[i], planner->error);
    }
    return status;
}

/* A job and where it stood, so that equal limits keep their order. */
struct placed {
    struct plan_job job;
    size_t place;
};

static int compare_rising(const void *a, const void *b)
{
    const struct placed *x = a, *y = b;
    if (x->job.limit != y->job.limit)
        return x->job.limit < y->job.limit ? -1 : 1;
    return (x->place > y->place) - (x->place < y->place);
}

static int compare_falling(const void *a, const void *b)
{
    const struct placed *x = a, *y = b;
    if (x->job.limit != y->job.limit)
        return x->job.limit > y->job.limit ? -1 : 1;
    return (x->place > y->place) - (x->place < y->place);
}

static enum status sort_by_limit(struct plan_job *jobs, size_t count,
                                 int (*compare)(const void *, const void *), struct error *error)
{
    struct placed *placed = calloc(count + 1, sizeof *placed);
    if (!placed)
        return error_memory(error);
    for (size_t i = 0; i < count; i++)
        placed[i] = (struct placed){jobs[i], i};
    qsort(placed, count, sizeof *placed, compare);
    for (size_t i = 0; i < count; i++)
        jobs[i] = placed[i].job;
    free(placed);
    return STATUS_OK;
}

static enum status list_ranked(struct planner *planner)
{
    const struct asym *asym = &planner->asym;
    const struct ladder *ladder = planner->input->ladder;
    struct list *deepening = &planner->parts[PLAN_DEEPENING];
    struct asym_class *ranked;
    size_t count;
    enum status status = asym_rank(asym, &ranked, &count, planner->error);
    for (size_t i = 0; i < count && !status; i++) {
        const struct asym_class *class = &ranked[i];
        int64_t limit = asym->budgets[class->deepest].limit;
        int stage = ladder_find(ladder, limit);
        status = add_open(planner, &planner->parts[PLAN_MIRRORS], limit, pair_mirror(class->pair),
                          ROLE_MIRROR);
        if (!status && stage >= planner->stages - 1)
            status = add_open(planner, deepening, plan_limit(ladder, stage + 1), class->pair,
                              ROLE_SEARCH);
    }
    free(ranked);
    if (!status)
        status = sort_by_limit(deepening->jobs, deepening->count, compare_rising, planner->error);
    return status;
}

/* ---- what is taken ---- */

/* Part of the whole, in per cent, rounded down. */
static int64_t share(int64_t whole, int percent)
{
    return whole / 100 * percent + whole % 100 * percent / 100;
}

static void count_spent(struct planner *planner)
{
    const struct asym *asym = &planner->asym;
    for (int i = asym->first_ranking; i < asym->count; i++) {
        const struct asym_budget *budget = &asym->budgets[i];
        for (size_t at = 0; budget->set && at < budget->set->count; at++) {
            enum role role = (enum role)budget->set->rows[at].role;
            planner->spent += budget->limit;
            if (role == ROLE_MIRROR)
                planner->spent_by[PLAN_MIRRORS] += budget->limit;
            if (role == ROLE_SEARCH && i >= planner->stages)
                planner->spent_by[PLAN_DEEPENING] += budget->limit;
        }
    }
}

/* Takes the part's next job, if there is one. */
static bool take(struct planner *planner, enum plan_part part)
{
    struct list *list = &planner->parts[part];
    struct plan *plan = planner->plan;
    if (list->taken == list->count)
        return false;
    struct plan_job job = list->jobs[list->taken++];
    plan->jobs[plan->count++] = job;
    plan->taken[part]++;
    plan->nodes[part] += job.limit;
    planner->used += job.limit;
    return true;
}

/* Rules 2 and 3: is the next job within the part's share of all that was ever searched? */
static bool affordable(const struct planner *planner, enum plan_part part, int percent)
{
    const struct list *list = &planner->parts[part];
    int64_t all = planner->spent + planner->input->knobs->wave_nodes;
    return list->taken < list->count &&
           planner->spent_by[part] + planner->plan->nodes[part] + list->jobs[list->taken].limit <=
               share(all, percent);
}

static void take_parts(struct planner *planner)
{
    const struct plan_knobs *knobs = planner->input->knobs;
    const int64_t *nodes = planner->plan->nodes;
    const int percents[] = {knobs->control_percent, knobs->deepening_percent,
                            knobs->mirror_percent};
    static const enum plan_part last[] = {PLAN_DEEPENING, PLAN_MIRRORS, PLAN_CONTROLS};
    while (nodes[PLAN_CONTROLS] < share(knobs->wave_nodes, knobs->control_percent) &&
           take(planner, PLAN_CONTROLS)) {
    }
    for (enum plan_part part = PLAN_DEEPENING; part <= PLAN_MIRRORS; part++) {
        while (nodes[part] < share(knobs->wave_nodes, percents[part]) &&
               affordable(planner, part, percents[part]))
            take(planner, part);
    }
    while (planner->used < knobs->wave_nodes && take(planner, PLAN_SCREENING)) {
    }
    for (int i = 0; i < 3; i++) {
        while (planner->used < knobs->wave_nodes && percents[last[i]] && take(planner, last[i])) {
        }
    }
}

static enum status begin(struct planner *planner)
{
    const struct plan_input *input = planner->input;
    struct error *error = planner->error;
    enum status status = plan_check_knobs(input->knobs, error);
    if (!status)
        status = asym_init(&planner->asym, input->ladder, input->evidence, input->engine, error);
    if (!status)
        status = order_new(input->seed, &planner->order, error);
    if (status)
        return status;
    planner->failed = calloc(input->failed_count + 1, sizeof *planner->failed);
    if (!planner->failed)
        return error_memory(error);
    if (input->failed_count) {
        memcpy(planner->failed, input->failed, input->failed_count * sizeof *planner->failed);
        qsort(planner->failed, input->failed_count, sizeof *planner->failed, compare_failed);
    }
    return STATUS_OK;
}

enum status plan_wave(const struct plan_input *input, struct plan *plan, struct error *error)
{
    struct planner planner = {.input = input, .plan = plan, .error = error};
    planner.stages = (int)input->ladder->count;
    *plan = (struct plan){0};
    enum status status = begin(&planner);
    if (!status)
        status = list_controls(&planner);
    if (!status)
        status = list_screening(&planner);
    if (!status)
        status = list_ranked(&planner);
    size_t all = 0;
    for (int i = 0; i < PLAN_PARTS; i++)
        all += planner.parts[i].count;
    if (!status)
        plan->jobs = calloc(all + 1, sizeof *plan->jobs);
    if (!status && !plan->jobs)
        status = error_memory(error);
    if (!status) {
        figures_add(&plan->figures, &planner.asym, 1);
        count_spent(&planner);
        take_parts(&planner);
        status = sort_by_limit(plan->jobs, plan->count, compare_falling, error);
    }
    for (int i = 0; i < PLAN_PARTS; i++)
        free(planner.parts[i].jobs);
    for (int i = 0; i < STAGES_MAX; i++)
        free(planner.seeded[i].jobs);
    free(planner.candidates);
    free(planner.failed);
    free(planner.order);
    return status;
}

void plan_free(struct plan *plan)
{
    free(plan->jobs);
    *plan = (struct plan){0};
}

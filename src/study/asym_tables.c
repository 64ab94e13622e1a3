#include "study/asym_tables.h"

#include "base/number.h"
#include "study/balance.h"
#include "study/calibrate.h"
#include "study/draws.h"
#include "study/drift.h"
#include "study/estimates.h"
#include "study/fields.h"
#include "study/twins.h"
#include "study/zeros.h"

#include <stdlib.h>

/* One column for each budget. */
static void cp_header(const struct asym *asym, struct buf *out)
{
    for (int i = 0; i < asym->count; i++)
        buf_printf(out, "cp_%lld,", (long long)asym->budgets[i].limit);
}

void asym_pairs_header(const struct asym *asym, struct buf *out)
{
    buf_puts(out, "rank,w,b,white,black,shredder_fen,x_fen,stage,nodes_limit,");
    cp_header(asym, out);
    buf_puts(out, "abs_cp,win,draw,loss,mirror_w,mirror_b,mirror_evaluated\n");
}

void asym_pairs_row(const struct asym *asym, const struct asym_class *class, size_t rank,
                    struct buf *out)
{
    const struct asym_budget *budget = &asym->budgets[class->deepest];
    const struct evaluation *row = class->at[class->deepest];
    struct pair mirror = pair_mirror(class->pair);
    int mirror_budget;
    field_int(out, (int64_t)rank);
    field_int(out, class->pair.w);
    field_int(out, class->pair.b);
    field_letters(out, class->pair.w);
    field_letters(out, class->pair.b);
    field_fen(out, class->pair, PAIR_SHREDDER_FEN);
    field_fen(out, class->pair, PAIR_X_FEN);
    field_text(out, budget->stage);
    field_int(out, budget->limit);
    for (int i = 0; i < asym->count; i++)
        field_cp(out, class->at[i]);
    field_int(out, llabs(row->score));
    field_wdl(out, row);
    field_int(out, mirror.w);
    field_int(out, mirror.b);
    field_truth(out, asym_mirror(asym, mirror, &mirror_budget));
    fields_end(out);
}

static void pairs_table(const struct asym *asym, const struct asym_class *ranked, size_t count,
                        struct buf *out)
{
    asym_pairs_header(asym, out);
    for (size_t i = 0; i < count; i++)
        asym_pairs_row(asym, &ranked[i], i + 1, out);
}

/* The tables that need the ranking. */
static enum status ranking_tables(const struct asym *asym, struct files *out, struct error *error)
{
    struct asym_class *ranked;
    size_t count;
    struct buf table = {0};
    enum status status = asym_rank(asym, &ranked, &count, error);
    if (status)
        return status;
    pairs_table(asym, ranked, count, &table);
    status = files_add_take(out, "tables/pairs.csv", &table, error);
    if (!status)
        status = draws_table(asym, ranked, count, out, error);
    free(ranked);
    return status;
}

static const struct json_shape count_shape = {.kind = JSON_INTEGER, .min = 0, .max = PAIR_CLASSES};

#define COUNT(name, text)                                                                          \
    {                                                                                              \
        name, false,                                                                               \
        {                                                                                          \
            .kind = JSON_INTEGER, .min = 0, .max = PAIR_CLASSES, .about = text                     \
        }                                                                                          \
    }
#define BY_STAGE(name, text)                                                                       \
    {                                                                                              \
        name, false,                                                                               \
        {                                                                                          \
            .kind = JSON_MAP, .pattern = "^[PSD][0-9]+$", .item = &count_shape, .about = text      \
        }                                                                                          \
    }

static const struct json_member nodes_members[] = {
    {"screening", false, {.kind = JSON_STRING, .pattern = "^(0|[1-9][0-9]{0,17})$"}},
    {"deepening", false, {.kind = JSON_STRING, .pattern = "^(0|[1-9][0-9]{0,17})$"}},
    {0},
};

static const struct json_member coverage_members[] = {
    COUNT("classes", "All classes of pairs."),
    COUNT("asymmetric_classes", "Those that can be ranked."),
    COUNT("controls", "Symmetric pairs."),
    COUNT("classes_evaluated", "Classes with any evaluation of the primary engine."),
    COUNT("asymmetric_classes_evaluated", "The asymmetric ones among them."),
    COUNT("waiting", "Inside the triage window, not evaluated at the first ranking stage yet."),
    COUNT("triaged", "Outside the triage window, not served."),
    BY_STAGE("screened", "Asymmetric classes evaluated at each stage."),
    BY_STAGE("controls_evaluated", "Controls evaluated at each stage."),
    BY_STAGE("ranked", "Ranked pairs, by the stage of their deepest evaluation."),
    BY_STAGE("stopped", "Classes that each stage stopped: its window, a mate, or a gap."),
    {"nominal_nodes",
     false,
     {.kind = JSON_OBJECT,
      .members = nodes_members,
      .about = "Evaluations times limit, on the ladder's stages and beyond them."}},
    {0},
};

const struct json_shape asym_coverage_shape = {
    .kind = JSON_OBJECT,
    .about = "How much has been evaluated.",
    .members = coverage_members,
};

/* What coverage.json counts. */
struct coverage {
    int64_t classes, asymmetric; /* evaluated */
    int64_t screened[ASYM_BUDGETS_MAX];
    int64_t controls[ASYM_BUDGETS_MAX];
    int64_t ranked[ASYM_BUDGETS_MAX];
    int64_t stopped[ASYM_BUDGETS_MAX];
    int64_t outcomes[ASYM_TRIAGED + 1];
};

static void count_class(const struct asym *asym, const struct asym_class *class,
                        struct coverage *coverage)
{
    bool control = class->outcome == ASYM_CONTROL;
    coverage->classes++;
    coverage->asymmetric += !control;
    coverage->outcomes[class->outcome]++;
    for (int i = 0; i < asym->count && !control; i++)
        coverage->screened[i] += class->at[i] != NULL;
    if (class->outcome == ASYM_RANKED)
        coverage->ranked[class->deepest]++;
    if (class->stopped >= 0 && class->outcome != ASYM_TRIAGED)
        coverage->stopped[class->stopped]++;
}

static void screened_row(const struct asym *asym, const struct asym_class *class, struct buf *out)
{
    const struct evaluation *row = class->at[class->deepest];
    field_int(out, class->pair.w);
    field_int(out, class->pair.b);
    field_text(out, asym->budgets[class->deepest].stage);
    field_int(out, asym->budgets[class->deepest].limit);
    field_cp(out, row);
    if (row->mate)
        buf_put_int(out, row->score);
    buf_putc(out, ',');
    field_text(out, asym_outcome_name(class->outcome));
    field_text(out, class->stopped >= 0 ? asym->budgets[class->stopped].stage : "");
    fields_end(out);
}

/* One walk over all classes writes screened.csv and counts. */
static void screened_table(const struct asym *asym, struct buf *out, struct coverage *coverage)
{
    struct asym_walk walk = {0};
    struct asym_class class;
    buf_puts(out, "w,b,stage,nodes_limit,cp,mate,outcome,stopped_at\n");
    while (asym_next(asym, &walk, &class)) {
        screened_row(asym, &class, out);
        count_class(asym, &class, coverage);
    }
}

static void controls_table(const struct asym *asym, const struct calibrate_even *even,
                           struct buf *out, struct coverage *coverage)
{
    buf_puts(out, "w,back_rank,mirror_w,stage,nodes_limit,");
    cp_header(asym, out);
    buf_puts(out, "win,draw,loss,even\n");
    bool is_even[START_COUNT] = {0};
    for (int64_t i = 0; i < even->used; i++)
        is_even[even->numbers[i]] = true;
    for (uint16_t n = 0; n < START_COUNT; n++) {
        struct asym_class class;
        if (!asym_look(asym, (struct pair){n, n}, &class))
            continue;
        field_int(out, n);
        field_letters(out, n);
        field_int(out, start_mirror(n));
        field_text(out, asym->budgets[class.deepest].stage);
        field_int(out, asym->budgets[class.deepest].limit);
        for (int i = 0; i < asym->count; i++) {
            field_cp(out, class.at[i]);
            coverage->controls[i] += class.at[i] != NULL;
        }
        field_wdl(out, class.at[class.deepest]);
        field_truth(out, is_even[n]);
        fields_end(out);
    }
}

static void windows_row(const struct asym *asym, const struct calibrate_even *even, int i,
                        struct buf *out)
{
    const struct asym_budget *budget = &asym->budgets[i];
    const struct ladder_stage *stage =
        (size_t)i < asym->ladder->count ? &asym->ladder->stages[i] : NULL;
    struct calibrate_window window;
    int64_t low, high;
    calibrate_window(asym, even, i, &window);
    calibrate_interval(asym, even, i, CALIBRATE_SEED, &low, &high);
    field_text(out, budget->stage);
    field_int(out, budget->limit);
    field_int_or_none(out, budget->window);
    field_text(out, !stage ? "" : stage->calibrated ? "calibrated" : "published");
    field_int_or_none(out, stage ? stage->published : -1);
    field_int_or_none(out, window.window);
    field_int_or_none(out, even->reference < 0 ? -1 : asym->budgets[even->reference].limit);
    field_int(out, asym->ladder->even_cp);
    field_int(out, even->within);
    field_int(out, even->used);
    field_int(out, window.even);
    field_int(out, window.kept);
    field_int_or_none(out, window.kept_so_far);
    field_int(out, window.controls);
    field_mean(out, &window.cp);
    field_sd(out, &window.cp);
    field_int_or_none(out, low);
    field_int_or_none(out, high);
    field_share(out, window.kept, window.even);
    field_share(out, window.kept_so_far, window.kept_so_far < 0 ? 0 : window.even);
    field_int(out, window.outside);
    field_int_or_none(out, window.outside_so_far);
    fields_end(out);
}

static void windows_table(const struct asym *asym, const struct calibrate_even *even,
                          struct buf *out)
{
    buf_puts(out, "stage,nodes_limit,window,source,published_window,calibrated_window,"
                  "reference_limit,even_cp,even_within,even_used,even_evaluated,even_kept,"
                  "even_kept_so_far,controls,mean_cp,sd_cp,window_low,window_high,even_kept_share,"
                  "even_kept_low,even_kept_high,even_kept_so_far_share,even_kept_so_far_low,"
                  "even_kept_so_far_high,outside,outside_so_far\n");
    for (int i = 0; i < asym->count; i++)
        windows_row(asym, even, i, out);
}

static void by_stage(const struct asym *asym, cJSON *root, const char *name, const int64_t *counts,
                     int first, bool *failed)
{
    cJSON *object = json_add_object(root, name, failed);
    for (int i = first; i < asym->count; i++)
        json_add_int(object, asym->budgets[i].stage, counts[i], failed);
}

static void add_nodes(const struct asym *asym, cJSON *root, bool *failed)
{
    int64_t screening = 0, deepening = 0;
    for (int i = 0; i < asym->count; i++) {
        const struct evidence_set *set = asym->budgets[i].set;
        int64_t nodes = set ? number_multiply((int64_t)set->count, set->limit) : 0;
        if ((size_t)i < asym->ladder->count)
            screening = number_add(screening, nodes);
        else
            deepening = number_add(deepening, nodes);
    }
    cJSON *object = json_add_object(root, "nominal_nodes", failed);
    json_add_digits(object, "screening", screening, failed);
    json_add_digits(object, "deepening", deepening, failed);
}

static enum status coverage_document(const struct asym *asym, const struct coverage *coverage,
                                     struct buf *out, struct error *error)
{
    bool failed = false;
    int ranking = asym->first_ranking;
    cJSON *root = cJSON_CreateObject();
    json_add_int(root, "classes", PAIR_CLASSES, &failed);
    json_add_int(root, "asymmetric_classes", PAIR_ASYMMETRIC_CLASSES, &failed);
    json_add_int(root, "controls", START_COUNT, &failed);
    json_add_int(root, "classes_evaluated", coverage->classes, &failed);
    json_add_int(root, "asymmetric_classes_evaluated", coverage->asymmetric, &failed);
    json_add_int(root, "waiting", coverage->outcomes[ASYM_WAITING], &failed);
    json_add_int(root, "triaged", coverage->outcomes[ASYM_TRIAGED], &failed);
    by_stage(asym, root, "screened", coverage->screened, 0, &failed);
    by_stage(asym, root, "controls_evaluated", coverage->controls, 0, &failed);
    by_stage(asym, root, "ranked", coverage->ranked, ranking, &failed);
    by_stage(asym, root, "stopped", coverage->stopped, ranking, &failed);
    add_nodes(asym, root, &failed);
    if (!failed)
        json_write(out, root);
    cJSON_Delete(root);
    return failed ? error_memory(error) : STATUS_OK;
}

enum status asym_tables(const struct asym *asym, uint64_t seed, struct files *out,
                        struct error *error)
{
    struct coverage coverage = {0};
    struct calibrate_even even;
    struct buf table = {0};
    calibrate_even(asym, &even);
    enum status status = ranking_tables(asym, out, error);
    if (!status) {
        screened_table(asym, &table, &coverage);
        status = files_add_take(out, "tables/screened.csv", &table, error);
    }
    if (!status) {
        controls_table(asym, &even, &table, &coverage);
        status = files_add_take(out, "tables/controls.csv", &table, error);
    }
    if (!status) {
        windows_table(asym, &even, &table);
        status = files_add_take(out, "tables/windows.csv", &table, error);
    }
    if (!status)
        status = coverage_document(asym, &coverage, &table, error);
    if (!status)
        status = files_add_take(out, "tables/coverage.json", &table, error);
    if (!status)
        status = twins_tables(asym, out, error);
    if (!status)
        status = drift_table(asym, out, error);
    if (!status)
        status = zeros_table(asym, out, error);
    if (!status)
        status = balance_table(asym, out, error);
    if (!status)
        status = estimates_table(asym, seed, out, error);
    buf_free(&table);
    return status;
}

/* Estimates from samples, the balance index and draw rates: toys worked out by hand. */
#include "chess960/order.h"
#include "study/balance.h"
#include "study/draws.h"
#include "study/estimates.h"
#include "toy.h"

#include <math.h>

/* ---- strata and their sum ---- */

static struct estimate stratum(int64_t population, int64_t sample, int64_t count, int64_t undecided)
{
    struct estimate estimate = {
        .population = population, .sample = sample, .count = count, .undecided = undecided};
    estimate_stratum(&estimate);
    return estimate;
}

static void assert_near(double value, double expected)
{
    if (fabs(value - expected) > 1e-6 * (1 + fabs(expected)))
        fail_msg("%.9f, expected %.9f", value, expected);
}

/* The p with (0.3 - p)^2 = 1.959964^2 p (1 - p) / 50 are 0.191036 and 0.437504, found by halving.
 */
static void a_sample_speaks_for_its_stratum(void **state)
{
    (void)state;
    struct estimate e = stratum(1000, 50, 15, 0);
    assert_near(e.least, 300);
    assert_near(e.most, 300);
    assert_near(round(1000 * e.bounds.low), 191036);
    assert_near(round(1000 * e.bounds.high), 437504);
}

/* Of 50 classes 15 are counted and 10 undecided: as if 15 for the lower bound, 25 for the upper. */
static void undecided_classes_may_turn_out_either_way(void **state)
{
    (void)state;
    struct estimate e = stratum(1000, 50, 15, 10);
    assert_near(e.least, 300);
    assert_near(e.most, 500);
    assert_near(e.bounds.low, stratum(1000, 50, 15, 0).bounds.low);
    assert_near(e.bounds.high, stratum(1000, 50, 25, 0).bounds.high);
}

static void the_whole_stratum_is_a_count(void **state)
{
    (void)state;
    struct estimate e = stratum(40, 40, 7, 0);
    assert_near(e.least, 7);
    assert_near(e.bounds.low, 7);
    assert_near(e.bounds.high, 7);
    e = stratum(40, 40, 7, 3); /* 7 to 10 whatever happens */
    assert_near(e.bounds.low, 7);
    assert_near(e.bounds.high, 10);
    e = stratum(0, 0, 0, 0);
    assert_near(e.most, 0);
    assert_near(e.bounds.high, 0);
    e = stratum(40, 0, 0, 0); /* nothing is known */
    assert_near(e.least, 0);
    assert_near(e.most, 40);
    assert_near(e.bounds.low, 0);
    assert_near(e.bounds.high, 40);
}

/* Two strata that are 3 and 4 above their lower bounds and 6 and 8 below their upper ones: the sum
 * is 5 above and 10 below. A third without sample adds 0 and all it has. */
static void the_sum_is_bounded_by_mover(void **state)
{
    (void)state;
    struct estimate sum,
        strata[] = {
            {.population = 100,
             .sample = 9,
             .count = 2,
             .least = 20,
             .most = 20,
             .bounds = {17, 26}},
            {.population = 50, .sample = 9, .count = 3, .least = 10, .most = 10, .bounds = {6, 18}},
            {.population = 7, .least = 0, .most = 7, .bounds = {0, 7}},
        };
    estimate_sum(strata, 2, &sum);
    assert_int_equal(sum.population, 150);
    assert_int_equal(sum.count, 5);
    assert_near(sum.least, 30);
    assert_near(sum.most, 30);
    assert_near(sum.bounds.low, 25);
    assert_near(sum.bounds.high, 40);
    estimate_sum(strata, 3, &sum);
    assert_near(sum.least, 30);
    assert_near(sum.most, 37);
    assert_near(sum.bounds.low, 25);
    assert_near(sum.bounds.high, 47);
}

/* ---- the tables ---- */

static void assert_line(const struct files *tables, const char *name, const char *line)
{
    char with_ends[400];
    const struct files_item *item = files_find(tables, name);
    assert_non_null(item);
    snprintf(with_ends, sizeof with_ends, "\n%s\n", line);
    if (!memmem(item->data.data, item->data.len, with_ends, strlen(with_ends)))
        fail_msg("%s has no line '%s':\n%.2000s", name, line, item->data.data);
}

/* The first classes of the visiting order with seed 1 that may be ranked. */
static void begin_order(struct pair *first, size_t count)
{
    struct error error = {0};
    struct pair *order;
    size_t found = 0;
    assert_ok(order_new(1, &order, &error));
    for (size_t i = 0; found < count; i++) {
        if (!pair_is_control(order[i]))
            first[found++] = order[i];
    }
    free(order);
}

#define AT(i, value)                                                                               \
    {                                                                                              \
        first[i].w, first[i].b, value                                                              \
    }

static struct files estimates_of(struct study *study)
{
    struct error error = {0};
    struct files tables = {0};
    set_up(study);
    assert_ok(estimates_table(&study->asym, 1, &tables, &error));
    evidence_free(&study->evidence);
    return tables;
}

/* The order's classes 0 to 3 are evaluated at S0, 4 is not, 5 is: the sample ends before 4, and 5
 * takes no part though it is level. Class 3 has a mate, 2 lies outside, 1 inside, 0 is level. At S1
 * class 0 is level and class 1 undecided, while 2 and 3 were stopped before. */
static void a_gap_in_the_order_ends_the_sample(void **state)
{
    (void)state;
    struct pair first[6];
    struct study study;
    begin_order(first, 6);
    begin(&study);
    ADD(&study, 100, AT(0, -10), AT(1, 11), AT(2, 51), AT(3, NONE), AT(5, 0));
    ADD(&study, 500, AT(0, 3), AT(5, 0));
    struct files tables = estimates_of(&study);
    static const char *const lines[] = {
        /* Wilson: 2 of 4 0.150 to 0.850, 1 of 4 0.0456 to 0.6994. */
        "S0-inside-untriaged,S0,100,inside,untriaged,460320,5,0.001,4,2,0,50.000,15.004,84.996,"
        "230160,69066,391254",
        "S0-level-untriaged,S0,100,level,untriaged,460320,5,0.001,4,1,0,25.000,4.559,69.936,"
        "115080,20985,321929",
        "S1-inside-untriaged,S1,500,inside,untriaged,460320,2,0.000,4,1,1,,4.559,84.996,,20985,"
        "391254",
        "S1-level-all,S1,500,level,all,460320,2,0.000,4,1,1,,4.559,84.996,,20985,391254",
        "S0-inside-triage_inside,S0,100,inside,triage_inside,0,0,,0,0,0,,,,0,0,0",
        "P0-level-all,P0,10,level,all,460320,0,0.000,0,0,0,,0.000,100.000,,0,460320",
    };
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++)
        assert_line(&tables, "tables/estimates.csv", lines[i]);
    files_free(&tables);
}

/* Triage has seen classes 0 to 3; 0 and 2 lie inside its window. S0 has seen 0, 1 and, further on,
 * 2: each stratum has a prefix of its own. Controls and mirrors, wherever they come, count nowhere.
 */
static void strata_have_their_own_samples(void **state)
{
    (void)state;
    struct pair first[4], mirror;
    struct study study;
    begin_order(first, 4);
    mirror = pair_mirror(first[3]);
    begin(&study);
    ADD(&study, 10, AT(0, 20), AT(1, 21), AT(2, -5), AT(3, NONE), {7, 7, 0});
    ADD(&study, 100, AT(0, 1), AT(1, 2), AT(2, 60), {7, 7, 0}, {mirror.w, mirror.b, 0});
    struct files tables = estimates_of(&study);
    static const char *const lines[] = {
        /* 1 of 2: 0.0945 to 0.9055, but at least the 1 that is, and at most 2 - 1. */
        "S0-inside-triage_inside,S0,100,inside,triage_inside,2,2,100.000,2,1,0,50.000,50.000,"
        "50.000,1,1,1",
        /* 1 of 1: 0.2065 to 1, at least 1. */
        "S0-inside-triage_outside,S0,100,inside,triage_outside,2,1,50.000,1,1,0,100.000,50.000,"
        "100.000,2,1,2",
        "S0-inside-untriaged,S0,100,inside,untriaged,460316,0,0.000,0,0,0,,0.000,100.000,,0,460316",
        "S0-inside-all,S0,100,inside,all,460320,3,0.001,3,2,0,,0.000,100.000,,2,460319",
    };
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++)
        assert_line(&tables, "tables/estimates.csv", lines[i]);
    files_free(&tables);
}

/* A deepening budget may be passed over, a stage may not. */
static void a_missing_stage_leaves_a_class_undecided(void **state)
{
    (void)state;
    struct pair first[2];
    struct study study;
    begin_order(first, 2);
    begin(&study);
    ADD(&study, 100, AT(0, 1), AT(1, 1));
    ADD(&study, 500, AT(0, 1));
    ADD(&study, 1000, {0, 1, 0});
    ADD(&study, 2000, AT(0, 300), AT(1, 1)); /* D1 has no window */
    struct files tables = estimates_of(&study);
    static const char *const lines[] = {
        "S1-inside-all,S1,500,inside,all,460320,1,0.000,2,1,1,,9.453,100.000,,43515,460320",
        "D0-inside-all,D0,1000,inside,all,460320,1,0.000,2,0,2,,0.000,100.000,,0,460320",
        "D1-inside-all,D1,2000,inside,all,460320,2,0.000,2,1,1,,9.453,100.000,,43515,460320",
        "D1-level-all,D1,2000,level,all,460320,2,0.000,2,0,1,,0.000,90.547,,0,416805",
    };
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++)
        assert_line(&tables, "tables/estimates.csv", lines[i]);
    files_free(&tables);
}

/* ---- balance ---- */

/* cp = sign * number, but for number 5, a mate where `mate` says so. */
static void add_controls(struct study *study, int64_t limit, int step, bool mate)
{
    struct toy *toys = calloc(START_COUNT, sizeof *toys);
    assert_non_null(toys);
    for (uint16_t n = 0; n < START_COUNT; n++)
        toys[n] = (struct toy){n, n, mate && n == 5 ? NONE : n * step};
    add_set(study, limit, toys, START_COUNT);
    free(toys);
}

/* From 3 n to -n the start n moves by 4 n. The mate moves nowhere, which leaves 959 moves: the one
 * at rank ceil(0.95 * 959) = 912 is that of n = 912 (0 to 911 without 5 are 911), 3648. */
static void balance_shows_the_last_step(void **state)
{
    (void)state;
    struct error error = {0};
    struct study study;
    struct files tables = {0};
    begin(&study);
    add_controls(&study, 100, 3, false);
    add_controls(&study, 500, -1, true);
    ADD(&study, 1000, {3, 3, 0}); /* not all of them: no reference */
    set_up(&study);
    assert_ok(balance_table(&study.asym, &tables, &error));
    static const char begins[] =
        "w,rank,back_rank,mirror_w,nodes_limit,cp,shallower_limit,low_cp,high_cp,zero_inside\n"
        "0,1,BBQNNRKR,959,500,0,100,-3648,3648,true\n";
    static const char *const lines[] = {
        "959,959,RKRNNQBB,0,500,-959,100,-4607,2689,true",
        "5,960,QNBBNRKR,954,500,,100,,,",
    };
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++)
        assert_line(&tables, "tables/balance.csv", lines[i]);
    assert_memory_equal(files_find(&tables, "tables/balance.csv")->data.data, begins,
                        strlen(begins));
    files_free(&tables);
    evidence_free(&study.evidence);
}

static void balance_needs_all_controls(void **state)
{
    (void)state;
    struct error error = {0};
    struct study study;
    struct files tables = {0};
    begin(&study);
    ADD(&study, 100, {0, 0, 0}, {1, 1, 1});
    set_up(&study);
    assert_ok(balance_table(&study.asym, &tables, &error));
    assert_string_equal(files_find(&tables, "tables/balance.csv")->data.data,
                        "w,rank,back_rank,mirror_w,nodes_limit,cp,shallower_limit,low_cp,high_cp,"
                        "zero_inside\n");
    files_free(&tables);
    evidence_free(&study.evidence);
    begin(&study);
    tables = (struct files){0};
    add_controls(&study, 100, 1, false); /* one budget: values without an interval */
    set_up(&study);
    assert_ok(balance_table(&study.asym, &tables, &error));
    assert_line(&tables, "tables/balance.csv", "0,1,BBQNNRKR,959,100,0,,,,");
    files_free(&tables);
    evidence_free(&study.evidence);
}

/* ---- draw rates ---- */

/* The toy's rows have no WDL; give those of the pairs w:1, w:2, ... the draw rates. */
static void set_draws(struct study *study, const uint16_t *draws, size_t count)
{
    struct evidence_set *set = &study->evidence.sets[0];
    assert_true(count <= set->count);
    for (size_t i = 0; i < count; i++) {
        set->rows[i].draw = draws[i];
        set->rows[i].win = (uint16_t)(1000 - draws[i]);
        set->rows[i].loss = 0;
    }
}

static struct files draws_of(struct study *study)
{
    struct error error = {0};
    struct files tables = {0};
    struct asym_class *ranked;
    size_t count;
    set_up(study);
    assert_ok(asym_rank(&study->asym, &ranked, &count, &error));
    assert_ok(draws_table(&study->asym, ranked, count, &tables, &error));
    free(ranked);
    evidence_free(&study->evidence);
    return tables;
}

/* Draw rates 400, 600, 480, 521 at |cp| 0, 10, 11, 51, then a mate and one without WDL. Mean 500.25
 * per mille, deviation sqrt((100.25^2 + 99.75^2 + 20.25^2 + 20.75^2) / 3) = 83.35. 2 of them are
 * level, 3 inside the window of 50. r: dx = -18, -8, -7, 33 and dy = -100.25, 99.75, -20.25, 20.75
 * give 1833 / sqrt(1526 * 20840.75) = 0.325. */
static void draws_count_what_has_wdl(void **state)
{
    (void)state;
    static const uint16_t draws[] = {400, 600, 480, 521, 500};
    struct study study;
    begin(&study);
    ADD(&study, 100, {0, 1, 0}, {0, 2, -10}, {0, 3, 11}, {0, 4, 51}, {0, 5, NONE}, {0, 6, 7});
    set_draws(&study, draws, sizeof draws / sizeof *draws);
    struct files tables = draws_of(&study);
    const char *all = files_find(&tables, "tables/draws.csv")->data.data;
    assert_non_null(strstr(all, "\npairs-S0,pairs,S0,100,4,50.03,8.33,4,100.00,51.01,100.00,"
                                "1,25.00,4.56,69.94,3,3,2,2,0.325,"));
    /* Ranked are 0:1, 0:2, 0:3 and 0:6, which has no WDL. */
    assert_non_null(strstr(all, "\nranked-S0,ranked,S0,100,3,49.33,10.07,3,100.00,43.85,100.00,"
                                "1,33.33,6.15,79.23,3,3,2,2,"));
    assert_line(&tables, "tables/draws.csv",
                "controls-S0,controls,S0,100,0,,,0,,,,0,,,,0,0,0,0,,,");
    files_free(&tables);
}

static void r_is_empty_where_it_is_undefined(void **state)
{
    (void)state;
    static const uint16_t draws[] = {500, 500};
    struct study study;
    begin(&study);
    ADD(&study, 100, {3, 3, 0}, {4, 4, 9});
    set_draws(&study, draws, 2);
    struct files tables = draws_of(&study);
    assert_line(&tables, "tables/draws.csv",
                "controls-S0,controls,S0,100,2,50.00,0.00,2,100.00,34.24,100.00,2,100.00,34.24,"
                "100.00,2,2,2,2,,,");
    files_free(&tables);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_sample_speaks_for_its_stratum),
        cmocka_unit_test(undecided_classes_may_turn_out_either_way),
        cmocka_unit_test(the_whole_stratum_is_a_count),
        cmocka_unit_test(the_sum_is_bounded_by_mover),
        cmocka_unit_test(a_gap_in_the_order_ends_the_sample),
        cmocka_unit_test(strata_have_their_own_samples),
        cmocka_unit_test(a_missing_stage_leaves_a_class_undecided),
        cmocka_unit_test(balance_shows_the_last_step),
        cmocka_unit_test(balance_needs_all_controls),
        cmocka_unit_test(draws_count_what_has_wdl),
        cmocka_unit_test(r_is_empty_where_it_is_undefined),
    };
    return cmocka_run_group_tests_name("estimates", tests, NULL, NULL);
}

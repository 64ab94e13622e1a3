/* Mirror twins, drift and zeros: toys that were computed by hand. What a bootstrap gives for them
 * was computed by tests/oracle/claims.py. */
#include "study/drift.h"
#include "study/twins.h"
#include "study/zeros.h"
#include "toy.h"

#define TWINS_HEADER                                                                               \
    "id,kind,stage,nodes_limit,of,twins,mates,mean_abs_difference,sd_difference,over_5,"           \
    "over_5_share,over_5_low,over_5_high,over_10,over_10_share,over_10_low,over_10_high,r,r_low,"  \
    "r_high\n"
#define EXTREMES_HEADER                                                                            \
    "id,kind,stage,nodes_limit,place,w,b,mirror_w,mirror_b,cp,mirror_cp,difference\n"
#define VALUES_HEADER "id,kind,w,b,mirror_w,mirror_b,difference_10,difference_100,difference_500\n"
#define DRIFT_HEADER                                                                               \
    "id,kind,from_stage,from_limit,to_stage,to_limit,positions,mates,mean_change,sd_change,"       \
    "mean_abs_change,p95_abs_change,r,r_low,r_high\n"
#define ZEROS_HEADER                                                                               \
    "id,kind,from_stage,from_limit,to_stage,to_limit,limit_ratio,positions,mates,left_zero,"       \
    "left_share,left_low,left_high,entered_zero,from_mean,from_sd,from_positive,from_zero,"        \
    "from_negative,to_mean,to_sd,to_positive,to_zero,to_negative\n"

/* The tables of a study; the caller frees them. */
static struct files tables_of(struct study *study)
{
    struct error error = {0};
    struct files files = {0};
    set_up(study);
    assert_ok(twins_tables(&study->asym, &files, &error));
    assert_ok(drift_table(&study->asym, &files, &error));
    assert_ok(zeros_table(&study->asym, &files, &error));
    return files;
}

static void expect(const struct files *files, const char *name, const char *text)
{
    const struct files_item *item = files_find(files, name);
    assert_non_null(item);
    assert_int_equal(item->data.len, strlen(item->data.data));
    assert_string_equal(item->data.data, text);
}

static void end(struct study *study, struct files *files)
{
    files_free(files);
    evidence_free(&study->evidence);
}

/* Differences 10, -6, 0 and -11; 88 is a mate, 246 has no mirror, 0:2 neither. x = 10, 20, 30, 40
 * and y = 0, 26, 30, 51: r = 785 / sqrt(500 * 1314.75) = 0.9682; the differences' mean is -7/4 and
 * their variance (257 - 49/4) / 3 = 81.58. */
static void twins_are_those_by_hand(void **state)
{
    (void)state;
    struct study study;
    begin(&study);
    ADD(&study, 100, {0, 0, 10}, {0, 1, 5}, {0, 2, 3}, {1, 1, 20}, {15, 15, 30}, {81, 81, 40},
        {88, 88, NONE}, {246, 246, 90}, {875, 875, 51}, {877, 877, 5}, {944, 944, 30},
        {955, 955, 26}, {959, 955, 44}, {959, 959, 0});
    struct files files = tables_of(&study);
    expect(&files, "tables/twins.csv",
           TWINS_HEADER "controls-S0,controls,S0,100,480,4,1,6.8,9.0,3,75.00,30.06,95.44,"
                        "1,25.00,4.56,69.94,0.968,0.888,1.000\n"
                        "pairs-S0,pairs,S0,100,2,1,0,39.0,,1,100.00,20.65,100.00,"
                        "1,100.00,20.65,100.00,,,\n");
    expect(&files, "tables/twin_extremes.csv",
           EXTREMES_HEADER "controls-S0-1,controls,S0,100,1,81,81,875,875,40,51,-11\n"
                           "controls-S0-2,controls,S0,100,2,0,0,959,959,10,0,10\n"
                           "controls-S0-3,controls,S0,100,3,1,1,955,955,20,26,-6\n"
                           "controls-S0-4,controls,S0,100,4,15,15,944,944,30,30,0\n"
                           "pairs-S0-1,pairs,S0,100,1,0,1,959,955,5,44,-39\n");
    expect(&files, "tables/twin_values.csv",
           VALUES_HEADER "0:0,controls,0,0,959,959,,10,\n"
                         "1:1,controls,1,1,955,955,,-6,\n"
                         "15:15,controls,15,15,944,944,,0,\n"
                         "81:81,controls,81,81,875,875,,-11,\n"
                         "0:1,pairs,0,1,959,955,,-39,\n");
    end(&study, &files);
}

/* Differences 3, -9, 9, 1, -9, 2 and 9 of seven twins in order; and at another budget of two. */
static void five_are_extreme_and_of_equals_the_smaller_first(void **state)
{
    (void)state;
    static const int differences[] = {3, -9, 9, 1, -9, 2, 9};
    struct study study;
    begin(&study);
    for (uint16_t n = 0; n < 7; n++) {
        assert_true(n < start_mirror(n));
        ADD(&study, 500, {n, n, differences[n]});
        ADD(&study, 500, {start_mirror(n), start_mirror(n), 0});
    }
    ADD(&study, 10, {2, 2, 5}, {5, 5, 8});
    ADD(&study, 10, {start_mirror(2), start_mirror(2), 1});
    ADD(&study, 10, {start_mirror(5), start_mirror(5), 9});
    struct files files = tables_of(&study);
    expect(&files, "tables/twin_extremes.csv",
           EXTREMES_HEADER "controls-P0-1,controls,P0,10,1,2,2,951,951,5,1,4\n"
                           "controls-P0-2,controls,P0,10,2,5,5,954,954,8,9,-1\n"
                           "controls-S1-1,controls,S1,500,1,1,1,955,955,-9,0,-9\n"
                           "controls-S1-2,controls,S1,500,2,2,2,951,951,9,0,9\n"
                           "controls-S1-3,controls,S1,500,3,4,4,958,958,-9,0,-9\n"
                           "controls-S1-4,controls,S1,500,4,6,6,950,950,9,0,9\n"
                           "controls-S1-5,controls,S1,500,5,0,0,959,959,3,0,3\n");
    expect(&files, "tables/twin_values.csv",
           VALUES_HEADER "0:0,controls,0,0,959,959,,,3\n"
                         "1:1,controls,1,1,955,955,,,-9\n"
                         "2:2,controls,2,2,951,951,4,,9\n"
                         "3:3,controls,3,3,947,947,,,1\n"
                         "4:4,controls,4,4,958,958,,,-9\n"
                         "5:5,controls,5,5,954,954,-1,,2\n"
                         "6:6,controls,6,6,950,950,,,9\n");
    end(&study, &files);
}

/* From P0 to S0: changes 4, -3 and 1 of three pairs, a mate, and one at each that the other has
 * not. x = 10, 0, -5 and y = 14, -3, -4: r = 148.33 / sqrt(116.67 * 204.67) = 0.9599. At D0 only
 * one is left; S1 has no evidence, and S0 is the last before D0. */
static void drift_and_zeros_are_those_by_hand(void **state)
{
    (void)state;
    struct study study;
    begin(&study);
    ADD(&study, 10, {0, 1, 10}, {0, 2, 0}, {0, 3, -5}, {0, 4, NONE}, {0, 5, 7}, {9, 9, 1});
    ADD(&study, 100, {0, 1, 14}, {0, 2, -3}, {0, 3, -4}, {0, 4, 1}, {0, 6, 9}, {8, 8, 2});
    ADD(&study, 1000, {0, 1, 0}, {0, 6, NONE});
    struct files files = tables_of(&study);
    expect(&files, "tables/drift.csv",
           DRIFT_HEADER "pairs-P0-S0,pairs,P0,10,S0,100,3,1,0.7,3.5,2.7,4,0.960,0.960,1.000\n"
                        "pairs-P0-D0,pairs,P0,10,D0,1000,1,0,-10.0,,10.0,10,,,\n"
                        "pairs-S0-D0,pairs,S0,100,D0,1000,1,1,-14.0,,14.0,14,,,\n");
    expect(&files, "tables/zeros.csv",
           ZEROS_HEADER "pairs-P0-S0,pairs,P0,10,S0,100,10.000,3,1,1,100.00,20.65,100.00,0,"
                        "1.7,7.6,1,1,1,2.3,10.1,1,0,2\n"
                        "pairs-S0-D0,pairs,S0,100,D0,1000,10.000,1,1,0,,,,1,"
                        "14.0,,1,0,0,0.0,,0,1,0\n");
    end(&study, &files);
}

/* Nothing correlates where nothing varies. */
static void equal_values_have_no_correlation(void **state)
{
    (void)state;
    struct study study;
    begin(&study);
    ADD(&study, 10, {0, 0, 7}, {1, 1, 7}, {955, 955, 7}, {959, 959, 7});
    ADD(&study, 100, {0, 0, 0}, {1, 1, 1}, {955, 955, 3}, {959, 959, 2});
    struct files files = tables_of(&study);
    expect(&files, "tables/twins.csv",
           TWINS_HEADER "controls-P0,controls,P0,10,480,2,0,0.0,0.0,0,0.00,0.00,65.76,"
                        "0,0.00,0.00,65.76,,,\n"
                        "controls-S0,controls,S0,100,480,2,0,2.0,0.0,0,0.00,0.00,65.76,"
                        "0,0.00,0.00,65.76,1.000,1.000,1.000\n");
    expect(&files, "tables/drift.csv",
           DRIFT_HEADER "controls-P0-S0,controls,P0,10,S0,100,4,0,-5.5,1.3,5.5,7,,,\n");
    end(&study, &files);
}

static void expect_headers_alone(struct study *study)
{
    struct files files = tables_of(study);
    expect(&files, "tables/twins.csv", TWINS_HEADER);
    expect(&files, "tables/twin_extremes.csv", EXTREMES_HEADER);
    expect(&files, "tables/twin_values.csv", VALUES_HEADER);
    expect(&files, "tables/drift.csv", DRIFT_HEADER);
    expect(&files, "tables/zeros.csv", ZEROS_HEADER);
    end(study, &files);
}

static void where_there_is_too_little_there_is_no_row(void **state)
{
    (void)state;
    struct study study;
    begin(&study); /* no evidence */
    expect_headers_alone(&study);
    begin(&study); /* one control */
    ADD(&study, 10, {5, 5, 3});
    expect_headers_alone(&study);
    begin(&study); /* no control; a mirror whose pair is not evaluated there */
    ADD(&study, 10, {0, 1, 3});
    ADD(&study, 100, {959, 955, 4});
    expect_headers_alone(&study);
    begin(&study); /* mates alone */
    ADD(&study, 10, {0, 0, NONE}, {959, 959, 3});
    ADD(&study, 100, {959, 959, NONE});
    expect_headers_alone(&study);
}

/* Evidence comes in any order, row by row. */
static void the_order_of_arrival_changes_nothing(void **state)
{
    (void)state;
    static const struct {
        int64_t limit;
        struct toy toy;
    } rows[] = {
        {10, {0, 0, 3}},  {10, {959, 959, 9}}, {100, {0, 0, 4}},    {100, {959, 959, -4}},
        {10, {1, 1, 30}}, {10, {955, 955, 2}}, {100, {1, 1, 0}},    {100, {955, 955, 11}},
        {10, {0, 1, 5}},  {100, {0, 1, 0}},    {500, {0, 1, 7}},    {100, {959, 955, 2}},
        {10, {0, 2, 0}},  {100, {0, 2, 6}},    {500, {0, 2, NONE}}, {100, {959, 951, 8}},
        {10, {0, 3, 1}},  {100, {0, 3, -20}},
    };
    enum { ROWS = sizeof rows / sizeof *rows, FILES = 5 };
    struct study studies[ROWS];
    struct files files[ROWS];
    for (size_t step = 1; step < ROWS; step++) { /* 5, 7, 11, ... go around all rows */
        struct study *study = &studies[step];
        begin(study);
        for (size_t i = 0; i < ROWS; i++) {
            size_t at = step % 2 && step % 3 ? i * step % ROWS : (i + step) % ROWS;
            add_set(study, rows[at].limit, &rows[at].toy, 1);
        }
        files[step] = tables_of(study);
        assert_int_equal(files[step].count, FILES);
        for (size_t i = 0; i < FILES; i++)
            expect(&files[step], files[1].items[i].name, files[1].items[i].data.data);
    }
    const struct files_item *twins = files_find(&files[1], "tables/twins.csv");
    assert_non_null(strstr(twins->data.data, "\npairs-S0,pairs,S0,100,3,2,0,"));
    for (size_t step = 1; step < ROWS; step++)
        end(&studies[step], &files[step]);
}

/* The lines of a table that speak of pairs. */
static void put_pairs_lines(struct buf *out, const struct files *files, const char *name)
{
    struct text line;
    size_t at = 0;
    while (text_next_line(files_find(files, name)->data, &at, &line)) {
        if (line.len > 5 && memcmp(line.data, "pairs", 5) == 0)
            buf_put(out, line.data, line.len);
    }
}

/* What is said of pairs, and their ranks, do not depend on the controls. */
static void adding_controls_changes_nothing_of_the_pairs(void **state)
{
    (void)state;
    static const char *const names[] = {"tables/twins.csv", "tables/twin_extremes.csv",
                                        "tables/drift.csv", "tables/zeros.csv"};
    struct error error = {0};
    struct buf said[2] = {0};
    for (int with = 0; with < 2; with++) {
        struct study study;
        struct asym_class *ranked;
        size_t count;
        begin(&study);
        ADD(&study, 10, {0, 1, 5}, {0, 2, 6}, {0, 3, 0});
        ADD(&study, 100, {0, 1, 0}, {0, 2, 7}, {0, 3, 9}, {959, 955, 2});
        if (with) {
            ADD(&study, 10, {0, 0, 0}, {3, 3, 1}, {959, 959, -1});
            ADD(&study, 100, {0, 0, 0}, {3, 3, 0}, {959, 959, 0});
            ADD(&study, 500, {3, 3, 0});
        }
        struct files files = tables_of(&study);
        for (size_t i = 0; i < sizeof names / sizeof *names; i++)
            put_pairs_lines(&said[with], &files, names[i]);
        assert_ok(asym_rank(&study.asym, &ranked, &count, &error));
        assert_int_equal(count, 3);
        for (size_t i = 0; i < count; i++)
            assert_int_equal(ranked[i].pair.b, i + 1);
        free(ranked);
        end(&study, &files);
    }
    assert_non_null(strstr(said[0].data, "pairs-S0,"));
    assert_string_equal(said[0].data, said[1].data);
    buf_free(&said[0]);
    buf_free(&said[1]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(twins_are_those_by_hand),
        cmocka_unit_test(five_are_extreme_and_of_equals_the_smaller_first),
        cmocka_unit_test(drift_and_zeros_are_those_by_hand),
        cmocka_unit_test(equal_values_have_no_correlation),
        cmocka_unit_test(where_there_is_too_little_there_is_no_row),
        cmocka_unit_test(the_order_of_arrival_changes_nothing),
        cmocka_unit_test(adding_controls_changes_nothing_of_the_pairs),
    };
    return cmocka_run_group_tests_name("twins", tests, NULL, NULL);
}

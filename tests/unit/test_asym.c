/* The asym study: toys with known answers, and the calibration by hand. */
#include "passport/edition.h"
#include "passport/external.h"
#include "study/calibrate.h"
#include "toy.h"

static void expect(const struct study *study, uint16_t w, uint16_t b, enum asym_outcome outcome,
                   int stopped, int deepest)
{
    struct asym_class class;
    assert_true(asym_look(&study->asym, (struct pair){w, b}, &class));
    assert_int_equal(class.outcome, outcome);
    assert_int_equal(class.stopped, stopped);
    assert_int_equal(class.deepest, deepest);
}

/* Every outcome once; budgets are P0 = 0, S0 = 1, S1 = 2, D0 = 3. */
static void each_class_gets_its_outcome(void **state)
{
    (void)state;
    struct study study;
    begin(&study);
    ADD(&study, 10, {0, 0, 90}, {0, 1, 20}, {0, 2, 21}, {0, 3, -99}, {0, 4, 0}, {0, 5, NONE});
    ADD(&study, 100, {0, 3, -50}, {0, 4, 51}, {0, 6, NONE}, {0, 7, 10}, {0, 9, 60});
    ADD(&study, 500, {0, 7, -41}, {0, 8, 1}, {0, 9, 2});
    ADD(&study, 1000, {0, 10, 0});
    set_up(&study);
    expect(&study, 0, 0, ASYM_CONTROL, -1, 0);
    expect(&study, 0, 1, ASYM_WAITING, -1, 0);
    expect(&study, 0, 2, ASYM_TRIAGED, 0, 0);
    expect(&study, 0, 3, ASYM_RANKED, -1, 1); /* though P0 would have put it aside */
    expect(&study, 0, 4, ASYM_WINDOW, 1, 1);
    expect(&study, 0, 5, ASYM_TRIAGED, 0, 0); /* a mate passes no window */
    expect(&study, 0, 6, ASYM_MATE, 1, 1);
    expect(&study, 0, 7, ASYM_WINDOW, 2, 2);
    expect(&study, 0, 8, ASYM_GAP, 1, 2);
    expect(&study, 0, 9, ASYM_WINDOW, 1, 2); /* evaluated past its rejection */
    expect(&study, 0, 10, ASYM_GAP, 1, 3);
    struct asym_class class;
    assert_false(asym_look(&study.asym, (struct pair){5, 6}, &class));
    evidence_free(&study.evidence);
}

static void deepening_has_no_window(void **state)
{
    (void)state;
    struct study study;
    begin(&study);
    ADD(&study, 100, {0, 1, 1}, {0, 2, 1});
    ADD(&study, 500, {0, 1, 1}, {0, 2, 1});
    ADD(&study, 2000, {0, 1, 300}, {0, 2, NONE}); /* D1; D0 was left out */
    set_up(&study);
    expect(&study, 0, 1, ASYM_RANKED, -1, 3);
    expect(&study, 0, 2, ASYM_MATE, 3, 3);
    assert_string_equal(study.asym.budgets[3].stage, "D1");
    evidence_free(&study.evidence);
}

/* Deepest first; then |cp| there, then at each shallower budget with missing last; then the pair.
 */
static void ranks_are_total(void **state)
{
    (void)state;
    static const struct pair order[] = {{0, 9}, {0, 4}, {0, 5}, {0, 3},
                                        {0, 2}, {0, 1}, {0, 6}, {0, 7}};
    struct error error = {0};
    struct study study;
    struct asym_class *ranked;
    size_t count;
    begin(&study);
    ADD(&study, 10, {0, 2, -7}, {0, 3, 6}, {0, 4, 3}, {0, 5, -3}, {0, 8, 0});
    ADD(&study, 100, {0, 1, 5}, {0, 2, 5}, {0, 3, -5}, {0, 4, 2}, {0, 5, -2}, {0, 6, 30},
        {0, 7, -30}, {0, 9, 50});
    ADD(&study, 500, {0, 9, 40});
    set_up(&study);
    assert_ok(asym_rank(&study.asym, &ranked, &count, &error));
    assert_int_equal(count, sizeof order / sizeof *order);
    for (size_t i = 0; i < count; i++)
        assert_int_equal(pair_compare(ranked[i].pair, order[i]), 0);
    free(ranked);
    evidence_free(&study.evidence);
}

/* A control is in no ranking, a mirror speaks for no class, and is known only as itself. */
static void controls_and_mirrors_are_never_ranked(void **state)
{
    (void)state;
    struct error error = {0};
    struct study study;
    struct asym_class *ranked, class;
    size_t count;
    int budget = -1;
    struct pair mirror = pair_mirror((struct pair){0, 1});
    begin(&study);
    ADD(&study, 100, {0, 1, 5}, {7, 7, 0}, {mirror.w, mirror.b, 44});
    set_up(&study);
    assert_ok(asym_rank(&study.asym, &ranked, &count, &error));
    assert_int_equal(count, 1);
    assert_int_equal(ranked[0].pair.b, 1);
    assert_int_equal(asym_mirror(&study.asym, mirror, &budget)->score, 44);
    assert_int_equal(budget, 1);
    assert_null(asym_mirror(&study.asym, (struct pair){0, 1}, &budget));
    assert_true(asym_look(&study.asym, mirror, &class));
    assert_int_equal(class.at[1]->score, 5); /* the class is known by its representative */
    free(ranked);
    evidence_free(&study.evidence);
}

/* Fills a budget with all 960 controls: cp = number * step + offset. */
static void add_controls(struct study *study, int64_t limit, int step, int offset)
{
    struct toy *toys = calloc(START_COUNT, sizeof *toys);
    assert_non_null(toys);
    for (uint16_t n = 0; n < START_COUNT; n++)
        toys[n] = (struct toy){n, n, n * step + offset};
    add_set(study, limit, toys, START_COUNT);
    free(toys);
}

/* Controls 0..10 are even at S1, 11 of them; at S0 they read 3n, so the nearest-rank percentile is
 * the ceil(0.95 * 11) = 11th of 0, 3, ..., 30; a window of 50 keeps them all. At P0 they read
 * 30 - 3n up to n = 10. */
static void windows_are_nearest_rank_percentiles(void **state)
{
    (void)state;
    struct study study;
    struct calibrate_even even;
    struct calibrate_window window;
    begin(&study);
    add_controls(&study, 10, -3, 30);
    add_controls(&study, 100, 6, 0);
    add_controls(&study, 500, 1, 0);
    set_up(&study);
    calibrate_even(&study.asym, &even);
    assert_int_equal(even.reference, 2);
    assert_int_equal(even.within, 11);
    assert_int_equal(even.used, 11);
    calibrate_window(&study.asym, &even, 1, &window);
    assert_int_equal(window.window, 60);
    assert_int_equal(window.even, 11);
    assert_int_equal(window.kept, 9); /* 0, 6, ..., 48 */
    assert_int_equal(window.kept_so_far, 9);
    calibrate_window(&study.asym, &even, 0, &window);
    assert_int_equal(window.window, 30);
    assert_int_equal(window.kept, 7); /* 30, 27, 24, 21 lie outside 20 */
    assert_int_equal(window.kept_so_far, -1);
    calibrate_window(&study.asym, &even, 2, &window);
    assert_int_equal(window.window, 10);
    assert_int_equal(window.kept, 11);
    assert_int_equal(window.kept_so_far, 9);
    evidence_free(&study.evidence);
}

/* Only three are within 10 cp, so the four most even are used: of equals, the smaller number. */
static void few_even_controls_are_topped_up(void **state)
{
    (void)state;
    struct study study;
    struct calibrate_even even;
    struct toy *toys = calloc(START_COUNT, sizeof *toys);
    assert_non_null(toys);
    for (uint16_t n = 0; n < START_COUNT; n++)
        toys[n] = (struct toy){n, n, n % 2 ? 12 : -12};
    toys[900].cp = -1;
    toys[901].cp = 10;
    toys[902].cp = 0;
    toys[3].cp = NONE;
    begin(&study);
    add_set(&study, 100, toys, START_COUNT);
    add_set(&study, 500, toys, START_COUNT - 1); /* not all: no reference */
    set_up(&study);
    calibrate_even(&study.asym, &even);
    assert_int_equal(even.reference, 1);
    assert_int_equal(even.within, 3);
    assert_int_equal(even.used, 4);
    assert_int_equal(even.numbers[0], 902);
    assert_int_equal(even.numbers[1], 900);
    assert_int_equal(even.numbers[2], 901);
    assert_int_equal(even.numbers[3], 0);
    free(toys);
    evidence_free(&study.evidence);
}

static void without_all_controls_there_is_no_reference(void **state)
{
    (void)state;
    struct study study;
    struct calibrate_even even;
    struct calibrate_window window;
    begin(&study);
    ADD(&study, 100, {5, 5, 3});
    set_up(&study);
    calibrate_even(&study.asym, &even);
    assert_int_equal(even.reference, -1);
    assert_int_equal(even.used, 0);
    calibrate_window(&study.asym, &even, 1, &window);
    assert_int_equal(window.window, -1);
    assert_int_equal(window.controls, 1);
    evidence_free(&study.evidence);
}

static void dates_are_real_days(void **state)
{
    (void)state;
    struct error error = {0};
    int64_t epoch;
    assert_ok(edition_epoch("1970-01-01", &epoch, &error));
    assert_int_equal(epoch, 0);
    assert_ok(edition_epoch("2026-11-30", &epoch, &error)); /* date -ud 2026-11-30 +%s */
    assert_int_equal(epoch, 1795996800);
    assert_ok(edition_epoch("2000-02-29", &epoch, &error));
    assert_int_equal(epoch, 951782400);
    static const char *const wrong[] = {
        "2026-02-30", "2025-02-29", "2100-02-29", "2026-13-01", "2026-00-10",
        "2026-1-1",   "1969-12-31", "2026-04-31", "20x6-01-01", ""};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        assert_int_equal(edition_epoch(wrong[i], &epoch, &error), STATUS_WRONG);
}

static void ladders_are_checked(void **state)
{
    (void)state;
    struct error error = {0};
    struct ladder ladder;
    char name[8];
    assert_ok(ladder_read("l", text_of(toy_ladder), &ladder, &error));
    assert_int_equal(ladder.first_ranking, 1);
    assert_int_equal(ladder_find(&ladder, 500), 2);
    assert_int_equal(ladder_find(&ladder, 1000), 3);
    assert_int_equal(ladder_find(&ladder, 8000), 6);
    assert_int_equal(ladder_find(&ladder, 3000), -1);
    ladder_name(&ladder, 6, name);
    assert_string_equal(name, "D3");
    static const struct {
        const char *from, *to, *message;
    } cases[] = {
        {"\"nodes\":500", "\"nodes\":100", "l: S1: its budget is not above that of S0"},
        {"\"window_cp\":40,", "\"window_cp\":41,", "l: S1: the window is not the published one"},
        {",\"triage\":true", "", "l: P0: a stage is named P where it is triage, else S"},
        {"\"first_nodes\":1000", "\"first_nodes\":500",
         "l: deepening starts below the budget of the last stage"},
        {"\"even_cp\":10", "\"even_cp\":-1", "l: calibration.even_cp: -1 is not from 0 to 1000"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct buf text = {0};
        const char *at = strstr(toy_ladder, cases[i].from);
        buf_put(&text, toy_ladder, (size_t)(at - toy_ladder));
        buf_puts(&text, cases[i].to);
        buf_puts(&text, at + strlen(cases[i].from));
        assert_refused(ladder_read("l", text_of(text.data), &ladder, &error), STATUS_WRONG,
                       cases[i].message);
        buf_free(&text);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_class_gets_its_outcome),
        cmocka_unit_test(deepening_has_no_window),
        cmocka_unit_test(ranks_are_total),
        cmocka_unit_test(controls_and_mirrors_are_never_ranked),
        cmocka_unit_test(windows_are_nearest_rank_percentiles),
        cmocka_unit_test(few_even_controls_are_topped_up),
        cmocka_unit_test(without_all_controls_there_is_no_reference),
        cmocka_unit_test(dates_are_real_days),
        cmocka_unit_test(ladders_are_checked),
    };
    return cmocka_run_group_tests_name("asym", tests, NULL, NULL);
}

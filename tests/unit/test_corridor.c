/* The encyclopedia: corridor.json, and toys whose verdicts are worked out by hand. */
#include "study/corridor_tables.h"
#include "toy.h"

#include <stdio.h>

/* Of the toy ladder S1, D0, D1 and D2. */
static const char toy_corridor[] =
    "{\"study\":\"asym\",\"max_cp\":5,\"limits\":[500,1000,2000,4000],"
    "\"near\":{\"from_nodes\":500,\"max_cp\":10},\"controls_at_least\":3,\"confirmers\":["
    "{\"engine\":\"deep\",\"limit_kind\":\"depth\",\"limit\":5},"
    "{\"engine\":\"wide\",\"limit_kind\":\"nodes\",\"limit\":300}]}";

static enum status read_corridor(const char *text, struct corridor *corridor, struct error *error)
{
    struct ladder ladder;
    if (ladder_read("ladder", text_of(toy_ladder), &ladder, error))
        fail_msg("%s", error->text);
    return corridor_read("corridor", text_of(text), &ladder, "toy", corridor, error);
}

/* The toy corridor with `from` replaced by `to`. */
static enum status read_changed(const char *from, const char *to, struct corridor *corridor,
                                struct error *error)
{
    struct buf text = {0};
    const char *at = strstr(toy_corridor, from);
    assert_non_null(at);
    buf_put(&text, toy_corridor, (size_t)(at - toy_corridor));
    buf_puts(&text, to);
    buf_puts(&text, at + strlen(from));
    enum status status = read_corridor(text.data, corridor, error);
    buf_free(&text);
    return status;
}

/* ---- the document ---- */

static void it_is_read(void **state)
{
    (void)state;
    struct error error = {0};
    struct corridor corridor;
    assert_ok(read_corridor(toy_corridor, &corridor, &error));
    assert_int_equal(corridor.max_cp, 5);
    assert_int_equal(corridor.limits[3], 4000);
    assert_int_equal(corridor.near_from, 500);
    assert_int_equal(corridor.near_max_cp, 10);
    assert_int_equal(corridor.controls_at_least, 3);
    assert_int_equal(corridor.confirmer_count, 2);
    assert_int_equal(corridor.confirmers[0].kind, LIMIT_DEPTH);
    assert_ptr_equal(corridor_confirmer_of(&corridor, "wide"), &corridor.confirmers[1]);
    assert_int_equal(corridor.confirmers[1].limit, 300);
    assert_null(corridor_confirmer_of(&corridor, "toy"));
}

/* Deepening starts at 1000 and doubles. */
static void limits_left_out_are_the_first_of_deepening(void **state)
{
    (void)state;
    struct error error = {0};
    struct corridor corridor;
    assert_ok(read_changed("\"limits\":[500,1000,2000,4000],", "", &corridor, &error));
    for (int i = 0; i < CORRIDOR_LIMITS; i++)
        assert_int_equal(corridor.limits[i], 1000 << i);
}

static void nonsense_is_refused(void **state)
{
    (void)state;
    static const struct {
        const char *from, *to, *message;
    } cases[] = {
        {"1000,2000,4000", "1000,2000", "corridor: limits: 3 entries, which are too few"},
        {"1000,2000", "1000,3000", "corridor: 3000 nodes are no budget of the ladder"},
        {"[500,1000", "[10,1000", "corridor: at 10 nodes there is triage alone"},
        {"1000,2000", "2000,1000", "corridor: limits: 1000 is not above 2000"},
        {"1000,2000", "1000,1000", "corridor: limits: 1000 is not above 1000"},
        {"\"from_nodes\":500", "\"from_nodes\":501",
         "corridor: 501 nodes are no budget of the ladder"},
        {"\"from_nodes\":500", "\"from_nodes\":10", "corridor: at 10 nodes there is triage alone"},
        {"\"from_nodes\":500", "\"from_nodes\":8000",
         "corridor: near.from_nodes is above the last limit, 4000"},
        {"\"max_cp\":10", "\"max_cp\":4", "corridor: near.max_cp is below max_cp"},
        {"\"deep\"", "\"toy\"", "corridor: toy ranks, and cannot confirm itself"},
        {"\"deep\"", "\"wide\"", "corridor: wide stands twice among the confirmers"},
        {"\"limit\":5", "\"limit\":256", "corridor: deep: a depth of 256, at most 255 are known"},
        {",{\"engine\":\"wide\",\"limit_kind\":\"nodes\",\"limit\":300}", "",
         "corridor: confirmers: 1 entries, which are too few"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct error error = {0};
        struct corridor corridor = {.max_cp = -1};
        assert_int_equal(read_changed(cases[i].from, cases[i].to, &corridor, &error), STATUS_WRONG);
        assert_string_equal(error.text, cases[i].message);
        assert_int_equal(corridor.max_cp, -1);
    }
}

static void a_confirmer_is_limited_as_the_passport_says(void **state)
{
    (void)state;
    struct error error = {0};
    struct corridor corridor;
    assert_ok(read_corridor(toy_corridor, &corridor, &error));
    cJSON *good = cJSON_Parse("{\"engines\":{\"deep\":{\"limit_kind\":\"depth\"}}}");
    cJSON *bad = cJSON_Parse("{\"engines\":{\"wide\":{\"limit_kind\":\"depth\"}}}");
    assert_ok(corridor_check("corridor", &corridor, good, &error));
    assert_int_equal(corridor_check("corridor", &corridor, bad, &error), STATUS_WRONG);
    assert_string_equal(
        error.text, "corridor: wide is to confirm by nodes, but the passport limits it by depth");
    cJSON_Delete(good);
    cJSON_Delete(bad);
}

/* ---- drift ---- */

static void one_way_alone_is_drift(void **state)
{
    (void)state;
    static const struct {
        int32_t cp[CORRIDOR_LIMITS];
        bool drifts;
    } cases[] = {
        {{-4, -1, 2, 5}, true},   /* up */
        {{3, 2, 1, -1}, true},    /* down */
        {{-4, -1, -1, 5}, false}, /* a step of nothing */
        {{-4, 2, -1, 5}, false},  /* one turn */
        {{0, 0, 0, 0}, false},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        assert_int_equal(corridor_drifts(cases[i].cp), cases[i].drifts);
}

/* Of the 24 orders of four different values, 2. */
static void one_order_in_twelve_drifts(void **state)
{
    (void)state;
    int orders = 0, drifting = 0;
    for (int i = 0; i < 256; i++) {
        const int32_t cp[] = {i & 3, i >> 2 & 3, i >> 4 & 3, i >> 6 & 3};
        if ((1 << cp[0] | 1 << cp[1] | 1 << cp[2] | 1 << cp[3]) != 15)
            continue;
        orders++;
        drifting += corridor_drifts(cp);
    }
    assert_int_equal(orders, 24);
    assert_int_equal(drifting, 2);
}

/* ---- verdicts ---- */

struct toys {
    struct study study;
    struct corridor corridor;
    struct corridor_judged judged;
};

static const struct asked deep = {"deep", LIMIT_DEPTH, 5, ROLE_CONFIRM};
static const struct asked wide = {"wide", LIMIT_NODES, 300, ROLE_CONFIRM};

#define ASK(toys, asked, ...)                                                                      \
    do {                                                                                           \
        const struct toy toys_[] = {__VA_ARGS__};                                                  \
        add_asked(&(toys)->study, asked, toys_, sizeof toys_ / sizeof *toys_);                     \
    } while (0)

static void begin_toys(struct toys *toys)
{
    struct error error = {0};
    *toys = (struct toys){0};
    begin(&toys->study);
    assert_ok(read_corridor(toy_corridor, &toys->corridor, &error));
}

static void judge_toys(struct toys *toys)
{
    struct error error = {0};
    set_up(&toys->study);
    assert_ok(corridor_judge(&toys->study.asym, &toys->study.evidence, &toys->corridor,
                             &toys->judged, &error));
}

static void end_toys(struct toys *toys)
{
    corridor_judged_free(&toys->judged);
    evidence_free(&toys->study.evidence);
}

/* Does the class of (0, b) stand at that place with that verdict and those reasons? */
static void expect(const struct toys *toys, size_t place, uint16_t b, enum corridor_verdict verdict,
                   const char *reasons)
{
    struct buf out = {0};
    const struct corridor_class *class = &toys->judged.classes[place];
    assert_in_range(place, 0, toys->judged.count - 1);
    assert_int_equal(class->ranked.pair.w, 0);
    assert_int_equal(class->ranked.pair.b, b);
    corridor_put_reasons(&toys->judged, class, &out);
    buf_puts(&out, "");
    assert_string_equal(out.data ? out.data : "", reasons);
    assert_int_equal(class->verdict, verdict);
    buf_free(&out);
}

/* deep: 3, 9, 20: 9. wide: 1, 4, 7, 10: 5.5, and a mate that is left out. */
static void add_toy_controls(struct toys *toys)
{
    ASK(toys, &deep, {1, 1, 20}, {2, 2, -9}, {3, 3, 3});
    ASK(toys, &wide, {1, 1, 4}, {2, 2, -7}, {3, 3, NONE}, {4, 4, 10}, {5, 5, -1});
}

static void medians_are_those_of_the_controls(void **state)
{
    (void)state;
    struct toys toys;
    begin_toys(&toys);
    add_toy_controls(&toys);
    ASK(&toys, &wide, {0, 1, 1000}); /* no control */
    judge_toys(&toys);
    assert_int_equal(toys.judged.medians[0].controls, 3);
    assert_int_equal(toys.judged.medians[0].mates, 0);
    assert_int_equal(toys.judged.medians[0].twice_median, 18);
    assert_int_equal(toys.judged.medians[1].controls, 4);
    assert_int_equal(toys.judged.medians[1].mates, 1);
    assert_int_equal(toys.judged.medians[1].twice_median, 11);
    assert_int_equal(toys.judged.count, 0);
    end_toys(&toys);
}

/* The mate does not count towards the three. */
static void few_controls_have_no_median(void **state)
{
    (void)state;
    struct toys toys;
    begin_toys(&toys);
    ASK(&toys, &wide, {1, 1, 4}, {2, 2, -7}, {3, 3, NONE});
    judge_toys(&toys);
    assert_int_equal(toys.judged.medians[0].controls, 0);
    assert_int_equal(toys.judged.medians[0].twice_median, -1);
    assert_int_equal(toys.judged.medians[1].controls, 2);
    assert_int_equal(toys.judged.medians[1].twice_median, -1);
    end_toys(&toys);
}

/* Classes (0, b) by b, all of them through S0:
 *     1  -5, 5, 0, 1 and -8, 5      inside to the last, below 9 and below 5.5: admitted
 *     2  1, 6, 0, 2                 outside at 1000
 *     3  -4, -1, 2, 5               drifts
 *     4  deep reads 9               not below 9
 *     5  wide finds a mate
 *     6  no value at 2000           open
 *     7  wide was not asked, and has searched it for itself: open
 *     8  11 at the deepest          no candidate, and outside
 *     9  at 500 alone, 40           no candidate, outside, and all else is missing
 *    10  at S0 alone                not judged
 * By rank: deepest first, then |cp| from there upwards. */
static void each_reason_is_reached(void **state)
{
    (void)state;
    struct toys toys;
    begin_toys(&toys);
    add_toy_controls(&toys);
    ADD(&toys.study, 100, {0, 1, 9}, {0, 2, 9}, {0, 3, 9}, {0, 4, 9}, {0, 5, 9}, {0, 6, 9},
        {0, 7, 9}, {0, 8, 9}, {0, 9, 9}, {0, 10, 9});
    ADD(&toys.study, 500, {0, 1, -5}, {0, 2, 1}, {0, 3, -4}, {0, 4, 0}, {0, 5, 0}, {0, 6, 0},
        {0, 7, 0}, {0, 8, 0}, {0, 9, 40});
    ADD(&toys.study, 1000, {0, 1, 5}, {0, 2, 6}, {0, 3, -1}, {0, 4, 0}, {0, 5, 0}, {0, 6, 0},
        {0, 7, 0}, {0, 8, 0});
    ADD(&toys.study, 2000, {0, 1, 0}, {0, 2, 0}, {0, 3, 2}, {0, 4, 0}, {0, 5, 1}, {0, 7, 2},
        {0, 8, 0});
    ADD(&toys.study, 4000, {0, 1, 1}, {0, 2, 2}, {0, 3, 5}, {0, 4, 3}, {0, 5, 3}, {0, 6, 4},
        {0, 7, 4}, {0, 8, 11});
    ASK(&toys, &deep, {0, 1, -8}, {0, 2, 0}, {0, 3, 0}, {0, 4, 9}, {0, 5, 0}, {0, 6, 0}, {0, 7, 0},
        {0, 8, 0});
    ASK(&toys, &wide, {0, 1, 5}, {0, 2, 0}, {0, 3, 0}, {0, 4, 0}, {0, 5, NONE}, {0, 6, 0},
        {0, 8, 0});
    const struct asked alone = {"wide", LIMIT_NODES, 300, ROLE_SEARCH};
    ASK(&toys, &alone, {0, 7, 0});
    judge_toys(&toys);
    assert_int_equal(toys.judged.count, 9);
    expect(&toys, 0, 1, CORRIDOR_ADMITTED, "");
    expect(&toys, 1, 2, CORRIDOR_REJECTED, "outside:1000");
    expect(&toys, 2, 4, CORRIDOR_REJECTED, "not_confirmed:deep");
    expect(&toys, 3, 5, CORRIDOR_REJECTED, "mate:wide");
    expect(&toys, 4, 7, CORRIDOR_OPEN, "no_confirmation:wide");
    expect(&toys, 5, 6, CORRIDOR_OPEN, "not_evaluated:2000");
    expect(&toys, 6, 3, CORRIDOR_REJECTED, "drift");
    expect(&toys, 7, 8, CORRIDOR_REJECTED, "outside:4000");
    expect(&toys, 8, 9, CORRIDOR_REJECTED,
           "outside:500 not_evaluated:1000+2000+4000 no_confirmation:deep+wide");
    for (size_t i = 0; i < toys.judged.count; i++) {
        assert_int_equal(toys.judged.classes[i].rank, i + 1);
        assert_int_equal(toys.judged.classes[i].candidate, i < 7);
    }
    end_toys(&toys);
}

/* A median that is missing leaves open; what is known to fail rejects all the same. */
static void few_controls_leave_open(void **state)
{
    (void)state;
    struct toys toys;
    begin_toys(&toys);
    ADD(&toys.study, 100, {0, 1, 0}, {0, 2, 0});
    ADD(&toys.study, 500, {0, 1, 0}, {0, 2, 0});
    ADD(&toys.study, 1000, {0, 1, 0}, {0, 2, 0});
    ADD(&toys.study, 2000, {0, 1, 0}, {0, 2, 0});
    ADD(&toys.study, 4000, {0, 1, 0}, {0, 2, 0});
    ASK(&toys, &deep, {0, 1, 0}, {0, 2, 0}, {1, 1, 20}, {2, 2, -9}, {3, 3, 3});
    ASK(&toys, &wide, {0, 1, 0}, {0, 2, NONE}, {1, 1, 4}, {2, 2, 7});
    judge_toys(&toys);
    expect(&toys, 0, 1, CORRIDOR_OPEN, "few_controls:wide");
    expect(&toys, 1, 2, CORRIDOR_REJECTED, "mate:wide few_controls:wide");
    assert_int_equal(corridor_below(&toys.judged, &toys.judged.classes[0], 0), 1);
    assert_int_equal(corridor_below(&toys.judged, &toys.judged.classes[0], 1), -1);
    assert_int_equal(corridor_below(&toys.judged, &toys.judged.classes[1], 1), 0);
    end_toys(&toys);
}

/* What the confirmers are asked: ranks 1 and 2; the third is 11 cp off, the last not deep. */
static void candidates_come_by_rank(void **state)
{
    (void)state;
    struct error error = {0};
    struct toys toys;
    struct pair *candidates;
    size_t count;
    begin_toys(&toys);
    ADD(&toys.study, 100, {0, 1, 9}, {0, 2, 9}, {0, 3, 9}, {0, 4, 0});
    ADD(&toys.study, 500, {0, 1, -10}, {0, 2, 3}, {0, 3, 11});
    set_up(&toys.study);
    assert_ok(corridor_candidates(&toys.study.asym, &toys.corridor, &candidates, &count, &error));
    assert_int_equal(count, 2);
    assert_int_equal(candidates[0].b, 2);
    assert_int_equal(candidates[1].b, 1);
    free(candidates);
    end_toys(&toys);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(it_is_read),
        cmocka_unit_test(limits_left_out_are_the_first_of_deepening),
        cmocka_unit_test(nonsense_is_refused),
        cmocka_unit_test(a_confirmer_is_limited_as_the_passport_says),
        cmocka_unit_test(one_way_alone_is_drift),
        cmocka_unit_test(one_order_in_twelve_drifts),
        cmocka_unit_test(medians_are_those_of_the_controls),
        cmocka_unit_test(few_controls_have_no_median),
        cmocka_unit_test(each_reason_is_reached),
        cmocka_unit_test(few_controls_leave_open),
        cmocka_unit_test(candidates_come_by_rank),
    };
    return cmocka_run_group_tests_name("corridor", tests, NULL, NULL);
}

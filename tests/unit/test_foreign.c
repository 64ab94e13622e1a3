/* Foreign lists: numbers, lines, names, and the comparison with toys. What a user sees is in
 * tests/cli/compare.sh; tests/oracle/compare.py computes the joined rows a second time. */
#include "study/compare.h"
#include "study/foreign_columns.h"
#include "study/foreign_value.h"
#include "study/stats.h"
#include "test.h"

/* ---- values ---- */

static void must_be(const char *text, bool comma, enum foreign_value_kind kind, int64_t value)
{
    struct foreign_value found = foreign_value_read(text_of(text), comma);
    assert_int_equal(found.kind, kind);
    if (kind == FOREIGN_VALUE_NUMBER)
        assert_int_equal(found.millionths, value);
}

static void numbers_as_lists_spell_them(void **state)
{
    (void)state;
    must_be("+0.23", false, FOREIGN_VALUE_NUMBER, 230000);
    must_be("-.5", false, FOREIGN_VALUE_NUMBER, -500000);
    must_be("7.", false, FOREIGN_VALUE_NUMBER, 7000000);
    must_be("007", false, FOREIGN_VALUE_NUMBER, 7000000);
    must_be("\xe2\x88\x92"
            "12",
            false, FOREIGN_VALUE_NUMBER, -12000000);
    must_be("0,25", true, FOREIGN_VALUE_NUMBER, 250000);
    must_be("0.1234567", false, FOREIGN_VALUE_NUMBER, 123456);
    must_be("61.5 %", false, FOREIGN_VALUE_NUMBER, 61500000);
    must_be("999999999.999999", false, FOREIGN_VALUE_NUMBER, INT64_C(999999999999999));
    must_be("", false, FOREIGN_VALUE_NONE, 0);
    static const char *const mates[] = {"#5", "-M3", "M12", "#-3", "+m1"};
    for (size_t i = 0; i < sizeof mates / sizeof *mates; i++)
        must_be(mates[i], false, FOREIGN_VALUE_MATE, 0);
    static const char *const wrong[] = {"0,25",  "1000000000", "1e3",  ".",   "+", "--1",
                                        "1.2.3", "nan",        "0x10", "1%%", "M", "12 cp"};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        must_be(wrong[i], false, FOREIGN_VALUE_WRONG, 0);
}

static void shares_of_games(void **state)
{
    (void)state;
    struct text parts[3];
    struct foreign_value three[3];
    int64_t share;
    assert_true(foreign_value_split(text_of("1/1 | 1"), parts));
    for (int i = 0; i < 3; i++)
        three[i] = foreign_value_read(parts[i], false);
    assert_true(foreign_value_share(&three[0], &three[1], &three[2], &share));
    assert_int_equal(share, 333333);
    three[2].millionths = -1;
    assert_false(foreign_value_share(&three[0], &three[1], &three[2], &share));
    memset(three, 0, sizeof three);
    three[0].kind = three[1].kind = three[2].kind = FOREIGN_VALUE_NUMBER;
    assert_false(foreign_value_share(&three[0], &three[1], &three[2], &share));
    assert_false(foreign_value_split(text_of("1 2"), parts));
    assert_false(foreign_value_split(text_of("1 2 3 4"), parts));
    assert_int_equal(foreign_value_round(-15, 10), -2);
    assert_int_equal(foreign_value_round(14, 10), 1);
}

/* ---- ranks ---- */

/* The example of Wikipedia's "Spearman's rank correlation coefficient": rho = -29/165. */
static void spearman_of_a_published_example(void **state)
{
    (void)state;
    static const int32_t iq[] = {106, 100, 86, 101, 99, 103, 97, 113, 112, 110};
    static const int32_t hours[] = {7, 27, 2, 50, 28, 29, 20, 12, 6, 17};
    int32_t x[10], y[10];
    double rho;
    assert_true(stats_double_ranks(iq, 10, x));
    assert_true(stats_double_ranks(hours, 10, y));
    assert_true(stats_rank_correlation(x, y, 10, &rho));
    assert_int_equal(stats_scaled(rho, 1000000000), -175757576);
}

static void ties_share_their_places(void **state)
{
    (void)state;
    static const int32_t values[] = {5, -1, 5, 9, 5};
    static const int32_t expected[] = {6, 10, 6, 2, 6}; /* twice 3, 5, 3, 1, 3 */
    int32_t ranks[5];
    double rho;
    assert_true(stats_double_ranks(values, 5, ranks));
    assert_memory_equal(ranks, expected, sizeof ranks);
    static const int32_t equal[] = {6, 6, 6, 6, 6};
    assert_false(stats_rank_correlation(ranks, equal, 5, &rho));
    assert_false(stats_rank_correlation(ranks, ranks, 1, &rho));
    assert_true(stats_double_ranks(values, 0, ranks));
}

/* As many as there are pairs: nothing overflows, and a reversed order is the opposite. */
static void spearman_of_all_pairs(void **state)
{
    (void)state;
    int32_t *x = calloc(2 * (size_t)PAIR_COUNT, sizeof *x), *y = x + PAIR_COUNT;
    double rho;
    assert_non_null(x);
    for (int32_t i = 0; i < PAIR_COUNT; i++) {
        x[i] = 2 * (i + 1);
        y[i] = 2 * (PAIR_COUNT - i);
    }
    assert_true(stats_rank_correlation(x, x, PAIR_COUNT, &rho));
    assert_int_equal(stats_scaled(rho, 1000000000), 1000000000);
    assert_true(stats_rank_correlation(x, y, PAIR_COUNT, &rho));
    assert_int_equal(stats_scaled(rho, 1000000000), -1000000000);
    free(x);
}

/* ---- lines ---- */

static void csv_fields(void **state)
{
    (void)state;
    struct error error = {0};
    struct listing listing;
    struct text text = text_of("\xef\xbb\xbf# note\r\n\n a ;\"b;c\"; d\r\n1;;\n#2;3;4;5\n \"6\n");
    assert_ok(listing_open(&listing, "x", text, &error));
    assert_false(listing.is_epd);
    assert_int_equal(listing.count, 3);
    assert_true(text_is(listing.columns[0], "a"));
    assert_true(text_is(listing.columns[1], "b;c"));
    assert_true(text_is(listing.columns[2], "d"));
    assert_true(listing_next(&listing));
    assert_int_equal(listing.line, 4);
    assert_true(text_is(listing.fields[0], "1"));
    assert_true(text_is(listing.fields[2], ""));
    assert_false(listing.is_short || listing.has_extra);
    assert_true(listing_next(&listing)); /* "#2" is no comment */
    assert_true(text_is(listing.fields[0], "#2"));
    assert_true(listing.has_extra);
    assert_true(listing_next(&listing));
    assert_true(listing.is_short && listing.is_unended);
    assert_null(listing.fields[1].data);
    assert_false(listing_next(&listing));
}

static void epd_operations(void **state)
{
    (void)state;
    struct error error = {0};
    struct listing listing;
    struct text text = text_of("a/b/c/d/e/f/g/h w KQkq - 0 1; ce 5; c0 \"x; y\"; ce 6; pv e4 e5;\n"
                               "  1 2 3 4 id \"z\";; acd 9");
    assert_ok(listing_open(&listing, "x", text, &error));
    assert_true(listing.is_epd);
    assert_true(listing_next(&listing));
    assert_int_equal(listing.line, 1);
    assert_int_equal(listing.count, 4);
    assert_true(text_is(listing.fields[0], "a/b/c/d/e/f/g/h w KQkq -"));
    assert_true(text_is(listing.fields[1], "5"));
    assert_true(text_is(listing.fields[2], "x; y"));
    assert_true(text_is(listing.fields[3], "e4 e5"));
    assert_true(listing.has_counters && listing.has_extra && !listing.is_unended);
    assert_true(listing_next(&listing));
    assert_true(text_is(listing.fields[0], "1 2 3 4"));
    assert_null(listing.fields[1].data);
    assert_true(text_is(listing.columns[4], "id") && text_is(listing.fields[4], "z"));
    assert_true(text_is(listing.fields[5], "9"));
    assert_true(listing.is_unended && !listing.has_counters);
    assert_false(listing_next(&listing));
}

/* More operations than there is room for. */
static void epd_with_many_opcodes(void **state)
{
    (void)state;
    struct error error = {0};
    struct listing listing;
    struct buf text = {0};
    buf_puts(&text, "a/b/c/d/e/f/g/h w - -");
    for (int i = 0; i < LISTING_COLUMNS_MAX; i++)
        buf_printf(&text, " o%d 1;", i);
    assert_ok(listing_open(&listing, "x", buf_text(&text), &error));
    assert_true(listing_next(&listing));
    assert_int_equal(listing.count, LISTING_COLUMNS_MAX);
    assert_true(listing.has_extra);
    buf_free(&text);
}

/* ---- names ---- */

static void expect_roles(const char *header, const char *given, const enum foreign_role *roles)
{
    struct error error = {0};
    struct listing listing;
    struct foreign_columns columns = {.name = "x", .given = given};
    assert_ok(listing_open(&listing, "x", text_of(header), &error));
    assert_ok(foreign_columns_check(&columns, &error));
    assert_ok(foreign_columns_add(&columns, &listing, &error));
    for (size_t i = 0; i < listing.count; i++)
        assert_string_equal(foreign_role_name(columns.roles[i]), foreign_role_name(roles[i]));
}

#define ROLES(...)                                                                                 \
    (const enum foreign_role[])                                                                    \
    {                                                                                              \
        __VA_ARGS__                                                                                \
    }

static void names_in_their_company(void **state)
{
    (void)state;
    expect_roles(
        "SP-ID,Start position,Eval,DEPTH,remark", NULL,
        ROLES(FOREIGN_NUMBER, FOREIGN_POSITION, FOREIGN_EVAL, FOREIGN_DEPTH, FOREIGN_NONE));
    expect_roles("w,b,cp", NULL, ROLES(FOREIGN_W, FOREIGN_B, FOREIGN_CP));
    expect_roles("w,b,draw rate", NULL, ROLES(FOREIGN_W, FOREIGN_B, FOREIGN_DRAW));
    expect_roles("fen,w,d,l", NULL,
                 ROLES(FOREIGN_POSITION, FOREIGN_WIN, FOREIGN_DRAW, FOREIGN_LOSS));
    expect_roles("White,Draws,Black,letters", NULL,
                 ROLES(FOREIGN_WIN, FOREIGN_DRAW, FOREIGN_LOSS, FOREIGN_POSITION));
    expect_roles("n,w,d", NULL, ROLES(FOREIGN_NUMBER, FOREIGN_WIN, FOREIGN_DRAW));
    expect_roles("n,white start,b,d", NULL,
                 ROLES(FOREIGN_NUMBER, FOREIGN_W, FOREIGN_B, FOREIGN_DRAW));
    expect_roles("w,b,d,n", "w=w,b=b,n=none",
                 ROLES(FOREIGN_W, FOREIGN_B, FOREIGN_DRAW, FOREIGN_NONE));
    expect_roles("w,b,win,draw,loss", NULL,
                 ROLES(FOREIGN_W, FOREIGN_B, FOREIGN_WIN, FOREIGN_DRAW, FOREIGN_LOSS));
    expect_roles("sp,SCORE (cp)", "score cp=cp", ROLES(FOREIGN_NUMBER, FOREIGN_CP));
}

static void names_that_may_mean_two_things(void **state)
{
    (void)state;
    struct error error = {0};
    struct listing listing;
    struct foreign_columns columns = {.name = "x"};
    assert_ok(listing_open(&listing, "x", text_of("n,w,draws,b"), &error));
    assert_refused(foreign_columns_add(&columns, &listing, &error), STATUS_CANNOT,
                   "x: columns 'w' and 'b': starts or games? Say --columns W=w,B=b or W=win,B=loss "
                   "with their names");
}

/* ---- lists ---- */

static void read_list(const char *text, struct foreign *foreign)
{
    struct error error = {0};
    struct foreign_options options = {.first = -1, .noted = 3};
    assert_ok(foreign_read("x", text_of(text), &options, foreign, &error));
}

static void rows_in_one_unit(void **state)
{
    (void)state;
    struct foreign foreign;
    read_list("n,eval\n0,0.12345\n1,-1\n2,20\n2,20.00\n", &foreign);
    assert_int_equal(foreign.count, 3);
    assert_int_equal(foreign.unit, FOREIGN_IN_PAWNS);
    assert_int_equal(foreign.rows[0].value, 1235); /* 12.35 cp, rounded */
    assert_int_equal(foreign.rows[1].value, -10000);
    assert_int_equal(foreign.rows[2].value, 200000);
    assert_int_equal(foreign.odd[FOREIGN_REPEATED], 1);
    assert_false(foreign_is_faulty(&foreign));
    foreign_free(&foreign);
    read_list("n,cp\n0,10000\n1,-10000.01\n2,0.00499\n", &foreign);
    assert_int_equal(foreign.count, 2);
    assert_int_equal(foreign.rows[0].value, 1000000);
    assert_int_equal(foreign.rows[1].value, 0);
    assert_int_equal(foreign.odd[FOREIGN_MATE], 1);
    foreign_free(&foreign);
    read_list("n,draws\n0,50\n1,1\n2,-3\n3,12.3456\n", &foreign);
    assert_true(foreign.is_draws && foreign.unit == FOREIGN_IN_PERCENT);
    assert_int_equal(foreign.count, 3);
    assert_int_equal(foreign.rows[1].value, 10000);
    assert_int_equal(foreign.rows[2].value, 123456);
    foreign_free(&foreign);
}

/* Only the first few notes are kept, all are counted, and they come by kind and line. */
static void notes_are_few_and_sorted(void **state)
{
    (void)state;
    struct foreign foreign;
    read_list("n,cp\n1,x\n2000,1\n2,x\n3,x\n4,x\n5,\n", &foreign);
    assert_int_equal(foreign.odd[FOREIGN_WRONG_VALUE], 4);
    assert_int_equal(foreign.note_count, 5);
    static const uint32_t lines[] = {3, 2, 4, 5, 7};
    for (size_t i = 0; i < 5; i++)
        assert_int_equal(foreign.notes[i].line, lines[i]);
    assert_string_equal(foreign.words.data + foreign.notes[0].words, "2000");
    foreign_free(&foreign);
}

/* ---- comparison ---- */

static const char toy_ladder[] =
    "{\"study\":\"asym\",\"stages\":["
    "{\"name\":\"S0\",\"nodes\":100,\"window_cp\":50,\"published_window_cp\":50,"
    "\"source\":\"published\"},"
    "{\"name\":\"S1\",\"nodes\":500,\"window_cp\":40,\"published_window_cp\":40,"
    "\"source\":\"published\"}],"
    "\"deepening\":{\"first_nodes\":1000,\"factor\":2},"
    "\"calibration\":{\"even_cp\":10,\"even_at_least\":4,\"percentile\":95}}";

/* 0:1 at both stages, its mirror in its own right, 0:2 only to confirm, 0:3 a mate. */
static const struct evaluation shallow[] = {
    {.pair = {0, 1}, .role = ROLE_SEARCH, .score = 10, .win = 10, .draw = 980, .loss = 10},
    {.pair = {0, 2}, .role = ROLE_CONFIRM, .score = 11, .win = 10, .draw = 980, .loss = 10},
    {.pair = {0, 3}, .role = ROLE_SEARCH, .mate = true, .score = 5, .win = 1000},
    {.pair = {0, 4}, .role = ROLE_SEARCH, .score = 12, .win = EVIDENCE_NO_WDL},
};
static const struct evaluation deep[] = {
    {.pair = {0, 1}, .role = ROLE_SEARCH, .score = 20, .win = 10, .draw = 900, .loss = 90},
};

struct toys {
    struct ladder ladder;
    struct evidence evidence;
    struct evidence_set sets[2];
    struct evaluation mirrored[2];
    struct asym asym;
};

static void set_up(struct toys *toys)
{
    struct error error = {0};
    *toys = (struct toys){.mirrored = {deep[0], deep[0]}};
    assert_ok(ladder_read("ladder", text_of(toy_ladder), &toys->ladder, &error));
    toys->mirrored[1].pair = pair_mirror(deep[0].pair);
    toys->mirrored[1].role = ROLE_MIRROR;
    toys->mirrored[1].score = 30;
    toys->sets[0] = (struct evidence_set){.engine = (char *)"toy", .limit = 100};
    toys->sets[0].rows = (struct evaluation *)shallow;
    toys->sets[0].count = sizeof shallow / sizeof *shallow;
    toys->sets[1] = (struct evidence_set){.engine = (char *)"toy", .limit = 500};
    toys->sets[1].rows = toys->mirrored;
    toys->sets[1].count = 2;
    toys->evidence = (struct evidence){toys->sets, 2};
    assert_ok(asym_init(&toys->asym, &toys->ladder, &toys->evidence, "toy", &error));
}

static void run_toys(const char *list, struct compare_options options, struct compare *compare)
{
    struct error error = {0};
    struct toys toys;
    struct foreign foreign;
    set_up(&toys);
    read_list(list, &foreign);
    assert_ok(compare_run(&toys.asym, &foreign, &options, compare, &error));
    foreign_free(&foreign);
}

/* The mirror of 0:1 is itself evaluated; that of 0:4 is not, and 0:2 was only confirmed. */
static void each_pair_finds_its_own(void **state)
{
    (void)state;
    struct compare compare;
    struct pair mirror = pair_mirror((struct pair){0, 1}), other = pair_mirror((struct pair){0, 4});
    char list[200];
    snprintf(list, sizeof list, "w,b,cp\n%u,%u,1\n0,1,5\n%u,%u,2\n0,2,3\n0,3,4\n0,5,6\n", mirror.w,
             mirror.b, other.w, other.b);
    run_toys(list, (struct compare_options){.budget = COMPARE_DEEPEST}, &compare);
    assert_int_equal(compare.count, 2);
    assert_int_equal(compare.absent, 2);
    assert_int_equal(compare.only_mirror, 1);
    assert_int_equal(compare.unscored, 1);
    assert_int_equal(compare.rows[0].ours, 2000);
    assert_int_equal(compare.rows[1].ours, 3000);
    assert_int_equal(compare.by_budget[1], 2);
    assert_false(compare.rows[1].is_mirror);
    assert_int_equal(compare.rows[0].their_rank, 2);
    assert_int_equal(compare.rows[0].our_rank, 4);
    assert_int_equal(compare.difference, 500 + 100 - 5000);
    assert_true(compare.has_rank_correlation && compare.rank_correlation < 0);
    compare_free(&compare);
    run_toys(list, (struct compare_options){.budget = 0, .mirrors = true}, &compare);
    assert_int_equal(compare.count, 3); /* at S0 that mirror has no value of its own */
    assert_int_equal(compare.mirrors, 2);
    assert_int_equal(compare.rows[0].ours, 1000);
    assert_int_equal(compare.rows[1].ours + compare.rows[2].ours, 1000 + 1200);
    compare_free(&compare);
    run_toys("w,b,draw\n0,1,0.95\n0,4,0.5\n", (struct compare_options){.budget = 0}, &compare);
    assert_int_equal(compare.count, 1); /* 0:4 has no draw rate */
    assert_int_equal(compare.unscored, 1);
    assert_int_equal(compare.rows[0].ours, 980000);
    compare_free(&compare);
}

/* Without all controls at any budget there is nothing to take by itself. */
static void starts_need_a_reference(void **state)
{
    (void)state;
    struct error error = {0};
    struct toys toys;
    struct foreign foreign;
    struct compare compare;
    set_up(&toys);
    read_list("n,cp\n0,1\n", &foreign);
    assert_refused(compare_run(&toys.asym, &foreign,
                               &(struct compare_options){.budget = COMPARE_DEEPEST}, &compare,
                               &error),
                   STATUS_CANNOT, "no budget has all 960 controls; name one with --stage");
    compare_free(&compare);
    assert_ok(compare_run(&toys.asym, &foreign, &(struct compare_options){.budget = 1}, &compare,
                          &error));
    assert_int_equal(compare.absent, 1);
    size_t count;
    uint32_t *indices = compare_disagreements(&compare, COMPARE_BY_RANK, &count);
    assert_non_null(indices);
    assert_int_equal(count, 0);
    free(indices);
    compare_free(&compare);
    foreign_free(&foreign);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(numbers_as_lists_spell_them),
        cmocka_unit_test(shares_of_games),
        cmocka_unit_test(spearman_of_a_published_example),
        cmocka_unit_test(ties_share_their_places),
        cmocka_unit_test(spearman_of_all_pairs),
        cmocka_unit_test(csv_fields),
        cmocka_unit_test(epd_operations),
        cmocka_unit_test(epd_with_many_opcodes),
        cmocka_unit_test(names_in_their_company),
        cmocka_unit_test(names_that_may_mean_two_things),
        cmocka_unit_test(rows_in_one_unit),
        cmocka_unit_test(notes_are_few_and_sorted),
        cmocka_unit_test(each_pair_finds_its_own),
        cmocka_unit_test(starts_need_a_reference),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

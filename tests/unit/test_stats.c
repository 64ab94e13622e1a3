/* Statistics against published values and hand computation. */
#include "study/fields.h"
#include "study/stats.h"
#include "test.h"

#include <math.h>

/* By hand: 2, 4, 4, 4, 5, 5, 7, 9 has mean 5 and sample variance 32/7 (2.138...); -1, -2 has mean
 * -1.5 and deviation 0.707...; 1, 2, 2 has mean 1.666... and deviation 0.577... */
static void one_variable_is_rounded_to_tenths(void **state)
{
    (void)state;
    struct stats_sum sum = {0};
    static const int values[] = {2, 4, 4, 4, 5, 5, 7, 9};
    for (size_t i = 0; i < sizeof values / sizeof *values; i++)
        stats_add(&sum, values[i]);
    assert_int_equal(stats_mean_tenths(&sum), 50);
    assert_int_equal(stats_sd_tenths(&sum), 21);
    assert_int_equal(stats_mean_tenths(&(struct stats_sum){2, -3, 0}), -15);
    assert_int_equal(stats_sd_tenths(&(struct stats_sum){2, -3, 5}), 7);
    assert_int_equal(stats_mean_tenths(&(struct stats_sum){3, 5, 0}), 17);
    assert_int_equal(stats_sd_tenths(&(struct stats_sum){3, 5, 9}), 6);
    assert_int_equal(stats_mean_tenths(&(struct stats_sum){20, 1, 0}),
                     1); /* 0.05: half goes away from zero */
    assert_int_equal(stats_mean_tenths(&(struct stats_sum){20, -1, 0}), -1);
    assert_int_equal(stats_mean_tenths(&(struct stats_sum){0, 7, 0}), 0);
    assert_int_equal(stats_sd_tenths(&(struct stats_sum){1, 7, 49}), 0);
}

/* The example of nearest rank in Wikipedia's "Percentile", and the ends. */
static void percentiles_are_nearest_ranks(void **state)
{
    (void)state;
    int64_t scores[] = {50, 20, 40, 15, 35};
    assert_int_equal(stats_percentile(scores, 5, 5), 15);
    assert_int_equal(stats_percentile(scores, 5, 30), 20);
    assert_int_equal(stats_percentile(scores, 5, 40), 20);
    assert_int_equal(stats_percentile(scores, 5, 50), 35);
    assert_int_equal(stats_percentile(scores, 5, 100), 50);
    assert_int_equal(stats_percentile(&(int64_t){-7}, 1, 95), -7);
}

/* F. J. Anscombe, Graphs in Statistical Analysis (1973), in hundredths: four data sets with mean
 * 7.50, deviation 2.03 and r = 0.816. */
static const int32_t anscombe[][2][11] = {
    {{1000, 800, 1300, 900, 1100, 1400, 600, 400, 1200, 700, 500},
     {804, 695, 758, 881, 833, 996, 724, 426, 1084, 482, 568}},
    {{1000, 800, 1300, 900, 1100, 1400, 600, 400, 1200, 700, 500},
     {914, 814, 874, 877, 926, 810, 613, 310, 913, 726, 474}},
    {{1000, 800, 1300, 900, 1100, 1400, 600, 400, 1200, 700, 500},
     {746, 677, 1274, 711, 781, 884, 608, 539, 815, 642, 573}},
    {{800, 800, 800, 800, 800, 800, 800, 1900, 800, 800, 800},
     {658, 576, 771, 884, 847, 704, 525, 1250, 556, 791, 689}},
};

static void anscombe_quartet_correlates(void **state)
{
    (void)state;
    for (size_t set = 0; set < 4; set++) {
        struct stats_joint joint = {0};
        struct stats_sum y = {0};
        double r = 0;
        for (size_t i = 0; i < 11; i++) {
            stats_add_joint(&joint, anscombe[set][0][i], anscombe[set][1][i]);
            stats_add(&y, anscombe[set][1][i]);
        }
        assert_true(stats_correlation(&joint, &r));
        assert_int_equal(stats_scaled(r, 100), 82);
        assert_true(r > 0.8160 && r < 0.8170);
        assert_int_equal((stats_mean_tenths(&y) + 5) / 10, 750);
        assert_int_equal((stats_sd_tenths(&y) + 5) / 10, 203);
    }
}

static void correlation_needs_two_that_differ(void **state)
{
    (void)state;
    struct stats_joint joint = {0};
    double r = 7;
    assert_false(stats_correlation(&joint, &r));
    stats_add_joint(&joint, 3, 4);
    assert_false(stats_correlation(&joint, &r));
    stats_add_joint(&joint, 3, 5);
    assert_false(stats_correlation(&joint, &r)); /* all x are equal */
    assert_int_equal((int)r, 7);
    stats_add_joint(&joint, 4, 0);
    assert_true(stats_correlation(&joint, &r));
    assert_true(r < 0);
}

/* R. G. Newcombe, Statistics in Medicine 17 (1998), table I, method 3, to four decimals; and 8 of
 * 10, which is 0.490 to 0.943. */
static void wilson_intervals_are_the_published_ones(void **state)
{
    (void)state;
    static const struct {
        int64_t k, n, low, high;
    } cases[] = {{81, 263, 2553, 3662}, {15, 148, 624, 1605}, {0, 20, 0, 1611},
                 {1, 29, 61, 1718},     {8, 10, 4902, 9433},  {20, 20, 8389, 10000}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct stats_interval interval = stats_wilson(cases[i].k, cases[i].n);
        assert_int_equal(stats_scaled(interval.low, 10000), cases[i].low);
        assert_int_equal(stats_scaled(interval.high, 10000), cases[i].high);
    }
    assert_true(stats_wilson(0, 480).low == 0);
    assert_true(stats_wilson(480, 480).high == 1);
}

/* A statistic that looks at what was drawn. */
struct witness {
    int calls;
    uint32_t first[5]; /* of the first draw */
    bool too_large;
    int undefined;     /* every that many calls, from the first; 0: none */
    int infinite_from; /* from that call on */
};

static double number_of_call(const void *user, const uint32_t *drawn, size_t count)
{
    struct witness *witness = *(struct witness *const *)user;
    int call = witness->calls++;
    for (size_t i = 0; call == 0 && i < count && i < 5; i++)
        witness->first[i] = drawn[i];
    for (size_t i = 0; i < count; i++)
        witness->too_large |= drawn[i] >= count;
    if (witness->undefined && call % witness->undefined == 0)
        return (double)NAN;
    return witness->infinite_from && call >= witness->infinite_from ? (double)INFINITY : call;
}

/* The first numbers of SplitMix64 from 1234567, as Rosetta Code gives them. */
static void draws_are_those_of_splitmix64(void **state)
{
    (void)state;
    static const uint64_t numbers[] = {UINT64_C(6457827717110365317), UINT64_C(3203168211198807973),
                                       UINT64_C(9817491932198370423), UINT64_C(4593380528125082431),
                                       UINT64_C(16408922859458223821)};
    struct witness witness = {0}, *user = &witness;
    struct stats_interval interval;
    assert_true(stats_bootstrap(997, 1234567, number_of_call, &user, &interval));
    assert_int_equal(witness.calls, STATS_DRAWS);
    assert_false(witness.too_large);
    for (size_t i = 0; i < 5; i++)
        assert_int_equal(witness.first[i], numbers[i] % 997);
    /* Values 0 to 999: those at ranks 25 and 975. */
    assert_true(interval.low == 24 && interval.high == 974);
}

static void undefined_draws_are_left_out(void **state)
{
    (void)state;
    struct witness odd = {.undefined = 2}, all = {.undefined = 1}, far = {.infinite_from = 970};
    struct witness *user = &odd;
    struct stats_interval interval = {5, 6};
    /* 1, 3, ..., 999 are left: ranks ceil(12.5) and ceil(487.5) of 500. */
    assert_true(stats_bootstrap(3, 0, number_of_call, &user, &interval));
    assert_true(interval.low == 25 && interval.high == 975);
    user = &far;
    assert_true(stats_bootstrap(3, 0, number_of_call, &user, &interval));
    assert_true(interval.low == 24 && isinf(interval.high));
    user = &all;
    interval = (struct stats_interval){5, 6};
    assert_false(stats_bootstrap(3, 0, number_of_call, &user, &interval));
    assert_false(stats_bootstrap(0, 0, number_of_call, &user, &interval));
    assert_true(interval.low == 5 && interval.high == 6);
}

static void doubles_are_rounded_away_from_zero(void **state)
{
    (void)state;
    assert_int_equal(stats_scaled(0.0625, 1000), 63);
    assert_int_equal(stats_scaled(-0.0625, 1000), -63);
    assert_int_equal(stats_scaled(-0.0004, 1000), 0);
    assert_int_equal(stats_scaled(1, 1000), 1000);
}

/* 1 of 32 is 3.125 %; 201 of 20000 is 1.005 %, which no double is. */
static void fields_have_their_decimals(void **state)
{
    (void)state;
    static const int32_t x[] = {1, 2, 3}, y[] = {-10, -20, -30}, equal[] = {4, 4, 4};
    struct buf out = {0};
    field_share(&out, 1, 32);
    field_share(&out, 0, 0);
    fields_end(&out);
    field_share(&out, 201, 20000);
    fields_end(&out);
    field_fixed(&out, -5, 1);
    field_fixed(&out, -12345, 3);
    field_double(&out, true, -0.0004, 3);
    field_double(&out, false, 1, 3);
    fields_end(&out);
    field_correlation(&out, x, y, 3, 1);
    field_correlation(&out, x, equal, 3, 1);
    field_correlation(&out, x, y, 1, 1);
    field_correlation(&out, x, y, 0, 1);
    fields_end(&out);
    assert_string_equal(out.data, "3.13,0.55,15.74,,,\n"
                                  "1.01,0.88,1.15\n"
                                  "-0.5,-12.345,0.000,\n"
                                  "-1.000,-1.000,-1.000,,,,,,,,,\n");
    buf_free(&out);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(one_variable_is_rounded_to_tenths),
        cmocka_unit_test(percentiles_are_nearest_ranks),
        cmocka_unit_test(anscombe_quartet_correlates),
        cmocka_unit_test(correlation_needs_two_that_differ),
        cmocka_unit_test(wilson_intervals_are_the_published_ones),
        cmocka_unit_test(draws_are_those_of_splitmix64),
        cmocka_unit_test(undefined_draws_are_left_out),
        cmocka_unit_test(doubles_are_rounded_away_from_zero),
        cmocka_unit_test(fields_have_their_decimals),
    };
    return cmocka_run_group_tests_name("stats", tests, NULL, NULL);
}

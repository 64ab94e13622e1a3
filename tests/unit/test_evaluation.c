/* The values of the pieces in use are what `benedict fit` finds in the games that are kept beside
 * the tests. */
#include "benedict/evaluation.h"
#include "benedict/fit.h"

#include "test.h"

#include <math.h>

static struct error error;

static int thousandths(double log_odds)
{
    return (int)lround(1000 * log_odds);
}

static void values_are_those_fitted(void **state)
{
    const struct evaluation_weights *used = &evaluation_fitted;
    struct games games = {0};
    struct fit fit;
    (void)state;
    assert_ok(games_open("tests/benedict/fitted_games.txt", &games, &error));
    assert_ok(fit_games(&games, 6, &fit, &error));
    for (int kind = 0; kind < BENEDICT_KINDS; kind++)
        if (kind != BENEDICT_GENERAL)
            assert_int_equal(used->value[kind], thousandths(fit.log_odds[kind]));
    assert_int_equal(used->tempo, thousandths(fit.log_odds[FIT_TEMPO]));
    assert_int_equal(used->mobility, thousandths(fit.log_odds[FIT_MOBILITY]));
    games_free(&games);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(values_are_those_fitted)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}

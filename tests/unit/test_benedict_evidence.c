/* The order of the keys of evidence of Benedict xiangqi. */
#include "passport/benedict_evidence.h"
#include "test.h"

/* In order, as the contract has it: the first 6 by length, then bytewise; the rest as `LC_ALL=C
 * sort` puts them. "10" < "1-a" < "2" < "10" held once, and hid a second row of a key. */
static const char *const fields[] = {
    "2",   "9",   "05", "10", "010", "123456789012345678901234567890", "", "-1", "1-a",
    "10a", "2.5", "a",  "a1", "b",
};
enum { FIELDS = sizeof fields / sizeof *fields };

static int sign(int value)
{
    return (value > 0) - (value < 0);
}

static void keys_have_one_order(void **state)
{
    (void)state;
    for (int i = 0; i < FIELDS; i++) {
        for (int j = 0; j < FIELDS; j++) {
            struct text a[2] = {text_of("7"), text_of(fields[i])};
            struct text b[2] = {text_of("7"), text_of(fields[j])};
            assert_int_equal(sign(benedict_key_compare(a + 1, b + 1, 1)), sign(i - j));
            assert_int_equal(sign(benedict_key_compare(a, b, 2)), sign(i - j));
            a[0] = text_of("1-a"); /* the first column that differs decides */
            assert_int_equal(sign(benedict_key_compare(a, b, 2)), 1);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(keys_have_one_order),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* benedict/split: which tasks a question has, and what their answers say together. */
#include "benedict/split.h"
#include "test.h"

static const char array[] = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w";

static struct proof_claim claim_of(const char *fen, int plies)
{
    struct error error = {0};
    struct proof_claim claim = {.plies = plies, .replies = 3};
    assert_ok(plain_read_fen(text_of(fen), &claim.start, &error));
    return claim;
}

/* The array has 42 moves, of which e1e2 and e4e5 are their own mirror image, and 1,740 of two
 * plies, of which those two have two each: 22 and 872 are left of the pairs. */
static void test_list(void **state)
{
    (void)state;
    struct error error = {0};
    struct proof_claim claim = claim_of(array, 9);
    struct split split;
    char(*names)[SPLIT_NAME_BYTES];
    size_t count;
    assert_ok(split_list(&claim, &names, &count, &error));
    assert_int_equal(count, 872);
    assert_ok(split_new((const char(*)[SPLIT_NAME_BYTES])names, count, &split, &error));
    assert_int_equal(split.attack_count, 22);
    assert_int_equal(split.defence_count, 1);
    assert_string_equal(split.defences[0].name, "");
    /* The first replies come first, one to each move. */
    bool seen[22] = {false};
    for (size_t i = 0; i < 22; i++) {
        assert_false(seen[split.tasks[i].attack]);
        seen[split.tasks[i].attack] = true;
    }
    free(names);
    split_free(&split);
    assert_refused(split_list(&(struct proof_claim){.plies = 1, .replies = 3, .start = claim.start},
                              &names, &count, &error),
                   STATUS_WRONG, "1 plies are too few to share");
}

static void test_text(void **state)
{
    (void)state;
    struct error error = {0};
    struct proof_claim claim = claim_of(array, 9), read;
    struct buf text = {0}, again = {0};
    split_write(&claim, &text);
    assert_ok(split_read(buf_text(&text), &read, &error));
    split_write(&read, &again);
    assert_string_equal(text.data, again.data);
    buf_free(&text);
    buf_free(&again);
    assert_refused(split_read(text_of("9 x"), &read, &error), STATUS_WRONG,
                   "a question that this program does not ask");
}

/* Answers of the tasks, a letter each, and what follows: W win, N no win. */
static void answer(struct split *split, const char *answers)
{
    for (size_t i = 0; i < split->count; i++)
        split->tasks[i].answer = answers[i] == 'W'   ? DFPN_WIN
                                 : answers[i] == 'N' ? DFPN_NO_WIN
                                                     : DFPN_OPEN;
    split_judge(split);
}

static void test_attacker_first(void **state)
{
    (void)state;
    struct error error = {0};
    struct split split;
    static const char names[4][SPLIT_NAME_BYTES] = {"b x", "a x", "b y", "a y"};
    assert_ok(split_new(names, 4, &split, &error));
    answer(&split, "----");
    assert_int_equal(split.answer, DFPN_OPEN);
    assert_true(split_needs(&split, 0) && split_needs(&split, 3));
    /* b is refuted by y, which leaves nothing to know of x. */
    answer(&split, "-WN-");
    assert_int_equal(split.answer, DFPN_OPEN);
    assert_false(split_needs(&split, 0));
    assert_true(split_needs(&split, 3));
    answer(&split, "-WNN");
    assert_int_equal(split.answer, DFPN_NO_WIN);
    assert_int_equal(split.attacks[0].reply, 3);
    assert_int_equal(split.attacks[1].reply, 2);
    /* a wins after each reply. */
    answer(&split, "-W-W");
    assert_int_equal(split.answer, DFPN_WIN);
    assert_string_equal(split.attacks[split.defences[0].attack].name, "a");
    assert_false(split_needs(&split, 0));
    split_free(&split);
}

static void test_defender_first(void **state)
{
    (void)state;
    struct error error = {0};
    struct split split;
    static const char names[4][SPLIT_NAME_BYTES] = {"c a x", "d a x", "d b x", "c b x"};
    assert_ok(split_new(names, 4, &split, &error));
    assert_int_equal(split.defence_count, 2);
    /* a wins after c, so that the rest of c is not needed, and all is up to d. */
    answer(&split, "WN--");
    assert_int_equal(split.answer, DFPN_OPEN);
    assert_true(split_needs(&split, 2));
    assert_false(split_needs(&split, 3));
    answer(&split, "WNN-");
    assert_int_equal(split.answer, DFPN_NO_WIN);
    assert_string_equal(split.defences[split.defence].name, "d");
    answer(&split, "WNW-");
    assert_int_equal(split.answer, DFPN_WIN);
    split_free(&split);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_list),
        cmocka_unit_test(test_text),
        cmocka_unit_test(test_attacker_first),
        cmocka_unit_test(test_defender_first),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* The proof search, against a full search by the plain kernel, and by its certificates. */
#include "base/file.h"
#include "base/random.h"
#include "benedict/answers.h"
#include "benedict/certify.h"
#include "benedict/prover.h"

#include "test.h"

#include <unistd.h>

static struct error error;

/* ---- positions ---- */

/* Some plies of random play from the array, no move of which wins. */
static void wander(struct random *random, int plies, struct benedict *position)
{
    benedict_start(position);
    for (int ply = 0; ply < plies; ply++) {
        struct benedict_move moves[BENEDICT_MOVES_MAX];
        struct benedict_undo undo;
        size_t count = benedict_moves(position, moves);
        if (count == 0)
            return;
        if (benedict_make(position, moves[random_below(random, count)], &undo))
            benedict_unmake(position, &undo);
    }
    position->quiet = 0;
}

/* The same pieces with other owners: about an eighth is left to that side. */
static void take_from(struct random *random, enum benedict_side poor, struct benedict *position)
{
    enum { GENERALS = 3 << 20 };
    uint32_t bits = (uint32_t)random_next(random) | (uint32_t)random_next(random) |
                    (uint32_t)random_next(random);
    uint32_t red = poor == BENEDICT_BLACK ? bits : ~bits;
    position->red = (position->red & (uint32_t)GENERALS) | (red & ~(uint32_t)GENERALS);
    position->key = benedict_key(position);
}

static void convert(const struct benedict *position, struct plain *board)
{
    char fen[BENEDICT_FEN_BYTES];
    benedict_write_fen(position, fen);
    assert_ok(plain_read_fen(text_of(fen), board, &error));
}

static struct numbers_table *new_table(void)
{
    struct numbers_table *table;
    assert_ok(numbers_new(1 << 22, &table, &error));
    return table;
}

static enum dfpn_answer answer_of(struct dfpn *shared, const struct benedict *position, int plies)
{
    struct dfpn_thread thread = {.shared = shared, .position = *position, .threads = 1};
    return dfpn_search(&thread, plies);
}

/* ---- tests ---- */

/* Both attackers: with the side to move as the attacker in odd plies, as the defender in even ones.
 */
static int compare(struct dfpn *shared, const struct benedict *position, int deepest, int wins[6])
{
    struct plain board;
    convert(position, &board);
    if (!benedict_can_move(position))
        return 0;
    for (int plies = 1; plies <= deepest; plies++) {
        bool expected = plain_solve(&board, plies);
        enum dfpn_answer answer = answer_of(shared, position, plies);
        assert_int_equal(answer, expected ? DFPN_WIN : DFPN_NO_WIN);
        wins[plies] += expected;
    }
    return 1;
}

static void a_full_search_answers_the_same(void **state)
{
    struct random random = {.state = 11};
    struct dfpn shared = {.table = new_table()};
    int wins[6] = {0}, positions = 0;
    (void)state;
    for (int i = 0; i < 3000; i++) {
        struct benedict position;
        wander(&random, (int)random_below(&random, 80), &position);
        positions += compare(&shared, &position, i % 30 == 0 ? 5 : 3, wins);
    }
    assert_true(positions > 2900);
    for (int plies = 1; plies <= 5; plies += 2)
        assert_true(wins[plies] > 5);
    numbers_free(shared.table);
}

/* One side owns few pieces, and often cannot move. */
static void also_where_moves_run_out(void **state)
{
    struct random random = {.state = 12};
    struct dfpn shared = {.table = new_table()};
    int wins[6] = {0}, stalemates = 0;
    (void)state;
    for (int i = 0; i < 4000; i++) {
        struct benedict position;
        wander(&random, (int)random_below(&random, 80), &position);
        take_from(&random, i % 2 ? BENEDICT_RED : BENEDICT_BLACK, &position);
        if (benedict_is_facing(&position))
            continue;
        stalemates += !benedict_can_win(&position) && answer_of(&shared, &position, 1) == DFPN_WIN;
        compare(&shared, &position, 3, wins);
    }
    assert_true(stalemates > 5);
    for (int plies = 1; plies <= 3; plies++)
        assert_true(wins[plies] > 5);
    numbers_free(shared.table);
}

/* By an attack on the general. */
static bool plain_wins_at_once(const struct plain *board)
{
    struct plain_move moves[PLAIN_MOVES_MAX];
    int count = plain_moves(board, moves);
    for (int i = 0; i < count; i++) {
        struct plain after = *board;
        if (plain_play(&after, moves[i]))
            return true;
    }
    return false;
}

static bool is_listed(const struct benedict_move *moves, size_t count, const char *text)
{
    char move[BENEDICT_MOVE_BYTES];
    for (size_t i = 0; i < count; i++) {
        benedict_write_move(moves[i], move);
        if (strcmp(move, text) == 0)
            return true;
    }
    return false;
}

/* Of the moves that are no answer each one loses or wins, as the plain kernel sees it. Returns how
 * many there are. */
static int count_left_out(struct benedict *position)
{
    struct benedict_move answers[BENEDICT_MOVES_MAX];
    struct plain_move moves[PLAIN_MOVES_MAX];
    struct plain board;
    convert(position, &board);
    size_t listed = answers_list(position, answers);
    int count = plain_moves(&board, moves), left_out = 0;
    for (int i = 0; i < count; i++) {
        char text[8];
        struct plain after = board;
        plain_write_move(moves[i], text);
        if (is_listed(answers, listed, text))
            continue;
        left_out++;
        assert_true(plain_play(&after, moves[i]) || plain_wins_at_once(&after));
    }
    assert_int_equal(listed + (size_t)left_out, count);
    return left_out;
}

static void only_moves_that_lose_are_no_answers(void **state)
{
    struct random random = {.state = 16};
    int left_out = 0;
    (void)state;
    for (int i = 0; i < 20000; i++) {
        struct benedict position;
        wander(&random, (int)random_below(&random, 80), &position);
        if (i % 4 == 0)
            take_from(&random, i % 8 ? BENEDICT_RED : BENEDICT_BLACK, &position);
        if (!benedict_is_facing(&position))
            left_out += count_left_out(&position);
    }
    assert_true(left_out > 20000);
}

/* Of one position a table may be asked about both sides, and knows deep answers about either. */
static void each_attacker_has_his_own_answers(void **state)
{
    struct random random = {.state = 15};
    struct dfpn both = {.table = new_table()};
    int wins = 0, refusals = 0;
    (void)state;
    for (int i = 0; i < 150; i++) {
        struct benedict position;
        wander(&random, 4 + (int)random_below(&random, 60), &position);
        if (!benedict_can_move(&position))
            continue;
        for (int plies = 8; plies >= 5; plies--) {
            struct dfpn alone = {.table = new_table()};
            enum dfpn_answer expected = answer_of(&alone, &position, plies);
            assert_int_equal(answer_of(&both, &position, plies), expected);
            wins += expected == DFPN_WIN;
            refusals += expected == DFPN_NO_WIN;
            numbers_free(alone.table);
        }
    }
    assert_true(wins > 20 && refusals > 20);
    numbers_free(both.table);
}

static void a_mirror_image_has_the_same_answer(void **state)
{
    struct random random = {.state = 13};
    (void)state;
    for (int i = 0; i < 200; i++) {
        struct benedict position, mirrored, back;
        struct dfpn one = {.table = new_table()}, other = {.table = new_table()};
        wander(&random, (int)random_below(&random, 60), &position);
        benedict_mirror(&position, &mirrored);
        assert_int_equal(mirrored.key, benedict_key(&mirrored));
        assert_int_equal(benedict_mirrored_key(&mirrored), position.key);
        benedict_mirror(&mirrored, &back);
        assert_memory_equal(&back, &position, sizeof back);
        assert_int_equal(answer_of(&one, &position, 6), answer_of(&other, &mirrored, 6));
        numbers_free(one.table);
        numbers_free(other.table);
    }
}

/* Deeper than a full search goes: every answer has a proof that the plain kernel accepts. */
static void every_answer_can_be_certified(void **state)
{
    struct random random = {.state = 14};
    struct dfpn shared = {.table = new_table()};
    char folder[] = "/tmp/test-prove-XXXXXX";
    assert_non_null(mkdtemp(folder));
    char *path = file_join(folder, "certificate");
    struct proof_table *table = proof_table_new();
    int answers[3] = {0};
    (void)state;
    for (int i = 0; i < 60; i++) {
        struct benedict position;
        struct proof_claim claim;
        struct proof_file file;
        struct proof_counts counts;
        int plies = 6 + i % 2;
        wander(&random, 10 + (int)random_below(&random, 60), &position);
        if (!benedict_can_move(&position))
            continue;
        enum dfpn_answer answer = answer_of(&shared, &position, plies);
        answers[answer]++;
        assert_ok(certify_claim(&position, plies, answer, 3 + 2 * (i % 2), &claim, &error));
        assert_ok(certify_write(&shared, &claim, 1 + i % 2, path, &error));
        assert_ok(proof_open(path, &file, &error));
        assert_ok(proof_check_tasks(&file, table, &counts, &error));
        assert_int_equal(file.claim.is_win, answer == DFPN_WIN);
        proof_close(&file);
    }
    proof_table_free(table);
    assert_int_equal(answers[DFPN_OPEN], 0);
    assert_true(answers[DFPN_WIN] > 5 && answers[DFPN_NO_WIN] > 5);
    assert_int_equal(unlink(path), 0);
    assert_int_equal(rmdir(folder), 0);
    free(path);
    numbers_free(shared.table);
}

static struct prover *ask(enum benedict_side side, int plies, int threads)
{
    struct prover_question question = {.side = side, .plies = plies};
    struct prover *prover;
    benedict_start(&question.position);
    assert_ok(prover_new(&question, threads, 1 << 24, &prover, &error));
    return prover;
}

static enum dfpn_answer run(struct prover *prover, uint64_t limit)
{
    enum dfpn_answer answer;
    assert_ok(prover_run(prover, limit, NULL, NULL, &answer, &error));
    return answer;
}

/* The table that the published study and a prototype of ours agree on. */
static void threads_answer_the_same(void **state)
{
    (void)state;
    for (int threads = 1; threads <= 4; threads++)
        for (int plies = 5; plies <= 10; plies++) {
            struct prover *prover = ask(plies % 2 ? BENEDICT_RED : BENEDICT_BLACK, plies, threads);
            assert_int_equal(run(prover, 0), DFPN_NO_WIN);
            prover_free(prover);
        }
}

/* In pieces, each in a new process as it were: the table is all that is kept. */
static void broken_off_it_goes_on(void **state)
{
    char folder[] = "/tmp/test-prove-XXXXXX";
    assert_non_null(mkdtemp(folder));
    char *path = file_join(folder, "state");
    enum dfpn_answer answer = DFPN_OPEN;
    struct prover_work before = {0};
    int pieces = 0;
    (void)state;
    while (answer == DFPN_OPEN) {
        struct prover *prover = ask(BENEDICT_RED, 9, 1);
        if (pieces++ > 0)
            assert_ok(prover_load(prover, path, &error));
        answer = run(prover, 30000);
        struct prover_work after = prover_work(prover);
        assert_true(after.nodes > before.nodes);
        before = after;
        assert_ok(prover_save(prover, path, &error));
        prover_free(prover);
    }
    assert_int_equal(answer, DFPN_NO_WIN);
    assert_true(pieces > 5);
    assert_int_equal(unlink(path), 0);
    assert_int_equal(rmdir(folder), 0);
    free(path);
}

static size_t count_entries(const struct numbers_table *table)
{
    size_t len, count = 0;
    const uint64_t *words = numbers_bytes(table, &len);
    for (size_t i = 0; i < len / sizeof *words; i++)
        count += words[i] != 0;
    return count;
}

/* Where numbers come to the end of their range, too. */
static void deep_questions_get_on(void **state)
{
    (void)state;
    for (int plies = 25; plies <= 119; plies += 47) {
        struct dfpn shared = {.table = new_table()};
        struct dfpn_thread thread = {.shared = &shared, .threads = 1, .limit = 200000};
        benedict_start(&thread.position);
        assert_int_equal(dfpn_search(&thread, plies), DFPN_OPEN);
        size_t before = count_entries(shared.table);
        thread.limit = 400000;
        benedict_start(&thread.position);
        assert_int_equal(dfpn_search(&thread, plies), DFPN_OPEN);
        assert_true(count_entries(shared.table) > before + before / 8);
        numbers_free(shared.table);
    }
}

/* With one thread the course is always the same. */
static void one_thread_repeats_itself(void **state)
{
    struct prover *one = ask(BENEDICT_BLACK, 10, 1), *other = ask(BENEDICT_BLACK, 10, 1);
    (void)state;
    run(one, 0);
    run(other, 0);
    assert_int_equal(prover_work(one).nodes, prover_work(other).nodes);
    prover_free(one);
    prover_free(other);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_full_search_answers_the_same),
        cmocka_unit_test(also_where_moves_run_out),
        cmocka_unit_test(only_moves_that_lose_are_no_answers),
        cmocka_unit_test(each_attacker_has_his_own_answers),
        cmocka_unit_test(a_mirror_image_has_the_same_answer),
        cmocka_unit_test(every_answer_can_be_certified),
        cmocka_unit_test(threads_answer_the_same),
        cmocka_unit_test(broken_off_it_goes_on),
        cmocka_unit_test(deep_questions_get_on),
        cmocka_unit_test(one_thread_repeats_itself),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

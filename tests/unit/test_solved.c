/* The openings that are won by force, against a full search by the plain kernel; and what the
 * engine takes from them. */
#include "base/file.h"
#include "benedict/openings.h"

#include "test.h"

#include <unistd.h>

enum { DEEPEST = 5 };

static struct error error;
static struct solved openings; /* the deepest */

/* ---- helpers ---- */

static void solve(struct solved *rows, int plies)
{
    struct dfpn shared = {0};
    assert_ok(numbers_new(1 << 22, &shared.table, &error));
    for (size_t i = 0; i < rows->count; i++) {
        assert_true(openings_solve(&shared, plies, &rows->rows[i]));
        strcpy(rows->rows[i].engine, "a-test");
    }
    numbers_free(shared.table);
}

static int setup(void **state)
{
    (void)state;
    assert_ok(openings_list(&openings, &error));
    solve(&openings, DEEPEST);
    return 0;
}

static int teardown(void **state)
{
    (void)state;
    solved_free(&openings);
    return 0;
}

static void board_of(const struct benedict *position, struct plain *board)
{
    char fen[BENEDICT_FEN_BYTES];
    benedict_write_fen(position, fen);
    assert_ok(plain_read_fen(text_of(fen), board, &error));
}

/* The attacker of an odd number of plies is Red, who is to move. */
static bool is_won(const struct solved_row *row, int plies)
{
    struct plain board;
    assert_ok(plain_read_fen(text_of(row->fen), &board, &error));
    return plain_solve(&board, plies);
}

/* After that move of Red's the rest of his win is there. */
static void assert_starts_win(const struct benedict *position, struct benedict_move move, int plies)
{
    struct benedict after = *position;
    struct benedict_undo undo;
    struct plain board;
    if (benedict_make(&after, move, &undo))
        return;
    board_of(&after, &board);
    assert_true(plies > 1 ? plain_solve(&board, plies - 1) : !plain_can_move(&board));
}

/* ---- tests ---- */

static void a_full_search_finds_the_same_wins(void **state)
{
    int wins[DEEPEST + 1] = {0};
    (void)state;
    for (size_t i = 0; i < openings.count; i++) {
        const struct solved_row *row = &openings.rows[i];
        bool known = row->winner != SOLVED_NONE;
        for (int plies = 1; plies <= 3; plies++)
            assert_int_equal(is_won(row, plies),
                             known && row->plies <= plies && row->plies % 2 == plies % 2);
        if (known && row->plies > 3)
            assert_true(is_won(row, row->plies));
        assert_int_equal(row->winner == SOLVED_BLACK, known && row->plies % 2 == 0);
        assert_true(known || row->plies == DEEPEST);
        wins[known ? row->plies : 0]++;
    }
    for (int plies = 1; plies <= DEEPEST; plies++)
        assert_int_equal(wins[plies] > 0, plies != 2); /* each kind that there is was seen */
}

/* Is the opening answered? Then with a win, and always where there is a short one. */
static bool ask(const struct benedict_game *game)
{
    struct benedict_move move;
    struct plain board;
    const struct solved_row *row = solved_find(&openings, game, &move);
    board_of(&game->position, &board);
    if (row)
        assert_starts_win(&game->position, move, row->plies);
    if (plain_solve(&board, 3))
        assert_true(row && row->plies <= 3);
    return row != NULL;
}

/* How many games the rows stand for, themselves and by their mirror images; *red: won by Red. */
static int count_games(int *red)
{
    int games = 0;
    *red = 0;
    for (size_t i = 0; i < openings.count; i++) {
        struct benedict position;
        assert_ok(benedict_read_fen(text_of(openings.rows[i].fen), &position, &error));
        int images = position.key == benedict_mirrored_key(&position) ? 1 : 2;
        games += images;
        *red += openings.rows[i].winner == SOLVED_RED ? images : 0;
    }
    return games;
}

static void every_game_of_two_plies_is_known(void **state)
{
    struct benedict_move first[BENEDICT_MOVES_MAX], second[BENEDICT_MOVES_MAX];
    struct benedict_game start, one, two;
    struct benedict array;
    int games = 0, answers = 0, red;
    (void)state;
    benedict_start(&array);
    benedict_game_start(&start, &array);
    size_t firsts = benedict_moves(&array, first);
    for (size_t i = 0; i < firsts; i++) {
        one = start;
        benedict_game_play(&one, first[i]);
        size_t seconds = benedict_moves(&one.position, second);
        for (size_t k = 0; k < seconds; k++) {
            two = one;
            benedict_game_play(&two, second[k]);
            games += !benedict_game_is_won(&two);
            answers += !benedict_game_is_won(&two) && ask(&two);
        }
    }
    assert_int_equal(count_games(&red), games);
    assert_int_equal(red, answers);
}

/* The table has forgotten all, or knows it; some rows come from a shallower run. */
static void going_on_gives_the_same(void **state)
{
    struct solved rows = {0};
    (void)state;
    assert_ok(openings_list(&rows, &error));
    rows.count /= 2;
    solve(&rows, 3);
    solve(&rows, DEEPEST);
    assert_memory_equal(rows.rows, openings.rows, rows.count * sizeof *rows.rows);
    solved_free(&rows);
}

static void what_is_stopped_is_left_as_it_was(void **state)
{
    struct dfpn shared = {.stop = true};
    struct solved_row row = openings.rows[0], before;
    (void)state;
    assert_ok(numbers_new(1 << 16, &shared.table, &error));
    before = row;
    assert_false(openings_solve(&shared, DEEPEST + 2, &row));
    assert_memory_equal(&row, &before, sizeof row);
    numbers_free(shared.table);
}

static void a_file_keeps_all(void **state)
{
    char folder[] = "/tmp/test-solved-XXXXXX";
    struct solved read = {0};
    struct buf text = {0};
    (void)state;
    assert_non_null(mkdtemp(folder));
    char *path = file_join(folder, "openings.csv");
    solved_write(&openings, &text);
    assert_ok(file_write(path, buf_text(&text), 0644, &error));
    assert_ok(solved_read(path, &read, &error));
    assert_int_equal(read.count, openings.count);
    assert_memory_equal(read.rows, openings.rows, read.count * sizeof *read.rows);
    solved_free(&read);
    buf_free(&text);
    assert_int_equal(unlink(path), 0);
    assert_int_equal(rmdir(folder), 0);
    free(path);
}

/* A position that may be on its way to a draw is searched. */
static void draws_are_kept_out(void **state)
{
    const struct solved_row *row = openings.rows;
    struct benedict position;
    struct benedict_game game;
    struct benedict_move move;
    (void)state;
    while (row->winner != SOLVED_RED || row->plies != 3)
        row++;
    assert_ok(benedict_read_fen(text_of(row->fen), &position, &error));
    for (int quiet = 110; quiet < BENEDICT_QUIET_MAX; quiet++) {
        position.quiet = (uint8_t)quiet;
        benedict_game_start(&game, &position);
        assert_int_equal(solved_find(&openings, &game, &move) != NULL,
                         quiet + 3 <= BENEDICT_QUIET_MAX);
    }
    position.quiet = 0;
    benedict_game_start(&game, &position);
    game.key_count = 3;
    assert_non_null(solved_find(&openings, &game, &move));
    game.key_count = 4;
    assert_null(solved_find(&openings, &game, &move));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_full_search_finds_the_same_wins),
        cmocka_unit_test(every_game_of_two_plies_is_known),
        cmocka_unit_test(going_on_gives_the_same),
        cmocka_unit_test(what_is_stopped_is_left_as_it_was),
        cmocka_unit_test(a_file_keeps_all),
        cmocka_unit_test(draws_are_kept_out),
    };
    return cmocka_run_group_tests(tests, setup, teardown);
}

/* Runs of self-play: which games there are, their budgets, their scores. The figures of budgets and
 * intervals come from Python's hashlib and from Wilson's formula in Python. */
#include "study/selfplay.h"
#include "study/stats.h"

#include "test.h"

static const char engine[] =
    "{\"name\":\"A\",\"files\":{\"binary\":\""
    "0000000000000000000000000000000000000000000000000000000000000000\"},\"options\":{},"
    "\"hash_mb\":{\"10000\":16},\"limit_kind\":\"nodes\",\"per_position\":[\"go\"],"
    "\"completion\":\"x\"}";
static const char producer[] =
    "{\"name\":\"P\",\"version\":\"1\",\"host\":\"h\",\"sha256\":\""
    "0000000000000000000000000000000000000000000000000000000000000000\"}";

/* Two pairs, in the wrong order, and two engines, in three rounds. */
static void make(const char *seed, struct selfplay *selfplay)
{
    struct error error = {0};
    static const struct selfplay_pair pairs[] = {{{518, 534}, SELFPLAY_NAMED},
                                                 {{13, 825}, SELFPLAY_RANKED}};
    cJSON *entry = cJSON_Parse(engine), *who = cJSON_Parse(producer);
    struct selfplay_settings settings = {
        .study = "asym",
        .version = "2026.11.1",
        .players = {{"a", "nodes", 10000, 16}, {"b", "nodes", 500, 16}},
        .entries = {entry, entry},
        .pairs = pairs,
        .pair_count = 2,
        .rounds = 3,
        .seed = seed,
        .producer = who,
    };
    assert_ok(selfplay_new(&settings, selfplay, &error));
    cJSON_Delete(entry);
    cJSON_Delete(who);
}

static void games_are_sorted_and_swap_the_players(void **state)
{
    (void)state;
    struct selfplay selfplay;
    char name[48];
    make("7", &selfplay);
    assert_int_equal(selfplay.game_count, 12);
    static const char *const names[] = {
        "13:825, round 1, game 1",  "13:825, round 1, game 2",  "13:825, round 2, game 1",
        "13:825, round 2, game 2",  "13:825, round 3, game 1",  "13:825, round 3, game 2",
        "518:534, round 1, game 1", "518:534, round 1, game 2",
    };
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        selfplay_name(&selfplay, i, name);
        assert_string_equal(name, names[i]);
        assert_int_equal(selfplay_player(&selfplay, i, CHESS_WHITE), i % 2);
        assert_int_equal(selfplay_player(&selfplay, i, CHESS_BLACK), 1 - i % 2);
    }
    assert_int_equal(selfplay_place(&selfplay, 5).pair->chosen, SELFPLAY_RANKED);
    assert_int_equal(selfplay_place(&selfplay, 6).pair->chosen, SELFPLAY_NAMED);
    selfplay_free(&selfplay);
}

/* 10000 + int(sha256("7 13:825 2 1 1")[:8], 16) % 1251, and so on. */
static void budgets_follow_from_the_seed(void **state)
{
    (void)state;
    struct selfplay selfplay;
    struct error error = {0};
    static const struct {
        size_t game, ply;
        int64_t limit;
    } expected[] = {
        {2, 1, 10283}, {2, 3, 10729}, {7, 1, 501}, {7, 2, 10856}, {7, 3, 533},
    };
    make("7", &selfplay);
    for (size_t i = 0; i < sizeof expected / sizeof *expected; i++) {
        int64_t limit = 0;
        assert_ok(selfplay_limit(&selfplay, expected[i].game, expected[i].ply, &limit, &error));
        assert_int_equal(limit, expected[i].limit);
    }
    selfplay_free(&selfplay);
}

/* Plays the moves, which must end the game. */
static void play(struct selfplay *selfplay, size_t index, enum game_end end)
{
    static struct game game;
    struct error error = {0};
    struct buf moves = {0};
    assert_ok(selfplay_start(selfplay, index, &game, &error));
    /* A position in which it is over takes the place of moves; only the end is asked for. */
    const char *fen =
        end == GAME_CHECKMATE ? "7k/5KQ1/8/8/8/8/8/8 b - - 0 1" : "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1";
    assert_ok(chess_read_fen(text_of(fen), &game.positions[0], &error));
    buf_puts(&moves, "e2e4");
    assert_ok(selfplay_keep(selfplay, index, &game, &moves, &error));
    assert_int_equal(selfplay->games[index].end, end);
}

static void scores_are_whites_and_the_first_players(void **state)
{
    (void)state;
    struct selfplay selfplay;
    make("7", &selfplay);
    play(&selfplay, 0, GAME_CHECKMATE); /* the first player wins as White */
    play(&selfplay, 1, GAME_CHECKMATE); /* the second one */
    play(&selfplay, 3, GAME_CHECKMATE);
    play(&selfplay, 4, GAME_STALEMATE);
    play(&selfplay, 6, GAME_STALEMATE);
    assert_int_equal(selfplay_played(&selfplay), 5);
    struct selfplay_score white = selfplay_white_score(&selfplay, 0);
    assert_int_equal(white.games, 4);
    assert_int_equal(white.wins, 3);
    assert_int_equal(white.draws, 1);
    assert_int_equal(selfplay_white_score(&selfplay, 1).games, 1);
    assert_int_equal(selfplay_white_score(&selfplay, 2).games, 5);
    struct selfplay_score first = selfplay_first_score(&selfplay, selfplay.pair_count);
    assert_int_equal(first.wins, 1);
    assert_int_equal(first.draws, 2);
    assert_int_equal(first.losses, 2);
    selfplay_free(&selfplay);
}

static void assert_interval(struct stats_interval interval, double low, double high)
{
    assert_int_equal(stats_scaled(interval.low, 1000000000), stats_scaled(low, 1000000000));
    assert_int_equal(stats_scaled(interval.high, 1000000000), stats_scaled(high, 1000000000));
}

static void a_score_has_wilsons_interval(void **state)
{
    (void)state;
    assert_interval(stats_wilson_score(5, 3, 10), 0.3536707235111688, 0.8630694365299644);
    assert_interval(stats_wilson_score(0, 1, 1), 0.05462075552885198, 0.945379244471148);
    assert_interval(stats_wilson_score(5, 0, 10), 0.236593090512564, 0.7634069094874361);
    assert_interval(stats_wilson(5, 10), 0.236593090512564, 0.7634069094874361);
    assert_true(stats_wilson_score(0, 0, 3).low == 0 && stats_wilson_score(3, 0, 3).high == 1);
}

static void another_program_may_go_on(void **state)
{
    (void)state;
    struct selfplay stored, wanted, other;
    struct error error = {0};
    make("7", &stored);
    make("7", &wanted);
    make("8", &other);
    cJSON *first = cJSON_GetArrayItem(cJSON_GetObjectItem(wanted.run, "producers"), 0);
    cJSON_ReplaceItemInObject(first, "host", cJSON_CreateString("another"));
    assert_ok(selfplay_compare("run", &stored, &wanted, &error));
    assert_refused(selfplay_compare("run", &stored, &other, &error), STATUS_CANNOT,
                   "run: its games are of another run: 'seed' differs");
    assert_ok(selfplay_add_producers(&stored, &wanted, &error));
    assert_ok(selfplay_add_producers(&stored, &wanted, &error));
    assert_int_equal(cJSON_GetArraySize(json_get(stored.run, "producers")), 2);
    selfplay_free(&stored);
    selfplay_free(&wanted);
    selfplay_free(&other);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(games_are_sorted_and_swap_the_players),
        cmocka_unit_test(budgets_follow_from_the_seed),
        cmocka_unit_test(scores_are_whites_and_the_first_players),
        cmocka_unit_test(a_score_has_wilsons_interval),
        cmocka_unit_test(another_program_may_go_on),
    };
    return cmocka_run_group_tests_name("selfplay", tests, NULL, NULL);
}

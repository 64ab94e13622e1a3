/* Planning of waves: toys with known answers; and the calibrated ladder. */
#include "chess960/order.h"
#include "search/plan.h"
#include "study/calibrate.h"
#include "test.h"
#include "toy_ladder.h"

enum { SEED = 20260918, P0 = 10, S0 = 100, S1 = 500, D0 = 1000, D1 = 2000, MATE = 100000 };

/* What one plan is made from; by default the whole wave is screening. */
struct toy {
    struct ladder ladder;
    struct evidence evidence;
    struct plan_knobs knobs;
    struct plan_failed failed[4];
    size_t failed_count;
    struct pair *order;
    struct plan plan;
};

static void begin(struct toy *toy, int64_t wave_nodes)
{
    struct error error = {0};
    *toy = (struct toy){.knobs = {.wave_nodes = wave_nodes, .deepest = INT64_MAX}};
    assert_ok(ladder_read("ladder", text_of(toy_ladder), &toy->ladder, &error));
    assert_ok(order_new(SEED, &toy->order, &error));
}

static void end(struct toy *toy)
{
    plan_free(&toy->plan);
    evidence_free(&toy->evidence);
    free(toy->order);
}

static enum role role_of(struct pair pair)
{
    return pair_is_control(pair)          ? ROLE_CONTROL
           : pair_is_representative(pair) ? ROLE_SEARCH
                                          : ROLE_MIRROR;
}

static struct evaluation evaluation(struct pair pair, int cp)
{
    return (struct evaluation){
        .pair = pair,
        .role = (uint8_t)role_of(pair),
        .mate = cp == MATE,
        .score = cp == MATE ? 3 : cp,
        .depth = 1,
        .bestmove = "a2a3",
        .win = EVIDENCE_NO_WDL,
        .draw = EVIDENCE_NO_WDL,
        .loss = EVIDENCE_NO_WDL,
    };
}

static void add(struct toy *toy, int64_t limit, struct pair pair, int cp)
{
    struct error error = {0};
    size_t added;
    struct evaluation row = evaluation(pair, cp);
    struct evidence_set set = {.engine = (char *)"toy", .limit = limit, .rows = &row, .count = 1};
    assert_ok(evidence_merge(&toy->evidence, &set, &added, &error));
}

/* A pair that passed every stage below `limit` with cp 1, and has `cp` there. */
static void add_climber(struct toy *toy, struct pair pair, int64_t limit, int cp)
{
    static const int64_t limits[] = {P0, S0, S1, D0};
    for (int i = 0; i < 4 && limits[i] < limit; i++)
        add(toy, limits[i], pair, 1);
    add(toy, limit, pair, cp);
}

/* Every pair of the visiting order and all controls at that limit, all with cp 1. */
static void add_all(struct toy *toy, int64_t limit)
{
    struct error error = {0};
    size_t added;
    struct evidence_set set = {.engine = (char *)"toy", .limit = limit};
    set.rows = calloc(PAIR_CLASSES + START_COUNT, sizeof *set.rows);
    assert_non_null(set.rows);
    for (uint16_t w = 0; w < START_COUNT; w++) {
        for (uint16_t b = 0; b < START_COUNT; b++) {
            if (w == b || pair_is_representative((struct pair){w, b}))
                set.rows[set.count++] = evaluation((struct pair){w, b}, 1);
        }
    }
    assert_ok(evidence_merge(&toy->evidence, &set, &added, &error));
    free(set.rows);
}

static void plan(struct toy *toy)
{
    struct error error = {0};
    const struct plan_input input = {&toy->ladder, &toy->knobs,      SEED, "toy", &toy->evidence,
                                     toy->failed,  toy->failed_count};
    plan_free(&toy->plan);
    assert_ok(plan_wave(&input, &toy->plan, &error));
}

static void expect(const struct toy *toy, size_t at, int64_t limit, struct pair pair,
                   enum role role)
{
    assert_true(at < toy->plan.count);
    const struct plan_job *job = &toy->plan.jobs[at];
    if (job->limit != limit || pair_compare(job->pair, pair) != 0 || job->role != role)
        fail_msg("job %zu is %u:%u at %lld as %s, expected %u:%u at %lld as %s", at, job->pair.w,
                 job->pair.b, (long long)job->limit, role_name(job->role), pair.w, pair.b,
                 (long long)limit, role_name(role));
}

/* The n-th pair of the visiting order, from 0, controls not counted; or among the controls. */
static struct pair visited(const struct toy *toy, size_t n, bool control)
{
    for (size_t i = 0; i < PAIR_CLASSES; i++) {
        if (pair_is_control(toy->order[i]) == control && n-- == 0)
            return toy->order[i];
    }
    fail();
    return (struct pair){0, 0};
}

static const struct pair A = {0, 1}, B = {0, 2}, C = {0, 3}, D = {1, 2}, E = {1, 4};

/* ---- tests ---- */

static void without_evidence_the_first_stage_begins_in_the_visiting_order(void **state)
{
    struct toy toy;
    (void)state;
    begin(&toy, 1000);
    toy.knobs.control_percent = 3;
    plan(&toy);
    /* 3 % of 1000 nodes are three controls of 10 nodes: a start, its mirror, and the next start. */
    struct pair first = visited(&toy, 0, true);
    expect(&toy, 0, P0, first, ROLE_CONTROL);
    expect(&toy, 1, P0, pair_mirror(first), ROLE_CONTROL);
    expect(&toy, 2, P0, visited(&toy, 1, true), ROLE_CONTROL);
    for (size_t i = 0; i < 97; i++)
        expect(&toy, 3 + i, P0, visited(&toy, i, false), ROLE_SEARCH);
    assert_int_equal(toy.plan.count, 100);
    assert_int_equal(toy.plan.taken[PLAN_CONTROLS], 3);
    assert_int_equal(toy.plan.nodes[PLAN_SCREENING], 970);
    end(&toy);
}

static void triage_decides_what_the_next_stage_serves(void **state)
{
    struct toy toy;
    (void)state;
    begin(&toy, 300);
    struct pair passed = visited(&toy, 7, false), earlier = visited(&toy, 2, false),
                outside = visited(&toy, 1, false), mate = visited(&toy, 0, false);
    add(&toy, P0, passed, -20);
    add(&toy, P0, earlier, 20);
    add(&toy, P0, outside, 21);
    add(&toy, P0, mate, MATE);
    plan(&toy);
    /* The more even one is not first: S0 keeps the visiting order. P0 goes on behind. */
    expect(&toy, 0, S0, earlier, ROLE_SEARCH);
    expect(&toy, 1, S0, passed, ROLE_SEARCH);
    expect(&toy, 2, P0, visited(&toy, 3, false), ROLE_SEARCH);
    assert_int_equal(toy.plan.count, 12);
    end(&toy);
}

static void the_deepest_stage_comes_first_and_the_most_even_in_it(void **state)
{
    struct toy toy;
    (void)state;
    begin(&toy, 1500);
    add_climber(&toy, A, S0, 30);
    add_climber(&toy, B, S0, -29);
    add_climber(&toy, C, S0, 51);  /* outside */
    add_climber(&toy, D, S0, 30);  /* like A, but less even at P0 */
    add_climber(&toy, E, S1, -41); /* outside */
    toy.evidence.sets[0].rows[3].score = 2;
    assert_int_equal(pair_compare(toy.evidence.sets[0].rows[3].pair, D), 0);
    plan(&toy);
    expect(&toy, 0, S1, B, ROLE_SEARCH);
    expect(&toy, 1, S1, A, ROLE_SEARCH);
    expect(&toy, 2, S1, D, ROLE_SEARCH);
    assert_int_equal(toy.plan.count, 3);
    end(&toy);
}

static void a_gap_is_filled_and_a_triaged_pair_with_an_evaluation_goes_on(void **state)
{
    struct toy toy;
    (void)state;
    begin(&toy, 600);
    add(&toy, P0, A, 500); /* outside of triage, but S0 has looked */
    add(&toy, S0, A, 0);
    add(&toy, S1, B, 0); /* never at S0 */
    plan(&toy);
    expect(&toy, 0, S1, A, ROLE_SEARCH);
    expect(&toy, 1, S0, B, ROLE_SEARCH);
    assert_int_equal(toy.plan.count, 2);
    end(&toy);
}

static void a_failed_search_is_not_planned_again(void **state)
{
    struct toy toy;
    (void)state;
    begin(&toy, 1000);
    add_climber(&toy, A, S0, 1);
    add_climber(&toy, B, S0, 2);
    toy.failed[toy.failed_count++] = (struct plan_failed){S1, B};
    toy.failed[toy.failed_count++] = (struct plan_failed){S0, A}; /* long overcome */
    toy.failed[toy.failed_count++] = (struct plan_failed){P0, visited(&toy, 0, false)};
    plan(&toy);
    expect(&toy, 0, S1, A, ROLE_SEARCH);
    expect(&toy, 1, P0, visited(&toy, 1, false), ROLE_SEARCH);
    end(&toy);
}

static void controls_climb_whatever_their_windows(void **state)
{
    struct toy toy;
    (void)state;
    begin(&toy, 200);
    toy.knobs.control_percent = 100;
    struct pair first = visited(&toy, 0, true);
    for (uint16_t n = 0; n < START_COUNT; n++) {
        add(&toy, P0, (struct pair){n, n}, 3000);
        if (n != first.w)
            add(&toy, S0, (struct pair){n, n}, 3000);
    }
    plan(&toy);
    /* The shallowest stage first: what is missing at S0, then S1. One job passes the budget. */
    assert_int_equal(toy.plan.count, 2);
    expect(&toy, 0, S1, first, ROLE_CONTROL);
    expect(&toy, 1, S0, first, ROLE_CONTROL);
    end(&toy);
}

static void controls_end_with_the_first_deepening_budget(void **state)
{
    struct toy toy;
    (void)state;
    begin(&toy, 2000);
    toy.knobs.control_percent = 100;
    for (uint16_t n = 0; n < START_COUNT; n++) {
        struct pair pair = {n, n};
        add(&toy, P0, pair, 0);
        add(&toy, S0, pair, 0);
        add(&toy, S1, pair, 0);
        if (n > 1)
            add(&toy, D0, pair, 0);
    }
    plan(&toy);
    assert_int_equal(toy.plan.taken[PLAN_CONTROLS], 2);
    assert_int_equal(toy.plan.nodes[PLAN_CONTROLS], 2 * D0);
    end(&toy);
}

static void deepening_takes_the_smallest_budget_first(void **state)
{
    struct toy toy;
    (void)state;
    begin(&toy, 20000);
    toy.knobs.deepening_percent = 20;
    toy.knobs.deepest = D1;
    add_climber(&toy, A, S1, -5);
    add_climber(&toy, B, S1, 4);
    add_climber(&toy, C, D0, 400);  /* no window there */
    add_climber(&toy, D, D0, MATE); /* but a mate ends it */
    add_climber(&toy, E, D1, 0);    /* as deep as is wanted */
    plan(&toy);
    /* 5,000 of 8,000 were spent on deepening before: 20 % of 28,000 do not allow for 1,000 more. */
    assert_int_equal(toy.plan.taken[PLAN_DEEPENING], 0);
    assert_int_equal(toy.plan.nodes[PLAN_DEEPENING], 0);
    toy.knobs.deepening_percent = 40;
    plan(&toy);
    assert_int_equal(toy.plan.taken[PLAN_DEEPENING], 3);
    expect(&toy, 0, D1, C, ROLE_SEARCH);
    expect(&toy, 1, D0, B, ROLE_SEARCH);
    expect(&toy, 2, D0, A, ROLE_SEARCH);
    end(&toy);
}

static void a_part_stays_within_its_share_of_all_that_was_searched(void **state)
{
    struct toy toy;
    (void)state;
    begin(&toy, 2000);
    toy.knobs.deepening_percent = 10;
    add_climber(&toy, A, S1, 0); /* 600 from S0 on */
    plan(&toy);
    /* 1,000 are more than 10 % of 2,600. */
    assert_int_equal(toy.plan.taken[PLAN_DEEPENING], 0);
    assert_int_equal(toy.plan.nodes[PLAN_SCREENING], 2000);
    for (uint16_t n = 0; n < 14; n++)
        add(&toy, S1, (struct pair){n, n}, 0);
    plan(&toy); /* 9,600 */
    assert_int_equal(toy.plan.taken[PLAN_DEEPENING], 0);
    add(&toy, S1, (struct pair){14, 14}, 0);
    plan(&toy); /* 10,100 */
    assert_int_equal(toy.plan.taken[PLAN_DEEPENING], 1);
    expect(&toy, 0, D0, A, ROLE_SEARCH);
    assert_int_equal(toy.plan.nodes[PLAN_SCREENING], 1000);
    end(&toy);
}

static void mirrors_follow_the_ranks(void **state)
{
    struct toy toy;
    (void)state;
    begin(&toy, 4000);
    toy.knobs.mirror_percent = 25;
    add_climber(&toy, A, S0, 9);
    add_climber(&toy, B, S1, 20);
    add_climber(&toy, C, S1, 30);
    add_climber(&toy, D, S1, 50); /* not ranked */
    add(&toy, S1, pair_mirror(B), 20);
    plan(&toy);
    assert_int_equal(toy.plan.taken[PLAN_MIRRORS], 2);
    size_t mirrors = 0;
    for (size_t i = 0; i < toy.plan.count; i++) {
        const struct plan_job *job = &toy.plan.jobs[i];
        if (job->role != ROLE_MIRROR)
            continue;
        const struct pair of = mirrors++ ? A : C;
        assert_int_equal(pair_compare(job->pair, pair_mirror(of)), 0);
        assert_int_equal(job->limit, mirrors == 1 ? S1 : S0);
    }
    assert_int_equal(mirrors, 2);
    end(&toy);
}

static void what_screening_leaves_goes_to_the_others(void **state)
{
    struct toy toy;
    (void)state;
    begin(&toy, 5000);
    toy.knobs.deepening_percent = 1;
    toy.knobs.deepest = D0;
    add_all(&toy, P0);
    for (size_t i = 0; i < toy.evidence.sets[0].count; i++)
        toy.evidence.sets[0].rows[i].score = 21;
    add(&toy, S0, A, 0);
    add(&toy, S1, A, 0);
    plan(&toy);
    assert_int_equal(toy.plan.count, 1);
    expect(&toy, 0, D0, A, ROLE_SEARCH);
    toy.knobs.deepening_percent = 0;
    plan(&toy);
    assert_int_equal(toy.plan.count, 0);
    toy.knobs.control_percent = 1;
    plan(&toy);
    assert_int_equal(toy.plan.nodes[PLAN_CONTROLS], 5000);
    end(&toy);
}

static void nothing_is_planned_above_the_deepest_limit(void **state)
{
    struct toy toy;
    (void)state;
    begin(&toy, 1000);
    toy.knobs.control_percent = 10;
    toy.knobs.deepest = P0;
    add_all(&toy, P0);
    plan(&toy);
    assert_int_equal(toy.plan.count, 0);
    toy.knobs.deepest = S0;
    plan(&toy);
    assert_int_equal(toy.plan.count, 10);
    end(&toy);
}

static void a_wave_has_a_job_while_anything_is_left(void **state)
{
    struct toy toy;
    (void)state;
    begin(&toy, 1);
    plan(&toy);
    assert_int_equal(toy.plan.count, 1);
    end(&toy);
}

/* Some numbers out of one (an LCG by Knuth). */
static unsigned any(uint64_t *state, unsigned below)
{
    *state = *state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (unsigned)(*state >> 33) % below;
}

static int compare_jobs(const void *a, const void *b)
{
    const struct plan_job *x = a, *y = b;
    if (x->limit != y->limit)
        return x->limit < y->limit ? -1 : 1;
    return pair_compare(x->pair, y->pair);
}

static void check_jobs(struct toy *toy)
{
    int64_t sum = 0, parts = 0;
    for (size_t i = 0; i < toy->plan.count; i++) {
        const struct plan_job *job = &toy->plan.jobs[i];
        const struct evidence_set *set =
            evidence_find(&toy->evidence, "toy", LIMIT_NODES, job->limit);
        assert_true(i == 0 || job->limit <= job[-1].limit);
        assert_true(!set || !evidence_row(set, job->pair));
        assert_int_equal(job->role, role_of(job->pair));
        sum += job->limit;
    }
    for (int i = 0; i < PLAN_PARTS; i++)
        parts += toy->plan.nodes[i];
    assert_int_equal(sum, parts);
    qsort(toy->plan.jobs, toy->plan.count, sizeof *toy->plan.jobs, compare_jobs);
    for (size_t i = 1; i < toy->plan.count; i++)
        assert_true(compare_jobs(&toy->plan.jobs[i - 1], &toy->plan.jobs[i]) < 0);
}

static void any_evidence_gives_a_wave_without_repetition(void **state)
{
    static const int64_t limits[] = {P0, S0, S1, D0, D1};
    uint64_t seed = 1;
    (void)state;
    for (int round = 0; round < 12; round++) {
        struct toy toy;
        begin(&toy, 20000);
        toy.knobs.control_percent = (int)any(&seed, 34);
        toy.knobs.deepening_percent = (int)any(&seed, 34);
        toy.knobs.mirror_percent = (int)any(&seed, 34);
        for (int i = 0; i < 400; i++) {
            struct pair pair = {(uint16_t)any(&seed, 6), (uint16_t)any(&seed, 6)};
            int64_t limit = limits[any(&seed, 5)];
            const struct evidence_set *set =
                evidence_find(&toy.evidence, "toy", LIMIT_NODES, limit);
            if (!set || !evidence_row(set, pair))
                add(&toy, limit, pair, (int)any(&seed, 100) - 50);
        }
        plan(&toy);
        struct plan first = toy.plan;
        toy.plan = (struct plan){0};
        plan(&toy);
        assert_int_equal(first.count, toy.plan.count);
        for (size_t i = 0; i < first.count; i++)
            assert_int_equal(compare_jobs(&first.jobs[i], &toy.plan.jobs[i]), 0);
        plan_free(&first);
        check_jobs(&toy);
        end(&toy);
    }
}

static void expect_stage(const struct figures *figures, int64_t limit, int64_t waiting,
                         int64_t rejected)
{
    struct figures_stage stage = figures_at(figures, limit);
    assert_int_equal(stage.waiting, waiting);
    assert_int_equal(stage.rejected, rejected);
}

static void figures_of_before_are_kept_with_the_plan(void **state)
{
    struct toy toy;
    struct error error = {0};
    struct figures read;
    struct buf text = {0};
    bool there = false;
    (void)state;
    begin(&toy, 1000);
    toy.knobs.deepest = D1;
    add(&toy, P0, A, 20);                  /* waits for S0 */
    add(&toy, P0, B, 21);                  /* is triaged */
    add_climber(&toy, C, S0, 50);          /* waits for S1 */
    add_climber(&toy, D, S1, MATE);        /* is stopped there */
    add_climber(&toy, E, D0, 1);           /* is through, and waits for nothing of the ladder */
    add(&toy, S1, (struct pair){2, 5}, 1); /* waits for S0, a gap */
    add(&toy, P0, (struct pair){7, 7}, 0);
    add(&toy, P0, pair_mirror(A), 500); /* speaks for no class */
    plan(&toy);
    plan_write(&toy.plan, &toy.knobs, &text);
    assert_ok(plan_read_figures("plan", buf_text(&text), &read, &there, &error));
    assert_true(there);
    assert_int_equal(read.classes, 7);
    assert_int_equal(read.controls, 1);
    expect_stage(&read, P0, 0, 1);
    expect_stage(&read, S0, 2, 0);
    expect_stage(&read, S1, 1, 1);
    expect_stage(&read, D0, 0, 0);
    buf_free(&text);
    end(&toy);

    /* As an older program has written it. */
    static const char old[] =
        "{\"knobs\":{\"control_percent\":10,\"deepening_percent\":20,\"deepest\":\"8\","
        "\"mirror_percent\":2,\"wave_nodes\":\"8\"},\"parts\":{\"controls\":{\"jobs\":0,\"nodes\":"
        "\"0\"},\"deepening\":{\"jobs\":0,\"nodes\":\"0\"},\"mirrors\":{\"jobs\":0,\"nodes\":\"0\"}"
        ","
        "\"screening\":{\"jobs\":0,\"nodes\":\"0\"}}}\n";
    assert_ok(plan_read_figures("plan", text_of(old), &read, &there, &error));
    assert_false(there);
}

static void knobs_are_kept_with_the_plan(void **state)
{
    struct error error = {0};
    struct plan_knobs read, knobs = {INT64_C(900000000000000000), 1, 2, 97, 1};
    struct plan plan = {0};
    struct buf text = {0};
    (void)state;
    plan_write(&plan, &knobs, &text);
    assert_ok(plan_read_knobs("plan", buf_text(&text), &read, &error));
    buf_free(&text);
    assert_int_equal(read.wave_nodes, knobs.wave_nodes);
    assert_int_equal(read.control_percent, knobs.control_percent);
    assert_int_equal(read.deepening_percent, knobs.deepening_percent);
    assert_int_equal(read.mirror_percent, knobs.mirror_percent);
    assert_int_equal(read.deepest, knobs.deepest);
    knobs.control_percent = 2;
    assert_refused(plan_check_knobs(&knobs, &error), STATUS_CANNOT,
                   "controls, deepening and mirrors have 101 per cent of a wave together");
    knobs.control_percent = -1;
    assert_refused(plan_check_knobs(&knobs, &error), STATUS_CANNOT, "-1 per cent is no share");
}

static void limits_have_no_end_but_the_numbers(void **state)
{
    struct error error = {0};
    struct ladder ladder;
    (void)state;
    assert_ok(ladder_read("ladder", text_of(toy_ladder), &ladder, &error));
    assert_int_equal(plan_limit(&ladder, 0), P0);
    assert_int_equal(plan_limit(&ladder, 3), D0);
    assert_int_equal(plan_limit(&ladder, 5), 4 * D0);
    assert_int_equal(plan_limit(&ladder, 1000), INT64_MAX);
}

/* ---- calibration ---- */

static void a_ladder_gets_calibrated_windows(void **state)
{
    struct toy toy;
    struct error error = {0};
    struct asym asym;
    struct calibrate_even even;
    struct ladder ladder, again;
    int64_t low, high;
    struct buf text = {0};
    (void)state;
    begin(&toy, 1);
    for (uint16_t n = 0; n < START_COUNT; n++) {
        add(&toy, P0, (struct pair){n, n}, n % 7);
        if (n)
            add(&toy, S0, (struct pair){n, n}, 33);
        add(&toy, S1, (struct pair){n, n}, n < 100 ? n % 10 : 80);
    }
    assert_ok(asym_init(&asym, &toy.ladder, &toy.evidence, "toy", &error));
    calibrate_even(&asym, &even);
    assert_int_equal(even.used, 100);
    assert_true(calibrate_is_complete(&asym, &even, 0));
    assert_false(calibrate_is_complete(&asym, &even, 1)); /* control 0 is missing */
    assert_false(calibrate_is_complete(&asym, &even, 2)); /* the reference itself */
    calibrate_interval(&asym, &even, 0, 1, &low, &high);
    assert_int_equal(high, 6);
    assert_in_range(low, 5, 6);
    calibrate_interval(&asym, &even, 1, 1, &low, &high);
    assert_int_equal(low, 33);
    assert_int_equal(high, 33);
    calibrate_ladder(&asym, &even, &ladder);
    assert_int_equal(ladder.stages[0].window, 6);
    assert_int_equal(ladder.stages[1].window, 50);
    add(&toy, S0, (struct pair){0, 0}, 33);
    assert_ok(asym_init(&asym, &toy.ladder, &toy.evidence, "toy", &error));
    calibrate_ladder(&asym, &even, &ladder);
    assert_int_equal(ladder.stages[1].window, 33);
    assert_true(ladder.stages[1].calibrated);
    ladder_write(&text, "asym", &ladder);
    assert_ok(ladder_read("written", buf_text(&text), &again, &error));
    buf_free(&text);
    assert_int_equal(again.stages[1].window, 33);
    assert_int_equal(again.stages[1].published, 50);
    assert_true(again.stages[1].calibrated);
    assert_true(again.stages[0].triage);
    assert_int_equal(again.deepening_first, D0);
    assert_int_equal(again.even_at_least, 4);
    end(&toy);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(without_evidence_the_first_stage_begins_in_the_visiting_order),
        cmocka_unit_test(triage_decides_what_the_next_stage_serves),
        cmocka_unit_test(the_deepest_stage_comes_first_and_the_most_even_in_it),
        cmocka_unit_test(a_gap_is_filled_and_a_triaged_pair_with_an_evaluation_goes_on),
        cmocka_unit_test(a_failed_search_is_not_planned_again),
        cmocka_unit_test(controls_climb_whatever_their_windows),
        cmocka_unit_test(controls_end_with_the_first_deepening_budget),
        cmocka_unit_test(deepening_takes_the_smallest_budget_first),
        cmocka_unit_test(a_part_stays_within_its_share_of_all_that_was_searched),
        cmocka_unit_test(mirrors_follow_the_ranks),
        cmocka_unit_test(what_screening_leaves_goes_to_the_others),
        cmocka_unit_test(nothing_is_planned_above_the_deepest_limit),
        cmocka_unit_test(a_wave_has_a_job_while_anything_is_left),
        cmocka_unit_test(any_evidence_gives_a_wave_without_repetition),
        cmocka_unit_test(figures_of_before_are_kept_with_the_plan),
        cmocka_unit_test(knobs_are_kept_with_the_plan),
        cmocka_unit_test(limits_have_no_end_but_the_numbers),
        cmocka_unit_test(a_ladder_gets_calibrated_windows),
    };
    return cmocka_run_group_tests_name("search", tests, NULL, NULL);
}

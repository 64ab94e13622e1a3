/* Planning of confirming waves: a toy tree, worked out by hand. */
#include "search/confirm.h"
#include "toy.h"

enum { SEED = 20260918, P0 = 10, S0 = 100, S1 = 500, D0 = 1000, D1 = 2000, DEPTH = 6 };

/* Near: |cp| <= 10 at 1000 nodes or deeper. */
static const struct corridor corridor = {
    .max_cp = 5,
    .near_from = D0,
    .near_max_cp = 10,
    .confirmers = {{"deep", LIMIT_DEPTH, DEPTH}, {"wide", LIMIT_NODES, 300}},
    .confirmer_count = 2,
};

/* What one plan is made from. */
struct plain {
    struct study study;
    struct evidence own;
    struct plan_failed failed[4];
    size_t failed_count;
    struct confirm_input input;
    struct confirm confirm;
};

/* By rank: 0:2 is deepest; 0:5 and 0:1 by |cp|. Not near: 0:4 by its cp, 0:3 since it was not
 * evaluated at 1000; not ranked: 0:6 (a mate), 0:7 (outside S1), 5:5 (a control). */
static void begin_plain(struct plain *plain)
{
    static const struct toy p0[] = {{0, 1, 1}, {0, 2, 1}, {0, 3, 1}, {0, 4, 1},
                                    {0, 5, 1}, {0, 6, 1}, {0, 7, 1}, {5, 5, 1}};
    static const struct toy s1[] = {{0, 1, 1}, {0, 2, 1}, {0, 3, 1},  {0, 4, 1},
                                    {0, 5, 1}, {0, 6, 1}, {0, 7, 41}, {5, 5, 1}};
    static const struct toy d0[] = {{0, 1, 4},    {0, 2, 3}, {0, 4, 11}, {0, 5, -3},
                                    {0, 6, NONE}, {0, 7, 1}, {5, 5, 1}};
    static const struct toy d1[] = {{0, 2, -10}};
    *plain = (struct plain){0};
    begin(&plain->study);
    add_set(&plain->study, P0, p0, 8);
    add_set(&plain->study, S0, p0, 8);
    add_set(&plain->study, S1, s1, 8);
    add_set(&plain->study, D0, d0, 7);
    add_set(&plain->study, D1, d1, 1);
}

static void end_plain(struct plain *plain)
{
    confirm_free(&plain->confirm);
    evidence_free(&plain->own);
    evidence_free(&plain->study.evidence);
}

/* The confirming engine has said something of that pair. */
static void know(struct plain *plain, enum limit_kind kind, int64_t limit, struct pair pair)
{
    struct error error = {0};
    size_t added;
    struct evaluation row = {.pair = pair,
                             .role = (uint8_t)(pair.w == pair.b ? ROLE_CONTROL : ROLE_CONFIRM),
                             .depth = 1,
                             .bestmove = "a2a3",
                             .win = EVIDENCE_NO_WDL,
                             .draw = EVIDENCE_NO_WDL,
                             .loss = EVIDENCE_NO_WDL};
    struct evidence_set set = {(char *)(kind == LIMIT_DEPTH ? "deep" : "wide"), kind, limit, &row,
                               1};
    assert_ok(evidence_merge(&plain->own, &set, &added, &error));
}

/* All controls but those from `missing` on. */
static void know_controls(struct plain *plain, uint16_t missing)
{
    for (uint16_t n = 0; n < missing; n++)
        know(plain, LIMIT_DEPTH, DEPTH, (struct pair){n, n});
}

static enum status plan(struct plain *plain, struct error *error)
{
    plain->input = (struct confirm_input){
        .corridor = &corridor,
        .confirmer = &corridor.confirmers[0],
        .ladder = &plain->study.ladder,
        .seed = SEED,
        .source = {"toy", 7, 32},
        .found = &plain->study.evidence,
        .own = &plain->own,
        .failed = plain->failed,
        .failed_count = plain->failed_count,
    };
    confirm_free(&plain->confirm);
    return confirm_wave(&plain->input, &plain->confirm, error);
}

static void expect(const struct plain *plain, size_t at, uint16_t w, uint16_t b, enum role role)
{
    assert_true(at < plain->confirm.count);
    const struct plan_job *job = &plain->confirm.jobs[at];
    if (job->limit != DEPTH || job->pair.w != w || job->pair.b != b || job->role != role)
        fail_msg("job %zu is %u:%u at %lld as %s, expected %u:%u as %s", at, job->pair.w,
                 job->pair.b, (long long)job->limit, role_name(job->role), w, b, role_name(role));
}

/* ---- tests ---- */

/* As Python's random.Random(20260918).shuffle has the controls: 142, 467, 250, ..., 329 last; with
 * the letters turned round: 820, 675, 613, ..., 345. */
static void controls_come_first_in_the_visiting_order(void **state)
{
    static const uint16_t first[] = {142, 820, 467, 675, 250, 613};
    struct error error = {0};
    struct plain plain;
    (void)state;
    begin_plain(&plain);
    know(&plain, LIMIT_NODES, 300, (struct pair){142, 142}); /* another engine */
    know(&plain, LIMIT_DEPTH, 7, (struct pair){142, 142});   /* another depth */
    assert_ok(plan(&plain, &error));
    assert_int_equal(plain.confirm.count, CONFIRM_WAVE_JOBS);
    for (size_t i = 0; i < 6; i++)
        expect(&plain, i, first[i], first[i], ROLE_CONTROL);
    assert_int_equal(plain.confirm.controls.jobs, CONFIRM_WAVE_JOBS);
    assert_int_equal(plain.confirm.controls.waiting, START_COUNT);
    assert_int_equal(plain.confirm.pairs.jobs, 0);
    assert_int_equal(plain.confirm.pairs.waiting, 3);
    end_plain(&plain);
}

static void then_the_candidates_by_rank(void **state)
{
    struct error error = {0};
    struct plain plain;
    (void)state;
    begin_plain(&plain);
    know_controls(&plain, 959);
    assert_ok(plan(&plain, &error));
    assert_int_equal(plain.confirm.count, 4);
    expect(&plain, 0, 959, 959, ROLE_CONTROL);
    expect(&plain, 1, 0, 2, ROLE_CONFIRM);
    expect(&plain, 2, 0, 5, ROLE_CONFIRM);
    expect(&plain, 3, 0, 1, ROLE_CONFIRM);
    end_plain(&plain);
}

static void a_wave_ends_among_the_candidates(void **state)
{
    struct error error = {0};
    struct plain plain;
    (void)state;
    begin_plain(&plain);
    know_controls(&plain, 960 - (CONFIRM_WAVE_JOBS - 2));
    assert_ok(plan(&plain, &error));
    assert_int_equal(plain.confirm.count, CONFIRM_WAVE_JOBS);
    expect(&plain, CONFIRM_WAVE_JOBS - 2, 0, 2, ROLE_CONFIRM);
    expect(&plain, CONFIRM_WAVE_JOBS - 1, 0, 5, ROLE_CONFIRM);
    assert_int_equal(plain.confirm.controls.jobs, CONFIRM_WAVE_JOBS - 2);
    assert_int_equal(plain.confirm.pairs.jobs, 2);
    assert_int_equal(plain.confirm.pairs.waiting, 3);
    end_plain(&plain);
}

static void what_is_known_or_has_failed_is_not_asked_again(void **state)
{
    struct error error = {0};
    struct plain plain;
    (void)state;
    begin_plain(&plain);
    know_controls(&plain, 959);
    know(&plain, LIMIT_DEPTH, DEPTH, (struct pair){0, 5});
    plain.failed[plain.failed_count++] = (struct plan_failed){DEPTH, {959, 959}};
    plain.failed[plain.failed_count++] = (struct plan_failed){DEPTH, {0, 2}};
    plain.failed[plain.failed_count++] = (struct plan_failed){7, {0, 1}};
    assert_ok(plan(&plain, &error));
    assert_int_equal(plain.confirm.count, 1);
    expect(&plain, 0, 0, 1, ROLE_CONFIRM);
    know(&plain, LIMIT_DEPTH, DEPTH, (struct pair){0, 1});
    assert_ok(plan(&plain, &error));
    assert_int_equal(plain.confirm.count, 0);
    end_plain(&plain);
}

static void there_is_nothing_to_confirm_before_something_is_found(void **state)
{
    struct error error = {0};
    struct plain plain;
    (void)state;
    begin_plain(&plain);
    assert_ok(plan(&plain, &error));
    plain.input.source.rows = 0;
    confirm_free(&plain.confirm);
    assert_refused(confirm_wave(&plain.input, &plain.confirm, &error), STATUS_WRONG,
                   "engine deep confirms what toy has found, which has no closed wave yet");
    end_plain(&plain);
}

static void a_plan_names_what_it_reads(void **state)
{
    struct error error = {0};
    struct plain plain;
    struct confirm read;
    struct buf text = {0}, other = {0};
    (void)state;
    begin_plain(&plain);
    know_controls(&plain, 959);
    assert_ok(plan(&plain, &error));
    confirm_write(&plain.input, &plain.confirm, &text);
    assert_ok(buf_ok(&text, &error));
    assert_string_equal(text.data,
                        "{\"confirms\":{\"engine\":\"toy\",\"rows\":32,\"wave\":7},"
                        "\"controls\":{\"jobs\":1,\"waiting\":1},\"limit\":\"6\","
                        "\"limit_kind\":\"depth\",\"near\":{\"from_nodes\":\"1000\",\"max_cp\":10},"
                        "\"pairs\":{\"jobs\":3,\"waiting\":3}}\n");
    assert_ok(confirm_read("plan", buf_text(&text), &read, &error));
    assert_string_equal(read.source.engine, "toy");
    assert_int_equal(read.source.wave, 7);
    assert_int_equal(read.source.rows, 32);
    assert_int_equal(read.controls.waiting, 1);
    assert_int_equal(read.pairs.jobs, 3);
    plan_write(&(struct plan){0}, &plan_default_knobs, &other);
    assert_ok(confirm_read("plan", buf_text(&other), &read, &error));
    assert_int_equal(read.source.wave, CONFIRM_NO_WAVE);
    assert_refused(confirm_read("plan", text_of("{\"confirms\":{}}"), &read, &error), STATUS_WRONG,
                   "plan: confirms: member 'engine' is missing");
    buf_free(&text);
    buf_free(&other);
    end_plain(&plain);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(controls_come_first_in_the_visiting_order),
        cmocka_unit_test(then_the_candidates_by_rank),
        cmocka_unit_test(a_wave_ends_among_the_candidates),
        cmocka_unit_test(what_is_known_or_has_failed_is_not_asked_again),
        cmocka_unit_test(there_is_nothing_to_confirm_before_something_is_found),
        cmocka_unit_test(a_plan_names_what_it_reads),
    };
    return cmocka_run_group_tests_name("confirm", tests, NULL, NULL);
}

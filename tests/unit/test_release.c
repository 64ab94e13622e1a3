/* release: templates and their figures, limitations, SHA256SUMS, the signed comment. */
#include "release/cells.h"
#include "release/figures.h"
#include "release/published.h"
#include "release/sums.h"
#include "release/translations.h"
#include "test.h"

static void add(struct files *files, const char *name, const char *text)
{
    struct error error = {0};
    assert_ok(files_add_view(files, name, text_of(text), &error));
}

static void expect_number(const char *value, const char *language, const char *expected)
{
    struct buf out = {0};
    cells_number(text_of(value), language, &out);
    assert_string_equal(out.data, expected);
    buf_free(&out);
}

/* English and Hindi as ICU writes them with Latin digits; German and Portuguese with points. */
static void numbers_follow_the_language(void **state)
{
    (void)state;
    expect_number("460320", "en", "460,320");
    expect_number("460320", "de", "460.320");
    expect_number("460320", "pt", "460.320");
    expect_number("460320", "hi", "4,60,320");
    expect_number("128000000", "hi", "12,80,00,000");
    expect_number("128000000", "en", "128,000,000");
    expect_number("999", "hi", "999");
    expect_number("1500", "de", "1.500");
    expect_number("-67", "pt", "-67");
    expect_number("-12345.6", "de", "-12.345,6");
    expect_number("39.9", "en", "39.9");
    expect_number("39.9", "pt", "39,9");
    expect_number("2026.11.1", "de", "2026.11.1"); /* no number */
    expect_number("2026-11-30", "de", "2026-11-30");
}

static void toy_content(struct files *content)
{
    add(content, "tables/windows.csv", "stage,window,note\nS0,50,\nS1,12345,x\n");
    add(content, "tables/coverage.json", "{\"classes\":460800,\"ranked\":{\"S0\":\"297\"}}");
    add(content, "inputs/release.json", "{\"version\":\"2026.11.1\"}");
}

static void placeholders_become_cells(void **state)
{
    (void)state;
    struct error error = {0};
    struct files content = {0};
    struct buf out = {0};
    toy_content(&content);
    const char *template = "v{{release.json/version}}: {{windows.csv/S1/window}} of "
                           "{{coverage.json/classes}}, {{coverage.json/ranked/S0}}{";
    assert_ok(cells_render("t", text_of(template), "de", &content, &out, &error));
    assert_string_equal(out.data, "v2026.11.1: 12.345 of 460.800, 297{");
    buf_free(&out);
    files_free(&content);
}

static void a_figure_without_a_cell_fails(void **state)
{
    (void)state;
    static const struct {
        const char *template, *message;
    } cases[] = {
        {"{{windows.csv/S2/window}}", "t: {{windows.csv/S2/window}} is no cell of the tables"},
        {"{{windows.csv/S0/widow}}", "t: {{windows.csv/S0/widow}} is no cell of the tables"},
        {"{{windows.csv/S0/note}}", "t: {{windows.csv/S0/note}} is no cell of the tables"},
        {"{{windows.csv/S0}}", "t: {{windows.csv/S0}} is no cell of the tables"},
        {"{{coverage.json/ranked}}", "t: {{coverage.json/ranked}} is no cell of the tables"},
        {"{{coverage.json/classes/x}}", "t: {{coverage.json/classes/x}} is no cell of the tables"},
        {"{{nothing.json/a}}", "t: {{nothing.json/a}} is no cell of the tables"},
        {"{{}}", "t: {{}} is no cell of the tables"},
        {"a {{windows.csv", "t: '{{' without '}}'"},
    };
    struct files content = {0};
    toy_content(&content);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct error error = {0};
        struct buf out = {0};
        assert_refused(cells_render("t", text_of(cases[i].template), "en", &content, &out, &error),
                       STATUS_WRONG, cases[i].message);
        buf_free(&out);
    }
    files_free(&content);
}

/* The methodology in English and in German; in the other languages it is the English one. */
static const char *const sections[] = {"# M 2\n\n## 1. q\n- 3\n", "# M\n\n## 1. f\nDrei: 3\n"};

static enum status check_translations(const char *english, const char *german,
                                      const char *const *methodology, struct error *error)
{
    struct files inputs = {0};
    add(&inputs, "texts/LIMITATIONS.en.md", english);
    add(&inputs, "texts/LIMITATIONS.de.md", german);
    add(&inputs, "texts/LIMITATIONS.pt.md", english);
    add(&inputs, "texts/LIMITATIONS.hi.md", english);
    add(&inputs, "texts/METHODOLOGY.en.md", methodology[0]);
    add(&inputs, "texts/METHODOLOGY.de.md", methodology[1]);
    add(&inputs, "texts/METHODOLOGY.pt.md", methodology[0]);
    add(&inputs, "texts/METHODOLOGY.hi.md", methodology[0]);
    static const char *const languages[] = {"en", "de", "pt", "hi", NULL};
    enum status status = translations_check(&inputs, languages, error);
    files_free(&inputs);
    return status;
}

static void translations_say_the_same_in_each_language(void **state)
{
    (void)state;
    struct error error = {0};
    const char *english = "# L\n\n1. **a** {{x/y}} of\n   S0, 15.1.\n\n2. b {{x/z}}\n";
    assert_ok(check_translations(english, "# L 9\n1. S0: 15.1,\n{{x/y}}\n2. {{x/z}}\n", sections,
                                 &error));
    static const struct {
        const char *german, *message;
    } cases[] = {
        {"1. S0 15.1 {{x/y}}\n", "texts/LIMITATIONS.de.md: 1 points, English has 2"},
        {"1. S0 15.1 {{x/y}}\n3. {{x/z}}\n",
         "texts/LIMITATIONS.de.md: point 3 stands where 2 is due"},
        {"1. S0 15.2 {{x/y}}\n2. {{x/z}}\n",
         "texts/LIMITATIONS.de.md: point 1 has 15 where English has 1"},
        {"1. S0 15.1 {{x/z}}\n2. {{x/y}}\n",
         "texts/LIMITATIONS.de.md: point 1 has {{x/z}} where English has {{x/y}}"},
        {"1. S0 15.1 {{x/y}}\n2. zwei\n",
         "texts/LIMITATIONS.de.md: point 2 has no figure where English has {{x/z}}"},
        {"1. S0 15.1 {{x/y}}\n2. {{x/z}} 7\n",
         "texts/LIMITATIONS.de.md: point 2 has 7 where English has {{x/z}}"},
        {"keine\n", "texts/LIMITATIONS.de.md: 0 points, English has 2"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        assert_refused(check_translations(english, cases[i].german, sections, &error), STATUS_WRONG,
                       cases[i].message);
    const char *other[] = {"## 1. q\n3\n## 2. r\n", "## 1. q\n3\n## 3. r\n"};
    assert_refused(check_translations(english, english, other, &error), STATUS_WRONG,
                   "texts/METHODOLOGY.de.md: point 3 stands where 2 is due");
}

/* sha256 of "1\n" and "2\n", by sha256sum. */
#define SUM_OF_1 "4355a46b19d348dc2f57c046f8ef63d4538ebb936000f3c9ee954a27460dd865"
#define SUM_OF_2 "53c234e5e8472b6ac51c1ae1cab3fe06fad053beb8ebfd8977b010655bfdd3c3"

static void sums_are_what_sha256sum_prints(void **state)
{
    (void)state;
    struct error error = {0};
    struct files content = {0};
    struct buf out = {0};
    add(&content, "b/c", "2\n");
    add(&content, "a", "1\n");
    assert_ok(sums_write(&content, &out, &error));
    assert_string_equal(out.data, SUM_OF_1 "  a\n" SUM_OF_2 "  b/c\n");
    buf_free(&out);
    files_free(&content);
}

static void sums_name_the_first_wrong_file(void **state)
{
    (void)state;
    static const struct {
        const char *sums, *message;
    } cases[] = {
        {SUM_OF_1 "  a\n", "b: not listed in SHA256SUMS"},
        {SUM_OF_2 "  b\n", "a: not listed in SHA256SUMS"},
        {SUM_OF_1 "  a\n" SUM_OF_2 "  b\n" SUM_OF_2 "  c\n",
         "c: listed in SHA256SUMS, but not there"},
        {SUM_OF_1 "  a\n" SUM_OF_1 "  a\n" SUM_OF_2 "  b\n",
         "a: listed in SHA256SUMS, but not there"},
        {SUM_OF_1 "  a\n" SUM_OF_1 "  b\n",
         "b: sha256 is " SUM_OF_2 ", but SHA256SUMS has " SUM_OF_1},
        {SUM_OF_1 "  a\n" SUM_OF_2 "  b", "SHA256SUMS: the last line has no end"},
        {SUM_OF_1 " *a\n" SUM_OF_2 "  b\n",
         "SHA256SUMS: '" SUM_OF_1 " *a' is no line of this list"},
        {"X" SUM_OF_1 "  a\n", "SHA256SUMS: 'X" SUM_OF_1 "  a' is no line of this list"},
        {"", "SHA256SUMS: the last line has no end"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct error error = {0};
        struct files content = {0};
        size_t count;
        add(&content, "a", "1\n");
        add(&content, "b", "2\n");
        add(&content, SUMS_FILE, cases[i].sums);
        assert_refused(sums_check(&content, &count, &error), STATUS_WRONG, cases[i].message);
        files_free(&content);
    }
}

static void the_signed_comment_has_one_form(void **state)
{
    (void)state;
    struct error error = {0};
    struct published_claim claim;
    const char *good = "asym 2026.11.1 content=" SUM_OF_1 " tar=" SUM_OF_2 " bytes=1024";
    assert_ok(published_parse_comment("s", good, &claim, &error));
    assert_string_equal(claim.study, "asym");
    assert_string_equal(claim.version, "2026.11.1");
    assert_string_equal(claim.content_id, SUM_OF_1);
    assert_string_equal(claim.tar.sha256, SUM_OF_2);
    assert_int_equal(claim.tar.bytes, 1024);
    static const char *const wrong[] = {
        "",
        "asym 2026.11.1 content=" SUM_OF_1 " tar=" SUM_OF_2,
        "asym 2026.11.1 content=" SUM_OF_1 " tar=" SUM_OF_2 " bytes=01024",
        "asym 2026.11.1 content=" SUM_OF_1 " tar=" SUM_OF_2 " bytes=-5",
        "asym 2026.11.1 content=" SUM_OF_1 " tar=" SUM_OF_2 " bytes=1024 ",
        "asym  2026.11.1 content=" SUM_OF_1 " tar=" SUM_OF_2 " bytes=1024",
        "asym 2026.11.1 content=4355 tar=" SUM_OF_2 " bytes=1024",
        "timestamp:1700000000 file:SHA256SUMS hashed",
    };
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        assert_int_equal(published_parse_comment("s", wrong[i], &claim, &error), STATUS_WRONG);
}

/* ---- published figures ---- */

#define FIGURE(id, source, more)                                                                   \
    "{\"id\":\"" id "\",\"claim\":\"windows\",\"quantity\":\"a mean\",\"value\":\"-1.5\","         \
    "\"unit\":\"cp\",\"engine\":\"E 1\",\"budget\":\"10M nodes\",\"source\":\"" source "\"" more   \
    "}"
#define OURS(stage, cell, n)                                                                       \
    "{\"stage\":\"" stage "\",\"cell\":\"windows.csv/" cell "\",\"n\":\"windows.csv/" n "\"}"

/* The table, or "" with the message in `error`. Owned by the caller. */
static struct buf figures_of(const char *json, struct error *error)
{
    static const struct edition edition = {.primary_engine = "toy-1"};
    static const struct asym asym = {
        .count = 2, .budgets = {{.stage = "S0", .limit = 100}, {.stage = "S1", .limit = 500}}};
    struct files content = {0};
    struct buf table = {0};
    cJSON *figures, *references = cJSON_Parse("[{\"key\":\"a-2020\"},{\"key\":\"b-2021\"}]");
    const struct figures_ground ground = {references, &edition, &asym};
    toy_content(&content);
    if (!json_read("published.json", text_of(json), &figures_shape, &figures, error)) {
        if (!figures_table(figures, &ground, &content, error)) {
            struct text text = files_find(&content, "tables/published.csv")->data;
            buf_put(&table, text.data, text.len);
        }
        cJSON_Delete(figures);
    }
    cJSON_Delete(references);
    files_free(&content);
    return table;
}

static void published_figures_stand_beside_ours(void **state)
{
    (void)state;
    struct error error = {0};
    struct buf table = figures_of("[" FIGURE("x", "b-2021", "") "," FIGURE(
                                      "y", "a-2020",
                                      ",\"ours\":[" OURS("S1", "S1/window", "S0/window") "," OURS(
                                          "S0", "S0/note", "S0/window") "]") "]",
                                  &error);
    assert_string_equal(
        table.data,
        "id,figure,claim,quantity,published,unit,engine,budget,source,our_cell,ours,our_engine,"
        "our_stage,our_limit,our_n\n"
        "x,x,windows,a mean,-1.5,cp,E 1,10M nodes,b-2021,,,,,,\n"
        "y-S1,y,windows,a mean,-1.5,cp,E 1,10M nodes,a-2020,windows.csv/S1/window,12345,toy-1,S1,"
        "500,50\n"
        "y-S0,y,windows,a mean,-1.5,cp,E 1,10M "
        "nodes,a-2020,windows.csv/S0/note,,toy-1,S0,100,50\n");
    buf_free(&table);
}

static void a_figure_must_fit(void **state)
{
    (void)state;
    static const struct {
        const char *json, *message;
    } cases[] = {
        {"[" FIGURE("x", "c-2022", "") "]",
         "published.json: x: c-2022 is no key of references.json"},
        {"[" FIGURE("x", "a-2020", "") "," FIGURE("x", "b-2021", "") "]",
         "published.json: x: the id stands twice"},
        {"[" FIGURE("x", "a-2020", ",\"ours\":[" OURS("S2", "S1/window", "S1/window") "]") "]",
         "published.json: x: S2 is no stage of the study"},
        {"[" FIGURE("x", "a-2020",
                    ",\"ours\":[" OURS("S1", "S1/window", "S1/window") "," OURS(
                        "S1", "S0/window", "S1/window") "]") "]",
         "published.json: x: S1 stands twice"},
        {"[" FIGURE("x", "a-2020", ",\"ours\":[" OURS("S1", "S2/window", "S1/window") "]") "]",
         "published.json: x: windows.csv/S2/window is no cell of the tables"},
        {"[" FIGURE("x", "a-2020", ",\"ours\":[" OURS("S1", "S1/window", "S1/widow") "]") "]",
         "published.json: x: windows.csv/S1/widow is no cell of the tables"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct error error = {0};
        struct buf table = figures_of(cases[i].json, &error);
        assert_string_equal(error.text, cases[i].message);
        assert_int_equal(table.len, 0);
        buf_free(&table);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(numbers_follow_the_language),
        cmocka_unit_test(placeholders_become_cells),
        cmocka_unit_test(a_figure_without_a_cell_fails),
        cmocka_unit_test(translations_say_the_same_in_each_language),
        cmocka_unit_test(sums_are_what_sha256sum_prints),
        cmocka_unit_test(sums_name_the_first_wrong_file),
        cmocka_unit_test(the_signed_comment_has_one_form),
        cmocka_unit_test(published_figures_stand_beside_ours),
        cmocka_unit_test(a_figure_must_fit),
    };
    return cmocka_run_group_tests_name("release", tests, NULL, NULL);
}

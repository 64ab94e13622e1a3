/* The site's pieces: escaping, words and numbers of each language, boards, data, texts, pictures.
 */
#include "base/json.h"
#include "site/board.h"
#include "site/data.h"
#include "site/html.h"
#include "site/language.h"
#include "site/listed.h"
#include "site/map.h"
#include "site/markdown.h"
#include "site/pages.h"
#include "site/plot.h"
#include "site/png.h"
#include "site/table.h"
#include "study/asym_tables.h"
#include "toy.h"

static void assert_written(struct buf *out, const char *expected)
{
    assert_false(out->failed);
    assert_string_equal(out->data ? out->data : "", expected);
    buf_free(out);
}

/* ---- html ---- */

static void markup_is_escaped(void **state)
{
    (void)state;
    struct buf out = {0};
    html_open(&out, "a", "href", "?a=1&b=\"2\"", "title", NULL, "class", "<'>", NULL);
    html_puts(&out, "</script> & \"quotes\" 'too'\a\x1b\x7f\n\tजोड़ी");
    html_close(&out, "a");
    html_empty(&out, "br", NULL);
    html_element(&out, "b", "1 < 2", "id", "x", NULL);
    assert_written(&out, "<a href=\"?a=1&amp;b=&quot;2&quot;\" class=\"&lt;&#39;&gt;\">"
                         "&lt;/script&gt; &amp; &quot;quotes&quot; &#39;too&#39;\n\tजोड़ी</a><br/>"
                         "<b id=\"x\">1 &lt; 2</b>\n");
}

/* ---- languages ---- */

static struct language languages[LANGUAGES];

static int read_languages(void **state)
{
    (void)state;
    struct error error = {0};
    return (int)language_read_all(languages, &error);
}

static int free_languages(void **state)
{
    (void)state;
    language_free_all(languages);
    return 0;
}

/* By the Unicode CLDR's patterns for en, de, pt and hi. */
static void numbers_are_written_as_there(void **state)
{
    (void)state;
    static const struct {
        const char *value, *expected[LANGUAGES];
    } cases[] = {
        {"467601", {"467,601", "467.601", "467.601", "4,67,601"}},
        {"999", {"999", "999", "999", "999"}},
        {"1000", {"1,000", "1.000", "1.000", "1,000"}},
        {"-1234.5", {"−1,234.5", "−1.234,5", "−1.234,5", "−1,234.5"}},
        {"7898800000", {"7,898,800,000", "7.898.800.000", "7.898.800.000", "7,89,88,00,000"}},
        {"0.05", {"0.05", "0,05", "0,05", "0.05"}},
        {"S0", {"S0", "S0", "S0", "S0"}},
        {"", {"", "", "", ""}},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        for (size_t k = 0; k < LANGUAGES; k++) {
            struct buf out = {0};
            language_number(&languages[k], text_of(cases[i].value), &out);
            assert_written(&out, cases[i].expected[k]);
        }
    }
}

static void dates_are_written_as_there(void **state)
{
    (void)state;
    static const char *const november[] = {"30 November 2026", "30. November 2026",
                                           "30 de novembro de 2026", "30 नवंबर 2026"};
    static const char *const march[] = {"5 March 2027", "5. März 2027", "5 de março de 2027",
                                        "5 मार्च 2027"};
    for (size_t k = 0; k < LANGUAGES; k++) {
        struct buf out = {0};
        language_date(&languages[k], "2026-11-30", &out);
        assert_written(&out, november[k]);
        language_date(&languages[k], "2027-03-05", &out);
        assert_written(&out, march[k]);
        language_date(&languages[k], "soon", &out);
        assert_written(&out, "soon");
    }
}

/* Which of {1} to {9} a text asks for. */
static unsigned asked(const char *text)
{
    unsigned found = 0;
    for (; *text; text++) {
        if (text[0] == '{' && text[1] >= '1' && text[1] <= '9' && text[2] == '}')
            found |= 1u << (text[1] - '0');
    }
    return found;
}

static void every_language_has_every_word(void **state)
{
    (void)state;
    const cJSON *word;
    assert_true(cJSON_GetArraySize(languages[0].words) > 100);
    for (size_t k = 1; k < LANGUAGES; k++) {
        assert_int_equal(cJSON_GetArraySize(languages[k].words),
                         cJSON_GetArraySize(languages[0].words));
        cJSON_ArrayForEach(word, languages[0].words)
        {
            const char *there = language_word(&languages[k], word->string);
            if (!there || !*there || asked(there) != asked(word->valuestring))
                fail_msg("%s: %s", languages[k].code, word->string);
        }
    }
}

static void words_take_arguments(void **state)
{
    (void)state;
    struct buf out = {0};
    const char *const arguments[] = {"3:4", "{2}", "x"};
    assert_true(language_say(&languages[0], &out, "board.label", arguments, 3));
    assert_written(&out, "Board of 3:4: White {2}, Black x");
    assert_false(language_say(&languages[0], &out, "board.label", arguments, 2));
    buf_free(&out);
    assert_false(language_say(&languages[0], &out, "no.such", arguments, 3));
    buf_free(&out);
}

/* ---- boards ---- */

/* The letters of the pieces that a board refers to, in their order. */
static void letters_of(const char *board, char letters[32])
{
    size_t count = 0;
    for (const char *at = board; (at = strstr(at, "href=\"#")); at++) {
        if (at[8] == '"' && count < 31)
            letters[count++] = at[7];
    }
    letters[count] = '\0';
}

static void boards_show_the_letters(void **state)
{
    (void)state;
    static const struct {
        struct pair pair;
        const char *letters; /* Black's, then White's: by Scharnagl's table */
    } cases[] = {
        {{518, 518}, "RNBQKBNRRNBQKBNR"},
        {{0, 959}, "RKRNNQBBBBQNNRKR"},
        {{518, 534}, "RNBKQBNRRNBQKBNR"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct buf out = {0};
        char letters[32];
        board_pair(&out, cases[i].pair, "a \"board\"");
        letters_of(out.data, letters);
        assert_string_equal(letters, cases[i].letters);
        assert_non_null(strstr(out.data, "aria-label=\"a &quot;board&quot;\""));
        buf_free(&out);
    }
}

/* ---- data ---- */

static int16_t i16_at(const unsigned char *at)
{
    return (int16_t)(at[0] | at[1] << 8);
}

static void make_study(struct study *study)
{
    begin(study);
    ADD(study, 10, {0, 0, 90}, {0, 1, 20}, {0, 2, 21}, {0, 3, -99}, {0, 4, 0}, {0, 5, NONE},
        {7, 7, -3}, {959, 955, 5}, {959, 959, 12});
    ADD(study, 100, {0, 3, -50}, {0, 4, 51}, {0, 6, NONE}, {0, 7, 10}, {0, 9, 60}, {3, 8, 0});
    ADD(study, 500, {0, 7, -41}, {0, 8, 1}, {0, 9, 2}, {3, 8, 33000});
    set_up(study);
}

/* The record of a class in index.bin against its row of screened.csv. */
static void check_record(const struct study *study, const struct table *row,
                         const struct data_classes *classes, const unsigned char *index)
{
    const size_t n = PAIR_CLASSES;
    char cell[16];
    int64_t w, b, cp, place = 0;
    assert_true(table_int(row, "w", &w) && table_int(row, "b", &b));
    while (classes->of[place].pair.w != w || classes->of[place].pair.b != b)
        place++;
    const unsigned char *columns = index + DATA_INDEX_HEADER;
    int stage = asym_find_stage(&study->asym, table_copy(row, "stage", cell, sizeof cell));
    assert_int_equal(columns[5 * n + (size_t)place], stage);
    int stopped = asym_find_stage(&study->asym, table_copy(row, "stopped_at", cell, sizeof cell));
    assert_int_equal(columns[6 * n + (size_t)place], stopped < 0 ? DATA_NONE : stopped);
    assert_string_equal(asym_outcome_name((enum asym_outcome)columns[4 * n + (size_t)place]),
                        table_copy(row, "outcome", cell, sizeof cell));
    bool known = table_int(row, "cp", &cp);
    assert_int_equal(i16_at(columns + 2 * place), !known ? INT16_MIN : cp > 32767 ? 32767 : cp);
    assert_int_equal(columns[7 * n + (size_t)place] & 1, !known);
}

static void index_is_the_table(void **state)
{
    (void)state;
    struct error error = {0};
    struct study study;
    struct files tables = {0}, out = {0}, none = {0};
    struct data_classes *classes;
    struct asym_class *ranked;
    struct release release = {.edition = {.primary_engine = "toy"}};
    struct table table;
    size_t count, rows = 0, known = 0;
    make_study(&study);
    assert_ok(asym_tables(&study.asym, 1, &tables, &error));
    assert_ok(data_classes_new(&study.asym, &classes, &error));
    assert_ok(asym_rank(&study.asym, &ranked, &count, &error));
    release.asym = study.asym;
    release.evidence = study.evidence;
    assert_ok(data_add(&release, &none,
                       "0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef", classes,
                       ranked, count, &out, &error));
    struct text index;
    assert_ok(files_get(&out, "data/index.bin", &index, &error));
    assert_int_equal(index.len, 32 + 8 * 460800);
    assert_memory_equal(index.data,
                        "ASYMIDX1\0\x08\x07\0\3\0\0\0"
                        "0123456789abcdef",
                        32);
    const unsigned char *bytes = (const unsigned char *)index.data;
    assert_true(table_open(&table, &tables, "tables/screened.csv"));
    for (; table_next(&table); rows++)
        check_record(&study, &table, classes, bytes);
    for (size_t i = 0; i < PAIR_CLASSES; i++)
        known += bytes[32 + 5 * 460800 + i] != DATA_NONE;
    assert_int_equal(known, rows);
    assert_int_equal(rows, 12);
    /* 0:0 has its twin 959:959, and 0:1 its own, which is a mirror; 7:7 has none. */
    assert_int_equal(bytes[32 + 7 * 460800], 2);
    assert_int_equal(bytes[32 + 7 * 460800 + 1], 2);
    assert_int_equal(i16_at(bytes + 32 + 2 * 460800 + 2 * 3), -99); /* 0:3 at P0 */
    free(classes);
    free(ranked);
    files_free(&tables);
    files_free(&out);
    evidence_free(&study.evidence);
}

static void shards_hold_the_rows(void **state)
{
    (void)state;
    struct error error = {0};
    struct study study;
    struct files out = {0}, games = {0};
    struct data_classes *classes;
    struct asym_class *ranked;
    struct release release = {.edition = {.primary_engine = "toy"}};
    size_t count;
    struct text text;
    make_study(&study);
    assert_ok(files_add_view(&games, "inputs/games/one/games.csv", text_of("x\n"), &error));
    assert_ok(files_add_view(&games, "inputs/games/one/run.json", text_of("{}"), &error));
    assert_ok(files_add_view(&games, "inputs/games/two/run.json", text_of("{}"), &error));
    assert_ok(data_classes_new(&study.asym, &classes, &error));
    assert_ok(asym_rank(&study.asym, &ranked, &count, &error));
    release.asym = study.asym;
    release.evidence = study.evidence;
    assert_ok(data_add(&release, &games, "0123456789abcdef", classes, ranked, count, &out, &error));
    assert_ok(files_get(&out, "data/pairs/959.json", &text, &error));
    assert_string_equal(text.data,
                        "{\"w\":959,\"rows\":[\n"
                        "[955,0,\"nodes\",10,\"mirror\",0,5,null,1,0,0,\"a2a3\",null,null,null],\n"
                        "[959,0,\"nodes\",10,\"control\",0,12,null,1,0,0,\"a2a3\",null,null,null]\n"
                        "]}\n");
    assert_ok(files_get(&out, "data/pairs/000.json", &text, &error));
    assert_non_null(strstr(
        text.data, "[5,0,\"nodes\",10,\"search\",0,null,3,1,0,0,\"a2a3\",null,null,null],\n"));
    assert_ok(files_get(&out, "data/ranked.json", &text, &error));
    assert_string_equal(text.data, "{\"classes\":[3]}\n"); /* 0:3, the one inside S0 and no gap */
    assert_ok(files_get(&out, "data/games.json", &text, &error));
    assert_string_equal(text.data, "{\"runs\":[\"one\",\"two\"]}\n");
    assert_non_null(files_find(&out, "data/games/one/games.csv"));
    free(classes);
    free(ranked);
    files_free(&games);
    files_free(&out);
    evidence_free(&study.evidence);
}

/* ---- texts ---- */

static void texts_become_pages(void **state)
{
    (void)state;
    struct error error = {0};
    struct markdown_parts parts = {0};
    static const char text[] = "# A *title*\n\nOne & <b>two</b>, [good](https://x.example/?a&b), "
                               "[bad](javascript:alert(1)), ![seen](x.png).\n\n## 1. `w:b` < b\n\n"
                               "| a | b |\n|---|---|\n| 1 | &lt; |\n\n- x\n- y\n\n"
                               "```python\nif a < b:\n```\n";
    assert_ok(markdown_render(text_of(text), &parts, &error));
    assert_string_equal(parts.heading.data, "<h1>A <em>title</em></h1>\n");
    assert_string_equal(parts.contents.data, "<li><a href=\"#s1\">1. w:b &lt; b</a></li>\n");
    assert_string_equal(
        parts.text.data,
        "<p>One &amp; &lt;b&gt;two&lt;/b&gt;, <a href=\"https://x.example/?a&amp;b\">good</a>, "
        "<a>bad</a>, seen.</p>\n<h2 id=\"s1\">1. <code>w:b</code> &lt; b</h2>\n"
        "<div class=\"scroll\" tabindex=\"0\"><table><thead><tr><th scope=\"col\">a</th>\n"
        "<th scope=\"col\">b</th>\n</tr>\n</thead>\n<tbody><tr><td>1</td>\n<td>&lt;</td>\n</tr>\n"
        "</tbody>\n</table></div>\n<ul><li>x</li>\n<li>y</li>\n</ul>\n"
        "<pre tabindex=\"0\"><code>if a &lt; b:\n</code></pre>\n");
    markdown_free(&parts);
}

/* ---- tables of a page ---- */

static void wanted_rows_are_listed(void **state)
{
    (void)state;
    struct error error = {0};
    struct files content = {0};
    static const struct listed_column columns[] = {
        {"w", "table.pair", LISTED_PAIR, NULL},
        {"cp_", "table.cp_at", LISTED_BUDGETS, NULL},
        {"drift", "table.drift", LISTED_TRUTH, NULL},
        {"verdict", "table.verdict", LISTED_WORD, "verdict"},
        {"reasons", "table.reasons", LISTED_REASONS, NULL},
        {0}};
    struct site site = {0};
    struct page page = {
        .site = &site, .language = &languages[1], .name = "encyclopedia", .up = "../"};
    struct table table;
    assert_ok(files_add_view(
        &content, "t.csv",
        text_of("w,b,cp_1000,cp_20000,drift,verdict,reasons\n"
                "3,4,-12,1500,true,rejected,outside:1000+20000 odd:<x>\n5,6,,7,,open,\n"),
        &error));
    assert_true(table_open(&table, &content, "t.csv"));
    assert_int_equal(listed_put(&page, &table, columns, NULL), 2);
    assert_string_equal(page.missing, "");
    assert_written(
        &page.out,
        "<div class=\"scroll\" tabindex=\"0\"><table>\n<thead><tr><th scope=\"col\">Paar</th>\n"
        "<th scope=\"col\" class=\"number\">cp, 1.000 Knoten</th>"
        "<th scope=\"col\" class=\"number\">cp, 20.000 Knoten</th>"
        "<th scope=\"col\">wandert</th>\n<th scope=\"col\">Urteil</th>\n"
        "<th scope=\"col\">Gründe</th>\n</tr></thead>\n<tbody>\n"
        "<tr><th scope=\"row\"><a href=\"../de/pair.html?3:4\">3:4</a>\n</th>"
        "<td class=\"number\">−12</td>\n<td class=\"number\">1.500</td>\n<td>ja</td>"
        "<td>abgelehnt</td><td><ul class=\"reasons\"><li>außerhalb des Korridors: 1.000, "
        "20.000</li><li>odd: &lt;x&gt;</li></ul></td></tr>\n"
        "<tr><th scope=\"row\"><a href=\"../de/pair.html?5:6\">5:6</a>\n</th>"
        "<td class=\"number\"></td>\n<td class=\"number\">7</td>\n<td></td><td>offen</td><td></td>"
        "</tr>\n</tbody>\n</table></div>\n");
    files_free(&content);
}

static void a_missing_word_is_named(void **state)
{
    (void)state;
    struct page page = {.language = &languages[2], .name = "x", .up = "../"};
    page_say(&page, "hub.cite", NULL);
    page_say(&page, "no.such", NULL);
    page_say(&page, "nor.this", NULL);
    assert_string_equal(page.missing, "no.such");
    buf_free(&page.out);
}

/* ---- pictures ---- */

static void cells_become_tenths(void **state)
{
    (void)state;
    assert_int_equal(plot_tenths(text_of("15.5")), 155);
    assert_int_equal(plot_tenths(text_of("0.3")), 3);
    assert_int_equal(plot_tenths(text_of("14")), 140);
    assert_true(plot_tenths(text_of("")) == PLOT_NONE);
    assert_true(plot_tenths(text_of("1.25")) == PLOT_NONE);
    assert_true(plot_tenths(text_of("-1.0")) == PLOT_NONE);
    assert_true(plot_tenths(text_of("1.")) == PLOT_NONE);
}

/* As Python's zlib and struct make the same picture of 3 x 2 pixels. */
static void png_is_stored(void **state)
{
    (void)state;
    static const unsigned char pixels[] = {0, 1, 2, 2, 1, 0};
    static const unsigned char palette[] = {255, 255, 255, 1, 2, 3, 4, 5, 6};
    static const unsigned char expected[] = {
        0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0x00, 0x00, 0x00, 0x0d, 0x49, 0x48,
        0x44, 0x52, 0x00, 0x00, 0x00, 0x03, 0x00, 0x00, 0x00, 0x02, 0x04, 0x03, 0x00, 0x00,
        0x00, 0x6f, 0x5a, 0x7b, 0x29, 0x00, 0x00, 0x00, 0x09, 0x50, 0x4c, 0x54, 0x45, 0xff,
        0xff, 0xff, 0x01, 0x02, 0x03, 0x04, 0x05, 0x06, 0x4e, 0x65, 0x7f, 0xda, 0x00, 0x00,
        0x00, 0x11, 0x49, 0x44, 0x41, 0x54, 0x78, 0x01, 0x01, 0x06, 0x00, 0xf9, 0xff, 0x00,
        0x01, 0x20, 0x00, 0x21, 0x00, 0x00, 0xcd, 0x00, 0x43, 0x8b, 0x01, 0xac, 0x61, 0x00,
        0x00, 0x00, 0x00, 0x49, 0x45, 0x4e, 0x44, 0xae, 0x42, 0x60, 0x82,
    };
    struct buf out = {0};
    png_write(&out, 3, 2, pixels, palette, 3);
    assert_int_equal(out.len, sizeof expected);
    assert_memory_equal(out.data, expected, sizeof expected);
    buf_free(&out);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(markup_is_escaped),
        cmocka_unit_test(numbers_are_written_as_there),
        cmocka_unit_test(dates_are_written_as_there),
        cmocka_unit_test(every_language_has_every_word),
        cmocka_unit_test(words_take_arguments),
        cmocka_unit_test(boards_show_the_letters),
        cmocka_unit_test(index_is_the_table),
        cmocka_unit_test(shards_hold_the_rows),
        cmocka_unit_test(texts_become_pages),
        cmocka_unit_test(wanted_rows_are_listed),
        cmocka_unit_test(a_missing_word_is_named),
        cmocka_unit_test(cells_become_tenths),
        cmocka_unit_test(png_is_stored),
    };
    return cmocka_run_group_tests(tests, read_languages, free_languages);
}

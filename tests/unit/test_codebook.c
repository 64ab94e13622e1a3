/* The codebook: what it refuses in tables, the documents made from it, and schema/codebook.json
 * against the code that writes and reads the tables. */
#include "base/csv.h"
#include "base/file.h"
#include "passport/shapes.h"
#include "release/codebook.h"
#include "study/asym_tables.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#ifndef SOURCE_DIR
#define SOURCE_DIR "."
#endif

#define COUNT(array) (sizeof(array) / sizeof(array)[0])

/* A codebook of one table with a column of each kind. */
#define COLUMN(name, type, required, more)                                                         \
    "{\"name\":\"" name "\",\"type\":\"" type "\",\"description\":\"About " name                   \
    ".\",\"required\":" required more "}"
#define RANGE(min, max) ",\"minimum\":" min ",\"maximum\":" max
#define CODEBOOK(path, key, columns)                                                               \
    "{\"title\":\"Toys\",\"description\":\"All "                                                   \
    "toys.\",\"tables\":[{\"name\":\"toy\",\"path\":\"" path                                       \
    "\",\"title\":\"Toy\",\"description\":\"A toy.\",\"primary_key\":[" key                        \
    "],\"columns\":[" columns "]}]}"
#define TOY_COLUMNS                                                                                                 \
    COLUMN("w", "integer", "true", RANGE("0", "959"))                                                               \
    "," COLUMN("cp_N", "integer", "false", RANGE("-100", "100") ",\"per_budget\":true,\"unit\":\"cp\"") "," COLUMN( \
        "mean", "number", "false",                                                                                  \
        RANGE(                                                                                                      \
            "-5",                                                                                                   \
            "20")) "," COLUMN("role", "string", "true",                                                             \
                              ",\"enum\":[\"search\",\"a|b\"]") "," COLUMN("move", "string",                        \
                                                                           "false",                                 \
                                                                           ",\"pattern\":"                          \
                                                                           "\"^[a-h][1-8]x?"                        \
                                                                           "$\"") "," COLUMN("eve"                  \
                                                                                             "n",                   \
                                                                                             "boo"                  \
                                                                                             "lea"                  \
                                                                                             "n",                   \
                                                                                             "tru"                  \
                                                                                             "e",                   \
                                                                                             "")
#define TOY CODEBOOK("tables/toy.csv", "\"w\"", TOY_COLUMNS)
#define HEADER "w,cp_10,cp_200,mean,role,move,even\n"

static cJSON *codebook_of(const char *text)
{
    struct error error = {0};
    cJSON *codebook;
    if (json_read("toy.json", text_of(text), &codebook_shape, &codebook, &error))
        fail_msg("%s", error.text);
    return codebook;
}

/* The message of the check, or "" where nothing is wrong. */
static void assert_check(const char *book, const char *name, struct text csv, const char *message)
{
    struct error error = {0};
    struct files content = {0};
    cJSON *codebook = codebook_of(book);
    assert_int_equal(files_add_view(&content, name, csv, &error), STATUS_OK);
    enum status status = codebook_check_tables(codebook, &content, "", &error);
    assert_string_equal(error.text, message);
    assert_int_equal(status, *message ? STATUS_WRONG : STATUS_OK);
    files_free(&content);
    cJSON_Delete(codebook);
}

static void assert_toy(const char *csv, const char *message)
{
    assert_check(TOY, "tables/toy.csv", text_of(csv), message);
}

/* ---- tables ---- */

static void test_right(void **state)
{
    (void)state;
    assert_toy(HEADER, "");
    assert_toy(HEADER "0,-100,100,-5.0,search,a1,true\n"
                      "959,,0,20.0,a|b,h8x,false\n"
                      "1,,,,search,,true\n"
                      "1,,,0.0,search,a1,true\n"
                      "1,,,-0.1,search,h8x,true\n",
               "");
    assert_toy("w,cp_5,mean,role,move,even\n7,1,1.0,search,a1,true\n", "");
}

static void test_header(void **state)
{
    (void)state;
    static const char *const faults[][2] = {
        {"", "tables/toy.csv: empty, expected a header line"},
        {"w,cp_10,mean,role,move\n", "tables/toy.csv:1: column 6 (even) is missing"},
        {"w,cp_10,mean,move,even\n", "tables/toy.csv:1: column 4 is 'move', expected 'role'"},
        {"w,cp_10,mean,role,move,even,odd\n", "tables/toy.csv:1: 7 columns, expected 6"},
        {"w,cp_10,role,mean,move,even\n", "tables/toy.csv:1: column 3 is 'role', expected 'mean'"},
        {"w,mean,role,move,even\n", "tables/toy.csv:1: column 2 is 'mean', expected 'cp_N'"},
        {"w\n", "tables/toy.csv:1: column 2 (cp_N) is missing"},
        {"w,cp_N,mean,role,move,even,odd\n", "tables/toy.csv:1: 7 columns, expected 6"},
        {"w,cp_010,mean,role,move,even\n",
         "tables/toy.csv:1: column 2 is 'cp_010', expected 'cp_N'"},
        {"w,cp_0,mean,role,move,even\n", "tables/toy.csv:1: column 2 is 'cp_0', expected 'cp_N'"},
        {"w,cp_200,cp_10,mean,role,move,even\n",
         "tables/toy.csv:1: column 3 is 'cp_10', but the budgets of cp_N must rise"},
        {"w,cp_10,cp_10,mean,role,move,even\n",
         "tables/toy.csv:1: column 3 is 'cp_10', but the budgets of cp_N must rise"},
    };
    for (size_t i = 0; i < COUNT(faults); i++)
        assert_toy(faults[i][0], faults[i][1]);
}

static void test_too_many_columns(void **state)
{
    (void)state;
    struct buf csv = {0};
    buf_puts(&csv, "w");
    for (int i = 1; i < 200; i++)
        buf_printf(&csv, ",cp_%d", i);
    buf_puts(&csv, ",mean,role,move,even\n");
    assert_toy(csv.data, "tables/toy.csv:1: more than 64 columns");
    buf_free(&csv);
}

static void test_cells(void **state)
{
    (void)state;
#define AT "tables/toy.csv:3: column "
    static const char *const faults[][2] = {
        {"x,1,1,1.0,search,a1,true\n", AT "w: 'x' is not an integer from 0 to 959"},
        {"960,1,1,1.0,search,a1,true\n", AT "w: '960' is not an integer from 0 to 959"},
        {"-1,1,1,1.0,search,a1,true\n", AT "w: '-1' is not an integer from 0 to 959"},
        {"07,1,1,1.0,search,a1,true\n", AT "w: '07' is not an integer from 0 to 959"},
        {"1.0,1,1,1.0,search,a1,true\n", AT "w: '1.0' is not an integer from 0 to 959"},
        {",1,1,1.0,search,a1,true\n", AT "w: '' is empty, though a value is required"},
        {"1,-101,1,1.0,search,a1,true\n", AT "cp_10: '-101' is not an integer from -100 to 100"},
        {"1,1,101,1.0,search,a1,true\n", AT "cp_200: '101' is not an integer from -100 to 100"},
        {"1,1,1,-5.1,search,a1,true\n",
         AT "mean: '-5.1' is not a number from -5 to 20, with one decimal"},
        {"1,1,1,20.1,search,a1,true\n",
         AT "mean: '20.1' is not a number from -5 to 20, with one decimal"},
        {"1,1,1,1,search,a1,true\n",
         AT "mean: '1' is not a number from -5 to 20, with one decimal"},
        {"1,1,1,1.00,search,a1,true\n",
         AT "mean: '1.00' is not a number from -5 to 20, with one decimal"},
        {"1,1,1,.5,search,a1,true\n",
         AT "mean: '.5' is not a number from -5 to 20, with one decimal"},
        {"1,1,1,01.5,search,a1,true\n",
         AT "mean: '01.5' is not a number from -5 to 20, with one decimal"},
        {"1,1,1,1e0,search,a1,true\n",
         AT "mean: '1e0' is not a number from -5 to 20, with one decimal"},
        {"1,1,1,--0.5,search,a1,true\n",
         AT "mean: '--0.5' is not a number from -5 to 20, with one decimal"},
        {"1,1,1,-0.0,search,a1,true\n",
         AT "mean: '-0.0' is not a number from -5 to 20, with one decimal"},
        {"1,1,1,1.0,searc,a1,true\n", AT "role: 'searc' is not one of search, a|b"},
        {"1,1,1,1.0,searches,a1,true\n", AT "role: 'searches' is not one of search, a|b"},
        {"1,1,1,1.0,,a1,true\n", AT "role: '' is empty, though a value is required"},
        {"1,1,1,1.0,search,i1,true\n", AT "move: 'i1' is not of the form ^[a-h][1-8]x?$"},
        {"1,1,1,1.0,search,a1 ,true\n", AT "move: 'a1 ' is not of the form ^[a-h][1-8]x?$"},
        {"1,1,1,1.0,search,a1,True\n", AT "even: 'True' is not true or false"},
        {"1,1,1,1.0,search,a1,\n", AT "even: '' is empty, though a value is required"},
        {"1,1,1,1.0,search,a1\n", "tables/toy.csv:3: 6 fields, expected 7"},
    };
#undef AT
    for (size_t i = 0; i < COUNT(faults); i++) {
        struct buf csv = {0};
        buf_printf(&csv, HEADER "1,1,1,1.0,search,a1,true\n%s", faults[i][0]);
        assert_toy(csv.data, faults[i][1]);
        buf_free(&csv);
    }
}

/* As many digits behind the point as the column says, no more and no less. */
static void test_decimals(void **state)
{
    (void)state;
#define BOOK(decimals)                                                                             \
    CODEBOOK("tables/toy.csv", "\"w\"",                                                            \
             COLUMN("w", "number", "true", RANGE("-1", "1") ",\"decimals\":" decimals))
    static const char *const faults[][3] = {
        {BOOK("2"), "-1.00\n-0.01\n0.00\n1.00", ""},
        {BOOK("3"), "-1.000\n0.999", ""},
        {BOOK("2"), "1.01", "'1.01' is not a number from -1 to 1, with two decimals"},
        {BOOK("3"), "-1.001", "'-1.001' is not a number from -1 to 1, with three decimals"},
        {BOOK("3"), "0.50", "'0.50' is not a number from -1 to 1, with three decimals"},
        {BOOK("2"), "0.500", "'0.500' is not a number from -1 to 1, with two decimals"},
        {BOOK("2"), "0.-1", "'0.-1' is not a number from -1 to 1, with two decimals"},
        {BOOK("2"), "-0.00", "'-0.00' is not a number from -1 to 1, with two decimals"},
        {BOOK("1"), "0.50", "'0.50' is not a number from -1 to 1, with one decimal"},
    };
    for (size_t i = 0; i < COUNT(faults); i++) {
        char csv[80], message[120] = "";
        snprintf(csv, sizeof csv, "w\n%s\n", faults[i][1]);
        if (*faults[i][2])
            snprintf(message, sizeof message, "tables/toy.csv:2: column w: %s", faults[i][2]);
        assert_check(faults[i][0], "tables/toy.csv", text_of(csv), message);
    }
#undef BOOK
}

/* What would slip past a matcher of C strings, or past one with a short memory. */
static void test_long_and_torn_cells(void **state)
{
    (void)state;
    static const char nul[] = HEADER "1,1,1,1.0,search,a1,true\n1,1,1,1.0,search,a1\0x,true\n";
    assert_check(TOY, "tables/toy.csv", (struct text){nul, sizeof nul - 1},
                 "tables/toy.csv:3: column move: 'a1?x' is not of the form ^[a-h][1-8]x?$");
    static const char book[] =
        CODEBOOK("tables/toy.csv", "\"s\"", COLUMN("s", "string", "true", ",\"pattern\":\"^a+$\""));
    for (size_t len = 2499; len < 2503; len++) {
        struct error error = {0};
        struct files content = {0};
        struct buf csv = {0};
        cJSON *codebook = codebook_of(book);
        buf_puts(&csv, "s\n");
        for (size_t i = 0; i < len; i++)
            buf_putc(&csv, 'a');
        buf_putc(&csv, '\n');
        assert_int_equal(files_add_take(&content, "tables/toy.csv", &csv, &error), STATUS_OK);
        assert_int_equal(codebook_check_tables(codebook, &content, "", &error),
                         len < 2501 ? STATUS_OK : STATUS_WRONG);
        files_free(&content);
        cJSON_Delete(codebook);
    }
}

/* Far more values than are remembered, and each of them twice. */
static void test_many_strings(void **state)
{
    (void)state;
    static const char book[] = CODEBOOK(
        "tables/toy.csv", "\"s\"", COLUMN("s", "string", "true", ",\"pattern\":\"^[0-9]{1,4}$\""));
    struct buf csv = {0};
    buf_puts(&csv, "s\n");
    for (int i = 0; i < 20000; i++)
        buf_printf(&csv, "%d\n", i % 10000);
    assert_check(book, "tables/toy.csv", text_of(csv.data), "");
    buf_puts(&csv, "01234\n");
    assert_check(book, "tables/toy.csv", text_of(csv.data),
                 "tables/toy.csv:20002: column s: '01234' is not of the form "
                 "^[0-9]{1,4}$");
    buf_free(&csv);
}

static void test_paths(void **state)
{
    (void)state;
    static const char book[] =
        CODEBOOK("inputs/*/*.csv", "\"w\"", COLUMN("w", "integer", "true", RANGE("0", "9")));
    assert_check(book, "inputs/a/b.csv", text_of("w\n1\n"), "");
    assert_check(book, "inputs/a/b.csv", text_of("w\n10\n"),
                 "inputs/a/b.csv:2: column w: '10' is not an integer from 0 to 9");
    assert_check(book, "inputs/b.csv", text_of("w\n1\n"),
                 "inputs/b.csv: no table of the codebook has this path");
    assert_check(book, "inputs/a/b/c.csv", text_of("w\n1\n"),
                 "inputs/a/b/c.csv: no table of the codebook has this path");
    assert_check(book, "README.md", text_of("not a table"), "");
}

/* ---- a codebook that makes no sense ---- */

static void test_sense(void **state)
{
    (void)state;
#define W COLUMN("w", "integer", "true", RANGE("0", "9"))
#define TABLE(columns) CODEBOOK("tables/toy.csv", "\"w\"", W "," columns)
#define AT "codebook: table toy: column "
    static const char *const faults[][2] = {
        {TABLE(W), AT "w stands twice"},
        {TABLE(COLUMN("x", "integer", "true", "")), AT "x needs a minimum and a maximum"},
        {TABLE(COLUMN("x", "number", "true", ",\"minimum\":1")),
         AT "x needs a minimum and a maximum"},
        {TABLE(COLUMN("x", "boolean", "true", ",\"maximum\":1")),
         AT "x has a range, though it is no number"},
        {TABLE(COLUMN("x", "integer", "true", RANGE("1", "2") ",\"decimals\":1")),
         AT "x has decimals, though it is no number"},
        {TABLE(COLUMN("x", "number", "true", RANGE("2", "1"))),
         AT "x has a minimum above its maximum"},
        {TABLE(COLUMN("x", "string", "true", "")), AT "x needs a pattern or an enum, and not both"},
        {TABLE(COLUMN("x", "string", "true", ",\"pattern\":\"^a$\",\"enum\":[\"a\"]")),
         AT "x needs a pattern or an enum, and not both"},
        {TABLE(COLUMN("x", "boolean", "true", ",\"pattern\":\"^true$\"")),
         AT "x has a pattern or an enum, though it is no string"},
        {TABLE(COLUMN("x_N", "boolean", "true", "")),
         AT "x_N is per_budget, or its name ends in _N, but not both"},
        {TABLE(COLUMN("x", "boolean", "true", ",\"per_budget\":true")),
         AT "x is per_budget, or its name ends in _N, but not both"},
        {CODEBOOK("tables/toy.csv", "\"w\",\"v\"", W), AT "v is in the key and no column"},
        {CODEBOOK("tables/toy.csv", "\"x\"", COLUMN("x", "boolean", "false", "")),
         AT "x is in the key, though it may be empty or stand several times"},
        {CODEBOOK("tables/toy.csv", "\"x_N\"",
                  COLUMN("x_N", "boolean", "true", ",\"per_budget\":true")),
         AT "x_N is in the key, though it may be empty or stand several times"},
    };
    for (size_t i = 0; i < COUNT(faults); i++)
        assert_check(faults[i][0], "README.md", text_of(""), faults[i][1]);
    assert_check(TABLE(COLUMN("x", "string", "true", ",\"pattern\":\"^[z-a]$\"")), "tables/toy.csv",
                 text_of("w,x\n"), "codebook: column x: the pattern ^[z-a]$ is malformed");
#undef W
#undef TABLE
#undef AT
}

/* What a hostile codebook may not ask of regcomp: groups, references, repetitions of repetitions.
 */
#define TAME                                                                                       \
    "^\\^(([A-Za-z0-9 "                                                                            \
    "/:_-]|\\[[A-Za-z0-9 .:+/_-]+\\])([?+*]|\\{[0-9]{1,2}(,[0-9]{1,2})?\\})?){1,80}[$]$"

static void test_shape(void **state)
{
    (void)state;
    static const char *const faults[][2] = {
        {"{\"tables\":[]}", "toy.json: tables: 0 entries, which are too few"},
        {CODEBOOK("tables/toy.csv", "\"w\"", COLUMN("W", "integer", "true", "")),
         "toy.json: tables[0].columns[0].name: 'W' does not match ^[a-z][a-z0-9_]{0,29}(_N)?$"},
        {CODEBOOK("tables/toy.csv", "\"w\"", COLUMN("w", "date", "true", "")),
         "toy.json: tables[0].columns[0].type: 'date' does not match "
         "^(integer|number|string|boolean)$"},
        {CODEBOOK("tables/toy.csv", "\"w\"", COLUMN("w", "string", "true", ",\"pattern\":\"a\"")),
         "toy.json: tables[0].columns[0].pattern: 'a' does not match " TAME},
        {CODEBOOK("tables/toy.csv", "\"w\"",
                  COLUMN("w", "string", "true", ",\"pattern\":\"^(x)$\"")),
         "toy.json: tables[0].columns[0].pattern: '^(x)$' does not match " TAME},
        {CODEBOOK("tables/toy.csv", "\"w\"",
                  COLUMN("w", "string", "true", ",\"pattern\":\"^x{9}{9}$\"")),
         "toy.json: tables[0].columns[0].pattern: '^x{9}{9}$' does not match " TAME},
        {CODEBOOK("tables/toy.txt", "\"w\"", COLUMN("w", "string", "true", "")),
         "toy.json: tables[0].path: 'tables/toy.txt' does not match ^[A-Za-z0-9_*./-]+[.]csv$"},
    };
    for (size_t i = 0; i < COUNT(faults); i++) {
        struct error error = {0};
        cJSON *codebook;
        assert_int_equal(
            json_read("toy.json", text_of(faults[i][0]), &codebook_shape, &codebook, &error),
            STATUS_WRONG);
        assert_string_equal(error.text, faults[i][1]);
    }
}

/* ---- documents ---- */

static void test_markdown(void **state)
{
    (void)state;
    struct error error = {0};
    struct files content = {0};
    struct buf out = {0};
    cJSON *codebook = codebook_of(TOY);
    assert_int_equal(codebook_markdown(codebook, &content, &out, &error), STATUS_OK);
    assert_string_equal(out.data, "# Codebook: Toys\n\nAll toys.\n");
    buf_free(&out);
    assert_int_equal(files_add_view(&content, "tables/toy.csv", text_of(HEADER), &error),
                     STATUS_OK);
    assert_int_equal(codebook_markdown(codebook, &content, &out, &error), STATUS_OK);
    assert_string_equal(
        out.data,
        "# Codebook: Toys\n\nAll toys.\n\n## Toy\n\n`tables/toy.csv`\n\nA toy.\n\nKey: `w`\n\n"
        "| column | type | unit | values | description |\n|---|---|---|---|---|\n"
        "| `w` | integer |  | from 0 to 959 | About w. |\n"
        "| `cp_10`, `cp_200` | integer | cp | from -100 to 100, or empty | About cp_N. |\n"
        "| `mean` | number |  | from -5 to 20, with one decimal, or empty | About mean. |\n"
        "| `role` | string |  | one of `search`, `a\\|b` | About role. |\n"
        "| `move` | string |  | of the form `^[a-h][1-8]x?$`, or empty | About move. |\n"
        "| `even` | boolean |  | `true` or `false` | About even. |\n");
    buf_free(&out);
    files_free(&content);
    cJSON_Delete(codebook);
}

static const struct edition toy_edition = {
    .study = "asym", .version = "2026.01.1", .date = "2026-01-31"};

// clang-format off
#define CP(n)                                                                                      \
    "{\"constraints\":{\"maximum\":9,\"minimum\":-9,\"required\":false},"                          \
    "\"description\":\"About cp_N.\",\"name\":\"cp_" n "\",\"type\":\"integer\",\"unit\":\"cp\"},"

static const char *const package_codebook = CODEBOOK(
    "inputs/*/*.csv", "\"w\"",
    COLUMN("w", "integer", "true", RANGE("0", "959")) ","
    COLUMN("cp_N", "integer", "false", RANGE("-9", "9") ",\"unit\":\"cp\",\"per_budget\":true") ","
    COLUMN("role", "string", "true", ",\"enum\":[\"a\",\"b\"]") ","
    COLUMN("move", "string", "true", ",\"pattern\":\"^[a-h]x?$\""));

static const char *const package_expected =
        "{\"$schema\":\"https://datapackage.org/profiles/2.0/datapackage.json\",\"contributors\":"
        "[{\"roles\":[\"creator\"],\"title\":\"The asym-passport contributors\"}],"
        "\"created\":\"2026-01-31T00:00:00Z\",\"description\":\"All toys.\",\"licenses\":"
        "[{\"name\":\"CC0-1.0\",\"path\":\"https://creativecommons.org/publicdomain/zero/1.0/\","
        "\"title\":\"Creative Commons Zero v1.0 Universal\"}],\"name\":\"asym\",\"resources\":["
        "{\"bytes\":24,\"description\":\"A toy.\",\"encoding\":\"utf-8\",\"format\":\"csv\","
        "\"hash\":\"sha256:93e94da9fe0a1a5a10e30e9d8ecaaba723e80fcc57d0e35f842444e4eb44543a\","
        "\"mediatype\":\"text/csv\",\"name\":\"toy-e-1.0-nodes-10\","
        "\"path\":\"inputs/e-1.0/nodes-10.csv\",\"schema\":{\"fields\":["
        "{\"constraints\":{\"maximum\":959,\"minimum\":0,\"required\":true},"
        "\"description\":\"About w.\",\"name\":\"w\",\"type\":\"integer\"}," CP("10")
            CP("20") "{\"constraints\":{\"enum\":[\"a\",\"b\"],\"required\":true},"
                     "\"description\":\"About role.\",\"name\":\"role\",\"type\":\"string\"},"
                     "{\"constraints\":{\"pattern\":\"[a-h]x?\",\"required\":true},"
                     "\"description\":\"About move.\",\"name\":\"move\",\"type\":\"string\"}],"
                     "\"missingValues\":[\"\"],\"primaryKey\":[\"w\"]},\"title\":\"Toy\",\"type\":"
                     "\"table\"}],"
                     "\"title\":\"Toys\",\"version\":\"2026.01.1\"}\n";
// clang-format on

static void test_datapackage(void **state)
{
    (void)state;
    struct error error = {0};
    struct files content = {0};
    struct buf out = {0};
    cJSON *codebook = codebook_of(package_codebook);
    assert_int_equal(files_add_view(&content, "inputs/e-1.0/nodes-10.csv",
                                    text_of("w,cp_10,cp_20,role,move\n"), &error),
                     STATUS_OK);
    assert_int_equal(codebook_datapackage(codebook, &toy_edition, &content, &out, &error),
                     STATUS_OK);
    assert_string_equal(out.data, package_expected);
    buf_free(&out);
    files_free(&content);
    cJSON_Delete(codebook);
}

/* Names are of one alphabet, and each stands once. */
static void test_resource_names(void **state)
{
    (void)state;
    static const char *const faults[][3] = {
        {"in/E/n.csv", "in/f/n.csv",
         "in/E/n.csv: makes no resource name; only a-z, 0-9, '.', '_' and '-' do"},
        {"in/a-b/c.csv", "in/a/b-c.csv",
         "in/a/b-c.csv: its resource name toy-a-b-c is that of in/a-b/c.csv too"},
    };
    for (size_t i = 0; i < COUNT(faults); i++) {
        struct error error = {0};
        struct files content = {0};
        struct buf out = {0};
        cJSON *codebook = codebook_of(
            CODEBOOK("in/*/*.csv", "\"w\"", COLUMN("w", "integer", "true", RANGE("0", "9"))));
        for (int k = 0; k < 2; k++)
            assert_int_equal(files_add_view(&content, faults[i][k], text_of("w\n"), &error),
                             STATUS_OK);
        assert_int_equal(codebook_datapackage(codebook, &toy_edition, &content, &out, &error),
                         STATUS_WRONG);
        assert_string_equal(error.text, faults[i][2]);
        assert_null(out.data);
        files_free(&content);
        cJSON_Delete(codebook);
    }
}

/* ---- schema/codebook.json against the code ---- */

static void read_source(const char *name, struct buf *bytes)
{
    const char *root = getenv("SOURCE_DIR");
    struct error error = {0};
    char *path = file_join(root ? root : SOURCE_DIR, name);
    assert_non_null(path);
    if (file_read(path, 1 << 20, bytes, &error))
        fail_msg("%s", error.text);
    free(path);
}

static cJSON *read_codebook(void)
{
    struct error error = {0};
    struct buf bytes = {0};
    cJSON *codebook;
    read_source("schema/codebook.json", &bytes);
    struct text text = {bytes.data, bytes.len};
    if (json_read("schema/codebook.json", text, &codebook_shape, &codebook, &error))
        fail_msg("%s", error.text);
    buf_free(&bytes);
    return codebook;
}

static const cJSON *evidence_table(const cJSON *codebook)
{
    const cJSON *table;
    cJSON_ArrayForEach(table, json_get(codebook, "tables"))
    {
        if (strcmp(json_string(table, "name"), "evidence") == 0)
            return table;
    }
    fail_msg("no table 'evidence'");
    return NULL;
}

static const cJSON *evidence_column(const cJSON *table, size_t i)
{
    return cJSON_GetArrayItem(json_get(table, "columns"), (int)i);
}

static void test_evidence_columns(void **state)
{
    (void)state;
    cJSON *codebook = read_codebook();
    const cJSON *table = evidence_table(codebook);
    assert_int_equal(cJSON_GetArraySize(json_get(table, "columns")), EVIDENCE_COLUMNS);
    for (size_t i = 0; i < EVIDENCE_COLUMNS; i++)
        assert_string_equal(json_string(evidence_column(table, i), "name"), evidence_columns[i]);
    assert_string_equal(json_string(evidence_column(table, 0), "pattern"), SHAPE_SLUG);
    cJSON_Delete(codebook);
}

/* One row of evidence, by column. */
struct row {
    char cells[EVIDENCE_COLUMNS][64];
};

static size_t column_of(const char *name)
{
    for (size_t i = 0; i < EVIDENCE_COLUMNS; i++) {
        if (strcmp(evidence_columns[i], name) == 0)
            return i;
    }
    fail_msg("no column '%s'", name);
    return 0;
}

static char *cell(struct row *row, const char *name)
{
    return row->cells[column_of(name)];
}

static void set(struct row *row, const char *name, const char *value)
{
    snprintf(cell(row, name), sizeof row->cells[0], "%s", value);
}

/* A good row in which that one column has that value. What other columns must be beside it, so
 * that nothing else is wrong, they are. */
static struct row row_with(const char *name, const char *value)
{
    static const char *const good[] = {"e", "nodes", "100", "0",  "1",    "search", "16",  "5",
                                       "",  "7",     "9",   "99", "e2e4", "300",    "400", "300"};
    struct row row;
    for (size_t i = 0; i < EVIDENCE_COLUMNS; i++)
        set(&row, evidence_columns[i], good[i]);
    set(&row, name, value);
    if (strcmp(name, "role") == 0) {
        bool mirror = strcmp(value, "mirror") == 0, control = strcmp(value, "control") == 0;
        set(&row, "w", mirror ? "959" : "0");
        set(&row, "b", control ? "0" : "1");
    } else if (strcmp(name, "w") == 0 && strcmp(value, "959") == 0) {
        set(&row, "role", "mirror");
    } else if (strcmp(name, "b") == 0 && strcmp(value, "0") == 0) {
        set(&row, "role", "control");
    } else if (strcmp(name, "mate") == 0) {
        set(&row, "cp", *value ? "" : "5");
    } else if (strcmp(name, "cp") == 0) {
        set(&row, "mate", *value ? "" : "3");
    } else if (strcmp(name, "win") == 0 || strcmp(name, "draw") == 0 || strcmp(name, "loss") == 0) {
        const char *other = strcmp(name, "win") == 0 ? "draw" : "win";
        set(&row, "win", *value ? "0" : "");
        set(&row, "draw", *value ? "0" : "");
        set(&row, "loss", *value ? "0" : "");
        set(&row, other, !*value ? "" : strcmp(value, "0") == 0 ? "1000" : "0");
        set(&row, name, value);
    }
    return row;
}

/* Reads the row as evidence and holds it against the codebook: both must say the same, and a
 * refusal must be of that column. */
static void assert_both(const cJSON *codebook, const char *name, const char *value, bool good)
{
    struct row row = row_with(name, value);
    struct error ours = {0}, theirs = {0};
    struct files inputs = {0}, content = {0};
    struct evidence evidence;
    struct buf csv = {0};
    char path[200], full[220], at[80];
    for (size_t i = 0; i < EVIDENCE_COLUMNS; i++)
        buf_printf(&csv, "%s%s", i ? "," : "", evidence_columns[i]);
    for (size_t i = 0; i < EVIDENCE_COLUMNS; i++)
        buf_printf(&csv, "%c%s", i ? ',' : '\n', row.cells[i]);
    buf_putc(&csv, '\n');
    struct text text = {csv.data, csv.len};
    snprintf(path, sizeof path, "evidence/%s/%s-%s.csv", cell(&row, "engine"),
             cell(&row, "limit_kind"), cell(&row, "limit"));
    snprintf(full, sizeof full, "inputs/%s", path);
    snprintf(at, sizeof at, ":2: column %s: '%s'", name, value);
    assert_int_equal(files_add_view(&inputs, path, text, &theirs), STATUS_OK);
    assert_int_equal(files_add_view(&content, full, text, &ours), STATUS_OK);
    enum status read = evidence_read(&inputs, "", &evidence, &theirs);
    enum status check = codebook_check_tables(codebook, &content, "", &ours);
    if (read != (good ? STATUS_OK : STATUS_WRONG) || check != read)
        fail_msg("%s '%s': evidence_read '%s', codebook '%s'", name, value, theirs.text, ours.text);
    if (!good) {
        assert_non_null(strstr(ours.text, at));
        /* Engine, kind and limit are refused by the file's name, which repeats them. */
        assert_true(column_of(name) <= column_of("limit") || strstr(theirs.text, at));
    }
    evidence_free(&evidence);
    files_free(&inputs);
    files_free(&content);
    buf_free(&csv);
}

static void assert_ends(const cJSON *codebook, const cJSON *column)
{
    const char *name = json_string(column, "name");
    int64_t min = json_int(column, "minimum"), max = json_int(column, "maximum");
    char value[32];
    const struct {
        int64_t value;
        bool good;
    } ends[] = {{min - 1, false}, {min, true}, {max, true}, {max + 1, false}};
    for (size_t i = 0; i < COUNT(ends); i++) {
        snprintf(value, sizeof value, "%lld", (long long)ends[i].value);
        assert_both(codebook, name, value, ends[i].good);
    }
}

static void test_evidence_ranges(void **state)
{
    (void)state;
    cJSON *codebook = read_codebook();
    const cJSON *table = evidence_table(codebook), *choice;
    for (size_t i = 0; i < EVIDENCE_COLUMNS; i++) {
        const cJSON *column = evidence_column(table, i);
        const char *name = json_string(column, "name");
        if (strcmp(json_string(column, "type"), "integer") == 0)
            assert_ends(codebook, column);
        cJSON_ArrayForEach(choice, json_get(column, "enum"))
        {
            assert_both(codebook, name, choice->valuestring, true);
        }
        if (json_get(column, "enum"))
            assert_both(codebook, name, "other", false);
        /* Without an engine there is no file name to read. */
        if (strcmp(name, "engine") != 0)
            assert_both(codebook, name, "", !cJSON_IsTrue(json_get(column, "required")));
    }
    cJSON_Delete(codebook);
}

static void test_evidence_moves(void **state)
{
    (void)state;
    cJSON *codebook = read_codebook();
    static const char *const good[] = {"a1h8", "h8a1", "e7e8q", "e7e8r", "e7e8b", "e7e8n"};
    static const char *const bad[] = {"0000", "e2",    "e2e",  "i2e4",  "e2i4",   "e0e4",
                                      "e2e9", "e7e8k", "E2e4", "e7e8Q", "e7e8qq", "O-O"};
    for (size_t i = 0; i < COUNT(good); i++)
        assert_both(codebook, "bestmove", good[i], true);
    for (size_t i = 0; i < COUNT(bad); i++)
        assert_both(codebook, "bestmove", bad[i], false);
    cJSON_Delete(codebook);
}

/* Adds rows at that budget, each with a made-up cp or a mate. */
static void add_rows(struct evidence *evidence, int64_t limit, const char *const *rows,
                     size_t count)
{
    struct error error = {0};
    struct evidence_set more;
    struct buf csv = {0};
    size_t added;
    buf_puts(&csv, "nodes_limit,hash_mb,w,b,cp,mate,depth,seldepth,nodes,bestmove,win,draw,loss\n");
    for (size_t i = 0; i < count; i++)
        buf_printf(&csv, "%lld,16,%s,8,9,100,e2e4,%s\n", (long long)limit, rows[i],
                   i % 2 ? "200,700,100" : ",,");
    struct text text = {csv.data, csv.len};
    if (evidence_read_external("rows", text, "e", limit, &more, &error) ||
        evidence_merge(evidence, &more, &added, &error))
        fail_msg("%s", error.text);
    evidence_set_free(&more);
    buf_free(&csv);
}

/* All 960 controls at that budget, so that windows are calibrated. */
static void add_controls(struct evidence *evidence, int64_t limit)
{
    static char texts[START_COUNT][32];
    const char *rows[START_COUNT];
    for (int n = 0; n < START_COUNT; n++) {
        snprintf(texts[n], sizeof texts[n], "%d,%d,%d,", n, n, n % 90 - 60);
        rows[n] = texts[n];
    }
    add_rows(evidence, limit, rows, START_COUNT);
}

/* Does screened.csv show all outcomes from that one on? */
static void assert_outcomes(const struct files *content, enum asym_outcome first)
{
    for (enum asym_outcome outcome = first; outcome <= ASYM_TRIAGED; outcome++) {
        char field[32];
        snprintf(field, sizeof field, ",%s,", asym_outcome_name(outcome));
        assert_non_null(strstr(files_find(content, "tables/screened.csv")->data.data, field));
    }
}

/* What the study writes is what the codebook describes, with every outcome and a deepening budget
 * among it. */
static void test_study_tables(void **state)
{
    (void)state;
    static const char *const p0[] = {"0,1,5,", "0,2,5,", "0,3,500,", "0,4,,7", "0,5,5,"};
    static const char *const s0[] = {"0,1,-5,", "0,5,,-3", "0,6,51,", "0,7,1,"};
    static const char *const s1[] = {"0,1,-40,"}, *const s2[] = {"0,1,0,", "0,7,0,"};
    static const char *const deep[] = {"0,1,-2,"};
    struct error error = {0};
    struct evidence evidence = {0};
    struct ladder ladder;
    struct asym asym;
    struct files content = {0};
    struct buf bytes = {0};
    cJSON *codebook = read_codebook();
    read_source("passport/asym/ladder.json", &bytes);
    assert_int_equal(ladder_read("ladder", (struct text){bytes.data, bytes.len}, &ladder, &error),
                     STATUS_OK);
    for (int64_t i = 0; i < 2; i++) { /* without calibrated windows, then with them */
        if (i)
            add_controls(&evidence, 10000);
        add_rows(&evidence, 10000, p0, COUNT(p0));
        add_rows(&evidence, 100000, s0, COUNT(s0));
        add_rows(&evidence, 500000, s1, COUNT(s1));
        add_rows(&evidence, 2000000, s2, COUNT(s2));
        for (size_t k = 4; k < ladder.count; k++)
            add_rows(&evidence, ladder.stages[k].limit, deep, 1);
        add_rows(&evidence, ladder.deepening_first, deep, 1);
        assert_int_equal(asym_init(&asym, &ladder, &evidence, "e", &error), STATUS_OK);
        assert_int_equal(asym_tables(&asym, 1, &content, &error), STATUS_OK);
        if (codebook_check_tables(codebook, &content, "", &error))
            fail_msg("%s", error.text);
        assert_outcomes(&content, i ? ASYM_CONTROL : ASYM_RANKED);
        files_free(&content);
        content = (struct files){0};
    }
    evidence_free(&evidence);
    buf_free(&bytes);
    cJSON_Delete(codebook);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_right),
        cmocka_unit_test(test_header),
        cmocka_unit_test(test_too_many_columns),
        cmocka_unit_test(test_cells),
        cmocka_unit_test(test_decimals),
        cmocka_unit_test(test_long_and_torn_cells),
        cmocka_unit_test(test_many_strings),
        cmocka_unit_test(test_paths),
        cmocka_unit_test(test_sense),
        cmocka_unit_test(test_shape),
        cmocka_unit_test(test_markdown),
        cmocka_unit_test(test_datapackage),
        cmocka_unit_test(test_resource_names),
        cmocka_unit_test(test_evidence_columns),
        cmocka_unit_test(test_evidence_ranges),
        cmocka_unit_test(test_evidence_moves),
        cmocka_unit_test(test_study_tables),
    };
    return cmocka_run_group_tests_name("codebook", tests, NULL, NULL);
}

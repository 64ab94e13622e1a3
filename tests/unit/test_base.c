/* base: strict numbers, UTF-8, JSON, CSV, files, hashes, SWHIDs. */
#include "base/csv.h"
#include "base/file.h"
#include "base/hash.h"
#include "base/json.h"
#include "base/swhid.h"
#include "passport/shapes.h"
#include "test.h"

#include <regex.h>
#include <sys/stat.h>
#include <unistd.h>

static void integers_have_one_spelling(void **state)
{
    (void)state;
    static const char *const wrong[] = {"",
                                        "-",
                                        "-0",
                                        "00",
                                        "01",
                                        "+1",
                                        "1 ",
                                        " 1",
                                        "1e3",
                                        "0x10",
                                        "1.0",
                                        "１",
                                        "99999999999999999999"};
    int64_t value;
    assert_true(text_int(text_of("0"), -5, 5, &value) && value == 0);
    assert_true(text_int(text_of("-5"), -5, 5, &value) && value == -5);
    assert_true(text_int(text_of("999999999999999999"), 0, INT64_MAX, &value));
    assert_true(value == INT64_C(999999999999999999));
    assert_false(text_int(text_of("6"), -5, 5, &value));
    assert_false(text_int(text_of("-6"), -5, 5, &value));
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        assert_false(text_int(text_of(wrong[i]), INT64_MIN, INT64_MAX, &value));
}

/* The same strings as the pattern of the schemas. */
static void slugs_are_those_of_the_schemas(void **state)
{
    char text[52] = "";
    regex_t slug;
    (void)state;
    assert_int_equal(regcomp(&slug, SHAPE_SLUG, REG_EXTENDED | REG_NOSUB), 0);
    assert_false(text_is_slug(text_of(text)));
    for (int place = 0; place < 2; place++) {
        text[0] = 'a';
        for (int c = 1; c < 128; c++) {
            text[place] = (char)c;
            assert_int_equal(text_is_slug(text_of(text)), regexec(&slug, text, 0, NULL, 0) == 0);
        }
    }
    for (size_t len = 1; len + 1 < sizeof text; len++) {
        memset(text, 'a', len);
        assert_int_equal(text_is_slug(text_of(text)), regexec(&slug, text, 0, NULL, 0) == 0);
    }
    regfree(&slug);
}

/* Boundaries of Unicode 15, table 3-7. */
static void utf8_is_strict(void **state)
{
    (void)state;
    static const char *const good[] = {"",
                                       "a",
                                       "\x7f",
                                       "\xc2\x80",
                                       "\xdf\xbf",
                                       "\xe0\xa0\x80",
                                       "\xed\x9f\xbf",
                                       "\xee\x80\x80",
                                       "\xf0\x90\x80\x80",
                                       "\xf4\x8f\xbf\xbf"};
    static const char *const bad[] = {"\x80",
                                      "\xc0\x80",
                                      "\xc1\xbf",
                                      "\xc2",
                                      "\xe0\x9f\xbf",
                                      "\xed\xa0\x80",
                                      "\xf0\x8f\xbf\xbf",
                                      "\xf4\x90\x80\x80",
                                      "\xf5\x80\x80\x80",
                                      "\xff",
                                      "\xe2\x82"};
    for (size_t i = 0; i < sizeof good / sizeof *good; i++)
        assert_int_equal(text_utf8_prefix(text_of(good[i])), strlen(good[i]));
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        assert_int_equal(text_utf8_prefix(text_of(bad[i])), 0);
    assert_int_equal(text_utf8_prefix(text_of("ab\xff")), 2);
}

static void json_refuses_what_cjson_would_take(void **state)
{
    (void)state;
    static const struct {
        const char *text, *message;
    } cases[] = {
        {"", "x:1:1: expected a value"},
        {"\xef\xbb\xbf{}", "x:1:1: a byte-order mark"},
        {"{} x", "x:1:4: text behind the end of the document"},
        {"{\"a\":1,\"a\":2}", "x: the key 'a' stands twice in an object"},
        {"{\"a\":1,\"\\u0061\":2}", "x: the key 'a' stands twice in an object"},
        {"[01]", "x:1:2: a number that is not a plain integer within 2^53 - 1"},
        {"[1.5]", "x:1:2: a number that is not a plain integer within 2^53 - 1"},
        {"[1e2]", "x:1:2: a number that is not a plain integer within 2^53 - 1"},
        {"[-0]", "x:1:2: a number that is not a plain integer within 2^53 - 1"},
        {"[9007199254740992]", "x:1:2: a number that is not a plain integer within 2^53 - 1"},
        {"[NaN]", "x:1:2: expected a value"},
        {"[\"a\tb\"]", "x:1:4: a control byte in a string"},
        {"[\"\\u0000\"]", "x:1:9: \\u0000 in a string"},
        {"[\"\\ud800\"]", "x:1:9: a lone surrogate in a string"},
        {"[\"\\udc00\"]", "x:1:9: a lone surrogate in a string"},
        {"[\"\\ud800\\u0041\"]", "x:1:15: a lone surrogate in a string"},
        {"[\"\\x\"]", "x:1:4: unknown escape in a string"},
        {"[\"a]", "x:1:5: the string has no end"},
        {"[1,]", "x:1:4: expected a value"},
        {"{\"a\" 1}", "x:1:6: expected ':'"},
        {"{a:1}", "x:1:2: expected a key"},
        {"[1 2]", "x:1:4: expected ',' or ']'"},
        {"\n\n [tru]", "x:3:3: expected a value"},
        {"[\"\xff\"]", "x:1:3: not UTF-8"},
        {"[1", "x:1:3: expected ',' or ']'"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct error error = {0};
        cJSON *json;
        assert_refused(json_parse("x", text_of(cases[i].text), &json, &error), STATUS_WRONG,
                       cases[i].message);
        assert_null(json);
    }
}

static void json_nests_to_its_limit(void **state)
{
    (void)state;
    struct error error = {0};
    char text[2 * JSON_DEPTH_MAX + 3] = {0};
    cJSON *json;
    memset(text, '[', JSON_DEPTH_MAX);
    memset(text + JSON_DEPTH_MAX, ']', JSON_DEPTH_MAX);
    assert_ok(json_parse("x", text_of(text), &json, &error));
    cJSON_Delete(json);
    memset(text, '[', JSON_DEPTH_MAX + 1);
    memset(text + JSON_DEPTH_MAX + 1, ']', JSON_DEPTH_MAX + 1);
    assert_refused(json_parse("x", text_of(text), &json, &error), STATUS_WRONG,
                   "x:1:65: nested too deeply");
}

/* The example of RFC 8785, 3.2.3 (sorting by UTF-16), with its strings. */
static void json_is_written_as_rfc_8785_says(void **state)
{
    (void)state;
    struct error error = {0};
    struct buf out = {0};
    cJSON *json;
    const char *text = "{\"\\u20ac\":\"Euro Sign\",\"\\r\":\"Carriage Return\","
                       "\"\\ufb33\":\"Hebrew Letter Dalet With Dagesh\",\"1\":\"One\","
                       "\"\\ud83d\\ude00\":\"Emoji: Grinning Face\",\"\\u0080\":\"Control\","
                       "\"\\u00f6\":\"Latin Small Letter O With Diaeresis\"}";
    const char *expected = "{\"\\r\":\"Carriage Return\",\"1\":\"One\",\"\xc2\x80\":\"Control\","
                           "\"ö\":\"Latin Small Letter O With Diaeresis\",\"€\":\"Euro Sign\","
                           "\"😀\":\"Emoji: Grinning Face\","
                           "\"\ufb33\":\"Hebrew Letter Dalet With Dagesh\"}\n";
    assert_ok(json_parse("x", text_of(text), &json, &error));
    json_write(&out, json);
    assert_string_equal(out.data, expected);
    cJSON_Delete(json);
    buf_free(&out);
    assert_ok(json_parse("x", text_of("[\"\\u001f\\b\\\"\\\\/\", -7, true, null]"), &json, &error));
    json_write(&out, json);
    assert_string_equal(out.data, "[\"\\u001f\\b\\\"\\\\/\",-7,true,null]\n");
    cJSON_Delete(json);
    buf_free(&out);
}

static const struct json_shape item_shape = {.kind = JSON_INTEGER, .min = 1, .max = 9};
static const struct json_member toy_members[] = {
    {"name", false, {.kind = JSON_STRING, .pattern = "^[a-z]+$"}},
    {"list", true, {.kind = JSON_ARRAY, .min = 1, .max = 2, .item = &item_shape}},
    {"map", true, {.kind = JSON_MAP, .pattern = "^[0-9]$", .item = &item_shape}},
    {0},
};
static const struct json_shape toy_shape = {.kind = JSON_OBJECT, .members = toy_members};

static void json_shapes_name_the_place(void **state)
{
    (void)state;
    static const struct {
        const char *text, *message;
    } cases[] = {
        {"[]", "x: not an object"},
        {"{}", "x: member 'name' is missing"},
        {"{\"Name\":\"a\"}", "x: unknown member 'Name'"},
        {"{\"name\":1}", "x: name: not a string"},
        {"{\"name\":\"a\\n\"}", "x: name: a control character"},
        {"{\"name\":\"a\",\"list\":[]}", "x: list: 0 entries, which are too few"},
        {"{\"name\":\"a\",\"list\":[1,2,3]}", "x: list: 3 entries, which are too many"},
        {"{\"name\":\"a\",\"list\":[1,0]}", "x: list[1]: 0 is not from 1 to 9"},
        {"{\"name\":\"a\",\"list\":[true]}", "x: list[0]: not an integer"},
        {"{\"name\":\"a\",\"map\":{\"ab\":1}}", "x: map: 'ab' does not match ^[0-9]$"},
        {"{\"name\":\"a\",\"map\":{\"7\":10}}", "x: map.7: 10 is not from 1 to 9"},
    };
    struct error error = {0};
    cJSON *json;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        assert_refused(json_read("x", text_of(cases[i].text), &toy_shape, &json, &error),
                       STATUS_WRONG, cases[i].message);
    assert_ok(json_read("x", text_of("{\"name\":\"abc\",\"list\":[1,9],\"map\":{\"0\":5}}"),
                        &toy_shape, &json, &error));
    cJSON_Delete(json);
}

static enum status read_csv(const char *text, struct error *error)
{
    static const char *const columns[] = {"a", "b"};
    struct csv csv;
    bool more = true;
    enum status status = csv_open(&csv, "x.csv", text_of(text), columns, 2, error);
    while (!status && more) {
        status = csv_next(&csv, &more, error);
        int64_t value;
        if (!status && more)
            status = csv_int(&csv, 1, 0, 959, &value, error);
    }
    return status;
}

static void csv_names_file_line_and_column(void **state)
{
    (void)state;
    struct error error = {0};
    assert_ok(read_csv("a,b\nx,0\n,959\n", &error));
    static const struct {
        const char *text, *message;
    } cases[] = {
        {"", "x.csv: empty, expected a header line"},
        {"a,b", "x.csv: the last line has no end; is the file torn?"},
        {"a,b\nx,1", "x.csv: the last line has no end; is the file torn?"},
        {"\xef\xbb\xbf"
         "a,b\n",
         "x.csv:1: a byte-order mark"},
        {"a,b\r\nx,1\r\n", "x.csv:1: a carriage return; lines end in LF alone"},
        {"a\n", "x.csv:1: column 2 (b) is missing"},
        {"a,c\n", "x.csv:1: column 2 is 'c', expected 'b'"},
        {"a,b,c\n", "x.csv:1: 3 columns, expected 2"},
        {"a,b\nx\n", "x.csv:2: 1 fields, expected 2"},
        {"a,b\nx,1,2\n", "x.csv:2: 3 fields, expected 2"},
        {"a,b\nx,1\nx,960\n", "x.csv:3: column b: '960' is not an integer from 0 to 959"},
        {"a,b\n\"x\",1\n", "x.csv:2: a quotation mark; no value here is quoted"},
        {"a,b\nx,1\r\n", "x.csv:2: a carriage return; lines end in LF alone"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        assert_refused(read_csv(cases[i].text, &error), STATUS_WRONG, cases[i].message);
}

/* FIPS 180-4's and RFC 7693's "abc". */
static void hashes_are_the_published_ones(void **state)
{
    (void)state;
    struct error error = {0};
    char sha256[SHA256_HEX + 1], hex[2 * BLAKE2B_BYTES + 1];
    unsigned char digest[BLAKE2B_BYTES];
    assert_ok(hash_sha256_of("abc", 3, sha256, &error));
    assert_string_equal(sha256, "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    assert_ok(hash_blake2b("abc", 3, digest, &error));
    hash_hex(digest, sizeof digest, hex);
    assert_string_equal(hex, "ba80a53f981c4d0d6a2797b69f12f6e94c212f14685ac4b74b12bb6fdbffa2d1"
                             "7d87c5392aab792dc252d5de4533cc9518d38aa8dbf1925ab92386edd4009923");
}

static void add(struct files *files, const char *name, const char *text)
{
    struct error error = {0};
    assert_ok(files_add_view(files, name, text_of(text), &error));
}

/* The ids are what `git write-tree` prints for these files: git sorts "a-b" before the folder "a",
 * and "a.c" too, since a folder counts as "a/". */
static void swhids_are_git_trees(void **state)
{
    (void)state;
    struct error error = {0};
    struct files files = {0};
    char swhid[SWHID_BYTES];
    assert_ok(swhid_of_files(&files, swhid, &error));
    assert_string_equal(swhid, "swh:1:dir:4b825dc642cb6eb9a060e54bf8d69288fbee4904");
    add(&files, "a/x", "1\n");
    add(&files, "a/y/z", "2\n");
    add(&files, "a-b", "3\n");
    add(&files, "a.c", "4\n");
    add(&files, "a0", "5\n");
    assert_ok(swhid_of_files(&files, swhid, &error));
    assert_string_equal(swhid, "swh:1:dir:47986ef91100f74927e21a5968f9e4a6b0b69a7c");
    files_free(&files);
}

static void files_are_found_by_name(void **state)
{
    (void)state;
    struct error error = {0};
    struct files files = {0};
    struct text data;
    add(&files, "b", "2");
    add(&files, "a", "1");
    add(&files, "c", "3");
    assert_refused(files_add_view(&files, "b", text_of("4"), &error), STATUS_WRONG,
                   "b: two files of this name");
    assert_string_equal(files.items[0].name, "a");
    assert_ok(files_get(&files, "b", &data, &error));
    assert_true(text_is(data, "2"));
    files_remove(&files, "b");
    files_remove(&files, "nothing");
    assert_refused(files_get(&files, "b", &data, &error), STATUS_WRONG, "b: missing");
    assert_int_equal(files.count, 2);
    files_free(&files);
}

/* A fresh folder to write in; the test leaves it empty. */
static int enter_folder(void **state)
{
    char *folder = strdup("/tmp/test-base-XXXXXX");
    *state = folder;
    return mkdtemp(folder) == NULL;
}

static int leave_folder(void **state)
{
    int failed = rmdir(*state);
    free(*state);
    return failed;
}

static void files_are_written_whole(void **state)
{
    struct error error = {0};
    struct buf text = {0};
    struct stat info;
    struct file_writer writer;
    char *path = file_join(*state, "file");
    assert_ok(file_create(path, text_of("old"), 0600, &error));
    assert_int_equal(file_create(path, text_of("other"), 0600, &error), STATUS_CANNOT);
    assert_ok(file_writer_open(&writer, path, 0644, &error));
    assert_ok(file_writer_put(&writer, "new", 3, &error));
    assert_ok(file_read(path, 100, &text, &error));
    assert_string_equal(text.data, "old"); /* until the commit */
    buf_free(&text);
    file_writer_abandon(&writer);
    assert_ok(file_write(path, text_of("newer"), 0644, &error));
    assert_ok(file_read(path, 5, &text, &error));
    assert_string_equal(text.data, "newer");
    buf_free(&text);
    assert_int_equal(file_read(path, 4, &text, &error), STATUS_WRONG);
    buf_free(&text);
    assert_int_equal(stat(path, &info), 0);
    assert_int_equal(info.st_mode & 07777, 0644);
    unlink(path);
    free(path);
}

static void parts_of_files_are_read(void **state)
{
    struct error error = {0};
    char *path = file_join(*state, "file"), expected[100], part[4] = "";
    uint64_t size = 0;
    int fd = -1;
    assert_int_equal(file_open(*state, &fd, &size, &error), STATUS_CANNOT);
    assert_int_equal(fd, -1);
    file_close(fd);
    assert_ok(file_write(path, text_of("0123456789"), 0644, &error));
    assert_ok(file_open(path, &fd, &size, &error));
    assert_int_equal(size, 10);
    assert_ok(file_read_at(fd, path, 7, part, 3, &error));
    assert_string_equal(part, "789");
    snprintf(expected, sizeof expected, "%s: it became shorter", path);
    assert_refused(file_read_at(fd, path, 8, part, 3, &error), STATUS_CANNOT, expected);
    file_close(fd);
    unlink(path);
    free(path);
}

static void folders_are_walked_without_links(void **state)
{
    struct error error = {0};
    struct files files = {0};
    char *folder = file_join(*state, "a/b"), *file = file_join(*state, "a/b/c");
    char *hidden = file_join(*state, "a/.d"), *link = file_join(*state, "a/l");
    char *above = file_join(*state, "a");
    assert_ok(file_make_folder(folder, &error));
    assert_ok(file_write(file, text_of("1"), 0644, &error));
    assert_ok(file_write(hidden, text_of("2"), 0644, &error));
    assert_ok(file_walk(above, "p/", FILE_PASS_HIDDEN, 100, &files, &error));
    assert_int_equal(files.count, 1);
    assert_string_equal(files.items[0].name, "p/b/c");
    files_free(&files);
    assert_ok(file_walk(above, "", FILE_TAKE_HIDDEN, 100, &files, &error));
    assert_int_equal(files.count, 2);
    files_free(&files);
    assert_int_equal(file_walk(above, "", FILE_TAKE_HIDDEN, 1, &files, &error), STATUS_WRONG);
    files_free(&files);
    assert_int_equal(symlink("b/c", link), 0);
    assert_int_equal(file_walk(above, "", FILE_PASS_HIDDEN, 100, &files, &error), STATUS_WRONG);
    files_free(&files);
    unlink(link);
    unlink(hidden);
    unlink(file);
    rmdir(folder);
    rmdir(above);
    free(above);
    free(folder);
    free(file);
    free(hidden);
    free(link);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(integers_have_one_spelling),
        cmocka_unit_test(slugs_are_those_of_the_schemas),
        cmocka_unit_test(utf8_is_strict),
        cmocka_unit_test(json_refuses_what_cjson_would_take),
        cmocka_unit_test(json_nests_to_its_limit),
        cmocka_unit_test(json_is_written_as_rfc_8785_says),
        cmocka_unit_test(json_shapes_name_the_place),
        cmocka_unit_test(csv_names_file_line_and_column),
        cmocka_unit_test(hashes_are_the_published_ones),
        cmocka_unit_test(swhids_are_git_trees),
        cmocka_unit_test(files_are_found_by_name),
        cmocka_unit_test_setup_teardown(files_are_written_whole, enter_folder, leave_folder),
        cmocka_unit_test_setup_teardown(parts_of_files_are_read, enter_folder, leave_folder),
        cmocka_unit_test_setup_teardown(folders_are_walked_without_links, enter_folder,
                                        leave_folder),
    };
    return cmocka_run_group_tests_name("base", tests, NULL, NULL);
}

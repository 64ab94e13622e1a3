/* schema/ against the shapes in C: each schema file is what its shape says, as JSON Schema 2020-12.
 * `test_schema --write` writes the files anew. */
#include "base/file.h"
#include "base/json.h"
#include "passport/benedict_passport.h"
#include "passport/corridor.h"
#include "passport/edition.h"
#include "passport/external.h"
#include "passport/ladder.h"
#include "passport/passport.h"
#include "release/codebook.h"
#include "release/figures.h"
#include "release/keys.h"
#include "release/published.h"
#include "release/release.h"
#include "study/asym_tables.h"
#include "study/selfplay.h"
#include "uci/config.h"

// clang-format off
#include <setjmp.h>
#include <stdarg.h>
#include <cmocka.h>
// clang-format on
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const struct {
    const char *name;
    const struct json_shape *shape;
} schemas[] = {
    {"benedict-passport", &benedict_passport_shape},
    {"benedict-run", &benedict_run_shape},
    {"codebook", &codebook_shape},
    {"corridor", &corridor_shape},
    {"coverage", &asym_coverage_shape},
    {"engine", &engine_config_shape},
    {"keys", &keys_shape},
    {"ladder", &ladder_shape},
    {"passport", &passport_shape},
    {"published", &figures_shape},
    {"record", &published_shape},
    {"references", &references_shape},
    {"release", &edition_shape},
    {"run", &external_shape},
    {"selfplay", &selfplay_shape},
};
enum { SCHEMAS = sizeof schemas / sizeof *schemas };

static cJSON *schema_of(const struct json_shape *shape);

static void add_members(cJSON *schema, const struct json_shape *shape)
{
    cJSON *properties = cJSON_AddObjectToObject(schema, "properties");
    cJSON *required = cJSON_AddArrayToObject(schema, "required");
    for (const struct json_member *member = shape->members; member->name; member++) {
        cJSON_AddItemToObject(properties, member->name, schema_of(&member->shape));
        if (!member->optional)
            cJSON_AddItemToArray(required, cJSON_CreateString(member->name));
    }
    cJSON_AddBoolToObject(schema, "additionalProperties", false);
}

/* cJSON prints a number of 16 digits rounded. */
static void add_integer(cJSON *schema, const char *name, int64_t value)
{
    char digits[24];
    snprintf(digits, sizeof digits, "%lld", (long long)value);
    cJSON_AddRawToObject(schema, name, digits);
}

static void add_count(cJSON *schema, const char *min, const char *max,
                      const struct json_shape *shape)
{
    if (shape->min)
        add_integer(schema, min, shape->min);
    if (shape->max)
        add_integer(schema, max, shape->max);
}

static void fill(cJSON *schema, const struct json_shape *shape)
{
    static const char *const types[] = {"object", "object",  "array",
                                        "string", "integer", "boolean"};
    cJSON_AddStringToObject(schema, "type", types[shape->kind]);
    if (shape->about)
        cJSON_AddStringToObject(schema, "description", shape->about);
    switch (shape->kind) {
    case JSON_OBJECT:
        add_members(schema, shape);
        break;
    case JSON_MAP:
        cJSON_AddItemToObject(schema, "additionalProperties", schema_of(shape->item));
        cJSON_AddStringToObject(cJSON_AddObjectToObject(schema, "propertyNames"), "pattern",
                                shape->pattern);
        add_count(schema, "minProperties", "maxProperties", shape);
        break;
    case JSON_ARRAY:
        cJSON_AddItemToObject(schema, "items", schema_of(shape->item));
        add_count(schema, "minItems", "maxItems", shape);
        break;
    case JSON_STRING:
        if (shape->pattern)
            cJSON_AddStringToObject(schema, "pattern", shape->pattern);
        break;
    case JSON_INTEGER:
        add_integer(schema, "minimum", shape->min);
        add_integer(schema, "maximum", shape->max);
        break;
    case JSON_BOOLEAN:
        break;
    }
}

static cJSON *schema_of(const struct json_shape *shape)
{
    cJSON *schema = cJSON_CreateObject();
    fill(schema, shape);
    return schema;
}

/* The file's text; owned by the caller. */
static char *document_of(size_t i)
{
    cJSON *schema = cJSON_CreateObject();
    cJSON_AddStringToObject(schema, "$schema", "https://json-schema.org/draft/2020-12/schema");
    cJSON_AddStringToObject(schema, "title", schemas[i].name);
    fill(schema, schemas[i].shape);
    char *printed = cJSON_Print(schema);
    struct buf text = {0};
    buf_puts(&text, printed);
    buf_putc(&text, '\n');
    cJSON_free(printed);
    cJSON_Delete(schema);
    return buf_take(&text);
}

static void path_of(size_t i, char path[128])
{
    snprintf(path, 128, "schema/%s.schema.json", schemas[i].name);
}

static void each_schema_is_its_shape(void **state)
{
    (void)state;
    for (size_t i = 0; i < SCHEMAS; i++) {
        struct error error = {0};
        struct buf text = {0};
        char path[128];
        path_of(i, path);
        char *expected = document_of(i);
        assert_int_equal(file_read(path, 1 << 20, &text, &error), STATUS_OK);
        assert_string_equal(text.data, expected);
        free(expected);
        buf_free(&text);
    }
}

static int write_all(void)
{
    for (size_t i = 0; i < SCHEMAS; i++) {
        struct error error = {0};
        char path[128];
        path_of(i, path);
        char *text = document_of(i);
        if (file_write(path, text_of(text), 0644, &error)) {
            fprintf(stderr, "%s\n", error.text);
            return 1;
        }
        free(text);
    }
    return 0;
}

int main(int argc, char **argv)
{
    if (argc > 1 && strcmp(argv[1], "--write") == 0)
        return write_all();
    const struct CMUnitTest tests[] = {cmocka_unit_test(each_schema_is_its_shape)};
    return cmocka_run_group_tests_name("schema", tests, NULL, NULL);
}

#include "release/codebook.h"

#include "passport/shapes.h"
#include "release/codebook_layout.h"

#include <regex.h>
#include <stdlib.h>
#include <string.h>

enum {
    CHOICES_MAX = 16,  /* values in an enum */
    CELL_MAX = 2500,   /* bytes of a cell that a pattern is matched against; a game's moves are
                        * the longest, 400 of up to five letters */
    SEEN_BUCKETS = 512 /* see struct rule */
};

/* ---- the document ---- */

static const struct json_shape name_shape = {.kind = JSON_STRING,
                                             .pattern = "^[a-z][a-z0-9_]{0,29}(_N)?$"};
/* A pattern comes from whoever made the archive, and an expression can be made to take any time and
 * memory. So: up to 80 letters, digits and classes, each perhaps repeated up to 99 times, and no
 * groups, alternatives or references. */
#define TAME_PATTERN                                                                               \
    "^\\^(([A-Za-z0-9 "                                                                            \
    "/:_-]|\\[[A-Za-z0-9 .:+/_-]+\\])([?+*]|\\{[0-9]{1,2}(,[0-9]{1,2})?\\})?){1,80}[$]$"

static const struct json_shape text_shape = {.kind = JSON_STRING, .pattern = SHAPE_TEXT};

static const struct json_member column_members[] = {
    {"name",
     false,
     {.kind = JSON_STRING,
      .pattern = "^[a-z][a-z0-9_]{0,29}(_N)?$",
      .about = "As in the header; NAME_N for a column that stands once for each node budget N."}},
    {"type", false, {.kind = JSON_STRING, .pattern = "^(integer|number|string|boolean)$"}},
    {"unit", true, {.kind = JSON_STRING, .pattern = SHAPE_TEXT}},
    {"description", false, {.kind = JSON_STRING, .pattern = SHAPE_TEXT}},
    {"required", false, {.kind = JSON_BOOLEAN, .about = "No cell of this column is empty."}},
    {"minimum",
     true,
     {.kind = JSON_INTEGER,
      .min = -JSON_INTEGER_MAX,
      .max = JSON_INTEGER_MAX,
      .about = "Integers and numbers have a minimum and a maximum."}},
    {"maximum", true, {.kind = JSON_INTEGER, .min = -JSON_INTEGER_MAX, .max = JSON_INTEGER_MAX}},
    {"decimals",
     true,
     {.kind = JSON_INTEGER,
      .min = 1,
      .max = CODEBOOK_DECIMALS_MAX,
      .about = "Digits behind the point of a number; 1 where it is not said."}},
    {"pattern",
     true,
     {.kind = JSON_STRING,
      .pattern = TAME_PATTERN,
      .about = "Strings have a pattern or an enum. POSIX extended and ECMA-262 alike."}},
    {"enum", true, {.kind = JSON_ARRAY, .min = 1, .max = CHOICES_MAX, .item = &text_shape}},
    {"per_budget", true, {.kind = JSON_BOOLEAN}},
    {0},
};
static const struct json_shape column_shape = {.kind = JSON_OBJECT, .members = column_members};

static const struct json_member table_members[] = {
    {"name", false, {.kind = JSON_STRING, .pattern = "^[a-z][a-z0-9_]{0,29}$"}},
    {"path",
     false,
     {.kind = JSON_STRING,
      .pattern = "^[A-Za-z0-9_*./-]+[.]csv$",
      .about = "Inside the archive; * stands for any part of a name."}},
    {"title", false, {.kind = JSON_STRING, .pattern = SHAPE_TEXT}},
    {"description", false, {.kind = JSON_STRING, .pattern = SHAPE_TEXT}},
    {"primary_key",
     false,
     {.kind = JSON_ARRAY,
      .min = 1,
      .max = CSV_COLUMNS_MAX,
      .item = &name_shape,
      .about = "The columns that no two rows of a file share."}},
    {"claim",
     true,
     {.kind = JSON_BOOLEAN,
      .about = "What is said of the results rests on this table; the verb claims shows it."}},
    {"columns",
     false,
     {.kind = JSON_ARRAY, .min = 1, .max = CSV_COLUMNS_MAX, .item = &column_shape}},
    {0},
};
static const struct json_shape table_shape = {.kind = JSON_OBJECT, .members = table_members};

static const struct json_member members[] = {
    {"title", false, {.kind = JSON_STRING, .pattern = SHAPE_TEXT}},
    {"description",
     false,
     {.kind = JSON_STRING, .pattern = SHAPE_TEXT, .about = "What holds for all tables."}},
    {"tables", false, {.kind = JSON_ARRAY, .min = 1, .item = &table_shape}},
    {0},
};

const struct json_shape codebook_shape = {
    .kind = JSON_OBJECT,
    .about = "What every column of every table means and may hold.",
    .members = members,
};

/* ---- checking cells ---- */

/* A column, made ready for half a million cells. */
struct rule {
    enum codebook_type type;
    bool required;
    int decimals;     /* of a CODEBOOK_NUMBER */
    int64_t min, max; /* then in units of the last decimal */
    struct text choices[CHOICES_MAX];
    size_t choice_count;
    bool compiled;
    regex_t regex;
    /* Matching is slow and the values of a column are few: in each bucket the last cell that
     * matched, so that the next one that is equal need not be. NULL without a pattern. */
    struct text *seen;
};

/* Up to 2^53 times 10^3, which fits. */
static int64_t scaled(int64_t value, int decimals)
{
    while (decimals-- > 0)
        value *= 10;
    return value;
}

/* Afterwards the rule is to be freed, also on failure. */
static enum status rule_make(struct rule *rule, const cJSON *column, struct error *error)
{
    const char *pattern = json_string(column, "pattern");
    const cJSON *choice;
    *rule =
        (struct rule){.type = codebook_type(column), .required = codebook_true(column, "required")};
    rule->decimals = codebook_decimals(column);
    rule->min = scaled(json_int(column, "minimum"), rule->decimals);
    rule->max = scaled(json_int(column, "maximum"), rule->decimals);
    cJSON_ArrayForEach(choice, json_get(column, "enum"))
    {
        rule->choices[rule->choice_count++] = text_of(choice->valuestring);
    }
    if (!pattern)
        return STATUS_OK;
    rule->seen = calloc(SEEN_BUCKETS, sizeof *rule->seen);
    if (!rule->seen)
        return error_memory(error);
    rule->compiled = regcomp(&rule->regex, pattern, REG_EXTENDED | REG_NOSUB) == 0;
    if (!rule->compiled)
        return error_set(error, STATUS_WRONG, "codebook: column %s: the pattern %s is malformed",
                         json_string(column, "name"), pattern);
    return STATUS_OK;
}

static void rule_free(struct rule *rule)
{
    if (rule->compiled)
        regfree(&rule->regex);
    free(rule->seen);
}

/* "-12.3" with one decimal as -123: as many digits behind the point, no "-0.0". */
static bool read_fixed(struct text cell, int decimals, int64_t *value)
{
    bool negative = cell.len > 0 && cell.data[0] == '-';
    if (negative)
        cell = (struct text){cell.data + 1, cell.len - 1};
    size_t digits = (size_t)decimals;
    if (cell.len < digits + 2 || cell.data[cell.len - digits - 1] != '.' ||
        !text_int((struct text){cell.data, cell.len - digits - 1}, 0, JSON_INTEGER_MAX, value))
        return false;
    for (const char *at = cell.data + cell.len - digits; at < cell.data + cell.len; at++) {
        if (*at < '0' || *at > '9')
            return false;
        *value = 10 * *value + (*at - '0');
    }
    if (negative && *value == 0)
        return false;
    if (negative)
        *value = -*value;
    return true;
}

static struct text *bucket(const struct rule *rule, struct text cell)
{
    uint32_t hash = 2166136261; /* FNV-1a */
    for (size_t i = 0; i < cell.len; i++)
        hash = (hash ^ (unsigned char)cell.data[i]) * 16777619;
    return &rule->seen[(hash ^ hash >> 16) % SEEN_BUCKETS];
}

static bool matches(const struct rule *rule, struct text cell)
{
    char copy[CELL_MAX + 1];
    if (cell.len > CELL_MAX)
        return false;
    struct text *seen = bucket(rule, cell);
    if (text_same(*seen, cell))
        return true;
    /* regexec stops at a NUL, and what stands behind it would go unseen. */
    if (memchr(cell.data, '\0', cell.len))
        return false;
    memcpy(copy, cell.data, cell.len);
    copy[cell.len] = '\0';
    if (regexec(&rule->regex, copy, 0, NULL, 0) != 0)
        return false;
    *seen = cell;
    return true;
}

static bool is_choice(const struct rule *rule, struct text cell)
{
    for (size_t i = 0; i < rule->choice_count; i++) {
        if (text_same(rule->choices[i], cell))
            return true;
    }
    return false;
}

static bool allowed(const struct rule *rule, struct text cell)
{
    int64_t value;
    if (cell.len == 0)
        return !rule->required;
    switch (rule->type) {
    case CODEBOOK_INTEGER:
        return text_int(cell, rule->min, rule->max, &value);
    case CODEBOOK_NUMBER:
        return read_fixed(cell, rule->decimals, &value) && value >= rule->min && value <= rule->max;
    case CODEBOOK_STRING:
        return rule->seen ? matches(rule, cell) : is_choice(rule, cell);
    case CODEBOOK_BOOLEAN:
        return text_is(cell, "true") || text_is(cell, "false");
    }
    return false;
}

static enum status refuse(const struct csv *csv, size_t i, const cJSON *column, struct error *error)
{
    static const char *const kinds[] = {"an integer ", "a number ", "", ""};
    if (csv->fields[i].len == 0)
        return csv_wrong(csv, i, error, "is empty, though a value is required");
    struct buf what = {0};
    buf_printf(&what, "is not %s", kinds[codebook_type(column)]);
    codebook_put_values(&what, column, "");
    enum status status = buf_ok(&what, error);
    if (!status)
        status = csv_wrong(csv, i, error, what.data);
    buf_free(&what);
    return status;
}

static enum status check_rows(const struct files_item *item, const struct codebook_layout *layout,
                              const struct rule *rules, struct error *error)
{
    struct csv csv;
    const char *names[CSV_COLUMNS_MAX];
    for (size_t i = 0; i < layout->count; i++)
        names[i] = layout->columns[i].name;
    bool more = true;
    enum status status = csv_open(&csv, item->name, item->data, names, layout->count, error);
    while (!status) {
        status = csv_next(&csv, &more, error);
        if (status || !more)
            break;
        for (size_t i = 0; i < layout->count; i++) {
            if (!allowed(&rules[i], csv.fields[i]))
                return refuse(&csv, i, layout->columns[i].about, error);
        }
    }
    return status;
}

static enum status check_file(const cJSON *table, const struct files_item *item,
                              struct error *error)
{
    struct codebook_layout layout;
    enum status status = codebook_lay_out(table, item, &layout, error);
    if (status)
        return status;
    struct rule *rules = calloc(layout.count, sizeof *rules);
    if (!rules)
        return error_memory(error);
    for (size_t i = 0; i < layout.count && !status; i++)
        status = rule_make(&rules[i], layout.columns[i].about, error);
    if (!status)
        status = check_rows(item, &layout, rules, error);
    for (size_t i = 0; i < layout.count; i++)
        rule_free(&rules[i]);
    free(rules);
    return status;
}

enum status codebook_check_tables(const cJSON *codebook, const struct files *content,
                                  const char *prefix, struct error *error)
{
    enum status status = codebook_check(codebook, content, error);
    for (size_t i = 0; i < content->count && !status; i++) {
        const cJSON *table = codebook_table(codebook, content->items[i].name);
        if (table && strncmp(content->items[i].name, prefix, strlen(prefix)) == 0)
            status = check_file(table, &content->items[i], error);
    }
    return status;
}

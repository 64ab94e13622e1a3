#include "release/codebook_layout.h"

#include <fnmatch.h>
#include <stdio.h>
#include <string.h>

enum codebook_type codebook_type(const cJSON *column)
{
    switch (json_string(column, "type")[0]) {
    case 'i':
        return CODEBOOK_INTEGER;
    case 'n':
        return CODEBOOK_NUMBER;
    case 's':
        return CODEBOOK_STRING;
    default:
        return CODEBOOK_BOOLEAN;
    }
}

int codebook_decimals(const cJSON *column)
{
    int64_t decimals = json_int(column, "decimals");
    if (codebook_type(column) != CODEBOOK_NUMBER)
        return 0;
    return decimals ? (int)decimals : 1;
}

bool codebook_true(const cJSON *column, const char *member)
{
    return cJSON_IsTrue(json_get(column, member));
}

void codebook_put_values(struct buf *out, const cJSON *column, const char *quote)
{
    static const char *const decimals[] = {"", ", with one decimal", ", with two decimals",
                                           ", with three decimals"};
    const cJSON *choices = json_get(column, "enum"), *choice;
    switch (codebook_type(column)) {
    case CODEBOOK_INTEGER:
    case CODEBOOK_NUMBER:
        buf_printf(out, "from %lld to %lld%s", (long long)json_int(column, "minimum"),
                   (long long)json_int(column, "maximum"), decimals[codebook_decimals(column)]);
        break;
    case CODEBOOK_STRING:
        buf_puts(out, choices ? "one of" : "of the form");
        cJSON_ArrayForEach(choice, choices)
        {
            buf_printf(out, "%s %s%s%s", choice == choices->child ? "" : ",", quote,
                       choice->valuestring, quote);
        }
        if (!choices)
            buf_printf(out, " %s%s%s", quote, json_string(column, "pattern"), quote);
        break;
    case CODEBOOK_BOOLEAN:
        buf_printf(out, "%strue%s or %sfalse%s", quote, quote, quote, quote);
        break;
    }
}

const cJSON *codebook_table(const cJSON *codebook, const char *path)
{
    const cJSON *table;
    cJSON_ArrayForEach(table, json_get(codebook, "tables"))
    {
        if (fnmatch(json_string(table, "path"), path, FNM_PATHNAME) == 0)
            return table;
    }
    return NULL;
}

const struct files_item *codebook_next(const cJSON *codebook, const cJSON *table,
                                       const struct files *content, size_t *at)
{
    while (*at < content->count) {
        const struct files_item *item = &content->items[(*at)++];
        if (codebook_table(codebook, item->name) == table)
            return item;
    }
    return NULL;
}

static const cJSON *find_column(const cJSON *table, const char *name)
{
    const cJSON *column;
    cJSON_ArrayForEach(column, json_get(table, "columns"))
    {
        if (strcmp(json_string(column, "name"), name) == 0)
            return column;
    }
    return NULL;
}

/* Every cell must have a limit on what it may hold, or the check would be worth little. */
static const char *column_fault(const cJSON *table, const cJSON *column)
{
    enum codebook_type type = codebook_type(column);
    const char *name = json_string(column, "name");
    bool numeric = type == CODEBOOK_INTEGER || type == CODEBOOK_NUMBER;
    bool low = json_get(column, "minimum"), high = json_get(column, "maximum");
    bool pattern = json_get(column, "pattern"), choices = json_get(column, "enum");
    if (find_column(table, name) != column)
        return "stands twice";
    if (numeric != low || numeric != high)
        return numeric ? "needs a minimum and a maximum" : "has a range, though it is no number";
    if (type != CODEBOOK_NUMBER && json_get(column, "decimals"))
        return "has decimals, though it is no number";
    if (numeric && json_int(column, "minimum") > json_int(column, "maximum"))
        return "has a minimum above its maximum";
    if (type == CODEBOOK_STRING ? pattern == choices : pattern || choices)
        return type == CODEBOOK_STRING ? "needs a pattern or an enum, and not both"
                                       : "has a pattern or an enum, though it is no string";
    if (codebook_true(column, "per_budget") != (strchr(name, 'N') != NULL))
        return "is per_budget, or its name ends in _N, but not both";
    return NULL;
}

static const char *key_fault(const cJSON *table, const char *name)
{
    const cJSON *column = find_column(table, name);
    if (!column)
        return "is in the key and no column";
    if (!codebook_true(column, "required") || codebook_true(column, "per_budget"))
        return "is in the key, though it may be empty or stand several times";
    return NULL;
}

static enum status check_sense(const cJSON *codebook, struct error *error)
{
    const cJSON *table, *item;
    cJSON_ArrayForEach(table, json_get(codebook, "tables"))
    {
        const char *fault = NULL, *name = NULL;
        cJSON_ArrayForEach(item, json_get(table, "columns"))
        {
            if (!fault && (fault = column_fault(table, item)))
                name = json_string(item, "name");
        }
        cJSON_ArrayForEach(item, json_get(table, "primary_key"))
        {
            if (!fault && (fault = key_fault(table, item->valuestring)))
                name = item->valuestring;
        }
        if (fault)
            return error_set(error, STATUS_WRONG, "codebook: table %s: column %s %s",
                             json_string(table, "name"), name, fault);
    }
    return STATUS_OK;
}

static bool is_csv(const char *name)
{
    size_t len = strlen(name);
    return len >= 4 && strcmp(name + len - 4, ".csv") == 0;
}

enum status codebook_check(const cJSON *codebook, const struct files *content, struct error *error)
{
    enum status status = check_sense(codebook, error);
    for (size_t i = 0; i < content->count && !status; i++) {
        const char *name = content->items[i].name;
        if (is_csv(name) && !codebook_table(codebook, name))
            status =
                error_set(error, STATUS_WRONG, "%s: no table of the codebook has this path", name);
    }
    return status;
}

/* The fields of the first line, as many as can be columns. */
static size_t split_header(struct text all, struct text fields[CSV_COLUMNS_MAX])
{
    struct text line;
    size_t at = 0, count = 0;
    if (!text_next_line(all, &at, &line))
        return 0;
    const char *end = line.data + line.len;
    for (const char *field = line.data; field && count < CSV_COLUMNS_MAX; count++) {
        const char *comma = memchr(field, ',', (size_t)(end - field));
        fields[count] = (struct text){field, (size_t)((comma ? comma : end) - field)};
        field = comma ? comma + 1 : NULL;
    }
    return count;
}

/* Is that field NAME_<digits>? */
static bool is_budget(struct text field, const char *name, int64_t *budget)
{
    size_t stem = strlen(name) - 1; /* without the N */
    return field.len > stem && memcmp(field.data, name, stem) == 0 &&
           text_int((struct text){field.data + stem, field.len - stem}, 1, INT64_MAX, budget);
}

static enum status add_column(struct codebook_layout *layout, const char *file, const cJSON *about,
                              struct text name, struct error *error)
{
    if (layout->count == CSV_COLUMNS_MAX)
        return error_set(error, STATUS_WRONG, "%s:1: more than %d columns", file, CSV_COLUMNS_MAX);
    struct codebook_column *column = &layout->columns[layout->count++];
    column->about = about;
    snprintf(column->name, sizeof column->name, "%.*s", (int)name.len, name.data);
    return STATUS_OK;
}

/* A per_budget column, once for each budget that the header names from this place on. */
static enum status add_budgets(struct codebook_layout *layout, const char *file, const cJSON *about,
                               const struct text *header, size_t count, struct error *error)
{
    const char *name = json_string(about, "name");
    size_t first = layout->count;
    int64_t budget, before = 0;
    enum status status = STATUS_OK;
    for (size_t i = first; i < count && is_budget(header[i], name, &budget) && !status; i++) {
        if (budget <= before)
            return error_set(error, STATUS_WRONG,
                             "%s:1: column %zu is '%.*s', but the budgets of %s must rise", file,
                             i + 1, (int)header[i].len, header[i].data, name);
        before = budget;
        status = add_column(layout, file, about, header[i], error);
    }
    /* With no budget at all, csv_open is left to miss the column under its own name. */
    if (layout->count == first)
        status = add_column(layout, file, about, text_of(name), error);
    return status;
}

enum status codebook_lay_out(const cJSON *table, const struct files_item *item,
                             struct codebook_layout *layout, struct error *error)
{
    struct text header[CSV_COLUMNS_MAX];
    size_t count = split_header(item->data, header);
    enum status status = STATUS_OK;
    const cJSON *about;
    layout->table = table;
    layout->count = 0;
    cJSON_ArrayForEach(about, json_get(table, "columns"))
    {
        if (status)
            break;
        if (codebook_true(about, "per_budget"))
            status = add_budgets(layout, item->name, about, header, count, error);
        else
            status =
                add_column(layout, item->name, about, text_of(json_string(about, "name")), error);
    }
    return status;
}

#include "release/cells.h"

#include "base/json.h"

#include <stdio.h>
#include <string.h>

static bool is_digits(const char *at, size_t len)
{
    for (size_t i = 0; i < len; i++) {
        if (at[i] < '0' || at[i] > '9')
            return false;
    }
    return len > 0;
}

/* Is a separator due before the digit that has `left` digits behind and including it? Hindi groups
 * the last three digits, and then by twos. */
static bool separator_due(size_t left, bool hindi)
{
    if (left == 3)
        return true;
    return left > 3 && (hindi ? left % 2 == 1 : left % 3 == 0);
}

void cells_number(struct text value, const char *language, struct buf *out)
{
    bool comma = strcmp(language, "de") == 0 || strcmp(language, "pt") == 0;
    size_t sign = value.len > 0 && value.data[0] == '-';
    const char *point = memchr(value.data, '.', value.len);
    size_t whole = (point ? (size_t)(point - value.data) : value.len) - sign;
    const char *rest = value.data + sign + whole;
    size_t rest_len = value.len - sign - whole;
    if (!is_digits(value.data + sign, whole) || (point && !is_digits(rest + 1, rest_len - 1))) {
        buf_put(out, value.data, value.len);
        return;
    }
    buf_put(out, value.data, sign);
    for (size_t i = 0; i < whole; i++) {
        if (i > 0 && separator_due(whole - i, strcmp(language, "hi") == 0))
            buf_putc(out, comma ? '.' : ',');
        buf_putc(out, value.data[sign + i]);
    }
    if (point) {
        buf_putc(out, comma ? ',' : '.');
        buf_put(out, rest + 1, rest_len - 1);
    }
}

/* Splits off what stands before the next '/'. */
static struct text step(struct text *path)
{
    const char *slash = memchr(path->data, '/', path->len);
    struct text first = {path->data, slash ? (size_t)(slash - path->data) : path->len};
    size_t used = slash ? first.len + 1 : first.len;
    path->data += used;
    path->len -= used;
    return first;
}

static bool copy(struct text from, char cell[CELLS_BYTES])
{
    if (from.len >= CELLS_BYTES)
        return false;
    memcpy(cell, from.data, from.len);
    cell[from.len] = '\0';
    return true;
}

static bool json_cell(struct text document, struct text path, char cell[CELLS_BYTES])
{
    struct error ignored = {0};
    cJSON *root;
    if (json_parse("", document, &root, &ignored))
        return false;
    const cJSON *at = root;
    while (at && path.len) {
        char key[CELLS_BYTES];
        at = copy(step(&path), key) ? json_get(at, key) : NULL;
    }
    bool found = false;
    if (cJSON_IsNumber(at))
        found = snprintf(cell, CELLS_BYTES, "%.0f", at->valuedouble) > 0;
    else if (cJSON_IsString(at))
        found = copy(text_of(at->valuestring), cell);
    cJSON_Delete(root);
    return found;
}

/* The field at `index` of a line. */
static struct text field(struct text line, size_t index)
{
    for (;;) {
        const char *comma = memchr(line.data, ',', line.len);
        struct text first = {line.data, comma ? (size_t)(comma - line.data) : line.len};
        if (index == 0)
            return first;
        if (!comma)
            return (struct text){line.data, 0};
        line.data += first.len + 1;
        line.len -= first.len + 1;
        index--;
    }
}

static bool csv_cell(struct text table, struct text path, char cell[CELLS_BYTES])
{
    struct text row = step(&path), column = path, line;
    size_t at = 0, index = 0, count = 1;
    if (column.len == 0 || !text_next_line(table, &at, &line))
        return false;
    for (size_t i = 0; i < line.len; i++)
        count += line.data[i] == ',';
    while (index < count && !text_same(field(line, index), column))
        index++;
    if (index == count)
        return false;
    while (text_next_line(table, &at, &line)) {
        if (text_same(field(line, 0), row))
            return copy(field(line, index), cell);
    }
    return false;
}

bool cells_find(const struct files *content, struct text path, char cell[CELLS_BYTES])
{
    static const char *const folders[] = {"tables", "inputs"};
    struct text file = step(&path);
    for (size_t i = 0; i < 2; i++) {
        char name[160];
        snprintf(name, sizeof name, "%s/%.*s", folders[i], (int)(file.len < 100 ? file.len : 100),
                 file.data);
        const struct files_item *item = files_find(content, name);
        size_t len = strlen(name);
        if (item && strcmp(name + len - 4, ".csv") == 0)
            return csv_cell(item->data, path, cell);
        if (item)
            return json_cell(item->data, path, cell);
    }
    return false;
}

enum status cells_render(const char *name, struct text template, const char *language,
                         const struct files *content, struct buf *out, struct error *error)
{
    const char *at = template.data, *end = template.data + template.len;
    while (at < end) {
        const char *open = memmem(at, (size_t)(end - at), "{{", 2);
        buf_put(out, at, (size_t)((open ? open : end) - at));
        if (!open)
            break;
        const char *close = memmem(open, (size_t)(end - open), "}}", 2);
        if (!close)
            return error_set(error, STATUS_WRONG, "%s: '{{' without '}}'", name);
        struct text path = {open + 2, (size_t)(close - open - 2)};
        char cell[CELLS_BYTES];
        if (!cells_find(content, path, cell) || !*cell)
            return error_set(error, STATUS_WRONG, "%s: {{%.*s}} is no cell of the tables", name,
                             (int)(path.len < 200 ? path.len : 200), path.data);
        cells_number(text_of(cell), language, out);
        at = close + 2;
    }
    return buf_ok(out, error);
}

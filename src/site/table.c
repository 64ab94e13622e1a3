#include "site/table.h"

#include <stdio.h>
#include <string.h>

bool table_open(struct table *table, const struct files *content, const char *name)
{
    const struct files_item *item = files_find(content, name);
    *table = (struct table){0};
    if (!item)
        return false;
    table->all = item->data;
    return text_next_line(table->all, &table->at, &table->header);
}

bool table_next(struct table *table)
{
    return text_next_line(table->all, &table->at, &table->row);
}

/* Takes the first field off a line; false when nothing is left. */
static bool take(struct text *line, struct text *field)
{
    if (!line->data)
        return false;
    const char *comma = memchr(line->data, ',', line->len);
    *field = (struct text){line->data, comma ? (size_t)(comma - line->data) : line->len};
    *line = comma ? (struct text){comma + 1, line->len - field->len - 1} : (struct text){0};
    return true;
}

struct text table_cell(const struct table *table, const char *column)
{
    struct text header = table->header, row = table->row, name, cell;
    while (take(&header, &name) && take(&row, &cell)) {
        if (text_is(name, column))
            return cell;
    }
    return (struct text){"", 0};
}

const char *table_copy(const struct table *table, const char *column, char *cell, size_t size)
{
    struct text found = table_cell(table, column);
    snprintf(cell, size, "%.*s", (int)found.len, found.data);
    return cell;
}

bool table_int(const struct table *table, const char *column, int64_t *value)
{
    return text_int(table_cell(table, column), INT64_MIN, INT64_MAX, value);
}

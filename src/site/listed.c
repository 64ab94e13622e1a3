#include "site/listed.h"

#include "site/html.h"

#include <stdio.h>
#include <string.h>

/* ---- words of the tables ---- */

/* The text of PREFIX.WORD, or the word itself where the pages do not know it. */
static const char *known_word(struct page *page, const char *prefix, struct text word, char *raw,
                              size_t size)
{
    char key[96];
    snprintf(key, sizeof key, "%s.%.*s", prefix, (int)word.len, word.data);
    snprintf(raw, size, "%.*s", (int)word.len, word.data);
    const char *known = language_word(page->language, key);
    return known ? known : raw;
}

static void put_word(struct page *page, const char *prefix, struct text word)
{
    char raw[96];
    html_puts(&page->out, known_word(page, prefix, word, raw, sizeof raw));
}

/* Takes what stands before the next `end` off the text; false when nothing is left. */
static bool take(struct text *text, char end, struct text *part)
{
    if (text->len == 0)
        return false;
    const char *at = memchr(text->data, end, text->len);
    *part = (struct text){text->data, at ? (size_t)(at - text->data) : text->len};
    size_t used = at ? part->len + 1 : part->len;
    text->data += used;
    text->len -= used;
    return true;
}

/* "outside:400000000+800000000 drift": each with the budgets or engines that it is about. */
static void put_reasons(struct page *page, struct text reasons)
{
    struct text reason, name, about;
    html_open(&page->out, "ul", "class", "reasons", NULL);
    while (take(&reasons, ' ', &reason)) {
        html_open(&page->out, "li", NULL);
        if (take(&reason, ':', &name))
            put_word(page, "reason", name);
        const char *before = ": ";
        while (take(&reason, '+', &about)) {
            buf_puts(&page->out, before);
            before = ", ";
            html_puts(&page->out, page_number(page, about));
        }
        html_close(&page->out, "li");
    }
    html_close(&page->out, "ul");
}

/* ---- cells ---- */

/* The pair of the row as a link; a row of sums has none. */
static void put_pair(struct page *page, const struct table *table)
{
    int64_t w = 0, b = 0;
    html_open(&page->out, "th", "scope", "row", NULL);
    if (table_int(table, "w", &w) && table_int(table, "b", &b) && w >= 0 && w < START_COUNT &&
        b >= 0 && b < START_COUNT) {
        struct pair pair = {(uint16_t)w, (uint16_t)b};
        html_element(&page->out, "a", page_pair(page, pair), "href", page_pair_href(page, pair),
                     NULL);
    } else {
        page_say(page, "table.all_pairs", NULL);
    }
    html_close(&page->out, "th");
}

static void put_truth(struct page *page, struct text cell)
{
    if (text_is(cell, "true"))
        page_say(page, "common.yes", NULL);
    else if (text_is(cell, "false"))
        page_say(page, "common.no", NULL);
}

static void put_cell(struct page *page, const struct table *table,
                     const struct listed_column *column)
{
    struct text cell = table_cell(table, column->column);
    if (column->kind == LISTED_PAIR) {
        put_pair(page, table);
        return;
    }
    if (column->kind == LISTED_NUMBER) {
        page_number_cell(page, cell);
        return;
    }
    html_open(&page->out, "td", NULL);
    if (column->kind == LISTED_TRUTH)
        put_truth(page, cell);
    else if (column->kind == LISTED_WORD)
        put_word(page, column->prefix, cell);
    else if (column->kind == LISTED_REASONS && cell.len > 0)
        put_reasons(page, cell);
    else
        html_text(&page->out, cell);
    html_close(&page->out, "td");
}

/* Calls for each column of the header that begins with `prefix`: its heading, or its cell. */
static void put_budgets(struct page *page, const struct table *table,
                        const struct listed_column *column, bool heading)
{
    struct text header = table->header, name;
    size_t len = strlen(column->column);
    while (take(&header, ',', &name)) {
        char copy[64];
        if (name.len <= len || strncmp(name.data, column->column, len) != 0)
            continue;
        snprintf(copy, sizeof copy, "%.*s", (int)name.len, name.data);
        if (heading) {
            html_open(&page->out, "th", "scope", "col", "class", "number", NULL);
            page_say(page, column->key, page_number(page, text_of(copy + len)), NULL);
            html_close(&page->out, "th");
        } else {
            page_number_cell(page, table_cell(table, copy));
        }
    }
}

static void put_head(struct page *page, const struct table *table,
                     const struct listed_column *columns)
{
    page_table_begin(page);
    for (; columns->column; columns++) {
        if (columns->kind == LISTED_BUDGETS)
            put_budgets(page, table, columns, true);
        else
            page_column(page, page_word(page, columns->key), columns->kind == LISTED_NUMBER);
    }
    page_table_rows(page);
}

static void put_row(struct page *page, const struct table *table,
                    const struct listed_column *columns)
{
    html_open(&page->out, "tr", NULL);
    for (; columns->column; columns++) {
        if (columns->kind == LISTED_BUDGETS)
            put_budgets(page, table, columns, false);
        else
            put_cell(page, table, columns);
    }
    html_close(&page->out, "tr");
    buf_putc(&page->out, '\n');
}

size_t listed_put(struct page *page, const struct table *table, const struct listed_column *columns,
                  listed_wanted *wanted)
{
    struct table at = *table;
    size_t count = 0;
    while (table_next(&at)) {
        if (wanted && !wanted(&at))
            continue;
        if (count++ == 0)
            put_head(page, &at, columns);
        put_row(page, &at, columns);
    }
    if (count > 0)
        page_table_end(page);
    return count;
}

#include "site/board.h"
#include "site/html.h"
#include "site/pages.h"
#include "site/table.h"

#include <stdio.h>
#include <string.h>

/* ---- all classes: what the explorer replaces ---- */

int pages_top_count(const struct site *site)
{
    size_t parts = (site->ranked_count + PAGE_TOP_EACH - 1) / PAGE_TOP_EACH;
    return parts < 1 ? 1 : parts > PAGE_TOP ? PAGE_TOP : (int)parts;
}

/* Once more below the list it is no landmark: two of one name could not be told apart. */
static void put_pager(struct page *page, bool again)
{
    struct buf *out = &page->out;
    const char *tag = again ? "div" : "nav";
    html_open(out, tag, "class", "pager", "aria-label", again ? NULL : page_word(page, "top.parts"),
              NULL);
    html_open(out, "ul", NULL);
    for (int i = 1; i <= pages_top_count(page->site); i++) {
        char name[16], last[24];
        size_t end = (size_t)i * PAGE_TOP_EACH;
        snprintf(name, sizeof name, "top-%d", i);
        if (end > page->site->ranked_count)
            end = page->site->ranked_count;
        snprintf(last, sizeof last, "%d–%zu", (i - 1) * PAGE_TOP_EACH + 1, end);
        html_open(out, "li", NULL);
        html_element(out, "a", last, "href", page_href(page, page->language, name), "aria-current",
                     strcmp(page->name, name) == 0 ? "page" : NULL, NULL);
        html_close(out, "li");
    }
    html_close(out, "ul");
    html_close(out, tag);
    buf_putc(out, '\n');
}

enum status pages_pairs(struct page *page, struct error *error)
{
    (void)error;
    page_tag(page, "p", "lead", "pairs.lead", page_int(page, PAIR_CLASSES), NULL);
    html_open(&page->out, "div", "class", "app", "data-app", "explorer", NULL);
    page_tag(page, "p", "needs-script", "pairs.needs_script", NULL);
    put_pager(page, false);
    html_close(&page->out, "div");
    return STATUS_OK;
}

enum status pages_top(struct page *page, struct error *error)
{
    const struct site *site = page->site;
    int64_t part = 1;
    (void)error;
    text_int(text_of(page->name + strlen("top-")), 1, PAGE_TOP, &part);
    size_t from = (size_t)(part - 1) * PAGE_TOP_EACH;
    board_symbols(&page->out);
    page_tag(page, "p", "lead", "top.lead", page_int(page, (int64_t)site->ranked_count), NULL);
    page_tag(page, "p", "note", "hub.pairs_text", NULL);
    put_pager(page, false);
    html_open(&page->out, "ul", "class", "boards", NULL);
    for (size_t i = from; i < from + PAGE_TOP_EACH && i < site->ranked_count; i++)
        page_card(page, i + 1, &site->ranked[i]);
    html_close(&page->out, "ul");
    put_pager(page, true);
    return STATUS_OK;
}

/* ---- the ordinary starts ---- */

static void put_control(struct page *page, const struct table *table)
{
    int64_t w = 0;
    char name[16];
    struct buf *out = &page->out;
    struct text letters = table_cell(table, "back_rank");
    if (!table_int(table, "w", &w) || w < 0 || w >= START_COUNT)
        return;
    struct pair pair = {(uint16_t)w, (uint16_t)w};
    snprintf(name, sizeof name, "%d", (int)w);
    html_open(out, "tr", NULL);
    page_number_cell(page, table_cell(table, "rank"));
    html_open(out, "th", "scope", "row", NULL);
    html_element(out, "a", name, "href", page_pair_href(page, pair), NULL);
    html_close(out, "th");
    html_open(out, "td", "class", "letters", NULL);
    html_text(out, letters);
    html_close(out, "td");
    page_number_cell(page, table_cell(table, "cp"));
    page_number_cell(page, table_cell(table, "low_cp"));
    page_number_cell(page, table_cell(table, "high_cp"));
    html_close(out, "tr");
    buf_putc(out, '\n');
}

enum status pages_controls(struct page *page, struct error *error)
{
    struct table table;
    char limit[24] = "";
    (void)error;
    bool there = table_open(&table, page->site->source->content, "tables/balance.csv");
    struct table first = table;
    if (there && table_next(&first))
        table_copy(&first, "nodes_limit", limit, sizeof limit);
    if (!*limit) {
        page_tag(page, "p", "lead", "controls.none", NULL);
        return STATUS_OK;
    }
    page_tag(page, "p", "lead", "controls.lead", page_number(page, text_of(limit)), NULL);
    page_tag(page, "p", "note", "controls.interval", NULL);
    page_table_head(page, "#table.rank", "table.number", "table.letters", "#table.cp", "#table.low",
                    "#table.high", NULL);
    while (table_next(&table))
        put_control(page, &table);
    page_table_end(page);
    return STATUS_OK;
}

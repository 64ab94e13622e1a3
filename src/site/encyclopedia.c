#include "site/board.h"
#include "site/html.h"
#include "site/listed.h"
#include "site/pages.h"

static const struct listed_column admitted_columns[] = {
    {"number", "table.place", LISTED_NUMBER, NULL},
    {"w", "table.pair", LISTED_PAIR, NULL},
    {"white", "table.white", LISTED_TEXT, NULL},
    {"black", "table.black", LISTED_TEXT, NULL},
    {"cp_", "table.cp_at", LISTED_BUDGETS, NULL},
    {"bestmove", "table.bestmove", LISTED_TEXT, NULL},
    {"rank", "table.rank", LISTED_NUMBER, NULL},
    {0},
};

static const struct listed_column judged_columns[] = {
    {"rank", "table.rank", LISTED_NUMBER, NULL},
    {"w", "table.pair", LISTED_PAIR, NULL},
    {"stage", "table.stage", LISTED_TEXT, NULL},
    {"cp", "table.cp", LISTED_NUMBER, NULL},
    {"verdict", "table.verdict", LISTED_WORD, "verdict"},
    {"reasons", "table.reasons", LISTED_REASONS, NULL},
    {"cp_", "table.cp_at", LISTED_BUDGETS, NULL},
    {"drift", "table.drift", LISTED_TRUTH, NULL},
    {"confirmed", "table.confirmed", LISTED_NUMBER, NULL},
    {0},
};

static const struct listed_column confirmation_columns[] = {
    {"w", "table.pair", LISTED_PAIR, NULL},
    {"engine", "table.engine", LISTED_TEXT, NULL},
    {"limit_kind", "table.limit_kind", LISTED_WORD, "limit"},
    {"limit", "table.limit", LISTED_NUMBER, NULL},
    {"cp", "table.cp", LISTED_NUMBER, NULL},
    {"median", "table.median", LISTED_NUMBER, NULL},
    {"controls", "table.controls", LISTED_NUMBER, NULL},
    {"below", "table.below", LISTED_TRUTH, NULL},
    {0},
};

static const struct listed_column games_columns[] = {
    {"run", "table.run", LISTED_TEXT, NULL},
    {"w", "table.pair", LISTED_PAIR, NULL},
    {"first", "table.first", LISTED_TEXT, NULL},
    {"second", "table.second", LISTED_TEXT, NULL},
    {"games", "table.games", LISTED_NUMBER, NULL},
    {"wins", "table.wins", LISTED_NUMBER, NULL},
    {"draws", "table.draws", LISTED_NUMBER, NULL},
    {"losses", "table.losses", LISTED_NUMBER, NULL},
    {"score", "table.score", LISTED_NUMBER, NULL},
    {"score_low", "table.low", LISTED_NUMBER, NULL},
    {"score_high", "table.high", LISTED_NUMBER, NULL},
    {0},
};

static bool is_near_miss(const struct table *table)
{
    return text_is(table_cell(table, "near"), "true") &&
           !text_is(table_cell(table, "verdict"), "admitted");
}

static bool is_farther(const struct table *table)
{
    return !text_is(table_cell(table, "near"), "true");
}

/* A section: its heading, a text, and the rows, or the words that there are none. */
static void put_section(struct page *page, const char *heading, const char *text, const char *file,
                        const struct listed_column *columns, listed_wanted *wanted)
{
    struct table table;
    if (!table_open(&table, page->site->source->content, file))
        return;
    page_tag(page, "h2", NULL, heading, NULL);
    page_tag(page, "p", NULL, text, NULL);
    if (listed_put(page, &table, columns, wanted) == 0)
        page_tag(page, "p", "note", "encyclopedia.no_row", NULL);
}

static void put_boards(struct page *page)
{
    const struct site *site = page->site;
    struct table table;
    int64_t rank;
    if (!table_open(&table, site->source->content, "tables/encyclopedia.csv"))
        return;
    board_symbols(&page->out);
    html_open(&page->out, "ul", "class", "boards", NULL);
    while (table_next(&table)) {
        if (table_int(&table, "rank", &rank) && rank > 0 && (uint64_t)rank <= site->ranked_count)
            page_card(page, (size_t)rank, &site->ranked[rank - 1]);
    }
    html_close(&page->out, "ul");
}

enum status pages_encyclopedia(struct page *page, struct error *error)
{
    struct table table;
    (void)error;
    page_tag(page, "p", "lead", "encyclopedia.lead", NULL);
    if (!table_open(&table, page->site->source->content, "tables/encyclopedia.csv")) {
        page_tag(page, "p", NULL, "encyclopedia.none", NULL);
        return STATUS_OK;
    }
    put_section(page, "encyclopedia.admitted", "encyclopedia.admitted_text",
                "tables/encyclopedia.csv", admitted_columns, NULL);
    put_boards(page);
    put_section(page, "encyclopedia.near", "encyclopedia.near_text", "tables/corridor.csv",
                judged_columns, is_near_miss);
    put_section(page, "encyclopedia.farther", "encyclopedia.farther_text", "tables/corridor.csv",
                judged_columns, is_farther);
    put_section(page, "encyclopedia.confirmations", "encyclopedia.confirmations_text",
                "tables/confirmations.csv", confirmation_columns, NULL);
    if (table_open(&table, page->site->source->content, "tables/selfplay.csv")) {
        html_open(&page->out, "div", "class", "app", "data-app", "games", NULL);
        put_section(page, "encyclopedia.games", "encyclopedia.games_text", "tables/selfplay.csv",
                    games_columns, NULL);
        html_close(&page->out, "div");
    }
    return STATUS_OK;
}

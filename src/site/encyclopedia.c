#include "site/board.h"
#include "site/html.h"
#include "site/pages.h"
#include "site/table.h"

enum status pages_encyclopedia(struct page *page, struct error *error)
{
    struct table table;
    (void)error;
    page_tag(page, "p", "lead", "encyclopedia.lead", NULL);
    if (!table_open(&table, page->site->source->content, "tables/encyclopedia.csv"))
        page_tag(page, "p", NULL, "encyclopedia.none", NULL);
    return STATUS_OK;
}

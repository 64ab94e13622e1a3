/* Pages that live by their scripts, with what they say without. */
#include "site/board.h"
#include "site/html.h"
#include "site/pages.h"

#include "release/provenance.h"
#include "release/published.h"
#include "release/sums.h"

#include <stdio.h>

static void put_needs_script(struct page *page, const char *app, const char *key)
{
    html_open(&page->out, "div", "class", "app", "data-app", app, NULL);
    page_tag(page, "p", "needs-script", key, NULL);
    html_close(&page->out, "div");
    buf_putc(&page->out, '\n');
}

enum status pages_pair(struct page *page, struct error *error)
{
    (void)error;
    put_needs_script(page, "pair", "page.pair_needs_script");
    page_tag(page, "p", "note", "page.pair_about", NULL);
    return STATUS_OK;
}

enum status pages_fair(struct page *page, struct error *error)
{
    enum { SHOWN = 12 };
    const struct site *site = page->site;
    (void)error;
    board_symbols(&page->out);
    page_tag(page, "p", "lead", "page.fair_lead", NULL);
    html_open(&page->out, "div", "class", "app", "data-app", "fair", NULL);
    page_tag(page, "p", "needs-script", "page.fair_needs_script", NULL);
    html_open(&page->out, "ul", "class", "boards", NULL);
    for (size_t i = 0; i < SHOWN && i < site->ranked_count; i++)
        page_card(page, i + 1, &site->ranked[i]);
    html_close(&page->out, "ul");
    html_close(&page->out, "div");
    page_tag(page, "p", "note", "page.fair_about", NULL);
    return STATUS_OK;
}

enum status pages_verify(struct page *page, struct error *error)
{
    const struct minisign_key *key = page->site->source->key;
    char fingerprint[SHA256_HEX + 1];
    enum status status = minisign_fingerprint(key, fingerprint, error);
    if (status)
        return status;
    page_tag(page, "p", "lead", "page.verify_lead", NULL);
    put_needs_script(page, "verify", "page.verify_needs_script");
    page_tag(page, "h2", NULL, "page.verify_limits", NULL);
    page_tag(page, "p", NULL, "page.verify_limits_text", NULL);
    html_open(&page->out, "p", NULL);
    page_say(page, "hub.fingerprint", NULL);
    buf_putc(&page->out, ' ');
    html_element(&page->out, "code", fingerprint, "class", "hash", NULL);
    html_close(&page->out, "p");
    return STATUS_OK;
}

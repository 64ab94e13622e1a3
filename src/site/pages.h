/* The pages, each from page_begin to the end of <main>. */
#ifndef SITE_PAGES_H
#define SITE_PAGES_H

#include "site/page.h"

typedef enum status page_body(struct page *page, struct error *error);

page_body pages_hub, pages_pairs, pages_top, pages_pair, pages_controls, pages_encyclopedia,
    pages_fair, pages_methodology, pages_limitations, pages_codebook, pages_passport, pages_verify;

/* How many parts the list of the first ranked classes has, at least 1. */
int pages_top_count(const struct site *site);

#endif

/* The release's own texts as HTML, by md4c: CommonMark with tables, without raw HTML. */
#ifndef SITE_MARKDOWN_H
#define SITE_MARKDOWN_H

#include "base/buf.h"

/* A text in its parts; each starts {0} and is the caller's. */
struct markdown_parts {
    struct buf heading;  /* the first heading of level 1, where the text begins with one */
    struct buf contents; /* a list item with a link for each heading of level 2 */
    struct buf text;     /* the rest; headings of level 2 have the ids "s1", "s2"... */
};

/* Appends to all three. Links lead to http, https or a place in the text; any other is shown as its
 * words alone, and a picture as its description. */
enum status markdown_render(struct text text, struct markdown_parts *parts, struct error *error);

void markdown_free(struct markdown_parts *parts);

#endif

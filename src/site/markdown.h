/* The release's own texts as HTML, by md4c: CommonMark with tables, without raw HTML. */
#ifndef SITE_MARKDOWN_H
#define SITE_MARKDOWN_H

#include "base/buf.h"

/* Appends the text to `out`, and to `contents` a list item with a link for each heading of level 2,
 * which gets the id "s1", "s2"...; NULL: none wanted. Links lead to http, https or a place in the
 * text; any other is shown as its words alone, and a picture as its description. */
enum status markdown_render(struct text text, struct buf *out, struct buf *contents,
                            struct error *error);

#endif

/* HTML and SVG, written piece by piece. Text and attribute values are escaped here and nowhere
 * else; tag and attribute names are constants of the program. */
#ifndef SITE_HTML_H
#define SITE_HTML_H

#include "base/buf.h"

/* <tag name="value"...>: pairs of strings up to a NULL name. A pair with the value NULL is left
 * out. */
void html_open(struct buf *out, const char *tag, ...) __attribute__((sentinel));

/* The same for an element without content: <tag .../>, which HTML reads as its void elements and
 * SVG as an empty one. */
void html_empty(struct buf *out, const char *tag, ...) __attribute__((sentinel));

/* <tag ...>text</tag>, and a line end. */
void html_element(struct buf *out, const char *tag, const char *text, ...)
    __attribute__((sentinel));

void html_close(struct buf *out, const char *tag);

/* Text. Of the control characters only tab and LF get through: HTML forbids the others. */
void html_text(struct buf *out, struct text text);
void html_puts(struct buf *out, const char *text);

#endif

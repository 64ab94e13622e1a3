/* One page in one language: the frame around it, its words and its numbers.
 *
 * A word that is missing is remembered, and the page is not made: page_end says which. Strings that
 * these functions return belong to the page and last for the next PAGE_SHOWN - 1 of them. */
#ifndef SITE_PAGE_H
#define SITE_PAGE_H

#include "passport/evidence.h"
#include "site/data.h"
#include "site/language.h"
#include "site/site.h"

enum { PAGE_SHOWN = 16, PAGE_SHOWN_BYTES = 96, PAGE_TOP = 10, PAGE_TOP_EACH = 100 };

/* What all pages are made of. */
struct site {
    const struct site_source *source;
    struct language languages[LANGUAGES];
    struct data_classes *classes; /* owned */
    struct asym_class *ranked;    /* owned; of asym_rank */
    size_t ranked_count;
    struct files *out;
};

struct page {
    const struct site *site;
    const struct language *language;
    const char *name; /* as in a file's name: "index", "top-1" */
    const char *up;   /* to the site's root: "../", or "" for the page that lies there */
    const char *app;  /* the prefix of its app's words, "explorer"; NULL: none */
    struct buf out;
    char shown[PAGE_SHOWN][PAGE_SHOWN_BYTES];
    unsigned turn;
    char missing[64]; /* the first key without a word; empty: none */
};

/* Head, navigation, and <main>, with the title of that key as its heading where one is wanted: a
 * text brings its own. */
void page_begin(struct page *page, const char *title, bool heading);

/* The end of <main>, and the foot; adds the page to the site. STATUS_WRONG names a missing word. */
enum status page_end(struct page *page, struct error *error);

/* The text of a key, escaped, with {1}, {2}... replaced by the arguments up to NULL. */
void page_say(struct page *page, const char *key, ...) __attribute__((sentinel));

/* <tag class="...">text of the key</tag>; class may be NULL. */
void page_tag(struct page *page, const char *tag, const char *class, const char *key, ...)
    __attribute__((sentinel));

/* The text of a key, for an attribute. */
const char *page_word(struct page *page, const char *key);

/* <a href="...">text of the key</a> to another page of the language. */
void page_link(struct page *page, const char *name, const char *key);

/* A table, which scrolls where it is too wide: _begin, a heading for each column, _rows, the rows,
 * _end. _head is the first three with these keys up to NULL; one behind a '#' heads numbers. */
void page_table_begin(struct page *page);
void page_column(struct page *page, const char *heading, bool number);
void page_table_rows(struct page *page);
void page_table_end(struct page *page);
void page_table_head(struct page *page, ...) __attribute__((sentinel));

/* <td class="number">: a number of the tables as the language writes it. */
void page_number_cell(struct page *page, struct text value);
void page_int_cell(struct page *page, int64_t value);

const char *page_int(struct page *page, int64_t value);
const char *page_number(struct page *page, struct text value);
const char *page_date(struct page *page, const char *date);
const char *page_href(struct page *page, const struct language *language, const char *name);
const char *page_pair(struct page *page, struct pair pair); /* "518:534" */
const char *page_pair_href(struct page *page, struct pair pair);

/* "+7", "−27", "0", or words for a mate; a dash where there is no row. */
const char *page_score(struct page *page, const struct evaluation *row);

/* An evaluated class in a list: board, rank (0: none), name with a link, deepest value, letters. */
void page_card(struct page *page, size_t rank, const struct asym_class *class);

#endif

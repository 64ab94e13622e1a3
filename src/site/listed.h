/* Tables of the release as tables of a page. */
#ifndef SITE_LISTED_H
#define SITE_LISTED_H

#include "site/page.h"
#include "site/table.h"

enum listed_kind {
    LISTED_PAIR,    /* the columns w and b, as a link */
    LISTED_TEXT,    /* as it is */
    LISTED_NUMBER,  /* as the language writes it */
    LISTED_BUDGETS, /* every column that begins with this name, "cp_": values by node budget */
    LISTED_TRUTH,   /* true and false in words; empty otherwise */
    LISTED_WORD,    /* a word of the tables: the text of the key PREFIX.WORD */
    LISTED_REASONS, /* corridor.csv's reasons, in words */
};

struct listed_column {
    const char *column;
    const char *key; /* of the heading; for LISTED_BUDGETS with the budget as {1} */
    enum listed_kind kind;
    const char *prefix; /* for LISTED_WORD */
};

/* The rows from here on for which `wanted` is true, NULL: all of them, with these columns up to one
 * without a name; nothing at all where there is no such row. How many there were. */
typedef bool listed_wanted(const struct table *table);
size_t listed_put(struct page *page, const struct table *table, const struct listed_column *columns,
                  listed_wanted *wanted);

#endif

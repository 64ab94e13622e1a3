/* Tables of a verified release, read by the names of their columns. */
#ifndef SITE_TABLE_H
#define SITE_TABLE_H

#include "base/files.h"

/* A place in a CSV; views into the content. */
struct table {
    struct text all, header, row;
    size_t at;
};

/* Starts before the first row. False where the release has no such table ("tables/pairs.csv"). */
bool table_open(struct table *table, const struct files *content, const char *name);

/* The next row; false at the end. */
bool table_next(struct table *table);

/* The cell of that column in the current row; empty where there is no such column. */
struct text table_cell(const struct table *table, const char *column);

/* The same as a string, cut off after `size` - 1 bytes; returns `cell`. */
const char *table_copy(const struct table *table, const char *column, char *cell, size_t size);

/* The same as a number; false where it is none. */
bool table_int(const struct table *table, const char *column, int64_t *value);

#endif

/* Which table of the codebook a file belongs to, and which columns it must then have. Shared by the
 * two halves of codebook.h: the check of the tables, and the documents. */
#ifndef RELEASE_CODEBOOK_LAYOUT_H
#define RELEASE_CODEBOOK_LAYOUT_H

#include "base/csv.h"
#include "base/files.h"
#include "base/json.h"

enum { CODEBOOK_NAME_BYTES = 64 }; /* 32 from the codebook, 18 digits of a budget, a NUL */

enum codebook_type { CODEBOOK_INTEGER, CODEBOOK_NUMBER, CODEBOOK_STRING, CODEBOOK_BOOLEAN };

enum codebook_type codebook_type(const cJSON *column);

/* Digits behind the point: of a number 1 to CODEBOOK_DECIMALS_MAX, of all else 0. */
enum { CODEBOOK_DECIMALS_MAX = 3 };
int codebook_decimals(const cJSON *column);

/* An optional boolean of a column. */
bool codebook_true(const cJSON *column, const char *member);

/* What a cell may hold, in words: "from 0 to 959". Values and patterns get `quote` around them. */
void codebook_put_values(struct buf *out, const cJSON *column, const char *quote);

/* The first table whose path fits, or NULL. */
const cJSON *codebook_table(const cJSON *codebook, const char *path);

/* The next file of that table; *at starts at 0. NULL at the end. */
const struct files_item *codebook_next(const cJSON *codebook, const cJSON *table,
                                       const struct files *content, size_t *at);

/* Does the codebook make sense beyond its shape, and does each CSV belong to a table of it? The
 * rest of this header, and what is built on it, expects that. */
enum status codebook_check(const cJSON *codebook, const struct files *content, struct error *error);

struct codebook_column {
    const cJSON *about;             /* in the codebook */
    char name[CODEBOOK_NAME_BYTES]; /* in the file */
};

struct codebook_layout {
    const cJSON *table;
    struct codebook_column columns[CSV_COLUMNS_MAX];
    size_t count;
};

/* The columns that the file must have: those of its table, and of each per_budget column as many
 * as its header names at that place. STATUS_WRONG: budgets that do not rise, too many columns.
 * Whether the file has these columns is not looked at; csv_open tells that. */
enum status codebook_lay_out(const cJSON *table, const struct files_item *item,
                             struct codebook_layout *layout, struct error *error);

#endif

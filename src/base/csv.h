/* The one CSV this project writes and reads: RFC 4180 with LF, UTF-8, a header line, no quoted
 * field (no value of ours needs one). Anything else is refused with file, line and column. */
#ifndef BASE_CSV_H
#define BASE_CSV_H

#include "base/status.h"
#include "base/text.h"

enum { CSV_COLUMNS_MAX = 64 };

struct csv {
    const char *name; /* for messages; not owned, nor is what follows */
    struct text all;
    size_t at;
    size_t line; /* number of the line in `fields`, 1 = header */
    const char *const *columns;
    size_t count;
    struct text fields[CSV_COLUMNS_MAX]; /* of the current row; views into `all` */
};

/* Starts reading and checks the header against the `count` column names, which must outlive the
 * reader. STATUS_WRONG: BOM, CR, missing or extra column, missing final LF. */
enum status csv_open(struct csv *csv, const char *name, struct text all, const char *const *columns,
                     size_t count, struct error *error);

/* The next row into csv->fields; *more is false at the end. */
enum status csv_next(struct csv *csv, bool *more, struct error *error);

/* Field `column` as an integer in [min, max] in its one spelling. */
enum status csv_int(const struct csv *csv, size_t column, int64_t min, int64_t max, int64_t *value,
                    struct error *error);

/* "FILE:LINE: column NAME: 'FIELD' " and the text: what is wrong with that field. */
enum status csv_wrong(const struct csv *csv, size_t column, struct error *error, const char *what);

#endif

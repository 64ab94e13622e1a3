/* The codebook: what every column of every table means and may hold.
 *
 * schema/codebook.json is the one source. The tables are held against it, and CODEBOOK.md (for
 * people) and datapackage.json (for programs) are made from it. A column that is marked per_budget
 * is written NAME_N there; in a file it stands once for each node budget, as NAME_10000,
 * NAME_100000, ..., and the file's own header says which budgets those are.
 *
 * `codebook` below is a document of codebook_shape. `content` is a release's files under the names
 * that they have in the archive; only those that end in .csv are looked at. */
#ifndef RELEASE_CODEBOOK_H
#define RELEASE_CODEBOOK_H

#include "base/files.h"
#include "base/json.h"
#include "passport/edition.h"

extern const struct json_shape codebook_shape;

/* All three are STATUS_WRONG for a CSV that no table describes, and for a codebook that makes no
 * sense beyond its shape: a number without a range, a string with neither pattern nor enum, a key
 * that may be empty. */

/* Has every CSV of the content whose name begins with `prefix` exactly the columns that the
 * codebook gives it, in order, and in every cell a value that the codebook allows there?
 * STATUS_WRONG names the first fault with file, line, column and value. That a described table has
 * no file is no fault. */
enum status codebook_check_tables(const cJSON *codebook, const struct files *content,
                                  const char *prefix, struct error *error);

/* Appends CODEBOOK.md: each table that has a file, and each of its columns. Of a table with several
 * files the first one's header names the budgets. */
enum status codebook_markdown(const cJSON *codebook, const struct files *content, struct buf *out,
                              struct error *error);

/* Appends datapackage.json: a Data Package 2.0 (datapackage.org), in the order of the codebook one
 * resource for each CSV. Patterns lose their anchors, since Table Schema takes XML Schema's regular
 * expressions, which match whole values and know no anchors. A column's unit is kept as "unit", a
 * property of our own. STATUS_WRONG also where a file's name makes no resource name. */
enum status codebook_datapackage(const cJSON *codebook, const struct edition *edition,
                                 const struct files *content, struct buf *out, struct error *error);

#endif

/* Templates: texts whose figures are cells of the tables.
 *
 * {{FILE/A/B}} stands for a value of this release: FILE is looked for in tables/, then in inputs/.
 * In a JSON document A/B is the path of keys; in a CSV the row whose first column is A, and the
 * column B. Integers get the language's digit grouping, fixed decimals its decimal sign. */
#ifndef RELEASE_CELLS_H
#define RELEASE_CELLS_H

#include "base/files.h"

enum { CELLS_BYTES = 128 };

/* The cell of that path. False where there is none; a cell of a CSV may be there and empty. */
bool cells_find(const struct files *content, struct text path, char cell[CELLS_BYTES]);

/* Renders the template for that language (de, pt and hi write numbers their own way, all others as
 * English does). STATUS_WRONG names the template and the
 * placeholder when there is no such cell, or it is empty. */
enum status cells_render(const char *name, struct text template, const char *language,
                         const struct files *content, struct buf *out, struct error *error);

/* A number as that language writes it; anything but a number is copied. */
void cells_number(struct text value, const char *language, struct buf *out);

#endif

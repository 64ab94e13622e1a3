/* Runs of characters inside somebody else's buffer, and the strict numbers in them. */
#ifndef BASE_TEXT_H
#define BASE_TEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A view: not owned, not NUL-terminated. */
struct text {
    const char *data;
    size_t len;
};

struct text text_of(const char *string);
bool text_is(struct text text, const char *string);
bool text_same(struct text a, struct text b);

/* Bytewise order; a prefix comes first. */
int text_compare(struct text a, struct text b);

/* The line at *at (without its LF), moving *at past it. False at the end. The last line need not
 * end in LF: whoever cares asks text_ends_line. */
bool text_next_line(struct text all, size_t *at, struct text *line);

/* The one spelling of an integer: an optional '-', no '+', no leading zero, no "-0", nothing else.
 * False when it is spelled otherwise or lies outside [min, max]. */
bool text_int(struct text text, int64_t min, int64_t max, int64_t *value);

/* A name as passports have it: 1 to 48 of a-z, 0-9, '.' and '-', a letter or a digit first. */
enum { TEXT_SLUG_BYTES = 49 };
bool text_is_slug(struct text text);

/* Valid UTF-8 (no overlong form, no surrogate)? Returns the offset of the first bad byte, or len.
 */
size_t text_utf8_prefix(struct text text);

#endif

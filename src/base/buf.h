/* A growable run of bytes, always NUL-terminated.
 *
 * Failure to grow is sticky: later calls do nothing, and the one check at the end (buf_ok) tells.
 */
#ifndef BASE_BUF_H
#define BASE_BUF_H

#include "base/status.h"
#include "base/text.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct buf {
    char *data; /* owned; NULL while empty */
    size_t len; /* bytes, without the terminator */
    size_t cap;
    bool failed;
};

/* Makes room for `more` further bytes at once, where the size is known beforehand. */
void buf_reserve(struct buf *buf, size_t more);

void buf_put(struct buf *buf, const void *data, size_t len);
void buf_puts(struct buf *buf, const char *text);
void buf_putc(struct buf *buf, char c);
/* Decimal, without a locale. */
void buf_put_int(struct buf *buf, int64_t value);
void buf_printf(struct buf *buf, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* STATUS_CANNOT when any earlier call could not grow the buffer. */
enum status buf_ok(const struct buf *buf, struct error *error);

/* A view of the bytes, until the next change. */
struct text buf_text(const struct buf *buf);

/* Hands the bytes to the caller, who frees them; the buffer is empty again. NULL when an
 * earlier call could not grow the buffer. */
char *buf_take(struct buf *buf);

void buf_free(struct buf *buf);

#endif

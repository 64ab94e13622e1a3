#include "base/buf.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool reserve(struct buf *buf, size_t more)
{
    if (buf->failed)
        return false;
    if (more >= SIZE_MAX / 4 || buf->len >= SIZE_MAX / 4) {
        buf->failed = true;
        return false;
    }
    size_t need = buf->len + more + 1;
    if (need <= buf->cap)
        return true;
    /* By halves: with doubling, the peak memory of a 40 MB table would be that of 64 MB. */
    size_t cap = buf->cap + buf->cap / 2;
    if (cap < need)
        cap = need < 64 ? 64 : need;
    char *data = realloc(buf->data, cap);
    if (!data) {
        buf->failed = true;
        return false;
    }
    buf->data = data;
    buf->cap = cap;
    return true;
}

void buf_reserve(struct buf *buf, size_t more)
{
    reserve(buf, more);
}

void buf_put(struct buf *buf, const void *data, size_t len)
{
    if (!reserve(buf, len))
        return;
    if (len)
        memcpy(buf->data + buf->len, data, len);
    buf->len += len;
    buf->data[buf->len] = '\0';
}

void buf_puts(struct buf *buf, const char *text)
{
    buf_put(buf, text, strlen(text));
}

void buf_putc(struct buf *buf, char c)
{
    buf_put(buf, &c, 1);
}

void buf_put_int(struct buf *buf, int64_t value)
{
    char digits[24];
    size_t at = sizeof digits;
    uint64_t rest = value < 0 ? -(uint64_t)value : (uint64_t)value;
    do {
        digits[--at] = (char)('0' + rest % 10);
        rest /= 10;
    } while (rest);
    if (value < 0)
        digits[--at] = '-';
    buf_put(buf, digits + at, sizeof digits - at);
}

void buf_printf(struct buf *buf, const char *format, ...)
{
    va_list args, again;
    va_start(args, format);
    va_copy(again, args);
    int need = vsnprintf(NULL, 0, format, args);
    va_end(args);
    if (need < 0)
        buf->failed = true;
    else if (reserve(buf, (size_t)need)) {
        vsnprintf(buf->data + buf->len, (size_t)need + 1, format, again);
        buf->len += (size_t)need;
    }
    va_end(again);
}

enum status buf_ok(const struct buf *buf, struct error *error)
{
    return buf->failed ? error_memory(error) : STATUS_OK;
}

struct text buf_text(const struct buf *buf)
{
    return (struct text){buf->data ? buf->data : "", buf->len};
}

char *buf_take(struct buf *buf)
{
    if (!reserve(buf, 0)) {
        buf_free(buf);
        return NULL;
    }
    char *data = buf->data;
    data[buf->len] = '\0';
    *buf = (struct buf){0};
    return data;
}

void buf_free(struct buf *buf)
{
    free(buf->data);
    *buf = (struct buf){0};
}

#include "base/status.h"

#include "base/text.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/* Control bytes, and bytes that are no UTF-8, are not for a terminal. */
void error_make_printable(char *text)
{
    for (char *at = text; *at; at++) {
        if ((unsigned char)*at < 0x20 || *at == 0x7f)
            *at = '?';
    }
    for (;;) {
        size_t good = text_utf8_prefix(text_of(text));
        if (text[good] == '\0')
            break;
        text[good] = '?';
    }
}

enum status error_set(struct error *error, enum status status, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    vsnprintf(error->text, sizeof error->text, format, args);
    va_end(args);
    error_make_printable(error->text);
    return status;
}

enum status error_prefix(struct error *error, enum status status, const char *format, ...)
{
    char old[sizeof error->text];
    memcpy(old, error->text, sizeof old);
    va_list args;
    va_start(args, format);
    int used = vsnprintf(error->text, sizeof error->text, format, args);
    va_end(args);
    if (used >= 0 && (size_t)used < sizeof error->text)
        snprintf(error->text + used, sizeof error->text - (size_t)used, ": %.600s", old);
    error_make_printable(error->text);
    return status;
}

enum status error_memory(struct error *error)
{
    return error_set(error, STATUS_CANNOT, "out of memory");
}

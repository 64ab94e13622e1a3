#include "site/html.h"

#include <stdarg.h>

void html_text(struct buf *out, struct text text)
{
    for (size_t i = 0; i < text.len; i++) {
        unsigned char c = (unsigned char)text.data[i];
        if (c == '&')
            buf_puts(out, "&amp;");
        else if (c == '<')
            buf_puts(out, "&lt;");
        else if (c == '>')
            buf_puts(out, "&gt;");
        else if (c == '"')
            buf_puts(out, "&quot;");
        else if (c == '\'')
            buf_puts(out, "&#39;");
        else if ((c >= ' ' && c != 0x7f) || c == '\t' || c == '\n')
            buf_putc(out, (char)c);
    }
}

void html_puts(struct buf *out, const char *text)
{
    html_text(out, text_of(text));
}

static void begin(struct buf *out, const char *tag, va_list args)
{
    buf_putc(out, '<');
    buf_puts(out, tag);
    for (const char *name = va_arg(args, const char *); name; name = va_arg(args, const char *)) {
        const char *value = va_arg(args, const char *);
        if (!value)
            continue;
        buf_putc(out, ' ');
        buf_puts(out, name);
        buf_puts(out, "=\"");
        html_puts(out, value);
        buf_putc(out, '"');
    }
}

void html_open(struct buf *out, const char *tag, ...)
{
    va_list args;
    va_start(args, tag);
    begin(out, tag, args);
    va_end(args);
    buf_putc(out, '>');
}

void html_empty(struct buf *out, const char *tag, ...)
{
    va_list args;
    va_start(args, tag);
    begin(out, tag, args);
    va_end(args);
    buf_puts(out, "/>");
}

void html_element(struct buf *out, const char *tag, const char *text, ...)
{
    va_list args;
    va_start(args, text);
    begin(out, tag, args);
    va_end(args);
    buf_putc(out, '>');
    html_puts(out, text);
    html_close(out, tag);
    buf_putc(out, '\n');
}

void html_close(struct buf *out, const char *tag)
{
    buf_puts(out, "</");
    buf_puts(out, tag);
    buf_putc(out, '>');
}

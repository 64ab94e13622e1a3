#include "uci/lines.h"

#include <string.h>

char *lines_space(struct lines *lines, size_t *size)
{
    if (lines->begin) {
        memmove(lines->data, lines->data + lines->begin, lines->end - lines->begin);
        lines->end -= lines->begin;
        lines->begin = 0;
    }
    *size = sizeof lines->data - lines->end;
    return lines->data + lines->end;
}

void lines_added(struct lines *lines, size_t count)
{
    lines->end += count;
}

/* Drops the rest of an overlong line, as far as it has arrived. */
static void skip(struct lines *lines)
{
    const char *from = lines->data + lines->begin;
    const char *end = memchr(from, '\n', lines->end - lines->begin);
    lines->begin = end ? (size_t)(end + 1 - lines->data) : lines->end;
    lines->skipping = !end;
}

bool lines_next(struct lines *lines, struct line *line)
{
    if (lines->skipping)
        skip(lines);
    const char *from = lines->data + lines->begin;
    size_t there = lines->end - lines->begin;
    const char *end = memchr(from, '\n', there);
    size_t len = end ? (size_t)(end - from) : there;
    *line = (struct line){{from, len}, len > LINES_LONGEST};
    if (line->overlong) {
        line->text.len = LINES_LONGEST;
        lines->begin += LINES_LONGEST;
        lines->skipping = true;
        return true;
    }
    if (!end)
        return false;
    lines->begin += len + 1;
    if (len && from[len - 1] == '\r')
        line->text.len--;
    return true;
}

struct text lines_unfinished(const struct lines *lines)
{
    if (lines->skipping)
        return (struct text){"", 0};
    return (struct text){lines->data + lines->begin, lines->end - lines->begin};
}

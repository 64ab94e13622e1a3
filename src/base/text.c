#include "base/text.h"

#include <string.h>

struct text text_of(const char *string)
{
    return (struct text){string, strlen(string)};
}

bool text_is(struct text text, const char *string)
{
    return text_same(text, text_of(string));
}

bool text_same(struct text a, struct text b)
{
    return a.len == b.len && (a.len == 0 || memcmp(a.data, b.data, a.len) == 0);
}

int text_compare(struct text a, struct text b)
{
    size_t common = a.len < b.len ? a.len : b.len;
    int order = common ? memcmp(a.data, b.data, common) : 0;
    if (order)
        return order;
    return (a.len > b.len) - (a.len < b.len);
}

bool text_next_line(struct text all, size_t *at, struct text *line)
{
    if (*at >= all.len)
        return false;
    const char *start = all.data + *at;
    const char *end = memchr(start, '\n', all.len - *at);
    line->data = start;
    line->len = end ? (size_t)(end - start) : all.len - *at;
    *at += line->len + 1;
    return true;
}

bool text_is_slug(struct text text)
{
    static const char letters[] = "abcdefghijklmnopqrstuvwxyz0123456789.-";
    for (size_t i = 0; i < text.len; i++) {
        if (!memchr(letters, text.data[i], sizeof letters - 1))
            return false;
    }
    return text.len > 0 && text.len < TEXT_SLUG_BYTES && *text.data != '.' && *text.data != '-';
}

bool text_int(struct text text, int64_t min, int64_t max, int64_t *value)
{
    size_t at = 0;
    bool negative = text.len > 0 && text.data[0] == '-';
    if (negative)
        at++;
    size_t digits = text.len - at;
    if (digits == 0 || digits > 18) /* 18 digits cannot overflow; nothing here needs more */
        return false;
    if (text.data[at] == '0' && (digits > 1 || negative))
        return false;
    int64_t sum = 0;
    for (; at < text.len; at++) {
        if (text.data[at] < '0' || text.data[at] > '9')
            return false;
        sum = sum * 10 + (text.data[at] - '0');
    }
    if (negative)
        sum = -sum;
    if (sum < min || sum > max)
        return false;
    *value = sum;
    return true;
}

/* Bytes of the UTF-8 sequence that starts here, or 0 (Unicode 15, table 3-7). */
static size_t sequence_length(const unsigned char *s, size_t left)
{
    if (s[0] < 0x80)
        return 1;
    size_t need = s[0] >= 0xc2 && s[0] <= 0xdf   ? 2
                  : s[0] >= 0xe0 && s[0] <= 0xef ? 3
                  : s[0] >= 0xf0 && s[0] <= 0xf4 ? 4
                                                 : 0;
    if (need == 0 || need > left)
        return 0;
    unsigned char low = 0x80, high = 0xbf;
    if (s[0] == 0xe0)
        low = 0xa0;
    else if (s[0] == 0xed)
        high = 0x9f;
    else if (s[0] == 0xf0)
        low = 0x90;
    else if (s[0] == 0xf4)
        high = 0x8f;
    if (s[1] < low || s[1] > high)
        return 0;
    for (size_t i = 2; i < need; i++) {
        if (s[i] < 0x80 || s[i] > 0xbf)
            return 0;
    }
    return need;
}

size_t text_utf8_prefix(struct text text)
{
    size_t at = 0;
    while (at < text.len) {
        size_t step = sequence_length((const unsigned char *)text.data + at, text.len - at);
        if (step == 0)
            break;
        at += step;
    }
    return at;
}

#include "uci/words.h"

#include <string.h>

static bool is_space(char c)
{
    return c == ' ' || c == '\t';
}

bool words_next(struct words *words, struct text *word)
{
    struct text rest = words->rest;
    while (rest.len && is_space(rest.data[0])) {
        rest.data++;
        rest.len--;
    }
    *word = (struct text){rest.data, 0};
    while (word->len < rest.len && !is_space(rest.data[word->len]))
        word->len++;
    words->rest = (struct text){rest.data + word->len, rest.len - word->len};
    return word->len > 0;
}

bool words_take(struct words *words, const char *expected)
{
    struct words ahead = *words;
    struct text word;
    if (!words_next(&ahead, &word) || !text_is(word, expected))
        return false;
    *words = ahead;
    return true;
}

static bool is_one_of(struct text word, const char *const *list)
{
    for (; *list; list++) {
        if (text_is(word, *list))
            return true;
    }
    return false;
}

bool words_until(struct words *words, const char *const *stops, char *out, size_t size,
                 struct text *stop)
{
    size_t len = 0;
    bool fits = true;
    struct text word;
    *stop = (struct text){"", 0};
    while (words_next(words, &word)) {
        if (is_one_of(word, stops)) {
            *stop = word;
            break;
        }
        size_t gap = len ? 1 : 0;
        fits = fits && word.len + gap < size - len;
        if (!fits)
            continue;
        if (gap)
            out[len++] = ' ';
        memcpy(out + len, word.data, word.len);
        len += word.len;
    }
    out[len] = '\0';
    return fits;
}

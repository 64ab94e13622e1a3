#include "site/language.h"

#include "release/cells.h"

#include <stdio.h>
#include <string.h>

static const struct json_shape word_shape = {.kind = JSON_STRING};
static const struct json_shape words_shape = {.kind = JSON_MAP, .item = &word_shape};

enum status language_read_all(struct language languages[LANGUAGES], struct error *error)
{
    static const struct language known[LANGUAGES] = {
        {.code = "en", .name = "English"},
        {.code = "de", .name = "Deutsch"},
        {.code = "pt", .name = "Português"},
        {.code = "hi", .name = "हिन्दी"},
    };
    enum status status = STATUS_OK;
    memcpy(languages, known, sizeof known);
    for (size_t i = 0; i < LANGUAGES && !status; i++)
        status = json_read(languages[i].code, text_of(strings_builtin[i]), &words_shape,
                           &languages[i].words, error);
    return status;
}

void language_free_all(struct language languages[LANGUAGES])
{
    for (size_t i = 0; i < LANGUAGES; i++) {
        cJSON_Delete(languages[i].words);
        languages[i].words = NULL;
    }
}

const char *language_word(const struct language *language, const char *key)
{
    const cJSON *word = json_get(language->words, key);
    return word ? word->valuestring : NULL;
}

bool language_say(const struct language *language, struct buf *out, const char *key,
                  const char *const *arguments, size_t count)
{
    const char *at = language_word(language, key);
    for (; at && *at; at++) {
        if (at[0] != '{' || at[1] < '1' || at[1] > '9' || at[2] != '}') {
            buf_putc(out, *at);
            continue;
        }
        size_t which = (size_t)(at[1] - '1');
        if (which >= count)
            return false;
        buf_puts(out, arguments[which]);
        at += 2;
    }
    return at != NULL;
}

void language_number(const struct language *language, struct text value, struct buf *out)
{
    if (value.len > 1 && value.data[0] == '-') {
        buf_puts(out, "−");
        value.data++;
        value.len--;
    }
    cells_number(value, language->code, out);
}

/* Two digits as a number, or 0. */
static int two_digits(const char *at)
{
    int64_t value;
    if (at[0] == '0')
        return text_int((struct text){at + 1, 1}, 0, 9, &value) ? (int)value : 0;
    return text_int((struct text){at, 2}, 0, 99, &value) ? (int)value : 0;
}

void language_date(const struct language *language, const char *date, struct buf *out)
{
    char key[16], day[8], year[8];
    if (strlen(date) != 10) {
        buf_puts(out, date);
        return;
    }
    snprintf(key, sizeof key, "month.%d", two_digits(date + 5));
    const char *month = language_word(language, key);
    snprintf(day, sizeof day, "%d", two_digits(date + 8));
    snprintf(year, sizeof year, "%.4s", date);
    if (!month || !language_say(language, out, "date", (const char *[]){day, month, year}, 3))
        buf_puts(out, date);
}

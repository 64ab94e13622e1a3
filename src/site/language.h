/* The languages of the pages: every visible word by its key, and numbers and dates as they are
 * written there. The words are site/strings/CODE.json, which the program carries within. */
#ifndef SITE_LANGUAGE_H
#define SITE_LANGUAGE_H

#include "base/json.h"

enum { LANGUAGES = 4, LANGUAGE_NUMBER_BYTES = 64 };

struct language {
    const char *code; /* "en": what stands in lang="..." and in the texts' names */
    const char *name; /* in the language itself */
    cJSON *words;     /* owned: key -> text */
};

/* site/strings/CODE.json as they were when the program was built, in the order en, de, pt, hi. */
extern const char *const strings_builtin[LANGUAGES];

/* Reads all of them; language_free_all also after a failure. */
enum status language_read_all(struct language languages[LANGUAGES], struct error *error);
void language_free_all(struct language languages[LANGUAGES]);

/* The text of that key, or NULL. */
const char *language_word(const struct language *language, const char *key);

/* Appends the text with {1} to {9} replaced by the arguments, of which there are `count`. Nothing
 * is escaped. False when there is no such key, or fewer arguments than it asks for. */
bool language_say(const struct language *language, struct buf *out, const char *key,
                  const char *const *arguments, size_t count);

/* A decimal number of the tables, as "-1234.5", with the language's groups and decimal sign, and a
 * true minus. Anything else is copied. */
void language_number(const struct language *language, struct text value, struct buf *out);

/* A date, as "2026-11-30", in words; anything else is copied. */
void language_date(const struct language *language, const char *date, struct buf *out);

#endif

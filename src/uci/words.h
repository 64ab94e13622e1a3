/* The words of one line of UCI: runs of anything but spaces and tabs. */
#ifndef UCI_WORDS_H
#define UCI_WORDS_H

#include "base/text.h"

/* What is left of the line; start it as {line}. */
struct words {
    struct text rest;
};

/* The next word, a view into the line. False at its end; `word` is then empty. */
bool words_next(struct words *words, struct text *word);

/* Takes the next word if it is `expected`. */
bool words_take(struct words *words, const char *expected);

/* All words up to one of `stops` (a list that ends with NULL), or up to the end, with one space
 * between them, since names and values may hold several words. `stop` gets the word that ended it,
 * or an empty text. False, and `out` is cut off, where more than `size` - 1 bytes are needed. */
bool words_until(struct words *words, const char *const *stops, char *out, size_t size,
                 struct text *stop);

#endif

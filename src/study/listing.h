/* Somebody else's list, line by line, as named fields: what CSV and EPD have in common. What the
 * names mean is foreign.h's business.
 *
 * Recognised, by the first line that is neither empty nor a comment ("#" alone or "# ..."):
 *     EPD   its first word has seven slashes. Four FEN fields, then operations, "opcode operands;".
 *           Move counters may stand between ("0 1" or "0 1;"), and the last ';' may be missing.
 *           Column 0 is "fen", the four fields; each opcode becomes a column when it first comes.
 *     CSV   anything else: a header line, separated by ',', ';' or a tab, whichever it has most of.
 *           A field may be quoted, and is then shown without its quotes, doubled ones inside as
 *           they are; a line end inside quotes is not known.
 * A byte-order mark before the first line, a carriage return at the end of a line, and blanks
 * around a field are passed over. */
#ifndef STUDY_LISTING_H
#define STUDY_LISTING_H

#include "base/status.h"
#include "base/text.h"

enum { LISTING_COLUMNS_MAX = 64, LISTING_SHOWN = 40 };

struct listing {
    struct text all; /* not owned; fields are views into it */
    size_t at;
    size_t line; /* number of the line in `fields` */
    bool is_epd;
    char separator; /* CSV */
    struct text columns[LISTING_COLUMNS_MAX];
    size_t count;
    struct text fields[LISTING_COLUMNS_MAX]; /* by column; data NULL: the line has it not */

    /* Of the current line. */
    bool has_extra;    /* CSV: more fields than the header; EPD: an operation twice, or too many */
    bool is_short;     /* CSV: fewer fields than the header */
    bool is_unended;   /* a quotation mark, or in EPD the last ';', is missing */
    bool has_counters; /* EPD with move counters */
};

/* Reads as far as the header. STATUS_CANNOT: a NUL byte, no line at all, too many columns. `name`
 * is for messages. */
enum status listing_open(struct listing *listing, const char *name, struct text all,
                         struct error *error);

/* The next line that is neither empty nor a comment; false at the end. */
bool listing_next(struct listing *listing);

/* The text without blanks at its ends. */
struct text listing_trim(struct text text);

/* The next word, ended by a blank, from *at on, moving *at past it; false when there is none. */
bool listing_word(struct text text, size_t *at, struct text *word);

/* How much of a text a message shows, for "%.*s": at most LISTING_SHOWN bytes. */
int listing_shown(struct text text);

#endif

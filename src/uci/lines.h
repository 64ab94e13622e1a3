/* Lines out of a stream that arrives in pieces of any size.
 *
 * What a line is does not depend on the pieces: it ends with LF or CR LF and has at most
 * LINES_LONGEST bytes, with its CR. Of a longer one only so much is kept, and it is marked. */
#ifndef UCI_LINES_H
#define UCI_LINES_H

#include "base/text.h"

enum { LINES_LONGEST = 8192, LINES_BUFFER = 65536 };

/* Plain value; start it as {0}. */
struct lines {
    size_t begin, end;
    bool skipping; /* inside the rest of an overlong line */
    char data[LINES_BUFFER];
};

struct line {
    struct text text; /* a view, good until the next call; without its end */
    bool overlong;    /* `text` is just the first LINES_LONGEST bytes */
};

/* Where to put further bytes: *size of them fit, never none once lines_next has said false. */
char *lines_space(struct lines *lines, size_t *size);
void lines_added(struct lines *lines, size_t count);

/* The next line. An overlong one is given out as soon as it is known to be one. False where the
 * next line has not arrived in full. */
bool lines_next(struct lines *lines, struct line *line);

/* What is there of a line that has not ended. */
struct text lines_unfinished(const struct lines *lines);

#endif

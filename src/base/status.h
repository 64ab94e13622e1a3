/* What every function that can fail returns, and the one message it leaves.
 *
 * A status is also the exit code of the program: the verbs return what the libraries returned. */
#ifndef BASE_STATUS_H
#define BASE_STATUS_H

enum status {
    STATUS_OK = 0,     /* done, or verified */
    STATUS_WRONG = 1,  /* the data is not what it should be: not verified, malformed, different */
    STATUS_CANNOT = 2, /* usage, or the system refused: no such file, disk full, out of memory */
};

/* The first failure's message: one line, naming the file, the line or the object, what was found
 * and what was expected. Plain value; start it as {0}. */
struct error {
    char text[768];
};

/* Leave a message and return `status`, so that `return error_set(...)` reads as one thought.
 * Control bytes in the result, and what is no UTF-8, are shown as '?', since names come from
 * hostile input. */
enum status error_set(struct error *error, enum status status, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* Put "context: " before the message that is there; returns `status` unchanged. */
enum status error_prefix(struct error *error, enum status status, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* What error_set does to its text, for other texts that quote what they found. */
void error_make_printable(char *text);

/* STATUS_CANNOT with "out of memory". */
enum status error_memory(struct error *error);

#endif

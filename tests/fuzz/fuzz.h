/* What every fuzz harness includes. A harness is one file, one function, and says above it what
 * must hold; libFuzzer (`make fuzz`) calls it with what it makes up from corpus/NAME/. */
#ifndef TESTS_FUZZ_H
#define TESTS_FUZZ_H

#include "base/files.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* What must hold; a finding where it does not. */
#define MUST(condition)                                                                            \
    do {                                                                                           \
        if (!(condition)) {                                                                        \
            fprintf(stderr, "%s:%d: does not hold: %s\n", __FILE__, __LINE__, #condition);         \
            abort();                                                                               \
        }                                                                                          \
    } while (0)

/* The call succeeds; its message is shown when it does not. */
#define MUST_OK(call)                                                                              \
    do {                                                                                           \
        if (call) {                                                                                \
            fprintf(stderr, "%s:%d: %s: %s\n", __FILE__, __LINE__, #call, error.text);             \
            abort();                                                                               \
        }                                                                                          \
    } while (0)

static inline struct text fuzz_text(const uint8_t *data, size_t size)
{
    return (struct text){(const char *)data, size};
}

static inline bool fuzz_same(const struct buf *buf, struct text text)
{
    return text_same((struct text){buf->data, buf->len}, text);
}

/* Several files in one input: each begins with a line "=== NAME" and ends where the next begins.
 * What stands before the first is dropped, and so is the second of two equal names. */
static inline void fuzz_files(const uint8_t *data, size_t size, struct files *files)
{
    struct error error;
    struct text all = fuzz_text(data, size), line, file = all;
    char name[100] = "";
    bool more = true;
    for (size_t at = 0; more;) {
        size_t begin = at < size ? at : size;
        more = text_next_line(all, &at, &line);
        if (more && (line.len <= 4 || memcmp(line.data, "=== ", 4) != 0))
            continue;
        file.len = (size_t)(all.data + begin - file.data);
        if (name[0])
            files_add_view(files, name, file, &error);
        if (!more)
            break;
        size_t len = line.len - 4 < sizeof name ? line.len - 4 : sizeof name - 1;
        snprintf(name, sizeof name, "%.*s", (int)len, line.data + 4);
        file.data = all.data + (at < size ? at : size);
    }
}

/* The file of that name, or an empty one. */
static inline struct text fuzz_file(const struct files *files, const char *name)
{
    const struct files_item *item = files_find(files, name);
    return item ? item->data : text_of("");
}

#endif

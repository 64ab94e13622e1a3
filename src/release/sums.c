#include "release/sums.h"

#include "base/hash.h"

#include <string.h>

enum { NAME_AT = SHA256_HEX + 2 }; /* behind the digest and two spaces */

enum status sums_write(const struct files *content, struct buf *out, struct error *error)
{
    for (size_t i = 0; i < content->count; i++) {
        const struct files_item *item = &content->items[i];
        char sha256[SHA256_HEX + 1];
        if (strcmp(item->name, SUMS_FILE) == 0)
            continue;
        enum status status = hash_sha256_of(item->data.data, item->data.len, sha256, error);
        if (status)
            return status;
        buf_puts(out, sha256);
        buf_puts(out, "  ");
        buf_puts(out, item->name);
        buf_putc(out, '\n');
    }
    return buf_ok(out, error);
}

static bool is_digest(struct text hex)
{
    for (size_t i = 0; i < hex.len; i++) {
        if (!(hex.data[i] >= '0' && hex.data[i] <= '9') &&
            !(hex.data[i] >= 'a' && hex.data[i] <= 'f'))
            return false;
    }
    return true;
}

/* The next file that SHA256SUMS must list; NULL at the end. */
static const struct files_item *next_item(const struct files *content, size_t *at)
{
    while (*at < content->count) {
        const struct files_item *item = &content->items[(*at)++];
        if (strcmp(item->name, SUMS_FILE) != 0)
            return item;
    }
    return NULL;
}

static enum status check_digest(struct text line, const char *name, struct text data,
                                struct error *error)
{
    char sha256[SHA256_HEX + 1];
    enum status status = hash_sha256_of(data.data, data.len, sha256, error);
    if (!status && memcmp(sha256, line.data, SHA256_HEX) != 0)
        status = error_set(error, STATUS_WRONG, "%s: sha256 is %s, but " SUMS_FILE " has %.64s",
                           name, sha256, line.data);
    return status;
}

enum status sums_check_file(struct text sums, const char *name, struct text data,
                            struct error *error)
{
    size_t at = 0;
    struct text line;
    while (text_next_line(sums, &at, &line)) {
        if (line.len > NAME_AT &&
            text_is((struct text){line.data + NAME_AT, line.len - NAME_AT}, name))
            return check_digest(line, name, data, error);
    }
    return error_set(error, STATUS_WRONG, "%s: not listed in " SUMS_FILE, name);
}

static enum status check_line(struct text line, const struct files_item *item, struct error *error)
{
    if (line.len <= NAME_AT || !is_digest((struct text){line.data, SHA256_HEX}) ||
        memcmp(line.data + SHA256_HEX, "  ", 2) != 0)
        return error_set(error, STATUS_WRONG, SUMS_FILE ": '%.*s' is no line of this list",
                         (int)(line.len < 80 ? line.len : 80), line.data);
    struct text name = {line.data + NAME_AT, line.len - NAME_AT};
    int order = item ? text_compare(name, text_of(item->name)) : -1;
    if (order < 0)
        return error_set(error, STATUS_WRONG, "%.*s: listed in " SUMS_FILE ", but not there",
                         (int)(name.len < 120 ? name.len : 120), name.data);
    if (order > 0)
        return error_set(error, STATUS_WRONG, "%s: not listed in " SUMS_FILE, item->name);
    return check_digest(line, item->name, item->data, error);
}

enum status sums_check(const struct files *content, size_t *count, struct error *error)
{
    struct text sums, line;
    size_t at = 0, next = 0;
    *count = 0;
    enum status status = files_get(content, SUMS_FILE, &sums, error);
    if (!status && (sums.len == 0 || sums.data[sums.len - 1] != '\n'))
        status = error_set(error, STATUS_WRONG, SUMS_FILE ": the last line has no end");
    while (!status && text_next_line(sums, &at, &line)) {
        status = check_line(line, next_item(content, &next), error);
        (*count)++;
    }
    const struct files_item *extra = status ? NULL : next_item(content, &next);
    if (extra)
        status = error_set(error, STATUS_WRONG, "%s: not listed in " SUMS_FILE, extra->name);
    return status;
}

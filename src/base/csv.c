#include "base/csv.h"

#include <stdio.h>
#include <string.h>

enum { SHOWN_BYTES = 84 };

/* A field for a message: without NUL, which would end it, and cut where it is long. */
static const char *shown(struct text field, char out[SHOWN_BYTES])
{
    size_t max = SHOWN_BYTES - 4, len = field.len < max ? field.len : max;
    for (size_t i = 0; i < len; i++)
        out[i] = field.data[i] ? field.data[i] : '?';
    snprintf(out + len, SHOWN_BYTES - len, "%s", len < field.len ? "..." : "");
    return out;
}

static enum status wrong_line(const struct csv *csv, struct error *error, const char *what)
{
    return error_set(error, STATUS_WRONG, "%s:%zu: %s", csv->name, csv->line, what);
}

/* Splits the line into fields; returns how many there are, also beyond what is kept. */
static size_t split(struct csv *csv, struct text line)
{
    size_t n = 0;
    const char *at = line.data, *end = line.data + line.len;
    for (;;) {
        const char *comma = memchr(at, ',', (size_t)(end - at));
        const char *stop = comma ? comma : end;
        if (n < CSV_COLUMNS_MAX)
            csv->fields[n] = (struct text){at, (size_t)(stop - at)};
        n++;
        if (!comma)
            break;
        at = comma + 1;
    }
    return n;
}

/* A byte that may stand nowhere is looked for once in the whole file, which is quicker than in each
 * line. */
static enum status check_absent(struct csv *csv, char byte, struct error *error, const char *what)
{
    const char *found = memchr(csv->all.data, byte, csv->all.len);
    if (!found)
        return STATUS_OK;
    for (const char *at = csv->all.data; at < found; at++)
        csv->line += *at == '\n';
    return wrong_line(csv, error, what);
}

static enum status check_header(struct csv *csv, size_t found, struct error *error)
{
    char name[SHOWN_BYTES];
    for (size_t i = 0; i < csv->count; i++) {
        if (i >= found)
            return error_set(error, STATUS_WRONG, "%s:1: column %zu (%s) is missing", csv->name,
                             i + 1, csv->columns[i]);
        if (!text_is(csv->fields[i], csv->columns[i]))
            return error_set(error, STATUS_WRONG, "%s:1: column %zu is '%s', expected '%s'",
                             csv->name, i + 1, shown(csv->fields[i], name), csv->columns[i]);
    }
    if (found > csv->count)
        return error_set(error, STATUS_WRONG, "%s:1: %zu columns, expected %zu", csv->name, found,
                         csv->count);
    return STATUS_OK;
}

enum status csv_open(struct csv *csv, const char *name, struct text all, const char *const *columns,
                     size_t count, struct error *error)
{
    *csv = (struct csv){.name = name, .all = all, .line = 1, .columns = columns, .count = count};
    if (all.len >= 3 && memcmp(all.data, "\xef\xbb\xbf", 3) == 0)
        return wrong_line(csv, error, "a byte-order mark");
    if (all.len == 0)
        return error_set(error, STATUS_WRONG, "%s: empty, expected a header line", name);
    if (all.data[all.len - 1] != '\n')
        return error_set(error, STATUS_WRONG, "%s: the last line has no end; is the file torn?",
                         name);
    enum status status = check_absent(csv, '\r', error, "a carriage return; lines end in LF alone");
    if (!status)
        status = check_absent(csv, '"', error, "a quotation mark; no value here is quoted");
    if (status)
        return status;
    struct text line;
    text_next_line(all, &csv->at, &line);
    return check_header(csv, split(csv, line), error);
}

enum status csv_next(struct csv *csv, bool *more, struct error *error)
{
    struct text line;
    *more = text_next_line(csv->all, &csv->at, &line);
    if (!*more)
        return STATUS_OK;
    csv->line++;
    size_t found = split(csv, line);
    if (found != csv->count)
        return error_set(error, STATUS_WRONG, "%s:%zu: %zu fields, expected %zu", csv->name,
                         csv->line, found, csv->count);
    return STATUS_OK;
}

enum status csv_int(const struct csv *csv, size_t column, int64_t min, int64_t max, int64_t *value,
                    struct error *error)
{
    if (text_int(csv->fields[column], min, max, value))
        return STATUS_OK;
    char what[80];
    snprintf(what, sizeof what, "is not an integer from %lld to %lld", (long long)min,
             (long long)max);
    return csv_wrong(csv, column, error, what);
}

enum status csv_wrong(const struct csv *csv, size_t column, struct error *error, const char *what)
{
    char field[SHOWN_BYTES];
    return error_set(error, STATUS_WRONG, "%s:%zu: column %s: '%s' %s", csv->name, csv->line,
                     csv->columns[column], shown(csv->fields[column], field), what);
}

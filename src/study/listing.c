#include "study/listing.h"

#include <string.h>

static bool is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\r';
}

struct text listing_trim(struct text text)
{
    while (text.len > 0 && is_blank(text.data[text.len - 1]))
        text.len--;
    while (text.len > 0 && is_blank(*text.data)) {
        text.data++;
        text.len--;
    }
    return text;
}

int listing_shown(struct text text)
{
    return text.len < LISTING_SHOWN ? (int)text.len : LISTING_SHOWN;
}

bool listing_word(struct text text, size_t *at, struct text *word)
{
    size_t end;
    while (*at < text.len && is_blank(text.data[*at]))
        ++*at;
    for (end = *at; end < text.len && !is_blank(text.data[end]);)
        end++;
    *word = (struct text){text.data + *at, end - *at};
    *at = end;
    return word->len > 0;
}

static bool is_comment(struct text line)
{
    return line.len > 0 && *line.data == '#' && (line.len == 1 || is_blank(line.data[1]));
}

/* The next line with something in it. A tab may be an empty first field, so only the line end is
 * cut off. */
static bool next_line(struct listing *listing, struct text *line)
{
    while (text_next_line(listing->all, &listing->at, line)) {
        listing->line++;
        if (line->len > 0 && line->data[line->len - 1] == '\r')
            line->len--;
        if (listing_trim(*line).len > 0 && !is_comment(*line))
            return true;
    }
    return false;
}

static size_t count_byte(struct text text, char byte)
{
    size_t count = 0;
    for (size_t i = 0; i < text.len; i++)
        count += text.data[i] == byte;
    return count;
}

/* ---- CSV ---- */

/* The field that begins at *at, and *at moved behind its separator; false at the end of the line,
 * which ends a field like a separator does. */
static bool next_field(struct listing *listing, struct text line, size_t *at, struct text *field)
{
    if (*at > line.len)
        return false;
    size_t begin = *at, end;
    bool quoted = false;
    for (end = begin; end < line.len && (quoted || line.data[end] != listing->separator); end++)
        quoted ^= line.data[end] == '"';
    listing->is_unended |= quoted;
    *at = end + 1;
    *field = listing_trim((struct text){line.data + begin, end - begin});
    if (field->len >= 2 && *field->data == '"' && field->data[field->len - 1] == '"')
        *field = listing_trim((struct text){field->data + 1, field->len - 2});
    return true;
}

static void split_fields(struct listing *listing, struct text line)
{
    struct text field;
    size_t found = 0;
    for (size_t at = 0; next_field(listing, line, &at, &field); found++) {
        if (found < listing->count)
            listing->fields[found] = field;
        else /* a separator at the end of the line is none too many */
            listing->has_extra |= field.len > 0;
    }
    listing->is_short = found < listing->count;
}

static enum status read_header(struct listing *listing, const char *name, struct text line,
                               struct error *error)
{
    static const char separators[] = {',', ';', '\t'};
    size_t most = 0;
    listing->separator = ',';
    for (size_t i = 0; i < sizeof separators; i++) {
        size_t count = count_byte(line, separators[i]);
        if (count > most) {
            most = count;
            listing->separator = separators[i];
        }
    }
    if (most >= LISTING_COLUMNS_MAX)
        return error_set(error, STATUS_CANNOT, "%s:%zu: more than %d columns", name, listing->line,
                         LISTING_COLUMNS_MAX);
    struct text field;
    for (size_t at = 0; next_field(listing, line, &at, &field);)
        listing->columns[listing->count++] = field;
    return STATUS_OK;
}

/* ---- EPD ---- */

static bool is_count(struct text word)
{
    int64_t value;
    return text_int(word, 0, 1000000, &value);
}

/* Passes over "0 1", with or without a ';'. */
static size_t pass_counters(struct listing *listing, struct text line, size_t at)
{
    struct text word;
    for (size_t next = at; listing_word(line, &next, &word); at = next) {
        bool ends = word.data[word.len - 1] == ';';
        word.len -= ends;
        if (word.len > 0 && !is_count(word))
            break;
        listing->has_counters = true;
        if (ends)
            return next;
    }
    return at;
}

/* The operation that begins at *at, without its ';'. */
static bool next_operation(struct listing *listing, struct text line, size_t *at,
                           struct text *operation)
{
    size_t begin = *at, end;
    bool quoted = false;
    for (end = begin; end < line.len && (quoted || line.data[end] != ';'); end++)
        quoted ^= line.data[end] == '"';
    *operation = listing_trim((struct text){line.data + begin, end - begin});
    *at = end + 1;
    listing->is_unended |= operation->len > 0 && end == line.len;
    return end < line.len || operation->len > 0;
}

/* The column of that opcode, made where it is new; -1 where there is no room. */
static int opcode_column(struct listing *listing, struct text opcode)
{
    for (size_t i = 1; i < listing->count; i++) {
        if (text_same(listing->columns[i], opcode))
            return (int)i;
    }
    if (listing->count == LISTING_COLUMNS_MAX)
        return -1;
    listing->columns[listing->count] = opcode;
    return (int)listing->count++;
}

static void take_operation(struct listing *listing, struct text operation)
{
    struct text opcode;
    size_t at = 0;
    if (!listing_word(operation, &at, &opcode))
        return;
    struct text operand = listing_trim((struct text){operation.data + at, operation.len - at});
    if (operand.len >= 2 && *operand.data == '"' && operand.data[operand.len - 1] == '"')
        operand = listing_trim((struct text){operand.data + 1, operand.len - 2});
    int column = opcode_column(listing, opcode);
    if (column < 0 || listing->fields[column].data)
        listing->has_extra = true;
    else
        listing->fields[column] = operand;
}

static void split_operations(struct listing *listing, struct text line)
{
    struct text word, operation;
    size_t at = 0, begin, end = 0;
    for (int i = 0; i < 4 && listing_word(line, &at, &word); i++)
        end = at;
    for (begin = 0; begin < end && is_blank(line.data[begin]);)
        begin++;
    listing->fields[0] = (struct text){line.data + begin, end - begin};
    at = pass_counters(listing, line, at);
    while (at < line.len && next_operation(listing, line, &at, &operation))
        take_operation(listing, operation);
}

/* ---- both ---- */

enum status listing_open(struct listing *listing, const char *name, struct text all,
                         struct error *error)
{
    struct text line, word;
    size_t at = 0;
    if (all.len >= 3 && memcmp(all.data, "\xef\xbb\xbf", 3) == 0)
        all = (struct text){all.data + 3, all.len - 3};
    *listing = (struct listing){.all = all};
    if (all.len > 0 && memchr(all.data, '\0', all.len))
        return error_set(error, STATUS_CANNOT, "%s: no text: it has a NUL byte", name);
    if (!next_line(listing, &line))
        return error_set(error, STATUS_CANNOT, "%s: empty", name);
    listing->is_epd = listing_word(line, &at, &word) && count_byte(word, '/') == 7;
    if (!listing->is_epd)
        return read_header(listing, name, line, error);
    listing->columns[listing->count++] = text_of("fen");
    listing->at = (size_t)(line.data - all.data); /* it is the first row, too */
    listing->line--;
    return STATUS_OK;
}

bool listing_next(struct listing *listing)
{
    struct text line;
    if (!next_line(listing, &line))
        return false;
    listing->has_extra = listing->is_short = false;
    listing->is_unended = listing->has_counters = false;
    memset(listing->fields, 0, sizeof listing->fields);
    if (listing->is_epd)
        split_operations(listing, line);
    else
        split_fields(listing, line);
    return true;
}

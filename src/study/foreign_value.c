#include "study/foreign_value.h"

#include <string.h>

__extension__ typedef __int128 wide;

enum { DIGITS_MAX = 9, ONE = 1000000 };

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

/* Takes the prefix off, if it is there. */
static bool take(struct text *text, const char *prefix)
{
    size_t len = strlen(prefix);
    if (text->len < len || memcmp(text->data, prefix, len) != 0)
        return false;
    text->data += len;
    text->len -= len;
    return true;
}

/* Takes digits off: the first `most` as a number of so many digits, the others unseen. Returns how
 * many there are. */
static size_t take_digits(struct text *text, size_t most, int64_t *value)
{
    size_t count = 0;
    *value = 0;
    for (; text->len > 0 && is_digit(*text->data); count++) {
        if (count < most)
            *value = 10 * *value + (*text->data - '0');
        text->data++;
        text->len--;
    }
    for (size_t i = count; i < most; i++)
        *value *= 10;
    return count;
}

static bool take_sign(struct text *text)
{
    bool minus = take(text, "-") || take(text, "\xe2\x88\x92");
    if (!minus)
        take(text, "+");
    return minus;
}

static bool is_mate(struct text text)
{
    int64_t moves;
    if (!take(&text, "#") && !take(&text, "M") && !take(&text, "m"))
        return false;
    take_sign(&text);
    return take_digits(&text, 0, &moves) > 0 && text.len == 0;
}

/* How many digits there are at the beginning. */
static size_t digits_of(struct text text)
{
    size_t count = 0;
    while (count < text.len && is_digit(text.data[count]))
        count++;
    return count;
}

struct foreign_value foreign_value_read(struct text text, bool comma)
{
    struct foreign_value value = {.kind = FOREIGN_VALUE_WRONG};
    int64_t whole, part = 0;
    size_t before, behind = 0;
    if (text.len == 0)
        return (struct foreign_value){.kind = FOREIGN_VALUE_NONE};
    bool minus = take_sign(&text);
    if (is_mate(text))
        return (struct foreign_value){.kind = FOREIGN_VALUE_MATE};
    before = digits_of(text);
    if (before > DIGITS_MAX)
        return value;
    take_digits(&text, before, &whole);
    value.has_point = take(&text, ".") || (comma && take(&text, ","));
    if (value.has_point)
        behind = take_digits(&text, 6, &part);
    while (take(&text, " "))
        ;
    value.has_percent = take(&text, "%");
    if (text.len > 0 || before + behind == 0)
        return value;
    value.kind = FOREIGN_VALUE_NUMBER;
    value.millionths = whole * ONE + part;
    if (minus)
        value.millionths = -value.millionths;
    return value;
}

static bool is_between(char c)
{
    return c == ' ' || c == '/' || c == '|' || c == ',' || c == ';';
}

bool foreign_value_split(struct text text, struct text parts[3])
{
    size_t count = 0;
    for (size_t i = 0; i < text.len;) {
        size_t begin = i;
        while (i < text.len && !is_between(text.data[i]))
            i++;
        if (i > begin && count == 3)
            return false;
        if (i > begin)
            parts[count++] = (struct text){text.data + begin, i - begin};
        else
            i++;
    }
    return count == 3;
}

bool foreign_value_share(const struct foreign_value *win, const struct foreign_value *draw,
                         const struct foreign_value *loss, int64_t *share)
{
    const struct foreign_value *all[] = {win, draw, loss};
    int64_t sum = 0;
    for (int i = 0; i < 3; i++) {
        if (all[i]->kind != FOREIGN_VALUE_NUMBER || all[i]->millionths < 0)
            return false;
        sum += all[i]->millionths;
    }
    if (sum == 0)
        return false;
    *share = (int64_t)((2 * (wide)draw->millionths * ONE + sum) / (2 * (wide)sum));
    return true;
}

int64_t foreign_value_round(int64_t value, int64_t by)
{
    return value < 0 ? -((-value + by / 2) / by) : (value + by / 2) / by;
}

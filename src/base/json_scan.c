#include "base/json_scan.h"

#include "base/json.h"

#include <string.h>

struct scan {
    const char *name;
    struct text text;
    size_t at;
    struct error *error;
};

static enum status wrong(const struct scan *scan, const char *what)
{
    size_t line = 1, column = 1;
    for (size_t i = 0; i < scan->at && i < scan->text.len; i++) {
        column++;
        if (scan->text.data[i] == '\n') {
            line++;
            column = 1;
        }
    }
    return error_set(scan->error, STATUS_WRONG, "%s:%zu:%zu: %s", scan->name, line, column, what);
}

/* The next byte, or 0 at the end: a NUL byte is never legal here either. */
static char peek(const struct scan *scan)
{
    return scan->at < scan->text.len ? scan->text.data[scan->at] : '\0';
}

static void skip_space(struct scan *scan)
{
    while (peek(scan) != '\0' && strchr(" \t\n\r", peek(scan)))
        scan->at++;
}

static bool scan_hex4(struct scan *scan, unsigned *value)
{
    *value = 0;
    for (int i = 0; i < 4; i++, scan->at++) {
        char c = peek(scan);
        unsigned digit;
        if (c >= '0' && c <= '9')
            digit = (unsigned)(c - '0');
        else if ((c | 32) >= 'a' && (c | 32) <= 'f')
            digit = (unsigned)((c | 32) - 'a') + 10;
        else
            return false;
        *value = *value * 16 + digit;
    }
    return true;
}

/* Behind a backslash. */
static enum status scan_escape(struct scan *scan)
{
    char c = peek(scan);
    if (c != '\0' && strchr("\"\\/bfnrt", c)) {
        scan->at++;
        return STATUS_OK;
    }
    if (c != 'u')
        return wrong(scan, "unknown escape in a string");
    scan->at++;
    unsigned unit, low;
    if (!scan_hex4(scan, &unit))
        return wrong(scan, "\\u needs four hexadecimal digits");
    if (unit == 0)
        return wrong(scan, "\\u0000 in a string");
    if (unit >= 0xdc00 && unit <= 0xdfff)
        return wrong(scan, "a lone surrogate in a string");
    if (unit < 0xd800 || unit > 0xdbff)
        return STATUS_OK;
    if (peek(scan) == '\\' && (scan->at++, peek(scan)) == 'u' &&
        (scan->at++, scan_hex4(scan, &low)) && low >= 0xdc00 && low <= 0xdfff)
        return STATUS_OK;
    return wrong(scan, "a lone surrogate in a string");
}

static enum status scan_string(struct scan *scan)
{
    scan->at++; /* the opening quote */
    for (;;) {
        if (scan->at >= scan->text.len)
            return wrong(scan, "the string has no end");
        unsigned char c = (unsigned char)scan->text.data[scan->at];
        if (c < 0x20)
            return wrong(scan, "a control byte in a string");
        scan->at++;
        if (c == '"')
            return STATUS_OK;
        if (c == '\\') {
            enum status status = scan_escape(scan);
            if (status)
                return status;
        }
    }
}

static enum status scan_number(struct scan *scan)
{
    struct text number = {scan->text.data + scan->at, 0};
    while (peek(scan) != '\0' && strchr("+-.0123456789eE", peek(scan)) &&
           scan->at < scan->text.len) {
        number.len++;
        scan->at++;
    }
    int64_t value;
    if (text_int(number, -JSON_INTEGER_MAX, JSON_INTEGER_MAX, &value))
        return STATUS_OK;
    scan->at -= number.len;
    return wrong(scan, "a number that is not a plain integer within 2^53 - 1");
}

static enum status scan_word(struct scan *scan)
{
    static const char *const words[] = {"true", "false", "null"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        size_t len = strlen(words[i]);
        if (scan->text.len - scan->at >= len &&
            memcmp(scan->text.data + scan->at, words[i], len) == 0) {
            scan->at += len;
            return STATUS_OK;
        }
    }
    return wrong(scan, "expected a value");
}

static enum status scan_value(struct scan *scan, int depth);

/* The members of an object or the items of an array, behind the opening bracket. */
static enum status scan_members(struct scan *scan, char close, int depth)
{
    skip_space(scan);
    if (peek(scan) == close) {
        scan->at++;
        return STATUS_OK;
    }
    for (;;) {
        if (close == '}') {
            skip_space(scan);
            if (peek(scan) != '"')
                return wrong(scan, "expected a key");
            enum status status = scan_string(scan);
            if (status)
                return status;
            skip_space(scan);
            if (peek(scan) != ':')
                return wrong(scan, "expected ':'");
            scan->at++;
        }
        enum status status = scan_value(scan, depth);
        if (status)
            return status;
        skip_space(scan);
        char c = peek(scan);
        if (c != ',' && c != close)
            return wrong(scan, close == '}' ? "expected ',' or '}'" : "expected ',' or ']'");
        scan->at++;
        if (c == close)
            return STATUS_OK;
    }
}

static enum status scan_value(struct scan *scan, int depth)
{
    skip_space(scan);
    char c = peek(scan);
    if (c == '{' || c == '[') {
        if (depth == JSON_DEPTH_MAX)
            return wrong(scan, "nested too deeply");
        scan->at++;
        return scan_members(scan, c == '{' ? '}' : ']', depth + 1);
    }
    if (c == '"')
        return scan_string(scan);
    if (c == '-' || (c >= '0' && c <= '9'))
        return scan_number(scan);
    return scan_word(scan);
}

enum status json_scan(const char *name, struct text text, struct error *error)
{
    struct scan scan = {.name = name, .text = text, .error = error};
    if (text.len > JSON_BYTES_MAX)
        return error_set(error, STATUS_WRONG, "%s: larger than %d bytes", name, JSON_BYTES_MAX);
    if (text.len >= 3 && memcmp(text.data, "\xef\xbb\xbf", 3) == 0)
        return wrong(&scan, "a byte-order mark");
    scan.at = text_utf8_prefix(text);
    if (scan.at < text.len)
        return wrong(&scan, "not UTF-8");
    scan.at = 0;
    enum status status = scan_value(&scan, 0);
    if (status)
        return status;
    skip_space(&scan);
    return scan.at == text.len ? STATUS_OK : wrong(&scan, "text behind the end of the document");
}

#include "base/base64.h"

#include <string.h>

static const char alphabet[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

void base64_encode(const void *data, size_t len, char *text)
{
    const unsigned char *bytes = data;
    for (size_t at = 0; at < len; at += 3, text += 4) {
        size_t left = len - at;
        unsigned long group = (unsigned long)bytes[at] << 16;
        if (left > 1)
            group |= (unsigned long)bytes[at + 1] << 8;
        if (left > 2)
            group |= bytes[at + 2];
        text[0] = alphabet[group >> 18];
        text[1] = alphabet[group >> 12 & 63];
        text[2] = (char)(left > 1 ? alphabet[group >> 6 & 63] : '=');
        text[3] = (char)(left > 2 ? alphabet[group & 63] : '=');
    }
    *text = '\0';
}

void base64_put(struct buf *out, const void *data, size_t len)
{
    buf_reserve(out, BASE64_LEN(len));
    if (out->failed)
        return;
    base64_encode(data, len, out->data + out->len);
    out->len += BASE64_LEN(len);
}

/* How many '=' end the text: 0 to 2. */
static size_t padding(struct text text)
{
    size_t count = 0;
    while (count < 2 && count < text.len && text.data[text.len - 1 - count] == '=')
        count++;
    return count;
}

/* The bits of one character, or -1. */
static int value_of(char c)
{
    const char *found = memchr(alphabet, c, sizeof alphabet - 1);
    return found ? (int)(found - alphabet) : -1;
}

static enum status wrong(struct text text, const char *what, struct error *error)
{
    int shown = text.len < 100 ? (int)text.len : 100;
    return error_set(error, STATUS_WRONG, "\"%.*s\" is %s", shown, text.data, what);
}

/* Is it the one form of some bytes? */
static enum status check(struct text text, struct error *error)
{
    int last = 0;
    size_t pad = padding(text);
    if (text.len % 4 != 0)
        return wrong(text, "not base64: its length is no multiple of four", error);
    for (size_t i = 0; i < text.len - pad; i++) {
        last = value_of(text.data[i]);
        if (last < 0)
            return wrong(text, "not base64", error);
    }
    if ((pad == 1 && last & 3) || (pad == 2 && last & 15))
        return wrong(text, "base64, but not in its canonical form", error);
    return STATUS_OK;
}

/* Of a text that passed the check. */
static size_t decoded_len(struct text text)
{
    return text.len / 4 * 3 - padding(text);
}

static void decode(struct text text, char *bytes)
{
    size_t len = decoded_len(text), at = 0;
    for (size_t i = 0; at < len; i += 4) {
        unsigned long group = 0;
        for (size_t k = 0; k < 4; k++) {
            int value = value_of(text.data[i + k]);
            group = group << 6 | (value < 0 ? 0UL : (unsigned long)value);
        }
        for (int shift = 16; shift >= 0 && at < len; shift -= 8)
            bytes[at++] = (char)(group >> shift & 255);
    }
}

enum status base64_decode(struct text text, void *bytes, size_t count, struct error *error)
{
    if (text.len != BASE64_LEN(count))
        return error_set(error, STATUS_WRONG, "%zu characters of base64, expected %zu", text.len,
                         BASE64_LEN(count));
    enum status status = check(text, error);
    if (!status && decoded_len(text) != count)
        status = error_set(error, STATUS_WRONG, "base64 of %zu bytes, expected %zu",
                           decoded_len(text), count);
    if (!status)
        decode(text, bytes);
    return status;
}

enum status base64_get(struct text text, struct buf *out, struct error *error)
{
    enum status status = check(text, error);
    if (status)
        return status;
    buf_reserve(out, decoded_len(text));
    status = buf_ok(out, error);
    if (status)
        return status;
    decode(text, out->data + out->len);
    out->len += decoded_len(text);
    out->data[out->len] = '\0';
    return STATUS_OK;
}

/* Base64 in its one form: RFC 4648, section 4, padded, no line ends, the bits behind the last byte
 * zero. Whatever is decoded here is encoded to the same characters again. */
#ifndef BASE_BASE64_H
#define BASE_BASE64_H

#include "base/buf.h"
#include "base/text.h"

/* Characters for `count` bytes; a constant where `count` is one. */
#define BASE64_LEN(count) (((count) + 2) / 3 * 4)

/* `text` gets BASE64_LEN(len) characters and a NUL. */
void base64_encode(const void *data, size_t len, char *text);

/* The same, appended. */
void base64_put(struct buf *out, const void *data, size_t len);

/* Exactly `count` bytes. STATUS_WRONG, and `bytes` as it was, for any other text: the message
 * quotes no more than its beginning. */
enum status base64_decode(struct text text, void *bytes, size_t count, struct error *error);

/* As many bytes as the text holds, appended to `out`, which is as it was after STATUS_WRONG. */
enum status base64_get(struct text text, struct buf *out, struct error *error);

#endif

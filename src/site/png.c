#include "site/png.h"

#include <stdlib.h>
#include <string.h>

enum { STORED_MAX = 65535 };

static void put_u32(struct buf *out, uint32_t value)
{
    for (int shift = 24; shift >= 0; shift -= 8)
        buf_putc(out, (char)(value >> shift & 0xff));
}

/* CRC-32 of ISO 3309, bit by bit. */
static uint32_t crc32_of(const char *data, size_t len)
{
    uint32_t crc = 0xffffffff;
    for (size_t i = 0; i < len; i++) {
        crc ^= (unsigned char)data[i];
        for (int bit = 0; bit < 8; bit++)
            crc = crc >> 1 ^ (crc & 1 ? 0xedb88320 : 0);
    }
    return ~crc;
}

static uint32_t adler32_of(const char *data, size_t len)
{
    uint32_t a = 1, b = 0;
    for (size_t i = 0; i < len; i++) {
        a = (a + (unsigned char)data[i]) % 65521;
        b = (b + a) % 65521;
    }
    return b << 16 | a;
}

static void put_chunk(struct buf *out, const char *type, const struct buf *data)
{
    size_t from = out->len + 4;
    out->failed |= data->failed;
    put_u32(out, (uint32_t)data->len);
    buf_puts(out, type);
    buf_put(out, data->data, data->len);
    if (!out->failed)
        put_u32(out, crc32_of(out->data + from, out->len - from));
}

/* The rows, each with its filter (none), two pixels a byte. */
static void pack(struct buf *rows, int width, int height, const unsigned char *pixels)
{
    for (int y = 0; y < height; y++) {
        const unsigned char *row = pixels + (size_t)y * (size_t)width;
        buf_putc(rows, 0);
        for (int x = 0; x < width; x += 2)
            buf_putc(rows, (char)(row[x] << 4 | (x + 1 < width ? row[x + 1] : 0)));
    }
}

/* zlib's format (RFC 1950) around stored blocks (RFC 1951). */
static void store(struct buf *out, const struct buf *rows)
{
    size_t at = 0;
    buf_put(out, "\x78\x01", 2);
    while (at < rows->len) {
        size_t len = rows->len - at < STORED_MAX ? rows->len - at : STORED_MAX;
        buf_putc(out, at + len == rows->len);
        buf_putc(out, (char)(len & 0xff));
        buf_putc(out, (char)(len >> 8));
        buf_putc(out, (char)(~len & 0xff));
        buf_putc(out, (char)(~len >> 8 & 0xff));
        buf_put(out, rows->data + at, len);
        at += len;
    }
    out->failed |= rows->failed;
    put_u32(out, adler32_of(rows->data, rows->len));
}

void png_write(struct buf *out, int width, int height, const unsigned char *pixels,
               const unsigned char *palette, int colours)
{
    struct buf header = {0}, plte = {0}, rows = {0}, data = {0}, end = {0};
    put_u32(&header, (uint32_t)width);
    put_u32(&header, (uint32_t)height);
    buf_put(&header, "\4\3\0\0\0", 5); /* four bits a pixel, indexed */
    buf_put(&plte, palette, 3 * (size_t)colours);
    pack(&rows, width, height, pixels);
    store(&data, &rows);
    buf_put(out, "\x89PNG\r\n\x1a\n", 8);
    put_chunk(out, "IHDR", &header);
    put_chunk(out, "PLTE", &plte);
    put_chunk(out, "IDAT", &data);
    put_chunk(out, "IEND", &end);
    buf_free(&header);
    buf_free(&plte);
    buf_free(&rows);
    buf_free(&data);
}

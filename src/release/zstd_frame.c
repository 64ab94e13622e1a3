#include "release/zstd_frame.h"

#include <stdlib.h>
#include <zstd.h>
#include <zstd_errors.h>

enum { LEVEL = 3 };

enum kind { OTHER, FRAME, SKIPPABLE };

static enum kind kind_of(struct text bytes)
{
    const unsigned char *at = (const unsigned char *)bytes.data;
    if (bytes.len < 4)
        return OTHER;
    uint32_t magic = at[0] | (uint32_t)at[1] << 8 | (uint32_t)at[2] << 16 | (uint32_t)at[3] << 24;
    if (magic == ZSTD_MAGICNUMBER)
        return FRAME;
    return (magic & ZSTD_MAGIC_SKIPPABLE_MASK) == ZSTD_MAGIC_SKIPPABLE_START ? SKIPPABLE : OTHER;
}

bool zstd_frame_is(struct text bytes)
{
    return kind_of(bytes) != OTHER;
}

/* ---- reading ---- */

/* libzstd's refusal in our words where it has a name of its own. */
static enum status refused(size_t code, struct error *error)
{
    switch (ZSTD_getErrorCode(code)) {
    case ZSTD_error_srcSize_wrong:
        return error_set(error, STATUS_WRONG, "the zstd frame is truncated");
    case ZSTD_error_frameParameter_windowTooLarge:
        return error_set(error, STATUS_WRONG, "needs a zstd window above %d MiB",
                         1 << (ZSTD_FRAME_WINDOW_LOG - 20));
    case ZSTD_error_memory_allocation:
        return error_memory(error);
    default:
        return error_set(error, STATUS_WRONG, "the zstd frame is damaged: %s",
                         ZSTD_getErrorName(code));
    }
}

static enum status too_large(size_t max, struct error *error)
{
    return error_set(error, STATUS_WRONG, "unpacks to more than %zu bytes", max);
}

/* What can be told without unpacking, the size where the frame has it. */
static enum status check_header(struct text frame, size_t max, unsigned long long *size,
                                struct error *error)
{
    enum kind kind = kind_of(frame);
    if (kind != FRAME)
        return error_set(error, STATUS_WRONG, "%s, expected one zstd frame",
                         kind == SKIPPABLE ? "a skippable frame" : "not zstd");
    *size = ZSTD_getFrameContentSize(frame.data, frame.len);
    if (*size == ZSTD_CONTENTSIZE_ERROR)
        return error_set(error, STATUS_WRONG, "the zstd frame's header is truncated or damaged");
    unsigned dictionary = ZSTD_getDictID_fromFrame(frame.data, frame.len);
    if (dictionary != 0)
        return error_set(error, STATUS_WRONG, "needs the zstd dictionary %u", dictionary);
    if (*size != ZSTD_CONTENTSIZE_UNKNOWN && *size > max)
        return too_large(max, error);
    return STATUS_OK;
}

/* The frame ends where the bytes end. */
static enum status check_extent(struct text frame, struct error *error)
{
    size_t len = ZSTD_findFrameCompressedSize(frame.data, frame.len);
    if (ZSTD_isError(len))
        return refused(len, error);
    if (len == frame.len)
        return STATUS_OK;
    struct text rest = {frame.data + len, frame.len - len};
    static const char *const what[] = {"bytes", "another zstd frame", "a skippable frame"};
    return error_set(error, STATUS_WRONG, "%s after the zstd frame, at offset %zu",
                     what[kind_of(rest)], len);
}

/* Through a block of our own, for two reasons: `out` grows with what is really there, and libzstd,
 * which passes over the window's limit when it sees room for everything, does not. */
static enum status unpack(ZSTD_DCtx *context, struct text frame, size_t max, void *block,
                          struct buf *out, struct error *error)
{
    ZSTD_inBuffer in = {frame.data, frame.len, 0};
    for (;;) {
        ZSTD_outBuffer piece = {block, ZSTD_DStreamOutSize(), 0};
        size_t left = ZSTD_decompressStream(context, &piece, &in);
        if (ZSTD_isError(left))
            return refused(left, error);
        if (piece.pos > max - out->len)
            return too_large(max, error);
        buf_put(out, block, piece.pos);
        if (left == 0 || out->failed)
            return buf_ok(out, error);
        if (piece.pos < piece.size && in.pos == in.size)
            return error_set(error, STATUS_WRONG, "the zstd frame is truncated");
    }
}

static enum status read_frame(struct text frame, size_t max, struct buf *out, struct error *error)
{
    unsigned long long size = ZSTD_CONTENTSIZE_UNKNOWN;
    enum status status = check_header(frame, max, &size, error);
    if (!status)
        status = check_extent(frame, error);
    if (status)
        return status;
    if (size != ZSTD_CONTENTSIZE_UNKNOWN)
        buf_reserve(out, (size_t)size);
    ZSTD_DCtx *context = ZSTD_createDCtx();
    void *block = malloc(ZSTD_DStreamOutSize());
    if (!context || !block ||
        ZSTD_isError(ZSTD_DCtx_setParameter(context, ZSTD_d_windowLogMax, ZSTD_FRAME_WINDOW_LOG)))
        status = error_memory(error);
    else
        status = unpack(context, frame, max, block, out, error);
    free(block);
    ZSTD_freeDCtx(context);
    return status;
}

enum status zstd_frame_read(const char *name, struct text frame, size_t max, struct buf *out,
                            struct error *error)
{
    enum status status = read_frame(frame, max, out, error);
    if (!status)
        return STATUS_OK;
    buf_free(out);
    return error_prefix(error, status, "%s", name);
}

/* ---- writing ---- */

enum status zstd_frame_writer_open(struct zstd_frame_writer *writer, struct file_writer *file,
                                   int64_t bytes, struct error *error)
{
    writer->file = file;
    writer->context = ZSTD_createCCtx();
    writer->block = malloc(ZSTD_CStreamOutSize());
    if (!writer->context || !writer->block)
        return error_memory(error);
    ZSTD_CCtx *context = writer->context;
    if (ZSTD_isError(ZSTD_CCtx_setParameter(context, ZSTD_c_compressionLevel, LEVEL)) ||
        ZSTD_isError(ZSTD_CCtx_setParameter(context, ZSTD_c_checksumFlag, 1)) ||
        ZSTD_isError(ZSTD_CCtx_setPledgedSrcSize(context, (unsigned long long)bytes)))
        return error_set(error, STATUS_CANNOT, "libzstd refuses its parameters");
    return STATUS_OK;
}

/* Until everything is taken in, or, at the end, everything is out. */
static enum status push(struct zstd_frame_writer *writer, struct text data,
                        ZSTD_EndDirective directive, struct error *error)
{
    ZSTD_inBuffer in = {data.data, data.len, 0};
    size_t left;
    do {
        ZSTD_outBuffer piece = {writer->block, ZSTD_CStreamOutSize(), 0};
        left = ZSTD_compressStream2(writer->context, &piece, &in, directive);
        if (ZSTD_isError(left))
            return error_set(error, STATUS_CANNOT, "libzstd: %s", ZSTD_getErrorName(left));
        enum status status = file_writer_put(writer->file, writer->block, piece.pos, error);
        if (status)
            return status;
    } while (directive == ZSTD_e_end ? left != 0 : in.pos < in.size);
    return STATUS_OK;
}

enum status zstd_frame_writer_put(struct zstd_frame_writer *writer, const void *data, size_t len,
                                  struct error *error)
{
    return push(writer, (struct text){data, len}, ZSTD_e_continue, error);
}

enum status zstd_frame_writer_end(struct zstd_frame_writer *writer, struct error *error)
{
    return push(writer, (struct text){"", 0}, ZSTD_e_end, error);
}

void zstd_frame_writer_free(struct zstd_frame_writer *writer)
{
    ZSTD_freeCCtx(writer->context);
    free(writer->block);
    *writer = (struct zstd_frame_writer){0};
}

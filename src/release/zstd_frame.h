/* One zstd frame (RFC 8878): how ours is written, and what is accepted as one. */
#ifndef RELEASE_ZSTD_FRAME_H
#define RELEASE_ZSTD_FRAME_H

#include "base/file.h"

/* Reading asks for no more than this for back references: what RFC 8878 wants every decoder to
 * have, and what `zstd -19` needs. Ours needs 2 MiB. */
enum { ZSTD_FRAME_WINDOW_LOG = 23 };

/* Does it begin like a zstd frame, or like a skippable one? */
bool zstd_frame_is(struct text bytes);

/* Unpacks exactly one frame, from the first byte of `frame` to the last, into `out`, which starts
 * empty and is empty after a failure. `name` is for messages.
 * STATUS_WRONG: no zstd frame, a skippable or a second one, bytes after it, truncated, damaged, a
 * dictionary, a window above the limit, or more than `max` bytes. The memory in use stays within
 * 2.5 * max and the window. */
enum status zstd_frame_read(const char *name, struct text frame, size_t max, struct buf *out,
                            struct error *error);

/* Writes one frame piece by piece, at level 3, with the size in its header and a checksum. Start it
 * as {0}; after _open one _free, in any case. */
struct zstd_frame_writer {
    struct ZSTD_CCtx_s *context;
    struct file_writer *file; /* not owned */
    void *block;              /* owned: what is on its way to the file */
};
/* `bytes`: how many will be put in all; another number fails in the end. */
enum status zstd_frame_writer_open(struct zstd_frame_writer *writer, struct file_writer *file,
                                   int64_t bytes, struct error *error);
enum status zstd_frame_writer_put(struct zstd_frame_writer *writer, const void *data, size_t len,
                                  struct error *error);
/* The frame is whole; committing the file is the caller's. */
enum status zstd_frame_writer_end(struct zstd_frame_writer *writer, struct error *error);
void zstd_frame_writer_free(struct zstd_frame_writer *writer);

#endif

#include "release/archive.h"

#include "base/file.h"
#include "release/ustar.h"
#include "release/zstd_frame.h"

#include <archive.h>
#include <archive_entry.h>
#include <stdio.h>
#include <string.h>

/* Where libarchive's tar goes: always into the hash, and into a frame where there is one. */
struct sink {
    struct hash_sha256 *hash;
    int64_t bytes;
    struct zstd_frame_writer *frame; /* NULL: the digest alone is wanted */
    enum status status;              /* what stopped it: libarchive knows only that it stopped, and
                                        writes the end blocks all the same when it is freed */
    struct error *error;
};

static la_ssize_t take(struct archive *tar, void *data, const void *bytes, size_t len)
{
    (void)tar;
    struct sink *sink = data;
    if (!sink->status && sink->frame)
        sink->status = zstd_frame_writer_put(sink->frame, bytes, len, sink->error);
    if (sink->status)
        return -1;
    hash_sha256_add(sink->hash, bytes, len);
    sink->bytes += (int64_t)len;
    return (la_ssize_t)len;
}

static enum status stopped(struct archive *tar, struct sink *sink)
{
    if (sink->status)
        return sink->status;
    const char *why = archive_error_string(tar);
    return error_set(sink->error, STATUS_CANNOT, "libarchive: %s", why ? why : "no reason given");
}

/* No buffer of libarchive's own: a header, the file's bytes where they are, the padding. */
static enum status begin_tar(struct archive *tar, struct sink *sink)
{
    if (archive_write_set_format_ustar(tar) != ARCHIVE_OK ||
        archive_write_set_bytes_per_block(tar, 0) != ARCHIVE_OK ||
        archive_write_set_bytes_in_last_block(tar, 1) != ARCHIVE_OK ||
        archive_write_open(tar, sink, NULL, take, NULL) != ARCHIVE_OK)
        return stopped(tar, sink);
    return STATUS_OK;
}

static enum status put_file(struct archive *tar, struct archive_entry *entry,
                            const struct files_item *item, const char *folder, int64_t mtime,
                            struct sink *sink)
{
    char name[USTAR_NAME_MAX + 1];
    snprintf(name, sizeof name, "%s/%s", folder, item->name);
    archive_entry_clear(entry);
    archive_entry_set_pathname(entry, name);
    archive_entry_set_filetype(entry, AE_IFREG);
    archive_entry_set_perm(entry, 0644);
    archive_entry_set_mtime(entry, (time_t)mtime, 0);
    archive_entry_set_size(entry, (la_int64_t)item->data.len);
    if (archive_write_header(tar, entry) != ARCHIVE_OK)
        return stopped(tar, sink);
    if (item->data.len == 0)
        return STATUS_OK;
    la_ssize_t put = archive_write_data(tar, item->data.data, item->data.len);
    return put == (la_ssize_t)item->data.len ? STATUS_OK : stopped(tar, sink);
}

static enum status put_files(const struct files *files, const char *folder, int64_t mtime,
                             struct sink *sink)
{
    struct archive *tar = archive_write_new();
    struct archive_entry *entry = archive_entry_new();
    enum status status = tar && entry ? begin_tar(tar, sink) : error_memory(sink->error);
    for (size_t i = 0; !status && i < files->count; i++)
        status = put_file(tar, entry, &files->items[i], folder, mtime, sink);
    if (!status && archive_write_close(tar) != ARCHIVE_OK)
        status = stopped(tar, sink);
    archive_entry_free(entry);
    archive_write_free(tar);
    return status;
}

static enum status write_tar(const struct files *files, const char *folder, int64_t mtime,
                             struct zstd_frame_writer *frame, struct archive_digest *digest,
                             struct error *error)
{
    struct sink sink = {.hash = hash_sha256_new(), .frame = frame, .error = error};
    enum status status = put_files(files, folder, mtime, &sink);
    if (status) {
        hash_sha256_free(sink.hash);
        return status;
    }
    digest->bytes = sink.bytes;
    return hash_sha256_hex(sink.hash, digest->sha256, error);
}

static enum status check_input(const struct files *files, const char *folder, int64_t mtime,
                               struct error *error)
{
    if (mtime < 0 || mtime > USTAR_NUMBER_MAX)
        return error_set(error, STATUS_WRONG, "%.200s: mtime %lld is nothing that ustar can hold",
                         folder, (long long)mtime);
    return ustar_check_files(files, folder, error);
}

enum status archive_digest_of(const struct files *files, const char *folder, int64_t mtime,
                              struct archive_digest *digest, struct error *error)
{
    enum status status = check_input(files, folder, mtime, error);
    return status ? status : write_tar(files, folder, mtime, NULL, digest, error);
}

static int64_t tar_bytes(const struct files *files)
{
    int64_t blocks = 2;
    for (size_t i = 0; i < files->count; i++)
        blocks += 1 + ((int64_t)files->items[i].data.len + USTAR_BLOCK - 1) / USTAR_BLOCK;
    return blocks * USTAR_BLOCK;
}

static enum status write_frame(const struct files *files, const char *folder, int64_t mtime,
                               struct file_writer *file, struct archive_digest *digest,
                               struct error *error)
{
    struct zstd_frame_writer frame = {0};
    enum status status = zstd_frame_writer_open(&frame, file, tar_bytes(files), error);
    if (!status)
        status = write_tar(files, folder, mtime, &frame, digest, error);
    if (!status)
        status = zstd_frame_writer_end(&frame, error);
    zstd_frame_writer_free(&frame);
    return status;
}

enum status archive_write(const struct files *files, const char *folder, int64_t mtime,
                          const char *path, struct archive_digest *digest, struct error *error)
{
    struct file_writer file;
    enum status status = check_input(files, folder, mtime, error);
    if (!status)
        status = file_writer_open(&file, path, 0644, error);
    if (status)
        return status;
    status = write_frame(files, folder, mtime, &file, digest, error);
    if (!status)
        return file_writer_commit(&file, error);
    file_writer_abandon(&file);
    return status;
}

enum status archive_read(const char *name, struct text given, size_t max, struct buf *unpacked,
                         struct text *tar, struct error *error)
{
    if (zstd_frame_is(given)) {
        enum status status = zstd_frame_read(name, given, max, unpacked, error);
        *tar = buf_text(unpacked);
        return status;
    }
    if (given.len < USTAR_BLOCK || memcmp(given.data + 257, "ustar", 5) != 0)
        return error_set(error, STATUS_WRONG, "%s: neither a zstd frame nor a tar", name);
    if (given.len > max)
        return error_set(error, STATUS_WRONG, "%s: larger than %zu bytes", name, max);
    *tar = given;
    return STATUS_OK;
}

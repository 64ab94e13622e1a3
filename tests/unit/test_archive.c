/* release: the archive that is written, the one form that is accepted, and every refusal. */
#include "base/file.h"
#include "release/archive.h"
#include "release/ustar.h"
#include "release/zstd_frame.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <archive.h>
#include <archive_entry.h>
#include <cmocka.h>
#include <signal.h>
#include <sys/mount.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>
#include <zstd.h>

#define COUNT(array) (sizeof(array) / sizeof(array)[0])
#define FOLDER "asym-1"

enum { LIMIT = 1 << 26 };
static const int64_t MTIME = 1793491200; /* 2026-11-01, octal 015271500400 */

/* ---- helpers ---- */

static char *folder_new(void)
{
    const char *base = getenv("TMPDIR");
    char *folder = file_join(base ? base : "/tmp", "test_archive.XXXXXX");
    assert_non_null(folder);
    assert_non_null(mkdtemp(folder));
    return folder;
}

static void folder_free(char *folder)
{
    char command[512];
    snprintf(command, sizeof command, "rm -rf '%s'", folder);
    assert_int_equal(system(command), 0);
    free(folder);
}

/* How many entries there are, temporary files counted. */
static size_t folder_count(const char *folder)
{
    char command[512], answer[32] = "";
    snprintf(command, sizeof command, "ls -A '%s' | wc -l", folder);
    FILE *pipe = popen(command, "r");
    assert_non_null(pipe);
    assert_non_null(fgets(answer, sizeof answer, pipe));
    pclose(pipe);
    return strtoul(answer, NULL, 10);
}

/* Runs a command in the folder; what it prints, and whether it ends well. */
static int run(const char *folder, const char *what, char *printed, size_t size)
{
    char command[2048];
    snprintf(command, sizeof command, "cd '%s' && { %s; } 2>&1", folder, what);
    FILE *pipe = popen(command, "r");
    assert_non_null(pipe);
    size_t len = fread(printed, 1, size - 1, pipe);
    printed[len] = '\0';
    return pclose(pipe);
}

static void add(struct files *files, const char *name, const char *data, size_t len)
{
    struct error error = {0};
    assert_int_equal(files_add_view(files, name, (struct text){data, len}, &error), STATUS_OK);
}

static void assert_same_files(const struct files *a, const struct files *b)
{
    assert_int_equal(a->count, b->count);
    for (size_t i = 0; i < a->count; i++) {
        assert_string_equal(a->items[i].name, b->items[i].name);
        assert_true(text_same(a->items[i].data, b->items[i].data));
    }
}

static bool same_files(const struct files *a, const struct files *b)
{
    bool same = a->count == b->count;
    for (size_t i = 0; same && i < a->count; i++)
        same = strcmp(a->items[i].name, b->items[i].name) == 0 &&
               text_same(a->items[i].data, b->items[i].data);
    return same;
}

/* Three files: the headers are at 0, 1024 and 1536, the end at 3072. */
enum { SECOND = 1024, THIRD = 1536, END = 3072, SMALL = 4096 };

static struct files small_files(void)
{
    static const char six_hundred[601] = {0};
    struct files files = {0};
    add(&files, "a", "hi\n", 3);
    add(&files, "b/c", "", 0);
    add(&files, "d", six_hundred, 600);
    return files;
}

static void write_archive(const struct files *files, const char *path,
                          struct archive_digest *digest)
{
    struct error error = {0};
    enum status status = archive_write(files, FOLDER, MTIME, path, digest, &error);
    assert_string_equal(error.text, "");
    assert_int_equal(status, STATUS_OK);
}

/* The compressed bytes of an archive of these files. */
static struct buf archive_of(const struct files *files)
{
    struct error error = {0};
    struct archive_digest digest;
    struct buf bytes = {0};
    char *folder = folder_new(), *path = file_join(folder, "x.tar.zst");
    write_archive(files, path, &digest);
    assert_int_equal(file_read(path, LIMIT, &bytes, &error), STATUS_OK);
    free(path);
    folder_free(folder);
    return bytes;
}

static struct buf tar_of(const struct files *files)
{
    struct error error = {0};
    struct buf compressed = archive_of(files), tar = {0};
    struct text view;
    assert_int_equal(archive_read("x", (struct text){compressed.data, compressed.len}, LIMIT, &tar,
                                  &view, &error),
                     STATUS_OK);
    assert_ptr_equal(view.data, tar.data);
    buf_free(&compressed);
    return tar;
}

static struct buf small_tar(void)
{
    struct files files = small_files();
    struct buf tar = tar_of(&files);
    assert_int_equal(tar.len, SMALL);
    files_free(&files);
    return tar;
}

static void assert_accepted(const struct buf *tar, const struct files *expected)
{
    struct error error = {0};
    struct files found = {0};
    enum status status =
        ustar_check("x.tar", (struct text){tar->data, tar->len}, FOLDER, MTIME, &found, &error);
    assert_string_equal(error.text, "");
    assert_int_equal(status, STATUS_OK);
    assert_same_files(&found, expected);
    files_free(&found);
}

/* Checked in a block of just its size, so that the sanitizer sees a byte too far. */
static enum status check_exact(const struct buf *tar, const char *folder, int64_t mtime,
                               struct error *error)
{
    struct files found = {0};
    char *copy = malloc(tar->len ? tar->len : 1);
    assert_non_null(copy);
    if (tar->len)
        memcpy(copy, tar->data, tar->len);
    enum status status =
        ustar_check("x.tar", (struct text){copy, tar->len}, folder, mtime, &found, error);
    if (status)
        assert_null(found.items);
    files_free(&found);
    free(copy);
    return status;
}

static void assert_refused(const struct buf *tar, const char *message)
{
    struct error error = {0};
    enum status status = check_exact(tar, FOLDER, MTIME, &error);
    assert_string_equal(error.text, message);
    assert_int_equal(status, STATUS_WRONG);
}

static void fix_checksum(char *header)
{
    unsigned sum = 0;
    memset(header + 148, ' ', 8);
    for (int i = 0; i < 512; i++)
        sum += (unsigned char)header[i];
    snprintf(header + 148, 7, "%06o", sum);
}

/* A tar made here, byte for byte, without libarchive and without the code under test. */
static void put_member(struct buf *tar, const char *name, const char *data, size_t len)
{
    static const char zeros[512];
    char header[512] = {0};
    snprintf(header, 100, "%s", name);
    memcpy(header + 100, "000644 ", 7);
    memcpy(header + 108, "000000 ", 7);
    memcpy(header + 116, "000000 ", 7);
    snprintf(header + 124, 25, "%011zo %011llo ", len, (unsigned long long)MTIME);
    header[156] = '0';
    memcpy(header + 257, "ustar\00000", 8);
    memcpy(header + 329, "000000 ", 7);
    memcpy(header + 337, "000000 ", 7);
    fix_checksum(header);
    buf_put(tar, header, sizeof header);
    buf_put(tar, data, len);
    buf_put(tar, zeros, (512 - len % 512) % 512);
}

static void put_end(struct buf *tar)
{
    static const char zeros[1024];
    buf_put(tar, zeros, sizeof zeros);
}

/* ---- writing ---- */

static void test_known_bytes(void **state)
{
    (void)state;
    struct files files = small_files();
    struct buf tar = tar_of(&files), expected = {0};
    put_member(&expected, FOLDER "/a", files.items[0].data.data, files.items[0].data.len);
    put_member(&expected, FOLDER "/b/c", "", 0);
    put_member(&expected, FOLDER "/d", files.items[2].data.data, files.items[2].data.len);
    put_end(&expected);
    assert_int_equal(tar.len, expected.len);
    assert_memory_equal(tar.data, expected.data, tar.len);
    buf_free(&tar);
    buf_free(&expected);
    files_free(&files);
}

/* Sizes around a block, a file larger than any buffer on the way, the longest name, and an order in
 * which '+', '-' and '.' come before '/'. */
static struct files many_files(char *large, size_t len)
{
    uint32_t random = 1;
    for (size_t i = 0; i < len; i++) {
        random = random * 1664525u + 1013904223u;
        large[i] = (char)(random >> 24);
    }
    struct files files = {0};
    char longest[100];
    memset(longest, 'n', sizeof longest);
    longest[sizeof longest - 1 - strlen(FOLDER "/")] = '\0';
    add(&files, longest, "x", 1);
    add(&files, "one", large, 1);
    add(&files, "empty", "", 0);
    add(&files, "s/511", large, 511);
    add(&files, "s/512", large, 512);
    add(&files, "s/513", large, 513);
    add(&files, "s-t", "-", 1);
    add(&files, "s.t", ".", 1);
    add(&files, "s+t", "+", 1);
    add(&files, "S+t_/U", "_", 1);
    add(&files, "large", large, len);
    return files;
}

static void test_round_trip(void **state)
{
    (void)state;
    size_t len = 3 << 20;
    char *large = malloc(len), *folder = folder_new(), *path = file_join(folder, "x.tar.zst");
    assert_non_null(large);
    struct files files = many_files(large, len);
    struct error error = {0};
    struct archive_digest alone, written;
    struct buf compressed = {0}, tar = {0};
    struct text view;
    assert_int_equal(archive_digest_of(&files, FOLDER, MTIME, &alone, &error), STATUS_OK);
    write_archive(&files, path, &written);
    assert_string_equal(alone.sha256, written.sha256);
    assert_int_equal(alone.bytes, written.bytes);

    struct stat info;
    assert_int_equal(stat(path, &info), 0);
    assert_int_equal(info.st_mode & 07777, 0644);
    assert_int_equal(folder_count(folder), 1);

    assert_int_equal(file_read(path, LIMIT, &compressed, &error), STATUS_OK);
    assert_int_equal(archive_read("x", (struct text){compressed.data, compressed.len}, LIMIT, &tar,
                                  &view, &error),
                     STATUS_OK);
    assert_int_equal(view.len, written.bytes);
    char hex[SHA256_HEX + 1];
    assert_int_equal(hash_sha256_of(view.data, view.len, hex, &error), STATUS_OK);
    assert_string_equal(hex, written.sha256);
    assert_accepted(&tar, &files);

    buf_free(&compressed);
    buf_free(&tar);
    files_free(&files);
    free(path);
    free(large);
    folder_free(folder);
}

/* A plain tar is a view of what was given. */
static void test_plain_tar(void **state)
{
    (void)state;
    struct error error = {0};
    struct buf tar = small_tar(), unpacked = {0};
    struct text view, given = {tar.data, tar.len};
    assert_int_equal(archive_read("x.tar", given, tar.len, &unpacked, &view, &error), STATUS_OK);
    assert_ptr_equal(view.data, tar.data);
    assert_int_equal(view.len, tar.len);
    assert_null(unpacked.data);
    assert_int_equal(archive_read("x.tar", given, tar.len - 1, &unpacked, &view, &error),
                     STATUS_WRONG);
    assert_string_equal(error.text, "x.tar: larger than 4095 bytes");
    given.len = 511;
    assert_int_equal(archive_read("x.tar", given, LIMIT, &unpacked, &view, &error), STATUS_WRONG);
    assert_string_equal(error.text, "x.tar: neither a zstd frame nor a tar");
    buf_free(&tar);
}

/* Folder and mtime are taken from the first file where the caller does not know them. */
static void test_unknown_folder(void **state)
{
    (void)state;
    struct error error = {0};
    struct files files = small_files();
    struct buf tar = tar_of(&files);
    struct files found = {0};
    struct text view = {tar.data, tar.len};
    assert_int_equal(ustar_check("x", view, NULL, -1, &found, &error), STATUS_OK);
    assert_same_files(&found, &files);
    files_free(&found);
    assert_int_equal(ustar_check("x", view, "asym-2", -1, &found, &error), STATUS_WRONG);
    assert_string_equal(error.text, "x: asym-1/a: outside the folder asym-2");
    assert_int_equal(ustar_check("x", view, NULL, MTIME + 1, &found, &error), STATUS_WRONG);
    assert_string_equal(error.text, "x: asym-1/a: mtime '15271500400 ', expected '15271500401 '");

    tar.data[SECOND + 136 + 10] = '1'; /* the second file's last digit */
    fix_checksum(tar.data + SECOND);
    assert_int_equal(ustar_check("x", view, NULL, -1, &found, &error), STATUS_WRONG);
    assert_string_equal(error.text, "x: asym-1/b/c: mtime '15271500401 ', expected '15271500400 '");
    tar.data[136] = ' ';
    fix_checksum(tar.data);
    assert_int_equal(ustar_check("x", view, NULL, -1, &found, &error), STATUS_WRONG);
    assert_string_equal(error.text, "x: asym-1/a: mtime ' 5271500400 ', expected 11 octal digits "
                                    "and a space");
    buf_free(&tar);
    files_free(&files);
}

static void assert_not_written(const char *folder, int64_t mtime, struct files *files,
                               const char *message)
{
    struct error error = {0};
    struct archive_digest digest;
    char *place = folder_new(), *path = file_join(place, "x.tar.zst");
    assert_int_equal(archive_digest_of(files, folder, mtime, &digest, &error), STATUS_WRONG);
    assert_string_equal(error.text, message);
    assert_int_equal(archive_write(files, folder, mtime, path, &digest, &error), STATUS_WRONG);
    assert_string_equal(error.text, message);
    assert_int_equal(folder_count(place), 0);
    files_free(files);
    free(path);
    folder_free(place);
}

static void assert_names_not_written(const char *first, const char *second, const char *message)
{
    struct files files = {0};
    add(&files, first, "", 0);
    if (second)
        add(&files, second, "", 0);
    assert_not_written(FOLDER, MTIME, &files, message);
}

static void test_not_written(void **state)
{
    (void)state;
    struct files files = {0};
    assert_not_written(FOLDER, MTIME, &files, "asym-1: no file to put into an archive");
    files = small_files();
    assert_not_written("asym/1", MTIME, &files,
                       "the archive's folder 'asym/1': a byte 0x2f in a name, expected A-Z a-z 0-9 "
                       ". _ + - only");
    files = small_files();
    assert_not_written("..", MTIME, &files, "the archive's folder '..': a '..' in a name");
    files = small_files();
    assert_not_written(FOLDER, -1, &files, "asym-1: mtime -1 is nothing that ustar can hold");
    files = small_files();
    assert_not_written(FOLDER, USTAR_NUMBER_MAX + 1, &files,
                       "asym-1: mtime 8589934592 is nothing that ustar can hold");

    assert_names_not_written("../x", NULL, "asym-1/../x: a '..' in a name");
    assert_names_not_written("", NULL, "asym-1/: an empty part in a name");
    assert_names_not_written("a b", NULL,
                             "asym-1/a b: a byte 0x20 in a name, expected A-Z a-z 0-9 . _ + - "
                             "only");
    assert_names_not_written("Readme", "README",
                             "asym-1/README: differs only by case from "
                             "asym-1/Readme");
    assert_names_not_written("A/x", "a/y",
                             "asym-1/A/x: its folder differs only by case from that of asym-1/a/y");
    assert_names_not_written("a", "a/b", "asym-1/a: a file, and a folder too (asym-1/a/b)");
    char name[94];
    memset(name, 'n', sizeof name);
    name[93] = '\0';
    char message[256];
    snprintf(message, sizeof message, "asym-1/%s: a name of 100 bytes, expected at most 99", name);
    assert_names_not_written(name, NULL, message);
}

/* Names that look alike and are not. */
static void test_names_apart(void **state)
{
    (void)state;
    struct error error = {0};
    struct files files = {0};
    add(&files, "a", "", 0);
    add(&files, "a-b", "", 0);
    add(&files, "ab/c", "", 0);
    add(&files, "AB.c", "", 0);
    add(&files, "b/Cd", "", 0);
    add(&files, "b/ce", "", 0);
    enum status status = ustar_check_files(&files, FOLDER, &error);
    assert_string_equal(error.text, "");
    assert_int_equal(status, STATUS_OK);
    /* in bytewise order "a-b" stands between the two that meet */
    add(&files, "a/c", "", 0);
    assert_int_equal(ustar_check_files(&files, FOLDER, &error), STATUS_WRONG);
    assert_string_equal(error.text, "asym-1/a: a file, and a folder too (asym-1/a/c)");
    files_free(&files);
}

/* ---- other programs ---- */

static bool have_gnu_tar(void)
{
    if (system("tar --version 2>/dev/null | grep -q 'GNU tar'") == 0)
        return true;
    print_message("no GNU tar here: not tested against it\n");
    return false;
}

static void test_gnu_tar_reads(void **state)
{
    (void)state;
    if (!have_gnu_tar())
        skip();
    struct error error = {0};
    char printed[4096], *large = malloc(1 << 16), *folder = folder_new();
    char *path = file_join(folder, "x.tar"), *out = file_join(folder, "out/" FOLDER);
    assert_non_null(large);
    struct files files = many_files(large, 1 << 16), found = {0};
    struct buf tar = tar_of(&files);
    assert_int_equal(file_write(path, (struct text){tar.data, tar.len}, 0644, &error), STATUS_OK);

    assert_int_equal(run(folder, "TZ=UTC0 tar -tvf x.tar | head -n 1", printed, sizeof printed), 0);
    assert_string_equal(printed,
                        "-rw-r--r-- 0/0               1 2026-11-01 00:00 " FOLDER "/S+t_/U\n");
    assert_int_equal(run(folder, "mkdir out && tar -C out -xf x.tar", printed, sizeof printed), 0);
    assert_string_equal(printed, "");
    assert_int_equal(file_walk(out, "", FILE_TAKE_HIDDEN, LIMIT, &found, &error), STATUS_OK);
    assert_same_files(&found, &files);

    files_free(&found);
    files_free(&files);
    buf_free(&tar);
    free(path);
    free(out);
    free(large);
    folder_free(folder);
}

static void assert_gnu_refused(const char *folder, const char *options, const char *message)
{
    struct error error = {0};
    struct buf tar = {0};
    char command[1024], printed[4096], *path = file_join(folder, "g.tar");
    snprintf(command, sizeof command,
             "tar --owner=0 --group=0 --numeric-owner --mtime=@%lld --mode=0644 -cf g.tar %s",
             (long long)MTIME, options);
    assert_int_equal(run(folder, command, printed, sizeof printed), 0);
    assert_string_equal(printed, "");
    assert_int_equal(file_read(path, LIMIT, &tar, &error), STATUS_OK);
    assert_refused(&tar, message);
    buf_free(&tar);
    free(path);
}

/* What GNU tar makes is always refused, however near it comes: it spells mode, uid and gid with
 * seven digits where libarchive has six and a space. */
static void test_gnu_tar_writes(void **state)
{
    (void)state;
    if (!have_gnu_tar())
        skip();
    char printed[4096], *folder = folder_new();
    assert_int_equal(run(folder,
                         "mkdir -p asym-1/b && echo hi >asym-1/a && echo ho >asym-1/b/c && "
                         "ln -s a asym-1/s && truncate -s 1M asym-1/sparse",
                         printed, sizeof printed),
                     0);
    assert_gnu_refused(folder, "--format=ustar -b1 asym-1/a asym-1/b/c",
                       "x.tar: asym-1/a: mode '0000644', expected '000644 '");
    assert_gnu_refused(folder, "--format=ustar -b1 --sort=name asym-1",
                       "x.tar: asym-1/: a folder, expected regular files only");
    assert_gnu_refused(folder, "--format=ustar asym-1/s",
                       "x.tar: asym-1/s: a symbolic link, expected regular files only");
    assert_gnu_refused(folder, "--format=gnu asym-1/a",
                       "x.tar: asym-1/a: magic 'ustar ', expected 'ustar'");
    assert_gnu_refused(folder, "--format=gnu --sparse asym-1/sparse",
                       "x.tar: asym-1/sparse: a GNU sparse file, expected regular files only");
    assert_gnu_refused(folder, "--format=pax --pax-option=globexthdr.name=g,comment=x asym-1/a",
                       "x.tar: g: a pax global header, expected regular files only");
    assert_gnu_refused(folder, "--format=pax --pax-option=exthdr.name=h,comment:=x asym-1/a",
                       "x.tar: h: a pax header, expected regular files only");
    folder_free(folder);
}

/* libarchive reads the .tar.zst on its own, as bsdtar would. */
static void test_libarchive_reads(void **state)
{
    (void)state;
    struct files files = small_files();
    struct buf bytes = archive_of(&files);
    struct archive *reader = archive_read_new();
    struct archive_entry *entry;
    archive_read_support_filter_zstd(reader);
    archive_read_support_format_tar(reader);
    assert_int_equal(archive_read_open_memory(reader, bytes.data, bytes.len), ARCHIVE_OK);
    for (size_t i = 0; i < files.count; i++) {
        char name[128], data[1024];
        snprintf(name, sizeof name, FOLDER "/%s", files.items[i].name);
        assert_int_equal(archive_read_next_header(reader, &entry), ARCHIVE_OK);
        assert_string_equal(archive_entry_pathname(entry), name);
        assert_int_equal(archive_entry_filetype(entry), AE_IFREG);
        assert_int_equal(archive_entry_perm(entry), 0644);
        assert_int_equal(archive_entry_mtime(entry), MTIME);
        assert_int_equal(archive_read_data(reader, data, sizeof data), files.items[i].data.len);
        assert_memory_equal(data, files.items[i].data.data, files.items[i].data.len);
    }
    assert_int_equal(archive_read_next_header(reader, &entry), ARCHIVE_EOF);
    assert_int_equal(archive_filter_count(reader), 2);
    archive_read_free(reader);
    buf_free(&bytes);
    files_free(&files);
}

/* ---- refusals of a tar ---- */

#define ONLY ", expected A-Z a-z 0-9 . _ + - only"
#define REGULAR ", expected regular files only"
#define HUNDRED                                                                                    \
    "asym-1/789012345678901234567890123456789012345678901234567890123456789012345678901234567890"  \
    "123456789"

/* One field of one header changed; the checksum is mended. */
static const struct {
    size_t at;
    const char *bytes;
    size_t len;
    const char *message;
} edits[] = {
#define EDIT(at, bytes, message)                                                                   \
    {                                                                                              \
        at, bytes, sizeof bytes - 1, "x.tar: " message                                             \
    }
    EDIT(0, "asym-1/../x", "asym-1/../x: a '..' in a name"),
    EDIT(0, "../asym-1/x", "../asym-1/x: a '..' in a name"),
    EDIT(0, "asym-1/./x", "asym-1/./x: a '.' in a name"),
    EDIT(0, "asym-1/x/..", "asym-1/x/..: a '..' in a name"),
    EDIT(0, "/asym-1/a", "/asym-1/a: an absolute name"),
    EDIT(0, "asym-1//a", "asym-1//a: an empty part in a name"),
    EDIT(0, "asym-1/a/", "asym-1/a/: an empty part in a name"),
    EDIT(0, "asym-1/a b", "asym-1/a b: a byte 0x20 in a name" ONLY),
    EDIT(0, "asym-1/a\n", "asym-1/a?: a byte 0x0a in a name" ONLY),
    EDIT(0, "asym-1/\xc3\xa4", "asym-1/??: a byte 0xc3 in a name" ONLY),
    EDIT(0, "asym-1\\a", "asym-1\\a: a byte 0x5c in a name" ONLY),
    EDIT(0, "asym-1/a\0garbage", "asym-1/a: bytes after the NUL that ends the name"),
    EDIT(0, "asym-1/a\0..", "asym-1/a: bytes after the NUL that ends the name"),
    EDIT(0, "\0\0\0\0\0\0\0\0", "offset 0: an empty part in a name"),
    EDIT(0, HUNDRED, HUNDRED ": a name of 100 bytes, expected at most 99"),
    EDIT(0, "asym-1\0\0", "asym-1: not in a folder"),
    EDIT(0, "asym-2/a", "asym-2/a: outside the folder asym-1"),
    EDIT(0, "asym-12/a", "asym-12/a: outside the folder asym-1"),
    EDIT(SECOND, "asym-1/a\0\0", "asym-1/a: twice in the archive"),
    EDIT(SECOND, "asym-1/Z\0\0", "asym-1/Z: after asym-1/a, expected bytewise order"),
    EDIT(SECOND, "asym-1/a/x", "asym-1/a: a file, and a folder too (asym-1/a/x)"),
    EDIT(0, "asym-1/D", "asym-1/D: differs only by case from asym-1/d"),
    EDIT(0, "asym-1/B/a", "asym-1/B/a: its folder differs only by case from that of asym-1/b/c"),
    EDIT(0, "asym-1/B", "asym-1/B: a file, and a folder too (asym-1/b/c)"),
    EDIT(100, "000755 ", "asym-1/a: mode '000755 ', expected '000644 '"),
    EDIT(100, "0000644", "asym-1/a: mode '0000644', expected '000644 '"),
    EDIT(108, "001750 ", "asym-1/a: uid '001750 ', expected '000000 '"),
    EDIT(116, "001750 ", "asym-1/a: gid '001750 ', expected '000000 '"),
    EDIT(124, "\x80\0\0\0\0\0\0\0\0\0\0\x03",
         "asym-1/a: size '???????????\?', expected 11 octal digits and a space"),
    EDIT(124, "          3 ",
         "asym-1/a: size '          3 ', expected 11 octal digits and a space"),
    EDIT(124, "00000000003\0",
         "asym-1/a: size '00000000003', expected 11 octal digits and a space"),
    EDIT(124, "-0000000003", "asym-1/a: size '-0000000003 ', expected 11 octal digits and a space"),
    EDIT(124, "00000000008", "asym-1/a: size '00000000008 ', expected 11 octal digits and a space"),
    EDIT(124, "77777777777", "asym-1/a: 8589934591 bytes, but the archive ends after 3584"),
    EDIT(124, "00000007001", "asym-1/a: 3585 bytes, but the archive ends after 3584"),
    EDIT(124, "00000000002", "asym-1/a: padding after the file that is not zero"),
    EDIT(136, "15271500401", "asym-1/a: mtime '15271500401 ', expected '15271500400 '"),
    EDIT(136, "15271500400\0", "asym-1/a: mtime '15271500400', expected '15271500400 '"),
    EDIT(156, "\0", "asym-1/a: an old-style file (type NUL)" REGULAR),
    EDIT(156, "1", "asym-1/a: a hard link" REGULAR),
    EDIT(156, "2", "asym-1/a: a symbolic link" REGULAR),
    EDIT(156, "3", "asym-1/a: a character device" REGULAR),
    EDIT(156, "4", "asym-1/a: a block device" REGULAR),
    EDIT(156, "5", "asym-1/a: a folder" REGULAR),
    EDIT(156, "6", "asym-1/a: a fifo" REGULAR),
    EDIT(156, "7", "asym-1/a: type 0x37" REGULAR),
    EDIT(156, "x", "asym-1/a: a pax header" REGULAR),
    EDIT(156, "g", "asym-1/a: a pax global header" REGULAR),
    EDIT(156, "L", "asym-1/a: a GNU long name" REGULAR),
    EDIT(156, "K", "asym-1/a: a GNU long link name" REGULAR),
    EDIT(156, "S", "asym-1/a: a GNU sparse file" REGULAR),
    EDIT(156, "\xff", "asym-1/a: type 0xff" REGULAR),
    EDIT(157, "x", "asym-1/a: link name 'x', expected ''"),
    EDIT(257, "ustar ", "asym-1/a: magic 'ustar ', expected 'ustar'"),
    EDIT(257, "\0\0\0\0\0\0", "asym-1/a: magic '', expected 'ustar'"),
    EDIT(263, " \0", "asym-1/a: version ' ', expected '00'"),
    EDIT(265, "root", "asym-1/a: owner name 'root', expected ''"),
    EDIT(297, "root", "asym-1/a: group name 'root', expected ''"),
    EDIT(329, "000001 ", "asym-1/a: devmajor '000001 ', expected '000000 '"),
    EDIT(329, "\0\0\0\0\0\0\0", "asym-1/a: devmajor '', expected '000000 '"),
    EDIT(337, "000001 ", "asym-1/a: devminor '000001 ', expected '000000 '"),
    EDIT(345, "p", "asym-1/a: prefix 'p', expected ''"),
    EDIT(500, "x", "asym-1/a: end of the header 'x', expected ''"),
    EDIT(511, "\x01", "asym-1/a: end of the header '???????????\?', expected ''"),
#undef EDIT
};

static void test_headers_refused(void **state)
{
    (void)state;
    struct buf original = small_tar();
    for (size_t i = 0; i < COUNT(edits); i++) {
        struct buf tar = {0};
        buf_put(&tar, original.data, original.len);
        memcpy(tar.data + edits[i].at, edits[i].bytes, edits[i].len);
        fix_checksum(tar.data + edits[i].at / 512 * 512);
        assert_refused(&tar, edits[i].message);
        buf_free(&tar);
    }
    buf_free(&original);
}

static void test_checksum_refused(void **state)
{
    (void)state;
    struct buf tar = small_tar();
    char right[9] = {0}, message[256];
    memcpy(right, tar.data + 148, 8);

    tar.data[100] = '1';
    snprintf(message, sizeof message, "x.tar: asym-1/a: checksum '%s? ', expected '%06lo? '", right,
             strtoul(right, NULL, 8) + 1);
    assert_refused(&tar, message);

    tar.data[100] = '0';
    memcpy(tar.data + 148 + 6, " \0", 2); /* as some old tars have it */
    snprintf(message, sizeof message, "x.tar: asym-1/a: checksum '%s ', expected '%s? '", right,
             right);
    assert_refused(&tar, message);
    buf_free(&tar);
}

/* The archive cut at every length: never accepted, never read too far. */
static void test_truncated(void **state)
{
    (void)state;
    struct buf tar = small_tar();
    for (tar.len = 0; tar.len < SMALL; tar.len++) {
        struct error error = {0};
        assert_int_equal(check_exact(&tar, FOLDER, MTIME, &error), STATUS_WRONG);
    }
    static const struct {
        size_t len;
        const char *message;
    } cuts[] = {
        {0, "x.tar: ends without the two zero blocks"},
        {511, "x.tar: offset 0: 511 bytes, expected a header"},
        {512, "x.tar: asym-1/a: 3 bytes, but the archive ends after 0"},
        {1023, "x.tar: asym-1/a: the archive ends in the padding after the file"},
        {1024, "x.tar: ends without the two zero blocks"},
        {END, "x.tar: ends without the two zero blocks"},
        {END + 1, "x.tar: offset 3072: 1 bytes, expected a header"},
        {END + 512, "x.tar: only one zero block at the end, expected two"},
        {SMALL - 1, "x.tar: offset 3072: a zero block in the middle"},
    };
    for (size_t i = 0; i < COUNT(cuts); i++) {
        tar.len = cuts[i].len;
        assert_refused(&tar, cuts[i].message);
    }
    buf_free(&tar);
}

static void test_ends_refused(void **state)
{
    (void)state;
    struct buf original = small_tar(), tar = {0};
    buf_put(&tar, original.data, original.len);
    buf_put(&tar, "\0", 1);
    assert_refused(&tar, "x.tar: 1 bytes after the two zero blocks at the end");
    tar.len = SMALL;
    buf_put(&tar, original.data, original.len);
    assert_refused(&tar, "x.tar: 4096 bytes after the two zero blocks at the end");
    tar.len = SMALL;
    put_end(&tar); /* zeros up to a larger block, as tar does without -b1 */
    assert_refused(&tar, "x.tar: 1024 bytes after the two zero blocks at the end");
    tar.len = END + 512;
    buf_put(&tar, original.data + SECOND, original.len - SECOND);
    assert_refused(&tar, "x.tar: offset 3072: a zero block in the middle");
    tar.len = 0;
    put_end(&tar);
    assert_refused(&tar, "x.tar: no file in the archive");
    buf_free(&tar);
    buf_free(&original);
}

/* The one folder that a file may be in is known by name even where any will do. */
static void test_folder_refused(void **state)
{
    (void)state;
    static const struct {
        const char *first, *second, *message;
    } cases[] = {
        {"a", "b", "x.tar: a: not in a folder"},
        {"a/x", "b/x", "x.tar: b/x: outside the folder a"},
        {"a/x", "a.x", "x.tar: a.x: not in a folder"},
        {"a/x/y", "a/x-y", "x.tar: a/x-y: after a/x/y, expected bytewise order"},
        {"A/x", "a/x", "x.tar: a/x: outside the folder A"},
    };
    for (size_t i = 0; i < COUNT(cases); i++) {
        struct error error = {0};
        struct buf tar = {0};
        put_member(&tar, cases[i].first, "", 0);
        put_member(&tar, cases[i].second, "", 0);
        put_end(&tar);
        assert_int_equal(check_exact(&tar, NULL, -1, &error), STATUS_WRONG);
        assert_string_equal(error.text, cases[i].message);
        buf_free(&tar);
    }
}

/* ---- refusals of a frame ---- */

static struct buf frame_of(struct text data)
{
    struct buf frame = {0};
    size_t bound = ZSTD_compressBound(data.len);
    buf_reserve(&frame, bound);
    assert_false(frame.failed);
    frame.len = ZSTD_compress(frame.data, bound, data.data, data.len, 3);
    assert_false(ZSTD_isError(frame.len));
    return frame;
}

static void assert_frame_refused(const void *data, size_t len, size_t max, const char *message)
{
    struct error error = {0};
    struct buf out = {0};
    char *copy = malloc(len ? len : 1);
    assert_non_null(copy);
    if (len)
        memcpy(copy, data, len);
    enum status status = zstd_frame_read("x.zst", (struct text){copy, len}, max, &out, &error);
    assert_string_equal(error.text, message);
    assert_int_equal(status, STATUS_WRONG);
    assert_null(out.data);
    free(copy);
}

#define SKIPPABLE "\x50\x2a\x4d\x18\1\0\0\0x"

static void test_frames_refused(void **state)
{
    (void)state;
    struct text hello = text_of("hello hello hello hello hello hello");
    struct buf frame = frame_of(hello), more = {0};
    assert_frame_refused("", 0, LIMIT, "x.zst: not zstd, expected one zstd frame");
    assert_frame_refused("\x1f\x8b\x08\0\0\0\0\0", 8, LIMIT,
                         "x.zst: not zstd, expected one zstd frame");
    assert_frame_refused(SKIPPABLE, 9, LIMIT, "x.zst: a skippable frame, expected one zstd frame");
    assert_frame_refused(frame.data, 4, LIMIT,
                         "x.zst: the zstd frame's header is truncated or damaged");
    assert_frame_refused(frame.data, frame.len - 1, LIMIT, "x.zst: the zstd frame is truncated");
    assert_frame_refused(frame.data, frame.len, hello.len - 1,
                         "x.zst: unpacks to more than 34 bytes");

    char message[128];
    snprintf(message, sizeof message, "x.zst: bytes after the zstd frame, at offset %zu",
             frame.len);
    buf_put(&more, frame.data, frame.len);
    buf_put(&more, "\n", 1);
    assert_frame_refused(more.data, more.len, LIMIT, message);
    snprintf(message, sizeof message,
             "x.zst: another zstd frame after the zstd frame, at offset %zu", frame.len);
    more.len = frame.len;
    buf_put(&more, frame.data, frame.len);
    assert_frame_refused(more.data, more.len, LIMIT, message);
    snprintf(message, sizeof message,
             "x.zst: a skippable frame after the zstd frame, at offset %zu", frame.len);
    more.len = frame.len;
    buf_put(&more, SKIPPABLE, 9);
    assert_frame_refused(more.data, more.len, LIMIT, message);
    buf_free(&more);
    buf_free(&frame);
}

/* Frames written by hand after RFC 8878: the header, and one empty raw block, the last one. */
#define FRAME(header) "\x28\xb5\x2f\xfd" header "\1\0\0"
#define FRAME_LEN(header) (4 + sizeof header - 1 + 3)

static void test_frame_headers(void **state)
{
    (void)state;
    struct error error = {0};
    struct buf out = {0};
    assert_frame_refused(FRAME("\1\x58\7"), FRAME_LEN("\1\x58\7"), LIMIT,
                         "x.zst: needs the zstd dictionary 7");
    assert_frame_refused(FRAME("\0\x70"), FRAME_LEN("\0\x70"), LIMIT,
                         "x.zst: needs a zstd window above 8 MiB");
    assert_frame_refused(FRAME("\0\x69"), FRAME_LEN("\0\x69"), LIMIT,
                         "x.zst: needs a zstd window above 8 MiB");
    assert_frame_refused(FRAME("\x08\x58"), FRAME_LEN("\x08\x58"), LIMIT,
                         "x.zst: the zstd frame's header is truncated or damaged");
    assert_int_equal(zstd_frame_read("x", (struct text){FRAME("\0\x68"), FRAME_LEN("\0\x68")},
                                     LIMIT, &out, &error),
                     STATUS_OK);
    assert_int_equal(out.len, 0);
    buf_free(&out);
}

/* 1 GiB of zeros in a few kilobytes, with and without its size in the header. */
static struct buf bomb(bool sized)
{
    enum { PIECE = 1 << 20, PIECES = 1024 };
    char *zeros = calloc(1, PIECE), *block = malloc(ZSTD_CStreamOutSize());
    ZSTD_CCtx *context = ZSTD_createCCtx();
    assert_true(zeros && block && context);
    if (sized)
        ZSTD_CCtx_setPledgedSrcSize(context, (unsigned long long)PIECE * PIECES);
    struct buf frame = {0};
    for (int i = 0; i <= PIECES; i++) {
        bool end = i == PIECES;
        ZSTD_inBuffer in = {zeros, end ? 0 : PIECE, 0};
        size_t left;
        do {
            ZSTD_outBuffer out = {block, ZSTD_CStreamOutSize(), 0};
            left = ZSTD_compressStream2(context, &out, &in, end ? ZSTD_e_end : ZSTD_e_continue);
            assert_false(ZSTD_isError(left));
            buf_put(&frame, block, out.pos);
        } while (end ? left != 0 : in.pos < in.size);
    }
    ZSTD_freeCCtx(context);
    free(zeros);
    free(block);
    assert_true(frame.len < 1 << 18);
    return frame;
}

static void test_bombs(void **state)
{
    (void)state;
    struct buf sized = bomb(true), unsized = bomb(false);
    struct rusage before, after;
    getrusage(RUSAGE_SELF, &before);
    clock_t start = clock();
    assert_frame_refused(sized.data, sized.len, LIMIT,
                         "x.zst: unpacks to more than 67108864 bytes");
    assert_frame_refused(unsized.data, unsized.len, 1 << 24,
                         "x.zst: unpacks to more than 16777216 bytes");
    assert_true(clock() - start < 2 * CLOCKS_PER_SEC);
    getrusage(RUSAGE_SELF, &after);
    assert_true(after.ru_maxrss - before.ru_maxrss < 96 * 1024); /* KiB; the sanitizer keeps much */
    buf_free(&sized);
    buf_free(&unsized);
}

/* ---- flipped bits ---- */

static void test_flips_in_tar(void **state)
{
    (void)state;
    struct files files = small_files();
    struct buf tar = tar_of(&files);
    size_t refused = 0, changed = 0;
    for (size_t bit = 0; bit < 8 * tar.len; bit++) {
        struct error error = {0};
        struct files found = {0};
        tar.data[bit / 8] = (char)(tar.data[bit / 8] ^ 1 << bit % 8);
        if (ustar_check("x", (struct text){tar.data, tar.len}, FOLDER, MTIME, &found, &error))
            refused++;
        else if (!same_files(&found, &files))
            changed++;
        files_free(&found);
        tar.data[bit / 8] = (char)(tar.data[bit / 8] ^ 1 << bit % 8);
    }
    print_message("tar: %zu flips refused, %zu change a file's bytes\n", refused, changed);
    assert_int_equal(changed, 8 * 603);
    assert_int_equal(refused + changed, 8 * tar.len);
    buf_free(&tar);
    files_free(&files);
}

/* Thanks to the frame's checksum none gives another tar. */
static void test_flips_in_frame(void **state)
{
    (void)state;
    size_t len = 3000, refused = 0, same = 0, other = 0;
    char text[3001] = "";
    for (size_t i = 0; i < len; i += 20)
        snprintf(text + i, 21, "%05zu,%03zu,%04zu,mate\n", i * 7919 % 99991, i * i % 997, i % 9973);
    struct files files = {0};
    add(&files, "a.csv", text, len);
    struct buf tar = tar_of(&files), frame = archive_of(&files);
    for (size_t bit = 0; bit < 8 * frame.len; bit++) {
        struct error error = {0};
        struct buf out = {0};
        struct text view, given = {frame.data, frame.len};
        frame.data[bit / 8] = (char)(frame.data[bit / 8] ^ 1 << bit % 8);
        if (archive_read("x", given, LIMIT, &out, &view, &error))
            refused++;
        else if (text_same(view, (struct text){tar.data, tar.len}))
            same++;
        else
            other++;
        buf_free(&out);
        frame.data[bit / 8] = (char)(frame.data[bit / 8] ^ 1 << bit % 8);
    }
    print_message("zstd: %zu flips refused, %zu give the same tar, %zu another\n", refused, same,
                  other);
    assert_int_equal(other, 0);
    assert_int_equal(refused + same, 8 * frame.len);
    buf_free(&tar);
    buf_free(&frame);
    files_free(&files);
}

/* ---- full disks ---- */

static void assert_no_room(const char *folder)
{
    size_t len = 4 << 20;
    char *large = malloc(len), *path = file_join(folder, "x.tar.zst");
    assert_non_null(large);
    struct error error = {0};
    struct archive_digest digest;
    struct files files = many_files(large, len);
    assert_int_equal(archive_write(&files, FOLDER, MTIME, path, &digest, &error), STATUS_CANNOT);
    assert_non_null(strstr(error.text, "x.tar.zst: cannot write: "));
    assert_int_equal(folder_count(folder), 0);
    files_free(&files);
    free(path);
    free(large);
}

static void test_file_too_large(void **state)
{
    (void)state;
    struct rlimit old, small;
    char *folder = folder_new();
    assert_int_equal(getrlimit(RLIMIT_FSIZE, &old), 0);
    small = old;
    small.rlim_cur = 1 << 20;
    void (*handler)(int) = signal(SIGXFSZ, SIG_IGN);
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &small), 0);
    assert_no_room(folder);
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &old), 0);
    signal(SIGXFSZ, handler);
    folder_free(folder);
}

static void test_disk_full(void **state)
{
    (void)state;
    char *folder = folder_new();
    bool mounted = mount("tmpfs", folder, "tmpfs", 0, "size=1m") == 0;
    if (mounted) {
        assert_no_room(folder);
        assert_int_equal(umount(folder), 0);
    }
    folder_free(folder);
    if (!mounted) {
        print_message("cannot mount a small tmpfs here: not tested on a full disk\n");
        skip();
    }
}

static void test_no_folder(void **state)
{
    (void)state;
    struct error error = {0};
    struct archive_digest digest;
    struct files files = small_files();
    char *folder = folder_new(), *path = file_join(folder, "none/x.tar.zst");
    assert_int_equal(archive_write(&files, FOLDER, MTIME, path, &digest, &error), STATUS_CANNOT);
    assert_non_null(strstr(error.text, "none/x.tar.zst: cannot write: No such file or directory"));
    free(path);
    folder_free(folder);
    files_free(&files);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_known_bytes),
        cmocka_unit_test(test_round_trip),
        cmocka_unit_test(test_plain_tar),
        cmocka_unit_test(test_unknown_folder),
        cmocka_unit_test(test_not_written),
        cmocka_unit_test(test_names_apart),
        cmocka_unit_test(test_gnu_tar_reads),
        cmocka_unit_test(test_gnu_tar_writes),
        cmocka_unit_test(test_libarchive_reads),
        cmocka_unit_test(test_headers_refused),
        cmocka_unit_test(test_checksum_refused),
        cmocka_unit_test(test_truncated),
        cmocka_unit_test(test_ends_refused),
        cmocka_unit_test(test_folder_refused),
        cmocka_unit_test(test_frames_refused),
        cmocka_unit_test(test_frame_headers),
        cmocka_unit_test(test_bombs),
        cmocka_unit_test(test_flips_in_tar),
        cmocka_unit_test(test_flips_in_frame),
        cmocka_unit_test(test_file_too_large),
        cmocka_unit_test(test_disk_full),
        cmocka_unit_test(test_no_folder),
    };
    return cmocka_run_group_tests_name("archive", tests, NULL, NULL);
}

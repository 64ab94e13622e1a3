#include "release/ustar.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { DIGITS = 11 }; /* of size and mtime */

struct field {
    const char *name;
    size_t at, len;
};

static const struct field NAME = {"name", 0, 100};
static const struct field SIZE = {"size", 124, 12};
static const struct field MTIME = {"mtime", 136, 12};
static const struct field CHECKSUM = {"checksum", 148, 8};
static const struct field TYPE = {"type", 156, 1};

/* What has one value, but for mtime, in every header. A magic that is not ours explains all the
 * rest, and comes first. */
static const struct field fields[] = {
    {"magic", 257, 6},
    {"version", 263, 2},
    {"mode", 100, 8},
    {"uid", 108, 8},
    {"gid", 116, 8},
    {"mtime", 136, 12},
    {"link name", 157, 100},
    {"owner name", 265, 32},
    {"group name", 297, 32},
    {"devmajor", 329, 8},
    {"devminor", 337, 8},
    {"prefix", 345, 155},
    {"end of the header", 500, 12},
};

enum { FIELDS = sizeof fields / sizeof *fields };

/* ---- names ---- */

static bool is_safe(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
           (c != '\0' && strchr("._+-", c) != NULL);
}

static enum status check_part(struct text part, struct error *error)
{
    if (part.len == 0)
        return error_set(error, STATUS_WRONG, "an empty part in a name");
    if (text_is(part, ".") || text_is(part, ".."))
        return error_set(error, STATUS_WRONG, "a '%.*s' in a name", (int)part.len, part.data);
    for (size_t i = 0; i < part.len; i++) {
        if (!is_safe(part.data[i]))
            return error_set(error, STATUS_WRONG,
                             "a byte 0x%02x in a name, expected A-Z a-z 0-9 . _ + - only",
                             (unsigned char)part.data[i]);
    }
    return STATUS_OK;
}

static enum status check_name(const char *name, struct error *error)
{
    if (name[0] == '/')
        return error_set(error, STATUS_WRONG, "an absolute name");
    for (const char *at = name;; at++) {
        size_t len = strcspn(at, "/");
        enum status status = check_part((struct text){at, len}, error);
        if (status)
            return status;
        at += len;
        if (*at == '\0')
            return STATUS_OK;
    }
}

/* ---- names that would meet in one place ---- */

/* '/' is the lowest, so that whatever is below a folder follows directly after a file of that
 * folder's name. */
static unsigned char fold(char c)
{
    if (c == '/')
        return 1;
    return (unsigned char)(c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c);
}

static int compare_folded(const void *left, const void *right)
{
    const char *a = *(const char *const *)left, *b = *(const char *const *)right;
    size_t i = 0;
    while (a[i] && fold(a[i]) == fold(b[i]))
        i++;
    int order = fold(a[i]) - fold(b[i]);
    return order ? order : strcmp(a, b);
}

/* Two neighbours in folded order: the first may not be a folder of the second, and the folders (or
 * the whole names) that they share without regard to case must be the same bytes. */
static enum status check_neighbours(const char *folder, const char *a, const char *b,
                                    struct error *error)
{
    size_t common = 0;
    while (a[common] && fold(a[common]) == fold(b[common]))
        common++;
    if (a[common] == '\0' && b[common] == '/')
        return error_set(error, STATUS_WRONG, "%s/%s: a file, and a folder too (%s/%s)", folder, a,
                         folder, b);
    bool whole = a[common] == '\0' && b[common] == '\0';
    size_t parts = common;
    while (!whole && parts > 0 && a[parts - 1] != '/')
        parts--;
    if (memcmp(a, b, parts) == 0)
        return STATUS_OK;
    return error_set(error, STATUS_WRONG, "%s/%s: %sdiffers only by case from %s%s/%s", folder, a,
                     whole ? "" : "its folder ", whole ? "" : "that of ", folder, b);
}

static enum status check_meeting(const struct files *files, const char *folder, struct error *error)
{
    const char **names = malloc(files->count * sizeof *names);
    if (!names)
        return error_memory(error);
    for (size_t i = 0; i < files->count; i++)
        names[i] = files->items[i].name;
    qsort(names, files->count, sizeof *names, compare_folded);
    enum status status = STATUS_OK;
    for (size_t i = 1; !status && i < files->count; i++)
        status = check_neighbours(folder, names[i - 1], names[i], error);
    free(names);
    return status;
}

static enum status check_file(const struct files_item *item, const char *folder,
                              struct error *error)
{
    enum status status = check_name(item->name, error);
    if (!status && strlen(folder) + 1 + strlen(item->name) > USTAR_NAME_MAX)
        status = error_set(error, STATUS_WRONG, "a name of %zu bytes, expected at most %d",
                           strlen(folder) + 1 + strlen(item->name), USTAR_NAME_MAX);
    if (!status && item->data.len > (uint64_t)USTAR_NUMBER_MAX)
        status =
            error_set(error, STATUS_WRONG, "%zu bytes, more than ustar can hold", item->data.len);
    return status ? error_prefix(error, status, "%s/%.200s", folder, item->name) : STATUS_OK;
}

enum status ustar_check_files(const struct files *files, const char *folder, struct error *error)
{
    enum status status = check_part(text_of(folder), error);
    if (status)
        return error_prefix(error, status, "the archive's folder '%.200s'", folder);
    if (files->count == 0)
        return error_set(error, STATUS_WRONG, "%s: no file to put into an archive", folder);
    for (size_t i = 0; !status && i < files->count; i++)
        status = check_file(&files->items[i], folder, error);
    return status ? status : check_meeting(files, folder, error);
}

/* ---- headers ---- */

/* A file in the archive, as far as its header is read. */
struct member {
    const char *header;
    char name[USTAR_NAME_MAX + 1];
    int64_t size;
};

struct reader {
    struct text tar;
    size_t at;
    char folder[USTAR_NAME_MAX + 1];   /* "" before the first member where any will do */
    int64_t mtime;                     /* -1 likewise */
    char previous[USTAR_NAME_MAX + 1]; /* name */
    struct files *files;
};

static void put_octal(char *at, int digits, uint64_t value)
{
    while (digits-- > 0) {
        at[digits] = (char)('0' + value % 8);
        value /= 8;
    }
}

/* The sum of all bytes, those of the checksum itself counted as spaces. */
static void put_checksum(char *at, const char *header)
{
    uint64_t sum = 0;
    for (size_t i = 0; i < USTAR_BLOCK; i++)
        sum += i - CHECKSUM.at < CHECKSUM.len ? ' ' : (unsigned char)header[i];
    put_octal(at, 6, sum);
    memcpy(at + 6, "\0 ", 2);
}

/* A header in which all of `fields` are right. */
static void expected_header(char header[USTAR_BLOCK], int64_t mtime)
{
    memset(header, 0, USTAR_BLOCK);
    memcpy(header + 100, "000644 ", 7);
    memcpy(header + 108, "000000 ", 7);
    memcpy(header + 116, "000000 ", 7);
    put_octal(header + MTIME.at, DIGITS, (uint64_t)mtime);
    header[MTIME.at + DIGITS] = ' ';
    memcpy(header + 257, "ustar\00000", 8);
    memcpy(header + 329, "000000 ", 7);
    memcpy(header + 337, "000000 ", 7);
}

/* A field as a message shows it: without the NULs at its end, a '?' for what cannot be shown.
 * `shown` has room for the longest field and a NUL. */
static const char *show(const char *header, struct field field, char shown[160])
{
    size_t len = field.len;
    while (len > 0 && header[field.at + len - 1] == '\0')
        len--;
    for (size_t i = 0; i < len; i++) {
        char c = header[field.at + i];
        shown[i] = c >= ' ' && c <= '~' ? c : '?';
    }
    shown[len] = '\0';
    return shown;
}

static enum status check_field(const char *header, const char *expected, struct field field,
                               struct error *error)
{
    char found[160], wanted[160];
    if (memcmp(header + field.at, expected + field.at, field.len) == 0)
        return STATUS_OK;
    return error_set(error, STATUS_WRONG, "%s '%s', expected '%s'", field.name,
                     show(header, field, found), show(expected, field, wanted));
}

static enum status check_checksum(const char *header, struct error *error)
{
    char expected[USTAR_BLOCK];
    memcpy(expected, header, sizeof expected);
    put_checksum(expected + CHECKSUM.at, header);
    return check_field(header, expected, CHECKSUM, error);
}

static const char *type_name(char type)
{
    switch (type) {
    case '\0':
        return "an old-style file (type NUL)";
    case '1':
        return "a hard link";
    case '2':
        return "a symbolic link";
    case '3':
        return "a character device";
    case '4':
        return "a block device";
    case '5':
        return "a folder";
    case '6':
        return "a fifo";
    case 'x':
        return "a pax header";
    case 'g':
        return "a pax global header";
    case 'L':
        return "a GNU long name";
    case 'K':
        return "a GNU long link name";
    case 'S':
        return "a GNU sparse file";
    default:
        return NULL;
    }
}

static enum status check_type(const char *header, struct error *error)
{
    char type = header[TYPE.at];
    if (type == '0')
        return STATUS_OK;
    const char *known = type_name(type);
    if (known)
        return error_set(error, STATUS_WRONG, "%s, expected regular files only", known);
    return error_set(error, STATUS_WRONG, "type 0x%02x, expected regular files only",
                     (unsigned char)type);
}

static enum status read_name(struct member *member, struct error *error)
{
    const char *header = member->header;
    size_t len = strnlen(header, NAME.len);
    if (len > USTAR_NAME_MAX)
        return error_set(error, STATUS_WRONG, "a name of %zu bytes, expected at most %d", len,
                         USTAR_NAME_MAX);
    for (size_t i = len; i < NAME.len; i++) {
        if (header[i] != '\0')
            return error_set(error, STATUS_WRONG, "bytes after the NUL that ends the name");
    }
    memcpy(member->name, header, len + 1);
    return check_name(member->name, error);
}

static enum status read_number(const char *header, struct field field, int64_t *value,
                               struct error *error)
{
    const char *at = header + field.at;
    bool canonical = at[DIGITS] == ' ';
    int64_t sum = 0;
    for (size_t i = 0; i < DIGITS; i++) {
        canonical = canonical && at[i] >= '0' && at[i] <= '7';
        sum = sum * 8 + (at[i] & 7);
    }
    *value = sum;
    char found[160];
    if (canonical)
        return STATUS_OK;
    return error_set(error, STATUS_WRONG, "%s '%s', expected 11 octal digits and a space",
                     field.name, show(header, field, found));
}

/* ---- members ---- */

/* The folder is right, and the name comes after the one before. */
static enum status check_place(struct reader *reader, const char *name, struct error *error)
{
    size_t len = strcspn(name, "/");
    if (reader->folder[0] == '\0' && name[len] == '/')
        memcpy(reader->folder, name, len);
    if (name[len] != '/')
        return error_set(error, STATUS_WRONG, "not in a folder");
    if (!text_is((struct text){name, len}, reader->folder))
        return error_set(error, STATUS_WRONG, "outside the folder %.100s", reader->folder);
    int order = strcmp(reader->previous, name);
    if (order == 0)
        return error_set(error, STATUS_WRONG, "twice in the archive");
    if (order > 0)
        return error_set(error, STATUS_WRONG, "after %s, expected bytewise order",
                         reader->previous);
    memcpy(reader->previous, name, strlen(name) + 1);
    return STATUS_OK;
}

static enum status read_header(struct reader *reader, struct member *member, struct error *error)
{
    const char *header = member->header;
    char expected[USTAR_BLOCK];
    enum status status = check_checksum(header, error);
    if (!status)
        status = check_type(header, error);
    if (!status)
        status = read_name(member, error);
    if (!status)
        status = check_place(reader, member->name, error);
    if (!status && reader->mtime < 0)
        status = read_number(header, MTIME, &reader->mtime, error);
    if (!status)
        expected_header(expected, reader->mtime);
    for (size_t i = 0; !status && i < FIELDS; i++)
        status = check_field(header, expected, fields[i], error);
    return status ? status : read_number(header, SIZE, &member->size, error);
}

/* The contents and their padding; moves on to the next header. */
static enum status read_contents(struct reader *reader, const struct member *member,
                                 struct error *error)
{
    const char *data = member->header + USTAR_BLOCK;
    size_t left = reader->tar.len - reader->at - USTAR_BLOCK;
    if ((uint64_t)member->size > left)
        return error_set(error, STATUS_WRONG, "%lld bytes, but the archive ends after %zu",
                         (long long)member->size, left);
    size_t size = (size_t)member->size;
    size_t padding = (USTAR_BLOCK - size % USTAR_BLOCK) % USTAR_BLOCK;
    if (padding > left - size)
        return error_set(error, STATUS_WRONG, "the archive ends in the padding after the file");
    for (size_t i = 0; i < padding; i++) {
        if (data[size + i] != '\0')
            return error_set(error, STATUS_WRONG, "padding after the file that is not zero");
    }
    reader->at += USTAR_BLOCK + size + padding;
    return files_add_view(reader->files, member->name + strlen(reader->folder) + 1,
                          (struct text){data, size}, error);
}

static enum status read_member(struct reader *reader, struct error *error)
{
    struct member member = {.header = reader->tar.data + reader->at};
    size_t at = reader->at;
    enum status status = read_header(reader, &member, error);
    if (!status)
        status = read_contents(reader, &member, error);
    if (!status)
        return STATUS_OK;
    struct field name = {"name", 0, strnlen(member.header, NAME.len)};
    char shown[160];
    if (name.len == 0)
        return error_prefix(error, status, "offset %zu", at);
    return error_prefix(error, status, "%s", show(member.header, name, shown));
}

/* ---- the archive ---- */

static bool is_zero(struct text tar, size_t at)
{
    static const char zeros[USTAR_BLOCK];
    return tar.len - at >= USTAR_BLOCK && memcmp(tar.data + at, zeros, USTAR_BLOCK) == 0;
}

/* A zero block is at `at`: the first of two, with nothing after them? */
static enum status check_end(struct text tar, size_t at, struct error *error)
{
    size_t left = tar.len - at;
    if (left == USTAR_BLOCK)
        return error_set(error, STATUS_WRONG, "only one zero block at the end, expected two");
    if (!is_zero(tar, at + USTAR_BLOCK))
        return error_set(error, STATUS_WRONG, "offset %zu: a zero block in the middle", at);
    if (left > 2 * USTAR_BLOCK)
        return error_set(error, STATUS_WRONG, "%zu bytes after the two zero blocks at the end",
                         left - 2 * USTAR_BLOCK);
    return STATUS_OK;
}

static enum status read_all(struct reader *reader, struct error *error)
{
    struct text tar = reader->tar;
    enum status status = STATUS_OK;
    while (!status && !is_zero(tar, reader->at)) {
        size_t left = tar.len - reader->at;
        if (left == 0)
            status = error_set(error, STATUS_WRONG, "ends without the two zero blocks");
        else if (left < USTAR_BLOCK)
            status = error_set(error, STATUS_WRONG, "offset %zu: %zu bytes, expected a header",
                               reader->at, left);
        else
            status = read_member(reader, error);
    }
    if (!status)
        status = check_end(tar, reader->at, error);
    if (!status && reader->files->count == 0)
        status = error_set(error, STATUS_WRONG, "no file in the archive");
    return status ? status : check_meeting(reader->files, reader->folder, error);
}

enum status ustar_check(const char *name, struct text tar, const char *folder, int64_t mtime,
                        struct files *files, struct error *error)
{
    struct reader reader = {.tar = tar, .mtime = mtime, .files = files};
    if (folder)
        snprintf(reader.folder, sizeof reader.folder, "%s", folder);
    enum status status = read_all(&reader, error);
    if (!status)
        return STATUS_OK;
    files_free(files);
    return error_prefix(error, status, "%s", name);
}

#include "base/swhid.h"

#include <git2.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static enum status git_failed(struct error *error)
{
    const git_error *last = git_error_last();
    return error_set(error, STATUS_CANNOT, "libgit2: %s", last ? last->message : "unknown error");
}

struct entry {
    struct text name;
    bool folder;
    git_oid id;
};

/* git sorts a folder as if its name ended in '/'. */
static int compare_entries(const void *a, const void *b)
{
    const struct entry *s = a, *t = b;
    size_t common = s->name.len < t->name.len ? s->name.len : t->name.len;
    int order = memcmp(s->name.data, t->name.data, common);
    if (order)
        return order;
    unsigned char x = common < s->name.len ? (unsigned char)s->name.data[common]
                      : s->folder          ? '/'
                                           : 0;
    unsigned char y = common < t->name.len ? (unsigned char)t->name.data[common]
                      : t->folder          ? '/'
                                           : 0;
    return (x > y) - (x < y);
}

static enum status hash_entries(struct entry *entries, size_t count, git_oid *id,
                                struct error *error)
{
    struct buf tree = {0};
    qsort(entries, count, sizeof *entries, compare_entries);
    for (size_t i = 0; i < count; i++) {
        buf_puts(&tree, entries[i].folder ? "40000 " : "100644 ");
        buf_put(&tree, entries[i].name.data, entries[i].name.len);
        buf_putc(&tree, '\0');
        buf_put(&tree, entries[i].id.id, GIT_OID_RAWSZ);
    }
    enum status status = buf_ok(&tree, error);
    if (!status && git_odb_hash(id, tree.data ? tree.data : "", tree.len, GIT_OBJECT_TREE) != 0)
        status = git_failed(error);
    buf_free(&tree);
    return status;
}

/* The tree of items[first, last), which all share the first `skip` bytes of their names. */
static enum status hash_folder(const struct files *files, size_t first, size_t last, size_t skip,
                               git_oid *id, struct error *error)
{
    struct entry *entries = calloc(last - first + 1, sizeof *entries);
    if (!entries)
        return error_memory(error);
    enum status status = STATUS_OK;
    size_t count = 0;
    for (size_t i = first; i < last && !status; count++) {
        const struct files_item *item = &files->items[i];
        const char *name = item->name + skip;
        const char *slash = strchr(name, '/');
        struct entry *entry = &entries[count];
        entry->folder = slash != NULL;
        entry->name = (struct text){name, slash ? (size_t)(slash - name) : strlen(name)};
        size_t end = i + 1;
        if (slash) {
            size_t prefix = skip + entry->name.len + 1;
            while (end < last && strncmp(files->items[end].name, item->name, prefix) == 0)
                end++;
            status = hash_folder(files, i, end, prefix, &entry->id, error);
        } else if (git_odb_hash(&entry->id, item->data.data, item->data.len, GIT_OBJECT_BLOB) !=
                   0) {
            status = git_failed(error);
        }
        i = end;
    }
    if (!status)
        status = hash_entries(entries, count, id, error);
    free(entries);
    return status;
}

enum status swhid_of_files(const struct files *files, char swhid[SWHID_BYTES], struct error *error)
{
    git_oid id;
    if (git_libgit2_init() < 0)
        return git_failed(error);
    enum status status = hash_folder(files, 0, files->count, 0, &id, error);
    git_libgit2_shutdown();
    if (status)
        return status;
    memcpy(swhid, "swh:1:dir:", 10);
    git_oid_tostr(swhid + 10, GIT_OID_HEXSZ + 1, &id);
    return STATUS_OK;
}

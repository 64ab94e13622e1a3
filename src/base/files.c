#include "base/files.h"

#include <stdlib.h>
#include <string.h>

/* Where the name is, or where it belongs. */
static size_t position(const struct files *files, const char *name)
{
    size_t low = 0, high = files->count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (strcmp(files->items[middle].name, name) < 0)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

static enum status insert(struct files *files, struct files_item item, const char *name,
                          struct error *error)
{
    size_t at = position(files, name);
    if (at < files->count && strcmp(files->items[at].name, name) == 0)
        return error_set(error, STATUS_WRONG, "%s: two files of this name", name);
    if (files->count == files->cap) {
        size_t cap = files->cap ? 2 * files->cap : 32;
        struct files_item *items = realloc(files->items, cap * sizeof *items);
        if (!items)
            return error_memory(error);
        files->items = items;
        files->cap = cap;
    }
    item.name = strdup(name);
    if (!item.name)
        return error_memory(error);
    memmove(files->items + at + 1, files->items + at, (files->count - at) * sizeof *files->items);
    files->items[at] = item;
    files->count++;
    return STATUS_OK;
}

enum status files_add_view(struct files *files, const char *name, struct text data,
                           struct error *error)
{
    return insert(files, (struct files_item){.data = data}, name, error);
}

enum status files_add_take(struct files *files, const char *name, struct buf *bytes,
                           struct error *error)
{
    enum status status = buf_ok(bytes, error);
    size_t len = bytes->len;
    char *data = buf_take(bytes);
    if (!status && !data)
        status = error_memory(error);
    if (!status)
        status =
            insert(files, (struct files_item){.data = {data, len}, .owned = data}, name, error);
    if (status)
        free(data);
    return status;
}

const struct files_item *files_find(const struct files *files, const char *name)
{
    size_t at = position(files, name);
    if (at == files->count || strcmp(files->items[at].name, name) != 0)
        return NULL;
    return &files->items[at];
}

enum status files_get(const struct files *files, const char *name, struct text *data,
                      struct error *error)
{
    const struct files_item *item = files_find(files, name);
    if (!item)
        return error_set(error, STATUS_WRONG, "%s: missing", name);
    *data = item->data;
    return STATUS_OK;
}

static void item_free(struct files_item *item)
{
    free(item->name);
    free(item->owned);
}

void files_remove(struct files *files, const char *name)
{
    size_t at = position(files, name);
    if (at == files->count || strcmp(files->items[at].name, name) != 0)
        return;
    item_free(&files->items[at]);
    files->count--;
    memmove(files->items + at, files->items + at + 1, (files->count - at) * sizeof *files->items);
}

void files_free(struct files *files)
{
    for (size_t i = 0; i < files->count; i++)
        item_free(&files->items[i]);
    free(files->items);
    *files = (struct files){0};
}

#include "search/exchange.h"

#include "base/file.h"

#include <stdlib.h>
#include <string.h>

enum { IMPORT_BYTES_MAX = INT32_MAX };

enum status exchange_last_closed(struct store *store, const char *engine, int64_t *wave,
                                 struct error *error)
{
    struct store_wave last = {0};
    enum status status = store_wave(store, engine, 0, &last, NULL, error);
    *wave = last.number - last.open;
    return status;
}

static enum status write_set(const char *folder, const struct evidence_set *set,
                             struct error *error)
{
    struct buf text = {0};
    char *name = evidence_file_name(set);
    char *path = name ? file_join(folder, name) : NULL;
    enum status status = path ? STATUS_OK : error_memory(error);
    evidence_write(&text, set);
    if (!status)
        status = buf_ok(&text, error);
    if (!status) {
        char *slash = strrchr(path, '/');
        *slash = '\0';
        status = file_make_folder(path, error);
        *slash = '/';
    }
    if (!status)
        status = file_write(path, buf_text(&text), 0644, error);
    buf_free(&text);
    free(name);
    free(path);
    return status;
}

static enum status export_engine(struct store *store, const char *engine, const char *folder,
                                 size_t *files, size_t *rows, struct error *error)
{
    struct evidence evidence = {0};
    int64_t last;
    enum status status = exchange_last_closed(store, engine, &last, error);
    if (!status)
        status = store_evidence(store, engine, last, &evidence, error);
    for (size_t i = 0; i < evidence.count && !status; i++) {
        status = write_set(folder, &evidence.sets[i], error);
        *files += !status;
        *rows += evidence.sets[i].count;
    }
    evidence_free(&evidence);
    return status;
}

enum status exchange_export(struct store *store, const char *folder, size_t *files, size_t *rows,
                            struct error *error)
{
    const char **engines;
    size_t count;
    *files = *rows = 0;
    enum status status = store_engines(store, &engines, &count, error);
    for (size_t i = 0; i < count && !status; i++)
        status = export_engine(store, engines[i], folder, files, rows, error);
    free(engines);
    return status;
}

enum status exchange_import(struct ground *ground, const char *folder, size_t *added, size_t *known,
                            struct error *error)
{
    struct files files = {0};
    struct evidence evidence = {0};
    struct buf place = {0};
    char *path = file_join(folder, "evidence");
    buf_printf(&place, "%s/", folder);
    enum status status = path ? buf_ok(&place, error) : error_memory(error);
    if (!status)
        status = file_walk(path, "evidence/", FILE_PASS_HIDDEN, IMPORT_BYTES_MAX, &files, error);
    if (!status)
        status = evidence_read(&files, place.data, &evidence, error);
    if (!status)
        status = ground_import(ground, &evidence, "search --import", added, known, error);
    evidence_free(&evidence);
    files_free(&files);
    buf_free(&place);
    free(path);
    return status;
}

static enum status count_rows(struct store *store, int64_t *rows, struct error *error)
{
    struct store_tally *tallies;
    size_t count;
    *rows = 0;
    enum status status = store_tallies(store, STORE_ALL_WAVES, &tallies, &count, error);
    for (size_t i = 0; i < count && !status; i++)
        *rows += tallies[i].rows;
    if (!status)
        free(tallies);
    return status;
}

enum status exchange_copy(const char *from_path, const char *to_path, int64_t *rows,
                          struct error *error)
{
    struct store *from = NULL, *to = NULL;
    /* Nobody else is to be at work on a file; on a server it cannot be told. */
    enum store_mode mode = store_is_server(from_path) ? STORE_READ : STORE_WRITE;
    enum status status = store_is_server(from_path) || file_exists(from_path)
                             ? store_open(from_path, mode, STORE_WAIT_MS, &from, error)
                             : error_set(error, STATUS_CANNOT, "%s: no such store", from_path);
    if (!status)
        status = store_open(to_path, STORE_WRITE, STORE_WAIT_MS, &to, error);
    if (!status)
        status = store_copy(from, to, error);
    if (!status)
        status = count_rows(to, rows, error);
    store_close(from);
    store_close(to);
    return status;
}

#include "base/hash.h"
#include "release/codebook.h"
#include "release/codebook_layout.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- CODEBOOK.md ---- */

/* A cell of a markdown table and its end. A '|' would end it early, even inside a code span. */
static void put_cell(struct buf *out, const char *text)
{
    buf_putc(out, ' ');
    for (; *text; text++) {
        if (*text == '|')
            buf_putc(out, '\\');
        buf_putc(out, *text);
    }
    buf_puts(out, " |");
}

/* One line for the column at *i and for those behind it that are its other budgets. */
static void markdown_column(struct buf *out, const struct codebook_layout *layout, size_t *i)
{
    const cJSON *about = layout->columns[*i].about;
    const char *unit = json_string(about, "unit");
    struct buf values = {0};
    codebook_put_values(&values, about, "`");
    buf_puts(&values, codebook_true(about, "required") ? "" : ", or empty");
    out->failed |= values.failed;
    buf_printf(out, "| `%s`", layout->columns[(*i)++].name);
    for (; *i < layout->count && layout->columns[*i].about == about; (*i)++)
        buf_printf(out, ", `%s`", layout->columns[*i].name);
    buf_puts(out, " |");
    put_cell(out, json_string(about, "type"));
    put_cell(out, unit ? unit : "");
    put_cell(out, values.data ? values.data : "");
    put_cell(out, json_string(about, "description"));
    buf_putc(out, '\n');
    buf_free(&values);
}

static void markdown_table(struct buf *out, const struct codebook_layout *layout)
{
    const cJSON *keys = json_get(layout->table, "primary_key"), *key;
    buf_printf(out, "\n## %s\n\n`%s`\n\n%s\n\nKey:", json_string(layout->table, "title"),
               json_string(layout->table, "path"), json_string(layout->table, "description"));
    cJSON_ArrayForEach(key, keys)
    {
        buf_printf(out, "%s `%s`", key == keys->child ? "" : ",", key->valuestring);
    }
    buf_puts(out, "\n\n| column | type | unit | values | description |\n|---|---|---|---|---|\n");
    for (size_t i = 0; i < layout->count;)
        markdown_column(out, layout, &i);
}

enum status codebook_markdown(const cJSON *codebook, const struct files *content, struct buf *out,
                              struct error *error)
{
    const cJSON *table;
    enum status status = codebook_check(codebook, content, error);
    buf_printf(out, "# Codebook: %s\n\n%s\n", json_string(codebook, "title"),
               json_string(codebook, "description"));
    cJSON_ArrayForEach(table, json_get(codebook, "tables"))
    {
        struct codebook_layout layout;
        size_t at = 0;
        const struct files_item *item = codebook_next(codebook, table, content, &at);
        if (!status && item)
            status = codebook_lay_out(table, item, &layout, error);
        if (!status && item)
            markdown_table(out, &layout);
    }
    return status ? status : buf_ok(out, error);
}

/* ---- datapackage.json ---- */

/* The member of `from`, where it is there, under the same name. */
static void copy(cJSON *object, const cJSON *from, const char *name, bool *failed)
{
    const cJSON *item = json_get(from, name);
    if (item)
        json_add(object, name, cJSON_Duplicate(item, true), failed);
}

static cJSON *package_constraints(const cJSON *about, bool *failed)
{
    const char *pattern = json_string(about, "pattern");
    cJSON *constraints = cJSON_CreateObject();
    json_add(constraints, "required", cJSON_CreateBool(codebook_true(about, "required")), failed);
    copy(constraints, about, "minimum", failed);
    copy(constraints, about, "maximum", failed);
    copy(constraints, about, "enum", failed);
    if (pattern) {
        char *bare = strndup(pattern + 1, strlen(pattern) - 2);
        json_add_string(constraints, "pattern", bare ? bare : "", failed);
        *failed |= !bare;
        free(bare);
    }
    return constraints;
}

static cJSON *package_schema(const struct codebook_layout *layout, bool *failed)
{
    cJSON *schema = cJSON_CreateObject();
    cJSON *fields = json_add_array(schema, "fields", failed);
    for (size_t i = 0; i < layout->count; i++) {
        const cJSON *about = layout->columns[i].about;
        cJSON *field = cJSON_CreateObject();
        json_add_string(field, "name", layout->columns[i].name, failed);
        copy(field, about, "type", failed);
        copy(field, about, "unit", failed);
        copy(field, about, "description", failed);
        json_add(field, "constraints", package_constraints(about, failed), failed);
        json_append(fields, field, failed);
    }
    json_add(schema, "primaryKey", cJSON_Duplicate(json_get(layout->table, "primary_key"), true),
             failed);
    json_append(json_add_array(schema, "missingValues", failed), cJSON_CreateString(""), failed);
    return schema;
}

/* The table's name; where its path has a '*', with what the file has from there on:
 * "evidence-stockfish-15.1-debian-nodes-10000". */
static enum status resource_name(const cJSON *table, const char *path, struct buf *name,
                                 struct error *error)
{
    const char *pattern = json_string(table, "path"), *star = strchr(pattern, '*');
    buf_puts(name, json_string(table, "name"));
    if (star) {
        size_t begin = (size_t)(star - pattern), end = strlen(path) - strlen(".csv");
        buf_putc(name, '-');
        for (size_t i = begin; i < end; i++)
            buf_putc(name, path[i] == '/' ? '-' : path[i]);
    }
    enum status status = buf_ok(name, error);
    if (!status && strspn(name->data, "abcdefghijklmnopqrstuvwxyz0123456789._-") != name->len)
        status = error_set(error, STATUS_WRONG,
                           "%s: makes no resource name; only a-z, 0-9, '.', '_' and '-' do", path);
    return status;
}

static enum status check_unique(const cJSON *resources, const char *name, const char *path,
                                struct error *error)
{
    const cJSON *resource;
    cJSON_ArrayForEach(resource, resources)
    {
        if (strcmp(json_string(resource, "name"), name) == 0)
            return error_set(error, STATUS_WRONG, "%s: its resource name %s is that of %s too",
                             path, name, json_string(resource, "path"));
    }
    return STATUS_OK;
}

static cJSON *package_resource(const struct codebook_layout *layout, const struct files_item *item,
                               const char *name, const char *digest, bool *failed)
{
    cJSON *resource = cJSON_CreateObject();
    json_add_string(resource, "name", name, failed);
    json_add_string(resource, "path", item->name, failed);
    copy(resource, layout->table, "title", failed);
    copy(resource, layout->table, "description", failed);
    json_add_string(resource, "type", "table", failed);
    json_add_string(resource, "format", "csv", failed);
    json_add_string(resource, "mediatype", "text/csv", failed);
    json_add_string(resource, "encoding", "utf-8", failed);
    json_add_int(resource, "bytes", (int64_t)item->data.len, failed);
    json_add_string(resource, "hash", digest, failed);
    json_add(resource, "schema", package_schema(layout, failed), failed);
    return resource;
}

static enum status add_resource(cJSON *resources, const cJSON *table, const struct files_item *item,
                                bool *failed, struct error *error)
{
    struct codebook_layout layout;
    struct buf name = {0};
    char digest[sizeof "sha256:" + SHA256_HEX] = "sha256:";
    enum status status = codebook_lay_out(table, item, &layout, error);
    if (!status)
        status = resource_name(table, item->name, &name, error);
    if (!status)
        status = check_unique(resources, name.data, item->name, error);
    if (!status)
        status = hash_sha256_of(item->data.data, item->data.len, digest + strlen("sha256:"), error);
    if (!status)
        json_append(resources, package_resource(&layout, item, name.data, digest, failed), failed);
    buf_free(&name);
    return status;
}

/* What the package says of itself. */
static cJSON *package_head(const cJSON *codebook, const struct edition *edition, bool *failed)
{
    char created[sizeof edition->date + sizeof "T00:00:00Z"];
    cJSON *package = cJSON_CreateObject(), *item = cJSON_CreateObject();
    snprintf(created, sizeof created, "%sT00:00:00Z", edition->date);
    json_add_string(package, "$schema", "https://datapackage.org/profiles/2.0/datapackage.json",
                    failed);
    json_add_string(package, "name", edition->study, failed);
    copy(package, codebook, "title", failed);
    copy(package, codebook, "description", failed);
    json_add_string(package, "version", edition->version, failed);
    json_add_string(package, "created", created, failed);
    json_add_string(item, "name", "CC0-1.0", failed);
    json_add_string(item, "title", "Creative Commons Zero v1.0 Universal", failed);
    json_add_string(item, "path", "https://creativecommons.org/publicdomain/zero/1.0/", failed);
    json_append(json_add_array(package, "licenses", failed), item, failed);
    item = cJSON_CreateObject();
    json_add_string(item, "title", "The asym-passport contributors", failed);
    json_append(json_add_array(item, "roles", failed), cJSON_CreateString("creator"), failed);
    json_append(json_add_array(package, "contributors", failed), item, failed);
    return package;
}

enum status codebook_datapackage(const cJSON *codebook, const struct edition *edition,
                                 const struct files *content, struct buf *out, struct error *error)
{
    bool failed = false;
    cJSON *package = package_head(codebook, edition, &failed);
    cJSON *resources = json_add_array(package, "resources", &failed);
    enum status status = codebook_check(codebook, content, error);
    const cJSON *table;
    cJSON_ArrayForEach(table, json_get(codebook, "tables"))
    {
        const struct files_item *item;
        size_t at = 0;
        while (!status && (item = codebook_next(codebook, table, content, &at)))
            status = add_resource(resources, table, item, &failed, error);
    }
    if (!status && failed)
        status = error_memory(error);
    if (!status) {
        json_write(out, package);
        status = buf_ok(out, error);
    }
    cJSON_Delete(package);
    return status;
}

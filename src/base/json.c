#include "base/json.h"

#include "base/json_scan.h"

#include <regex.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int compare_names(const void *a, const void *b)
{
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

/* The names of an object's members, sorted bytewise: an array that the caller frees, or NULL. */
static const char **sorted_names(const cJSON *object, size_t *count)
{
    *count = (size_t)cJSON_GetArraySize(object);
    const char **names = malloc((*count + 1) * sizeof *names);
    if (!names)
        return NULL;
    size_t i = 0;
    for (const cJSON *item = object->child; item; item = item->next)
        names[i++] = item->string;
    qsort(names, *count, sizeof *names, compare_names);
    return names;
}

static enum status check_duplicates(const char *name, const cJSON *json, struct error *error)
{
    enum status status = STATUS_OK;
    if (cJSON_IsObject(json)) {
        size_t count;
        const char **names = sorted_names(json, &count);
        if (!names)
            return error_memory(error);
        for (size_t i = 1; i < count && !status; i++) {
            if (strcmp(names[i - 1], names[i]) == 0)
                status = error_set(error, STATUS_WRONG,
                                   "%s: the key '%s' stands twice in an object", name, names[i]);
        }
        free(names);
    }
    for (const cJSON *item = json->child; item && !status; item = item->next)
        status = check_duplicates(name, item, error);
    return status;
}

enum status json_parse(const char *name, struct text text, cJSON **json, struct error *error)
{
    *json = NULL;
    enum status status = json_scan(name, text, error);
    if (status)
        return status;
    *json = cJSON_ParseWithLength(text.data, text.len);
    if (!*json)
        return error_memory(error); /* the scan took it, so nothing else is left */
    status = check_duplicates(name, *json, error);
    if (status) {
        cJSON_Delete(*json);
        *json = NULL;
    }
    return status;
}

static enum status check(const char *name, const char *path, const cJSON *json,
                         const struct json_shape *shape, struct error *error);

static enum status wrong(const char *name, const char *path, struct error *error, const char *what)
{
    return error_set(error, STATUS_WRONG, "%s: %s%s%s", name, path, *path ? ": " : "", what);
}

/* No text of ours needs one (C0, DEL, C1), and what is printed must not steer a terminal. */
static bool has_control(const char *string)
{
    for (const unsigned char *at = (const unsigned char *)string; *at; at++) {
        if (*at < 0x20 || *at == 0x7f || (*at == 0xc2 && at[1] < 0xa0))
            return true;
    }
    return false;
}

static enum status check_pattern(const char *name, const char *path, const char *value,
                                 const char *pattern, struct error *error)
{
    regex_t regex;
    if (!pattern)
        return STATUS_OK;
    if (regcomp(&regex, pattern, REG_EXTENDED | REG_NOSUB) != 0)
        return error_set(error, STATUS_CANNOT, "%s: the pattern %s cannot be compiled", name,
                         pattern);
    /* Without REG_NEWLINE '$' is the very end, so "abc\n" does not slip through. */
    int answer = regexec(&regex, value, 0, NULL, 0);
    regfree(&regex);
    if (answer == 0)
        return STATUS_OK;
    if (answer != REG_NOMATCH)
        return error_memory(error);
    char what[256];
    snprintf(what, sizeof what, "'%.100s%s' does not match %.120s", value,
             strlen(value) > 100 ? "..." : "", pattern);
    return wrong(name, path, error, what);
}

/* Checks one child under its own path. */
static enum status check_child(const char *name, const char *path, const char *step,
                               const cJSON *json, const struct json_shape *shape,
                               struct error *error)
{
    char below[256];
    const char *dot = *path && *step != '[' ? "." : "";
    snprintf(below, sizeof below, "%.170s%s%.80s", path, dot, step);
    return check(name, below, json, shape, error);
}

static enum status check_object(const char *name, const char *path, const cJSON *json,
                                const struct json_shape *shape, struct error *error)
{
    char what[160];
    for (const cJSON *item = json->child; item; item = item->next) {
        const struct json_member *member = shape->members;
        while (member->name && strcmp(member->name, item->string) != 0)
            member++;
        if (!member->name) {
            snprintf(what, sizeof what, "unknown member '%.80s'", item->string);
            return wrong(name, path, error, what);
        }
        enum status status = check_child(name, path, member->name, item, &member->shape, error);
        if (status)
            return status;
    }
    for (const struct json_member *member = shape->members; member->name; member++) {
        if (!member->optional && !json_get(json, member->name)) {
            snprintf(what, sizeof what, "member '%s' is missing", member->name);
            return wrong(name, path, error, what);
        }
    }
    return STATUS_OK;
}

static enum status check_items(const char *name, const char *path, const cJSON *json,
                               const struct json_shape *shape, struct error *error)
{
    char what[96];
    int64_t count = 0;
    for (const cJSON *item = json->child; item; item = item->next, count++) {
        enum status status = STATUS_OK;
        if (shape->kind == JSON_MAP)
            status = check_pattern(name, path, item->string, shape->pattern, error);
        snprintf(what, sizeof what, "[%lld]", (long long)count);
        if (!status)
            status = check_child(name, path, shape->kind == JSON_MAP ? item->string : what, item,
                                 shape->item, error);
        if (status)
            return status;
    }
    if (count < shape->min || (shape->max && count > shape->max)) {
        snprintf(what, sizeof what, "%lld entries, which are too %s", (long long)count,
                 count < shape->min ? "few" : "many");
        return wrong(name, path, error, what);
    }
    return STATUS_OK;
}

static enum status check_integer(const char *name, const char *path, const cJSON *json,
                                 const struct json_shape *shape, struct error *error)
{
    int64_t value = (int64_t)json->valuedouble;
    if (value >= shape->min && value <= shape->max)
        return STATUS_OK;
    char what[120];
    snprintf(what, sizeof what, "%lld is not from %lld to %lld", (long long)value,
             (long long)shape->min, (long long)shape->max);
    return wrong(name, path, error, what);
}

static enum status check(const char *name, const char *path, const cJSON *json,
                         const struct json_shape *shape, struct error *error)
{
    switch (shape->kind) {
    case JSON_OBJECT:
        if (!cJSON_IsObject(json))
            return wrong(name, path, error, "not an object");
        return check_object(name, path, json, shape, error);
    case JSON_MAP:
        if (!cJSON_IsObject(json))
            return wrong(name, path, error, "not an object");
        return check_items(name, path, json, shape, error);
    case JSON_ARRAY:
        if (!cJSON_IsArray(json))
            return wrong(name, path, error, "not an array");
        return check_items(name, path, json, shape, error);
    case JSON_STRING:
        if (!cJSON_IsString(json))
            return wrong(name, path, error, "not a string");
        if (has_control(json->valuestring))
            return wrong(name, path, error, "a control character");
        return check_pattern(name, path, json->valuestring, shape->pattern, error);
    case JSON_INTEGER:
        if (!cJSON_IsNumber(json))
            return wrong(name, path, error, "not an integer");
        return check_integer(name, path, json, shape, error);
    case JSON_BOOLEAN:
        if (!cJSON_IsBool(json))
            return wrong(name, path, error, "not true or false");
        return STATUS_OK;
    }
    return wrong(name, path, error, "unknown kind of shape");
}

enum status json_check(const char *name, const cJSON *json, const struct json_shape *shape,
                       struct error *error)
{
    return check(name, "", json, shape, error);
}

enum status json_read(const char *name, struct text text, const struct json_shape *shape,
                      cJSON **json, struct error *error)
{
    enum status status = json_parse(name, text, json, error);
    if (!status)
        status = json_check(name, *json, shape, error);
    if (status) {
        cJSON_Delete(*json);
        *json = NULL;
    }
    return status;
}

/* The next UTF-16 code unit of a valid UTF-8 string; *low carries the second half of a pair. */
static unsigned next_unit(const unsigned char **at, unsigned *low)
{
    if (*low) {
        unsigned unit = *low;
        *low = 0;
        return unit;
    }
    const unsigned char *s = *at;
    if (*s == 0)
        return 0;
    unsigned extra = *s < 0x80 ? 0 : *s < 0xe0 ? 1 : *s < 0xf0 ? 2 : 3;
    unsigned code = extra ? *s & (0x3fU >> extra) : *s;
    for (unsigned i = 1; i <= extra; i++)
        code = code << 6 | (s[i] & 0x3f);
    *at = s + extra + 1;
    if (code < 0x10000)
        return code;
    *low = 0xdc00 + ((code - 0x10000) & 0x3ff);
    return 0xd800 + ((code - 0x10000) >> 10);
}

/* RFC 8785 sorts keys by UTF-16 code units, which differs from bytes beyond the BMP. */
static int compare_utf16(const void *a, const void *b)
{
    const unsigned char *s = *(const unsigned char *const *)a;
    const unsigned char *t = *(const unsigned char *const *)b;
    unsigned s_low = 0, t_low = 0;
    for (;;) {
        unsigned x = next_unit(&s, &s_low), y = next_unit(&t, &t_low);
        if (x != y)
            return x < y ? -1 : 1;
        if (x == 0)
            return 0;
    }
}

void json_write_string(struct buf *out, const char *string)
{
    buf_putc(out, '"');
    for (const char *at = string; *at; at++) {
        static const char plain[] = "\b\f\n\r\t\"\\", letters[] = "bfnrt\"\\";
        const char *special = strchr(plain, *at);
        if (special) {
            buf_putc(out, '\\');
            buf_putc(out, letters[special - plain]);
        } else if ((unsigned char)*at < 0x20) {
            buf_printf(out, "\\u%04x", (unsigned)*at);
        } else {
            buf_putc(out, *at);
        }
    }
    buf_putc(out, '"');
}

static void write_value(struct buf *out, const cJSON *json);

static int compare_items(const void *a, const void *b)
{
    const cJSON *const *x = a, *const *y = b;
    return compare_utf16(&(*x)->string, &(*y)->string);
}

static void write_object(struct buf *out, const cJSON *json)
{
    size_t count = (size_t)cJSON_GetArraySize(json), i = 0;
    const cJSON **items = malloc((count + 1) * sizeof *items);
    if (!items) {
        out->failed = true;
        return;
    }
    for (const cJSON *item = json->child; item; item = item->next)
        items[i++] = item;
    qsort(items, count, sizeof *items, compare_items);
    buf_putc(out, '{');
    for (i = 0; i < count; i++) {
        if (i)
            buf_putc(out, ',');
        json_write_string(out, items[i]->string);
        buf_putc(out, ':');
        write_value(out, items[i]);
    }
    buf_putc(out, '}');
    free(items);
}

static void write_value(struct buf *out, const cJSON *json)
{
    if (cJSON_IsObject(json)) {
        write_object(out, json);
    } else if (cJSON_IsArray(json)) {
        buf_putc(out, '[');
        for (const cJSON *item = json->child; item; item = item->next) {
            if (item != json->child)
                buf_putc(out, ',');
            write_value(out, item);
        }
        buf_putc(out, ']');
    } else if (cJSON_IsString(json)) {
        json_write_string(out, json->valuestring);
    } else if (cJSON_IsNumber(json)) {
        buf_put_int(out, (int64_t)json->valuedouble);
    } else {
        buf_puts(out, cJSON_IsTrue(json) ? "true" : cJSON_IsFalse(json) ? "false" : "null");
    }
}

void json_write(struct buf *out, const cJSON *json)
{
    write_value(out, json);
    buf_putc(out, '\n');
}

enum status json_check_canonical(const char *name, struct text text, const cJSON *json,
                                 struct error *error)
{
    struct buf canonical = {0};
    json_write(&canonical, json);
    enum status status = buf_ok(&canonical, error);
    if (!status && !text_same(text, buf_text(&canonical)))
        status = error_set(error, STATUS_WRONG, "%s: not in its canonical form (RFC 8785)", name);
    buf_free(&canonical);
    return status;
}

const cJSON *json_get(const cJSON *object, const char *name)
{
    return cJSON_GetObjectItemCaseSensitive(object, name);
}

int64_t json_int(const cJSON *object, const char *name)
{
    const cJSON *item = json_get(object, name);
    return item ? (int64_t)item->valuedouble : 0;
}

const char *json_string(const cJSON *object, const char *name)
{
    const cJSON *item = json_get(object, name);
    return item ? item->valuestring : NULL;
}

int64_t json_digits(const cJSON *object, const char *name)
{
    const char *digits = json_string(object, name);
    int64_t value = 0;
    if (digits)
        text_int(text_of(digits), 0, INT64_MAX, &value);
    return value;
}

void json_add(cJSON *object, const char *name, cJSON *item, bool *failed)
{
    if (item && object && cJSON_AddItemToObject(object, name, item))
        return;
    cJSON_Delete(item);
    *failed = true;
}

void json_append(cJSON *array, cJSON *item, bool *failed)
{
    if (item && array && cJSON_AddItemToArray(array, item))
        return;
    cJSON_Delete(item);
    *failed = true;
}

void json_add_int(cJSON *object, const char *name, int64_t value, bool *failed)
{
    json_add(object, name, cJSON_CreateNumber((double)value), failed);
}

void json_add_digits(cJSON *object, const char *name, int64_t value, bool *failed)
{
    char digits[24];
    snprintf(digits, sizeof digits, "%lld", (long long)value);
    json_add_string(object, name, digits, failed);
}

void json_add_string(cJSON *object, const char *name, const char *value, bool *failed)
{
    json_add(object, name, cJSON_CreateString(value), failed);
}

cJSON *json_add_object(cJSON *object, const char *name, bool *failed)
{
    cJSON *item = cJSON_CreateObject();
    json_add(object, name, item, failed);
    return *failed ? NULL : item;
}

cJSON *json_add_array(cJSON *object, const char *name, bool *failed)
{
    cJSON *item = cJSON_CreateArray();
    json_add(object, name, item, failed);
    return *failed ? NULL : item;
}

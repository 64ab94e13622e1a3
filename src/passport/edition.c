#include "passport/edition.h"

#include "base/file.h"
#include "passport/shapes.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const struct json_member members[] = {
    {"study", false, {.kind = JSON_STRING, .pattern = "^(asym|benedict|puct)$"}},
    {"version",
     false,
     {.kind = JSON_STRING, .pattern = SHAPE_VERSION, .about = "YYYY.MM.N, never used twice."}},
    {"date",
     false,
     {.kind = JSON_STRING,
      .pattern = SHAPE_DATE,
      .about = "Every time stamp in the release is 00:00 UTC of this day."}},
    {"format",
     false,
     {.kind = JSON_INTEGER,
      .min = 1,
      .max = 9999,
      .about = "Rises when replay or the layout of a release changes."}},
    {"primary_engine",
     false,
     {.kind = JSON_STRING,
      .pattern = SHAPE_SLUG,
      .about = "The engine that ranks; others only confirm."}},
    {0},
};

const struct json_shape edition_shape = {
    .kind = JSON_OBJECT,
    .about = "Which release these inputs make.",
    .members = members,
};

static bool is_leap(int64_t year)
{
    return (year % 4 == 0 && year % 100 != 0) || year % 400 == 0;
}

static bool digits(const char *text, int count, int64_t *value)
{
    *value = 0;
    for (int i = 0; i < count; i++) {
        if (text[i] < '0' || text[i] > '9')
            return false;
        *value = *value * 10 + (text[i] - '0');
    }
    return true;
}

enum status edition_epoch(const char *date, int64_t *epoch, struct error *error)
{
    static const int lengths[] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
    int64_t year, month, day;
    if (strlen(date) != 10 || date[4] != '-' || date[7] != '-' || !digits(date, 4, &year) ||
        !digits(date + 5, 2, &month) || !digits(date + 8, 2, &day) || year < 1970 || month < 1 ||
        month > 12 || day < 1 || day > lengths[month - 1] + (month == 2 && is_leap(year)))
        return error_set(error, STATUS_WRONG, "'%.40s' is not a date", date);
    int64_t days = day - 1;
    for (int y = 1970; y < year; y++)
        days += 365 + is_leap(y);
    for (int m = 1; m < month; m++)
        days += lengths[m - 1] + (m == 2 && is_leap(year));
    *epoch = days * 86400;
    return STATUS_OK;
}

static enum status copy(char *out, size_t size, const cJSON *json, const char *member,
                        const char *name, struct error *error)
{
    int len = snprintf(out, size, "%s", json_string(json, member));
    if (len >= 0 && (size_t)len < size)
        return STATUS_OK;
    return error_set(error, STATUS_WRONG, "%s: %s is too long", name, member);
}

enum status edition_read(const char *name, struct text text, struct edition *edition,
                         struct error *error)
{
    cJSON *json;
    enum status status = json_read(name, text, &edition_shape, &json, error);
    if (status)
        return status;
    *edition = (struct edition){.format = json_int(json, "format")};
    status = copy(edition->study, sizeof edition->study, json, "study", name, error);
    if (!status)
        status = copy(edition->version, sizeof edition->version, json, "version", name, error);
    if (!status)
        status = copy(edition->date, sizeof edition->date, json, "date", name, error);
    if (!status)
        status = copy(edition->primary_engine, sizeof edition->primary_engine, json,
                      "primary_engine", name, error);
    if (!status) {
        status = edition_epoch(edition->date, &edition->epoch, error);
        if (status)
            error_prefix(error, status, "%s: date", name);
    }
    cJSON_Delete(json);
    return status;
}

enum status edition_check_dates(const char *name, const cJSON *dates, struct error *error)
{
    const cJSON *date;
    cJSON_ArrayForEach(date, dates)
    {
        int64_t epoch;
        enum status status = edition_epoch(date->valuestring, &epoch, error);
        if (status)
            return error_prefix(error, status, "%s: dates", name);
    }
    return STATUS_OK;
}

void edition_name(const struct edition *edition, char name[48])
{
    snprintf(name, 48, "%s-%s", edition->study, edition->version);
}

char *edition_path(const char *root, const struct edition *edition, const char *file)
{
    struct buf path = {0};
    char name[48];
    edition_name(edition, name);
    buf_printf(&path, "%s/dist/%s%s%s", root, name, *file ? "/" : "", file);
    return buf_take(&path);
}

enum status edition_refuse_signed(const char *root, const struct edition *edition,
                                  struct error *error)
{
    char *path = edition_path(root, edition, EDITION_SIGNATURE);
    if (!path)
        return error_memory(error);
    enum status status = STATUS_OK;
    if (file_exists(path))
        status = error_set(error, STATUS_CANNOT,
                           "version %s is signed already: name the next one in release.json",
                           edition->version);
    free(path);
    return status;
}

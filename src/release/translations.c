#include "release/translations.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { POINTS_MAX = 99, FIGURES_MAX = 160, LANGUAGES_MAX = 8 };

static const char *const names[] = {"LIMITATIONS", "METHODOLOGY"};

/* One numbered point and the figures in it, sorted. */
struct point {
    struct text figures[FIGURES_MAX];
    size_t count;
};

struct points {
    const char *name; /* of the file */
    struct point *points;
    size_t count;
};

/* "12. " or "## 12. " at the start of a line: the number, and *skip the length; 0 where there is
 * none. */
static size_t point_number(struct text line, size_t *skip)
{
    size_t begin = line.len > 3 && memcmp(line.data, "## ", 3) == 0 ? 3 : 0;
    size_t at = begin, number = 0;
    while (at < line.len && at < begin + 2 && line.data[at] >= '0' && line.data[at] <= '9')
        number = number * 10 + (size_t)(line.data[at++] - '0');
    if (at == begin || at + 1 >= line.len || line.data[at] != '.' || line.data[at + 1] != ' ')
        return 0;
    *skip = at + 2;
    return number;
}

/* The next placeholder or run of digits from *at on; an empty text at the end of the line. */
static struct text next_figure(struct text line, size_t *at)
{
    while (*at < line.len) {
        const char *here = line.data + *at;
        size_t left = line.len - *at, len = 0;
        const char *close =
            left > 4 && here[0] == '{' && here[1] == '{' ? memmem(here, left, "}}", 2) : NULL;
        if (close)
            len = (size_t)(close - here) + 2;
        while (!close && len < left && here[len] >= '0' && here[len] <= '9')
            len++;
        *at += len ? len : 1;
        if (len)
            return (struct text){here, len};
    }
    return (struct text){NULL, 0};
}

static int compare_figures(const void *a, const void *b)
{
    return text_compare(*(const struct text *)a, *(const struct text *)b);
}

static enum status read_points(struct text text, struct points *points, struct error *error)
{
    size_t at = 0;
    struct text line;
    while (text_next_line(text, &at, &line)) {
        size_t skip = 0;
        size_t number = point_number(line, &skip);
        if (number && (number != points->count + 1 || number > POINTS_MAX))
            return error_set(error, STATUS_WRONG, "%s: point %zu stands where %zu is due",
                             points->name, number, points->count + 1);
        if (number)
            points->count++;
        if (points->count == 0)
            continue;
        struct point *point = &points->points[points->count - 1];
        for (;;) {
            struct text figure = next_figure(line, &skip);
            if (figure.len == 0)
                break;
            if (point->count == FIGURES_MAX)
                return error_set(error, STATUS_WRONG, "%s: point %zu has more than %d figures",
                                 points->name, points->count, FIGURES_MAX);
            point->figures[point->count++] = figure;
        }
    }
    for (size_t i = 0; i < points->count; i++)
        qsort(points->points[i].figures, points->points[i].count, sizeof(struct text),
              compare_figures);
    return STATUS_OK;
}

static enum status compare_point(const struct points *english, const struct points *other, size_t i,
                                 struct error *error)
{
    const struct point *a = &english->points[i], *b = &other->points[i];
    for (size_t k = 0; k < a->count || k < b->count; k++) {
        struct text x = k < a->count ? a->figures[k] : text_of("no figure");
        struct text y = k < b->count ? b->figures[k] : text_of("no figure");
        if (!text_same(x, y))
            return error_set(error, STATUS_WRONG, "%s: point %zu has %.*s where English has %.*s",
                             other->name, i + 1, (int)y.len, y.data, (int)x.len, x.data);
    }
    return STATUS_OK;
}

static enum status compare_points(const struct points *english, const struct points *other,
                                  struct error *error)
{
    if (english->count == 0 || english->count != other->count)
        return error_set(error, STATUS_WRONG, "%s: %zu points, English has %zu", other->name,
                         other->count, english->count);
    enum status status = STATUS_OK;
    for (size_t i = 0; i < english->count && !status; i++)
        status = compare_point(english, other, i, error);
    return status;
}

static enum status check(const struct files *inputs, const char *name, const char *const *languages,
                         struct error *error)
{
    struct points all[LANGUAGES_MAX] = {0};
    char files[LANGUAGES_MAX][40];
    enum status status = STATUS_OK;
    for (size_t i = 0; i < LANGUAGES_MAX && languages[i] && !status; i++) {
        struct text text;
        snprintf(files[i], sizeof files[i], "texts/%s.%s.md", name, languages[i]);
        all[i].name = files[i];
        all[i].points = calloc(POINTS_MAX + 1, sizeof *all[i].points);
        status = all[i].points ? files_get(inputs, files[i], &text, error) : error_memory(error);
        if (!status)
            status = read_points(text, &all[i], error);
        if (!status)
            status = compare_points(&all[0], &all[i], error);
    }
    for (size_t i = 0; i < LANGUAGES_MAX; i++)
        free(all[i].points);
    return status;
}

enum status translations_check(const struct files *inputs, const char *const *languages,
                               struct error *error)
{
    enum status status = STATUS_OK;
    for (size_t i = 0; i < sizeof names / sizeof *names && !status; i++)
        status = check(inputs, names[i], languages, error);
    return status;
}

#include "uci/option.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

static const char *const type_stops[] = {"type", NULL};

static bool read_type(struct words *words, enum option_type *type)
{
    static const char *const names[] = {"check", "spin", "combo", "button", "string"};
    struct text word;
    if (!words_next(words, &word))
        return false;
    for (unsigned i = 0; i < sizeof names / sizeof *names; i++) {
        if (text_is(word, names[i])) {
            *type = (enum option_type)i;
            return true;
        }
    }
    return false;
}

static bool read_range(struct words words, struct option *option)
{
    struct text word;
    option->min = INT64_MIN;
    option->max = INT64_MAX;
    while (words_next(&words, &word)) {
        int64_t *bound = text_is(word, "min")   ? &option->min
                         : text_is(word, "max") ? &option->max
                                                : NULL;
        if (bound && (!words_next(&words, &word) || !text_int(word, INT64_MIN, INT64_MAX, bound)))
            return false;
    }
    return option->min <= option->max;
}

bool option_read(struct words words, struct option *option)
{
    struct text stop;
    *option = (struct option){0};
    if (!words_take(&words, "name") ||
        !words_until(&words, type_stops, option->name, sizeof option->name, &stop) || !stop.len ||
        !option->name[0] || !read_type(&words, &option->type))
        return false;
    option->vars = words;
    return option->type != OPTION_SPIN || read_range(words, option);
}

/* Is the value one of the vars? `offered` gets them all, as far as they fit. */
static bool is_var(const struct option *option, const char *value, char *offered, size_t size)
{
    static const char *const stops[] = {"var", "default", NULL};
    struct words words = option->vars;
    char part[OPTION_VALUE_BYTES];
    struct text stop;
    bool var = false, found = false;
    size_t len = 0;
    offered[0] = '\0';
    do {
        bool fits = words_until(&words, stops, part, sizeof part, &stop);
        if (var && fits) {
            found = found || strcmp(part, value) == 0;
            if (len + strlen(part) + 2 < size)
                len += (size_t)snprintf(offered + len, size - len, "%s%s", len ? ", " : "", part);
        }
        var = text_is(stop, "var");
    } while (stop.len);
    return found;
}

enum status option_check(const struct option *option, const char *value, struct error *error)
{
    char offered[256];
    int64_t number;
    switch (option->type) {
    case OPTION_CHECK:
        if (strcmp(value, "true") != 0 && strcmp(value, "false") != 0)
            return error_set(error, STATUS_WRONG, "option %s: '%s' is neither true nor false",
                             option->name, value);
        return STATUS_OK;
    case OPTION_SPIN:
        if (!text_int(text_of(value), option->min, option->max, &number))
            return error_set(error, STATUS_WRONG,
                             "option %s: '%s' is no number from %" PRId64 " to %" PRId64,
                             option->name, value, option->min, option->max);
        return STATUS_OK;
    case OPTION_COMBO:
        if (!is_var(option, value, offered, sizeof offered))
            return error_set(error, STATUS_WRONG, "option %s: '%s' is none of: %s", option->name,
                             value, offered);
        return STATUS_OK;
    case OPTION_BUTTON:
        return error_set(error, STATUS_WRONG, "option %s is a button, which takes no value",
                         option->name);
    default:
        return STATUS_OK;
    }
}

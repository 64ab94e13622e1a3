/* What the analysers cannot know, since another file says it. `make check` includes this first
 * when it analyses, and never when it compiles.
 *
 * These return the status that they are given, and the questions of cJSON are false for NULL. */
#ifndef TESTS_ANALYSIS_H
#define TESTS_ANALYSIS_H

#include "base/status.h"

#include <cjson/cJSON.h>

#define error_set(error, status, ...) ((void)error_set(error, status, __VA_ARGS__), (status))
#define error_prefix(error, status, ...) ((void)error_prefix(error, status, __VA_ARGS__), (status))
#define error_memory(error) ((void)error_memory(error), STATUS_CANNOT)

#ifndef cJSON_ArrayForEach /* cppcheck does not read libraries' headers */
#define cJSON_ArrayForEach(item, list)                                                             \
    for (item = (list) ? (list)->child : NULL; item; item = item->next)
#endif

#define cJSON_IsArray(item) ((item) && cJSON_IsArray(item))
#define cJSON_IsNumber(item) ((item) && cJSON_IsNumber(item))
#define cJSON_IsObject(item) ((item) && cJSON_IsObject(item))
#define cJSON_IsString(item) ((item) && cJSON_IsString(item))

#endif

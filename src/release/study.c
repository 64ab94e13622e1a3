#include "release/study.h"

#include <stdio.h>
#include <string.h>

const struct study *study_find(const char *name)
{
    static const struct study *const studies[] = {&study_asym, &study_benedict};
    for (size_t i = 0; i < sizeof studies / sizeof *studies; i++) {
        if (strcmp(studies[i]->name, name) == 0)
            return studies[i];
    }
    return NULL;
}

enum status study_find_input(const struct files *inputs, const char *place, const char *name,
                             struct study_input *input, struct error *error)
{
    snprintf(input->name, sizeof input->name, "%s%s", place, name);
    enum status status = files_get(inputs, name, &input->text, error);
    return status ? error_set(error, status, "%s: missing", input->name) : STATUS_OK;
}

enum status study_read(const struct files *inputs, const char *place, const char *name,
                       const struct json_shape *shape, cJSON **json, struct error *error)
{
    struct study_input input;
    enum status status = study_find_input(inputs, place, name, &input, error);
    return status ? status : json_read(input.name, input.text, shape, json, error);
}

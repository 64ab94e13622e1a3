#include "cmd/stage.h"

#include <string.h>

enum status stage_option(const struct command_line *line, const struct asym *asym, int *budget,
                         struct error *error)
{
    const char *name = command_value(line, "min-stage");
    *budget = 0;
    if (!name)
        return STATUS_OK;
    for (int i = asym->first_ranking; i < asym->count; i++) {
        if (strcmp(asym->budgets[i].stage, name) == 0) {
            *budget = i;
            return STATUS_OK;
        }
    }
    return error_set(error, STATUS_CANNOT, "--min-stage: '%.20s' is none of the stages %s to %s",
                     name, asym->budgets[asym->first_ranking].stage,
                     asym->budgets[asym->count - 1].stage);
}

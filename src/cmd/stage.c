#include "cmd/stage.h"

enum status stage_named(const struct command_line *line, const char *option,
                        const struct asym *asym, int first, int otherwise, int *budget,
                        struct error *error)
{
    const char *name = command_value(line, option);
    *budget = otherwise;
    if (!name)
        return STATUS_OK;
    int found = asym_find_stage(asym, name);
    if (found >= first) {
        *budget = found;
        return STATUS_OK;
    }
    return error_set(error, STATUS_CANNOT, "--%s: '%.20s' is none of the stages %s to %s", option,
                     name, asym->budgets[first].stage, asym->budgets[asym->count - 1].stage);
}

enum status stage_option(const struct command_line *line, const struct asym *asym, int *budget,
                         struct error *error)
{
    return stage_named(line, "min-stage", asym, asym->first_ranking, 0, budget, error);
}

/* The options that name a stage: --min-stage, which several verbs have, and --stage. */
#ifndef CMD_STAGE_H
#define CMD_STAGE_H

#include "cmd/command.h"
#include "study/asym.h"

#define STAGE_OPTION                                                                               \
    {                                                                                              \
        "min-stage", "S", "only pairs evaluated at this stage or deeper"                           \
    }

/* The budget that it names; 0, which every ranked pair passes, where it is not given. */
enum status stage_option(const struct command_line *line, const struct asym *asym, int *budget,
                         struct error *error);

/* The budget that `option` names, of those from `first` on; `otherwise` where it is not given. */
enum status stage_named(const struct command_line *line, const char *option,
                        const struct asym *asym, int first, int otherwise, int *budget,
                        struct error *error);

#endif

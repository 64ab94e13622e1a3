#include "cmd/opened.h"
#include "cmd/sample.h"
#include "search/plan.h"

#include <stdio.h>
#include <string.h>

static enum status stage_limit(const struct command_line *line, const char *option,
                               const struct ladder *ladder, int64_t otherwise, int64_t *limit,
                               struct error *error)
{
    const char *wanted = command_value(line, option);
    *limit = wanted ? plan_limit_of(ladder, wanted) : otherwise;
    return *limit || !wanted ? STATUS_OK
                             : error_set(error, STATUS_CANNOT,
                                         "--%s: '%.80s' is no stage of the ladder", option, wanted);
}

/* --stage is that one alone, --until it and all below. */
static enum status read_stages(const struct command_line *line, const struct ladder *ladder,
                               struct sample *sample, struct error *error)
{
    enum status status = stage_limit(line, "stage", ladder, 0, &sample->from, error);
    if (!status)
        status = stage_limit(line, "until", ladder, INT64_MAX, &sample->until, error);
    if (!status && sample->from && sample->from < sample->until)
        sample->until = sample->from;
    return status;
}

static enum status read_rows(const struct command_line *line, size_t *rows, struct error *error)
{
    int64_t number;
    if (command_value(line, "list") && command_value(line, "json"))
        return error_set(error, STATUS_CANNOT, "rerun: --list or --json, not both");
    if (!text_int(text_of(line->arguments[0]), 1, 1000000000, &number))
        return error_set(error, STATUS_CANNOT,
                         "rerun: '%.80s' is no number of evaluations from 1 to 1000000000",
                         line->arguments[0]);
    *rows = (size_t)number;
    return STATUS_OK;
}

static enum status search_again(const struct command_line *line, const struct opened *opened,
                                size_t rows, struct error *error)
{
    const struct release *release = &opened->release;
    const char *given = command_value(line, "id");
    const char *id = given ? given : release->edition.primary_engine;
    const struct rerun_of of = {.id = id,
                                .entry = json_get(json_get(release->passport, "engines"), id),
                                .evidence = &release->evidence,
                                .engine = command_value(line, "engine"),
                                .root = opened->root};
    struct sample sample = {.of = &of,
                            .ladder = &release->ladder,
                            .rows = rows,
                            .json = command_value(line, "json") != NULL};
    struct rerun rerun = {0};
    if (!of.entry)
        return error_set(error, STATUS_CANNOT, "--id: the passport has no engine '%.80s'", id);
    enum status status = read_stages(line, &release->ladder, &sample, error);
    if (!status && command_value(line, "list"))
        status = sample_list(line, &sample, error);
    else if (!status)
        status = sample_search(line, &sample, &rerun, error);
    rerun_free(&rerun);
    return status;
}

static enum status run(const struct command_line *line, struct error *error)
{
    struct opened opened = {0};
    size_t rows = 0;
    enum status status = read_rows(line, &rows, error);
    if (!status)
        status =
            opened_open_path(line, line->count > 1 ? line->arguments[1] : NULL, &opened, error);
    if (!status)
        status = search_again(line, &opened, rows, error);
    opened_free(&opened);
    return status;
}

const struct command command_rerun = {
    .name = "rerun",
    .arguments = "N [ARCHIVE | FOLDER]",
    .min = 1,
    .max = 2,
    .summary = "search N stored evaluations again, and compare every field",
    .details =
        "The sample is spread evenly over the budgets, and anyone can draw it again. Without an\n"
        "archive or folder: the checkout's evidence. A binary runs with the passport's own "
        "options;\n"
        "one whose sha256 is not the recorded one is named as such, and runs nevertheless.",
    .options =
        {{"engine", "PATH",
          "a binary, or a configuration FILE.json (default: the checkout's engines/ID.json)"},
         {"id", "ENGINE", "whose evidence (default: the primary engine's)"},
         {"stage", "NAME", "of this stage alone, as S0"},
         {"until", "NAME", "of no deeper stage"},
         SAMPLE_OPTIONS,
         {"list", NULL, "name the sample, and search nothing"},
         {"json", NULL, "print what came of each as one JSON document"},
         {0}},
    .run = run,
};

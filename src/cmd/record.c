#include "passport/benedict_record.h"

#include "cmd/sample.h"
#include "search/results.h"
#include "study/selfplay.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Searches a sample of them again; *note is for the passport. */
static enum status try_sample(const struct command_line *line, const char *root,
                              const struct external *external, size_t rows, cJSON **note,
                              struct error *error)
{
    struct rerun rerun = {0};
    cJSON *entry = external_engine(external);
    const struct rerun_of of = {.id = external->engine,
                                .entry = entry,
                                .evidence = &external->evidence,
                                .engine = command_value(line, "engine"),
                                .root = root};
    const struct sample sample = {.of = &of, .until = INT64_MAX, .rows = rows, .same_engine = true};
    enum status status = entry ? sample_search(line, &sample, &rerun, error) : error_memory(error);
    if (!status && !(*note = rerun_note(&rerun, sample_seed(line))))
        status = error_memory(error);
    if (status == STATUS_WRONG && !error->text[0])
        status =
            error_set(error, STATUS_WRONG, "nothing is recorded: not all of the sample repeats");
    rerun_free(&rerun);
    cJSON_Delete(entry);
    return status;
}

static enum status record_folder(const struct command_line *line, const char *root,
                                 const char *folder, struct record_report *report,
                                 struct error *error)
{
    struct external external = {0};
    cJSON *note = NULL;
    long long rows;
    enum status status = command_int(line, "rerun", 1, 1000000000, 0, &rows, error);
    if (!status)
        status = external_read(folder, &external, error);
    if (!status && rows)
        status = try_sample(line, root, &external, (size_t)rows, &note, error);
    if (!status)
        status = record_external(root, command_study(line), &external, note, report, error);
    external_free(&external);
    cJSON_Delete(note);
    return status;
}

/* The name of the folder itself, which need not end in '/'; owned by the caller. */
static char *last_part(const char *folder)
{
    size_t end = strlen(folder);
    while (end > 1 && folder[end - 1] == '/')
        end--;
    size_t begin = end;
    while (begin > 0 && folder[begin - 1] != '/')
        begin--;
    return strndup(folder + begin, end - begin);
}

static enum status record_played(const struct command_line *line, const char *root,
                                 struct record_report *report, struct error *error)
{
    struct selfplay selfplay = {0};
    struct files files = {0};
    const char *folder = command_value(line, "games"), *given = command_value(line, "name");
    char *name = given ? strdup(given) : last_part(folder);
    enum status status = name ? STATUS_OK : error_memory(error);
    if (!status && !text_is_slug(text_of(name)))
        status = error_set(error, STATUS_CANNOT,
                           "record: '%s' is no name for a run (a-z, 0-9, '.' and '-'): see --name",
                           name);
    if (!status)
        status = selfplay_check(folder, &files, &selfplay, error);
    if (!status)
        status = record_games(root, command_study(line), &(struct games_run){name, &files}, report,
                              error);
    selfplay_free(&selfplay);
    files_free(&files);
    free(name);
    return status;
}

static enum status check_options(const struct command_line *line, struct error *error)
{
    static const char *const needing[] = {"engine", "seed", "workers"};
    const char *from = command_value(line, "from"), *store = command_value(line, "store");
    const char *games = command_value(line, "games");
    if (!from && !store && !games)
        return error_set(error, STATUS_CANNOT, "record: --from DIR is missing");
    if ((from != NULL) + (store != NULL) + (games != NULL) > 1)
        return error_set(error, STATUS_CANNOT,
                         "record: --from, --store and --games exclude each other");
    if (command_value(line, "name") && !games)
        return error_set(error, STATUS_CANNOT, "record: --name goes with --games");
    if (command_value(line, "rerun"))
        return from ? STATUS_OK
                    : error_set(error, STATUS_CANNOT, "record: --rerun goes with --from");
    for (size_t i = 0; i < sizeof needing / sizeof *needing; i++) {
        if (command_value(line, needing[i]))
            return error_set(error, STATUS_CANNOT, "record: --%s goes with --rerun", needing[i]);
    }
    return STATUS_OK;
}

/* The study of Benedict xiangqi records folders alone. */
static enum status record_benedict(const struct command_line *line, const char *root,
                                   struct record_report *report, struct error *error)
{
    const char *from = command_value(line, "from");
    if (!from || command_value(line, "rerun"))
        return error_set(error, STATUS_CANNOT, "record: the study benedict takes --from DIR alone");
    return benedict_record(root, from, report, error);
}

static enum status run(const struct command_line *line, struct error *error)
{
    const char *from = command_value(line, "from"), *store = command_value(line, "store");
    const char *games = command_value(line, "games"), *what = games ? "games" : "evaluations";
    char *root = NULL;
    struct record_report report = {0};
    enum status status = check_options(line, error);
    if (!status)
        status = command_root(line, &root, error);
    if (!status && strcmp(command_study(line), "benedict") == 0) {
        what = "rows of evidence";
        status = record_benedict(line, root, &report, error);
    } else if (!status && games)
        status = record_played(line, root, &report, error);
    else if (!status && from)
        status = record_folder(line, root, from, &report, error);
    else if (!status)
        status = results_record(root, command_study(line), store, &report, error);
    free(root);
    if (status)
        return status;
    printf("recorded %zu new %s; %zu were known\n", report.added, what, report.known);
    printf("the passport %s\n", report.rewritten ? "is rewritten" : "is unchanged");
    return STATUS_OK;
}

const struct command command_record = {
    .name = "record",
    .arguments = "",
    .summary = "bring results or games into passport/STUDY as evidence",
    .details =
        "DIR holds run.json and one nodes-N.csv for each of its counts. Rows are only ever\n"
        "added: a contradiction names both rows and changes nothing. Recording the same\n"
        "folder again changes nothing, and completes a recording that was cut off. From a store\n"
        "come the evaluations of its closed waves, with the days and programs it has for "
        "them.\n"
        "With --rerun nothing is recorded unless a sample of the folder repeats in every field; "
        "the\n"
        "exit status is else 1. An engine with another sha256 could not tell: 2.\n"
        "Games are those of a finished run of selfplay. Each is replayed by the rules; they are "
        "kept\n"
        "as a whole under NAME, never change, and none is recorded twice.",
    .options = {{"from", "DIR", "the folder of results"},
                {"store", "PATH", "a store of search --run instead"},
                {"games", "DIR", "a folder of selfplay instead"},
                {"name", "NAME", "of the games there (default: the folder's)"},
                {"rerun", "N", "first search N of the folder's evaluations again"},
                {"engine", "PATH",
                 "for that: a binary, or a configuration FILE.json (default: engines/ID.json)"},
                SAMPLE_OPTIONS,
                {0}},
    .run = run,
};

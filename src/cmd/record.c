#include "passport/record.h"
#include "cmd/command.h"
#include "search/results.h"

#include <stdio.h>
#include <stdlib.h>

static enum status run(const struct command_line *line, struct error *error)
{
    const char *from = command_value(line, "from"), *store = command_value(line, "store");
    if (!from && !store)
        return error_set(error, STATUS_CANNOT, "record: --from DIR is missing");
    if (from && store)
        return error_set(error, STATUS_CANNOT, "record: --from and --store exclude each other");
    char *root;
    struct record_report report = {0};
    enum status status = command_root(line, &root, error);
    if (!status && from)
        status = record_external(root, command_study(line), from, &report, error);
    else if (!status)
        status = results_record(root, command_study(line), store, &report, error);
    free(root);
    if (status)
        return status;
    printf("recorded %zu new evaluations; %zu were known\n", report.added, report.known);
    printf("the passport %s\n", report.rewritten ? "is rewritten" : "is unchanged");
    return STATUS_OK;
}

const struct command command_record = {
    .name = "record",
    .arguments = "",
    .summary = "bring results into passport/STUDY as evidence",
    .details =
        "DIR holds run.json and one nodes-N.csv for each of its counts. Rows are only ever\n"
        "added: a contradiction names both rows and changes nothing. Recording the same\n"
        "folder again changes nothing, and completes a recording that was cut off. From a store\n"
        "come the evaluations of its closed waves, with the days and programs it has for "
        "them.",
    .options = {{"from", "DIR", "the folder of results"},
                {"store", "PATH", "a store of search --run instead"},
                {0}},
    .run = run,
};

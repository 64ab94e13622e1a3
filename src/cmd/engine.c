#include "base/file.h"
#include "cmd/command.h"
#include "search/check.h"

#include <stdio.h>
#include <string.h>

static void print_lines(const struct check_report *report)
{
    for (size_t i = 0; i < report->count; i++)
        printf("%-12s %-6s %s\n", report->lines[i].name, report->lines[i].ok ? "ok" : "FAILED",
               report->lines[i].text);
}

static void list_lines(const struct check_report *report, cJSON *list, bool *failed)
{
    for (size_t i = 0; i < report->count; i++) {
        cJSON *line = cJSON_CreateObject();
        json_add_string(line, "name", report->lines[i].name, failed);
        json_add_string(line, "outcome", report->lines[i].ok ? "ok" : "FAILED", failed);
        json_add_string(line, "text", report->lines[i].text, failed);
        json_append(list, line, failed);
    }
}

static enum status print_json(const struct check_report *report, struct error *error)
{
    bool failed = false;
    cJSON *json = cJSON_CreateObject();
    json_add_string(json, "engine", report->engine, &failed);
    json_add(json, "ok", cJSON_CreateBool(report->entry != NULL), &failed);
    list_lines(report, json_add_array(json, "checks", &failed), &failed);
    if (report->entry)
        json_add(json, "entry", cJSON_Duplicate(report->entry, true), &failed);
    enum status status = command_print_json(json, failed, error);
    cJSON_Delete(json);
    return status;
}

/* Into the file, or, where it is not in the JSON already, as the last line. */
static enum status give_entry(const struct command_line *line, const struct check_report *report,
                              struct error *error)
{
    const char *path = command_value(line, "entry");
    struct buf text = {0};
    json_write(&text, report->entry);
    enum status status = buf_ok(&text, error);
    if (!status && path)
        status = file_write(path, buf_text(&text), 0644, error);
    else if (!status && !command_value(line, "json"))
        fputs(text.data, stdout);
    buf_free(&text);
    return status;
}

static enum status run(const struct command_line *line, struct error *error)
{
    struct check_report report = {0};
    if (strcmp(line->arguments[0], "check") != 0)
        return error_set(error, STATUS_CANNOT, "engine: '%.80s' is not check", line->arguments[0]);
    enum status status = check_engine(line->arguments[1], &report, error);
    enum status shown = STATUS_OK;
    if (!error->text[0] && command_value(line, "json"))
        shown = print_json(&report, error);
    else if (!error->text[0])
        print_lines(&report);
    if (!shown && report.entry)
        shown = give_entry(line, &report, error);
    check_free(&report);
    return shown ? shown : status;
}

const struct command command_engine = {
    .name = "engine",
    .arguments = "check FILE",
    .min = 2,
    .max = 2,
    .summary = "try an engine's configuration, and write its passport entry",
    .details =
        "FILE is a configuration, as engines/*.json. A line a check: files, handshake, Chess960,\n"
        "limits, determinism, and which line of a search is its last completed iteration. Where\n"
        "all are ok the engine's passport entry follows.",
    .options = {{"entry", "OUT", "write the entry there instead"},
                {"json", NULL, "print the report, with the entry, as one JSON document"},
                {0}},
    .run = run,
};

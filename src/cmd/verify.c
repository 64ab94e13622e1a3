#include "base/json.h"
#include "cmd/verified.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static enum status print_json(const struct verify_report *report, enum status status,
                              struct error *error)
{
    bool failed = false;
    cJSON *root = cJSON_CreateObject();
    json_add(root, "verified", cJSON_CreateBool(status == STATUS_OK), &failed);
    if (report->known) {
        json_add_string(root, "study", report->edition.study, &failed);
        json_add_string(root, "version", report->edition.version, &failed);
        json_add_string(root, "date", report->edition.date, &failed);
        json_add_string(root, "content_id", report->content_id, &failed);
    }
    cJSON *checks = json_add_array(root, "checks", &failed);
    for (size_t i = 0; i < report->count; i++) {
        cJSON *check = cJSON_CreateObject();
        json_add_string(check, "name", report->checks[i].name, &failed);
        json_add_string(check, "outcome", verify_outcome_name(report->checks[i].outcome), &failed);
        json_add_string(check, "text", report->checks[i].text, &failed);
        json_append(checks, check, &failed);
    }
    enum status printed = command_print_json(root, failed, error);
    cJSON_Delete(root);
    return printed ? printed : status;
}

static enum status run(const struct command_line *line, struct error *error)
{
    struct verify_report report;
    char *root = NULL;
    struct verify_request request = verified_request(line, line->count ? line->arguments[0] : NULL);
    enum status status = request.path ? STATUS_OK : command_root(line, &root, error);
    if (!status) {
        request.root = root;
        request.brief = command_value(line, "quiet") != NULL;
        status = verify_release(&request, &report, error);
        bool cannot = status == STATUS_CANNOT && error->text[0] && !report.known;
        bool quiet = command_value(line, "quiet") != NULL || cannot;
        if (!quiet && command_value(line, "json"))
            status = print_json(&report, status, error);
        else if (!quiet)
            verified_print(&report, status);
    }
    free(root);
    return status;
}

const struct command command_verify = {
    .name = "verify",
    .arguments = "[ARCHIVE | FOLDER]",
    .max = 1,
    .summary = "check a release, and say check by check why it may be believed",
    .details =
        "Without an argument: the checkout's release, rebuilt, against its published record. The\n"
        "signature is looked for beside the archive or folder. Needs no network, no engine.\n"
        "A pinned key proves that nothing was altered since it signed; whose key it is, only its\n"
        "fingerprint from elsewhere can tell.",
    .options = {VERIFIED_OPTIONS,
                {"json", NULL, "print the report as JSON"},
                {"quiet", NULL, "print nothing; the exit status tells"},
                {0}},
    .run = run,
};

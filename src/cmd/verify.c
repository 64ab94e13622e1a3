#include "release/verify.h"

#include "base/json.h"
#include "cmd/command.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *outcome_name(enum verify_outcome outcome)
{
    static const char *const names[] = {"ok", "FAILED", "skipped"};
    return names[outcome];
}

static const char *verdict(enum status status)
{
    return status == STATUS_OK      ? "verified"
           : status == STATUS_WRONG ? "NOT VERIFIED"
                                    : "not checked";
}

static void print_lines(const struct verify_report *report, enum status status)
{
    for (size_t i = 0; i < report->count; i++)
        printf("%-12s %-8s %s\n", report->checks[i].name, outcome_name(report->checks[i].outcome),
               report->checks[i].text);
    printf("%s", verdict(status));
    if (report->known)
        printf(": %s %s of %s, content id %s", report->edition.study, report->edition.version,
               report->edition.date, report->content_id);
    printf("\n");
}

static enum status print_json(const struct verify_report *report, enum status status,
                              struct error *error)
{
    bool failed = false;
    struct buf out = {0};
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
        json_add_string(check, "outcome", outcome_name(report->checks[i].outcome), &failed);
        json_add_string(check, "text", report->checks[i].text, &failed);
        json_append(checks, check, &failed);
    }
    if (!failed)
        json_write(&out, root);
    cJSON_Delete(root);
    if (failed || buf_ok(&out, error))
        status = error_memory(error);
    else
        fputs(out.data, stdout);
    buf_free(&out);
    return status;
}

static enum status run(const struct command_line *line, struct error *error)
{
    struct verify_report report;
    char *root = NULL;
    struct verify_request request = {
        .path = line->count ? line->arguments[0] : NULL,
        .study = command_study(line),
        .key = command_value(line, "key"),
        .signature = command_value(line, "signature"),
        .expect = command_value(line, "expect"),
    };
    enum status status = request.path ? STATUS_OK : command_root(line, &root, error);
    if (!status) {
        request.root = root;
        status = verify_release(&request, &report, error);
        bool cannot = status == STATUS_CANNOT && error->text[0] && !report.known;
        if (command_value(line, "json") && !cannot)
            status = print_json(&report, status, error);
        else if (!command_value(line, "quiet") && !cannot)
            print_lines(&report, status);
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
    .options = {{"key", "FILE", "a minisign public key (default: the pinned one)"},
                {"signature", "FILE", "the minisign signature of SHA256SUMS"},
                {"expect", "VERSION", "fail when it is another version"},
                {"json", NULL, "print the report as JSON"},
                {"quiet", NULL, "print nothing; the exit status tells"},
                {0}},
    .run = run,
};

#include "cmd/verified.h"

#include <stdio.h>

struct verify_request verified_request(const struct command_line *line, const char *path)
{
    return (struct verify_request){
        .path = path,
        .study = command_study(line),
        .key = command_value(line, "key"),
        .signature = command_value(line, "signature"),
        .provenance = command_value(line, "provenance"),
        .expect = command_value(line, "expect"),
    };
}

static const char *verdict(enum status status)
{
    return status == STATUS_OK      ? "verified"
           : status == STATUS_WRONG ? "NOT VERIFIED"
                                    : "not wholly checked";
}

void verified_print(const struct verify_report *report, enum status status)
{
    for (size_t i = 0; i < report->count; i++)
        printf("%-12s %-8s %s\n", report->checks[i].name,
               verify_outcome_name(report->checks[i].outcome), report->checks[i].text);
    printf("%s", verdict(status));
    if (report->known)
        printf(": %s %s of %s, content id %s", report->edition.study, report->edition.version,
               report->edition.date, report->content_id);
    printf("\n");
}

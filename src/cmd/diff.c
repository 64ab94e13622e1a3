#include "release/diff.h"

#include "cmd/opened.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int64_t count(const cJSON *report, const char *list)
{
    return cJSON_GetArraySize(json_get(report, list));
}

static void print_settings(const cJSON *report)
{
    const cJSON *entry;
    cJSON_ArrayForEach(entry, json_get(report, "settings"))
    {
        char *from = cJSON_PrintUnformatted(json_get(entry, "from"));
        char *to = cJSON_PrintUnformatted(json_get(entry, "to"));
        printf("- %s: %.200s -> %.200s\n", json_string(entry, "where"), from ? from : "(none)",
               to ? to : "(none)");
        cJSON_free(from);
        cJSON_free(to);
    }
}

static void print_evaluations(const cJSON *report)
{
    const cJSON *entry;
    cJSON_ArrayForEach(entry, json_get(report, "evaluations"))
    {
        printf("- evaluations of %s at %s %lld: %lld new, %lld gone, %lld changed\n",
               json_string(entry, "engine"), json_string(entry, "limit_kind"),
               (long long)json_int(entry, "limit"), (long long)json_int(entry, "added"),
               (long long)json_int(entry, "removed"), (long long)json_int(entry, "changed"));
    }
}

static void print_games(const cJSON *report)
{
    const cJSON *entry;
    cJSON_ArrayForEach(entry, json_get(report, "games"))
        printf("- games of the run %s: %lld %s\n", json_string(entry, "run"),
               (long long)json_int(entry, "games"), json_string(entry, "change"));
}

static void print_evidence(const cJSON *report)
{
    const cJSON *entry;
    cJSON_ArrayForEach(entry, json_get(report, "evidence"))
        printf("- %s: %lld new, %lld gone\n", json_string(entry, "file"),
               (long long)json_int(entry, "added"), (long long)json_int(entry, "removed"));
}

/* At most `limit` pairs of one list, the best first. */
static void print_pairs(const cJSON *report, const char *list, long long limit)
{
    const cJSON *entry;
    long long shown = 0;
    cJSON_ArrayForEach(entry, json_get(report, list))
    {
        if (shown++ == limit) {
            printf("  ... and %lld more %s\n", (long long)count(report, list) - limit, list);
            break;
        }
        printf("  %s %s", list, json_string(entry, "pair"));
        if (json_get(entry, "was"))
            printf(" from %lld", (long long)json_int(entry, "was"));
        if (json_get(entry, "rank"))
            printf(" to %lld", (long long)json_int(entry, "rank"));
        printf(": %s\n", json_string(entry, "why"));
    }
}

static void print_words(const cJSON *report, bool changelog, long long limit)
{
    static const char *const lists[] = {"entered", "left", "rose", "fell"};
    const cJSON *from = json_get(report, "from"), *to = json_get(report, "to"), *document;
    if (changelog)
        printf("## %s\n\nSince %s:\n\n", json_string(to, "version"), json_string(from, "version"));
    else
        printf("%s %s -> %s %s\n", json_string(from, "study"), json_string(from, "version"),
               json_string(to, "study"), json_string(to, "version"));
    if (cJSON_IsTrue(json_get(report, "same"))) {
        printf("no difference\n");
        return;
    }
    print_settings(report);
    print_evaluations(report);
    print_games(report);
    print_evidence(report);
    if (json_get(report, "entered"))
        printf("- ranked pairs: %lld entered, %lld left, %lld rose, %lld fell\n",
               (long long)count(report, "entered"), (long long)count(report, "left"),
               (long long)count(report, "rose"), (long long)count(report, "fell"));
    for (size_t i = 0; i < sizeof lists / sizeof *lists; i++)
        print_pairs(report, lists[i], limit);
    cJSON_ArrayForEach(document, json_get(report, "documents"))
        printf("- %s differs\n", document->valuestring);
}

static enum status run(const struct command_line *line, struct error *error)
{
    struct opened from = {0}, to = {0};
    cJSON *report = NULL;
    long long limit;
    enum status status = command_int(line, "limit", 0, PAIR_CLASSES, 10, &limit, error);
    if (!status)
        status = opened_open_path(line, line->arguments[0], &from, error);
    if (!status)
        status = opened_open_path(line, line->count > 1 ? line->arguments[1] : NULL, &to, error);
    if (!status)
        status = diff_releases(&from.release, &to.release, &report, error);
    if (!status && command_value(line, "json"))
        status = command_print_json(report, false, error);
    else if (!status)
        print_words(report, command_value(line, "changelog") != NULL, limit);
    if (!status && !cJSON_IsTrue(json_get(report, "same")))
        status = STATUS_WRONG; /* a difference, which needs no message */
    cJSON_Delete(report);
    opened_free(&from);
    opened_free(&to);
    return status;
}

const struct command command_diff = {
    .name = "diff",
    .arguments = "A [B]",
    .min = 1,
    .max = 2,
    .summary = "say what changed between two releases; exit 1 when anything did",
    .details = "A and B are archives or unpacked folders; without B, the checkout. Signatures are\n"
               "verify's business. A release's changelog entry is made with --changelog.",
    .options = {{"json", NULL, "print all of it as JSON"},
                {"changelog", NULL, "print it as an entry of the dataset's changelog"},
                {"limit", "N", "how many pairs of each kind to name (default: 10)"},
                {0}},
    .run = run,
};

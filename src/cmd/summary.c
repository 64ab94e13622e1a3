#include "cmd/opened.h"
#include "release/study.h"
#include "study/benedict_tables.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { TOP = 10 };

static void print_top(const struct asym *asym, const struct asym_class *ranked, size_t count)
{
    printf("the %zu deepest and most even pairs:\n", count < TOP ? count : (size_t)TOP);
    for (size_t i = 0; i < count && i < TOP; i++) {
        char white[START_BYTES], black[START_BYTES], pair[12];
        const struct asym_class *class = &ranked[i];
        start_letters(class->pair.w, white);
        start_letters(class->pair.b, black);
        snprintf(pair, sizeof pair, "%u:%u", class->pair.w, class->pair.b);
        printf("  %2zu  %-7s  %s %s  %s %lld nodes  %+d cp\n", i + 1, pair, white, black,
               asym->budgets[class->deepest].stage, (long long)asym->budgets[class->deepest].limit,
               class->at[class->deepest]->score);
    }
}

static void print_coverage(const struct asym *asym)
{
    struct asym_walk walk = {0};
    struct asym_class class;
    size_t evaluated = 0, waiting = 0, triaged = 0, ranked[ASYM_BUDGETS_MAX] = {0};
    while (asym_next(asym, &walk, &class)) {
        evaluated++;
        waiting += class.outcome == ASYM_WAITING;
        triaged += class.outcome == ASYM_TRIAGED;
        if (class.outcome == ASYM_RANKED)
            ranked[class.deepest]++;
    }
    printf("evaluated %zu of %d classes; %zu wait for %s, %zu are put aside by triage\n", evaluated,
           PAIR_CLASSES, waiting, asym->budgets[asym->first_ranking].stage, triaged);
    printf("ranked by deepest stage:");
    for (int i = asym->first_ranking; i < asym->count; i++)
        printf(" %s %zu", asym->budgets[i].stage, ranked[i]);
    printf("\n");
}

static enum status summarize_asym(const struct release *release, struct error *error)
{
    struct asym_class *ranked = NULL;
    size_t count = 0;
    enum status status = asym_rank(&release->asym, &ranked, &count, error);
    if (!status) {
        print_coverage(&release->asym);
        print_top(&release->asym, ranked, count);
    }
    free(ranked);
    return status;
}

static enum status summarize_benedict(const struct release *release, struct error *error)
{
    struct buf out = {0};
    benedict_summary(&release->benedict, &out);
    return command_print(&out, STATUS_OK, error);
}

static enum status run(const struct command_line *line, struct error *error)
{
    struct opened opened;
    enum status status = opened_open(line, &opened, error);
    const struct release *release = &opened.release;
    if (!status) {
        printf("%s %s of %s, primary engine %s\n", release->edition.study, release->edition.version,
               release->edition.date, release->edition.primary_engine);
        status = release->study == &study_benedict ? summarize_benedict(release, error)
                                                   : summarize_asym(release, error);
    }
    opened_free(&opened);
    return status;
}

const struct command command_summary = {
    .name = "summary",
    .arguments = "",
    .summary = "say in a few lines what the release holds",
    .options = {OPENED_FROM, {0}},
    .run = run,
};

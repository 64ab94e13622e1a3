/* The study of asymmetric starts of Chess960, as a release sees it. */
#include "release/study.h"

#include "passport/games.h"
#include "passport/passport.h"
#include "release/figures.h"
#include "study/asym_tables.h"
#include "study/corridor_tables.h"
#include "study/selfplay_table.h"

#include <stdio.h>
#include <string.h>

static const char *const languages[] = {"en", "de", "pt", "hi", NULL};

static const char *const asym_inputs[] = {
    "corridor.json",
    "ladder.json",
    "published.json",
    "schema/codebook.json",
    "schema/codebook.schema.json",
    "schema/corridor.schema.json",
    "schema/coverage.schema.json",
    "schema/keys.schema.json",
    "schema/ladder.schema.json",
    "schema/passport.schema.json",
    "schema/published.schema.json",
    "schema/record.schema.json",
    "schema/references.schema.json",
    "schema/release.schema.json",
    "schema/run.schema.json",
    "schema/selfplay.schema.json",
    NULL,
};

static const char *const keywords[] = {"chess", "Chess960", "engine evaluation",
                                       "reproducible research", NULL};

static bool is_evidence(const char *name)
{
    return strncmp(name, "evidence/", strlen("evidence/")) == 0 || games_is_input(name);
}

static enum status open_ladder(struct release *release, const struct files *inputs,
                               const char *place, struct error *error)
{
    struct study_input input;
    enum status status = study_find_input(inputs, place, "ladder.json", &input, error);
    if (!status)
        status = ladder_read(input.name, input.text, &release->ladder, error);
    if (!status)
        status = study_find_input(inputs, place, "corridor.json", &input, error);
    if (!status)
        status = corridor_read(input.name, input.text, &release->ladder,
                               release->edition.primary_engine, &release->corridor, error);
    return status;
}

static enum status open(struct release *release, const struct files *inputs, const char *place,
                        struct error *error)
{
    struct study_input input;
    enum status status = open_ladder(release, inputs, place, error);
    if (!status)
        status = study_find_input(inputs, place, "passport.json", &input, error);
    if (!status)
        status = passport_read(input.name, input.text, &release->passport, error);
    if (!status)
        status =
            study_read(inputs, place, "published.json", &figures_shape, &release->figures, error);
    if (!status)
        status = evidence_read(inputs, place, &release->evidence, error);
    if (!status)
        status = selfplay_table_open(inputs, place, error);
    if (!status)
        status = asym_init(&release->asym, &release->ladder, &release->evidence,
                           release->edition.primary_engine, error);
    return status;
}

static enum status check_passport(const struct release *release, struct error *error)
{
    enum status status =
        passport_check("passport.json", release->passport, release->inputs, &release->evidence,
                       &release->ladder, &release->edition, error);
    return status ? status
                  : corridor_check("corridor.json", &release->corridor, release->passport, error);
}

static enum status replay(const struct release *release, struct files *content, struct error *error)
{
    uint64_t seed = (uint64_t)json_digits(release->passport, "seed");
    const struct figures_ground ground = {release->references, &release->edition, &release->asym};
    struct corridor_judged judged = {0};
    enum status status = asym_tables(&release->asym, seed, content, error);
    if (!status)
        status =
            corridor_judge(&release->asym, &release->evidence, &release->corridor, &judged, error);
    if (!status)
        status = corridor_tables(&judged, &release->asym, content, error);
    corridor_judged_free(&judged);
    if (!status)
        status = selfplay_table(release->inputs, content, error);
    return status ? status : figures_table(release->figures, &ground, content, error);
}

static enum status check_tables(const struct files *content, struct error *error)
{
    struct text text;
    cJSON *coverage = NULL;
    enum status status = files_get(content, "tables/coverage.json", &text, error);
    if (!status)
        status = json_read("tables/coverage.json", text, &asym_coverage_shape, &coverage, error);
    cJSON_Delete(coverage);
    return status;
}

static void count(const struct release *release, char text[80])
{
    size_t rows = 0;
    int64_t games = games_count(release->passport);
    for (size_t i = 0; i < release->evidence.count; i++)
        rows += release->evidence.sets[i].count;
    int len = snprintf(text, 80, "%zu evaluations", rows);
    if (games)
        snprintf(text + len, 80 - (size_t)len, " and %lld games", (long long)games);
}

static void free_own(struct release *release)
{
    evidence_free(&release->evidence);
    cJSON_Delete(release->figures);
}

const struct study study_asym = {
    .name = "asym",
    .languages = languages,
    .inputs = asym_inputs,
    .codebook = "schema/codebook.json",
    .keywords = keywords,
    .results = "Engine evaluations",
    .is_evidence = is_evidence,
    .open = open,
    .check_passport = check_passport,
    .replay = replay,
    .check_tables = check_tables,
    .count = count,
    .free = free_own,
};

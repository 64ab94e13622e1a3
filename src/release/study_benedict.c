/* The study of Benedict xiangqi, as a release sees it. */
#include "release/study.h"

#include "passport/benedict_passport.h"
#include "study/benedict_tables.h"

#include <stdio.h>

static const char *const languages[] = {"en", "zh", NULL};

static const char *const own_inputs[] = {
    "schema/benedict-codebook.json",
    "schema/benedict-passport.schema.json",
    "schema/benedict-run.schema.json",
    "schema/codebook.schema.json",
    "schema/keys.schema.json",
    "schema/record.schema.json",
    "schema/references.schema.json",
    "schema/release.schema.json",
    NULL,
};

static const struct study_part parts[] = {
    {"evidence/openings.csv", "schema/benedict-openings-codebook.json"},
    {0},
};

static const char *const keywords[] = {
    "xiangqi", "Benedict xiangqi", "game solving", "first-move advantage", "reproducible research",
    NULL};

static enum status open(struct release *release, const struct files *inputs, const char *place,
                        struct error *error)
{
    struct study_input input;
    enum status status = study_find_input(inputs, place, "passport.json", &input, error);
    if (!status)
        status = benedict_passport_read(input.name, input.text, &release->passport, error);
    return status ? status : benedict_evidence_read(inputs, place, &release->benedict, error);
}

static enum status check_passport(const struct release *release, struct error *error)
{
    return benedict_passport_check("passport.json", release->passport, release->inputs,
                                   &release->benedict, &release->edition, error);
}

static enum status replay(const struct release *release, struct files *content, struct error *error)
{
    return benedict_tables_add(&release->benedict, release->inputs, content, error);
}

static void count(const struct release *release, char text[80])
{
    const struct benedict_evidence *evidence = &release->benedict;
    size_t games = 0;
    for (size_t i = 0; i < evidence->set_count; i++)
        games += evidence->sets[i].games.count;
    int len = snprintf(text, 80, "%zu games, %zu proofs, %zu endings", games, evidence->proof_count,
                       evidence->mate_count);
    if (evidence->opening_count)
        snprintf(text + len, 80 - (size_t)len, ", %zu results about openings",
                 evidence->opening_count);
}

static void free_own(struct release *release)
{
    benedict_evidence_free(&release->benedict);
}

const struct study study_benedict = {
    .name = "benedict",
    .languages = languages,
    .inputs = own_inputs,
    .codebook = "schema/benedict-codebook.json",
    .parts = parts,
    .keywords = keywords,
    .results = "Game-theoretic results",
    .is_evidence = benedict_is_evidence,
    .open = open,
    .check_passport = check_passport,
    .replay = replay,
    .count = count,
    .free = free_own,
};

#include "fuzz.h"

#include "passport/corridor.h"
#include "passport/external.h"
#include "passport/passport.h"
#include "release/codebook.h"
#include "release/figures.h"
#include "release/keys.h"
#include "release/published.h"
#include "release/release.h"

/* Does it have that shape? Then so has its canonical form. */
static void try_shape(struct text text, const struct json_shape *shape)
{
    struct error error = {0};
    struct buf written = {0};
    cJSON *json, *again;
    if (json_read("input", text, shape, &json, &error))
        return;
    json_write(&written, json);
    MUST_OK(json_read("written", (struct text){written.data, written.len}, shape, &again, &error));
    cJSON_Delete(json);
    cJSON_Delete(again);
    buf_free(&written);
}

/* A ladder to hold a corridor against: P0, S0, and then the budgets of the seed. */
static const struct ladder *fuzz_ladder(void)
{
    static const struct ladder ladder = {
        .stages = {{.name = "P0", .limit = 10000, .triage = true}, {.name = "S0", .limit = 100000}},
        .count = 2,
        .first_ranking = 1,
        .deepening_first = 2000000,
        .deepening_factor = 4,
    };
    return &ladder;
}

/* An edition that is accepted has a date that comes back, and a ladder that is accepted has limits
 * that it finds again; so has a corridor, and confirmers. No reader minds any input. */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const struct json_shape *const shapes[] = {&external_shape,   &passport_shape,
                                                      &codebook_shape,   &published_shape,
                                                      &references_shape, &figures_shape};
    struct error error = {0};
    struct text text = fuzz_text(data, size);
    struct edition edition;
    if (!edition_read("release.json", text, &edition, &error)) {
        int64_t epoch;
        MUST_OK(edition_epoch(edition.date, &epoch, &error));
        MUST(epoch == edition.epoch);
    }
    struct ladder ladder;
    if (!ladder_read("ladder.json", text, &ladder, &error)) {
        for (size_t i = 0; i < ladder.count; i++)
            MUST(ladder_find(&ladder, ladder.stages[i].limit) == (int)i);
        MUST(ladder_find(&ladder, ladder.deepening_first) == (int)ladder.count);
    }
    struct corridor corridor;
    if (!corridor_read("corridor.json", text, fuzz_ladder(), "toy", &corridor, &error)) {
        for (size_t i = 0; i < CORRIDOR_LIMITS; i++)
            MUST(ladder_find(fuzz_ladder(), corridor.limits[i]) >= 0);
        for (size_t i = 0; i < corridor.confirmer_count; i++)
            MUST(corridor_confirmer_of(&corridor, corridor.confirmers[i].engine) ==
                 &corridor.confirmers[i]);
    }
    cJSON *keys;
    if (!keys_read("keys.json", text, &keys, &error))
        cJSON_Delete(keys);
    for (size_t i = 0; i < sizeof shapes / sizeof *shapes; i++)
        try_shape(text, shapes[i]);
    return 0;
}

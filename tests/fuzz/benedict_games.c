#include "fuzz.h"

#include "benedict/fit.h"
#include "rules/benedict_survey.h"

/* A list of games that is accepted comes back as itself once it has been written; of any such games
 * the sharpness is a share, and the regression says something or refuses. */
static void check(const struct games *games)
{
    struct error error = {0};
    struct survey_sharpness sharpness;
    struct fit fit;
    MUST_OK(survey_sharpness(games, &sharpness, &error));
    MUST(sharpness.mean >= 0 && sharpness.mean <= 1);
    MUST(sharpness.median >= 0 && sharpness.median <= 1);
    MUST(fit_games(games, 0, &fit, &error) != STATUS_CANNOT);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct error error = {0};
    struct games games, again;
    struct buf written = {0}, twice = {0};
    if (!games_read("list", fuzz_text(data, size), &games, &error)) {
        for (size_t i = 0; i < games.count; i++)
            games_write(&written, &games.games[i]);
        MUST_OK(games_read("written", buf_text(&written), &again, &error));
        MUST(again.count == games.count);
        for (size_t i = 0; i < again.count; i++)
            games_write(&twice, &again.games[i]);
        MUST(fuzz_same(&written, buf_text(&twice)));
        games_free(&again);
        check(&games);
    }
    games_free(&games);
    buf_free(&written);
    buf_free(&twice);
    return 0;
}

#include "benedict/verbs.h"
#include "rules/benedict_survey.h"

#include <stdio.h>

static enum status run(const struct command_line *line, struct error *error)
{
    struct games games = {0};
    struct survey_sharpness sharpness;
    enum status status = games_open(line->arguments[0], &games, error);
    if (!status)
        status = survey_sharpness(&games, &sharpness, error);
    if (!status) {
        printf("%zu games, %zu positions; moves that lose on the spot, of the legal ones:\n"
               "mean %.1f %%, median %.1f %%, by fifths of a game",
               games.count, sharpness.positions, 100 * sharpness.mean, 100 * sharpness.median);
        for (int i = 0; i < SURVEY_FIFTHS; i++)
            printf("%s %.1f", i ? "," : "", 100 * sharpness.fifth[i]);
        printf(" %%\n");
    }
    games_free(&games);
    return status;
}

const struct command verb_sharpness = {
    .name = "sharpness",
    .arguments = "FILE",
    .min = 1,
    .max = 1,
    .summary = "how many moves in games lose on the spot",
    .details =
        "FILE is a list as selfplay prints it. A move loses on the spot where the other side\n"
        "has a move that wins after it; means are of the shares at each position.",
    .options = {{0}},
    .run = run,
};

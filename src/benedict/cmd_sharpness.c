#include "benedict/verbs.h"
#include "rules/benedict_survey.h"

#include <stdio.h>

static void print_sharpness(const struct survey_sharpness *sharpness, size_t games)
{
    printf("%zu games, %zu positions; moves that lose on the spot, of the legal ones:\n"
           "mean %.1f %%, median %.1f %%, by fifths of a game",
           games, sharpness->positions, 100 * sharpness->mean, 100 * sharpness->median);
    for (int i = 0; i < SURVEY_FIFTHS; i++) {
        printf("%s ", i ? "," : "");
        if (sharpness->in_fifth[i])
            printf("%.1f", 100 * sharpness->fifth[i]);
        else
            printf("-");
    }
    printf(" %%\n");
}

static enum status run(const struct command_line *line, struct error *error)
{
    struct games games = {0};
    struct survey_sharpness sharpness;
    enum status status = games_open(line->arguments[0], &games, error);
    if (!status && games.count == 0)
        status = error_set(error, STATUS_WRONG, "%s: there is no game in it", line->arguments[0]);
    if (!status)
        status = survey_sharpness(&games, &sharpness, error);
    if (!status)
        print_sharpness(&sharpness, games.count);
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
        "has a move that wins after it; means are of the shares at each position; '-' is\n"
        "for a fifth without positions.",
    .options = {{0}},
    .run = run,
};

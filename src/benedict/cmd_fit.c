#include "benedict/fit.h"
#include "benedict/match.h"
#include "benedict/verbs.h"

#include <stdio.h>

static const char *const terms[FIT_TERMS] = {"chariot", "cannon", "horse",   "elephant",
                                             "advisor", "move",   "soldier", "mobility"};

static void print_fit(const struct fit *fit)
{
    printf("%zu positions of %zu games; log odds of a win\n", fit->positions, fit->games);
    for (int i = 0; i < FIT_TERMS; i++) {
        bool certain =
            fit->log_odds[i] * fit->log_odds[i] > 1.96 * 1.96 * fit->error[i] * fit->error[i];
        printf("%-8s %7.4f +- %.4f%s\n", terms[i], fit->log_odds[i], fit->error[i],
               certain ? "" : "  (its sign is uncertain)");
    }
}

static enum status run(const struct command_line *line, struct error *error)
{
    struct games games = {0};
    struct fit fit;
    long long opening;
    enum status status =
        command_int(line, "opening", 0, GAMES_PLIES_MAX, MATCH_OPENING, &opening, error);
    if (!status)
        status = games_open(line->arguments[0], &games, error);
    if (!status)
        status = fit_games(&games, (size_t)opening, &fit, error);
    if (!status)
        print_fit(&fit);
    games_free(&games);
    return status;
}

const struct command verb_fit = {
    .name = "fit",
    .arguments = "FILE",
    .min = 1,
    .max = 1,
    .summary = "piece values from the results of games",
    .details =
        "By logistic regression, with standard errors whose unit is the game. FILE is a list\n"
        "as selfplay prints it. \"move\" is having the move, \"mobility\" a legal move more than\n"
        "the other side would have. The engine's values are thousandths of these log odds.",
    .options = {{"opening", "N", "plies of each game that are passed over (default: 6)"}, {0}},
    .run = run,
};

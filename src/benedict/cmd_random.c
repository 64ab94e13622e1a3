#include "benedict/verbs.h"
#include "rules/benedict_survey.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

static void print_random(enum survey_policy policy, const struct survey_random *played)
{
    double games = (double)played->games;
    printf("%-8s first mover %.2f %% of %" PRId64 " games, %" PRId64 " draws, %.1f plies (%" PRId64
           " to %" PRId64 ")\n",
           survey_policy_name(policy),
           (100 * (double)played->first_wins + 50 * (double)played->draws) / games, played->games,
           played->draws, (double)played->plies / games, played->shortest, played->longest);
}

/* Those from `first` to before `end`: the named one, or all. */
static enum status choose(const char *name, int *first, int *end, struct error *error)
{
    *first = 0;
    *end = SURVEY_POLICIES;
    for (int i = 0; i < SURVEY_POLICIES && name; i++) {
        if (strcmp(name, survey_policy_name((enum survey_policy)i)) == 0) {
            *first = i;
            *end = i + 1;
            return STATUS_OK;
        }
    }
    return !name ? STATUS_OK
                 : error_set(error, STATUS_CANNOT, "--policy: '%.80s' is not uniform, win or safe",
                             name);
}

static enum status run(const struct command_line *line, struct error *error)
{
    long long games = 0, seed = 0;
    int policy = 0, end = 0;
    enum status status = choose(command_value(line, "policy"), &policy, &end, error);
    if (!status)
        status = command_int(line, "games", 1, 100000000, 1000, &games, error);
    if (!status)
        status = command_int(line, "seed", 0, INT32_MAX, 1, &seed, error);
    for (; policy < end && !status; policy++) {
        struct survey_random played;
        survey_random((enum survey_policy)policy, games, (uint64_t)seed, &played);
        print_random((enum survey_policy)policy, &played);
    }
    return status;
}

const struct command verb_random = {
    .name = "random",
    .arguments = "",
    .summary = "play random games, and say how they go",
    .details =
        "A policy says among which moves each is drawn, all with the same chance: uniform,\n"
        "all; win, those that win at once where there are any, else all; safe, the same, but\n"
        "then those that do not lose on the spot where there are any.",
    .options = {{"games", "N", "for each policy (default: 1000)"},
                {"policy", "NAME", "uniform, win or safe (default: all three)"},
                {"seed", "N", "of the draws (default: 1)"},
                {0}},
    .run = run,
};

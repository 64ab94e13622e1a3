/* What a part of Benedict's search is worth: a match of the engine as it is against the same with
 * other parts.
 *
 *     worth GAMES NODES SEED PART=VALUE...   "quiescence=0", "table=0"; "mobility=0"; "nodes=4000"
 *
 * Games of 300 plies are draws: among them are some that would never end. */
#include "benedict/match.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

enum { JITTER = 30 };

static enum status read_number(struct text text, int64_t *value, struct error *error)
{
    if (text_int(text, 0, INT32_MAX, value))
        return STATUS_OK;
    return error_set(error, STATUS_CANNOT, "'%.*s' is no number", (int)text.len, text.data);
}

/* "PART=VALUE" for the second player. */
static enum status read_part(const char *argument, struct match_settings *settings,
                             struct search_parts *parts, struct error *error)
{
    size_t len = strcspn(argument, "=");
    struct text name = {argument, len};
    int64_t value = 0;
    enum status status = read_number(text_of(argument + len + (argument[len] != 0)), &value, error);
    if (!status && text_is(name, "mobility"))
        settings->weights[1].mobility = (int)value;
    else if (!status && text_is(name, "tempo"))
        settings->weights[1].tempo = (int)value;
    else if (!status && text_is(name, "nodes"))
        settings->nodes[1] = (uint64_t)value;
    else if (!status && !search_set_part(parts, name, value))
        status = error_set(error, STATUS_CANNOT, "'%s' is no part and its value", argument);
    return status;
}

static enum status play(const struct match_settings *settings, struct error *error)
{
    struct match_score score = {0};
    enum status status = match_run(settings, NULL, NULL, &score, error);
    if (!status)
        printf("%" PRId64 " won, %" PRId64 " drawn, %" PRId64
               " lost; %.2f %%, with 95 %% at least %.2f %%\n",
               score.wins, score.draws, score.losses, 100 * match_share(&score),
               100 * match_lower(&score));
    return status;
}

int main(int argc, char **argv)
{
    struct error error = {0};
    struct search_parts parts = search_parts_used;
    struct match_settings settings = {
        .weights = {evaluation_fitted, evaluation_fitted},
        .parts = {NULL, &parts},
        .jitter = JITTER,
        .opening = MATCH_OPENING,
        .plies = MATCH_PLIES,
        .pairs = true,
    };
    int64_t numbers[3] = {0};
    enum status status = STATUS_OK;
    if (argc < 4)
        status = error_set(&error, STATUS_CANNOT, "usage: worth GAMES NODES SEED PART=VALUE...");
    for (int i = 0; i < 3 && !status; i++)
        status = read_number(text_of(argv[1 + i]), &numbers[i], &error);
    settings.nodes[0] = settings.nodes[1] = (uint64_t)numbers[1];
    for (int i = 4; i < argc && !status; i++)
        status = read_part(argv[i], &settings, &parts, &error);
    settings.games = numbers[0] / 2 * 2;
    settings.seed = (uint64_t)numbers[2];
    if (!status)
        status = play(&settings, &error);
    if (status)
        fprintf(stderr, "worth: %s\n", error.text);
    return (int)status;
}

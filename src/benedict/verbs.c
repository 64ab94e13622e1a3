#include "benedict/verbs.h"

#include "base/file.h"
#include "benedict/check.h"
#include "benedict/fit.h"
#include "benedict/match.h"
#include "rules/benedict_survey.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

enum { ARGUMENTS_MAX = 4, OPENING_PLIES = 6, JITTER = 30, FILE_MAX_BYTES = 1 << 28 };

static enum status number(const char *name, const char *text, int64_t min, int64_t max,
                          int64_t *value, struct error *error)
{
    if (text_int(text_of(text), min, max, value))
        return STATUS_OK;
    return error_set(error, STATUS_CANNOT,
                     "%s: '%.40s' is not an integer from %" PRId64 " to %" PRId64, name, text, min,
                     max);
}

static enum status read_games(const char *path, struct games *games, struct error *error)
{
    struct buf text = {0};
    enum status status = file_read(path, FILE_MAX_BYTES, &text, error);
    if (!status)
        status = games_read(path, buf_text(&text), games, error);
    buf_free(&text);
    return status;
}

/* ---- selfplay ---- */

static enum status print_game(void *user, const struct games_game *game, struct error *error)
{
    struct buf line = {0};
    (void)user;
    games_write(&line, game);
    enum status status = buf_ok(&line, error);
    if (!status)
        fputs(line.data, stdout);
    buf_free(&line);
    return status;
}

static enum status read_settings(char **arguments, struct match_settings *settings,
                                 struct error *error)
{
    int64_t nodes = 0, seed = 0;
    settings->jitter = JITTER;
    settings->opening = OPENING_PLIES;
    enum status status = number("GAMES", arguments[0], 1, 1000000, &settings->games, error);
    if (!status)
        status = number("NODES", arguments[1], 1, INT64_C(1000000000), &nodes, error);
    if (!status)
        status = number("SEED", arguments[2], 0, INT32_MAX, &seed, error);
    settings->nodes = (uint64_t)nodes;
    settings->seed = (uint64_t)seed;
    return status;
}

static enum status selfplay(char **arguments, struct error *error)
{
    struct match_settings settings = {.weights = {evaluation_fitted, evaluation_fitted}};
    struct match_score score = {0};
    enum status status = read_settings(arguments, &settings, error);
    return status ? status : match_run(&settings, print_game, NULL, &score, error);
}

static enum status match(char **arguments, struct error *error)
{
    struct match_settings settings = {.weights = {evaluation_fitted, evaluation_by_hand}};
    struct match_score score = {0};
    enum status status = read_settings(arguments, &settings, error);
    if (!status)
        status = match_run(&settings, NULL, NULL, &score, error);
    if (!status)
        printf("fitted against picked by hand: %" PRId64 " won, %" PRId64 " drawn, %" PRId64
               " lost; %.2f %%, with 95 %% at least %.2f %%\n",
               score.wins, score.draws, score.losses, 100 * match_share(&score),
               100 * match_lower(&score));
    return status;
}

/* ---- fit ---- */

static const char *const terms[FIT_TERMS] = {"chariot", "cannon", "horse",  "elephant",
                                             "advisor", "move",   "soldier"};

static void print_fit(const struct fit *fit)
{
    struct evaluation_weights weights = fit_weights(fit);
    printf("%zu positions of %zu games; log odds of a win, a piece more\n", fit->positions,
           fit->games);
    for (int i = 0; i < FIT_TERMS; i++) {
        int value = i == FIT_TEMPO ? weights.tempo : weights.value[i];
        bool certain =
            fit->log_odds[i] * fit->log_odds[i] > 1.96 * 1.96 * fit->error[i] * fit->error[i];
        printf("%-8s %7.4f +- %.4f  %4d%s\n", terms[i], fit->log_odds[i], fit->error[i], value,
               certain ? "" : "  (its sign is uncertain)");
    }
}

static enum status fit(char **arguments, struct error *error)
{
    struct games games = {0};
    struct fit fit;
    enum status status = read_games(arguments[0], &games, error);
    if (!status)
        status = fit_games(&games, OPENING_PLIES, &fit, error);
    if (!status)
        print_fit(&fit);
    games_free(&games);
    return status;
}

/* ---- sharpness ---- */

static enum status sharpness(char **arguments, struct error *error)
{
    struct games games = {0};
    struct survey_sharpness sharpness;
    enum status status = read_games(arguments[0], &games, error);
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

/* ---- random ---- */

static enum status play_random(char **arguments, struct error *error)
{
    int64_t games = 0, seed = 0;
    enum status status = number("GAMES", arguments[0], 1, 100000000, &games, error);
    if (!status)
        status = number("SEED", arguments[1], 0, INT32_MAX, &seed, error);
    for (int policy = 0; policy < SURVEY_POLICIES && !status; policy++) {
        struct survey_random played;
        survey_random((enum survey_policy)policy, games, (uint64_t)seed, &played);
        printf("%-8s first mover %.2f %% of %" PRId64 " games, %" PRId64
               " draws, %.1f plies (%" PRId64 " to %" PRId64 ")\n",
               survey_policy_name((enum survey_policy)policy),
               (100 * (double)played.first_wins + 50 * (double)played.draws) / (double)games, games,
               played.draws, (double)played.plies / (double)games, played.shortest, played.longest);
    }
    return status;
}

/* ---- check ---- */

static void print_checked(const struct proof_file *file, const struct proof_counts *counts)
{
    struct buf claim = {0};
    proof_describe(&file->claim, &claim);
    printf("proved: %s\n"
           "positions %" PRIu64 ", worked out %" PRIu64 ", repeated %" PRIu64 ", moves %" PRIu64
           ", tasks %zu\n"
           "sha256 %s\n",
           claim.data ? claim.data : "", counts->positions, counts->worked_out, counts->repeated,
           counts->moves, file->plan.count, file->sha256);
    buf_free(&claim);
}

static enum status check(char **arguments, struct error *error)
{
    struct proof_file file;
    struct proof_counts counts;
    int64_t threads = 1;
    enum status status = STATUS_OK;
    if (arguments[1] && (strcmp(arguments[1], "--threads") != 0 || !arguments[2]))
        return error_set(error, STATUS_CANNOT, "usage: benedict check FILE [--threads T]");
    if (arguments[1])
        status = number("--threads", arguments[2], 1, CHECK_THREADS_MAX, &threads, error);
    if (!status)
        status = proof_open(arguments[0], &file, error);
    if (status)
        return status;
    status = check_tasks(&file, (int)threads, &counts, error);
    if (!status)
        print_checked(&file, &counts);
    proof_close(&file);
    return status;
}

/* ---- the table ---- */

static const struct {
    const char *name, *arguments, *summary;
    int count, more; /* arguments that there must be, and that there may be */
    enum status (*run)(char **arguments, struct error *error);
} verbs[] = {
    {"selfplay", "GAMES NODES SEED", "play itself, NODES a move; a game a line", 3, 0, selfplay},
    {"match", "GAMES NODES SEED", "the same, fitted piece values against those picked by hand", 3,
     0, match},
    {"fit", "FILE", "piece values from the results of such games", 1, 0, fit},
    {"sharpness", "FILE", "how many moves in such games lose on the spot", 1, 0, sharpness},
    {"random", "GAMES SEED", "random games under three policies", 2, 0, play_random},
    {"check", "FILE [--threads T]", "does the certificate prove what it claims?", 1, 2, check},
};
enum { VERBS = sizeof verbs / sizeof *verbs };

static int find(const char *name)
{
    int i = 0;
    while (i < VERBS && strcmp(verbs[i].name, name) != 0)
        i++;
    return i;
}

bool verbs_have(const char *name)
{
    return find(name) < VERBS;
}

enum status verbs_run(int argc, char **argv, struct error *error)
{
    int verb = find(argv[0]);
    if (argc - 1 < verbs[verb].count || argc - 1 > verbs[verb].count + verbs[verb].more)
        return error_set(error, STATUS_CANNOT, "usage: benedict %s %s", verbs[verb].name,
                         verbs[verb].arguments);
    return verbs[verb].run(argv + 1, error);
}

void verbs_usage(void)
{
    for (int i = 0; i < VERBS; i++)
        printf("       benedict %s %-*s %s\n", verbs[i].name, 26 - (int)strlen(verbs[i].name),
               verbs[i].arguments, verbs[i].summary);
}

#include "cmd/opened.h"
#include "cmd/stage.h"
#include "search/match.h"
#include "search/producer.h"
#include "study/corridor.h"
#include "study/stats.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { NODES = 10000, DEPTH = 8, PAIRS = 10, PAIRS_MAX = SELFPLAY_GAMES_MAX / 2 };

/* ---- which pairs ---- */

/* What is chosen, and from what. */
struct choice {
    const struct asym *asym;
    struct corridor_judged judged;
    struct selfplay_pair *pairs; /* owned; PAIRS_MAX of them fit */
    size_t count;
};

/* In the encyclopedia is the representative alone; so is what is ranked. */
static bool is_admitted(const struct choice *choice, struct pair pair)
{
    for (size_t i = 0; i < choice->judged.count; i++) {
        const struct corridor_class *class = &choice->judged.classes[i];
        if (class->verdict == CORRIDOR_ADMITTED && pair_compare(class->ranked.pair, pair) == 0)
            return true;
    }
    return false;
}

static bool is_ranked(const struct choice *choice, struct pair pair)
{
    struct asym_class class;
    return asym_look(choice->asym, pair, &class) && class.outcome == ASYM_RANKED &&
           pair_compare(class.pair, pair) == 0;
}

/* However it was found: the label says what the study thinks of it. */
static void take(struct choice *choice, struct pair pair)
{
    enum selfplay_chosen chosen = is_admitted(choice, pair) ? SELFPLAY_ENCYCLOPEDIA
                                  : is_ranked(choice, pair) ? SELFPLAY_RANKED
                                                            : SELFPLAY_NAMED;
    choice->pairs[choice->count++] = (struct selfplay_pair){pair, chosen};
}

static enum status take_best(const struct command_line *line, struct choice *choice,
                             struct error *error)
{
    struct asym_filter filter;
    struct asym_class *ranked;
    size_t total;
    long long wanted, max_cp;
    enum status status = command_int(line, "top", 1, PAIRS_MAX, PAIRS, &wanted, error);
    if (!status)
        status = command_int(line, "max-cp", 0, 100000, 100000, &max_cp, error);
    if (!status)
        status = stage_option(line, choice->asym, &filter.min_budget, error);
    if (!status)
        status = asym_rank(choice->asym, &ranked, &total, error);
    if (status)
        return status;
    filter.max_cp = max_cp;
    for (size_t i = 0; i < total && choice->count < (size_t)wanted; i++) {
        if (asym_passes(&ranked[i], &filter))
            take(choice, ranked[i].pair);
    }
    free(ranked);
    if (choice->count == (size_t)wanted)
        return STATUS_OK;
    return error_set(error, STATUS_WRONG,
                     "selfplay: %zu ranked pairs are there; see --top, --min-stage and --max-cp",
                     choice->count);
}

/* All of them, or the best. */
static enum status take_admitted(const struct command_line *line, struct choice *choice,
                                 struct error *error)
{
    long long wanted;
    enum status status = command_int(line, "top", 1, PAIRS_MAX, PAIRS_MAX, &wanted, error);
    if (status)
        return status;
    for (size_t i = 0; i < choice->judged.count && choice->count < (size_t)wanted; i++) {
        if (choice->judged.classes[i].verdict == CORRIDOR_ADMITTED)
            take(choice, choice->judged.classes[i].ranked.pair);
    }
    if (choice->count == 0)
        return error_set(error, STATUS_WRONG,
                         "selfplay: no pair is admitted to the encyclopedia yet; --from ranked "
                         "plays the best ranked ones, labelled so");
    if (command_value(line, "top") && choice->count < (size_t)wanted)
        return error_set(error, STATUS_WRONG, "selfplay: %zu pairs are admitted; see --top",
                         choice->count);
    return STATUS_OK;
}

/* "518:534,13:825" */
static enum status take_named(const char *list, struct choice *choice, struct error *error)
{
    for (const char *at = list; at;) {
        const char *end = strchr(at, ',');
        struct text name = {at, end ? (size_t)(end - at) : strlen(at)};
        struct pair pair;
        if (choice->count == PAIRS_MAX)
            return error_set(error, STATUS_CANNOT, "--pair: more than %d pairs", PAIRS_MAX);
        enum status status = pair_read(name, &pair, error);
        if (status)
            return error_prefix(error, STATUS_CANNOT, "--pair");
        take(choice, pair);
        at = end ? end + 1 : NULL;
    }
    return STATUS_OK;
}

/* Do the options that choose pairs go together? */
static enum status check_choice(const struct command_line *line, struct error *error)
{
    static const char *const choosing[] = {"from", "top", "min-stage", "max-cp"};
    const char *from = command_value(line, "from");
    bool named = command_value(line, "pair"), admitted = from && strcmp(from, "encyclopedia") == 0;
    if (from && !admitted && strcmp(from, "ranked") != 0)
        return error_set(error, STATUS_CANNOT, "--from: '%s' is neither encyclopedia nor ranked",
                         from);
    for (size_t i = 0; named && i < sizeof choosing / sizeof *choosing; i++) {
        if (command_value(line, choosing[i]))
            return error_set(error, STATUS_CANNOT,
                             "selfplay: --pair names the pairs, --%s chooses among others",
                             choosing[i]);
    }
    if (admitted && (command_value(line, "min-stage") || command_value(line, "max-cp")))
        return error_set(error, STATUS_CANNOT,
                         "selfplay: --min-stage and --max-cp choose among ranked pairs");
    return STATUS_OK;
}

static enum status choose(const struct command_line *line, const struct release *release,
                          struct choice *choice, struct error *error)
{
    const char *named = command_value(line, "pair"), *from = command_value(line, "from");
    enum status status = check_choice(line, error);
    if (status)
        return status;
    choice->asym = &release->asym;
    choice->pairs = calloc(PAIRS_MAX, sizeof *choice->pairs);
    if (!choice->pairs)
        return error_memory(error);
    status = corridor_judge(choice->asym, &release->evidence, &release->corridor, &choice->judged,
                            error);
    if (status)
        return status;
    if (named)
        return take_named(named, choice, error);
    return from && strcmp(from, "encyclopedia") == 0 ? take_admitted(line, choice, error)
                                                     : take_best(line, choice, error);
}

/* ---- who plays ---- */

struct players {
    struct engine_config configs[2];
    struct selfplay_player players[2];
    cJSON *entries[2];
    int count; /* of configurations that are open: 1 where the engine plays itself */
};

static enum status open_player(const struct command_line *line, const char *path,
                               struct players *players, int i, struct error *error)
{
    struct engine_config *config = &players->configs[i];
    long long nodes, depth;
    enum status status = command_int(line, "nodes", 1, SELFPLAY_LIMIT_MAX, NODES, &nodes, error);
    if (!status)
        status = command_int(line, "depth", 1, 100, DEPTH, &depth, error);
    if (!status)
        status = engine_config_open(path, config, error);
    if (status)
        return status;
    players->count++;
    int64_t limit = config->limit_kind == LIMIT_NODES ? nodes : depth;
    uint32_t hash_mb = engine_config_hash_from(config, limit);
    players->players[i] =
        (struct selfplay_player){config->id, limit_kind_name(config->limit_kind), limit, hash_mb};
    if (!hash_mb)
        return error_set(error, STATUS_CANNOT, "engine %s: hash_mb has no size for %lld",
                         config->id, (long long)limit);
    status = engine_config_identify(config, error);
    if (status)
        return status;
    players->entries[i] = engine_config_entry(config);
    return players->entries[i] ? STATUS_OK : error_memory(error);
}

static enum status open_players(const struct command_line *line, const struct opened *opened,
                                struct players *players, struct error *error)
{
    const char *engine = command_value(line, "engine"), *against = command_value(line, "against");
    struct buf path = {0};
    if (engine)
        buf_puts(&path, engine);
    else
        buf_printf(&path, "%s/engines/%s.json", opened->root,
                   opened->release.edition.primary_engine);
    enum status status = buf_ok(&path, error);
    if (!status)
        status = open_player(line, path.data, players, 0, error);
    if (!status && against)
        status = open_player(line, against, players, 1, error);
    else if (!status)
        players->players[1] = players->players[0];
    buf_free(&path);
    return status;
}

static void close_players(struct players *players)
{
    for (int i = 0; i < players->count; i++) {
        engine_config_free(&players->configs[i]);
        cJSON_Delete(players->entries[i]);
    }
}

/* ---- what comes out ---- */

static void tell(void *user, const struct selfplay *selfplay, size_t index)
{
    const struct selfplay_game *game = &selfplay->games[index];
    char name[48];
    (void)user;
    selfplay_name(selfplay, index, name);
    printf("%zu of %zu: %s: %s %s, %zu plies\n", selfplay_played(selfplay), selfplay->game_count,
           name, game_result_name(game->result), game_end_name(game->end), game->plies);
    fflush(stdout);
}

static void print_share(int64_t halves, int64_t games, struct stats_interval interval)
{
    printf("  %5.1f  %5.1f-%5.1f", (double)halves / 2 / (double)games * 100, interval.low * 100,
           interval.high * 100);
}

static void print_score(const char *name, const char *chosen, struct selfplay_score score)
{
    printf("%-9s %-12s %5" PRId64 " %5" PRId64 " %5" PRId64 " %5" PRId64, name, chosen, score.games,
           score.wins, score.draws, score.losses);
    if (score.games) {
        print_share(2 * score.wins + score.draws, score.games,
                    stats_wilson_score(score.wins, score.draws, score.games));
        print_share(2 * score.draws, score.games, stats_wilson(score.draws, score.games));
    }
    printf("\n");
}

static void print_players(const struct selfplay *selfplay)
{
    const struct selfplay_player *players = selfplay->players;
    struct selfplay_score score = selfplay_first_score(selfplay, selfplay->pair_count);
    printf("\n%s at %" PRId64 " %s", players[0].engine, players[0].limit, players[0].kind);
    if (strcmp(players[0].engine, players[1].engine) == 0)
        printf(" plays itself");
    else
        printf(" against %s at %" PRId64 " %s: +%" PRId64 " =%" PRId64 " -%" PRId64,
               players[1].engine, players[1].limit, players[1].kind, score.wins, score.draws,
               score.losses);
    printf("; seed %s\n", selfplay->seed);
}

static void print_summary(const struct selfplay *selfplay)
{
    printf("%-9s %-12s %5s %5s %5s %5s  %5s  %-11s  %5s  %s\n", "pair", "chosen", "games", "White",
           "draws", "Black", "score", "95 %", "draws", "95 %");
    for (size_t i = 0; i < selfplay->pair_count; i++) {
        const struct selfplay_pair *pair = &selfplay->pairs[i];
        char name[16];
        snprintf(name, sizeof name, "%u:%u", pair->pair.w, pair->pair.b);
        print_score(name, selfplay_chosen_name(pair->chosen), selfplay_white_score(selfplay, i));
    }
    print_score("all", "", selfplay_white_score(selfplay, selfplay->pair_count));
    print_players(selfplay);
    printf(
        "score: White's, in per cent, a draw as half; its Wilson interval is that of games "
        "without draws,\nand so rather too wide. Games are evidence: no rank depends on them.\n");
}

/* As one would type it. */
static void print_word(const char *word)
{
    static const char plain[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"
                                "_./:=,+@%^-";
    if (word[strspn(word, plain)] == '\0') {
        printf(" %s", word);
        return;
    }
    printf(" '");
    for (; *word; word++)
        printf("%.*s%s", *word != '\'', word, *word == '\'' ? "'\\''" : "");
    printf("'");
}

/* The command that plays the same games. */
static void print_again(const struct command_line *line, const struct selfplay *selfplay)
{
    static const char *const given[] = {"root", "study",     "engine", "against", "pair", "from",
                                        "top",  "min-stage", "max-cp", "nodes",   "depth"};
    printf("again: asym-passport selfplay");
    for (size_t i = 0; i < sizeof given / sizeof *given; i++) {
        const char *value = command_value(line, given[i]);
        if (value) {
            printf(" --%s", given[i]);
            print_word(value);
        }
    }
    printf(" --rounds %" PRId64 " --seed %s --out DIR\n", selfplay->rounds, selfplay->seed);
}

/* ---- the two forms ---- */

static enum status make_run(const struct command_line *line, const struct opened *opened,
                            const struct players *players, struct selfplay *selfplay,
                            struct error *error)
{
    struct choice choice = {0};
    long long rounds, seed;
    char digits[24];
    cJSON *producer = NULL;
    enum status status = command_int(line, "rounds", 1, PAIRS_MAX, 1, &rounds, error);
    if (!status)
        status = command_int(line, "seed", 0, 999999999999999999, 1, &seed, error);
    if (!status)
        status = choose(line, &opened->release, &choice, error);
    if (!status)
        status = producer_new(&producer, error);
    if (!status) {
        snprintf(digits, sizeof digits, "%lld", seed);
        struct selfplay_settings settings = {
            .study = opened->release.edition.study,
            .version = opened->release.edition.version,
            .players = {players->players[0], players->players[1]},
            .entries = {players->entries[0], players->entries[players->count - 1]},
            .pairs = choice.pairs,
            .pair_count = choice.count,
            .rounds = rounds,
            .seed = digits,
            .producer = producer,
        };
        status = selfplay_new(&settings, selfplay, error);
    }
    cJSON_Delete(producer);
    corridor_judged_free(&choice.judged);
    free(choice.pairs);
    return status;
}

static enum status play(const struct command_line *line, struct error *error)
{
    struct opened opened = {0};
    struct players players = {0};
    struct selfplay selfplay = {0};
    long long workers;
    enum status status = command_int(line, "workers", 1, MATCH_TABLES_MAX, 1, &workers, error);
    if (!status)
        status = opened_open_path(line, NULL, &opened, error);
    if (!status)
        status = open_players(line, &opened, &players, error);
    if (!status)
        status = make_run(line, &opened, &players, &selfplay, error);
    if (!status) {
        struct match match = {
            .folder = command_value(line, "out"),
            .selfplay = &selfplay,
            .configs = {&players.configs[0], &players.configs[players.count - 1]},
            .tables = (int)workers,
            .told = tell,
        };
        status = match_play(&match, error);
    }
    if (!status) {
        print_summary(&selfplay);
        print_again(line, &selfplay);
    }
    selfplay_free(&selfplay);
    close_players(&players);
    opened_free(&opened);
    return status;
}

static enum status check(const char *folder, struct error *error)
{
    struct selfplay selfplay;
    struct files files = {0};
    enum status status = selfplay_check(folder, &files, &selfplay, error);
    if (!status) {
        printf("%zu games replayed: every move legal, every result right\n", selfplay.game_count);
        print_summary(&selfplay);
    }
    selfplay_free(&selfplay);
    files_free(&files);
    return status;
}

static enum status run(const struct command_line *line, struct error *error)
{
    const char *out = command_value(line, "out"), *folder = command_value(line, "check");
    if (!out == !folder)
        return error_set(error, STATUS_CANNOT, "selfplay: one of --out and --check is needed");
    return folder ? check(folder, error) : play(line, error);
}

const struct command command_selfplay = {
    .name = "selfplay",
    .arguments = "",
    .summary = "let engines play from pairs, or check such games",
    .details =
        "From each pair two games a round, the players swapped. DIR gets run.json, games.csv and\n"
        "games.pgn. A run that was cut off goes on where it was; the same seed gives the same\n"
        "games, since each move's budget is the limit and up to an eighth more, as the seed "
        "says.\n"
        "Games are evidence: they change no rank. Each says what the study thinks of its pair:\n"
        "encyclopedia, ranked, or only named. record --games keeps them.",
    .options = {{"out", "DIR", "where the games go, or go on"},
                {"check", "DIR", "replay the games there by the rules; no engine is started"},
                {"engine", "FILE", "its configuration (default: engines/PRIMARY.json)"},
                {"against", "FILE", "the other player's (default: the engine plays itself)"},
                {"from", "WHAT", "which pairs: encyclopedia or ranked (default: ranked)"},
                {"top", "N", "the best N of them (default: 10 ranked, all of the encyclopedia)"},
                STAGE_OPTION,
                {"max-cp", "N", "only ranked pairs with |cp| <= N at their deepest budget"},
                {"pair", "LIST", "instead these pairs: 13:825,518:534"},
                {"rounds", "N", "of two games for each pair (default: 1)"},
                {"nodes", "N", "for a move, at least (default: 10000)"},
                {"depth", "N", "instead, for engines that are limited by depth (default: 8)"},
                {"seed", "N", "of the budgets (default: 1)"},
                {"workers", "N", "games at a time (default: 1)"},
                {0}},
    .run = run,
};

#include "study/selfplay.h"

#include "base/file.h"
#include "base/hash.h"
#include "passport/passport.h"
#include "passport/shapes.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { BYTES_MAX = 64 << 20, SPREAD = 8 };

/* ---- run.json ---- */

static const struct json_member pair_members[] = {
    {"chosen", false, {.kind = JSON_STRING, .pattern = "^(encyclopedia|ranked|named)$"}},
    {"pair", false, {.kind = JSON_STRING, .pattern = "^[0-9]{1,3}:[0-9]{1,3}$"}},
    {0},
};
static const struct json_shape pair_shape = {.kind = JSON_OBJECT, .members = pair_members};

static const struct json_member player_members[] = {
    {"engine", false, {.kind = JSON_STRING, .pattern = SHAPE_SLUG}},
    {"hash_mb", false, {.kind = JSON_INTEGER, .min = 1, .max = 33554432}},
    {"limit",
     false,
     {.kind = JSON_INTEGER, .min = 1, .max = SELFPLAY_LIMIT_MAX, .about = "Of a move, at least."}},
    {"limit_kind", false, {.kind = JSON_STRING, .pattern = "^(nodes|depth)$"}},
    {0},
};
static const struct json_shape player_shape = {.kind = JSON_OBJECT, .members = player_members};

static const struct json_member producer_members[] = {
    {"name", false, {.kind = JSON_STRING, .pattern = SHAPE_TEXT}},
    {"version", false, {.kind = JSON_STRING, .pattern = SHAPE_TEXT}},
    {"sha256", false, {.kind = JSON_STRING, .pattern = SHAPE_SHA256}},
    {"host", false, {.kind = JSON_STRING, .pattern = SHAPE_TEXT}},
    {0},
};
static const struct json_shape producer_shape = {.kind = JSON_OBJECT, .members = producer_members};

static const struct json_member members[] = {
    {"study", false, {.kind = JSON_STRING, .pattern = "^[a-z]{1,15}$"}},
    {"version",
     false,
     {.kind = JSON_STRING, .pattern = SHAPE_VERSION, .about = "Whose tables rank the pairs."}},
    {"engines",
     false,
     {.kind = JSON_MAP,
      .pattern = SHAPE_SLUG,
      .min = 1,
      .max = 2,
      .item = &passport_engine_shape,
      .about = "As in passport.json."}},
    {"players",
     false,
     {.kind = JSON_ARRAY,
      .min = 2,
      .max = 2,
      .item = &player_shape,
      .about = "The first has White in game 1 of a round, the second in game 2."}},
    {"pairs",
     false,
     {.kind = JSON_ARRAY,
      .min = 1,
      .max = SELFPLAY_GAMES_MAX / 2,
      .item = &pair_shape,
      .about = "By w, then by b."}},
    {"rounds",
     false,
     {.kind = JSON_INTEGER,
      .min = 1,
      .max = SELFPLAY_GAMES_MAX / 2,
      .about = "Of two games for each pair."}},
    {"plies_max",
     false,
     {.kind = JSON_INTEGER,
      .min = GAME_PLIES_MAX,
      .max = GAME_PLIES_MAX,
      .about = "Where a game is broken off as a draw."}},
    {"seed", false, {.kind = JSON_STRING, .pattern = SHAPE_DIGITS}},
    {"producers",
     false,
     {.kind = JSON_ARRAY, .min = 1, .item = &producer_shape, .about = "Who played."}},
    {0},
};

const struct json_shape selfplay_shape = {
    .kind = JSON_OBJECT,
    .about = "What the games beside it are: from which pairs, between whom, at which budget.",
    .members = members,
};

/* ---- making a run ---- */

static const char *const chosen_names[] = {"encyclopedia", "ranked", "named"};

const char *selfplay_chosen_name(enum selfplay_chosen chosen)
{
    return chosen_names[chosen];
}

/* The reverse, for a name that the shape has checked. */
static enum selfplay_chosen read_chosen(const char *name)
{
    enum selfplay_chosen chosen = SELFPLAY_ENCYCLOPEDIA;
    while (chosen < SELFPLAY_NAMED && strcmp(chosen_names[chosen], name) != 0)
        chosen++;
    return chosen;
}

static int compare_pairs(const void *a, const void *b)
{
    const struct selfplay_pair *x = a, *y = b;
    return pair_compare(x->pair, y->pair);
}

static void add_players(cJSON *run, const struct selfplay_settings *settings, bool *failed)
{
    cJSON *engines = json_add_object(run, "engines", failed);
    cJSON *players = json_add_array(run, "players", failed);
    for (int i = 0; i < 2; i++) {
        const struct selfplay_player *player = &settings->players[i];
        cJSON *entry = cJSON_CreateObject();
        json_add_string(entry, "engine", player->engine, failed);
        json_add_int(entry, "hash_mb", player->hash_mb, failed);
        json_add_int(entry, "limit", player->limit, failed);
        json_add_string(entry, "limit_kind", player->kind, failed);
        json_append(players, entry, failed);
        if (!json_get(engines, player->engine))
            json_add(engines, player->engine, cJSON_Duplicate(settings->entries[i], true), failed);
    }
}

/* Sorted. */
static enum status add_pairs(cJSON *run, const struct selfplay_settings *settings, bool *failed,
                             struct error *error)
{
    size_t count = settings->pair_count;
    struct selfplay_pair *sorted = calloc(count + 1, sizeof *sorted);
    cJSON *list = json_add_array(run, "pairs", failed);
    enum status status = STATUS_OK;
    if (!sorted)
        return error_memory(error);
    memcpy(sorted, settings->pairs, count * sizeof *sorted);
    qsort(sorted, count, sizeof *sorted, compare_pairs);
    for (size_t i = 0; i < count && !status; i++) {
        char name[16];
        cJSON *entry = cJSON_CreateObject();
        snprintf(name, sizeof name, "%u:%u", sorted[i].pair.w, sorted[i].pair.b);
        json_add_string(entry, "chosen", selfplay_chosen_name(sorted[i].chosen), failed);
        json_add_string(entry, "pair", name, failed);
        json_append(list, entry, failed);
        if (i > 0 && compare_pairs(&sorted[i - 1], &sorted[i]) == 0)
            status = error_set(error, STATUS_CANNOT, "%s is named twice", name);
    }
    free(sorted);
    return status;
}

static enum status check_settings(const struct selfplay_settings *settings, struct error *error)
{
    const struct selfplay_player *players = settings->players;
    if (settings->pair_count == 0 || settings->rounds < 1 ||
        settings->pair_count > SELFPLAY_GAMES_MAX / 2 ||
        settings->rounds > SELFPLAY_GAMES_MAX / 2 / (int64_t)settings->pair_count)
        return error_set(error, STATUS_CANNOT,
                         "%zu pairs in %" PRId64 " rounds: a run has 2 to %d games",
                         settings->pair_count, settings->rounds, SELFPLAY_GAMES_MAX);
    if (strcmp(players[0].engine, players[1].engine) == 0 &&
        !cJSON_Compare(settings->entries[0], settings->entries[1], true))
        return error_set(error, STATUS_CANNOT, "two engines that differ have the id %s",
                         players[0].engine);
    return STATUS_OK;
}

enum status selfplay_new(const struct selfplay_settings *settings, struct selfplay *selfplay,
                         struct error *error)
{
    bool failed = false;
    struct buf text = {0};
    enum status status = check_settings(settings, error);
    if (status)
        return status;
    cJSON *run = cJSON_CreateObject();
    json_add_string(run, "study", settings->study, &failed);
    json_add_string(run, "version", settings->version, &failed);
    json_add_int(run, "rounds", settings->rounds, &failed);
    json_add_int(run, "plies_max", GAME_PLIES_MAX, &failed);
    json_add_string(run, "seed", settings->seed, &failed);
    add_players(run, settings, &failed);
    json_append(json_add_array(run, "producers", &failed),
                cJSON_Duplicate(settings->producer, true), &failed);
    status = add_pairs(run, settings, &failed, error);
    if (!status && failed)
        status = error_memory(error);
    if (!status) {
        json_write(&text, run);
        status = buf_ok(&text, error);
    }
    if (!status)
        status = selfplay_read_run(GAMES_RUN, buf_text(&text), selfplay, error);
    buf_free(&text);
    cJSON_Delete(run);
    return status;
}

/* ---- reading a run ---- */

static enum status read_pairs(const char *name, struct selfplay *selfplay, struct error *error)
{
    const cJSON *list = json_get(selfplay->run, "pairs"), *entry;
    selfplay->pairs = calloc((size_t)cJSON_GetArraySize(list) + 1, sizeof *selfplay->pairs);
    if (!selfplay->pairs)
        return error_memory(error);
    cJSON_ArrayForEach(entry, list)
    {
        struct selfplay_pair *next = &selfplay->pairs[selfplay->pair_count];
        enum status status = pair_read(text_of(json_string(entry, "pair")), &next->pair, error);
        if (status)
            return error_prefix(error, status, "%s", name);
        next->chosen = read_chosen(json_string(entry, "chosen"));
        if (selfplay->pair_count > 0 && pair_compare(next[-1].pair, next->pair) >= 0)
            return error_set(error, STATUS_WRONG, "%s: pairs: %u:%u is out of order", name,
                             next->pair.w, next->pair.b);
        selfplay->pair_count++;
    }
    return STATUS_OK;
}

/* The size for the smallest limit that is not below it; 0 where there is none. */
static int64_t hash_from(const cJSON *engine, int64_t limit)
{
    int64_t nearest = INT64_MAX, size = 0, at;
    const cJSON *hash;
    cJSON_ArrayForEach(hash, json_get(engine, "hash_mb"))
    {
        if (text_int(text_of(hash->string), limit, nearest, &at)) {
            nearest = at;
            size = (int64_t)hash->valuedouble;
        }
    }
    return size;
}

/* Does the player search as its engine is described? */
static enum status check_player(const char *name, const struct selfplay *selfplay, int i,
                                struct error *error)
{
    const struct selfplay_player *player = &selfplay->players[i];
    const cJSON *engine = json_get(json_get(selfplay->run, "engines"), player->engine);
    if (!engine)
        return error_set(error, STATUS_WRONG, "%s: players[%d]: engine %s is not described", name,
                         i, player->engine);
    if (strcmp(json_string(engine, "limit_kind"), player->kind) != 0)
        return error_set(error, STATUS_WRONG, "%s: players[%d]: limit_kind is %s, but %s of %s",
                         name, i, player->kind, json_string(engine, "limit_kind"), player->engine);
    if (hash_from(engine, player->limit) != player->hash_mb)
        return error_set(error, STATUS_WRONG,
                         "%s: players[%d]: hash_mb is %" PRIu32 ", but %" PRId64
                         " of %s at a limit of %" PRId64,
                         name, i, player->hash_mb, hash_from(engine, player->limit), player->engine,
                         player->limit);
    return STATUS_OK;
}

static enum status read_players(const char *name, struct selfplay *selfplay, struct error *error)
{
    const cJSON *list = json_get(selfplay->run, "players");
    for (int i = 0; i < 2; i++) {
        const cJSON *entry = cJSON_GetArrayItem(list, i);
        selfplay->players[i] = (struct selfplay_player){
            .engine = json_string(entry, "engine"),
            .kind = json_string(entry, "limit_kind"),
            .limit = json_int(entry, "limit"),
            .hash_mb = (uint32_t)json_int(entry, "hash_mb"),
        };
        enum status status = check_player(name, selfplay, i, error);
        if (status)
            return status;
    }
    return STATUS_OK;
}

static enum status make_games(const char *name, struct selfplay *selfplay, struct error *error)
{
    selfplay->rounds = json_int(selfplay->run, "rounds");
    selfplay->seed = json_string(selfplay->run, "seed");
    if ((int64_t)selfplay->pair_count * selfplay->rounds * 2 > SELFPLAY_GAMES_MAX)
        return error_set(error, STATUS_WRONG, "%s: more than %d games", name, SELFPLAY_GAMES_MAX);
    selfplay->game_count = selfplay->pair_count * (size_t)selfplay->rounds * 2;
    selfplay->games = calloc(selfplay->game_count + 1, sizeof *selfplay->games);
    return selfplay->games ? STATUS_OK : error_memory(error);
}

enum status selfplay_read_run(const char *name, struct text text, struct selfplay *selfplay,
                              struct error *error)
{
    *selfplay = (struct selfplay){0};
    enum status status = json_read(name, text, &selfplay_shape, &selfplay->run, error);
    if (!status)
        status = json_check_canonical(name, text, selfplay->run, error);
    if (!status)
        status = read_pairs(name, selfplay, error);
    if (!status)
        status = read_players(name, selfplay, error);
    if (!status)
        status = make_games(name, selfplay, error);
    return status;
}

enum status selfplay_compare(const char *name, const struct selfplay *stored,
                             const struct selfplay *wanted, struct error *error)
{
    for (const struct json_member *member = members; member->name; member++) {
        if (strcmp(member->name, "producers") != 0 &&
            !cJSON_Compare(json_get(stored->run, member->name), json_get(wanted->run, member->name),
                           true))
            return error_set(error, STATUS_CANNOT, "%s: its games are of another run: '%s' differs",
                             name, member->name);
    }
    return STATUS_OK;
}

static bool has_producer(const struct selfplay *selfplay, const cJSON *producer)
{
    const cJSON *known;
    cJSON_ArrayForEach(known, json_get(selfplay->run, "producers"))
    {
        if (cJSON_Compare(known, producer, true))
            return true;
    }
    return false;
}

enum status selfplay_add_producers(struct selfplay *selfplay, const struct selfplay *other,
                                   struct error *error)
{
    cJSON *list = cJSON_GetObjectItemCaseSensitive(selfplay->run, "producers");
    const cJSON *producer;
    bool failed = false;
    cJSON_ArrayForEach(producer, json_get(other->run, "producers"))
    {
        if (!has_producer(selfplay, producer))
            json_append(list, cJSON_Duplicate(producer, true), &failed);
    }
    return failed ? error_memory(error) : STATUS_OK;
}

void selfplay_free(struct selfplay *selfplay)
{
    for (size_t i = 0; selfplay->games && i < selfplay->game_count; i++)
        free(selfplay->games[i].moves);
    free(selfplay->games);
    free(selfplay->pairs);
    cJSON_Delete(selfplay->run);
    *selfplay = (struct selfplay){0};
}

/* ---- games ---- */

struct selfplay_place selfplay_place(const struct selfplay *selfplay, size_t index)
{
    size_t per_pair = (size_t)selfplay->rounds * 2;
    return (struct selfplay_place){
        .pair = &selfplay->pairs[index / per_pair],
        .round = (int64_t)(index % per_pair / 2 + 1),
        .number = (int)(index % 2 + 1),
    };
}

void selfplay_name(const struct selfplay *selfplay, size_t index, char name[48])
{
    struct selfplay_place place = selfplay_place(selfplay, index);
    snprintf(name, 48, "%u:%u, round %" PRId64 ", game %d", place.pair->pair.w, place.pair->pair.b,
             place.round, place.number);
}

int selfplay_player(const struct selfplay *selfplay, size_t index, enum chess_colour turn)
{
    bool first_is_white = selfplay_place(selfplay, index).number == 1;
    return first_is_white == (turn == CHESS_WHITE) ? 0 : 1;
}

enum status selfplay_limit(const struct selfplay *selfplay, size_t index, size_t ply,
                           int64_t *limit, struct error *error)
{
    struct selfplay_place place = selfplay_place(selfplay, index);
    enum chess_colour turn = ply % 2 ? CHESS_WHITE : CHESS_BLACK;
    int64_t least = selfplay->players[selfplay_player(selfplay, index, turn)].limit;
    char key[96], hex[SHA256_HEX + 1];
    int len = snprintf(key, sizeof key, "%s %u:%u %" PRId64 " %d %zu", selfplay->seed,
                       place.pair->pair.w, place.pair->pair.b, place.round, place.number, ply);
    enum status status = hash_sha256_of(key, (size_t)len, hex, error);
    if (status)
        return status;
    hex[8] = '\0';
    *limit = least + (int64_t)strtoul(hex, NULL, 16) % (least / SPREAD + 1);
    return STATUS_OK;
}

enum status selfplay_start(const struct selfplay *selfplay, size_t index, struct game *game,
                           struct error *error)
{
    char fen[PAIR_FEN_BYTES];
    struct chess start;
    pair_fen(selfplay_place(selfplay, index).pair->pair, PAIR_SHREDDER_FEN, fen);
    enum status status = chess_read_fen(text_of(fen), &start, error);
    if (!status)
        game_start(game, &start);
    return status;
}

enum status selfplay_keep(struct selfplay *selfplay, size_t index, const struct game *game,
                          struct buf *moves, struct error *error)
{
    enum game_end end = game_end(game);
    enum status status = buf_ok(moves, error);
    if (status)
        return status;
    selfplay->games[index] = (struct selfplay_game){
        .moves = buf_take(moves),
        .plies = game->plies,
        .end = end,
        .result = game_result(game, end),
    };
    return STATUS_OK;
}

size_t selfplay_played(const struct selfplay *selfplay)
{
    size_t count = 0;
    for (size_t i = 0; i < selfplay->game_count; i++)
        count += selfplay->games[i].moves != NULL;
    return count;
}

/* ---- a run's folder ---- */

/* The three files, as far as they are there; run.json must be. */
static enum status take(const char *folder, struct files *files, struct error *error)
{
    enum status status = STATUS_OK;
    for (int i = 0; i < GAMES_FILES && !status; i++) {
        struct buf text = {0};
        char *path = file_join(folder, games_files[i]);
        if (!path)
            return error_memory(error);
        if (strcmp(games_files[i], GAMES_RUN) == 0 || file_exists(path)) {
            status = file_read(path, BYTES_MAX, &text, error);
            if (!status)
                status = files_add_take(files, games_files[i], &text, error);
        }
        buf_free(&text);
        free(path);
    }
    return status;
}

/* Where a run's files are. */
struct source {
    const struct files *files;
    const char *place, *prefix; /* as in selfplay_read */
};

/* *name, for messages, is the caller's to free; *text is empty where the file is missing. */
static enum status find_file(const struct source *source, const char *file, char **name,
                             struct text *text, struct error *error)
{
    struct buf path = {0};
    buf_printf(&path, "%s%s%s", source->place, source->prefix, file);
    *name = buf_take(&path);
    if (!*name)
        return error_memory(error);
    const struct files_item *item = files_find(source->files, *name + strlen(source->place));
    *text = item ? item->data : (struct text){0};
    return STATUS_OK;
}

static enum status load_run(const struct source *source, struct selfplay *selfplay,
                            struct error *error)
{
    struct text text;
    char *name;
    *selfplay = (struct selfplay){0};
    enum status status = find_file(source, GAMES_RUN, &name, &text, error);
    if (!status && !text.data)
        status = error_set(error, STATUS_WRONG, "%s: missing", name);
    if (!status)
        status = selfplay_read_run(name, text, selfplay, error);
    free(name);
    return status;
}

/* Those that there are. */
static enum status load_games(const struct source *source, struct selfplay *selfplay,
                              struct error *error)
{
    struct text text;
    char *name;
    enum status status = find_file(source, GAMES_TABLE, &name, &text, error);
    if (!status && text.data)
        status = selfplay_read_games(name, text, selfplay, error);
    free(name);
    return status;
}

enum status selfplay_load(const char *folder, struct selfplay *selfplay, struct error *error)
{
    struct files files = {0};
    char *place = file_join(folder, "");
    const struct source source = {&files, place, ""};
    *selfplay = (struct selfplay){0};
    enum status status = place ? take(folder, &files, error) : error_memory(error);
    if (!status)
        status = load_run(&source, selfplay, error);
    if (!status)
        status = load_games(&source, selfplay, error);
    files_free(&files);
    free(place);
    return status;
}

/* The line in which the texts first differ, from 1. */
static size_t differing_line(struct text a, struct text b)
{
    size_t line = 1;
    for (size_t i = 0; i < a.len && i < b.len && a.data[i] == b.data[i]; i++)
        line += a.data[i] == '\n';
    return line;
}

static enum status compare_pgn(const struct source *source, const struct selfplay *selfplay,
                               struct error *error)
{
    struct text found;
    struct buf expected = {0};
    char *name;
    enum status status = find_file(source, GAMES_PGN, &name, &found, error);
    if (!status && !found.data)
        status = error_set(error, STATUS_WRONG, "%s: missing", name);
    if (!status) {
        selfplay_write_pgn(selfplay, &expected);
        status = buf_ok(&expected, error);
    }
    if (!status && !text_same(found, buf_text(&expected)))
        status = error_set(error, STATUS_WRONG, "%s:%zu: not the games of %s", name,
                           differing_line(found, buf_text(&expected)), GAMES_TABLE);
    buf_free(&expected);
    free(name);
    return status;
}

enum status selfplay_open(const struct files *files, const char *place, const char *prefix,
                          struct selfplay *selfplay, struct error *error)
{
    return load_run(&(struct source){files, place, prefix}, selfplay, error);
}

enum status selfplay_read(const struct files *files, const char *place, const char *prefix,
                          struct selfplay *selfplay, struct error *error)
{
    const struct source source = {files, place, prefix};
    enum status status = load_run(&source, selfplay, error);
    if (!status)
        status = load_games(&source, selfplay, error);
    if (!status && selfplay_played(selfplay) < selfplay->game_count)
        status = error_set(error, STATUS_WRONG, "%s%s" GAMES_TABLE ": %zu of %zu games are played",
                           place, prefix, selfplay_played(selfplay), selfplay->game_count);
    return status ? status : compare_pgn(&source, selfplay, error);
}

enum status selfplay_check(const char *folder, struct files *files, struct selfplay *selfplay,
                           struct error *error)
{
    char *place = file_join(folder, "");
    *selfplay = (struct selfplay){0};
    enum status status = place ? take(folder, files, error) : error_memory(error);
    if (!status)
        status = selfplay_read(files, place, "", selfplay, error);
    free(place);
    return status;
}

/* ---- scores ---- */

static void add_score(struct selfplay_score *score, enum game_result result,
                      enum game_result winning)
{
    score->games++;
    score->wins += result == winning;
    score->draws += result == GAME_DRAW;
    score->losses += result != winning && result != GAME_DRAW;
}

/* Of White, or of the first player. */
static struct selfplay_score score_of(const struct selfplay *selfplay, size_t pair, bool of_first)
{
    struct selfplay_score score = {0};
    size_t per_pair = (size_t)selfplay->rounds * 2;
    for (size_t i = 0; i < selfplay->game_count; i++) {
        bool is_white = !of_first || selfplay_player(selfplay, i, CHESS_WHITE) == 0;
        if (selfplay->games[i].moves && (pair == selfplay->pair_count || i / per_pair == pair))
            add_score(&score, selfplay->games[i].result,
                      is_white ? GAME_WHITE_WINS : GAME_BLACK_WINS);
    }
    return score;
}

struct selfplay_score selfplay_white_score(const struct selfplay *selfplay, size_t pair)
{
    return score_of(selfplay, pair, false);
}

struct selfplay_score selfplay_first_score(const struct selfplay *selfplay, size_t pair)
{
    return score_of(selfplay, pair, true);
}

#include "passport/benedict_evidence.h"

#include "base/csv.h"
#include "base/json.h"
#include "passport/benedict_claims.h"
#include "proof/walk.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define FOLDER "evidence/"

/* Limits on what whoever made an archive can ask of whoever reads it: games in memory, and games
 * that are played again. */
enum { LISTED_MAX = 100000, RANDOM_MAX = 1000000, PLIES_MAX = 999 };

static const char *const selfplay_columns[] = {"name", "engine", "nodes", "seed", "games"};
static const char *const random_columns[] = {"name", "policy", "games", "seed"};
static const char *const proof_columns[] = {
    "id",    "side",        "verdict", "plies",   "moves",  "position", "basis",   "engine",
    "nodes", "cpu_seconds", "threads", "hash_mb", "sha256", "bytes",    "shipped", "walked",
};
static const char *const mate_columns[] = {
    "game", "searched", "engine", "plies", "winner", "status", "mate", "forced_from", "last_hold"};

static const char *const opening_columns[] = {"moves",  "plies", "position",
                                              "winner", "move",  "engine"};

#define COLUMNS(list) list, sizeof list / sizeof *list

enum table { MATES, OPENINGS, PROOFS, RANDOMS, SELFPLAY };
const struct benedict_table benedict_tables[BENEDICT_TABLES] = {
    {FOLDER "mates.csv", COLUMNS(mate_columns), 2},
    {FOLDER "openings.csv", COLUMNS(opening_columns), 2},
    {FOLDER "proofs.csv", COLUMNS(proof_columns), 1},
    {FOLDER "random.csv", COLUMNS(random_columns), 1},
    {FOLDER "selfplay.csv", COLUMNS(selfplay_columns), 1},
};

static bool is_number(struct text text)
{
    for (size_t i = 0; i < text.len; i++) {
        if (text.data[i] < '0' || text.data[i] > '9')
            return false;
    }
    return text.len > 0;
}

static int compare_fields(struct text a, struct text b)
{
    bool is_a = is_number(a), is_b = is_number(b);
    if (is_a != is_b)
        return is_a ? -1 : 1;
    if (is_a && a.len != b.len)
        return a.len < b.len ? -1 : 1;
    return text_compare(a, b);
}

int benedict_key_compare(const struct text *a, const struct text *b, size_t keys)
{
    for (size_t i = 0; i < keys; i++) {
        int order = compare_fields(a[i], b[i]);
        if (order)
            return order;
    }
    return 0;
}

/* ---- names ---- */

void benedict_games_file(const struct benedict_set *set, char name[80])
{
    snprintf(name, 80, FOLDER "games/%s.txt", set->name);
}

void benedict_certificate_file(const struct benedict_proof *proof, char name[80])
{
    snprintf(name, 80, FOLDER "proofs/%s.cert", proof->id);
}

/* PREFIX ID SUFFIX, where ID is a slug. */
static bool is_named(const char *name, const char *prefix, const char *suffix)
{
    char id[BENEDICT_ID_BYTES];
    size_t len = strlen(name), before = strlen(prefix), behind = strlen(suffix);
    if (len <= before + behind || len - before - behind >= sizeof id ||
        strncmp(name, prefix, before) != 0 || strcmp(name + len - behind, suffix) != 0)
        return false;
    snprintf(id, sizeof id, "%.*s", (int)(len - before - behind), name + before);
    return text_is_slug(text_of(id));
}

static bool is_games(const char *name)
{
    return is_named(name, FOLDER "games/", ".txt");
}

static bool is_certificate(const char *name)
{
    return is_named(name, FOLDER "proofs/", ".cert");
}

bool benedict_is_evidence(const char *name)
{
    for (size_t i = 0; i < BENEDICT_TABLES; i++) {
        if (strcmp(name, benedict_tables[i].file) == 0)
            return true;
    }
    return is_games(name) || is_certificate(name);
}

int64_t benedict_rows(const char *name, struct text text)
{
    struct text line;
    bool list = is_games(name);
    int64_t rows = list ? 0 : -1; /* a table has a header */
    if (is_certificate(name))
        return 1;
    for (size_t at = 0; text_next_line(text, &at, &line);)
        rows += !list || (line.len > 0 && line.data[0] != '#');
    return rows;
}

/* ---- fields ---- */

/* What is read, and where a row goes. */
struct reading {
    const struct files *files;
    const char *place;
    struct benedict_evidence *evidence;
    struct error *error;
    struct csv csv;
    int64_t listed, random; /* games so far */
};

static enum status read_text(const struct reading *reading, size_t column, char *out, size_t size)
{
    struct text field = reading->csv.fields[column];
    if (field.len >= size)
        return csv_wrong(&reading->csv, column, reading->error, "is too long");
    memcpy(out, field.data, field.len);
    out[field.len] = '\0';
    return STATUS_OK;
}

static enum status read_name(const struct reading *reading, size_t column,
                             char out[BENEDICT_ID_BYTES])
{
    enum status status = read_text(reading, column, out, BENEDICT_ID_BYTES);
    if (!status && !text_is_slug(text_of(out)))
        status =
            csv_wrong(&reading->csv, column, reading->error, "is no name (a-z, 0-9, '.' and '-')");
    return status;
}

static enum status read_int(const struct reading *reading, size_t column, int64_t min, int64_t max,
                            int64_t *value)
{
    return csv_int(&reading->csv, column, min, max, value, reading->error);
}

/* One of two words: false the first, true the second. */
static enum status read_choice(const struct reading *reading, size_t column, const char *first,
                               const char *second, bool *value)
{
    struct text field = reading->csv.fields[column];
    char what[80];
    *value = text_is(field, second);
    if (*value || text_is(field, first))
        return STATUS_OK;
    snprintf(what, sizeof what, "is neither %s nor %s", first, second);
    return csv_wrong(&reading->csv, column, reading->error, what);
}

static enum status read_side(const struct reading *reading, size_t column, enum benedict_side *side)
{
    bool black;
    enum status status = read_choice(reading, column, "red", "black", &black);
    *side = black ? BENEDICT_BLACK : BENEDICT_RED;
    return status;
}

/* A number with one decimal, in tenths. */
static enum status read_tenths(const struct reading *reading, size_t column, int64_t *tenths)
{
    struct text field = reading->csv.fields[column];
    int64_t whole, tenth;
    if (field.len < 3 || field.data[field.len - 2] != '.' ||
        !text_int((struct text){field.data, field.len - 2}, 0, INT64_C(1000000000), &whole) ||
        !text_int((struct text){field.data + field.len - 1, 1}, 0, 9, &tenth))
        return csv_wrong(&reading->csv, column, reading->error, "is no number with one decimal");
    *tenths = 10 * whole + tenth;
    return STATUS_OK;
}

static bool is_empty(const struct reading *reading, size_t column)
{
    return reading->csv.fields[column].len == 0;
}

/* ---- rows ---- */

/* The games of a set, of which there must be as many as its row says. */
static enum status read_games(const struct reading *reading, int64_t count,
                              struct benedict_set *set)
{
    struct text text;
    char file[80], name[128];
    benedict_games_file(set, file);
    snprintf(name, sizeof name, "%s%s", reading->place, file);
    if (!files_find(reading->files, file))
        return error_set(reading->error, STATUS_WRONG, "%s: missing", name);
    enum status status = files_get(reading->files, file, &text, reading->error);
    if (!status && benedict_rows(file, text) != count)
        status =
            csv_wrong(&reading->csv, 4, reading->error, "is not the number of games in its file");
    if (!status && memchr(text.data, '\r', text.len)) /* the reader of lists takes CR LF */
        status = error_set(reading->error, STATUS_WRONG,
                           "%s: a carriage return; lines end in LF alone", name);
    return status ? status : games_read(name, text, &set->games, reading->error);
}

/* A number of games, which must not bring the sum above max. */
static enum status read_count(const struct reading *reading, size_t column, int64_t max,
                              int64_t *sum, int64_t *games)
{
    enum status status = read_int(reading, column, 1, max, games);
    if (!status && *games > max - *sum)
        status = csv_wrong(&reading->csv, column, reading->error,
                           "brings the number of games above what is read");
    if (!status)
        *sum += *games;
    return status;
}

static enum status take_set(struct reading *reading)
{
    struct benedict_set *set = &reading->evidence->sets[reading->evidence->set_count++];
    int64_t games;
    enum status status = read_name(reading, 0, set->name);
    if (!status)
        status = read_name(reading, 1, set->engine);
    if (!status)
        status = read_int(reading, 2, 1, INT64_C(1000000000), &set->nodes);
    if (!status)
        status = read_int(reading, 3, 0, INT32_MAX, &set->seed);
    if (!status)
        status = read_count(reading, 4, LISTED_MAX, &reading->listed, &games);
    return status ? status : read_games(reading, games, set);
}

static enum status take_random(struct reading *reading)
{
    struct benedict_random *random = &reading->evidence->randoms[reading->evidence->random_count++];
    enum status status = read_name(reading, 0, random->name);
    int policy = 0;
    while (policy < SURVEY_POLICIES &&
           !text_is(reading->csv.fields[1], survey_policy_name((enum survey_policy)policy)))
        policy++;
    random->policy = (enum survey_policy)policy;
    if (!status && policy == SURVEY_POLICIES)
        status = csv_wrong(&reading->csv, 1, reading->error, "is no policy (uniform, win, safe)");
    if (!status)
        status = read_count(reading, 2, RANDOM_MAX, &reading->random, &random->games);
    return status ? status : read_int(reading, 3, 0, JSON_INTEGER_MAX, &random->seed);
}

/* The position after the moves, which are read from the array on. */
static enum status play_moves(const struct reading *reading, const char *moves,
                              struct benedict *position)
{
    struct benedict array;
    struct benedict_game game;
    games_array(BENEDICT_RED, &array);
    benedict_game_start(&game, &array);
    for (const char *at = moves; *at;) {
        size_t len = strcspn(at, " ");
        if (benedict_game_read(&game, (struct text){at, len}, reading->error) ||
            (at[len] && !at[len + 1]))
            return csv_wrong(&reading->csv, 4, reading->error,
                             "is no line of legal moves from the array");
        at += len + (at[len] == ' ');
    }
    if (benedict_game_is_won(&game))
        return csv_wrong(&reading->csv, 4, reading->error, "ends in a position that is decided");
    *position = game.position;
    return STATUS_OK;
}

/* The position that is meant: after the moves where there are any, else the FEN's. It must be
 * spelled as one in which no ply was quiet and which is the game's first. */
static enum status check_position(const struct reading *reading, struct benedict_proof *proof,
                                  enum benedict_side *turn)
{
    struct benedict position, array;
    char fen[BENEDICT_FEN_BYTES];
    enum status status = play_moves(reading, proof->moves, &position);
    if (!status && !*proof->moves &&
        benedict_read_fen(reading->csv.fields[5], &position, reading->error))
        status = csv_wrong(&reading->csv, 5, reading->error, "is no position of this game");
    if (status)
        return status;
    benedict_begin_here(&position);
    benedict_write_fen(&position, fen);
    *turn = (enum benedict_side)position.turn;
    if (strcmp(fen, proof->position) != 0)
        return csv_wrong(&reading->csv, 5, reading->error,
                         *proof->moves ? "is not the position after these moves"
                                       : "is not spelled as its FEN is, with '- - 0 1' behind");
    benedict_start(&array);
    benedict_write_fen(&array, fen);
    proof->from_array = strcmp(fen, proof->position) == 0;
    return STATUS_OK;
}

static enum status check_certificate(const struct reading *reading,
                                     const struct benedict_proof *proof)
{
    struct text text;
    char file[80], sha256[SHA256_HEX + 1];
    benedict_certificate_file(proof, file);
    if (!proof->shipped)
        return STATUS_OK;
    enum status status = files_get(reading->files, file, &text, reading->error);
    if (status)
        return error_set(reading->error, STATUS_WRONG, "%s%s: missing", reading->place, file);
    status = hash_sha256_of(text.data, text.len, sha256, reading->error);
    if (!status && (int64_t)text.len != proof->bytes)
        status = csv_wrong(&reading->csv, 13, reading->error, "is not the size of its certificate");
    if (!status && strcmp(sha256, proof->sha256) != 0)
        status = csv_wrong(&reading->csv, 12, reading->error, "is not that of its certificate");
    return status;
}

/* Digest, size and check of a certificate stand together, and a certified result has them. */
static enum status read_certificate(const struct reading *reading, struct benedict_proof *proof)
{
    bool none = is_empty(reading, 12) && is_empty(reading, 13);
    enum status status = read_choice(reading, 14, "false", "true", &proof->shipped);
    if (!status && none && (proof->certified || proof->shipped))
        status = csv_wrong(&reading->csv, 12, reading->error, "is needed for a certificate");
    if (!status && !none)
        status = read_text(reading, 12, proof->sha256, sizeof proof->sha256);
    if (!status && !none && strspn(proof->sha256, "0123456789abcdef") != SHA256_HEX)
        status = csv_wrong(&reading->csv, 12, reading->error, "is no sha256");
    if (!status && !none)
        status = read_int(reading, 13, 1, JSON_INTEGER_MAX, &proof->bytes);
    if (!status && proof->certified != !is_empty(reading, 15))
        status = csv_wrong(&reading->csv, 15, reading->error,
                           "must be there for a certificate, and only for one");
    if (!status && proof->certified)
        status = read_int(reading, 15, 0, JSON_INTEGER_MAX, &proof->walked);
    if (!status && proof->shipped && !proof->certified)
        status = csv_wrong(&reading->csv, 14, reading->error, "ships what was not checked");
    return status ? status : check_certificate(reading, proof);
}

static enum status read_figures(const struct reading *reading, struct benedict_proof *proof)
{
    enum status status = read_name(reading, 7, proof->engine);
    if (!status)
        status = read_int(reading, 8, 1, JSON_INTEGER_MAX, &proof->nodes);
    if (!status)
        status = read_tenths(reading, 9, &proof->cpu_tenths);
    if (!status)
        status = read_int(reading, 10, 1, 4096, &proof->threads);
    return status ? status : read_int(reading, 11, 0, 33554432, &proof->hash_mb);
}

static enum status take_proof(struct reading *reading)
{
    struct benedict_proof *proof = &reading->evidence->proofs[reading->evidence->proof_count++];
    enum benedict_side turn = BENEDICT_RED;
    bool computed;
    enum status status = read_name(reading, 0, proof->id);
    if (!status)
        status = read_side(reading, 1, &proof->side);
    if (!status)
        status = read_choice(reading, 2, "no-win", "win", &proof->win);
    if (!status)
        status = read_int(reading, 3, 1, PLIES_MAX, &proof->plies);
    if (!status)
        status = read_text(reading, 4, proof->moves, sizeof proof->moves);
    if (!status)
        status = read_text(reading, 5, proof->position, sizeof proof->position);
    if (!status)
        status = check_position(reading, proof, &turn);
    if (!status && (turn == proof->side) != (proof->plies % 2 == 1))
        status = csv_wrong(&reading->csv, 3, reading->error,
                           "must be odd where the attacker moves, and even where it does not");
    if (!status)
        status = read_choice(reading, 6, "certificate", "computation", &computed);
    if (!status && !computed && proof->plies > PROOF_PLIES_MAX)
        status = csv_wrong(&reading->csv, 3, reading->error, "is more than a certificate can say");
    if (!status) {
        proof->certified = !computed;
        status = read_figures(reading, proof);
    }
    return status ? status : read_certificate(reading, proof);
}

/* Whoever wins moves first and last, so that a forced win has an odd number of plies. */
static enum status read_odd(const struct reading *reading, size_t column, int64_t max,
                            int64_t *plies)
{
    enum status status = read_int(reading, column, 1, max, plies);
    if (!status && *plies % 2 == 0)
        status = csv_wrong(&reading->csv, column, reading->error, "must be odd");
    return status;
}

/* An open game has none of the three; a solved one has the first two. */
static enum status read_ending(const struct reading *reading, struct benedict_mate *mate)
{
    for (size_t i = 6; i < 9 && !mate->solved; i++) {
        if (!is_empty(reading, i))
            return csv_wrong(&reading->csv, i, reading->error, "must be empty while it is open");
    }
    if (!mate->solved)
        return STATUS_OK;
    enum status status = read_odd(reading, 6, mate->searched, &mate->mate);
    if (!status)
        status = read_int(reading, 7, 0, mate->plies - 1, &mate->forced_from);
    if (!status && !is_empty(reading, 8))
        status = read_int(reading, 8, 1, mate->forced_from, &mate->last_hold);
    return status;
}

/* Can both be true of one game? What a shallower search has found, a deeper one finds as well. */
static enum status compare_attempts(const struct reading *reading,
                                    const struct benedict_mate *shallow,
                                    const struct benedict_mate *deep)
{
    if (shallow->plies != deep->plies || shallow->winner != deep->winner)
        return csv_wrong(&reading->csv, 0, reading->error,
                         "has other plies or another winner above");
    if (shallow->solved && !deep->solved)
        return csv_wrong(&reading->csv, 5, reading->error,
                         "though fewer plies have solved it above");
    if (shallow->solved && shallow->forced_from == deep->forced_from && shallow->mate < deep->mate)
        return csv_wrong(&reading->csv, 6, reading->error,
                         "is longer than the win from the same ply above");
    return STATUS_OK;
}

static enum status take_mate(struct reading *reading)
{
    struct benedict_mate *mate = &reading->evidence->mates[reading->evidence->mate_count++];
    enum status status = read_int(reading, 0, 1, 54, &mate->game);
    if (!status)
        status = read_odd(reading, 1, PLIES_MAX, &mate->searched);
    if (!status)
        status = read_name(reading, 2, mate->engine);
    if (!status)
        status = read_int(reading, 3, 1, PLIES_MAX, &mate->plies);
    if (!status)
        status = read_side(reading, 4, &mate->winner);
    if (!status)
        status = read_choice(reading, 5, "open", "solved", &mate->solved);
    if (!status)
        status = read_ending(reading, mate);
    for (const struct benedict_mate *other = mate;
         !status && other > reading->evidence->mates && other[-1].game == mate->game; other--)
        status = compare_attempts(reading, &other[-1], mate);
    return status;
}

/* ---- openings ---- */

/* Plays a word of the moves, which must be legal and go on. */
static enum status step(const struct reading *reading, struct text word, struct plain *board)
{
    struct plain before = *board;
    struct plain_move move;
    if (!plain_read_move(&before, word, &move))
        return csv_wrong(&reading->csv, 0, reading->error,
                         "is no line of legal moves from the array");
    if (plain_step(&before, move, board) != PLAIN_GOES_ON)
        return csv_wrong(&reading->csv, 0, reading->error,
                         "is the mirror image of an opening, or ends the game");
    return STATUS_OK;
}

/* The position after the two moves. */
static enum status open_board(const struct reading *reading, const char *moves, struct plain *board)
{
    struct benedict array;
    char fen[BENEDICT_FEN_BYTES];
    const char *blank = strchr(moves, ' ');
    if (!blank)
        return csv_wrong(&reading->csv, 0, reading->error, "is not two moves");
    games_array(BENEDICT_RED, &array);
    benedict_write_fen(&array, fen);
    enum status status = plain_read_fen(text_of(fen), board, reading->error);
    if (!status)
        status = step(reading, (struct text){moves, (size_t)(blank - moves)}, board);
    if (!status)
        status = step(reading, text_of(blank + 1), board);
    return status;
}

static enum status read_winner(const struct reading *reading, struct benedict_opening *opening)
{
    opening->solved = !text_is(reading->csv.fields[3], "none");
    if (!opening->solved)
        return STATUS_OK;
    if (!text_is(reading->csv.fields[3], "red") && !text_is(reading->csv.fields[3], "black"))
        return csv_wrong(&reading->csv, 3, reading->error, "is not red, black or none");
    return read_side(reading, 3, &opening->winner);
}

/* Red is to move, and has the last move of a win of his. A win of Black's begins with any move. */
static enum status check_win(const struct reading *reading, const struct plain *board,
                             const struct benedict_opening *opening)
{
    bool red_wins = opening->solved && opening->winner == BENEDICT_RED;
    struct plain_move move;
    if (opening->solved && (opening->plies % 2 == 1) != red_wins)
        return csv_wrong(&reading->csv, 1, reading->error,
                         "must be odd where Red wins, and even where Black does");
    if (!red_wins && *opening->move)
        return csv_wrong(&reading->csv, 4, reading->error, "must be empty where Red does not win");
    if (red_wins && !plain_read_move(board, text_of(opening->move), &move))
        return csv_wrong(&reading->csv, 4, reading->error, "is no legal move there");
    return STATUS_OK;
}

static enum status take_opening(struct reading *reading)
{
    struct benedict_evidence *evidence = reading->evidence;
    struct benedict_opening *opening = &evidence->openings[evidence->opening_count++];
    struct plain board;
    char fen[PLAIN_FEN_BYTES];
    enum status status = read_text(reading, 0, opening->moves, sizeof opening->moves);
    if (!status)
        status = open_board(reading, opening->moves, &board);
    if (!status)
        status = read_int(reading, 1, 1, PROOF_PLIES_MAX, &opening->plies);
    if (!status)
        status = read_text(reading, 2, opening->position, sizeof opening->position);
    if (status)
        return status;
    plain_write_fen(&board, fen);
    if (strcmp(fen, opening->position) != 0)
        return csv_wrong(&reading->csv, 2, reading->error, "is not the position after these moves");
    status = read_winner(reading, opening);
    if (!status)
        status = read_text(reading, 4, opening->move, sizeof opening->move);
    if (!status)
        status = check_win(reading, &board, opening);
    return status ? status : read_name(reading, 5, opening->engine);
}

/* ---- tables ---- */

/* Room for as many rows as the file has lines. */
static enum status make_room(struct benedict_evidence *evidence, enum table table, size_t rows,
                             struct error *error)
{
    void *room = NULL;
    switch (table) {
    case SELFPLAY:
        room = evidence->sets = calloc(rows, sizeof *evidence->sets);
        break;
    case RANDOMS:
        room = evidence->randoms = calloc(rows, sizeof *evidence->randoms);
        break;
    case PROOFS:
        room = evidence->proofs = calloc(rows, sizeof *evidence->proofs);
        break;
    case OPENINGS:
        room = evidence->openings = calloc(rows, sizeof *evidence->openings);
        break;
    case MATES:
        room = evidence->mates = calloc(rows, sizeof *evidence->mates);
        break;
    }
    return room ? STATUS_OK : error_memory(error);
}

static enum status take_row(struct reading *reading, enum table table)
{
    static enum status (*const takers[])(struct reading * reading) = {[SELFPLAY] = take_set,
                                                                      [RANDOMS] = take_random,
                                                                      [PROOFS] = take_proof,
                                                                      [MATES] = take_mate,
                                                                      [OPENINGS] = take_opening};
    return takers[table](reading);
}

static enum status read_table(struct reading *reading, enum table table)
{
    const struct benedict_table *about = &benedict_tables[table];
    struct text text, before[2] = {0};
    char name[128];
    bool more = true;
    if (!files_find(reading->files, about->file))
        return STATUS_OK;
    snprintf(name, sizeof name, "%s%s", reading->place, about->file);
    enum status status = files_get(reading->files, about->file, &text, reading->error);
    if (!status)
        status = make_room(reading->evidence, table, (size_t)(benedict_rows(about->file, text) + 2),
                           reading->error);
    if (!status)
        status = csv_open(&reading->csv, name, text, about->columns, about->count, reading->error);
    while (!status && !(status = csv_next(&reading->csv, &more, reading->error)) && more) {
        if (before[0].data && benedict_key_compare(before, reading->csv.fields, about->keys) >= 0)
            return csv_wrong(&reading->csv, 0, reading->error, "does not follow the row above it");
        memcpy(before, reading->csv.fields, sizeof before);
        status = take_row(reading, table);
    }
    return status;
}

/* Has a list its set, a certificate the row that ships it? */
static bool is_described(const struct benedict_evidence *evidence, const char *file)
{
    char name[80];
    for (size_t i = 0; i < evidence->set_count; i++) {
        benedict_games_file(&evidence->sets[i], name);
        if (strcmp(name, file) == 0)
            return true;
    }
    for (size_t i = 0; i < evidence->proof_count; i++) {
        benedict_certificate_file(&evidence->proofs[i], name);
        if (evidence->proofs[i].shipped && strcmp(name, file) == 0)
            return true;
    }
    return false;
}

enum status benedict_evidence_read(const struct files *files, const char *place,
                                   struct benedict_evidence *evidence, struct error *error)
{
    struct reading reading = {.files = files, .place = place, .evidence = evidence, .error = error};
    enum status status = STATUS_OK;
    for (int table = 0; table < BENEDICT_TABLES && !status; table++)
        status = read_table(&reading, (enum table)table);
    if (!status)
        status = benedict_claims_check(evidence, place, error);
    for (size_t i = 0; i < files->count && !status; i++) {
        const char *name = files->items[i].name;
        if ((is_games(name) || is_certificate(name)) && !is_described(evidence, name))
            status =
                error_set(error, STATUS_WRONG, "%s%s: no row of its table names it", place, name);
    }
    return status;
}

void benedict_evidence_free(struct benedict_evidence *evidence)
{
    for (size_t i = 0; i < evidence->set_count; i++)
        games_free(&evidence->sets[i].games);
    free(evidence->sets);
    free(evidence->randoms);
    free(evidence->proofs);
    free(evidence->mates);
    free(evidence->openings);
    *evidence = (struct benedict_evidence){0};
}

/* Games that engines play against each other from pairs: what is to be played, what was played,
 * what it says of the pairs. Games are evidence; no rank depends on them.
 *
 * A run is described by run.json, which fixes its games before the first is played: every pair
 * `rounds` times, each time two games with the players swapped. games.csv holds those that were
 * played, games.pgn is the same for other programs. All three are functions of run.json and of what
 * the engines answered; nothing here reads a clock or starts an engine.
 *
 * An engine that plays itself would play one game again and again. Therefore the budget varies: for
 * ply P (from 1) of game G in round R of the pair w:b it is the limit plus X mod (limit / 8 + 1),
 * where X are the first eight hex digits of sha256("SEED w:b R G P"). */
#ifndef STUDY_SELFPLAY_H
#define STUDY_SELFPLAY_H

#include "base/json.h"
#include "chess960/pair.h"
#include "passport/games.h"
#include "rules/game.h"

enum {
    SELFPLAY_GAMES_MAX = 4000,
    SELFPLAY_LIMIT_MAX = 1000000000, /* of nodes */
};

extern const struct json_shape selfplay_shape;

/* What the pair was to the study when it was chosen: it is in the encyclopedia, or ranked, or
 * somebody only named it. */
enum selfplay_chosen { SELFPLAY_ENCYCLOPEDIA, SELFPLAY_RANKED, SELFPLAY_NAMED };

/* "encyclopedia", "ranked", "named" */
const char *selfplay_chosen_name(enum selfplay_chosen chosen);

struct selfplay_pair {
    struct pair pair;
    enum selfplay_chosen chosen;
};

/* Views into the run. */
struct selfplay_player {
    const char *engine; /* id */
    const char *kind;   /* of its limit: "nodes", "depth" */
    int64_t limit;
    uint32_t hash_mb;
};

struct selfplay_game {
    char *moves; /* in UCI, one space between; owned; NULL: not played yet */
    size_t plies;
    enum game_end end;
    enum game_result result;
};

/* Everything is owned by it; start it as {0}. */
struct selfplay {
    cJSON *run;
    struct selfplay_player players[2];
    struct selfplay_pair *pairs; /* sorted */
    size_t pair_count;
    int64_t rounds;
    const char *seed; /* digits */
    struct selfplay_game *games;
    size_t game_count; /* all that there are to play, by pair, round, number */
};

/* ---- the run ---- */

/* What run.json is made from; nothing is owned. */
struct selfplay_settings {
    const char *study, *version; /* by whose tables pairs are ranked */
    struct selfplay_player players[2];
    const cJSON *entries[2];           /* the players' engines as a passport lists them */
    const struct selfplay_pair *pairs; /* in any order */
    size_t pair_count;
    int64_t rounds;
    const char *seed;
    const cJSON *producer; /* who plays */
};

/* The run of these settings, no game played. STATUS_CANNOT: a pair twice, more than
 * SELFPLAY_GAMES_MAX games, or two engines of one id that differ. */
enum status selfplay_new(const struct selfplay_settings *settings, struct selfplay *selfplay,
                         struct error *error);

/* Reads run.json; no game played. `name` is for messages. After any status selfplay_free. */
enum status selfplay_read_run(const char *name, struct text text, struct selfplay *selfplay,
                              struct error *error);

/* Is it the same run, whoever the producers? STATUS_CANNOT names the first member that differs. */
enum status selfplay_compare(const char *name, const struct selfplay *stored,
                             const struct selfplay *wanted, struct error *error);

/* Adds `other`'s producers to those of the run, each once. STATUS_CANNOT: out of memory. */
enum status selfplay_add_producers(struct selfplay *selfplay, const struct selfplay *other,
                                   struct error *error);

void selfplay_free(struct selfplay *selfplay);

/* ---- games ---- */

/* Which one is the game at `index`? */
struct selfplay_place {
    const struct selfplay_pair *pair;
    int64_t round; /* from 1 */
    int number;    /* 1: the first player has White; 2: the second one */
};
struct selfplay_place selfplay_place(const struct selfplay *selfplay, size_t index);

/* "13:825, round 1, game 2", for messages. */
void selfplay_name(const struct selfplay *selfplay, size_t index, char name[48]);

/* Who has the move in that game: 0 or 1. */
int selfplay_player(const struct selfplay *selfplay, size_t index, enum chess_colour turn);

/* The budget for ply `ply` (from 1). */
enum status selfplay_limit(const struct selfplay *selfplay, size_t index, size_t ply,
                           int64_t *limit, struct error *error);

/* Sets up the start. */
enum status selfplay_start(const struct selfplay *selfplay, size_t index, struct game *game,
                           struct error *error);

/* Keeps a game that is over; takes the bytes of `moves`, unless it fails. */
enum status selfplay_keep(struct selfplay *selfplay, size_t index, const struct game *game,
                          struct buf *moves, struct error *error);

/* How many games are played. */
size_t selfplay_played(const struct selfplay *selfplay);

/* ---- files ---- */

/* games.csv, of the games that are played. */
void selfplay_write_games(const struct selfplay *selfplay, struct buf *out);

/* Reads it into a run without games. Each game is replayed: STATUS_WRONG for a row that is none of
 * the run's games, a move that is not legal, one after the end, or another result, reason or count
 * than the rules give. */
enum status selfplay_read_games(const char *name, struct text text, struct selfplay *selfplay,
                                struct error *error);

/* games.pgn, of the games that are played; PGN's export format. */
void selfplay_write_pgn(const struct selfplay *selfplay, struct buf *out);

/* Reads run.json and, where it is there, games.csv of the folder. */
enum status selfplay_load(const char *folder, struct selfplay *selfplay, struct error *error);

/* A finished run from memory: run.json, every game in games.csv, and games.pgn is what
 * selfplay_write_pgn makes of them. The names in `files` begin with `prefix`, in messages with
 * `place` and it. After any status selfplay_free. */
enum status selfplay_read(const struct files *files, const char *place, const char *prefix,
                          struct selfplay *selfplay, struct error *error);

/* Only its run.json; no game played. */
enum status selfplay_open(const struct files *files, const char *place, const char *prefix,
                          struct selfplay *selfplay, struct error *error);

/* The same as selfplay_read of a folder, whose files go into `files`. */
enum status selfplay_check(const char *folder, struct files *files, struct selfplay *selfplay,
                           struct error *error);

/* ---- what they say ---- */

struct selfplay_score {
    int64_t games, wins, draws, losses;
};

/* Of White, in the played games of the pair at that index; all pairs: pair_count. */
struct selfplay_score selfplay_white_score(const struct selfplay *selfplay, size_t pair);

/* Of the first player, likewise. */
struct selfplay_score selfplay_first_score(const struct selfplay *selfplay, size_t pair);

#endif

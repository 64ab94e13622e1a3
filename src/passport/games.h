/* Games as evidence: games/NAME/{games.csv,games.pgn,run.json}, each folder a finished run of
 * self-play, and what passport.json lists of them. What stands in the files is study/selfplay.h's
 * to read and to judge; here they are bytes, and run.json an object whose engines, players, pairs
 * and seed are looked at.
 *
 * A run that is recorded never changes, and no game is recorded twice. */
#ifndef PASSPORT_GAMES_H
#define PASSPORT_GAMES_H

#include "base/files.h"
#include "base/json.h"

/* The files of a run. */
enum { GAMES_FILES = 3 };
#define GAMES_RUN "run.json"
#define GAMES_TABLE "games.csv"
#define GAMES_PGN "games.pgn"
extern const char *const games_files[GAMES_FILES];

/* What the passport's list `games` says of a run. */
extern const struct json_shape games_run_shape;

/* Is it games/NAME/FILE, where NAME is a slug and FILE one of the three? */
bool games_is_input(const char *name);

/* "games/NAME/FILE"; owned by the caller, NULL when out of memory. */
char *games_path(const char *run, const char *file);

/* A run that is to be recorded; nothing is owned. */
struct games_run {
    const char *name;          /* a slug */
    const struct files *files; /* the three, and nothing else, as selfplay_read has checked them */
};

/* What the passport's list says of the run, without recorder; owned by the caller. */
enum status games_describe(const struct games_run *run, cJSON **entry, struct error *error);

/* Is the run recorded already? *known says so; where it is not, nothing that is stored stands in
 * its way. `passport` lists what is recorded, `stored` holds the study's files, of which those of a
 * recording that was cut off may be some of the run's. STATUS_WRONG: under that name is another
 * run, or this one with other games (names the row), or a file that nobody recorded; or a recorded
 * run has games of this one. */
enum status games_look(const cJSON *passport, const struct files *stored,
                       const struct games_run *run, bool *known, struct error *error);

/* Does the passport list exactly the runs of `inputs`, with their digests and counts, and are their
 * engines those of the passport? `name` is for messages. STATUS_WRONG names the first difference.
 */
enum status games_check(const char *name, const cJSON *passport, const struct files *inputs,
                        struct error *error);

/* The number of games in the passport. */
int64_t games_count(const cJSON *passport);

#endif

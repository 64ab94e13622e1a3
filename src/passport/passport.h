/* passport.json: the record of what was run. Written by `record` alone. */
#ifndef PASSPORT_PASSPORT_H
#define PASSPORT_PASSPORT_H

#include "base/json.h"
#include "passport/edition.h"
#include "passport/evidence.h"
#include "passport/ladder.h"

extern const struct json_shape passport_shape, passport_engine_shape;
extern const struct json_member passport_producer_members[], passport_recorder_members[];

/* The only visiting order there is so far. */
#define PASSPORT_ORDER "cpython-random-shuffle"

/* Parses and checks the shape; *passport is owned by the caller (cJSON_Delete). */
enum status passport_read(const char *name, struct text text, cJSON **passport,
                          struct error *error);

/* The same for the passport of another study: an object of that shape, whose `runs` have `dates`.
 */
enum status passport_read_as(const char *name, struct text text, const struct json_shape *shape,
                             cJSON **passport, struct error *error);

/* Does the passport say what the evidence is? Every engine known, with its limit kind and its hash
 * for each limit; budgets on the ladder; files, rows, controls and sha256 as listed; the runs
 * together add up to the rows and to the compute split; the runs of games as games.h says.
 * `inputs` holds the bytes of evidence and games, and ladder.json. STATUS_WRONG names the first
 * difference. */
enum status passport_check(const char *name, const cJSON *passport, const struct files *inputs,
                           const struct evidence *evidence, const struct ladder *ladder,
                           const struct edition *edition, struct error *error);

/* Is the engine that of the passport's entry `known`? Every member but hash_mb must be equal, and a
 * limit that both have needs the same hash size. STATUS_WRONG names what differs. */
enum status passport_compare_engine(const char *id, const cJSON *known, const cJSON *entry,
                                    struct error *error);

/* Nodes by the nominal limits, which is what the compute split counts. */
struct passport_split {
    int64_t screening;  /* the ladder's stages */
    int64_t deepening;  /* beyond them */
    int64_t confirming; /* at limits that are no budget of the ladder, as the engine counted */
    int64_t searched;   /* as the engine counted, all together */
};

/* The split of one engine's evidence. */
struct passport_split passport_split(const struct evidence *evidence, const struct ladder *ladder,
                                     const char *engine);

/* What the passport says: the sum of all its runs. */
struct passport_split passport_said_split(const cJSON *passport, const char *engine);
int64_t passport_added_rows(const cJSON *passport, const struct evidence_set *set);

/* The list that the passport keeps of the evidence files, as JSON: file, engine, limit, rows,
 * controls, sha256 of the canonical text. Owned by the caller; NULL when out of memory. */
cJSON *passport_list_evidence(const struct evidence *evidence, struct error *error);

#endif

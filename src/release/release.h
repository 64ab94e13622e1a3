/* A release: from inputs to files, by one function that build and verify share.
 *
 * Inputs are named as they lie below passport/STUDY ("passport.json", "evidence/...", "texts/...")
 * and schema/ ("schema/..."); what is a study's own about them is in study.h. A release carries
 * each of them as inputs/NAME beside what is rendered from them, and SHA256SUMS, which lists every
 * other file. The sha256 of SHA256SUMS is the content id. Pure: no clock, no locale, no host, no
 * environment. */
#ifndef RELEASE_RELEASE_H
#define RELEASE_RELEASE_H

#include "base/files.h"
#include "base/hash.h"
#include "passport/benedict_evidence.h"
#include "passport/corridor.h"
#include "passport/edition.h"
#include "passport/evidence.h"
#include "passport/ladder.h"
#include "release/citation.h"
#include "study/asym.h"

struct study;

struct release {
    const struct files *inputs; /* borrowed; outlives the release */
    struct edition edition;
    const struct study *study; /* whose members below are set */
    cJSON *passport;
    cJSON *codebook;
    cJSON *references;
    /* asym */
    struct ladder ladder;
    struct corridor corridor;
    struct evidence evidence;
    cJSON *figures; /* published.json */
    struct asym asym;
    /* benedict */
    struct benedict_evidence benedict;
};

/* The steps, in their order; each needs those before it. */

/* Reads and checks every input against its schema. Starts with {0}; release_free also after a
 * failure. An edition of another format is read no further: its fields are valid, and the status is
 * STATUS_CANNOT. `place` goes before the names in messages ("inputs/"). */
enum status release_open(struct release *release, const struct files *inputs, const char *place,
                         struct error *error);

/* Does the passport say what the evidence is? */
enum status release_check_passport(const struct release *release, struct error *error);

/* Adds inputs/... as views. */
enum status release_add_inputs(const struct release *release, struct files *content,
                               struct error *error);

/* Adds tables/... */
enum status release_replay(const struct release *release, struct files *content,
                           struct error *error);

/* Adds the documents: texts, codebook, datapackage.json, CITATION.cff. */
enum status release_document(const struct release *release, struct files *content,
                             struct error *error);

/* Adds SHA256SUMS; content_id is its sha256. */
enum status release_seal(struct files *content, char content_id[SHA256_HEX + 1],
                         struct error *error);

/* All of the steps after release_open. */
enum status release_make(const struct release *release, struct files *content,
                         char content_id[SHA256_HEX + 1], struct error *error);

/* release_open and release_make. */
enum status release_render(struct release *release, const struct files *inputs,
                           struct files *content, char content_id[SHA256_HEX + 1],
                           struct error *error);

/* A citation without ids; views into the release. */
struct citation release_citation(const struct release *release);

void release_free(struct release *release);

/* Reads the inputs of a checkout. */
enum status release_load_inputs(const char *root, const char *study, struct files *inputs,
                                struct error *error);

/* The inputs that a content set carries, as views without "inputs/". */
enum status release_find_inputs(const struct files *content, struct files *inputs,
                                struct error *error);

extern const struct json_shape references_shape;

#endif

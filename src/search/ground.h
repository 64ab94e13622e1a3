/* What a search stands on: the study's ladder and passport, an engine's configuration, and a store
 * that was made for just these. */
#ifndef SEARCH_GROUND_H
#define SEARCH_GROUND_H

#include "passport/stored.h"
#include "search/confirm.h"
#include "store/store.h"
#include "uci/config.h"

/* The seed of the visiting order where neither passport nor store says one. */
#define GROUND_SEED "20260918"

/* The names of what a store is pinned to. */
#define GROUND_PIN_STUDY "study"
#define GROUND_PIN_SEED "seed"
#define GROUND_PIN_LADDER "ladder"   /* sha256 of ladder.json */
#define GROUND_PIN_VERSION "version" /* of all who work on a shared store */

struct ground_where {
    const char *root, *study;
    const char *store;  /* a path, or a server's address; NULL: evals.db in the root */
    const char *engine; /* configuration file; NULL: ROOT/engines/PRIMARY.json */
};

struct ground {
    char *store_path;     /* owned, as is what follows; may hold a password: store_name shows it */
    struct stored stored; /* the evidence only where there is no store */
    struct engine_config config;
    struct store *store;
    struct buf seed; /* digits */
    struct corridor corridor;
    const struct corridor_confirmer *confirms; /* what the engine is in the corridor; NULL: it
                                                * climbs the ladder */
    int64_t deepest; /* the deepest budget of the ladder for which, and for all below, the engine
                      * has a hash size; 0 where it confirms */
    bool imported;   /* passport/STUDY went into the store by this call */
};

/* Opens the store for writing and pins study, seed, ladder and the engines of the passport; a store
 * without any evaluation and any wave gains what passport/STUDY holds, as wave 0. `engine`: the
 * engine of the configuration too, with its hash sizes, once its files are identified; else it is
 * only as good as its name. STATUS_WRONG where engine, options or ladder contradict what is
 * recorded or what the store was made with. *ground is the caller's to free, also after a failure.
 */
enum ground_use { GROUND_STORE, GROUND_ENGINE };
enum status ground_open(const struct ground_where *where, enum ground_use use,
                        struct ground *ground, struct error *error);

/* For looking only: the engine's files are not read, and where there is no store yet, ground->store
 * is NULL. STATUS_WRONG where the store was made with another ladder or seed. */
enum status ground_look(const struct ground_where *where, struct ground *ground,
                        struct error *error);

/* Brings evidence of engines that are known to the passport or the store into the store, rows that
 * no program of ours has searched. Adds to *added and *known. */
enum status ground_import(struct ground *ground, const struct evidence *evidence, const char *from,
                          size_t *added, size_t *known, struct error *error);

/* Plans the engine's next wave from what is stored (without a store: from passport/STUDY).
 * STATUS_WRONG while a wave is open. */
enum status ground_plan(const struct ground *ground, const struct plan_knobs *knobs,
                        struct plan *plan, struct error *error);

/* The same for an engine that confirms, from what is stored of the primary engine and of it.
 * STATUS_WRONG as confirm_wave, too. `text` (may be NULL) gets the plan as a store keeps it. */
enum status ground_confirm(const struct ground *ground, struct confirm *confirm, struct buf *text,
                           struct error *error);

/* The knobs for the next wave: the last wave's, or the default, with those that are given: -1 (or,
 * for nodes, 0) stands for "not given". `until`: the name of the deepest stage to climb, or NULL.
 * STATUS_CANNOT where any is given for an engine that confirms: its waves have none. */
enum status ground_knobs(const struct ground *ground, const struct plan_knobs *given,
                         const char *until, struct plan_knobs *knobs, struct error *error);

/* Do the engine's files still have the sha256 that they had? Reads them. */
enum status ground_check_files(struct ground *ground, struct error *error);

void ground_free(struct ground *ground);

#endif

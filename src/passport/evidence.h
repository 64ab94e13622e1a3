/* Evidence: the raw results of searches, one CSV an engine and limit, sorted by (w, b).
 *
 * The file is evidence/ENGINE/KIND-LIMIT.csv, its columns are those of evidence_columns, and there
 * is one spelling for each value, so that what is parsed and written again is the same bytes. */
#ifndef PASSPORT_EVIDENCE_H
#define PASSPORT_EVIDENCE_H

#include "base/files.h"
#include "chess960/pair.h"

enum role { ROLE_SEARCH, ROLE_CONTROL, ROLE_MIRROR, ROLE_CONFIRM };
enum limit_kind { LIMIT_NODES, LIMIT_DEPTH };

enum {
    EVIDENCE_COLUMNS = 16,
    EVIDENCE_SETS_MAX = 256,
    EVIDENCE_DEPTH_MAX = 255,
    EVIDENCE_NO_WDL = 0xffff,
    EVIDENCE_MOVE_BYTES = 8, /* e7e8q, and what engines for xiangqi print: b10a10 */
};
#define EVIDENCE_NODES_MAX INT64_C(1000000000000000)

/* One search: the last completed iteration, from White's view. Plain value. */
struct evaluation {
    struct pair pair;
    uint8_t role; /* enum role */
    bool mate;    /* `score` counts moves to mate, not centipawns */
    uint8_t depth, seldepth;
    int32_t score; /* cp in the engine's own scale; or moves to mate, negative for Black */
    uint32_t hash_mb;
    uint16_t win, draw,
        loss; /* per mille, 1000 together; EVIDENCE_NO_WDL where the engine gives none */
    char bestmove[EVIDENCE_MOVE_BYTES]; /* UCI */
    int64_t nodes;                      /* may pass the limit a little */
};

/* All evaluations of one engine at one limit. */
struct evidence_set {
    char *engine; /* owned; a slug of the passport */
    enum limit_kind kind;
    int64_t limit;
    struct evaluation *rows; /* owned; sorted by pair, each pair once */
    size_t count;
};

struct evidence {
    struct evidence_set *sets; /* owned; sorted by engine, kind, limit */
    size_t count;
};

extern const char *const evidence_columns[EVIDENCE_COLUMNS];

const char *role_name(enum role role);
const char *limit_kind_name(enum limit_kind kind);

/* "150000 nodes", "depth 13". */
enum { LIMIT_NAME_BYTES = 32 };
void limit_name(enum limit_kind kind, int64_t limit, char name[LIMIT_NAME_BYTES]);

/* The reverse, for a name that a shape has checked. */
enum limit_kind limit_kind_read(const char *name);

/* Is it a move as UCI spells it, e2e4 or e7e8q? */
bool move_is_spelled(struct text move);

/* May a pair be evaluated in that role? control if and only if w = b; of the others the smaller
 * pair of a class as search or confirm, the larger one as mirror. */
bool role_fits(enum role role, struct pair pair);

/* Reads every file of `inputs` below evidence/. `place` goes before the names in messages. */
enum status evidence_read(const struct files *inputs, const char *place, struct evidence *evidence,
                          struct error *error);

/* The canonical text of one set. */
void evidence_write(struct buf *out, const struct evidence_set *set);

/* "evidence/ENGINE/nodes-10000.csv"; owned by the caller, NULL when out of memory. */
char *evidence_file_name(const struct evidence_set *set);

/* The set of that engine and limit, or NULL. */
const struct evidence_set *evidence_find(const struct evidence *evidence, const char *engine,
                                         enum limit_kind kind, int64_t limit);

/* The row of that pair, or NULL. */
const struct evaluation *evidence_row(const struct evidence_set *set, struct pair pair);

/* Equal in every field? */
bool evidence_same(const struct evaluation *a, const struct evaluation *b);

size_t evidence_controls(const struct evidence_set *set);

/* Adds rows: those that are there already must be equal in every field, or both rows are named
 * (STATUS_WRONG) and nothing changes. `more` is unchanged. *added counts the new rows. */
enum status evidence_merge(struct evidence *evidence, const struct evidence_set *more,
                           size_t *added, struct error *error);

/* A foreign CSV without the columns engine, limit kind and role (`nodes_limit,hash_mb,w,b,...`):
 * w = b becomes a control, a representative a search; anything else is STATUS_WRONG, since a mirror
 * needs its role said. `engine` is copied. The set is owned by the caller (evidence_set_free). */
enum status evidence_read_external(const char *name, struct text text, const char *engine,
                                   int64_t limit, struct evidence_set *set, struct error *error);

void evidence_set_free(struct evidence_set *set);
void evidence_free(struct evidence *evidence);

#endif

/* The evidence of the study of Benedict xiangqi:
 *
 *   evidence/selfplay.csv         sets of games of the engine against itself
 *   evidence/games/NAME.txt       the games of each set (rules/benedict_games.h)
 *   evidence/random.csv           random games: policy, number and seed, from which they follow
 *   evidence/proofs.csv           what is proved or computed, a row a result
 *   evidence/proofs/ID.cert       the certificates that are shipped
 *   evidence/mates.csv            how far each published game's end was forced, a row an attempt
 *   evidence/openings.csv         which openings of two plies are won by force, a row a result
 *
 * A table that is not there has no row. The columns are described in schema/benedict-codebook.json;
 * here they are read strictly: each row's key is above that of the row before it. */
#ifndef PASSPORT_BENEDICT_EVIDENCE_H
#define PASSPORT_BENEDICT_EVIDENCE_H

#include "base/files.h"
#include "base/hash.h"
#include "passport/edition.h"
#include "rules/benedict_games.h"
#include "rules/benedict_plain.h"
#include "rules/benedict_survey.h"

enum {
    BENEDICT_ID_BYTES = TEXT_SLUG_BYTES,
    BENEDICT_LINE_BYTES = 512,
    BENEDICT_OPENING_BYTES = 2 * PLAIN_MOVE_BYTES
};

/* One of the tables; a key is its first columns. */
struct benedict_table {
    const char *file;
    const char *const *columns;
    size_t count, keys;
};
enum { BENEDICT_TABLES = 5 };
extern const struct benedict_table benedict_tables[BENEDICT_TABLES];

/* The order of keys, a total one: column by column, fields of digits alone first, by length and
 * then bytewise, all others after them, bytewise. */
int benedict_key_compare(const struct text *a, const struct text *b, size_t keys);

struct benedict_set {
    char name[BENEDICT_ID_BYTES], engine[BENEDICT_ID_BYTES];
    int64_t nodes, seed; /* nodes a move */
    struct games games;
};

struct benedict_random {
    char name[BENEDICT_ID_BYTES];
    enum survey_policy policy;
    int64_t games, seed;
};

/* What is said of the attacker `side`: it has a win within `plies`, or none. */
struct benedict_proof {
    char id[BENEDICT_ID_BYTES], engine[BENEDICT_ID_BYTES];
    enum benedict_side side;
    bool win;
    int64_t plies;
    char moves[BENEDICT_LINE_BYTES];   /* from the array, Red first, to the position */
    char position[BENEDICT_FEN_BYTES]; /* after them; without moves any, not only the array */
    bool from_array;
    bool certified; /* by a checked certificate; else a computation */
    int64_t nodes, cpu_tenths, threads, hash_mb;
    char sha256[SHA256_HEX + 1]; /* of the certificate; "" where there is none */
    int64_t bytes, walked;       /* of it; the positions that its check walked. 0: none */
    bool shipped;
};

/* An attempt to find out from where on the end of a published game was forced. */
struct benedict_mate {
    int64_t game, searched; /* within so many plies */
    char engine[BENEDICT_ID_BYTES];
    int64_t plies; /* of the game */
    enum benedict_side winner;
    bool solved;
    int64_t forced_from, mate; /* after so many plies of the game it is forced, in so many more */
    int64_t last_hold;         /* the ply before which the loser could last hold; 0: none known */
};

/* What was found of the position after two plies from the array, one of two mirror images. */
struct benedict_opening {
    char moves[BENEDICT_OPENING_BYTES]; /* "b3b5 h10i8" */
    char position[BENEDICT_FEN_BYTES];  /* after them */
    int64_t plies; /* of the shortest forced win; of an open one: neither has one within so many */
    bool solved;
    enum benedict_side winner;   /* where it is solved */
    char move[PLAIN_MOVE_BYTES]; /* that starts the win; "": the winner is not to move, or none */
    char engine[BENEDICT_ID_BYTES];
};

struct benedict_evidence {
    struct benedict_set *sets;
    struct benedict_random *randoms;
    struct benedict_proof *proofs;
    struct benedict_mate *mates;
    struct benedict_opening *openings;
    size_t set_count, random_count, proof_count, mate_count, opening_count;
};

/* Is it the name of one of those files? */
bool benedict_is_evidence(const char *name);

/* Reads all of it out of `files`, replays each game by the rules, and holds tables and files
 * together: every set has its games and every list its row, every certificate that is shipped its
 * file, which has that size and sha256; a position is the one after its moves, and the number of
 * plies fits who moves; openings are by the plain kernel what they say they are; no two results,
 * openings among them, and no two attempts at a game contradict each other. Whether a certificate
 * proves anything is not looked at. `place` goes before
 * names in messages. STATUS_WRONG names what is wrong. Starts with {0}; to be freed also after a
 * failure. */
enum status benedict_evidence_read(const struct files *files, const char *place,
                                   struct benedict_evidence *evidence, struct error *error);

/* "evidence/games/NAME.txt", "evidence/proofs/ID.cert" */
void benedict_games_file(const struct benedict_set *set, char name[80]);
void benedict_certificate_file(const struct benedict_proof *proof, char name[80]);

/* How many rows, games or certificates that file holds; it is one that can be read. */
int64_t benedict_rows(const char *name, struct text text);

void benedict_evidence_free(struct benedict_evidence *evidence);

#endif

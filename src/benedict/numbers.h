/* What a proof search knows of positions, in a fixed amount of memory that its threads share: proof
 * and disproof numbers (Allis, van der Meulen and van den Herik 1994). An entry may be gone when it
 * is asked for; one that is there is what was stored. */
#ifndef BENEDICT_NUMBERS_H
#define BENEDICT_NUMBERS_H

#include "rules/benedict.h"

/* Proof numbers end below 2^18, disproof numbers below 2^63: these stand for "never". Of a disproof
 * number the table keeps the 26 highest bits. */
#define NUMBERS_NO_PROOF ((UINT32_C(1) << 18) - 1)
#define NUMBERS_NO_DISPROOF ((UINT64_C(1) << 63) - 1)

enum { NUMBERS_PLIES_MAX = 127 };

/* How far it is at least to a proof that the attacker wins, and to one that he does not. Solved:
 * {0, NUMBERS_NO_DISPROOF}, {NUMBERS_NO_PROOF, 0}. */
struct numbers {
    uint32_t proof;
    uint64_t disproof;
};

bool numbers_solved(struct numbers numbers);

/* The name of a position and of its mirror image, 128 bits of it. */
struct numbers_key {
    uint64_t slot, check;
};

struct numbers_table;

/* STATUS_CANNOT: out of memory. */
enum status numbers_new(size_t bytes, struct numbers_table **table, struct error *error);
void numbers_free(struct numbers_table *table);

/* From the keys of the position and of its mirror image. */
struct numbers_key numbers_key(uint64_t one, uint64_t other);

/* What is known of a win within `plies`. One within fewer is one within more, and where there is
 * none within more there is none within fewer, two by two: the attacker is the side to move where
 * `plies` is odd, else the other, so that both may be asked of one table. */
bool numbers_find(const struct numbers_table *table, struct numbers_key key, int plies,
                  struct numbers *numbers);

/* effort: what it took; what was dear stays longest. A solved position stays solved. */
void numbers_store(struct numbers_table *table, struct numbers_key key, int plies,
                   struct numbers numbers, uint64_t effort);

/* The table as bytes of this machine, for a file that another run goes on from. */
void *numbers_bytes(const struct numbers_table *table, size_t *len);

#endif

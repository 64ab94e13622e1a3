/* Positions that a proof has been through, with the bound that was shown there.
 *
 * A position and its mirror are one. Which positions are found again decides which bytes a
 * certificate has, so the table is a part of its format: 2^20 slots, each position in the one that
 * the low 20 bits of FNV-1a (64 bits; Fowler, Noll and Vo 1991) of its packed form name, whatever
 * was there before. Who moves is no part of it. */
#ifndef PROOF_TABLE_H
#define PROOF_TABLE_H

#include "rules/benedict_plain.h"

/* The packed form: point by point (a1 first, then b1) four bits, the first of two points in the
 * high ones: 0 empty, 1 to 7 Red's K A B N R C P, 8 to 14 Black's; of the position and its mirror
 * the smaller, byte by byte. */
enum { PROOF_PACKED_BYTES = 45 };
void proof_pack(const struct plain *board, uint8_t packed[PROOF_PACKED_BYTES]);

/* 50 million bytes. NULL: out of memory. _free takes NULL. */
struct proof_table;
struct proof_table *proof_table_new(void);
void proof_table_free(struct proof_table *table);

/* Forgets all. */
void proof_table_clear(struct proof_table *table);

/* The bound of the position, or -1. */
int proof_table_get(const struct proof_table *table, const uint8_t packed[PROOF_PACKED_BYTES]);

/* bound: 0 to 255 */
void proof_table_put(struct proof_table *table, const uint8_t packed[PROOF_PACKED_BYTES],
                     int bound);

#endif

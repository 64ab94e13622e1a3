/* The transposition table: what earlier searches found of a position, shared by all threads without
 * a lock. A torn entry fails its check and is as good as none (Hyatt and Mann 2002). */
#ifndef BENEDICT_TABLE_H
#define BENEDICT_TABLE_H

#include "base/status.h"
#include "rules/benedict.h"

#include <stddef.h>

enum bound { BOUND_NONE, BOUND_LOWER, BOUND_UPPER, BOUND_EXACT };

struct table_entry {
    struct benedict_move move; /* {0, 0}: none */
    int16_t score;             /* of that node, wins counted from it */
    int8_t depth;
    uint8_t bound; /* enum bound */
};

enum { TABLE_MB_MAX = 65536 };

struct table;

/* STATUS_CANNOT: out of memory. */
enum status table_new(size_t megabytes, struct table **table, struct error *error);
void table_free(struct table *table);

/* Makes it one of so many MiB, empty. What it held is freed before, so that there are never two;
 * where memory is short it becomes the largest that there is memory for, if only of one entry or
 * some. */
void table_resize(struct table *table, size_t megabytes);

/* MiB that are used, a power of two; 0: less than one. */
size_t table_megabytes(const struct table *table);

void table_clear(struct table *table);

/* Entries of earlier searches may go first from now on. */
void table_age(struct table *table);

/* True, and the entry, where there is one. */
bool table_probe(const struct table *table, uint64_t key, struct table_entry *entry);

void table_store(struct table *table, uint64_t key, struct table_entry entry);

/* How full it is with this search's entries, per mille, from a sample. */
int table_full(const struct table *table);

#endif

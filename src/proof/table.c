#include "proof/table.h"

#include <stdlib.h>
#include <string.h>

enum { SLOTS = 1 << 20 };

/* Valid where the era is the table's: clearing is the next era. */
struct slot {
    uint8_t packed[PROOF_PACKED_BYTES];
    uint8_t bound;
    uint16_t era;
};

struct proof_table {
    uint16_t era;
    struct slot slots[SLOTS];
};

static unsigned code_of(char piece)
{
    static const char letters[] = "KABNRCPkabnrcp";
    return piece ? (unsigned)(strchr(letters, piece) - letters) + 1 : 0;
}

static void pack(const struct plain *board, uint8_t packed[PROOF_PACKED_BYTES])
{
    for (int i = 0; i < PLAIN_POINTS; i++) {
        unsigned code = code_of(board->at[plain_point(i % PLAIN_FILES, i / PLAIN_FILES)]);
        packed[i / 2] = (uint8_t)(i % 2 ? packed[i / 2] | code : code << 4);
    }
}

void proof_pack(const struct plain *board, uint8_t packed[PROOF_PACKED_BYTES])
{
    uint8_t mirrored[PROOF_PACKED_BYTES];
    struct plain mirror;
    plain_mirror(board, &mirror);
    pack(board, packed);
    pack(&mirror, mirrored);
    if (memcmp(mirrored, packed, sizeof mirrored) < 0)
        memcpy(packed, mirrored, sizeof mirrored);
}

static size_t slot_of(const uint8_t packed[PROOF_PACKED_BYTES])
{
    uint64_t hash = UINT64_C(0xcbf29ce484222325);
    for (int i = 0; i < PROOF_PACKED_BYTES; i++)
        hash = (hash ^ packed[i]) * UINT64_C(0x100000001b3);
    return (size_t)(hash % SLOTS);
}

struct proof_table *proof_table_new(void)
{
    struct proof_table *table = calloc(1, sizeof *table);
    if (table)
        table->era = 1;
    return table;
}

void proof_table_free(struct proof_table *table)
{
    free(table);
}

void proof_table_clear(struct proof_table *table)
{
    if (++table->era == 0) {
        memset(table->slots, 0, sizeof table->slots);
        table->era = 1;
    }
}

int proof_table_get(const struct proof_table *table, const uint8_t packed[PROOF_PACKED_BYTES])
{
    const struct slot *slot = &table->slots[slot_of(packed)];
    bool found = slot->era == table->era && memcmp(slot->packed, packed, sizeof slot->packed) == 0;
    return found ? slot->bound : -1;
}

void proof_table_put(struct proof_table *table, const uint8_t packed[PROOF_PACKED_BYTES], int bound)
{
    struct slot *slot = &table->slots[slot_of(packed)];
    memcpy(slot->packed, packed, sizeof slot->packed);
    slot->bound = (uint8_t)bound;
    slot->era = table->era;
}

#include "benedict/table.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

enum { WAYS = 4, SAMPLE = 1000 };

/* `check` is the key, exclusive-or the data: of one key, or none. */
struct slot {
    _Atomic uint64_t check, data;
};

struct bucket {
    struct slot slots[WAYS];
};

struct table {
    struct bucket *buckets; /* owned, or `last` */
    size_t count;           /* a power of two */
    struct bucket last;     /* where there is no memory for more */
    uint8_t age;
};

/* An entry and its age in 64 bits. */
static uint64_t pack(struct table_entry entry, uint8_t age)
{
    return (uint64_t)entry.move.from | (uint64_t)entry.move.to << 8 |
           (uint64_t)(uint16_t)entry.score << 16 | (uint64_t)(uint8_t)entry.depth << 32 |
           (uint64_t)entry.bound << 40 | (uint64_t)age << 48;
}

static struct table_entry unpack(uint64_t data)
{
    return (struct table_entry){
        .move = {(uint8_t)data, (uint8_t)(data >> 8)},
        .score = (int16_t)(data >> 16),
        .depth = (int8_t)(data >> 32),
        .bound = (uint8_t)(data >> 40),
    };
}

static uint8_t age_of(uint64_t data)
{
    return (uint8_t)(data >> 48);
}

/* How many buckets go into that. */
static size_t count_for(size_t megabytes)
{
    size_t count = 1;
    while (2 * count * sizeof(struct bucket) <= megabytes << 20)
        count *= 2;
    return count;
}

/* False: out of memory, and all is as it was. */
static bool take_buckets(struct table *table, size_t count)
{
    struct bucket *buckets = aligned_alloc(sizeof *buckets, count * sizeof *buckets);
    if (!buckets)
        return false;
    table->buckets = buckets;
    table->count = count;
    return true;
}

static void drop_buckets(struct table *table)
{
    if (table->buckets != &table->last)
        free(table->buckets);
    table->buckets = &table->last;
    table->count = 1;
}

enum status table_new(size_t megabytes, struct table **table, struct error *error)
{
    struct table *made = calloc(1, sizeof *made);
    if (!made || !take_buckets(made, count_for(megabytes))) {
        free(made);
        return error_memory(error);
    }
    table_clear(made);
    *table = made;
    return STATUS_OK;
}

void table_free(struct table *table)
{
    if (table)
        drop_buckets(table);
    free(table);
}

void table_resize(struct table *table, size_t megabytes)
{
    size_t count = count_for(megabytes);
    drop_buckets(table);
    while (count > 1 && !take_buckets(table, count))
        count /= 2;
    table_clear(table);
}

size_t table_megabytes(const struct table *table)
{
    return table->count * sizeof *table->buckets >> 20;
}

void table_clear(struct table *table)
{
    memset(table->buckets, 0, table->count * sizeof *table->buckets);
    table->age = 0;
}

void table_age(struct table *table)
{
    table->age++;
}

static struct bucket *bucket_of(const struct table *table, uint64_t key)
{
    return &table->buckets[key & (table->count - 1)];
}

bool table_probe(const struct table *table, uint64_t key, struct table_entry *entry)
{
    struct bucket *bucket = bucket_of(table, key);
    for (int way = 0; way < WAYS; way++) {
        struct slot *slot = &bucket->slots[way];
        uint64_t data = atomic_load_explicit(&slot->data, memory_order_relaxed);
        if ((atomic_load_explicit(&slot->check, memory_order_relaxed) ^ data) != key || !data)
            continue;
        *entry = unpack(data);
        return true;
    }
    return false;
}

/* What an entry is worth keeping: its depth, less for each search since then. */
static int worth(const struct table *table, uint64_t data)
{
    return data ? unpack(data).depth - 8 * (uint8_t)(table->age - age_of(data)) : INT16_MIN;
}

void table_store(struct table *table, uint64_t key, struct table_entry entry)
{
    struct bucket *bucket = bucket_of(table, key);
    struct slot *chosen = NULL;
    int least = 0;
    for (int way = 0; way < WAYS; way++) {
        struct slot *slot = &bucket->slots[way];
        uint64_t data = atomic_load_explicit(&slot->data, memory_order_relaxed);
        if ((atomic_load_explicit(&slot->check, memory_order_relaxed) ^ data) == key) {
            chosen = slot;
            break;
        }
        if (!chosen || worth(table, data) < least) {
            chosen = slot;
            least = worth(table, data);
        }
    }
    uint64_t data = pack(entry, table->age);
    atomic_store_explicit(&chosen->check, key ^ data, memory_order_relaxed);
    atomic_store_explicit(&chosen->data, data, memory_order_relaxed);
}

int table_full(const struct table *table)
{
    int full = 0, seen = 0;
    for (size_t i = 0; i < table->count && seen < SAMPLE; i++) {
        for (int way = 0; way < WAYS && seen < SAMPLE; way++, seen++) {
            uint64_t data =
                atomic_load_explicit(&table->buckets[i].slots[way].data, memory_order_relaxed);
            full += data && age_of(data) == table->age;
        }
    }
    return seen ? full * 1000 / seen : 0;
}

#include "benedict/numbers.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <sys/mman.h>

/* A word of an entry, from its low end: effort (6 bits), plies (7), disproof (26, and 6 for how
 * many bits were cut off below them), proof (18). */
enum {
    ENTRIES = 4,
    PLIES_AT = 6,
    DISPROOF_AT = 13,
    DISPROOF_BITS = 26,
    CUT_AT = DISPROOF_AT + DISPROOF_BITS,
    PROOF_AT = CUT_AT + 6,
    NO_DISPROOF = 63, /* as what is cut off */
    LARGE_PAGE = 1 << 21,
};

/* Two words, written one after the other by any thread: the first is the check mixed with the
 * second, so that halves of two entries fit no position. */
struct entry {
    _Atomic uint64_t mixed, data;
};

struct bucket {
    struct entry entries[ENTRIES];
};

struct numbers_table {
    struct bucket *buckets;
    uint64_t mask;
};

enum status numbers_new(size_t bytes, struct numbers_table **table, struct error *error)
{
    size_t count = 1;
    while (count * 2 * sizeof(struct bucket) <= bytes)
        count *= 2;
    size_t size = count * sizeof(struct bucket);
    *table = malloc(sizeof **table);
    struct bucket *buckets = aligned_alloc(LARGE_PAGE, size < LARGE_PAGE ? LARGE_PAGE : size);
    if (!*table || !buckets) {
        free(*table);
        free(buckets);
        *table = NULL;
        return error_set(error, STATUS_CANNOT, "out of memory for a table of %zu bytes", bytes);
    }
    madvise(buckets, size, MADV_HUGEPAGE); /* a tenth faster; where refused, just slower */
    for (size_t i = 0; i < count; i++)
        for (int k = 0; k < ENTRIES; k++) {
            atomic_init(&buckets[i].entries[k].mixed, 0);
            atomic_init(&buckets[i].entries[k].data, 0);
        }
    **table = (struct numbers_table){buckets, count - 1};
    return STATUS_OK;
}

void numbers_free(struct numbers_table *table)
{
    if (!table)
        return;
    free(table->buckets);
    free(table);
}

void *numbers_bytes(const struct numbers_table *table, size_t *len)
{
    *len = (size_t)(table->mask + 1) * sizeof *table->buckets;
    return table->buckets;
}

struct numbers_key numbers_key(uint64_t one, uint64_t other)
{
    return one < other ? (struct numbers_key){one, other ^ one << 1}
                       : (struct numbers_key){other, one ^ other << 1};
}

static struct bucket *find_bucket(const struct numbers_table *table, struct numbers_key key)
{
    return &table->buckets[key.slot & table->mask];
}

static int plies_of(uint64_t data)
{
    return (int)(data >> PLIES_AT & NUMBERS_PLIES_MAX);
}

static unsigned effort_of(uint64_t data)
{
    return (unsigned)(data & ((1 << PLIES_AT) - 1));
}

static struct numbers numbers_of(uint64_t data)
{
    uint64_t highest = data >> DISPROOF_AT & ((1 << DISPROOF_BITS) - 1);
    unsigned cut = data >> CUT_AT & 63;
    return (struct numbers){
        .proof = (uint32_t)(data >> PROOF_AT),
        .disproof = cut == NO_DISPROOF ? NUMBERS_NO_DISPROOF : highest << cut,
    };
}

/* Rounds up: a number that has reached a limit is not to fall below it in the table. */
static uint64_t pack(struct numbers numbers)
{
    uint64_t highest = numbers.disproof, cut = 0;
    while (highest >> DISPROOF_BITS) {
        highest = (highest + 1) / 2;
        cut++;
    }
    if (numbers.disproof == NUMBERS_NO_DISPROOF)
        cut = NO_DISPROOF;
    return (uint64_t)numbers.proof << PROOF_AT | cut << CUT_AT |
           (highest & ((1 << DISPROOF_BITS) - 1)) << DISPROOF_AT;
}

bool numbers_solved(struct numbers numbers)
{
    return numbers.proof == 0 || numbers.disproof == 0;
}

/* Is the entry that position's? *data: its second word. */
static bool is_of(const struct entry *entry, struct numbers_key key, uint64_t *data)
{
    *data = atomic_load_explicit(&entry->data, memory_order_relaxed);
    uint64_t mixed = atomic_load_explicit(&entry->mixed, memory_order_relaxed);
    return *data != 0 && (mixed ^ *data) == key.check;
}

bool numbers_find(const struct numbers_table *table, struct numbers_key key, int plies,
                  struct numbers *numbers)
{
    struct bucket *bucket = find_bucket(table, key);
    for (int i = 0; i < ENTRIES; i++) {
        uint64_t data;
        if (!is_of(&bucket->entries[i], key, &data) || plies_of(data) % 2 != plies % 2)
            continue; /* or of the other attacker */
        struct numbers found = numbers_of(data);
        if (plies_of(data) == plies || (plies_of(data) < plies && found.proof == 0) ||
            (plies_of(data) > plies && found.disproof == 0)) {
            *numbers = found;
            return true;
        }
    }
    return false;
}

void numbers_store(struct numbers_table *table, struct numbers_key key, int plies,
                   struct numbers numbers, uint64_t effort)
{
    struct bucket *bucket = find_bucket(table, key);
    struct entry *chosen = NULL;
    unsigned least = ~0U;
    for (int i = 0; i < ENTRIES; i++) {
        struct entry *entry = &bucket->entries[i];
        uint64_t data;
        if (is_of(entry, key, &data) && plies_of(data) == plies) {
            if (numbers_solved(numbers_of(data)) && !numbers_solved(numbers))
                return;
            chosen = entry;
            break;
        }
        if (effort_of(data) < least) {
            least = effort_of(data);
            chosen = entry;
        }
    }
    unsigned spent = 64 - (unsigned)__builtin_clzll(effort | 1);
    uint64_t data = pack(numbers) | (uint64_t)plies << PLIES_AT | (spent < 63 ? spent : 63);
    atomic_store_explicit(&chosen->data, data, memory_order_relaxed);
    atomic_store_explicit(&chosen->mixed, key.check ^ data, memory_order_relaxed);
}

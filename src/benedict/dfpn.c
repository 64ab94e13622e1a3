#include "benedict/dfpn.h"

#include "benedict/answers.h"

enum {
    SEED = 7,            /* by how much a proof grows with two plies, near enough */
    SEED_STEPS_MAX = 14, /* and how often it is taken: sums are to stay in range */
    REPLIES_EACH = 4,    /* so many replies to an attack count as one thing more to prove */
    SHARED_PLIES = 8,    /* threads keep out of each other's way where so many are left */
};

static const struct numbers won = {0, NUMBERS_NO_DISPROOF}, held = {NUMBERS_NO_PROOF, 0};

/* A position one move on. */
struct child {
    struct benedict_move move;
    struct numbers_key key;
    struct numbers numbers;
};

struct children {
    struct child list[BENEDICT_MOVES_MAX];
    size_t count;
};

/* Sums that stay below "never". */
static uint32_t add_proof(uint32_t a, uint32_t b)
{
    if (a == NUMBERS_NO_PROOF || b == NUMBERS_NO_PROOF)
        return NUMBERS_NO_PROOF;
    return a + b < NUMBERS_NO_PROOF ? a + b : NUMBERS_NO_PROOF - 1;
}

static uint64_t add_disproof(uint64_t a, uint64_t b)
{
    if (a == NUMBERS_NO_DISPROOF || b == NUMBERS_NO_DISPROOF)
        return NUMBERS_NO_DISPROOF;
    return a < NUMBERS_NO_DISPROOF - 1 - b ? a + b : NUMBERS_NO_DISPROOF - 1;
}

/* The disproof number to begin with where the attacker is to move and `count` of his moves are
 * thought to survive, or, with a count of 1, where the defender is. */
static uint64_t seed(uint64_t count, int plies)
{
    int steps = (plies - LEAVES_PLIES) / 2;
    for (int i = 0; i < (steps < SEED_STEPS_MAX ? steps : SEED_STEPS_MAX); i++)
        count *= SEED;
    return count;
}

static bool is_over(const struct dfpn_thread *thread)
{
    return atomic_load_explicit(&thread->shared->stop, memory_order_relaxed) ||
           (thread->limit && thread->leaves.made >= thread->limit);
}

static bool make(struct dfpn_thread *thread, struct benedict_move move, struct benedict_undo *undo)
{
    thread->leaves.made++;
    return benedict_make(&thread->position, move, undo);
}

static struct numbers_key find_key(const struct dfpn_thread *thread)
{
    return numbers_key(thread->position.key, benedict_mirrored_key(&thread->position));
}

/* What a position that nothing is known of begins with. */
typedef struct numbers begin_child(struct dfpn_thread *thread, struct numbers_key key, int plies);

/* The moves after which the other side has no win at once; of one that has, the table knows
 * nothing. */
static void expand(struct dfpn_thread *thread, int plies, begin_child *begin,
                   struct children *children)
{
    struct benedict_move moves[BENEDICT_MOVES_MAX];
    size_t count = answers_list(&thread->position, moves);
    uint64_t before = benedict_mirrored_key(&thread->position);
    children->count = 0;
    for (size_t i = 0; i < count; i++) {
        struct benedict_undo undo;
        make(thread, moves[i], &undo);
        struct child *child = &children->list[children->count];
        uint64_t mirrored = benedict_mirrored_after(&thread->position, &undo, before);
        *child =
            (struct child){.move = moves[i], .key = numbers_key(thread->position.key, mirrored)};
        if (numbers_find(thread->shared->table, child->key, plies - 1, &child->numbers)) {
            children->count++;
        } else if (!benedict_can_win(&thread->position)) {
            child->numbers = begin(thread, child->key, plies - 1);
            children->count++;
        }
        benedict_unmake(&thread->position, &undo);
    }
}

/* ---- the attacker is to move ---- */

/* The fewer replies there are to it, the nearer it is to a win. */
static struct numbers begin_attack(struct dfpn_thread *thread, struct numbers_key key, int plies)
{
    struct benedict_move moves[BENEDICT_MOVES_MAX];
    (void)key;
    uint32_t replies = (uint32_t)answers_list(&thread->position, moves);
    uint32_t proof = (replies + REPLIES_EACH - 1) / REPLIES_EACH;
    return (struct numbers){proof ? proof : 1, seed(1, plies)};
}

static _Atomic unsigned char *find_busy(struct dfpn *shared, struct numbers_key key)
{
    return &shared->busy[key.check % DFPN_BUSY];
}

/* What the moves say of the position together. */
static struct numbers sum_attacks(const struct children *children)
{
    struct numbers sum = held;
    for (size_t i = 0; i < children->count; i++) {
        struct numbers one = children->list[i].numbers;
        sum.disproof = add_disproof(sum.disproof, one.disproof);
        if (one.proof < sum.proof)
            sum.proof = one.proof;
    }
    return sum.proof == 0 ? won : sum;
}

/* The move that is nearest to a win; where threads share the work, one that nobody else is at. */
static struct child *pick_attack(struct dfpn_thread *thread, struct children *children, int plies,
                                 struct numbers limit)
{
    struct child *best = NULL, *free = NULL;
    for (size_t i = 0; i < children->count; i++) {
        struct child *child = &children->list[i];
        if (numbers_solved(child->numbers))
            continue;
        if (!best || child->numbers.proof < best->numbers.proof)
            best = child;
        if (thread->threads > 1 && plies > SHARED_PLIES &&
            child->numbers.proof < (free ? free->numbers.proof : limit.proof) &&
            !atomic_load_explicit(find_busy(thread->shared, child->key), memory_order_relaxed))
            free = child;
    }
    return free ? free : best;
}

/* How far to go into that move: as long as it is the nearest by half, and the whole does not pass
 * its limit. A number at the end of its range is no limit: it would be reached at once, and nothing
 * done. */
static struct numbers limit_attack(const struct children *children, const struct child *picked,
                                   struct numbers sum, struct numbers limit)
{
    uint32_t second = NUMBERS_NO_PROOF;
    for (size_t i = 0; i < children->count; i++)
        if (&children->list[i] != picked && children->list[i].numbers.proof < second)
            second = children->list[i].numbers.proof;
    if (second < picked->numbers.proof)
        second = picked->numbers.proof;
    struct numbers bound = limit;
    uint32_t proof = add_proof(second, 1 + second / 2);
    if (proof < bound.proof && proof < NUMBERS_NO_PROOF - 1)
        bound.proof = proof;
    if (limit.disproof != NUMBERS_NO_DISPROOF)
        bound.disproof = limit.disproof - (sum.disproof - picked->numbers.disproof);
    return bound;
}

static struct numbers visit_defender(struct dfpn_thread *thread, struct numbers_key key, int plies,
                                     struct numbers limit);

static struct numbers go_into_attack(struct dfpn_thread *thread, const struct child *child,
                                     int plies, struct numbers limit)
{
    _Atomic unsigned char *busy = find_busy(thread->shared, child->key);
    bool marked = thread->threads > 1 && plies > SHARED_PLIES;
    struct benedict_undo undo;
    if (marked)
        atomic_fetch_add_explicit(busy, 1, memory_order_relaxed);
    make(thread, child->move, &undo);
    struct numbers numbers = visit_defender(thread, child->key, plies - 1, limit);
    benedict_unmake(&thread->position, &undo);
    if (marked)
        atomic_fetch_sub_explicit(busy, 1, memory_order_relaxed);
    return numbers;
}

/* What other threads have found since. */
static void look_again(const struct dfpn_thread *thread, int plies, struct children *children)
{
    for (size_t i = 0; i < children->count; i++)
        numbers_find(thread->shared->table, children->list[i].key, plies - 1,
                     &children->list[i].numbers);
}

/* There is no win at once, and five plies are left or more. */
static struct numbers visit_attacker(struct dfpn_thread *thread, struct numbers_key key, int plies,
                                     struct numbers limit)
{
    struct children children;
    uint64_t before = thread->leaves.made;
    expand(thread, plies, begin_attack, &children);
    struct numbers sum = sum_attacks(&children);
    while (!numbers_solved(sum) && sum.proof < limit.proof && sum.disproof < limit.disproof &&
           !is_over(thread)) {
        struct child *child = pick_attack(thread, &children, plies, limit);
        struct numbers bound = limit_attack(&children, child, sum, limit);
        child->numbers = go_into_attack(thread, child, plies, bound);
        if (thread->threads > 1 && plies > SHARED_PLIES)
            look_again(thread, plies, &children);
        sum = sum_attacks(&children);
    }
    numbers_store(thread->shared->table, key, plies, sum, thread->leaves.made - before);
    atomic_store_explicit(&thread->made, thread->leaves.made, memory_order_relaxed);
    return sum;
}

/* ---- the defender is to move ---- */

/* How many of the moves leave the other side without a win at once. */
static unsigned count_survivors(struct dfpn_thread *thread)
{
    struct benedict_move moves[BENEDICT_MOVES_MAX];
    size_t count = answers_list(&thread->position, moves);
    unsigned survivors = 0;
    for (size_t i = 0; i < count; i++) {
        struct benedict_undo undo;
        make(thread, moves[i], &undo);
        survivors += !benedict_can_win(&thread->position);
        benedict_unmake(&thread->position, &undo);
    }
    return survivors;
}

/* The reply is tried. Where it threatens nothing nearly all moves survive. */
static struct numbers begin_reply(struct dfpn_thread *thread, struct numbers_key key, int plies)
{
    if (!benedict_is_threatened(&thread->position, NULL))
        return (struct numbers){1, seed(1 + benedict_count(&thread->position) * 7 / 8, plies)};
    unsigned survivors = count_survivors(thread);
    struct numbers numbers = survivors ? (struct numbers){1, seed(survivors, plies)} : held;
    numbers_store(thread->shared->table, key, plies, numbers, BENEDICT_MOVES_MAX / 8);
    return numbers;
}

/* *best: the reply that is nearest to holding; *second: the next one's disproof number. */
static struct numbers sum_replies(struct children *children, struct child **best, uint64_t *second)
{
    struct numbers sum = {0, NUMBERS_NO_DISPROOF};
    *second = NUMBERS_NO_DISPROOF;
    for (size_t i = 0; i < children->count; i++) {
        struct child *child = &children->list[i];
        sum.proof = add_proof(sum.proof, child->numbers.proof);
        if (child->numbers.disproof < sum.disproof) {
            *second = sum.disproof;
            sum.disproof = child->numbers.disproof;
            *best = child;
        } else if (child->numbers.disproof < *second) {
            *second = child->numbers.disproof;
        }
    }
    return sum.disproof == 0 ? held : sum;
}

static struct numbers limit_reply(const struct child *picked, uint64_t second, struct numbers sum,
                                  struct numbers limit)
{
    struct numbers bound = limit;
    uint64_t disproof = add_disproof(second, 1 + second / 64);
    if (disproof < bound.disproof && disproof < NUMBERS_NO_DISPROOF - 1)
        bound.disproof = disproof;
    if (limit.proof != NUMBERS_NO_PROOF)
        bound.proof = limit.proof - (sum.proof - picked->numbers.proof);
    return bound;
}

static struct numbers go_into_reply(struct dfpn_thread *thread, const struct child *child,
                                    int plies, struct numbers limit)
{
    struct benedict_undo undo;
    make(thread, child->move, &undo);
    struct numbers numbers = visit_attacker(thread, child->key, plies - 1, limit);
    benedict_unmake(&thread->position, &undo);
    return numbers;
}

/* There is no win at once. */
static struct numbers visit_defender(struct dfpn_thread *thread, struct numbers_key key, int plies,
                                     struct numbers limit)
{
    struct children children;
    uint64_t before = thread->leaves.made;
    struct numbers sum;
    if (plies <= LEAVES_PLIES) {
        sum = leaves_succeeds(&thread->leaves, &thread->position, plies, NULL) ? held : won;
    } else {
        struct child *best = NULL;
        uint64_t second;
        expand(thread, plies, begin_reply, &children);
        sum = sum_replies(&children, &best, &second);
        while (!numbers_solved(sum) && sum.proof < limit.proof && sum.disproof < limit.disproof &&
               !is_over(thread)) {
            best->numbers =
                go_into_reply(thread, best, plies, limit_reply(best, second, sum, limit));
            sum = sum_replies(&children, &best, &second);
        }
    }
    numbers_store(thread->shared->table, key, plies, sum, thread->leaves.made - before);
    return sum;
}

/* ---- questions ---- */

static enum dfpn_answer answer_of(struct numbers numbers)
{
    if (numbers.proof == 0)
        return DFPN_WIN;
    return numbers.disproof == 0 ? DFPN_NO_WIN : DFPN_OPEN;
}

static bool is_attackers(int plies)
{
    return plies % 2 == 1;
}

enum dfpn_answer dfpn_search(struct dfpn_thread *thread, int plies)
{
    const struct numbers limit = {NUMBERS_NO_PROOF, NUMBERS_NO_DISPROOF};
    if (plies <= LEAVES_PLIES) {
        bool succeeds = leaves_succeeds(&thread->leaves, &thread->position, plies, NULL);
        return succeeds == is_attackers(plies) ? DFPN_WIN : DFPN_NO_WIN;
    }
    if (benedict_can_win(&thread->position))
        return is_attackers(plies) ? DFPN_WIN : DFPN_NO_WIN;
    struct numbers_key key = find_key(thread);
    return answer_of(is_attackers(plies) ? visit_attacker(thread, key, plies, limit)
                                         : visit_defender(thread, key, plies, limit));
}

enum dfpn_answer dfpn_find(const struct dfpn_thread *thread, int plies)
{
    struct numbers numbers;
    if (!numbers_find(thread->shared->table, find_key(thread), plies, &numbers))
        return DFPN_OPEN;
    return answer_of(numbers);
}

/* The first move after which the answer is known, or, with `search`, is found to be the same. */
static bool choose_among(struct dfpn_thread *thread, int plies, const struct children *children,
                         bool search, struct benedict_move *move)
{
    enum dfpn_answer wanted = is_attackers(plies) ? DFPN_WIN : DFPN_NO_WIN;
    for (size_t i = 0; i < children->count && !is_over(thread); i++) {
        struct benedict_undo undo;
        make(thread, children->list[i].move, &undo);
        enum dfpn_answer answer =
            search ? dfpn_search(thread, plies - 1) : dfpn_find(thread, plies - 1);
        benedict_unmake(&thread->position, &undo);
        if (answer == wanted) {
            *move = children->list[i].move;
            return true;
        }
    }
    return false;
}

bool dfpn_choose(struct dfpn_thread *thread, int plies, struct benedict_move *move)
{
    struct children children;
    if (benedict_find_win(&thread->position, move))
        return true;
    if (plies <= LEAVES_PLIES)
        return leaves_succeeds(&thread->leaves, &thread->position, plies, move);
    expand(thread, plies, begin_attack, &children);
    if (choose_among(thread, plies, &children, false, move))
        return true;
    /* Its entry may be all that is left of the search. */
    dfpn_search(thread, plies);
    return choose_among(thread, plies, &children, false, move) ||
           choose_among(thread, plies, &children, true, move);
}

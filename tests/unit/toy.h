/* Toy studies: a few evaluations, written down where they are expected. */
#ifndef TESTS_TOY_H
#define TESTS_TOY_H

#include "study/asym.h"
#include "test.h"
#include "toy_ladder.h"

enum { NONE = 100000 };

/* One toy evaluation. */
struct toy {
    uint16_t w, b;
    int cp; /* NONE: a mate in 3 */
};

struct study {
    struct ladder ladder;
    struct evidence evidence;
    struct asym asym;
};

static inline enum role role_of(struct pair pair)
{
    return pair_is_control(pair)          ? ROLE_CONTROL
           : pair_is_representative(pair) ? ROLE_SEARCH
                                          : ROLE_MIRROR;
}

/* Who searches, how far, and why representatives are searched. */
struct asked {
    const char *engine;
    enum limit_kind kind;
    int64_t limit;
    enum role role;
};

static inline void add_asked(struct study *study, const struct asked *asked, const struct toy *toys,
                             size_t count)
{
    struct error error = {0};
    size_t added;
    struct evidence_set set = {.engine = (char *)asked->engine,
                               .kind = asked->kind,
                               .limit = asked->limit,
                               .count = count};
    set.rows = calloc(count, sizeof *set.rows);
    assert_non_null(set.rows);
    for (size_t i = 0; i < count; i++) {
        struct evaluation *row = &set.rows[i];
        row->pair = (struct pair){toys[i].w, toys[i].b};
        row->role = (uint8_t)role_of(row->pair);
        if (row->role == ROLE_SEARCH)
            row->role = (uint8_t)asked->role;
        row->mate = toys[i].cp == NONE;
        row->score = row->mate ? 3 : toys[i].cp;
        row->win = row->draw = row->loss = EVIDENCE_NO_WDL;
        row->depth = 1;
        strcpy(row->bestmove, "a2a3");
    }
    assert_ok(evidence_merge(&study->evidence, &set, &added, &error));
    assert_int_equal(added, count);
    free(set.rows);
}

static inline void add_set(struct study *study, int64_t limit, const struct toy *toys, size_t count)
{
    const struct asked asked = {"toy", LIMIT_NODES, limit, ROLE_SEARCH};
    add_asked(study, &asked, toys, count);
}

static inline void begin(struct study *study)
{
    struct error error = {0};
    *study = (struct study){0};
    assert_ok(ladder_read("ladder", text_of(toy_ladder), &study->ladder, &error));
}

static inline void set_up(struct study *study)
{
    struct error error = {0};
    assert_ok(asym_init(&study->asym, &study->ladder, &study->evidence, "toy", &error));
}

#define ADD(study, limit, ...)                                                                     \
    do {                                                                                           \
        const struct toy toys_[] = {__VA_ARGS__};                                                  \
        add_set(study, limit, toys_, sizeof toys_ / sizeof *toys_);                                \
    } while (0)

#endif

#include "passport/evidence.h"

#include "base/csv.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The columns in canonical order. */
enum column {
    ENGINE,
    KIND,
    LIMIT,
    W,
    B,
    ROLE,
    HASH,
    CP,
    MATE,
    DEPTH,
    SELDEPTH,
    NODES,
    BESTMOVE,
    WIN,
    DRAW,
    LOSS,
};

const char *const evidence_columns[EVIDENCE_COLUMNS] = {
    "engine", "limit_kind", "limit",    "w",     "b",        "role", "hash_mb", "cp",
    "mate",   "depth",      "seldepth", "nodes", "bestmove", "win",  "draw",    "loss",
};

static const char *const external_columns[] = {
    "nodes_limit", "hash_mb", "w",        "b",   "cp",   "mate", "depth",
    "seldepth",    "nodes",   "bestmove", "win", "draw", "loss",
};

/* Where a file keeps each column: its place, or -1. */
struct layout {
    const char *const *names;
    size_t count;
    int at[EVIDENCE_COLUMNS];
};

static const struct layout canonical = {
    evidence_columns,
    EVIDENCE_COLUMNS,
    {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15},
};
static const struct layout external = {
    external_columns,
    13,
    {-1, -1, 0, 2, 3, -1, 1, 4, 5, 6, 7, 8, 9, 10, 11, 12},
};

static const char *const role_names[] = {"search", "control", "mirror", "confirm"};
static const char *const kind_names[] = {"nodes", "depth"};

enum { ROLES = sizeof role_names / sizeof *role_names };
enum { KINDS = sizeof kind_names / sizeof *kind_names };

const char *role_name(enum role role)
{
    return role_names[role];
}

const char *limit_kind_name(enum limit_kind kind)
{
    return kind_names[kind];
}

void limit_name(enum limit_kind kind, int64_t limit, char name[LIMIT_NAME_BYTES])
{
    snprintf(name, LIMIT_NAME_BYTES, kind == LIMIT_NODES ? "%" PRId64 " nodes" : "depth %" PRId64,
             limit);
}

enum limit_kind limit_kind_read(const char *name)
{
    return strcmp(name, kind_names[LIMIT_DEPTH]) == 0 ? LIMIT_DEPTH : LIMIT_NODES;
}

bool role_fits(enum role role, struct pair pair)
{
    if (pair_is_control(pair) || role == ROLE_CONTROL)
        return pair_is_control(pair) && role == ROLE_CONTROL;
    return pair_is_representative(pair) != (role == ROLE_MIRROR);
}

/* One file on its way into a set. */
struct reader {
    struct csv csv;
    const struct layout *layout;
    struct evidence_set *set;
    size_t cap;
    struct error *error;
};

static struct text field(const struct reader *reader, enum column column)
{
    return reader->csv.fields[reader->layout->at[column]];
}

static enum status wrong(const struct reader *reader, enum column column, const char *what)
{
    return csv_wrong(&reader->csv, (size_t)reader->layout->at[column], reader->error, what);
}

static enum status number(const struct reader *reader, enum column column, int64_t min, int64_t max,
                          int64_t *value)
{
    return csv_int(&reader->csv, (size_t)reader->layout->at[column], min, max, value,
                   reader->error);
}

/* The columns that are the same in every row of a file. */
static enum status check_constants(const struct reader *reader)
{
    const struct evidence_set *set = reader->set;
    int64_t limit;
    enum status status = number(reader, LIMIT, 1, INT64_MAX, &limit);
    if (status)
        return status;
    if (limit != set->limit)
        return wrong(reader, LIMIT, "is not the limit of this file");
    if (reader->layout->at[ENGINE] < 0)
        return STATUS_OK;
    if (!text_is(field(reader, ENGINE), set->engine))
        return wrong(reader, ENGINE, "is not the engine of this file");
    if (!text_is(field(reader, KIND), kind_names[set->kind]))
        return wrong(reader, KIND, "is not the limit kind of this file");
    return STATUS_OK;
}

static enum status read_pair(const struct reader *reader, struct evaluation *row)
{
    int64_t w = 0, b = 0;
    enum status status = number(reader, W, 0, START_COUNT - 1, &w);
    if (!status)
        status = number(reader, B, 0, START_COUNT - 1, &b);
    row->pair = (struct pair){(uint16_t)w, (uint16_t)b};
    return status;
}

static enum status read_role(const struct reader *reader, struct evaluation *row)
{
    bool control = pair_is_control(row->pair);
    if (reader->layout->at[ROLE] < 0) {
        row->role = control ? ROLE_CONTROL : ROLE_SEARCH;
        if (!control && !pair_is_representative(row->pair))
            return wrong(reader, W,
                         "begins a pair that is not the smaller of its class, and no "
                         "role says that it is a mirror");
        return STATUS_OK;
    }
    row->role = ROLES;
    for (uint8_t i = 0; i < ROLES; i++) {
        if (text_is(field(reader, ROLE), role_names[i]))
            row->role = i;
    }
    if (row->role == ROLES)
        return wrong(reader, ROLE, "is not one of search, control, mirror, confirm");
    if (role_fits((enum role)row->role, row->pair))
        return STATUS_OK;
    if (control || row->role == ROLE_CONTROL)
        return wrong(reader, ROLE, control ? "for a control (w = b)" : "though w differs from b");
    return wrong(reader, ROLE,
                 row->role == ROLE_MIRROR ? "for the smaller pair of its class"
                                          : "for a pair that is not the smaller of its class");
}

static enum status read_score(const struct reader *reader, struct evaluation *row)
{
    row->mate = field(reader, CP).len == 0;
    int64_t score = 0;
    enum status status;
    if (row->mate) {
        if (field(reader, MATE).len == 0)
            return wrong(reader, MATE, "is empty, and so is cp: one of them must be given");
        status = number(reader, MATE, -1000, 1000, &score);
        if (!status && score == 0)
            return wrong(reader, MATE, "is no distance");
    } else {
        if (field(reader, MATE).len != 0)
            return wrong(reader, MATE, "stands beside a cp: one of them must be empty");
        status = number(reader, CP, -100000, 100000, &score);
    }
    row->score = (int32_t)score;
    return status;
}

static enum status read_effort(const struct reader *reader, struct evaluation *row)
{
    int64_t hash = 0, depth = 0, seldepth = 0;
    enum status status = number(reader, HASH, 1, 33554432, &hash);
    if (!status)
        status = number(reader, DEPTH, 1, EVIDENCE_DEPTH_MAX, &depth);
    if (!status)
        status = number(reader, SELDEPTH, 0, EVIDENCE_DEPTH_MAX, &seldepth);
    if (!status)
        status = number(reader, NODES, 0, EVIDENCE_NODES_MAX, &row->nodes);
    row->hash_mb = (uint32_t)hash;
    row->depth = (uint8_t)depth;
    row->seldepth = (uint8_t)seldepth;
    return status;
}

static bool is_square(const char *at)
{
    return at[0] >= 'a' && at[0] <= 'h' && at[1] >= '1' && at[1] <= '8';
}

bool move_is_spelled(struct text move)
{
    return (move.len == 4 || (move.len == 5 && memchr("nbrq", move.data[4], 4))) &&
           is_square(move.data) && is_square(move.data + 2);
}

static enum status read_bestmove(const struct reader *reader, struct evaluation *row)
{
    struct text move = field(reader, BESTMOVE);
    if (!move_is_spelled(move))
        return wrong(reader, BESTMOVE, "is not a move");
    memcpy(row->bestmove, move.data, move.len);
    row->bestmove[move.len] = '\0';
    return STATUS_OK;
}

static enum status read_wdl(const struct reader *reader, struct evaluation *row)
{
    if (field(reader, WIN).len == 0 && field(reader, DRAW).len == 0 &&
        field(reader, LOSS).len == 0) {
        row->win = row->draw = row->loss = EVIDENCE_NO_WDL;
        return STATUS_OK;
    }
    int64_t win = 0, draw = 0, loss = 0;
    enum status status = number(reader, WIN, 0, 1000, &win);
    if (!status)
        status = number(reader, DRAW, 0, 1000, &draw);
    if (!status)
        status = number(reader, LOSS, 0, 1000, &loss);
    if (!status && win + draw + loss != 1000)
        return wrong(reader, LOSS, "does not bring win, draw and loss to 1000 together");
    row->win = (uint16_t)win;
    row->draw = (uint16_t)draw;
    row->loss = (uint16_t)loss;
    return status;
}

bool evidence_same(const struct evaluation *a, const struct evaluation *b)
{
    return pair_compare(a->pair, b->pair) == 0 && a->role == b->role && a->mate == b->mate &&
           a->depth == b->depth && a->seldepth == b->seldepth && a->score == b->score &&
           a->hash_mb == b->hash_mb && a->win == b->win && a->draw == b->draw &&
           a->loss == b->loss && a->nodes == b->nodes && strcmp(a->bestmove, b->bestmove) == 0;
}

static enum status check_order(const struct reader *reader, const struct evaluation *row)
{
    const struct evidence_set *set = reader->set;
    if (set->count == 0)
        return STATUS_OK;
    const struct evaluation *before = &set->rows[set->count - 1];
    int order = pair_compare(before->pair, row->pair);
    if (order < 0)
        return STATUS_OK;
    const struct csv *csv = &reader->csv;
    if (order > 0)
        return error_set(reader->error, STATUS_WRONG,
                         "%s:%zu: %u:%u stands behind %u:%u; not sorted", csv->name, csv->line,
                         row->pair.w, row->pair.b, before->pair.w, before->pair.b);
    return error_set(reader->error, STATUS_WRONG, "%s:%zu: %u:%u stands twice, %s", csv->name,
                     csv->line, row->pair.w, row->pair.b,
                     evidence_same(before, row) ? "with equal values" : "with different values");
}

static enum status append(struct reader *reader, const struct evaluation *row)
{
    struct evidence_set *set = reader->set;
    if (set->count == reader->cap) {
        size_t cap = reader->cap + reader->cap / 2 + 1024;
        struct evaluation *rows = realloc(set->rows, cap * sizeof *rows);
        if (!rows)
            return error_memory(reader->error);
        set->rows = rows;
        reader->cap = cap;
    }
    set->rows[set->count++] = *row;
    return STATUS_OK;
}

static enum status read_row(struct reader *reader)
{
    struct evaluation row = {0};
    enum status status = check_constants(reader);
    if (!status)
        status = read_pair(reader, &row);
    if (!status)
        status = read_role(reader, &row);
    if (!status)
        status = read_effort(reader, &row);
    if (!status)
        status = read_score(reader, &row);
    if (!status)
        status = read_bestmove(reader, &row);
    if (!status)
        status = read_wdl(reader, &row);
    if (!status)
        status = check_order(reader, &row);
    if (!status)
        status = append(reader, &row);
    return status;
}

/* Fills set->rows; the set's engine, kind and limit are given. */
static enum status read_set(const char *name, struct text text, const struct layout *layout,
                            struct evidence_set *set, struct error *error)
{
    struct reader reader = {.layout = layout, .set = set, .error = error};
    enum status status = csv_open(&reader.csv, name, text, layout->names, layout->count, error);
    bool more = true;
    while (!status) {
        status = csv_next(&reader.csv, &more, error);
        if (status || !more)
            break;
        status = read_row(&reader);
    }
    if (!status && set->count == 0)
        status = error_set(error, STATUS_WRONG, "%s: no rows", name);
    return status;
}

/* "evidence/ENGINE/KIND-LIMIT.csv" -> the set's identity. */
static enum status parse_name(const char *place, const char *name, struct evidence_set *set,
                              struct error *error)
{
    const char *engine = name + strlen("evidence/");
    const char *slash = strchr(engine, '/');
    const char *base = slash ? slash + 1 : "";
    size_t len = strlen(base);
    for (int kind = 0; kind < KINDS; kind++) {
        size_t skip = strlen(kind_names[kind]);
        if (len > skip + 5 && strncmp(base, kind_names[kind], skip) == 0 && base[skip] == '-' &&
            strcmp(base + len - 4, ".csv") == 0 &&
            text_int((struct text){base + skip + 1, len - skip - 5}, 1, EVIDENCE_NODES_MAX,
                     &set->limit)) {
            set->kind = (enum limit_kind)kind;
            set->engine = strndup(engine, (size_t)(slash - engine));
            return set->engine ? STATUS_OK : error_memory(error);
        }
    }
    return error_set(error, STATUS_WRONG, "%s%s: not named evidence/ENGINE/nodes-LIMIT.csv", place,
                     name);
}

static int compare_sets(const void *a, const void *b)
{
    const struct evidence_set *s = a, *t = b;
    int order = strcmp(s->engine, t->engine);
    if (order)
        return order;
    if (s->kind != t->kind)
        return s->kind < t->kind ? -1 : 1;
    return (s->limit > t->limit) - (s->limit < t->limit);
}

/* Takes over the set, also on failure, and keeps the sets sorted. */
static enum status add_set(struct evidence *evidence, struct evidence_set set, struct error *error)
{
    if (evidence->count == EVIDENCE_SETS_MAX) {
        evidence_set_free(&set);
        return error_set(error, STATUS_WRONG, "evidence: more than %d engines and limits",
                         EVIDENCE_SETS_MAX);
    }
    struct evidence_set *sets = realloc(evidence->sets, (evidence->count + 1) * sizeof *sets);
    if (!sets) {
        evidence_set_free(&set);
        return error_memory(error);
    }
    evidence->sets = sets;
    sets[evidence->count++] = set;
    qsort(sets, evidence->count, sizeof *sets, compare_sets);
    return STATUS_OK;
}

enum status evidence_read(const struct files *inputs, const char *place, struct evidence *evidence,
                          struct error *error)
{
    *evidence = (struct evidence){0};
    enum status status = STATUS_OK;
    for (size_t i = 0; i < inputs->count && !status; i++) {
        const struct files_item *item = &inputs->items[i];
        if (strncmp(item->name, "evidence/", strlen("evidence/")) != 0)
            continue;
        struct evidence_set set = {0};
        char full[512];
        snprintf(full, sizeof full, "%s%s", place, item->name);
        status = parse_name(place, item->name, &set, error);
        if (!status)
            status = read_set(full, item->data, &canonical, &set, error);
        if (!status)
            status = add_set(evidence, set, error);
        else
            evidence_set_free(&set);
    }
    if (status)
        evidence_free(evidence);
    return status;
}

enum status evidence_read_external(const char *name, struct text text, const char *engine,
                                   int64_t limit, struct evidence_set *set, struct error *error)
{
    *set = (struct evidence_set){.engine = strdup(engine), .kind = LIMIT_NODES, .limit = limit};
    if (!set->engine)
        return error_memory(error);
    enum status status = read_set(name, text, &external, set, error);
    if (status)
        evidence_set_free(set);
    return status;
}

/* An integer and a comma. */
static void put(struct buf *out, int64_t value)
{
    buf_put_int(out, value);
    buf_putc(out, ',');
}

static void write_row(struct buf *out, const struct evidence_set *set, const struct evaluation *row)
{
    buf_puts(out, set->engine);
    buf_putc(out, ',');
    buf_puts(out, kind_names[set->kind]);
    buf_putc(out, ',');
    put(out, set->limit);
    put(out, row->pair.w);
    put(out, row->pair.b);
    buf_puts(out, role_names[row->role]);
    buf_putc(out, ',');
    put(out, row->hash_mb);
    if (row->mate)
        buf_putc(out, ',');
    put(out, row->score);
    if (!row->mate)
        buf_putc(out, ',');
    put(out, row->depth);
    put(out, row->seldepth);
    put(out, row->nodes);
    buf_puts(out, row->bestmove);
    buf_putc(out, ',');
    if (row->win == EVIDENCE_NO_WDL) {
        buf_puts(out, ",,\n");
        return;
    }
    put(out, row->win);
    put(out, row->draw);
    buf_put_int(out, row->loss);
    buf_putc(out, '\n');
}

void evidence_write(struct buf *out, const struct evidence_set *set)
{
    for (size_t i = 0; i < EVIDENCE_COLUMNS; i++) {
        buf_puts(out, evidence_columns[i]);
        buf_putc(out, i + 1 < EVIDENCE_COLUMNS ? ',' : '\n');
    }
    for (size_t i = 0; i < set->count; i++)
        write_row(out, set, &set->rows[i]);
}

char *evidence_file_name(const struct evidence_set *set)
{
    struct buf name = {0};
    buf_printf(&name, "evidence/%s/%s-%lld.csv", set->engine, kind_names[set->kind],
               (long long)set->limit);
    return buf_take(&name);
}

const struct evidence_set *evidence_find(const struct evidence *evidence, const char *engine,
                                         enum limit_kind kind, int64_t limit)
{
    for (size_t i = 0; i < evidence->count; i++) {
        const struct evidence_set *set = &evidence->sets[i];
        if (set->kind == kind && set->limit == limit && strcmp(set->engine, engine) == 0)
            return set;
    }
    return NULL;
}

const struct evaluation *evidence_row(const struct evidence_set *set, struct pair pair)
{
    size_t low = 0, high = set->count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        int order = pair_compare(set->rows[middle].pair, pair);
        if (order == 0)
            return &set->rows[middle];
        if (order < 0)
            low = middle + 1;
        else
            high = middle;
    }
    return NULL;
}

size_t evidence_controls(const struct evidence_set *set)
{
    size_t count = 0;
    for (size_t i = 0; i < set->count; i++)
        count += set->rows[i].role == ROLE_CONTROL;
    return count;
}

static enum status contradiction(const struct evidence_set *set, const struct evaluation *ours,
                                 const struct evaluation *theirs, struct error *error)
{
    struct buf a = {0}, b = {0};
    write_row(&a, set, ours);
    write_row(&b, set, theirs);
    enum status status = buf_ok(&a, error);
    if (!status)
        status = buf_ok(&b, error);
    if (!status)
        status =
            error_set(error, STATUS_WRONG, "%u:%u has two values: stored '%.*s', new '%.*s'",
                      ours->pair.w, ours->pair.b, (int)a.len - 1, a.data, (int)b.len - 1, b.data);
    buf_free(&a);
    buf_free(&b);
    return status;
}

/* Both sorted inputs into `rows`, which has room for them all. */
static enum status merge_rows(const struct evidence_set *old, const struct evidence_set *more,
                              struct evaluation *rows, size_t *count, struct error *error)
{
    size_t i = 0, j = 0, n = 0;
    while (i < old->count || j < more->count) {
        int order = i == old->count    ? 1
                    : j == more->count ? -1
                                       : pair_compare(old->rows[i].pair, more->rows[j].pair);
        if (order == 0 && !evidence_same(&old->rows[i], &more->rows[j]))
            return contradiction(old, &old->rows[i], &more->rows[j], error);
        rows[n++] = order <= 0 ? old->rows[i] : more->rows[j];
        i += order <= 0;
        j += order >= 0;
    }
    *count = n;
    return STATUS_OK;
}

enum status evidence_merge(struct evidence *evidence, const struct evidence_set *more,
                           size_t *added, struct error *error)
{
    struct evidence_set *old =
        (struct evidence_set *)evidence_find(evidence, more->engine, more->kind, more->limit);
    struct evidence_set none = {.kind = more->kind, .limit = more->limit};
    const struct evidence_set *base = old ? old : &none;
    size_t count = 0;
    struct evaluation *rows = calloc(base->count + more->count + 1, sizeof *rows);
    if (!rows)
        return error_memory(error);
    enum status status = merge_rows(base, more, rows, &count, error);
    if (status) {
        free(rows);
        return status;
    }
    *added = count - base->count;
    if (old) {
        free(old->rows);
        old->rows = rows;
        old->count = count;
        return STATUS_OK;
    }
    none.engine = strdup(more->engine);
    none.rows = rows;
    none.count = count;
    if (!none.engine) {
        free(rows);
        return error_memory(error);
    }
    return add_set(evidence, none, error);
}

void evidence_set_free(struct evidence_set *set)
{
    free(set->engine);
    free(set->rows);
    *set = (struct evidence_set){0};
}

void evidence_free(struct evidence *evidence)
{
    for (size_t i = 0; i < evidence->count; i++)
        evidence_set_free(&evidence->sets[i]);
    free(evidence->sets);
    *evidence = (struct evidence){0};
}

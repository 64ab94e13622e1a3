#include "site/data.h"

#include "site/map.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { FLAG_MATE = 1, FLAG_MIRROR = 2 };

static int16_t small_cp(const struct evaluation *row)
{
    if (!row || row->mate)
        return DATA_NO_CP;
    int32_t cp = row->score > INT16_MAX ? INT16_MAX : row->score;
    return (int16_t)(cp < -INT16_MAX ? -INT16_MAX : cp);
}

/* Its twin has an evaluation of its own: as a mirror, or as the other one of two controls. */
static bool twin_evaluated(const struct asym *asym, struct pair pair)
{
    struct pair twin = pair_mirror(pair);
    struct asym_class class;
    int budget;
    return asym_mirror(asym, twin, &budget) ||
           (pair_is_control(pair) && asym_look(asym, twin, &class));
}

static void look_at(const struct asym *asym, struct pair pair, struct data_classes *classes,
                    struct data_class *brief)
{
    struct asym_class class;
    *brief = (struct data_class){
        .pair = pair,
        .deepest_cp = DATA_NO_CP,
        .first_cp = DATA_NO_CP,
        .outcome = DATA_UNKNOWN,
        .deepest = DATA_NONE,
        .stopped = DATA_NONE,
        .flags = twin_evaluated(asym, pair) ? FLAG_MIRROR : 0,
    };
    if (!asym_look(asym, pair, &class))
        return;
    brief->deepest_cp = small_cp(class.at[class.deepest]);
    brief->first_cp = small_cp(class.at[0]);
    brief->outcome = (uint8_t) class.outcome;
    brief->deepest = (uint8_t) class.deepest;
    brief->stopped = class.stopped < 0 ? DATA_NONE : (uint8_t) class.stopped;
    brief->flags |= class.at[class.deepest]->mate ? FLAG_MATE : 0;
    for (int i = 0; i < asym->count; i++)
        classes->evaluated[i] += class.at[i] != NULL;
}

enum status data_classes_new(const struct asym *asym, struct data_classes **classes,
                             struct error *error)
{
    size_t count = 0;
    struct data_classes *all = calloc(1, sizeof *all);
    if (!all)
        return error_memory(error);
    for (uint16_t w = 0; w < START_COUNT; w++) {
        for (uint16_t b = 0; b < START_COUNT; b++) {
            if (pair_is_representative((struct pair){w, b}))
                look_at(asym, (struct pair){w, b}, all, &all->of[count++]);
        }
    }
    *classes = all;
    return STATUS_OK;
}

/* ---- index.bin ---- */

static void put_u16(unsigned char *at, uint16_t value)
{
    at[0] = (unsigned char)(value & 0xff);
    at[1] = (unsigned char)(value >> 8);
}

static void put_u32(unsigned char *at, uint32_t value)
{
    put_u16(at, (uint16_t)(value & 0xffff));
    put_u16(at + 2, (uint16_t)(value >> 16));
}

static void put_class(const struct data_class *class, size_t place, unsigned char *columns)
{
    const size_t n = PAIR_CLASSES;
    put_u16(columns + 2 * place, (uint16_t) class->deepest_cp);
    put_u16(columns + 2 * n + 2 * place, (uint16_t) class->first_cp);
    columns[4 * n + place] = class->outcome;
    columns[5 * n + place] = class->deepest;
    columns[6 * n + place] = class->stopped;
    columns[7 * n + place] = class->flags;
}

static enum status add_index(const struct asym *asym, const char *content_id,
                             const struct data_classes *classes, struct files *out,
                             struct error *error)
{
    size_t size = DATA_INDEX_HEADER + (size_t)DATA_INDEX_RECORD * PAIR_CLASSES;
    unsigned char *bytes = calloc(1, size);
    if (!bytes)
        return error_memory(error);
    memcpy(bytes, "ASYMIDX1", 8);
    put_u32(bytes + 8, PAIR_CLASSES);
    put_u32(bytes + 12, (uint32_t)asym->count);
    memcpy(bytes + 16, content_id, 16);
    for (size_t i = 0; i < PAIR_CLASSES; i++)
        put_class(&classes->of[i], i, bytes + DATA_INDEX_HEADER);
    struct buf taken = {.data = (char *)bytes, .len = size, .cap = size};
    return files_add_take(out, "data/index.bin", &taken, error);
}

/* ---- ranked.json ---- */

static int compare_pairs(const void *a, const void *b)
{
    const struct asym_class *ranked = a;
    const struct data_class *class = b;
    return pair_compare(ranked->pair, class->pair);
}

static enum status add_ranked(const struct data_classes *classes, const struct asym_class *ranked,
                              size_t count, struct files *out, struct error *error)
{
    struct buf text = {0};
    buf_puts(&text, "{\"classes\":[");
    for (size_t i = 0; i < count; i++) {
        const struct data_class *class =
            bsearch(&ranked[i], classes->of, PAIR_CLASSES, sizeof *classes->of, compare_pairs);
        if (i > 0)
            buf_putc(&text, ',');
        buf_put_int(&text, class - classes->of);
    }
    buf_puts(&text, "]}\n");
    return files_add_take(out, "data/ranked.json", &text, error);
}

/* ---- meta.json ---- */

/* The engine's index among those that have evidence, which is sorted by engine. */
static int engine_index(const struct evidence *evidence, const char *engine)
{
    int index = -1;
    for (size_t i = 0; i < evidence->count; i++) {
        if (i == 0 || strcmp(evidence->sets[i].engine, evidence->sets[i - 1].engine) != 0)
            index++;
        if (strcmp(evidence->sets[i].engine, engine) == 0)
            return index;
    }
    return -1;
}

static cJSON *describe_budget(const struct asym *asym, int i, int64_t evaluated, bool *failed)
{
    const struct asym_budget *budget = &asym->budgets[i];
    cJSON *json = cJSON_CreateObject();
    json_add_string(json, "stage", budget->stage, failed);
    json_add_int(json, "limit", budget->limit, failed);
    if (budget->window >= 0)
        json_add_int(json, "window", budget->window, failed);
    else
        json_add(json, "window", cJSON_CreateNull(), failed);
    json_add(json, "ranks", cJSON_CreateBool(i >= asym->first_ranking), failed);
    json_add_int(json, "evaluated", evaluated, failed);
    return json;
}

static void describe_engines(const struct release *release, cJSON *root, bool *failed)
{
    const struct evidence *evidence = &release->evidence;
    cJSON *engines = json_add_array(root, "engines", failed);
    for (size_t i = 0; i < evidence->count; i++) {
        if (i == 0 || strcmp(evidence->sets[i].engine, evidence->sets[i - 1].engine) != 0)
            json_append(engines, cJSON_CreateString(evidence->sets[i].engine), failed);
    }
    json_add_int(root, "primary", engine_index(evidence, release->edition.primary_engine), failed);
}

static enum status add_meta(const struct release *release, const char *content_id,
                            const struct data_classes *classes, size_t ranked, struct files *out,
                            struct error *error)
{
    const struct edition *edition = &release->edition;
    bool failed = false;
    cJSON *root = cJSON_CreateObject();
    json_add_string(root, "study", edition->study, &failed);
    json_add_string(root, "version", edition->version, &failed);
    json_add_string(root, "date", edition->date, &failed);
    json_add_string(root, "content_id", content_id, &failed);
    json_add_int(root, "classes", PAIR_CLASSES, &failed);
    json_add_int(root, "ranked", (int64_t)ranked, &failed);
    cJSON *outcomes = json_add_array(root, "outcomes", &failed);
    for (int i = 0; i < DATA_UNKNOWN; i++)
        json_append(outcomes, cJSON_CreateString(asym_outcome_name((enum asym_outcome)i)), &failed);
    json_append(outcomes, cJSON_CreateString("unknown"), &failed);
    cJSON *budgets = json_add_array(root, "budgets", &failed);
    for (int i = 0; i < release->asym.count; i++)
        json_append(budgets, describe_budget(&release->asym, i, classes->evaluated[i], &failed),
                    &failed);
    describe_engines(release, root, &failed);
    json_add_int(root, "deep", map_deep(&release->asym), &failed);
    struct buf text = {0};
    if (!failed)
        json_write(&text, root);
    cJSON_Delete(root);
    return failed ? error_memory(error) : files_add_take(out, "data/meta.json", &text, error);
}

/* ---- the shards ---- */

static void put_int_or_null(struct buf *out, bool known, int64_t value)
{
    if (known)
        buf_put_int(out, value);
    else
        buf_puts(out, "null");
    buf_putc(out, ',');
}

static void put_row(struct buf *out, const struct evidence_set *set, int engine,
                    const struct evaluation *row)
{
    bool has_wdl = row->win != EVIDENCE_NO_WDL;
    buf_printf(out, "[%d,%d,\"%s\",%lld,\"%s\",%lld,", row->pair.b, engine,
               limit_kind_name(set->kind), (long long)set->limit, role_name(row->role),
               (long long)row->hash_mb);
    put_int_or_null(out, !row->mate, row->score);
    put_int_or_null(out, row->mate, row->score);
    buf_printf(out, "%d,%d,%lld,\"%s\",", row->depth, row->seldepth, (long long)row->nodes,
               row->bestmove);
    put_int_or_null(out, has_wdl, row->win);
    put_int_or_null(out, has_wdl, row->draw);
    put_int_or_null(out, has_wdl, row->loss);
    out->data[out->len - 1] = ']';
}

/* Where each set has got to: the sets are sorted by pair, so that one walk serves all shards. */
struct walk {
    size_t at[EVIDENCE_SETS_MAX];
    int engine[EVIDENCE_SETS_MAX];
};

static void put_pair(struct buf *out, const struct evidence *evidence, struct walk *walk,
                     struct pair pair, bool *first)
{
    for (size_t i = 0; i < evidence->count && !out->failed; i++) {
        const struct evidence_set *set = &evidence->sets[i];
        if (walk->at[i] == set->count || pair_compare(set->rows[walk->at[i]].pair, pair) != 0)
            continue;
        buf_puts(out, *first ? "\n" : ",\n");
        put_row(out, set, walk->engine[i], &set->rows[walk->at[i]++]);
        *first = false;
    }
}

static enum status add_shards(const struct evidence *evidence, struct files *out,
                              struct error *error)
{
    struct walk walk = {0};
    enum status status = STATUS_OK;
    for (size_t i = 0; i < evidence->count; i++)
        walk.engine[i] = engine_index(evidence, evidence->sets[i].engine);
    for (uint16_t w = 0; w < START_COUNT && !status; w++) {
        struct buf text = {0};
        char name[32];
        bool first = true;
        buf_printf(&text, "{\"w\":%d,\"rows\":[", w);
        for (uint16_t b = 0; b < START_COUNT; b++)
            put_pair(&text, evidence, &walk, (struct pair){w, b}, &first);
        buf_puts(&text, "\n]}\n");
        snprintf(name, sizeof name, "data/pairs/%03d.json", w);
        status = files_add_take(out, name, &text, error);
    }
    return status;
}

/* ---- games ---- */

/* inputs/games/NAME/FILE becomes data/games/NAME/FILE, and games.json lists the names. */
static enum status add_games(const struct files *content, struct files *out, struct error *error)
{
    static const char prefix[] = "inputs/games/";
    struct buf list = {0};
    struct text last = {0};
    enum status status = STATUS_OK;
    buf_puts(&list, "{\"runs\":[");
    for (size_t i = 0; i < content->count && !status; i++) {
        const char *name = content->items[i].name;
        if (strncmp(name, prefix, sizeof prefix - 1) != 0)
            continue;
        char copy[160];
        snprintf(copy, sizeof copy, "data/%s", name + strlen("inputs/"));
        status = files_add_view(out, copy, content->items[i].data, error);
        struct text run = {name + sizeof prefix - 1, strcspn(name + sizeof prefix - 1, "/")};
        if (text_same(run, last))
            continue;
        buf_printf(&list, "%s\"%.*s\"", last.data ? "," : "", (int)run.len, run.data);
        last = run;
    }
    buf_puts(&list, "]}\n");
    if (!status)
        status = files_add_take(out, "data/games.json", &list, error);
    buf_free(&list);
    return status;
}

enum status data_add(const struct release *release, const struct files *content,
                     const char *content_id, const struct data_classes *classes,
                     const struct asym_class *ranked, size_t ranked_count, struct files *out,
                     struct error *error)
{
    enum status status = add_meta(release, content_id, classes, ranked_count, out, error);
    if (!status)
        status = add_index(&release->asym, content_id, classes, out, error);
    if (!status)
        status = add_ranked(classes, ranked, ranked_count, out, error);
    if (!status)
        status = add_shards(&release->evidence, out, error);
    if (!status)
        status = add_games(content, out, error);
    return status;
}

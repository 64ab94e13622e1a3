#include "release/diff.h"

#include "release/study.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct diff {
    const struct release *from, *to;
    cJSON *report;
    bool failed; /* out of memory */
};

/* ---- settings ---- */

static void add_setting(struct diff *diff, const char *where, const cJSON *from, const cJSON *to)
{
    cJSON *entry = cJSON_CreateObject();
    json_add_string(entry, "where", where, &diff->failed);
    if (from)
        json_add(entry, "from", cJSON_Duplicate(from, true), &diff->failed);
    if (to)
        json_add(entry, "to", cJSON_Duplicate(to, true), &diff->failed);
    json_append(cJSON_GetObjectItemCaseSensitive(diff->report, "settings"), entry, &diff->failed);
}

static void compare_settings(struct diff *diff, const char *where, const cJSON *from,
                             const cJSON *to);

/* The member of that name on both sides, under its own path. */
static void compare_member(struct diff *diff, const char *where, const char *name,
                           const cJSON *from, const cJSON *to)
{
    char below[512];
    snprintf(below, sizeof below, "%.380s.%.120s", where, name);
    compare_settings(diff, below, json_get(from, name), json_get(to, name));
}

/* The item at that place on both sides, under its own path. */
static void compare_items(struct diff *diff, const char *where, const cJSON *from, const cJSON *to)
{
    int count = cJSON_GetArraySize(from);
    if (cJSON_GetArraySize(to) > count)
        count = cJSON_GetArraySize(to);
    for (int i = 0; i < count; i++) {
        char below[512];
        snprintf(below, sizeof below, "%.480s[%d]", where, i);
        compare_settings(diff, below, cJSON_GetArrayItem(from, i), cJSON_GetArrayItem(to, i));
    }
}

/* Objects and arrays are compared part by part; anything else is equal or differs as a whole. */
static void compare_settings(struct diff *diff, const char *where, const cJSON *from,
                             const cJSON *to)
{
    if ((!from && !to) || (from && to && cJSON_Compare(from, to, true)))
        return;
    if (cJSON_IsArray(from) && cJSON_IsArray(to)) {
        compare_items(diff, where, from, to);
        return;
    }
    if (!cJSON_IsObject(from) || !cJSON_IsObject(to)) {
        add_setting(diff, where, from, to);
        return;
    }
    const cJSON *member;
    cJSON_ArrayForEach(member, from) compare_member(diff, where, member->string, from, to);
    cJSON_ArrayForEach(member, to)
    {
        if (!json_get(from, member->string))
            compare_member(diff, where, member->string, from, to);
    }
}

/* The passport without the list of its files, which the evidence shows better. A member that no
 * passport of the study has is nowhere different. */
static void compare_passports(struct diff *diff)
{
    static const char *const members[] = {"seed", "order", "engines", "runs"};
    for (size_t i = 0; i < sizeof members / sizeof *members; i++)
        compare_member(diff, "passport", members[i], diff->from->passport, diff->to->passport);
}

static enum status compare_ladders(struct diff *diff, struct error *error)
{
    struct text text;
    cJSON *from = NULL, *to = NULL;
    enum status status = files_get(diff->from->inputs, "ladder.json", &text, error);
    if (!status)
        status = json_parse("ladder.json", text, &from, error);
    if (!status)
        status = files_get(diff->to->inputs, "ladder.json", &text, error);
    if (!status)
        status = json_parse("ladder.json", text, &to, error);
    if (!status)
        compare_settings(diff, "ladder", from, to);
    cJSON_Delete(from);
    cJSON_Delete(to);
    return status;
}

/* ---- evaluations ---- */

struct set_diff {
    int64_t added, removed, changed;
};

static struct set_diff compare_sets(const struct evidence_set *from, const struct evidence_set *to)
{
    struct set_diff diff = {0};
    size_t i = 0, j = 0;
    while (i < from->count || j < to->count) {
        int order = i == from->count ? 1
                    : j == to->count ? -1
                                     : pair_compare(from->rows[i].pair, to->rows[j].pair);
        diff.removed += order < 0;
        diff.added += order > 0;
        diff.changed += order == 0 && !evidence_same(&from->rows[i], &to->rows[j]);
        i += order <= 0;
        j += order >= 0;
    }
    return diff;
}

static void add_evaluations(struct diff *diff, const struct evidence_set *set,
                            const struct set_diff *counts)
{
    if (counts->added == 0 && counts->removed == 0 && counts->changed == 0)
        return;
    cJSON *entry = cJSON_CreateObject();
    json_add_string(entry, "engine", set->engine, &diff->failed);
    json_add_string(entry, "limit_kind", limit_kind_name(set->kind), &diff->failed);
    json_add_int(entry, "limit", set->limit, &diff->failed);
    json_add_int(entry, "added", counts->added, &diff->failed);
    json_add_int(entry, "removed", counts->removed, &diff->failed);
    json_add_int(entry, "changed", counts->changed, &diff->failed);
    json_append(cJSON_GetObjectItemCaseSensitive(diff->report, "evaluations"), entry,
                &diff->failed);
}

/* What stands for a set that a release has not. */
static const struct evidence_set none;

static const struct evidence_set *counterpart(const struct release *release,
                                              const struct evidence_set *set)
{
    const struct evidence_set *found =
        evidence_find(&release->evidence, set->engine, set->kind, set->limit);
    return found ? found : &none;
}

static void compare_evidence(struct diff *diff)
{
    for (size_t i = 0; i < diff->to->evidence.count; i++) {
        const struct evidence_set *to = &diff->to->evidence.sets[i];
        struct set_diff counts = compare_sets(counterpart(diff->from, to), to);
        add_evaluations(diff, to, &counts);
    }
    for (size_t i = 0; i < diff->from->evidence.count; i++) {
        const struct evidence_set *from = &diff->from->evidence.sets[i];
        struct set_diff counts = compare_sets(from, &none);
        if (counterpart(diff->to, from) == &none)
            add_evaluations(diff, from, &counts);
    }
}

/* ---- games ---- */

static const cJSON *find_run(const struct release *release, const char *name)
{
    const cJSON *run;
    cJSON_ArrayForEach(run, json_get(release->passport, "games"))
    {
        if (strcmp(json_string(run, "name"), name) == 0)
            return run;
    }
    return NULL;
}

static void add_run(struct diff *diff, const cJSON *run, const char *change)
{
    cJSON *entry = cJSON_CreateObject();
    json_add_string(entry, "run", json_string(run, "name"), &diff->failed);
    json_add_int(entry, "games", json_int(run, "games"), &diff->failed);
    json_add_string(entry, "change", change, &diff->failed);
    json_append(cJSON_GetObjectItemCaseSensitive(diff->report, "games"), entry, &diff->failed);
}

static void compare_games(struct diff *diff)
{
    const cJSON *run;
    cJSON_ArrayForEach(run, json_get(diff->to->passport, "games"))
    {
        const cJSON *old = find_run(diff->from, json_string(run, "name"));
        if (!old)
            add_run(diff, run, "added");
        else if (!cJSON_Compare(json_get(old, "files"), json_get(run, "files"), true))
            add_run(diff, run, "changed");
    }
    cJSON_ArrayForEach(run, json_get(diff->from->passport, "games"))
    {
        if (!find_run(diff->to, json_string(run, "name")))
            add_run(diff, run, "removed");
    }
}

/* ---- pairs ---- */

/* The rank of every class, by its index; 0 for those that have none. */
struct ranking {
    struct asym_class *ranked;
    size_t count;
    uint32_t *rank; /* PAIR_COUNT long */
};

static enum status rank_all(const struct release *release, struct ranking *ranking,
                            struct error *error)
{
    enum status status = asym_rank(&release->asym, &ranking->ranked, &ranking->count, error);
    ranking->rank = calloc(PAIR_COUNT, sizeof *ranking->rank);
    if (!status && !ranking->rank)
        status = error_memory(error);
    for (size_t i = 0; i < ranking->count && !status; i++)
        ranking->rank[pair_index(ranking->ranked[i].pair)] = (uint32_t)i + 1;
    return status;
}

static void ranking_free(struct ranking *ranking)
{
    free(ranking->ranked);
    free(ranking->rank);
}

static void say_evaluation(const struct asym *asym, const struct asym_class *class, int budget,
                           char why[160])
{
    const struct evaluation *row = class->at[budget];
    if (row->mate)
        snprintf(why, 160, "mate at %s", asym->budgets[budget].stage);
    else
        snprintf(why, 160, "%+d cp at %s", row->score, asym->budgets[budget].stage);
}

/* The deepest budget at which a class has a value that it did not have before; -1: none. */
static int newest_value(const struct diff *diff, const struct asym_class *from,
                        const struct asym_class *to)
{
    for (int i = to->deepest; i >= 0; i--) {
        const struct evaluation *old = NULL;
        for (int k = 0; k < diff->from->asym.count; k++) {
            if (diff->from->asym.budgets[k].limit == diff->to->asym.budgets[i].limit)
                old = from->at[k];
        }
        if (to->at[i] && (!old || !evidence_same(old, to->at[i])))
            return i;
    }
    return -1;
}

/* Why a ranked pair is where it is: what is new about it, or nothing. */
static void explain_move(const struct diff *diff, struct pair pair, char why[160])
{
    struct asym_class from, to;
    asym_look(&diff->from->asym, pair, &from); /* where nothing is known, `from` has no values */
    asym_look(&diff->to->asym, pair, &to);
    int budget = newest_value(diff, &from, &to);
    if (budget >= 0) {
        char value[160];
        say_evaluation(&diff->to->asym, &to, budget, value);
        snprintf(why, 160, "evaluated: %.140s", value);
    } else if (from.deepest >= 0 && diff->from->asym.budgets[from.deepest].limit >
                                        diff->to->asym.budgets[to.deepest].limit) {
        snprintf(why, 160, "its evaluation at %.20s is gone",
                 diff->from->asym.budgets[from.deepest].stage);
    } else if (from.deepest < 0 || from.outcome != ASYM_RANKED) {
        snprintf(why, 160, "a window was widened");
    } else {
        snprintf(why, 160, "no new value of its own: others moved");
    }
}

static void explain_leaving(const struct diff *diff, struct pair pair, char why[160])
{
    struct asym_class to;
    if (!asym_look(&diff->to->asym, pair, &to) || to.stopped < 0) {
        snprintf(why, 160, "its evaluations are gone");
        return;
    }
    const struct asym_budget *budget = &diff->to->asym.budgets[to.stopped];
    char value[160] = "";
    if (to.at[to.stopped])
        say_evaluation(&diff->to->asym, &to, to.stopped, value);
    if (to.outcome == ASYM_WINDOW)
        snprintf(why, 160, "%.100s, outside the window of %lld", value, (long long)budget->window);
    else
        snprintf(why, 160, "%.60s %.60s", asym_outcome_name(to.outcome),
                 to.outcome == ASYM_MATE ? value : budget->stage);
}

static void add_pair(struct diff *diff, const char *list, struct pair pair, uint32_t was,
                     uint32_t rank, const char *why)
{
    char name[16];
    cJSON *entry = cJSON_CreateObject();
    snprintf(name, sizeof name, "%u:%u", pair.w, pair.b);
    json_add_string(entry, "pair", name, &diff->failed);
    if (was)
        json_add_int(entry, "was", was, &diff->failed);
    if (rank)
        json_add_int(entry, "rank", rank, &diff->failed);
    json_add_string(entry, "why", why, &diff->failed);
    json_append(cJSON_GetObjectItemCaseSensitive(diff->report, list), entry, &diff->failed);
}

static void compare_rankings(struct diff *diff, const struct ranking *from,
                             const struct ranking *to)
{
    char why[160];
    for (size_t i = 0; i < to->count; i++) {
        struct pair pair = to->ranked[i].pair;
        uint32_t was = from->rank[pair_index(pair)], rank = (uint32_t)i + 1;
        if (was == rank)
            continue;
        explain_move(diff, pair, why);
        add_pair(diff, was == 0 ? "entered" : rank < was ? "rose" : "fell", pair, was, rank, why);
    }
    for (size_t i = 0; i < from->count; i++) {
        struct pair pair = from->ranked[i].pair;
        if (to->rank[pair_index(pair)])
            continue;
        explain_leaving(diff, pair, why);
        add_pair(diff, "left", pair, (uint32_t)i + 1, 0, why);
    }
}

static enum status compare_pairs(struct diff *diff, struct error *error)
{
    struct ranking from = {0}, to = {0};
    enum status status = rank_all(diff->from, &from, error);
    if (!status)
        status = rank_all(diff->to, &to, error);
    if (!status)
        compare_rankings(diff, &from, &to);
    ranking_free(&from);
    ranking_free(&to);
    return status;
}

/* ---- the evidence of Benedict xiangqi ---- */

static int compare_texts(const void *a, const void *b)
{
    return text_compare(*(const struct text *)a, *(const struct text *)b);
}

/* The lines of a text, sorted. NULL: no memory. */
static struct text *sort_lines(struct text text, size_t *count)
{
    struct text line, *lines = calloc(text.len + 1, sizeof *lines);
    *count = 0;
    for (size_t at = 0; lines && text_next_line(text, &at, &line);)
        lines[(*count)++] = line;
    if (lines)
        qsort(lines, *count, sizeof *lines, compare_texts);
    return lines;
}

struct line_diff {
    int64_t added, removed;
};

static struct line_diff compare_lines(struct diff *diff, struct text from, struct text to)
{
    struct line_diff lines = {0};
    size_t from_count, to_count, i = 0, j = 0;
    struct text *old = sort_lines(from, &from_count), *new = sort_lines(to, &to_count);
    diff->failed |= !old || !new;
    while (!diff->failed && (i < from_count || j < to_count)) {
        int order = i == from_count ? 1 : j == to_count ? -1 : text_compare(old[i], new[j]);
        lines.removed += order < 0;
        lines.added += order > 0;
        i += order <= 0;
        j += order >= 0;
    }
    free(old);
    free(new);
    return lines;
}

/* Says what became of a file, of which either side may be NULL. */
static void compare_file(struct diff *diff, const struct files_item *from,
                         const struct files_item *to)
{
    struct line_diff lines = {0};
    if (from && to && text_same(from->data, to->data))
        return;
    if (from && to)
        lines = compare_lines(diff, from->data, to->data);
    else if (to)
        lines.added = benedict_rows(to->name, to->data);
    else
        lines.removed = benedict_rows(from->name, from->data);
    cJSON *entry = cJSON_CreateObject();
    json_add_string(entry, "file", to ? to->name : from->name, &diff->failed);
    json_add_int(entry, "added", lines.added, &diff->failed);
    json_add_int(entry, "removed", lines.removed, &diff->failed);
    json_append(cJSON_GetObjectItemCaseSensitive(diff->report, "evidence"), entry, &diff->failed);
}

static void compare_files(struct diff *diff)
{
    const struct files *from = diff->from->inputs, *to = diff->to->inputs;
    for (size_t i = 0; i < to->count; i++) {
        if (benedict_is_evidence(to->items[i].name))
            compare_file(diff, files_find(from, to->items[i].name), &to->items[i]);
    }
    for (size_t i = 0; i < from->count; i++) {
        const char *name = from->items[i].name;
        if (benedict_is_evidence(name) && !files_find(to, name))
            compare_file(diff, &from->items[i], NULL);
    }
}

/* ---- documents ---- */

static bool is_document(const char *name)
{
    return strncmp(name, "texts/", 6) == 0 || strncmp(name, "schema/", 7) == 0 ||
           strcmp(name, "references.json") == 0;
}

/* Adds the documents of `a` that `b` has not, or (when `changed`) has otherwise. */
static void list_documents(struct diff *diff, const struct files *a, const struct files *b,
                           bool changed)
{
    cJSON *list = cJSON_GetObjectItemCaseSensitive(diff->report, "documents");
    for (size_t i = 0; i < a->count; i++) {
        const struct files_item *item = &a->items[i], *other = files_find(b, item->name);
        if (is_document(item->name) && (!other || (changed && !text_same(item->data, other->data))))
            json_append(list, cJSON_CreateString(item->name), &diff->failed);
    }
}

/* ---- the whole ---- */

static void add_edition(struct diff *diff, const char *name, const struct edition *edition)
{
    cJSON *object = json_add_object(diff->report, name, &diff->failed);
    json_add_string(object, "study", edition->study, &diff->failed);
    json_add_string(object, "version", edition->version, &diff->failed);
    json_add_string(object, "date", edition->date, &diff->failed);
}

static bool is_same(const cJSON *report)
{
    const cJSON *member;
    cJSON_ArrayForEach(member, report)
    {
        if (cJSON_IsArray(member) && cJSON_GetArraySize(member) > 0)
            return false;
    }
    return cJSON_Compare(json_get(report, "from"), json_get(report, "to"), true);
}

static enum status compare_asym(struct diff *diff, struct error *error)
{
    enum status status = compare_ladders(diff, error);
    if (status)
        return status;
    compare_passports(diff);
    compare_evidence(diff);
    compare_games(diff);
    return compare_pairs(diff, error);
}

static enum status compare_benedict(struct diff *diff, struct error *error)
{
    (void)error;
    compare_passports(diff);
    compare_files(diff);
    return STATUS_OK;
}

/* The lists of a study's report, and what fills them. */
static const struct {
    const struct study *study;
    const char *lists[9];
    enum status (*compare)(struct diff *diff, struct error *error);
} kinds[] = {
    {&study_asym,
     {"settings", "evaluations", "games", "entered", "left", "rose", "fell", "documents"},
     compare_asym},
    {&study_benedict, {"settings", "evidence", "documents"}, compare_benedict},
};

enum status diff_releases(const struct release *from, const struct release *to, cJSON **report,
                          struct error *error)
{
    struct diff diff = {from, to, NULL, false};
    size_t kind = 0;
    if (from->study != to->study)
        return error_set(error, STATUS_CANNOT, "%s and %s are different studies",
                         from->edition.study, to->edition.study);
    while (kinds[kind].study != from->study)
        kind++;
    diff.report = cJSON_CreateObject();
    add_edition(&diff, "from", &from->edition);
    add_edition(&diff, "to", &to->edition);
    for (const char *const *list = kinds[kind].lists; *list; list++)
        json_add_array(diff.report, *list, &diff.failed);
    enum status status = diff.failed ? error_memory(error) : kinds[kind].compare(&diff, error);
    list_documents(&diff, to->inputs, from->inputs, true);
    list_documents(&diff, from->inputs, to->inputs, false);
    json_add(diff.report, "same", cJSON_CreateBool(is_same(diff.report)), &diff.failed);
    if (!status && diff.failed)
        status = error_memory(error);
    if (status) {
        cJSON_Delete(diff.report);
        diff.report = NULL;
    }
    *report = diff.report;
    return status;
}

#include "study/compare_report.h"

#include "study/fields.h"

#include <stdio.h>
#include <stdlib.h>

enum { NUMBER_BYTES = 32 };

/* Digits behind the point of the values: hundredths of a centipawn, millionths of all games. */
static int decimals_of(const struct foreign *foreign)
{
    return foreign->is_draws ? 6 : 2;
}

/* ---- CSV ---- */

/* A doubled rank. */
static void field_rank(struct buf *out, int32_t doubled)
{
    field_fixed(out, 5 * (int64_t)doubled, 1);
}

static void csv_row(const struct asym *asym, const struct foreign *foreign,
                    const struct compare_row *row, struct buf *out)
{
    int decimals = decimals_of(foreign);
    field_int(out, row->pair.w);
    field_int(out, row->pair.b);
    field_letters(out, row->pair.w);
    field_letters(out, row->pair.b);
    field_int(out, row->line);
    field_text(out, foreign->is_draws ? "share" : "cp");
    field_fixed(out, row->theirs, decimals);
    field_fixed(out, row->ours, decimals);
    field_fixed(out, row->theirs - row->ours, decimals);
    field_rank(out, row->their_rank);
    field_rank(out, row->our_rank);
    field_rank(out, row->their_rank - row->our_rank);
    field_text(out, asym->budgets[row->budget].stage);
    field_truth(out, row->is_mirror);
    fields_end(out);
}

void compare_csv(const struct asym *asym, const struct foreign *foreign,
                 const struct compare *compare, struct buf *out)
{
    buf_puts(out, "w,b,white,black,line,unit,theirs,ours,difference,their_rank,our_rank,"
                  "rank_difference,stage,mirror\n");
    for (size_t i = 0; i < compare->count; i++)
        csv_row(asym, foreign, &compare->rows[i], out);
}

/* ---- JSON ---- */

/* Our JSON has no fractions, so they are strings. */
static void add_fixed(cJSON *object, const char *name, int64_t value, int decimals, bool *failed)
{
    struct buf text = {0};
    field_fixed(&text, value, decimals);
    *failed |= text.failed;
    if (!text.failed) {
        text.data[text.len - 1] = '\0'; /* a field's comma */
        json_add_string(object, name, text.data, failed);
    }
    buf_free(&text);
}

static void add_truth(cJSON *object, const char *name, bool value, bool *failed)
{
    json_add(object, name, cJSON_CreateBool(value), failed);
}

static void add_columns(cJSON *list, const struct foreign *foreign, bool *failed)
{
    cJSON *columns = json_add_array(list, "columns", failed);
    for (size_t i = 0; i < foreign->column_count; i++) {
        cJSON *column = cJSON_CreateObject();
        json_add_string(column, "name", foreign->columns[i].name, failed);
        json_add_string(column, "role", foreign_role_name(foreign->columns[i].role), failed);
        json_append(columns, column, failed);
    }
}

static void add_missing(cJSON *list, const struct foreign *foreign, bool *failed)
{
    cJSON *missing = json_add_array(list, "missing", failed);
    for (int n = 0; n < START_COUNT && foreign->starts; n++) {
        if (!foreign->present[n])
            json_append(missing, cJSON_CreateNumber(n), failed);
    }
}

static void add_list(cJSON *report, const struct foreign *foreign, bool *failed)
{
    static const char *const units[] = {"cp", "pawns", "shares", "percent", "wdl"};
    cJSON *list = json_add_object(report, "list", failed);
    json_add_string(list, "format", foreign->is_epd ? "epd" : "csv", failed);
    json_add_string(list, "unit", units[foreign->unit], failed);
    json_add_int(list, "lines", (int64_t)foreign->lines, failed);
    json_add_int(list, "starts", foreign->starts, failed);
    json_add_int(list, "pairs", foreign->pairs, failed);
    if (foreign->numbering != FOREIGN_NO_NUMBERS)
        json_add_int(list, "first_number", foreign->first_number, failed);
    if (foreign->has_depth) {
        json_add_int(list, "min_depth", foreign->min_depth, failed);
        json_add_int(list, "max_depth", foreign->max_depth, failed);
    }
    add_columns(list, foreign, failed);
    add_missing(list, foreign, failed);
}

static void add_notes(cJSON *entry, const struct foreign *foreign, enum foreign_oddity oddity,
                      bool *failed)
{
    cJSON *notes = json_add_array(entry, "first", failed);
    for (size_t i = 0; i < foreign->note_count; i++) {
        const struct foreign_note *note = &foreign->notes[i];
        if (note->oddity != oddity)
            continue;
        cJSON *at = cJSON_CreateObject();
        json_add_int(at, "line", note->line, failed);
        json_add_string(at, "words", foreign->words.data + note->words, failed);
        json_append(notes, at, failed);
    }
}

static void add_oddities(cJSON *report, const struct foreign *foreign, bool *failed)
{
    cJSON *odd = json_add_array(report, "odd", failed);
    for (int i = 0; i < FOREIGN_ODDITIES; i++) {
        enum foreign_oddity oddity = (enum foreign_oddity)i;
        if (!foreign->odd[i])
            continue;
        cJSON *entry = cJSON_CreateObject();
        json_add_string(entry, "what", foreign_oddity_name(oddity), failed);
        add_truth(entry, "fault", foreign_oddity_is_fault(oddity), failed);
        json_add_int(entry, "lines", foreign->odd[i], failed);
        add_notes(entry, foreign, oddity, failed);
        json_append(odd, entry, failed);
    }
}

static void add_compared(cJSON *report, const struct asym *asym, const struct compare *compare,
                         bool *failed)
{
    cJSON *compared = json_add_object(report, "compared", failed);
    json_add_int(compared, "rows", (int64_t)compare->count, failed);
    json_add_int(compared, "mirrors", compare->mirrors, failed);
    json_add_int(compared, "absent", compare->absent, failed);
    json_add_int(compared, "only_mirror", compare->only_mirror, failed);
    json_add_int(compared, "unscored", compare->unscored, failed);
    if (compare->has_rank_correlation)
        add_fixed(compared, "spearman", stats_scaled(compare->rank_correlation, 10000), 4, failed);
    if (compare->has_correlation)
        add_fixed(compared, "pearson", stats_scaled(compare->correlation, 10000), 4, failed);
    if (compare->has_scale) {
        json_add_string(compared, "scale_stage", asym->budgets[compare->scale_budget].stage,
                        failed);
        add_fixed(compared, "scale_spearman", stats_scaled(compare->scale, 10000), 4, failed);
    }
    cJSON *stages = json_add_array(compared, "stages", failed);
    for (int i = 0; i < asym->count; i++) {
        if (!compare->by_budget[i])
            continue;
        cJSON *stage = cJSON_CreateObject();
        json_add_string(stage, "stage", asym->budgets[i].stage, failed);
        json_add_digits(stage, "nodes", asym->budgets[i].limit, failed);
        json_add_int(stage, "rows", compare->by_budget[i], failed);
        json_append(stages, stage, failed);
    }
}

static void add_row(cJSON *rows, const struct asym *asym, const struct foreign *foreign,
                    const struct compare_row *row, bool *failed)
{
    char pair[NUMBER_BYTES];
    int decimals = decimals_of(foreign);
    cJSON *entry = cJSON_CreateObject();
    snprintf(pair, sizeof pair, "%u:%u", row->pair.w, row->pair.b);
    json_add_string(entry, "pair", pair, failed);
    json_add_int(entry, "line", row->line, failed);
    add_fixed(entry, "theirs", row->theirs, decimals, failed);
    add_fixed(entry, "ours", row->ours, decimals, failed);
    add_fixed(entry, "their_rank", 5 * (int64_t)row->their_rank, 1, failed);
    add_fixed(entry, "our_rank", 5 * (int64_t)row->our_rank, 1, failed);
    json_add_string(entry, "stage", asym->budgets[row->budget].stage, failed);
    add_truth(entry, "mirror", row->is_mirror, failed);
    json_append(rows, entry, failed);
}

static void add_disagreements(cJSON *report, const struct asym *asym, const struct foreign *foreign,
                              const struct compare *compare, enum compare_order order, size_t top,
                              bool *failed)
{
    cJSON *rows = json_add_array(report, order == COMPARE_BY_RANK ? "by_rank" : "by_value", failed);
    size_t count;
    uint32_t *indices = compare_disagreements(compare, order, &count);
    *failed |= !indices;
    for (size_t i = 0; indices && i < top && i < count; i++)
        add_row(rows, asym, foreign, &compare->rows[indices[i]], failed);
    free(indices);
}

enum status compare_json(const struct asym *asym, const struct foreign *foreign,
                         const struct compare *compare, size_t top, cJSON **report,
                         struct error *error)
{
    bool failed = false;
    cJSON *made = cJSON_CreateObject();
    add_list(made, foreign, &failed);
    add_oddities(made, foreign, &failed);
    add_compared(made, asym, compare, &failed);
    add_disagreements(made, asym, foreign, compare, COMPARE_BY_RANK, top, &failed);
    add_disagreements(made, asym, foreign, compare, COMPARE_BY_VALUE, top, &failed);
    *report = failed ? NULL : made;
    if (!failed)
        return STATUS_OK;
    cJSON_Delete(made);
    return error_memory(error);
}

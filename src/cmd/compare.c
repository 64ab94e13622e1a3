#include "study/compare_report.h"

#include "base/file.h"
#include "cmd/opened.h"
#include "cmd/stage.h"
#include "study/foreign_value.h"
#include "study/stats.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define LIST_BYTES_MAX ((size_t)64 << 20)

/* ---- what was read ---- */

static void print_columns(const struct foreign *foreign)
{
    const char *before = "  read: ";
    for (size_t i = 0; i < foreign->column_count; i++) {
        if (foreign->columns[i].role == FOREIGN_NONE)
            continue;
        printf("%s\"%s\" as %s", before, foreign->columns[i].name,
               foreign_role_name(foreign->columns[i].role));
        before = ", ";
    }
    before = "; passed over: ";
    for (size_t i = 0; i < foreign->column_count; i++) {
        if (foreign->columns[i].role != FOREIGN_NONE)
            continue;
        printf("%s\"%s\"", before, foreign->columns[i].name);
        before = ", ";
    }
    printf("\n");
}

static void print_unit(const struct foreign *foreign)
{
    static const char *const names[] = {"centipawns", "pawns", "draw rates, as shares",
                                        "draw rates, in per cent",
                                        "draw rates, of wins, draws and losses"};
    const char *why = foreign->is_draws                   ? ""
                      : foreign->unit_by_name             ? ", as it is named"
                      : foreign->unit == FOREIGN_IN_PAWNS ? ", as there are decimals"
                                                          : ", as there are no decimals";
    printf("  values: %s%s\n", names[foreign->unit], why);
}

static void print_numbering(const struct foreign *foreign)
{
    static const char *const why[] = {
        "",
        ", as --first says",
        ", as the positions beside them say",
        ", as there is a 0",
        ", as Scharnagl counts: there is no 0 and no 960 to tell",
    };
    if (foreign->numbering != FOREIGN_NO_NUMBERS)
        printf("  numbers: from %d%s\n", foreign->first_number, why[foreign->numbering]);
}

static void print_missing(const struct foreign *foreign, long long top)
{
    long long shown = 0;
    if (foreign->starts == 0 || foreign->starts == START_COUNT)
        return;
    printf("  missing: %lld of %d starts%s", (long long)(START_COUNT - foreign->starts),
           START_COUNT, top ? ":" : "");
    for (int n = 0, end; n < START_COUNT && top; n = end) {
        for (end = n + 1; end < START_COUNT && foreign->present[end] == foreign->present[n];)
            end++;
        if (foreign->present[n])
            continue;
        if (shown++ == top) {
            printf(" ...");
            break;
        }
        printf(" %d", n);
        if (end - n > 1)
            printf("-%d", end - 1);
    }
    printf("\n");
}

static void print_list(const char *path, const struct foreign *foreign, long long top)
{
    char name[200];
    snprintf(name, sizeof name, "%s", path);
    error_make_printable(name);
    printf("%s: ", name);
    if (foreign->is_epd)
        printf("EPD");
    else
        printf("CSV with %s", foreign->separator == ','   ? "commas"
                              : foreign->separator == ';' ? "semicolons"
                                                          : "tabs");
    printf("; lines %zu, starts %lld, pairs %lld\n", foreign->lines, (long long)foreign->starts,
           (long long)foreign->pairs);
    print_columns(foreign);
    print_unit(foreign);
    print_numbering(foreign);
    if (foreign->has_depth)
        printf("  depth: %lld to %lld\n", (long long)foreign->min_depth,
               (long long)foreign->max_depth);
    print_missing(foreign, top);
}

static void print_oddity(const struct foreign *foreign, enum foreign_oddity oddity)
{
    int64_t count = foreign->odd[oddity], shown = 0;
    printf("  %lld line%s %s\n", (long long)count, count == 1 ? "" : "s",
           foreign_oddity_words(oddity));
    for (size_t i = 0; i < foreign->note_count; i++) {
        const struct foreign_note *note = &foreign->notes[i];
        if (note->oddity != oddity)
            continue;
        const char *words = foreign->words.data + note->words;
        printf("    line %u%s%s\n", note->line, *words ? ": " : "", words);
        shown++;
    }
    if (shown && shown < count)
        printf("    and %lld more\n", (long long)(count - shown));
}

static void print_oddities(const struct foreign *foreign)
{
    for (int faults = 1; faults >= 0; faults--) {
        bool any = false;
        for (int i = 0; i < FOREIGN_ODDITIES; i++) {
            enum foreign_oddity oddity = (enum foreign_oddity)i;
            if (foreign->odd[i] == 0 || foreign_oddity_is_fault(oddity) != (faults == 1))
                continue;
            if (!any)
                printf("%s:\n", faults ? "faults" : "remarks");
            any = true;
            print_oddity(foreign, oddity);
        }
        if (faults && !any)
            printf("no faults\n");
    }
}

/* ---- what came of it ---- */

/* A value of struct foreign_row, such as "+23.5 cp" or "61.25 %": without zeros at the end. */
static const char *value_words(const struct foreign *foreign, int32_t value, char out[32])
{
    int decimals = foreign->is_draws ? 4 : 2;
    int64_t one = foreign->is_draws ? 10000 : 100, size = llabs(value), part = size % one;
    const char *sign = value < 0 ? "-" : value > 0 && !foreign->is_draws ? "+" : "";
    for (; part && part % 10 == 0; decimals--)
        part /= 10;
    if (part)
        snprintf(out, 32, "%s%lld.%0*lld", sign, (long long)(size / one), decimals,
                 (long long)part);
    else
        snprintf(out, 32, "%s%lld", sign, (long long)(size / one));
    return out;
}

static void print_counts(const struct release *release, const struct compare *compare)
{
    const struct asym *asym = &release->asym;
    printf("compared with %s: %zu\n", release->edition.primary_engine, compare->count);
    for (int i = 0; i < asym->count; i++) {
        if (compare->by_budget[i])
            printf("  at %s, %lld nodes: %lld\n", asym->budgets[i].stage,
                   (long long)asym->budgets[i].limit, (long long)compare->by_budget[i]);
    }
    if (compare->mirrors)
        printf("  with the mirror, which is another game: %lld\n", (long long)compare->mirrors);
    if (compare->absent)
        printf("  left out, as we have no value: %lld\n", (long long)compare->absent);
    if (compare->only_mirror)
        printf("  left out, as we have only the mirror, which is another game: %lld\n",
               (long long)compare->only_mirror);
    if (compare->unscored)
        printf("  left out, as ours is a mate or has no draw rate: %lld\n",
               (long long)compare->unscored);
}

static void print_correlation(const char *name, bool known, double value)
{
    if (known)
        printf("  %-28s %.4f\n", name, (double)stats_scaled(value, 10000) / 10000);
    else
        printf("  %-28s undefined: fewer than two rows, or all values of a side are equal\n", name);
}

/* What the same correlation is between two budgets of ours. */
static void print_scale(const struct release *release, const struct compare *compare)
{
    char name[64];
    snprintf(name, sizeof name, "  of ours with ours at %s",
             release->asym.budgets[compare->scale_budget].stage);
    print_correlation(name, compare->has_scale, compare->scale);
}

static void print_likeness(const struct release *release, const struct foreign *foreign,
                           const struct compare *compare)
{
    char mean[32];
    int64_t count = (int64_t)compare->count, by = foreign->is_draws ? 100 : 10;
    print_correlation("rank correlation (Spearman)", compare->has_rank_correlation,
                      compare->rank_correlation);
    if (compare->scale_budget >= 0)
        print_scale(release, compare);
    print_correlation("correlation (Pearson)", compare->has_correlation, compare->correlation);
    value_words(foreign, (int32_t)(by * foreign_value_round(compare->difference, by * count)),
                mean);
    printf("  %-28s %s%s\n", "mean of theirs - ours", mean, foreign->is_draws ? " %" : " cp");
    if (!foreign->is_draws)
        printf("  %-28s %lld alike, %lld opposite, %lld with a zero\n", "signs",
               (long long)compare->alike, (long long)compare->opposite, (long long)compare->level);
}

/* A doubled rank, or twice a difference of ranks. */
static const char *rank_words(int32_t doubled, char out[16])
{
    snprintf(out, 16, "%d%s", doubled / 2, doubled % 2 ? ".5" : "");
    return out;
}

static void print_disagreement(const struct release *release, const struct foreign *foreign,
                               const struct compare_row *row)
{
    char white[START_BYTES], black[START_BYTES], pair[16], values[2][32], ranks[3][16];
    start_letters(row->pair.w, white);
    start_letters(row->pair.b, black);
    snprintf(pair, sizeof pair, "%u:%u", row->pair.w, row->pair.b);
    if (pair_is_control(row->pair))
        printf("  %-7u %s", row->pair.w, white);
    else
        printf("  %-7s %s %s", pair, white, black);
    printf("  theirs %s (rank %s), ours %s (rank %s) at %s%s: %s ranks\n",
           value_words(foreign, row->theirs, values[0]), rank_words(row->their_rank, ranks[0]),
           value_words(foreign, row->ours, values[1]), rank_words(row->our_rank, ranks[1]),
           release->asym.budgets[row->budget].stage, row->is_mirror ? " of the mirror" : "",
           rank_words(abs(row->their_rank - row->our_rank), ranks[2]));
}

static enum status print_disagreements(const struct release *release, const struct foreign *foreign,
                                       const struct compare *compare, enum compare_order order,
                                       long long top, struct error *error)
{
    size_t count;
    uint32_t *indices = compare_disagreements(compare, order, &count);
    if (!indices)
        return error_memory(error);
    if (count == 0)
        printf("no disagreement by %s\n", order == COMPARE_BY_RANK ? "rank" : "value");
    else if (order == COMPARE_BY_RANK)
        printf("largest disagreements by rank, where 1 is %s:\n",
               foreign->is_draws ? "the most draws" : "White's best");
    else
        printf("largest disagreements by value, in %s:\n",
               foreign->is_draws ? "per cent" : "centipawns");
    for (size_t i = 0; i < count && (long long)i < top; i++)
        print_disagreement(release, foreign, &compare->rows[indices[i]]);
    free(indices);
    return STATUS_OK;
}

static enum status print_words(const char *path, const struct release *release,
                               const struct foreign *foreign, const struct compare *compare,
                               long long top, struct error *error)
{
    print_list(path, foreign, top);
    print_oddities(foreign);
    print_counts(release, compare);
    if (compare->count == 0)
        return STATUS_OK;
    print_likeness(release, foreign, compare);
    enum status status =
        top ? print_disagreements(release, foreign, compare, COMPARE_BY_RANK, top, error)
            : STATUS_OK;
    if (!status && top)
        status = print_disagreements(release, foreign, compare, COMPARE_BY_VALUE, top, error);
    return status;
}

/* ---- the verb ---- */

static enum status print_result(const struct command_line *line, const struct release *release,
                                const struct foreign *foreign, const struct compare *compare,
                                long long top, struct error *error)
{
    struct buf out = {0};
    if (command_value(line, "csv")) {
        compare_csv(&release->asym, foreign, compare, &out);
        return command_print(&out, STATUS_OK, error);
    }
    if (!command_value(line, "json"))
        return print_words(line->arguments[0], release, foreign, compare, top, error);
    cJSON *report;
    enum status status =
        compare_json(&release->asym, foreign, compare, (size_t)top, &report, error);
    if (!status)
        status = command_print_json(report, false, error);
    cJSON_Delete(report);
    return status;
}

static enum status compare_list(const struct command_line *line, const struct release *release,
                                const struct foreign *foreign, long long top, struct error *error)
{
    struct compare_options options = {.mirrors = command_value(line, "mirrors") != NULL};
    struct compare compare = {0};
    enum status status =
        stage_named(line, "stage", &release->asym, 0, COMPARE_DEEPEST, &options.budget, error);
    if (!status)
        status = compare_run(&release->asym, foreign, &options, &compare, error);
    if (!status)
        status = print_result(line, release, foreign, &compare, top, error);
    if (!status && compare.count == 0)
        status = error_set(error, STATUS_CANNOT, "%.300s: nothing could be compared",
                           line->arguments[0]);
    if (!status && command_value(line, "strict") && foreign_is_faulty(foreign))
        status = error_set(error, STATUS_WRONG, "%.300s: the list has faults", line->arguments[0]);
    compare_free(&compare);
    return status;
}

static enum status read_options(const struct command_line *line, struct foreign_options *options,
                                long long *top, struct error *error)
{
    long long first;
    enum status status = command_int(line, "top", 0, PAIR_COUNT, 10, top, error);
    if (!status)
        status = command_int(line, "first", 0, 1, -1, &first, error);
    if (status)
        return status;
    if (command_value(line, "csv") && command_value(line, "json"))
        return error_set(error, STATUS_CANNOT, "compare: --csv or --json, not both");
    *options = (struct foreign_options){
        .columns = command_value(line, "columns"), .first = (int)first, .noted = *top};
    return STATUS_OK;
}

static enum status run(const struct command_line *line, struct error *error)
{
    struct opened opened = {0};
    struct buf text = {0};
    struct foreign foreign = {0};
    struct foreign_options options;
    long long top;
    const char *path = line->arguments[0];
    enum status status = read_options(line, &options, &top, error);
    if (!status && file_read(path, LIST_BYTES_MAX, &text, error))
        status = STATUS_CANNOT; /* whatever is wrong with it: exit 1 is for a list that was read */
    if (!status)
        status = foreign_read(path, buf_text(&text), &options, &foreign, error);
    if (!status)
        status = opened_open(line, &opened, error);
    if (!status)
        status = compare_list(line, &opened.release, &foreign, top, error);
    opened_free(&opened);
    foreign_free(&foreign);
    buf_free(&text);
    return status;
}

const struct command command_compare = {
    .name = "compare",
    .arguments = "FILE",
    .min = 1,
    .max = 1,
    .summary = "compare somebody else's list of starts or pairs with ours",
    .details =
        "FILE is CSV with a header, or EPD. Columns and operations are known by their names (see\n"
        "the manual), or by --columns NAME=ROLE,...; the roles are position, number, id, w, b,\n"
        "eval, cp, pawns, win, draw, loss, wdl, mate, depth and none.\n"
        "Starts are compared at the deepest budget that all 960 have, pairs at their deepest.\n"
        "What is wrong with the list is printed; with --strict, faults make the exit status 1.\n"
        "The exit status is 2 when nothing could be compared.",
    .options = {{"columns", "ROLES", "what columns are for, as NAME=ROLE,NAME=ROLE"},
                {"first", "N", "the number of the first start in the list, 0 or 1"},
                {"stage", "S", "compare with our values of this stage alone"},
                {"mirrors", NULL, "where we have only a pair's mirror, take that"},
                {"strict", NULL, "exit 1 when the list has faults"},
                {"top", "N", "how many disagreements and lines to name (default: 10)"},
                {"csv", NULL, "print the joined rows as CSV"},
                {"json", NULL, "print the result as JSON"},
                OPENED_FROM,
                {0}},
    .run = run,
};

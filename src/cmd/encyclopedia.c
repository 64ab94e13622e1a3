#include "cmd/opened.h"
#include "cmd/ranked.h"
#include "study/corridor_tables.h"

static void put_cp(const struct evaluation *row, struct buf *out)
{
    if (row->mate)
        buf_printf(out, "mate %d", row->score);
    else
        buf_printf(out, "%+d cp", row->score);
}

/* 35 is 17.5 */
static void put_half(int64_t twice, struct buf *out)
{
    buf_printf(out, "%lld.%d", (long long)(twice / 2), twice % 2 ? 5 : 0);
}

/* ---- what is asked for ---- */

static void put_confirmer(const struct corridor_judged *judged, size_t i, struct buf *out)
{
    const struct corridor_confirmer *confirmer = &judged->corridor->confirmers[i];
    const struct corridor_median *median = &judged->medians[i];
    buf_printf(out, "  %-28s %s %lld, ", confirmer->engine, limit_kind_name(confirmer->kind),
               (long long)confirmer->limit);
    if (median->twice_median >= 0) {
        buf_puts(out, "below ");
        put_half(median->twice_median, out);
        buf_printf(out, " cp, the median of %lld controls\n", (long long)median->controls);
    } else {
        buf_printf(out, "no median yet: %lld controls of %lld\n", (long long)median->controls,
                   (long long)judged->corridor->controls_at_least);
    }
}

static void put_corridor(const struct corridor_judged *judged, struct buf *out)
{
    const struct corridor *corridor = judged->corridor;
    buf_printf(out, "corridor: |cp| <= %lld at", (long long)corridor->max_cp);
    for (int i = 0; i < CORRIDOR_LIMITS; i++)
        buf_printf(out, "%s %lld", i ? "," : "", (long long)corridor->limits[i]);
    buf_puts(out, " nodes, no drift to one side, confirmed by\n");
    for (size_t i = 0; i < corridor->confirmer_count; i++)
        put_confirmer(judged, i, out);
}

/* ---- pairs ---- */

static void put_class(const struct asym *asym, const struct corridor_class *class, struct buf *out)
{
    ranked_put(asym, &class->ranked, class->rank, out);
    buf_printf(out, "  %s\n", corridor_verdict_name(class->verdict));
}

/* What speaks for an admitted pair. */
static void put_grounds(const struct corridor_judged *judged, const struct corridor_class *class,
                        struct buf *out)
{
    buf_puts(out, "         inside      ");
    for (int i = 0; i < CORRIDOR_LIMITS; i++) {
        buf_puts(out, i ? ", " : "");
        put_cp(class->at[i], out);
    }
    buf_puts(out, "\n         confirmed   ");
    for (size_t i = 0; i < judged->corridor->confirmer_count; i++) {
        buf_printf(out, "%s%s ", i ? ", " : "", judged->corridor->confirmers[i].engine);
        put_cp(class->confirmed[i], out);
    }
    buf_putc(out, '\n');
}

static void put_object(const struct corridor_judged *judged, const struct corridor_class *class,
                       enum corridor_reason reason, size_t i, struct buf *out)
{
    bool limit = !corridor_is_about_engine(reason);
    const struct evaluation *row = limit ? class->at[i] : class->confirmed[i];
    if (limit)
        buf_printf(out, "%lld", (long long)judged->corridor->limits[i]);
    else
        buf_puts(out, judged->corridor->confirmers[i].engine);
    if (row && reason != CORRIDOR_FEW_CONTROLS) {
        buf_putc(out, ' ');
        put_cp(row, out);
    }
}

/* Each reason on a line of its own, with what it is about. */
static void put_reasons(const struct corridor_judged *judged, const struct corridor_class *class,
                        struct buf *out)
{
    for (enum corridor_reason reason = 0; reason < CORRIDOR_REASONS; reason++) {
        unsigned about = class->reasons[reason];
        const char *before = "";
        if (!about)
            continue;
        if (reason == CORRIDOR_DRIFT)
            about = (1U << CORRIDOR_LIMITS) - 1;
        buf_printf(out, "         %-16s", corridor_reason_name(reason));
        for (size_t i = 0; about >> i; i++) {
            if (!(about >> i & 1))
                continue;
            buf_puts(out, before);
            put_object(judged, class, reason, i, out);
            before = ", ";
        }
        buf_putc(out, '\n');
    }
}

/* ---- the whole ---- */

static size_t count_verdict(const struct corridor_judged *judged, enum corridor_verdict verdict)
{
    size_t count = 0;
    for (size_t i = 0; i < judged->count; i++)
        count += judged->classes[i].verdict == verdict;
    return count;
}

static void put_admitted(const struct corridor_judged *judged, const struct asym *asym,
                         struct buf *out)
{
    if (!count_verdict(judged, CORRIDOR_ADMITTED)) {
        buf_puts(out, "\nno pair is admitted\n");
        return;
    }
    buf_puts(out, "\nadmitted:\n");
    for (size_t i = 0; i < judged->count; i++) {
        if (judged->classes[i].verdict != CORRIDOR_ADMITTED)
            continue;
        put_class(asym, &judged->classes[i], out);
        put_grounds(judged, &judged->classes[i], out);
    }
}

static void put_others(const struct corridor_judged *judged, const struct asym *asym, bool all,
                       long long limit, struct buf *out)
{
    buf_puts(out, all ? "\nnot admitted:\n" : "\nnear misses:\n");
    for (size_t i = 0; i < judged->count && limit > 0; i++) {
        const struct corridor_class *class = &judged->classes[i];
        if (class->verdict == CORRIDOR_ADMITTED || !(all || class->candidate))
            continue;
        put_class(asym, class, out);
        put_reasons(judged, class, out);
        limit--;
    }
}

static void put_plain(const struct corridor_judged *judged, const struct asym *asym, bool all,
                      long long limit, struct buf *out)
{
    put_corridor(judged, out);
    buf_printf(out,
               "judged, evaluated at %lld nodes or deeper: %zu pairs, %zu admitted, %zu open, ",
               (long long)judged->corridor->near_from, judged->count,
               count_verdict(judged, CORRIDOR_ADMITTED), count_verdict(judged, CORRIDOR_OPEN));
    buf_printf(out, "%zu rejected\n", count_verdict(judged, CORRIDOR_REJECTED));
    put_admitted(judged, asym, out);
    put_others(judged, asym, all, limit, out);
}

static enum status print(const struct command_line *line, const struct release *release,
                         struct error *error)
{
    const struct asym *asym = &release->asym;
    struct corridor_judged judged = {0};
    struct buf out = {0};
    bool all = command_value(line, "all");
    long long limit = 0;
    enum status status = command_int(line, "limit", 1, PAIR_CLASSES, PAIR_CLASSES, &limit, error);
    if (!status)
        status = corridor_judge(asym, &release->evidence, &release->corridor, &judged, error);
    if (!status && !command_value(line, "csv"))
        put_plain(&judged, asym, all, limit, &out);
    else if (!status && all)
        corridor_table(&judged, asym, &out);
    else if (!status)
        corridor_encyclopedia_table(&judged, asym, &out);
    corridor_judged_free(&judged);
    return command_print(&out, status, error);
}

static enum status run(const struct command_line *line, struct error *error)
{
    struct opened opened;
    if (command_value(line, "csv") && command_value(line, "limit"))
        return error_set(error, STATUS_CANNOT,
                         "encyclopedia: --csv gives all lines, without --limit");
    enum status status = opened_open(line, &opened, error);
    if (!status)
        status = print(line, &opened.release, error);
    opened_free(&opened);
    return status;
}

const struct command command_encyclopedia = {
    .name = "encyclopedia",
    .arguments = "",
    .summary = "list the pairs that one can defend, and what the others lack",
    .details =
        "A pair is admitted when it keeps to the corridor of corridor.json at each of four\n"
        "budgets, does not drift to one side, and every confirming engine confirms it. Near\n"
        "misses are the pairs about which these engines are asked, each with every reason\n"
        "against it. Values of confirming engines are on their own scales.",
    .options = {{"all", NULL, "not the near misses alone, but every judged pair"},
                {"limit", "N", "at most N pairs that are not admitted"},
                {"csv", NULL, "as in tables/encyclopedia.csv; with --all, tables/corridor.csv"},
                OPENED_FROM,
                {0}},
    .run = run,
};

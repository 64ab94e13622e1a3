#include "cmd/opened.h"
#include "cmd/ranked.h"
#include "cmd/stage.h"
#include "study/asym_tables.h"

#include <stdlib.h>

struct filter {
    struct asym_filter pairs;
    long long limit;
};

static enum status read_filter(const struct command_line *line, const struct asym *asym,
                               struct filter *filter, struct error *error)
{
    enum status status = stage_option(line, asym, &filter->pairs.min_budget, error);
    long long max_cp = 0;
    if (!status)
        status = command_int(line, "max-cp", 0, 100000, 100000, &max_cp, error);
    filter->pairs.max_cp = max_cp;
    if (!status)
        status = command_int(line, "limit", 1, PAIR_CLASSES, PAIR_CLASSES, &filter->limit, error);
    return status;
}

static enum status print_pairs(const struct asym *asym, const struct filter *filter, bool csv,
                               struct error *error)
{
    struct asym_class *ranked;
    size_t count;
    long long shown = 0;
    struct buf out = {0};
    enum status status = asym_rank(asym, &ranked, &count, error);
    if (status)
        return status;
    if (csv)
        asym_pairs_header(asym, &out);
    for (size_t i = 0; i < count && shown < filter->limit; i++) {
        const struct asym_class *class = &ranked[i];
        if (!asym_passes(class, &filter->pairs))
            continue;
        shown++;
        if (csv) {
            asym_pairs_row(asym, class, i + 1, &out);
        } else {
            ranked_put(asym, class, i + 1, &out);
            buf_putc(&out, '\n');
        }
    }
    free(ranked);
    return command_print(&out, STATUS_OK, error);
}

static enum status run(const struct command_line *line, struct error *error)
{
    struct opened opened;
    struct filter filter;
    enum status status = opened_open(line, &opened, error);
    if (!status)
        status = read_filter(line, &opened.release.asym, &filter, error);
    if (!status)
        status =
            print_pairs(&opened.release.asym, &filter, command_value(line, "csv") != NULL, error);
    opened_free(&opened);
    return status;
}

const struct command command_pairs = {
    .name = "pairs",
    .arguments = "",
    .summary = "list the ranked pairs, best first",
    .details = "Values are centipawns from White's view, on the scale of the primary engine.",
    .options = {STAGE_OPTION,
                {"max-cp", "N", "only pairs with |cp| <= N at their deepest budget"},
                {"limit", "N", "at most N pairs"},
                {"csv", NULL, "as in tables/pairs.csv"},
                OPENED_FROM,
                {0}},
    .run = run,
};

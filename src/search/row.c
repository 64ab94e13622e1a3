#include "search/row.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

struct evaluation row_of(struct pair pair, enum role role, const struct uci_result *found)
{
    const struct reply_iteration *last = &found->iteration;
    struct evaluation row = {.pair = pair,
                             .role = (uint8_t)role,
                             .mate = last->mate,
                             .depth = last->depth,
                             .seldepth = last->seldepth,
                             .score = last->score,
                             .hash_mb = found->hash_mb,
                             .win = last->win,
                             .draw = last->draw,
                             .loss = last->loss,
                             .nodes = last->nodes};
    memcpy(row.bestmove, last->move, sizeof row.bestmove);
    return row;
}

enum { VALUE_BYTES = 24, FIELDS = 7 };

/* The fields that an engine gives, as text; those of a pair and its role are given to it. */
static const char *const names[FIELDS] = {"score",    "depth", "seldepth", "nodes",
                                          "bestmove", "wdl",   "hash_mb"};

static void write_fields(const struct evaluation *row, char text[FIELDS][VALUE_BYTES])
{
    snprintf(text[0], VALUE_BYTES, row->mate ? "mate in %d" : "%d cp", row->score);
    snprintf(text[1], VALUE_BYTES, "%u", row->depth);
    snprintf(text[2], VALUE_BYTES, "%u", row->seldepth);
    snprintf(text[3], VALUE_BYTES, "%" PRId64, row->nodes);
    snprintf(text[4], VALUE_BYTES, "%s", row->bestmove);
    snprintf(text[5], VALUE_BYTES, "%u/%u/%u", row->win, row->draw, row->loss);
    if (row->win == EVIDENCE_NO_WDL)
        snprintf(text[5], VALUE_BYTES, "none");
    snprintf(text[6], VALUE_BYTES, "%" PRIu32, row->hash_mb);
}

void row_differences(const struct evaluation *a, const char *a_word, const struct evaluation *b,
                     const char *b_word, struct buf *out)
{
    char left[FIELDS][VALUE_BYTES], right[FIELDS][VALUE_BYTES];
    const char *between = "";
    write_fields(a, left);
    write_fields(b, right);
    for (size_t i = 0; i < FIELDS; i++) {
        if (strcmp(left[i], right[i]) == 0)
            continue;
        buf_printf(out, "%s%s %s %s, %s %s", between, names[i], left[i], a_word, right[i], b_word);
        between = "; ";
    }
}

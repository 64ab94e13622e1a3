#include "cmd/opened.h"

#include <stdio.h>
#include <stdlib.h>

static const char *yes_no(bool yes)
{
    return yes ? "yes" : "no";
}

static void print_start(const char *side, uint16_t number)
{
    char letters[START_BYTES];
    start_letters(number, letters);
    printf("%s %3u  %s  can castle at once: h side %s, a side %s\n", side, number, letters,
           yes_no(start_can_castle(number, START_H_SIDE)),
           yes_no(start_can_castle(number, START_A_SIDE)));
}

static void print_row(const struct asym_budget *budget, const struct evaluation *row)
{
    printf("  %-3s %12lld nodes  ", budget->stage, (long long)budget->limit);
    if (row->mate)
        printf("mate in %d", row->score);
    else
        printf("%+5d cp", row->score);
    printf("  depth %u  best %s", row->depth, row->bestmove);
    if (row->win != EVIDENCE_NO_WDL)
        printf("  wdl %u/%u/%u", row->win, row->draw, row->loss);
    if (budget->window >= 0)
        printf("  window %lld", (long long)budget->window);
    printf("\n");
}

static void print_verdict(const struct asym *asym, const struct asym_class *class, size_t rank)
{
    /* Where nothing stopped it, these say nothing and are not looked at. */
    int stopped = class->stopped >= 0 ? class->stopped : class->deepest;
    const struct asym_budget *stop = &asym->budgets[stopped];
    const struct evaluation *row = class->at[stopped];
    switch (class->outcome) {
    case ASYM_CONTROL:
        printf("a control (w = b): never ranked\n");
        break;
    case ASYM_RANKED:
        printf("ranked %zu: inside every window up to %s\n", rank,
               asym->budgets[class->deepest].stage);
        break;
    case ASYM_WINDOW:
        printf("not ranked: %+d cp at %s is outside its window of %lld\n", row->score, stop->stage,
               (long long)stop->window);
        break;
    case ASYM_MATE:
        printf("not ranked: a mate at %s\n", stop->stage);
        break;
    case ASYM_GAP:
        printf("not ranked: not evaluated at %s\n", stop->stage);
        break;
    case ASYM_WAITING:
        printf("not ranked yet: inside the triage window, waiting for %s\n",
               asym->budgets[asym->first_ranking].stage);
        break;
    case ASYM_TRIAGED:
        printf("not ranked: outside the triage window of %s (%lld cp), so not served\n",
               stop->stage, (long long)stop->window);
        break;
    }
}

/* 1 for the best pair; 0 when it is not ranked. */
static enum status find_rank(const struct asym *asym, struct pair pair, size_t *rank,
                             struct error *error)
{
    struct asym_class *ranked;
    size_t count;
    enum status status = asym_rank(asym, &ranked, &count, error);
    *rank = 0;
    for (size_t i = 0; i < count && !status; i++) {
        if (pair_compare(ranked[i].pair, pair) == 0)
            *rank = i + 1;
    }
    free(ranked);
    return status;
}

/* What is known of the class, under its representative. */
static enum status print_class(const struct asym *asym, struct pair asked, struct error *error)
{
    struct asym_class class;
    size_t rank;
    int budget;
    const struct evaluation *mirror = asym_mirror(asym, asked, &budget);
    if (mirror) {
        printf("evaluated as a mirror, which is never ranked:\n");
        print_row(&asym->budgets[budget], mirror);
    }
    if (!asym_look(asym, asked, &class)) {
        if (!mirror)
            printf("nothing is known of this class\n");
        return STATUS_OK;
    }
    enum status status = find_rank(asym, class.pair, &rank, error);
    if (status)
        return status;
    if (pair_compare(class.pair, asked) != 0)
        printf("its class is evaluated under %u:%u, the mirror, which is another game%s\n",
               class.pair.w, class.pair.b, mirror ? "" : "; no value of this pair itself");
    print_verdict(asym, &class, rank);
    printf("evaluations of %u:%u (White's view):\n", class.pair.w, class.pair.b);
    for (int i = 0; i < asym->count; i++) {
        if (class.at[i])
            print_row(&asym->budgets[i], class.at[i]);
    }
    return STATUS_OK;
}

static void print_mirror(const struct asym *asym, struct pair pair)
{
    struct pair mirror = pair_mirror(pair);
    struct asym_class class;
    int budget;
    const struct evaluation *row = asym_mirror(asym, mirror, &budget);
    printf("mirror %u:%u: ", mirror.w, mirror.b);
    if (pair_is_control(pair) && asym_look(asym, mirror, &class)) {
        budget = class.deepest;
        row = class.at[budget];
    }
    if (!row) {
        printf("not evaluated itself; it is another game, and nothing is inferred for it\n");
        return;
    }
    printf("evaluated itself\n");
    print_row(&asym->budgets[budget], row);
}

static enum status run(const struct command_line *line, struct error *error)
{
    struct opened opened;
    struct pair pair;
    char fen[PAIR_FEN_BYTES];
    struct error reason = {0};
    if (pair_read(text_of(line->arguments[0]), &pair, &reason))
        return error_set(error, STATUS_CANNOT, "show: %s", reason.text);
    enum status status = opened_open(line, &opened, error);
    if (!status) {
        const struct asym *asym = &opened.release.asym;
        printf("%u:%u\n", pair.w, pair.b);
        print_start("White", pair.w);
        print_start("Black", pair.b);
        pair_fen(pair, PAIR_SHREDDER_FEN, fen);
        printf("Shredder-FEN  %s\n", fen);
        pair_fen(pair, PAIR_X_FEN, fen);
        printf("X-FEN         %s\n", fen);
        status = print_class(asym, pair, error);
        if (!status && (pair_is_representative(pair) || pair_is_control(pair)))
            print_mirror(asym, pair);
    }
    opened_free(&opened);
    return status;
}

const struct command command_show = {
    .name = "show",
    .arguments = "PAIR",
    .min = 1,
    .max = 1,
    .summary = "say what is known of a pair: evaluations, mirror, the window that stopped it",
    .details = "PAIR is 518:534, two back ranks (RNBQKBNR:RNBKQBNR), or a FEN.",
    .options = {OPENED_FROM, {0}},
    .run = run,
};

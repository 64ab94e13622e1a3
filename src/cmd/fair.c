#include "study/fair.h"

#include "cmd/opened.h"
#include "cmd/stage.h"

#include <ctype.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>

/* A seed for those who gave none: printed on the card, so that the draw can be repeated. */
static enum status make_seed(char seed[24], struct error *error)
{
    uint64_t random;
    if (getrandom(&random, sizeof random, 0) != sizeof random)
        return error_set(error, STATUS_CANNOT, "fair: no random numbers; see --seed");
    snprintf(seed, 24, "%" PRIu64, random);
    return STATUS_OK;
}

static void print_rank(int number, const char *letters, bool lower)
{
    printf("    %d ", number);
    for (; *letters; letters++)
        printf(" %c", lower ? tolower((unsigned char)*letters) : *letters);
    printf("\n");
}

static void print_board(const char *white, const char *black)
{
    print_rank(8, black, true);
    print_rank(7, "pppppppp", true);
    for (int rank = 6; rank >= 3; rank--)
        print_rank(rank, "........", false);
    print_rank(2, "PPPPPPPP", false);
    print_rank(1, white, false);
    printf("       a b c d e f g h\n");
}

static void print_card(const struct release *release, const struct fair_draw *draw,
                       const char *seed)
{
    const struct asym *asym = &release->asym;
    const struct asym_class *class = &draw->class;
    const cJSON *engine =
        json_get(json_get(release->passport, "engines"), release->edition.primary_engine);
    char white[START_BYTES], black[START_BYTES], fen[PAIR_FEN_BYTES];
    start_letters(class->pair.w, white);
    start_letters(class->pair.b, black);
    pair_fen(class->pair, PAIR_SHREDDER_FEN, fen);
    printf("A level pair: %u:%u\n\n", class->pair.w, class->pair.b);
    print_board(white, black);
    printf("\nWhite %3u  %s\nBlack %3u  %s\nFEN   %s\n\n", class->pair.w, white, class->pair.b,
           black, fen);
    printf("%s sees, from White's view:\n", json_string(engine, "name"));
    for (int i = 0; i < asym->count; i++) {
        if (class->at[i] && !class->at[i]->mate)
            printf("  %12lld nodes  %+4d cp\n", (long long)asym->budgets[i].limit,
                   class->at[i]->score);
    }
    printf("\nTwo games, so that nobody has the better side:\n"
           "  game 1  you play White, your opponent Black\n"
           "  game 2  the same pair with the colours reversed\n\n"
           "%s %s, rank %zu at %s; seed %s\n",
           release->edition.study, release->edition.version, draw->rank,
           asym->budgets[class->deepest].stage, seed);
}

/* An EPD line: four FEN fields, evaluation, node count, the pair's name. */
static void print_epd(const struct fair_draw *draw)
{
    const struct evaluation *row = draw->class.at[draw->class.deepest];
    char fen[PAIR_FEN_BYTES];
    pair_fen(draw->class.pair, PAIR_SHREDDER_FEN, fen);
    fen[strlen(fen) - strlen(" 0 1")] = '\0';
    printf("%s acd %u; acn %lld; ce %d; id \"%u:%u\";\n", fen, row->depth, (long long)row->nodes,
           row->score, draw->class.pair.w, draw->class.pair.b);
}

static void print_pool(const struct fair_draw *draws, size_t count, bool epd)
{
    for (size_t i = 0; i < count; i++) {
        char fen[PAIR_FEN_BYTES];
        pair_fen(draws[i].class.pair, PAIR_SHREDDER_FEN, fen);
        if (epd)
            print_epd(&draws[i]);
        else
            printf("%s\n", fen);
    }
}

static enum status check_format(const char *format, bool *epd, struct error *error)
{
    *epd = format && strcmp(format, "epd") == 0;
    if (!format || *epd || strcmp(format, "fen") == 0)
        return STATUS_OK;
    return error_set(error, STATUS_CANNOT, "--format: '%.40s' is not fen or epd", format);
}

static enum status draw(const struct command_line *line, const struct release *release,
                        const char *seed, struct error *error)
{
    struct asym_filter filter;
    struct fair_draw *draws = NULL;
    size_t count = 0;
    long long max_cp, pool;
    bool epd;
    enum status status = stage_option(line, &release->asym, &filter.min_budget, error);
    if (!status)
        status = command_int(line, "max-cp", 0, 100000, 10, &max_cp, error);
    if (!status)
        status = command_int(line, "pool", 1, PAIR_CLASSES, 0, &pool, error);
    if (!status)
        status = check_format(command_value(line, "format"), &epd, error);
    if (status)
        return status;
    filter.max_cp = max_cp;
    status = fair_shuffle(&release->asym, &filter, seed, &draws, &count, error);
    if (!status && (count == 0 || count < (size_t)pool))
        status = error_set(error, STATUS_WRONG,
                           "fair: %zu pairs are that level; widen --max-cp or --min-stage", count);
    if (!status && pool)
        print_pool(draws, (size_t)pool, epd);
    else if (!status)
        print_card(release, &draws[0], seed);
    free(draws);
    return status;
}

static enum status run(const struct command_line *line, struct error *error)
{
    struct opened opened = {0};
    char made[24];
    const char *seed = command_value(line, "seed");
    enum status status = seed ? STATUS_OK : make_seed(made, error);
    if (!status)
        status = opened_open(line, &opened, error);
    if (!status)
        status = draw(line, &opened.release, seed ? seed : made, error);
    opened_free(&opened);
    return status;
}

const struct command command_fair = {
    .name = "fair",
    .arguments = "",
    .summary = "draw a level pair for tonight's game",
    .details = "Draws among the ranked pairs in the order of sha256(\"SEED w:b\"), so that anyone\n"
               "can check the draw.",
    .options = {{"seed", "TEXT", "the same seed draws the same pair (default: random)"},
                {"max-cp", "N", "how level: |cp| <= N at its deepest budget (default: 10)"},
                STAGE_OPTION,
                {"pool", "N", "print N pairs, a line each, instead of a card"},
                {"format", "F", "of the pool: fen (default), epd"},
                OPENED_FROM,
                {0}},
    .run = run,
};

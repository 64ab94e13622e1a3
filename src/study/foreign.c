#include "study/foreign.h"

#include "study/foreign_columns.h"
#include "study/foreign_value.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { NOTE_BYTES = 200, UNKNOWN = -1, ONE = 1000000 };

/* What one side begins from, as far as the list says. */
struct side {
    int32_t start;  /* known from letters; UNKNOWN */
    int64_t number; /* in the list's numbering; UNKNOWN */
};

/* A line, before it is known how the list counts and in what unit. */
struct raw {
    uint32_t line;
    bool has_pair; /* from letters or a FEN */
    struct pair pair;
    int64_t number;       /* of a start; UNKNOWN */
    struct side sides[2]; /* White's, Black's */
    struct foreign_value eval, draw;
    bool draw_is_share;
    struct text eval_text, draw_text; /* for messages */
};

static bool side_is_known(const struct side *side)
{
    return side->start != UNKNOWN || side->number != UNKNOWN;
}

struct reader {
    struct foreign *foreign;
    const struct foreign_options *options;
    struct listing listing;
    struct foreign_columns columns;
    struct raw *raw; /* owned */
    size_t count, cap;
    size_t note_cap;
    bool has_zero, has_960; /* among the numbers */
    bool ids_are_names;
    bool failed; /* out of memory */
};

static const struct {
    const char *name, *words;
} oddities[FOREIGN_ODDITIES] = {
    [FOREIGN_NO_START] = {"no_start", "no start of Chess960: not used"},
    [FOREIGN_NO_POSITION] = {"no_position", "without a position: not used"},
    [FOREIGN_TWO_POSITIONS] = {"two_positions", "with two different positions: not used"},
    [FOREIGN_BLACK_TO_MOVE] = {"black_to_move", "with Black to move, another position: not used"},
    [FOREIGN_RIGHTS] = {"castling_rights",
                        "with other castling rights than a start's, another position: not used"},
    [FOREIGN_WRONG_NUMBER] = {"wrong_number", "with the number of no start: not used"},
    [FOREIGN_WRONG_VALUE] = {"wrong_value", "whose value is no number: not used"},
    [FOREIGN_CONTRADICTION] = {"contradiction", "again with another value: the first line counts"},
    [FOREIGN_MISNUMBERED] = {"misnumbered",
                             "whose number is not that of the position: the position counts"},
    [FOREIGN_MIRRORED] = {"mirrored", "whose number is that of the mirror: the position counts"},
    [FOREIGN_EXTRA] = {"extra_fields", "with fields too many: those with a name count"},
    [FOREIGN_SHORT] = {"missing_fields", "with fields too few"},
    [FOREIGN_UNENDED] = {"unended", "where a quotation mark or the last ';' is missing"},
    [FOREIGN_REPEATED] = {"repeated", "again with the same value"},
    [FOREIGN_NO_VALUE] = {"no_value", "without a value: not used"},
    [FOREIGN_MATE] = {"mate", "with a mate, or beyond 10000 cp: not used"},
    [FOREIGN_X_FEN] = {"x_fen", "with rights such as KQkq, read as X-FEN: the outermost rooks"},
    [FOREIGN_COUNTERS] = {"counters", "with move counters such as \"0 1;\", passed over"},
    [FOREIGN_IS_960] = {"numbered_960", "where 960 stands for start 0"},
};

const char *foreign_oddity_name(enum foreign_oddity oddity)
{
    return oddities[oddity].name;
}

const char *foreign_oddity_words(enum foreign_oddity oddity)
{
    return oddities[oddity].words;
}

bool foreign_oddity_is_fault(enum foreign_oddity oddity)
{
    return oddity < FOREIGN_REPEATED;
}

/* ---- notes ---- */

static void keep_note(struct reader *reader, enum foreign_oddity oddity, uint32_t line,
                      const char *words)
{
    struct foreign *foreign = reader->foreign;
    if (foreign->note_count == reader->note_cap) {
        size_t cap = reader->note_cap ? 2 * reader->note_cap : 64;
        struct foreign_note *more = realloc(foreign->notes, cap * sizeof *more);
        if (!more) {
            reader->failed = true;
            return;
        }
        foreign->notes = more;
        reader->note_cap = cap;
    }
    foreign->notes[foreign->note_count++] = (struct foreign_note){oddity, line, foreign->words.len};
    buf_put(&foreign->words, words, strlen(words) + 1);
}

__attribute__((format(printf, 4, 5))) static void
note(struct reader *reader, enum foreign_oddity oddity, uint32_t line, const char *format, ...)
{
    char words[NOTE_BYTES];
    va_list args;
    if (reader->foreign->odd[oddity]++ >= reader->options->noted)
        return;
    va_start(args, format);
    vsnprintf(words, sizeof words, format, args);
    va_end(args);
    error_make_printable(words);
    keep_note(reader, oddity, line, words);
}

static int compare_notes(const void *a, const void *b)
{
    const struct foreign_note *x = a, *y = b;
    if (x->oddity != y->oddity)
        return x->oddity < y->oddity ? -1 : 1;
    if (x->line != y->line)
        return x->line < y->line ? -1 : 1;
    return (x->words > y->words) - (x->words < y->words);
}

/* ---- positions; false where the line is of no use, which is noted ---- */

static bool take_pair(struct reader *reader, struct raw *raw, struct pair pair)
{
    if (raw->has_pair && pair_compare(raw->pair, pair) != 0) {
        note(reader, FOREIGN_TWO_POSITIONS, raw->line, "%u:%u and %u:%u", raw->pair.w, raw->pair.b,
             pair.w, pair.b);
        return false;
    }
    raw->pair = pair;
    raw->has_pair = true;
    return true;
}

/* The rook that a letter of the castling field names, as a bit: H side 1, A side 2, Black's four
 * times that; 0 for none. X-FEN's letters mean the outermost rooks, and a start has but two. */
static unsigned rook_of(struct pair pair, char letter, bool *is_x_fen)
{
    bool black = letter >= 'a';
    char letters[START_BYTES], upper = black ? (char)(letter - 'a' + 'A') : letter;
    start_letters(black ? pair.b : pair.w, letters);
    char h_side = (char)('A' + (strrchr(letters, 'R') - letters));
    char a_side = (char)('A' + (strchr(letters, 'R') - letters));
    *is_x_fen |= upper == 'K' || upper == 'Q';
    unsigned rook = upper == 'K' || upper == h_side ? 1 : upper == 'Q' || upper == a_side ? 2 : 0;
    return black ? rook << 2 : rook;
}

static bool check_rights(struct reader *reader, const struct raw *raw, struct text rights,
                         struct pair pair)
{
    unsigned found = 0;
    bool is_x_fen = false, known = rights.len == 4;
    for (size_t i = 0; i < rights.len && known; i++) {
        unsigned rook = rook_of(pair, rights.data[i], &is_x_fen);
        known = rook && !(found & rook);
        found |= rook;
    }
    if (!known)
        note(reader, FOREIGN_RIGHTS, raw->line, "\"%.*s\"", listing_shown(rights), rights.data);
    else if (is_x_fen)
        note(reader, FOREIGN_X_FEN, raw->line, "%s", "");
    return known;
}

/* pair_read judges the board; what it must not see is what differs between programs: blanks, who is
 * to move, the rights' order, the counters. */
static bool take_fen(struct reader *reader, struct raw *raw, struct text text)
{
    struct text words[6], word;
    size_t count = 0;
    char fen[128];
    struct pair pair;
    struct error error = {0};
    for (size_t at = 0; listing_word(text, &at, &word); count++) {
        if (count < 6)
            words[count] = word;
    }
    bool whole = (count == 4 || count == 6) && words[0].len < 80 && words[3].len < 20;
    if (whole)
        snprintf(fen, sizeof fen, "%.*s w KQkq %.*s", (int)words[0].len, words[0].data,
                 (int)words[3].len, words[3].data);
    if (pair_read(whole ? text_of(fen) : text, &pair, &error) || !whole) {
        note(reader, FOREIGN_NO_START, raw->line, "%s", error.text);
        return false;
    }
    if (!text_is(words[1], "w")) {
        note(reader, FOREIGN_BLACK_TO_MOVE, raw->line, "to move: \"%.*s\"", listing_shown(words[1]),
             words[1].data);
        return false;
    }
    return check_rights(reader, raw, words[2], pair) && take_pair(reader, raw, pair);
}

static bool take_letters(struct reader *reader, const struct raw *raw, struct text text,
                         uint16_t *start)
{
    struct error error = {0};
    if (!start_number(text, start, &error))
        return true;
    if (text.len == START_FILES) /* the message quotes it */
        note(reader, FOREIGN_NO_START, raw->line, "%s", error.text);
    else
        note(reader, FOREIGN_NO_START, raw->line, "\"%.*s\": %s", listing_shown(text), text.data,
             error.text);
    return false;
}

static bool is_number(struct text text, int64_t *value)
{
    while (text.len > 1 && *text.data == '0') { /* "007" */
        text.data++;
        text.len--;
    }
    return text_int(text, 0, INT32_MAX, value);
}

/* One side: a number, or letters. */
static bool take_side(struct reader *reader, struct raw *raw, struct text text, bool black)
{
    struct side *side = &raw->sides[black];
    uint16_t start;
    if (is_number(text, &side->number))
        return true;
    if (!take_letters(reader, raw, text, &start))
        return false;
    side->start = start;
    return true;
}

/* What stands behind the first ':'. */
static bool split_pair(struct text text, struct text halves[2])
{
    const char *colon = text.len ? memchr(text.data, ':', text.len) : NULL;
    if (!colon)
        return false;
    size_t before = (size_t)(colon - text.data);
    halves[0] = listing_trim((struct text){text.data, before});
    halves[1] = listing_trim((struct text){colon + 1, text.len - before - 1});
    return true;
}

static bool take_position(struct reader *reader, struct raw *raw, struct text text)
{
    struct text halves[2];
    uint16_t start;
    if (text.len == 0 || is_number(text, &raw->number))
        return true;
    if (memchr(text.data, '/', text.len))
        return take_fen(reader, raw, text);
    if (split_pair(text, halves))
        return take_side(reader, raw, halves[0], false) && take_side(reader, raw, halves[1], true);
    return take_letters(reader, raw, text, &start) &&
           take_pair(reader, raw, (struct pair){start, start});
}

static bool take_number(struct reader *reader, struct raw *raw, struct text text)
{
    if (text.len == 0 || is_number(text, &raw->number))
        return true;
    note(reader, FOREIGN_WRONG_NUMBER, raw->line, "\"%.*s\"", listing_shown(text), text.data);
    return false;
}

/* A name that is no number says nothing, and neither does one beside a number. */
static void take_id(struct raw *raw, struct text text)
{
    struct text halves[2];
    int64_t w, b;
    if (split_pair(text, halves) && is_number(halves[0], &w) && is_number(halves[1], &b)) {
        raw->sides[0].number = w;
        raw->sides[1].number = b;
    } else if (raw->number == UNKNOWN) {
        is_number(text, &raw->number);
    }
}

/* ---- values ---- */

static void take_depth(struct foreign *foreign, struct text text)
{
    int64_t depth;
    if (!text_int(text, 0, 100000, &depth))
        return;
    if (!foreign->has_depth || depth < foreign->min_depth)
        foreign->min_depth = depth;
    if (!foreign->has_depth || depth > foreign->max_depth)
        foreign->max_depth = depth;
    foreign->has_depth = true;
}

/* The field with that role; empty where there is none. */
static struct text field_of(const struct reader *reader, enum foreign_role role)
{
    int column = foreign_columns_find(&reader->columns, role);
    struct text none = {"", 0};
    return column >= 0 && reader->listing.fields[column].data ? reader->listing.fields[column]
                                                              : none;
}

static void take_draw(const struct reader *reader, struct raw *raw, bool comma)
{
    struct text parts[3] = {field_of(reader, FOREIGN_WIN), field_of(reader, FOREIGN_DRAW),
                            field_of(reader, FOREIGN_LOSS)};
    struct text all = field_of(reader, FOREIGN_WDL);
    bool wants_three = all.len > 0 || (foreign_columns_find(&reader->columns, FOREIGN_WIN) >= 0 &&
                                       foreign_columns_find(&reader->columns, FOREIGN_LOSS) >= 0);
    bool are_three = wants_three && (all.len == 0 || foreign_value_split(all, parts));
    raw->draw_text = all.len ? all : parts[1];
    raw->draw = foreign_value_read(parts[1], comma);
    if (are_three) {
        struct foreign_value win = foreign_value_read(parts[0], comma);
        struct foreign_value loss = foreign_value_read(parts[2], comma);
        raw->draw_is_share = foreign_value_share(&win, &raw->draw, &loss, &raw->draw.millionths);
    }
    if (wants_three && !raw->draw_is_share && raw->draw_text.len)
        raw->draw.kind = FOREIGN_VALUE_WRONG;
}

static void take_values(struct reader *reader, struct raw *raw)
{
    bool comma = !reader->listing.is_epd && reader->listing.separator != ',';
    int eval = foreign_columns_eval(&reader->columns);
    if (eval >= 0 && reader->listing.fields[eval].data)
        raw->eval_text = reader->listing.fields[eval];
    raw->eval = foreign_value_read(raw->eval_text, comma);
    if (field_of(reader, FOREIGN_IS_MATE).len) {
        raw->eval.kind = FOREIGN_VALUE_MATE;
        raw->eval_text = field_of(reader, FOREIGN_IS_MATE);
    }
    take_draw(reader, raw, comma);
    take_depth(reader->foreign, field_of(reader, FOREIGN_DEPTH));
}

/* ---- lines ---- */

static bool take_positions(struct reader *reader, struct raw *raw)
{
    const struct listing *listing = &reader->listing;
    bool good = true;
    for (size_t i = 0; i < listing->count && good; i++) {
        enum foreign_role role = reader->columns.roles[i];
        struct text field = listing->fields[i];
        if (!field.data || field.len == 0)
            continue;
        if (role == FOREIGN_POSITION)
            good = take_position(reader, raw, field);
        else if (role == FOREIGN_NUMBER)
            good = take_number(reader, raw, field);
        else if (role == FOREIGN_W || role == FOREIGN_B)
            good = take_side(reader, raw, field, role == FOREIGN_B);
    }
    if (good)
        take_id(raw, field_of(reader, FOREIGN_ID));
    return good;
}

/* A number beside two sides, or beside another pair's FEN, is not that of a start. */
static void drop_idle_number(struct raw *raw)
{
    bool has_sides = side_is_known(&raw->sides[0]) && side_is_known(&raw->sides[1]);
    if (has_sides || (raw->has_pair && !pair_is_control(raw->pair)))
        raw->number = UNKNOWN;
}

static void note_form(struct reader *reader, uint32_t line)
{
    const struct listing *listing = &reader->listing;
    if (listing->has_extra)
        note(reader, FOREIGN_EXTRA, line, "%s", "");
    if (listing->is_short)
        note(reader, FOREIGN_SHORT, line, "%s", "");
    if (listing->is_unended)
        note(reader, FOREIGN_UNENDED, line, "%s", "");
    if (listing->has_counters)
        note(reader, FOREIGN_COUNTERS, line, "%s", "");
}

static void see_number(struct reader *reader, int64_t number)
{
    reader->has_zero |= number == 0;
    reader->has_960 |= number == START_COUNT;
}

static enum status add_raw(struct reader *reader, const struct raw *raw, struct error *error)
{
    if (reader->count == FOREIGN_ROWS_MAX)
        return error_set(error, STATUS_CANNOT, "%s: more than %d lines", reader->columns.name,
                         FOREIGN_ROWS_MAX);
    if (reader->count == reader->cap) {
        size_t cap = reader->cap ? 2 * reader->cap : 1024;
        struct raw *more = realloc(reader->raw, cap * sizeof *more);
        if (!more)
            return error_memory(error);
        reader->raw = more;
        reader->cap = cap;
    }
    see_number(reader, raw->number);
    see_number(reader, raw->sides[0].number);
    see_number(reader, raw->sides[1].number);
    reader->raw[reader->count++] = *raw;
    return STATUS_OK;
}

static enum status read_lines(struct reader *reader, struct error *error)
{
    enum status status = foreign_columns_add(&reader->columns, &reader->listing, error);
    while (!status && listing_next(&reader->listing)) {
        struct raw raw = {
            .line = (uint32_t)reader->listing.line,
            .number = UNKNOWN,
            .sides = {{UNKNOWN, UNKNOWN}, {UNKNOWN, UNKNOWN}},
            .eval_text = {"", 0},
        };
        reader->foreign->lines++;
        status = foreign_columns_add(&reader->columns, &reader->listing, error);
        if (status)
            break;
        note_form(reader, raw.line);
        if (!take_positions(reader, &raw))
            continue;
        drop_idle_number(&raw);
        take_values(reader, &raw);
        status = add_raw(reader, &raw, error);
    }
    return status ? status : foreign_columns_end(&reader->columns, &reader->listing, error);
}

/* ---- how the list counts ---- */

/* How many numbers say what the position beside them says, when the first start is 0, or 1. */
struct votes {
    int64_t zero, one, all;
    int64_t alone; /* numbers without a position to hold them against */
};

static void vote(struct votes *votes, int64_t number, int32_t start)
{
    if (number == UNKNOWN)
        return;
    votes->all++;
    votes->zero += number % START_COUNT == start && number <= START_COUNT;
    votes->one += number == start + 1;
}

static void count_votes(const struct reader *reader, struct votes *votes)
{
    for (size_t i = 0; i < reader->count; i++) {
        const struct raw *raw = &reader->raw[i];
        if (!raw->has_pair) {
            votes->alone += raw->number != UNKNOWN || raw->sides[0].number != UNKNOWN ||
                            raw->sides[1].number != UNKNOWN;
            continue;
        }
        vote(votes, raw->number, raw->pair.w);
        vote(votes, raw->sides[0].number, raw->pair.w);
        vote(votes, raw->sides[1].number, raw->pair.b);
    }
}

static enum status decide_numbering(struct reader *reader, struct error *error)
{
    struct foreign *foreign = reader->foreign;
    struct votes votes = {0};
    count_votes(reader, &votes);
    int64_t most = votes.zero > votes.one ? votes.zero : votes.one;
    bool has_id = foreign_columns_find(&reader->columns, FOREIGN_ID) >= 0 &&
                  foreign_columns_find(&reader->columns, FOREIGN_NUMBER) < 0;
    if (votes.all + votes.alone == 0)
        return STATUS_OK;
    if (has_id && votes.alone == 0 && 2 * most < votes.all) {
        reader->ids_are_names = true;
        return STATUS_OK;
    }
    foreign->first_number = votes.one > votes.zero;
    foreign->numbering = FOREIGN_NUMBERS_CHECKED;
    if (reader->options->first >= 0) {
        foreign->numbering = FOREIGN_NUMBERS_GIVEN;
        foreign->first_number = reader->options->first;
    } else if (votes.alone && most == 0 && !reader->has_zero && reader->has_960) {
        return error_set(error, STATUS_CANNOT,
                         "%s: the numbers run to 960 and none is 0: is 1 the first start "
                         "(BBQNNRKR), or does 960 stand for 0? Say --first 1 or --first 0",
                         reader->columns.name);
    } else if (votes.alone && most == 0) {
        foreign->numbering = reader->has_zero ? FOREIGN_NUMBERS_RANGE : FOREIGN_NUMBERS_SCHARNAGL;
    }
    return STATUS_OK;
}

/* The start of that number, or UNKNOWN. */
static int32_t start_of(const struct reader *reader, int64_t number)
{
    int first = reader->foreign->first_number;
    if (number == START_COUNT && first == 0 && !reader->has_zero)
        return 0;
    return number >= first && number < START_COUNT + first ? (int32_t)(number - first) : UNKNOWN;
}

/* ---- in what unit ---- */

struct spread {
    bool has_any, has_point, has_percent;
    int64_t most; /* |value| */
};

static void see_value(struct spread *spread, const struct foreign_value *value)
{
    if (value->kind != FOREIGN_VALUE_NUMBER)
        return;
    spread->has_any = true;
    spread->has_point |= value->has_point;
    spread->has_percent |= value->has_percent;
    if (llabs(value->millionths) > spread->most)
        spread->most = llabs(value->millionths);
}

static enum status decide_cp(struct reader *reader, const struct spread *spread, int column,
                             struct error *error)
{
    struct foreign *foreign = reader->foreign;
    enum foreign_role role = reader->columns.roles[column];
    struct text name = reader->listing.columns[column];
    foreign->unit = role == FOREIGN_PAWNS || (role == FOREIGN_EVAL && spread->has_point)
                        ? FOREIGN_IN_PAWNS
                        : FOREIGN_IN_CP;
    foreign->unit_by_name = role != FOREIGN_EVAL;
    if (role == FOREIGN_EVAL && spread->has_point && spread->most > 20 * (int64_t)ONE)
        return error_set(error, STATUS_CANNOT,
                         "%s: column '%.*s' has decimals, and values beyond 20: pawns or "
                         "centipawns? Say --columns NAME=pawns or NAME=cp",
                         reader->columns.name, listing_shown(name), name.data);
    return STATUS_OK;
}

static enum status decide_unit(struct reader *reader, struct error *error)
{
    struct foreign *foreign = reader->foreign;
    struct spread evals = {0}, draws = {0};
    int column = foreign_columns_eval(&reader->columns);
    for (size_t i = 0; i < reader->count; i++) {
        see_value(&evals, &reader->raw[i].eval);
        if (!reader->raw[i].draw_is_share)
            see_value(&draws, &reader->raw[i].draw);
    }
    foreign->is_draws = column < 0;
    if (!foreign->is_draws)
        return decide_cp(reader, &evals, column, error);
    foreign->unit = !draws.has_any                          ? FOREIGN_OF_THREE
                    : draws.has_percent || draws.most > ONE ? FOREIGN_IN_PERCENT
                                                            : FOREIGN_IN_SHARES;
    if (draws.most > 100 * (int64_t)ONE)
        return error_set(error, STATUS_CANNOT,
                         "%s: draws beyond 100 are neither shares nor per cent; counts need the "
                         "wins and losses beside them",
                         reader->columns.name);
    return STATUS_OK;
}

/* ---- rows ---- */

static int32_t side_start(const struct reader *reader, const struct side *side)
{
    return side->start != UNKNOWN ? side->start : start_of(reader, side->number);
}

/* Number and position are both there; do they say the same? */
static void check_number(struct reader *reader, const struct raw *raw)
{
    bool has_sides = side_is_known(&raw->sides[0]) && side_is_known(&raw->sides[1]);
    char said[NOTE_BYTES];
    struct pair pair = raw->pair;
    int32_t w, b;
    if (has_sides) {
        w = side_start(reader, &raw->sides[0]);
        b = side_start(reader, &raw->sides[1]);
        snprintf(said, sizeof said, "%d:%d", w, b);
    } else if (raw->number != UNKNOWN) {
        w = b = start_of(reader, raw->number);
        snprintf(said, sizeof said, "%lld", (long long)raw->number);
    } else {
        return;
    }
    struct pair mirror = pair_mirror(pair);
    if (w == pair.w && b == pair.b)
        return;
    note(reader, w == mirror.w && b == mirror.b ? FOREIGN_MIRRORED : FOREIGN_MISNUMBERED, raw->line,
         "%s, and the position is %u:%u", said, pair.w, pair.b);
}

/* From what the list says of the two sides, or by a number. */
static bool find_pair(struct reader *reader, const struct raw *raw, struct pair *pair)
{
    const struct side *sides = raw->sides;
    int32_t w, b;
    if (side_is_known(&sides[0]) && side_is_known(&sides[1])) {
        w = side_start(reader, &sides[0]);
        b = side_start(reader, &sides[1]);
    } else if (raw->number != UNKNOWN) {
        w = b = start_of(reader, raw->number);
    } else {
        note(reader, FOREIGN_NO_POSITION, raw->line, "%s", "");
        return false;
    }
    if (w == UNKNOWN || b == UNKNOWN) {
        if (raw->number != UNKNOWN)
            note(reader, FOREIGN_WRONG_NUMBER, raw->line, "%lld", (long long)raw->number);
        else
            note(reader, FOREIGN_WRONG_NUMBER, raw->line, "%lld:%lld", (long long)sides[0].number,
                 (long long)sides[1].number);
        return false;
    }
    if (reader->foreign->first_number == 0 &&
        (raw->number == START_COUNT || sides[0].number == START_COUNT ||
         sides[1].number == START_COUNT))
        note(reader, FOREIGN_IS_960, raw->line, "%s", "");
    *pair = (struct pair){(uint16_t)w, (uint16_t)b};
    return true;
}

/* In the units of struct foreign_row. */
static bool find_value(struct reader *reader, const struct raw *raw, int32_t *value)
{
    const struct foreign *foreign = reader->foreign;
    const struct foreign_value *found = foreign->is_draws ? &raw->draw : &raw->eval;
    struct text text = foreign->is_draws ? raw->draw_text : raw->eval_text;
    bool is_good = found->kind == FOREIGN_VALUE_NUMBER;
    int64_t number = found->millionths;
    if (is_good && !foreign->is_draws)
        number = foreign_value_round(number, foreign->unit == FOREIGN_IN_PAWNS ? 100 : 10000);
    else if (is_good && !raw->draw_is_share && foreign->unit == FOREIGN_IN_PERCENT)
        number = foreign_value_round(number, 100);
    if (found->kind == FOREIGN_VALUE_NONE)
        note(reader, FOREIGN_NO_VALUE, raw->line, "%s", "");
    else if (found->kind == FOREIGN_VALUE_MATE ||
             (is_good && !foreign->is_draws && llabs(number) > 100 * FOREIGN_MOST_CP))
        note(reader, FOREIGN_MATE, raw->line, "\"%.*s\"", listing_shown(text), text.data);
    else if (!is_good || (foreign->is_draws && (number < 0 || number > ONE)))
        note(reader, FOREIGN_WRONG_VALUE, raw->line, "\"%.*s\"", listing_shown(text), text.data);
    else {
        *value = (int32_t)number;
        return true;
    }
    return false;
}

/* Where a row is, by the order of pairs. */
struct place {
    uint32_t pair, row;
};

static int compare_places(const void *a, const void *b)
{
    const struct place *x = a, *y = b;
    if (x->pair != y->pair)
        return x->pair < y->pair ? -1 : 1;
    return (x->row > y->row) - (x->row < y->row);
}

/* Takes those rows out that say again what row firsts[i] says; each row that stays is its own
 * first. */
static void keep_firsts(struct reader *reader, const uint32_t *firsts)
{
    struct foreign *foreign = reader->foreign;
    struct foreign_row *rows = foreign->rows;
    size_t kept = 0;
    for (size_t i = 0; i < foreign->count; i++) {
        const struct foreign_row row = rows[i], *first = &rows[firsts[i]];
        if (firsts[i] != i) {
            note(reader, first->value == row.value ? FOREIGN_REPEATED : FOREIGN_CONTRADICTION,
                 row.line, "%u:%u, first on line %u", row.pair.w, row.pair.b, first->line);
            continue;
        }
        foreign->present[row.pair.w] |= pair_is_control(row.pair);
        foreign->starts += pair_is_control(row.pair);
        kept++;
    }
    for (size_t i = 0, next = 0; i < foreign->count; i++) {
        if (firsts[i] == i)
            rows[next++] = rows[i];
    }
    foreign->count = kept;
    foreign->pairs = (int64_t)kept - foreign->starts;
}

static enum status drop_repeated(struct reader *reader, struct error *error)
{
    struct foreign *foreign = reader->foreign;
    struct place *places = calloc(foreign->count + 1, sizeof *places);
    uint32_t *firsts = calloc(foreign->count + 1, sizeof *firsts);
    for (uint32_t i = 0; i < foreign->count && places; i++)
        places[i] = (struct place){pair_index(foreign->rows[i].pair), i};
    if (places)
        qsort(places, foreign->count, sizeof *places, compare_places);
    for (size_t i = 0, first = 0; i < foreign->count && places && firsts; i++) {
        if (places[i].pair != places[first].pair)
            first = i;
        firsts[places[i].row] = places[first].row;
    }
    if (places && firsts)
        keep_firsts(reader, firsts);
    enum status status = places && firsts ? STATUS_OK : error_memory(error);
    free(places);
    free(firsts);
    return status;
}

static void forget_ids(struct raw *raw)
{
    raw->number = UNKNOWN;
    raw->sides[0].number = raw->sides[1].number = UNKNOWN;
}

static enum status make_rows(struct reader *reader, struct error *error)
{
    struct foreign *foreign = reader->foreign;
    foreign->rows = calloc(reader->count + 1, sizeof *foreign->rows);
    if (!foreign->rows)
        return error_memory(error);
    for (size_t i = 0; i < reader->count; i++) {
        struct raw *raw = &reader->raw[i];
        struct foreign_row row = {.line = raw->line, .pair = raw->pair};
        if (reader->ids_are_names)
            forget_ids(raw);
        if (raw->has_pair)
            check_number(reader, raw);
        else if (!find_pair(reader, raw, &row.pair))
            continue;
        if (find_value(reader, raw, &row.value))
            foreign->rows[foreign->count++] = row;
    }
    return drop_repeated(reader, error);
}

/* ---- the whole ---- */

static enum status copy_columns(struct reader *reader, struct error *error)
{
    struct foreign *foreign = reader->foreign;
    for (size_t i = 0; i < reader->columns.known; i++) {
        struct text name = reader->listing.columns[i];
        char *copy = NULL; /* the text has no end of its own, which strndup would look for */
        if (asprintf(&copy, "%.*s", listing_shown(name), name.data) < 0)
            return error_memory(error);
        error_make_printable(copy);
        enum foreign_role role = reader->columns.roles[i];
        foreign->columns[i].name = copy;
        foreign->columns[i].role =
            role == FOREIGN_ID && reader->ids_are_names ? FOREIGN_NONE : role;
        foreign->column_count++;
    }
    foreign->is_epd = reader->listing.is_epd;
    foreign->separator = reader->listing.separator;
    return STATUS_OK;
}

enum status foreign_read(const char *name, struct text text, const struct foreign_options *options,
                         struct foreign *foreign, struct error *error)
{
    *foreign = (struct foreign){0};
    struct reader reader = {
        .foreign = foreign,
        .options = options,
        .columns = {.name = name, .given = options->columns},
    };
    enum status status = foreign_columns_check(&reader.columns, error);
    if (!status)
        status = listing_open(&reader.listing, name, text, error);
    if (!status)
        status = read_lines(&reader, error);
    if (!status)
        status = decide_numbering(&reader, error);
    if (!status)
        status = decide_unit(&reader, error);
    if (!status)
        status = make_rows(&reader, error);
    if (!status)
        status = copy_columns(&reader, error);
    if (!status)
        status = reader.failed ? error_memory(error) : buf_ok(&foreign->words, error);
    free(reader.raw);
    if (foreign->note_count)
        qsort(foreign->notes, foreign->note_count, sizeof *foreign->notes, compare_notes);
    return status;
}

bool foreign_is_faulty(const struct foreign *foreign)
{
    for (int i = 0; i < FOREIGN_ODDITIES; i++) {
        if (foreign_oddity_is_fault((enum foreign_oddity)i) && foreign->odd[i])
            return true;
    }
    return false;
}

void foreign_free(struct foreign *foreign)
{
    for (size_t i = 0; i < foreign->column_count; i++)
        free(foreign->columns[i].name);
    free(foreign->rows);
    free(foreign->notes);
    buf_free(&foreign->words);
    *foreign = (struct foreign){0};
}

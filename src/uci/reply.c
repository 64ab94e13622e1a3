#include "uci/reply.h"

#include "uci/words.h"

#include <stdio.h>
#include <string.h>

/* The words of an info line that matter, as bits of `given`. */
enum word { DEPTH, SELDEPTH, MULTIPV, NODES, CURRMOVENUMBER, SCORE, WDL, PV, BOUND };

static bool given(const struct reply_info *info, enum word word)
{
    return (info->given >> word & 1) != 0;
}

/* False where the line holds the word a second time. */
static bool give(struct reply_info *info, enum word word)
{
    bool first = !given(info, word);
    info->given |= 1U << word;
    return first;
}

static bool next_int(struct words *words, int64_t min, int64_t max, int64_t *value)
{
    struct text word;
    return words_next(words, &word) && text_int(word, min, max, value);
}

/* The plain numbers; *known tells whether the word is one of them. False: the line is malformed. */
static bool read_number(struct reply_info *info, struct text word, struct words *words, bool *known)
{
    static const struct {
        const char *name;
        enum word word;
        int64_t min, max;
    } numbers[] = {
        {"depth", DEPTH, 0, 255},
        {"seldepth", SELDEPTH, 0, 255},
        {"multipv", MULTIPV, 1, 1000},
        {"nodes", NODES, 0, EVIDENCE_NODES_MAX},
        {"currmovenumber", CURRMOVENUMBER, 0, 1000},
    };
    size_t at = 0, count = sizeof numbers / sizeof *numbers;
    while (at < count && !text_is(word, numbers[at].name))
        at++;
    *known = at < count;
    if (!*known)
        return true;
    int64_t value;
    if (!give(info, numbers[at].word) || !next_int(words, numbers[at].min, numbers[at].max, &value))
        return false;
    switch (numbers[at].word) {
    case DEPTH:
        info->iteration.depth = (uint8_t)value;
        break;
    case SELDEPTH:
        info->iteration.seldepth = (uint8_t)value;
        break;
    case MULTIPV:
        info->multipv = value;
        break;
    case NODES:
        info->iteration.nodes = value;
        break;
    default:
        info->currmovenumber = value;
    }
    return true;
}

static bool read_score(struct reply_info *info, struct words *words)
{
    struct text unit;
    int64_t value;
    if (!give(info, SCORE) || !words_next(words, &unit))
        return false;
    info->iteration.mate = text_is(unit, "mate");
    if (!info->iteration.mate && !text_is(unit, "cp"))
        return false;
    int64_t most = info->iteration.mate ? 1000 : 100000;
    if (!next_int(words, -most, most, &value))
        return false;
    info->iteration.score = (int32_t)value;
    return true;
}

static bool read_wdl(struct reply_info *info, struct words *words)
{
    int64_t win, draw, loss;
    if (!give(info, WDL) || !next_int(words, 0, 1000, &win) || !next_int(words, 0, 1000, &draw) ||
        !next_int(words, 0, 1000, &loss) || win + draw + loss != 1000)
        return false;
    info->iteration.win = (uint16_t)win;
    info->iteration.draw = (uint16_t)draw;
    info->iteration.loss = (uint16_t)loss;
    return true;
}

/* Takes a point of xiangqi, "a1" to "i10", from the front. */
static bool take_point(struct text *text)
{
    const char *at = text->data;
    if (text->len < 2 || at[0] < 'a' || at[0] > 'i' || at[1] < '1' || at[1] > '9')
        return false;
    size_t len = text->len > 2 && at[1] == '1' && at[2] == '0' ? 3 : 2;
    *text = (struct text){at + len, text->len - len};
    return true;
}

static bool is_move(enum reply_game game, struct text word)
{
    if (game == REPLY_CHESS)
        return move_is_spelled(word);
    bool from = take_point(&word);
    return from && take_point(&word) && word.len == 0;
}

/* The moves of a PV; the word after them is left. */
static bool read_pv(struct reply_info *info, enum reply_game game, struct words *words)
{
    struct words ahead = *words;
    struct text word;
    if (given(info, PV))
        return false;
    while (words_next(&ahead, &word) && is_move(game, word)) {
        if (give(info, PV)) {
            memcpy(info->iteration.move, word.data, word.len);
            info->iteration.move[word.len] = '\0';
        }
        *words = ahead;
    }
    return true;
}

/* What follows "info". False where the line breaks UCI. */
static bool read_info(struct reply_info *info, enum reply_game game, struct words *words)
{
    struct text word;
    bool known, good = true;
    info->iteration.win = info->iteration.draw = info->iteration.loss = EVIDENCE_NO_WDL;
    while (good && words_next(words, &word)) {
        good = read_number(info, word, words, &known);
        if (known)
            continue;
        if (text_is(word, "string") || text_is(word, "refutation") || text_is(word, "currline"))
            return true;
        if (text_is(word, "info") || text_is(word, "bestmove"))
            return false;
        if (text_is(word, "score"))
            good = read_score(info, words);
        else if (text_is(word, "wdl"))
            good = read_wdl(info, words);
        else if (text_is(word, "pv"))
            good = read_pv(info, game, words);
        else if (text_is(word, "lowerbound") || text_is(word, "upperbound"))
            good = give(info, BOUND);
    }
    return good;
}

void reply_start(struct reply *reply, enum completion completion, enum reply_game game)
{
    *reply = (struct reply){.completion = completion, .game = game};
}

static void take_pv(struct reply *reply, const struct reply_info *info)
{
    reply->have_pv = true;
    reply->have_before = reply->have_exact;
    reply->before = reply->exact;
    reply->doubt_before = reply->doubt_exact;
    reply->final_is_bound = given(info, BOUND);
    if (reply->final_is_bound)
        return;
    reply->have_exact = true;
    reply->exact = *info;
    reply->doubt_exact = false;
}

static enum reply_news take_info(struct reply *reply, const struct reply_info *info)
{
    const struct reply_iteration *iteration = &info->iteration;
    bool more = false;
    if (given(info, NODES)) {
        reply->nodes = iteration->nodes;
        more = iteration->nodes > reply->most_nodes;
        if (more)
            reply->most_nodes = iteration->nodes;
    }
    if (iteration->depth > reply->depth) {
        reply->depth = iteration->depth;
        more = true;
    }
    if (given(info, CURRMOVENUMBER) && info->currmovenumber != reply->currmovenumber) {
        reply->currmovenumber = info->currmovenumber;
        more = true;
    }
    bool first = !given(info, MULTIPV) || info->multipv == 1;
    if (given(info, SCORE) && given(info, PV) && first)
        take_pv(reply, info);
    return more ? REPLY_PROGRESS : REPLY_NOTHING;
}

static void copy(char *out, size_t size, struct text text)
{
    snprintf(out, size, "%.*s", (int)(text.len < size ? text.len : size - 1), text.data);
}

static enum reply_news doubt(struct reply *reply, struct line line)
{
    reply->doubt_exact = reply->doubt_before = true;
    copy(reply->unread, sizeof reply->unread, line.text);
    return REPLY_NOTHING;
}

enum reply_news reply_read(struct reply *reply, struct line line)
{
    struct words words = {line.text};
    struct text word;
    words_next(&words, &word);
    if (text_is(word, "bestmove")) {
        words_next(&words, &word);
        copy(reply->best, sizeof reply->best, line.overlong ? text_of("(overlong)") : word);
        return REPLY_DONE;
    }
    if (!text_is(word, "info"))
        return REPLY_NOTHING;
    struct reply_info info = {0};
    struct words ahead = words;
    if (words_take(&ahead, "string"))
        return REPLY_NOTHING;
    if (line.overlong || !read_info(&info, reply->game, &words))
        return doubt(reply, line);
    /* A distance of no moves is no score; it stands for a game that is over. */
    if (info.iteration.mate && info.iteration.score == 0 && given(&info, PV))
        return doubt(reply, line);
    return take_info(reply, &info);
}

/* The line that counts, or NULL. */
static const struct reply_info *completed(const struct reply *reply, enum completion completion,
                                          bool *in_doubt)
{
    bool before = completion == COMPLETION_BEFORE_FINAL;
    *in_doubt = before ? reply->doubt_before : reply->doubt_exact;
    if (before)
        return reply->have_before ? &reply->before : NULL;
    return reply->have_exact ? &reply->exact : NULL;
}

enum status reply_move(const struct reply *reply, char move[EVIDENCE_MOVE_BYTES],
                       struct error *error)
{
    if (strcmp(reply->best, "(none)") == 0 || strcmp(reply->best, "0000") == 0)
        return error_set(error, STATUS_WRONG, "bestmove %s: no legal move", reply->best);
    if (!is_move(reply->game, text_of(reply->best)))
        return error_set(error, STATUS_WRONG, "bestmove '%s' is no move", reply->best);
    copy(move, EVIDENCE_MOVE_BYTES, text_of(reply->best));
    return STATUS_OK;
}

enum status reply_result(const struct reply *reply, struct reply_iteration *iteration,
                         int64_t *nodes, struct error *error)
{
    return reply_result_by(reply, reply->completion, iteration, nodes, error);
}

bool reply_ends_in_bound(const struct reply *reply)
{
    return reply->final_is_bound;
}

enum status reply_result_by(const struct reply *reply, enum completion completion,
                            struct reply_iteration *iteration, int64_t *nodes, struct error *error)
{
    char move[EVIDENCE_MOVE_BYTES];
    bool in_doubt;
    enum status status = reply_move(reply, move, error);
    if (status)
        return status;
    const struct reply_info *info = completed(reply, completion, &in_doubt);
    if (in_doubt)
        return error_set(error, STATUS_WRONG,
                         "a line that cannot be read may hold the evaluation: '%s...'",
                         reply->unread);
    if (!info && !reply->have_pv)
        return error_set(error, STATUS_WRONG, "bestmove %s without an evaluation before it",
                         reply->best);
    if (!info)
        return error_set(error, STATUS_WRONG, "the search ended before an iteration was completed");
    if (info->iteration.depth == 0 || !given(info, NODES))
        return error_set(error, STATUS_WRONG, "the evaluation of the search has no %s",
                         given(info, NODES) ? "depth" : "nodes");
    *iteration = info->iteration;
    *nodes = reply->nodes;
    return STATUS_OK;
}

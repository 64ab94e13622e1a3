#include "benedict/reading.h"

/* ---- words ---- */

static bool is_blank(char c)
{
    return c == ' ' || c == '\t';
}

struct text reading_rest(struct text rest)
{
    while (rest.len && is_blank(*rest.data))
        rest = (struct text){rest.data + 1, rest.len - 1};
    while (rest.len && is_blank(rest.data[rest.len - 1]))
        rest.len--;
    return rest;
}

struct text reading_word(struct text *rest)
{
    *rest = reading_rest(*rest);
    struct text word = {rest->data, 0};
    while (word.len < rest->len && !is_blank(word.data[word.len]))
        word.len++;
    *rest = (struct text){rest->data + word.len, rest->len - word.len};
    return word;
}

static void add_word(struct buf *words, struct text word)
{
    if (words->len)
        buf_putc(words, ' ');
    buf_put(words, word.data, word.len);
}

bool reading_words(struct text *rest, const char *end, struct buf *out)
{
    struct text word;
    while ((word = reading_word(rest)).len) {
        if (text_is(word, end))
            return true;
        add_word(out, word);
    }
    return false;
}

int reading_shown(struct text word)
{
    return (int)(word.len < 60 ? word.len : 60);
}

/* ---- position ---- */

static enum status read_fen(struct text *rest, struct benedict *position, struct error *error)
{
    struct buf fen = {0};
    reading_words(rest, "moves", &fen);
    enum status status = buf_ok(&fen, error);
    if (!status)
        status = benedict_read_fen(buf_text(&fen), position, error);
    buf_free(&fen);
    return status;
}

enum status reading_position(struct text rest, struct benedict_game *game, struct error *error)
{
    struct text word = reading_word(&rest);
    struct benedict position;
    enum status status = STATUS_OK;
    if (text_is(word, "fen")) {
        status = read_fen(&rest, &position, error);
    } else if (text_is(word, "startpos")) {
        benedict_start(&position);
        word = reading_word(&rest);
        if (word.len && !text_is(word, "moves"))
            status = error_set(error, STATUS_WRONG, "position: '%.*s' where moves were expected",
                               reading_shown(word), word.data);
    } else {
        status = error_set(error, STATUS_WRONG, "position: neither startpos nor fen: '%.*s'",
                           reading_shown(word), word.data);
    }
    if (!status)
        benedict_game_start(game, &position);
    while (!status && (word = reading_word(&rest)).len)
        status = benedict_game_read(game, word, error);
    return status;
}

/* ---- go ---- */

static const char *const go_words[READING_NUMBERS] = {
    "depth", "nodes", "movetime", "wtime", "btime", "winc", "binc", "movestogo", "mate", "perft"};

/* READING_NUMBERS: it takes no number. */
static enum reading_number number_of(struct text word)
{
    int which = 0;
    while (which < READING_NUMBERS && !text_is(word, go_words[which]))
        which++;
    return (enum reading_number)which;
}

static bool is_go_word(struct text word)
{
    return number_of(word) < READING_NUMBERS || text_is(word, "infinite") ||
           text_is(word, "ponder") || text_is(word, "searchmoves");
}

static enum status read_number(struct text *rest, enum reading_number which, struct reading_go *go,
                               struct error *error)
{
    struct text value = reading_word(rest);
    int64_t min =
        which >= READING_WTIME && which <= READING_BINC ? INT32_MIN : which != READING_MOVESTOGO;
    if (!text_int(value, min, INT64_MAX / 2, &go->number[which]))
        return error_set(error, STATUS_WRONG, "go %s: '%.*s' is no such number", go_words[which],
                         reading_shown(value), value.data);
    go->has_clock = go->has_clock || which == READING_WTIME || which == READING_BTIME;
    return STATUS_OK;
}

bool reading_allows(const struct reading_go *go, struct benedict_move move)
{
    for (size_t i = 0; i < go->only_count; i++)
        if (go->only[i].from == move.from && go->only[i].to == move.to)
            return true;
    return go->only_count == 0;
}

/* The moves are all words before the next one that "go" knows. */
static enum status read_moves(struct text *rest, const struct benedict *position,
                              struct reading_go *go, struct error *error)
{
    struct text after = *rest, word;
    while ((word = reading_word(&after)).len && !is_go_word(word)) {
        struct benedict_move move;
        enum status status = benedict_read_move(position, word, &move, error);
        if (status)
            return error_prefix(error, status, "go searchmoves");
        if (go->only_count == 0 || !reading_allows(go, move))
            go->only[go->only_count++] = move;
        *rest = after;
    }
    return go->only_count ? STATUS_OK
                          : error_set(error, STATUS_WRONG, "go searchmoves: no move follows");
}

enum status reading_go(struct text rest, const struct benedict *position, struct reading_go *go,
                       struct buf *unknown, struct error *error)
{
    struct text word;
    enum status status = STATUS_OK;
    *go = (struct reading_go){0};
    while (!status && (word = reading_word(&rest)).len) {
        enum reading_number which = number_of(word);
        if (text_is(word, "infinite"))
            go->infinite = true;
        else if (text_is(word, "ponder"))
            go->ponder = true;
        else if (text_is(word, "searchmoves"))
            status = read_moves(&rest, position, go, error);
        else if (which < READING_NUMBERS)
            status = read_number(&rest, which, go, error);
        else
            add_word(unknown, word);
    }
    return status ? status : buf_ok(unknown, error);
}

int reading_depth(const struct reading_go *go, int most)
{
    int64_t depth = go->number[READING_DEPTH], moves = go->number[READING_MATE];
    if (moves && (!depth || moves <= depth / 2))
        depth = moves <= most ? 2 * moves - 1 : most;
    return depth <= most ? (int)depth : most;
}

int64_t reading_budget(const struct reading_go *go, bool red)
{
    enum { RESERVE_MS = 30, MOVES = 30 };
    int64_t left = go->number[red ? READING_WTIME : READING_BTIME],
            more = go->number[red ? READING_WINC : READING_BINC];
    if (go->number[READING_MOVETIME])
        return go->number[READING_MOVETIME];
    if (!go->has_clock)
        return 0;
    int64_t moves = go->number[READING_MOVESTOGO] ? go->number[READING_MOVESTOGO] : MOVES;
    int64_t wanted = left / moves + more / 4 * 3, most = left - RESERVE_MS;
    wanted = wanted < most ? wanted : most;
    return wanted > 1 ? wanted : 1;
}

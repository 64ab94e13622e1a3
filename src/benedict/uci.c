#include "benedict/uci.h"

#include "base/buf.h"
#include "benedict/search.h"
#include "rules/benedict_game.h"

#include <errno.h>
#include <inttypes.h>
#include <poll.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { LINE_MAX_BYTES = 1 << 17 };

/* What the options say. */
enum option { HASH, THREADS, JITTER, SEED, NUMBERS };

static const struct {
    const char *name;
    int initial, min, max;
} numbers[NUMBERS] = {
    [HASH] = {"Hash", 16, 1, TABLE_MB_MAX},
    [THREADS] = {"Threads", 1, 1, SEARCH_THREADS_MAX},
    [JITTER] = {"Jitter", 0, 0, EVALUATION_JITTER_MAX},
    [SEED] = {"Seed", 0, 0, INT32_MAX},
};

struct engine {
    struct benedict_game game;
    int64_t number[NUMBERS];
    struct table *table; /* owned */
    /* The search in hand. */
    bool searching; /* `thread` is to be joined */
    pthread_t thread;
    struct search_request request;
    atomic_bool stop;
    bool held;            /* no bestmove before "stop" or "ponderhit" */
    pthread_mutex_t lock; /* of `held`, with `released`, and of `done` */
    pthread_cond_t released;
    bool done;
    int64_t start_ms, deadline_ms; /* 0: none */
    int64_t budget_ms;             /* after "ponderhit" */
};

static int64_t now_ms(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

/* One line at once, so that two threads do not mix theirs. */
static void say(const char *format, ...) __attribute__((format(printf, 1, 2)));
static void say(const char *format, ...)
{
    va_list arguments;
    flockfile(stdout);
    va_start(arguments, format);
    vprintf(format, arguments);
    va_end(arguments);
    putchar('\n');
    fflush(stdout);
    funlockfile(stdout);
}

static void refuse(const struct error *error)
{
    say("info string error: %s", error->text);
}

/* ---- words ---- */

/* The next word of what is left, or an empty one. */
static struct text next_word(struct text *rest)
{
    while (rest->len && (*rest->data == ' ' || *rest->data == '\t'))
        *rest = (struct text){rest->data + 1, rest->len - 1};
    struct text word = {rest->data, 0};
    while (word.len < rest->len && word.data[word.len] != ' ' && word.data[word.len] != '\t')
        word.len++;
    *rest = (struct text){rest->data + word.len, rest->len - word.len};
    return word;
}

static int shown(struct text text)
{
    return (int)(text.len < 60 ? text.len : 60);
}

/* ---- position ---- */

/* The six fields of a FEN: what is before the word "moves", or all. */
static struct text fen_of(struct text *rest)
{
    struct text fen = {0}, word, after = *rest;
    while ((word = next_word(&after)).len && !text_is(word, "moves")) {
        if (!fen.data)
            fen.data = word.data;
        fen.len = (size_t)(word.data + word.len - fen.data);
        *rest = after;
    }
    return fen;
}

static enum status read_position(struct text rest, struct benedict_game *game, struct error *error)
{
    struct text word = next_word(&rest);
    struct benedict position;
    enum status status = STATUS_OK;
    if (text_is(word, "startpos"))
        benedict_start(&position);
    else if (text_is(word, "fen"))
        status = benedict_read_fen(fen_of(&rest), &position, error);
    else
        status = error_set(error, STATUS_WRONG, "position: neither startpos nor fen: '%.*s'",
                           shown(word), word.data);
    word = next_word(&rest);
    if (!status && word.len && !text_is(word, "moves"))
        status = error_set(error, STATUS_WRONG, "position: '%.*s' where moves were expected",
                           shown(word), word.data);
    if (!status)
        benedict_game_start(game, &position);
    while (!status && (word = next_word(&rest)).len)
        status = benedict_game_read(game, word, error);
    return status;
}

/* ---- the search ---- */

static void put_score(struct buf *out, int score)
{
    int plies = search_win_in(score);
    if (plies)
        buf_printf(out, "mate %d", plies > 0 ? (plies + 1) / 2 : plies / 2);
    else
        buf_printf(out, "cp %d", score);
}

static void print_report(void *user, const struct search_report *report)
{
    const struct engine *engine = user;
    struct buf out = {0};
    int64_t ms = now_ms() - engine->start_ms;
    buf_printf(&out, "info depth %d seldepth %d score ", report->depth, report->deepest);
    put_score(&out, report->score);
    buf_printf(&out, " nodes %" PRIu64 " nps %" PRIu64 " hashfull %d time %" PRId64 " pv",
               report->nodes, report->nodes * 1000 / (uint64_t)(ms + 1), report->full, ms);
    for (size_t i = 0; i < report->length; i++) {
        char move[BENEDICT_MOVE_BYTES];
        benedict_write_move(report->line[i], move);
        buf_printf(&out, " %s", move);
    }
    if (out.data && !out.failed)
        say("%s", out.data);
    buf_free(&out);
}

static void print_best(const struct search_result *result)
{
    char best[BENEDICT_MOVE_BYTES], then[BENEDICT_MOVE_BYTES];
    benedict_write_move(result->best, best);
    benedict_write_move(result->then, then);
    if (!result->best.from)
        say("bestmove (none)");
    else if (!result->then.from)
        say("bestmove %s", best);
    else
        say("bestmove %s ponder %s", best, then);
}

static void *run_search(void *argument)
{
    struct engine *engine = argument;
    struct search_result result;
    struct error error;
    enum status status = search_run(&engine->request, &result, &error);
    pthread_mutex_lock(&engine->lock);
    while (engine->held)
        pthread_cond_wait(&engine->released, &engine->lock);
    engine->done = true;
    pthread_mutex_unlock(&engine->lock);
    if (status)
        refuse(&error);
    print_best(&result);
    return NULL;
}

/* The best move may be told, from now on or at once. */
static void release(struct engine *engine, bool stop)
{
    pthread_mutex_lock(&engine->lock);
    engine->held = false;
    pthread_cond_signal(&engine->released);
    pthread_mutex_unlock(&engine->lock);
    if (stop)
        atomic_store(&engine->stop, true);
}

/* Waits for the search to have told its move. */
static void finish(struct engine *engine)
{
    if (engine->searching)
        pthread_join(engine->thread, NULL);
    engine->searching = false;
    engine->deadline_ms = 0;
}

/* Is a search in hand? One that has ended is cleared away. */
static bool is_busy(struct engine *engine)
{
    if (!engine->searching)
        return false;
    pthread_mutex_lock(&engine->lock);
    bool done = engine->done;
    pthread_mutex_unlock(&engine->lock);
    if (done)
        finish(engine);
    return !done;
}

static enum status start_search(struct engine *engine, struct search_limits limits, bool held,
                                int64_t budget_ms, struct error *error)
{
    engine->request = (struct search_request){
        .position = &engine->game.position,
        .keys = engine->game.keys,
        .key_count = engine->game.key_count,
        .limits = limits,
        .weights = evaluation_fitted,
        .parts = &search_parts_used,
        .jitter = {(int)engine->number[JITTER], (uint64_t)engine->number[SEED]},
        .table = engine->table,
        .threads = (int)engine->number[THREADS],
        .stop = &engine->stop,
        .report = print_report,
        .user = engine,
    };
    atomic_store(&engine->stop, false);
    engine->held = held;
    engine->done = false;
    engine->start_ms = now_ms();
    engine->budget_ms = budget_ms;
    engine->deadline_ms = budget_ms && !held ? engine->start_ms + budget_ms : 0;
    if (pthread_create(&engine->thread, NULL, run_search, engine))
        return error_set(error, STATUS_CANNOT, "no thread could be started");
    engine->searching = true;
    return STATUS_OK;
}

/* ---- go ---- */

enum go { DEPTH, NODES, MOVETIME, WTIME, BTIME, WINC, BINC, MOVESTOGO, PERFT, GO_NUMBERS };

static const char *const go_words[GO_NUMBERS] = {"depth", "nodes", "movetime",  "wtime", "btime",
                                                 "winc",  "binc",  "movestogo", "perft"};

struct go_arguments {
    int64_t number[GO_NUMBERS]; /* 0: not given */
    bool infinite, ponder;
};

static enum status read_go(struct text rest, struct go_arguments *go, struct error *error)
{
    struct text word;
    *go = (struct go_arguments){0};
    while ((word = next_word(&rest)).len) {
        int which = 0;
        while (which < GO_NUMBERS && !text_is(word, go_words[which]))
            which++;
        if (text_is(word, "infinite")) {
            go->infinite = true;
        } else if (text_is(word, "ponder")) {
            go->ponder = true;
        } else if (which == GO_NUMBERS) {
            return error_set(error, STATUS_WRONG, "go: unknown '%.*s'", shown(word), word.data);
        } else {
            struct text value = next_word(&rest);
            int64_t min = which >= WTIME && which <= BINC ? INT32_MIN : 1;
            if (!text_int(value, min, INT64_MAX / 2, &go->number[which]))
                return error_set(error, STATUS_WRONG, "go %s: '%.*s' is no such number",
                                 go_words[which], shown(value), value.data);
        }
    }
    return STATUS_OK;
}

/* The time for this move in ms; 0: no limit. */
static int64_t budget(const struct go_arguments *go, bool red)
{
    enum { RESERVE_MS = 30, MOVES = 30 };
    int64_t left = go->number[red ? WTIME : BTIME], more = go->number[red ? WINC : BINC];
    if (go->number[MOVETIME])
        return go->number[MOVETIME];
    if (!go->number[WTIME] && !go->number[BTIME])
        return 0;
    int64_t moves = go->number[MOVESTOGO] ? go->number[MOVESTOGO] : MOVES;
    int64_t wanted = left / moves + more / 4 * 3, most = left - RESERVE_MS;
    wanted = wanted < most ? wanted : most;
    return wanted > 1 ? wanted : 1;
}

static void print_perft(const struct benedict_game *game, int depth)
{
    struct benedict position = game->position;
    struct benedict_move moves[BENEDICT_MOVES_MAX];
    size_t count = benedict_moves(&position, moves);
    uint64_t all = 0;
    for (size_t i = 0; i < count; i++) {
        struct benedict_undo undo;
        char move[BENEDICT_MOVE_BYTES];
        bool won = benedict_make(&position, moves[i], &undo);
        uint64_t leaves = won ? 1 : benedict_perft_bulk(&position, depth - 1);
        benedict_unmake(&position, &undo);
        benedict_write_move(moves[i], move);
        say("%s: %" PRIu64, move, leaves);
        all += leaves;
    }
    say("\nNodes searched: %" PRIu64, all);
}

static enum status go(struct engine *engine, struct text rest, struct error *error)
{
    struct go_arguments go;
    enum status status = read_go(rest, &go, error);
    if (status)
        return status;
    if (benedict_game_is_won(&engine->game))
        return error_set(error, STATUS_WRONG, "go: the game is over");
    if (go.number[PERFT]) {
        print_perft(&engine->game, go.number[PERFT] < 20 ? (int)go.number[PERFT] : 20);
        return STATUS_OK;
    }
    struct search_limits limits = {
        .depth = go.number[DEPTH] < SEARCH_PLIES_MAX ? (int)go.number[DEPTH] : SEARCH_PLIES_MAX - 1,
        .nodes = (uint64_t)go.number[NODES],
    };
    int64_t ms = budget(&go, engine->game.position.turn == BENEDICT_RED);
    bool endless = go.infinite || (!limits.depth && !limits.nodes && !ms);
    return start_search(engine, limits, endless || go.ponder, ms, error);
}

/* ---- the other commands ---- */

static enum status make_table(struct engine *engine, struct error *error)
{
    struct table *table;
    enum status status = table_new((size_t)engine->number[HASH], &table, error);
    if (status)
        return status;
    table_free(engine->table);
    engine->table = table;
    return STATUS_OK;
}

/* "name NAME [value VALUE]" */
static enum status set_option(struct engine *engine, struct text rest, struct error *error)
{
    struct text word = next_word(&rest), name = next_word(&rest), value;
    if (!text_is(word, "name"))
        return error_set(error, STATUS_WRONG, "setoption: 'name' is missing");
    if (text_is(name, "Clear") && text_is(next_word(&rest), "Hash")) {
        table_clear(engine->table);
        return STATUS_OK;
    }
    word = next_word(&rest);
    value = next_word(&rest);
    if (text_is(name, "Ponder") && text_is(word, "value"))
        return STATUS_OK;
    for (int i = 0; i < NUMBERS; i++) {
        int64_t number, before = engine->number[i];
        if (!text_is(name, numbers[i].name))
            continue;
        if (!text_is(word, "value") || !text_int(value, numbers[i].min, numbers[i].max, &number) ||
            next_word(&rest).len)
            return error_set(error, STATUS_WRONG, "setoption: %s is a number from %d to %d",
                             numbers[i].name, numbers[i].min, numbers[i].max);
        engine->number[i] = number;
        enum status status = i == HASH ? make_table(engine, error) : STATUS_OK;
        if (status)
            engine->number[i] = before;
        return status;
    }
    return error_set(error, STATUS_WRONG, "setoption: no option '%.*s'", shown(name), name.data);
}

static void introduce(void)
{
    say("id name Benedict\nid author the authors of asym-passport");
    for (int i = 0; i < NUMBERS; i++)
        say("option name %s type spin default %d min %d max %d", numbers[i].name,
            numbers[i].initial, numbers[i].min, numbers[i].max);
    say("option name Clear Hash type button\noption name Ponder type check default false\nuciok");
}

/* Openings, middles and sharp ends of games, by their moves. */
static const char *const bench_games[] = {
    "",
    "h3h6 h8e8 b3b7 e4f4 c1e3",
    "b3b5 b8e8 b5a5 e8a8",
    "d1e2 h10i8 b3b5 b8e8 b5a5 e8a8 a10a9 i10i9 h3a3 c10e8 b10c8 i9e9 e7f7",
    "h3h6 f10e9 b3h3 c10e8 h8f8 e9f10 h6f6 b10d9 f6i6 f8f6 g1e3 d10e9 h3h9 b8b5",
};

/* A fixed search of fixed positions: its nodes are a signature of what the search does. */
static enum status search_bench(struct engine *engine, int depth, struct error *error)
{
    uint64_t nodes = 0;
    struct benedict_game kept = engine->game;
    int64_t start = now_ms();
    enum status status = STATUS_OK;
    for (size_t i = 0; i < sizeof bench_games / sizeof *bench_games && !status; i++) {
        char text[512];
        struct search_result result;
        snprintf(text, sizeof text, "startpos moves %s", bench_games[i]);
        table_clear(engine->table);
        status = read_position(text_of(text), &engine->game, error);
        if (status)
            break;
        struct search_request request = {
            .position = &engine->game.position,
            .keys = engine->game.keys,
            .key_count = engine->game.key_count,
            .limits = {.depth = depth},
            .weights = evaluation_fitted,
            .parts = &search_parts_used,
            .table = engine->table,
            .threads = 1,
            .stop = &engine->stop,
        };
        atomic_store(&engine->stop, false);
        status = search_run(&request, &result, error);
        nodes += result.nodes;
    }
    engine->game = kept;
    int64_t ms = now_ms() - start;
    if (!status)
        say("Nodes searched  : %" PRIu64 "\nNodes/second    : %" PRIu64, nodes,
            nodes * 1000 / (uint64_t)(ms + 1));
    return status;
}

static enum status bench(struct engine *engine, struct text rest, struct error *error)
{
    struct text word = next_word(&rest);
    int64_t depth = UCI_BENCH_DEPTH;
    if (word.len && !text_int(word, 1, UCI_BENCH_DEPTH_MAX, &depth))
        return error_set(error, STATUS_WRONG, "bench: '%.*s' is no depth from 1 to %d", shown(word),
                         word.data, UCI_BENCH_DEPTH_MAX);
    return search_bench(engine, (int)depth, error);
}

static void print_fen(const struct engine *engine)
{
    char fen[BENEDICT_FEN_BYTES];
    benedict_write_fen(&engine->game.position, fen);
    say("Fen: %s", fen);
}

static enum status take_position(struct engine *engine, struct text rest, struct error *error)
{
    struct benedict_game game;
    enum status status = read_position(rest, &game, error);
    if (!status)
        engine->game = game;
    return status;
}

static void hit(struct engine *engine)
{
    release(engine, false);
    if (engine->searching && engine->budget_ms)
        engine->deadline_ms = now_ms() + engine->budget_ms;
}

/* ---- the loop ---- */

/* Commands that need no search in hand. */
static enum status obey_idle(struct engine *engine, struct text word, struct text rest,
                             struct error *error)
{
    if (is_busy(engine))
        return error_set(error, STATUS_WRONG, "%.*s: a search is running", shown(word), word.data);
    if (text_is(word, "position"))
        return take_position(engine, rest, error);
    if (text_is(word, "go"))
        return go(engine, rest, error);
    if (text_is(word, "setoption"))
        return set_option(engine, rest, error);
    if (text_is(word, "bench"))
        return bench(engine, rest, error);
    if (text_is(word, "d"))
        print_fen(engine);
    else if (text_is(word, "ucinewgame"))
        table_clear(engine->table);
    else
        return error_set(error, STATUS_WRONG, "unknown command '%.*s'", shown(word), word.data);
    return STATUS_OK;
}

/* False: quit. */
static bool obey(struct engine *engine, struct text line)
{
    struct error error = {0};
    struct text rest = line, word = next_word(&rest);
    if (!word.len)
        return true;
    if (text_is(word, "quit"))
        return false;
    if (text_is(word, "uci"))
        introduce();
    else if (text_is(word, "isready"))
        say("readyok");
    else if (text_is(word, "stop"))
        release(engine, true);
    else if (text_is(word, "ponderhit"))
        hit(engine);
    else if (obey_idle(engine, word, rest, &error))
        refuse(&error);
    return true;
}

static enum status engine_init(struct engine *engine, struct error *error)
{
    *engine = (struct engine){0};
    for (int i = 0; i < NUMBERS; i++)
        engine->number[i] = numbers[i].initial;
    benedict_start(&engine->game.position);
    pthread_mutex_init(&engine->lock, NULL);
    pthread_cond_init(&engine->released, NULL);
    return make_table(engine, error);
}

static void engine_end(struct engine *engine)
{
    finish(engine);
    table_free(engine->table);
    pthread_cond_destroy(&engine->released);
    pthread_mutex_destroy(&engine->lock);
}

/* Waits for input, and ends the search when its time is over. False: the wait failed. */
static bool wait_for_input(struct engine *engine, int input)
{
    for (;;) {
        struct pollfd poll_input = {.fd = input, .events = POLLIN};
        int64_t left = engine->deadline_ms ? engine->deadline_ms - now_ms() : -1;
        if (engine->deadline_ms && left <= 0) {
            release(engine, true);
            engine->deadline_ms = 0;
            continue;
        }
        int ready = poll(&poll_input, 1, left < INT32_MAX ? (int)left : INT32_MAX);
        if (ready > 0)
            return true;
        if (ready < 0 && errno != EINTR)
            return false;
    }
}

/* Obeys the complete lines that are there, and keeps the rest; of a line that is too long nothing,
 * *skip says that its end is still to come. False: quit. */
static bool obey_lines(struct engine *engine, struct buf *buf, bool *skip)
{
    size_t done = 0;
    bool on = true;
    for (char *end; on && (end = memchr(buf->data + done, '\n', buf->len - done));) {
        size_t len = (size_t)(end - buf->data) - done;
        struct text line = {buf->data + done, len && end[-1] == '\r' ? len - 1 : len};
        done += len + 1;
        on = *skip || obey(engine, line);
        *skip = false;
    }
    memmove(buf->data, buf->data + done, buf->len - done);
    buf->len -= done;
    if (buf->len > LINE_MAX_BYTES) {
        buf->len = 0;
        *skip = true;
        say("info string error: a line of more than %d bytes", LINE_MAX_BYTES);
    }
    return on;
}

enum status uci_serve(int input, struct error *error)
{
    struct engine engine;
    struct buf buf = {0};
    char bytes[4096];
    bool quit = false, skip = false;
    enum status status = engine_init(&engine, error);
    while (!status && !quit) {
        ssize_t got = wait_for_input(&engine, input) ? read(input, bytes, sizeof bytes) : -1;
        if (got < 0 && errno == EINTR)
            continue;
        if (got < 0)
            status = error_set(error, STATUS_CANNOT, "cannot read commands: %s", strerror(errno));
        if (got <= 0)
            break;
        buf_put(&buf, bytes, (size_t)got);
        status = buf_ok(&buf, error);
        quit = !status && !obey_lines(&engine, &buf, &skip);
    }
    if (!quit && !status && !skip && buf.len)
        quit = !obey(&engine, buf_text(&buf));
    if (quit || status || engine.deadline_ms || engine.held)
        release(&engine, true);
    engine_end(&engine);
    buf_free(&buf);
    return status;
}

enum status uci_bench(int depth, struct error *error)
{
    struct engine engine;
    enum status status = engine_init(&engine, error);
    if (!status)
        status = search_bench(&engine, depth, error);
    engine_end(&engine);
    return status;
}

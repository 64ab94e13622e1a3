#include "benedict/uci.h"

#include "base/buf.h"
#include "benedict/bench.h"
#include "benedict/job.h"
#include "benedict/reading.h"
#include "benedict/search.h"
#include "benedict/solved.h"

#include <errno.h>
#include <inttypes.h>
#include <poll.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

enum { LINE_MAX_BYTES = 1 << 17, PERFT_DEPTH_MAX = 20 };

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
    bool is_lost; /* the last position was refused: which one is meant is not known */
    int64_t number[NUMBERS];
    struct table *table;  /* owned */
    struct solved solved; /* owned */
    /* The work in hand; while it goes on, it alone uses what stands above. */
    struct job job;
    struct reading_go asked; /* of a search */
    struct search_request request;
    int depth; /* of perft or bench */
    int64_t start_ms;
    bool ponders;
    int64_t budget_ms; /* after "ponderhit"; 0: no limit */
    /* What it has come to. */
    enum status status;
    struct error error;
    struct search_result result;
    uint64_t nodes;
};

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

/* Says and frees it; where memory was short nothing. */
static void say_line(struct buf *line)
{
    if (line->data && !line->failed)
        say("%s", line->data);
    buf_free(line);
}

static void refuse(const struct error *error)
{
    say("info string error: %s", error->text);
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

/* The last of a report: how much, how fast, how long. */
static void put_counts(const struct engine *engine, uint64_t nodes, int full, struct buf *out)
{
    int64_t ms = job_clock() - engine->start_ms;
    buf_printf(out, "nodes %" PRIu64 " nps %" PRIu64 " hashfull %d time %" PRId64, nodes,
               nodes * 1000 / (uint64_t)(ms + 1), full, ms);
}

static void print_report(void *user, const struct search_report *report)
{
    const struct engine *engine = user;
    struct buf out = {0};
    buf_printf(&out, "info depth %d seldepth %d score ", report->depth, report->deepest);
    put_score(&out, report->score);
    buf_putc(&out, ' ');
    put_counts(engine, report->nodes, report->full, &out);
    buf_puts(&out, " pv");
    for (size_t i = 0; i < report->length; i++) {
        char move[BENEDICT_MOVE_BYTES];
        benedict_write_move(report->line[i], move);
        buf_printf(&out, " %s", move);
    }
    say_line(&out);
}

/* How many nodes it took with all threads, and those of the last iteration, which was cut short. */
static void print_total(const struct engine *engine)
{
    struct buf out = {0};
    buf_puts(&out, "info ");
    put_counts(engine, engine->result.nodes, table_full(engine->table), &out);
    say_line(&out);
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

static void work_search(void *user)
{
    struct engine *engine = user;
    engine->status = search_run(&engine->request, &engine->result, &engine->error);
    if (!engine->status)
        print_total(engine);
}

static void tell_search(void *user)
{
    const struct engine *engine = user;
    if (engine->status)
        refuse(&engine->error);
    print_best(&engine->result);
}

static enum status start_search(struct engine *engine, struct search_limits limits, bool held,
                                int64_t budget_ms, struct error *error)
{
    engine->request = (struct search_request){
        .position = &engine->game.position,
        .keys = engine->game.keys,
        .key_count = engine->game.key_count,
        .only = engine->asked.only,
        .only_count = engine->asked.only_count,
        .limits = limits,
        .weights = evaluation_fitted,
        .jitter = {(int)engine->number[JITTER], (uint64_t)engine->number[SEED]},
        .table = engine->table,
        .threads = (int)engine->number[THREADS],
        .stop = &engine->job.stop,
        .report = print_report,
        .user = engine,
    };
    engine->start_ms = job_clock();
    engine->budget_ms = budget_ms;
    int64_t deadline = budget_ms && !held ? engine->start_ms + budget_ms : INT64_MAX;
    return job_start(&engine->job, work_search, tell_search, engine, held, deadline, error);
}

/* ---- what was solved before ---- */

static void work_solved(void *user)
{
    struct engine *engine = user;
    const struct search_result *found = &engine->result;
    print_report(engine, &(struct search_report){
                             .depth = found->depth,
                             .deepest = found->depth,
                             .score = found->score,
                             .line = &found->best,
                             .length = 1,
                         });
}

/* False: it is to be searched. */
static bool start_solved(struct engine *engine, bool held, enum status *status, struct error *error)
{
    struct benedict_move move;
    const struct solved_row *row = solved_find(&engine->solved, &engine->game, &move);
    if (!row || !reading_allows(&engine->asked, move))
        return false;
    engine->status = STATUS_OK;
    engine->result =
        (struct search_result){.best = move, .score = SEARCH_WIN - row->plies, .depth = row->plies};
    engine->start_ms = job_clock();
    *status = job_start(&engine->job, work_solved, tell_search, engine, held, INT64_MAX, error);
    return true;
}

/* ---- a game that is over ---- */

static void wait_only(void *user)
{
    (void)user;
}

/* Whoever is to move has lost. UCI's "infinite" and "ponder" wait here too. */
static enum status start_over(struct engine *engine, bool held, struct error *error)
{
    engine->status = STATUS_OK;
    engine->result = (struct search_result){0};
    say("info depth 0 score mate 0");
    if (held)
        return job_start(&engine->job, wait_only, tell_search, engine, held, INT64_MAX, error);
    tell_search(engine);
    return STATUS_OK;
}

static void hit(struct engine *engine)
{
    if (engine->ponders && job_is_busy(&engine->job))
        job_release(&engine->job, engine->budget_ms ? job_clock() + engine->budget_ms : INT64_MAX);
    engine->ponders = false;
}

/* ---- perft ---- */

/* As benedict_perft_bulk, but `stop` ends it, and what it returns is then of no use. */
static uint64_t count_leaves(struct benedict *position, int depth, const atomic_bool *stop)
{
    enum { AT_ONCE = 4 };
    struct benedict_move moves[BENEDICT_MOVES_MAX];
    uint64_t leaves = 0;
    if (depth <= AT_ONCE)
        return benedict_perft_bulk(position, depth);
    size_t count = benedict_moves(position, moves);
    for (size_t i = 0; i < count && !atomic_load(stop); i++) {
        struct benedict_undo undo;
        leaves +=
            benedict_make(position, moves[i], &undo) ? 1 : count_leaves(position, depth - 1, stop);
        benedict_unmake(position, &undo);
    }
    return leaves;
}

/* A line for each move. */
static void work_perft(void *user)
{
    struct engine *engine = user;
    struct benedict position = engine->game.position;
    struct benedict_move moves[BENEDICT_MOVES_MAX];
    size_t count = benedict_moves(&position, moves);
    engine->nodes = 0;
    for (size_t i = 0; i < count; i++) {
        struct benedict_undo undo;
        char move[BENEDICT_MOVE_BYTES];
        if (!reading_allows(&engine->asked, moves[i]))
            continue;
        bool won = benedict_make(&position, moves[i], &undo);
        uint64_t leaves = won ? 1 : count_leaves(&position, engine->depth - 1, &engine->job.stop);
        benedict_unmake(&position, &undo);
        if (atomic_load(&engine->job.stop))
            return;
        benedict_write_move(moves[i], move);
        say("%s: %" PRIu64, move, leaves);
        engine->nodes += leaves;
    }
}

static void tell_perft(void *user)
{
    const struct engine *engine = user;
    if (atomic_load(&engine->job.stop))
        say("info string error: go perft: stopped");
    else
        say("\nNodes searched: %" PRIu64, engine->nodes);
}

static enum status start_perft(struct engine *engine, int64_t depth, struct error *error)
{
    engine->depth = depth < PERFT_DEPTH_MAX ? (int)depth : PERFT_DEPTH_MAX;
    return job_start(&engine->job, work_perft, tell_perft, engine, false, INT64_MAX, error);
}

/* ---- go ---- */

static enum status read_go(const struct engine *engine, struct text rest, struct reading_go *go,
                           struct error *error)
{
    struct buf unknown = {0};
    enum status status = reading_go(rest, &engine->game.position, go, &unknown, error);
    if (!status && unknown.len)
        say("info string go: unknown and ignored: '%.*s'", reading_shown(buf_text(&unknown)),
            unknown.data);
    buf_free(&unknown);
    return status;
}

static enum status go(struct engine *engine, struct text rest, struct error *error)
{
    struct reading_go go;
    enum status status = read_go(engine, rest, &go, error);
    if (status)
        return status;
    bool is_won = benedict_game_is_won(&engine->game);
    engine->asked = go;
    if (!is_won && go.number[READING_PERFT])
        return start_perft(engine, go.number[READING_PERFT], error);
    engine->ponders = go.ponder && !go.infinite;
    if (is_won)
        return start_over(engine, go.infinite || go.ponder, error);
    struct search_limits limits = {
        .depth = reading_depth(&go, SEARCH_PLIES_MAX - 1),
        .nodes = (uint64_t)go.number[READING_NODES],
    };
    int64_t ms = reading_budget(&go, engine->game.position.turn == BENEDICT_RED);
    bool endless = go.infinite || (!limits.depth && !limits.nodes && !ms);
    if (start_solved(engine, go.infinite || go.ponder, &status, error))
        return status;
    return start_search(engine, limits, endless || go.ponder, ms, error);
}

/* ---- the other commands ---- */

/* The table becomes what Hash says, or what there is memory for. */
static void resize_table(struct engine *engine)
{
    int64_t wanted = engine->number[HASH];
    table_resize(engine->table, (size_t)wanted);
    int64_t used = (int64_t)table_megabytes(engine->table);
    if (used == wanted)
        return;
    say("info string %sHash %" PRId64 ": %" PRId64 " MiB are used%s",
        used <= wanted / 2 ? "error: setoption: " : "", wanted, used,
        used <= wanted / 2 ? ", there is no memory for more" : ", a power of two");
}

static bool is_named(struct text text, const char *name)
{
    return text.len == strlen(name) && strncasecmp(text.data, name, text.len) == 0;
}

static enum status set_number(struct engine *engine, enum option option, struct text value,
                              struct error *error)
{
    int64_t number;
    if (!text_int(value, numbers[option].min, numbers[option].max, &number))
        return error_set(error, STATUS_WRONG, "setoption: %s is a number from %d to %d",
                         numbers[option].name, numbers[option].min, numbers[option].max);
    engine->number[option] = number;
    if (option == HASH)
        resize_table(engine);
    return STATUS_OK;
}

/* None is used after a failure. */
static enum status set_solved(struct engine *engine, struct text path, struct error *error)
{
    struct buf name = {0};
    solved_free(&engine->solved);
    if (path.len == 0 || text_is(path, "<empty>"))
        return STATUS_OK;
    buf_put(&name, path.data, path.len);
    enum status status = buf_ok(&name, error);
    if (!status)
        status = solved_read(name.data, &engine->solved, error);
    buf_free(&name);
    return status;
}

static enum status set_named(struct engine *engine, struct text name, struct text value,
                             bool has_value, struct error *error)
{
    for (int i = 0; i < NUMBERS; i++)
        if (is_named(name, numbers[i].name))
            return set_number(engine, (enum option)i, value, error);
    if (is_named(name, "Clear Hash") && !has_value)
        table_clear(engine->table);
    else if (is_named(name, "Clear Hash"))
        return error_set(error, STATUS_WRONG, "setoption: Clear Hash has no value");
    else if (!is_named(name, "Ponder"))
        return error_set(error, STATUS_WRONG, "setoption: no option '%.*s'", reading_shown(name),
                         name.data);
    else if (!text_is(value, "true") && !text_is(value, "false"))
        return error_set(error, STATUS_WRONG, "setoption: Ponder is true or false");
    return STATUS_OK;
}

/* "name NAME [value VALUE]"; UCI's names have no case. */
static enum status set_option(struct engine *engine, struct text rest, struct error *error)
{
    struct buf name = {0};
    struct text word = reading_word(&rest);
    if (!text_is(word, "name"))
        return error_set(error, STATUS_WRONG, "setoption: 'name' is missing");
    bool has_value = reading_words(&rest, "value", &name);
    struct text all = reading_rest(rest), value = reading_word(&rest);
    enum status status = buf_ok(&name, error);
    if (!status && is_named(buf_text(&name), "SolvedFile"))
        status = set_solved(engine, all, error);
    else if (!status && reading_word(&rest).len)
        status = error_set(error, STATUS_WRONG, "setoption: '%.*s': more than one value",
                           reading_shown(buf_text(&name)), name.data);
    else if (!status)
        status = set_named(engine, buf_text(&name), value, has_value, error);
    buf_free(&name);
    return status;
}

static void introduce(void)
{
    say("id name Benedict\nid author the authors of asym-passport");
    for (int i = 0; i < NUMBERS; i++)
        say("option name %s type spin default %d min %d max %d", numbers[i].name,
            numbers[i].initial, numbers[i].min, numbers[i].max);
    say("option name SolvedFile type string default <empty>\noption name Clear Hash type button\n"
        "option name Ponder type check default false\nuciok");
}

static void work_bench(void *user)
{
    struct engine *engine = user;
    engine->start_ms = job_clock();
    engine->status = bench_run(engine->depth, &engine->job.stop, &engine->nodes, &engine->error);
}

static void tell_bench(void *user)
{
    const struct engine *engine = user;
    struct buf out = {0};
    if (engine->status)
        refuse(&engine->error);
    else
        bench_write(engine->nodes, job_clock() - engine->start_ms, &out);
    say_line(&out);
}

static enum status bench(struct engine *engine, struct text rest, struct error *error)
{
    struct text word = reading_word(&rest);
    int64_t depth = BENCH_DEPTH;
    if (word.len && !text_int(word, 1, BENCH_DEPTH_MAX, &depth))
        return error_set(error, STATUS_WRONG, "bench: '%.*s' is no depth from 1 to %d",
                         reading_shown(word), word.data, BENCH_DEPTH_MAX);
    engine->depth = (int)depth;
    return job_start(&engine->job, work_bench, tell_bench, engine, false, INT64_MAX, error);
}

/* A FEN says nothing of how a game has ended, and with 120 quiet plies it is none that is read. */
static void print_position(const struct engine *engine)
{
    static const char *const ends[BENEDICT_ENDS] = {
        [BENEDICT_ATTACK] = "the last move attacks the general and has won",
        [BENEDICT_NO_MOVE] = "the side to move has no legal move and has lost",
        [BENEDICT_REPEATED] = "a draw, the position is there for the third time",
        [BENEDICT_QUIET] = "a draw, 120 plies without a conversion or a soldier's move",
    };
    const struct benedict_game *game = &engine->game;
    char fen[BENEDICT_FEN_BYTES];
    benedict_write_fen(&game->position, fen);
    say("Fen: %s", fen);
    if (ends[game->end])
        say("End: %s", ends[game->end]);
    if (game->position.quiet >= BENEDICT_QUIET_MAX)
        say("info string that FEN is not read, since its 120 quiet plies are a draw");
}

/* Does a piece attack the general of the side to move? */
static bool is_attacked(const struct benedict *position)
{
    enum benedict_side turn = (enum benedict_side)position->turn;
    unsigned general = position->board[benedict_general(position, turn)];
    uint32_t enemies = ~benedict_own(position, turn);
    for (unsigned piece = 0; piece < BENEDICT_PIECES; piece++)
        if (enemies >> piece & 1 && benedict_attacked(position, position->at[piece]) >> general & 1)
            return true;
    return false;
}

static enum status take_position(struct engine *engine, struct text rest, struct error *error)
{
    struct benedict_game game;
    enum status status = reading_position(rest, &game, error);
    if (status)
        return status;
    engine->game = game;
    engine->is_lost = false;
    /* With moves after it the FEN's game went on. */
    if (game.plies == 0 && !benedict_game_is_won(&game) && is_attacked(&game.position))
        say("info string the general of the side to move stands attacked: only an attack by the "
            "piece that moved last ends the game, and as a FEN does not name it the game goes on");
    return STATUS_OK;
}

/* ---- the loop ---- */

/* Commands that need no work in hand. */
static enum status obey_idle(struct engine *engine, struct text word, struct text rest,
                             struct error *error)
{
    bool is_go = text_is(word, "go"), is_d = text_is(word, "d");
    engine->ponders = false;
    engine->budget_ms = 0;
    if ((is_go || is_d) && engine->is_lost)
        return error_set(error, STATUS_WRONG, "%.*s: the last position was refused",
                         reading_shown(word), word.data);
    if (is_go)
        return go(engine, rest, error);
    if (text_is(word, "position"))
        return take_position(engine, rest, error);
    if (text_is(word, "setoption"))
        return set_option(engine, rest, error);
    if (text_is(word, "bench"))
        return bench(engine, rest, error);
    if (is_d)
        print_position(engine);
    else if (text_is(word, "ucinewgame"))
        table_clear(engine->table);
    else
        return error_set(error, STATUS_WRONG, "unknown command '%.*s'", reading_shown(word),
                         word.data);
    return STATUS_OK;
}

/* A "go" that is refused is answered too, so that nobody waits for ever; but while a search runs
 * there is one answer, that search's. */
static void refuse_command(struct engine *engine, struct text word, bool busy,
                           const struct error *error)
{
    refuse(error);
    if (text_is(word, "position"))
        engine->is_lost = true;
    if (text_is(word, "go") && !busy)
        say("bestmove (none)");
}

static enum status refuse_while_searching(struct text word, struct error *error)
{
    return error_set(error, STATUS_WRONG, "%.*s: a search is running", reading_shown(word),
                     word.data);
}

static void obey_or_refuse(struct engine *engine, struct text word, struct text rest)
{
    struct error error = {0};
    bool busy = job_is_busy(&engine->job);
    enum status status =
        busy ? refuse_while_searching(word, &error) : obey_idle(engine, word, rest, &error);
    if (status)
        refuse_command(engine, word, busy, &error);
}

/* False: quit. */
static bool obey(struct engine *engine, struct text line)
{
    struct text rest = line, word = reading_word(&rest);
    if (!word.len)
        return true;
    if (text_is(word, "quit"))
        return false;
    if (text_is(word, "uci"))
        introduce();
    else if (text_is(word, "isready"))
        say("readyok");
    else if (text_is(word, "stop"))
        job_stop(&engine->job);
    else if (text_is(word, "ponderhit"))
        hit(engine);
    else
        obey_or_refuse(engine, word, rest);
    return true;
}

static enum status engine_init(struct engine *engine, struct error *error)
{
    *engine = (struct engine){0};
    for (int i = 0; i < NUMBERS; i++)
        engine->number[i] = numbers[i].initial;
    benedict_start(&engine->game.position);
    enum status status = job_init(&engine->job, error);
    return status ? status : table_new((size_t)engine->number[HASH], &engine->table, error);
}

static void engine_end(struct engine *engine)
{
    table_free(engine->table);
    solved_free(&engine->solved);
    job_end(&engine->job);
}

/* Waits for input, and ends the search when its time is over. False: the wait failed. */
static bool wait_for_input(struct engine *engine, int input)
{
    for (;;) {
        struct pollfd poll_input = {.fd = input, .events = POLLIN};
        int64_t left = engine->job.deadline_ms - job_clock();
        if (left <= 0) {
            job_stop(&engine->job);
            continue;
        }
        bool endless = engine->job.deadline_ms == INT64_MAX;
        int ready = poll(&poll_input, 1, endless ? -1 : left < INT32_MAX ? (int)left : INT32_MAX);
        if (ready > 0)
            return true;
        if (ready < 0 && errno != EINTR)
            return false;
    }
}

/* A line that is too long, by its beginning. */
static void refuse_long(struct engine *engine, struct text line)
{
    struct error error = {0};
    struct text word = reading_word(&line);
    bool busy = job_is_busy(&engine->job);
    if (busy && text_is(word, "go"))
        (void)refuse_while_searching(word, &error);
    else
        (void)error_set(&error, STATUS_WRONG, "a line of more than %d bytes", LINE_MAX_BYTES);
    refuse_command(engine, word, busy, &error);
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
        if (!*skip)
            refuse_long(engine, buf_text(buf));
        buf->len = 0;
        *skip = true;
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
    if (quit || status || engine.job.held)
        job_stop(&engine.job);
    job_wait(&engine.job);
    engine_end(&engine);
    buf_free(&buf);
    return status;
}

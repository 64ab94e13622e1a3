#include "uci/engine.h"

#include "base/buf.h"
#include "uci/option.h"
#include "uci/process.h"
#include "uci/words.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    MOVES_BYTES = 8192,
    READ_AT_ONCE = 1 << 18, /* bytes in one call: the other engines wait */
    OUTPUT_MOST = 64 << 20, /* bytes for one command */
    END_STEP_MS = 10,       /* how often to look for the end of a process that closed its output */
    END_MOST_MS = 2000,     /* how long */
};

enum state {
    GREETING,    /* uci sent, uciok awaited */
    CONFIGURING, /* options and isready sent, readyok awaited */
    IDLE,
    PREPARING, /* ucinewgame and isready sent, readyok awaited */
    SEARCHING, /* go sent, bestmove awaited */
    STOPPING,  /* stop sent, bestmove awaited */
    SETTLING,  /* isready sent after a search that was given up */
    ENDING,    /* its output has ended, its exit is awaited */
    FAILED,
};

struct uci {
    const struct engine_config *config;
    struct process process;
    enum state state, ending_in; /* the state in which its output ended */
    int64_t silence, deadline;   /* ms allowed, and until when */
    int64_t end_step;
    size_t output; /* bytes since the last command */
    bool searched; /* the failure is about a position */
    bool killed;   /* from outside */

    bool *offered; /* for each option of the configuration */
    bool named, hash_offered;
    struct option hash;
    uint32_t hash_now; /* 0: not set yet */

    struct buf position; /* what follows "position " */
    bool plays;          /* it is a turn in a game: the move counts */
    int64_t limit;
    struct reply reply;
    struct uci_result result;
    char move[EVIDENCE_MOVE_BYTES];
    struct error reason;
    struct lines lines;
};

static void wait_until(struct uci *uci, enum state state, int64_t silence, int64_t now)
{
    uci->state = state;
    uci->silence = silence;
    uci->deadline = now + silence;
    uci->output = 0;
}

/* "in mid-search (last: depth 8, 1234 nodes)" */
static void describe_phase(const struct uci *uci, enum state state, char *phase, size_t size)
{
    static const char *const phases[] = {"before uciok",
                                         "after the options were set",
                                         "while idle",
                                         "before a search",
                                         "in mid-search",
                                         "after stop",
                                         "after stop",
                                         "",
                                         ""};
    if (state == SEARCHING && (uci->reply.depth || uci->reply.nodes))
        snprintf(phase, size, "in mid-search (last: depth %" PRId64 ", %" PRId64 " nodes)",
                 uci->reply.depth, uci->reply.nodes);
    else
        snprintf(phase, size, "%s", phases[state]);
}

/* The engine is of no more use; the reason is set. */
static enum uci_event give_up(struct uci *uci, enum state state)
{
    uci->searched = (state == PREPARING || state == SEARCHING) && !uci->killed;
    uci->state = FAILED;
    process_kill(&uci->process);
    return UCI_FAILED;
}

static enum uci_event fail(struct uci *uci, const char *what)
{
    char phase[96];
    describe_phase(uci, uci->state, phase, sizeof phase);
    error_set(&uci->reason, STATUS_WRONG, "%s %s", what, phase);
    return give_up(uci, uci->state);
}

/* Sends, and frees the text. */
static enum uci_event say(struct uci *uci, struct buf *text)
{
    struct error error;
    enum uci_event event = UCI_NOTHING;
    if (buf_ok(text, &error))
        event = fail(uci, "out of memory");
    else if (process_write(&uci->process, (struct text){text->data, text->len}) != PROCESS_WRITTEN)
        event = fail(uci, "does not take its input");
    buf_free(text);
    return event;
}

static enum uci_event say_line(struct uci *uci, const char *line)
{
    struct buf text = {0};
    buf_printf(&text, "%s\n", line);
    return say(uci, &text);
}

enum status uci_start(const struct engine_config *config, int64_t now, struct uci **uci,
                      struct error *error)
{
    struct uci *engine = calloc(1, sizeof *engine);
    bool *offered = calloc(config->option_count + 1, sizeof *offered);
    enum status status = engine && offered ? STATUS_OK : error_memory(error);
    if (!status)
        status = process_start(&engine->process, config->command, error);
    if (status) {
        free(offered);
        free(engine);
        return status;
    }
    engine->config = config;
    engine->offered = offered;
    wait_until(engine, GREETING, config->deadline_ms, now);
    say_line(engine, "uci");
    *uci = engine;
    return STATUS_OK;
}

static enum uci_event refuse(struct uci *uci)
{
    return give_up(uci, uci->state);
}

static enum uci_event take_name(struct uci *uci, struct words words)
{
    static const char *const stops[] = {NULL};
    char name[128];
    struct text stop;
    words_until(&words, stops, name, sizeof name, &stop);
    uci->named = strcmp(name, uci->config->name) == 0;
    if (uci->named)
        return UCI_NOTHING;
    error_set(&uci->reason, STATUS_WRONG, "calls itself '%s', expected '%s'", name,
              uci->config->name);
    return refuse(uci);
}

static enum uci_event take_option(struct uci *uci, struct words words)
{
    struct option option;
    if (!option_read(words, &option))
        return UCI_NOTHING;
    if (strcmp(option.name, "Hash") == 0 && option.type == OPTION_SPIN) {
        uci->hash = option;
        uci->hash_offered = true;
    }
    for (size_t i = 0; i < uci->config->option_count; i++) {
        const struct engine_option *wanted = &uci->config->options[i];
        if (strcmp(wanted->name, option.name) != 0)
            continue;
        uci->offered[i] = true;
        if (option_check(&option, wanted->value, &uci->reason))
            return refuse(uci);
    }
    return UCI_NOTHING;
}

static bool hash_fits(const struct uci *uci, uint32_t hash_mb)
{
    return uci->hash_offered && hash_mb >= uci->hash.min && hash_mb <= uci->hash.max;
}

/* Once all is offered that will be: is it what the configuration needs? */
static bool is_offered(struct uci *uci)
{
    const struct engine_config *config = uci->config;
    for (size_t i = 0; i < config->option_count; i++) {
        if (!uci->offered[i]) {
            error_set(&uci->reason, STATUS_WRONG, "does not offer the option %s",
                      config->options[i].name);
            return false;
        }
    }
    if (!uci->named || !uci->hash_offered) {
        error_set(&uci->reason, STATUS_WRONG, "%s",
                  uci->named ? "does not offer the option Hash" : "does not say its name");
        return false;
    }
    for (size_t i = 0; i < config->hash_count; i++) {
        const struct engine_hash *hash = &config->hashes[i];
        if (!hash_fits(uci, hash->hash_mb)) {
            error_set(&uci->reason, STATUS_WRONG,
                      "option Hash: %" PRIu32 " (hash_mb for %" PRId64
                      ") is no number from %" PRId64 " to %" PRId64,
                      hash->hash_mb, hash->limit, uci->hash.min, uci->hash.max);
            return false;
        }
    }
    return true;
}

static enum uci_event take_uciok(struct uci *uci, int64_t now)
{
    struct buf text = {0};
    if (!is_offered(uci))
        return refuse(uci);
    for (size_t i = 0; i < uci->config->option_count; i++)
        buf_printf(&text, "setoption name %s value %s\n", uci->config->options[i].name,
                   uci->config->options[i].value);
    buf_puts(&text, "isready\n");
    wait_until(uci, CONFIGURING, uci->config->deadline_ms, now);
    return say(uci, &text);
}

static enum uci_event read_greeting(struct uci *uci, struct line line, int64_t now)
{
    struct words words = {line.text};
    if (line.overlong)
        return UCI_NOTHING;
    if (words_take(&words, "id"))
        return words_take(&words, "name") ? take_name(uci, words) : UCI_NOTHING;
    if (words_take(&words, "option"))
        return take_option(uci, words);
    return words_take(&words, "uciok") ? take_uciok(uci, now) : UCI_NOTHING;
}

static bool begins_with(struct line line, const char *word)
{
    struct words words = {line.text};
    return words_take(&words, word);
}

static enum uci_event become_idle(struct uci *uci, int64_t now)
{
    wait_until(uci, IDLE, 0, now);
    return UCI_READY;
}

/* Up to `size` - 1 printable characters. */
static bool is_line(const char *text, size_t size)
{
    size_t len = 0;
    while (text[len] >= ' ' && text[len] <= '~' && len < size)
        len++;
    return len < size && !text[len];
}

static enum status check_turn(const struct uci *uci, const struct uci_turn *turn,
                              struct error *error)
{
    if (uci->state != IDLE)
        return error_set(error, STATUS_CANNOT, "engine %s is not idle", uci->config->id);
    if (turn->limit < 1 || !*turn->fen || !is_line(turn->fen, UCI_FEN_BYTES) ||
        !is_line(turn->moves, MOVES_BYTES) || !hash_fits(uci, turn->hash_mb))
        return error_set(error, STATUS_CANNOT,
                         "engine %s cannot search '%.100s' to %" PRId64 " with a hash of %" PRIu32
                         " MB",
                         uci->config->id, turn->fen, turn->limit, turn->hash_mb);
    return STATUS_OK;
}

static enum status begin(struct uci *uci, const struct uci_turn *turn, bool plays, int64_t now,
                         struct error *error)
{
    enum status status = check_turn(uci, turn, error);
    if (status)
        return status;
    struct buf text = {0};
    if (turn->hash_mb != uci->hash_now)
        buf_printf(&text, "setoption name Hash value %" PRIu32 "\n", turn->hash_mb);
    if (turn->first)
        buf_puts(&text, "ucinewgame\n");
    buf_puts(&text, "isready\n");
    uci->hash_now = turn->hash_mb;
    uci->limit = turn->limit;
    uci->plays = plays;
    uci->position.len = 0;
    buf_printf(&uci->position, "fen %s%s%s", turn->fen, *turn->moves ? " moves " : "", turn->moves);
    reply_start(&uci->reply, uci->config->completion, uci->config->game);
    wait_until(uci, PREPARING, uci->config->deadline_ms, now);
    say(uci, &text);
    return buf_ok(&uci->position, error);
}

enum status uci_begin(struct uci *uci, const char *fen, int64_t limit, uint32_t hash_mb,
                      int64_t now, struct error *error)
{
    struct uci_turn turn = {fen, "", true, limit, hash_mb};
    return begin(uci, &turn, false, now, error);
}

enum status uci_begin_turn(struct uci *uci, const struct uci_turn *turn, int64_t now,
                           struct error *error)
{
    return begin(uci, turn, true, now, error);
}

static enum uci_event go(struct uci *uci, int64_t now)
{
    struct buf text = {0};
    buf_printf(&text, "position %s\ngo %s %" PRId64 "\n", uci->position.data,
               limit_kind_name(uci->config->limit_kind), uci->limit);
    wait_until(uci, SEARCHING, engine_config_silence(uci->config, uci->limit), now);
    return say(uci, &text);
}

/* How many nodes a search of that limit may have before it is given up: half as many more, and
 * 5000, since an engine may look at its counter now and then only. */
static int64_t most_nodes(int64_t limit)
{
    return limit + limit / 2 + 5000;
}

/* More nodes, or depth: an engine that does not heed its limit would make progress for ever. */
static enum uci_event see_progress(struct uci *uci, int64_t now)
{
    char what[64];
    uci->deadline = now + uci->silence;
    if (uci->config->limit_kind != LIMIT_NODES || uci->reply.most_nodes <= most_nodes(uci->limit))
        return UCI_NOTHING;
    snprintf(what, sizeof what, "searches on beyond %" PRId64 " nodes", uci->limit);
    return fail(uci, what);
}

static enum status read_answer(struct uci *uci)
{
    if (uci->plays)
        return reply_move(&uci->reply, uci->move, &uci->reason);
    return reply_result(&uci->reply, &uci->result.iteration, &uci->result.total_nodes,
                        &uci->reason);
}

static enum uci_event read_search(struct uci *uci, struct line line, int64_t now)
{
    switch (reply_read(&uci->reply, line)) {
    case REPLY_PROGRESS:
        return see_progress(uci, now);
    case REPLY_DONE:
        if (read_answer(uci))
            return give_up(uci, uci->state);
        uci->result.hash_mb = uci->hash_now;
        wait_until(uci, IDLE, 0, now);
        return UCI_RESULT;
    default:
        return UCI_NOTHING;
    }
}

static enum uci_event read_line(struct uci *uci, struct line line, int64_t now)
{
    switch (uci->state) {
    case GREETING:
        return read_greeting(uci, line, now);
    case CONFIGURING:
    case SETTLING:
        return begins_with(line, "readyok") ? become_idle(uci, now) : UCI_NOTHING;
    case PREPARING:
        return begins_with(line, "readyok") ? go(uci, now) : UCI_NOTHING;
    case SEARCHING:
        return read_search(uci, line, now);
    case STOPPING:
        if (!begins_with(line, "bestmove"))
            return UCI_NOTHING;
        wait_until(uci, SETTLING, uci->config->deadline_ms, now);
        return say_line(uci, "isready");
    default:
        return UCI_NOTHING;
    }
}

void uci_stop(struct uci *uci, int64_t now)
{
    if (uci->state == PREPARING) {
        wait_until(uci, SETTLING, uci->config->deadline_ms, now);
    } else if (uci->state == SEARCHING) {
        wait_until(uci, STOPPING, uci->config->deadline_ms, now);
        say_line(uci, "stop");
    }
}

/* Its output has ended: that is all we shall know, once its exit is seen. */
static void begin_ending(struct uci *uci, int64_t now)
{
    enum state in = uci->state;
    wait_until(uci, ENDING, END_MOST_MS, now);
    uci->ending_in = in;
}

static enum uci_event await_end(struct uci *uci, int64_t now)
{
    struct process_end end = {.how = "closed its output"};
    char phase[96], unfinished[64];
    uci->end_step = now + END_STEP_MS;
    if (!process_ended(&uci->process, &end) && now < uci->deadline)
        return UCI_NOTHING;
    uci->killed = end.from_outside;
    struct text rest = lines_unfinished(&uci->lines);
    describe_phase(uci, uci->ending_in, phase, sizeof phase);
    snprintf(unfinished, sizeof unfinished, "%.*s", (int)(rest.len < 60 ? rest.len : 60),
             rest.data);
    if (rest.len)
        error_set(&uci->reason, STATUS_WRONG, "%s %s; its last line is unfinished: '%s'", end.how,
                  phase, unfinished);
    else
        error_set(&uci->reason, STATUS_WRONG, "%s %s", end.how, phase);
    return give_up(uci, uci->ending_in);
}

/* Lines that are there. */
static enum uci_event read_lines(struct uci *uci, int64_t now)
{
    struct line line;
    enum uci_event event = UCI_NOTHING;
    while (event == UCI_NOTHING && lines_next(&uci->lines, &line))
        event = read_line(uci, line, now);
    return event;
}

/* Lines that are there, then what the pipe holds. */
static enum uci_event read_all(struct uci *uci, int64_t now)
{
    enum uci_event event = read_lines(uci, now);
    for (size_t total = 0; event == UCI_NOTHING && total < READ_AT_ONCE;) {
        size_t size, got;
        char *to = lines_space(&uci->lines, &size);
        enum process_read read = process_read(&uci->process, to, size, &got);
        if (read == PROCESS_END)
            begin_ending(uci, now);
        if (read != PROCESS_BYTES)
            break;
        lines_added(&uci->lines, got);
        total += got;
        uci->output += got;
        event = read_lines(uci, now);
    }
    return event;
}

static enum uci_event check_time(struct uci *uci, int64_t now)
{
    char what[64];
    if (uci->output > OUTPUT_MOST)
        return fail(uci, "printed more than 64 MiB");
    if (uci->state == IDLE || now < uci->deadline)
        return UCI_NOTHING;
    snprintf(what, sizeof what, "made no progress for %" PRId64 " s", uci->silence / 1000);
    return fail(uci, what);
}

enum uci_event uci_advance(struct uci *uci, int64_t now)
{
    enum uci_event event = UCI_NOTHING;
    if (uci->state != ENDING && uci->state != FAILED)
        event = read_all(uci, now);
    if (uci->state == FAILED)
        return UCI_FAILED;
    if (uci->state == ENDING)
        return await_end(uci, now);
    return event == UCI_NOTHING ? check_time(uci, now) : event;
}

int uci_fd(const struct uci *uci)
{
    return uci->state == FAILED ? -1 : uci->process.out;
}

int64_t uci_due(const struct uci *uci)
{
    switch (uci->state) {
    case IDLE:
        return INT64_MAX;
    case ENDING:
        return uci->end_step;
    case FAILED:
        return 0;
    default:
        return uci->deadline;
    }
}

bool uci_is_idle(const struct uci *uci)
{
    return uci->state == IDLE;
}

const struct uci_result *uci_result(const struct uci *uci)
{
    return &uci->result;
}

const struct reply *uci_reply(const struct uci *uci)
{
    return &uci->reply;
}

const char *uci_move(const struct uci *uci)
{
    return uci->move;
}

const char *uci_reason(const struct uci *uci)
{
    return uci->reason.text;
}

bool uci_failed_in_search(const struct uci *uci)
{
    return uci->searched;
}

bool uci_was_killed(const struct uci *uci)
{
    return uci->killed;
}

int64_t uci_nodes(const struct uci *uci)
{
    return uci->state == SEARCHING ? uci->reply.most_nodes : 0;
}

pid_t uci_pid(const struct uci *uci)
{
    return uci->process.pid;
}

void uci_close(struct uci *uci)
{
    if (!uci)
        return;
    process_close(&uci->process);
    buf_free(&uci->position);
    free(uci->offered);
    free(uci);
}

/* uci: reading searches, options, configurations; running engines, good and bad. Real engines are
 * tried where they are installed with the expected bytes. The fake engine lies beside this program,
 * Benedict one folder above. */
#include "base/file.h"
#include "chess960/pair.h"
#include "passport/evidence.h"
#include "test.h"
#include "uci/engine.h"
#include "uci/option.h"
#include "uci/process.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <poll.h>
#include <signal.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { ENGINES_MAX = 4, SHOWN = 200, NEVER = 0, LATER = 1000000000 };

/* "cp 47 depth 14/16 nodes 100026 of 100065 h2h4 wdl 88 911 1" */
static void show(const struct reply_iteration *at, int64_t nodes, char shown[SHOWN])
{
    char wdl[40] = "no wdl";
    if (at->win != EVIDENCE_NO_WDL)
        snprintf(wdl, sizeof wdl, "wdl %u %u %u", at->win, at->draw, at->loss);
    snprintf(shown, SHOWN, "%s %d depth %u/%u nodes %" PRId64 " of %" PRId64 " %s %s",
             at->mate ? "mate" : "cp", at->score, at->depth, at->seldepth, at->nodes, nodes,
             at->move, wdl);
}

/* What the search comes to, or why to nothing; fed in pieces of that many bytes. */
static void read_search(struct text text, enum completion completion, size_t piece,
                        char shown[SHOWN])
{
    static struct lines lines;
    struct reply reply;
    struct line line;
    struct reply_iteration iteration;
    struct error error = {0};
    int64_t nodes;
    bool done = false;
    lines = (struct lines){0};
    reply_start(&reply, completion, REPLY_CHESS);
    for (size_t at = 0; at < text.len && !done;) {
        size_t size;
        char *to = lines_space(&lines, &size);
        size = size < piece ? size : piece;
        size = size < text.len - at ? size : text.len - at;
        assert_true(size > 0);
        memcpy(to, text.data + at, size);
        lines_added(&lines, size);
        at += size;
        while (!done && lines_next(&lines, &line))
            done = reply_read(&reply, line) == REPLY_DONE;
    }
    if (!done)
        snprintf(shown, SHOWN, "no bestmove");
    else if (reply_result(&reply, &iteration, &nodes, &error))
        snprintf(shown, SHOWN, "%.190s", error.text);
    else
        show(&iteration, nodes, shown);
}

/* Every LF becomes CR LF. */
static void put_crlf(struct buf *out, struct text text)
{
    for (size_t i = 0; i < text.len; i++) {
        if (text.data[i] == '\n')
            buf_putc(out, '\r');
        buf_putc(out, text.data[i]);
    }
}

static void assert_search(struct text text, enum completion completion, const char *expected)
{
    static const size_t pieces[] = {1, 7, 4096, SIZE_MAX};
    struct buf crlf = {0};
    char shown[SHOWN];
    put_crlf(&crlf, text);
    for (size_t i = 0; i < sizeof pieces / sizeof *pieces; i++) {
        read_search(text, completion, pieces[i], shown);
        assert_string_equal(shown, expected);
        read_search((struct text){crlf.data, crlf.len}, completion, pieces[i], shown);
        assert_string_equal(shown, expected);
    }
    buf_free(&crlf);
}

/* What real engines printed. */
static void transcripts_are_read(void **state)
{
    (void)state;
    static const struct {
        const char *file;
        enum completion completion;
        const char *expected;
    } cases[] = {
        {"stockfish-15.1-96-96-nodes-100000", COMPLETION_BEFORE_FINAL,
         "cp 47 depth 14/16 nodes 100026 of 100065 h2h4 wdl 88 911 1"},
        {"stockfish-15.1-460-483-nodes-20000-lower", COMPLETION_BEFORE_FINAL,
         "cp -40 depth 10/12 nodes 13868 of 20008 f2f3 wdl 1 936 63"},
        {"stockfish-15.1-137-582-nodes-20000-upper", COMPLETION_BEFORE_FINAL,
         "cp 58 depth 10/11 nodes 13156 of 20022 f2f3 wdl 140 859 1"},
        {"stockfish-15.1-782-64-nodes-20000-exact", COMPLETION_BEFORE_FINAL,
         "cp 70 depth 8/9 nodes 4936 of 20021 b2b4 wdl 224 776 0"},
        {"stockfish-15.1-518-518-depth-8", COMPLETION_FINAL,
         "cp 26 depth 8/7 nodes 5791 of 5791 g1f3 wdl 33 964 3"},
        {"stockfish-15.1-mate-depth-20", COMPLETION_FINAL,
         "mate 1 depth 20/2 nodes 400 of 400 a1a8 wdl 1000 0 0"},
        /* It ran out of depths, not of nodes: the rule then gives the last but one. */
        {"stockfish-15.1-mate-nodes-20000", COMPLETION_BEFORE_FINAL,
         "mate 1 depth 244/2 nodes 4880 of 4900 a1a8 wdl 1000 0 0"},
        {"stockfish-15.1-mated", COMPLETION_BEFORE_FINAL, "bestmove (none): no legal move"},
        {"stockfish-19-518-534-nodes-20000", COMPLETION_BEFORE_FINAL,
         "cp 57 depth 10/14 nodes 13213 of 20023 d2d4 wdl 152 846 2"},
        {"stockfish-19-518-534-depth-6", COMPLETION_FINAL,
         "cp 28 depth 6/7 nodes 2123 of 2123 d2d4 wdl 54 940 6"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct error error = {0};
        struct buf text = {0};
        char path[128];
        snprintf(path, sizeof path, "tests/golden/uci/%s.txt", cases[i].file);
        assert_ok(file_read(path, 1 << 20, &text, &error));
        assert_search((struct text){text.data, text.len}, cases[i].completion, cases[i].expected);
        buf_free(&text);
    }
}

#define A "info depth 7 seldepth 9 score cp 12 nodes 700 pv e2e4 e7e5\n"
#define B "info depth 8 seldepth 9 score cp -3 nodes 900 pv d2d4\n"
#define CUT "info depth 9 seldepth 9 score cp 99 lowerbound nodes 1001 pv c2c4\n"
#define BEST "bestmove e2e4 ponder e7e5\n"
#define IS_A "cp 12 depth 7/9 nodes 700 of 1001 e2e4 no wdl"
#define IS_B "cp -3 depth 8/9 nodes 900 of 1001 d2d4 no wdl"

static const struct {
    enum completion completion;
    const char *text, *expected;
} odd[] = {
    {COMPLETION_BEFORE_FINAL, A B CUT BEST, IS_B},
    {COMPLETION_BEFORE_FINAL, A B BEST, "cp 12 depth 7/9 nodes 700 of 900 e2e4 no wdl"},
    {COMPLETION_BEFORE_FINAL, A CUT CUT BEST, IS_A},
    {COMPLETION_FINAL, A B CUT BEST, IS_B},
    {COMPLETION_FINAL, A BEST, "cp 12 depth 7/9 nodes 700 of 700 e2e4 no wdl"},
    /* Nothing, or too little. */
    {COMPLETION_BEFORE_FINAL, A B CUT, "no bestmove"},
    {COMPLETION_BEFORE_FINAL, A B CUT "bestmove e2e4", "no bestmove"},
    {COMPLETION_BEFORE_FINAL, BEST, "bestmove e2e4 without an evaluation before it"},
    {COMPLETION_BEFORE_FINAL, A BEST, "the search ended before an iteration was completed"},
    {COMPLETION_FINAL, CUT BEST, "the search ended before an iteration was completed"},
    {COMPLETION_BEFORE_FINAL, A B CUT "bestmove (none)\n", "bestmove (none): no legal move"},
    {COMPLETION_BEFORE_FINAL, A B CUT "bestmove 0000\n", "bestmove 0000: no legal move"},
    {COMPLETION_BEFORE_FINAL, A B CUT "bestmove\n", "bestmove '' is no move"},
    {COMPLETION_BEFORE_FINAL, A B CUT "bestmove e2e9\n", "bestmove 'e2e9' is no move"},
    {COMPLETION_FINAL, "info score cp 1 nodes 3 pv e2e4\n" BEST,
     "the evaluation of the search has no depth"},
    {COMPLETION_FINAL, "info depth 3 score cp 1 pv e2e4\n" BEST,
     "the evaluation of the search has no nodes"},
    /* Spaces, tabs, order, unknown words. */
    {COMPLETION_FINAL,
     "  info \t depth  3   time 4 wdl 1  2 997 score \t mate -5 blah nodes 6 pv  a7a8q x \t\n"
     "\t bestmove   a7a8q  \n",
     "mate -5 depth 3/0 nodes 6 of 6 a7a8q wdl 1 2 997"},
    {COMPLETION_FINAL, "info pv e1h1 d7d5 depth 3 nodes 6 score cp 0 multipv 1\n" BEST,
     "cp 0 depth 3/0 nodes 6 of 6 e1h1 no wdl"},
    /* Lines that are no PV lines. */
    {COMPLETION_BEFORE_FINAL,
     A "info string depth 20 score cp 500 nodes 5 pv a2a4\n" B
       "info depth 9 currmove e2e4 currmovenumber 1 nodes 950\n" CUT
       "info depth 9 score cp 500 nodes 1001\n"
       "information depth 20 score cp 500 nodes 5 pv a2a4\n"
       "No such option: score cp 500 pv a2a4\n\x01\xff\n\n" BEST,
     IS_B},
    {COMPLETION_BEFORE_FINAL,
     A B "info depth 8 multipv 2 score cp 300 nodes 900 pv a2a4\n" CUT BEST, IS_B},
    {COMPLETION_BEFORE_FINAL, A B CUT "info depth 9 string score cp 5 nodes 9 pv e2e4\n" BEST,
     IS_B},
    /* A line that cannot be read fails the search only where it may be the one that counts. */
    {COMPLETION_BEFORE_FINAL, "info depth x score cp 1 nodes 2 pv e2e4\n" A B CUT BEST, IS_B},
    {COMPLETION_BEFORE_FINAL, A "info depth 300 score cp 1 nodes 2 pv e2e4\n" B CUT BEST, IS_B},
    {COMPLETION_BEFORE_FINAL, A B "info depth 8 nodes 9info depth 9\n" CUT BEST,
     "a line that cannot be read may hold the evaluation: 'info depth 8 nodes 9info depth "
     "9...'"},
    {COMPLETION_BEFORE_FINAL, A B CUT "info depth 8 wdl 1 2 3 pv e2e4\n" BEST,
     "a line that cannot be read may hold the evaluation: 'info depth 8 wdl 1 2 3 pv e2e4...'"},
    {COMPLETION_BEFORE_FINAL, "info depth 5 depth 6\n" A BEST,
     "a line that cannot be read may hold the evaluation: 'info depth 5 depth 6...'"},
    {COMPLETION_FINAL, A "info depth 8 score cp 5 pv e2e4 info depth 9 score cp 4\n" BEST,
     "a line that cannot be read may hold the evaluation: 'info depth 8 score cp 5 pv e2e4 "
     "info depth 9 score cp 4...'"},
    {COMPLETION_FINAL, A "info depth 8 score mate 0 nodes 3 pv e2e4\n" BEST,
     "a line that cannot be read may hold the evaluation: 'info depth 8 score mate 0 nodes 3 "
     "pv e2e4...'"},
    {COMPLETION_FINAL, A "info depth 8 score cp 1.5 nodes 3\n" BEST,
     "a line that cannot be read may hold the evaluation: 'info depth 8 score cp 1.5 nodes "
     "3...'"},
};

static void odd_lines_are_never_misread(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof odd / sizeof *odd; i++)
        assert_search(text_of(odd[i].text), odd[i].completion, odd[i].expected);
}

static void put_overlong(struct buf *out, const char *begin, size_t len)
{
    size_t end = out->len + len;
    buf_puts(out, begin);
    while (out->len < end)
        buf_putc(out, out->len % 5 ? 'a' : ' ');
    buf_putc(out, '\n');
}

static void overlong_lines_are_passed_over(void **state)
{
    (void)state;
    static const struct {
        const char *before, *begin, *after, *expected;
        size_t len;
    } cases[] = {
        {A, "info depth 3 score cp 5 nodes 3 pv e2e4", B CUT BEST, IS_B, LINES_LONGEST + 1},
        {A, "info depth 3 score cp 5 nodes 3 pv e2e4", B CUT BEST, IS_B, 300000},
        {A B, "info string depth 3 score cp 5 nodes 3 pv e2e4", CUT BEST, IS_B, 300000},
        {A B, "score cp 5", CUT BEST, IS_B, 300000},
        {A B, "info depth 3 score cp 5 nodes 3 pv e2e4", CUT BEST,
         "a line that cannot be read may hold the evaluation: 'info depth 3 score cp 5 nodes 3 pv "
         "e2e4aaa aaaa aaaa aaaa aaaa ...'",
         LINES_LONGEST + 1},
        {A B CUT, "bestmove e2e4", "", "bestmove '(overlong)' is no move", 300000},
        /* Just not too long. */
        {A B, "info depth 9 nodes 950 score cp 5 pv e2e4 ", CUT BEST,
         "cp 5 depth 9/0 nodes 950 of 1001 e2e4 no wdl", LINES_LONGEST - 1},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct buf text = {0};
        buf_puts(&text, cases[i].before);
        put_overlong(&text, cases[i].begin, cases[i].len);
        buf_puts(&text, cases[i].after);
        assert_search((struct text){text.data, text.len}, COMPLETION_BEFORE_FINAL,
                      cases[i].expected);
        buf_free(&text);
    }
}

static void progress_is_seen(void **state)
{
    (void)state;
    static const struct {
        const char *line;
        enum reply_news news;
    } lines[] = {
        {"info depth 1 nodes 20 score cp 3 pv e2e4", REPLY_PROGRESS},
        {"info depth 1 nodes 20 score cp 3 pv e2e4", REPLY_NOTHING},
        {"info depth 2 currmove e2e4 currmovenumber 1", REPLY_PROGRESS},
        {"info depth 2 currmove e2e4 currmovenumber 1", REPLY_NOTHING},
        {"info depth 2 currmove e2e4 currmovenumber 2", REPLY_PROGRESS},
        {"info nodes 10", REPLY_NOTHING},
        {"info nodes 21", REPLY_PROGRESS},
        {"info string depth 99 nodes 99", REPLY_NOTHING},
        {"bestmove e2e4", REPLY_DONE},
    };
    struct reply reply;
    reply_start(&reply, COMPLETION_FINAL, REPLY_CHESS);
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++)
        assert_int_equal(reply_read(&reply, (struct line){text_of(lines[i].line), false}),
                         lines[i].news);
}

static void options_are_checked(void **state)
{
    (void)state;
    static const struct {
        const char *line, *value, *refused; /* NULL: it fits */
    } cases[] = {
        {"name Use NNUE type check default true", "false", NULL},
        {"name  Use \t NNUE  type check default true", "true", NULL},
        {"name Use NNUE type check default true", "True",
         "option Use NNUE: 'True' is neither true nor false"},
        {"name Threads type spin default 1 min 1 max 8", "8", NULL},
        {"name Threads type spin default 1 min 1 max 8", "9",
         "option Threads: '9' is no number from 1 to 8"},
        {"name Threads type spin default 1 min 1 max 8", "08",
         "option Threads: '08' is no number from 1 to 8"},
        {"name Contempt type spin default 0 min -100 max 100", "-100", NULL},
        {"name Style type combo default Very Solid var Very Solid var Wild", "Very Solid", NULL},
        {"name Style type combo var Very  Solid var Wild default Wild", "Very Solid", NULL},
        {"name Style type combo default Mad var Very Solid var Wild", "Mad",
         "option Style: 'Mad' is none of: Very Solid, Wild"},
        {"name Clear Hash type button", "true",
         "option Clear Hash is a button, which takes no value"},
        {"name EvalFile type string default min 3 type spin", "anything at all", NULL},
    };
    static const char *const none[] = {"name Threads",
                                       "name type spin",
                                       "Threads type spin",
                                       "name Threads type spun",
                                       "name Threads type spin min x max 3",
                                       "name Threads type spin min 4 max 3",
                                       ""};
    struct option option;
    struct error error = {0};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        assert_true(option_read((struct words){text_of(cases[i].line)}, &option));
        if (cases[i].refused)
            assert_refused(option_check(&option, cases[i].value, &error), STATUS_WRONG,
                           cases[i].refused);
        else
            assert_ok(option_check(&option, cases[i].value, &error));
    }
    for (size_t i = 0; i < sizeof none / sizeof *none; i++)
        assert_false(option_read((struct words){text_of(none[i])}, &option));
}

/* The last three are the limit kind, its go, and the completion. */
#define CONFIG(command, files, options, hash, ...)                                                 \
    CONFIG_(command, files, options, hash, __VA_ARGS__)
#define CONFIG_(command, files, options, hash, kind, per, completion)                              \
    "{\"id\":\"fake\",\"name\":\"Fake 1\",\"command\":[" command "],\"files\":{" files "},"        \
    "\"options\":{" options "},\"hash_mb\":{" hash "},\"limit_kind\":\"" kind "\","                \
    "\"per_position\":[\"ucinewgame\",\"isready\",\"position fen\"," per "],"                      \
    "\"completion\":\"" completion "\",\"deadline_s\":10}"
#define BINARY "\"binary\":{\"path\":\"bin/fake\"}"
#define NODES "nodes", "\"go nodes\"", "exact-before-final-pv"

static const struct {
    const char *text, *refused;
} configurations[] = {
    {CONFIG("\"{binary}\"", BINARY, "", "\"10\":1", NODES), NULL},
    {CONFIG("\"{binary}\"", BINARY, "", "\"8\":1", "depth", "\"go depth\"", "final-pv"), NULL},
    {CONFIG("\"{script}\"", BINARY, "", "\"10\":1", NODES), "x: command: no file is named script"},
    {CONFIG("\"stockfish\"", BINARY, "", "\"10\":1", NODES),
     "x: command: none of the files is in it, as {binary} would be"},
    {CONFIG("\"{binary}\"", BINARY, "\"Hash\":\"3\"", "\"10\":1", NODES),
     "x: options: Hash is set by hash_mb, for each limit"},
    {CONFIG("\"{binary}\"", BINARY, "\"A\":\"a\\nquit\"", "\"10\":1", NODES),
     "x: options.A: a control character"},
    {CONFIG("\"{binary}\"", BINARY, "\"A\":\"{net}\"", "\"10\":1", NODES),
     "x: options: no file is named net"},
    {CONFIG("\"{binary}\"", BINARY, "", "\"0\":1", NODES),
     "x: hash_mb: '0' does not match ^[1-9][0-9]{0,15}$"},
    {CONFIG("\"{binary}\"", BINARY, "", "\"256\":1", "depth", "\"go depth\"", "final-pv"),
     "x: hash_mb: no limit of depth: '256'"},
    {CONFIG("\"{binary}\"", BINARY, "", "\"10\":1", "nodes", "\"go depth\"", "final-pv"),
     "x: per_position[3] is 'go depth', expected 'go nodes'"},
    {CONFIG("\"{binary}\"", BINARY, "", "\"10\":1", "nodes", "\"go nodes\"", "last"),
     "x: completion: 'last' does not match ^(exact-before-final-pv|final-pv)$"},
};

static void configurations_are_checked(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof configurations / sizeof *configurations; i++) {
        struct engine_config config;
        struct error error = {0};
        enum status status =
            engine_config_read("x", "/etc/", text_of(configurations[i].text), &config, &error);
        if (configurations[i].refused) {
            assert_int_equal(status, STATUS_WRONG);
            assert_string_equal(error.text, configurations[i].refused);
            continue;
        }
        assert_ok(status);
        assert_string_equal(config.command[0], "/etc/bin/fake");
        assert_null(config.command[1]);
        engine_config_free(&config);
    }
}

static void configurations_are_expanded(void **state)
{
    (void)state;
    struct engine_config config;
    struct error error = {0};
    assert_ok(engine_config_read(
        "x", "/e",
        text_of(CONFIG("\"nice\",\"{binary}\",\"--net={net}\",\"{}{\"",
                       BINARY ",\"net\":{\"path\":\"/n.pb\"}",
                       "\"Weights\":\"{net}\",\"Backend\":\"cpu\"", "\"500\":2,\"1000\":4", NODES)),
        &config, &error));
    assert_string_equal(config.command[1], "/e/bin/fake");
    assert_string_equal(config.command[2], "--net=/n.pb");
    assert_string_equal(config.command[3], "{}{");
    assert_string_equal(config.options[0].name, "Backend");
    assert_string_equal(config.options[1].value, "/n.pb");
    assert_ok(engine_config_set_path(&config, "net", "m.pb", &error));
    assert_string_equal(config.command[2], "--net=m.pb");
    assert_string_equal(config.options[1].value, "m.pb");
    assert_refused(engine_config_set_path(&config, "book", "m.pb", &error), STATUS_WRONG,
                   "engine fake has no file book");
    assert_int_equal(engine_config_hash_mb(&config, 1000), 4);
    assert_int_equal(engine_config_hash_mb(&config, 999), 0);
    assert_int_equal(engine_config_silence(&config, 1000), 10000);
    config.slowest_nps = 300;
    assert_int_equal(engine_config_silence(&config, 1000), 14000);
    engine_config_free(&config);
}

/* What a passport says of an engine that is one file is enough to run it. */
static void an_entry_becomes_a_configuration(void **state)
{
    (void)state;
    static const char *const texts[] = {
        CONFIG("\"{binary}\"", BINARY, "\"A\":\"b\"", "\"10\":1,\"20\":2", NODES),
        CONFIG("\"{binary}\"", BINARY, "", "\"8\":1", "depth", "\"go depth\"", "final-pv")};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        struct error error = {0};
        struct engine_config config, again;
        struct buf expected = {0}, found = {0};
        assert_ok(engine_config_read("x", "/", text_of(texts[i]), &config, &error));
        cJSON *entry = engine_config_entry(&config);
        assert_ok(engine_config_from_entry("other", entry, "/bin/engine", &again, &error));
        cJSON *entry_again = engine_config_entry(&again);
        json_write(&expected, entry);
        json_write(&found, entry_again);
        assert_string_equal(found.data, expected.data);
        assert_string_equal(again.id, "other");
        assert_string_equal(again.command[0], "/bin/engine");
        assert_null(again.command[1]);
        assert_int_equal(again.completion, config.completion);
        engine_config_free(&again);

        cJSON_ReplaceItemInObject(entry, "completion", cJSON_CreateString("the best line"));
        assert_refused(engine_config_from_entry("other", entry, "e", &again, &error), STATUS_WRONG,
                       "engine other: completion 'the best line' is not known");
        cJSON_AddStringToObject(cJSON_GetObjectItem(entry, "files"), "network", "");
        assert_refused(engine_config_from_entry("other", entry, "e", &again, &error), STATUS_CANNOT,
                       "engine other is more than a binary: its configuration is needed");
        cJSON_Delete(entry);
        cJSON_Delete(entry_again);
        buf_free(&expected);
        buf_free(&found);
        engine_config_free(&config);
    }
}

static void chess960_is_needed(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        bool enough;
    } cases[] = {
        {CONFIG("\"{binary}\"", BINARY, "\"UCI_Chess960\":\"true\"", "\"10\":1", NODES), true},
        {CONFIG("\"{binary}\"", BINARY, "\"UCI_Chess960\":\"false\"", "\"10\":1", NODES), false},
        {CONFIG("\"{binary}\"", BINARY, "", "\"10\":1", NODES), false},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct error error = {0};
        struct engine_config config;
        assert_ok(engine_config_read("x", "/", text_of(cases[i].text), &config, &error));
        assert_int_equal(engine_config_need_chess960(&config, &error),
                         cases[i].enough ? STATUS_OK : STATUS_WRONG);
        engine_config_free(&config);
    }
}

/* engines/ holds what the passport of the study says. */
/* The configuration may have hash sizes for budgets that nothing was recorded at yet; of the others
 * the entry is the passport's to the byte. */
static void an_entry_is_what_the_passport_has(void **state)
{
    (void)state;
    struct error error = {0};
    struct engine_config config;
    struct buf passport = {0}, expected = {0}, found = {0};
    cJSON *json = NULL;
    assert_ok(engine_config_open("engines/stockfish-15.1-debian.json", &config, &error));
    strcpy(config.files[0].sha256, config.files[0].expected);
    cJSON *entry = engine_config_entry(&config);
    assert_ok(file_read("passport/asym/passport.json", 1 << 20, &passport, &error));
    assert_ok(json_parse("passport", (struct text){passport.data, passport.len}, &json, &error));
    const cJSON *recorded = json_get(json_get(json, "engines"), config.id), *size, *after;
    cJSON *sizes = cJSON_GetObjectItemCaseSensitive(entry, "hash_mb");
    for (size = sizes->child; size; size = after) {
        after = size->next;
        if (!json_get(json_get(recorded, "hash_mb"), size->string))
            cJSON_DeleteItemFromObjectCaseSensitive(sizes, size->string);
    }
    json_write(&expected, recorded);
    json_write(&found, entry);
    assert_string_equal(found.data, expected.data);
    cJSON_Delete(json);
    cJSON_Delete(entry);
    buf_free(&passport);
    buf_free(&expected);
    buf_free(&found);
    engine_config_free(&config);
}

static void files_are_identified(void **state)
{
    (void)state;
    struct error error = {0};
    struct engine_config config;
    char path[] = "/tmp/test_uci.XXXXXX";
    int fd = mkstemp(path);
    assert_int_equal(write(fd, "abc", 3), 3);
    close(fd);
    assert_ok(engine_config_open("engines/stockfish-15.1-debian.json", &config, &error));
    assert_ok(engine_config_set_path(&config, "binary", path, &error));
    assert_int_equal(engine_config_identify(&config, &error), STATUS_WRONG);
    assert_non_null(strstr(error.text, " has sha256 ba7816bf"));
    assert_non_null(strstr(error.text, ", expected af67e5f9"));
    assert_int_equal(strncmp(config.files[0].sha256, "ba7816bf", 8), 0);
    unlink(path);
    assert_int_equal(engine_config_identify(&config, &error), STATUS_CANNOT);
    assert_non_null(strstr(error.text, "engine stockfish-15.1-debian: file binary: "));
    assert_non_null(strstr(error.text, "cannot open: No such file or directory"));
    engine_config_free(&config);
}

/* ---- engines ---- */

static int64_t now_ms(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return time.tv_sec * INT64_C(1000) + time.tv_nsec / 1000000;
}

/* The program that lies beside this one. */
static void beside(const char *name, char path[256])
{
    ssize_t len = readlink("/proc/self/exe", path, 200);
    assert_true(len > 0);
    path[len] = '\0';
    strcpy(strrchr(path, '/') + 1, name);
}

/* The fake engine with those behaviours (separated by spaces) and further options. */
static void fake_config(const char *behaviours, const char *options, const char *kind,
                        struct engine_config *config)
{
    struct error error = {0};
    struct buf text = {0};
    char path[256], list[512];
    beside("fake-engine", path);
    buf_printf(&text, "{\"id\":\"fake\",\"name\":\"Fake 1\",\"command\":[\"{binary}\"");
    snprintf(list, sizeof list, "%s", behaviours);
    for (char *word = strtok(list, " "); word; word = strtok(NULL, " "))
        buf_printf(&text, ",\"%s\"", word);
    buf_printf(&text,
               "],\"files\":{\"binary\":{\"path\":\"%s\"}},"
               "\"options\":{\"UCI_ShowWDL\":\"true\"%s},\"hash_mb\":{\"10\":1,\"20\":16},"
               "\"limit_kind\":\"%s\",\"per_position\":[\"ucinewgame\",\"isready\","
               "\"position fen\",\"go %s\"],\"completion\":\"%s\",\"deadline_s\":7}",
               path, options, kind, kind,
               strcmp(kind, "nodes") == 0 ? "exact-before-final-pv" : "final-pv");
    assert_ok(engine_config_read("fake", "/", (struct text){text.data, text.len}, config, &error));
    buf_free(&text);
}

/* The next event. With `patience` (ms) the clock stands still until nothing has come for as long;
 * then it leaps past every deadline. */
static enum uci_event next_event(struct uci *uci, int patience)
{
    int64_t now = patience ? 0 : now_ms();
    for (;;) {
        enum uci_event event = uci_advance(uci, now);
        if (event != UCI_NOTHING)
            return event;
        struct pollfd fd = {uci_fd(uci), POLLIN, 0};
        int64_t wait = uci_due(uci) - now;
        int ready = poll(&fd, 1, patience ? patience : wait > 1000 ? 1000 : (int)wait);
        now = !patience ? now_ms() : ready ? now : LATER;
    }
}

#define FEN "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w HAha - 0 1"

/* A few searches by one fake engine: the last result, or the failure. */
static void outcome_of(const char *behaviours, const char *options, int searches, int patience,
                       char shown[SHOWN])
{
    struct engine_config config;
    struct error error = {0};
    struct uci *uci;
    fake_config(behaviours, options, "nodes", &config);
    assert_ok(uci_start(&config, patience ? 0 : now_ms(), &uci, &error));
    enum uci_event event = next_event(uci, patience);
    for (int i = 0; i < searches && event != UCI_FAILED; i++) {
        assert_int_equal(event, i ? UCI_RESULT : UCI_READY);
        assert_true(uci_is_idle(uci));
        assert_ok(uci_begin(uci, FEN, 10000, 16, patience ? 0 : now_ms(), &error));
        assert_false(uci_is_idle(uci));
        event = next_event(uci, patience);
    }
    if (event == UCI_FAILED)
        snprintf(shown, SHOWN, "%s: %.190s", uci_failed_in_search(uci) ? "search" : "engine",
                 uci_reason(uci));
    else if (event == UCI_READY)
        snprintf(shown, SHOWN, "ready");
    else
        show(&uci_result(uci)->iteration, uci_result(uci)->total_nodes, shown);
    pid_t pid = uci_pid(uci);
    uci_close(uci);
    if (pid)
        assert_true(waitpid(pid, NULL, WNOHANG) < 0 && errno == ECHILD);
    engine_config_free(&config);
}

static void odd_printing_changes_nothing(void **state)
{
    (void)state;
    static const char *const behaviours[] = {
        "garbage",
        "overlong",
        "overlong-string",
        "split",
        "crlf",
        "spaces",
        "strings",
        "stderr",
        "bounds",
        "multipv",
        "slow=30",
        "steady=1",
        "garbage overlong overlong-string crlf spaces strings bounds multipv",
        "garbage split crlf spaces strings bounds multipv",
    };
    char expected[SHOWN], shown[SHOWN];
    outcome_of("", "", 1, NEVER, expected);
    assert_non_null(strstr(expected, "nodes 9000 of 100"));
    for (size_t i = 0; i < sizeof behaviours / sizeof *behaviours; i++) {
        outcome_of(behaviours[i], "", 1, NEVER, shown);
        assert_string_equal(shown, expected);
        outcome_of(behaviours[i], "", 3, NEVER, shown);
        assert_string_equal(shown, expected);
    }
}

static const struct {
    const char *behaviours;
    int searches, patience;
    const char *expected; /* how it begins */
} faults[] = {
    {"exit=3", 0, NEVER, "engine: ended with exit status 3 before uciok"},
    {"name=Other", 0, NEVER, "engine: calls itself 'Other', expected 'Fake 1'"},
    {"without=Hash", 0, NEVER, "engine: does not offer the option Hash"},
    {"without=UCI_ShowWDL", 0, NEVER, "engine: does not offer the option UCI_ShowWDL"},
    {"not-uci", 0, 300, "engine: made no progress for 7 s before uciok"},
    {"hang-at-isready", 0, 300, "engine: made no progress for 7 s after the options were set"},
    {"crash=2", 1, NEVER, "cp "},
    {"crash=2", 2, NEVER, "search: was killed by SIGABRT in mid-search (last: depth 2, "},
    {"crash-fen=RNBQKBNR", 1, NEVER, "search: was killed by SIGABRT in mid-search"},
    {"crash-fen=BBQQ", 2, NEVER, "cp "},
    {"quit=1", 1, NEVER, "search: ended with exit status 0 in mid-search"},
    {"hang=1", 1, 300, "search: made no progress for 7 s in mid-search (last: depth 2, "},
    {"late=0", 1, 300, "search: made no progress for 7 s in mid-search"},
    {"mute=1", 1, 300, "search: closed its output in mid-search"},
    {"flood", 1, NEVER, "search: printed more than 64 MiB in mid-search"},
    {"endless", 1, NEVER,
     "search: searches on beyond 10000 nodes in mid-search (last: depth 9, 25624 nodes)"},
    {"flood-info", 1, NEVER, "search: printed more than 64 MiB in mid-search"},
    {"no-info", 1, NEVER, "search: bestmove "},
    {"none", 1, NEVER, "search: bestmove (none): no legal move"},
    {"overlong-last", 1, NEVER, "search: a line that cannot be read may hold the evaluation"},
    {"no-final-newline", 1, NEVER,
     "search: ended with exit status 0 in mid-search (last: depth 11, 10003 nodes); its last "
     "line is unfinished: 'bestmove e2e4'"},
    {"torn", 1, NEVER,
     "search: ended with exit status 0 in mid-search (last: depth 11, 10003 nodes); its last "
     "line is unfinished: 'bestm'"},
    {"mate", 1, NEVER, "mate "},
    {"no-wdl", 1, NEVER, "cp "},
    /* Lies that cannot be seen. */
    {"ignore=UCI_ShowWDL", 1, NEVER, "cp "},
};

static void faults_have_names(void **state)
{
    (void)state;
    char shown[SHOWN];
    for (size_t i = 0; i < sizeof faults / sizeof *faults; i++) {
        outcome_of(faults[i].behaviours, "", faults[i].searches, faults[i].patience, shown);
        shown[strnlen(faults[i].expected, SHOWN)] = '\0';
        assert_string_equal(shown, faults[i].expected);
    }
}

static void a_flood_without_progress_runs_into_the_deadline(void **state)
{
    (void)state;
    struct engine_config config;
    struct error error = {0};
    struct uci *uci;
    fake_config("flood-info", "", "nodes", &config);
    assert_ok(uci_start(&config, 0, &uci, &error));
    assert_int_equal(next_event(uci, 10000), UCI_READY);
    assert_ok(uci_begin(uci, FEN, 10000, 16, 100, &error));
    for (int64_t now = 100;; now += 100) {
        struct pollfd fd = {uci_fd(uci), POLLIN, 0};
        poll(&fd, 1, 10000);
        if (uci_advance(uci, now) == UCI_FAILED)
            break;
        assert_true(now < 8000);
    }
    assert_non_null(strstr(uci_reason(uci), "made no progress for 7 s in mid-search"));
    uci_close(uci);
    engine_config_free(&config);
}

static void options_are_refused_by_name(void **state)
{
    (void)state;
    static const struct {
        const char *options, *expected;
    } cases[] = {
        {",\"Threads\":\"2\",\"Playing Style\":\"Wild\"", "ready"},
        {",\"Nope\":\"1\"", "engine: does not offer the option Nope"},
        {",\"threads\":\"1\"", "engine: does not offer the option threads"},
        {",\"Threads\":\"0\"", "engine: option Threads: '0' is no number from 1 to 1024"},
        {",\"UCI_Chess960\":\"yes\"",
         "engine: option UCI_Chess960: 'yes' is neither true nor false"},
        {",\"Playing Style\":\"Mad\"",
         "engine: option Playing Style: 'Mad' is none of: Very Solid, Wild"},
        {",\"Clear Hash\":\"1\"", "engine: option Clear Hash is a button, which takes no value"},
    };
    char shown[SHOWN];
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        outcome_of("", cases[i].options, 0, NEVER, shown);
        assert_string_equal(shown, cases[i].expected);
    }
}

static void options_and_hash_reach_the_engine(void **state)
{
    (void)state;
    static const struct {
        const char *options;
        uint32_t hash_mb;
        int64_t limit;
    } cases[] = {
        {"", 16, 10000},
        {"", 32, 10000},
        {"", 16, 20000},
        {",\"Threads\":\"2\"", 16, 10000},
        {",\"UCI_Chess960\":\"true\"", 16, 10000},
    };
    char shown[sizeof cases / sizeof *cases][SHOWN];
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct engine_config config;
        struct error error = {0};
        struct uci *uci;
        fake_config("", cases[i].options, "nodes", &config);
        assert_ok(uci_start(&config, now_ms(), &uci, &error));
        assert_int_equal(next_event(uci, NEVER), UCI_READY);
        assert_ok(uci_begin(uci, FEN, cases[i].limit, cases[i].hash_mb, now_ms(), &error));
        assert_int_equal(next_event(uci, NEVER), UCI_RESULT);
        assert_int_equal(uci_result(uci)->hash_mb, cases[i].hash_mb);
        show(&uci_result(uci)->iteration, 0, shown[i]);
        for (size_t k = 0; k < i; k++)
            assert_string_not_equal(shown[k], shown[i]);
        uci_close(uci);
        engine_config_free(&config);
    }
}

static void depth_limits_end_with_the_final_line(void **state)
{
    (void)state;
    struct engine_config config;
    struct error error = {0};
    struct uci *uci;
    fake_config("bounds", "", "depth", &config);
    assert_ok(uci_start(&config, now_ms(), &uci, &error));
    assert_int_equal(next_event(uci, NEVER), UCI_READY);
    assert_ok(uci_begin(uci, FEN, 12, 16, now_ms(), &error));
    assert_int_equal(next_event(uci, NEVER), UCI_RESULT);
    assert_int_equal(uci_result(uci)->iteration.depth, 12);
    assert_int_equal(uci_result(uci)->iteration.nodes, 6000);
    uci_close(uci);
    engine_config_free(&config);
}

static void what_cannot_be_begun_is_refused(void **state)
{
    (void)state;
    struct engine_config config;
    struct error error = {0};
    struct uci *uci;
    char long_fen[102];
    memset(long_fen, 'x', 101);
    long_fen[101] = '\0';
    fake_config("", "", "nodes", &config);
    assert_ok(uci_start(&config, now_ms(), &uci, &error));
    assert_refused(uci_begin(uci, FEN, 10, 1, now_ms(), &error), STATUS_CANNOT,
                   "engine fake is not idle");
    assert_int_equal(next_event(uci, NEVER), UCI_READY);
    assert_int_equal(uci_begin(uci, FEN, 0, 1, now_ms(), &error), STATUS_CANNOT);
    assert_int_equal(uci_begin(uci, FEN, 10, 0, now_ms(), &error), STATUS_CANNOT);
    assert_int_equal(uci_begin(uci, "", 10, 1, now_ms(), &error), STATUS_CANNOT);
    assert_int_equal(uci_begin(uci, "x\nquit", 10, 1, now_ms(), &error), STATUS_CANNOT);
    assert_int_equal(uci_begin(uci, long_fen, 10, 1, now_ms(), &error), STATUS_CANNOT);
    long_fen[100] = '\0';
    assert_ok(uci_begin(uci, long_fen, 10, 1, now_ms(), &error));
    assert_int_equal(next_event(uci, NEVER), UCI_RESULT);
    uci_close(uci);
    uci_close(NULL);
    engine_config_free(&config);
}

/* A turn: what is played so far reaches the engine, ucinewgame before the first one alone, and the
 * move counts whatever is evaluated. */
static void engines_play_moves(void **state)
{
    (void)state;
    static const struct {
        const char *behaviours, *moves, *expected;
    } cases[] = {
        {"game=g1f3.g8f6.f3g1", "", "g1f3"},
        {"game=g1f3.g8f6.f3g1", "g1f3", "g8f6"},
        {"game=g1f3.g8f6.f3g1 game=b1c3.b8c6", "b1c3", "b8c6"},
        {"game=a7a8q no-info", "", "a7a8q"},
        {"game=g1f3", "b1c3", "bestmove (none): no legal move"},
        {"game=e9e4", "", "bestmove 'e9e4' is no move"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct uci_turn turn = {FEN, cases[i].moves, true, 10, 1};
        struct engine_config config;
        struct error error = {0};
        struct uci *uci;
        fake_config(cases[i].behaviours, "", "nodes", &config);
        assert_ok(uci_start(&config, now_ms(), &uci, &error));
        assert_int_equal(next_event(uci, NEVER), UCI_READY);
        assert_ok(uci_begin_turn(uci, &turn, now_ms(), &error));
        if (next_event(uci, NEVER) == UCI_RESULT)
            assert_string_equal(uci_move(uci), cases[i].expected);
        else
            assert_string_equal(uci_reason(uci), cases[i].expected);
        uci_close(uci);
        engine_config_free(&config);
    }
}

/* The moves of some turns in one position, by an engine whose move depends on what it remembers. */
static void show_turns(bool first, char shown[SHOWN])
{
    struct uci_turn turn = {FEN, "", first, 10000, 16};
    struct engine_config config;
    struct error error = {0};
    struct uci *uci;
    shown[0] = '\0';
    fake_config("", "", "nodes", &config);
    assert_ok(uci_start(&config, now_ms(), &uci, &error));
    assert_int_equal(next_event(uci, NEVER), UCI_READY);
    for (int i = 0; i < 8; i++) {
        assert_ok(uci_begin_turn(uci, &turn, now_ms(), &error));
        assert_int_equal(next_event(uci, NEVER), UCI_RESULT);
        strcat(shown, uci_move(uci));
    }
    turn.moves = "g1f3\nquit";
    assert_int_equal(uci_begin_turn(uci, &turn, now_ms(), &error), STATUS_CANNOT);
    uci_close(uci);
    engine_config_free(&config);
}

static void only_a_first_turn_begins_a_new_game(void **state)
{
    (void)state;
    char anew[SHOWN], on[SHOWN];
    show_turns(true, anew);
    show_turns(false, on);
    for (int i = 0; i < 8; i++)
        assert_memory_equal(anew + (ptrdiff_t)4 * i, anew, 4);
    assert_memory_equal(on, anew, 4);
    assert_string_not_equal(on, anew);
}

/* After a stop, early or in mid-search or with a late bestmove, the next search is not disturbed.
 */
static void a_stopped_engine_is_as_good_as_new(void **state)
{
    (void)state;
    static const char *const behaviours[] = {"", "slow=60000", "late=40 strings garbage"};
    for (size_t i = 0; i < sizeof behaviours / sizeof *behaviours; i++) {
        struct engine_config config;
        struct error error = {0};
        struct uci *uci;
        fake_config(behaviours[i], "", "nodes", &config);
        assert_ok(uci_start(&config, now_ms(), &uci, &error));
        assert_int_equal(next_event(uci, NEVER), UCI_READY);
        uci_stop(uci, now_ms());
        assert_true(uci_is_idle(uci));
        for (int round = 0; round < 4; round++) {
            assert_ok(uci_begin(uci, FEN, 10000, 16, now_ms(), &error));
            /* Stopped at once, or when some of the search has come. */
            for (int step = 0; step < round; step++) {
                struct pollfd fd = {uci_fd(uci), POLLIN, 0};
                poll(&fd, 1, 20);
                if (uci_advance(uci, now_ms()) != UCI_NOTHING)
                    break;
            }
            bool idle = uci_is_idle(uci);
            uci_stop(uci, now_ms());
            if (!idle)
                assert_int_equal(next_event(uci, NEVER), UCI_READY);
            assert_true(uci_is_idle(uci));
        }
        if (i == 0) {
            char expected[SHOWN], shown[SHOWN];
            outcome_of("", "", 1, NEVER, expected);
            assert_ok(uci_begin(uci, FEN, 10000, 16, now_ms(), &error));
            assert_int_equal(next_event(uci, NEVER), UCI_RESULT);
            show(&uci_result(uci)->iteration, uci_result(uci)->total_nodes, shown);
            assert_string_equal(shown, expected);
        }
        uci_close(uci);
        engine_config_free(&config);
    }
}

static void an_engine_that_never_stops_is_given_up(void **state)
{
    (void)state;
    struct engine_config config;
    struct error error = {0};
    struct uci *uci;
    fake_config("hang=1", "", "nodes", &config);
    assert_ok(uci_start(&config, 0, &uci, &error));
    assert_int_equal(next_event(uci, 10000), UCI_READY);
    assert_ok(uci_begin(uci, FEN, 10000, 16, 0, &error));
    for (int i = 0; i < 3; i++) {
        struct pollfd fd = {uci_fd(uci), POLLIN, 0};
        poll(&fd, 1, 100);
        assert_int_equal(uci_advance(uci, 0), UCI_NOTHING);
    }
    uci_stop(uci, 0);
    assert_int_equal(next_event(uci, 300), UCI_FAILED);
    assert_string_equal(uci_reason(uci), "made no progress for 7 s after stop");
    assert_int_equal(uci_fd(uci), -1);
    assert_int_equal(uci_advance(uci, LATER), UCI_FAILED);
    uci_close(uci);
    engine_config_free(&config);
}

static void what_cannot_be_started_says_why(void **state)
{
    (void)state;
    static const struct {
        const char *program, *expected;
    } cases[] = {
        {"/no/such/engine", "cannot start /no/such/engine: No such file or directory"},
        {"no-such-engine", "cannot start no-such-engine: No such file or directory in PATH"},
        {"/etc/passwd", "cannot start /etc/passwd: Permission denied"},
        {"/", "cannot start /: Permission denied"},
    };
    struct process process;
    struct error error = {0};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char program[64];
        snprintf(program, sizeof program, "%s", cases[i].program);
        char *argv[] = {program, NULL};
        assert_refused(process_start(&process, argv, &error), STATUS_CANNOT, cases[i].expected);
        assert_int_equal(process.pid, 0);
        process_close(&process);
    }
    /* A text is never handed to a shell. */
    char path[] = "/tmp/test_uci.XXXXXX";
    int fd = mkstemp(path);
    assert_int_equal(write(fd, "exit 0\n", 7), 7);
    assert_int_equal(fchmod(fd, 0700), 0);
    close(fd);
    char *argv[] = {path, NULL};
    assert_int_equal(process_start(&process, argv, &error), STATUS_CANNOT);
    assert_non_null(strstr(error.text, "Exec format error"));
    unlink(path);
    assert_true(waitpid(-1, NULL, WNOHANG) < 0 && errno == ECHILD);
}

/* All that a command prints. */
static void output_of(char *command, struct buf *out)
{
    char shell[] = "sh", option[] = "-c", bytes[512];
    char *argv[] = {shell, option, command, NULL};
    struct process process;
    struct process_end end;
    struct error error = {0};
    size_t got;
    enum process_read read;
    assert_ok(process_start(&process, argv, &error));
    while ((read = process_read(&process, bytes, sizeof bytes, &got)) != PROCESS_END) {
        if (read == PROCESS_EMPTY)
            usleep(1000);
        buf_put(out, bytes, got);
    }
    while (!process_ended(&process, &end))
        usleep(1000);
    /* Nobody reads any more: that must not end us. */
    assert_int_equal(process_write(&process, text_of("uci\n")), PROCESS_WRITTEN);
    assert_string_equal(end.how, "ended with exit status 0");
    assert_false(end.from_outside);
    process_close(&process);
}

static void a_process_inherits_nothing(void **state)
{
    (void)state;
    struct buf out = {0};
    char command[] = "ls /proc/self/fd; grep -E 'SigBlk|SigIgn' /proc/self/status | "
                     /* the C library's own two, which make leaves ignored and sigaction refuses */
                     "sed 's/00000180000000$/00000000000000/'";
    sigset_t set, old;
    sigemptyset(&set);
    sigaddset(&set, SIGINT);
    sigprocmask(SIG_BLOCK, &set, &old);
    signal(SIGTERM, SIG_IGN);
    assert_int_equal(dup2(0, 77), 77);
    output_of(command, &out);
    assert_string_equal(out.data, "0\n1\n2\n3\n"
                                  "SigBlk:\t0000000000000000\nSigIgn:\t0000000000000000\n");
    close(77);
    signal(SIGTERM, SIG_DFL);
    sigprocmask(SIG_SETMASK, &old, NULL);
    buf_free(&out);
}

/* Does it run? A zombie does not. */
static bool is_alive(long pid)
{
    char path[64], line[256];
    snprintf(path, sizeof path, "/proc/%ld/stat", pid);
    FILE *file = fopen(path, "r");
    if (!file)
        return false;
    bool alive = fgets(line, sizeof line, file) && !strstr(line, ") Z ") && !strstr(line, ") X ");
    fclose(file);
    return alive;
}

static bool dies(long pid)
{
    for (int i = 0; i < 300 && is_alive(pid); i++)
        usleep(10000);
    return !is_alive(pid);
}

static void closing_kills_the_whole_group(void **state)
{
    (void)state;
    struct engine_config config;
    struct error error = {0};
    struct uci *uci;
    char path[] = "/tmp/test_uci.XXXXXX", behaviour[64];
    long child = 0;
    close(mkstemp(path));
    snprintf(behaviour, sizeof behaviour, "child=%s", path);
    fake_config(behaviour, "", "nodes", &config);
    assert_ok(uci_start(&config, now_ms(), &uci, &error));
    assert_int_equal(next_event(uci, NEVER), UCI_READY);
    FILE *file = fopen(path, "r");
    assert_int_equal(fscanf(file, "%ld", &child), 1);
    fclose(file);
    assert_true(is_alive(child));
    uci_close(uci);
    assert_true(dies(child));
    unlink(path);
    engine_config_free(&config);
}

/* A coordinator that is killed with SIGKILL leaves no engine behind. */
static void an_engine_dies_with_its_parent(void **state)
{
    (void)state;
    struct engine_config config;
    int ends[2];
    pid_t engine = 0;
    fake_config("hang=1", "", "nodes", &config);
    assert_int_equal(pipe(ends), 0);
    pid_t parent = fork();
    if (parent == 0) {
        struct error error;
        struct uci *uci;
        if (uci_start(&config, now_ms(), &uci, &error) || next_event(uci, NEVER) != UCI_READY ||
            uci_begin(uci, FEN, 10000, 16, now_ms(), &error))
            _exit(1);
        uci_advance(uci, now_ms());
        engine = uci_pid(uci);
        if (write(ends[1], &engine, sizeof engine) < 0)
            _exit(1);
        pause();
        _exit(1);
    }
    assert_int_equal(read(ends[0], &engine, sizeof engine), (int)sizeof engine);
    assert_true(is_alive(engine));
    kill(parent, SIGKILL);
    waitpid(parent, NULL, 0);
    assert_true(dies(engine));
    close(ends[0]);
    close(ends[1]);
    engine_config_free(&config);
}

/* ---- many searches by several engines ---- */

struct job {
    char fen[PAIR_FEN_BYTES];
    int64_t limit;
    uint32_t hash_mb;
    struct uci_result result;
};

static void begin_next(struct uci *uci, struct job *jobs, size_t count, size_t *next,
                       struct job **in_hand)
{
    struct error error = {0};
    *in_hand = *next < count ? &jobs[(*next)++] : NULL;
    if (*in_hand)
        assert_ok(uci_begin(uci, (*in_hand)->fen, (*in_hand)->limit, (*in_hand)->hash_mb, now_ms(),
                            &error));
}

/* One process polls them all. */
static void run_jobs(const struct engine_config *config, size_t engines, struct job *jobs,
                     size_t count)
{
    struct uci *uci[ENGINES_MAX];
    struct job *in_hand[ENGINES_MAX] = {0};
    struct pollfd fds[ENGINES_MAX];
    struct error error = {0};
    size_t next = 0, done = 0;
    for (size_t i = 0; i < engines; i++)
        assert_ok(uci_start(config, now_ms(), &uci[i], &error));
    while (done < count) {
        for (size_t i = 0; i < engines; i++)
            fds[i] = (struct pollfd){uci_fd(uci[i]), POLLIN, 0};
        poll(fds, engines, 1000);
        for (size_t i = 0; i < engines; i++) {
            enum uci_event event = uci_advance(uci[i], now_ms());
            if (event == UCI_FAILED)
                fail_msg("%s", uci_reason(uci[i]));
            if (event == UCI_NOTHING)
                continue;
            if (event == UCI_RESULT) {
                in_hand[i]->result = *uci_result(uci[i]);
                done++;
            }
            begin_next(uci[i], jobs, count, &next, &in_hand[i]);
        }
    }
    for (size_t i = 0; i < engines; i++)
        uci_close(uci[i]);
}

/* A fixed order of our own. */
static uint32_t chance(uint64_t *seed)
{
    *seed = *seed * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (uint32_t)(*seed >> 33);
}

static void shuffle(struct job *jobs, size_t count, uint64_t seed)
{
    for (size_t i = count; i > 1; i--) {
        size_t k = chance(&seed) % i;
        struct job job = jobs[i - 1];
        jobs[i - 1] = jobs[k];
        jobs[k] = job;
    }
}

static int compare_jobs(const void *a, const void *b)
{
    const struct job *left = a, *right = b;
    int order = strcmp(left->fen, right->fen);
    return order ? order : (left->limit > right->limit) - (left->limit < right->limit);
}

static void results_depend_on_the_position_alone(void **state)
{
    (void)state;
    enum { JOBS = 300 };
    static struct job jobs[JOBS], first[JOBS];
    struct engine_config config;
    uint64_t seed = 7;
    fake_config("strings bounds", "", "nodes", &config);
    for (size_t i = 0; i < JOBS; i++) {
        struct pair pair = {(uint16_t)i, (uint16_t)(chance(&seed) % 960)};
        pair_fen(pair, PAIR_SHREDDER_FEN, jobs[i].fen);
        jobs[i].limit = i % 3 ? 10000 : 100000;
        jobs[i].hash_mb = i % 3 ? 16 : 64;
    }
    for (size_t engines = 1; engines <= ENGINES_MAX; engines++) {
        shuffle(jobs, JOBS, engines);
        run_jobs(&config, engines, jobs, JOBS);
        qsort(jobs, JOBS, sizeof *jobs, compare_jobs);
        if (engines == 1)
            memcpy(first, jobs, sizeof jobs);
        for (size_t i = 0; i < JOBS; i++) {
            char a[SHOWN], b[SHOWN];
            show(&first[i].result.iteration, first[i].result.total_nodes, a);
            show(&jobs[i].result.iteration, jobs[i].result.total_nodes, b);
            assert_string_equal(a, b);
        }
    }
    engine_config_free(&config);
}

/* ---- real engines ---- */

#define EVIDENCE "evidence/stockfish-15.1-debian/nodes-"

/* Reads a budget's evidence of the study. */
static bool read_evidence(int64_t limit, struct evidence *evidence)
{
    struct error error = {0};
    struct files files = {0};
    struct buf text = {0};
    char path[128], name[64];
    snprintf(name, sizeof name, EVIDENCE "%" PRId64 ".csv", limit);
    snprintf(path, sizeof path, "passport/asym/%s", name);
    if (file_read(path, 1 << 28, &text, &error))
        return false;
    assert_ok(files_add_take(&files, name, &text, &error));
    assert_ok(evidence_read(&files, "", evidence, &error));
    files_free(&files);
    return true;
}

static void fill(struct evaluation *row, const struct uci_result *result)
{
    const struct reply_iteration *at = &result->iteration;
    row->mate = at->mate;
    row->score = at->score;
    row->depth = at->depth;
    row->seldepth = at->seldepth;
    row->hash_mb = result->hash_mb;
    row->win = at->win;
    row->draw = at->draw;
    row->loss = at->loss;
    row->nodes = at->nodes;
    memcpy(row->bestmove, at->move, sizeof row->bestmove);
}

/* Adds rows drawn by chance to the jobs; jobs[i] is a search for rows[i]. */
static bool draw_rows(int64_t limit, size_t draws, uint64_t *seed, uint32_t hash_mb,
                      struct job *jobs, struct evaluation *rows, size_t *count)
{
    struct evidence evidence;
    if (!read_evidence(limit, &evidence))
        return false;
    const struct evidence_set *set = &evidence.sets[0];
    for (size_t i = 0; i < draws; i++, ++*count) {
        size_t at = (size_t)(((uint64_t)chance(seed) * set->count) >> 31);
        rows[*count] = set->rows[at];
        jobs[*count] = (struct job){.limit = limit, .hash_mb = hash_mb};
        pair_fen(set->rows[at].pair, PAIR_SHREDDER_FEN, jobs[*count].fen);
    }
    evidence_free(&evidence);
    return true;
}

static bool stockfish_15(struct engine_config *config)
{
    struct error error = {0};
    assert_ok(engine_config_open("engines/stockfish-15.1-debian.json", config, &error));
    if (!engine_config_identify(config, &error))
        return true;
    print_message("not tried with Stockfish 15.1: %s\n", error.text);
    engine_config_free(config);
    return false;
}

/* Stored rows, made by another program, repeat in every field. */
static void repeat_rows(const size_t draws[3], size_t engines, uint64_t seed)
{
    enum { ROWS_MAX = 400 };
    static const int64_t limits[] = {10000, 100000, 500000};
    static struct job jobs[ROWS_MAX], sorted[ROWS_MAX];
    static struct evaluation rows[ROWS_MAX];
    struct engine_config config;
    size_t count = 0;
    int64_t began = now_ms();
    if (!stockfish_15(&config))
        skip();
    for (size_t i = 0; i < 3; i++) {
        uint32_t hash_mb = engine_config_hash_mb(&config, limits[i]);
        if (!draw_rows(limits[i], draws[i], &seed, hash_mb, jobs, rows, &count)) {
            print_message("not tried: the study's evidence is not there\n");
            engine_config_free(&config);
            skip();
        }
    }
    memcpy(sorted, jobs, sizeof jobs);
    shuffle(sorted, count, seed);
    run_jobs(&config, engines, sorted, count);
    qsort(sorted, count, sizeof *sorted, compare_jobs);
    for (size_t i = 0; i < count; i++) {
        struct evaluation again = rows[i];
        const struct job *job = bsearch(&jobs[i], sorted, count, sizeof *sorted, compare_jobs);
        fill(&again, &job->result);
        if (!evidence_same(&again, &rows[i]))
            fail_msg("%u:%u at %" PRId64 " differs", rows[i].pair.w, rows[i].pair.b, jobs[i].limit);
    }
    print_message("%zu rows (%zu, %zu, %zu) repeat with %zu engines in %.1f s\n", count, draws[0],
                  draws[1], draws[2], engines, (double)(now_ms() - began) / 1000);
    engine_config_free(&config);
}

static void stored_rows_repeat_with_two_engines(void **state)
{
    (void)state;
    static const size_t draws[] = {200, 50, 10};
    repeat_rows(draws, 2, 20260918);
}

static void stored_rows_repeat_with_one_engine(void **state)
{
    (void)state;
    static const size_t few[] = {40, 10, 2}, all[] = {200, 50, 10};
    repeat_rows(getenv("UCI_TEST_ALL") ? all : few, 1, 4711);
}

static void stockfish_15_gives_the_known_row(void **state)
{
    (void)state;
    struct engine_config config;
    struct job job = {.limit = 100000, .hash_mb = 16};
    char shown[SHOWN];
    if (!stockfish_15(&config))
        skip();
    pair_fen((struct pair){96, 96}, PAIR_SHREDDER_FEN, job.fen);
    run_jobs(&config, 1, &job, 1);
    show(&job.result.iteration, 0, shown);
    assert_string_equal(shown, "cp 47 depth 14/16 nodes 100026 of 0 h2h4 wdl 88 911 1");
    engine_config_free(&config);
}

/* Where npm has put it: engines/node_modules, or the folder that STOCKFISH_NPM names. */
static bool stockfish_19(struct engine_config *config)
{
    struct error error = {0};
    const char *folder = getenv("STOCKFISH_NPM");
    assert_ok(engine_config_open("engines/stockfish-19-npm.json", config, &error));
    for (size_t i = 0; folder && i < config->file_count; i++) {
        char *path = file_join(folder, strrchr(config->files[i].path, '/') + 1);
        assert_ok(engine_config_set_path(config, config->files[i].name, path, &error));
        free(path);
    }
    if (!engine_config_identify(config, &error))
        return true;
    print_message("not tried with Stockfish 19: %s\n", error.text);
    engine_config_free(config);
    return false;
}

static void stockfish_19_repeats_through_node(void **state)
{
    (void)state;
    enum { JOBS = 8 };
    struct engine_config config;
    struct job jobs[JOBS] = {0};
    char shown[SHOWN];
    if (!stockfish_19(&config))
        skip();
    for (size_t i = 0; i < JOBS; i++) {
        struct pair pair = i % 2 ? (struct pair){518, 534} : (struct pair){(uint16_t)(100 * i), 7};
        pair_fen(pair, PAIR_SHREDDER_FEN, jobs[i].fen);
        jobs[i].limit = 20000;
        jobs[i].hash_mb = 16;
    }
    run_jobs(&config, 2, jobs, JOBS);
    for (size_t i = 1; i < JOBS; i += 2) {
        show(&jobs[i].result.iteration, jobs[i].result.total_nodes, shown);
        assert_string_equal(shown, "cp 57 depth 10/14 nodes 13213 of 20023 d2d4 wdl 152 846 2");
    }
    engine_config_free(&config);
}

/* ---- Benedict xiangqi ---- */

#define ARRAY "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1"

static void moves_are_spelled_by_the_game(void **state)
{
    (void)state;
    static const struct {
        const char *best;
        bool chess, xiangqi;
    } cases[] = {
        {"h3h6", true, true},    {"b10a8", false, true}, {"i9i10", false, true},
        {"a10b10", false, true}, {"a7a8q", true, false}, {"a1a0", false, false},
        {"a11b1", false, false}, {"j1j2", false, false}, {"h3h6 ", true, true},
        {"h3h", false, false},   {"h3", false, false},   {"a10a10a", false, false},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        for (int game = REPLY_CHESS; game <= REPLY_XIANGQI; game++) {
            struct reply reply;
            struct error error = {0};
            char line[64], move[EVIDENCE_MOVE_BYTES];
            bool good = game == REPLY_CHESS ? cases[i].chess : cases[i].xiangqi;
            snprintf(line, sizeof line, "bestmove %s", cases[i].best);
            reply_start(&reply, COMPLETION_FINAL, (enum reply_game)game);
            assert_int_equal(reply_read(&reply, (struct line){.text = text_of(line)}), REPLY_DONE);
            assert_int_equal(reply_move(&reply, move, &error), good ? STATUS_OK : STATUS_WRONG);
            if (good)
                assert_int_equal(strncmp(move, cases[i].best, strlen(move)), 0);
        }
    }
}

/* engines/benedict.json, or the same with limits of depth, for the program that was built. */
static void benedict_config(const char *kind, struct engine_config *config)
{
    struct error error = {0};
    char path[256], text[1024];
    if (strcmp(kind, "nodes") == 0) {
        assert_ok(engine_config_open("engines/benedict.json", config, &error));
    } else {
        snprintf(
            text, sizeof text,
            "{\"id\":\"benedict\",\"name\":\"Benedict\",\"command\":[\"{binary}\"],\"files\":"
            "{\"binary\":{\"path\":\"/b\"}},\"options\":{\"Threads\":\"1\"},\"hash_mb\":{\"4\":1},"
            "\"limit_kind\":\"depth\",\"per_position\":[\"ucinewgame\",\"isready\","
            "\"position fen\",\"go depth\"],\"completion\":\"final-pv\",\"game\":\"xiangqi\","
            "\"deadline_s\":60}");
        assert_ok(engine_config_read("benedict", "/", text_of(text), config, &error));
    }
    beside("../benedict", path);
    assert_ok(engine_config_set_path(config, "binary", path, &error));
}

/* Three positions, in that order or the other, by one process: what each comes to. */
static void search_benedict(const char *kind, int64_t limit, bool backwards, char shown[3][SHOWN])
{
    static const char *const fens[3] = {
        ARRAY,
        "rnbakabnr/9/1c5c1/p1p1p1p1p/9/1C7/P1P1P1P1P/7C1/9/RNBAKABNR b - - 1 1",
        "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR b - - 0 1",
    };
    struct engine_config config;
    struct error error = {0};
    struct uci *uci;
    benedict_config(kind, &config);
    assert_ok(uci_start(&config, now_ms(), &uci, &error));
    assert_int_equal(next_event(uci, NEVER), UCI_READY);
    for (int i = 0; i < 3; i++) {
        int which = backwards ? 2 - i : i;
        assert_ok(uci_begin(uci, fens[which], limit, 1, now_ms(), &error));
        assert_int_equal(next_event(uci, NEVER), UCI_RESULT);
        show(&uci_result(uci)->iteration, uci_result(uci)->total_nodes, shown[which]);
    }
    uci_close(uci);
    engine_config_free(&config);
}

static void benedict_repeats_by_nodes_and_by_depth(void **state)
{
    (void)state;
    static const struct {
        const char *kind;
        int64_t limit;
    } cases[] = {{"nodes", 1000}, {"nodes", 100000}, {"depth", 4}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char once[3][SHOWN], again[3][SHOWN];
        search_benedict(cases[i].kind, cases[i].limit, false, once);
        search_benedict(cases[i].kind, cases[i].limit, true, again);
        for (int k = 0; k < 3; k++)
            assert_string_equal(once[k], again[k]);
        assert_string_not_equal(once[0], once[1]);
        if (strcmp(cases[i].kind, "depth") == 0)
            assert_non_null(strstr(once[0], " depth 4/"));
    }
}

/* After b3b5 most replies lose to b5e5 at once. */
static void benedict_plays_moves(void **state)
{
    (void)state;
    static const struct {
        const char *moves, *expected;
    } cases[] = {
        {"b3b5 a10a9", "b5e5"},
        {"b3b5 i10i9", "b5e5"},
        {"b3b5 a10a9 b5e5", "bestmove (none): no legal move"},
        {"b3b5 b3b5", "bestmove (none): no legal move"},
    };
    struct engine_config config;
    benedict_config("nodes", &config);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct uci_turn turn = {ARRAY, cases[i].moves, true, 1000, 16};
        struct error error = {0};
        struct uci *uci;
        assert_ok(uci_start(&config, now_ms(), &uci, &error));
        assert_int_equal(next_event(uci, NEVER), UCI_READY);
        assert_ok(uci_begin_turn(uci, &turn, now_ms(), &error));
        bool played = next_event(uci, NEVER) == UCI_RESULT;
        assert_string_equal(played ? uci_move(uci) : uci_reason(uci), cases[i].expected);
        uci_close(uci);
    }
    engine_config_free(&config);
}

int main(void)
{
    if (getenv("UCI_TEST_FILTER"))
        cmocka_set_test_filter(getenv("UCI_TEST_FILTER"));
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(transcripts_are_read),
        cmocka_unit_test(odd_lines_are_never_misread),
        cmocka_unit_test(overlong_lines_are_passed_over),
        cmocka_unit_test(progress_is_seen),
        cmocka_unit_test(options_are_checked),
        cmocka_unit_test(configurations_are_checked),
        cmocka_unit_test(configurations_are_expanded),
        cmocka_unit_test(an_entry_becomes_a_configuration),
        cmocka_unit_test(chess960_is_needed),
        cmocka_unit_test(an_entry_is_what_the_passport_has),
        cmocka_unit_test(files_are_identified),
        cmocka_unit_test(odd_printing_changes_nothing),
        cmocka_unit_test(faults_have_names),
        cmocka_unit_test(a_flood_without_progress_runs_into_the_deadline),
        cmocka_unit_test(options_are_refused_by_name),
        cmocka_unit_test(options_and_hash_reach_the_engine),
        cmocka_unit_test(depth_limits_end_with_the_final_line),
        cmocka_unit_test(what_cannot_be_begun_is_refused),
        cmocka_unit_test(engines_play_moves),
        cmocka_unit_test(only_a_first_turn_begins_a_new_game),
        cmocka_unit_test(a_stopped_engine_is_as_good_as_new),
        cmocka_unit_test(an_engine_that_never_stops_is_given_up),
        cmocka_unit_test(what_cannot_be_started_says_why),
        cmocka_unit_test(a_process_inherits_nothing),
        cmocka_unit_test(closing_kills_the_whole_group),
        cmocka_unit_test(an_engine_dies_with_its_parent),
        cmocka_unit_test(results_depend_on_the_position_alone),
        cmocka_unit_test(stockfish_15_gives_the_known_row),
        cmocka_unit_test(stored_rows_repeat_with_two_engines),
        cmocka_unit_test(stored_rows_repeat_with_one_engine),
        cmocka_unit_test(stockfish_19_repeats_through_node),
        cmocka_unit_test(moves_are_spelled_by_the_game),
        cmocka_unit_test(benedict_repeats_by_nodes_and_by_depth),
        cmocka_unit_test(benedict_plays_moves),
    };
    return cmocka_run_group_tests_name("uci", tests, NULL, NULL);
}

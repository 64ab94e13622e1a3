/* A UCI engine that plays no chess: its results are a pure function of FEN, limit, hash size and
 * options, so that whatever runs engines can be tested, and its faults can be ordered.
 *
 *     fake-engine [BEHAVIOUR[=VALUE]]...
 *
 * Without any it is an engine as one would like it, which prints like Stockfish: exact lines for
 * each iteration and, at a limit of nodes, one more for the iteration that was cut short. Like a
 * real engine it remembers: without ucinewgame the search before changes the next one. */
#include <errno.h>
#include <inttypes.h>
#include <poll.h>
#include <signal.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

/* What can be ordered. N counts the searches of this process from 1; 0: all of them. */
static const char help[] =
    "at the start\n"
    "  exit=STATUS        exit at once\n"
    "  not-uci            read, and never answer\n"
    "  hang-at-isready    answer uci only\n"
    "  name=NAME          another id name\n"
    "  without=OPTION     do not offer it\n"
    "  ignore=OPTION      offer it, take it, do not heed it\n"
    "  stderr             complain there\n"
    "  child=FILE         start a process that sleeps; its number goes to FILE\n"
    "in a search\n"
    "  slow=MS            take as long, in silence (stop ends it)\n"
    "  gate=FILE          do not end search N before FILE holds N or more (stop ends it)\n"
    "  steady=MS          take as long between two lines\n"
    "  hang=N             never end search N, after some lines\n"
    "  hang-file=FILE     with hang or killed: its process number becomes a line of FILE\n"
    "  crash=N            SIGABRT in the midst of search N\n"
    "  crash-fen=TEXT     the same where the FEN holds TEXT\n"
    "  crash-once=FILE    the same, but only while FILE does not exist; it is made\n"
    "  killed=N           SIGKILL, as if from outside\n"
    "  quit=N             exit with status 0 in the midst of search N\n"
    "  mute=N             close its output in the midst of search N, and live on\n"
    "  late=MS            search until stop, and then as long\n"
    "  flood              info string without end\n"
    "  flood-info         the same info line without end\n"
    "  endless            iterations with ever more nodes, whatever the limit\n"
    "  shallow            end an iteration before the limit of depth\n"
    "  no-cut-short       at a limit of nodes no line for the iteration that was cut short\n"
    "  drift              remember over ucinewgame too\n"
    "  chance             another result in each process\n"
    "  no-castling        drop the FEN's castling rights\n"
    "  no-info            bestmove alone\n"
    "  none               bestmove (none)\n"
    "  mate               mate scores\n"
    "  multipv            a second and a third line for each iteration\n"
    "  bounds             lines of bounds between the exact ones\n"
    "  strings            info string with words of scores, before, between and after\n"
    "  no-wdl             no win, draw, loss\n"
    "  game=MOVE.MOVE...  play that game; of several one that begins as this one did\n"
    "how it prints\n"
    "  garbage            lines that are no UCI, some with control and high bytes\n"
    "  overlong           an info line of 100,000 bytes in an early iteration\n"
    "  overlong-last      the same as the line of the iteration that counts\n"
    "  overlong-string    an info string of 100,000 bytes after each line\n"
    "  no-final-newline   bestmove without LF, then exit\n"
    "  torn               half of bestmove, then exit\n"
    "  split              one byte a write\n"
    "  crlf               CR LF\n"
    "  spaces             several spaces and tabs between words\n";

struct behaviour {
    const char *name, *value;
};

enum { BEHAVIOURS_MAX = 16, OPTIONS = 6, DEPTHS_MAX = 40 };

struct option {
    const char *name, *line;
    char value[256];
};

static struct fake {
    struct behaviour behaviours[BEHAVIOURS_MAX];
    int behaviour_count;
    struct option options[OPTIONS];
    char fen[4096];
    uint64_t memory; /* of the searches since ucinewgame */
    long searches;
    char input[8192];
    size_t input_len;
    char output[1 << 18];
    size_t output_len;
} fake = {
    .options =
        {
            {"Hash", "type spin default 16 min 1 max 33554432", "16"},
            {"Threads", "type spin default 1 min 1 max 1024", "1"},
            {"UCI_Chess960", "type check default false", "false"},
            {"UCI_ShowWDL", "type check default false", "false"},
            {"Clear Hash", "type button", ""},
            {"Playing Style", "type combo default Very Solid var Very Solid var Wild",
             "Very Solid"},
        },
};

/* The value of a behaviour: NULL where it was not ordered, "" where it has none. */
static const char *ordered(const char *name)
{
    for (int i = 0; i < fake.behaviour_count; i++) {
        if (strcmp(fake.behaviours[i].name, name) == 0)
            return fake.behaviours[i].value;
    }
    return NULL;
}

static bool ordered_for(const char *name, const char *value)
{
    for (int i = 0; i < fake.behaviour_count; i++) {
        if (strcmp(fake.behaviours[i].name, name) == 0 &&
            strcmp(fake.behaviours[i].value, value) == 0)
            return true;
    }
    return false;
}

static long ordered_number(const char *name)
{
    const char *value = ordered(name);
    return value ? strtol(value, NULL, 10) : 0;
}

/* Is it ordered for this search? */
static bool now_is(const char *name)
{
    const char *value = ordered(name);
    return value && (strtol(value, NULL, 10) == 0 || strtol(value, NULL, 10) == fake.searches);
}

static void write_all(const char *data, size_t len)
{
    while (len) {
        ssize_t put = write(1, data, ordered("split") ? 1 : len);
        if (put < 0 && errno == EINTR)
            continue;
        if (put < 0)
            exit(0);
        data += put;
        len -= (size_t)put;
    }
}

static void flush(void)
{
    write_all(fake.output, fake.output_len);
    fake.output_len = 0;
}

static void put(char c)
{
    if (fake.output_len == sizeof fake.output)
        flush();
    fake.output[fake.output_len++] = c;
}

static void put_text(const char *text)
{
    for (; *text; text++) {
        put(*text);
        if (*text == ' ' && ordered("spaces")) {
            put('\t');
            put(' ');
        }
    }
}

static void put_line(const char *format, ...) __attribute__((format(printf, 1, 2)));

static void put_line(const char *format, ...)
{
    char line[1024];
    va_list args;
    va_start(args, format);
    vsnprintf(line, sizeof line, format, args);
    va_end(args);
    if (ordered("spaces"))
        put_text("  ");
    put_text(line);
    put_text(ordered("spaces") ? " " : "");
    if (ordered("crlf"))
        put('\r');
    put('\n');
}

static void put_long(const char *begin)
{
    put_text(begin);
    for (int i = 0; i < 25000; i++)
        put_text(" e2e4");
    put('\n');
}

static void pause_ms(long ms)
{
    struct timespec time = {ms / 1000, ms % 1000 * 1000000};
    while (nanosleep(&time, &time) < 0 && errno == EINTR) {
    }
}

/* A line of input without its end. False: none within that many ms (-1: ever), or the end. */
static bool get_line(char *line, size_t size, int ms)
{
    for (;;) {
        char *end = memchr(fake.input, '\n', fake.input_len);
        if (end) {
            size_t len = (size_t)(end - fake.input);
            snprintf(line, size, "%.*s", (int)len, fake.input);
            fake.input_len -= len + 1;
            memmove(fake.input, end + 1, fake.input_len);
            return true;
        }
        struct pollfd fd = {0, POLLIN, 0};
        if (poll(&fd, 1, ms) == 0)
            return false;
        ssize_t got = read(0, fake.input + fake.input_len, sizeof fake.input - fake.input_len);
        if (got <= 0)
            exit(0);
        fake.input_len += (size_t)got;
    }
}

/* Waits; true where "stop" came. Answers isready meanwhile. */
static bool wait_for_stop(int ms)
{
    char line[512];
    flush();
    while (get_line(line, sizeof line, ms)) {
        if (strcmp(line, "stop") == 0)
            return true;
        if (strcmp(line, "quit") == 0)
            exit(0);
        if (strcmp(line, "isready") == 0)
            put_line("readyok");
        flush();
    }
    return false;
}

static long number_in(const char *file)
{
    char text[32] = "";
    FILE *in = fopen(file, "r");
    if (in) {
        if (!fgets(text, sizeof text, in))
            text[0] = '\0';
        fclose(in);
    }
    return strtol(text, NULL, 10);
}

static void wait_at_gate(const char *file)
{
    while (file && number_in(file) < fake.searches && !wait_for_stop(10)) {
    }
}

/* FNV-1a. */
static uint64_t mix(uint64_t hash, const char *text)
{
    for (; *text; text++)
        hash = (hash ^ (unsigned char)*text) * UINT64_C(1099511628211);
    return (hash ^ 0xff) * UINT64_C(1099511628211);
}

/* SplitMix64's last step: further numbers out of one. */
static uint64_t stir(uint64_t hash, uint64_t step)
{
    hash += step * UINT64_C(0x9e3779b97f4a7c15);
    hash = (hash ^ hash >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    hash = (hash ^ hash >> 27) * UINT64_C(0x94d049bb133111eb);
    return hash ^ hash >> 31;
}

static uint64_t seed_of(const char *kind, int64_t limit)
{
    char number[64];
    uint64_t hash = mix(UINT64_C(14695981039346656037), fake.fen);
    snprintf(number, sizeof number, "%s %" PRId64, kind, limit);
    hash = mix(hash, number);
    for (int i = 0; i < OPTIONS; i++) {
        if (!ordered_for("ignore", fake.options[i].name))
            hash = mix(hash, fake.options[i].value);
    }
    if (ordered("drift"))
        hash = stir(hash, (uint64_t)fake.searches);
    if (ordered("chance"))
        hash = stir(hash, (uint64_t)getpid());
    return hash ^ fake.memory;
}

/* A search on its way. */
struct search {
    uint64_t seed;
    bool by_nodes;
    int64_t limit, nodes;
    int depth, last;
};

static const char *const moves[] = {"e2e4", "d2d4", "c2c4", "b2b4", "g2g3", "h2h4", "e1h1"};

static const char *move_of(uint64_t number)
{
    return moves[number % (sizeof moves / sizeof *moves)];
}

/* The score belongs to the position and moves a little with all the rest. */
static int score_of(const struct search *search, int depth)
{
    int base = (int)(stir(mix(0, fake.fen), 1) % 240) - 80;
    return base + (int)(stir(search->seed, (uint64_t)depth) % 41) - 20;
}

static void put_info(const struct search *search, int depth, int multipv, int shift,
                     const char *bound)
{
    uint64_t more = stir(search->seed, (uint64_t)(depth * 8 + multipv));
    int score = score_of(search, depth) + shift - (multipv - 1) * 7;
    char value[32], wdl[32] = "";
    if (ordered("mate"))
        snprintf(value, sizeof value, "mate %d", score < 0 ? score / 16 - 1 : score / 16 + 1);
    else
        snprintf(value, sizeof value, "cp %d", score);
    int win = (int)(more % 400), loss = (int)(more / 400 % 400);
    if (strcmp(fake.options[3].value, "true") == 0 && !ordered("no-wdl"))
        snprintf(wdl, sizeof wdl, " wdl %d %d %d", win, 1000 - win - loss, loss);
    put_line("info depth %d seldepth %d multipv %d score %s%s%s nodes %" PRId64
             " nps 500000 hashfull 3 tbhits 0 time 12 pv %s %s",
             depth, depth + (int)(more % 9), multipv, value, wdl, bound, search->nodes,
             move_of(more), move_of(more >> 8));
}

static void put_garbage(void)
{
    if (!ordered("garbage"))
        return;
    put_line("No such option: score cp 9999 pv a2a4");
    put_line("%s", "\x01\x7f\xff\xfe readyok? bestmove!");
    put_line("%s", "");
    put_line("information depth 3 score cp 8888 nodes 1 pv a2a4");
    put_line("readyok");
}

static void put_strings(void)
{
    if (ordered("strings")) {
        put_line("info string depth 30 score cp 7777 nodes 12 pv a2a4 bestmove a2a4");
        put_line("info depth 9 string score cp 6666 nodes 3 pv a2a4");
    }
}

static void tell_number(const char *file)
{
    FILE *out = file ? fopen(file, "a") : NULL;
    if (out) {
        fprintf(out, "%ld\n", (long)getpid());
        fclose(out);
    }
}

/* The faults that happen in the midst. */
static void misbehave(void)
{
    const char *text = ordered("crash-fen"), *file = ordered("crash-once");
    bool crash = now_is("crash") || (text && strstr(fake.fen, text));
    if (file && access(file, F_OK) != 0) {
        FILE *made = fopen(file, "w");
        if (made)
            fclose(made);
        crash = true;
    }
    if (crash || now_is("quit") || now_is("killed"))
        flush();
    if (now_is("killed")) {
        tell_number(ordered("hang-file"));
        raise(SIGKILL);
    }
    if (crash)
        abort();
    if (now_is("quit"))
        exit(0);
    if (now_is("mute")) {
        flush();
        close(1);
        pause();
    }
    if (now_is("hang")) {
        flush();
        tell_number(ordered("hang-file"));
    }
    while (now_is("hang"))
        wait_for_stop(-1);
    for (int64_t nodes = 1000; ordered("endless"); nodes += nodes < 1000000000000 ? nodes / 2 : 1)
        put_line("info depth 9 seldepth 9 nodes %" PRId64 " score cp 3 pv e2e4", nodes);
    while (ordered("flood"))
        put_line("info string depth 3 nodes 4 score cp 5 pv e2e4 and so on");
    while (ordered("flood-info"))
        put_line("info depth 1 seldepth 1 nodes 20 score cp 3 pv e2e4");
}

static void put_iteration(struct search *search)
{
    int depth = search->depth;
    bool last = depth == search->last;
    if ((ordered("overlong") && depth == 2) || (ordered("overlong-last") && last))
        put_long("info depth 30 score cp 5555 nodes 77 pv");
    if (ordered("bounds")) {
        put_info(search, depth, 1, 31, " lowerbound");
        put_info(search, depth, 1, -29, " upperbound");
    }
    if (!(ordered("overlong-last") && last))
        put_info(search, depth, 1, 0, "");
    for (int i = 2; i <= 3 && ordered("multipv"); i++)
        put_info(search, depth, i, 0, "");
    if (ordered("overlong-string"))
        put_long("info string score cp 4444 pv");
    put_strings();
    put_garbage();
}

/* As Stockfish prints it when the nodes are spent: another score, with any flag or none. */
static void put_cut_short(struct search *search)
{
    static const char *const bounds[] = {" lowerbound", " upperbound", ""};
    uint64_t more = stir(search->seed, 99);
    search->nodes = search->limit + (int64_t)(more % 40);
    put_info(search, search->last + 1, 1, 13 - (int)(more / 40 % 27), bounds[more / 2000 % 3]);
}

/* What the game plays next, where it has begun with these moves ("a2a3 b7b6 ", or ""); else NULL.
 */
static const char *next_in(const char *game, const char *played)
{
    for (; *game && *played; game++, played++) {
        if (*played != (*game == '.' ? ' ' : *game))
            return NULL;
    }
    return *game && !*played ? game : NULL;
}

/* The next move of one of the games that were ordered. */
static const char *move_of_game(const struct search *search)
{
    static char move[8];
    const char *fits[BEHAVIOURS_MAX], *played = strstr(fake.fen, " moves ");
    char begun[4096] = "";
    uint64_t count = 0;
    if (played)
        snprintf(begun, sizeof begun, "%.4000s ", played + 7);
    for (int i = 0; i < fake.behaviour_count; i++) {
        if (strcmp(fake.behaviours[i].name, "game") != 0)
            continue;
        const char *next = next_in(fake.behaviours[i].value, begun);
        if (next)
            fits[count++] = next;
    }
    if (count == 0)
        return "(none)";
    snprintf(move, sizeof move, "%.*s", (int)strcspn(fits[search->seed % count], "."),
             fits[search->seed % count]);
    return move;
}

static void put_best(const struct search *search)
{
    const char *move = move_of(stir(search->seed, (uint64_t)(search->last * 8 + 1)));
    if (ordered("game"))
        move = move_of_game(search);
    if (ordered("no-final-newline") || ordered("torn")) {
        put_text(ordered("torn") ? "bestm" : "bestmove e2e4");
        flush();
        exit(0);
    }
    if (ordered("none"))
        put_line("bestmove (none)");
    else
        put_line("bestmove %s ponder %s", move, move_of(search->seed));
    put_strings();
    flush();
}

/* How many iterations are completed within the limit, and how many nodes the last one had. */
static void plan(struct search *search)
{
    search->last = search->by_nodes ? 4 : (int)search->limit - (ordered("shallow") != NULL);
    for (int64_t nodes = 1000;
         search->by_nodes && nodes < search->limit && search->last < DEPTHS_MAX; nodes += nodes / 2)
        search->last++;
}

static void search_for(const char *kind, int64_t limit)
{
    struct search search = {seed_of(kind, limit), strcmp(kind, "nodes") == 0, limit, 0, 0, 0};
    bool stopped = false;
    fake.searches++;
    plan(&search);
    put_strings();
    for (search.depth = 1; search.depth <= search.last && !ordered("no-info"); search.depth++) {
        int left = search.last - search.depth;
        search.nodes =
            search.by_nodes ? limit * 9 / 10 >> (left < 40 ? left : 40) : search.depth * 500;
        put_iteration(&search);
        if (search.depth == 2)
            misbehave();
        if (ordered("steady") && !stopped)
            stopped = wait_for_stop((int)ordered_number("steady"));
    }
    wait_at_gate(ordered("gate"));
    if (ordered("slow"))
        wait_for_stop((int)ordered_number("slow"));
    while (ordered("late") && !wait_for_stop(-1)) {
    }
    pause_ms(ordered_number("late"));
    if (search.by_nodes && !ordered("no-info") && !ordered("no-cut-short"))
        put_cut_short(&search);
    put_best(&search);
    fake.memory = stir(fake.memory ^ search.seed, 7);
}

static void set_option(char *text)
{
    char *value = strstr(text, " value ");
    if (value) {
        *value = '\0';
        value += 7;
    }
    for (int i = 0; i < OPTIONS; i++) {
        struct option *option = &fake.options[i];
        if (strcmp(text, option->name) == 0 && value && !ordered_for("without", text)) {
            snprintf(option->value, sizeof option->value, "%s", value);
            return;
        }
    }
    if (value)
        put_line("No such option: %s", text);
}

static void greet(void)
{
    const char *name = ordered("name");
    while (ordered("not-uci"))
        wait_for_stop(-1);
    put_line("id name %s", name ? name : "Fake 1");
    put_line("id author nobody");
    put_line("%s", "");
    for (int i = 0; i < OPTIONS; i++) {
        if (!ordered_for("without", fake.options[i].name))
            put_line("option name %s %s", fake.options[i].name, fake.options[i].line);
    }
    put_garbage();
    put_strings();
    put_line("uciok");
}

static void set_position(const char *fen)
{
    snprintf(fake.fen, sizeof fake.fen, "%s", fen);
    char *rights = ordered("no-castling") ? strstr(fake.fen, " w ") : NULL;
    char *rest = rights ? strchr(rights + 3, ' ') : NULL;
    if (rest) {
        rights[3] = '-';
        memmove(rights + 4, rest, strlen(rest) + 1);
    }
}

static void obey(char *line)
{
    int64_t limit;
    char kind[8];
    if (strcmp(line, "uci") == 0)
        greet();
    else if (strcmp(line, "isready") == 0 && !ordered("hang-at-isready"))
        put_line("readyok");
    else if (strcmp(line, "ucinewgame") == 0)
        fake.memory = 0;
    else if (strncmp(line, "setoption name ", 15) == 0)
        set_option(line + 15);
    else if (strncmp(line, "position fen ", 13) == 0)
        set_position(line + 13);
    else if (sscanf(line, "go %7s %" SCNd64, kind, &limit) == 2)
        search_for(kind, limit);
    else if (strcmp(line, "quit") == 0)
        exit(0);
    flush();
}

static void start_child(const char *file)
{
    pid_t pid = fork();
    if (pid == 0) {
        pause_ms(1000000);
        _exit(0);
    }
    FILE *out = fopen(file, "w");
    if (out) {
        fprintf(out, "%ld\n", (long)pid);
        fclose(out);
    }
}

/* Is the word in the help, as "  word" followed by a space or '='? */
static bool is_known(const char *name)
{
    size_t len = strlen(name);
    for (const char *at = help; (at = strstr(at, "\n  ")); at++) {
        if (strncmp(at + 3, name, len) == 0 && strchr(" =", at[3 + len]))
            return true;
    }
    return false;
}

static void take_argument(char *argument)
{
    char *value = strchr(argument, '=');
    if (value)
        *value++ = '\0';
    if (!is_known(argument) || fake.behaviour_count == BEHAVIOURS_MAX) {
        fprintf(stderr, "fake-engine [BEHAVIOUR[=VALUE]]...\n%s", help);
        exit(2);
    }
    fake.behaviours[fake.behaviour_count++] = (struct behaviour){argument, value ? value : ""};
}

int main(int argc, char **argv)
{
    static char line[4096];
    for (int i = 1; i < argc; i++)
        take_argument(argv[i]);
    if (ordered("exit"))
        return (int)ordered_number("exit");
    if (ordered("stderr"))
        fprintf(stderr, "info depth 9 score cp 3333 nodes 1 pv a2a4\nbestmove a2a4\n");
    if (ordered("child"))
        start_child(ordered("child"));
    while (get_line(line, sizeof line, -1))
        obey(line);
    return 0;
}

/* bench_loop WORKERS NODES HASH_MB PROGRAM <PAIRS: the bare loop that `search --run` is measured
 * against. PAIRS are lines "w b". Each of N processes holds one engine through two pipes, takes the
 * next pair, says what our engines are told, and reads in blocking until bestmove: no store, no
 * deadline, nothing is checked. Prints the searches and the sum of their nodes, as last printed. */
#include "chess960/pair.h"

#include <inttypes.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

enum { PAIRS_MAX = 100000 };

/* What the processes share. */
struct shared {
    atomic_size_t next;
    atomic_llong searched, nodes;
};

static struct pair pairs[PAIRS_MAX];

static size_t read_pairs(void)
{
    size_t count = 0;
    while (count < PAIRS_MAX && scanf("%hu %hu", &pairs[count].w, &pairs[count].b) == 2)
        count++;
    return count;
}

static void fail(const char *what)
{
    perror(what);
    exit(2);
}

/* The engine as a child; *to and *from are the pipes' ends. */
static void start(const char *program, FILE **to, FILE **from)
{
    int in[2], out[2];
    if (pipe2(in, 0) != 0 || pipe2(out, 0) != 0)
        fail("pipe");
    pid_t pid = fork();
    if (pid < 0)
        fail("fork");
    if (pid == 0) {
        dup2(in[0], 0);
        dup2(out[1], 1);
        close(in[1]);
        close(out[0]);
        execl(program, program, (char *)NULL);
        fail(program);
    }
    close(in[0]);
    close(out[1]);
    *to = fdopen(in[1], "w");
    *from = fdopen(out[0], "r");
    if (!*to || !*from)
        fail("fdopen");
}

/* Reads up to a line that begins so, and finds the last number of nodes before it. */
static int64_t await(FILE *from, const char *word)
{
    static char line[8192];
    int64_t nodes = 0;
    while (fgets(line, sizeof line, from)) {
        const char *at = strstr(line, " nodes ");
        if (strncmp(line, word, strlen(word)) == 0)
            return nodes;
        if (at)
            nodes = strtoll(at + 7, NULL, 10);
    }
    fail("the engine has ended");
    return 0;
}

static void work(struct shared *shared, size_t count, char **argv)
{
    FILE *to, *from;
    char fen[PAIR_FEN_BYTES];
    start(argv[4], &to, &from);
    fputs("uci\n", to);
    fflush(to);
    await(from, "uciok");
    fputs("setoption name Threads value 1\nsetoption name UCI_Chess960 value true\n"
          "setoption name UCI_ShowWDL value true\nisready\n",
          to);
    fflush(to);
    await(from, "readyok");
    fprintf(to, "setoption name Hash value %s\n", argv[3]);
    for (size_t at; (at = atomic_fetch_add(&shared->next, 1)) < count;) {
        fputs("ucinewgame\nisready\n", to);
        fflush(to);
        await(from, "readyok");
        pair_fen(pairs[at], PAIR_SHREDDER_FEN, fen);
        fprintf(to, "position fen %s\ngo nodes %s\n", fen, argv[2]);
        fflush(to);
        atomic_fetch_add(&shared->nodes, await(from, "bestmove"));
        atomic_fetch_add(&shared->searched, 1);
    }
    fputs("quit\n", to);
    fflush(to);
}

int main(int argc, char **argv)
{
    int status, bad = 0;
    if (argc != 5)
        return 2;
    struct shared *shared =
        mmap(NULL, sizeof *shared, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (shared == MAP_FAILED)
        fail("mmap");
    size_t count = read_pairs();
    for (long i = strtol(argv[1], NULL, 10); i > 0; i--) {
        pid_t pid = fork();
        if (pid < 0)
            fail("fork");
        if (pid == 0) {
            work(shared, count, argv);
            _exit(0);
        }
    }
    while (wait(&status) > 0)
        bad |= status;
    printf("%lld %lld\n", atomic_load(&shared->searched), atomic_load(&shared->nodes));
    return bad != 0;
}

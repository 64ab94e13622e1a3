#include "base/file.h"
#include "benedict/ending.h"
#include "benedict/verbs.h"

#include <stdio.h>
#include <stdlib.h>

/* A row of the evidence of that name (docs/FORMATS.md). */
static void print_ending(size_t number, const char *engine, const struct games_game *game,
                         int plies, const struct ending *ending)
{
    printf("%zu,%d,%s,%zu,%s,", number, plies, engine, game->plies,
           game->result == GAMES_RED ? "red" : "black");
    if (!ending->solved)
        printf("open,,,\n");
    else if (ending->last_hold)
        printf("solved,%d,%d,%d\n", ending->mate, ending->forced_from, ending->last_hold);
    else
        printf("solved,%d,%d,\n", ending->mate, ending->forced_from);
    fflush(stdout);
}

static enum status print_endings(const struct games *games, int plies, const char *engine,
                                 size_t megabytes, struct error *error)
{
    struct dfpn *shared = calloc(1, sizeof *shared);
    enum status status =
        shared ? numbers_new(megabytes << 20, &shared->table, error) : error_memory(error);
    if (!status)
        printf("game,searched,engine,plies,winner,status,mate,forced_from,last_hold\n");
    for (size_t i = 0; i < games->count && !status; i++) {
        struct dfpn_thread thread = {.shared = shared, .threads = 1};
        struct ending ending;
        if (games->games[i].result == GAMES_DRAW)
            continue;
        ending_find(&thread, &games->games[i], plies, &ending);
        print_ending(i + 1, engine, &games->games[i], plies, &ending);
    }
    if (shared)
        numbers_free(shared->table);
    free(shared);
    return status;
}

static enum status run(const struct command_line *line, struct error *error)
{
    struct games games = {0};
    struct buf text = {0};
    const char *engine;
    long long plies = 0, megabytes = 0;
    enum status status = command_int(line, "plies", 1, DFPN_PLIES_MAX, 11, &plies, error);
    if (!status && plies % 2 == 0)
        status =
            error_set(error, STATUS_CANNOT, "--plies: %lld is even: the winner moves last", plies);
    if (!status)
        status = command_int(line, "hash", 1, 1 << 20, 256, &megabytes, error);
    if (!status)
        status = command_name(line, "engine", "benedict", &engine, error);
    if (!status)
        status = file_read(line->arguments[0], (size_t)1 << 30, &text, error);
    if (!status)
        status = games_read(line->arguments[0], buf_text(&text), &games, error);
    buf_free(&text);
    if (!status)
        status = print_endings(&games, (int)plies, engine, (size_t)megabytes, error);
    games_free(&games);
    return status;
}

const struct command verb_mates = {
    .name = "mates",
    .arguments = "GAMES",
    .min = 1,
    .max = 1,
    .summary = "find from when on the end of each game was forced",
    .details =
        "For each game of the list that somebody won, a row of evidence, as CSV: its number in\n"
        "the list; within how many plies a win was searched; the shortest forced win, and after\n"
        "how many plies of the game it is there for good; the ply in whose place the loser had\n"
        "a move that held as long as that.",
    .options = {{"plies", "N", "how long a win is looked for; odd (default: 11)"},
                {"engine", "ID", "in the rows: what the passport calls it (default: benedict)"},
                {"hash", "MB", "of the table (default: 256)"},
                {0}},
    .run = run,
};

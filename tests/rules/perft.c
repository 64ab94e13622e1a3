/* Positions and their counts of legal moves, to be held against another program.
 *
 *     perft random SEED COUNT [PLIES]   COUNT positions of random games of double Chess960, after 0
 *                                       to PLIES (default: 120) plies: a FEN a line
 *     perft divide DEPTH                for each FEN on standard input each legal move with its
 *                                       count, and the sum, each line with the FEN's number
 *     perft moves                       for each line "FEN moves UCI..." on standard input what has
 *                                       become of it: how many legal moves, whether it is check,
 *                                       and the FEN, its en passant square left out */
#include "chess960/pair.h"
#include "rules/notation.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LINE_BYTES = 8192 };

/* xorshift64* (S. Vigna). */
static uint64_t next_number(uint64_t *state)
{
    *state ^= *state >> 12;
    *state ^= *state << 25;
    *state ^= *state >> 27;
    return *state * UINT64_C(2685821657736338717);
}

static unsigned below(uint64_t *state, unsigned bound)
{
    return (unsigned)((next_number(state) >> 33) % bound);
}

static struct chess read_fen(struct text fen)
{
    struct chess position;
    struct error error;
    if (chess_read_fen(fen, &position, &error)) {
        fprintf(stderr, "perft: %s\n", error.text);
        exit(1);
    }
    return position;
}

/* After so many random moves; fewer where the game is over before. */
static struct chess random_position(uint64_t *state, unsigned plies)
{
    struct chess_move moves[CHESS_MOVES_MAX];
    char fen[PAIR_FEN_BYTES];
    struct pair pair = {(uint16_t)below(state, START_COUNT), (uint16_t)below(state, START_COUNT)};
    pair_fen(pair, PAIR_SHREDDER_FEN, fen);
    struct chess position = read_fen(text_of(fen));
    for (; plies > 0; plies--) {
        struct chess after = position;
        size_t count = chess_moves(&position, moves);
        if (count == 0)
            break;
        chess_make(&after, moves[below(state, (unsigned)count)]);
        position = after;
    }
    return position;
}

static void print_random(uint64_t seed, unsigned count, unsigned plies)
{
    uint64_t state = seed * 2 + 1;
    for (; count > 0; count--) {
        char fen[CHESS_FEN_BYTES];
        struct chess position = random_position(&state, below(&state, plies + 1));
        chess_write_fen(&position, fen);
        printf("%s\n", fen);
    }
}

static void divide(int number, const char *fen, int depth)
{
    struct chess_move moves[CHESS_MOVES_MAX];
    uint64_t sum = 0;
    struct chess position = read_fen(text_of(fen));
    size_t count = chess_moves(&position, moves);
    for (size_t i = 0; i < count; i++) {
        char uci[NOTATION_UCI_BYTES];
        struct chess after = position;
        chess_make(&after, moves[i]);
        uint64_t nodes = chess_perft(&after, depth - 1);
        notation_uci(moves[i], uci);
        printf("%d %s: %" PRIu64 "\n", number, uci, nodes);
        sum += nodes;
    }
    printf("%d Nodes searched: %" PRIu64 "\n", number, sum);
}

static void follow(char *line)
{
    struct chess_move move;
    char fen[CHESS_FEN_BYTES], *moves = strstr(line, " moves ");
    if (moves)
        *moves = '\0';
    struct chess position = read_fen(text_of(line));
    for (char *word = moves ? strtok(moves + 7, " ") : NULL; word; word = strtok(NULL, " ")) {
        if (!notation_find(&position, text_of(word), &move)) {
            printf("%s is not legal\n", word);
            return;
        }
        chess_make(&position, move);
    }
    uint64_t count = chess_perft(&position, 1);
    bool check = chess_in_check(&position);
    position.en_passant = CHESS_NO_SQUARE;
    chess_write_fen(&position, fen);
    printf("%" PRIu64 " moves%s %s\n", count, check ? ", check" : "", fen);
}

int main(int argc, char **argv)
{
    static char line[LINE_BYTES];
    if (argc >= 4 && strcmp(argv[1], "random") == 0) {
        print_random(strtoull(argv[2], NULL, 10), (unsigned)strtoul(argv[3], NULL, 10),
                     argc > 4 ? (unsigned)strtoul(argv[4], NULL, 10) : 120);
        return 0;
    }
    if (argc < 2 || (strcmp(argv[1], "divide") != 0 && strcmp(argv[1], "moves") != 0))
        return 2;
    for (int number = 1; fgets(line, sizeof line, stdin); number++) {
        line[strcspn(line, "\n")] = '\0';
        if (argc > 2)
            divide(number, line, atoi(argv[2]));
        else
            follow(line);
    }
    return 0;
}

#include "fuzz.h"

#include "rules/notation.h"

/* A FEN that is accepted comes back as itself once it has been written; every legal move is found
 * by its name, has a SAN of its own, and leaves a position that is one. */
static void check_move(const struct chess *position, struct chess_move move, char *san)
{
    struct error error = {0};
    struct chess after = *position, again;
    struct chess_move found;
    char uci[NOTATION_UCI_BYTES], fen[CHESS_FEN_BYTES];
    notation_uci(move, uci);
    MUST(notation_find(position, text_of(uci), &found));
    MUST(found.from == move.from && found.to == move.to && found.promotion == move.promotion);
    notation_san(position, move, san);
    MUST(strlen(san) < NOTATION_SAN_BYTES);
    chess_make(&after, move);
    if (after.number > CHESS_CLOCK_MAX || after.halfmoves > CHESS_CLOCK_MAX)
        return;
    chess_write_fen(&after, fen);
    MUST_OK(chess_read_fen(text_of(fen), &again, &error));
    MUST(chess_same(&after, &again));
}

static void check_position(const struct chess *position)
{
    static char sans[CHESS_MOVES_MAX][NOTATION_SAN_BYTES];
    struct chess_move moves[CHESS_MOVES_MAX];
    size_t count = chess_moves(position, moves);
    MUST(count <= CHESS_MOVES_MAX);
    MUST(chess_perft(position, 1) == count);
    for (size_t i = 0; i < count; i++) {
        check_move(position, moves[i], sans[i]);
        for (size_t k = 0; k < i; k++)
            MUST(strcmp(sans[k], sans[i]) != 0);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct error error = {0};
    struct chess position, again;
    char fen[CHESS_FEN_BYTES];
    if (chess_read_fen(fuzz_text(data, size), &position, &error))
        return 0;
    chess_write_fen(&position, fen);
    MUST_OK(chess_read_fen(text_of(fen), &again, &error));
    MUST(memcmp(&position, &again, sizeof position) == 0);
    check_position(&position);
    return 0;
}

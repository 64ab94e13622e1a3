#include "fuzz.h"

#include "rules/benedict.h"

/* A FEN that is accepted comes back as itself once it has been written; every legal move is found
 * by its name, wins where the quick test says so, leaves a position that is one, and is taken back
 * without a trace. */
static bool check_move(struct benedict *position, struct benedict_move move)
{
    struct error error = {0};
    struct benedict before = *position, again;
    struct benedict_move found;
    struct benedict_undo undo;
    char name[BENEDICT_MOVE_BYTES], fen[BENEDICT_FEN_BYTES];
    benedict_write_move(move, name);
    MUST_OK(benedict_read_move(position, text_of(name), &found, &error));
    MUST(found.from == move.from && found.to == move.to);
    bool wins = benedict_wins(position, move);
    MUST(benedict_make(position, move, &undo) == wins);
    MUST(position->key == benedict_key(position));
    if (!wins && position->quiet < BENEDICT_QUIET_MAX && position->ply < 60000) {
        benedict_write_fen(position, fen);
        MUST_OK(benedict_read_fen(text_of(fen), &again, &error));
        MUST(again.key == position->key);
    }
    benedict_unmake(position, &undo);
    MUST(memcmp(position, &before, sizeof before) == 0);
    return wins;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct error error = {0};
    struct benedict position, again;
    struct benedict_move moves[BENEDICT_MOVES_MAX];
    char fen[BENEDICT_FEN_BYTES], twice[BENEDICT_FEN_BYTES];
    if (benedict_read_fen(fuzz_text(data, size), &position, &error))
        return 0;
    benedict_write_fen(&position, fen);
    MUST_OK(benedict_read_fen(text_of(fen), &again, &error));
    benedict_write_fen(&again, twice);
    MUST(strcmp(fen, twice) == 0 && position.key == again.key);
    size_t count = benedict_moves(&position, moves), winning = 0;
    MUST(count == benedict_count(&position));
    for (size_t i = 0; i < count; i++)
        winning += check_move(&position, moves[i]);
    MUST(benedict_can_win(&position) == (winning > 0));
    return 0;
}

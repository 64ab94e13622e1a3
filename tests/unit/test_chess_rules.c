/* The rules kernel: counts that were published, and positions that were worked out by hand. */
#include "rules/game.h"
#include "rules/notation.h"

#include "test.h"

static struct error error;

static struct chess position_of(const char *fen)
{
    struct chess position;
    assert_ok(chess_read_fen(text_of(fen), &position, &error));
    return position;
}

static void assert_fen(const struct chess *position, const char *expected)
{
    char fen[CHESS_FEN_BYTES];
    chess_write_fen(position, fen);
    assert_string_equal(fen, expected);
}

/* ---- counts ---- */

/* chessprogramming.org, "Perft Results" (the start and positions 2 to 6) and "Chess960 Perft
 * Results". */
static const struct {
    const char *fen;
    uint64_t counts[5]; /* of depth 1 and on; 0: not looked at */
} published[] = {
    {"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", {20, 400, 8902, 197281}},
    {"r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", {48, 2039, 97862}},
    {"8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", {14, 191, 2812, 43238, 674624}},
    {"r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1", {6, 264, 9467, 422333}},
    {"rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8", {44, 1486, 62379}},
    {"r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10", {46, 2079, 89890}},
    {"bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9", {21, 528, 12189, 326672}},
    {"2nnrbkr/p1qppppp/8/1ppb4/6PP/3PP3/PPP2P2/BQNNRBKR w HEhe - 1 9", {21, 807, 18002, 667366}},
    {"b1q1rrkb/pppppppp/3nn3/8/P7/1PPP4/4PPPP/BQNNRKRB w GE - 1 9", {20, 479, 10471, 273318}},
    {"nqn2krb/p1prpppp/1pbp4/7P/5P2/8/PPPPPKP1/NQNRB1RB w g - 3 9", {21, 461, 10608, 248069}},
    {"1nbbnrkr/p1p1ppp1/3p4/1p3P1p/3Pq2P/8/PPP1P1P1/QNBBNRKR w HFhf - 0 9", {28, 1120, 31058}},
};

static void counts_are_those_published(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof published / sizeof *published; i++) {
        struct chess position = position_of(published[i].fen);
        for (int depth = 1; depth <= 5 && published[i].counts[depth - 1]; depth++) {
            if (chess_perft(&position, depth) != published[i].counts[depth - 1])
                fail_msg("%s at depth %d", published[i].fen, depth);
        }
    }
}

/* ---- FEN ---- */

static void fens_come_back(void **state)
{
    (void)state;
    static const char *const fens[][2] = {
        /* X-FEN: the outermost rook; written by files */
        {"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
         "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w HAha - 0 1"},
        {"1r1k1r1r/8/8/8/8/8/8/RR1K3R b Bkq - 7 30", "1r1k1r1r/8/8/8/8/8/8/RR1K3R b Bhb - 7 30"},
        {"rk6/8/8/8/8/8/8/4K2R b aH - 0 1", "rk6/8/8/8/8/8/8/4K2R b Ha - 0 1"},
        /* a pawn that can be taken in passing, and two that cannot: nobody is there, or is pinned
         */
        {"4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 2", "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 2"},
        {"4k3/8/8/3p4/8/8/8/4K3 w - d6 0 2", "4k3/8/8/3p4/8/8/8/4K3 w - - 0 2"},
        {"8/8/8/K2pP2r/8/8/8/4k3 w - d6 0 2", "8/8/8/K2pP2r/8/8/8/4k3 w - - 0 2"},
    };
    for (size_t i = 0; i < sizeof fens / sizeof *fens; i++) {
        struct chess position = position_of(fens[i][0]);
        assert_fen(&position, fens[i][1]);
    }
}

static void what_is_no_position_is_refused(void **state)
{
    (void)state;
    static const char *const wrong[][2] = {
        {"8/8 w - - 0 1", "FEN: no board of eight ranks of eight squares: '8/8'"},
        {"9/8/8/8/8/8/8/8 w - - 0 1",
         "FEN: no board of eight ranks of eight squares: '9/8/8/8/8/8/8/8'"},
        {"4k3/8/8/8/8/8/8/4K3p w - - 0 1",
         "FEN: no board of eight ranks of eight squares: '4k3/8/8/8/8/8/8/4K3p'"},
        {"4k3/8/8/8/x7/8/8/4K3 w - - 0 1",
         "FEN: no board of eight ranks of eight squares: '4k3/8/8/8/x7/8/8/4K3'"},
        {"4k3/8/8/8/8/8/8/4K3 w - - 0", "FEN: not six fields with one space between: "
                                        "'4k3/8/8/8/8/8/8/4K3 w - - 0'"},
        {"8/8/8/8/8/8/8/4K3 w - - 0 1", "FEN: not one king on each side: '8/8/8/8/8/8/8/4K3'"},
        {"4k3/8/8/8/8/8/8/3KK3 w - - 0 1",
         "FEN: not one king on each side: '4k3/8/8/8/8/8/8/3KK3'"},
        {"4k3/8/8/8/8/NNNNNNNN/NNNNNNNN/4K3 w - - 0 1",
         "FEN: more than 16 pieces of a side: '4k3/8/8/8/8/NNNNNNNN/NNNNNNNN/4K3'"},
        {"4k2P/8/8/8/8/8/8/4K3 w - - 0 1", "FEN: a pawn on a last rank: '4k2P/8/8/8/8/8/8/4K3'"},
        {"4k3/8/8/8/8/8/8/4K3 W - - 0 1", "FEN: the side to move is neither w nor b: 'W'"},
        {"4k3/8/8/8/8/8/8/4K2R w A - 0 1",
         "FEN: castling rights that do not fit king and rooks: 'A'"},
        {"4k3/8/8/8/8/8/8/4K1RR w HG - 0 1",
         "FEN: castling rights that do not fit king and rooks: 'HG'"},
        {"4k3/8/8/8/8/8/4K2R/8 w H - 0 1",
         "FEN: castling rights that do not fit king and rooks: 'H'"},
        {"4k3/8/8/8/8/8/8/4K3 w - e6 0 1",
         "FEN: no pawn has just passed the en passant square: 'e6'"},
        {"4k3/8/8/8/8/8/8/4K3 w - e9 0 1", "FEN: no en passant square: 'e9'"},
        {"4k3/8/8/8/8/8/8/4K3 w - - -1 1", "FEN: no count of half-moves: '-1'"},
        {"4k3/8/8/8/8/8/8/4K3 w - - 0 0", "FEN: no number of the move: '0'"},
        {"4k3/8/8/8/8/8/8/4R1K1 w - - 0 1",
         "FEN: the side that has moved is in check: '4k3/8/8/8/8/8/8/4R1K1 w - - 0 1'"},
    };
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        struct chess position;
        assert_refused(chess_read_fen(text_of(wrong[i][0]), &position, &error), STATUS_WRONG,
                       wrong[i][1]);
    }
}

/* ---- moves ---- */

/* What becomes of the position by that move; NULL: it is not legal. */
static const struct {
    const char *fen, *move, *after;
} moves[] = {
    /* castling, king and rook far from each other, adjacent, and where they end already */
    {"4k3/8/8/8/8/8/8/R3K2R w HA - 3 9", "e1h1", "4k3/8/8/8/8/8/8/R4RK1 b - - 4 9"},
    {"4k3/8/8/8/8/8/8/R3K2R w HA - 3 9", "e1a1", "4k3/8/8/8/8/8/8/2KR3R b - - 4 9"},
    {"4k3/8/8/8/8/8/8/R3K2R w HA - 3 9", "e1g1", NULL},
    {"4k3/8/8/8/8/8/8/5KR1 w G - 0 1", "f1g1", "4k3/8/8/8/8/8/8/5RK1 b - - 1 1"},
    {"4k3/8/8/8/8/8/8/6KR w H - 0 1", "g1h1", "4k3/8/8/8/8/8/8/5RK1 b - - 1 1"},
    {"4k3/8/8/8/8/8/8/RK6 w A - 0 1", "b1a1", "4k3/8/8/8/8/8/8/2KR4 b - - 1 1"},
    {"4k3/8/8/8/8/8/8/2KR4 w - - 0 1", "c1d1", NULL},
    {"4k3/8/8/8/8/8/8/3RK3 w D - 0 1", "e1d1", "4k3/8/8/8/8/8/8/2KR4 b - - 1 1"},
    /* each side its own start: Black's king on b8 */
    {"rk6/8/8/8/8/8/8/4K2R b Ha - 0 1", "b8a8", "2kr4/8/8/8/8/8/8/4K2R w H - 1 2"},
    /* something in between, or where the rook or the king ends */
    {"4k3/8/8/8/8/8/8/RN2K3 w A - 0 1", "e1a1", NULL},
    {"4k3/8/8/8/8/8/8/RK1B4 w A - 0 1", "b1a1", NULL},
    {"4k3/8/8/8/8/8/8/RKB5 w A - 0 1", "b1a1", NULL},
    /* from check, through check, into check; only the rook passes an attack */
    {"4k3/8/8/8/4r3/8/8/R3K2R w HA - 0 1", "e1h1", NULL},
    {"4k3/8/8/8/8/5r2/8/R3K2R w HA - 0 1", "e1h1", NULL},
    {"4k3/8/8/8/8/6r1/8/R3K2R w HA - 0 1", "e1h1", NULL},
    {"1r2k3/8/8/8/8/8/8/R3K3 w A - 0 1", "e1a1", "1r2k3/8/8/8/8/8/8/2KR4 b - - 1 1"},
    /* the rook that castles has covered the king */
    {"4k3/8/8/8/8/8/8/rRK5 w B - 0 1", "c1b1", NULL},
    {"4k3/8/8/8/8/8/8/qR2K3 w B - 0 1", "e1b1", NULL},
    /* a rook that is taken, and one that moved, castle no more */
    {"4k2r/8/8/8/8/8/8/4K2R w Hh - 0 1", "h1h8", "4k2R/8/8/8/8/8/8/4K3 b - - 0 1"},
    {"r3k2r/8/8/8/8/8/8/R3K2R w HAha - 0 1", "a1b1", "r3k2r/8/8/8/8/8/8/1R2K2R b Hha - 1 1"},
    {"r3k2r/8/8/8/8/8/8/R3K2R w HAha - 0 1", "e1e2", "r3k2r/8/8/8/8/8/4K3/R6R b ha - 1 1"},
    /* pawns */
    {"4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 2", "e5d6", "4k3/8/3P4/8/8/8/8/4K3 b - - 0 2"},
    {"8/8/8/K2pP2r/8/8/8/4k3 w - d6 0 2", "e5d6", NULL},
    {"4r1k1/8/8/3pP3/8/8/8/4K3 w - d6 0 2", "e5d6", NULL},
    {"8/8/8/1k6/2Pp4/8/8/4K3 b - c3 0 1", "d4c3", "8/8/8/1k6/8/2p5/8/4K3 w - - 0 2"},
    {"4k3/8/8/8/3p4/8/4P3/4K3 w - - 5 1", "e2e4", "4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 1"},
    {"4k3/8/8/8/8/3p4/4P3/4K3 w - - 5 1", "e2e4", "4k3/8/8/8/4P3/3p4/8/4K3 b - - 0 1"},
    {"1n2k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7b8n", "1N2k3/8/8/8/8/8/8/4K3 b - - 0 1"},
    {"1n2k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7a8", NULL},
    {"1n2k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7a8k", NULL},
    {"4k3/8/8/8/8/4p3/4P3/4K3 w - - 0 1", "e2e4", NULL},
};

static void moves_do_what_the_rules_say(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof moves / sizeof *moves; i++) {
        struct chess position = position_of(moves[i].fen);
        struct chess_move move;
        if (notation_find(&position, text_of(moves[i].move), &move) != (moves[i].after != NULL))
            fail_msg("%s in %s", moves[i].move, moves[i].fen);
        if (!moves[i].after)
            continue;
        chess_make(&position, move);
        assert_fen(&position, moves[i].after);
    }
}

static void moves_are_written_as_in_pgn(void **state)
{
    (void)state;
    static const char *const san[][3] = {
        {"4k3/8/8/8/8/8/8/R3K2R w HA - 0 1", "e1h1", "O-O"},
        {"3k4/8/8/8/8/8/8/R3K2R w HA - 0 1", "e1a1", "O-O-O+"},
        {"4k3/8/8/8/8/8/8/5KR1 w G - 0 1", "f1g1", "O-O"},
        {"4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 2", "e5d6", "exd6"},
        {"4k3/8/8/8/3p4/8/4P3/4K3 w - - 0 1", "e2e4", "e4"},
        {"1n2k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7b8q", "axb8=Q+"},
        {"1n2k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7a8n", "a8=N"},
        /* told apart by file, by rank, by both; one that is pinned is no rival */
        {"4k3/8/8/8/8/5N2/8/1N2K3 w - - 0 1", "b1d2", "Nbd2"},
        {"4k3/8/8/R7/8/8/8/R3K3 w - - 0 1", "a1a3", "R1a3"},
        {"8/8/8/k7/4Q2Q/8/8/K6Q w - - 0 1", "h4e1", "Qh4e1+"},
        {"4k3/8/8/8/8/8/3N4/4K1N1 w - - 0 1", "g1f3", "Ngf3"},
        {"4k3/8/8/8/1b6/8/3N4/4K1N1 w - - 0 1", "g1f3", "Nf3"},
        {"4k3/8/8/8/1b6/8/3N4/4K1N1 w - - 0 1", "g1h3", "Nh3"},
        {"6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1", "a1a8", "Ra8#"},
        {"4k3/8/8/8/8/2q5/8/K7 w - - 0 1", "a1a2", "Ka2"},
        {"3rk3/8/8/8/8/8/8/3RK3 w - - 0 1", "d1d8", "Rxd8+"},
    };
    for (size_t i = 0; i < sizeof san / sizeof *san; i++) {
        struct chess position = position_of(san[i][0]);
        struct chess_move move;
        char written[NOTATION_SAN_BYTES];
        assert_true(notation_find(&position, text_of(san[i][1]), &move));
        notation_san(&position, move, written);
        assert_string_equal(written, san[i][2]);
    }
}

/* ---- the end of a game ---- */

static struct game game; /* too large for a stack's liking */

static void play(const char *list)
{
    struct text text = text_of(list);
    for (size_t at = 0; at < text.len;) {
        size_t len = strcspn(list + at, " ");
        struct chess_move move;
        assert_int_equal(game_end(&game), GAME_GOES_ON);
        if (!notation_find(game_position(&game), (struct text){list + at, len}, &move))
            fail_msg("'%s' is not legal", list + at);
        game_play(&game, move);
        at += len + 1;
    }
}

static void assert_end(const char *fen, const char *list, enum game_end end,
                       enum game_result result)
{
    struct chess start = position_of(fen);
    game_start(&game, &start);
    play(list);
    if (game_end(&game) != end)
        fail_msg("%s after '%s': %s", fen, list, game_end_name(game_end(&game)));
    if (end != GAME_GOES_ON)
        assert_int_equal(game_result(&game, end), result);
}

static void mates_and_stalemates(void **state)
{
    (void)state;
    const char *start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    assert_end(start, "f2f3 e7e5 g2g4 d8h4", GAME_CHECKMATE, GAME_BLACK_WINS);
    assert_end(start, "e2e4 e7e5 d1h5 b8c6 f1c4 g8f6 h5f7", GAME_CHECKMATE, GAME_WHITE_WINS);
    /* S. Loyd's stalemate in ten moves. */
    assert_end(start,
               "e2e3 a7a5 d1h5 a8a6 h5a5 h7h5 h2h4 a6h6 a5c7 f7f6 c7d7 e8f7 d7b7 d8d3 b7b8 d3h7 "
               "b8c8 f7g6 c8e6",
               GAME_STALEMATE, GAME_DRAW);
    assert_end("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", "", GAME_STALEMATE, GAME_DRAW);
}

static void repetitions_are_counted_by_what_may_be_played(void **state)
{
    (void)state;
    /* The start itself counts as once. */
    const char *start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    assert_end(start, "g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1", GAME_GOES_ON, GAME_DRAW);
    assert_end(start, "g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1 f6g8", GAME_THREEFOLD, GAME_DRAW);
    /* With castling rights it was another position; both are gone after two plies. */
    const char *rooks = "r3k3/8/8/8/8/8/8/4K2R w Ha - 0 1";
    assert_end(rooks, "h1g1 a8b8 g1h1 b8a8 h1g1 a8b8 g1h1 b8a8 h1g1", GAME_GOES_ON, GAME_DRAW);
    assert_end(rooks, "h1g1 a8b8 g1h1 b8a8 h1g1 a8b8 g1h1 b8a8 h1g1 a8b8", GAME_THREEFOLD,
               GAME_DRAW);
    assert_end("r3k3/8/8/8/8/8/8/4K2R w - - 0 1", "h1g1 a8b8 g1h1 b8a8 h1g1 a8b8 g1h1 b8a8",
               GAME_THREEFOLD, GAME_DRAW);
    /* Where the pawn could be taken in passing, it was another position as well. */
    assert_end("4k3/8/8/8/3p4/8/4P3/4K3 w - - 0 1", "e2e4 e8d8 e1d1 d8e8 d1e1 e8d8 e1d1 d8e8 d1e1",
               GAME_GOES_ON, GAME_DRAW);
    assert_end("4k3/8/8/8/3p4/8/4P3/4K3 w - - 0 1",
               "e2e4 e8d8 e1d1 d8e8 d1e1 e8d8 e1d1 d8e8 d1e1 e8d8", GAME_THREEFOLD, GAME_DRAW);
    /* Not where the one that could take it was pinned. */
    assert_end("3k4/8/8/8/3p4/8/4P3/3RK3 w - - 0 1", "e2e4 d8c8 e1f1 c8d8 f1e1 d8c8 e1f1 c8d8 f1e1",
               GAME_THREEFOLD, GAME_DRAW);
    /* Once is not twice: another side to move. */
    assert_end("4k3/8/8/8/8/8/8/R3K3 w - - 0 1", "a1a2 e8d8 a2a3 d8e8 a3a1 e8d8 a1a2 d8e8",
               GAME_GOES_ON, GAME_DRAW);
}

static void fifty_moves(void **state)
{
    (void)state;
    assert_end("4k3/8/8/8/8/8/R7/4K3 w - - 98 80", "a2a3", GAME_GOES_ON, GAME_DRAW);
    assert_end("4k3/8/8/8/8/8/R7/4K3 w - - 98 80", "a2a3 e8d8", GAME_FIFTY, GAME_DRAW);
    /* A mate with the last one goes first. */
    assert_end("7k/8/6K1/8/8/8/R7/8 w - - 99 80", "a2a8", GAME_CHECKMATE, GAME_WHITE_WINS);
    assert_end("4k3/8/8/8/8/8/P7/4K3 w - - 99 80", "a2a3", GAME_GOES_ON, GAME_DRAW);
    assert_end("4k3/8/8/8/8/1n6/R7/4K2R w - - 98 80", "a2a1 b3a1", GAME_GOES_ON, GAME_DRAW);
}

static void material_that_cannot_mate(void **state)
{
    (void)state;
    static const struct {
        const char *fen;
        bool dead;
    } material[] = {
        {"4k3/8/8/8/8/8/8/4K3 w - - 0 1", true},
        {"4k3/8/8/8/8/8/8/4KN2 w - - 0 1", true},
        {"4kb2/8/8/8/8/8/8/4K3 w - - 0 1", true},
        {"4k3/8/8/8/8/4B3/8/2B1K3 w - - 0 1", true},  /* both on dark squares */
        {"4kb2/8/8/8/8/8/8/2B1K3 w - - 0 1", true},   /* f8 and c1: dark */
        {"2b1k3/8/8/8/8/8/8/2B1K3 w - - 0 1", false}, /* c8 is light */
        {"4k3/8/8/8/8/8/8/2B1KB2 w - - 0 1", false},
        {"4k3/8/8/8/8/8/8/2N1KN2 w - - 0 1", false},
        {"4kn2/8/8/8/8/8/8/4KN2 w - - 0 1", false},
        {"4kb2/8/8/8/8/8/8/4KN2 w - - 0 1", false},
        {"4k3/8/8/8/8/8/P7/4K3 w - - 0 1", false},
        {"4k3/8/8/8/8/8/8/R3K3 w - - 0 1", false},
        {"4k3/8/8/8/8/8/8/3QK3 w - - 0 1", false},
    };
    for (size_t i = 0; i < sizeof material / sizeof *material; i++)
        assert_end(material[i].fen, "", material[i].dead ? GAME_MATERIAL : GAME_GOES_ON, GAME_DRAW);
    assert_end("4k3/8/8/8/8/8/4p3/4K3 w - - 0 1", "e1e2", GAME_MATERIAL, GAME_DRAW);
}

/* A pawn's step every 16 plies, and otherwise nothing is moved for long, and nothing taken. */
static struct chess_move pick(const struct chess *position, size_t ply)
{
    struct chess_move list[CHESS_MOVES_MAX], quiet[CHESS_MOVES_MAX];
    size_t count = chess_moves(position, list), quiets = 0;
    for (size_t i = 0; i < count; i++) {
        bool pawn = chess_at(position, list[i].from) == CHESS_PAWN;
        if (pawn && ply % 16 == 0 && list[i].to == list[i].from + 8)
            return list[i];
        if (!pawn && !chess_is_capture(position, list[i]))
            quiet[quiets++] = list[i];
    }
    assert_true(quiets > 0);
    return quiet[ply * 2654435761 / 1024 % quiets]; /* Knuth's multiplier: without a pattern */
}

static void a_long_game_is_broken_off(void **state)
{
    (void)state;
    struct chess start = position_of("4k3/8/8/8/8/8/PPPPPPPP/R3K3 w - - 0 1");
    game_start(&game, &start);
    while (game_end(&game) == GAME_GOES_ON)
        game_play(&game, pick(game_position(&game), game.plies));
    assert_int_equal(game_end(&game), GAME_LENGTH);
    assert_int_equal(game.plies, 400);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(counts_are_those_published),
        cmocka_unit_test(fens_come_back),
        cmocka_unit_test(what_is_no_position_is_refused),
        cmocka_unit_test(moves_do_what_the_rules_say),
        cmocka_unit_test(moves_are_written_as_in_pgn),
        cmocka_unit_test(mates_and_stalemates),
        cmocka_unit_test(repetitions_are_counted_by_what_may_be_played),
        cmocka_unit_test(fifty_moves),
        cmocka_unit_test(material_that_cannot_mate),
        cmocka_unit_test(a_long_game_is_broken_off),
    };
    return cmocka_run_group_tests_name("chess rules", tests, NULL, NULL);
}

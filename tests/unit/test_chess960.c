/* chess960: numbers, letters, castling at once, pairs, FEN and the visiting order. */
#include "base/buf.h"
#include "base/hash.h"
#include "chess960/order.h"
#include "chess960/pair.h"
#include "chess960/start.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define COUNT(array) (sizeof(array) / sizeof(array)[0])

/* ---- starts ---- */

static void test_known_letters(void **state)
{
    (void)state;
    static const struct {
        uint16_t number;
        const char *letters;
    } known[] = {
        {0, "BBQNNRKR"},   {1, "BQNBNRKR"},   {309, "NQBBRKRN"}, {404, "RBBQNNKR"},
        {518, "RNBQKBNR"}, {534, "RNBKQBNR"}, {598, "RQBNKBRN"}, {959, "RKRNNQBB"},
    };
    for (size_t i = 0; i < COUNT(known); i++) {
        char letters[START_BYTES];
        start_letters(known[i].number, letters);
        assert_string_equal(letters, known[i].letters);
    }
}

/* The digest is of what an independent decoder in Python lists. */
static void test_all_letters(void **state)
{
    (void)state;
    struct buf list = {0};
    for (uint16_t n = 0; n < START_COUNT; n++) {
        char letters[START_BYTES];
        start_letters(n, letters);
        buf_printf(&list, "%d %s\n", n, letters);
    }
    struct error error = {0};
    char hex[SHA256_HEX + 1];
    assert_int_equal(buf_ok(&list, &error), STATUS_OK);
    assert_int_equal(hash_sha256_of(list.data, list.len, hex, &error), STATUS_OK);
    assert_string_equal(hex, "8fd318356adde1188ca51eb86b9e22228725dd28605cc2ea08f158691e2dd7d8");
    buf_free(&list);
}

static void test_letters_round_trip(void **state)
{
    (void)state;
    for (uint16_t n = 0; n < START_COUNT; n++) {
        struct error error = {0};
        char letters[START_BYTES];
        start_letters(n, letters);
        uint16_t upper = START_COUNT, lower = START_COUNT;
        assert_int_equal(start_number(text_of(letters), &upper, &error), STATUS_OK);
        assert_int_equal(upper, n);
        for (int i = 0; i < START_FILES; i++)
            letters[i] = (char)(letters[i] + 'a' - 'A');
        assert_int_equal(start_number(text_of(letters), &lower, &error), STATUS_OK);
        assert_int_equal(lower, n);
    }
}

static void test_mirror(void **state)
{
    (void)state;
    assert_int_equal(start_mirror(518), 534);
    assert_int_equal(start_mirror(534), 518);
    assert_int_equal(start_mirror(0), 959);
    assert_int_equal(start_mirror(959), 0);
    for (uint16_t n = 0; n < START_COUNT; n++) {
        uint16_t m = start_mirror(n);
        char letters[START_BYTES], mirrored[START_BYTES];
        start_letters(n, letters);
        start_letters(m, mirrored);
        for (int i = 0; i < START_FILES; i++)
            assert_int_equal(mirrored[i], letters[START_FILES - 1 - i]);
        assert_int_equal(start_mirror(m), n);
        assert_int_not_equal(m, n);
    }
}

/* The rules of Chess960 in their plainest form, for a word over KQRBN. */
static bool is_start(const char *word)
{
    int kings = 0, queens = 0, rooks = 0, knights = 0, bishops[2] = {0, 0};
    bool king_inside = false;
    for (int i = 0; i < START_FILES; i++) {
        if (word[i] == 'K')
            king_inside = rooks == 1;
        kings += word[i] == 'K';
        queens += word[i] == 'Q';
        rooks += word[i] == 'R';
        knights += word[i] == 'N';
        bishops[i % 2] += word[i] == 'B';
    }
    return kings == 1 && queens == 1 && rooks == 2 && knights == 2 && bishops[0] == 1 &&
           bishops[1] == 1 && king_inside;
}

/* All 5^8 words: exactly the 960 starts are let through. */
static void test_validity(void **state)
{
    (void)state;
    unsigned valid = 0;
    for (unsigned word = 0; word < 390625; word++) {
        char letters[START_BYTES] = {0};
        unsigned rest = word;
        for (int i = 0; i < START_FILES; i++, rest /= 5)
            letters[i] = "KQRBN"[rest % 5];
        struct error error = {0};
        uint16_t number = START_COUNT;
        bool accepted = start_number(text_of(letters), &number, &error) == STATUS_OK;
        assert_int_equal(accepted, is_start(letters));
        assert_int_equal(accepted, number < START_COUNT);
        assert_int_equal(accepted, error.text[0] == '\0');
        valid += accepted;
    }
    assert_int_equal(valid, START_COUNT);
}

/* Walks the squares, as a move generator would: no other piece may stand where king and rook pass
 * and end. */
static bool walks_free(const char *letters, int from, int to, int king, int rook)
{
    int step = from < to ? 1 : -1;
    for (int at = from;; at += step) {
        if (letters[at] != '\0' && at != king && at != rook)
            return false;
        if (at == to)
            return true;
    }
}

static bool castles(const char *letters, enum start_side side)
{
    int king = (int)(strchr(letters, 'K') - letters);
    int rook = king;
    do
        rook += side == START_H_SIDE ? 1 : -1;
    while (letters[rook] != 'R');
    int king_to = side == START_H_SIDE ? 6 : 2, rook_to = side == START_H_SIDE ? 5 : 3;
    return walks_free(letters, king, king_to, king, rook) &&
           walks_free(letters, rook, rook_to, king, rook);
}

static void test_castling_at_once(void **state)
{
    (void)state;
    unsigned h_side = 0, a_side = 0;
    for (uint16_t n = 0; n < START_COUNT; n++) {
        char letters[START_BYTES];
        start_letters(n, letters);
        assert_int_equal(start_can_castle(n, START_H_SIDE), castles(letters, START_H_SIDE));
        assert_int_equal(start_can_castle(n, START_A_SIDE), castles(letters, START_A_SIDE));
        h_side += start_can_castle(n, START_H_SIDE);
        a_side += start_can_castle(n, START_A_SIDE);
    }
    /* Counted by hand: K and R on F and G leave five files for the other rook, three of them dark
     * (18 starts each) and two light (18 each); R and K on C and D leave four (18 each). */
    assert_int_equal(h_side, 90);
    assert_int_equal(a_side, 72);
}

static void test_castling_differs_from_mirror(void **state)
{
    (void)state;
    struct error error = {0};
    uint16_t number = 0;
    assert_int_equal(start_number(text_of("BBQNRKRN"), &number, &error), STATUS_OK);
    assert_true(start_can_castle(number, START_H_SIDE));
    assert_false(start_can_castle(number, START_A_SIDE));
    uint16_t mirror = 0;
    assert_int_equal(start_number(text_of("NRKRNQBB"), &mirror, &error), STATUS_OK);
    assert_int_equal(start_mirror(number), mirror);
    assert_false(start_can_castle(mirror, START_H_SIDE));
    assert_false(start_can_castle(mirror, START_A_SIDE));
}

static void test_start_read(void **state)
{
    (void)state;
    static const struct {
        const char *text, *message; /* NULL: it is 518 */
    } cases[] = {
        {"518", NULL},
        {"RNBQKBNR", NULL},
        {"rnbqkbnr", NULL},
        {"RnBqKbNr", NULL},
        {"", "\"\" is neither a number 0 to 959 nor eight letters"},
        {"960", "\"960\" is neither a number 0 to 959 nor eight letters"},
        {"-1", "\"-1\" is neither a number 0 to 959 nor eight letters"},
        {"0518", "\"0518\" is neither a number 0 to 959 nor eight letters"},
        {" 518", "\" 518\" is neither a number 0 to 959 nor eight letters"},
        {"RNBQKBN", "\"RNBQKBN\" is neither a number 0 to 959 nor eight letters"},
        {"RNBQKBNRR", "\"RNBQKBNRR\" is neither a number 0 to 959 nor eight letters"},
        {"00000518", "\"00000518\": file A is none of K, Q, R, B, N"},
        {"RNBQKBNP", "\"RNBQKBNP\": file H is none of K, Q, R, B, N"},
        {"RNB\tKBNR", "\"RNB?KBNR\": file D is none of K, Q, R, B, N"},
        {"RNBQQBNR", "\"RNBQQBNR\" has 0 K, expected 1"},
        {"RNBKKBNR", "\"RNBKKBNR\" has 2 K, expected 1"},
        {"rnbnkbnr", "\"rnbnkbnr\" has 0 Q, expected 1"},
        {"RNBQKBNN", "\"RNBQKBNN\" has 1 R, expected 2"},
        {"RNBQKNNR", "\"RNBQKNNR\" has 1 B, expected 2"},
        {"RBBQKBNR", "\"RBBQKBNR\" has 3 B, expected 2"},
        {"RBNQKBNR", "\"RBNQKBNR\": the bishops on files B and F stand on one colour"},
        {"KRBQRBNN", "\"KRBQRBNN\": the king on file A is not between the rooks on B and E"},
        {"NNBQRBRK", "\"NNBQRBRK\": the king on file H is not between the rooks on E and G"},
    };
    for (size_t i = 0; i < COUNT(cases); i++) {
        struct error error = {0};
        uint16_t number = START_COUNT;
        enum status status = start_read(text_of(cases[i].text), &number, &error);
        assert_int_equal(status, cases[i].message ? STATUS_WRONG : STATUS_OK);
        assert_string_equal(error.text, cases[i].message ? cases[i].message : "");
        assert_int_equal(number, cases[i].message ? START_COUNT : 518);
    }
}

static void test_start_number_length(void **state)
{
    (void)state;
    struct error error = {0};
    uint16_t number = START_COUNT;
    assert_int_equal(start_number(text_of("RNBQKBNRR"), &number, &error), STATUS_WRONG);
    assert_string_equal(error.text, "a back rank of 9 letters, expected 8");
    assert_int_equal(start_number((struct text){NULL, 0}, &number, &error), STATUS_WRONG);
    assert_string_equal(error.text, "a back rank of 0 letters, expected 8");
    assert_int_equal(number, START_COUNT);
}

/* ---- pairs ---- */

static void test_representatives(void **state)
{
    (void)state;
    unsigned representatives = 0, controls = 0;
    uint32_t index = 0;
    for (uint16_t w = 0; w < START_COUNT; w++) {
        for (uint16_t b = 0; b < START_COUNT; b++) {
            struct pair pair = {w, b}, mirror = pair_mirror(pair);
            assert_int_equal(mirror.w, start_mirror(w));
            assert_int_equal(mirror.b, start_mirror(b));
            bool smaller = w < mirror.w || (w == mirror.w && b <= mirror.b);
            assert_int_equal(pair_is_representative(pair), smaller);
            struct pair chosen = pair_representative(pair);
            assert_int_equal(pair_compare(chosen, smaller ? pair : mirror), 0);
            assert_int_equal(pair_is_control(pair), w == b);
            assert_int_equal(pair_index(pair), index++);
            representatives += smaller;
            controls += smaller && pair_is_control(pair);
        }
    }
    assert_int_equal(index, 921600);
    assert_int_equal(representatives, 460800);
    assert_int_equal(controls, 480);
    assert_int_equal(PAIR_COUNT, 921600);
    assert_int_equal(PAIR_CLASSES, 460800);
    assert_int_equal(PAIR_ASYMMETRIC_CLASSES, 460320);
}

static void test_compare(void **state)
{
    (void)state;
    assert_true(pair_compare((struct pair){1, 900}, (struct pair){2, 0}) < 0);
    assert_true(pair_compare((struct pair){2, 0}, (struct pair){1, 900}) > 0);
    assert_true(pair_compare((struct pair){7, 3}, (struct pair){7, 4}) < 0);
    assert_true(pair_compare((struct pair){7, 4}, (struct pair){7, 3}) > 0);
    assert_true(pair_compare((struct pair){7, 4}, (struct pair){7, 4}) == 0);
}

static void test_fen(void **state)
{
    (void)state;
    char fen[PAIR_FEN_BYTES];
    pair_fen((struct pair){518, 518}, PAIR_SHREDDER_FEN, fen);
    assert_string_equal(fen, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w HAha - 0 1");
    pair_fen((struct pair){518, 518}, PAIR_X_FEN, fen);
    assert_string_equal(fen, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
    /* White and Black differ, in letters and in rights. */
    pair_fen((struct pair){518, 959}, PAIR_SHREDDER_FEN, fen);
    assert_string_equal(fen, "rkrnnqbb/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w HAca - 0 1");
    pair_fen((struct pair){309, 0}, PAIR_SHREDDER_FEN, fen);
    assert_string_equal(fen, "bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/NQBBRKRN w GEhf - 0 1");
}

/* The reference book of all starts, whose line 960 w + b + 1 is the pair w:b. */
static void test_all_fens(void **state)
{
    (void)state;
    struct hash_sha256 *hash = hash_sha256_new();
    for (uint16_t w = 0; w < START_COUNT; w++) {
        for (uint16_t b = 0; b < START_COUNT; b++) {
            char fen[PAIR_FEN_BYTES];
            pair_fen((struct pair){w, b}, PAIR_SHREDDER_FEN, fen);
            hash_sha256_add(hash, fen, strlen(fen));
            hash_sha256_add(hash, "\n", 1);
        }
    }
    struct error error = {0};
    char hex[SHA256_HEX + 1];
    assert_int_equal(hash_sha256_hex(hash, hex, &error), STATUS_OK);
    assert_string_equal(hex, "e4f328c312aedc4edb7933c22e5acb7496f7b2faf90ff20d20075be7cab268e7");
}

static void assert_reads(struct text text, struct pair expected)
{
    struct error error = {0};
    struct pair pair = {START_COUNT, START_COUNT};
    enum status status = pair_read(text, &pair, &error);
    assert_string_equal(error.text, "");
    assert_int_equal(status, STATUS_OK);
    assert_int_equal(pair.w, expected.w);
    assert_int_equal(pair.b, expected.b);
}

static void test_fen_round_trip(void **state)
{
    (void)state;
    for (uint16_t w = 0; w < START_COUNT; w++) {
        for (uint16_t b = 0; b < START_COUNT; b++) {
            struct pair pair = {w, b};
            for (int form = PAIR_SHREDDER_FEN; form <= PAIR_X_FEN; form++) {
                char fen[PAIR_FEN_BYTES];
                pair_fen(pair, (enum pair_fen_form)form, fen);
                struct text text = {fen, PAIR_FEN_BYTES - 1};
                assert_reads(text, pair);
                text.len -= strlen(" 0 1");
                assert_reads(text, pair);
            }
        }
    }
}

static void test_read_starts(void **state)
{
    (void)state;
    assert_reads(text_of("518:534"), (struct pair){518, 534});
    assert_reads(text_of("0:959"), (struct pair){0, 959});
    assert_reads(text_of("518 534"), (struct pair){518, 534});
    assert_reads(text_of("RNBQKBNR:RNBKQBNR"), (struct pair){518, 534});
    assert_reads(text_of("RNBQKBNR RNBKQBNR"), (struct pair){518, 534});
    assert_reads(text_of("rnbqkbnr:RnBkQbNr"), (struct pair){518, 534});
    assert_reads(text_of("518:rnbkqbnr"), (struct pair){518, 534});
    assert_reads((struct text){"518:5349", 7},
                 (struct pair){518, 534}); /* a view ends where it ends */
}

static void assert_refused(const char *text, const char *message)
{
    struct error error = {0};
    struct pair pair = {START_COUNT, START_COUNT};
    enum status status = pair_read(text_of(text), &pair, &error);
    assert_string_equal(error.text, message);
    assert_int_equal(status, STATUS_WRONG);
    assert_int_equal(pair.w, START_COUNT);
    assert_int_equal(pair.b, START_COUNT);
}

#define NO_PAIR " is no pair, expected such as 518:534, RNBQKBNR:RNBKQBNR or a FEN"
#define NEITHER " is neither a number 0 to 959 nor eight letters"

static void test_refuse_starts(void **state)
{
    (void)state;
    assert_refused("", "\"\"" NO_PAIR);
    assert_refused("518", "\"518\"" NO_PAIR);
    assert_refused("518:534:1", "\"518:534:1\"" NO_PAIR);
    assert_refused("RNBQKBNR  RNBKQBNR", "\"RNBQKBNR  RNBKQBNR\"" NO_PAIR);
    assert_refused("518:534 ", "Black's start: \"534 \"" NEITHER);
    assert_refused("518:", "Black's start: \"\"" NEITHER);
    assert_refused(":534", "White's start: \"\"" NEITHER);
    assert_refused("960:534", "White's start: \"960\"" NEITHER);
    assert_refused("518:0534", "Black's start: \"0534\"" NEITHER);
    assert_refused("RNBQKBN:RNBKQBNR", "White's start: \"RNBQKBN\"" NEITHER);
    assert_refused("RNBQKBNR:RNBKQBNN", "Black's start: \"RNBKQBNN\" has 1 R, expected 2");
    struct error error = {0};
    struct pair pair;
    assert_int_equal(pair_read((struct text){NULL, 0}, &pair, &error), STATUS_WRONG);
    assert_string_equal(error.text, "\"\"" NO_PAIR);
}

/* Far too long a text is shown by its beginning, and the message stays whole. */
static void test_refuse_long(void **state)
{
    (void)state;
    char text[2001] = {0}, begin[61] = {0}, message[256];
    memset(text, 'R', 2000);
    memset(begin, 'R', 60);
    snprintf(message, sizeof message, "\"%s\"" NO_PAIR, begin);
    assert_refused(text, message);
    text[1000] = ':';
    snprintf(message, sizeof message, "White's start: \"%s\"" NEITHER, begin);
    assert_refused(text, message);
    text[1000] = '/';
    memset(text + 1001, ' ', 3);
    snprintf(message, sizeof message, "FEN: 2 ranks, expected 8");
    assert_refused(text, message);
}

#define PAWNS "/pppppppp/8/8/8/8/PPPPPPPP/"
#define BOARD "rnbkqbnr" PAWNS "RNBQKBNR"
#define WHITE "FEN: rank 1"
#define BLACK "FEN: rank 8"

static void test_refuse_boards(void **state)
{
    (void)state;
    static const char *const cases[][2] = {
        {"rnbkqbnr/pppp1ppp/8/8/8/8/PPPPPPPP/RNBQKBNR w HAha - 0 1",
         "FEN: rank 7 is \"pppp1ppp\", expected \"pppppppp\""},
        {"rnbkqbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR w HAha - 0 1",
         "FEN: rank 4 is \"4P3\", expected \"8\""},
        {"rnbkqbnr/pppppppp/8/8/8/8/PPPPPPP/RNBQKBNR w HAha - 0 1",
         "FEN: rank 2 is \"PPPPPPP\", expected \"PPPPPPPP\""},
        {"rnbkqbnr/PPPPPPPP/8/8/8/8/pppppppp/RNBQKBNR w HAha - 0 1",
         "FEN: rank 7 is \"PPPPPPPP\", expected \"pppppppp\""},
        {"rnbkqbnr/pppppppp/44/8/8/8/PPPPPPPP/RNBQKBNR w HAha - 0 1",
         "FEN: rank 6 is \"44\", expected \"8\""},
        {"rnbkqbnr/pppppppp/8/8/8/PPPPPPPP/RNBQKBNR w HAha - 0 1", "FEN: 7 ranks, expected 8"},
        {BOARD "/8 w HAha - 0 1", "FEN: 9 ranks, expected 8"},
        {"RNBQKBNR" PAWNS "rnbkqbnr w HAha - 0 1",
         BLACK " is \"RNBQKBNR\", expected Black's pieces, in lower case"},
        {"rnbkqbnr" PAWNS "RNBQKBnR w HAha - 0 1",
         WHITE " is \"RNBQKBnR\", expected White's pieces, in upper case"},
        {"rnbkqbnr" PAWNS "RNBQKBN w HAha - 0 1", WHITE ": a back rank of 7 letters, expected 8"},
        {"rnbkqbnr" PAWNS "RNBQKBN1 w HAha - 0 1",
         WHITE ": \"RNBQKBN1\": file H is none of K, Q, R, B, N"},
        {"rbnkqbnr" PAWNS "RNBQKBNR w HAha - 0 1",
         BLACK ": \"rbnkqbnr\": the bishops on files B and F stand on one colour"},
    };
    for (size_t i = 0; i < COUNT(cases); i++)
        assert_refused(cases[i][0], cases[i][1]);
}

#define CASTLING(found) "FEN: castling is \"" found "\", expected \"HAha\" or \"KQkq\""

static void test_refuse_fields(void **state)
{
    (void)state;
    static const char *const cases[][2] = {
        {BOARD " b HAha - 0 1", "FEN: the side to move is \"b\", expected \"w\""},
        {BOARD " W HAha - 0 1", "FEN: the side to move is \"W\", expected \"w\""},
        {BOARD " w AHah - 0 1", CASTLING("AHah")}, /* the wrong order */
        {BOARD " w haHA - 0 1", CASTLING("haHA")},
        {BOARD " w HAga - 0 1", CASTLING("HAga")}, /* no rook there */
        {BOARD " w haha - 0 1", CASTLING("haha")},
        {BOARD " w HAh - 0 1", CASTLING("HAh")}, /* not all rights */
        {BOARD " w KQk - 0 1", CASTLING("KQk")},
        {BOARD " w KQkqq - 0 1", CASTLING("KQkqq")},
        {BOARD " w QKqk - 0 1", CASTLING("QKqk")},
        {BOARD " w HAkq - 0 1", CASTLING("HAkq")}, /* two notations */
        {BOARD " w - - 0 1", CASTLING("-")},
        {"rkrnnqbb" PAWNS "RNBQKBNR w HAha - 0 1",
         "FEN: castling is \"HAha\", expected \"HAca\" or \"KQkq\""},
        {BOARD " w HAha e3 0 1", "FEN: the en-passant square is \"e3\", expected \"-\""},
        {BOARD " w HAha e3", "FEN: the en-passant square is \"e3\", expected \"-\""},
        {BOARD " w HAha - 1 1", "FEN: the half-move clock is \"1\", expected \"0\""},
        {BOARD " w HAha - 0 2", "FEN: the move number is \"2\", expected \"1\""},
        {BOARD " w HAha - 0 01", "FEN: the move number is \"01\", expected \"1\""},
        {BOARD " w HAha - 0 1\n", "FEN: the move number is \"1?\", expected \"1\""},
        {BOARD, "FEN: 1 fields, expected 4 or 6"},
        {BOARD " w HAha", "FEN: 3 fields, expected 4 or 6"},
        {BOARD " w HAha - 0", "FEN: 5 fields, expected 4 or 6"},
        {BOARD " w HAha - 0 1 bm", "FEN: 7 fields, expected 4 or 6"},
        {BOARD " w HAha - 0 1 ", "FEN: 7 fields, expected 4 or 6"},
        {BOARD "  w HAha -", "FEN: 5 fields, expected 4 or 6"},
        {" " BOARD " w HAha - 0", "FEN: 1 ranks, expected 8"},
    };
    for (size_t i = 0; i < COUNT(cases); i++)
        assert_refused(cases[i][0], cases[i][1]);
}

/* ---- the visiting order ---- */

/* The sha256 of the lines "w:b\n". */
static void digest_order(const struct pair *pairs, char hex[SHA256_HEX + 1])
{
    struct buf lines = {0};
    for (size_t i = 0; i < PAIR_CLASSES; i++)
        buf_printf(&lines, "%d:%d\n", pairs[i].w, pairs[i].b);
    struct error error = {0};
    assert_int_equal(buf_ok(&lines, &error), STATUS_OK);
    assert_int_equal(hash_sha256_of(lines.data, lines.len, hex, &error), STATUS_OK);
    buf_free(&lines);
}

static void test_order(void **state)
{
    (void)state;
    static const struct pair first[] = {
        {193, 950}, {67, 409},  {219, 880}, {138, 318}, {60, 225},  {521, 302}, {284, 258},
        {514, 168}, {247, 116}, {393, 599}, {127, 509}, {158, 405}, {471, 657}, {206, 754},
        {261, 184}, {255, 491}, {141, 204}, {424, 41},  {226, 583}, {175, 331},
    };
    static const struct pair last[] = {{27, 528}, {385, 410}, {84, 144}, {522, 179}, {168, 234}};
    struct error error = {0};
    struct pair *pairs = NULL;
    assert_int_equal(order_new(20260918, &pairs, &error), STATUS_OK);
    for (size_t i = 0; i < COUNT(first); i++)
        assert_int_equal(pair_compare(pairs[i], first[i]), 0);
    for (size_t i = 0; i < COUNT(last); i++)
        assert_int_equal(pair_compare(pairs[PAIR_CLASSES - COUNT(last) + i], last[i]), 0);
    char hex[SHA256_HEX + 1];
    digest_order(pairs, hex);
    assert_string_equal(hex, "a8beef4c81fd2cc8f64cea2da5c75b5537a7f4ee053f437a1e9eace4743d38b5");
    free(pairs);
}

/* From CPython 3.11: a seed of no bits, and seeds of two 32-bit digits. */
static void test_order_of_other_seeds(void **state)
{
    (void)state;
    static const struct {
        uint64_t seed;
        const char *sha256;
    } known[] = {
        {0, "279d5041776b5c653b9784cd0240af3641b73149d9811afc535e48eefceb8845"},
        {UINT64_C(1) << 32, "1644af1e92b04df1ade1b00899d99fff7fce85abeef6225ff7937ff57a15ae92"},
        {UINT64_MAX, "d290ac5c04b3fba7111c19366de65f407db40c5e51f45d74601db94db39569c2"},
    };
    for (size_t i = 0; i < COUNT(known); i++) {
        struct error error = {0};
        struct pair *pairs = NULL;
        assert_int_equal(order_new(known[i].seed, &pairs, &error), STATUS_OK);
        char hex[SHA256_HEX + 1];
        digest_order(pairs, hex);
        assert_string_equal(hex, known[i].sha256);
        free(pairs);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_known_letters),
        cmocka_unit_test(test_all_letters),
        cmocka_unit_test(test_letters_round_trip),
        cmocka_unit_test(test_mirror),
        cmocka_unit_test(test_validity),
        cmocka_unit_test(test_castling_at_once),
        cmocka_unit_test(test_castling_differs_from_mirror),
        cmocka_unit_test(test_start_read),
        cmocka_unit_test(test_start_number_length),
        cmocka_unit_test(test_representatives),
        cmocka_unit_test(test_compare),
        cmocka_unit_test(test_fen),
        cmocka_unit_test(test_all_fens),
        cmocka_unit_test(test_fen_round_trip),
        cmocka_unit_test(test_read_starts),
        cmocka_unit_test(test_refuse_starts),
        cmocka_unit_test(test_refuse_long),
        cmocka_unit_test(test_refuse_boards),
        cmocka_unit_test(test_refuse_fields),
        cmocka_unit_test(test_order),
        cmocka_unit_test(test_order_of_other_seeds),
    };
    return cmocka_run_group_tests_name("chess960", tests, NULL, NULL);
}

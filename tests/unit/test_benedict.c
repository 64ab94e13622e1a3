/* The rules of Benedict xiangqi: published counts, a second kernel that shares no code, published
 * games, and positions worked out by hand. */
#include "base/file.h"
#include "rules/benedict.h"
#include "rules/benedict_plain.h"

#include "test.h"

static struct error error;

static struct benedict position_of(const char *fen)
{
    struct benedict position;
    assert_ok(benedict_read_fen(text_of(fen), &position, &error));
    return position;
}

static void read_plain(struct plain *board, const char *fen)
{
    assert_ok(plain_read_fen(text_of(fen), board, &error));
}

static struct benedict_move move_of(const struct benedict *position, struct text text)
{
    struct benedict_move move;
    assert_ok(benedict_read_move(position, text, &move, &error));
    return move;
}

/* ---- counts ---- */

static uint64_t plain_perft(const struct plain *board, int depth)
{
    struct plain_move moves[PLAIN_MOVES_MAX];
    int count = plain_moves(board, moves);
    uint64_t leaves = 0;
    for (int i = 0; i < count && depth > 1; i++) {
        struct plain after = *board;
        leaves += plain_play(&after, moves[i]) ? 1 : plain_perft(&after, depth - 1);
    }
    return depth > 1 ? leaves : (uint64_t)count;
}

/* The counts of the published study, by all three ways of counting. */
static void counts_are_those_published(void **state)
{
    static const uint64_t counts[] = {42, 1740, 70681, 2816895, 112952816};
    struct benedict position;
    struct plain board;
    char fen[BENEDICT_FEN_BYTES];
    (void)state;
    benedict_start(&position);
    benedict_write_fen(&position, fen);
    read_plain(&board, fen);
    for (int depth = 1; depth <= 5; depth++) {
        assert_int_equal(benedict_perft_bulk(&position, depth), counts[depth - 1]);
        if (depth <= 4)
            assert_int_equal(benedict_perft(&position, depth), counts[depth - 1]);
        if (depth <= 3)
            assert_int_equal(plain_perft(&board, depth), counts[depth - 1]);
    }
}

/* After b3b5 Black has 38 replies, 32 of which lose at once to b5e5. */
static void most_replies_to_b3b5_lose(void **state)
{
    struct benedict position;
    struct benedict_move moves[BENEDICT_MOVES_MAX];
    struct benedict_undo undo;
    int losing = 0, to_b5e5 = 0;
    (void)state;
    benedict_start(&position);
    assert_false(benedict_make(&position, move_of(&position, text_of("b3b5")), &undo));
    size_t count = benedict_moves(&position, moves);
    assert_int_equal(count, 38);
    for (size_t i = 0; i < count; i++) {
        struct benedict_move reply;
        assert_false(benedict_make(&position, moves[i], &undo));
        losing += benedict_can_win(&position);
        if (!benedict_read_move(&position, text_of("b5e5"), &reply, &error))
            to_b5e5 += benedict_wins(&position, reply);
        benedict_unmake(&position, &undo);
    }
    assert_int_equal(losing, 32);
    assert_int_equal(to_b5e5, 32);
}

/* ---- two kernels ---- */

/* xorshift64* (Vigna 2014) */
static uint64_t next_random(uint64_t *state)
{
    *state ^= *state >> 12;
    *state ^= *state << 25;
    *state ^= *state >> 27;
    return *state * UINT64_C(0x2545f4914f6cdd1d);
}

static int compare_text(const void *a, const void *b)
{
    return strcmp(a, b);
}

/* The plain kernel's moves are in their order, and its other questions about them have the answers
 * that the list gives. */
static void same_plain_moves(const struct plain *board, const struct plain_move *moves, int count)
{
    struct plain_move move;
    for (int i = 0; i < count; i++) {
        assert_true(i == 0 || moves[i - 1].from < moves[i].from ||
                    (moves[i - 1].from == moves[i].from && moves[i - 1].to < moves[i].to));
        assert_true(plain_move_at(board, i, &move));
        assert_memory_equal(&move, &moves[i], sizeof move);
    }
    assert_false(plain_move_at(board, count, &move));
    assert_int_equal(plain_can_move(board), count > 0);
}

/* Both kernels' moves here, spelled and sorted. Returns the count. */
static size_t same_moves(const struct benedict *position, const struct plain *board)
{
    struct benedict_move moves[BENEDICT_MOVES_MAX];
    struct plain_move plain[PLAIN_MOVES_MAX];
    char mine[BENEDICT_MOVES_MAX][8] = {0}, others[PLAIN_MOVES_MAX][8] = {0};
    size_t count = benedict_moves(position, moves);
    assert_int_equal(count, plain_moves(board, plain));
    assert_int_equal(count, benedict_count(position));
    for (size_t i = 0; i < count; i++) {
        benedict_write_move(moves[i], mine[i]);
        plain_write_move(plain[i], others[i]);
    }
    qsort(mine, count, sizeof *mine, compare_text);
    qsort(others, count, sizeof *others, compare_text);
    for (size_t i = 0; i < count; i++)
        assert_string_equal(mine[i], others[i]);
    same_plain_moves(board, plain, (int)count);
    return count;
}

/* Of all pairs of points, those of the list are moves; and a win that is found is one. */
static void same_answers(const struct benedict *position)
{
    struct benedict_move moves[BENEDICT_MOVES_MAX], win;
    size_t count = benedict_moves(position, moves), legal = 0;
    for (size_t i = 0; i < count; i++)
        assert_true(benedict_is_legal(position, moves[i]));
    for (unsigned pair = 0; pair <= UINT16_MAX && position->ply % 64 == 0; pair++)
        legal += benedict_is_legal(position,
                                   (struct benedict_move){(uint8_t)(pair >> 8), (uint8_t)pair});
    assert_true(legal == count || position->ply % 64);
    bool found = benedict_find_win(position, &win);
    assert_int_equal(found, benedict_can_win(position));
    if (found)
        assert_true(benedict_is_legal(position, win) && benedict_wins(position, win));
}

static void same_position(const struct benedict *position, const struct plain *board)
{
    char fen[BENEDICT_FEN_BYTES];
    struct plain read;
    benedict_write_fen(position, fen);
    read_plain(&read, fen);
    assert_memory_equal(&read, board, sizeof read);
    assert_int_equal(position->key, benedict_key(position));
}

/* How many moves win by an attack on the general, and how many because the other side then has
 * none, as the plain kernel sees it. */
struct wins {
    int attacks, blocks;
};
static struct wins plain_wins(const struct plain *board)
{
    struct plain_move moves[PLAIN_MOVES_MAX], replies[PLAIN_MOVES_MAX];
    struct wins wins = {0};
    int count = plain_moves(board, moves);
    for (int i = 0; i < count; i++) {
        struct plain after = *board;
        if (plain_play(&after, moves[i]))
            wins.attacks++;
        else
            wins.blocks += plain_moves(&after, replies) == 0;
    }
    return wins;
}

/* A random game in both; each position is compared, and that taking back brings back everything.
 * Returns the number of positions. */
static size_t compare_game(uint64_t *random)
{
    struct benedict position;
    struct plain board;
    char fen[BENEDICT_FEN_BYTES], text[8];
    benedict_start(&position);
    benedict_write_fen(&position, fen);
    read_plain(&board, fen);
    for (size_t ply = 0;; ply++) {
        struct benedict_move moves[BENEDICT_MOVES_MAX];
        struct plain_move plain[PLAIN_MOVES_MAX];
        struct benedict before = position;
        struct benedict_undo undo;
        size_t count = same_moves(&position, &board);
        same_answers(&position);
        struct wins wins = plain_wins(&board);
        assert_int_equal(benedict_can_win(&position), wins.attacks > 0);
        assert_int_equal(plain_solve(&board, 1), wins.attacks + wins.blocks > 0);
        if (count == 0 || position.quiet >= BENEDICT_QUIET_MAX)
            return ply + 1;
        plain_moves(&board, plain);
        plain_write_move(plain[next_random(random) % count], text);
        struct benedict_move move = move_of(&position, text_of(text));
        bool won = benedict_make(&position, move, &undo);
        benedict_unmake(&position, &undo);
        assert_memory_equal(&position, &before, sizeof before);
        benedict_make(&position, move, &undo);
        assert_int_equal(benedict_mirrored_after(&position, &undo, benedict_mirrored_key(&before)),
                         benedict_mirrored_key(&position));
        benedict_moves(&before, moves);
        for (size_t i = 0; i < count; i++) {
            plain_write_move(plain[i], fen);
            if (strcmp(fen, text) == 0)
                assert_int_equal(plain_play(&board, plain[i]), won);
        }
        same_position(&position, &board);
        if (won)
            return ply + 2;
    }
}

/* The long tests ask for more. */
static void both_kernels_agree(void **state)
{
    const char *wanted = getenv("BENEDICT_POSITIONS");
    size_t positions = wanted ? strtoull(wanted, NULL, 10) : 20000;
    uint64_t random = 20261130;
    (void)state;
    for (size_t seen = 0; seen < positions;)
        seen += compare_game(&random);
}

/* Puts a piece of one side or the other on an empty point, each as likely. */
static void put_anywhere(char board[90], const char *points, char piece, uint64_t *random)
{
    for (;;) {
        size_t i = next_random(random) % (points ? strlen(points) / 2 : 90);
        int point = points ? points[2 * i] - 'a' + 9 * (points[2 * i + 1] - '0') : (int)i;
        if (!board[point]) {
            board[point] = piece;
            return;
        }
    }
}

/* A position in which all pieces stand anywhere, most of them Red's; Red moves. False: it came out
 * as none. */
static bool scatter(uint64_t *random, struct benedict *position)
{
    /* Points as file and rank from 0. */
    static const char *const advisors[] = {"d0f0e1d2f2", "d9f9e8d7f7"};
    static const char *const elephants[] = {"c0g0a2e2i2c4g4", "c9g9a7e7i7c5g5"};
    static const char others[] = "RRRRCCCCNNNNPPPPPPPPPP";
    char board[90] = {0}, fen[BENEDICT_FEN_BYTES], *out = fen;
    put_anywhere(board, "d0e0f0d1e1f1d2e2f2", 'K', random);
    put_anywhere(board, "d9e9f9d8e8f8d7e7f7", 'k', random);
    for (int i = 0; i < 4; i++) {
        put_anywhere(board, advisors[i % 2], next_random(random) % 16 ? 'A' : 'a', random);
        put_anywhere(board, elephants[i % 2], next_random(random) % 16 ? 'B' : 'b', random);
    }
    for (int i = 0; others[i]; i++)
        put_anywhere(board, NULL, (char)(others[i] ^ (next_random(random) % 16 ? 0 : 'a' ^ 'A')),
                     random);
    for (int rank = 9; rank >= 0; rank--) {
        for (int file = 0; file < 9; file++)
            *out++ = board[file + 9 * rank] ? board[file + 9 * rank] : '1';
        *out++ = rank ? '/' : ' ';
    }
    strcpy(out, "w - - 0 1");
    return !benedict_read_fen(text_of(fen), position, &error);
}

/* Where Black has few pieces, many moves leave it none to move: the other way to win. */
static void they_agree_where_few_can_move(void **state)
{
    uint64_t random = 5;
    int blocked = 0, blocked_alone = 0;
    (void)state;
    for (int i = 0; i < 5000; i++) {
        struct benedict position;
        struct plain board;
        char fen[BENEDICT_FEN_BYTES];
        if (!scatter(&random, &position))
            continue;
        benedict_write_fen(&position, fen);
        read_plain(&board, fen);
        same_moves(&position, &board);
        struct wins wins = plain_wins(&board);
        assert_int_equal(benedict_can_win(&position), wins.attacks > 0);
        assert_int_equal(plain_solve(&board, 1), wins.attacks + wins.blocks > 0);
        blocked += wins.blocks > 0;
        blocked_alone += wins.blocks > 0 && wins.attacks == 0;
    }
    assert_in_range(blocked, 400, 5000);
    assert_in_range(blocked_alone, 20, 5000);
}

/* ---- symmetry ---- */

/* The position seen by the other side. */
static struct plain turned(const struct plain *board)
{
    struct plain out = *board;
    out.red_moves = !board->red_moves;
    for (int file = 0; file < PLAIN_FILES; file++) {
        for (int rank = 0; rank < PLAIN_RANKS; rank++) {
            char piece = board->at[plain_point(file, PLAIN_RANKS - 1 - rank)];
            out.at[plain_point(file, rank)] = piece ? (char)(piece ^ ('a' ^ 'A')) : 0;
        }
    }
    return out;
}

static struct benedict position_of_plain(const struct plain *board)
{
    char fen[PLAIN_FEN_BYTES];
    plain_write_fen(board, fen);
    return position_of(fen);
}

/* Positions on the way of random games have as many continuations turned either way. */
static void symmetry_holds(void **state)
{
    uint64_t random = 7;
    (void)state;
    for (int game = 0; game < 20; game++) {
        struct benedict position;
        struct benedict_undo undo;
        struct benedict_move moves[BENEDICT_MOVES_MAX];
        char fen[BENEDICT_FEN_BYTES];
        benedict_start(&position);
        for (int ply = 0; ply < 12 + game; ply++) {
            size_t count = benedict_moves(&position, moves);
            if (benedict_make(&position, moves[next_random(&random) % count], &undo))
                benedict_unmake(&position, &undo);
        }
        struct plain board;
        benedict_write_fen(&position, fen);
        read_plain(&board, fen);
        struct plain left, over = turned(&board);
        plain_mirror(&board, &left);
        struct benedict of_left = position_of_plain(&left), of_over = position_of_plain(&over);
        uint64_t count = benedict_perft_bulk(&position, 3);
        assert_int_equal(benedict_perft_bulk(&of_left, 3), count);
        assert_int_equal(benedict_perft_bulk(&of_over, 3), count);
    }
}

/* ---- text ---- */

#define BACK "RNBAKABNR"
#define ROWS "/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/"
#define ARRAY "rnbakabnr" ROWS BACK

static void fens_come_back(void **state)
{
    static const char *const fens[] = {
        ARRAY " w - - 0 1",
        ARRAY " b - - 0 1",
        /* After h3h6 and h8e8 of a published game: the cannons have converted. */
        "rnbakabnr/9/1c2c4/p1p1p1pCp/9/9/P1P1p1P1P/1C7/9/RNBAKABNR w - - 119 30000",
    };
    (void)state;
    for (size_t i = 0; i < sizeof fens / sizeof *fens; i++) {
        char fen[BENEDICT_FEN_BYTES];
        struct benedict position = position_of(fens[i]);
        benedict_write_fen(&position, fen);
        assert_string_equal(fen, fens[i]);
        assert_int_equal(position.key, benedict_key(&position));
    }
    struct benedict other = position_of("rheakaehr" ROWS "RHBAKAENR r - - 0 1"), start;
    benedict_start(&start);
    assert_memory_equal(&other, &start, sizeof start);
}

static void bad_fens_are_refused(void **state)
{
    static const struct {
        const char *fen, *message;
    } bad[] = {
        {"", "FEN: not six fields: ''"},
        {ARRAY " w - - 0", "FEN: not six fields: '" ARRAY " w - - 0'"},
        {ARRAY " w - - 0 1 ", "FEN: not six fields: '" ARRAY " w - - 0 1 '"},
        {ARRAY " x - - 0 1", "FEN: neither w nor b moves: 'x'"},
        {ARRAY " w KQ - 0 1",
         "FEN: the third and fourth field are not '-': '" ARRAY " w KQ - 0 1'"},
        {ARRAY " w - - 120 1", "FEN: no number of quiet plies from 0 to 119: '120'"},
        {ARRAY " w - - 0 0", "FEN: no number of a move: '0'"},
        {"rnbakabnr" ROWS "RNBAKABN w - - 0 1",
         "FEN: no board of ten ranks of nine points: 'rnbakabnr" ROWS "RNBAKABN'"},
        {"rnbakabnr" ROWS "RNBAKABNRR w - - 0 1",
         "FEN: no board of ten ranks of nine points: 'rnbakabnr" ROWS "RNBAKABNRR'"},
        {"rnbakabnr" ROWS BACK "/9 w - - 0 1",
         "FEN: no board of ten ranks of nine points: 'rnbakabnr" ROWS BACK "/9'"},
        {"rnbakabnr" ROWS "RNBAKABN1 w - - 0 1",
         "FEN: fewer pieces of a kind than the array has: 'rnbakabnr" ROWS "RNBAKABN1'"},
        {"rnbakabnr" ROWS "RNBAKABRR w - - 0 1",
         "FEN: more pieces of a kind than the array has: 'rnbakabnr" ROWS "RNBAKABRR'"},
        {"rnbakabnr" ROWS "RNBA1ABNR w - - 0 1",
         "FEN: not one general of each side: 'rnbakabnr" ROWS "RNBA1ABNR'"},
        {"rnbakabnr" ROWS "RNBAkABNR w - - 0 1",
         "FEN: a general, advisor or elephant where it cannot be: 'rnbakabnr" ROWS "RNBAkABNR'"},
        {"rnbakabnr" ROWS "RBNAKABNR w - - 0 1",
         "FEN: a general, advisor or elephant where it cannot be: 'rnbakabnr" ROWS "RBNAKABNR'"},
        {"rnbakabnr" ROWS "RNBQKABNR w - - 0 1",
         "FEN: no piece of xiangqi: 'rnbakabnr" ROWS "RNBQKABNR'"},
        {"rn1akabnr/4b4/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1",
         "FEN: a general, advisor or elephant where it cannot be: "
         "'rn1akabnr/4b4/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR'"},
        {"rn1akabnr/9/bc5c1/p1p1p1p1p/9/2B6/P1P1P1P1P/1C5C1/9/RN1AKABNR w - - 0 1", NULL},
        {"rnbakabnr/9/1c5c1/p1pp2p1p/9/9/P1PP2P1P/1C5C1/9/RNBAKABNR w - - 0 1",
         "FEN: the generals face each other: "
         "'rnbakabnr/9/1c5c1/p1pp2p1p/9/9/P1PP2P1P/1C5C1/9/RNBAKABNR'"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        struct benedict position;
        if (bad[i].message)
            assert_refused(benedict_read_fen(text_of(bad[i].fen), &position, &error), STATUS_WRONG,
                           bad[i].message);
        else
            assert_ok(benedict_read_fen(text_of(bad[i].fen), &position, &error));
    }
}

/* ---- published games ---- */

/* What a game says of sharpness: at each position the share of legal moves after which the other
 * side wins at once. */
struct sharpness {
    size_t positions;
    double shares[4000];
    int fifth[4000]; /* of its game */
};

static double losing_share(struct benedict *position)
{
    struct benedict_move moves[BENEDICT_MOVES_MAX];
    size_t count = benedict_moves(position, moves), losing = 0;
    for (size_t i = 0; i < count; i++) {
        struct benedict_undo undo;
        losing += !benedict_make(position, moves[i], &undo) && benedict_can_win(position);
        benedict_unmake(position, &undo);
    }
    return (double)losing / (double)count;
}

static void replay(struct text line, struct sharpness *out)
{
    char copy[4000], *fields[4], *rest = copy, *save = NULL;
    assert_true(line.len < sizeof copy);
    memcpy(copy, line.data, line.len);
    copy[line.len] = 0;
    for (int i = 0; i < 4; i++)
        fields[i] = strsep(&rest, "|");
    struct benedict position =
        position_of(strcmp(fields[1], "red") ? ARRAY " b - - 0 1" : ARRAY " w - - 0 1");
    size_t plies = 1, ply = 0;
    for (const char *c = fields[3]; *c; c++)
        plies += *c == ' ';
    for (char *word = strtok_r(fields[3], " ", &save); word; word = strtok_r(NULL, " ", &save)) {
        struct benedict_undo undo;
        out->shares[out->positions] = losing_share(&position);
        out->fifth[out->positions++] = (int)(5 * ply++ / plies);
        bool red = position.turn == BENEDICT_RED;
        bool won = benedict_make(&position, move_of(&position, text_of(word)), &undo);
        assert_int_equal(won, ply == plies);
        if (won)
            assert_string_equal(fields[2], red ? "red" : "black");
    }
}

static int compare_share(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* In tenths of a per cent. */
static int tenths(double share)
{
    return (int)(share * 1000 + 0.5);
}

static void published_games_replay(void **state)
{
    static struct sharpness all;
    static const int fifths[5] = {240, 273, 249, 271, 374};
    const char *reference = getenv("REFERENCE_DIR");
    char path[4096];
    struct buf text = {0};
    struct text line;
    size_t at = 0, games = 0;
    (void)state;
    if (!reference) {
        printf("SKIPPED: the published games need REFERENCE_DIR\n");
        skip();
    }
    snprintf(path, sizeof path, "%s/benedict/games.txt", reference);
    assert_ok(file_read(path, 1 << 20, &text, &error));
    while (text_next_line(buf_text(&text), &at, &line)) {
        if (line.len == 0 || line.data[0] == '#')
            continue;
        replay(line, &all);
        games++;
    }
    buf_free(&text);
    assert_int_equal(games, 54);
    assert_int_equal(all.positions, 1696);
    double sum = 0, by_fifth[5] = {0};
    int count[5] = {0};
    for (size_t i = 0; i < all.positions; i++) {
        sum += all.shares[i];
        by_fifth[all.fifth[i]] += all.shares[i];
        count[all.fifth[i]]++;
    }
    for (int i = 0; i < 5; i++)
        assert_int_equal(tenths(by_fifth[i] / count[i]), fifths[i]);
    assert_int_equal(tenths(sum / (double)all.positions), 280);
    qsort(all.shares, all.positions, sizeof *all.shares, compare_share);
    assert_int_equal(tenths((all.shares[847] + all.shares[848]) / 2), 103);
}

/* ---- moves that are refused ---- */

#define NO_POINTS "it is not spelled as two points, as h3h6 is"
/* Of the generals. */
#define ONE_BETWEEN "rnbakabnr/9/1c5c1/p1pp2p1p/4P4/9/P1P3P1P/1C5C1/9/RNBAKABNR w - - 0 1"
#define FACING "the generals would face each other"

static const struct {
    const char *fen, *moves, *move, *why; /* NULL: the array */
} refused[] = {
    {NULL, "", "", NO_POINTS},
    {NULL, "", "h3", NO_POINTS},
    {NULL, "", "h3h", NO_POINTS},
    {NULL, "", "h3h6q", NO_POINTS},
    {NULL, "", "H3H6", NO_POINTS},
    {NULL, "", "h0h3", NO_POINTS},
    {NULL, "", "a1a11", NO_POINTS},
    {NULL, "", "i1j1", NO_POINTS},
    {NULL, "", "b4b5", "no piece stands on b4"},
    {NULL, "", "a9a10", "no piece stands on a9"},
    {NULL, "", "b8b5", "the cannon on b8 is Black's"},
    {NULL, "a1a2", "i1i2", "the chariot on i1 is Red's"},
    {NULL, "", "b3b10", "b10 is occupied"},
    {NULL, "", "a1a1", "a1 is occupied"},
    {NULL, "", "a1b2", "the chariot does not move like that"},
    {NULL, "", "b3c5", "the cannon does not move like that"},
    {NULL, "", "b1b2", "the horse does not move like that"},
    {NULL, "", "b1d3", "the horse does not move like that"},
    {NULL, "", "c1d2", "the elephant does not move like that"},
    {NULL, "", "d1d2", "the advisor does not move like that"},
    {NULL, "", "e1d2", "the general does not move like that"},
    {NULL, "", "e1e3", "the general does not move like that"},
    {NULL, "", "a4b4", "the soldier does not move like that"},
    {NULL, "", "a4a3", "the soldier does not move like that"},
    {NULL, "", "a4a6", "the soldier does not move like that"},
    {NULL, "a1a2", "a7a8", "the soldier does not move like that"},
    {NULL, "a1a2", "a7b7", "the soldier does not move like that"},
    {NULL, "", "a1a6", "the chariot is blocked on a4"},
    {NULL, "a1a2", "a10a5", "the chariot is blocked on a7"},
    {NULL, "", "b3b9", "the cannon is blocked on b8"},
    {NULL, "", "b3i3", "the cannon is blocked on h3"},
    {NULL, "h3h6", "b8i8", "the cannon is blocked on h8"},
    {NULL, "", "b1d2", "the horse is blocked on c1"},
    {NULL, "b3b2 a10a9 i1i2 a9a10", "b1a3", "the horse is blocked on b2"},
    {NULL, "a1a2 a10a9 a2d2 a9a10", "c1e3", "the elephant is blocked on d2"},
    {NULL, "c1a3 a7a6 a3c5 a6a5", "c5a7", "the elephant does not cross the river"},
    {NULL, "", "d1c2", "the advisor does not leave its palace"},
    {NULL, "e1e2 a10a9 e2d2 a9a10", "d2c2", "the general does not leave its palace"},
    {ONE_BETWEEN, "", "e6d6", FACING},
    {"rnbakabnr/9/1c5c1/p1pp2p1p/9/9/P1PP2P1P/1C1A3C1/9/RNBK1ABNR w - - 0 1", "", "d1e1", FACING},
};

static void refusals_say_why(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof refused / sizeof *refused; i++) {
        struct benedict position;
        struct benedict_move move;
        char message[128];
        const char *at = refused[i].moves;
        benedict_start(&position);
        if (refused[i].fen)
            position = position_of(refused[i].fen);
        for (; *at; at += strspn(at, " ")) {
            struct benedict_undo undo;
            struct text word = {at, strcspn(at, " ")};
            assert_false(benedict_make(&position, move_of(&position, word), &undo));
            at += word.len;
        }
        snprintf(message, sizeof message, "'%s' is no legal move here: %s", refused[i].move,
                 refused[i].why);
        assert_refused(benedict_read_move(&position, text_of(refused[i].move), &move, &error),
                       STATUS_WRONG, message);
    }
}

/* Would the generals face each other with the piece there? */
static bool would_face(const struct benedict *position, struct benedict_move move)
{
    struct benedict after;
    benedict_clear(&after);
    for (unsigned piece = 0; piece < BENEDICT_PIECES; piece++) {
        unsigned point = position->at[piece];
        benedict_put(&after, piece, point == move.from ? move.to : point);
    }
    return benedict_is_facing(&after);
}

/* Each step of an own piece to an empty point is a legal move or refused; where the generals are
 * the reason, they would face each other. Returns how often they are. */
static int refuse_steps(const struct benedict *position)
{
    int facing = 0;
    for (unsigned from = 0; from < BENEDICT_BOARD; from++) {
        unsigned piece = position->board[from];
        if (piece >= BENEDICT_PIECES ||
            !(benedict_own(position, (enum benedict_side)position->turn) >> piece & 1))
            continue;
        for (unsigned to = 0; to < BENEDICT_BOARD; to++) {
            struct benedict_move move = {(uint8_t)from, (uint8_t)to}, found;
            char text[BENEDICT_MOVE_BYTES];
            if (position->board[to] != BENEDICT_EMPTY || benedict_is_legal(position, move))
                continue;
            benedict_write_move(move, text);
            assert_int_equal(benedict_read_move(position, text_of(text), &found, &error),
                             STATUS_WRONG);
            if (strstr(error.text, FACING)) {
                assert_true(would_face(position, move));
                facing++;
            }
        }
    }
    return facing;
}

static void the_generals_are_the_reason_where_they_are(void **state)
{
    uint64_t random = 7;
    int facing = 0;
    (void)state;
    for (int game = 0; game < 20; game++) {
        struct benedict position = position_of(ONE_BETWEEN);
        struct benedict_undo undo;
        struct benedict_move moves[BENEDICT_MOVES_MAX];
        size_t count = 1;
        bool won = false;
        for (int ply = 0; ply < 20 && !won && count; ply++) {
            facing += refuse_steps(&position);
            count = benedict_moves(&position, moves);
            if (count)
                won = benedict_make(&position, moves[next_random(&random) % count], &undo);
        }
    }
    assert_true(facing > 100);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(counts_are_those_published),
        cmocka_unit_test(most_replies_to_b3b5_lose),
        cmocka_unit_test(both_kernels_agree),
        cmocka_unit_test(they_agree_where_few_can_move),
        cmocka_unit_test(symmetry_holds),
        cmocka_unit_test(fens_come_back),
        cmocka_unit_test(bad_fens_are_refused),
        cmocka_unit_test(published_games_replay),
        cmocka_unit_test(refusals_say_why),
        cmocka_unit_test(the_generals_are_the_reason_where_they_are),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

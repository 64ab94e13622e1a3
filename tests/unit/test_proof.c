/* Certificates of Benedict xiangqi: written with moves that a plain search finds, checked, and
 * refused where anything in them is altered. */
#include "base/file.h"
#include "proof/certificate.h"
#include "rules/benedict.h"

#include "test.h"

#include <unistd.h>

#define ARRAY "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR"
/* Of the ends of published games: Red wins within 3, 5 and 7 plies, and within 4 and 6 with Black
 * to move, and not within fewer. */
#define WON_3 "3akNbcr/1RN1a2C1/4b4/p1P3P1P/C4p3/P8/2P1P1P1P/6RcR/4A4/1NBAK1BN1 w - - 0 1"
#define WON_4 "3akNbcr/1RN1a2C1/4b4/p1P2pP1P/C8/P8/2P1P1P1P/6RcR/4A4/1NBAK1BN1 b - - 0 1"
#define WON_5 "3akNbcr/R1n1a2C1/4b4/p1P2pP1P/C8/P8/2P1P1P1P/6RcR/4A4/1NBAK1BN1 w - - 0 1"
#define WON_6 "3akNbcr/R3a2C1/n3b4/p1P2pP1P/C8/P8/2P1P1P1P/6RcR/4A4/1NBAK1BN1 b - - 0 1"
#define WON_7 "3akNbcr/r3a4/n3b4/p1P2pP1P/C8/P6C1/2P1P1P1P/6RcR/4A4/1NBAK1BN1 w - - 0 1"
/* Black to move, and his first move in order, i3g2, wins. */
#define FIRST_WINS "rnbakabNr/5C3/5c3/p1p1p1p1p/9/9/P1P1p1PcP/8n/9/RNBAKABCR b - - 0 1"
#define STUCK "RNBAkABNR/4P4/1C5C1/P1P3P1P/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR b - - 0 1"

static struct error error;

static struct plain board_of(const char *fen)
{
    struct plain board;
    assert_ok(plain_read_fen(text_of(fen), &board, &error));
    return board;
}

/* ---- a chooser: the quick kernel, and all that there is ---- */

/* Does the attacker win within so many plies (odd: he is to move)? */
static bool attacker_wins(struct benedict *position, int plies)
{
    struct benedict_move moves[BENEDICT_MOVES_MAX];
    bool attacking = plies % 2 == 1;
    if (plies > 0 && benedict_can_win(position))
        return attacking;
    size_t count = benedict_moves(position, moves);
    if (count == 0 || plies == 0)
        return count == 0 && !attacking;
    bool wins = !attacking;
    for (size_t i = 0; i < count && wins != attacking; i++) {
        struct benedict_undo undo;
        benedict_make(position, moves[i], &undo);
        wins = attacker_wins(position, plies - 1);
        benedict_unmake(position, &undo);
    }
    return wins;
}

static bool is_true(const struct proof_claim *claim)
{
    struct benedict position;
    char fen[PLAIN_FEN_BYTES];
    plain_write_fen(&claim->start, fen);
    assert_ok(benedict_read_fen(text_of(fen), &position, &error));
    return attacker_wins(&position, claim->plies) == claim->is_win;
}

/* Is that move of the side that proves, with so many plies left before it, one that proves? */
static bool proves(bool is_win, const struct plain *board, int plies, struct plain_move move)
{
    struct proof_claim after = {.is_win = is_win, .plies = plies - 1, .start = *board};
    return plain_play(&after.start, move) || is_true(&after);
}

/* A move that the writer asked for: its byte in the certificate stands for it. */
struct choice {
    struct plain board;
    int plies;
    size_t at;
};

/* A certificate, and what it was made from. */
struct made {
    struct proof_claim claim;
    struct buf bytes;
    size_t body; /* where it begins */
    struct choice choices[4000];
    size_t count;
    struct proof_plan plan;
    size_t task_begins[300]; /* which choice is the first of each task */
    struct proof_table *table;
    struct proof_counts counts;
};

static struct plain_move mirrored(struct plain_move move)
{
    int from = move.from, to = move.to;
    return (struct plain_move){(uint8_t)(from / PLAIN_UP * PLAIN_UP + PLAIN_UP - from % PLAIN_UP),
                               (uint8_t)(to / PLAIN_UP * PLAIN_UP + PLAIN_UP - to % PLAIN_UP)};
}

/* How many moves of the side to move do not lose on the spot? */
static int count_survivors(const struct plain *board)
{
    struct plain_move moves[PLAIN_MOVES_MAX];
    int count = plain_moves(board, moves), survivors = 0;
    for (int i = 0; i < count; i++) {
        struct plain after = *board;
        survivors += plain_play(&after, moves[i]) || !plain_solve(&after, 1);
    }
    return survivors;
}

/* Of the moves that prove the one that leaves the other side the fewest such moves, as it makes a
 * small proof, and of these the first. */
static bool find_best(const struct made *made, const struct plain *board, int plies,
                      struct plain_move *best)
{
    struct plain_move moves[PLAIN_MOVES_MAX];
    int survivors[PLAIN_MOVES_MAX], count = plain_moves(board, moves);
    for (int i = 0; i < count; i++) {
        struct plain after = *board;
        bool won = plain_play(&after, moves[i]);
        survivors[i] =
            won || plies <= 3 ? 0 : count_survivors(&after) + 1; /* 3: it hardly matters */
    }
    for (int fewest = 0; fewest <= PLAIN_MOVES_MAX; fewest++) {
        for (int i = 0; i < count; i++) {
            *best = moves[i];
            if (survivors[i] == fewest && proves(made->claim.is_win, board, plies, moves[i]))
                return true;
        }
    }
    return false;
}

/* In a mirrored position the mirrored move. */
static enum status choose(void *user, const struct plain *board, int plies, struct plain_move *move,
                          struct error *message)
{
    struct made *made = user;
    struct plain mirror;
    plain_mirror(board, &mirror);
    bool turn = memcmp(mirror.at, board->at, sizeof mirror.at) < 0;
    assert_in_range(made->count, 0, sizeof made->choices / sizeof *made->choices - 1);
    made->choices[made->count++] = (struct choice){*board, plies, 0};
    if (!find_best(made, turn ? &mirror : board, plies, move))
        return error_set(message, STATUS_WRONG, "no move proves it");
    if (turn)
        *move = mirrored(*move);
    return STATUS_OK;
}

/* ---- writing ---- */

static enum status write_body(void *user, size_t task, struct buf *body, struct error *message)
{
    struct made *made = user;
    struct proof_counts counts;
    made->task_begins[task] = made->count;
    enum status status = proof_write_task(&made->claim, &made->plan.tasks[task], choose, made,
                                          made->table, body, &counts, message);
    proof_add_counts(&made->counts, &counts);
    return status;
}

/* The choices of the head, and between them those of the tasks, each behind a length. */
static void place_choices(struct made *made)
{
    size_t at = made->body, head = 0, tasks = made->plan.count;
    made->task_begins[tasks] = made->count;
    for (size_t task = 0; task < tasks; task++) {
        for (; head < made->plan.tasks[task].head; head++)
            made->choices[head].at = at++;
        at += 8;
        for (size_t i = made->task_begins[task]; i < made->task_begins[task + 1]; i++)
            made->choices[i].at = at++;
    }
    for (; head < made->plan.head.len; head++)
        made->choices[head].at = at++;
    assert_int_equal(at, made->bytes.len - 72);
}

static enum status try_make(struct made *made, bool is_win, int plies, int replies, const char *fen)
{
    char path[] = "/tmp/asym-proof-XXXXXX";
    *made = (struct made){
        .claim = {.is_win = is_win, .plies = plies, .replies = replies, .start = board_of(fen)}};
    made->table = proof_table_new();
    close(mkstemp(path));
    enum status status = proof_make_plan(&made->claim, choose, made, &made->plan, &error);
    made->counts = made->plan.counts;
    if (!status)
        status = proof_write(path, &made->claim, &made->plan, write_body, made, &error);
    if (!status)
        status = file_read(path, 1 << 20, &made->bytes, &error);
    unlink(path);
    return status;
}

static struct made *make(bool is_win, int plies, int replies, const char *fen)
{
    struct made *made = malloc(sizeof *made);
    assert_non_null(made);
    assert_ok(try_make(made, is_win, plies, replies, fen));
    made->body = (size_t)(strstr(made->bytes.data, "\n\n") + 2 - made->bytes.data);
    place_choices(made);
    return made;
}

static void free_made(struct made *made)
{
    proof_plan_free(&made->plan);
    proof_table_free(made->table);
    buf_free(&made->bytes);
    free(made);
}

/* ---- checking ---- */

static enum status check(struct text bytes, struct proof_table *table, struct proof_counts *counts)
{
    struct proof_file file;
    enum status status = proof_open_bytes("c", bytes, &file, &error);
    if (status)
        return status;
    status = proof_check_tasks(&file, table, counts, &error);
    proof_close(&file);
    return status;
}

/* The same with a digest of what stands there now: `content` is all before it. */
static enum status check_anew(struct text content, struct proof_table *table)
{
    struct buf bytes = {0};
    struct proof_counts counts;
    char hex[SHA256_HEX + 1];
    assert_ok(hash_sha256_of(content.data, content.len, hex, &error));
    buf_put(&bytes, content.data, content.len);
    buf_printf(&bytes, "sha256 %s\n", hex);
    enum status status = check(buf_text(&bytes), table, &counts);
    buf_free(&bytes);
    return status;
}

static struct text content_of(const struct made *made)
{
    return (struct text){made->bytes.data, made->bytes.len - 72};
}

/* ---- what is proved ---- */

static const struct {
    bool is_win;
    int plies, replies;
    const char *fen;
} claims[] = {
    {false, 1, 3, ARRAY " w - - 0 1"},
    {false, 2, 3, ARRAY " w - - 0 1"},
    {false, 3, 3, ARRAY " w - - 0 1"},
    {false, 4, 3, ARRAY " w - - 0 1"},
    {false, 5, 3, ARRAY " w - - 0 1"},
    {false, 6, 3, ARRAY " w - - 0 1"},
    {false, 5, 5, ARRAY " w - - 0 1"},
    {false, 3, 3, ARRAY " b - - 0 1"},
    {false, 3, 3, WON_5},
    {false, 4, 3, WON_6},
    {true, 1, 3, WON_3},
    {true, 3, 3, WON_3},
    {true, 4, 3, WON_4},
    {true, 5, 3, WON_5},
    {true, 5, 5, WON_5},
    {true, 6, 3, WON_6},
    {true, 7, 3, WON_5},
    {true, 5, 3, WON_7},
};
enum { CLAIMS = sizeof claims / sizeof *claims };

/* Every true claim has a certificate, which proves it, and a false one none. */
static void certificates_prove(void **state)
{
    (void)state;
    for (int i = 0; i < CLAIMS; i++) {
        struct made *made = calloc(1, sizeof *made);
        struct proof_counts counts;
        char hex[SHA256_HEX + 1];
        enum status status =
            try_make(made, claims[i].is_win, claims[i].plies, claims[i].replies, claims[i].fen);
        assert_int_equal(status, is_true(&made->claim) ? STATUS_OK : STATUS_WRONG);
        if (!status) {
            assert_ok(check(buf_text(&made->bytes), made->table, &counts));
            assert_memory_equal(&counts, &made->counts, sizeof counts);
            assert_int_equal(counts.moves, made->count);
            assert_ok(hash_sha256_of(made->bytes.data, made->bytes.len - 72, hex, &error));
            assert_memory_equal(made->bytes.data + made->bytes.len - 65, hex, SHA256_HEX);
        }
        free_made(made);
    }
}

/* The certificates that tests/benedict/certificate.py checks as well, which knows nothing of this
 * program: the format is still the one that they have. UPDATE=1 writes them. */
static void the_format_stays(void **state)
{
    static const struct {
        const char *name;
        bool is_win;
        int plies;
        const char *fen;
    } kept[] = {
        {"no-win-3", false, 3, ARRAY " b - - 0 1"},
        {"no-win-5", false, 5, ARRAY " w - - 0 1"},
        {"win-5", true, 5, WON_5},
        {"win-6", true, 6, WON_6},
        {"win-7", true, 7, WON_7},
    };
    (void)state;
    for (size_t i = 0; i < sizeof kept / sizeof *kept; i++) {
        struct made *made = make(kept[i].is_win, kept[i].plies, 3, kept[i].fen);
        struct buf bytes = {0};
        char path[80];
        snprintf(path, sizeof path, "tests/benedict/certificates/%s", kept[i].name);
        if (getenv("UPDATE"))
            assert_ok(file_write(path, buf_text(&made->bytes), 0644, &error));
        assert_ok(file_read(path, 1 << 20, &bytes, &error));
        assert_int_equal(bytes.len, made->bytes.len);
        assert_memory_equal(bytes.data, made->bytes.data, bytes.len);
        buf_free(&bytes);
        free_made(made);
    }
}

/* A liar's choices are not believed: a move that does not do ends the writing. */
static enum status choose_first(void *user, const struct plain *board, int plies,
                                struct plain_move *move, struct error *message)
{
    (void)user;
    (void)plies;
    (void)message;
    assert_true(plain_move_at(board, 0, move));
    return STATUS_OK;
}

static enum status choose_nonsense(void *user, const struct plain *board, int plies,
                                   struct plain_move *move, struct error *message)
{
    (void)user;
    (void)board;
    (void)plies;
    (void)message;
    *move = (struct plain_move){PLAIN_FIRST, PLAIN_FIRST};
    return STATUS_OK;
}

static enum status plan_with(proof_choose *choose_so, bool is_win, int plies, const char *fen)
{
    struct proof_claim claim = {
        .is_win = is_win, .plies = plies, .replies = 3, .start = board_of(fen)};
    struct proof_plan plan = {0};
    enum status status = proof_make_plan(&claim, choose_so, NULL, &plan, &error);
    proof_plan_free(&plan);
    return status;
}

static void liars_are_not_believed(void **state)
{
    (void)state;
    assert_refused(plan_with(choose_first, false, 3, ARRAY " w - - 0 1"), STATUS_WRONG,
                   "after b3b5 a7a6: the attacker wins within 1 more ply");
    assert_refused(plan_with(choose_first, true, 3, ARRAY " w - - 0 1"), STATUS_WRONG,
                   "after a1a2 a7a6: the attacker does not win within 1 more ply");
    assert_refused(plan_with(choose_first, true, 3, WON_3), STATUS_WRONG,
                   "after b1a3 h3h2: the attacker does not win within 1 more ply");
    assert_refused(plan_with(choose_first, false, 3, WON_3), STATUS_WRONG,
                   "after c9b7 h3h2: the attacker wins within 1 more ply");
    assert_refused(plan_with(choose_nonsense, false, 3, ARRAY " w - - 0 1"), STATUS_WRONG,
                   "after a1a2: the move chosen is not legal");
    assert_refused(plan_with(choose_first, true, 1, WON_3), STATUS_WRONG,
                   "the attacker does not win within 1 more ply");
    assert_refused(plan_with(choose_first, false, 3, FIRST_WINS), STATUS_WRONG,
                   "after i3g2: that wins at once, against the claim");
    assert_refused(plan_with(choose_first, true, 4, FIRST_WINS), STATUS_WRONG,
                   "after i3g2: that wins at once, against the claim");
    assert_refused(plan_with(choose_first, false, 2, STUCK), STATUS_WRONG,
                   "the game is over: who is to move has no legal move");
}

static enum status fail_body(void *user, size_t task, struct buf *body, struct error *message)
{
    (void)user;
    buf_puts(body, "x");
    return task < 3 ? STATUS_OK : error_set(message, STATUS_CANNOT, "no body %zu", task);
}

/* What cannot be written to its end leaves no file. */
static void half_a_certificate_is_none(void **state)
{
    char folder[] = "/tmp/asym-proof-XXXXXX", *path;
    struct made *made = make(true, 5, 3, WON_5);
    (void)state;
    assert_non_null(mkdtemp(folder));
    path = file_join(folder, "certificate");
    assert_refused(proof_write(path, &made->claim, &made->plan, fail_body, NULL, &error),
                   STATUS_CANNOT, "no body 3");
    assert_int_equal(rmdir(folder), 0);
    assert_int_equal(proof_write(path, &made->claim, &made->plan, fail_body, NULL, &error),
                     STATUS_CANNOT);
    free(path);
    free_made(made);
}

/* A chariot to and fro makes no win: two plies fewer are left every time. */
static void loops_do_not_win(void **state)
{
    struct proof_claim claim = {
        .is_win = true, .plies = 119, .replies = 3, .start = board_of(ARRAY " w - - 0 1")};
    struct proof_plan plan = {0};
    struct buf body = {0};
    struct proof_table *table = proof_table_new();
    (void)state;
    assert_ok(proof_make_plan(&claim, choose_first, NULL, &plan, &error));
    assert_int_equal(
        proof_write_task(&claim, plan.tasks, choose_first, NULL, table, &body, NULL, &error),
        STATUS_WRONG);
    assert_non_null(strstr(error.text,
                           "a1b1 e1d1 b1a1 d1e1 a1b1 e1d1 b1a1 d1e1 a1b1 e1d1 b1a1 (and 76 more): "
                           "the attacker does not win within 1 more ply"));
    proof_plan_free(&plan);
    proof_table_free(table);
    buf_free(&body);
}

/* ---- what is altered ---- */

/* Any byte: digest and content no longer fit. */
static void no_byte_may_differ(void **state)
{
    (void)state;
    struct made *made = make(true, 5, 3, WON_5);
    struct proof_counts counts;
    for (size_t i = 0; i < made->bytes.len; i++) {
        for (int bit = 0; bit < 8; bit++) {
            made->bytes.data[i] ^= (char)(1 << bit);
            assert_int_equal(check(buf_text(&made->bytes), made->table, &counts), STATUS_WRONG);
            made->bytes.data[i] ^= (char)(1 << bit);
        }
    }
    assert_ok(check(buf_text(&made->bytes), made->table, &counts));
    free_made(made);
}

/* Every move given replaced by every other, with the digest made anew. Where no moves are given
 * after it, the certificate stands just where the other move proves too; elsewhere hardly ever. */
static void other_moves_must_prove(const struct made *made, size_t step)
{
    int last = made->claim.is_win ? 3 : 2, accepted = 0;
    for (size_t i = 0; i < made->count; i += step) {
        const struct choice *choice = &made->choices[i];
        char *byte = &made->bytes.data[choice->at], kept = *byte;
        for (int value = 0; value < 256; value++) {
            struct plain_move move;
            *byte = (char)value;
            bool good = plain_move_at(&choice->board, value, &move) &&
                        proves(made->claim.is_win, &choice->board, choice->plies, move);
            enum status status = check_anew(content_of(made), made->table);
            accepted += !status && *byte != kept;
            if (choice->plies == last || !good)
                assert_int_equal(status, good ? STATUS_OK : STATUS_WRONG);
        }
        *byte = kept;
    }
    assert_in_range(accepted, 1, 100000);
}

static void altered_moves_are_looked_at(void **state)
{
    (void)state;
    struct made *three = make(false, 3, 3, ARRAY " w - - 0 1"), *won = make(true, 5, 3, WON_5),
                *five = make(false, 5, 3, ARRAY " w - - 0 1");
    other_moves_must_prove(three, 1);
    other_moves_must_prove(won, 4);
    other_moves_must_prove(five, 701);
    free_made(three);
    free_made(won);
    free_made(five);
}

static void every_length_but_one_is_refused(void **state)
{
    (void)state;
    struct made *made = make(true, 5, 3, WON_5);
    struct proof_counts counts;
    struct text content = content_of(made);
    for (size_t len = 0; len < made->bytes.len; len++)
        assert_int_equal(check((struct text){made->bytes.data, len}, made->table, &counts),
                         STATUS_WRONG);
    for (size_t len = 0; len < content.len; len++)
        assert_int_equal(check_anew((struct text){content.data, len}, made->table), STATUS_WRONG);
    for (size_t at = made->body; at <= content.len; at++) {
        struct buf longer = {0};
        buf_put(&longer, content.data, at);
        buf_putc(&longer, 0);
        buf_put(&longer, content.data + at, content.len - at);
        assert_int_equal(check_anew(buf_text(&longer), made->table), STATUS_WRONG);
        buf_free(&longer);
    }
    buf_putc(&made->bytes, '\n');
    assert_refused(check(buf_text(&made->bytes), made->table, &counts), STATUS_WRONG,
                   "c: the last line is not the sha256 of what stands before it");
    free_made(made);
}

/* ---- other claims ---- */

/* The certificate with another header before its body. */
static enum status check_header(const struct made *made, const char *header)
{
    struct buf content = {0};
    struct text all = content_of(made);
    buf_puts(&content, header);
    buf_put(&content, all.data + made->body, all.len - made->body);
    enum status status = check_anew(buf_text(&content), made->table);
    buf_free(&content);
    return status;
}

#define HEADER(claim, side, plies, replies, position)                                              \
    "benedict certificate 1\nclaim " claim "\nside " side "\nplies " plies "\nreplies " replies    \
    "\nposition " position "\n\n"
#define RED ARRAY " w - - 0 1"
#define BLACK ARRAY " b - - 0 1"

static void a_proof_proves_one_claim(void **state)
{
    static const struct {
        const char *header, *message;
    } others[] = {
        {HEADER("no-win", "red", "5", "3", RED), NULL},
        {HEADER("no-win", "red", "7", "3", RED),
         "c: byte 175: after a1a2 b8b6 c1a3 b1d2 h3h5 f1e2: the attacker wins within 1 more ply"},
        {HEADER("no-win", "red", "3", "3", RED),
         "c: byte 152: after f1e2: there is no legal move of number 46"},
        {HEADER("no-win", "red", "1", "3", RED),
         "c: byte 143: the proof is complete, and 1055 bytes follow"},
        {HEADER("no-win", "red", "5", "5", RED),
         "c: byte 152: after f1e2: there is no legal move of number 46"},
        {HEADER("win", "red", "5", "3", RED),
         "c: byte 203: after e1e2 c7c6: a task of 504403158265495552 bytes, where 992 are left"},
        {HEADER("no-win", "black", "5", "3", BLACK),
         "c: byte 302: after i7i6 a1a2: a task of 9216 bytes, where 898 are left"},
        {HEADER("no-win", "black", "6", "3", RED),
         "c: byte 155: after e1e2 a7a6 a1a2: a task of 11776 bytes, where 1045 are left"},
        {HEADER("no-win", "black", "4", "3", RED),
         "c: byte 152: after e1e2 b8b4 a1a2: the attacker wins within 1 more ply"},
        {HEADER("no-win", "red", "6", "3", BLACK),
         "c: byte 153: after b8b6 a1a2 b1a3: a task of 11776 bytes, where 1045 are left"},
        {HEADER("no-win", "red", "5", "3", WON_3),
         "c: byte 518: after e2f3: there is no legal move of number 17"},
        {HEADER("no-win", "red", "5", "3",
                "rnbakabnr/9/1c5c1/p1p1p1p1p/9/P8/2P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1"),
         "c: byte 521: after e1e2 h8h5: a task of 1158007923009521664 bytes, where 677 are left"},
    };
    (void)state;
    struct made *made = make(false, 5, 3, RED);
    for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
        enum status status = check_header(made, others[i].header);
        assert_int_equal(status, others[i].message ? STATUS_WRONG : STATUS_OK);
        if (others[i].message)
            assert_string_equal(error.text, others[i].message);
    }
    free_made(made);
}

static const struct {
    const char *header, *message;
} spellings[] = {
    {"\n", "c: line 1: '', expected 'benedict certificate 1'"},
    {"benedict certificate 2\n",
     "c: line 1: 'benedict certificate 2', expected 'benedict certificate 1'"},
    {HEADER("no-win ", "red", "5", "3", RED),
     "c: line 2: 'claim no-win ', expected 'claim win' or 'claim no-win'"},
    {HEADER("draw", "red", "5", "3", RED),
     "c: line 2: 'claim draw', expected 'claim win' or 'claim no-win'"},
    {HEADER("no-win", "black", "5", "3", RED),
     "c: line 3: 'side black', expected 'side red', since plies are odd where the attacker "
     "moves, and else even"},
    {HEADER("no-win", "red", "6", "3", RED),
     "c: line 3: 'side red', expected 'side black', since plies are odd where the attacker "
     "moves, and else even"},
    {HEADER("no-win", "Red", "5", "3", RED),
     "c: line 3: 'side Red', expected 'side red', since plies are odd where the attacker "
     "moves, and else even"},
    {HEADER("no-win", "red", "0", "3", RED),
     "c: line 3: 'side red', expected 'side black', since plies are odd where the attacker "
     "moves, and else even"},
    {HEADER("no-win", "red", "05", "3", RED),
     "c: line 4: 'plies 05', expected 'plies' and a number"},
    {HEADER("no-win", "red", "121", "3", RED), "c: 121 plies, expected 1 to 119"},
    {HEADER("win", "red", "121", "3", RED), "c: 121 plies, expected 1 to 119"},
    {HEADER("no-win", "red", "", "3", RED), "c: line 4: 'plies ', expected 'plies' and a number"},
    {HEADER("no-win", "red", "5 ", "3", RED),
     "c: line 4: 'plies 5 ', expected 'plies' and a number"},
    {HEADER("no-win", "red", "5", "1", RED), "c: replies 1, expected 3 or 5"},
    {HEADER("no-win", "red", "5", "4", RED), "c: replies 4, expected 3 or 5"},
    {HEADER("no-win", "red", "5", "7", RED), "c: replies 7, expected 3 or 5"},
    {HEADER("no-win", "red", "5", "3", ARRAY " w - - 3 1"),
     "c: line 6: 'position " ARRAY " w - - 3 1', expected 'position " RED "'"},
    {HEADER("no-win", "red", "5", "3", ARRAY " w - - 0 2"),
     "c: line 6: 'position " ARRAY " w - - 0 2', expected 'position " RED "'"},
    {HEADER("no-win", "red", "5", "3", ARRAY " r - - 0 1"),
     "c: line 6: neither w nor b moves: '" ARRAY " r - - 0 1'"},
    {HEADER("no-win", "red", "5", "3", ARRAY " w"),
     "c: line 6: 'position " ARRAY " w', expected 'position " RED "'"},
    {HEADER("no-win", "red", "5", "3", ARRAY " w - - 0 1 "),
     "c: line 6: 'position " RED " ', expected 'position " RED "'"},
    {HEADER("no-win", "red", "5", "3",
            "rheakaehr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1"),
     "c: line 6: no board of ten ranks of nine points: "
     "'rheakaehr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1'"},
    {HEADER("no-win", "red", "5", "3",
            "rnbakabnr/54/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1"),
     "c: line 6: 'position rnbakabnr/54/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - "
     "0 1', expected 'position " RED "'"},
    {HEADER("no-win", "red", "5", "3",
            "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKAB1R w - - 0 1"),
     "c: line 6: another number of pieces of a kind than the array has: "
     "'rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKAB1R w - - 0 1'"},
    {HEADER("no-win", "red", "5", "3",
            "rnbakabnr/9/1c5c1/p1pp2p1p/9/9/P1PP2P1P/1C5C1/9/RNBAKABNR w - - 0 1"),
     "c: line 6: the generals face each other: "
     "'rnbakabnr/9/1c5c1/p1pp2p1p/9/9/P1PP2P1P/1C5C1/9/RNBAKABNR w - - 0 1'"},
    {HEADER("no-win", "red", "6", "3", STUCK),
     "c: the game is over: who is to move has no legal move"},
    {HEADER("win", "red", "2", "3", STUCK),
     "c: the game is over: who is to move has no legal move"},
    {"benedict certificate 1\nside red\nclaim no-win\nplies 5\nreplies 3\nposition " RED "\n\n",
     "c: line 2: 'side red', expected 'claim win' or 'claim no-win'"},
    {"benedict certificate 1\r\nclaim no-win\r\nside red\r\nplies 5\r\nreplies 3\r\n",
     "c: line 1: 'benedict certificate 1?', expected 'benedict certificate 1'"},
    {"benedict certificate 1\nclaim no-win\nside  red\nplies 5\nreplies 3\nposition " RED "\n\n",
     "c: line 3: 'side  red', expected 'side red', since plies are odd where the attacker "
     "moves, and else even"},
    {"benedict certificate 1\nclaim no-win\nside red\nplies 5\nreplies 3\nposition " RED
     "\nauthor me\n\n",
     "c: line 7: 'author me', expected an empty line"},
};

static void headers_have_one_spelling(void **state)
{
    (void)state;
    struct made *made = make(false, 5, 3, RED);
    for (size_t i = 0; i < sizeof spellings / sizeof *spellings; i++)
        assert_refused(check_header(made, spellings[i].header), STATUS_WRONG, spellings[i].message);
    free_made(made);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(certificates_prove),
        cmocka_unit_test(the_format_stays),
        cmocka_unit_test(liars_are_not_believed),
        cmocka_unit_test(half_a_certificate_is_none),
        cmocka_unit_test(loops_do_not_win),
        cmocka_unit_test(no_byte_may_differ),
        cmocka_unit_test(altered_moves_are_looked_at),
        cmocka_unit_test(every_length_but_one_is_refused),
        cmocka_unit_test(a_proof_proves_one_claim),
        cmocka_unit_test(headers_have_one_spelling),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

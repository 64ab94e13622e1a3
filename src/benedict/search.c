#include "benedict/search.h"

#include "benedict/answers.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

enum {
    INFINITE = SEARCH_WIN + 1,
    DECIDED = SEARCH_WIN - 2 * SEARCH_PLIES_MAX, /* scores beyond it are wins and losses */
    POLL_NODES = 1024,
    LMR_DEPTH = 3,
    LMR_MOVES = 4,
};

const struct search_parts search_parts_used = {
    .of =
        {
            [SEARCH_TABLE] = 1,
            [SEARCH_ZERO_WINDOWS] = 1,
            [SEARCH_REDUCTIONS] = 1,
            [SEARCH_HISTORY] = 1,
            [SEARCH_PARTIAL] = 1,
            [SEARCH_ANSWERS] = 1,
            [SEARCH_EVASIONS] = 1,
            [SEARCH_QUIESCENCE] = 4,
        },
};

/* A part is from 0 to `most`. */
static const struct {
    const char *name;
    int most;
} parts[SEARCH_PARTS] = {
    [SEARCH_TABLE] = {"table", 1},           [SEARCH_ZERO_WINDOWS] = {"zero-windows", 1},
    [SEARCH_REDUCTIONS] = {"reductions", 1}, [SEARCH_HISTORY] = {"history", 1},
    [SEARCH_PARTIAL] = {"partial", 1},       [SEARCH_ANSWERS] = {"answers", 1},
    [SEARCH_EVASIONS] = {"evasions", 1},     [SEARCH_QUIESCENCE] = {"quiescence", 32},
};

/* What the order of moves is made of. */
enum { FROM_TABLE = 1 << 28, CONVERTS = 1 << 20, HISTORY_MOST = 1 << 14 };

struct line {
    struct benedict_move moves[SEARCH_PLIES_MAX];
    size_t length;
};

/* One thread's search. */
struct worker {
    const struct search_request *request;
    const struct search_parts *parts;
    struct benedict position;
    uint64_t keys[BENEDICT_QUIET_MAX + SEARCH_PLIES_MAX + 1]; /* up to the position itself */
    size_t key_count;
    struct line lines[SEARCH_PLIES_MAX + 1];
    int16_t history[2][BENEDICT_KINDS][BENEDICT_BOARD]; /* by who moves what to which point */
    struct benedict_move best;                          /* of the last iteration */
    int score;              /* of the root's line, the iteration in hand */
    uint64_t nodes, shared; /* shared: of those that are in the total */
    int deepest;
    bool first; /* within the first iteration, which is not broken off */
    bool stopped;
    bool main;               /* the one that minds the limits and reports */
    int number;              /* of the thread */
    atomic_bool *end;        /* the main thread is done */
    _Atomic uint64_t *total; /* nodes of all threads, but for those since each last looked */
    pthread_t thread;
};

int search_win_in(int score)
{
    if (score >= DECIDED)
        return SEARCH_WIN - score;
    return score <= -DECIDED ? -(SEARCH_WIN + score) : 0;
}

static bool is_move(struct benedict_move move)
{
    return move.from != 0;
}

static bool is_same(struct benedict_move a, struct benedict_move b)
{
    return a.from == b.from && a.to == b.to;
}

/* ---- parts ---- */

bool search_set_part(struct search_parts *set, struct text name, int64_t value)
{
    for (int i = 0; i < SEARCH_PARTS; i++) {
        if (text_is(name, parts[i].name) && value >= 0 && value <= parts[i].most) {
            set->of[i] = (int)value;
            return true;
        }
    }
    return false;
}

static int part(const struct worker *worker, enum search_part which)
{
    return worker->parts->of[which];
}

/* ---- when to stop ---- */

/* Adds to the total what this thread has searched since it last did. */
static uint64_t share_nodes(struct worker *worker)
{
    uint64_t more = worker->nodes - worker->shared;
    worker->shared = worker->nodes;
    return atomic_fetch_add_explicit(worker->total, more, memory_order_relaxed) + more;
}

/* Looks up now and then what goes on elsewhere. The first iteration is not broken off but by a
 * limit of nodes. */
static bool is_told_to_stop(struct worker *worker)
{
    uint64_t total = share_nodes(worker), limit = worker->request->limits.nodes;
    if (limit && total >= limit)
        atomic_store_explicit(worker->end, true, memory_order_relaxed);
    return atomic_load_explicit(worker->end, memory_order_relaxed) ||
           (!worker->first && atomic_load_explicit(worker->request->stop, memory_order_relaxed));
}

static bool must_stop(struct worker *worker)
{
    uint64_t limit = worker->request->limits.nodes;
    if (worker->stopped)
        return true;
    worker->stopped = (limit && worker->nodes >= limit) ||
                      (worker->nodes % POLL_NODES == 0 && is_told_to_stop(worker));
    return worker->stopped;
}

/* ---- moves on the way ---- */

/* False: the move has won, and nothing is to be searched below it. */
static bool make(struct worker *worker, struct benedict_move move, struct benedict_undo *undo)
{
    bool won = benedict_make(&worker->position, move, undo);
    worker->keys[worker->key_count++] = worker->position.key;
    worker->nodes++;
    return !won;
}

static void unmake(struct worker *worker, const struct benedict_undo *undo)
{
    benedict_unmake(&worker->position, undo);
    worker->key_count--;
}

/* How often the position was there before, and how many plies ago the last time was. */
static int count_before(const struct worker *worker, size_t *ago)
{
    size_t last = worker->key_count - 1, back = worker->position.quiet;
    int count = 0;
    for (size_t i = 4; i <= back && i <= last; i += 2)
        if (worker->keys[last - i] == worker->position.key && count++ == 0)
            *ago = i;
    return count;
}

/* Is there a move to be searched that wins? At the root, where some moves are not, it becomes the
 * line. */
static bool can_win(struct worker *worker, int ply)
{
    const struct search_request *request = worker->request;
    if (ply > 0 || request->only_count == 0)
        return benedict_can_win(&worker->position);
    for (size_t i = 0; i < request->only_count; i++) {
        if (benedict_wins(&worker->position, request->only[i])) {
            worker->lines[0] = (struct line){.moves = {request->only[i]}, .length = 1};
            return true;
        }
    }
    return false;
}

/* Is the node decided without a search? A draw by the rules comes first, as in a game; then a win
 * that is there. A position that was there in this search, after the root, is not worth more the
 * second time; of one from the game the other side may know more now than it did. */
static bool is_decided(struct worker *worker, int ply, int *score)
{
    const struct benedict *position = &worker->position;
    size_t ago = 0;
    int before = ply > 0 ? count_before(worker, &ago) : 0;
    *score = 0;
    if (ply > 0 && position->quiet >= BENEDICT_QUIET_MAX) {
        *score = benedict_can_move(position) ? 0 : -SEARCH_WIN + ply;
        return true;
    }
    if (before >= 2)
        return true;
    if (can_win(worker, ply)) {
        *score = SEARCH_WIN - ply - 1;
        return true;
    }
    return before == 1 && ago < (size_t)ply;
}

/* ---- order ---- */

struct ordered {
    struct benedict_move move;
    int rank;
    uint32_t converts;
};

static int16_t *history_of(struct worker *worker, struct benedict_move move)
{
    const struct benedict *position = &worker->position;
    return &worker->history[position->turn][benedict_kind(position->board[move.from])][move.to];
}

/* Towards HISTORY_MOST or its negative, the slower the nearer. */
static void learn(struct worker *worker, struct benedict_move move, int bonus)
{
    int16_t *value = history_of(worker, move);
    *value = (int16_t)(*value + bonus - *value * abs(bonus) / HISTORY_MOST);
}

static int rank_move(struct worker *worker, const struct ordered *ordered,
                     struct benedict_move from_table)
{
    struct benedict_move move = ordered->move;
    if (is_same(move, from_table))
        return FROM_TABLE;
    if (ordered->converts)
        return CONVERTS + evaluation_worth(ordered->converts, &worker->request->weights);
    return part(worker, SEARCH_HISTORY) ? *history_of(worker, move) : 0;
}

/* Could a move draw by the rules, whatever else it does? A third occurrence takes eight quiet
 * plies. */
static bool may_draw(const struct worker *worker)
{
    return worker->position.quiet >= 7;
}

/* The moves that are worth a look: those asked for, or all legal ones; where a win threatens (NULL:
 * none) that no draw can forestall, those that may answer it, and where nothing does, one that
 * loses as well as any. */
static size_t list_worthy(const struct worker *worker, const struct benedict_move *win, int ply,
                          struct benedict_move moves[BENEDICT_MOVES_MAX])
{
    const struct search_request *request = worker->request;
    if (ply == 0 && request->only_count) {
        memcpy(moves, request->only, request->only_count * sizeof *moves);
        return request->only_count;
    }
    size_t count = benedict_moves(&worker->position, moves);
    if (!win || may_draw(worker) || !part(worker, SEARCH_ANSWERS))
        return count;
    size_t kept = answers_keep(&worker->position, *win, moves, count);
    return kept > 0 ? kept : count > 0;
}

/* Those, ranked. */
static size_t list_moves(struct worker *worker, const struct benedict_move *win,
                         struct benedict_move from_table, int ply,
                         struct ordered list[BENEDICT_MOVES_MAX])
{
    struct benedict_move moves[BENEDICT_MOVES_MAX];
    size_t count = list_worthy(worker, win, ply, moves);
    for (size_t i = 0; i < count; i++) {
        list[i] = (struct ordered){.move = moves[i],
                                   .converts = benedict_converts(&worker->position, moves[i])};
        list[i].rank = rank_move(worker, &list[i], from_table);
    }
    return count;
}

/* Brings the best of those from `at` on to `at`; of equal ones the first. */
static void pick(struct ordered *list, size_t at, size_t count)
{
    size_t best = at;
    for (size_t i = at + 1; i < count; i++)
        if (list[i].rank > list[best].rank)
            best = i;
    struct ordered taken = list[best];
    memmove(&list[at + 1], &list[at], (best - at) * sizeof *list);
    list[at] = taken;
}

/* The quiet move at `good` was good enough: it is tried early elsewhere, those before it later. */
static void remember(struct worker *worker, const struct ordered *list, size_t good, int depth)
{
    int bonus = depth < 20 ? 4 * depth * depth : 1600;
    for (size_t i = 0; i < good; i++)
        if (!list[i].converts)
            learn(worker, list[i].move, -bonus);
    learn(worker, list[good].move, bonus);
}

static void set_line(struct worker *worker, int ply, struct benedict_move move)
{
    struct line *line = &worker->lines[ply], *rest = &worker->lines[ply + 1];
    line->moves[0] = move;
    line->length = rest->length < SEARCH_PLIES_MAX - 1 ? rest->length + 1 : SEARCH_PLIES_MAX;
    memcpy(line->moves + 1, rest->moves, (line->length - 1) * sizeof *line->moves);
}

/* ---- scores and the table ---- */

/* A win is counted from the root in the search, from the node in the table. */
static int to_table(int score, int ply)
{
    return score >= DECIDED ? score + ply : score <= -DECIDED ? score - ply : score;
}

static int from_table(int score, int ply)
{
    return score >= DECIDED ? score - ply : score <= -DECIDED ? score + ply : score;
}

/* ---- the search ---- */

/* At a node: no line yet. */
static void enter(struct worker *worker, int ply)
{
    worker->lines[ply].length = 0;
    worker->deepest = ply > worker->deepest ? ply : worker->deepest;
}

/* Conversions alone; where a win threatens, all that is worth a look, since doing nothing loses. */
static int quiesce(struct worker *worker, int alpha, int beta, int ply, int left)
{
    struct ordered list[BENEDICT_MOVES_MAX];
    struct benedict *position = &worker->position;
    int score;
    enter(worker, ply);
    if (must_stop(worker))
        return 0;
    if (is_decided(worker, ply, &score))
        return score;
    struct benedict_move win;
    bool threatened = part(worker, SEARCH_EVASIONS) && benedict_is_threatened(position, &win);
    bool last = left == 0 || ply >= SEARCH_PLIES_MAX - 1;
    int best = threatened && !last
                   ? -SEARCH_WIN + ply
                   : evaluate(position, &worker->request->weights, &worker->request->jitter);
    if (best >= beta || last)
        return best;
    alpha = best > alpha ? best : alpha;
    size_t count =
        list_moves(worker, threatened ? &win : NULL, (struct benedict_move){0}, ply, list);
    for (size_t i = 0; i < count; i++) {
        struct benedict_undo undo;
        pick(list, i, count);
        if (!threatened && !list[i].converts)
            break;
        make(worker, list[i].move, &undo);
        score = -quiesce(worker, -beta, -alpha, ply + 1, left - 1);
        unmake(worker, &undo);
        if (worker->stopped)
            break;
        best = score > best ? score : best;
        if (score <= alpha)
            continue;
        set_line(worker, ply, list[i].move);
        alpha = score;
        if (alpha >= beta)
            break;
    }
    return best;
}

static int search(struct worker *worker, int alpha, int beta, int depth, int ply);

/* By how much a late quiet move is searched less deeply. */
static int reduction(const struct worker *worker, const struct ordered *move, size_t index,
                     int depth, bool threatened)
{
    if (!part(worker, SEARCH_REDUCTIONS) || depth < LMR_DEPTH || index < LMR_MOVES ||
        move->converts || threatened)
        return 0;
    int less = 1 + (index >= 12) + (depth >= 6);
    return less < depth - 1 ? less : depth - 2;
}

/* The score of one move: reduced first, then with a zero window, and what is better than those say
 * with the whole one. */
static int search_move(struct worker *worker, const struct ordered *move, size_t index, int alpha,
                       int beta, int depth, int ply, bool threatened)
{
    int less = reduction(worker, move, index, depth, threatened);
    int score = alpha + 1, zero = index > 0 && part(worker, SEARCH_ZERO_WINDOWS);
    if (less)
        score = -search(worker, -alpha - 1, -alpha, depth - 1 - less, ply + 1);
    if (zero && score > alpha)
        score = -search(worker, -alpha - 1, -alpha, depth - 1, ply + 1);
    if (score > alpha && (!zero || score < beta))
        score = -search(worker, -beta, -alpha, depth - 1, ply + 1);
    return score;
}

/* All moves of a node. Sets *best_move. */
static int search_moves(struct worker *worker, int alpha, int beta, int depth, int ply,
                        struct benedict_move *best_move)
{
    struct ordered list[BENEDICT_MOVES_MAX];
    int best = -SEARCH_WIN + ply; /* without a legal move it is lost */
    struct benedict_move win;
    bool threatened = benedict_is_threatened(&worker->position, &win);
    size_t count = list_moves(worker, threatened ? &win : NULL, *best_move, ply, list);
    *best_move = (struct benedict_move){0};
    for (size_t i = 0; i < count; i++) {
        struct benedict_undo undo;
        pick(list, i, count);
        make(worker, list[i].move, &undo);
        int score = search_move(worker, &list[i], i, alpha, beta, depth, ply, threatened);
        unmake(worker, &undo);
        if (worker->stopped)
            return best;
        if (score <= best && i > 0)
            continue;
        best = score;
        if (score <= alpha && i > 0)
            continue;
        *best_move = list[i].move;
        if (score <= alpha)
            continue;
        set_line(worker, ply, list[i].move);
        alpha = score;
        worker->score = ply == 0 ? score : worker->score;
        if (alpha < beta)
            continue;
        if (!list[i].converts)
            remember(worker, list, i, depth);
        break;
    }
    return best;
}

static int search(struct worker *worker, int alpha, int beta, int depth, int ply)
{
    struct table_entry entry;
    struct benedict_move move = {0};
    int best;
    if (depth <= 0 || ply >= SEARCH_PLIES_MAX - 1)
        return quiesce(worker, alpha, beta, ply, part(worker, SEARCH_QUIESCENCE));
    enter(worker, ply);
    if (must_stop(worker))
        return 0;
    if (is_decided(worker, ply, &best))
        return best;
    if (part(worker, SEARCH_TABLE) &&
        table_probe(worker->request->table, worker->position.key, &entry)) {
        int score = from_table(entry.score, ply);
        move = entry.move;
        if (ply > 0 && entry.depth >= depth && beta - alpha == 1 &&
            (entry.bound == BOUND_EXACT || (entry.bound == BOUND_LOWER && score >= beta) ||
             (entry.bound == BOUND_UPPER && score <= alpha)))
            return score;
    }
    if (ply == 0)
        move = worker->best;
    best = search_moves(worker, alpha, beta, depth, ply, &move);
    if (worker->stopped)
        return 0;
    if (ply == 0 && worker->request->only_count) /* says nothing of the position */
        return best;
    entry = (struct table_entry){
        .move = move,
        .score = (int16_t)to_table(best, ply),
        .depth = (int8_t)depth,
        .bound = best >= beta   ? BOUND_LOWER
                 : best > alpha ? BOUND_EXACT
                                : BOUND_UPPER,
    };
    table_store(worker->request->table, worker->position.key, entry);
    return best;
}

/* ---- iterations ---- */

/* A line of a decided game ends before the move that wins, which the search itself never makes:
 * adds it. */
static void complete_line(const struct worker *worker, struct line *line, int score)
{
    if (!search_win_in(score))
        return;
    struct benedict position = *worker->request->position;
    struct benedict_undo undo;
    for (size_t i = 0; i < line->length; i++)
        if (benedict_make(&position, line->moves[i], &undo))
            return;
    if (line->length < SEARCH_PLIES_MAX && benedict_find_win(&position, &line->moves[line->length]))
        line->length++;
}

static void report(struct worker *worker, const struct line *line, int depth, int score)
{
    struct search_report report = {
        .depth = depth,
        .deepest = worker->deepest > depth ? worker->deepest : depth,
        .score = score,
        .nodes = share_nodes(worker),
        .full = table_full(worker->request->table),
        .line = line->moves,
        .length = line->length,
    };
    if (worker->request->report)
        worker->request->report(worker->request->user, &report);
}

/* The best of those moves that an iteration got to before it was stopped: it began with the one
 * that was best before. */
static void take_partial(struct worker *worker, struct search_result *result)
{
    struct line line = worker->lines[0];
    if (!part(worker, SEARCH_PARTIAL) || !line.length)
        return;
    complete_line(worker, &line, worker->score);
    result->best = line.moves[0];
    result->then = line.length > 1 ? line.moves[1] : (struct benedict_move){0};
    if (result->depth > 0)
        return;
    result->score = worker->score;
    if (worker->main)
        report(worker, &line, 1, worker->score);
}

/* What is played if not even one move is looked at. */
static struct benedict_move first_move(const struct search_request *request)
{
    struct benedict_move moves[BENEDICT_MOVES_MAX] = {{0, 0}};
    if (request->only_count)
        return request->only[0];
    benedict_moves(request->position, moves);
    return moves[0];
}

static void iterate(struct worker *worker, struct search_result *result)
{
    int last = worker->request->limits.depth;
    if (last <= 0 || last >= SEARCH_PLIES_MAX)
        last = SEARCH_PLIES_MAX - 1;
    result->best = first_move(worker->request);
    /* Threads beside the main one begin elsewhere, so that they do not all do the same. */
    for (int depth = 1 + worker->number % 2; depth <= last; depth++) {
        worker->first = worker->main && depth == 1;
        int score = search(worker, -INFINITE, INFINITE, depth, 0);
        if (worker->stopped) {
            take_partial(worker, result);
            break;
        }
        struct line line = worker->lines[0];
        complete_line(worker, &line, score);
        result->best = line.length ? line.moves[0] : (struct benedict_move){0};
        worker->best = result->best;
        result->then = line.length > 1 ? line.moves[1] : (struct benedict_move){0};
        result->score = score;
        result->depth = depth;
        if (worker->main)
            report(worker, &line, depth, score);
        int end = abs(search_win_in(score));
        if (!is_move(result->best) || (end && end <= depth))
            break;
    }
}

static void *help(void *argument)
{
    struct search_result unused = {0};
    iterate(argument, &unused);
    return NULL;
}

static void init_worker(struct worker *worker, const struct search_request *request, int number,
                        atomic_bool *end, _Atomic uint64_t *total)
{
    worker->request = request;
    worker->parts = request->parts ? request->parts : &search_parts_used;
    worker->position = *request->position;
    worker->number = number;
    worker->main = number == 0;
    worker->end = end;
    memcpy(worker->keys, request->keys, request->key_count * sizeof *request->keys);
    worker->key_count = request->key_count;
    worker->keys[worker->key_count++] = worker->position.key;
    worker->total = total;
}

/* Starts the threads beside the main one; *started counts all, and those alone are to be joined. */
static enum status start_helpers(struct worker *workers, int threads, int *started,
                                 struct error *error)
{
    for (*started = 1; *started < threads; ++*started)
        if (pthread_create(&workers[*started].thread, NULL, help, &workers[*started]))
            return error_set(error, STATUS_CANNOT, "no thread could be started");
    return STATUS_OK;
}

enum status search_run(const struct search_request *request, struct search_result *result,
                       struct error *error)
{
    atomic_bool end = false;
    _Atomic uint64_t total = 0;
    int started, threads = request->threads > 1 ? request->threads : 1;
    struct worker *workers = calloc((size_t)threads, sizeof *workers);
    *result = (struct search_result){0};
    if (!workers)
        return error_memory(error);
    table_age(request->table);
    for (int i = 0; i < threads; i++)
        init_worker(&workers[i], request, i, &end, &total);
    enum status status = start_helpers(workers, threads, &started, error);
    if (!status)
        iterate(&workers[0], result);
    atomic_store(&end, true);
    for (int i = 1; i < started; i++)
        pthread_join(workers[i].thread, NULL);
    for (int i = 0; i < threads; i++)
        result->nodes += workers[i].nodes;
    free(workers);
    return status;
}

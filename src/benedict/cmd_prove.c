#include "base/file.h"
#include "benedict/asked.h"
#include "benedict/certify.h"
#include "benedict/check.h"
#include "benedict/prover.h"
#include "benedict/verbs.h"
#include "program/signals.h"

#include <inttypes.h>
#include <stdio.h>

enum { REPORT_SECONDS = 10, SAVE_SECONDS = 300 };

struct options {
    struct prover_question question;
    long long threads, megabytes, nodes, replies;
    const char *state, *certificate;
    const char *row, *engine;
    const char *moves; /* from the array to the position */
    bool shipped;
};

/* ---- the command line ---- */

static enum status read_options(const struct command_line *line, struct options *options,
                                struct error *error)
{
    enum status status = asked_read(line, &options->question, error);
    if (!status)
        status = command_int(line, "threads", 1, PROVER_THREADS_MAX, 1, &options->threads, error);
    if (!status)
        status = command_int(line, "hash", 1, 1 << 20, 256, &options->megabytes, error);
    if (!status)
        status = command_int(line, "nodes", 0, INT64_MAX, 0, &options->nodes, error);
    if (!status)
        status = command_int(line, "replies", 3, PROOF_REPLIES_MAX, 3, &options->replies, error);
    options->state = command_value(line, "state");
    options->certificate = command_value(line, "certificate");
    if (!status)
        status = command_name(line, "row", NULL, &options->row, error);
    if (!status)
        status = command_name(line, "engine", "benedict", &options->engine, error);
    options->shipped = command_value(line, "shipped") != NULL;
    if (!command_value(line, "fen"))
        options->moves = command_value(line, "after");
    if (!status && options->shipped && !(options->row && options->certificate))
        status = error_set(error, STATUS_CANNOT, "--shipped is for --row with a --certificate");
    return status;
}

/* ---- while it works ---- */

struct watch {
    struct prover *prover;
    const char *state;
    struct signals signals;
    int seconds;
};

/* A state that cannot be kept now may be later; the search goes on. */
static void save_meanwhile(const struct watch *watch)
{
    struct error error;
    if (prover_save(watch->prover, watch->state, &error))
        fprintf(stderr, "benedict: %s\n", error.text);
}

static void tick(void *user)
{
    struct watch *watch = user;
    watch->seconds++;
    if (signals_came(&watch->signals))
        prover_stop(watch->prover);
    if (watch->seconds % REPORT_SECONDS == 0) {
        struct prover_work work = prover_work(watch->prover);
        fprintf(stderr, "%" PRIu64 " nodes, %.0f s of processor time\n", work.nodes, work.seconds);
    }
    if (watch->state && watch->seconds % SAVE_SECONDS == 0)
        save_meanwhile(watch);
}

/* Fails now rather than after hours, where a file could not be written. */
static enum status try_writing(const char *path, struct error *error)
{
    struct file_writer writer;
    enum status status = path ? file_writer_open(&writer, path, 0644, error) : STATUS_OK;
    if (path && !status)
        file_writer_abandon(&writer);
    return status;
}

/* Searches on from the state, where there is one. */
static enum status search(const struct options *options, struct prover *prover,
                          enum dfpn_answer *answer, struct error *error)
{
    struct watch watch = {.prover = prover, .state = options->state};
    enum status status = try_writing(options->state, error);
    if (!status)
        status = try_writing(options->certificate, error);
    if (!status && options->state && file_exists(options->state))
        status = prover_load(prover, options->state, error);
    if (status)
        return status;
    status = signals_watch(&watch.signals, error);
    if (!status)
        status = prover_run(prover, (uint64_t)options->nodes, tick, &watch, answer, error);
    signals_end(&watch.signals);
    return status;
}

/* ---- the answer ---- */

/* The reply to that move, which refutes it. */
static enum status print_reply(struct dfpn_thread *thread, struct benedict_move move, int plies,
                               struct buf *out, struct error *error)
{
    struct benedict before = thread->position;
    struct benedict_undo undo;
    struct benedict_move reply;
    char first[BENEDICT_MOVE_BYTES], second[BENEDICT_MOVE_BYTES];
    benedict_make(&thread->position, move, &undo);
    bool found = dfpn_choose(thread, plies - 1, &reply);
    bool wins = found && benedict_wins(&thread->position, reply);
    thread->position = before;
    if (!found)
        return error_set(error, STATUS_WRONG, "the search finds no reply any more");
    benedict_write_move(move, first);
    benedict_write_move(reply, second);
    buf_printf(out, "%s %s%s\n", first, second, wins ? " wins" : "");
    return STATUS_OK;
}

/* The move that answers the question, or the replies to all moves. */
static enum status print_moves(struct prover *prover, const struct prover_question *question,
                               enum dfpn_answer answer, struct buf *out, struct error *error)
{
    struct dfpn_thread thread = {
        .shared = prover_shared(prover), .position = question->position, .threads = 1};
    struct benedict_move moves[BENEDICT_MOVES_MAX];
    char text[BENEDICT_MOVE_BYTES];
    bool attacker = question->plies % 2 == 1, wins = answer == DFPN_WIN;
    enum status status = STATUS_OK;
    if (attacker == wins) {
        if (!dfpn_choose(&thread, question->plies, &moves[0]))
            return error_set(error, STATUS_WRONG, "the search finds no move any more");
        benedict_write_move(moves[0], text);
        buf_printf(out, "%s\n", text);
        return STATUS_OK;
    }
    size_t count = question->plies > 1 ? benedict_moves(&question->position, moves) : 0;
    for (size_t i = 0; i < count && !status; i++)
        status = print_reply(&thread, moves[i], question->plies, out, error);
    return status;
}

static enum status print_text(const struct options *options, struct prover *prover,
                              enum dfpn_answer answer, const struct proof_claim *claim,
                              struct prover_work work, struct buf *out, struct error *error)
{
    proof_describe(claim, out);
    buf_printf(out, "\nnodes %" PRIu64 ", processor seconds %.1f, threads %lld, table %lld MB\n",
               work.nodes, work.seconds, options->threads, options->megabytes);
    return print_moves(prover, &options->question, answer, out, error);
}

/* The columns that are about the certificate, once it has been checked. */
static enum status print_checked(const struct options *options, struct buf *out,
                                 struct error *error)
{
    struct proof_file file;
    struct proof_counts counts;
    enum status status = proof_open(options->certificate, &file, error);
    if (status)
        return status;
    status = check_tasks(&file, (int)options->threads, &counts, error);
    if (!status)
        buf_printf(out, "%s,%" PRIu64 ",%s,%" PRIu64 "\n", file.sha256, file.size,
                   options->shipped ? "true" : "false", counts.positions);
    proof_close(&file);
    return status;
}

/* A row of the evidence of that name (docs/FORMATS.md). */
static enum status print_row(const struct options *options, enum dfpn_answer answer,
                             struct prover_work work, struct buf *out, struct error *error)
{
    const struct prover_question *question = &options->question;
    char fen[BENEDICT_FEN_BYTES];
    benedict_write_fen(&question->position, fen);
    buf_puts(out, "id,side,verdict,plies,moves,position,basis,engine,nodes,cpu_seconds,threads,"
                  "hash_mb,sha256,bytes,shipped,walked\n");
    buf_printf(out, "%s,%s,%s,%d,", options->row, question->side == BENEDICT_RED ? "red" : "black",
               answer == DFPN_WIN ? "win" : "no-win", question->plies);
    asked_write_moves(options->moves, out);
    buf_printf(out, ",%s,%s,%s,%" PRIu64 ",%.1f,%lld,%lld,", fen,
               options->certificate ? "certificate" : "computation", options->engine, work.nodes,
               work.seconds, options->threads, options->megabytes);
    if (options->certificate)
        return print_checked(options, out, error);
    buf_puts(out, ",,false,\n");
    return STATUS_OK;
}

static enum status print_answer(const struct options *options, struct prover *prover,
                                enum dfpn_answer answer, struct error *error)
{
    struct buf out = {0};
    struct proof_claim claim;
    struct prover_work work = prover_work(prover);
    enum status status = certify_claim(&options->question.position, options->question.plies, answer,
                                       (int)options->replies, &claim, error);
    if (!status && !options->row)
        status = print_text(options, prover, answer, &claim, work, &out, error);
    if (!status && options->certificate)
        status = certify_write(prover_shared(prover), &claim, (int)options->threads,
                               options->certificate, error);
    if (!status && options->row)
        status = print_row(options, answer, work, &out, error);
    return command_print(&out, status, error);
}

/* Keeps the state and tells the answer, also where the former fails. */
static enum status conclude(const struct options *options, struct prover *prover,
                            enum dfpn_answer answer, struct error *error)
{
    struct error unkept;
    enum status kept = options->state ? prover_save(prover, options->state, &unkept) : STATUS_OK;
    enum status status = STATUS_OK;
    if (answer != DFPN_OPEN)
        status = print_answer(options, prover, answer, error);
    else if (!kept)
        status = error_set(error, STATUS_CANNOT, "open after %" PRIu64 " nodes%s",
                           prover_work(prover).nodes, options->state ? "; the state is kept" : "");
    if (!status && kept) {
        *error = unkept;
        status = kept;
    }
    return status;
}

static enum status run(const struct command_line *line, struct error *error)
{
    struct options options = {0};
    struct prover *prover = NULL;
    enum dfpn_answer answer;
    enum status status = read_options(line, &options, error);
    if (!status)
        status = prover_new(&options.question, (int)options.threads,
                            (size_t)options.megabytes << 20, &prover, error);
    if (!status)
        status = search(&options, prover, &answer, error);
    if (!status)
        status = conclude(&options, prover, answer, error);
    prover_free(prover);
    return status;
}

const struct command verb_prove = {
    .name = "prove",
    .arguments = "",
    .summary = "prove that a side wins within so many plies, or has no win within them",
    .details =
        "Says what is proved, what it took, and the move or the replies that do it. Draws by\n"
        "repetition and by quiet plies are left out: they only help the defender.",
    .options = {ASKED_OPTIONS,
                {"threads", "T", "at work (default: 1; then the course is always the same)"},
                {"hash", "MB", "of the table (default: 256)"},
                {"nodes", "N", "give up after so many, for each thread (default: never)"},
                {"state", "FILE",
                 "go on from there, and keep it, every five minutes and at the end"},
                {"certificate", "FILE", "write the proof, for `benedict check`"},
                {"replies", "N", "in it, down to so many plies: 3 or 5 (default: 3)"},
                {"row", "ID", "print a row of evidence instead, as CSV; checks the certificate"},
                {"engine", "ID", "in it: what the passport calls it (default: benedict)"},
                {"shipped", NULL, "in it: the certificate is to be in the release"},
                {0}},
    .run = run,
};

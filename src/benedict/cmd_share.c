/* A question shared among many workers by a store. */
#include "benedict/asked.h"
#include "benedict/certify.h"
#include "benedict/merge.h"
#include "benedict/verbs.h"
#include "benedict/work.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A question, opened. */
struct opened {
    int64_t number;
    struct proof_claim claim;
    struct store_task *tasks; /* owned */
    struct split split;       /* owned */
};

static enum status open_question(struct store *store, int64_t number, struct opened *opened,
                                 struct error *error)
{
    *opened = (struct opened){.number = number};
    enum status status = work_read(store, number, &opened->claim, error);
    return status ? status : work_look(store, number, &opened->tasks, &opened->split, error);
}

static void close_question(struct opened *opened)
{
    free(opened->tasks);
    split_free(&opened->split);
}

/* ---- ask ---- */

static enum status ask(const struct command_line *line, struct store *store, struct error *error)
{
    struct prover_question asked = {0};
    struct proof_claim claim;
    long long replies = 0;
    enum status status = asked_read(line, &asked, error);
    if (!status)
        status = command_int(line, "replies", 3, PROOF_REPLIES_MAX, 3, &replies, error);
    if (!status)
        status = prover_check(&asked, error);
    if (!status)
        status =
            certify_claim(&asked.position, asked.plies, DFPN_OPEN, (int)replies, &claim, error);
    if (status)
        return status;
    struct buf text = {0}, out = {0};
    char(*names)[SPLIT_NAME_BYTES] = NULL;
    size_t count = 0;
    int64_t number;
    bool added;
    split_write(&claim, &text);
    status = buf_ok(&text, error);
    if (!status)
        status = split_list(&claim, &names, &count, error);
    if (!status)
        status = store_ask(store, text.data, (const char(*)[SPLIT_NAME_BYTES])names, count, &number,
                           &added, error);
    if (!status) {
        buf_printf(&out, "question %" PRId64 ": ", number);
        split_describe(&claim, DFPN_OPEN, &out);
        buf_printf(&out, "\n%zu tasks%s\n", count, added ? "" : ", asked before");
    }
    free(names);
    buf_free(&text);
    return command_print(&out, status, error);
}

/* ---- status ---- */

/* How the tasks of a question stand. */
struct figures {
    size_t wins, no_wins, running, waiting, needless;
    size_t refuted, won, open; /* first moves */
    uint64_t nodes;
    int64_t cpu_ms;
};

static struct figures count_tasks(const struct opened *opened)
{
    const struct split *split = &opened->split;
    struct figures figures = {0};
    for (size_t i = 0; i < split->count; i++) {
        const struct store_task *task = &opened->tasks[i];
        figures.wins += task->answer == DFPN_WIN;
        figures.no_wins += task->answer == DFPN_NO_WIN;
        if (task->answer == DFPN_OPEN) {
            bool runs = task->state == STORE_RUNNING && !task->claimable;
            figures.running += runs;
            figures.waiting += !runs && split_needs(split, i);
            figures.needless += !runs && !split_needs(split, i);
        }
        figures.nodes += (uint64_t)task->nodes;
        figures.cpu_ms += task->cpu_ms;
    }
    for (size_t i = 0; i < split->attack_count; i++) {
        figures.refuted += split->attacks[i].answer == DFPN_NO_WIN;
        figures.won += split->attacks[i].answer == DFPN_WIN;
        figures.open += split->answer == DFPN_OPEN && split->attacks[i].answer == DFPN_OPEN &&
                        split->defences[split->attacks[i].defence].answer == DFPN_OPEN;
    }
    return figures;
}

static void put_figures(const struct opened *opened, struct buf *out)
{
    struct figures figures = count_tasks(opened);
    buf_printf(out,
               "tasks %zu: win %zu, no win %zu, running %zu, waiting %zu, not needed %zu\n"
               "first moves %zu: refuted %zu, winning %zu, open %zu\n"
               "nodes %" PRIu64 ", processor seconds %" PRId64 ".%" PRId64 "\n",
               opened->split.count, figures.wins, figures.no_wins, figures.running, figures.waiting,
               figures.needless, opened->split.attack_count, figures.refuted, figures.won,
               figures.open, figures.nodes, figures.cpu_ms / 1000, figures.cpu_ms / 100 % 10);
}

static void put_heading(const struct opened *opened, struct buf *out)
{
    buf_printf(out, "question %" PRId64 ": ", opened->number);
    split_describe(&opened->claim, opened->split.answer, out);
    buf_putc(out, '\n');
}

static enum status show_status(struct store *store, int64_t number, struct error *error)
{
    struct opened opened;
    struct buf out = {0};
    enum status status = open_question(store, number, &opened, error);
    if (!status) {
        put_heading(&opened, &out);
        put_figures(&opened, &out);
        for (size_t i = 0; i < opened.split.count; i++)
            if (opened.tasks[i].state == STORE_RUNNING && !opened.tasks[i].claimable)
                buf_printf(&out, "worker %s: %s for %" PRId64 " s\n", opened.tasks[i].worker,
                           opened.tasks[i].name, opened.tasks[i].seconds);
    }
    close_question(&opened);
    return command_print(&out, status, error);
}

/* ---- work ---- */

static enum status read_threads(const struct command_line *line, long long *threads,
                                struct error *error)
{
    return command_int(line, "threads", 1, WORK_THREADS_MAX, 1, threads, error);
}

static void report(void *user, const char *line)
{
    (void)user;
    puts(line);
    fflush(stdout);
}

static enum status work(const struct command_line *line, struct store *store, int64_t number,
                        struct error *error)
{
    struct work_request request = {.store = store, .question = number, .report = report};
    long long threads = 0, megabytes = 0;
    enum dfpn_answer answer;
    struct buf out = {0};
    enum status status = read_threads(line, &threads, error);
    if (!status)
        status = command_int(line, "hash", 1, 1 << 20, 256, &megabytes, error);
    if (!status)
        status = work_read(store, number, &request.claim, error);
    request.threads = (int)threads;
    request.bytes = (size_t)megabytes << 20;
    if (!status)
        status = work_run(&request, &answer, error);
    if (!status && answer == DFPN_OPEN)
        status = error_set(error, STATUS_CANNOT, "stopped; the tasks in hand were given back");
    if (!status) {
        buf_printf(&out, "question %" PRId64 ": ", number);
        split_describe(&request.claim, answer, &out);
        buf_putc(&out, '\n');
    }
    return command_print(&out, status, error);
}

/* ---- merge ---- */

/* The reply to each first move, or the move that wins. */
static void put_moves(const struct split *split, struct buf *out)
{
    for (size_t i = 0; i < split->attack_count; i++) {
        const struct split_attack *attack = &split->attacks[i];
        if (split->answer == DFPN_NO_WIN && attack->defence == split->defence)
            buf_printf(out, "%s\n", split->tasks[attack->reply].name);
    }
    for (size_t i = 0; i < split->defence_count && split->answer == DFPN_WIN; i++)
        buf_printf(out, "%s\n", split->attacks[split->defences[i].attack].name);
}

static enum status merge(const struct command_line *line, struct store *store, int64_t number,
                         struct error *error)
{
    struct opened opened = {0};
    struct buf out = {0};
    long long threads = 0;
    enum status status = read_threads(line, &threads, error);
    if (!status)
        status = open_question(store, number, &opened, error);
    if (!status)
        status = merge_write(store, number, &opened.claim, &opened.split,
                             command_value(line, "merge"), (int)threads, error);
    if (!status) {
        put_heading(&opened, &out);
        put_figures(&opened, &out);
        put_moves(&opened.split, &out);
    }
    close_question(&opened);
    return command_print(&out, status, error);
}

/* ---- the verb ---- */

enum task { ASK, WORK, STATUS, MERGE, TASKS };
static const char *const task_names[TASKS] = {"ask", "work", "status", "merge"};

static enum status read_task(const struct command_line *line, enum task *task, struct error *error)
{
    int given = 0;
    for (int i = 0; i < TASKS; i++) {
        if (command_value(line, task_names[i])) {
            *task = (enum task)i;
            given++;
        }
    }
    if (!command_value(line, "store"))
        return error_set(error, STATUS_CANNOT, "--store: where are the questions?");
    return given == 1 ? STATUS_OK
                      : error_set(error, STATUS_CANNOT,
                                  "one of --ask, --work, --status and --merge is what to do");
}

static enum status do_one(const struct command_line *line, enum task task, struct store *store,
                          int64_t number, struct error *error)
{
    if (task == WORK)
        return work(line, store, number, error);
    return task == STATUS ? show_status(store, number, error) : merge(line, store, number, error);
}

/* The one that was named, or all; there is one certificate in a file. */
static enum status do_all(const struct command_line *line, enum task task, struct store *store,
                          struct error *error)
{
    int64_t asked = 0;
    long long number = 0;
    enum status status = store_asked(store, &asked, error);
    if (!status)
        status = command_int(line, "question", 1, INT32_MAX, 0, &number, error);
    if (!status && asked == 0)
        return error_set(error, STATUS_WRONG, "%s: no question was asked", store_name(store));
    if (!status && task == MERGE && number == 0 && asked > 1)
        return error_set(error, STATUS_CANNOT, "--question: which of %" PRId64 "?", asked);
    if (!status && number)
        return do_one(line, task, store, number, error);
    for (int64_t i = 1; i <= asked && !status; i++)
        status = do_one(line, task, store, i, error);
    return status;
}

static enum status run(const struct command_line *line, struct error *error)
{
    struct store *store = NULL;
    enum task task = ASK;
    enum status status = read_task(line, &task, error);
    if (!status)
        status = store_open(command_value(line, "store"),
                            task == ASK || task == WORK ? STORE_WRITE : STORE_READ, STORE_WAIT_MS,
                            &store, error);
    if (!status)
        status = task == ASK ? ask(line, store, error) : do_all(line, task, store, error);
    store_close(store);
    return status;
}

const struct command verb_share = {
    .name = "share",
    .arguments = "",
    .summary = "prove as `prove` does, by many workers with a common store",
    .details =
        "A question is asked once, and cut into tasks: the positions after the first moves of "
        "both\n"
        "sides. Workers claim tasks, on one machine in a file, on many in a PostgreSQL database;\n"
        "one that is killed costs the tasks in its hands. Their results are merged into one\n"
        "certificate. Without --question all are worked at in turn, or shown.",
    .options = {{"store", "STORE", "a file, or postgresql://..."},
                {"ask", NULL, "put the question into the store"},
                {"work", NULL, "at tasks, until the question is answered"},
                {"status", NULL, "show what is done and who is at work"},
                {"merge", "FILE", "write the certificate, check it, and say what it proves"},
                {"question", "N", "the number that --ask told"},
                ASKED_OPTIONS,
                {"replies", "N", "in the certificate, down to so many plies: 3 or 5 (default: 3)"},
                {"threads", "T", "tasks at a time, to work at or to check (default: 1)"},
                {"hash", "MB", "of the table that they share (default: 256)"},
                {0}},
    .run = run,
};

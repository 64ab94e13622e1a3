#include "search/check.h"

#include "passport/evidence.h"
#include "search/batch.h"
#include "search/row.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

enum {
    POSITIONS = 4,
    LIMITS = 2,
    SEARCHES = POSITIONS * LIMITS,
    /* In one process all, all in the reverse order, one without castling rights; all in another. */
    BARE = 2 * SEARCHES,
    FRESH,
    ALL = FRESH + SEARCHES,
};
#define MOST_NODES INT64_C(500000)
#define MOST_DEPTH INT64_C(12)

static const struct pair positions[POSITIONS] = {{518, 518}, {518, 534}, {0, 959}, {137, 952}};

/* What an engine for Benedict xiangqi is asked in their place: the array, the sharpest first move,
 * and games of 5 and 13 plies. */
static const char *const benedict_positions[POSITIONS] = {
    "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1",
    "rNbakabnr/9/1c5c1/p1p1p1p1p/9/1C7/P1P1P1P1P/7C1/9/RNBAKABNR b - - 0 1",
    "rNbakabNr/9/1c2c4/pCp1P1p1p/7C1/9/P1P2pp1P/4B4/9/RN1AKABNR b - - 1 3",
    "3Akab2/r3r4/C1N1b2cn/P1p2PP1p/9/C8/P1P1p1P1P/C8/4A4/RNB1KABNR b - - 0 7",
};

/* What one search has brought. */
struct found {
    bool done;
    struct evaluation row;
    int64_t total_nodes;
    bool ends_in_bound;
    bool has_final, has_before;
    struct reply_iteration final, before; /* by either rule */
};

struct trial {
    struct engine_config config;
    struct check_report *report;
    int64_t limits[LIMITS];
    size_t limit_count;
    struct batch_job jobs[ALL];
    size_t which[ALL]; /* which search of SEARCHES a job is */
    struct found found[ALL];
    size_t base; /* of the batch that is running, among the jobs */
    bool ready;
    char failure[CHECK_TEXT_BYTES]; /* of the first search that failed */
};

static bool add_line(struct trial *trial, const char *name, bool ok, const char *format, ...)
    __attribute__((format(printf, 4, 5)));

/* Returns whether it is ok. */
static bool add_line(struct trial *trial, const char *name, bool ok, const char *format, ...)
{
    struct check_line *line = &trial->report->lines[trial->report->count++];
    va_list args;
    va_start(args, format);
    vsnprintf(line->text, sizeof line->text, format, args);
    va_end(args);
    line->name = name;
    line->ok = ok;
    return ok;
}

/* "cp 47 depth 14 nodes 100026 h2h4" */
static void show(const struct reply_iteration *at, char text[80])
{
    snprintf(text, 80, "%s %d depth %u nodes %" PRId64 " %s", at->mate ? "mate" : "cp", at->score,
             at->depth, at->nodes, at->move);
}

static bool is_chess(const struct trial *trial)
{
    return trial->config.game == REPLY_CHESS;
}

/* "518:534 at 10000", "position 2 at 10000" */
static void name_job(const struct trial *trial, size_t job, char text[48])
{
    size_t which = trial->which[job] % POSITIONS;
    if (is_chess(trial))
        snprintf(text, 48, "%u:%u at %" PRId64, positions[which].w, positions[which].b,
                 trial->jobs[job].limit);
    else
        snprintf(text, 48, "position %zu at %" PRId64, which + 1, trial->jobs[job].limit);
}

static const char *plural(size_t count)
{
    return count == 1 ? "" : "s";
}

/* ---- searching ---- */

static size_t searches(const struct trial *trial)
{
    return POSITIONS * trial->limit_count;
}

static void add_job(struct trial *trial, size_t job, size_t which)
{
    struct batch_job *to = &trial->jobs[job];
    to->limit = trial->limits[which / POSITIONS];
    to->hash_mb = engine_config_hash_mb(&trial->config, to->limit);
    if (is_chess(trial))
        pair_fen(positions[which % POSITIONS], PAIR_SHREDDER_FEN, to->fen);
    else
        snprintf(to->fen, sizeof to->fen, "%s", benedict_positions[which % POSITIONS]);
    trial->which[job] = which;
}

/* The castling rights are the third field of a FEN. */
static void take_rights_away(char *fen)
{
    char *rights = strstr(fen, " w ") + 3;
    char *rest = strchr(rights, ' ');
    rights[0] = '-';
    memmove(rights + 1, rest, strlen(rest) + 1);
}

static void plan(struct trial *trial)
{
    const struct engine_config *config = &trial->config;
    int64_t most = config->limit_kind == LIMIT_NODES ? MOST_NODES : MOST_DEPTH;
    for (size_t i = 0; i < config->hash_count && trial->limit_count < LIMITS; i++) {
        if (i == 0 || config->hashes[i].limit <= most)
            trial->limits[trial->limit_count++] = config->hashes[i].limit;
    }
    size_t count = searches(trial);
    for (size_t i = 0; i < count; i++) {
        add_job(trial, i, i);
        add_job(trial, count + i, count - 1 - i);
        add_job(trial, FRESH + i, (i + count / 2) % count);
    }
    if (!is_chess(trial))
        return;
    add_job(trial, 2 * count, 0);
    take_rights_away(trial->jobs[2 * count].fen);
}

static void take_result(const struct trial *trial, size_t job, const struct uci *uci,
                        struct found *found)
{
    const struct reply *reply = uci_reply(uci);
    struct pair pair = positions[trial->which[job] % POSITIONS];
    struct error ignored;
    int64_t nodes;
    found->done = true;
    found->row = row_of(pair, ROLE_SEARCH, uci_result(uci));
    found->total_nodes = uci_result(uci)->total_nodes;
    found->ends_in_bound = reply_ends_in_bound(reply);
    found->has_final = !reply_result_by(reply, COMPLETION_FINAL, &found->final, &nodes, &ignored);
    found->has_before =
        !reply_result_by(reply, COMPLETION_BEFORE_FINAL, &found->before, &nodes, &ignored);
}

static void take_news(void *user, const struct batch_news *news)
{
    struct trial *trial = user;
    size_t job = trial->base + news->job;
    char name[48];
    trial->ready |= news->kind == BATCH_READY;
    if (news->kind == BATCH_FOUND)
        take_result(trial, job, news->uci, &trial->found[job]);
    if (news->kind == BATCH_FAILED && !trial->failure[0]) {
        name_job(trial, job, name);
        snprintf(trial->failure, sizeof trial->failure, "%s: %s", name, news->reason);
    }
}

/* STATUS_CANNOT, with the message: the engine does not work, or *stopped. */
static enum status search(struct trial *trial, size_t from, size_t count, bool *stopped,
                          struct error *error)
{
    const struct batch batch = {.config = &trial->config,
                                .jobs = trial->jobs + from,
                                .count = count,
                                .workers = 1,
                                .tries = 1,
                                .all_or_none = true,
                                .report = take_news,
                                .user = trial};
    trial->base = from;
    enum status status = batch_run(&batch, stopped, error);
    if (!status && *stopped)
        status = error_set(error, STATUS_CANNOT, "stopped");
    return status;
}

/* ---- the checks ---- */

static bool check_files(struct trial *trial)
{
    const struct engine_config *config = &trial->config;
    struct error error = {0};
    struct buf text = {0};
    if (engine_config_identify(&trial->config, &error))
        return add_line(trial, "files", false, "%s", error.text);
    for (size_t i = 0; i < config->file_count; i++) {
        const struct engine_file *file = &config->files[i];
        buf_printf(&text, "%s%s %s sha256 %s%s", i ? "; " : "", file->name, file->path,
                   file->sha256, file->expected ? ", as expected" : ", none is expected");
    }
    add_line(trial, "files", true, "%s", text.data ? text.data : "");
    buf_free(&text);
    return true;
}

static bool check_handshake(struct trial *trial, const struct error *error)
{
    const struct engine_config *config = &trial->config;
    uint32_t least = UINT32_MAX, most = 0;
    if (!trial->ready)
        return add_line(trial, "handshake", false, "%s", error->text);
    for (size_t i = 0; i < config->hash_count; i++) {
        uint32_t hash_mb = config->hashes[i].hash_mb;
        least = hash_mb < least ? hash_mb : least;
        most = hash_mb > most ? hash_mb : most;
    }
    return add_line(trial, "handshake", true,
                    "%s; %zu option%s and Hash from %" PRIu32 " to %" PRIu32 " are offered",
                    config->name, config->option_count, plural(config->option_count), least, most);
}

/* The searches that are to agree have all come to an end. */
static bool check_searches(struct trial *trial, const struct error *error)
{
    size_t count = 0;
    for (size_t i = 0; i < ALL; i++)
        count += trial->found[i].done;
    if (trial->failure[0] || error->text[0])
        return add_line(trial, "searches", false, "%s",
                        trial->failure[0] ? trial->failure : error->text);
    return add_line(trial, "searches", true, "%zu came to an end", count);
}

static bool check_chess960(struct trial *trial)
{
    const struct found *with = &trial->found[0], *without = &trial->found[2 * searches(trial)];
    bool same =
        evidence_same(&with->row, &without->row) && with->total_nodes == without->total_nodes;
    char name[48];
    name_job(trial, 0, name);
    return add_line(trial, "chess960", !same,
                    same ? "%s: castling rights (HAha) change nothing: they are not read"
                         : "UCI_Chess960 is set; %s: castling rights (HAha) are heeded",
                    name);
}

/* A limit of depth is kept by the final line; one of nodes was kept, or the search was given up. */
static bool check_limit(struct trial *trial)
{
    struct buf text = {0};
    bool by_nodes = trial->config.limit_kind == LIMIT_NODES, ok = true;
    for (size_t limit = 0; limit < trial->limit_count; limit++) {
        int64_t least = INT64_MAX, most = 0;
        for (size_t i = limit * POSITIONS; i < (limit + 1) * POSITIONS; i++) {
            const struct found *found = &trial->found[i];
            int64_t at = by_nodes ? found->total_nodes : found->has_final ? found->final.depth : 0;
            least = at < least ? at : least;
            most = at > most ? at : most;
        }
        ok = ok && (by_nodes || (least == trial->limits[limit] && most == least));
        buf_printf(&text, "%s%s %" PRId64 ": ended at %" PRId64 " to %" PRId64, limit ? "; " : "",
                   by_nodes ? "nodes" : "depth", trial->limits[limit], least, most);
    }
    add_line(trial, "limit", ok, "%s", text.data ? text.data : "");
    buf_free(&text);
    return ok;
}

/* The search of one job against the first one for the same. */
static bool repeats(struct trial *trial, size_t job, const char *where)
{
    const struct found *first = &trial->found[trial->which[job]], *again = &trial->found[job];
    struct buf text = {0};
    char name[48];
    if (evidence_same(&first->row, &again->row) && first->total_nodes == again->total_nodes)
        return true;
    name_job(trial, job, name);
    row_differences(&first->row, "first", &again->row, "then", &text);
    add_line(trial, "determinism", false, "%s, %s: %s", name, where,
             text.data ? text.data : "another number of nodes in all");
    buf_free(&text);
    return false;
}

static bool repeat(struct trial *trial, size_t from, const char *where)
{
    size_t job = from, end = from + searches(trial);
    while (job < end && repeats(trial, job, where))
        job++;
    return job == end;
}

static bool check_determinism(struct trial *trial)
{
    if (!repeat(trial, searches(trial), "in another order in the same process") ||
        !repeat(trial, FRESH, "in a fresh process"))
        return false;
    return add_line(trial, "determinism", true,
                    "%zu searches repeat in every field, in another order and in a fresh process",
                    searches(trial));
}

/* What the final lines are. */
struct finals {
    size_t bounds; /* no evaluation: of an iteration that was cut short */
    size_t others; /* another evaluation than the line before */
    size_t early;  /* such a one, printed before the nodes were spent: a completed iteration */
};

static struct finals count_finals(const struct trial *trial)
{
    struct finals finals = {0};
    for (size_t i = 0; i < searches(trial); i++) {
        const struct found *found = &trial->found[i];
        if (found->ends_in_bound) {
            finals.bounds++;
            continue;
        }
        finals.others += found->has_final;
        finals.early += found->has_final && trial->config.limit_kind == LIMIT_NODES &&
                        found->final.nodes < trial->jobs[i].limit;
    }
    return finals;
}

/* What either rule gives. */
static void put_both(const struct trial *trial, size_t job, struct buf *out)
{
    const struct found *found = &trial->found[job];
    char name[48], before[80] = "nothing", final[80] = "nothing";
    name_job(trial, job, name);
    if (found->has_before)
        show(&found->before, before);
    if (found->has_final)
        show(&found->final, final);
    buf_printf(out, "; %s: %s | %s", name, before, final);
}

/* By nodes: where the last line is of a cut iteration, the one before it counts. What is printed
 * after the nodes were spent may be either: an engine that has no iterations prints it so too. */
static bool check_completion(struct trial *trial)
{
    struct finals finals = count_finals(trial);
    bool by_nodes = trial->config.limit_kind == LIMIT_NODES;
    bool final = trial->config.completion == COMPLETION_FINAL;
    bool ok = !by_nodes ? final : final ? !finals.bounds : finals.early <= finals.others / 2;
    struct buf both = {0};
    for (size_t i = 0; i < POSITIONS; i++)
        put_both(trial, i, &both);
    add_line(trial, "completion", ok,
             "%s%s; of %zu final lines %zu are another evaluation than the one before (%zu of them "
             "with nodes left), %zu a bound; exact-before-final-pv gives | final-pv gives%s",
             final ? "final-pv" : "exact-before-final-pv", ok ? "" : " is the wrong rule",
             searches(trial), finals.others, finals.early, finals.bounds,
             both.data ? both.data : "");
    buf_free(&both);
    return ok;
}

/* ---- all of them ---- */

/* A failure of the engine becomes a line; only a signal, or what is no engine's fault, a status. */
static enum status search_all(struct trial *trial, struct error *error)
{
    struct error failure = {0};
    bool stopped = false;
    enum status status =
        search(trial, 0, 2 * searches(trial) + is_chess(trial), &stopped, &failure);
    if (!status && !trial->failure[0])
        status = search(trial, FRESH, searches(trial), &stopped, &failure);
    if (stopped) {
        *error = failure;
        return status;
    }
    if (check_handshake(trial, &failure) && check_searches(trial, &failure)) {
        if (is_chess(trial))
            check_chess960(trial);
        check_limit(trial);
        check_determinism(trial);
        check_completion(trial);
    }
    return STATUS_OK;
}

static enum status finish(struct trial *trial, struct error *error)
{
    struct check_report *report = trial->report;
    for (size_t i = 0; i < report->count; i++) {
        if (!report->lines[i].ok)
            return STATUS_WRONG;
    }
    report->entry = engine_config_entry(&trial->config);
    return report->entry ? STATUS_OK : error_memory(error);
}

static bool check_option(struct trial *trial)
{
    struct error error = {0};
    return !is_chess(trial) || !engine_config_need_chess960(&trial->config, &error) ||
           add_line(trial, "chess960", false, "%s", error.text);
}

enum status check_engine(const char *path, struct check_report *report, struct error *error)
{
    struct trial trial = {.report = report};
    *report = (struct check_report){0};
    enum status status = engine_config_open(path, &trial.config, error);
    if (status)
        return status;
    snprintf(report->engine, sizeof report->engine, "%s", trial.config.id);
    plan(&trial);
    if (check_files(&trial) && check_option(&trial))
        status = search_all(&trial, error);
    if (!status)
        status = finish(&trial, error);
    engine_config_free(&trial.config);
    return status;
}

void check_free(struct check_report *report)
{
    cJSON_Delete(report->entry);
    *report = (struct check_report){0};
}

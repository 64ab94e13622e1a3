#include "base/file.h"
#include "cmd/command.h"
#include "search/exchange.h"
#include "search/run.h"
#include "search/status.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { PLAIN_MS = 60000 };

/* ---- what every form of the verb reads ---- */

/* "90s", "10m", "1h", "2d" as ms. */
static enum status read_duration(const char *text, int64_t *ms, struct error *error)
{
    static const struct {
        char letter;
        int64_t ms;
    } units[] = {{'s', 1000}, {'m', 60000}, {'h', 3600000}, {'d', 86400000}};
    size_t len = strlen(text);
    int64_t number;
    for (size_t i = 0; i < sizeof units / sizeof *units; i++) {
        if (len > 1 && text[len - 1] == units[i].letter &&
            text_int((struct text){text, len - 1}, 1, 100000, &number)) {
            *ms = number * units[i].ms;
            return STATUS_OK;
        }
    }
    return error_set(error, STATUS_CANNOT,
                     "--for: '%.80s' is no duration, which looks like 90s, 10m, 1h or 2d", text);
}

static enum status read_knobs(const struct command_line *line, struct plan_knobs *knobs,
                              struct error *error)
{
    long long nodes = 0, controls = -1, deepening = -1, mirrors = -1;
    enum status status = command_int(line, "wave-nodes", 1, 1000000000000000, 0, &nodes, error);
    if (!status)
        status = command_int(line, "controls", 0, 100, -1, &controls, error);
    if (!status)
        status = command_int(line, "deepening", 0, 100, -1, &deepening, error);
    if (!status)
        status = command_int(line, "mirrors", 0, 100, -1, &mirrors, error);
    *knobs = (struct plan_knobs){.wave_nodes = nodes,
                                 .control_percent = (int)controls,
                                 .deepening_percent = (int)deepening,
                                 .mirror_percent = (int)mirrors};
    return status;
}

static enum status read_options(const struct command_line *line, struct run_options *options,
                                struct error *error)
{
    long long workers, waves;
    const char *duration = command_value(line, "for");
    *options = (struct run_options){.until = command_value(line, "until")};
    enum status status = command_int(line, "workers", 1, RUN_WORKERS_MAX, 1, &workers, error);
    if (!status)
        status = command_int(line, "waves", 1, 1000000000, 0, &waves, error);
    if (!status && duration)
        status = read_duration(duration, &options->for_ms, error);
    if (status)
        return status;
    options->workers = (int)workers;
    options->waves = waves;
    return read_knobs(line, &options->knobs, error);
}

static struct ground_where where(const struct command_line *line, const char *root)
{
    return (struct ground_where){.root = root,
                                 .study = command_study(line),
                                 .store = command_value(line, "store"),
                                 .engine = command_value(line, "engine")};
}

/* ---- --run ---- */

/* On a terminal one line that changes, elsewhere a line a minute. */
struct screen {
    bool live;
    int64_t printed_ms;
};

static void print_progress(const struct run_progress *progress)
{
    struct buf left = {0};
    int64_t percent = progress->nodes ? progress->nodes_done / (progress->nodes / 100 + 1) : 0;
    status_put_duration(&left, progress->left_s);
    printf("wave %" PRId64 ": %" PRId64 " of %" PRId64 " jobs", progress->wave,
           progress->done + progress->failed, progress->jobs);
    if (progress->failed)
        printf(" (%" PRId64 " failed)", progress->failed);
    printf(", %" PRId64 " running", progress->running);
    if (progress->nodes)
        printf(", %" PRId64 " %% of the nodes", percent);
    printf(", %" PRId64 " knodes/s, %s left", progress->rate / 1000, left.data ? left.data : "?");
    buf_free(&left);
}

static void show(void *user, const struct run_progress *progress, const char *text)
{
    struct screen *screen = user;
    if (!text && !screen->live && progress->elapsed_ms - screen->printed_ms < PLAIN_MS)
        return;
    if (screen->live)
        printf("\r\033[K");
    if (text)
        printf("%s\n", text);
    if (screen->live || !text)
        print_progress(progress);
    if (!screen->live && !text) {
        screen->printed_ms = progress->elapsed_ms;
        printf("\n");
    }
    fflush(stdout);
}

static void print_imported(const struct ground *ground, const char *study)
{
    if (ground->imported)
        printf("%s: holds passport/%s as wave 0\n", store_name(ground->store), study);
}

static enum status run_form(const struct command_line *line, const char *root, struct error *error)
{
    struct ground ground = {0};
    struct run_options options;
    struct screen screen = {.live = isatty(STDOUT_FILENO)};
    struct ground_where at = where(line, root);
    enum status status = read_options(line, &options, error);
    if (!status)
        status = ground_open(&at, GROUND_ENGINE, &ground, error);
    print_imported(&ground, at.study);
    if (!status)
        status = run_search(&ground, &options, show, &screen, error);
    if (screen.live)
        printf("\n");
    ground_free(&ground);
    return status;
}

/* ---- the other forms ---- */

static enum status need_store(const struct ground *ground, struct error *error)
{
    return ground->store ? STATUS_OK
                         : error_set(error, STATUS_CANNOT, "%s: no such store", ground->store_path);
}

/* Prints what was collected, unless it failed; and frees it. */
static enum status print(struct buf *out, enum status status, struct error *error)
{
    if (!status)
        status = buf_ok(out, error);
    if (!status && out->len)
        fwrite(out->data, 1, out->len, stdout);
    buf_free(out);
    return status;
}

static enum status status_form(const struct command_line *line, const char *root,
                               struct error *error)
{
    struct ground ground = {0};
    struct status_report report = {0};
    struct buf out = {0};
    struct ground_where at = where(line, root);
    enum status status = ground_look(&at, &ground, error);
    if (!status)
        status = need_store(&ground, error);
    if (!status)
        status = status_read(&ground, &report, error);
    if (!status && command_value(line, "json"))
        status_print_json(&report, &out);
    else if (!status)
        status_print(&report, &out);
    status_free(&report);
    ground_free(&ground);
    return print(&out, status, error);
}

static enum status plan_form(const struct command_line *line, const char *root, struct error *error)
{
    struct ground ground = {0};
    struct run_options options;
    struct plan_knobs knobs;
    struct buf out = {0};
    struct ground_where at = where(line, root);
    enum status status = read_options(line, &options, error);
    if (!status)
        status = ground_look(&at, &ground, error);
    if (!status)
        status = ground_knobs(&ground, &options.knobs, options.until, &knobs, error);
    if (!status)
        status = status_print_plan(&ground, &knobs, options.workers, &out, error);
    ground_free(&ground);
    return print(&out, status, error);
}

static enum status export_form(const struct command_line *line, const char *root,
                               struct error *error)
{
    struct ground ground = {0};
    size_t files = 0, rows = 0;
    struct ground_where at = where(line, root);
    enum status status = ground_look(&at, &ground, error);
    if (!status)
        status = need_store(&ground, error);
    if (!status)
        status = exchange_export(ground.store, command_value(line, "export"), &files, &rows, error);
    if (!status)
        printf("exported %zu evaluations of the closed waves in %zu files\n", rows, files);
    ground_free(&ground);
    return status;
}

static enum status import_form(const struct command_line *line, const char *root,
                               struct error *error)
{
    struct ground ground = {0};
    size_t added, known;
    struct ground_where at = where(line, root);
    enum status status = ground_open(&at, at.engine ? GROUND_ENGINE : GROUND_STORE, &ground, error);
    print_imported(&ground, at.study);
    if (!status)
        status = exchange_import(&ground, command_value(line, "import"), &added, &known, error);
    if (!status)
        printf("imported %zu new evaluations; %zu were known\n", added, known);
    ground_free(&ground);
    return status;
}

static enum status make_form(const struct command_line *line, const char *root, struct error *error)
{
    struct ground ground = {0};
    struct ground_where at = where(line, root);
    enum status status = ground_open(&at, GROUND_STORE, &ground, error);
    print_imported(&ground, at.study);
    ground_free(&ground);
    return status;
}

static enum status copy_form(const struct command_line *line, const char *root, struct error *error)
{
    const char *store = command_value(line, "store");
    int64_t rows;
    char *path = store ? strdup(store) : file_join(root, "evals.db");
    enum status status =
        path ? exchange_copy(path, command_value(line, "copy"), &rows, error) : error_memory(error);
    if (!status)
        printf("copied %" PRId64 " evaluations\n", rows);
    free(path);
    return status;
}

/* ---- the verb ---- */

typedef enum status form(const struct command_line *line, const char *root, struct error *error);

static const struct {
    const char *option;
    form *run;
} forms[] = {
    {"run", run_form},       {"status", status_form}, {"plan", plan_form}, {"export", export_form},
    {"import", import_form}, {"copy", copy_form},     {"make", make_form},
};
enum { FORMS = sizeof forms / sizeof *forms };

static enum status run(const struct command_line *line, struct error *error)
{
    form *chosen = NULL;
    int count = 0;
    char *root;
    for (size_t i = 0; i < FORMS; i++) {
        if (!command_value(line, forms[i].option))
            continue;
        chosen = forms[i].run;
        count++;
    }
    if (count != 1)
        return error_set(
            error, STATUS_CANNOT,
            "search: one of --run, --status, --plan, --export, --import, --copy and --make "
            "is needed");
    enum status status = command_root(line, &root, error);
    if (!status)
        status = chosen(line, root, error);
    free(root);
    return status;
}

const struct command command_search = {
    .name = "search",
    .arguments = "",
    .summary = "run engines over the pairs, wave by wave, into a store",
    .details =
        "A wave is a fixed batch of searches, a function of the ladder and of the waves before "
        "it;\n"
        "a new store begins with what passport/STUDY holds. It may be killed at any moment: what\n"
        "was committed stays, and the wave goes on where it was. Ctrl-C gives the searches in "
        "hand\n"
        "back, twice ends it at once. The knobs stay as they were in the last wave.",
    .options = {{"run", NULL, "search; until nothing is left, without a condition"},
                {"status", NULL, "how far it has come, and who is at work"},
                {"plan", NULL, "the next wave, and what it takes"},
                {"export", "DIR", "write the closed waves' evidence below DIR/evidence"},
                {"import", "DIR", "bring DIR/evidence into the store, between two waves"},
                {"copy", "STORE", "copy the whole store into one that is empty"},
                {"make", NULL, "make the store, and no more"},
                {"workers", "N", "engines at a time (default: 1)"},
                {"engine", "FILE", "its configuration (default: engines/PRIMARY.json)"},
                {"store", "STORE",
                 "a path, or postgresql://... (default: evals.db in the checkout)"},
                {"waves", "N", "end after N waves"},
                {"for", "TIME", "begin no search after 90s, 10m, 1h or 2d"},
                {"until", "STAGE", "climb no further than STAGE"},
                {"wave-nodes", "N", "nodes in a wave (default: 2000000000)"},
                {"controls", "PERCENT", "of a wave for controls (default: 10)"},
                {"deepening", "PERCENT", "for pairs that passed all stages (default: 20)"},
                {"mirrors", "PERCENT", "for mirrors of ranked pairs (default: 2)"},
                {"json", NULL, "the status as one JSON document"},
                {0}},
    .run = run,
};

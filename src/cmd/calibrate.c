#include "study/calibrate.h"
#include "base/file.h"
#include "cmd/opened.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void print_cp(long long value)
{
    if (value < 0)
        printf(" %8s", "-");
    else
        printf(" %8lld", value);
}

static void print_windows(const struct asym *asym, const struct calibrate_even *even, uint64_t seed)
{
    printf("%-5s %12s %8s %8s %8s %8s %8s %8s %8s\n", "stage", "nodes", "controls", "even",
           "ladder", "window", "low", "high", "kept");
    for (int i = 0; i < asym->count; i++) {
        struct calibrate_window window;
        int64_t low, high;
        calibrate_window(asym, even, i, &window);
        calibrate_interval(asym, even, i, seed, &low, &high);
        printf("%-5s %12lld %8lld %8lld", asym->budgets[i].stage, (long long)asym->budgets[i].limit,
               (long long)window.controls, (long long)window.even);
        print_cp(asym->budgets[i].window);
        print_cp(window.window);
        print_cp(low);
        print_cp(high);
        printf(" %8lld%s\n", (long long)window.kept,
               calibrate_is_complete(asym, even, i) ? "" : "  (not calibrated)");
    }
}

static enum status write_ladder(const struct asym *asym, const struct calibrate_even *even,
                                const char *study, const char *path, struct error *error)
{
    struct ladder ladder;
    struct buf text = {0};
    calibrate_ladder(asym, even, &ladder);
    ladder_write(&text, study, &ladder);
    enum status status = buf_ok(&text, error);
    if (!status)
        status = file_write(path, buf_text(&text), 0644, error);
    if (!status)
        printf("%s: written\n", path);
    buf_free(&text);
    return status;
}

static enum status run(const struct command_line *line, struct error *error)
{
    struct opened opened = {0};
    struct calibrate_even even;
    const char *out = command_value(line, "out");
    const struct asym *asym = &opened.release.asym;
    long long seed;
    enum status status = command_int(line, "seed", 0, INT64_MAX, CALIBRATE_SEED, &seed, error);
    if (!status)
        status = opened_open(line, &opened, error);
    if (!status)
        calibrate_even(asym, &even);
    if (!status && even.reference < 0)
        status = error_set(error, STATUS_WRONG, "no budget has all %d controls", START_COUNT);
    if (!status) {
        printf("reference %s, %lld nodes: %lld of %d controls are within %lld cp; the %lld most "
               "even are taken\n",
               asym->budgets[even.reference].stage, (long long)asym->budgets[even.reference].limit,
               (long long)even.within, START_COUNT, (long long)asym->ladder->even_cp,
               (long long)even.used);
        print_windows(asym, &even, (uint64_t)seed);
    }
    if (!status && out)
        status = write_ladder(asym, &even, opened.release.edition.study, out, error);
    opened_free(&opened);
    return status;
}

const struct command command_calibrate = {
    .name = "calibrate",
    .arguments = "",
    .summary = "compute windows from the controls",
    .details =
        "low and high are a percentile bootstrap of the window, 95 %. A window is calibrated\n"
        "below the reference budget, where all even controls are evaluated. This advises:\n"
        "only ladder.json filters, and another ladder is another version.",
    .options = {{"out", "FILE", "write a ladder with the calibrated windows"},
                {"seed", "N", "of the bootstrap (default: 1)"},
                OPENED_FROM,
                {0}},
    .run = run,
};

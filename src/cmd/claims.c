#include "cmd/opened.h"
#include "release/codebook_layout.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- a table for reading: aligned, and turned where that is narrower ---- */

struct grid {
    struct text *cells; /* owned; line by line, the header first */
    size_t lines, columns;
    bool turned; /* each line of the table is printed as a column */
};

static size_t printed_lines(const struct grid *grid)
{
    return grid->turned ? grid->columns : grid->lines;
}

static size_t printed_columns(const struct grid *grid)
{
    return grid->turned ? grid->lines : grid->columns;
}

/* What stands there in print; "-" for an empty cell. */
static struct text printed(const struct grid *grid, size_t line, size_t column)
{
    size_t at = grid->turned ? column * grid->columns + line : line * grid->columns + column;
    return grid->cells[at].len ? grid->cells[at] : text_of("-");
}

static size_t width_of(const struct grid *grid, size_t column)
{
    size_t width = 0;
    for (size_t i = 0; i < printed_lines(grid); i++) {
        size_t len = printed(grid, i, column).len;
        width = len > width ? len : width;
    }
    return width;
}

static size_t whole_width(const struct grid *grid)
{
    size_t width = 0;
    for (size_t i = 0; i < printed_columns(grid); i++)
        width += width_of(grid, i) + 2;
    return width;
}

static bool is_number(struct text cell)
{
    for (size_t i = 0; i < cell.len; i++) {
        if (!strchr("-.0123456789", cell.data[i]))
            return false;
    }
    return true;
}

/* Numbers stand under each other to the right, all else to the left. */
static bool is_numeric(const struct grid *grid, size_t column)
{
    bool numeric = column > 0;
    for (size_t i = 1; i < printed_lines(grid) && numeric; i++)
        numeric = is_number(printed(grid, i, column));
    return numeric;
}

/* One of our own tables: each line ends in LF and has as many fields as the header. */
static enum status grid_read(struct grid *grid, struct text table, struct error *error)
{
    const char *end = table.data + table.len, *from = table.data;
    size_t count = 0;
    for (const char *at = table.data; at < end; at++) {
        count += *at == ',' || *at == '\n';
        grid->lines += *at == '\n';
    }
    grid->columns = grid->lines ? count / grid->lines : 0;
    grid->cells = calloc(count + 1, sizeof *grid->cells);
    if (!grid->cells)
        return error_memory(error);
    count = 0;
    for (const char *at = table.data; at < end; at++) {
        if (*at != ',' && *at != '\n')
            continue;
        grid->cells[count++] = (struct text){from, (size_t)(at - from)};
        from = at + 1;
    }
    size_t width = whole_width(grid);
    grid->turned = true;
    grid->turned = whole_width(grid) < width;
    return STATUS_OK;
}

static void print_padding(size_t width)
{
    while (width-- > 0)
        putchar(' ');
}

static void print_cell(struct text cell, size_t width, bool numeric, bool last)
{
    size_t padding = width - cell.len;
    if (numeric)
        print_padding(padding);
    fwrite(cell.data, 1, cell.len, stdout);
    if (!numeric && !last)
        print_padding(padding);
    fputs(last ? "\n" : "  ", stdout);
}

static enum status print_aligned(struct text table, struct error *error)
{
    struct grid grid = {0};
    enum status status = grid_read(&grid, table, error);
    size_t columns = printed_columns(&grid);
    size_t *widths = calloc(columns + 1, sizeof *widths);
    bool *numeric = calloc(columns + 1, sizeof *numeric);
    if (!status && (!widths || !numeric))
        status = error_memory(error);
    for (size_t k = 0; k < columns && !status; k++) {
        widths[k] = width_of(&grid, k);
        numeric[k] = is_numeric(&grid, k);
    }
    for (size_t i = 0; i < printed_lines(&grid) && !status; i++) {
        for (size_t k = 0; k < columns; k++)
            print_cell(printed(&grid, i, k), widths[k], numeric[k], k + 1 == columns);
    }
    free(widths);
    free(numeric);
    free(grid.cells);
    return status;
}

/* ---- the tables ---- */

/* What the codebook says of that file, where claims rest on it; else NULL. */
static const cJSON *claim_of(const struct release *release, const struct files_item *item)
{
    const cJSON *table = codebook_table(release->codebook, item->name);
    return table && codebook_true(table, "claim") ? table : NULL;
}

static void print_list(const struct release *release, const struct files *tables)
{
    for (size_t i = 0; i < tables->count; i++) {
        const cJSON *table = claim_of(release, &tables->items[i]);
        if (table)
            printf("%-14s  %s\n", json_string(table, "name"), json_string(table, "title"));
    }
}

static enum status print_table(const struct release *release, const struct files *tables,
                               const char *name, bool csv, struct error *error)
{
    for (size_t i = 0; i < tables->count; i++) {
        const struct files_item *item = &tables->items[i];
        const cJSON *table = claim_of(release, item);
        if (!table || strcmp(json_string(table, "name"), name) != 0)
            continue;
        if (!csv)
            return print_aligned(item->data, error);
        fwrite(item->data.data, 1, item->data.len, stdout);
        return STATUS_OK;
    }
    return error_set(error, STATUS_CANNOT,
                     "claims: '%.100s' is none of them (see: "
                     "asym-passport claims)",
                     name);
}

static enum status run(const struct command_line *line, struct error *error)
{
    struct opened opened;
    struct files tables = {0};
    const char *name = line->count ? line->arguments[0] : NULL;
    bool csv = command_value(line, "csv");
    enum status status = STATUS_OK;
    if (csv && !name)
        return error_set(error, STATUS_CANNOT, "claims: --csv needs the name of a table");
    status = opened_open(line, &opened, error);
    if (!status)
        status = release_replay(&opened.release, &tables, error);
    if (!status && name)
        status = print_table(&opened.release, &tables, name, csv, error);
    else if (!status)
        print_list(&opened.release, &tables);
    files_free(&tables);
    opened_free(&opened);
    return status;
}

const struct command command_claims = {
    .name = "claims",
    .arguments = "[NAME]",
    .max = 1,
    .summary = "show what is claimed of the results, computed from the evidence",
    .details = "Without a NAME, lists the tables that claims rest on. With one, prints that table\n"
               "aligned for reading, and with lines and columns exchanged where that is narrower.\n"
               "What each column means is in the codebook.",
    .options = {{"csv", NULL, "the table as it is in a release"}, OPENED_FROM, {0}},
    .run = run,
};

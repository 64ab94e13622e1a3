#include "site/board.h"
#include "site/html.h"
#include "site/listed.h"
#include "site/map.h"
#include "site/pages.h"
#include "site/plot.h"
#include "site/table.h"

#include "release/provenance.h"
#include "release/published.h"
#include "release/sums.h"

#include <stdio.h>
#include <string.h>

enum { HUB_PAIRS = 6 };

/* ---- what this is ---- */

static void put_fact(struct page *page, const char *key, const char *text, const char *class)
{
    page_tag(page, "dt", NULL, key, NULL);
    html_element(&page->out, "dd", text, "class", class, NULL);
}

static void put_facts(struct page *page)
{
    const struct site_source *source = page->site->source;
    const struct edition *edition = &source->release->edition;
    const cJSON *runs = json_get(source->release->passport, "runs");
    const cJSON *recorder =
        json_get(cJSON_GetArrayItem(runs, cJSON_GetArraySize(runs) - 1), "recorder");
    html_open(&page->out, "dl", "class", "facts", NULL);
    put_fact(page, "hub.version", edition->version, NULL);
    put_fact(page, "hub.date", page_date(page, edition->date), NULL);
    put_fact(page, "hub.engine", edition->primary_engine, NULL);
    put_fact(page, "hub.content", source->content_id, "hash");
    put_fact(page, "hub.swhid", source->swhid, "hash");
    put_fact(page, "hub.recorder", json_string(recorder, "version"), NULL);
    put_fact(page, "hub.recorder_source", json_string(recorder, "source"), "hash");
    html_close(&page->out, "dl");
    buf_putc(&page->out, '\n');
}

/* ---- coverage ---- */

static void put_stage(struct page *page, const cJSON *coverage, const struct asym_budget *budget)
{
    static const char *const members[] = {"screened", "controls_evaluated", "ranked", "stopped"};
    struct buf *out = &page->out;
    html_open(out, "tr", NULL);
    html_element(out, "th", budget->stage, "scope", "row", NULL);
    page_int_cell(page, budget->limit);
    if (budget->window < 0)
        html_element(out, "td", "–", "class", "number", NULL);
    else
        page_int_cell(page, budget->window);
    for (size_t i = 0; i < sizeof members / sizeof *members; i++) {
        const cJSON *value = json_get(json_get(coverage, members[i]), budget->stage);
        if (value)
            page_int_cell(page, (int64_t)value->valuedouble);
        else
            html_element(out, "td", "–", "class", "number", NULL);
    }
    html_close(out, "tr");
    buf_putc(out, '\n');
}

static void put_split(struct page *page, const cJSON *coverage)
{
    const cJSON *nodes = json_get(coverage, "nominal_nodes");
    int64_t screening = json_digits(nodes, "screening"),
            deepening = json_digits(nodes, "deepening");
    page_tag(page, "h3", NULL, "hub.split", NULL);
    page_tag(page, "p", NULL, "hub.split_text", page_int(page, screening),
             page_int(page, deepening), NULL);
    if (screening + deepening > 0)
        plot_bar(page, screening, deepening, page_word(page, "hub.split"));
}

static void put_coverage(struct page *page, const cJSON *coverage)
{
    const struct asym *asym = &page->site->source->release->asym;
    page_tag(page, "h2", NULL, "hub.coverage", NULL);
    page_tag(page, "p", NULL, "hub.coverage_text",
             page_int(page, json_int(coverage, "classes_evaluated")),
             page_int(page, json_int(coverage, "classes")),
             page_int(page, json_int(coverage, "waiting")),
             page_int(page, json_int(coverage, "triaged")), NULL);
    page_table_head(page, "table.stage", "#table.nodes", "#table.window", "#table.screened",
                    "#table.controls", "#table.ranked", "#table.stopped", NULL);
    for (int i = 0; i < asym->count; i++)
        put_stage(page, coverage, &asym->budgets[i]);
    page_table_end(page);
    put_split(page, coverage);
}

/* ---- pairs and map ---- */

static void put_pairs(struct page *page)
{
    const struct site *site = page->site;
    page_tag(page, "h2", NULL, "hub.pairs", NULL);
    page_tag(page, "p", NULL, "hub.pairs_text", NULL);
    html_open(&page->out, "ul", "class", "boards", NULL);
    for (size_t i = 0; i < HUB_PAIRS && i < site->ranked_count; i++)
        page_card(page, i + 1, &site->ranked[i]);
    html_close(&page->out, "ul");
    html_open(&page->out, "p", NULL);
    page_link(page, "top-1", "hub.more_pairs");
    html_close(&page->out, "p");
    buf_putc(&page->out, '\n');
}

static void put_legend(struct page *page)
{
    const struct site *site = page->site;
    const struct asym *asym = &site->source->release->asym;
    int64_t counts[MAP_KINDS] = {0};
    struct buf *out = &page->out;
    for (size_t i = 0; i < PAIR_CLASSES; i++)
        counts[map_kind(asym, &site->classes->of[i])]++;
    html_open(out, "ul", "class", "legend", NULL);
    for (int i = MAP_KINDS - 1; i > 0; i--) {
        char class[32], key[32];
        snprintf(class, sizeof class, "swatch %s", map_kind_name((enum map_kind)i));
        snprintf(key, sizeof key, "common.map_%s", map_kind_name((enum map_kind)i));
        html_open(out, "li", NULL);
        html_element(out, "span", "", "class", class, NULL);
        page_say(page, key, page_int(page, counts[i]), asym->budgets[map_deep(asym)].stage, NULL);
        html_close(out, "li");
        buf_putc(out, '\n');
    }
    html_close(out, "ul");
}

static void put_map(struct page *page)
{
    struct buf *out = &page->out, path = {0};
    char side[8];
    buf_printf(&path, "%sassets/map.png", page->up);
    snprintf(side, sizeof side, "%d", MAP_SIDE);
    page_tag(page, "h2", NULL, "hub.map", NULL);
    page_tag(page, "p", NULL, "hub.map_text", NULL);
    html_open(out, "figure", "class", "map", NULL);
    html_open(out, "div", "class", "app", "data-app", "map", NULL);
    html_empty(out, "img", "src", path.data, "width", side, "height", side, "loading", "lazy",
               "alt", page_word(page, "hub.map_alt"), NULL);
    html_close(out, "div");
    html_open(out, "figcaption", NULL);
    put_legend(page);
    html_close(out, "figcaption");
    html_close(out, "figure");
    buf_putc(out, '\n');
    out->failed |= path.failed;
    buf_free(&path);
}

/* ---- how evaluations spread ---- */

static void copy_name(char *to, size_t size, struct text from, const char *arrow, struct text next)
{
    snprintf(to, size, "%.*s%s%.*s", (int)from.len, from.data, arrow, (int)next.len, next.data);
}

/* The controls' standard deviation at each budget that has some. */
static void read_spread(const struct files *content, struct plot *plot)
{
    struct table table;
    if (!table_open(&table, content, "tables/windows.csv"))
        return;
    while (table_next(&table) && plot->places < PLOT_PLACES_MAX) {
        int64_t value = plot_tenths(table_cell(&table, "sd_cp"));
        if (value == PLOT_NONE)
            continue;
        copy_name(plot->names[plot->places], sizeof plot->names[0], table_cell(&table, "stage"), "",
                  (struct text){"", 0});
        plot->tenths[0][plot->places++] = value;
    }
}

/* Is it the next budget after that one? */
static bool follows(const struct asym *asym, const struct table *table)
{
    char from[16], to[16];
    int a = asym_find_stage(asym, table_copy(table, "from_stage", from, sizeof from));
    return a >= 0 && a + 1 == asym_find_stage(asym, table_copy(table, "to_stage", to, sizeof to));
}

/* Of each step from a budget to the next one the mean change of controls and of pairs. */
static void read_drift(const struct site_source *source, struct plot *plot)
{
    const struct asym *asym = &source->release->asym;
    struct table table;
    char stage[16];
    plot->places = (size_t)(asym->count > 1 ? asym->count - 1 : 0);
    if (plot->places > PLOT_PLACES_MAX)
        plot->places = PLOT_PLACES_MAX;
    for (size_t i = 0; i < plot->places; i++) {
        copy_name(plot->names[i], sizeof plot->names[0], text_of(asym->budgets[i].stage), "→",
                  text_of(asym->budgets[i + 1].stage));
        plot->tenths[0][i] = plot->tenths[1][i] = PLOT_NONE;
    }
    if (!table_open(&table, source->content, "tables/drift.csv"))
        return;
    while (table_next(&table)) {
        int at = asym_find_stage(asym, table_copy(&table, "from_stage", stage, sizeof stage));
        if (follows(asym, &table) && (size_t)at < plot->places)
            plot->tenths[text_is(table_cell(&table, "kind"), "pairs")][at] =
                plot_tenths(table_cell(&table, "mean_abs_change"));
    }
}

static void put_key(struct page *page, const char *class, const char *key)
{
    html_open(&page->out, "li", NULL);
    html_element(&page->out, "span", "", "class", class, NULL);
    page_say(page, key, NULL);
    html_close(&page->out, "li");
}

/* What is drawn, as a table. */
static void put_figures(struct page *page, const char *file, const struct listed_column *columns)
{
    struct table table;
    if (!table_open(&table, page->site->source->content, file))
        return;
    html_open(&page->out, "details", NULL);
    page_tag(page, "summary", NULL, "hub.figures", NULL);
    listed_put(page, &table, columns, NULL);
    html_close(&page->out, "details");
    buf_putc(&page->out, '\n');
}

static const struct listed_column spread_columns[] = {
    {"stage", "table.stage", LISTED_TEXT, NULL},
    {"nodes_limit", "table.nodes", LISTED_NUMBER, NULL},
    {"controls", "table.controls", LISTED_NUMBER, NULL},
    {"mean_cp", "table.mean", LISTED_NUMBER, NULL},
    {"sd_cp", "table.sd", LISTED_NUMBER, NULL},
    {0},
};

static const struct listed_column drift_columns[] = {
    {"kind", "table.kind", LISTED_WORD, "kind"},
    {"from_stage", "table.from", LISTED_TEXT, NULL},
    {"to_stage", "table.to", LISTED_TEXT, NULL},
    {"positions", "table.positions", LISTED_NUMBER, NULL},
    {"mean_change", "table.mean_change", LISTED_NUMBER, NULL},
    {"mean_abs_change", "table.change", LISTED_NUMBER, NULL},
    {0},
};

static void put_spread(struct page *page)
{
    const struct site_source *source = page->site->source;
    struct plot spread = {.series = 1, .label = page_word(page, "hub.spread_label")};
    struct plot drift = {.series = 2, .label = page_word(page, "hub.drift_label")};
    read_spread(source->content, &spread);
    read_drift(source, &drift);
    page_tag(page, "h2", NULL, "hub.spread", NULL);
    page_tag(page, "p", NULL, "hub.spread_text", NULL);
    html_open(&page->out, "figure", NULL);
    plot_lines(page, &spread);
    page_tag(page, "figcaption", NULL, "hub.spread_label", NULL);
    html_close(&page->out, "figure");
    put_figures(page, "tables/windows.csv", spread_columns);
    page_tag(page, "p", NULL, "hub.drift_text", NULL);
    html_open(&page->out, "figure", NULL);
    plot_lines(page, &drift);
    html_open(&page->out, "figcaption", NULL);
    page_say(page, "hub.drift_label", NULL);
    html_open(&page->out, "ul", "class", "legend", NULL);
    put_key(page, "swatch line-1", "kind.controls");
    put_key(page, "swatch line-2", "kind.pairs");
    html_close(&page->out, "ul");
    html_close(&page->out, "figcaption");
    html_close(&page->out, "figure");
    put_figures(page, "tables/drift.csv", drift_columns);
}

/* ---- download, verify, cite ---- */

static void put_file(struct page *page, const char *name, const char *key, struct text data)
{
    struct buf *out = &page->out, path = {0};
    buf_printf(&path, "%sdownload/%s", page->up, name);
    html_open(out, "li", NULL);
    html_element(out, "a", name, "class", "hash", "href", path.data, "download", "", NULL);
    page_tag(page, "span", "note", key, page_int(page, (int64_t)data.len), NULL);
    html_close(out, "li");
    buf_putc(out, '\n');
    out->failed |= path.failed;
    buf_free(&path);
}

static void put_download(struct page *page, const char *archive)
{
    const struct site_source *source = page->site->source;
    const struct files_item *sums = files_find(source->content, SUMS_FILE);
    page_tag(page, "h2", NULL, "hub.download", NULL);
    html_open(&page->out, "ul", "class", "downloads", NULL);
    put_file(page, archive, "hub.download_archive", source->archive);
    if (sums)
        put_file(page, SUMS_FILE, "hub.download_sums", sums->data);
    put_file(page, EDITION_SIGNATURE, "hub.download_signature", source->signature);
    if (source->provenance.data)
        put_file(page, PROVENANCE_FILE, "hub.download_provenance", source->provenance);
    html_close(&page->out, "ul");
    page_tag(page, "p", "note", "hub.licence", NULL);
}

/* A command or an entry to be copied. */
static void put_copy(struct page *page, struct buf *text)
{
    html_open(&page->out, "pre", "data-copy", "", "tabindex", "0", NULL);
    html_open(&page->out, "code", NULL);
    html_text(&page->out, buf_text(text));
    html_close(&page->out, "code");
    html_close(&page->out, "pre");
    buf_putc(&page->out, '\n');
    page->out.failed |= text->failed;
    buf_free(text);
}

static void put_verify(struct page *page, const char *archive)
{
    const struct minisign_key *key = page->site->source->key;
    char folder[48], line[MINISIGN_KEY_LINE + 1], fingerprint[SHA256_HEX + 1] = "";
    struct error error = {0};
    struct buf commands = {0};
    edition_name(&page->site->source->release->edition, folder);
    minisign_key_line(key, line);
    if (minisign_fingerprint(key, fingerprint, &error))
        page->out.failed = true;
    page_tag(page, "h2", NULL, "hub.verify", NULL);
    page_tag(page, "p", NULL, "hub.verify_text", NULL);
    buf_printf(&commands, "asym-passport verify %s", archive);
    put_copy(page, &commands);
    page_tag(page, "p", NULL, "hub.verify_without", NULL);
    buf_printf(&commands,
               "minisign -Vm " SUMS_FILE " -P %s\n"
               "zstd -dc %s | tar -xf -\n"
               "cmp " SUMS_FILE " %s/" SUMS_FILE "\n"
               "cd %s && sha256sum -c --quiet " SUMS_FILE,
               line, archive, folder, folder);
    put_copy(page, &commands);
    html_open(&page->out, "p", NULL);
    page_say(page, "hub.fingerprint", NULL);
    buf_putc(&page->out, ' ');
    html_element(&page->out, "code", fingerprint, "class", "hash", NULL);
    html_close(&page->out, "p");
    html_open(&page->out, "p", NULL);
    page_link(page, "verify", "hub.verify_here");
    html_close(&page->out, "p");
    buf_putc(&page->out, '\n');
}

static void put_citation(struct page *page)
{
    const struct site_source *source = page->site->source;
    struct citation citation = release_citation(source->release);
    struct buf entry = {0};
    citation.content_id = source->content_id;
    citation.swhid = source->swhid;
    citation_bibtex(&citation, &entry);
    page_tag(page, "h2", NULL, "hub.cite", NULL);
    page_tag(page, "p", NULL, "hub.cite_text", NULL);
    put_copy(page, &entry);
}

enum status pages_hub(struct page *page, struct error *error)
{
    const struct site_source *source = page->site->source;
    char archive[96];
    struct text text;
    cJSON *coverage = NULL;
    enum status status = files_get(source->content, "tables/coverage.json", &text, error);
    if (!status)
        status = json_parse("tables/coverage.json", text, &coverage, error);
    if (status)
        return status;
    published_archive_name(&source->release->edition, source->content_id, archive);
    board_symbols(&page->out);
    page_tag(page, "p", "lead", "hub.lead", page_int(page, PAIR_CLASSES), NULL);
    put_facts(page);
    put_coverage(page, coverage);
    put_pairs(page);
    put_map(page);
    put_spread(page);
    put_download(page, archive);
    put_verify(page, archive);
    put_citation(page);
    cJSON_Delete(coverage);
    return STATUS_OK;
}

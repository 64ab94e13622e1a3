#include "site/html.h"
#include "site/markdown.h"
#include "site/pages.h"
#include "site/table.h"

#include <stdio.h>
#include <string.h>

/* ---- texts ---- */

static void put_part(struct page *page, const struct buf *part)
{
    buf_put(&page->out, part->data, part->len);
}

/* A text of the release: its heading, its sections, itself; `language` where it is another one than
 * the page's. */
static enum status put_text(struct page *page, const char *file, const char *language,
                            struct error *error)
{
    struct text text;
    struct markdown_parts parts = {0};
    struct buf *out = &page->out;
    enum status status = files_get(page->site->source->content, file, &text, error);
    if (!status)
        status = markdown_render(text, &parts, error);
    if (!status) {
        html_open(out, "article", "class", "text", "lang", language, NULL);
        put_part(page, &parts.heading);
        html_open(out, "nav", "class", "contents", "aria-label", page_word(page, "text.contents"),
                  NULL);
        html_open(out, "ul", NULL);
        put_part(page, &parts.contents);
        html_close(out, "ul");
        html_close(out, "nav");
        buf_putc(out, '\n');
        put_part(page, &parts.text);
        html_close(out, "article");
        buf_putc(out, '\n');
    }
    markdown_free(&parts);
    return status;
}

static enum status put_translated(struct page *page, const char *name, struct error *error)
{
    char file[32];
    snprintf(file, sizeof file, "%s.%s.md", name, page->language->code);
    return put_text(page, file, NULL, error);
}

enum status pages_methodology(struct page *page, struct error *error)
{
    return put_translated(page, "METHODOLOGY", error);
}

enum status pages_limitations(struct page *page, struct error *error)
{
    return put_translated(page, "LIMITATIONS", error);
}

enum status pages_codebook(struct page *page, struct error *error)
{
    page_tag(page, "p", "note", "codebook.english", NULL);
    return put_text(page, "CODEBOOK.md", "en", error);
}

/* ---- the passport ---- */

static void put_row(struct page *page, const char *name, const char *value)
{
    html_open(&page->out, "tr", NULL);
    html_element(&page->out, "th", name, "scope", "row", NULL);
    html_element(&page->out, "td", value, "class", "hash", NULL);
    html_close(&page->out, "tr");
    buf_putc(&page->out, '\n');
}

/* Every string of a JSON value, one row each: "options Threads" and its value. */
static void put_values(struct page *page, const char *name, const cJSON *value)
{
    const cJSON *item;
    if (cJSON_IsString(value)) {
        put_row(page, name, value->valuestring);
    } else if (cJSON_IsNumber(value)) {
        put_row(page, name, page_int(page, (int64_t)value->valuedouble));
    } else if (cJSON_IsBool(value)) {
        put_row(page, name, page_word(page, cJSON_IsTrue(value) ? "common.yes" : "common.no"));
    } else {
        cJSON_ArrayForEach(item, value)
        {
            char part[128];
            snprintf(part, sizeof part, "%s%s%s", name, item->string ? " " : "",
                     item->string ? item->string : "");
            put_values(page, part, item);
        }
    }
}

static void put_engines(struct page *page, const cJSON *passport)
{
    const cJSON *engine;
    page_tag(page, "h2", NULL, "passport.engines", NULL);
    cJSON_ArrayForEach(engine, json_get(passport, "engines"))
    {
        const cJSON *value;
        html_element(&page->out, "h3", engine->string, NULL);
        page_table_head(page, "table.what", "table.value", NULL);
        cJSON_ArrayForEach(value, engine) put_values(page, value->string, value);
        page_table_end(page);
    }
}

static void put_evidence(struct page *page, const cJSON *passport)
{
    const cJSON *file;
    struct buf *out = &page->out;
    page_tag(page, "h2", NULL, "passport.evidence", NULL);
    page_table_head(page, "table.engine", "#table.nodes", "#table.rows", "#table.controls",
                    "table.sha256", NULL);
    cJSON_ArrayForEach(file, json_get(passport, "evidence"))
    {
        html_open(out, "tr", NULL);
        html_element(out, "th", json_string(file, "engine"), "scope", "row", NULL);
        page_int_cell(page, json_int(file, "limit"));
        page_int_cell(page, json_int(file, "rows"));
        page_int_cell(page, json_int(file, "controls"));
        html_element(out, "td", json_string(file, "sha256"), "class", "hash", NULL);
        html_close(out, "tr");
        buf_putc(out, '\n');
    }
    page_table_end(page);
}

static int64_t added_rows(const cJSON *run)
{
    int64_t sum = 0;
    const cJSON *added;
    cJSON_ArrayForEach(added, json_get(run, "added")) sum += json_int(added, "rows");
    return sum;
}

static void put_run(struct page *page, const cJSON *run, int number)
{
    const cJSON *split, *date;
    page_tag(page, "h3", NULL, "passport.run", page_int(page, number), NULL);
    page_table_head(page, "table.what", "table.value", NULL);
    put_row(page, page_word(page, "passport.added"), page_int(page, added_rows(run)));
    cJSON_ArrayForEach(date, json_get(run, "dates"))
        put_row(page, page_word(page, "passport.date"), page_date(page, date->valuestring));
    put_row(page, page_word(page, "passport.host"), json_string(run, "host"));
    put_values(page, page_word(page, "passport.producer"), json_get(run, "producer"));
    put_values(page, page_word(page, "passport.recorder"), json_get(run, "recorder"));
    cJSON_ArrayForEach(split, json_get(run, "compute_split"))
    {
        put_row(page, page_word(page, "passport.screening"),
                page_int(page, json_digits(split, "screening_nodes")));
        put_row(page, page_word(page, "passport.deepening"),
                page_int(page, json_digits(split, "deepening_nodes")));
    }
    page_table_end(page);
}

static void put_ladder(struct page *page)
{
    const struct ladder *ladder = &page->site->source->release->ladder;
    struct buf *out = &page->out;
    page_tag(page, "h2", NULL, "passport.ladder", NULL);
    page_table_head(page, "table.stage", "#table.nodes", "#table.window", NULL);
    for (size_t i = 0; i < ladder->count; i++) {
        html_open(out, "tr", NULL);
        html_element(out, "th", ladder->stages[i].name, "scope", "row", NULL);
        page_int_cell(page, ladder->stages[i].limit);
        page_int_cell(page, ladder->stages[i].window);
        html_close(out, "tr");
        buf_putc(out, '\n');
    }
    page_table_end(page);
}

enum status pages_passport(struct page *page, struct error *error)
{
    const cJSON *passport = page->site->source->release->passport, *run;
    int number = 0;
    (void)error;
    page_tag(page, "p", "lead", "passport.lead", NULL);
    put_engines(page, passport);
    put_ladder(page);
    put_evidence(page, passport);
    page_tag(page, "h2", NULL, "passport.runs", NULL);
    cJSON_ArrayForEach(run, json_get(passport, "runs")) put_run(page, run, ++number);
    return STATUS_OK;
}

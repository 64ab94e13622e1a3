#include "site/page.h"

#include "site/board.h"
#include "site/html.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/* Inline scripts and styles are forbidden, and so is every other origin. */
#define POLICY                                                                                     \
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "              \
    "connect-src 'self'; base-uri 'none'; form-action 'none'"

/* The pages that the navigation leads to. */
static const struct {
    const char *name, *key;
} navigation[] = {
    {"index", "nav.hub"},
    {"pairs", "nav.explorer"},
    {"top-1", "nav.top"},
    {"encyclopedia", "nav.encyclopedia"},
    {"fair", "nav.fair"},
    {"controls", "nav.controls"},
    {"methodology", "nav.methodology"},
    {"limitations", "nav.limitations"},
    {"codebook", "nav.codebook"},
    {"passport", "nav.passport"},
    {"verify", "nav.verify"},
};

/* ---- words ---- */

static void note_missing(struct page *page, const char *key)
{
    if (!page->missing[0])
        snprintf(page->missing, sizeof page->missing, "%s", key);
}

static void say(struct page *page, const char *key, va_list args)
{
    const char *arguments[9];
    size_t count = 0;
    struct buf text = {0};
    const char *argument = va_arg(args, const char *);
    for (; argument && count < 9; argument = va_arg(args, const char *))
        arguments[count++] = argument;
    if (!language_say(page->language, &text, key, arguments, count))
        note_missing(page, key);
    page->out.failed |= text.failed;
    html_text(&page->out, buf_text(&text));
    buf_free(&text);
}

void page_say(struct page *page, const char *key, ...)
{
    va_list args;
    va_start(args, key);
    say(page, key, args);
    va_end(args);
}

void page_tag(struct page *page, const char *tag, const char *class, const char *key, ...)
{
    va_list args;
    html_open(&page->out, tag, "class", class, NULL);
    va_start(args, key);
    say(page, key, args);
    va_end(args);
    html_close(&page->out, tag);
    buf_putc(&page->out, '\n');
}

const char *page_word(struct page *page, const char *key)
{
    const char *word = language_word(page->language, key);
    if (!word)
        note_missing(page, key);
    return word ? word : "";
}

/* ---- what is shown ---- */

static char *next_shown(struct page *page)
{
    return page->shown[page->turn++ % PAGE_SHOWN];
}

/* Keeps a copy of what was written, and frees it. */
static const char *keep(struct page *page, struct buf *text)
{
    char *shown = next_shown(page);
    page->out.failed |= text->failed;
    snprintf(shown, PAGE_SHOWN_BYTES, "%s", text->data ? text->data : "");
    buf_free(text);
    return shown;
}

const char *page_number(struct page *page, struct text value)
{
    struct buf text = {0};
    language_number(page->language, value, &text);
    return keep(page, &text);
}

const char *page_int(struct page *page, int64_t value)
{
    char digits[24];
    snprintf(digits, sizeof digits, "%lld", (long long)value);
    return page_number(page, text_of(digits));
}

const char *page_date(struct page *page, const char *date)
{
    struct buf text = {0};
    language_date(page->language, date, &text);
    return keep(page, &text);
}

const char *page_href(struct page *page, const struct language *language, const char *name)
{
    char *shown = next_shown(page);
    snprintf(shown, PAGE_SHOWN_BYTES, "%s%s/%s.html", page->up, language->code, name);
    return shown;
}

const char *page_pair(struct page *page, struct pair pair)
{
    char *shown = next_shown(page);
    snprintf(shown, PAGE_SHOWN_BYTES, "%d:%d", pair.w, pair.b);
    return shown;
}

const char *page_pair_href(struct page *page, struct pair pair)
{
    char *shown = next_shown(page);
    snprintf(shown, PAGE_SHOWN_BYTES, "%s%s/pair.html?%d:%d", page->up, page->language->code,
             pair.w, pair.b);
    return shown;
}

const char *page_score(struct page *page, const struct evaluation *row)
{
    struct buf text = {0};
    if (!row) {
        buf_puts(&text, "–");
    } else if (row->mate) {
        const char *moves = page_int(page, row->score);
        if (!language_say(page->language, &text, "score.mate", &moves, 1))
            note_missing(page, "score.mate");
    } else {
        const char *value = page_int(page, row->score);
        buf_puts(&text, row->score > 0 ? "+" : "");
        buf_puts(&text, value);
    }
    return keep(page, &text);
}

/* ---- pieces of a page ---- */

void page_link(struct page *page, const char *name, const char *key)
{
    html_element(&page->out, "a", page_word(page, key), "href",
                 page_href(page, page->language, name), NULL);
}

void page_table_begin(struct page *page)
{
    buf_puts(&page->out, "<div class=\"scroll\" tabindex=\"0\"><table>\n<thead><tr>");
}

void page_column(struct page *page, const char *heading, bool number)
{
    html_element(&page->out, "th", heading, "scope", "col", "class", number ? "number" : NULL,
                 NULL);
}

void page_table_rows(struct page *page)
{
    buf_puts(&page->out, "</tr></thead>\n<tbody>\n");
}

void page_table_head(struct page *page, ...)
{
    va_list args;
    va_start(args, page);
    page_table_begin(page);
    for (const char *key = va_arg(args, const char *); key; key = va_arg(args, const char *))
        page_column(page, page_word(page, key + (*key == '#')), *key == '#');
    page_table_rows(page);
    va_end(args);
}

void page_table_end(struct page *page)
{
    buf_puts(&page->out, "</tbody>\n</table></div>\n");
}

void page_number_cell(struct page *page, struct text value)
{
    html_element(&page->out, "td", page_number(page, value), "class", "number", NULL);
}

void page_int_cell(struct page *page, int64_t value)
{
    html_element(&page->out, "td", page_int(page, value), "class", "number", NULL);
}

void page_card(struct page *page, size_t rank, const struct asym_class *class)
{
    char white[START_BYTES], black[START_BYTES];
    const struct asym_budget *budget = &page->site->source->release->asym.budgets[class->deepest];
    const char *name = page_pair(page, class->pair);
    struct buf *out = &page->out, label = {0};
    start_letters(class->pair.w, white);
    start_letters(class->pair.b, black);
    if (!language_say(page->language, &label, "board.label", (const char *[]){name, white, black},
                      3))
        note_missing(page, "board.label");
    html_open(out, "li", "class", "card", NULL);
    board_pair(out, class->pair, label.data ? label.data : "");
    buf_free(&label);
    html_open(out, "p", NULL);
    if (rank > 0)
        html_element(out, "span", page_int(page, (int64_t)rank), "class", "rank", NULL);
    html_element(out, "a", name, "href", page_pair_href(page, class->pair), NULL);
    html_element(out, "span", page_score(page, class->at[class->deepest]), "class", "cp", NULL);
    html_element(out, "span", budget->stage, "class", "stage", NULL);
    html_close(out, "p");
    html_open(out, "p", "class", "letters", NULL);
    html_puts(out, white);
    html_empty(out, "br", NULL);
    html_puts(out, black);
    html_close(out, "p");
    html_close(out, "li");
    buf_putc(out, '\n');
}

/* ---- the frame ---- */

static bool has_prefix(const char *key, const char *prefix)
{
    size_t len = strlen(prefix);
    return strncmp(key, prefix, len) == 0 && key[len] == '.';
}

/* In the frame of the words of JSON, '<' is the one character that could end it. */
static void put_json(struct buf *out, const char *string)
{
    struct buf text = {0};
    json_write_string(&text, string);
    out->failed |= text.failed;
    for (size_t i = 0; i < text.len; i++) {
        if (text.data[i] == '<')
            buf_puts(out, "\\u003c");
        else
            buf_putc(out, text.data[i]);
    }
    buf_free(&text);
}

static void put_words(struct page *page)
{
    const cJSON *word;
    const char *comma = "";
    struct buf *out = &page->out;
    html_open(out, "script", "type", "application/json", "id", "words", NULL);
    buf_putc(out, '{');
    cJSON_ArrayForEach(word, page->language->words)
    {
        const char *key = word->string;
        if (!has_prefix(key, "common") && !has_prefix(key, "app") &&
            !(page->app && has_prefix(key, page->app)))
            continue;
        buf_puts(out, comma);
        put_json(out, key);
        buf_putc(out, ':');
        put_json(out, word->valuestring);
        comma = ",";
    }
    buf_putc(out, '}');
    html_close(out, "script");
    buf_putc(out, '\n');
}

static void put_asset(struct page *page, const char *name)
{
    struct buf *out = &page->out, path = {0};
    buf_printf(&path, "%sassets/%s", page->up, name);
    if (!files_find(page->site->source->assets, name) || path.failed)
        out->failed |= path.failed;
    else if (strcmp(name, "app.js") == 0) {
        html_open(out, "script", "type", "module", "src", path.data, NULL);
        html_close(out, "script");
    } else {
        html_empty(out, "link", "rel", "stylesheet", "href", path.data, NULL);
    }
    buf_putc(out, '\n');
    buf_free(&path);
}

static void put_head(struct page *page, const char *title)
{
    struct buf *out = &page->out;
    const struct edition *edition = &page->site->source->release->edition;
    const struct language *languages = page->site->languages;
    buf_puts(out, "<!doctype html>\n");
    html_open(out, "html", "lang", page->language->code, NULL);
    buf_puts(out, "\n<head>\n<meta charset=\"utf-8\">\n");
    html_empty(out, "meta", "http-equiv", "Content-Security-Policy", "content", POLICY, NULL);
    buf_puts(out, "\n<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
                  "<meta name=\"color-scheme\" content=\"light dark\">\n");
    html_empty(out, "meta", "name", "description", "content", page_word(page, "site.summary"),
               NULL);
    buf_puts(out, "\n<title>");
    page_say(page, title, NULL);
    buf_printf(out, " – %s %s</title>\n", edition->study, edition->version);
    buf_printf(out, "<link rel=\"icon\" type=\"image/svg+xml\" href=\"%sassets/icon.svg\">\n",
               page->up);
    put_asset(page, "style.css");
    put_asset(page, "app.js");
    for (size_t i = 0; i < LANGUAGES; i++) {
        html_empty(out, "link", "rel", "alternate", "hreflang", languages[i].code, "href",
                   page_href(page, &languages[i], page->name), NULL);
        buf_putc(out, '\n');
    }
    buf_puts(out, "</head>\n");
}

static void put_languages(struct page *page)
{
    struct buf *out = &page->out;
    html_open(out, "nav", "class", "languages", "aria-label", page_word(page, "nav.languages"),
              NULL);
    html_open(out, "ul", NULL);
    for (size_t i = 0; i < LANGUAGES; i++) {
        const struct language *language = &page->site->languages[i];
        html_open(out, "li", NULL);
        html_element(out, "a", language->name, "lang", language->code, "hreflang", language->code,
                     "href", page_href(page, language, page->name), "aria-current",
                     language == page->language ? "true" : NULL, NULL);
        html_close(out, "li");
    }
    html_close(out, "ul");
    html_close(out, "nav");
    buf_putc(out, '\n');
}

/* Parts of a list share their first page's place in the navigation. */
static bool is_current(const struct page *page, const char *name)
{
    return strcmp(page->name, name) == 0 ||
           (strcmp(name, "top-1") == 0 && strncmp(page->name, "top-", 4) == 0);
}

static void put_navigation(struct page *page)
{
    struct buf *out = &page->out;
    html_open(out, "nav", "class", "site-nav", "aria-label", page_word(page, "nav.pages"), NULL);
    html_open(out, "ul", NULL);
    for (size_t i = 0; i < sizeof navigation / sizeof *navigation; i++) {
        html_open(out, "li", NULL);
        html_element(out, "a", page_word(page, navigation[i].key), "href",
                     page_href(page, page->language, navigation[i].name), "aria-current",
                     is_current(page, navigation[i].name) ? "page" : NULL, NULL);
        html_close(out, "li");
    }
    html_close(out, "ul");
    html_close(out, "nav");
    buf_putc(out, '\n');
}

void page_begin(struct page *page, const char *title, bool heading)
{
    struct buf *out = &page->out;
    put_head(page, title);
    html_open(out, "body", "data-page", page->name, "data-root", page->up, "data-content",
              page->site->source->content_id, NULL);
    buf_putc(out, '\n');
    html_element(out, "a", page_word(page, "nav.skip"), "class", "skip", "href", "#main", NULL);
    html_open(out, "header", "class", "site-head", NULL);
    html_element(out, "a", page_word(page, "site.name"), "class", "site-name", "href",
                 page_href(page, page->language, "index"), NULL);
    put_languages(page);
    put_navigation(page);
    html_close(out, "header");
    buf_puts(out, "\n<main id=\"main\">\n");
    if (heading)
        page_tag(page, "h1", NULL, title, NULL);
}

static void put_foot(struct page *page)
{
    const struct site_source *source = page->site->source;
    const struct edition *edition = &source->release->edition;
    html_open(&page->out, "footer", "class", "site-foot", NULL);
    page_tag(page, "p", NULL, "foot.release", edition->study, edition->version,
             page_date(page, edition->date), NULL);
    html_open(&page->out, "p", NULL);
    page_say(page, "foot.content", NULL);
    buf_putc(&page->out, ' ');
    html_element(&page->out, "code", source->content_id, "class", "hash", NULL);
    html_close(&page->out, "p");
    page_tag(page, "p", NULL, "foot.licence", NULL);
    html_close(&page->out, "footer");
    buf_putc(&page->out, '\n');
}

enum status page_end(struct page *page, struct error *error)
{
    char file[64];
    buf_puts(&page->out, "</main>\n");
    put_foot(page);
    put_words(page);
    buf_puts(&page->out, "</body>\n</html>\n");
    if (page->missing[0]) {
        buf_free(&page->out);
        return error_set(error, STATUS_WRONG, "site/strings/%s.json: no word for '%s'",
                         page->language->code, page->missing);
    }
    snprintf(file, sizeof file, "%s%s%s.html", *page->up ? page->language->code : "",
             *page->up ? "/" : "", page->name);
    return files_add_take(page->site->out, file, &page->out, error);
}

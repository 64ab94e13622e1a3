#include "site/markdown.h"

#include "site/html.h"

#include <md4c.h>
#include <stdio.h>
#include <string.h>

struct markdown {
    struct buf *out; /* where text goes: parts->heading or parts->text */
    struct markdown_parts *parts;
    int sections;
    bool in_section; /* within a heading of level 2 */
};

/* ---- blocks ---- */

static const char *block_tag(MD_BLOCKTYPE type)
{
    switch (type) {
    case MD_BLOCK_QUOTE:
        return "blockquote";
    case MD_BLOCK_UL:
        return "ul";
    case MD_BLOCK_OL:
        return "ol";
    case MD_BLOCK_LI:
        return "li";
    case MD_BLOCK_P:
        return "p";
    case MD_BLOCK_TABLE:
        return "table";
    case MD_BLOCK_THEAD:
        return "thead";
    case MD_BLOCK_TBODY:
        return "tbody";
    case MD_BLOCK_TR:
        return "tr";
    case MD_BLOCK_TH:
        return "th";
    case MD_BLOCK_TD:
        return "td";
    default:
        return NULL;
    }
}

static void open_heading(struct markdown *markdown, unsigned level)
{
    struct markdown_parts *parts = markdown->parts;
    char tag[] = {'h', (char)('0' + level), '\0'}, place[16] = "";
    markdown->in_section = level == 2;
    if (level == 2)
        snprintf(place, sizeof place, "s%d", ++markdown->sections);
    if (level == 1 && parts->heading.len == 0 && parts->text.len == 0)
        markdown->out = &parts->heading;
    html_open(markdown->out, tag, "id", *place ? place : NULL, NULL);
    if (level == 2)
        buf_printf(&parts->contents, "<li><a href=\"#%s\">", place);
}

static void close_heading(struct markdown *markdown, unsigned level)
{
    char tag[] = {'h', (char)('0' + level), '\0'};
    html_close(markdown->out, tag);
    if (markdown->in_section)
        buf_puts(&markdown->parts->contents, "</a></li>\n");
    markdown->in_section = false;
    markdown->out = &markdown->parts->text;
}

static int enter_block(MD_BLOCKTYPE type, void *detail, void *user)
{
    struct markdown *markdown = user;
    struct buf *out = markdown->out;
    char start[16];
    if (type == MD_BLOCK_H) {
        open_heading(markdown, ((MD_BLOCK_H_DETAIL *)detail)->level);
    } else if (type == MD_BLOCK_CODE) {
        buf_puts(out, "<pre tabindex=\"0\"><code>");
    } else if (type == MD_BLOCK_HR) {
        html_empty(out, "hr", NULL);
    } else if (type == MD_BLOCK_OL) {
        snprintf(start, sizeof start, "%u", ((MD_BLOCK_OL_DETAIL *)detail)->start);
        html_open(out, "ol", "start", start, NULL);
    } else if (type == MD_BLOCK_TABLE) {
        buf_puts(out, "<div class=\"scroll\" tabindex=\"0\"><table>");
    } else if (block_tag(type)) {
        html_open(out, block_tag(type), "scope", type == MD_BLOCK_TH ? "col" : NULL, NULL);
    }
    return 0;
}

static int leave_block(MD_BLOCKTYPE type, void *detail, void *user)
{
    struct markdown *markdown = user;
    struct buf *out = markdown->out;
    if (type == MD_BLOCK_H)
        close_heading(markdown, ((MD_BLOCK_H_DETAIL *)detail)->level);
    else if (type == MD_BLOCK_CODE)
        buf_puts(out, "</code></pre>");
    else if (block_tag(type))
        html_close(out, block_tag(type));
    if (type == MD_BLOCK_TABLE)
        html_close(out, "div");
    if (type != MD_BLOCK_DOC)
        buf_putc(out, '\n');
    return 0;
}

/* ---- spans ---- */

static const char *span_tag(MD_SPANTYPE type)
{
    switch (type) {
    case MD_SPAN_EM:
        return "em";
    case MD_SPAN_STRONG:
        return "strong";
    case MD_SPAN_CODE:
        return "code";
    case MD_SPAN_A:
        return "a";
    default:
        return NULL;
    }
}

/* An address that leads where a reader may be led; appended to `href`. */
static bool allowed(const MD_ATTRIBUTE *given, struct buf *href)
{
    static const char *const beginnings[] = {"https://", "http://", "#"};
    buf_put(href, given->text, given->size);
    for (size_t i = 0; i < sizeof beginnings / sizeof *beginnings && href->data; i++) {
        if (strncmp(href->data, beginnings[i], strlen(beginnings[i])) == 0)
            return true;
    }
    return false;
}

static int enter_span(MD_SPANTYPE type, void *detail, void *user)
{
    struct markdown *markdown = user;
    struct buf href = {0};
    if (type == MD_SPAN_A)
        html_open(markdown->out, "a", "href",
                  allowed(&((MD_SPAN_A_DETAIL *)detail)->href, &href) ? href.data : NULL, NULL);
    else if (span_tag(type))
        html_open(markdown->out, span_tag(type), NULL);
    markdown->out->failed |= href.failed;
    buf_free(&href);
    return 0;
}

static int leave_span(MD_SPANTYPE type, void *detail, void *user)
{
    struct markdown *markdown = user;
    (void)detail;
    if (span_tag(type))
        html_close(markdown->out, span_tag(type));
    return 0;
}

/* ---- text ---- */

static void put_text(struct buf *out, MD_TEXTTYPE type, struct text text)
{
    if (type == MD_TEXT_BR)
        html_empty(out, "br", NULL);
    else if (type == MD_TEXT_SOFTBR)
        buf_putc(out, '\n');
    else if (type == MD_TEXT_ENTITY) /* '&', letters, digits or '#', and ';': by its grammar */
        buf_put(out, text.data, text.len);
    else
        html_text(out, text);
}

static int put(MD_TEXTTYPE type, const MD_CHAR *data, MD_SIZE size, void *user)
{
    struct markdown *markdown = user;
    struct text text = {data, size};
    put_text(markdown->out, type, text);
    if (markdown->in_section)
        put_text(&markdown->parts->contents, type, text);
    return 0;
}

enum status markdown_render(struct text text, struct markdown_parts *parts, struct error *error)
{
    const MD_PARSER parser = {
        .flags = MD_FLAG_TABLES | MD_FLAG_NOHTML,
        .enter_block = enter_block,
        .leave_block = leave_block,
        .enter_span = enter_span,
        .leave_span = leave_span,
        .text = put,
    };
    struct markdown markdown = {.out = &parts->text, .parts = parts};
    if (md_parse(text.data, (MD_SIZE)text.len, &parser, &markdown) != 0)
        return error_memory(error);
    parts->text.failed |= parts->heading.failed || parts->contents.failed;
    return buf_ok(&parts->text, error);
}

void markdown_free(struct markdown_parts *parts)
{
    buf_free(&parts->heading);
    buf_free(&parts->contents);
    buf_free(&parts->text);
}

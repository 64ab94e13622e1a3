#include "site/site.h"

#include "release/keys.h"
#include "release/provenance.h"
#include "release/published.h"
#include "release/sums.h"
#include "site/board.h"
#include "site/data.h"
#include "site/map.h"
#include "site/pages.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct page_kind {
    const char *name, *title;
    const char *app; /* NULL: none */
    page_body *body;
    bool own_heading; /* the text has one */
};

/* The pages that stand once in each language, the hub first. */
static const struct page_kind pages[] = {
    {"index", "hub.title", "map", pages_hub, false},
    {"pairs", "pairs.title", "explorer", pages_pairs, false},
    {"pair", "page.pair_title", "pair", pages_pair, false},
    {"controls", "controls.title", NULL, pages_controls, false},
    {"encyclopedia", "encyclopedia.title", "games", pages_encyclopedia, false},
    {"fair", "page.fair_title", "fair", pages_fair, false},
    {"methodology", "nav.methodology", NULL, pages_methodology, true},
    {"limitations", "nav.limitations", NULL, pages_limitations, true},
    {"codebook", "nav.codebook", NULL, pages_codebook, true},
    {"passport", "passport.title", NULL, pages_passport, false},
    {"verify", "page.verify_title", "verify", pages_verify, false},
};

static enum status add_page(const struct site *site, const struct language *language,
                            const char *up, const struct page_kind *kind, struct error *error)
{
    struct page *page = calloc(1, sizeof *page);
    if (!page)
        return error_memory(error);
    *page = (struct page){
        .site = site, .language = language, .name = kind->name, .up = up, .app = kind->app};
    page_begin(page, kind->title, !kind->own_heading);
    enum status status = kind->body(page, error);
    if (!status)
        status = page_end(page, error);
    buf_free(&page->out);
    free(page);
    return status;
}

static enum status add_language(const struct site *site, const struct language *language,
                                struct error *error)
{
    enum status status = STATUS_OK;
    char name[16];
    for (size_t i = 0; i < sizeof pages / sizeof *pages && !status; i++)
        status = add_page(site, language, "../", &pages[i], error);
    for (int i = 1; i <= pages_top_count(site) && !status; i++) {
        const struct page_kind part = {name, "top.title", NULL, pages_top, false};
        snprintf(name, sizeof name, "top-%d", i);
        status = add_page(site, language, "../", &part, error);
    }
    return status;
}

/* ---- what is copied ---- */

static enum status add_download(const struct site_source *source, struct files *out,
                                struct error *error)
{
    char name[112] = "download/";
    struct text sums;
    published_archive_name(&source->release->edition, source->content_id, name + strlen(name));
    enum status status = files_get(source->content, SUMS_FILE, &sums, error);
    if (!status)
        status = files_add_view(out, name, source->archive, error);
    if (!status)
        status = files_add_view(out, "download/" SUMS_FILE, sums, error);
    if (!status)
        status = files_add_view(out, "download/" EDITION_SIGNATURE, source->signature, error);
    if (!status)
        status = files_add_view(out, "download/keys.json", text_of(keys_builtin), error);
    if (!status && source->provenance.data)
        status = files_add_view(out, "download/" PROVENANCE_FILE, source->provenance, error);
    return status;
}

static enum status add_assets(const struct files *assets, struct files *out, struct error *error)
{
    enum status status = STATUS_OK;
    for (size_t i = 0; i < assets->count && !status; i++) {
        struct buf name = {0};
        buf_printf(&name, "assets/%s", assets->items[i].name);
        status = buf_ok(&name, error);
        if (!status)
            status = files_add_view(out, name.data, assets->items[i].data, error);
        buf_free(&name);
    }
    return status;
}

static enum status add_pictures(const struct site *site, struct error *error)
{
    struct buf map = {0}, icon = {0};
    board_icon(&icon);
    enum status status = map_png(&site->source->release->asym, site->classes, &map, error);
    if (!status)
        status = files_add_take(site->out, "assets/map.png", &map, error);
    if (!status)
        status = files_add_take(site->out, "assets/icon.svg", &icon, error);
    buf_free(&map);
    buf_free(&icon);
    return status;
}

/* ---- the whole ---- */

static enum status add_all(const struct site *site, struct error *error)
{
    const struct site_source *source = site->source;
    enum status status = add_download(source, site->out, error);
    if (!status)
        status = add_assets(source->assets, site->out, error);
    if (!status)
        status = add_pictures(site, error);
    if (!status)
        status = data_add(source->release, source->content, source->content_id, site->classes,
                          site->ranked, site->ranked_count, site->out, error);
    for (size_t i = 0; i < LANGUAGES && !status; i++)
        status = add_language(site, &site->languages[i], error);
    if (!status) /* who comes to the root sees the hub at once */
        status = add_page(site, &site->languages[0], "", &pages[0], error);
    return status;
}

enum status site_make(const struct site_source *source, struct files *out, struct error *error)
{
    const struct asym *asym = &source->release->asym;
    struct site *site = calloc(1, sizeof *site);
    if (!site)
        return error_memory(error);
    site->source = source;
    site->out = out;
    enum status status = language_read_all(site->languages, error);
    if (!status)
        status = data_classes_new(asym, &site->classes, error);
    if (!status)
        status = asym_rank(asym, &site->ranked, &site->ranked_count, error);
    if (!status)
        status = add_all(site, error);
    language_free_all(site->languages);
    free(site->classes);
    free(site->ranked);
    free(site);
    return status;
}

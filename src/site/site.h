/* A release as a folder of plain pages and data, docs/SITE.md says which. Pure: the same release,
 * assets and program make the same bytes. */
#ifndef SITE_SITE_H
#define SITE_SITE_H

#include "base/files.h"
#include "release/minisign.h"
#include "release/release.h"

/* A verified release, and what lies beside it. All borrowed. */
struct site_source {
    const struct release *release; /* opened, its asym set up */
    const struct files *content;   /* of the archive */
    const char *content_id, *swhid;
    const struct minisign_key *key; /* that signed */
    struct text archive;            /* the .tar.zst, as it was given */
    struct text signature;          /* SHA256SUMS.minisig */
    struct text provenance;         /* provenance.dsse.json; data NULL: there is none */
    const struct files *assets;     /* style.css, app.js, what else they need */
};

/* Adds every file of the site, named below its folder. STATUS_WRONG: an asset has the name of a
 * file that is made here, or a word is missing in a language. */
enum status site_make(const struct site_source *source, struct files *out, struct error *error);

#endif

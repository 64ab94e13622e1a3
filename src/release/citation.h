/* How to cite a release. */
#ifndef RELEASE_CITATION_H
#define RELEASE_CITATION_H

#include "base/json.h"
#include "passport/edition.h"

/* What a citation is made of; nothing is owned. The ids identify a built release, so no file inside
 * the archive can have them: both are NULL there. */
struct citation {
    const struct edition *edition;
    const char *title;           /* the dataset's */
    const cJSON *references;     /* prior work, of references_shape */
    const char *const *keywords; /* NULL ends them */
    const char *results;         /* what kind of data it is: "Engine evaluations" */
    const char *content_id;      /* sha256 of SHA256SUMS, 64 hex digits */
    const char *swhid;           /* of the content folder */
};

/* CITATION.cff (Citation File Format 1.2.0, type dataset), with the prior work as `references`, and
 * the ids as `identifiers` where they are given. */
void citation_cff(const struct citation *citation, struct buf *out);

/* A BibTeX @misc entry; needs the ids. */
void citation_bibtex(const struct citation *citation, struct buf *out);

/* DataCite metadata, kernel 4, as JSON; needs the ids. */
enum status citation_datacite(const struct citation *citation, struct buf *out,
                              struct error *error);

#endif

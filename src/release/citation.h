/* How to cite a release. */
#ifndef RELEASE_CITATION_H
#define RELEASE_CITATION_H

#include "base/json.h"
#include "passport/edition.h"

/* CITATION.cff (Citation File Format 1.2.0, type dataset), with the prior work as `references`. */
void citation_cff(const struct edition *edition, const cJSON *references, struct buf *out);

/* What identifies a built release; a citation outside the archive carries it. */
struct citation_ids {
    const char *content_id; /* sha256 of SHA256SUMS, 64 hex digits */
    const char *swhid;      /* of the content folder */
};

/* citation_cff with `identifiers`. */
void citation_cff_with_ids(const struct edition *edition, const cJSON *references,
                           const struct citation_ids *ids, struct buf *out);

/* A BibTeX @misc entry. */
void citation_bibtex(const struct edition *edition, const struct citation_ids *ids,
                     struct buf *out);

/* DataCite metadata, kernel 4, as JSON. */
enum status citation_datacite(const struct edition *edition, const cJSON *references,
                              const struct citation_ids *ids, struct buf *out, struct error *error);

#endif

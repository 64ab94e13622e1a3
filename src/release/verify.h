/* Why a release may be believed, check by check.
 *
 * Order: the key and the signed comment come first, since they need no other file; the comment
 * bounds the size of what is unpacked and names its digest. The later checks run on what was given
 * whether or not it is signed, so that the first wrong thing is named, but the release is verified
 * only when every check passed. */
#ifndef RELEASE_VERIFY_H
#define RELEASE_VERIFY_H

#include "passport/edition.h"
#include "release/archive.h"
#include "release/minisign.h"

enum verify_outcome { VERIFY_OK, VERIFY_FAILED, VERIFY_SKIPPED };

const char *verify_outcome_name(enum verify_outcome outcome); /* ok, FAILED, skipped */

struct verify_check {
    const char *name;
    enum verify_outcome outcome;
    char text[768]; /* what was found, or what is wrong */
};

enum { VERIFY_CHECKS_MAX = 16 };

struct verify_request {
    /* An archive (.tar.zst or .tar), an unpacked folder, or NULL for the checkout `root`. */
    const char *path;
    const char *root;      /* NULL when there is no checkout; only for path == NULL */
    const char *study;     /* only for path == NULL */
    const char *key;       /* a minisign public key file; NULL: the pinned keys */
    const char *signature; /* NULL: SHA256SUMS.minisig beside the archive or folder, or in dist/ */
    /* NULL: provenance.dsse.json beside the signature; where that is absent, an archive's or
     * folder's provenance is not checked, and the report says so. */
    const char *provenance;
    const char *expect; /* the version that it must be; NULL: any */
    bool brief;         /* stop at the first failure: the report ends there */
};

struct verify_report {
    struct verify_check checks[VERIFY_CHECKS_MAX];
    size_t count;
    bool known; /* what follows is what the release itself says */
    struct edition edition;
    char content_id[SHA256_HEX + 1];
    struct archive_digest tar;
    struct minisign_key key; /* that signed, or should have; only after STATUS_OK */
};

/* Where the signature and the provenance of a request with a path are looked for; owned by the
 * caller, NULL when out of memory. */
char *verify_signature_path(const struct verify_request *request);
char *verify_provenance_path(const struct verify_request *request, const char *signature_path);

/* STATUS_OK: every check passed. STATUS_WRONG: one failed; the report says which. STATUS_CANNOT:
 * the release itself cannot be read (the message says why), or the release has another format and
 * every check but replay passed. */
enum status verify_release(const struct verify_request *request, struct verify_report *report,
                           struct error *error);

#endif

/* dist/STUDY-VERSION/: the record of a published release, beside which the archive is built. */
#ifndef RELEASE_PUBLISHED_H
#define RELEASE_PUBLISHED_H

#include "base/json.h"
#include "base/swhid.h"
#include "passport/edition.h"
#include "release/archive.h"

/* What record.json holds. Plain value. */
struct published {
    char content_id[65];
    struct archive_digest tar;
    char swhid[SWHID_BYTES]; /* of the content folder */
    char key_id[17];
};

extern const struct json_shape published_shape;

/* record.json as canonical JSON. */
enum status published_write(const struct edition *edition, const struct published *published,
                            struct buf *out, struct error *error);

/* Reads ROOT/dist/STUDY-VERSION/record.json. *found is false, with STATUS_OK, where the version has
 * not been published. */
enum status published_read(const char *root, const struct edition *edition, bool *found,
                           struct published *published, struct error *error);

/* STUDY-VERSION-<first 16 digits of the content id>.tar.zst */
void published_archive_name(const struct edition *edition, const char *content_id, char name[96]);

/* "asym 2026.11.1 content=<id> tar=<sha256> bytes=<size>": what a signature's trusted comment says.
 */
void published_comment(const struct edition *edition, const char *content_id,
                       const struct archive_digest *tar, char comment[256]);

/* The reverse: STATUS_WRONG when the comment is anything else. */
struct published_claim {
    char study[16], version[16];
    char content_id[65];
    struct archive_digest tar;
};
enum status published_parse_comment(const char *name, const char *comment,
                                    struct published_claim *claim, struct error *error);

#endif

/* What a release was made from, as a signed statement: an in-toto Statement v1 with an SLSA v1
 * provenance predicate (https://in-toto.io/Statement/v1, https://slsa.dev/provenance/v1), in a DSSE
 * envelope (release/dsse.h) beside the archive.
 *
 * The statement is a pure function of the release: no clock, no commit, no host, no run's id. So
 * verify renders it again and compares bytes. It holds
 *
 *   subject               SHA256SUMS, STUDY-VERSION.tar (uncompressed), each tables/ file
 *   buildType             urn:asym-passport:build:FORMAT, the release format: what the parameters
 *                         and dependencies below mean, and that `asym-passport build` makes the
 *                         subjects from them. Another statement is another format.
 *   externalParameters    study, version, passport (the whole object)
 *   resolvedDependencies  engines/ENGINE/FILE for each file that the passport names (engine binary,
 *                         network), then each inputs/ file: evidence, ladder, texts, schemas
 *   builder.id            urn:asym-passport:builder:signer: a machine of whoever holds the key.
 *                         No build service vouches for it, so SLSA Build L1 is what it claims; that
 *                         anybody can build the same bytes is what it rests on.
 *
 * The two URNs name; they do not resolve, since no host is ours. Their namespace is not registered.
 * Names within subject and resolvedDependencies are those inside the archive's folder. */
#ifndef RELEASE_PROVENANCE_H
#define RELEASE_PROVENANCE_H

#include "release/archive.h"
#include "release/minisign.h"
#include "release/release.h"

#define PROVENANCE_FILE "provenance.dsse.json"
#define PROVENANCE_PAYLOAD_TYPE "application/vnd.in-toto+json"

/* Appends the statement as canonical JSON (json_write). Of the release it needs edition and
 * passport; `content` is the sealed content, `tar` its digest. STATUS_WRONG: no SHA256SUMS. */
enum status provenance_statement(const struct release *release, const struct files *content,
                                 const struct archive_digest *tar, struct buf *out,
                                 struct error *error);

/* Appends the signed envelope of that statement. On failure `out` is untouched. */
enum status provenance_sign(const struct secret *secret, const struct release *release,
                            const struct files *content, const struct archive_digest *tar,
                            struct buf *out, struct error *error);

/* dsse_check for this payload type: was it signed with that key? All that can be said of a release
 * of another format. */
enum status provenance_check(const char *name, struct text envelope, const struct minisign_key *key,
                             struct buf *payload, struct error *error);

/* provenance_check, then: is what was signed this release's statement, byte for byte? STATUS_WRONG
 * names the first thing that differs, as
 *     NAME: subject[tables/pairs.csv].digest.sha256: "..." was signed, this release has "..."
 * in the order _type, predicateType, subject, predicate. Arguments as above; `name` is for
 * messages. */
enum status provenance_verify(const char *name, struct text envelope,
                              const struct minisign_key *key, const struct release *release,
                              const struct files *content, const struct archive_digest *tar,
                              struct error *error);

#endif

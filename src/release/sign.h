/* Signing the release that a checkout makes: the only writer of the tracked files below dist/. */
#ifndef RELEASE_SIGN_H
#define RELEASE_SIGN_H

#include "release/minisign.h"
#include "release/published.h"
#include "release/secret.h"

/* Renders the release of ROOT/passport/STUDY, signs it, and writes dist/STUDY-VERSION/{SHA256SUMS,
 * record.json, provenance.dsse.json, SHA256SUMS.minisig}, the signature last, and dist/keys.json
 * before them.
 *
 * The secret must be in dist/keys.json already, unless `rotate`: then it is added as the successor
 * of the newest key. STATUS_CANNOT when the version is signed already, whatever its content: a
 * signed version is frozen. */
enum status sign_release(const char *root, const char *study, const struct secret *secret,
                         bool rotate, struct published *published, struct error *error);

/* Adds the public half of a new key to ROOT/dist/keys.json and writes dist/keys/ID.pub. */
enum status sign_publish_key(const char *root, const struct secret *secret,
                             struct minisign_key *key, struct error *error);

/* The untrusted comment of every signature: fixed, so that the file has one form. */
#define SIGN_UNTRUSTED_COMMENT "signature of an asym-passport release"

#endif

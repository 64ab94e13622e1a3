/* DSSE, the Dead Simple Signing Envelope: bytes, what they are, and one Ed25519 signature over both
 * (https://github.com/secure-systems-lab/dsse, protocol and envelope, version 1).
 *
 * The specification leaves an envelope many forms. Here it has one, canonical JSON and one LF,
 *     {"payload":"B64","payloadType":"TYPE","signatures":[{"keyid":"HEX","sig":"B64"}]}
 * with base64 in its one form, so that no bit of it can change unnoticed. What passes here passes
 * other readers of DSSE.
 *
 * keyid is minisign_fingerprint of the key: sha256 of its 32 bytes, as in dist/keys.json. It is not
 * signed, and it decides nothing: the caller brings the key, and keyid must be that key's. */
#ifndef RELEASE_DSSE_H
#define RELEASE_DSSE_H

#include "base/buf.h"
#include "base/text.h"
#include "release/minisign.h"

/* What the signature is over: "DSSEv1 " and, for type and body each, its length in decimal, a
 * space, its bytes; a space between the two. Appended. */
void dsse_pae(struct buf *out, const char *type, struct text body);

/* Signs the payload and appends the envelope, which is read back and checked before. type:
 * printable ASCII. On failure `out` is untouched. */
enum status dsse_write(struct buf *out, const struct secret *secret, const char *type,
                       struct text payload, struct error *error);

/* Is this the one form of an envelope of that type, signed with that key alone? Only then are the
 * signed bytes appended to `payload`; after a failure it is untouched. `name` is for messages.
 *
 * STATUS_WRONG names what is wrong: JSON, members, the type, none or several signatures, another
 * key's id, base64, the form, the signature (as strict as minisign_ed25519_verify). */
enum status dsse_check(const char *name, struct text envelope, const char *type,
                       const struct minisign_key *key, struct buf *payload, struct error *error);

#endif

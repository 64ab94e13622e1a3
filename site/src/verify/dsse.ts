// DSSE, the Dead Simple Signing Envelope (https://github.com/secure-systems-lab/dsse, version 1),
// in the one form that ours has: canonical JSON, one signature, keyid the key's fingerprint.

import { type Bytes, ascii, base64Decode, concat, refuse } from './bytes';
import { SIGNATURE_BYTES, verify } from './ed25519';
import { checkMembers, isObject, parseCanonical, stringMember } from './json';
import { type Key, fingerprint } from './minisign';

export const PAYLOAD_TYPE = 'application/vnd.in-toto+json';

/** The pre-authentication encoding: what the signature is over. */
export function pae(type: string, body: Uint8Array): Bytes {
  return concat(ascii(`DSSEv1 ${type.length} ${type} ${body.length} `), body);
}

/** The payload of an envelope that this key alone signed. */
export async function openEnvelope(envelope: Uint8Array, key: Key): Promise<Bytes> {
  const json = parseCanonical(envelope);
  if (!isObject(json)) return refuse('no object');
  checkMembers(json, ['payload', 'payloadType', 'signatures']);
  const type = stringMember(json, 'payloadType');
  if (type !== PAYLOAD_TYPE) refuse(`the payloadType is "${type.slice(0, 80)}", expected "${PAYLOAD_TYPE}"`);
  const signatures = json['signatures'];
  if (!Array.isArray(signatures) || signatures.length !== 1)
    return refuse('expected exactly one signature');
  const [entry] = signatures;
  if (!isObject(entry)) return refuse('a signature is no object');
  checkMembers(entry, ['keyid', 'sig']);
  const keyid = stringMember(entry, 'keyid');
  const expected = await fingerprint(key);
  if (keyid !== expected) refuse(`the keyid is "${keyid.slice(0, 64)}", expected "${expected}"`);
  const payload = base64Decode(stringMember(json, 'payload'));
  await verify(key.key, base64Decode(stringMember(entry, 'sig'), SIGNATURE_BYTES), pae(type, payload));
  return payload;
}

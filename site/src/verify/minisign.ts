// minisign's files (https://jedisct1.github.io/minisign/), prehashed, in their one form.

import { blake2b } from '@noble/hashes/blake2b';
import { type Bytes, ascii, base64Decode, concat, latin1, refuse, sha256, within } from './bytes';
import { KEY_BYTES, SIGNATURE_BYTES, checkKey, checkSignature, verify } from './ed25519';

const ALGORITHM_BYTES = 2;
const ID_BYTES = 8;
const COMMENT_MAX = 1024;
const UNTRUSTED = 'untrusted comment: ';
const TRUSTED = 'trusted comment: ';

/** What every signature of ours begins with: nobody signs it, so it has one value. */
export const UNTRUSTED_COMMENT = 'signature of an asym-passport release';

export interface Key {
  id: string;
  key: Bytes;
}

export interface Signature {
  id: string;
  message: Bytes;
  comment: string;
  global: Bytes;
}

/** minisign shows the eight bytes as a little-endian number. */
function idOf(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0'))
    .reverse()
    .join('')
    .toUpperCase();
}

/** From what `minisign -P` takes. */
export function parseKey(line: string): Key {
  const blob = base64Decode(line, ALGORITHM_BYTES + ID_BYTES + KEY_BYTES);
  if (latin1(blob.subarray(0, ALGORITHM_BYTES)) !== 'Ed') refuse('no Ed25519 key');
  const key = blob.slice(ALGORITHM_BYTES + ID_BYTES);
  checkKey(key);
  return { id: idOf(blob.subarray(ALGORITHM_BYTES, ALGORITHM_BYTES + ID_BYTES)), key };
}

export function fingerprint(key: Key): Promise<string> {
  return sha256(key.key);
}

const LINES = [
  'line 1, the untrusted comment',
  'line 2, the signature',
  'line 3, the trusted comment',
  'line 4, the global signature',
] as const;

function readLines(file: Uint8Array): string[] {
  const lines = latin1(file).split('\n');
  LINES.forEach((name, i) => {
    const line = lines[i];
    if (line === undefined || (line === '' && i === lines.length - 1)) refuse(`ends before ${name}`);
    const odd = line.search(/[^ -~]/);
    if (odd >= 0)
      refuse(`${name}: byte 0x${line.charCodeAt(odd).toString(16).padStart(2, '0')} in column ` +
        `${odd + 1}, expected printable ASCII`);
  });
  if (lines.length === LINES.length) refuse(`${LINES[3]}: no LF at its end`);
  if (lines.length > LINES.length + 1 || lines[LINES.length] !== '')
    refuse(`goes on after ${LINES[3]}`);
  return lines;
}

function readComment(line: string, prefix: string): string {
  if (!line.startsWith(prefix)) refuse(`"${line.slice(0, 100)}" does not begin with "${prefix}"`);
  const comment = line.slice(prefix.length);
  if (comment.length > COMMENT_MAX)
    refuse(`a comment of ${comment.length} characters, at most ${COMMENT_MAX} are allowed`);
  return comment;
}

function readMessage(line: string): Pick<Signature, 'id' | 'message'> {
  const blob = base64Decode(line, ALGORITHM_BYTES + ID_BYTES + SIGNATURE_BYTES);
  const algorithm = latin1(blob.subarray(0, ALGORITHM_BYTES));
  if (algorithm === 'Ed') refuse('the legacy algorithm "Ed", not prehashed, expected "ED"');
  if (algorithm !== 'ED') refuse('another algorithm, expected "ED"');
  const message = blob.slice(ALGORITHM_BYTES + ID_BYTES);
  checkSignature(message);
  return { id: idOf(blob.subarray(ALGORITHM_BYTES, ALGORITHM_BYTES + ID_BYTES)), message };
}

function readGlobal(line: string): Bytes {
  const global = base64Decode(line, SIGNATURE_BYTES);
  checkSignature(global);
  return global;
}

/** Refuses anything but the one form of a signature of ours; verifies nothing yet. */
export function parseSignature(name: string, file: Uint8Array): Signature {
  return within(name, () => {
    const [first = '', second = '', third = '', fourth = ''] = readLines(file);
    const untrusted = within(LINES[0], () => readComment(first, UNTRUSTED));
    if (untrusted !== UNTRUSTED_COMMENT)
      refuse(`${LINES[0]}: "${untrusted.slice(0, 100)}", expected "${UNTRUSTED_COMMENT}"`);
    return {
      ...within(LINES[1], () => readMessage(second)),
      comment: within(LINES[2], () => readComment(third, TRUSTED)),
      global: within(LINES[3], () => readGlobal(fourth)),
    };
  });
}

function checkId(signature: Signature, key: Key): void {
  if (signature.id !== key.id) refuse(`made with key ${signature.id}, not with ${key.id}`);
}

/** Did the key sign the trusted comment, together with the first signature? */
export async function checkComment(signature: Signature, key: Key): Promise<void> {
  checkId(signature, key);
  await verify(key.key, signature.global, concat(signature.message, ascii(signature.comment)));
}

/** Did the key sign this file? */
export async function checkMessage(signature: Signature, key: Key, data: Bytes): Promise<void> {
  checkId(signature, key);
  await verify(key.key, signature.message, new Uint8Array(blake2b(data)));
}

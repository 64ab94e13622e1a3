// Ed25519 (RFC 8032), as strict as the program: WebCrypto does the curve, and what its
// implementations differ in, or let pass, is refused before.

import { type Bytes, refuse } from './bytes';

export const KEY_BYTES = 32;
export const SIGNATURE_BYTES = 64;

const littleEndian = (bytes: Uint8Array): bigint =>
  bytes.reduceRight((sum, byte) => (sum << 8n) | BigInt(byte), 0n);

const P = (1n << 255n) - 19n;
const L = (1n << 252n) + 27742317777372353535851937790883648493n;

// Every y of the eight points whose order divides 8, and 0 and 1 again, plus p. The two long ones
// are the y of the points of order 8.
const Y8 = 0x05fc536d880238b13933c6d305acdfd5f098eff289f4c345b027b2c28f95e826n;
const SMALL_ORDER = [0n, 1n, P - 1n, P, P + 1n, Y8, P - Y8];

const y = (point: Uint8Array): bigint => littleEndian(point) & ((1n << 255n) - 1n);

/** Refuses a key of small order, and one that is not in its one form. */
export function checkKey(key: Uint8Array): void {
  if (SMALL_ORDER.includes(y(key))) refuse('the key is a point of small order');
  if (y(key) >= P) refuse('the key is not canonical: its y is not below p');
}

/** R and S, one after the other: S below the group's order, R of no small order. */
export function checkSignature(signature: Uint8Array): void {
  if (littleEndian(signature.subarray(32)) >= L)
    refuse('the signature is not canonical: its S is not below L');
  if (SMALL_ORDER.includes(y(signature.subarray(0, 32))))
    refuse("the signature's R is a point of small order");
}

/** Throws a Refusal unless the key signed exactly these bytes. */
export async function verify(key: Bytes, signature: Bytes, data: Bytes): Promise<void> {
  if (key.length !== KEY_BYTES || signature.length !== SIGNATURE_BYTES)
    throw new TypeError(`a key of ${key.length} or a signature of ${signature.length} bytes`);
  checkKey(key);
  checkSignature(signature);
  const imported = await crypto.subtle.importKey('raw', key, 'Ed25519', false, ['verify']);
  if (!(await crypto.subtle.verify('Ed25519', imported, signature, data)))
    refuse('the signature does not fit');
}

/** Whether this browser can: Ed25519 came to WebCrypto late, and only where pages are secure. */
export async function available(): Promise<boolean> {
  try {
    const generator = Uint8Array.from([0x58, ...new Array<number>(31).fill(0x66)]);
    await crypto.subtle.importKey('raw', generator, 'Ed25519', false, ['verify']);
    return true;
  } catch {
    return false;
  }
}

// Bytes and their spellings. Whoever reads one of ours accepts a single form of it, and says in a
// Refusal what it found instead.

export type Bytes = Uint8Array<ArrayBuffer>;

/** What is wrong with data that somebody brought; its message is for the reader. */
export class Refusal extends Error {}

export function refuse(message: string): never {
  throw new Refusal(message);
}

/** Runs `body`; a refusal in it gets `name` before its message. */
export function within<T>(name: string, body: () => T): T {
  try {
    return body();
  } catch (error) {
    if (error instanceof Refusal) refuse(`${name}: ${error.message}`);
    throw error;
  }
}

export function ascii(text: string): Bytes {
  return Uint8Array.from(text, (c) => c.charCodeAt(0));
}

export function utf8(text: string): Bytes {
  return new TextEncoder().encode(text);
}

/** Each byte as one character; for what is compared or shown as ASCII. */
export function latin1(bytes: Uint8Array): string {
  let text = '';
  for (let at = 0; at < bytes.length; at += 8192)
    text += String.fromCharCode(...bytes.subarray(at, at + 8192));
  return text;
}

/** Throws a Refusal where it is no UTF-8. A byte-order mark stays what it is. */
export function decodeUtf8(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return refuse('not UTF-8');
  }
}

/** The first place in which two differ; -1 where they are the same. */
export function firstDifference(a: Uint8Array, b: Uint8Array): number {
  const shorter = Math.min(a.length, b.length);
  for (let i = 0; i < shorter; i++) if (a[i] !== b[i]) return i;
  return a.length === b.length ? -1 : shorter;
}

export function same(a: Uint8Array, b: Uint8Array): boolean {
  return firstDifference(a, b) < 0;
}

export function concat(...parts: Uint8Array[]): Bytes {
  const all = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

export function hex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

export async function sha256(bytes: Bytes): Promise<string> {
  return hex(new Uint8Array(await crypto.subtle.digest('SHA-256', bytes)));
}

/** RFC 4648 base64 in its one form: padded, no other character, no loose bit at the end. */
export function base64Decode(text: string, length?: number): Bytes {
  const shown = text.length > 100 ? text.slice(0, 100) : text;
  if (text.length % 4 !== 0 || !/^[A-Za-z0-9+/]*={0,2}$/.test(text))
    refuse(`"${shown}" is not base64`);
  const bytes = ascii(atob(text));
  if (base64Encode(bytes) !== text) refuse(`"${shown}" is base64, but not in its canonical form`);
  if (length !== undefined && bytes.length !== length)
    refuse(`base64 of ${bytes.length} bytes, expected ${length}`);
  return bytes;
}

export function base64Encode(bytes: Uint8Array): string {
  return btoa(latin1(bytes));
}

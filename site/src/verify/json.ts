// Canonical JSON (RFC 8785, for the subset used here: integers, strings, lists, objects) and one LF.

import { type Bytes, Refusal, decodeUtf8, firstDifference, refuse, utf8 } from './bytes';

export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };
export type JsonObject = { [key: string]: Json };

/** Without the LF. */
export function canonical(value: Json): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  if (value === null || typeof value !== 'object') return JSON.stringify(value);
  const members = Object.keys(value)
    .sort()
    .map((key) => `${JSON.stringify(key)}:${canonical(value[key] as Json)}`);
  return `{${members.join(',')}}`;
}

export function canonicalBytes(value: Json): Bytes {
  return utf8(`${canonical(value)}\n`);
}

/** In any form; for what a digest holds fast already. */
export function parseJson(bytes: Uint8Array): Json {
  try {
    return JSON.parse(decodeUtf8(bytes)) as Json;
  } catch (error) {
    if (error instanceof Refusal) throw error;
    return refuse('not JSON');
  }
}

/** Parses what is in its canonical form, which leaves no room for a key twice, another number's
 * spelling or a byte-order mark. */
export function parseCanonical(bytes: Uint8Array): Json {
  const value = parseJson(bytes);
  const at = firstDifference(bytes, canonicalBytes(value));
  if (at >= 0) refuse(`not in its canonical form, from byte ${at} on`);
  return value;
}

export function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The member of that name, which must be a string. */
export function stringMember(object: JsonObject, name: string): string {
  const value = object[name];
  return typeof value === 'string' ? value : refuse(`${name} is no string`);
}

export function integerMember(object: JsonObject, name: string): number {
  const value = object[name];
  return typeof value === 'number' && Number.isSafeInteger(value)
    ? value
    : refuse(`${name} is no integer`);
}

/** Has exactly these members? */
export function checkMembers(object: JsonObject, names: readonly string[]): void {
  for (const name of names) if (!Object.hasOwn(object, name)) refuse(`${name} is missing`);
  for (const name of Object.keys(object)) if (!names.includes(name)) refuse(`${name} is unknown`);
}

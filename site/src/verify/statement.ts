// The provenance statement (in-toto Statement v1, SLSA provenance v1) that a release makes: a
// function of its content and nothing else, so that what was signed can be compared byte by byte.

import { type Bytes, refuse, same } from './bytes';
import { type Json, type JsonObject, canonicalBytes, isObject, parseCanonical } from './json';
import { SUMS_FILE } from './sums';

export interface Edition {
  study: string;
  version: string;
  date: string;
  format: number;
}

const resource = (name: string, sha256: string): JsonObject => ({ name, digest: { sha256 } });

/** Every file of the content whose name begins with `prefix`. */
function filesBelow(digests: Map<string, string>, prefix: string): JsonObject[] {
  return [...digests].filter(([name]) => name.startsWith(prefix)).map(([name, d]) => resource(name, d));
}

/** What the passport says that the engines consist of. */
function engineFiles(passport: JsonObject): JsonObject[] {
  const engines = isObject(passport['engines']) ? passport['engines'] : {};
  return Object.keys(engines).sort().flatMap((id) => {
    const engine = engines[id];
    const files = isObject(engine) && isObject(engine['files']) ? engine['files'] : {};
    return Object.keys(files).sort().map((name) => {
      const sha256 = files[name];
      return resource(`engines/${id}/${name}`, typeof sha256 === 'string' ? sha256 : '');
    });
  });
}

export function makeStatement(
  edition: Edition, passport: Json, digests: Map<string, string>, tarSha256: string,
): JsonObject {
  const { study, version } = edition;
  return {
    _type: 'https://in-toto.io/Statement/v1',
    predicateType: 'https://slsa.dev/provenance/v1',
    subject: [
      resource(SUMS_FILE, digests.get(SUMS_FILE) ?? ''),
      resource(`${study}-${version}.tar`, tarSha256),
      ...filesBelow(digests, 'tables/'),
    ],
    predicate: {
      buildDefinition: {
        buildType: `urn:asym-passport:build:${edition.format}`,
        externalParameters: { study, version, passport },
        resolvedDependencies: [
          ...engineFiles(isObject(passport) ? passport : {}),
          ...filesBelow(digests, 'inputs/'),
        ],
      },
      runDetails: { builder: { id: 'urn:asym-passport:builder:signer' } },
    },
  };
}

const nameOf = (item: Json): string | undefined =>
  isObject(item) && typeof item['name'] === 'string' ? item['name'] : undefined;

/** Where two values differ first: a path and what is there; undefined where they do not. */
function difference(path: string, given: Json | undefined, expected: Json | undefined): string | undefined {
  if (given === undefined) return `${path}: missing in what was signed`;
  if (expected === undefined) return `${path}: was signed, but is nothing of this release`;
  if (isObject(given) && isObject(expected)) {
    const keys = [...new Set([...Object.keys(expected), ...Object.keys(given)])];
    return firstOf(keys, (key) => difference(path ? `${path}.${key}` : key, given[key], expected[key]));
  }
  if (Array.isArray(given) && Array.isArray(expected)) {
    const places = [...Array(Math.max(given.length, expected.length)).keys()];
    return firstOf(places, (i) => {
      const name = nameOf(expected[i] ?? given[i] ?? null) ?? String(i);
      return difference(`${path}[${name}]`, given[i], expected[i]);
    });
  }
  const [was, is] = [JSON.stringify(given), JSON.stringify(expected)];
  return was === is ? undefined
    : `${path}: ${was.slice(0, 120)} was signed, this release has ${is.slice(0, 120)}`;
}

function firstOf<T>(items: T[], find: (item: T) => string | undefined): string | undefined {
  for (const item of items) {
    const found = find(item);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Refuses a payload that is not what this release renders to, and names the first difference. */
export function checkStatement(payload: Bytes, statement: JsonObject): void {
  if (same(payload, canonicalBytes(statement))) return;
  refuse(difference('', parseCanonical(payload), statement) ?? 'the payload is not in its canonical form');
}

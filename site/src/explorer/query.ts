// What a reader asks of all classes, and the classes that answer. Pure.

import {
  CLASSES, type ClassOrder, STARTS, letters, mirror, parseFen, parsePair, representative,
} from '../chess960';
import { type Index, NO_BUDGET, NO_CP } from '../formats';

export const SORTS = ['rank', 'even', 'white', 'black', 'number'] as const;
export type Sort = (typeof SORTS)[number];

export interface Query {
  text: string;
  stage: number | null; // the deepest budget, by its index
  outcome: number | null;
  from: number | null; // |cp|, both included
  to: number | null;
  sort: Sort;
  down: boolean;
}

export const EVERYTHING: Query =
  { text: '', stage: null, outcome: null, from: null, to: null, sort: 'rank', down: false };

// ---- its form in an address ----

const whole = (text: string | null, max: number): number | null =>
  text !== null && /^\d{1,6}$/.test(text) && Number(text) <= max ? Number(text) : null;

export function readQuery(address: URLSearchParams, stages: string[], outcomes: string[]): Query {
  const place = (list: string[], name: string | null) => {
    const found = name === null ? -1 : list.indexOf(name);
    return found < 0 ? null : found;
  };
  const sort = address.get('sort') ?? 'rank';
  const known = SORTS.find((name) => name === sort.replace(/^-/, ''));
  return {
    text: address.get('q') ?? '',
    stage: place(stages, address.get('stage')),
    outcome: place(outcomes, address.get('outcome')),
    from: whole(address.get('from'), 100000),
    to: whole(address.get('to'), 100000),
    sort: known ?? 'rank',
    down: known !== undefined && sort.startsWith('-'),
  };
}

export function writeQuery(query: Query, stages: string[], outcomes: string[]): string {
  const address = new URLSearchParams();
  const put = (name: string, value: string | number | null | undefined) => {
    if (value !== null && value !== undefined && value !== '') address.set(name, String(value));
  };
  put('q', query.text.trim());
  put('stage', query.stage === null ? null : stages[query.stage]);
  put('outcome', query.outcome === null ? null : outcomes[query.outcome]);
  put('from', query.from);
  put('to', query.to);
  if (query.sort !== 'rank' || query.down) put('sort', `${query.down ? '-' : ''}${query.sort}`);
  return address.toString().replace(/%3A/g, ':');
}

// ---- what was typed ----

/** Starts that may be White's, and starts that may be Black's; `either`: one of them is enough, and
 * both masks are the same. */
export interface Wanted {
  white: Uint8Array;
  black: Uint8Array;
  either: boolean;
}

/** Letters stand together anywhere in a back rank; ? is any piece; eight are the whole rank. */
function startsWith(word: string): Uint8Array | undefined {
  const number = /^\d{1,3}$/.test(word) ? Number(word) : undefined;
  if (number !== undefined && number < STARTS) return only(number);
  if (!/^[BNRQK?]{1,8}$/i.test(word)) return undefined;
  const pattern = new RegExp(word.toUpperCase().replace(/\?/g, '.'));
  return Uint8Array.from({ length: STARTS }, (_, start) => Number(pattern.test(letters(start))));
}

function only(number: number): Uint8Array {
  const mask = new Uint8Array(STARTS);
  mask[number] = 1;
  return mask;
}

/** A pair, a FEN, or one or two starts by number or letters; null: all; undefined: none of these. */
export function readText(text: string): Wanted | null | undefined {
  const words = text.trim().split(/\s+/).filter(Boolean);
  const [first, second] = words;
  if (first === undefined) return null;
  const pair = words.length === 1 ? parsePair(first) : undefined;
  const named = pair ?? parseFen(text);
  if (named) {
    const { w, b } = representative(named);
    return { white: only(w), black: only(b), either: false };
  }
  const white = startsWith(first);
  if (!white || words.length > 2) return undefined;
  if (second === undefined) return { white, black: white, either: true };
  const black = startsWith(second);
  return black && { white, black, either: false };
}

/** Whether a class is meant: what was typed may be of the pair or of its mirror. The masks are turned
 * once, so that a class costs a few look-ups. */
function matcher({ white, black, either }: Wanted): (w: number, b: number) => boolean {
  const turned = (mask: Uint8Array) => mask.map((_, start) => mask[mirror(start)] as number);
  const [whiteTurned, blackTurned] = [turned(white), turned(black)];
  if (!either) return (w, b) => Boolean((white[w] && black[b]) || (whiteTurned[w] && blackTurned[b]));
  const any = white.map((bit, start) => bit | (whiteTurned[start] as number));
  return (w, b) => Boolean(any[w] || any[b]);
}

// ---- filter and sort ----

/** The classes that answer, in the order asked for. `rankOf` is 0 where a class has no rank. */
export function answer(query: Query, order: ClassOrder, index: Index, rankOf: Uint32Array): Uint32Array {
  const wanted = readText(query.text);
  if (wanted === undefined) return new Uint32Array(0);
  const fits = wanted && matcher(wanted);
  const found = new Uint32Array(CLASSES);
  let count = 0;
  const { deepest, outcome, deepestCp } = index;
  const bounded = query.from !== null || query.to !== null;
  const [from, to] = [query.from ?? 0, query.to ?? Infinity];
  for (let i = 0; i < CLASSES; i++) {
    if (query.stage !== null && deepest[i] !== query.stage) continue;
    if (query.outcome !== null && outcome[i] !== query.outcome) continue;
    if (bounded) {
      const cp = deepestCp[i] as number;
      const size = Math.abs(cp);
      if (cp === NO_CP || size < from || size > to) continue;
    }
    if (fits && !fits(order.w[i] as number, order.b[i] as number)) continue;
    found[count++] = i;
  }
  return sorted(found.subarray(0, count), query, order, index, rankOf);
}

const KEY_MAX = CLASSES + 1;

/** Small is first; what has no value is last, whichever way. */
function keyOf(query: Query, order: ClassOrder, index: Index, rankOf: Uint32Array): (i: number) => number {
  const turned = (value: number, max: number) => (query.down ? max - value : value);
  switch (query.sort) {
    case 'rank':
      return (i) => (rankOf[i] ? turned(rankOf[i] as number, CLASSES) : KEY_MAX);
    case 'even':
      return (i) => index.deepest[i] === NO_BUDGET || index.deepestCp[i] === NO_CP ? KEY_MAX
        : turned(Math.abs(index.deepestCp[i] as number), 32767);
    case 'white':
      return (i) => index.deepest[i] === NO_BUDGET || index.deepestCp[i] === NO_CP ? KEY_MAX
        : turned(32767 - (index.deepestCp[i] as number), 65534);
    case 'black':
      return (i) => turned(order.b[i] as number, STARTS);
    case 'number':
      return (i) => turned(i, CLASSES);
  }
}

/** By counting, which keeps the order of the classes among equals: linear in their number. */
function sorted(found: Uint32Array, query: Query, order: ClassOrder, index: Index, rankOf: Uint32Array): Uint32Array {
  const key = keyOf(query, order, index, rankOf);
  const keys = new Uint32Array(found.length);
  const starts = new Uint32Array(KEY_MAX + 2);
  for (let i = 0; i < found.length; i++) {
    const value = key(found[i] as number);
    keys[i] = value;
    starts[value + 1] = (starts[value + 1] as number) + 1;
  }
  for (let i = 1; i < starts.length; i++) starts[i] = (starts[i] as number) + (starts[i - 1] as number);
  const out = new Uint32Array(found.length);
  for (let i = 0; i < found.length; i++) {
    const value = keys[i] as number;
    const at = starts[value] as number;
    out[at] = found[i] as number;
    starts[value] = at + 1;
  }
  return out;
}

/** The rank of each class, from 1; 0: none. */
export function ranks(ranked: Uint32Array): Uint32Array {
  const rankOf = new Uint32Array(CLASSES);
  ranked.forEach((place, i) => (rankOf[place] = i + 1));
  return rankOf;
}

/** Whether a typed start is one that the pair itself shows, or only its mirror. */
export function onlyMirror(wanted: Wanted | null | undefined, w: number, b: number): boolean {
  if (!wanted) return false;
  const { white, black, either } = wanted;
  return !(either ? white[w] || black[b] : white[w] && black[b]);
}

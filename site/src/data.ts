// What the program wrote below data/ (docs/SITE.md), fetched once each.

import { CLASSES } from './chess960';
import { dataUrl } from './page';

export interface Budget {
  stage: string;
  limit: number;
  window: number | null;
  ranks: boolean;
  evaluated: number;
}

export interface Meta {
  study: string;
  version: string;
  date: string;
  content_id: string;
  classes: number;
  ranked: number;
  outcomes: string[];
  budgets: Budget[];
  engines: string[];
  primary: number;
}

/** A column each, by class. */
export interface Index {
  deepestCp: Int16Array;
  firstCp: Int16Array;
  outcome: Uint8Array;
  deepest: Uint8Array;
  stopped: Uint8Array;
  flags: Uint8Array;
}

export const NO_CP = -32768;
export const NO_BUDGET = 255;
export const FLAG_MATE = 1;
export const FLAG_MIRROR_EVALUATED = 2;

const HEADER_BYTES = 32;

/** Throws where it is not the index of the release `contentId`. */
export function readIndex(buffer: ArrayBuffer, contentId: string): Index {
  const bytes = new Uint8Array(buffer, 0, HEADER_BYTES);
  const text = (from: number, to: number) => String.fromCharCode(...bytes.subarray(from, to));
  const count = new DataView(buffer).getUint32(8, true);
  if (text(0, 8) !== 'ASYMIDX1' || count !== CLASSES || buffer.byteLength !== HEADER_BYTES + 8 * count)
    throw new Error('data/index.bin has another format than this page');
  if (text(16, 32) !== contentId.slice(0, 16))
    throw new Error('data/index.bin is of another release than data/meta.json');
  const at = (column: number) => HEADER_BYTES + column * count;
  return {
    deepestCp: int16(buffer, at(0), count),
    firstCp: int16(buffer, at(2), count),
    outcome: new Uint8Array(buffer, at(4), count),
    deepest: new Uint8Array(buffer, at(5), count),
    stopped: new Uint8Array(buffer, at(6), count),
    flags: new Uint8Array(buffer, at(7), count),
  };
}

/** Little-endian, whatever this machine is. */
function int16(buffer: ArrayBuffer, at: number, count: number): Int16Array {
  const native = new Int16Array(buffer, at, count);
  if (new Uint8Array(new Uint16Array([1]).buffer)[0] === 1) return native;
  const view = new DataView(buffer, at, 2 * count);
  return Int16Array.from({ length: count }, (_, i) => view.getInt16(2 * i, true));
}

/** A row of evidence, as the shards have it. */
export interface Row {
  b: number;
  engine: number;
  kind: string;
  limit: number;
  role: string;
  hash: number;
  cp: number | null;
  mate: number | null;
  depth: number;
  seldepth: number;
  nodes: number;
  bestmove: string;
  wdl: [number, number, number] | null;
}

type RawRow = [number, number, string, number, string, number, number | null, number | null, number,
  number, number, string, number | null, number | null, number | null];

function readRow(raw: RawRow): Row {
  const [b, engine, kind, limit, role, hash, cp, mate, depth, seldepth, nodes, bestmove, win, draw, loss] = raw;
  const wdl: Row['wdl'] = win === null || draw === null || loss === null ? null : [win, draw, loss];
  return { b, engine, kind, limit, role, hash, cp, mate, depth, seldepth, nodes, bestmove, wdl };
}

async function get(path: string): Promise<Response> {
  const response = await fetch(dataUrl(path));
  if (!response.ok) throw new Error(`data/${path}: ${response.status} ${response.statusText}`);
  return response;
}

function once<T>(load: () => Promise<T>): () => Promise<T> {
  let kept: Promise<T> | undefined;
  return () => (kept ??= load());
}

export const meta = once(async () => (await (await get('meta.json')).json()) as Meta);

export const index = once(async () => {
  const [{ content_id }, response] = await Promise.all([meta(), get('index.bin')]);
  return readIndex(await response.arrayBuffer(), content_id);
});

/** The ranked classes, best first. */
export const ranked = once(async () =>
  Uint32Array.from(((await (await get('ranked.json')).json()) as { classes: number[] }).classes));

/** All rows of one pair, of every engine. */
export async function rowsOf(w: number, b: number): Promise<Row[]> {
  const shard = await get(`pairs/${String(w).padStart(3, '0')}.json`);
  const { rows } = (await shard.json()) as { rows: RawRow[] };
  return rows.filter(([black]) => black === b).map(readRow);
}

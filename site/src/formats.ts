// The forms of what the program wrote below data/ (docs/SITE.md). Pure.

import { CLASSES } from './chess960';

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
  deep: number;
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

export type RawRow = [number, number, string, number, string, number, number | null, number | null, number,
  number, number, string, number | null, number | null, number | null];

export function readRow(raw: RawRow): Row {
  const [b, engine, kind, limit, role, hash, cp, mate, depth, seldepth, nodes, bestmove, win, draw, loss] = raw;
  const wdl: Row['wdl'] = win === null || draw === null || loss === null ? null : [win, draw, loss];
  return { b, engine, kind, limit, role, hash, cp, mate, depth, seldepth, nodes, bestmove, wdl };
}

/** A table of ours: no field is quoted. */
export function readCsv(text: string): Record<string, string>[] {
  const [header = '', ...lines] = text.trimEnd().split('\n');
  const names = header.split(',');
  return lines.map((line) => {
    const cells = line.split(',');
    return Object.fromEntries(names.map((name, i) => [name, cells[i] ?? '']));
  });
}

/** A row of games.csv, as far as it is shown. */
export const GAME_COLUMNS = ['w', 'b', 'round', 'game', 'white', 'black', 'result', 'termination', 'moves'] as const;
export type GameRow = Record<(typeof GAME_COLUMNS)[number], string>;

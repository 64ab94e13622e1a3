// What the program wrote below data/, fetched once each.

import { GAME_COLUMNS, type GameRow, type Meta, type RawRow, type Row, readCsv, readIndex, readRow } from './formats';
import { dataUrl } from './page';

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

/** The recorded runs of self-play, by name. */
export async function runs(): Promise<string[]> {
  return ((await (await get('games.json')).json()) as { runs: string[] }).runs;
}

/** The games of a run. */
export async function games(run: string): Promise<GameRow[]> {
  const rows = readCsv(await (await get(`games/${encodeURIComponent(run)}/games.csv`)).text());
  return rows.map((row) => Object.fromEntries(GAME_COLUMNS.map((name) => [name, row[name] ?? ''])) as GameRow);
}

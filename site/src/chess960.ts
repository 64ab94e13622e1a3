// Scharnagl numbers, pairs and classes, as src/chess960/ has them.

export const STARTS = 960;
export const CLASSES = 460_800;

export interface Pair {
  w: number;
  b: number;
}

const KNIGHTS = ['01', '02', '03', '04', '12', '13', '14', '23', '24', '34'];

/** Eight upper-case letters, from file A to file H. */
function lettersOf(number: number): string {
  const rank = new Array<string>(8).fill('');
  const free = () => rank.flatMap((piece, file) => (piece ? [] : [file]));
  const put = (file: number | undefined, piece: string) => {
    if (file !== undefined) rank[file] = piece;
  };
  put((number % 4) * 2 + 1, 'B');
  put((Math.floor(number / 4) % 4) * 2, 'B');
  put(free()[Math.floor(number / 16) % 6], 'Q');
  const left = free();
  for (const place of KNIGHTS[Math.floor(number / 96)] ?? '') put(left[Number(place)], 'N');
  free().forEach((file, i) => put(file, 'RKR'[i] ?? ''));
  return rank.join('');
}

const LETTERS = Array.from({ length: STARTS }, (_, number) => lettersOf(number));
const NUMBERS = new Map(LETTERS.map((letters, number) => [letters, number]));
const reversed = (letters: string) => [...letters].reverse().join('');
const MIRRORS = Uint16Array.from(LETTERS, (letters) => NUMBERS.get(reversed(letters)) ?? 0);

export function letters(number: number): string {
  return LETTERS[number] ?? '';
}

/** The number of a back rank, in any case; undefined where it is no start. */
export function numberOf(text: string): number | undefined {
  return NUMBERS.get(text.toUpperCase());
}

export function mirror(number: number): number {
  return MIRRORS[number] ?? 0;
}

export function mirrorPair({ w, b }: Pair): Pair {
  return { w: mirror(w), b: mirror(b) };
}

export function samePair(a: Pair, b: Pair): boolean {
  return a.w === b.w && a.b === b.b;
}

/** The lexicographically smaller pair of its class: the one that is evaluated. */
export function representative(pair: Pair): Pair {
  const other = mirrorPair(pair);
  return other.w < pair.w || (other.w === pair.w && other.b < pair.b) ? other : pair;
}

export function pairName({ w, b }: Pair): string {
  return `${w}:${b}`;
}

export function parsePair(text: string): Pair | undefined {
  const [, w, b] = /^(\d{1,3}):(\d{1,3})$/.exec(text) ?? [];
  const pair = { w: Number(w), b: Number(b) };
  return pair.w < STARTS && pair.b < STARTS ? pair : undefined;
}

/** All classes in the order of their representatives, and the class of each ordered pair. */
export interface ClassOrder {
  w: Uint16Array;
  b: Uint16Array;
  classOf: Int32Array; // at w * 960 + b
}

export function classOrder(): ClassOrder {
  const order = {
    w: new Uint16Array(CLASSES),
    b: new Uint16Array(CLASSES),
    classOf: new Int32Array(STARTS * STARTS),
  };
  let next = 0;
  for (let w = 0; w < STARTS; w++) {
    for (let b = 0; b < STARTS; b++) {
      const pair = w * STARTS + b;
      const other = mirror(w) * STARTS + mirror(b);
      if (other < pair) continue;
      order.w[next] = w;
      order.b[next] = b;
      order.classOf[pair] = order.classOf[other] = next++;
    }
  }
  return order;
}

// ---- FEN ----

/** Where a rook stands, from the H side to the A side. */
function castling(rank: string): string {
  const files = [rank.lastIndexOf('R'), rank.indexOf('R')];
  return files.map((file) => 'ABCDEFGH'[file]).join('');
}

export type FenKind = 'shredder' | 'x-fen';

/** Board, side to move, castling and en passant: what an EPD begins with. */
function fields(pair: Pair, kind: FenKind): string {
  const [white, black] = [letters(pair.w), letters(pair.b)];
  const rights = kind === 'x-fen' ? 'KQkq' : castling(white) + castling(black).toLowerCase();
  return `${black.toLowerCase()}/pppppppp/8/8/8/8/PPPPPPPP/${white} w ${rights} -`;
}

export function fen(pair: Pair, kind: FenKind): string {
  return `${fields(pair, kind)} 0 1`;
}

export function epd(pair: Pair): string {
  return `${fields(pair, 'shredder')} id "${pairName(pair)}";`;
}

/** A game that has not begun. */
export function pgnStub(pair: Pair): string {
  const tags = [
    ['Event', '?'], ['Site', '?'], ['Date', '????.??.??'], ['Round', '?'], ['White', '?'],
    ['Black', '?'], ['Result', '*'], ['Variant', 'chess 960'], ['SetUp', '1'],
    ['FEN', fen(pair, 'x-fen')], ['Pair', pairName(pair)],
  ];
  return `${tags.map(([name, value]) => `[${name} "${value}"]`).join('\n')}\n\n*\n`;
}

/** The pair of a starting position's FEN; undefined where it is something else. */
export function parseFen(text: string): Pair | undefined {
  const [, black, white] =
    /^([bnrqk]{8})\/pppppppp\/8\/8\/8\/8\/PPPPPPPP\/([BNRQK]{8})( w .*)?$/.exec(text.trim()) ?? [];
  const [w, b] = [numberOf(white ?? ''), numberOf(black ?? '')];
  return w === undefined || b === undefined ? undefined : { w, b };
}

/** lichess takes a FEN with underscores for spaces. */
export function lichessUrl(pair: Pair): string {
  return `https://lichess.org/analysis/chess960/${fen(pair, 'x-fen').replace(/ /g, '_')}`;
}

import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  CLASSES, STARTS, classOrder, epd, fen, letters, lichessUrl, mirror, mirrorPair, numberOf, parseFen,
  parsePair, representative, samePair,
} from '../src/chess960';
import { type Index, NO_BUDGET, NO_CP, readCsv, readIndex } from '../src/formats';
import { drawPair } from '../src/draw';
import { EVERYTHING, type Query, SORTS, answer, ranks, readQuery, readText, writeQuery } from '../src/explorer/query';
import { replayUci } from '../src/replay';
import { latin1 } from '../src/verify/bytes';
import { readTar } from '../src/verify/ustar';
import { unpackFrame } from '../src/verify/zstd';
import { program, read, readText as readFile } from './checkout';

const edition = JSON.parse(readFile('passport/asym/release.json'));
const record = JSON.parse(readFile('dist', `${edition.study}-${edition.version}`, 'record.json'));
const { files } = readTar(unpackFrame(read('dist', `${edition.study}-${edition.version}`, record.archive), record.tar_bytes));
const table = (name: string) => readCsv(latin1(files.get(`tables/${name}.csv`) ?? new Uint8Array()));
const order = classOrder();

test('numbers and letters are those of the program, for all 960', () => {
  const starts = table('balance');
  assert.equal(starts.length, STARTS);
  for (const { w, back_rank } of starts) {
    assert.equal(letters(Number(w)), back_rank);
    assert.equal(numberOf(back_rank ?? ''), Number(w));
  }
  assert.equal(letters(518), 'RNBQKBNR');
  assert.equal(mirror(518), 534);
});

test('classes stand in the order of their representatives', () => {
  assert.equal(order.w.length, CLASSES);
  assert.deepEqual([order.w[0], order.b[0], order.w[1], order.b[1]], [0, 0, 0, 1]);
  for (let i = 0; i < CLASSES; i += 97) {
    const pair = { w: order.w[i] as number, b: order.b[i] as number };
    const other = mirrorPair(pair);
    assert.ok(samePair(representative(pair), pair) && samePair(representative(other), pair));
    assert.equal(order.classOf[pair.w * STARTS + pair.b], i);
    assert.equal(order.classOf[other.w * STARTS + other.b], i);
  }
});

test('a draw is the one of the program, and so are its FENs', () => {
  const ranked = table('pairs').map(({ w, b }) => order.classOf[Number(w) * STARTS + Number(b)] as number);
  const all = Uint32Array.from(ranked);
  for (const seed of ['1', 'tonight', '20260918']) {
    const [first = '', ...rest] = program('fair', '--seed', seed, '--max-cp', '100000', '--pool', String(all.length)).trim().split('\n');
    const drawn = drawPair(seed, all, order);
    assert.ok(drawn);
    assert.equal(fen(drawn, 'shredder'), first);
    for (const line of rest.slice(0, 200)) {
      const pair = parseFen(line);
      assert.ok(pair);
      assert.equal(fen(pair, 'shredder'), line);
    }
  }
});

test('a pair in the forms that others read', () => {
  const pair = { w: 13, b: 825 };
  assert.equal(fen(pair, 'x-fen'), 'rknbbqrn/pppppppp/8/8/8/8/PPPPPPPP/QNNBRKBR w KQkq - 0 1');
  assert.equal(fen(pair, 'shredder'), 'rknbbqrn/pppppppp/8/8/8/8/PPPPPPPP/QNNBRKBR w HEga - 0 1');
  assert.equal(epd(pair), 'rknbbqrn/pppppppp/8/8/8/8/PPPPPPPP/QNNBRKBR w HEga - id "13:825";');
  assert.ok(lichessUrl(pair).endsWith('/QNNBRKBR_w_KQkq_-_0_1'));
  assert.deepEqual(parsePair('13:825'), pair);
  for (const text of ['960:0', '1:', '1:2:3', ' 1:2', '-1:2', '0001:2']) assert.equal(parsePair(text), undefined);
});

test('what is typed becomes the starts that are meant', () => {
  const count = (mask: Uint8Array | undefined) => mask?.reduce((sum, bit) => sum + bit, 0);
  assert.equal(readText('  '), null);
  assert.deepEqual([count(readText('BBQNNRKR')?.white), readText('bbqnnrkr')?.white[0]], [1, 1]);
  assert.equal(readText('518')?.either, true);
  assert.equal(readText('518 534')?.black[534], 1);
  assert.equal(count(readText('RKR')?.white), letters960((text) => text.includes('RKR')));
  assert.equal(count(readText('?B?????R')?.white), letters960((text) => /^.B.....R$/.test(text)));
  // of a class the representative: 534:518 is the mirror of 518:534
  assert.equal(readText('534:518')?.white[518], 1);
  assert.equal(readText('rknbbqrn/pppppppp/8/8/8/8/PPPPPPPP/QNNBRKBR w KQkq - 0 1')?.white[13], 1);
  for (const text of ['960', 'XYZ', 'RNB QKB NR', '1:2:3', 'RNBQKBNRR']) assert.equal(readText(text), undefined, text);
});

function letters960(fits: (text: string) => boolean): number {
  return Array.from({ length: STARTS }, (_, i) => letters(i)).filter(fits).length;
}

/** Values that follow from the place alone, with mates, gaps and zeros among them. */
function madeUp(): Index {
  const cp = Int16Array.from({ length: CLASSES }, (_, i) => (i % 11 === 0 ? NO_CP : ((i * 7919) % 301) - 150));
  const deepest = Uint8Array.from({ length: CLASSES }, (_, i) => (i % 13 === 0 ? NO_BUDGET : i % 5));
  return { deepestCp: cp, firstCp: cp, deepest, outcome: deepest.map((_, i) => i % 4), stopped: deepest, flags: deepest };
}

test('filter and sort answer as the plain way does', () => {
  const index = madeUp();
  const rankOf = ranks(Uint32Array.from({ length: 5000 }, (_, i) => (i * 92147) % CLASSES));
  const value = { rank: (i: number) => rankOf[i] || Infinity, number: (i: number) => i, black: (i: number) => order.b[i] ?? 0,
    even: (i: number) => (hasCp(i) ? Math.abs(index.deepestCp[i] ?? 0) : Infinity),
    white: (i: number) => (hasCp(i) ? -(index.deepestCp[i] ?? 0) : Infinity) };
  const hasCp = (i: number) => index.deepest[i] !== NO_BUDGET && index.deepestCp[i] !== NO_CP;
  const queries: Query[] = SORTS.flatMap((sort) => [false, true].map((down) =>
    ({ ...EVERYTHING, sort, down, text: 'BBQNNRKR', stage: null, outcome: 1, from: 5, to: 90 })));
  for (const query of queries) {
    const plain = [...Array(CLASSES).keys()].filter((i) => {
      const size = Math.abs(index.deepestCp[i] ?? 0);
      const [w, b] = [order.w[i] ?? 0, order.b[i] ?? 0];
      return index.outcome[i] === 1 && index.deepestCp[i] !== NO_CP && size >= 5 && size <= 90 &&
        [w, b, mirror(w), mirror(b)].includes(0);
    });
    const by = value[query.sort];
    plain.sort((x, y) => {
      const [a, c] = [by(x), by(y)];
      if (a === c) return x - y;
      if (a === Infinity || c === Infinity) return a === Infinity ? 1 : -1;
      return query.down ? c - a : a - c;
    });
    assert.ok(plain.length > 100);
    assert.deepEqual([...answer(query, order, index, rankOf)], plain, `${query.sort} ${query.down}`);
  }
});

test('a query survives its address', () => {
  const [stages, outcomes] = [['P0', 'S0'], ['control', 'ranked']];
  const query: Query = { text: '518:534', stage: 1, outcome: 0, from: 0, to: 10, sort: 'even', down: true };
  const address = writeQuery(query, stages, outcomes);
  assert.equal(address, 'q=518:534&stage=S0&outcome=control&from=0&to=10&sort=-even');
  assert.deepEqual(readQuery(new URLSearchParams(address), stages, outcomes), query);
  assert.deepEqual(readQuery(new URLSearchParams('stage=X&sort=-no&from=-1'), stages, outcomes), EVERYTHING);
});

test('an index of another release or form is refused', () => {
  const id = '0123456789abcdef';
  const buffer = new ArrayBuffer(32 + 8 * CLASSES);
  new Uint8Array(buffer).set(new TextEncoder().encode('ASYMIDX1'));
  new DataView(buffer).setUint32(8, CLASSES, true);
  new Uint8Array(buffer).set(new TextEncoder().encode(id), 16);
  new DataView(buffer).setInt16(32 + 2, -7, true);
  assert.equal(readIndex(buffer, id).deepestCp[1], -7);
  assert.throws(() => readIndex(buffer, 'f'.repeat(64)), /of another release/);
  assert.throws(() => readIndex(buffer.slice(0, -1), id), /another format/);
});

test('moves of a game are replayed, castling as king takes rook', () => {
  const game = replayUci(fen({ w: 518, b: 518 }, 'shredder'), 'e2e4 e7e5 g1f3 b8c6 f1c4 g8f6 e1h1', '*');
  assert.deepEqual(game.plies.map(({ san }) => san), ['e4', 'e5', 'Nf3', 'Nc6', 'Bc4', 'Nf6', 'O-O']);
  assert.equal(game.plies[6]?.board, 'r1bqkb1r/pppp1ppp/2n2n2/4p3/2B1P3/5N2/PPPP1PPP/RNBQ1RK1');
  assert.throws(() => replayUci(fen({ w: 518, b: 518 }, 'shredder'), 'e2e5'), /e2e5 is no legal move/);
});

// Drawing a level pair as `asym-passport fair` does: among the ranked pairs that are level enough, the
// one with the smallest sha256("SEED w:b"). Pure.

import { sha256 } from '@noble/hashes/sha2';
import type { ClassOrder, Pair } from './chess960';
import { type Index, NO_CP } from './formats';

export interface Level {
  maxCp: number; // |cp| at the deepest budget
  minBudget: number; // which that is at least
}

const encoder = new TextEncoder();

function less(a: Uint8Array, b: Uint8Array): boolean {
  for (let i = 0; i < a.length; i++) if (a[i] !== b[i]) return (a[i] as number) < (b[i] as number);
  return false;
}

/** The ranked classes that are that level. */
export function levelClasses(ranked: Uint32Array, { deepestCp, deepest }: Index, level: Level): Uint32Array {
  return ranked.filter((i) => {
    const cp = deepestCp[i] as number;
    return cp !== NO_CP && Math.abs(cp) <= level.maxCp && (deepest[i] as number) >= level.minBudget;
  });
}

/** undefined where there is none to choose from. */
export function drawPair(seed: string, classes: Uint32Array, order: ClassOrder): Pair | undefined {
  let best: Uint8Array | undefined;
  let drawn: Pair | undefined;
  for (const i of classes) {
    const pair = { w: order.w[i] as number, b: order.b[i] as number };
    const digest = sha256(encoder.encode(`${seed} ${pair.w}:${pair.b}`));
    if (best && !less(digest, best)) continue;
    [best, drawn] = [digest, pair];
  }
  return drawn;
}

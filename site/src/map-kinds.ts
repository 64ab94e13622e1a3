// How far each class has come, by the kinds of the hub's picture (src/site/map.h). Pure.

import { CLASSES } from './chess960';
import { type Index, type Meta, NO_BUDGET } from './formats';

/** As the style sheet's swatches are called; the deeper meaning comes later. */
export const KINDS = ['unknown', 'triaged', 'waiting', 'control', 'stopped', 'ranked', 'deep'] as const;
export type Kind = (typeof KINDS)[number];

/** The kind of each class, as a place in KINDS. */
export function kindsOf(about: Meta, { outcome, deepest }: Index): Uint8Array {
  const place = (kind: Kind) => KINDS.indexOf(kind);
  const usual = about.outcomes.map((name) => {
    const known = ['control', 'ranked', 'triaged', 'waiting'].includes(name);
    return place(known ? (name as Kind) : 'stopped');
  });
  const ranked = about.outcomes.indexOf('ranked');
  return Uint8Array.from({ length: CLASSES }, (_, i) => {
    if (deepest[i] === NO_BUDGET) return place('unknown');
    if (outcome[i] === ranked && (deepest[i] as number) >= about.deep) return place('deep');
    return usual[outcome[i] as number] ?? place('unknown');
  });
}

// SHA256SUMS: a line for every other file, by name bytewise, as `sha256sum -c` reads it.

import { type Bytes, latin1, refuse } from './bytes';

export const SUMS_FILE = 'SHA256SUMS';

/** Every listed file is there and unaltered, and no other is. `digests` has the sha256 of each file.
 * Returns how many are listed. */
export function checkSums(files: Map<string, Bytes>, digests: Map<string, string>): number {
  const sums = files.get(SUMS_FILE) ?? refuse(`no ${SUMS_FILE} in the archive`);
  const lines = latin1(sums).split('\n');
  if (lines.pop() !== '') refuse(`${SUMS_FILE}: the last line has no end`);
  const names = [...files.keys()].filter((name) => name !== SUMS_FILE);
  lines.forEach((line, i) => {
    const [, digest = '', name = ''] =
      /^([0-9a-f]{64}) {2}(.+)$/.exec(line) ??
      refuse(`${SUMS_FILE}: '${line.slice(0, 80)}' is no line of this list`);
    const expected = names[i];
    if (name !== expected)
      refuse(expected === undefined || name < expected
        ? `${name.slice(0, 120)}: listed in ${SUMS_FILE}, but not there`
        : `${expected}: not listed in ${SUMS_FILE}`);
    const found = digests.get(expected);
    if (found !== digest) refuse(`${name}: sha256 is ${found}, but ${SUMS_FILE} has ${digest}`);
  });
  const extra = names[lines.length];
  if (extra !== undefined) refuse(`${extra}: not listed in ${SUMS_FILE}`);
  return lines.length;
}

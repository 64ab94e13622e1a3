// The real release of this checkout, for tests. WebCrypto is global only from Node 19 on.

import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { webcrypto } from 'node:crypto';
import type { Bytes } from '../src/verify/bytes';

if (!globalThis.crypto) Object.assign(globalThis, { crypto: webcrypto });

export const CHECKOUT = process.env['CHECKOUT'] ?? '.';

export function read(...parts: string[]): Bytes {
  return new Uint8Array(readFileSync(join(CHECKOUT, ...parts)));
}

export function readText(...parts: string[]): string {
  return readFileSync(join(CHECKOUT, ...parts), 'utf8');
}

export function program(...args: string[]): string {
  const bin = process.env['BIN'] ?? join(CHECKOUT, 'build/asym-passport');
  return execFileSync(bin, args, { cwd: CHECKOUT, encoding: 'utf8', maxBuffer: 1 << 28 });
}

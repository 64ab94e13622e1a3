// Verifies in a thread of its own, so that the page stays alive while 50 MB are unpacked and hashed.

import { available } from './ed25519';
import { type Request, verifyRelease } from './release';

const scope = self as unknown as Pick<Worker, 'postMessage' | 'onmessage'>;

scope.onmessage = async ({ data }: MessageEvent<Request>) => {
  try {
    if (!(await available())) return scope.postMessage({ problem: 'ed25519' });
    const report = await verifyRelease(data, (check) => scope.postMessage({ check }));
    scope.postMessage({ report });
  } catch (error) {
    scope.postMessage({ problem: error instanceof Error ? error.message : String(error) });
  }
};

// Serves a folder on this machine alone, as any web server would, with the pages' own policy as a
// header too. Prints where, and goes on until it is stopped.
//
//   node serve.mjs [--port N] FOLDER     N: 8960, or 0 for any that is free

import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { createServer } from 'node:http';
import { extname, join, normalize, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { constants, createGzip } from 'node:zlib';

const TYPES = {
  '.html': 'text/html; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
};

export const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; " +
  "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** The file that an address means; undefined where there is none. */
async function find(folder, address) {
  const path = normalize(decodeURIComponent(new URL(address, 'http://localhost').pathname));
  if (path.includes('\0') || path.split('/').includes('..')) return undefined;
  const file = join(folder, path.endsWith('/') ? `${path}index.html` : path);
  const found = await stat(file).catch(() => undefined);
  return found?.isFile() ? { file, size: found.size } : undefined;
}

async function answer(folder, request, response) {
  const found = await find(folder, request.url).catch(() => undefined);
  const allowed = request.method === 'GET' || request.method === 'HEAD';
  const headers = {
    'content-security-policy': POLICY,
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'cache-control': 'no-cache',
  };
  if (!allowed || !found) {
    response.writeHead(allowed ? 404 : 405, { ...headers, 'content-type': 'text/plain' });
    response.end(allowed ? 'not found\n' : 'not allowed\n');
    return;
  }
  const type = TYPES[extname(found.file)];
  const small = type && found.size > 1000 && /\bgzip\b/.test(request.headers['accept-encoding'] ?? '');
  response.writeHead(200, {
    ...headers,
    'content-type': type ?? 'application/octet-stream',
    ...(small ? { 'content-encoding': 'gzip', vary: 'accept-encoding' } : { 'content-length': found.size }),
  });
  if (request.method === 'HEAD') {
    response.end();
    return;
  }
  const file = createReadStream(found.file).on('error', () => response.destroy());
  (small ? file.pipe(createGzip({ level: constants.Z_DEFAULT_COMPRESSION })) : file).pipe(response);
}

/** Resolves to { server, url } once it listens. */
export function serve(folder, port = 0) {
  const server = createServer((request, response) => void answer(folder, request, response));
  return new Promise((done, failed) => {
    server.once('error', failed);
    server.listen(port, '127.0.0.1', () => done({ server, url: `http://127.0.0.1:${server.address().port}/` }));
  });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { values, positionals } = parseArgs({ allowPositionals: true, options: { port: { type: 'string', default: '8960' } } });
  try {
    const { url } = await serve(resolve(positionals[0] ?? '.'), Number(values.port));
    console.log(url);
  } catch (error) {
    console.error(`serve: ${error.message}`);
    process.exitCode = 2;
  }
}

import assert from 'node:assert/strict';
import { generateKeyPairSync, sign } from 'node:crypto';
import { test } from 'node:test';
import { blake2b } from '@noble/hashes/blake2b';
import { type Bytes, ascii, base64Decode, base64Encode, concat, latin1, same, utf8 } from '../src/verify/bytes';
import { checkKey, checkSignature } from '../src/verify/ed25519';
import { openEnvelope, pae } from '../src/verify/dsse';
import { canonical, parseCanonical } from '../src/verify/json';
import {
  type Key, checkComment, checkMessage, fingerprint, parseKey, parseSignature,
} from '../src/verify/minisign';
import { type PinnedKey, PINNED, type Report, type Request, verifyRelease } from '../src/verify/release';
import { readTar } from '../src/verify/ustar';
import { unpackFrame } from '../src/verify/zstd';
import { CHECKOUT, program, read, readText } from './checkout';

const edition = JSON.parse(readText('passport/asym/release.json'));
const name = `${edition.study}-${edition.version}`;
const record = JSON.parse(readText('dist', name, 'record.json'));
const archive = { name: record.archive, bytes: read('dist', name, record.archive) };
const signature = { name: 'SHA256SUMS.minisig', bytes: read('dist', name, 'SHA256SUMS.minisig') };
const provenance = { name: 'provenance.dsse.json', bytes: read('dist', name, 'provenance.dsse.json') };
const request: Request = { archive, signature, provenance };
const tar = unpackFrame(archive.bytes, record.tar_bytes);
const key = parseKey(PINNED.find(({ releases }) => releases.includes(name))?.public ?? '');

/** A fixed sequence of numbers below `n`: the same places in every run. */
function places(count: number, n: number): number[] {
  let state = 20260918;
  return Array.from({ length: count }, () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * n);
  });
}

function flipped(bytes: Uint8Array, at: number, bit = 0): Bytes {
  const copy = new Uint8Array(bytes);
  copy[at] = (copy[at] ?? 0) ^ (1 << bit);
  return copy;
}

const outcomes = (report: Report) => report.checks.map((c) => `${c.name} ${c.outcome}`).join(', ');
const firstFailed = (report: Report) => report.checks.find((c) => c.outcome === 'failed')?.text ?? '';

test('the real release is verified, and says what the program says of it', async () => {
  const report = await verifyRelease(request);
  const expected = JSON.parse(program('verify', '--json', `${CHECKOUT}/dist/${name}/${record.archive}`));
  assert.equal(outcomes(report), 'key ok, archive ok, signature ok, manifest ok, provenance ok');
  assert.equal(report.verified, true);
  assert.equal(report.contentId, record.content_id);
  assert.equal(report.contentId, expected.content_id);
  for (const check of report.checks.filter((c) => c.name !== 'key'))
    assert.equal(check.text, expected.checks.find((c: { name: string }) => c.name === check.name).text);
});

test('an uncompressed archive is verified too, and one without provenance', async () => {
  const report = await verifyRelease({ archive: { name: 'a.tar', bytes: tar }, signature });
  assert.equal(outcomes(report), 'key ok, archive ok, signature ok, manifest ok, provenance skipped');
  assert.equal(report.verified, true);
});

test('a flipped bit of the tar is refused', async () => {
  for (const at of places(12, tar.length)) {
    const report = await verifyRelease({ ...request, archive: { name: 'a.tar', bytes: flipped(tar, at, at % 8) } });
    assert.equal(report.verified, false, `byte ${at}`);
    assert.equal(report.checks[1]?.outcome, 'failed', `byte ${at}`);
  }
});

test('a flipped bit of the compressed archive is refused, or yields the same tar', () => {
  const size = archive.bytes.length;
  let refused = 0;
  for (const at of [0, 1, 4, 5, 6, 9, size - 1, size - 4, size - 5, ...places(15, size)]) {
    try {
      if (same(unpackFrame(flipped(archive.bytes, at, at % 8), record.tar_bytes), tar)) continue;
    } catch {
      // refused at once
    }
    refused++;
  }
  assert.ok(refused >= 12, `${refused} refused`);
});

test('every flipped bit of the signature is refused', async () => {
  const sums = read('dist', name, 'SHA256SUMS');
  for (let at = 0; at < signature.bytes.length; at++)
    await assert.rejects(async () => {
      const parsed = parseSignature('s', flipped(signature.bytes, at, at % 8));
      await checkComment(parsed, key);
      await checkMessage(parsed, key, sums);
    }, `byte ${at}`);
  const parsed = parseSignature('s', signature.bytes);
  await checkComment(parsed, key);
  await checkMessage(parsed, key, sums);
});

test('a flipped bit of the envelope is refused', async () => {
  for (let at = 0; at < provenance.bytes.length; at += 13)
    await assert.rejects(openEnvelope(flipped(provenance.bytes, at, at % 8), key), `byte ${at}`);
  await openEnvelope(provenance.bytes, key);
});

test('truncated files are refused', async () => {
  const size = archive.bytes.length;
  for (const end of [0, 3, 4, 8, 12, size >> 1, size - 4, size - 1])
    assert.throws(() => unpackFrame(archive.bytes.slice(0, end), record.tar_bytes), /zstd/, `${end}`);
  for (const end of [0, 100, 512, 5000, tar.length - 1024, tar.length - 512, tar.length - 1])
    assert.throws(() => readTar(tar.slice(0, end)), `${end}`);
  for (let end = 0; end < signature.bytes.length; end++)
    assert.throws(() => parseSignature('s', signature.bytes.slice(0, end)), `${end}`);
  await assert.rejects(openEnvelope(provenance.bytes.slice(0, -1), key), /canonical form/);
});

test('bytes around the frame are refused, and named', () => {
  const max = record.tar_bytes;
  const skippable = Uint8Array.from([0x50, 0x2a, 0x4d, 0x18, 0, 0, 0, 0]);
  const refuses = (bytes: Uint8Array, message: RegExp) => assert.throws(() => unpackFrame(bytes, max), message);
  refuses(concat(archive.bytes, ascii('x')), /^Error: bytes after the zstd frame, at offset \d+$/);
  refuses(concat(archive.bytes, archive.bytes.slice(0, 20)), /another zstd frame after/);
  refuses(concat(archive.bytes, skippable), /a skippable frame after/);
  refuses(concat(skippable, archive.bytes), /a skippable frame, expected one zstd frame/);
  assert.throws(() => unpackFrame(archive.bytes, max - 1), /unpacks to more than/);
});

test('a byte after the tar, and a file more, are refused', async () => {
  assert.throws(() => readTar(concat(tar, new Uint8Array(512))), /512 bytes after the two zero blocks/);
  const end = tar.length - 1024;
  const last = latin1(tar.slice(0, 100));
  assert.ok(last.startsWith(`${name}/`));
  assert.throws(() => readTar(concat(tar.slice(0, end), tar.slice(0, 512), tar.slice(end))), /bytewise order|twice/);
});

/** The checksum of the header at 0, put right. */
function withChecksum(bytes: Bytes): Bytes {
  let sum = 0;
  for (let i = 0; i < 512; i++) sum += i >= 148 && i < 156 ? 32 : (bytes[i] ?? 0);
  bytes.set(ascii(`${sum.toString(8).padStart(6, '0')}\0 `), 148);
  return bytes;
}

test('a header has one form, whatever its checksum', () => {
  const size = parseInt(latin1(tar.slice(124, 135)), 8);
  const alone = concat(tar.slice(0, 512 + Math.ceil(size / 512) * 512), new Uint8Array(1024));
  assert.equal(readTar(alone).files.size, 1);
  // Another name, size or time is one that can be, and the checksum is what is put right.
  const free = (at: number) =>
    at < 100 || (at >= 124 && at < 135) || (at >= 136 && at < 147) || (at >= 148 && at < 156);
  for (let at = 0; at < 512; at++)
    for (const bit of free(at) ? [] : [0, 3, 6])
      assert.throws(() => readTar(withChecksum(flipped(alone, at, bit))), `byte ${at}, bit ${bit}`);
});

const header = (path: string) => {
  const block = tar.slice(0, 512);
  block.fill(0, 0, 100);
  block.set(ascii(path));
  block.set(ascii('00000000000 '), 124);
  return withChecksum(block);
};

test('names that would leave the folder, or meet in it, are refused', () => {
  const made = (...paths: string[]) => () =>
    readTar(concat(...paths.map(header), new Uint8Array(1024)));
  assert.deepEqual([...made('f/a', 'f/b/c')().files.keys()], ['a', 'b/c']);
  assert.throws(made('/f/a'), /an absolute name/);
  assert.throws(made('f/../a'), /a '\.\.' in a name/);
  assert.throws(made('f/a b'), /a byte 0x20 in a name/);
  assert.throws(made('f//a'), /an empty part/);
  assert.throws(made('a'), /not in a folder/);
  assert.throws(made('f/a', 'g/b'), /outside the folder f/);
  assert.throws(made('f/b', 'f/a'), /after f\/b, expected bytewise order/);
  assert.throws(made('f/a', 'f/a'), /twice in the archive/);
  assert.throws(made('f/A', 'f/a'), /only by case/);
  assert.throws(made('f/a', 'f/a/b'), /a file, and a folder too/);
  assert.throws(made('f/B/x', 'f/b/y'), /only by case/);
});

// ---- keys ----

/** A release of ours, signed by somebody else; `id` as minisign's file has it, low byte first. */
function signedBy(id: Bytes): { request: Request; public: string } {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  const raw = new Uint8Array(publicKey.export({ format: 'der', type: 'spki' }).subarray(-32));
  const by = (data: Uint8Array) => new Uint8Array(sign(null, data, privateKey));
  const message = by(blake2b(read('dist', name, 'SHA256SUMS')));
  const comment = parseSignature('s', signature.bytes).comment;
  const file = 'untrusted comment: signature of an asym-passport release\n' +
    `${base64Encode(concat(ascii('ED'), id, message))}\ntrusted comment: ${comment}\n` +
    `${base64Encode(by(concat(message, ascii(comment))))}\n`;
  return {
    request: { ...request, signature: { name: signature.name, bytes: utf8(file) }, provenance: undefined },
    public: base64Encode(concat(ascii('Ed'), id, raw)),
  };
}

test("a stranger's signature is refused, under its own id and under ours", async () => {
  const own = signedBy(Uint8Array.from([1, 2, 3, 4, 5, 6, 7, 8]));
  const report = await verifyRelease(own.request);
  assert.equal(firstFailed(report),
    `SHA256SUMS.minisig: the trusted comment was altered, or a signature: made with key 0807060504030201, not with ${key.id}`);
  assert.equal(outcomes(report), 'key failed, archive ok, signature skipped, manifest ok, provenance skipped');
  const pinned: PinnedKey[] = [{ public: own.public, releases: [name] }];
  assert.equal((await verifyRelease({ ...own.request, pinned })).verified, true);

  const ours = Uint8Array.from((key.id.match(/../g) ?? []).reverse(), (byte) => parseInt(byte, 16));
  const forged = await verifyRelease(signedBy(ours).request);
  assert.match(firstFailed(forged), /the trusted comment was altered, or a signature: the signature does not fit$/);
});

test('an envelope that a stranger signed is refused', async () => {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  const raw = new Uint8Array(publicKey.export({ format: 'der', type: 'spki' }).subarray(-32));
  const envelope = parseCanonical(provenance.bytes) as { payload: string; payloadType: string };
  const payload = base64Decode(envelope.payload);
  const sig = base64Encode(new Uint8Array(sign(null, pae(envelope.payloadType, payload), privateKey)));
  const write = (keyid: string) => utf8(`${canonical({ ...envelope, signatures: [{ keyid, sig }] })}\n`);
  const stranger: Key = { id: '', key: raw };
  assert.deepEqual(await openEnvelope(write(await fingerprint(stranger)), stranger), payload);
  await assert.rejects(openEnvelope(write(await fingerprint(stranger)), key), /the keyid is/);
  await assert.rejects(openEnvelope(write(await fingerprint(key)), key), /the signature does not fit/);
});

test('an archive of another release is refused by its signed content', async () => {
  const other = PINNED.flatMap(({ releases }) => releases).find((release) => release !== name);
  if (!other) return;
  const bytes = read('dist', other, 'SHA256SUMS.minisig');
  const report = await verifyRelease({ ...request, signature: { name: 'other', bytes } });
  assert.equal(report.verified, false);
  assert.equal(report.checks[0]?.outcome, 'ok');
  assert.equal(report.checks[1]?.outcome, 'failed');
});

const bytesOf = (hexText: string) => Uint8Array.from(hexText.match(/../g) ?? [], (b) => parseInt(b, 16));

test('keys and signatures that are not in their one form are refused', () => {
  // The points of small order as libsodium lists them, and 2^255 - 1.
  const small = ['00'.repeat(32), `01${'00'.repeat(31)}`,
    '26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05',
    'c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a',
    `ec${'ff'.repeat(30)}7f`, `ed${'ff'.repeat(30)}7f`, `ee${'ff'.repeat(30)}7f`];
  for (const point of small) {
    assert.throws(() => checkKey(bytesOf(point)), /small order/, point);
    const negative = bytesOf(point);
    negative[31] = (negative[31] ?? 0) | 0x80;
    assert.throws(() => checkKey(negative), /small order/, point);
    assert.throws(() => checkSignature(concat(bytesOf(point), new Uint8Array(32))), /small order/, point);
  }
  assert.throws(() => checkKey(new Uint8Array(32).fill(255)), /not below p/);
  // S + L verifies with whoever does not look: the same S, modulo L.
  const good = parseSignature('s', signature.bytes).message;
  const order = bytesOf('edd3f55c1a631258d69cf7a2def9de1400000000000000000000000000000010');
  const malleable = good.slice();
  let carry = 0;
  for (let i = 0; i < 32; i++) {
    carry += (malleable[32 + i] ?? 0) + (order[i] ?? 0);
    malleable[32 + i] = carry & 255;
    carry >>= 8;
  }
  checkSignature(good);
  assert.throws(() => checkSignature(malleable), /its S is not below L/);
  assert.throws(() => checkSignature(concat(good.slice(0, 32), order)), /its S is not below L/);
});

test('base64 has one form', () => {
  assert.deepEqual(base64Decode('AQI='), Uint8Array.from([1, 2]));
  for (const text of ['AQI', 'AQJ=', 'AQ=I', 'AR==', ' AQI', 'AQI=\n', 'A-I=']) assert.throws(() => base64Decode(text), text);
});

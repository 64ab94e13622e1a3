// One zstd frame (RFC 8878), nothing before it and nothing behind it.

import { Decompress } from 'fzstd';
import { type Bytes, Refusal, refuse } from './bytes';

const MAGIC = 0xfd2fb528;
const WINDOW_MAX = 8 << 20;
const BLOCK_MAX = 128 << 10;
const INPUT_STEP = 64 << 10;

export interface Frame {
  /** What the header says that it unpacks to, where it says so. */
  size: number | undefined;
}

const reader = (bytes: Uint8Array) => new DataView(bytes.buffer, bytes.byteOffset, bytes.length);

function littleEndian(bytes: Uint8Array, at: number, count: number): number {
  if (at + count > bytes.length) refuse('the zstd frame is truncated');
  let value = 0;
  for (let i = count; i-- > 0; ) value = value * 256 + (bytes[at + i] ?? 0);
  return value;
}

export function isZstd(bytes: Uint8Array): boolean {
  return bytes.length >= 4 && reader(bytes).getUint32(0, true) === MAGIC;
}

function isSkippable(bytes: Uint8Array): boolean {
  return bytes.length >= 4 && (reader(bytes).getUint32(0, true) & 0xfffffff0) >>> 0 === 0x184d2a50;
}

interface Header extends Frame {
  bytes: number;
  checksum: boolean;
}

function readHeader(frame: Uint8Array): Header {
  if (!isZstd(frame))
    refuse(`${isSkippable(frame) ? 'a skippable frame' : 'not zstd'}, expected one zstd frame`);
  const descriptor = littleEndian(frame, 4, 1);
  const single = (descriptor & 0x20) !== 0;
  if (descriptor & 0x08) refuse('the zstd frame is damaged: a reserved bit is set');
  if (descriptor & 0x03) refuse('needs a zstd dictionary');
  let at = 5;
  let window = 0;
  if (!single) {
    const byte = littleEndian(frame, at++, 1);
    const base = 2 ** (10 + (byte >> 3));
    window = base + (base / 8) * (byte & 7);
  }
  const code = descriptor >> 6;
  const count = code === 0 ? (single ? 1 : 0) : 1 << code;
  const size = count === 0 ? undefined : littleEndian(frame, at, count) + (count === 2 ? 256 : 0);
  if ((single ? (size ?? 0) : window) > WINDOW_MAX) refuse('needs a zstd window above 8 MiB');
  return { size, bytes: at + count, checksum: (descriptor & 0x04) !== 0 };
}

/** Walks the blocks: the frame ends where the bytes end. */
function checkExtent(frame: Uint8Array, header: Header): void {
  let at = header.bytes;
  for (let last = false; !last; ) {
    const block = littleEndian(frame, at, 3);
    const type = (block >> 1) & 3;
    const size = block >> 3;
    last = (block & 1) !== 0;
    if (type === 3 || size > BLOCK_MAX) refuse(`the zstd frame is damaged: block at offset ${at}`);
    at += 3 + (type === 1 ? 1 : size);
    if (at > frame.length) refuse('the zstd frame is truncated');
  }
  at += header.checksum ? 4 : 0;
  if (at > frame.length) refuse('the zstd frame is truncated');
  if (at < frame.length) {
    const rest = frame.subarray(at);
    const what = isZstd(rest) ? 'another zstd frame' : isSkippable(rest) ? 'a skippable frame' : 'bytes';
    refuse(`${what} after the zstd frame, at offset ${at}`);
  }
}

/** Unpacks at most `max` bytes. The frame's own checksum is not looked at: what comes out is held
 * against a signed sha256, so that it can only be the right bytes. */
export function unpackFrame(frame: Uint8Array, max: number): Bytes {
  const header = readHeader(frame);
  const tooLarge = () => refuse(`unpacks to more than ${max} bytes`);
  if (header.size !== undefined && header.size > max) tooLarge();
  checkExtent(frame, header);
  const out = new Uint8Array(header.size ?? max);
  let used = 0;
  const stream = new Decompress((piece) => {
    if (piece.length > out.length - used)
      refuse(header.size === undefined ? `unpacks to more than ${max} bytes`
        : 'the zstd frame is damaged: more bytes than its header says');
    out.set(piece, used);
    used += piece.length;
  });
  try {
    for (let at = 0; at < frame.length; at += INPUT_STEP)
      stream.push(frame.slice(at, at + INPUT_STEP), at + INPUT_STEP >= frame.length);
  } catch (error) {
    if (error instanceof Refusal) throw error;
    refuse(`the zstd frame is damaged: ${error instanceof Error ? error.message : String(error)}`);
  }
  if (header.size !== undefined && used !== header.size)
    refuse('the zstd frame is damaged: fewer bytes than its header says');
  return out.subarray(0, used);
}

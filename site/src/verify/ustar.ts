// The one form of tar that a release has (src/release/ustar.h), and the check that an archive is of
// that form: regular files FOLDER/NAME in bytewise order, every header byte as libarchive writes it.

import { type Bytes, ascii, latin1, refuse, same, within } from './bytes';

const BLOCK = 512;
const NAME_MAX = 99;

interface Field {
  name: string;
  at: number;
  length: number;
}

const MTIME: Field = { name: 'mtime', at: 136, length: 12 };
const SIZE: Field = { name: 'size', at: 124, length: 12 };
const CHECKSUM: Field = { name: 'checksum', at: 148, length: 8 };

// What has one value in every header. A magic that is not ours explains all the rest, and comes first.
const FIELDS: Field[] = [
  { name: 'magic', at: 257, length: 6 },
  { name: 'version', at: 263, length: 2 },
  { name: 'mode', at: 100, length: 8 },
  { name: 'uid', at: 108, length: 8 },
  { name: 'gid', at: 116, length: 8 },
  MTIME,
  { name: 'link name', at: 157, length: 100 },
  { name: 'owner name', at: 265, length: 32 },
  { name: 'group name', at: 297, length: 32 },
  { name: 'devmajor', at: 329, length: 8 },
  { name: 'devminor', at: 337, length: 8 },
  { name: 'prefix', at: 345, length: 155 },
  { name: 'end of the header', at: 500, length: 12 },
];

const TYPES: Record<string, string> = {
  '\0': 'an old-style file (type NUL)',
  '1': 'a hard link',
  '2': 'a symbolic link',
  '3': 'a character device',
  '4': 'a block device',
  '5': 'a folder',
  '6': 'a fifo',
  x: 'a pax header',
  g: 'a pax global header',
  L: 'a GNU long name',
  K: 'a GNU long link name',
  S: 'a GNU sparse file',
};

/** An unpacked archive: names without the folder, bytes as views into the tar. */
export interface Content {
  folder: string;
  mtime: number;
  files: Map<string, Bytes>;
}

const octal = (value: number, digits: number) => value.toString(8).padStart(digits, '0');

const zeroBlock = new Uint8Array(BLOCK);

function isZero(tar: Uint8Array, at: number): boolean {
  return tar.length - at >= BLOCK && same(tar.subarray(at, at + BLOCK), zeroBlock);
}

function show(header: Uint8Array, field: Field): string {
  return latin1(header.subarray(field.at, field.at + field.length))
    .replace(/\0+$/, '')
    .replace(/[^ -~]/g, '?');
}

function checkField(header: Uint8Array, expected: Uint8Array, field: Field): void {
  const end = field.at + field.length;
  if (!same(header.subarray(field.at, end), expected.subarray(field.at, end)))
    refuse(`${field.name} '${show(header, field)}', expected '${show(expected, field)}'`);
}

// ---- names ----

function checkName(name: string): void {
  if (name.startsWith('/')) refuse('an absolute name');
  for (const part of name.split('/')) {
    if (part === '') refuse('an empty part in a name');
    if (part === '.' || part === '..') refuse(`a '${part}' in a name`);
    const odd = part.search(/[^A-Za-z0-9._+-]/);
    if (odd >= 0)
      refuse(`a byte 0x${part.charCodeAt(odd).toString(16).padStart(2, '0')} in a name, ` +
        'expected A-Z a-z 0-9 . _ + - only');
  }
}

/** Two names must not meet on any file system: no file that is also a folder, and no two names or
 * folders that differ by case only. */
function checkMeeting(folder: string, names: Iterable<string>): void {
  const spelled = new Map<string, string>();
  const files = new Set<string>();
  for (const name of names) {
    for (let end = name.indexOf('/'); end >= 0; end = name.indexOf('/', end + 1))
      checkSpelling(folder, spelled, name.slice(0, end));
    checkSpelling(folder, spelled, name);
    files.add(name);
  }
  for (const name of files)
    for (let end = name.indexOf('/'); end >= 0; end = name.indexOf('/', end + 1))
      if (files.has(name.slice(0, end)))
        refuse(`${folder}/${name.slice(0, end)}: a file, and a folder too`);
}

function checkSpelling(folder: string, spelled: Map<string, string>, path: string): void {
  const folded = path.toLowerCase();
  const before = spelled.get(folded);
  if (before !== undefined && before !== path)
    refuse(`${folder}/${path}: differs only by case from ${folder}/${before}`);
  spelled.set(folded, path);
}

// ---- headers ----

function expectedHeader(mtime: number): Bytes {
  const header = new Uint8Array(BLOCK);
  const put = (at: number, text: string) => header.set(ascii(text), at);
  put(100, '000644 ');
  put(108, '000000 ');
  put(116, '000000 ');
  put(MTIME.at, `${octal(mtime, 11)} `);
  put(257, 'ustar\u000000');
  put(329, '000000 ');
  put(337, '000000 ');
  return header;
}

/** The sum of all bytes, those of the checksum itself counted as spaces. */
function checkChecksum(header: Uint8Array): void {
  let sum = 0;
  for (let i = 0; i < BLOCK; i++)
    sum += i >= CHECKSUM.at && i < CHECKSUM.at + CHECKSUM.length ? 32 : (header[i] ?? 0);
  const expected = header.slice();
  expected.set(ascii(`${octal(sum, 6)}\0 `), CHECKSUM.at);
  checkField(header, expected, CHECKSUM);
}

function checkType(header: Uint8Array): void {
  const type = String.fromCharCode(header[156] ?? 0);
  if (type !== '0')
    refuse(`${TYPES[type] ?? `type 0x${type.charCodeAt(0).toString(16).padStart(2, '0')}`}, ` +
      'expected regular files only');
}

function readName(header: Uint8Array): string {
  const field = latin1(header.subarray(0, NAME_MAX + 1));
  const end = field.indexOf('\0');
  if (end < 0) refuse(`a name of ${field.length} bytes, expected at most ${NAME_MAX}`);
  if (/[^\0]/.test(field.slice(end))) refuse('bytes after the NUL that ends the name');
  const name = field.slice(0, end);
  checkName(name);
  return name;
}

function readNumber(header: Uint8Array, field: Field): number {
  const text = latin1(header.subarray(field.at, field.at + field.length));
  if (!/^[0-7]{11} $/.test(text))
    refuse(`${field.name} '${show(header, field)}', expected 11 octal digits and a space`);
  return parseInt(text, 8);
}

// ---- members ----

class Reader {
  at = 0;
  folder = '';
  mtime = -1;
  private previous = '';
  readonly files = new Map<string, Bytes>();

  constructor(readonly tar: Bytes) {}

  /** The folder is right, and the name comes after the one before. */
  private checkPlace(name: string): void {
    const slash = name.indexOf('/');
    if (slash < 0) refuse('not in a folder');
    this.folder ||= name.slice(0, slash);
    if (name.slice(0, slash) !== this.folder) refuse(`outside the folder ${this.folder}`);
    if (name === this.previous) refuse('twice in the archive');
    if (name < this.previous) refuse(`after ${this.previous}, expected bytewise order`);
    this.previous = name;
  }

  private readHeader(header: Uint8Array): { name: string; size: number } {
    checkChecksum(header);
    checkType(header);
    const name = readName(header);
    this.checkPlace(name);
    if (this.mtime < 0) this.mtime = readNumber(header, MTIME);
    const expected = expectedHeader(this.mtime);
    for (const field of FIELDS) checkField(header, expected, field);
    return { name, size: readNumber(header, SIZE) };
  }

  private readContents(name: string, size: number): void {
    const from = this.at + BLOCK;
    const left = this.tar.length - from;
    if (size > left) refuse(`${size} bytes, but the archive ends after ${left}`);
    const padding = (BLOCK - (size % BLOCK)) % BLOCK;
    if (padding > left - size) refuse('the archive ends in the padding after the file');
    for (let i = 0; i < padding; i++)
      if (this.tar[from + size + i] !== 0) refuse('padding after the file that is not zero');
    this.files.set(name.slice(this.folder.length + 1), this.tar.subarray(from, from + size));
    this.at = from + size + padding;
  }

  readMember(): void {
    const header = this.tar.subarray(this.at, this.at + BLOCK);
    const shown = show(header, { name: 'name', at: 0, length: NAME_MAX + 1 }).split('\0')[0];
    within(shown || `offset ${this.at}`, () => {
      const { name, size } = this.readHeader(header);
      this.readContents(name, size);
    });
  }
}

/** A zero block is at `at`: the first of two, with nothing after them? */
function checkEnd(tar: Uint8Array, at: number): void {
  const left = tar.length - at;
  if (left === BLOCK) refuse('only one zero block at the end, expected two');
  if (!isZero(tar, at + BLOCK)) refuse(`offset ${at}: a zero block in the middle`);
  if (left > 2 * BLOCK) refuse(`${left - 2 * BLOCK} bytes after the two zero blocks at the end`);
}

/** Refuses every archive that is not of the one form, and says where it is not. */
export function readTar(tar: Bytes): Content {
  const reader = new Reader(tar);
  while (!isZero(tar, reader.at)) {
    const left = tar.length - reader.at;
    if (left === 0) refuse('ends without the two zero blocks');
    if (left < BLOCK) refuse(`offset ${reader.at}: ${left} bytes, expected a header`);
    reader.readMember();
  }
  checkEnd(tar, reader.at);
  if (reader.files.size === 0) refuse('no file in the archive');
  checkMeeting(reader.folder, reader.files.keys());
  return { folder: reader.folder, mtime: reader.mtime, files: reader.files };
}

/** Refuses an archive whose folder or mtime is not what the release in it says of itself. */
export function checkEdition(content: Content, folder: string, mtime: number): void {
  if (content.folder !== folder) refuse(`the folder is ${content.folder}, expected ${folder}`);
  if (content.mtime !== mtime) refuse(`the mtime is ${content.mtime}, expected ${mtime}`);
}

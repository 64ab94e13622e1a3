// Checks a release as the program's `verify` does, but for what needs its rules: tables are not
// computed again. Pure: bytes in, a report out. Same names; a check comes after those that it rests on.

import keysJson from '../../../dist/keys.json';
import { type Bytes, Refusal, refuse, sha256, within } from './bytes';
import { openEnvelope } from './dsse';
import { integerMember, isObject, parseJson, stringMember } from './json';
import {
  type Key, type Signature, checkComment, checkMessage, fingerprint, parseKey, parseSignature,
} from './minisign';
import { type Edition, checkStatement, makeStatement } from './statement';
import { SUMS_FILE, checkSums } from './sums';
import { type Content, checkEdition, readTar } from './ustar';
import { isZstd, unpackFrame } from './zstd';

/** Nothing is unpacked beyond what was signed, or without that, beyond this. */
const UNSIGNED_BYTES_MAX = 512 << 20;

/** Formats whose provenance this page knows how to make again. */
const FORMATS = [2, 3];

export interface PinnedKey {
  public: string;
  releases: string[];
}

/** The public keys as they were when these pages were made: what lies beside an archive is the
 * stranger's, not ours. */
export const PINNED: PinnedKey[] = keysJson.keys;

export interface NamedBytes {
  name: string;
  bytes: Bytes;
}

export interface Request {
  archive: NamedBytes;
  signature: NamedBytes;
  provenance?: NamedBytes | undefined;
  pinned?: PinnedKey[];
}

export const CHECKS = ['key', 'archive', 'signature', 'manifest', 'provenance'] as const;
export type CheckName = (typeof CHECKS)[number];
export type Outcome = 'ok' | 'failed' | 'skipped';

export interface Check {
  name: CheckName;
  outcome: Outcome;
  text: string;
}

export interface Report {
  verified: boolean;
  checks: Check[];
  contentId?: string;
  edition?: Edition;
  trustedComment?: string;
}

interface Claim {
  study: string;
  version: string;
  contentId: string;
  tarSha256: string;
  tarBytes: number;
}

/** The trusted comment, which has one form. */
export function parseClaim(comment: string): Claim {
  const [, study = '', version = '', contentId = '', tarSha256 = '', bytes = ''] =
    /^([a-z]{1,15}) (\d{4}\.\d{2}\.\d{1,5}) content=([0-9a-f]{64}) tar=([0-9a-f]{64}) bytes=([1-9]\d{0,14})$/
      .exec(comment) ??
    refuse("the trusted comment is not 'STUDY VERSION content=ID tar=SHA256 bytes=SIZE'");
  return { study, version, contentId, tarSha256, tarBytes: Number(bytes) };
}

function pinnedKey(pinned: PinnedKey[], claim: Claim): Key {
  const release = `${claim.study}-${claim.version}`;
  const entry = pinned.find(({ releases }) => releases.includes(release));
  return entry ? parseKey(entry.public) : refuse(`no key is pinned for ${release}`);
}

function readEdition(files: Map<string, Bytes>): Edition {
  const name = 'inputs/release.json';
  return within(name, () => {
    const json = parseJson(files.get(name) ?? refuse('not there'));
    if (!isObject(json)) return refuse('no object');
    const edition = {
      study: stringMember(json, 'study'),
      version: stringMember(json, 'version'),
      date: stringMember(json, 'date'),
      format: integerMember(json, 'format'),
    };
    return /^\d{4}-\d{2}-\d{2}$/.test(edition.date) ? edition : refuse(`date ${edition.date}`);
  });
}

async function digestAll(files: Map<string, Bytes>): Promise<Map<string, string>> {
  const digests = new Map<string, string>();
  for (const [name, bytes] of files) digests.set(name, await sha256(bytes));
  return digests;
}

/** What has been learnt on the way. */
interface State {
  signature?: Signature;
  key?: Key;
  claim?: Claim; // only once it was signed with the key
  tarSha256?: string;
  content?: Content;
  digests?: Map<string, string>;
  edition?: Edition;
}

async function checkKey(request: Request, state: State): Promise<string> {
  const { name, bytes } = request.signature;
  const signature = parseSignature(name, bytes);
  const claim = within(name, () => parseClaim(signature.comment));
  const key = pinnedKey(request.pinned ?? PINNED, claim);
  try {
    await checkComment(signature, key);
  } catch (error) {
    if (error instanceof Refusal)
      refuse(`${name}: the trusted comment was altered, or a signature: ${error.message}`);
    throw error;
  }
  Object.assign(state, { signature, key, claim });
  return `${key.id}, pinned in this page, fingerprint sha256:${await fingerprint(key)}`;
}

async function checkArchive(request: Request, state: State): Promise<string> {
  const { name, bytes } = request.archive;
  const max = Math.min(state.claim?.tarBytes ?? UNSIGNED_BYTES_MAX, UNSIGNED_BYTES_MAX);
  const tar = within(name, () => (isZstd(bytes) || bytes[0] === 0x28 ? unpackFrame(bytes, max) : bytes));
  if (tar.length > max) refuse(`the tar has ${tar.length} bytes, ${max} were signed`);
  state.tarSha256 = await sha256(tar);
  const content = within(name, () => readTar(tar));
  const digests = await digestAll(content.files);
  const edition = readEdition(content.files);
  const epoch = Date.parse(`${edition.date}T00:00:00Z`) / 1000;
  within(name, () => checkEdition(content, `${edition.study}-${edition.version}`, epoch));
  Object.assign(state, { content, digests, edition });
  const { claim } = state;
  if (claim && tar.length !== claim.tarBytes)
    refuse(`the tar has ${tar.length} bytes, ${claim.tarBytes} were signed`);
  if (claim && state.tarSha256 !== claim.tarSha256)
    refuse(`the tar has sha256 ${state.tarSha256}, ${claim.tarSha256} was signed`);
  return `canonical tar, ${tar.length} bytes, sha256:${state.tarSha256}`;
}

async function checkSigned(state: Required<State>, name: string): Promise<string> {
  const { signature, key, claim, content, digests, edition } = state;
  const sums = content.files.get(SUMS_FILE) ?? refuse(`no ${SUMS_FILE} in the archive`);
  try {
    await checkMessage(signature, key, sums);
  } catch (error) {
    if (error instanceof Refusal)
      refuse(`${name}: ${SUMS_FILE} was altered, or the signature: ${error.message}`);
    throw error;
  }
  const contentId = digests.get(SUMS_FILE);
  if (claim.contentId !== contentId)
    refuse(`${name}: it signs content id ${claim.contentId}, this is ${contentId}`);
  if (claim.study !== edition.study || claim.version !== edition.version)
    refuse(`${name}: it signs ${claim.study} ${claim.version}, ` +
      `release.json says ${edition.study} ${edition.version}`);
  return `Ed25519, over ${SUMS_FILE} of ${claim.study} ${claim.version}`;
}

function checkManifest(state: Required<State>): string {
  const count = checkSums(state.content.files, state.digests);
  return `${count} files, none missing, none extra, none altered`;
}

async function checkProvenance(state: Required<State>, { name, bytes }: NamedBytes): Promise<string> {
  try {
    const payload = await openEnvelope(bytes, state.key);
    if (!FORMATS.includes(state.edition.format)) return 'in-toto statement, SLSA predicate, signed';
    const passport = parseJson(state.content.files.get('inputs/passport.json') ?? refuse('no inputs/passport.json'));
    checkStatement(payload, makeStatement(state.edition, passport, state.digests, state.tarSha256));
  } catch (error) {
    if (error instanceof Refusal) refuse(`${name}: ${error.message}`);
    throw error;
  }
  return 'in-toto statement, SLSA predicate, every subject as found';
}

/** Why a check cannot be made; undefined where it can. */
function obstacle(name: CheckName, state: State, request: Request): string | undefined {
  if (name === 'key' || name === 'archive') return undefined;
  if (!state.content) return 'not checked: see the archive';
  if (name === 'manifest') return undefined;
  if (!state.claim) return 'not checked: see the key';
  return name === 'provenance' && !request.provenance ? 'not checked: no provenance given' : undefined;
}

function run(name: CheckName, state: State, request: Request): Promise<string> | string {
  const all = state as Required<State>; // an obstacle stood before what is missing
  switch (name) {
    case 'key':
      return checkKey(request, state);
    case 'archive':
      return checkArchive(request, state);
    case 'signature':
      return checkSigned(all, request.signature.name);
    case 'manifest':
      return checkManifest(all);
    case 'provenance':
      return checkProvenance(all, request.provenance as NamedBytes);
  }
}

async function perform(name: CheckName, state: State, request: Request): Promise<Check> {
  const why = obstacle(name, state, request);
  if (why !== undefined) return { name, outcome: 'skipped', text: why };
  try {
    return { name, outcome: 'ok', text: await run(name, state, request) };
  } catch (error) {
    if (error instanceof Refusal) return { name, outcome: 'failed', text: error.message };
    throw error;
  }
}

/** Verified: nothing failed, and nothing was skipped but a provenance that nobody gave. `onCheck` is
 * told of each check when it is done. */
export async function verifyRelease(request: Request, onCheck?: (check: Check) => void): Promise<Report> {
  const state: State = {};
  const checks: Check[] = [];
  for (const name of CHECKS) {
    const check = await perform(name, state, request);
    checks.push(check);
    onCheck?.(check);
  }
  const verified = checks.every(({ name, outcome }) =>
    outcome === 'ok' || (name === 'provenance' && outcome === 'skipped' && !request.provenance));
  const report: Report = { verified, checks };
  if (state.edition) report.edition = state.edition;
  const contentId = state.digests?.get(SUMS_FILE);
  if (contentId) report.contentId = contentId;
  if (state.claim && state.signature) report.trustedComment = state.signature.comment;
  return report;
}

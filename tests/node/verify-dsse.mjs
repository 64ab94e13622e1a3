// Verifies every published provenance envelope with sigstore's verifier, which knows nothing of
// this project: the trust root is dist/keys.json, and nothing is asked over a network.
//
//   node verify-dsse.mjs [ROOT]    ROOT: the checkout, or any folder with dist/ in it

import { createHash } from 'node:crypto';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { bundleFromJSON } from '@sigstore/bundle';
import { Verifier, toSignedEntity, toTrustMaterial } from '@sigstore/verify';
import { check, end, expect, skip } from './report.mjs';

const root = process.argv[2] ?? join(dirname(fileURLToPath(import.meta.url)), '..', '..');
const ED25519_SPKI = Buffer.from('302a300506032b6570032100', 'hex');
const ID_BYTES = 2 + 8; // what minisign puts before the 32 bytes of a key

const sha256 = (bytes) => createHash('sha256').update(bytes).digest('hex');
const readJson = (...parts) => JSON.parse(readFileSync(join(...parts), 'utf8'));

// Every key of keys.json by its fingerprint, which is the keyid of an envelope.
function readKeys(keys) {
  const byId = {};
  for (const { public: line, fingerprint } of keys) {
    const raw = Buffer.from(line, 'base64').subarray(ID_BYTES);
    expect(sha256(raw) === fingerprint, `${fingerprint} is not the fingerprint of ${line}`);
    byId[fingerprint] = { rawBytes: Buffer.concat([ED25519_SPKI, raw]) };
  }
  return byId;
}

// Throws unless sigstore takes the envelope. No certificate, no log, no time: a key alone.
function verify(envelope, keys) {
  const bundle = bundleFromJSON({
    mediaType: 'application/vnd.dev.sigstore.bundle.v0.3+json',
    verificationMaterial: {
      publicKey: { hint: envelope.signatures[0].keyid },
      tlogEntries: [],
    },
    dsseEnvelope: envelope,
  });
  const nobody = { certificateAuthorities: [], timestampAuthorities: [], tlogs: [], ctlogs: [] };
  const verifier = new Verifier(toTrustMaterial(nobody, keys), {
    ctlogThreshold: 0,
    tlogThreshold: 0,
    tsaThreshold: 0,
  });
  verifier.verify(toSignedEntity(bundle));
}

function refuses(envelope, keys) {
  try {
    verify(envelope, keys);
  } catch {
    return true;
  }
  return false;
}

// A verifier that takes anything would pass as well: what is altered must be refused.
function checkAltered(envelope, keys) {
  const payload = Buffer.from(envelope.payload, 'base64');
  for (const at of [0, payload.length >> 1, payload.length - 1]) {
    payload[at] ^= 1;
    const altered = { ...envelope, payload: payload.toString('base64') };
    payload[at] ^= 1;
    expect(refuses(altered, keys), `sigstore takes an altered byte ${at}`);
  }
  const other = { ...envelope, payloadType: 'application/json' };
  expect(refuses(other, keys), 'sigstore takes another payload type');
  return 'three altered bytes and another type are refused';
}

// The verified bytes: the types that they claim, and the subjects beside them in dist/.
function checkStatement(envelope, folder) {
  const statement = JSON.parse(Buffer.from(envelope.payload, 'base64').toString('utf8'));
  expect(statement._type === 'https://in-toto.io/Statement/v1', `_type ${statement._type}`);
  expect(
    statement.predicateType === 'https://slsa.dev/provenance/v1',
    `predicateType ${statement.predicateType}`,
  );
  const record = readJson(folder, 'record.json');
  const subjects = new Map(statement.subject.map(({ name, digest }) => [name, digest.sha256]));
  const expected = {
    SHA256SUMS: sha256(readFileSync(join(folder, 'SHA256SUMS'))),
    [`${record.study}-${record.version}.tar`]: record.tar_sha256,
  };
  for (const line of readFileSync(join(folder, 'SHA256SUMS'), 'utf8').split('\n')) {
    const [digest, name] = line.split('  ');
    if (name?.startsWith('tables/')) expected[name] = digest;
  }
  for (const [name, digest] of Object.entries(expected))
    expect(subjects.get(name) === digest, `subject ${name}: ${subjects.get(name)}, not ${digest}`);
  expect(subjects.size === Object.keys(expected).length, 'subjects that nothing here is');
  const parameters = statement.predicate.buildDefinition.externalParameters;
  expect(
    parameters.study === record.study && parameters.version === record.version,
    `it is of ${parameters.study} ${parameters.version}`,
  );
  return `in-toto Statement v1, SLSA provenance v1, ${subjects.size} subjects`;
}

const dist = join(root, 'dist');
const { keys } = readJson(dist, 'keys.json');
const published = readdirSync(dist)
  .filter((name) => existsSync(join(dist, name, 'record.json')))
  .sort();

for (const name of published) {
  const file = `dist/${name}/provenance.dsse.json`;
  let verified;
  check(file, () => {
    const envelope = readJson(root, file);
    verify(envelope, readKeys(keys));
    const key = keys.find(({ fingerprint }) => fingerprint === envelope.signatures[0].keyid);
    expect(key.releases.includes(name), `its key ${key.id} does not sign ${name}`);
    verified = envelope;
    return `verified by sigstore, key ${key.id}`;
  });
  if (!verified) continue;
  check(file, () => checkAltered(verified, readKeys(keys)));
  check(file, () => checkStatement(verified, join(dist, name)));
}
if (published.length === 0) skip('dist/', 'no release is published here');
end(published.length === 0);

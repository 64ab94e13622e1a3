// Holds our documents against JSON Schemas with ajv: our own schemas, and those of others.
//
//   node validate.mjs [--root ROOT] [FOLDER...]
//
// ROOT: the checkout. FOLDER: an unpacked release. The schemas of Data Package 2.0 and of CFF 1.2.0
// are not ours to copy: they are read from $REFERENCE_DIR/standards, and skipped without it.

import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import Ajv from 'ajv';
import Ajv2020 from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { parse as parseYaml } from 'yaml';
import { check, end, expect, skip } from './report.mjs';

const readJson = (...parts) => JSON.parse(readFileSync(join(...parts), 'utf8'));

// What a schema finds wrong, in one line.
const wrong = (errors) =>
  errors.slice(0, 3).map((e) => `${e.instancePath || '/'} ${e.message}`).join('; ');

function parseArguments(args) {
  const found = { root: join(dirname(fileURLToPath(import.meta.url)), '..', '..'), folders: [] };
  for (let i = 0; i < args.length; i++) {
    if (args[i] === '--root') found.root = args[++i];
    else found.folders.push(args[i]);
  }
  return found;
}

// ---- our own schemas ----

// schema/NAME.schema.json, compiled, by name. ajv is strict: unknown keywords are errors.
function compileOurs(folder, shown) {
  const ajv = new Ajv2020({ strict: true, strictRequired: true, allErrors: true });
  const schemas = new Map();
  for (const file of readdirSync(folder).filter((name) => name.endsWith('.schema.json')).sort())
    check(`${shown}/${file}`, () => {
      const schema = readJson(folder, file);
      expect(
        schema.$schema === 'https://json-schema.org/draft/2020-12/schema',
        `$schema ${schema.$schema}`,
      );
      schemas.set(file.replace('.schema.json', ''), ajv.compile(schema));
      return 'a JSON Schema 2020-12';
    });
  return schemas;
}

// The document is as described, and the description is no empty one.
function checkOurs(schemas, name, file, shown) {
  check(shown, () => {
    const document = readJson(file);
    const validate = schemas.get(name);
    expect(validate, `there is no ${name}.schema.json`);
    expect(validate(document), wrong(validate.errors ?? []));
    const more = Array.isArray(document) ? [...document, 7] : { ...document, unheard_of: 7 };
    expect(!validate(more), `${name}.schema.json takes anything`);
    return `as ${name}.schema.json describes`;
  });
}

const below = (folder) =>
  existsSync(folder)
    ? readdirSync(folder, { withFileTypes: true })
        .filter((entry) => entry.isDirectory())
        .map((entry) => entry.name)
        .sort()
    : [];

// The inputs of each study, and the schema of each. Openings and their codebook may be missing.
const openings = 'schema/benedict-openings-codebook.json';
const inputs = {
  asym: {
    'ladder.json': 'ladder',
    'passport.json': 'passport',
    'published.json': 'published',
    'references.json': 'references',
    'release.json': 'release',
    'schema/codebook.json': 'codebook',
  },
  benedict: {
    'passport.json': 'benedict-passport',
    'references.json': 'references',
    'release.json': 'release',
    'schema/benedict-codebook.json': 'codebook',
    [openings]: 'codebook',
  },
};

function checkTree(root) {
  const schemas = compileOurs(join(root, 'schema'), 'schema');
  const ours = (name, file) => checkOurs(schemas, name, join(root, file), file);
  ours('keys', 'dist/keys.json');
  for (const study of below(join(root, 'passport')))
    for (const [file, name] of Object.entries(inputs[study]))
      ours(name, file.startsWith('schema/') ? file : `passport/${study}/${file}`);
  for (const release of below(join(root, 'dist'))) {
    const file = `dist/${release}/record.json`;
    if (existsSync(join(root, file))) ours('record', file);
  }
}

function checkFolder(folder) {
  const schemas = compileOurs(join(folder, 'inputs', 'schema'), `${folder}/inputs/schema`);
  const ours = (name, file) => checkOurs(schemas, name, join(folder, file), `${folder}/${file}`);
  const { study } = readJson(folder, 'inputs', 'release.json');
  for (const [file, name] of Object.entries(inputs[study]))
    if (file !== openings || existsSync(join(folder, 'inputs', file))) ours(name, `inputs/${file}`);
  if (study === 'asym') ours('coverage', 'tables/coverage.json');
}

// ---- the schemas of others ----

// Written for draft-07 by people who are not strict: unknown keywords and formats pass.
function compileTheirs(standards, file) {
  const ajv = new Ajv({ strict: false, allErrors: true });
  addFormats(ajv);
  ajv.addFormat('textarea', true);
  return ajv.compile(readJson(standards, file));
}

function expectValid(validate, document, what) {
  expect(validate(document), `${what}: ${wrong(validate.errors ?? [])}`);
}

// A package's schema leaves its resources to theirs, and those their columns.
function checkDataPackage(standards, file) {
  const [asPackage, asResource, asTable, asDialect] = [
    'datapackage', 'dataresource', 'tableschema', 'tabledialect',
  ].map((name) => compileTheirs(standards, `datapackage-2.0-${name}.schema.json`));
  const document = readJson(file);
  let tables = 0;
  expectValid(asPackage, document, 'package');
  for (const resource of document.resources) {
    expectValid(asResource, resource, resource.name);
    if (typeof resource.schema === 'object') {
      expectValid(asTable, resource.schema, `${resource.name}, schema`);
      tables++;
    }
    if (typeof resource.dialect === 'object')
      expectValid(asDialect, resource.dialect, `${resource.name}, dialect`);
  }
  expect(!asPackage({ ...document, resources: [] }), 'its schema takes a package of nothing');
  expect(!asTable({ fields: [{ type: 'integer' }] }), 'its schema takes a column without a name');
  return `Data Package 2.0, ${document.resources.length} resources, ${tables} table schemas`;
}

function checkCitation(standards, file) {
  const validate = compileTheirs(standards, 'cff-1.2.0.schema.json');
  const document = parseYaml(readFileSync(file, 'utf8')); // YAML 1.2: a date stays a string
  expectValid(validate, document, 'citation');
  expect(!validate({ ...document, unheard_of: '7' }), 'its schema takes anything');
  return 'CFF 1.2.0';
}

function checkTheirs(standards, folder, file, body) {
  const shown = folder ? `${folder}/${file}` : file;
  if (!standards) skip(shown, 'REFERENCE_DIR names no folder with standards/ in it');
  else check(shown, () => body(standards, join(folder || root, file)));
}

// ---- all ----

const { root, folders } = parseArguments(process.argv.slice(2));
const reference = process.env.REFERENCE_DIR;
const standards =
  reference && existsSync(join(reference, 'standards')) ? join(reference, 'standards') : null;

checkTree(root);
if (existsSync(join(root, 'CITATION.cff')))
  checkTheirs(standards, '', 'CITATION.cff', checkCitation);
for (const folder of folders) {
  checkFolder(folder);
  checkTheirs(standards, folder, 'datapackage.json', checkDataPackage);
  checkTheirs(standards, folder, 'CITATION.cff', checkCitation);
}
if (folders.length === 0)
  skip('datapackage.json, tables/coverage.json', 'no unpacked release was named');
end();

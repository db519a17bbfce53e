/** The manifests of the conformance suite, read as what they are: files from outside. */
import { fromHex } from '../bytes.ts';
import { SpineError } from '../errors.ts';
import { parsePlainJson } from '../plain-json.ts';
import type { TrustedKey } from '../verdicts.ts';

export const STRUCTURAL_MANIFEST = 'structural/manifest.json';
export const CRYPTO_MANIFEST = 'crypto/manifest.json';

const KINDS = ['structural', 'checkpoint', 'run', 'event_proof', 'consistency', 'governance', 'ground_truth'] as const;
export type VectorKind = (typeof KINDS)[number];

export interface Vector {
  readonly id: string;
  readonly tier: string;
  readonly kind: VectorKind;
  /** Registered failure code; null when the vector must be accepted. */
  readonly expected: string | null;
  readonly description: string;
  /** Paths relative to the suite's folder. */
  readonly files: readonly string[];
}

export interface Suite {
  readonly version: string;
  readonly keyring: readonly TrustedKey[];
  readonly vectors: readonly Vector[];
}

/** Both manifests as one suite. Throws `runseal.bad_manifest`. */
export function readManifests(
  paths: { readonly structural: string; readonly crypto: string },
  structural: Uint8Array,
  crypto: Uint8Array,
): Suite {
  const [first, second] = [parse(structural, paths.structural), parse(crypto, paths.crypto)];
  if (first['suite_version'] !== second['suite_version']) throw bad('the two manifests are of different suites');
  return {
    version: text(first, 'suite_version'),
    keyring: list(second, 'keyring').map(keyOf),
    vectors: [
      ...list(first, 'vectors').map((entry) =>
        structuralVector(entry, text(first, 'tier'), folderOf(paths.structural)),
      ),
      ...list(second, 'vectors').map((entry) => cryptoVector(entry, folderOf(paths.crypto))),
    ],
  };
}

type Fields = Readonly<Record<string, unknown>>;

function structuralVector(entry: Fields, tier: string, folder: string): Vector {
  const files = entry['events'];
  if (!Array.isArray(files)) throw bad('a structural vector lists its events');
  return { ...commonOf(entry), tier, kind: 'structural', files: files.map((file) => inFolder(folder, file)) };
}

function cryptoVector(entry: Fields, folder: string): Vector {
  const kind = KINDS.find((known) => known === entry['kind']);
  if (kind === undefined) throw bad(`the vector ${text(entry, 'id')} is of a kind this version does not know`);
  return { ...commonOf(entry), tier: text(entry, 'tier'), kind, files: [inFolder(folder, entry['artifact'])] };
}

function commonOf(entry: Fields): Pick<Vector, 'id' | 'expected' | 'description'> {
  const expect = text(entry, 'expect');
  if (expect !== 'accept' && expect !== 'reject') throw bad('a vector is to be accepted or rejected');
  return {
    id: text(entry, 'id'),
    expected: expect === 'accept' ? null : text(entry, 'failure_code'),
    description: text(entry, 'description'),
  };
}

function keyOf(entry: Fields): TrustedKey {
  return { keyId: text(entry, 'key_id'), publicKey: fromHex(text(entry, 'public_key_hex')) };
}

/** A manifest may only name files below its own folder. */
function inFolder(folder: string, file: unknown): string {
  if (typeof file !== 'string' || !/^[\w-]+(\/[\w-]+)*\.cbor$/.test(file))
    throw bad('a vector names a file that is not one of the suite');
  return folder + file;
}

function folderOf(path: string): string {
  return path.slice(0, path.lastIndexOf('/') + 1);
}

function parse(bytes: Uint8Array, path: string): Fields {
  try {
    const value: unknown = parsePlainJson(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
    if (isFields(value)) return value;
  } catch (cause) {
    throw new SpineError('runseal.bad_manifest', `${path} is not JSON`, { cause });
  }
  throw bad(`${path} is not a manifest`);
}

function list(fields: Fields, name: string): Fields[] {
  const value = fields[name];
  if (!Array.isArray(value) || !value.every(isFields)) throw bad(`"${name}" is not a list of entries`);
  return value;
}

function text(fields: Fields, name: string): string {
  const value = fields[name];
  if (typeof value !== 'string') throw bad(`"${name}" is not a text`);
  return value;
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function bad(what: string): SpineError {
  return new SpineError('runseal.bad_manifest', `${what}; point to a folder with the published vectors`);
}

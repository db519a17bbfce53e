/** A package in a folder, held against its own manifests (BagIt, RFC 8493). That finds damage and strangers, never forgery. */
import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { parseManifest, type ManifestEntry } from '@runseal/spine/evidence';
import { CliError, EXIT } from '../errors.ts';
import { readText } from '../files/read.ts';
import { sha256Of } from '../files/write.ts';

export interface BagFault {
  readonly code: 'package_changed' | 'package_missing' | 'package_extra' | 'package_manifest';
  /** Within the package, with slashes. */
  readonly path: string;
  readonly sentence: string;
}

export interface CheckedBag {
  readonly folder: string;
  /** Files that are as the manifests say. */
  readonly whole: number;
  readonly faults: readonly BagFault[];
  /** The record in it, a path to open. */
  readonly record: string;
}

/** Whether a folder says that it is a package. */
export const looksLikeBag = (folder: string): boolean => existsSync(join(folder, DECLARATION));

/**
 * Looks at every file of the package, and at nothing outside it. Throws CliError `package_has_links` where it holds a link or
 * anything else that is no plain file, `package_record_unclear` where it does not hold exactly one record.
 */
export async function checkBag(folder: string): Promise<CheckedBag> {
  const files = await filesIn(folder);
  const faults: BagFault[] = [];
  const payload = await listed(folder, PAYLOAD_MANIFEST, files, faults);
  const tags = await listed(folder, TAG_MANIFEST, files, faults);
  let whole = 0;
  for (const entry of [...payload.values(), ...tags.values()]) {
    const fault = await faultOf(folder, entry, files);
    if (fault === null) whole += 1;
    else faults.push(fault);
  }
  for (const path of files)
    if (path !== TAG_MANIFEST && !(path.startsWith(PAYLOAD) ? payload : tags).has(path))
      faults.push({
        code: 'package_extra',
        path,
        sentence: `${path} is in the package, and in none of its manifests.`,
      });
  return { folder, whole, faults, record: recordAmong(folder, files) };
}

/** The record of a package, of which nothing else is looked at. Throws as `checkBag` does. */
export const recordIn = async (folder: string): Promise<string> => recordAmong(folder, await filesIn(folder));

const DECLARATION = 'bagit.txt';
const PAYLOAD = 'data/';
const PAYLOAD_MANIFEST = 'manifest-sha256.txt';
const TAG_MANIFEST = 'tagmanifest-sha256.txt';

/** Plain files by their paths within the folder, in order. */
async function filesIn(folder: string): Promise<ReadonlySet<string>> {
  const found: string[] = [];
  const waiting = [''];
  for (let under = waiting.pop(); under !== undefined; under = waiting.pop())
    for (const entry of await readdir(join(folder, under), { withFileTypes: true })) {
      const path = under === '' ? entry.name : `${under}/${entry.name}`;
      if (entry.isDirectory()) waiting.push(path);
      else if (entry.isFile()) found.push(path);
      else throw notPlain(folder, path);
    }
  return new Set(found.sort());
}

const notPlain = (folder: string, path: string): CliError =>
  new CliError(
    'package_has_links',
    `${folder} holds ${path}, which is a link or no plain file. No package has those: nothing of it was opened.`,
    { exitCode: EXIT.unreadable },
  );

/** What a manifest lists, by path. */
async function listed(
  folder: string,
  manifest: string,
  files: ReadonlySet<string>,
  faults: BagFault[],
): Promise<ReadonlyMap<string, ManifestEntry>> {
  const fault = (sentence: string): void => void faults.push({ code: 'package_manifest', path: manifest, sentence });
  if (!files.has(manifest)) {
    fault(`The package has no ${manifest}.`);
    return new Map();
  }
  const { entries, faults: lines } = parseManifest(await readText(join(folder, manifest)));
  for (const { line, why } of lines) fault(`Line ${line} of ${manifest} ${why}.`);
  const misplaced = entries.filter(({ path }) => path.startsWith(PAYLOAD) !== (manifest === PAYLOAD_MANIFEST));
  for (const { path } of misplaced) fault(`${manifest} lists ${path}, which does not belong there.`);
  return new Map(entries.filter((entry) => !misplaced.includes(entry)).map((entry) => [entry.path, entry]));
}

async function faultOf(
  folder: string,
  { path, sha256 }: ManifestEntry,
  files: ReadonlySet<string>,
): Promise<BagFault | null> {
  if (!files.has(path)) return { code: 'package_missing', path, sentence: `${path} is listed, and is not there.` };
  if ((await sha256Of(join(folder, path))) === sha256) return null;
  return { code: 'package_changed', path, sentence: `${path} is not as it was packed.` };
}

function recordAmong(folder: string, files: ReadonlySet<string>): string {
  const [record, ...others] = [...files].filter((path) => /^data\/[^/]+\.provetrail$/u.test(path));
  if (record !== undefined && others.length === 0) return join(folder, record);
  const found = record === undefined ? 'no record' : `${others.length + 1} records`;
  throw new CliError(
    'package_record_unclear',
    `${folder} holds ${found} (data/RUN.provetrail), and a package has exactly one. Name the file you mean.`,
    { exitCode: EXIT.unreadable },
  );
}

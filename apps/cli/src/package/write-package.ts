import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readdir, rename, rm, rmdir } from 'node:fs/promises';
import { dirname, join, sep } from 'node:path';
import type { Report } from '@runseal/spine';
import { CliError, EXIT } from '../errors.ts';
import { makeFolder, placeEvidence, replaceFile, sha256Of, unwritable, type Written } from '../files/write.ts';
import type { Server } from '../server/server.ts';
import { stagePackage, type PackageOptions, type StagedPackage } from './evidence-package.ts';
import { recordOf, withOpened } from './opened.ts';
import { zipOf } from './zip.ts';

export interface Package {
  /** What was written. */
  readonly files: readonly Written[];
  /** Files in the bag. */
  readonly count: number;
  readonly report: Report;
}

/**
 * Writes the bag as one zip file where `out` ends in .zip, else as a folder. Everything is brought together in a folder
 * whose name ends in .part first, and takes its place when it is whole and verified: whatever breaks off before leaves
 * what was there before.
 */
export async function writePackage(
  out: string,
  run: string,
  server: Server,
  options: PackageOptions,
): Promise<Package> {
  const zip = out.toLowerCase().endsWith('.zip');
  const name = `${randomBytes(6).toString('hex')}.part`;
  const stage = zip ? `${out}.${name}` : join(out, name);
  const made = !existsSync(out);
  try {
    const staged = await stagePackage(run, stage, server, options);
    // RFC 8493 4.2: a serialised bag has one folder at its top.
    if (zip) await refuseOtherZip(out, staged);
    const files = zip ? [await replaceFile(out, zipOf(run, stage, staged.files))] : await unfold(out, stage, staged);
    return { files, count: staged.files.length, report: staged.report };
  } finally {
    await rm(stage, { recursive: true, force: true }).catch(() => undefined);
    // Where something was written it stays; a folder that was made for nothing does not.
    if (made && !zip) await rmdir(out).catch(() => undefined);
  }
}

/** A zip is written over only by a newer package of the same record. */
async function refuseOtherZip(out: string, { files }: StagedPackage): Promise<void> {
  if (!existsSync(out)) return;
  const record = await withOpened(out, new AbortController().signal, async (opened) => sha256Of(await recordOf(opened)))
    // Whatever it is, it is no such package.
    .catch(() => null);
  if (files.some(({ path, sha256 }) => isEvidence(path) && sha256 === record)) return;
  throw new CliError(
    'export_differs',
    `${out} exists, and is no package of this record; keep it, and name another file.`,
    {
      exitCode: EXIT.failed,
    },
  );
}

/** The record is never written over; what states this export (manifests, report, custody) is newer each time. */
async function unfold(out: string, stage: string, { files }: StagedPackage): Promise<Written[]> {
  await refuseOthers(out, stage, files);
  const order = [...files].sort((a, b) => Number(isEvidence(b.path)) - Number(isEvidence(a.path)));
  for (const { path, sha256 } of order) {
    const target = join(out, path);
    try {
      await makeFolder(dirname(target));
      if (isEvidence(path)) await placeEvidence(join(stage, path), target, sha256);
      else await rename(join(stage, path), target);
    } catch (cause) {
      throw unwritable(target, cause);
    }
  }
  return files.map((file) => ({ ...file, path: join(out, file.path) }));
}

/**
 * A package is alone in its folder: what lies there and is no part of it would be taken for one, content that was left out this
 * time, or another run. Nothing is removed that may be all somebody has.
 */
async function refuseOthers(out: string, stage: string, files: readonly Written[]): Promise<void> {
  const ours = new Set(files.map(({ path }) => join(out, path)));
  for (const entry of await readdir(out, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    if (entry.isDirectory() || ours.has(path) || path.startsWith(`${stage}${sep}`)) continue;
    throw new CliError(
      'export_folder_used',
      `${path} is no part of the package, which has to be alone in its folder: export it into an empty one.`,
      { exitCode: EXIT.failed },
    );
  }
}

const isEvidence = (path: string): boolean => path.endsWith('.provetrail');

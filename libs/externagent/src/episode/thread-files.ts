/**
 * What a CLI keeps of a conversation, carried from one run to a later one as one piece of content: JSON of paths and base64,
 * bounded. The files are the CLI's own words; whoever resumes gives them to the same CLI in a sandbox, and to nothing else.
 */
import { lstat, mkdir, open, readdir, realpath, writeFile } from 'node:fs/promises';
import { constants } from 'node:fs';
import { dirname, join } from 'node:path';
import { HarnessError } from '@runseal/harness';
import { z } from 'zod';

export const THREAD_MEDIA = 'application/vnd.runseal.thread+json';
const MOST_BYTES = 8 * 1024 * 1024;
const MOST_FILES = 64;
const MOST_DEPTH = 8;

const Bundle = z.strictObject({
  thread: z.string().min(1).max(256),
  files: z
    .array(
      z.strictObject({
        path: z.string().regex(/^(?:[\w-][\w.:-]{0,254}\/){0,8}[\w-][\w.:-]{0,254}$/),
        base64: z.base64(),
      }),
    )
    .min(1)
    .max(MOST_FILES),
});

/**
 * null when there is nothing, too much, or something that is no plain file. Links are not followed, nor is a `folder` that is
 * one or lies behind one: the program may have laid it, and it leads to files of the host. Nor is anything kept of a
 * conversation with a file that `holdsSecret` finds one in.
 */
export async function packThread(
  thread: string,
  folder: string,
  holdsSecret: (bytes: Uint8Array) => boolean = () => false,
): Promise<Uint8Array | null> {
  const files: Files = [];
  let left = MOST_BYTES;
  const walk = async (at: string, depth: number): Promise<boolean> => {
    for (const name of (await readdir(join(folder, at))).sort()) {
      const path = at === '' ? name : `${at}/${name}`;
      const facts = await lstat(join(folder, path));
      if (facts.isDirectory() && depth < MOST_DEPTH) {
        if (!(await walk(path, depth + 1))) return false;
        continue;
      }
      left -= facts.size;
      if (!facts.isFile() || left < 0 || files.length >= MOST_FILES) return false;
      const bytes = await readPlain(join(folder, path), facts.size);
      if (holdsSecret(bytes)) return false;
      files.push({ path, base64: bytes.toString('base64') });
    }
    return true;
  };
  try {
    if ((await realpath(folder)) !== folder) return null;
    if (!(await walk('', 0))) return null;
    return bundled(thread, files);
  } catch {
    return null;
  }
}

/** The same of a conversation that its CLI told, in one piece. */
export function packTold(
  thread: string,
  told: Uint8Array,
  holdsSecret: (bytes: Uint8Array) => boolean,
): Uint8Array | null {
  if (told.length > MOST_BYTES || holdsSecret(told)) return null;
  return bundled(thread, [{ path: TOLD, base64: Buffer.from(told).toString('base64') }]);
}

/** What a program was to write into `path`; null when that is too much, or no plain file. */
export async function readTold(path: string): Promise<Uint8Array | null> {
  const facts = await lstat(path);
  return facts.isFile() && facts.size <= MOST_BYTES ? readPlain(path, facts.size) : null;
}

type Files = z.output<typeof Bundle>['files'];

const TOLD = 'told';

function bundled(thread: string, files: Files): Uint8Array | null {
  const bundle = Bundle.safeParse({ thread, files });
  return bundle.success ? new TextEncoder().encode(JSON.stringify(bundle.data)) : null;
}

/** Throws HarnessError `thread_unusable` for anything that {@link packThread} did not write for this very thread. */
export async function unpackThread(bytes: Uint8Array, thread: string, folder: string): Promise<void> {
  for (const { path, base64 } of filesIn(bytes, thread)) {
    await mkdir(dirname(join(folder, path)), { recursive: true, mode: 0o700 });
    await writeFile(join(folder, path), Buffer.from(base64, 'base64'), { mode: 0o600, flag: 'wx' });
  }
}

/** Throws HarnessError `thread_unusable` for anything that {@link packTold} did not write for this very thread. */
export function unpackTold(bytes: Uint8Array, thread: string): Uint8Array {
  const [file, ...more] = filesIn(bytes, thread);
  if (file?.path !== TOLD || more.length > 0)
    throw new HarnessError(
      'thread_unusable',
      'What was kept of the thread is not what was told of it: start a new one.',
    );
  return Buffer.from(file.base64, 'base64');
}

function filesIn(bytes: Uint8Array, thread: string): Files {
  let bundle: z.output<typeof Bundle>;
  try {
    bundle = Bundle.parse(JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes)));
  } catch (cause) {
    throw new HarnessError('thread_unusable', 'What was kept of the thread cannot be read: start a new one.', {
      cause,
    });
  }
  if (bundle.thread !== thread)
    throw new HarnessError('thread_unusable', 'What was kept belongs to another thread: start a new one.');
  return bundle.files;
}

/** Follows no link in the last place. `size` bytes at most; the caller has looked that it is a plain file. */
async function readPlain(path: string, size: number): Promise<Buffer> {
  const file = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(size), 0, size, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}

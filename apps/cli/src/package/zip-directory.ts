/**
 * What a zip says it holds (PKWARE APPNOTE 6.3). A zip says it twice, before each file and at its end, and programs believe one
 * or the other: here both have to say the same, of every byte, so that whoever unpacks it by other means gets what was judged.
 */
import type { FileHandle } from 'node:fs/promises';
import { listedEntry, ZipRefusal, type ListedEntry } from './zip-entry.ts';

export interface ZipEntry extends ListedEntry {
  /** Where its bytes begin in the zip. */
  readonly from: number;
}

/** Far above the files of a package. */
const MOST_ENTRIES = 1000;
const LONGEST_DIRECTORY = 1024 * 1024;

/** The entries of a zip of `size` bytes, in the order of their bytes. Throws ZipRefusal. */
export async function zipDirectory(file: FileHandle, size: number): Promise<readonly ZipEntry[]> {
  const { count, at, length } = endOf(await bytesAt(file, Math.max(0, size - END), END), size);
  const listed = listedIn(await bytesAt(file, at, length), count);
  refuseClashes(listed);
  const entries: ZipEntry[] = [];
  let next = 0;
  for (const one of [...listed].sort((a, b) => a.at - b.at)) {
    if (one.at !== next) throw new ZipRefusal(UNCLAIMED);
    const from = await localOf(file, one);
    entries.push({ ...one, from });
    next = from + one.packed + (one.sizesBehind ? await behind(file, one, from + one.packed) : 0);
  }
  if (next !== at) throw new ZipRefusal(UNCLAIMED);
  return entries;
}

const END = 22;
const LISTED = 46;
const LOCAL = 30;
const UNCLAIMED = 'holds bytes that belong to no file, or files that lie over each other';
const DAMAGED = 'is damaged: its list of files cannot be read';
const TOLD_TWICE = 'says two different things of a file, before it and at the end';

/** The end record stands at the very end: what follows, a comment too, could be another zip. */
function endOf(end: Buffer, size: number): { count: number; at: number; length: number } {
  if (end.length < END || end.readUInt32LE(0) !== 0x0605_4b50)
    throw new ZipRefusal('is cut short, has a comment, or goes on after its end');
  const [disk, start] = [end.readUInt16LE(4), end.readUInt16LE(6)];
  const [here, count] = [end.readUInt16LE(8), end.readUInt16LE(10)];
  const [length, at] = [end.readUInt32LE(12), end.readUInt32LE(16)];
  if (count === 0xffff || length === 0xffff_ffff || at === 0xffff_ffff)
    throw new ZipRefusal('is written in the form for zips beyond 4 GiB (zip64)');
  if (disk !== 0 || start !== 0 || here !== count) throw new ZipRefusal('is one part of several');
  if (end.readUInt16LE(20) !== 0 || at + length !== size - END) throw new ZipRefusal(UNCLAIMED);
  if (count > MOST_ENTRIES || length > LONGEST_DIRECTORY)
    throw new ZipRefusal(`holds ${count} files, and a package has some twenty`);
  return { count, at, length };
}

function listedIn(directory: Buffer, count: number): readonly ListedEntry[] {
  const listed: ListedEntry[] = [];
  let at = 0;
  for (let n = 0; n < count; n += 1) {
    const head = directory.subarray(at, at + LISTED);
    if (head.length < LISTED || head.readUInt32LE(0) !== 0x0201_4b50) throw new ZipRefusal(DAMAGED);
    const name = at + LISTED + head.readUInt16LE(28);
    const extra = name + head.readUInt16LE(30);
    const end = extra + head.readUInt16LE(32);
    if (end > directory.length) throw new ZipRefusal(DAMAGED);
    listed.push(listedEntry(head, directory.subarray(at + LISTED, name), directory.subarray(name, extra)));
    at = end;
  }
  if (at !== directory.length) throw new ZipRefusal(DAMAGED);
  return listed;
}

/** One place of one file, on systems too where case and the form of accents make no difference. */
function refuseClashes(listed: readonly ListedEntry[]): void {
  const folded = (path: string): string => path.normalize('NFC').toLowerCase();
  const taken = new Set<string>();
  const files = new Set<string>();
  for (const { path, isFolder } of listed) {
    if (taken.has(folded(path))) throw new ZipRefusal(`holds ${path} a second time`);
    taken.add(folded(path));
    if (!isFolder) files.add(folded(path));
  }
  for (const { path } of listed) {
    const names = folded(path).split('/');
    for (let n = 1; n < names.length; n += 1)
      if (files.has(names.slice(0, n).join('/'))) throw new ZipRefusal(`holds ${path} below a file`);
  }
}

/** Where the bytes of an entry begin, behind its header, which has to say what the list says. */
async function localOf(file: FileHandle, entry: ListedEntry): Promise<number> {
  const head = await bytesAt(file, entry.at, LOCAL);
  if (head.length < LOCAL || head.readUInt32LE(0) !== 0x0403_4b50) throw new ZipRefusal(DAMAGED);
  const [length, extra] = [head.readUInt16LE(26), head.readUInt16LE(28)];
  const name = await bytesAt(file, entry.at + LOCAL, length);
  const sizes = [14, 18, 22].map((at) => head.readUInt32LE(at));
  const said = entry.sizesBehind && sizes.every((one) => one === 0) ? sizes : [entry.crc, entry.packed, entry.bytes];
  const same =
    head.readUInt16LE(6) === entry.flags &&
    head.readUInt16LE(8) === entry.methodNumber &&
    name.equals(entry.name) &&
    sizes.every((one, n) => one === said[n]);
  if (!same) throw new ZipRefusal(TOLD_TWICE);
  return entry.at + LOCAL + length + extra;
}

/** Of an entry whose sizes stand behind its bytes: how many bytes they take. */
async function behind(file: FileHandle, { crc, packed, bytes }: ListedEntry, at: number): Promise<number> {
  const said = await bytesAt(file, at, 16);
  const named = said.length >= 4 && said.readUInt32LE(0) === 0x0807_4b50 ? 4 : 0;
  if (said.length < named + 12) throw new ZipRefusal(DAMAGED);
  const same = [crc, packed, bytes].every((one, n) => said.readUInt32LE(named + 4 * n) === one);
  if (!same) throw new ZipRefusal(TOLD_TWICE);
  return named + 12;
}

/** Fewer where the file ends before. */
async function bytesAt(file: FileHandle, at: number, length: number): Promise<Buffer> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, at);
  return buffer.subarray(0, bytesRead);
}

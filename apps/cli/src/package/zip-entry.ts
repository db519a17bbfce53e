import { isUtf8 } from 'node:buffer';
import { staysInside } from '@runseal/spine/evidence';

/** A file or a folder, as the list at the end of a zip has it. */
export interface ListedEntry {
  /** Within the zip, with slashes. */
  readonly path: string;
  /** The same as it is written. */
  readonly name: Buffer;
  readonly isFolder: boolean;
  readonly flags: number;
  /** 0: as it is; 8: deflated. */
  readonly methodNumber: 0 | 8;
  /** Whether sizes and CRC stand behind its bytes. */
  readonly sizesBehind: boolean;
  readonly crc: number;
  /** Bytes in the zip, and unpacked. */
  readonly packed: number;
  readonly bytes: number;
  /** Where its own header begins in the zip. */
  readonly at: number;
}

/** Why a zip is not opened: what is said behind its name. */
export class ZipRefusal extends Error {
  override readonly name = 'ZipRefusal';
}

/** Reads a header of that list (46 bytes), the name and the extra field behind it. Throws ZipRefusal for what no package needs. */
export function listedEntry(head: Buffer, name: Buffer, extra: Buffer): ListedEntry {
  const [flags, method] = [head.readUInt16LE(8), head.readUInt16LE(10)];
  const [crc, packed, bytes] = [head.readUInt32LE(16), head.readUInt32LE(20), head.readUInt32LE(24)];
  const at = head.readUInt32LE(42);
  const written = pathOf(name, flags);
  const isFolder = written.endsWith('/');
  const path = isFolder ? written.slice(0, -1) : written;
  if (!staysInside(path) || path.includes(':')) throw new ZipRefusal(`holds ${written}, which leads out of it`);
  if ((flags & ENCRYPTED) !== 0) throw new ZipRefusal('is encrypted');
  if ((flags & ~FLAGS) !== 0 || (method !== 0 && method !== 8) || head.readUInt16LE(34) !== 0)
    throw new ZipRefusal(`holds ${path} packed in a way that is not read here`);
  if (!isPlain(head.readUInt32LE(38) >>> 16, isFolder)) throw new ZipRefusal(`holds ${path}, a link or no plain file`);
  if (idsIn(extra).some((id) => OTHER_NAME_OR_SIZE.has(id)))
    throw new ZipRefusal(`says in a second place how ${path} is called or how large it is`);
  if (isFolder && (packed !== 0 || bytes !== 0)) throw new ZipRefusal(`holds ${path}, a folder with bytes of its own`);
  if (method === 0 && packed !== bytes) throw new ZipRefusal(`holds ${path} with two lengths`);
  const sizesBehind = (flags & BEHIND) !== 0;
  return { path, name, isFolder, flags, methodNumber: method, sizesBehind, crc, packed, bytes, at };
}

const BEHIND = 0x0008;
const UTF8 = 0x0800;
/** How hard it was packed; sizes behind the bytes; the name in UTF-8. */
const FLAGS = 0x0006 | BEHIND | UTF8;
const ENCRYPTED = 0x0001 | 0x0040 | 0x2000;
/** Zip64 sizes, and the name once more in Unicode. */
const OTHER_NAME_OR_SIZE: ReadonlySet<number> = new Set([0x0001, 0x7075]);

/** A name that is not said to be UTF-8 is read by each program its own way. */
function pathOf(name: Buffer, flags: number): string {
  const readable = (flags & UTF8) === 0 ? name.every((byte) => byte < 0x80) : isUtf8(name);
  if (!readable) throw new ZipRefusal('holds a file whose name is not UTF-8');
  return name.toString('utf8');
}

/** A mode of Unix, or none. */
function isPlain(mode: number, isFolder: boolean): boolean {
  const type = mode & 0o170000;
  return type === 0 || type === (isFolder ? 0o040000 : 0o100000);
}

function idsIn(extra: Buffer): readonly number[] {
  const ids: number[] = [];
  for (let at = 0; at + 4 <= extra.length; at += 4 + extra.readUInt16LE(at + 2)) ids.push(extra.readUInt16LE(at));
  return ids;
}

import { looksLikeSlice } from '@runseal/spine/slice';
import { stat } from 'node:fs/promises';
import { CliError, EXIT } from '../errors.ts';
import { firstBytes } from './read.ts';

/** What a file says by its first bytes that it is; a pipe and a missing file say nothing. */
export async function kindOf(path: string): Promise<Kind | 'unknown'> {
  const about = await stat(path).catch(() => null);
  return about?.isFile() === true ? kindOfBytes(await firstBytes(path)) : 'unknown';
}

export type Kind = 'record' | 'slice' | 'zip' | 'other';

/** For commands about one whole record. Throws CliError `file_is_zip`, `file_is_slice`, `not_a_record`, each exit 4. */
export async function requireRecord(path: string): Promise<void> {
  const kind = await kindOf(path);
  if (kind === 'record' || kind === 'unknown') return;
  if (kind === 'other') throw notRecord(path);
  const [code, sentence] =
    kind === 'zip'
      ? ['file_is_zip', `${path} is a zip. Unpack it into an empty folder, and name the .provetrail in it.`]
      : ['file_is_slice', `${path} is a slice: what it leaves out is needed here. Name the whole record.`];
  throw new CliError(code, sentence, { exitCode: EXIT.unreadable });
}

/** The same of bytes that were read already, which may be a slice too: to judge what is neither would accuse what is none. */
export function requireRecordBytes(path: string, bytes: Uint8Array): void {
  if (kindOfBytes(bytes) === 'other' || kindOfBytes(bytes) === 'zip') throw notRecord(path);
}

function kindOfBytes(first: Uint8Array): Kind {
  if (looksLikeSlice(first)) return 'slice';
  if (looksLikeRecord(first)) return 'record';
  return ZIPS.some((zip) => zip.every((byte, i) => first[i] === byte)) ? 'zip' : 'other';
}

/**
 * A map (CBOR's major type 5, which no text begins with) that soon names one of its two members: one that is written otherwise
 * than a record has to be still means to be one, and is judged. So is a record of which these first bytes were damaged: two of
 * the three marks it begins with are enough.
 */
function looksLikeRecord(first: Uint8Array): boolean {
  const begins = Buffer.from(first.subarray(0, 64));
  const [isMap, isNameLong] = [begins[0]! >> 5 === 5, begins[1] === TEXT + 6 || begins[1] === TEXT + 10];
  const isNamed = ['events', 'checkpoint'].some((name) => begins.indexOf(name) === 2);
  if ([isMap, isNameLong, isNamed].filter(Boolean).length >= 2) return true;
  return isMap && (begins.includes('events') || begins.includes('checkpoint'));
}

/** Of a text of no bytes, in CBOR. */
const TEXT = 0x60;

/** Of a file, and of an empty archive: no record begins like that. */
const ZIPS = [
  [0x50, 0x4b, 0x03, 0x04],
  [0x50, 0x4b, 0x05, 0x06],
];

const notRecord = (path: string): CliError =>
  new CliError(
    'not_a_record',
    `${path} is no record, so there is nothing to judge. Name the RUN.provetrail; receipt, keys and contents lie beside it.`,
    { exitCode: EXIT.unreadable },
  );

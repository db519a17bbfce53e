import { existsSync } from 'node:fs';
import { CliError, EXIT } from '../errors.ts';
import { readText } from './read.ts';

export interface LeafHints {
  readonly file: string;
  /** 32 bytes each, in order of seq. */
  readonly leaves: readonly Uint8Array[];
}

/** Where export puts the leaf hashes of a record: RUN.provetrail → RUN.leaves. */
export const leavesBeside = (record: string): string => `${record.replace(/\.provetrail$/, '')}.leaves`;

/**
 * Leaf hashes that may place the blame for a bad record. They are a hint, never authority. A file that was asked for must
 * be readable; one that merely lies beside the record is left alone when it is not.
 */
export async function readLeafHints(record: string, asked: string | undefined): Promise<LeafHints | null> {
  if (asked !== undefined) return { file: asked, leaves: parseLeaves(await readText(asked), asked) };
  const file = leavesBeside(record);
  if (file === record || !existsSync(file)) return null;
  try {
    return { file, leaves: parseLeaves(await readText(file), file) };
  } catch (cause) {
    if (cause instanceof CliError) return null;
    throw cause;
  }
}

/** One leaf hash a line, as hex. */
export function parseLeaves(text: string, file: string): Uint8Array[] {
  const lines = text.split('\n').map((line) => line.trim());
  if (lines.at(-1) === '') lines.pop();
  return lines.map((line, index) => {
    if (!/^[0-9a-f]{64}$/i.test(line))
      throw new CliError('leaves_invalid', `${file}: line ${index + 1} is not 64 hex digits.`, {
        exitCode: EXIT.unreadable,
      });
    return new Uint8Array(Buffer.from(line, 'hex'));
  });
}

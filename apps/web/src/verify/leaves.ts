import { fromHex } from '@runseal/spine';

/**
 * Leaf hashes as exported beside a record: one a line, 64 hex digits, in seq order.
 *
 * @throws Error that names the first line which is none
 */
export function parseLeaves(text: string): readonly Uint8Array[] {
  const lines = text.split(/\r?\n/);
  while (lines.at(-1)?.trim() === '') lines.pop();
  return lines.map((line, index) => {
    const hex = line.trim();
    if (!/^[0-9a-f]{64}$/i.test(hex)) {
      throw new Error(
        `Line ${String(index + 1)} of the leaf hashes is not 64 hex digits. Use the file that was exported with the record.`,
      );
    }
    return fromHex(hex.toLowerCase());
  });
}

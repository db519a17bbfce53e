import { verifyRecord, type Report, type TrustedKey } from '@runseal/spine';
import { nodeHasher } from '@runseal/spine/node';
import { readFile } from 'node:fs/promises';

/**
 * Judges a run by the files an export wrote, and by nothing else: the record, and beside it the receipt and the time token
 * where there are any.
 *
 * @param files paths of what was written for the run
 */
export async function judgeExported(files: readonly string[], keyring: readonly TrustedKey[]): Promise<Report> {
  const bytesOf = async (ending: string): Promise<Buffer | undefined> => {
    const file = files.find((path) => path.endsWith(ending));
    return file === undefined ? undefined : readFile(file);
  };
  const record = (await bytesOf('.provetrail')) ?? new Uint8Array();
  const receipt = (await bytesOf('.tlog-proof'))?.toString('utf8');
  const timeToken = await bytesOf('.tst');
  return verifyRecord(record, { keyring, hasher: nodeHasher, evidence: { receipt, timeToken } });
}

/** A line of a harness as what it says, or why it is not in the protocol. Total: any bytes give one of the two. */
import { readStrictJsonBytes } from '../strict-json.ts';
import { FromHarness, RECEIPTS } from './wire.ts';

export type ReadLine =
  | { readonly ok: true; readonly event: FromHarness }
  /** `receipt`: it claims a result that only the host can give. */
  | { readonly ok: false; readonly fault: 'unreadable' | 'receipt'; readonly detail: string };

export function readLine(line: Uint8Array): ReadLine {
  const json = readStrictJsonBytes(line);
  if (!json.ok) return { ok: false, fault: 'unreadable', detail: json.detail };
  const type = typeof json.value === 'object' && json.value !== null && 'type' in json.value ? json.value.type : null;
  if (RECEIPTS.has(type))
    return {
      ok: false,
      fault: 'receipt',
      detail: `The harness sent a ${String(type)}: receipts are the host's, and only the host's.`,
    };
  const read = FromHarness.safeParse(json.value);
  if (read.success) return { ok: true, event: read.data };
  const issue = read.error.issues[0];
  const where = issue === undefined || issue.path.length === 0 ? 'the line' : issue.path.map(String).join('.');
  return { ok: false, fault: 'unreadable', detail: `${where}: ${issue?.message ?? 'is not in the protocol'}` };
}

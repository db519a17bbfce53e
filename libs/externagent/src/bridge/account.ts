/** What the bridge itself saw of each call: the other half of reconciliation. */
import { createHash } from 'node:crypto';
import { sortedJson } from './sorted-json.ts';

/** Longest name of a tool that is compared, in UTF-16 units: one more than any name the record takes. */
export const MAX_TOOL = 129;

export interface BridgeCall {
  /** Call number on the record. */
  readonly call: number;
  readonly tool: string;
  /** The harness's own id for the call, where it sent one. */
  readonly harnessCallId: string | null;
  /** Hex SHA-256 of the arguments with sorted keys; see {@link digestArguments}. */
  readonly argsDigest: string;
  readonly outcome: 'ok' | 'error' | 'rejected';
  /** The harness asked for the call to be cancelled while it ran. */
  readonly cancelled: boolean;
  /** True once the whole answer was handed to a connection that was still open; never of a cancelled call. */
  readonly delivered: boolean;
}

/** Same digest for same arguments, whatever the order of their keys and however deeply they are nested. */
export function digestArguments(args: unknown): string {
  return createHash('sha256')
    .update(sortedJson(args ?? null))
    .digest('hex');
}

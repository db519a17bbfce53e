/** What the bridge itself saw of each call: the other half of reconciliation. */
import { createHash } from 'node:crypto';

export interface BridgeCall {
  /** Call number on the record. */
  readonly call: number;
  readonly tool: string;
  /** The harness's own id for the call, where it sent one. */
  readonly harnessCallId: string | null;
  /** Hex SHA-256 of the arguments with sorted keys; see {@link digestArguments}. */
  readonly argsDigest: string;
  readonly outcome: 'ok' | 'error' | 'rejected' | 'unknown';
  /** The harness asked for the call to be cancelled while it ran. */
  readonly cancelled: boolean;
  /** True once the whole answer was handed to a connection that was still open. */
  readonly delivered: boolean;
}

/** Of arguments that are nested too deeply to be walked: of the request as it came. */
export function digestRaw(raw: string): string {
  return createHash('sha256').update(raw).digest('hex');
}

/** Same digest for same arguments, whatever the order of their keys. Throws RangeError for arguments that no walk ends in. */
export function digestArguments(args: unknown): string {
  return createHash('sha256').update(sorted(args)).digest('hex');
}

function sorted(value: unknown): string {
  return JSON.stringify(value ?? null, (_key, inner: unknown) =>
    inner !== null && typeof inner === 'object' && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  );
}

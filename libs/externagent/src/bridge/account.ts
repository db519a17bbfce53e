/** What the bridge itself saw of each call: the other half of reconciliation. */
import { createHash } from 'node:crypto';

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
  readonly outcome: 'ok' | 'error' | 'rejected' | 'unknown';
  /** The harness asked for the call to be cancelled while it ran. */
  readonly cancelled: boolean;
  /** True once the whole answer was handed to a connection that was still open. */
  readonly delivered: boolean;
}

/** Same digest for same arguments, whatever the order of their keys and however deeply they are nested. */
export function digestArguments(args: unknown): string {
  return createHash('sha256').update(sorted(args)).digest('hex');
}

/** JSON with sorted keys. Walks by itself: a few thousand levels are more than a function can call itself. */
function sorted(args: unknown): string {
  const written: string[] = [];
  const left: Piece[] = [{ value: args ?? null }];
  const put = (opening: string, inner: readonly Piece[], closing: string): void => {
    left.push(closing);
    for (let at = inner.length - 1; at >= 0; at -= 1) left.push(inner[at]!);
    left.push(opening);
  };
  for (let next = left.pop(); next !== undefined; next = left.pop())
    if (typeof next === 'string') written.push(next);
    else if (Array.isArray(next.value)) put('[', next.value.map(asPiece), ']');
    else if (next.value !== null && typeof next.value === 'object')
      put('{', Object.entries(next.value).sort(byKey).flatMap(asMember), '}');
    else written.push(`${JSON.stringify(next.value) ?? 'null'},`);
  return written.join('');
}

/** Text that stands as it is, or a value that is still to be written. */
type Piece = string | { readonly value: unknown };

const asPiece = (value: unknown): Piece => ({ value });
const asMember = ([key, value]: readonly [string, unknown]): Piece[] => [`${JSON.stringify(key)}:`, { value }];
const byKey = ([a]: readonly [string, unknown], [b]: readonly [string, unknown]): number => (a < b ? -1 : 1);

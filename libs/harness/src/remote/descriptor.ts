/** What a remote harness says it is, and whether it can be served here. */
import { createHash } from 'node:crypto';
import { HarnessError } from '../errors.ts';
import { readStrictJsonBytes } from '../strict-json.ts';
import type { RemoteAddress } from './address.ts';
import { openLineSocket } from './line-socket.ts';
import { Descriptor, PROTOCOL } from './wire.ts';

export interface Described {
  readonly descriptor: Descriptor;
  /** SHA-256 (hex) over the descriptor with its keys sorted. */
  readonly digest: string;
}

/** Milliseconds for the whole question. */
const DESCRIBE_MS = 5000;

/** Asks the harness what it is. Throws HarnessError `harness_unreachable` or `protocol_violation`. */
export async function describeRemote(address: RemoteAddress, token: string | null): Promise<Described> {
  const socket = await openLineSocket(address);
  const timer = setTimeout(() => socket.close(), DESCRIBE_MS);
  try {
    socket.send({ type: 'describe', protocol: PROTOCOL, ...(token !== null && { token }) });
    const first = await socket.lines.next();
    if (first.done === true)
      throw new HarnessError(
        'harness_unreachable',
        `The harness at ${address.text} did not say what it is within ${DESCRIBE_MS} ms, or hung up.`,
      );
    return readDescriptor(first.value, address);
  } finally {
    clearTimeout(timer);
    socket.close();
  }
}

function readDescriptor(line: Uint8Array, { text }: RemoteAddress): Described {
  const json = readStrictJsonBytes(line);
  const read = json.ok ? Descriptor.safeParse(json.value) : null;
  if (read?.success !== true) {
    const issue = read?.error.issues[0];
    const why = json.ok ? `${issue?.path.join('.') ?? ''}: ${issue?.message ?? ''}` : json.detail;
    throw new HarnessError('protocol_violation', `What the harness at ${text} says of itself cannot be read: ${why}`);
  }
  return { descriptor: read.data, digest: digestOf(read.data) };
}

/** SHA-256 (hex) of a JSON value with its keys sorted. */
export function digestOf(value: unknown): string {
  return createHash('sha256')
    .update(JSON.stringify(sorted(value)))
    .digest('hex');
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, of]) => [key, sorted(of)]),
  );
}

/**
 * The placement gate: why this installation cannot serve the harness; null when it can. A harness that has to be woken
 * from its own memory needs a backend that keeps that memory, and there is none here: starting it afresh instead would be
 * another run.
 */
export function placementRefusal({ capabilities }: Descriptor): string | null {
  return capabilities.resumability === 'stateless_replay'
    ? null
    : 'It resumes from a snapshot of its memory, and nothing here keeps one. Only harnesses that resume by stateless replay can be served.';
}

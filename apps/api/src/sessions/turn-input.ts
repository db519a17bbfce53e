import type { Part } from '@runseal/harness';
import { ExecRequest } from '../wire/sessions.ts';

/** What was said in a turn, as it goes on the record. */
export interface TurnInput {
  readonly inputs: readonly Part[];
  /** Base64, byte for byte as it was given. */
  readonly config: string | null;
  readonly timeoutMs: number | null;
}

export const TURN_MEDIA = 'application/json';

/** JSON with the keys in one order, so that equal inputs have equal bytes. */
export function turnBytes({ inputs, config, timeoutMs }: Omit<ExecRequest, 'expectedLastSeq'>): Buffer {
  const more = { ...(config !== undefined && { config }), ...(timeoutMs !== undefined && { timeoutMs }) };
  return Buffer.from(JSON.stringify({ inputs, ...more }), 'utf8');
}

/** Reads stored bytes back. They passed the same schema at the door. */
export function turnInputOf(bytes: Uint8Array): TurnInput {
  const { inputs, config, timeoutMs } = ExecRequest.parse(JSON.parse(Buffer.from(bytes).toString('utf8')));
  return { inputs, config: config ?? null, timeoutMs: timeoutMs ?? null };
}

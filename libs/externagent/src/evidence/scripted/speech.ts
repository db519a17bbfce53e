/** What a scripted model says, whatever protocol its harness speaks. */
import type { Fields } from '../../frames/fields.ts';

export type Speech =
  | { readonly kind: 'say'; readonly text: string }
  | { readonly kind: 'call'; readonly name: string; readonly args: Readonly<Record<string, unknown>> }
  /** An output item of the protocol itself, for what it has beside plain calls. */
  | { readonly kind: 'raw'; readonly item: Fields };

export interface OfferedTool {
  readonly name: string;
  readonly namespace: string | null;
}

/** One protocol between a harness and its model, as far as a scripted model needs it. */
export interface Tongue {
  /** End of the path a turn is posted to. */
  readonly path: string;
  /** Every tool a request offers, flat or inside a namespace. */
  toolsIn(body: Fields): readonly OfferedTool[];
  /** The whole event stream of one turn; a call has the id {@link callId}. */
  stream(speech: Speech, turn: number, namespace: string | null): string;
  /** What the harness told its model of a call; null when this request does not say. */
  outputOf(body: Fields, callId: string): string | null;
}

export const callId = (turn: number): string => `call_${turn}`;

export const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? (value as unknown[]) : []);

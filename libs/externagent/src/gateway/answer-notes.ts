/** What has been seen of one answer so far. Counts are the provider's own; what it has not said stays unknown. */
import type { UsagePayload } from '@runseal/spine';
import { countOf } from '../frames/fields.ts';
import { GivenItems } from './given-items.ts';

/** A token is about four bytes of text. For the brake only: estimates never stand on the record as usage. */
const BYTES_PER_TOKEN = 4;

export class AnswerNotes {
  input: number | null = null;
  output: number | null = null;
  cached: number | null = null;
  reasoning: number | null = null;
  /** UTF-8 bytes of text, reasoning and tool arguments that the provider has streamed. */
  streamedBytes = 0;
  /** Bytes of the answer that passed without being read: what is in them is not known, so all of it may be text. */
  unreadBytes = 0;
  /** The protocol's own last message was seen. */
  ended = false;
  /** What the provider itself reports as having gone wrong. */
  failure: string | null = null;
  /** What this answer, and those of the episode before it, consist of. */
  readonly given: GivenItems;

  constructor(given: GivenItems = new GivenItems()) {
    this.given = given;
  }

  streamed(text: unknown): void {
    if (typeof text === 'string') this.streamedBytes += Buffer.byteLength(text);
  }

  failed(code: unknown, message: unknown): void {
    const said = [code, message].filter((part) => typeof part === 'string' && part !== '').join(': ');
    this.failure ??= said === '' ? 'the provider gave no reason' : said;
  }

  /** Null unless the provider gave both totals: missing is not zero. */
  usage(): UsagePayload | null {
    const [input, output] = [countOf(this.input), countOf(this.output)];
    if (input === null || output === null) return null;
    return {
      input_tokens: input,
      output_tokens: output,
      cached_input_tokens: countOf(this.cached),
      reasoning_tokens: countOf(this.reasoning),
      source: 'measured',
    };
  }

  /** Tokens used so far: what the provider counted, or what its text comes to where that is more. */
  soFar(): { readonly input: number; readonly output: number } {
    return {
      input: this.input ?? 0,
      output: Math.max(this.output ?? 0, estimateTokens(this.streamedBytes + this.unreadBytes)),
    };
  }

  /** Both together. */
  tokens(): number {
    const { input, output } = this.soFar();
    return input + output;
  }
}

export function estimateTokens(bytes: number): number {
  return Math.ceil(bytes / BYTES_PER_TOKEN);
}

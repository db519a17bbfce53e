/** One turn over the wire: reads what the harness says, has it recorded, answers it, and says how the turn ended. */
import type { UsagePayload } from '@runseal/spine';
import type { Showing } from '../driver.ts';
import { HarnessError } from '../errors.ts';
import type { Frames } from './frames.ts';
import type { Host } from './host.ts';
import type { LineSocket } from './line-socket.ts';
import { readLine } from './read-line.ts';
import type { Descriptor, FromHarness } from './wire.ts';

export type TurnEnd =
  | { readonly kind: 'ended'; readonly failed: boolean; readonly error: string | null }
  /** The harness said something it must not say. */
  | { readonly kind: 'violation'; readonly detail: string }
  /** It asked for something nobody here can do. */
  | { readonly kind: 'unserved'; readonly detail: string }
  /** The connection ended, and nothing says how the turn did. */
  | { readonly kind: 'lost' }
  /** We stopped it. */
  | { readonly kind: 'stopped' };

export interface TurnTold {
  readonly end: TurnEnd;
  readonly text: string | null;
  readonly usage: UsagePayload | null;
}

/** Milliseconds a harness has to say its end once it was told to stop, and to hang up once it has said it. */
const GRACE_MS = 2000;

/** What a harness may say in one turn; one that says more is stopped. */
export interface TurnLimits {
  /** Lines that go on the record. */
  readonly lines: number;
  /** Bytes of those lines. */
  readonly lineBytes: number;
  /** Bytes of output text. */
  readonly textBytes: number;
}

const LIMITS: TurnLimits = { lines: 200_000, lineBytes: 256 * 1024 * 1024, textBytes: 16 * 1024 * 1024 };

interface Turn {
  readonly descriptor: Descriptor;
  readonly socket: LineSocket;
  readonly frames: Frames;
  readonly host: Host;
  /** null where nobody could watch. */
  readonly showing: Showing | null;
  /** Aborted on a halt, a cancel or the time-out. */
  readonly signal: AbortSignal;
}

/** Follows the turn to its end. Throws HarnessError `executor_missing` or `recorder_failed`; closes the socket. */
export async function followTurn(turn: Turn, limits: TurnLimits = LIMITS): Promise<TurnTold> {
  const { socket, signal } = turn;
  const told = new Told(limits);
  let timer: NodeJS.Timeout | undefined;
  const closeSoon = (): void => {
    timer ??= setTimeout(() => socket.close(), GRACE_MS);
  };
  const stop = (): void => {
    socket.send({ type: 'cancel', reason: 'the turn was stopped' });
    closeSoon();
  };
  signal.addEventListener('abort', stop, { once: true });
  if (signal.aborted) stop();
  try {
    for await (const line of socket.lines) {
      await step(turn, told, line);
      if (told.over) break;
      if (told.end !== null) closeSoon();
    }
  } catch (error) {
    if (!(error instanceof HarnessError) || error.code !== 'protocol_violation') throw error;
    told.violation(error.message);
  } finally {
    signal.removeEventListener('abort', stop);
    clearTimeout(timer);
    socket.close();
  }
  return told.sum(signal.aborted);
}

async function step({ descriptor, socket, frames, host, showing, signal }: Turn, told: Told, line: Uint8Array) {
  // What is done, answered and summed up is on the record, too: none of it holds the token.
  const clean = frames.withoutSecret(line);
  const read = readLine(clean);
  if (!read.ok) {
    await frames.record(line, null);
    told.violation(read.detail);
    return;
  }
  const { event } = read;
  if (told.end !== null) {
    await frames.record(line, event);
    told.violation('The harness went on after its end; a turn has exactly one end.');
    return;
  }
  if (event.type === 'delta') {
    showing?.delta(event.text);
    return;
  }
  await showing?.flush();
  await frames.record(line, event);
  told.count(event, line.length);
  if (told.over) return;
  if (clean !== line && (event.type === 'model_call' || event.type === 'tool_call'))
    // It would be asked for as something else than it was.
    told.violation('The harness asks for something with the token it was given.');
  else if (event.type === 'model_call') socket.send(await host.callModel(event, signal));
  else if (event.type === 'tool_call') for (const answer of await host.callTool(event, signal)) socket.send(answer);
  else if (event.type === 'tool_report' && !isReported(descriptor, event.name))
    told.violation(
      `The harness reports that it ran ${event.name} itself; it is not one of the tools it may run itself.`,
    );
  else told.note(event);
}

const isReported = ({ tools }: Descriptor, name: string): boolean =>
  tools.some((tool) => tool.name === name && tool.mediation === 'in_harness_reported');

const textsOf = ({ parts }: Extract<FromHarness, { type: 'output' }>): readonly string[] =>
  parts.flatMap((part) => (part.type === 'text' ? [part.text] : []));

/** What the harness has said so far. */
class Told {
  end: TurnEnd | null = null;
  /** Nothing more is listened to. */
  over = false;
  readonly #texts: string[] = [];
  readonly #limits: TurnLimits;
  #lines = 0;
  #lineBytes = 0;
  #textBytes = 0;
  #usage: UsagePayload | null = null;

  constructor(limits: TurnLimits) {
    this.#limits = limits;
  }

  /** Of a line that is on the record. */
  count(event: FromHarness, bytes: number): void {
    this.#lines += 1;
    this.#lineBytes += bytes;
    if (event.type === 'output') this.#textBytes += Buffer.byteLength(textsOf(event).join(''));
    const { lines, lineBytes, textBytes } = this.#limits;
    if (this.#lines > lines) this.violation(`The harness said more than ${lines} lines in one turn.`);
    if (this.#lineBytes > lineBytes) this.violation(`The harness said more than ${lineBytes} bytes in one turn.`);
    if (this.#textBytes > textBytes)
      this.violation(`The harness said more than ${textBytes} bytes of text in one turn.`);
  }

  note(event: FromHarness): void {
    if (event.type === 'output') this.#texts.push(...textsOf(event));
    else if (event.type === 'usage')
      this.#usage = {
        input_tokens: event.input_tokens,
        output_tokens: event.output_tokens,
        cached_input_tokens: null,
        reasoning_tokens: null,
        source: 'reported',
      };
    else if (event.type === 'end')
      this.end = { kind: 'ended', failed: event.status === 'failed', error: event.error ?? null };
  }

  violation(detail: string): void {
    this.end = { kind: 'violation', detail };
    this.over = true;
  }

  sum(stopped: boolean): TurnTold {
    const end = this.end?.kind === 'violation' ? this.end : stopped ? { kind: 'stopped' as const } : this.end;
    return {
      end: end ?? { kind: 'lost' },
      text: this.#texts.length === 0 ? null : this.#texts.join('\n'),
      usage: this.#usage,
    };
  }
}

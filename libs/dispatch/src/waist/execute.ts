/** Runs one admitted action to an end that can be recorded: a result, a failure, a time-out or a cancellation. */
import { ActionError, DispatchError } from '../errors.ts';
import type { ActionErrorCode } from '../errors.ts';
import { boundText } from '../output.ts';
import type { Tool, ToolContext, ToolResult } from '../tool.ts';

export interface Execution {
  readonly result: ToolResult;
  readonly outcome: 'ok' | 'error' | 'cancelled';
  readonly errorClass: ActionErrorCode | null;
  readonly durationUs: number;
  /** Why what the action did is not known, in a sentence; null when it was seen to its end. */
  readonly unseen: string | null;
}

export interface ExecuteOptions {
  readonly context: Omit<ToolContext, 'signal'>;
  /** Halt and the caller's own cancellation. */
  readonly cancel: readonly AbortSignal[];
  readonly timeoutMs: number;
  /** How long an action may take to stop once it is told to. */
  readonly graceMs: number;
}

/** Never rejects. */
export async function execute(tool: Tool, args: unknown, options: ExecuteOptions): Promise<Execution> {
  const began = process.hrtime.bigint();
  const stop = new Stop(options);
  try {
    const settled = stop.signal.aborted
      ? stop.failure()
      : await Promise.race([attempt(tool, args, options, stop), stop.graceOver]);
    const { result, unseen } = settled;
    const bounded = boundText(result.text, options.context.maxOutputBytes);
    const truncated = bounded.truncated || result.truncated === true;
    const errorClass = result.isError === true ? (result.errorClass ?? 'internal') : null;
    return {
      result: {
        text: bounded.text,
        ...(truncated && { truncated }),
        ...(errorClass !== null && { isError: true, errorClass }),
      },
      outcome: errorClass === null ? 'ok' : errorClass === 'cancelled' ? 'cancelled' : 'error',
      errorClass,
      durationUs: Number((process.hrtime.bigint() - began) / 1000n),
      unseen,
    };
  } finally {
    stop.dispose();
  }
}

interface Settled {
  readonly result: ToolResult;
  readonly unseen: string | null;
}

async function attempt(tool: Tool, args: unknown, options: ExecuteOptions, stop: Stop): Promise<Settled> {
  try {
    const result = await tool.run(args, { ...options.context, signal: stop.signal });
    return { result, unseen: result.unseen ?? null };
  } catch (error) {
    if (error instanceof ActionError) return failed(error.code, error.message);
    if (stop.signal.aborted) return stop.failure();
    if (error instanceof DispatchError) return failed('internal', `The program could not be started (${error.code}).`);
    // The message of an unexpected error may hold host paths, so it is not passed on.
    return failed('internal', 'The action failed for a reason inside the system, not because of its arguments.');
  }
}

function failed(errorClass: ActionErrorCode, text: string): Settled {
  return { result: { text, isError: true, errorClass }, unseen: null };
}

const NOT_STOPPED = 'It did not stop when it was told to; what it did after its end event was not seen.';

/** One stop signal out of several causes; the first cause names the failure. */
class Stop {
  readonly signal: AbortSignal;
  readonly graceOver: Promise<Settled>;
  readonly #controller = new AbortController();
  readonly #timer: NodeJS.Timeout;
  readonly #cancelled: AbortSignal;
  readonly #timeoutMs: number;
  #grace: NodeJS.Timeout | undefined;
  #cause: 'timed_out' | 'cancelled' = 'cancelled';

  constructor({ cancel, timeoutMs, graceMs }: ExecuteOptions) {
    this.signal = this.#controller.signal;
    this.#timeoutMs = timeoutMs;
    this.graceOver = new Promise((resolve) => {
      this.signal.addEventListener('abort', () => {
        this.#grace = setTimeout(() => resolve({ ...this.failure(), unseen: NOT_STOPPED }), graceMs);
      });
    });
    this.#cancelled = AbortSignal.any([...cancel]);
    this.#timer = setTimeout(this.#onTimeout, timeoutMs);
    this.#cancelled.addEventListener('abort', this.#onCancel);
    if (this.#cancelled.aborted) this.#onCancel();
  }

  failure(): Settled {
    return this.#cause === 'timed_out'
      ? failed('timed_out', `The action was stopped after ${this.#timeoutMs} ms.`)
      : failed('cancelled', 'The action was cancelled.');
  }

  dispose(): void {
    clearTimeout(this.#timer);
    clearTimeout(this.#grace);
    this.#cancelled.removeEventListener('abort', this.#onCancel);
  }

  readonly #onTimeout = (): void => this.#stop('timed_out');
  readonly #onCancel = (): void => this.#stop('cancelled');

  #stop(cause: 'timed_out' | 'cancelled'): void {
    if (this.signal.aborted) return;
    this.#cause = cause;
    this.#controller.abort(new ActionError(cause, cause));
  }
}

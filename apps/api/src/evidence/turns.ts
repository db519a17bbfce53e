import { Injectable } from '@nestjs/common';
import { ProblemError } from '../problem/problem.ts';

/** Questions that read a whole run, worked on at once. One alone keeps the process busy; two let a short one pass a long one. */
const AT_ONCE = 2;
/** Those that wait, in all, and of one principal. A question that waits holds nothing. */
const WAITING = 64;
const WAITING_OF_ONE = 16;

/** How long an answer that is being sent may keep its place. Milliseconds. */
const SENDING_MS = 30_000;

interface Waiting {
  readonly principal: string;
  readonly begin: () => void;
}

/** Who asks, and when the answer is sent or nobody waits for it any more. */
interface Sending {
  readonly principal: string;
  readonly signal: AbortSignal;
  readonly sent: Promise<unknown>;
  readonly longestMs?: number;
}

/** Bounds how many questions are worked on at once, so that many of them take no more memory than two. */
@Injectable()
export class Turns {
  private working = 0;
  private readonly waiting = new Set<Waiting>();

  /**
   * Does the work once it is its turn, in the order of arrival; never begins once the signal is aborted, and then rejects
   * with its reason. Throws ProblemError 429 `too_many_questions` where too many wait.
   */
  async take<T>(principal: string, signal: AbortSignal, work: () => Promise<T>): Promise<T> {
    signal.throwIfAborted();
    const waits = this.enter(principal, signal);
    if (waits !== null) await waits;
    try {
      signal.throwIfAborted();
      return await work();
    } finally {
      this.next();
    }
  }

  /**
   * The same for an answer that holds much until it was sent: it keeps its place until then, or for `longestMs`, so that a slow
   * reader holds up nobody for ever.
   */
  async takeUntilSent<T>(
    { principal, signal, sent, longestMs = SENDING_MS }: Sending,
    work: () => Promise<T>,
  ): Promise<T> {
    signal.throwIfAborted();
    const waits = this.enter(principal, signal);
    if (waits !== null) await waits;
    try {
      signal.throwIfAborted();
      const answer = await work();
      void within(longestMs, sent).then(() => this.next());
      return answer;
    } catch (error) {
      this.next();
      throw error;
    }
  }

  /** Null where there is room: who waits for nobody begins at once. */
  private enter(principal: string, signal: AbortSignal): Promise<void> | null {
    if (this.working >= AT_ONCE) return this.turn(principal, signal);
    this.working += 1;
    return null;
  }

  /** Resolves when a place was handed over. */
  private turn(principal: string, signal: AbortSignal): Promise<void> {
    const own = [...this.waiting].filter((one) => one.principal === principal).length;
    if (this.waiting.size >= WAITING || own >= WAITING_OF_ONE)
      throw new ProblemError(
        429,
        'too_many_questions',
        'Too many questions about whole runs wait for an answer. Ask again when some were answered.',
        { retryAfter: 5 },
      );
    return new Promise((resolve, reject) => {
      const leave = (): void => {
        this.waiting.delete(one);
        reject(signal.reason as Error);
      };
      const one: Waiting = {
        principal,
        begin: () => {
          signal.removeEventListener('abort', leave);
          resolve();
        },
      };
      this.waiting.add(one);
      signal.addEventListener('abort', leave, { once: true });
    });
  }

  /** Hands the place to whoever waits longest, or gives it back. */
  private next(): void {
    const [first] = this.waiting;
    if (first === undefined) {
      this.working -= 1;
      return;
    }
    this.waiting.delete(first);
    first.begin();
  }
}

/** Resolves once it is done, however, or the time is over. */
function within(ms: number, done: Promise<unknown>): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    timer.unref();
    const end = (): void => {
      clearTimeout(timer);
      resolve();
    };
    done.then(end, end);
  });
}

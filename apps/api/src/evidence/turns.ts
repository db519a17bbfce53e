import { Injectable } from '@nestjs/common';
import { ProblemError } from '../problem/problem.ts';

/** Questions that read a whole run, worked on at once. One alone keeps the process busy; two let a short one pass a long one. */
const AT_ONCE = 2;
/** Those that wait, in all, and of one principal. A question that waits holds nothing. */
const WAITING = 64;
const WAITING_OF_ONE = 16;

interface Waiting {
  readonly principal: string;
  readonly begin: () => void;
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
    if (this.working >= AT_ONCE) await this.turn(principal, signal);
    else this.working += 1;
    try {
      signal.throwIfAborted();
      return await work();
    } finally {
      this.next();
    }
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

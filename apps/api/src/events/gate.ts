import { ProblemError } from '../problem/problem.ts';

/** Bounds how many streams are open: in all, and for one principal a quarter of that. */
export class Gate {
  private readonly most: number;
  private readonly open = new Map<string, number>();

  constructor(most: number) {
    this.most = most;
  }

  /** Lets one stream in; the answer lets it out again. Throws ProblemError 429 `too_many_streams`. */
  enter(principal: string): () => void {
    const own = this.open.get(principal) ?? 0;
    const all = [...this.open.values()].reduce((sum, count) => sum + count, 0);
    if (all >= this.most || own >= Math.max(1, Math.floor(this.most / 4))) {
      throw new ProblemError(
        429,
        'too_many_streams',
        'Too many event streams are open. Close one, or read pages of events instead.',
        { retryAfter: 5 },
      );
    }
    this.open.set(principal, own + 1);
    return once(() => this.leave(principal));
  }

  private leave(principal: string): void {
    const left = (this.open.get(principal) ?? 1) - 1;
    if (left === 0) this.open.delete(principal);
    else this.open.set(principal, left);
  }
}

function once(action: () => void): () => void {
  let done = false;
  return () => {
    if (!done) action();
    done = true;
  };
}

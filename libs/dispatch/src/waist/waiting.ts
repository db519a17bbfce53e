/** Who waits for people, and who wants to know: time spent waiting is not the run's own. */
import type { Brakes } from '../brakes/brakes.ts';

export class Waiting {
  readonly #brakes: Brakes;
  readonly #listeners = new Set<(parked: boolean) => void>();
  #count = 0;

  constructor(brakes: Brakes) {
    this.#brakes = brakes;
  }

  get count(): number {
    return this.#count;
  }

  /** Hears at once when something waits already. */
  listen(listener: (parked: boolean) => void): () => void {
    this.#listeners.add(listener);
    if (this.#count > 0) listener(true);
    return () => this.#listeners.delete(listener);
  }

  async while<T>(wait: () => Promise<T>): Promise<T> {
    this.#move(1);
    try {
      return await wait();
    } finally {
      this.#move(-1);
    }
  }

  #move(by: 1 | -1): void {
    this.#count += by;
    if (by === 1) this.#brakes.park();
    else this.#brakes.unpark();
    if (this.#count === (by === 1 ? 1 : 0)) for (const listener of this.#listeners) listener(by === 1);
  }
}

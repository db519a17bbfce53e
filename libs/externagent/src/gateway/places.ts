/** Calls beside each other: only as many as cannot cross the limit together. */

/** Of one call, from when it may go until it is over. */
export interface Place {
  /** Most tokens it may use. */
  readonly most: number;
}

export class Places {
  readonly #limit: () => number;
  readonly #taken = new Set<Place>();
  /** Settles when whoever came last has a place: they get theirs in the order they came in. */
  #last: Promise<void> = Promise.resolve();
  #left: () => void = () => undefined;

  /** @param limit most tokens that all of them may still use together, asked each time */
  constructor(limit: () => number) {
    this.#limit = limit;
  }

  /** Waits while calls are under way beside which it could cross the limit. Where there are none it may go, however much it is. */
  async take(most: number): Promise<Place> {
    const before = this.#last;
    let entered: () => void = () => undefined;
    this.#last = new Promise((resolve) => (entered = resolve));
    await before;
    while (!this.#fits(most)) await new Promise<void>((resolve) => (this.#left = resolve));
    const place = { most };
    this.#taken.add(place);
    entered();
    return place;
  }

  leave(place: Place): void {
    this.#taken.delete(place);
    this.#left();
  }

  #fits(most: number): boolean {
    const taken = [...this.#taken].reduce((sum, place) => sum + place.most, 0);
    return this.#taken.size === 0 || taken + most <= this.#limit();
  }
}

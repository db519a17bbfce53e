/** Calls of tools that were asked for over the bridge, and how many of them came as far as the desk. */
export class TurnedAway {
  #asked = 0;
  #taken = 0;

  /** A request that cannot be read, or is not, may ask for one. */
  asked(calls = 1): void {
    this.#asked += calls;
  }

  taken(): void {
    this.#taken += 1;
  }

  get count(): number {
    return this.#asked - this.#taken;
  }
}

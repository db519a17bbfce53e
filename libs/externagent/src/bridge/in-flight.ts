/** The requests of one session that are not over: their ids, and the way to cancel them. */

export class InFlight {
  readonly #requests = new Map<string, { readonly controller: AbortController; holders: number }>();

  get size(): number {
    return this.#requests.size;
  }

  /**
   * Takes every id, or none and answers false when one is in use or comes twice: two answers to one id could not be
   * told apart. Each id is held once, until it is released.
   */
  reserve(ids: readonly unknown[]): boolean {
    const keys = ids.map(keyOf);
    if (new Set(keys).size !== keys.length || keys.some((key) => this.#requests.has(key))) return false;
    for (const key of keys) this.#requests.set(key, { controller: new AbortController(), holders: 1 });
    return true;
  }

  /** Holds a reserved id once more: its request outlives the connection it came by. Aborted when it is cancelled. */
  hold(id: unknown): AbortSignal {
    const request = this.#requests.get(keyOf(id));
    if (request === undefined) throw new Error('A call arrived whose id was not reserved.');
    request.holders += 1;
    return request.controller.signal;
  }

  release(id: unknown): void {
    const request = this.#requests.get(keyOf(id));
    if (request === undefined) return;
    request.holders -= 1;
    if (request.holders === 0) this.#requests.delete(keyOf(id));
  }

  cancel(id: unknown): void {
    this.#requests.get(keyOf(id))?.controller.abort();
  }

  cancelAll(): void {
    for (const { controller } of this.#requests.values()) controller.abort();
  }
}

/** 1 and "1" are different ids. */
function keyOf(id: unknown): string {
  return JSON.stringify(id) ?? '';
}

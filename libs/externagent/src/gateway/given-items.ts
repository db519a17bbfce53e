/** Ids of what the provider has answered in this episode. Whoever names one of them brings in nothing that is not on the record. */
export class GivenItems {
  readonly #ids = new Set<string>();

  add(id: unknown): void {
    if (typeof id === 'string' && id.length <= MAX_ID_CHARS && this.#ids.size < MAX_IDS) this.#ids.add(id);
  }

  has(id: unknown): boolean {
    return typeof id === 'string' && this.#ids.has(id);
  }
}

/** The provider's to choose, so both are bounded; what is not remembered was not given. */
const MAX_ID_CHARS = 128;
const MAX_IDS = 100_000;

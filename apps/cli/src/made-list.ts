/** A list whose items are made while it is gone through, each time anew, so that a long one need not be held. */
export class MadeList<T> implements Iterable<T> {
  readonly #make: () => Iterator<T>;

  /** @example new MadeList(() => rows(pairs)) // function* rows … */
  constructor(make: () => Iterator<T>) {
    this.#make = make;
  }

  [Symbol.iterator](): Iterator<T> {
    return this.#make();
  }

  /** JSON knows lists only whole. */
  toJSON(): T[] {
    return [...this];
  }
}

/** What becomes of the items of a list, made like them. */
export const madeOf = <T, R>(items: Iterable<T>, of: (item: T) => R): MadeList<R> =>
  new MadeList(function* () {
    for (const item of items) yield of(item);
  });

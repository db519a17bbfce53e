/** Counts what a reader still holds of the things it was given, so that one that keeps everything is found out. */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

export class Held {
  readonly #met = new WeakSet();
  #refs: WeakRef<object>[] = [];

  /** Watches a thing without holding it; one that is met again is not counted twice. */
  watch(thing: object): void {
    if (this.#met.has(thing)) return;
    this.#met.add(thing);
    this.#refs.push(new WeakRef(thing));
  }

  /** How many of them cannot be let go. Those first watched since the last await all count (ECMA-262, KeepDuringJob). */
  count(): number {
    collect();
    this.#refs = this.#refs.filter((ref) => ref.deref() !== undefined);
    return this.#refs.length;
  }
}

/** Long work in a browser or a server: lets everything else run in between, reports how far it is, can be stopped. */
export interface Pace {
  /** Called now and then with how many of `total` are done. */
  readonly onProgress?: ((done: number, total: number) => void) | undefined;
  /** Stops the work: it rejects with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
}

/** Longest stretch in milliseconds before everything else gets its turn. */
const STRETCH_MS = 12;
/** Items between two looks at the clock. */
const ITEMS_PER_LOOK = 32;

/** Does `work` for each item in order, giving way to the event loop about every 12 ms. */
export async function paced<T>(items: readonly T[], pace: Pace, work: (item: T) => void): Promise<void> {
  const pacer = new Pacer(pace);
  for (let index = 0; index < items.length; index++) {
    if (pacer.due(index)) await pacer.giveWay(index, items.length);
    work(items[index]!);
  }
  pace.onProgress?.(items.length, items.length);
}

/** Says when it is time to give way; for work that is no list. */
export class Pacer {
  readonly #pace: Pace;
  #since = performance.now();

  constructor(pace: Pace) {
    this.#pace = pace;
  }

  /** Throws the reason of the signal. */
  due(index: number): boolean {
    if (index % ITEMS_PER_LOOK !== 0) return false;
    this.#pace.signal?.throwIfAborted();
    return performance.now() - this.#since > STRETCH_MS;
  }

  async giveWay(done: number, total: number): Promise<void> {
    this.#pace.onProgress?.(done, total);
    await turn();
    this.#since = performance.now();
  }
}

/** Everything that waits has its turn. A timer does the same, but a browser holds back for 4 ms one that follows on others. */
function turn(): Promise<void> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.addEventListener('message', () => {
      port1.close();
      resolve();
    });
    port1.start();
    port2.postMessage(null);
  });
}

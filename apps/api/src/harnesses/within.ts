/** Work that goes on though nobody waits for it any more. */
export class UnderWay {
  private readonly all = new Set<Promise<unknown>>();

  /** The same promise, remembered until it is settled. */
  watch<T>(work: Promise<T>): Promise<T> {
    const done = () => void this.all.delete(work);
    this.all.add(work);
    work.then(done, done);
    return work;
  }

  /** Resolves once all of it is settled, or after so many milliseconds. Never rejects. */
  async settled(ms: number): Promise<void> {
    await within<unknown>(Promise.allSettled(this.all), ms, null);
  }
}

/** The answer, or `otherwise` when it is not there after so many milliseconds. The work itself goes on. */
export async function within<T>(answer: Promise<T>, ms: number, otherwise: T): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const patience = new Promise<T>((resolve) => {
    timer = setTimeout(() => resolve(otherwise), ms);
  });
  try {
    return await Promise.race([answer, patience]);
  } finally {
    clearTimeout(timer);
  }
}

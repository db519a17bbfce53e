/** Says a step is done, and how long it took: `✓ Postgres ready in 0.9 s`. */
export async function step<T>(title: string, work: () => Promise<T>): Promise<T> {
  const started = performance.now();
  const result = await work();
  say(`✓ ${title} in ${((performance.now() - started) / 1000).toFixed(1)} s`);
  return result;
}

/** One line for the person at the terminal. */
export const say = (line: string): void => {
  process.stdout.write(`${line}\n`);
};

import { setTimeout as pause } from 'node:timers/promises';

/** Polls until `condition` holds; false when `withinMs` went by first. For facts of the kernel that send no event. */
export async function waitFor(condition: () => boolean, withinMs: number): Promise<boolean> {
  const deadline = performance.now() + withinMs;
  for (let delay = 1; !condition(); delay = Math.min(delay * 2, 25)) {
    if (performance.now() >= deadline) return false;
    await pause(delay);
  }
  return true;
}

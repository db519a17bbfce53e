const tails = new Map<string, Promise<unknown>>();

/** Runs changes of one workspace one after the other: two of them that read before they write would lose one. */
export async function oneAtATime<T>(workspace: string, change: () => Promise<T>): Promise<T> {
  const before = tails.get(workspace) ?? Promise.resolve();
  const mine = before.then(change, change);
  const settled = mine.catch(() => undefined);
  tails.set(workspace, settled);
  try {
    return await mine;
  } finally {
    if (tails.get(workspace) === settled) tails.delete(workspace);
  }
}

import type { Entry } from './entries.ts';

/** What the ledger tells of the runs an archive is to hold. */
export interface Story {
  /** How many entries there are. */
  readonly entries: number;
  /** When the newest of them was made, Unix ns; null where there is none. */
  readonly newest: bigint | null;
  /** Seals, in their order. */
  readonly sealed: readonly Entry[];
  /** Runs that were opened and of which there is no seal. */
  readonly unsealed: ReadonlySet<string>;
  /** Removals of whole runs by two people. */
  readonly pruned: ReadonlyMap<string, Entry>;
  /** Runs of which content was erased, or that were removed, in entries from `since` on. */
  readonly lessened: ReadonlySet<string>;
}

export async function storyOf(entries: AsyncIterable<Entry>, since = Infinity): Promise<Story> {
  const [sealed, unsealed] = [[] as Entry[], new Set<string>()];
  const [pruned, lessened] = [new Map<string, Entry>(), new Set<string>()];
  let count = 0;
  let newest: bigint | null = null;
  for await (const entry of entries) {
    count += 1;
    const { kind, run, index } = entry;
    newest = entry.time;
    if (run === null) continue;
    if (kind === 'run.opened') unsealed.add(run);
    if (kind === 'run.sealed') sealed.push(entry);
    if (kind === 'run.pruned') pruned.set(run, entry);
    if ((kind === 'run.pruned' || kind === 'content.erased') && index >= since) lessened.add(run);
  }
  for (const { run } of sealed) unsealed.delete(run!);
  return { entries: count, newest, sealed, unsealed, pruned, lessened };
}

/**
 * What bridge, gateway and recording add to the lab's ten-call episode of the real codex: one at a time, and eight at
 * once, against the same codex, confined the same way, on a bare MCP server. Recording is durable (fsync on).
 */
import { bareEpisode } from './episode/bare.ts';
import { ourEpisode } from './episode/ours.ts';
import { openBenchStore } from './episode/store.ts';
import { median, rowOf, type Emit } from './row.ts';

const ROUNDS = 24;
/** Rounds before those that count: a worker has been up for longer than an episode, and its code is compiled. */
const WARM_ROUNDS = 6;
const AT_ONCE = 8;
const ROUNDS_AT_ONCE = 5;

export default async function bench(emit: Emit): Promise<void> {
  const store = await openBenchStore();
  try {
    const alone = await turnAbout(WARM_ROUNDS, ROUNDS, () => ourEpisode(store), bareEpisode);
    emit(rowOf('episode.overhead', 'ms', alone.ours, alone.bare));
    const together = await turnAbout(
      1,
      ROUNDS_AT_ONCE,
      () => wallOf(() => ourEpisode(store)),
      () => wallOf(bareEpisode),
    );
    emit(rowOf(`episode.parallel.${AT_ONCE}`, 'ms', together.ours, together.bare));
  } finally {
    await store.close();
  }
}

/** Turn about, so that both meet the same machine. */
async function turnAbout(warm: number, rounds: number, ours: () => Promise<number>, bare: () => Promise<number>) {
  const spent = { ours: [] as number[], bare: [] as number[] };
  for (let round = -warm; round < rounds; round++)
    for (const [name, run] of [['ours', ours] as const, ['bare', bare] as const]) {
      const ms = await run();
      if (round >= 0) spent[name].push(ms);
    }
  return { ours: median(spent.ours), bare: median(spent.bare) };
}

/** Of the slowest: when all are done. */
async function wallOf(run: () => Promise<number>): Promise<number> {
  return Math.max(...(await Promise.all(Array.from({ length: AT_ONCE }, run))));
}

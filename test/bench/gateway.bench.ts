/** What the model gateway adds to a ten-call episode of the real codex, against the same episode without it. */
import { BRIDGE_NAMESPACE, CODEX } from '../harnesses/cli/codex.ts';
import { conformance, runEpisodeOf } from '../harnesses/episode.ts';
import { answer, call, say } from '../harnesses/scripted-model.ts';

interface Row {
  readonly bench: string;
  readonly value: number;
  readonly unit: string;
  readonly baseline: number;
  readonly ratio: number;
}

const CALLS = 10;
const ROUNDS = 5;

const scenario = [
  answer(conformance(BRIDGE_NAMESPACE)),
  ...Array.from({ length: CALLS }, (_, i) =>
    answer(call('workspace_write', { path: `file-${i}.txt`, content: 'x' }, BRIDGE_NAMESPACE)),
  ),
  answer(say('done')),
];

export default async function bench(emit: (row: Row) => void): Promise<void> {
  const spent = { through: [] as number[], past: [] as number[] };
  // Turn about; the first round fills caches.
  for (let round = -1; round < ROUNDS; round++)
    for (const way of ['through', 'past'] as const) {
      const ms = await episode(way);
      if (round >= 0) spent[way].push(ms);
    }
  const [value, baseline] = [median(spent.through), median(spent.past)];
  emit({ bench: 'episode.gateway', value, unit: 'ms', baseline, ratio: value / baseline });
}

async function episode(way: 'through' | 'past'): Promise<number> {
  const startedAt = performance.now();
  const outcome = await runEpisodeOf(CODEX, { scenario, gateway: way === 'through' });
  const { result, recorder } = outcome;
  // The episode as it is on the record: without readiness, which is the same for both.
  const took = Number(recorder.payloads('episode.ended')[0]!['duration_us']) / 1000;
  await outcome.cleanUp();
  if (result.finished !== 'completed' || recorder.payloads('dispatch.end').length !== CALLS)
    throw new Error(
      `The episode did not do its ${CALLS} calls within ${Math.round(performance.now() - startedAt)} ms.`,
    );
  return took;
}

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)]!;
}

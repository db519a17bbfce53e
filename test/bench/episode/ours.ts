/** The same episode through bridge, gateway and recorder. */
import { CODEX } from '../../harnesses/cli/codex.ts';
import { bubblewrap, runEpisodeOf } from '../../harnesses/episode.ts';
import { CALLS, SCRIPT } from './script.ts';
import type { BenchStore } from './store.ts';

/** Probed once, and asked once whether it is ready, as in a worker. */
const sandbox = bubblewrap();
const adapter = CODEX.adapter();
const cli = { ...CODEX, adapter: () => adapter };

/** Milliseconds as the record tells them: without readiness, which is asked once for many episodes. */
export async function ourEpisode({ recorder }: BenchStore): Promise<number> {
  const outcome = await runEpisodeOf(cli, { scenario: SCRIPT, gateway: true, recorder, sandbox: () => sandbox });
  await outcome.cleanUp();
  const { result, recorder: recorded } = outcome;
  if (result.finished !== 'completed' || recorded.payloads('dispatch.end').length !== CALLS)
    throw new Error(`The episode did not do its ${CALLS} calls: ${result.error ?? 'no reason given'}`);
  return Number(recorded.payloads('episode.ended')[0]!['duration_us']) / 1000;
}

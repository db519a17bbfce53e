import { killRest } from './api-process.ts';
import { Lane } from '../faults/lane.ts';
import { tryIt, type Trial } from '../faults/trial.ts';

/** Some of the walk that `npm run faults` goes the whole length of (docs/faults.md). */
const TRIALS: readonly Trial[] = [
  { victim: 'worker', harness: 'echo', point: 'after commit of run.opened, goal.submitted #1' },
  { victim: 'worker', harness: 'echo', point: 'after asking people #1' },
  { victim: 'worker', harness: 'reference', point: 'before effect of run_command #1' },
  { victim: 'late worker', harness: 'echo', point: 'before commit of dispatch.end #1' },
  { victim: 'postgres', harness: 'echo', point: 'after effect of run_command #1' },
  { victim: 'cli', harness: 'reference', point: 'before effect of run_command #1' },
  { victim: 'late worker', harness: 'echo', point: 'before writing the ledger #1' },
  { victim: 'postgres', harness: 'echo', point: 'before keeping a cosignature #1' },
  { victim: 'api', harness: 'echo', point: 'after taking the goal #1' },
];

let lane: Lane;
/** A trial waits up to a minute for each of its steps, and then says which one did not come. Milliseconds. */
const LIMIT_MS = 300_000;

beforeAll(async () => {
  lane = await Lane.open();
});
afterAll(async () => {
  await lane.close();
  killRest();
});

test.each(TRIALS)(
  '$victim, $harness, $point: nothing is lost, doubled or left open',
  async (trial) => {
    expect(await tryIt(lane, trial)).toMatchObject({ struck: true, violations: [] });
  },
  LIMIT_MS,
);

/** Which faults are tried, and trying them, several installations side by side. */
import { Lane } from './lane.ts';
import { pointsOf, tryIt, type Tried, type Trial, type Victim } from './trial.ts';

const UNDER_API = ['taking the goal', 'deciding', 'asking for the halt'].flatMap((step) => [
  `before ${step} #1`,
  `after ${step} #1`,
]);

/** One native loop, one external CLI. */
export const HARNESSES = ['echo', 'reference'] as const;

/** Every trial of these victims, over every point that an episode of each harness passes. */
export async function trialsOf(
  lane: Lane,
  victims: readonly Victim[],
  harnesses: readonly string[],
): Promise<readonly Trial[]> {
  const trials: Trial[] = [];
  for (const harness of harnesses) {
    const points = await pointsOf(lane, harness);
    for (const victim of victims) {
      if (victim === 'api' || victim === 'postgres under api') {
        if (harness === 'echo') trials.push(...UNDER_API.map((point) => ({ victim, harness, point })));
      } else if (victim === 'cli') {
        if (harness === 'reference') trials.push(...whileItLives(points).map((point) => ({ victim, harness, point })));
      } else trials.push(...points.map((point) => ({ victim, harness, point })));
    }
  }
  return trials;
}

/** Goes through all trials on `width` installations; tells each as it is done. */
export async function walk(
  first: Lane,
  trials: readonly Trial[],
  { width, tell }: { width: number; tell: (tried: Tried) => void },
): Promise<readonly Tried[]> {
  const tried: Tried[] = [];
  const left = [...trials];
  const lanes = [first, ...(await Promise.all(Array.from({ length: width - 1 }, () => Lane.open())))];
  try {
    await Promise.all(
      lanes.map(async (lane) => {
        for (let trial = left.shift(); trial !== undefined; trial = left.shift()) {
          const one = await tryIt(lane, trial).catch((error: unknown) => broken(trial, error));
          tried.push(one);
          tell(one);
        }
      }),
    );
  } finally {
    await Promise.all(lanes.slice(1).map((lane) => lane.close()));
  }
  return tried;
}

/** A trial that could not be held to its end has broken a rule too. */
const broken = (trial: Trial, error: unknown): Tried => ({
  trial,
  struck: true,
  takenOverMs: null,
  ending: 'none',
  acknowledged: 0,
  effects: 0,
  unknown: 0,
  violations: [error instanceof Error ? error.message : String(error)],
});

/** From where the program of the CLI runs to where its last call has ended. */
function whileItLives(points: readonly string[]): readonly string[] {
  const begins = points.findIndex((point) => point.startsWith('before commit of episode.started'));
  const ends = points.findLastIndex((point) => point.startsWith('after commit of dispatch.end'));
  return points.slice(begins, ends + 1);
}

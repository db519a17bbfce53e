import { ON_EVENTS } from './attacks-on-events.ts';
import { ON_HISTORY } from './attacks-on-history.ts';
import { trialsOf } from './trials.ts';

/** `npm run attacks` does sixty of each. */
const TRIALS = 3;

test.each([...ON_EVENTS, ...ON_HISTORY].map((attack) => [attack.name, attack] as const))(
  'Caught, and only by who has what it takes: %s',
  async (_name, attack) => {
    const tally = await trialsOf(attack, TRIALS);
    expect(tally.wrong).toBeNull();
    expect(tally.caught).toBe(TRIALS);
  },
);

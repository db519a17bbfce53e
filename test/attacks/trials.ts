import { isSeen, seenWithLess, type Attack, type Expected } from './attack.ts';
import { examine, type Sighting } from './examine.ts';
import { openHouse, sealedRun, type House } from './house.ts';
import { randomOf } from './random.ts';
import { breakIn } from './superuser.ts';

/** What became of all trials of one attack. */
export interface Tally {
  readonly attack: Attack;
  readonly trials: number;
  /** Trials in which everything was seen that had to be, with its code and seq. */
  readonly caught: number;
  /** The first trial that went wrong; null when none did. */
  readonly wrong: {
    readonly seed: number;
    readonly missed: readonly Expected[];
    readonly tooMuch: readonly Sighting[];
    readonly saw: readonly Sighting[];
  } | null;
  readonly expected: readonly Expected[];
}

/** Runs trials 1 to `count` of an attack, each from its number alone. */
export async function trialsOf(attack: Attack, count: number): Promise<Tally> {
  let caught = 0;
  let wrong: Tally['wrong'] = null;
  let expected: readonly Expected[] = [];
  let house: House | null = null;
  try {
    for (let seed = 1; seed <= count; seed += 1) {
      if (house === null || attack.ownHouse === true) {
        await house?.close();
        house = await openHouse();
        await breakIn(house.admin);
      }
      const random = randomOf(seed);
      if (attack.ownHouse === true) await sealedRun(house, `earlier-${seed}`, random);
      const victim = await sealedRun(house, `victim-${seed}`, random);
      const before = await examine(house, victim);
      expected = await attack.strike(house, victim, random);
      const saw = await examine(house, victim);
      const missed = expected.filter((sight) => !isSeen(sight, saw));
      const tooMuch = [...before, ...seenWithLess(attack, saw)];
      if (missed.length === 0 && tooMuch.length === 0) caught += 1;
      else wrong ??= { seed, missed, tooMuch, saw };
    }
  } finally {
    await house?.close();
  }
  return { attack, trials: count, caught, wrong, expected };
}

import type { Eye, Sighting } from './examine.ts';
import type { House, Victim } from './house.ts';
import type { Random } from './random.ts';

/** What an eye must see. Fields that are left out do not matter. */
export interface Expected extends Partial<Pick<Sighting, 'verdict' | 'seq' | 'column'>> {
  readonly eye: Eye;
  /** Exactly this code, or one that begins so (`enc.*`). */
  readonly code: string | readonly string[];
}

export interface Attack {
  readonly name: string;
  /** One sentence: what the superuser does. */
  readonly does: string;
  /**
   * The least that catches it: the record alone, the operator's audit alone, the ledger as it is, or a memory of the ledger
   * outside the house (a pin, a kept receipt, a witness). Whoever has less must see nothing, or the table is too modest.
   */
  readonly needs: 'record' | 'audit' | 'ledger' | 'memory';
  /** True when a trial spoils the ledger for the next one. */
  readonly ownHouse?: boolean;
  /** Does it to the victim, and says what must be seen. */
  strike(house: House, victim: Victim, random: Random): Promise<readonly Expected[]>;
}

export function isSeen(expected: Expected, sightings: readonly Sighting[]): boolean {
  const codes = typeof expected.code === 'string' ? [expected.code] : expected.code;
  return sightings.some(
    (sighting) =>
      sighting.eye === expected.eye &&
      codes.some((code) =>
        code.endsWith('*') ? sighting.code.startsWith(code.slice(0, -1)) : sighting.code === code,
      ) &&
      (expected.verdict === undefined || expected.verdict === sighting.verdict) &&
      (expected.seq === undefined || expected.seq === sighting.seq) &&
      (expected.column === undefined || expected.column === sighting.column),
  );
}

/** Eyes that have less than the attack needs. */
const LESS: Readonly<Record<Attack['needs'], readonly Eye[]>> = {
  record: [],
  audit: ['export', 'record', 'kept leaves', 'receipt', 'kept receipt', 'ledger', 'pin', 'witness'],
  ledger: ['record', 'kept leaves'],
  memory: ['record', 'receipt', 'ledger'],
};

/** What somebody with less than needed saw all the same. */
export function seenWithLess(attack: Attack, sightings: readonly Sighting[]): readonly Sighting[] {
  return sightings.filter(({ eye }) => LESS[attack.needs].includes(eye));
}

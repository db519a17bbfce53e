/** How strongly the record can vouch for an event, by its type alone, under a numbered set of rules. */
import { isMap } from './values.ts';
import type { CborMap } from './values.ts';
import type { TierMix } from './verdicts.ts';
import type { EventType, PayloadOf, Tier } from './vocabulary.ts';

/**
 * Newest version of the table below. A sealed mix names the version it was counted under, and that is the oldest one that
 * knows every type in it: a record without newer types reads the same to a verifier that only knows older rules.
 */
export const RULES_VERSION = 2;

const TIERS = {
  'run.opened': 'enforced',
  'goal.submitted': 'enforced',
  'episode.started': 'enforced',
  'episode.ended': 'enforced',
  'model.called': 'enforced',
  'model.answered': 'enforced',
  'dispatch.start': 'enforced',
  'dispatch.end': 'enforced',
  'dispatch.rejected': 'enforced',
  'approval.requested': 'enforced',
  'approval.decided': 'enforced',
  'brake.engaged': 'enforced',
  'run.halted': 'enforced',
  'provenance.attested': 'attested',
  'provenance.gap': 'unobserved',
  'provenance.reconciled': 'enforced',
  'provenance.declared': 'unobserved',
  'check.recorded': 'enforced',
  'outcome.recorded': 'enforced',
  'egress.decided': 'enforced',
  'egress.ended': 'enforced',
  'content.erased': 'enforced',
  'provenance.mix': 'enforced',
  'session.lifecycle': 'enforced',
} as const satisfies Record<EventType, Tier>;

const TABLE: ReadonlyMap<string, Tier> = new Map(Object.entries(TIERS));

/** Types the first version of the rules did not know, and the version that does. */
const SINCE: ReadonlyMap<string, number> = new Map([
  ['session.lifecycle', 2],
  ['egress.decided', 2],
  ['egress.ended', 2],
]);

/** Tier of an event type. A type these rules do not know is `unobserved`, never more. */
export function tierOf(type: string, rules: number = RULES_VERSION): Tier {
  return (SINCE.get(type) ?? 1) > rules ? 'unobserved' : (TABLE.get(type) ?? 'unobserved');
}

/** Mix over events in any order. */
export function mixOf(events: Iterable<{ readonly type: string }>, lost = 0): TierMix {
  const counter = new MixCounter();
  for (const event of events) counter.add(event.type);
  return counter.mix(lost);
}

/** Counts events as they come. */
export class MixCounter {
  readonly #types = new Map<string, number>();

  add(type: string): void {
    this.#types.set(type, (this.#types.get(type) ?? 0) + 1);
  }

  /** The mix so far; `lost` is the number of events known to be lost. */
  mix(lost = 0, rules: number = this.#oldestRules()): TierMix {
    // No prototype: a type may be called `__proto__`.
    const types = Object.create(null) as Record<string, number>;
    const tiers: Record<Tier, number> = { enforced: 0, attested: 0, unobserved: 0 };
    for (const [type, count] of this.#types) {
      types[type] = count;
      tiers[tierOf(type, rules)] += count;
    }
    return { rules, tiers, types, lost };
  }

  #oldestRules(): number {
    return Math.max(1, ...[...SINCE].map(([type, since]) => (this.#types.has(type) ? since : 1)));
  }
}

/** The payload of `provenance.mix` that seals this mix. */
export function mixToPayload({ rules, tiers, types, lost }: TierMix): PayloadOf['provenance.mix'] & CborMap {
  return { rules, ...tiers, lost, types };
}

/** The mix a `provenance.mix` payload seals; null when the payload is not one. */
export function mixFromPayload(payload: CborMap): TierMix | null {
  const { rules, enforced, attested, unobserved, lost, types } = payload;
  if (!isCount(rules) || !isCount(enforced) || !isCount(attested) || !isCount(unobserved) || !isCount(lost))
    return null;
  if (!isMap(types) || !isCounts(types)) return null;
  return { rules, tiers: { enforced, attested, unobserved }, types, lost };
}

function isCount(value: unknown): value is number {
  return typeof value === 'number' && value >= 0;
}

function isCounts(map: CborMap): map is Record<string, number> {
  return Object.values(map).every(isCount);
}

/** What a run could see: its surfaces, as run.opened and the gaps on its record leave them. */
import type { Surface } from '../vocabulary.ts';
import { isMap, type CborMap } from '../values.ts';
import { MOST } from './answers.ts';
import type { AskedEvent, BlindSpot } from './claim.ts';

/** Losses that spoil the absence of anything, whatever the question. */
const ALWAYS: readonly Surface[] = ['recorder', 'dispatch'];
/** Gaps that hide what passed, and not where to. */
const ONLY_WITHIN: ReadonlySet<unknown> = new Set(['content_not_seen', 'decisions_not_recorded']);

/** A gap, and whether where something went to can be told in spite of it. */
export interface SeenSpot extends BlindSpot {
  readonly tellsWhereTo: boolean;
}

/** Blind spots among those surfaces that the question is about, and among those that spoil every absence. */
export class Sight {
  readonly #gaps = new Map<unknown, Gaps>();
  #opened: CborMap | null = null;

  /** `surfaces`: all that will be asked about. */
  constructor(surfaces: readonly Surface[]) {
    for (const surface of [...ALWAYS, ...surfaces]) this.#gaps.set(surface, new Gaps());
  }

  see({ type, seq, payload }: AskedEvent): void {
    if (type === 'run.opened') this.#opened ??= payload;
    else if (type === 'provenance.gap') this.#note(seq, payload);
  }

  /** What run.opened grants. */
  get grant(): readonly unknown[] {
    const grant = this.#opened?.['grant'];
    return Array.isArray(grant) ? (grant as readonly unknown[]) : [];
  }

  /** Empty: absence may be claimed. Of one surface no more gaps are named than an answer has room for. */
  blindAmong(surfaces: readonly Surface[]): readonly SeenSpot[] {
    const profile = isMap(this.#opened?.['enforcement_profile']) ? this.#opened['enforcement_profile'] : {};
    const external = this.#opened?.['harness_kind'] !== 'native';
    const spots: SeenSpot[] =
      this.#opened === null
        ? [without({ surface: 'record', reason: 'The record does not say how the run was opened.' })]
        : [];
    for (const surface of new Set([...ALWAYS, ...surfaces])) {
      const named = this.#gaps.get(surface)?.spots ?? [];
      spots.push(...named);
      if (named.length === 0 && external && surfaces.includes(surface) && !held(profile[surface]))
        spots.push(without({ surface, reason: `The enforcement profile does not say that ${surface} is denied.` }));
    }
    return spots;
  }

  #note(seq: number, payload: CborMap): void {
    const { surface, reason } = payload;
    const tellsWhereTo = ONLY_WITHIN.has(reason);
    // One of the surfaces that were asked about, or there is no place for it.
    this.#gaps.get(surface)?.add({ surface: surface as Surface, seq, reason: reasonOf(payload), tellsWhereTo });
  }
}

/** The gaps of one surface: of either kind as many as an answer names. */
class Gaps {
  readonly spots: SeenSpot[] = [];
  readonly #kept = { telling: 0, hiding: 0 };

  add(spot: SeenSpot): void {
    const kind = spot.tellsWhereTo ? 'telling' : 'hiding';
    if (this.#kept[kind] >= MOST) return;
    this.#kept[kind] += 1;
    this.spots.push(spot);
  }
}

const without = (spot: Pick<BlindSpot, 'surface' | 'reason'>): SeenSpot => ({
  ...spot,
  seq: null,
  tellsWhereTo: false,
});

/** Switched off, or only possible through our waist. `contained` limits an effect but does not show it. */
function held(state: unknown): boolean {
  return state === 'denied' || state === 'bridged';
}

function reasonOf({ reason, detail }: CborMap): string {
  return typeof detail === 'string' && detail !== '' ? detail : typeof reason === 'string' ? reason : 'not observed';
}

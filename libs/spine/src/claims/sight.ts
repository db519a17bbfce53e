/** What a run could see: its surfaces, as run.opened and the gaps on its record leave them. */
import type { SpineEvent } from '../event.ts';
import type { Surface } from '../vocabulary.ts';
import { isMap } from '../values.ts';
import type { BlindSpot } from './claim.ts';

/** Losses that spoil the absence of anything, whatever the question. */
const ALWAYS: readonly Surface[] = ['recorder', 'dispatch'];

export interface Sight {
  readonly external: boolean;
  /** Blind spots among these surfaces, those that spoil every absence included. Empty: absence may be claimed. */
  blindAmong(surfaces: readonly Surface[]): readonly BlindSpot[];
}

export function sightOf(events: readonly SpineEvent[]): Sight {
  const opened = events.find((event) => event.type === 'run.opened');
  const gaps = events.filter((event) => event.type === 'provenance.gap');
  const profile = isMap(opened?.payload['enforcement_profile']) ? opened.payload['enforcement_profile'] : {};
  const external = opened?.payload['harness_kind'] !== 'native';
  return {
    external,
    blindAmong(surfaces) {
      const spots: BlindSpot[] = opened
        ? []
        : [{ surface: 'record', seq: null, reason: 'The record does not say how the run was opened.' }];
      for (const surface of new Set([...ALWAYS, ...surfaces])) {
        const named = gaps.filter((gap) => gap.payload['surface'] === surface);
        spots.push(...named.map((gap) => ({ surface, seq: gap.seq, reason: reasonOf(gap) })));
        if (named.length === 0 && external && surfaces.includes(surface) && !held(profile[surface]))
          spots.push({ surface, seq: null, reason: `The enforcement profile does not say that ${surface} is denied.` });
      }
      return spots;
    },
  };
}

/** Switched off, or only possible through our waist. `contained` limits an effect but does not show it. */
function held(state: unknown): boolean {
  return state === 'denied' || state === 'bridged';
}

function reasonOf(gap: SpineEvent): string {
  const { reason, detail } = gap.payload;
  return typeof detail === 'string' && detail !== '' ? detail : typeof reason === 'string' ? reason : 'not observed';
}

/** The gaps an external run declares: what is never seen, and what happened past the waist. */
import type { EventDraft, PayloadOf, Surface, SurfaceState } from '@runseal/spine';
import { draft } from '@runseal/harness';
import type { Observation } from '../episode/observation.ts';

type GapFacts = Partial<Pick<PayloadOf['provenance.gap'], 'count' | 'frames' | 'calls'>> & { detail: string };

export function gap(surface: Surface, reason: string, facts: GapFacts): EventDraft {
  const { count = 0, frames = [], calls = [], detail } = facts;
  return draft('provenance.gap', 'system', { surface, reason, count, frames, calls, detail });
}

type Enforcement = Readonly<Record<string, SurfaceState>>;

interface BlindSpot {
  readonly surface: Surface;
  readonly detail: string;
  /** The same when the model calls are recorded on their way. */
  readonly beyondGateway: string;
}

/** Surfaces no external run can see into, unless its profile leads them through our waist. */
const BLIND: readonly BlindSpot[] = [
  {
    surface: 'model_calls',
    detail: "The harness's own calls to its model are not seen.",
    beyondGateway: "The harness's own calls to its model are not seen.",
  },
  {
    surface: 'context',
    detail: 'What the harness puts into, or drops from, the context of its model is not seen.',
    beyondGateway:
      'What reaches the model is recorded with each model call; what the harness dropped or rewrote before is not seen.',
  },
  {
    surface: 'egress',
    detail: 'What the harness sends to its provider is not seen.',
    beyondGateway: 'Model calls are recorded on their way, but nothing holds what the harness sends elsewhere.',
  },
];

export function blindSpots(enforcement: Enforcement): readonly Surface[] {
  return blindIn(enforcement).map(({ surface }) => surface);
}

export function blindSpotGaps(enforcement: Enforcement): EventDraft[] {
  return blindIn(enforcement).map(({ surface, detail, beyondGateway }) =>
    gap(surface, 'not_observable', { detail: isGatewayed(enforcement) ? beyondGateway : detail }),
  );
}

/** Denying a surface shows nothing of it, but for one: with every way out denied, the gateway sees all that leaves. */
function blindIn(enforcement: Enforcement): readonly BlindSpot[] {
  const closed = isGatewayed(enforcement) && enforcement['egress'] === 'denied';
  return BLIND.filter(({ surface }) => enforcement[surface] !== 'bridged' && !(surface === 'egress' && closed));
}

function isGatewayed(enforcement: Enforcement): boolean {
  return enforcement['model_calls'] === 'bridged';
}

/** What the harness says it did by itself: claimed by it, and seen by nobody; of some not even how they ended is claimed. */
export function nativeGaps(observed: Observation): EventDraft[] {
  const happened = [...observed.native.values()].filter(({ count }) => count > 0);
  return [
    ...happened.map(({ surface, count, frames }) =>
      gap(surface, 'outside_waist', {
        count,
        frames,
        detail: 'The harness reports actions of its own that did not pass the waist.',
      }),
    ),
    ...observed.unresolved().map(({ surface, count, frames }) =>
      gap(surface, 'unresolved', {
        count,
        frames,
        detail: 'The harness reports actions of its own that began, and never how they ended.',
      }),
    ),
  ];
}

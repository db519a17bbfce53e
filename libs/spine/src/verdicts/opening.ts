/** What `run.opened` promises, read from a payload that may say anything. */
import type { Envelope } from '../event.ts';
import { isMap } from '../values.ts';
import type { CborMap, CborValue } from '../values.ts';
import { CONTAINMENT_LEVELS } from '../vocabulary.ts';
import type { ContainmentLevel } from '../vocabulary.ts';

export interface Opening {
  readonly run: string | null;
  readonly harness: string;
  /** Anything that is not plainly native is held to the rules for external harnesses. */
  readonly external: boolean;
  /** The containment floor as written; null when there is none. */
  readonly floor: string | null;
  readonly grant: ReadonlySet<string>;
  /** Action → floor its declared trust asks for, as written; the strongest where several are named. */
  readonly trustFloors: ReadonlyMap<string, ContainmentLevel>;
  /** Action → its approval policy, as written. */
  readonly approvals: ReadonlyMap<string, ApprovalPolicy>;
  /** Surface → state, as written. */
  readonly enforcement: ReadonlyMap<string, string>;
}

export interface ApprovalPolicy {
  /** How many different people must agree; a policy that cannot be read asks for more than there can be. */
  readonly required: number;
  readonly never: boolean;
}

/** True for events only a Runseal run has. A record with none of them is another producer's. */
export function isOurs(event: Pick<Envelope, 'type'>): boolean {
  return event.type === 'run.opened' || event.type.startsWith('provenance.');
}

/** Reads the payload of `run.opened`. */
export function readOpening(payload: CborMap): Opening {
  const { run, harness, harness_kind: kind, containment_floor: floor, grant, enforcement_profile: profile } = payload;
  const { approvals, grant_scopes: scopes } = payload;
  const actions = Array.isArray(grant) ? grant.filter((action) => typeof action === 'string') : [];
  const states = isMap(profile) ? Object.entries(profile).filter(isTextEntry) : [];
  return {
    run: typeof run === 'string' ? run : null,
    harness: typeof harness === 'string' ? harness : 'an unnamed harness',
    external: kind !== 'native',
    floor: typeof floor === 'string' ? floor : null,
    grant: new Set(actions),
    trustFloors: trustFloorsOf(scopes),
    approvals: isMap(approvals)
      ? new Map(Object.entries(approvals).map(([action, policy]) => [action, policyOf(policy)]))
      : new Map(),
    enforcement: new Map(states),
  };
}

/** Trust says how strong the walls must be. What is not known counts as least trusted. */
const FLOORS: ReadonlyMap<unknown, ContainmentLevel> = new Map([
  ['trusted', 'process'],
  ['semi_trusted', 'kernel'],
]);

function trustFloorsOf(scopes: CborValue | undefined): ReadonlyMap<string, ContainmentLevel> {
  const floors = new Map<string, ContainmentLevel>();
  for (const scope of listOf(scopes)) {
    if (!isMap(scope) || typeof scope['action'] !== 'string' || !('trust' in scope)) continue;
    const floor = FLOORS.get(scope['trust']) ?? 'microvm';
    const known = floors.get(scope['action']);
    if (known === undefined || CONTAINMENT_LEVELS.indexOf(floor) > CONTAINMENT_LEVELS.indexOf(known))
      floors.set(scope['action'], floor);
  }
  return floors;
}

const listOf = (value: CborValue | undefined): readonly CborValue[] =>
  Array.isArray(value) ? (value as readonly CborValue[]) : [];

function policyOf(policy: CborValue): ApprovalPolicy {
  if (!isMap(policy)) return { required: Infinity, never: true };
  const { required, never } = policy;
  return { required: typeof required === 'number' && required >= 0 ? required : Infinity, never: never !== false };
}

function isTextEntry(entry: [string, unknown]): entry is [string, string] {
  return typeof entry[1] === 'string';
}

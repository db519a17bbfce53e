import type { ProbedProfile } from '@runseal/externagent/evidence';
import type { PayloadOf } from '@runseal/spine';

type EnforcementProbePayload = NonNullable<PayloadOf['run.opened']['enforcement_probe']>;

/**
 * As `run.opened` says it. A surface that nobody tried is named and says so; so is a way out to listed hosts, which no
 * trial is lent.
 */
export function probeOnRecord(
  probed: ProbedProfile | null,
  profile: Readonly<Record<string, unknown>>,
): EnforcementProbePayload {
  const untried = Object.fromEntries(Object.keys(profile).map((surface) => [surface, 'not_tried' as const]));
  if (probed === null)
    return { binary_sha256: null, found: untried, offered: [], complete: false, reason: 'It was not tried.' };
  const { binarySha256, found, offered, complete, reason } = probed;
  return {
    binary_sha256: binarySha256 === null ? null : new Uint8Array(Buffer.from(binarySha256, 'hex')),
    found: { ...untried, ...found, ...(profile['egress'] === 'bridged' && { egress: 'not_tried' as const }) },
    offered: offered.slice(0, MOST).map((name) => name.slice(0, 128).toWellFormed()),
    complete,
    reason,
  };
}

const MOST = 64;

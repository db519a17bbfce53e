/** Opens, closes and signs a run that is kept in memory, the way the worker does it, and verifies the portable record. */
import type { MemoryRecorder } from '@runseal/dispatch/testing';
import type { DriverResult } from '@runseal/harness';
import {
  commitContent,
  draftOf,
  encodeRecord,
  mixOf,
  mixToPayload,
  rootOf,
  signCheckpoint,
  verifyRecord,
  type ContentRef,
  type PayloadOf,
  type Report,
  type SurfaceState,
} from '@runseal/spine';
import { generateSigner } from '@runseal/spine/node';

/** What the goal asks for, and what these CLIs demand in any case. */
export const FLOOR = 'kernel';

export interface Opening {
  readonly objective: string;
  readonly harness: string;
  readonly version: string;
  readonly model: string;
  readonly profile: string;
  readonly enforcement: Readonly<Record<string, SurfaceState>>;
  readonly grant: readonly string[];
}

export async function openRun(recorder: MemoryRecorder, opening: Opening): Promise<void> {
  const goal = commitContent(
    new TextEncoder().encode(JSON.stringify({ objective: opening.objective })),
    'application/json',
  );
  const objective = commitContent(new TextEncoder().encode(opening.objective), 'text/plain');
  const opened: PayloadOf['run.opened'] = {
    run: recorder.run,
    workspace: 'test',
    goal_commitment: goal.ref.commitment,
    objective: refOf(objective.ref),
    harness: opening.harness,
    harness_kind: 'external',
    adapter_version: '1',
    cli_version: opening.version,
    model: opening.model,
    grant: opening.grant,
    limits: { max_steps: 1 },
    containment_floor: FLOOR,
    enforcement_profile: opening.enforcement,
    profile: opening.profile,
    software_version: '0.1.0',
  };
  await recorder.append(
    draftOf('run.opened', 'system', opened, { contents: [objective] }),
    draftOf('goal.submitted', 'human', { principal: 'tester', goal: refOf(goal.ref) }, { contents: [goal] }),
  );
}

export interface Sealed {
  readonly report: Report;
  /** The same record with one bit of its middle flipped. */
  readonly flipped: Report;
}

export async function sealAndVerify(recorder: MemoryRecorder, result: DriverResult): Promise<Sealed> {
  const outcome = result.finished === 'completed' ? 'completed' : result.finished === 'halted' ? 'halted' : 'failure';
  await recorder.append(
    draftOf('outcome.recorded', 'system', {
      result: outcome,
      reason: result.error ?? '',
      steps: result.steps,
      final: result.final === null ? null : refOf(result.final),
    }),
  );
  const mix = mixToPayload(mixOf(recorder.events, result.lost));
  await recorder.append(draftOf('provenance.mix', 'system', mix));
  const signer = generateSigner();
  const head = { origin: 'runseal.test', root: rootOf(recorder.leaves), size: recorder.events.length };
  const record = encodeRecord({ events: recorder.canonical, checkpoint: await signCheckpoint(head, signer) });
  const keyring = [{ keyId: signer.keyId, publicKey: signer.publicKey }];
  const damaged = Uint8Array.from(record);
  damaged[Math.floor(damaged.length / 2)]! ^= 1;
  return { report: await verifyRecord(record, { keyring }), flipped: await verifyRecord(damaged, { keyring }) };
}

/** Plain fields: what a payload may hold. */
const refOf = ({ commitment, bytes, media }: ContentRef): ContentRef => ({ commitment, bytes, media });

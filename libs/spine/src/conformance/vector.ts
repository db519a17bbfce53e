import { openCheckpoint } from '../checkpoint.ts';
import { verifyConsistencyProof } from '../consistency-proof.ts';
import { SpineError } from '../errors.ts';
import { verifyEventProof } from '../event-proof.ts';
import { decodeEnvelope } from '../event.ts';
import type { Hasher } from '../hash.ts';
import type { Keyring } from '../keys.ts';
import { OrderCheck } from '../order.ts';
import type { SignatureVerifier } from '../signature.ts';
import type { VerdictName } from '../verdicts.ts';
import { verifyRecord } from '../verify.ts';
import type { VectorKind } from './manifest.ts';

export interface VectorOptions {
  readonly keyring: Keyring;
  readonly hasher?: Hasher;
  readonly verify?: SignatureVerifier;
}

/**
 * Puts one vector through the same functions that verify real records. Returns the registered failure code, or null when
 * it is accepted. A structural vector has one file per event, every other kind one file.
 */
export async function runVector(
  kind: VectorKind,
  files: readonly Uint8Array[],
  options: VectorOptions,
): Promise<string | null> {
  try {
    return await judge(kind, files, options);
  } catch (error) {
    if (error instanceof SpineError) return error.code;
    throw error;
  }
}

async function judge(kind: VectorKind, files: readonly Uint8Array[], options: VectorOptions): Promise<string | null> {
  if (kind === 'structural') return judgeEvents(files);
  const [artifact] = files;
  if (artifact === undefined) throw new SpineError('runseal.bad_manifest', `a ${kind} vector names one file`);
  switch (kind) {
    case 'checkpoint':
      await openCheckpoint(artifact, options.keyring, options.verify);
      return null;
    case 'event_proof':
      await verifyEventProof(artifact, options.keyring, options);
      return null;
    case 'consistency':
      await verifyConsistencyProof(artifact, options.keyring, options);
      return null;
    case 'run':
      return firstFailure(artifact, ['integrity'], options);
    case 'governance':
      return firstFailure(artifact, ['integrity', 'governance'], options);
    case 'ground_truth':
      return firstFailure(artifact, ['integrity', 'ground_truth'], options);
  }
}

function judgeEvents(files: readonly Uint8Array[]): null {
  const order = new OrderCheck();
  for (const canonical of files) order.see(decodeEnvelope(canonical));
  order.end();
  return null;
}

async function firstFailure(
  record: Uint8Array,
  names: readonly VerdictName[],
  options: VectorOptions,
): Promise<string | null> {
  const { verdicts } = await verifyRecord(record, options);
  return verdicts.find(({ name, state }) => names.includes(name) && state === 'fail')?.code ?? null;
}

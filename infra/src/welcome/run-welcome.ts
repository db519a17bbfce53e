import { settledRun, type Server } from '@runseal/cli';
import { fromHex, keyIdOf, verifyRecord, type Report, type TrustedKey } from '@runseal/spine';
import { nodeHasher } from '@runseal/spine/node';
import { Failure } from '../failure.ts';
import { WELCOME_HARNESSES, welcomeGoal } from './goal.ts';

export interface WelcomeRun {
  readonly run: string;
  readonly harness: string;
  /** Verified here, from the bytes the server exports, under the keys this installation seals with. */
  readonly report: Report;
}

const LIMIT_MS = 120_000;

/**
 * Runs the welcome goal once per harness, waits for the seals and verifies both records.
 *
 * @param attempt tells one welcome from a later one; the same attempt again is the same runs
 * @throws Failure `welcome_failed` when a run does not complete.
 */
export async function runWelcome(server: Server, attempt: string): Promise<WelcomeRun[]> {
  const keys = await sealingKeys(server);
  return Promise.all(WELCOME_HARNESSES.map((harness) => welcomeRun(server, harness, attempt, keys)));
}

/** The keys this installation seals with. */
export async function sealingKeys(server: Server): Promise<TrustedKey[]> {
  return (await server.keys()).map(({ publicKeyHex }) => trusted(fromHex(publicKeyHex)));
}

async function welcomeRun(
  server: Server,
  harness: (typeof WELCOME_HARNESSES)[number],
  attempt: string,
  keys: readonly TrustedKey[],
): Promise<WelcomeRun> {
  const { run } = await server.submit(welcomeGoal(harness), `welcome-${attempt}-${harness}`);
  const limit = AbortSignal.timeout(LIMIT_MS);
  // Only the end of the stream is of interest here: it comes after the seal.
  for await (const _event of server.watch(run, 0, limit));
  const { state, sealed, error, errorCode } = await settledRun(server, run);
  if (!sealed || state !== 'completed')
    throw new Failure(
      'welcome_failed',
      `The welcome run ${run} (${harness}) is ${state}${sealed ? '' : ' and not sealed'}: ${error ?? 'no reason given'} (${errorCode ?? 'no code'}).`,
    );
  return {
    run,
    harness,
    report: await verifyRecord(await bytesOf(server.record(run)), { keyring: keys, hasher: nodeHasher }),
  };
}

async function bytesOf(chunks: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  for await (const part of chunks) parts.push(part);
  return Buffer.concat(parts);
}

const trusted = (publicKey: Uint8Array): TrustedKey => ({ keyId: keyIdOf(publicKey), publicKey });

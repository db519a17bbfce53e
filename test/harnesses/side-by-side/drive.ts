/** Drives the one goal each way in turn: real binaries, scripted models, a whole installation on a throw-away database. */
import { exportRun, openServer } from '@runseal/cli';
import type { Wire } from '@runseal/api/client';
import { fromHex, verifyRecord } from '@runseal/spine';
import { eventsOf, openHouse, sealed, show, submit, until, type House } from '../../integration/api-house.ts';
import { startScriptedModel } from '../scripted-model.ts';
import { drivenOf, undriven, type Driven } from './driven.ts';
import { goalFor } from './goal.ts';
import type { Way } from './ways.ts';

export interface SideBySide {
  readonly ways: readonly Way[];
  /** Folder for every record, its receipt and the keys; null for none. */
  readonly out: string | null;
  /** Told before and after each way. */
  readonly onStep: (line: string) => void;
}

/** A run that is not sealed by then has failed, milliseconds. Its program is tried first, and the machine may be busy. */
const PATIENCE_MS = 300_000;
/** Where nothing listens: readiness asks for settings, and no episode starts from these. */
const NOWHERE = { origin: 'http://127.0.0.1:9', url: 'http://127.0.0.1:9/v1', port: 9 };

/** Needs RUNSEAL_TEST_POSTGRES, as every test database does. One way that fails is told and does not stop the others. */
export async function driveSideBySide({ ways, out, onStep }: SideBySide): Promise<Driven[]> {
  const house = await openHouse(Object.assign({}, ...ways.map((way) => way.env(NOWHERE))) as Record<string, string>);
  try {
    const driven: Driven[] = [];
    for (const way of ways) {
      onStep(`… ${way.name}`);
      const one = await driveOne(house, way).catch((error: unknown) => undriven(way, sentence(error)));
      if (out !== null && one.run !== null && one.sealed) await exportRun(one.run, out, serverOf(house), SILENT);
      onStep(one.problem === null ? `✓ ${way.name} in ${one.seconds.toFixed(1)} s` : `✗ ${way.name}: ${one.problem}`);
      driven.push(one);
    }
    return driven;
  } finally {
    await house.close();
  }
}

async function driveOne(house: House, way: Way): Promise<Driven> {
  const model =
    way.script === null
      ? null
      : await startScriptedModel({ scenario: way.script, ...(way.aside === undefined ? {} : { aside: way.aside }) });
  // A worker of its own, whose settings lead to this script.
  const env = { ...house.config.env, ...(model === null ? {} : way.env(model)) };
  const worker = await house.worker({ env });
  const startedAt = performance.now();
  try {
    const run = await submit(house, goalFor(way));
    const detail = await until(house, run, sealed, PATIENCE_MS).catch(async () => {
      const { state, events } = await show(house, run);
      throw new Error(`not sealed within ${PATIENCE_MS / 1000} s: its run ${run} is ${state} with ${events} events`);
    });
    const seconds = (performance.now() - startedAt) / 1000;
    const events = await eventsOf(house, run);
    return drivenOf({ way, detail, events, report: await verified(house, run), seconds });
  } finally {
    await worker.stop({ drainMs: 0 });
    await model?.close();
  }
}

/** From the exported record and the published keys, as an outsider would. */
async function verified(house: House, run: string) {
  const { items } = (await (await house.ask('/api/v1/keys')).json()) as Wire<'KeyList'>;
  const record = new Uint8Array(await (await house.ask(`/api/v1/runs/${run}/record`)).arrayBuffer());
  const keyring = items.map(({ keyId, publicKeyHex }) => ({ keyId, publicKey: fromHex(publicKeyHex) }));
  return verifyRecord(record, { keyring });
}

const serverOf = (house: House) => openServer(house.client, house.api.url);
const SILENT = { progress: () => ({ advance: () => undefined, stop: () => undefined }) };

const sentence = (error: unknown): string => (error instanceof Error ? error.message : String(error)).split('\n')[0]!;

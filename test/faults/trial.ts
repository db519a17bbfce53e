/** One fault at one point of one episode, and what came of it. */
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Running } from '../integration/api-process.ts';
import { endlessGoal, goalOf, TRACE } from './episode.ts';
import { judge, type Judged } from './judge.ts';
import { LEASE_MS, type Lane } from './lane.ts';
import { isWitnessed, ofLedger } from './ledger.ts';
import { People, sealedOf, submit } from './client.ts';
import { programOfCli } from './processes.ts';

/**
 * `worker`, `api`: killed at the point. `late worker`: stands still there until another one has sealed its run. `postgres`,
 * `cli`: killed while the worker stands still there.
 */
export type Victim = 'worker' | 'late worker' | 'postgres' | 'cli' | 'api' | 'postgres under api';

export interface Trial {
  readonly victim: Victim;
  readonly harness: string;
  readonly point: string;
}

export interface Tried extends Judged {
  readonly trial: Trial;
  /** False when the episode went another way this time, or there was nothing to kill. */
  readonly struck: boolean;
  /** From the death of a worker to the claim of the next one, milliseconds; null when nothing was to be taken over. */
  readonly takenOverMs: number | null;
}

const LIMIT_MS = 60_000;
/** A lease, the look after it, and what a busy machine takes to get there. */
const TAKE_OVER_LIMIT_MS = LEASE_MS + LEASE_MS / 2 + 5000;

export async function tryIt(lane: Lane, trial: Trial): Promise<Tried> {
  const folder = await mkdtemp(join(tmpdir(), 'runseal-fault-'));
  try {
    const under = trial.victim === 'api' || trial.victim === 'postgres under api';
    return await (under ? strikeApi(lane, trial, folder) : strikeWorker(lane, trial, folder));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Every point that an episode passes in its worker, in order. */
export async function pointsOf(lane: Lane, harness: string): Promise<readonly string[]> {
  const folder = await mkdtemp(join(tmpdir(), 'runseal-fault-'));
  lane.standby.child.kill('SIGSTOP');
  const worker = await lane.worker({ folder });
  const { run } = await submit(lane, goalOf(harness));
  const people = new People(lane, run);
  await until(() => isWitnessed(lane, run));
  await people.leave();
  await end(worker);
  lane.standby.child.kill('SIGCONT');
  const passed = (await readFile(join(folder, 'passed'), 'utf8')).trim().split('\n');
  await rm(folder, { recursive: true, force: true });
  return passed.filter((point) => isSteady(point, harness));
}

/**
 * How frames fall into commits differs from time to time; the first of them stands for all. The ledger is the same whoever
 * drives the run: it is walked once, the round that writes the opening and the one that writes the seal.
 */
function isSteady(point: string, harness: string): boolean {
  if (ofLedger(point)) return harness === 'echo' && /#[12]$/.test(point);
  return !point.includes('provenance.attested') || point.endsWith('#1');
}

async function strikeWorker(lane: Lane, trial: Trial, folder: string): Promise<Tried> {
  const { victim, harness, point } = trial;
  // The armed one is to have the run; the other one wakes when there is something to take over.
  lane.standby.child.kill('SIGSTOP');
  const armed = await lane.worker({ folder, at: point, does: victim === 'worker' ? 'kill' : 'hold' });
  const { run } = await submit(lane, goalOf(harness));
  const people = new People(lane, run);
  const reached = () => existsSync(join(folder, 'reached'));
  const over = ofLedger(point) ? isWitnessed : sealedOf;
  await until(async () => reached() || (await over(lane, run)));
  let struck = reached();
  const more: string[] = [];
  if (victim === 'worker' && struck) await armed.exited;
  const struckAt = Date.now();
  if (victim === 'postgres' && struck) await lane.killPostgres();
  if (victim === 'cli') struck &&= await killCli(armed);
  if (victim !== 'late worker') await writeFile(join(folder, 'go'), '');
  lane.standby.child.kill('SIGCONT');
  more.push(...(await settled(lane, run)));
  await people.leave();
  if (victim === 'late worker') {
    const before = await recordOf(lane, run);
    await writeFile(join(folder, 'go'), '');
    await end(armed);
    if (before !== (await recordOf(lane, run))) more.push('a worker that came late changed the record');
  } else await end(armed);
  const takenOverMs = victim === 'worker' && struck ? claimedAfter(lane, run, struckAt) : null;
  if (takenOverMs !== null && takenOverMs > TAKE_OVER_LIMIT_MS) more.push(`taken over only after ${takenOverMs} ms`);
  const judged = await judge(lane, run, folder);
  return { trial, struck, takenOverMs, ...judged, violations: [...judged.violations, ...more] };
}

async function strikeApi(lane: Lane, trial: Trial, folder: string): Promise<Tried> {
  lane.api.child.kill('SIGKILL');
  await lane.api.exited;
  await lane.startApi({ folder, at: trial.point, does: trial.victim === 'api' ? 'kill' : 'hold' });
  const armed = lane.api;
  const struck = strikeWhenReached(lane, trial, folder, armed);
  const halting = trial.point.includes('halt');
  const goal = halting ? endlessGoal(trial.harness) : goalOf(trial.harness);
  const { run, key } = await submit(lane, goal);
  const people = new People(lane, run);
  if (halting) {
    await until(() => Promise.resolve(existsSync(join(lane.dataDir, 'runs', run, 'workspace', TRACE))));
    await lane.ask(`/api/v1/runs/${run}/halt`, { reason: 'the walk' });
  }
  const more = await settled(lane, run);
  await people.leave();
  await writeFile(join(folder, 'go'), '');
  const runs = await lane.sql`select 1 from runseal.goal where idempotency_key = ${key}`;
  if (runs.length !== 1) more.push(`one key made ${runs.length} runs`);
  const judged = await judge(lane, run, folder);
  if (halting && judged.ending !== 'halted') more.push(`it was halted and ended ${judged.ending}`);
  const was = existsSync(join(folder, 'reached')) && (await struck);
  // The armed one has no folder to write to any more.
  if (lane.api === armed) {
    armed.child.kill('SIGKILL');
    await armed.exited;
    await lane.startApi();
  }
  return { trial, struck: was, takenOverMs: null, ...judged, violations: [...judged.violations, ...more] };
}

async function strikeWhenReached(lane: Lane, { victim }: Trial, folder: string, armed: Running): Promise<boolean> {
  if (!(await until(() => Promise.resolve(existsSync(join(folder, 'reached')) || existsSync(join(folder, 'go'))))))
    return false;
  if (!existsSync(join(folder, 'reached'))) return false;
  if (victim === 'api') {
    await armed.exited;
    await lane.startApi();
  } else {
    await lane.killPostgres();
    await writeFile(join(folder, 'go'), '');
  }
  return true;
}

async function killCli(armed: Running): Promise<boolean> {
  const pid = programOfCli(armed.child.pid!);
  if (pid === null) return false;
  process.kill(pid, 'SIGKILL');
  // Until its parent in the sandbox has collected it.
  await until(() => Promise.resolve(programOfCli(armed.child.pid!) !== pid));
  return true;
}

/** Asks it to stop, and sees it gone. */
async function end({ child, exited }: Running): Promise<void> {
  child.kill('SIGTERM');
  const patience = setTimeout(() => child.kill('SIGKILL'), 30_000);
  if (child.exitCode === null && child.signalCode === null) await Promise.race([exited, once(child, 'exit')]);
  clearTimeout(patience);
}

/** Waits for the seal, then for the ledger and its witness. */
async function settled(lane: Lane, run: string): Promise<string[]> {
  if (!(await until(() => sealedOf(lane, run)))) return ['it was not sealed within a minute'];
  if (!(await until(() => isWitnessed(lane, run)))) return ['its seal was not witnessed within a minute'];
  return [];
}

async function recordOf({ store }: Lane, run: string): Promise<string> {
  const links: string[] = [];
  for await (const { link } of store.scan(run)) links.push(Buffer.from(link).toString('hex'));
  return links.join(' ');
}

/** When the next worker says that it claimed the run, counted from `since`. */
function claimedAfter({ standby }: Lane, run: string, since: number): number | null {
  const lines = standby.log().split('\n');
  const claim = lines.find((line) => line.includes('run claimed') && line.includes(run));
  return claim === undefined ? null : (JSON.parse(claim) as { time: number }).time - since;
}

export async function until(condition: () => Promise<boolean>): Promise<boolean> {
  for (const limit = Date.now() + LIMIT_MS; Date.now() < limit;) {
    if (await condition()) return true;
    await pause(20);
  }
  return false;
}

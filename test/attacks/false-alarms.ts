/** What must never alarm anybody: each scene leaves runs that every eye has to find intact. */
import { draftOf } from '@runseal/spine';
import { openLifecycle, openStore } from '@runseal/spine/postgres';
import { all } from '../postgres/drafts.ts';
import { examine } from './examine.ts';
import { honestRun } from './honest-run.ts';
import { openHouse, sealedRun, takeHome, type House, type Victim } from './house.ts';
import { carriedOver } from './restore.ts';
import { randomOf } from './random.ts';
import { failedOver, logicallyReplicated } from './replication.ts';
import { dumpedAndRestored, inOtherMajor, whyNoOtherMajor } from './other-major.ts';

export interface Scene {
  readonly name: string;
  readonly does: string;
  /** Answers about `count` runs, each made from its number alone, and the houses to look at them in. */
  stage(house: House, count: number): Promise<readonly { readonly house: House; readonly victim: Victim }[]>;
  /** Why it cannot be staged on this machine; null when it can. */
  readonly unable?: () => Promise<string | null>;
}

const WRITERS = 25;

export const SCENES: readonly Scene[] = [
  {
    name: '25 writers, 25 runs',
    does: '25 runs written and sealed at once, again and again',
    async stage(house, count) {
      const runs = Array.from({ length: Math.ceil(count / WRITERS) * WRITERS }, (_, i) => `busy-${i}`);
      for (let at = 0; at < runs.length; at += WRITERS)
        await Promise.all(runs.slice(at, at + WRITERS).map((run, i) => written(house, run, at + i)));
      return seen(house, runs);
    },
  },
  {
    name: '25 writers, one run',
    does: '25 callers append to one run at once',
    async stage(house, count) {
      const runs = numbered('shared', count);
      for (const [i, run] of runs.entries()) await shared(house, run, i);
      return seen(house, runs);
    },
  },
  {
    name: 'clock stepping back',
    does: 'the clock goes back an hour in the middle of a run, and forth again',
    stage: (house, count) =>
      atTimes(house, count, (n, seed) => {
        const back = (n + seed) % 7 < 3 ? 0 : 3_600;
        return BigInt(1_800_000_000 - back) * 1_000_000_000n - BigInt(n);
      }),
  },
  {
    name: 'identical timestamps',
    does: 'every event of a run has the same time',
    stage: (house, count) => atTimes(house, count, () => 1_800_000_000_000_000_000n),
  },
  {
    name: 'erasure',
    does: 'half of the contents of a run erased, on the ledger',
    async stage(house, count) {
      const victims: Victim[] = [];
      for (const [i, run] of numbered('erased', count).entries()) {
        victims.push(await sealedRun(house, run, randomOf(i)));
        const contents = await all(house.store.contents(run));
        const half = contents.filter((_, at) => at % 2 === i % 2).map(({ ref }) => ref.commitment);
        await house.store.erase(run, half, { by: 'officer', reason: 'asked for', legalBasis: 'GDPR 17' });
      }
      while ((await house.ledger.batch()) > 0);
      return victims.map((victim) => ({ house, victim }));
    },
  },
  {
    name: 'prune',
    does: 'a run removed by two people, with a ledger entry; the kept record is judged',
    async stage(house, count) {
      const lifecycle = openLifecycle(house.service);
      const victims: Victim[] = [];
      for (const [i, run] of numbered('pruned', count).entries()) {
        victims.push(await sealedRun(house, run, randomOf(i)));
        await lifecycle.requestPrune(run, 'ana', { reason: 'policy', legalBasis: 'GDPR 5' });
        await lifecycle.confirmPrune(run, 'ben');
      }
      while ((await house.ledger.batch()) > 0);
      return victims.map((victim) => ({ house, victim }));
    },
  },
  {
    name: 'restore',
    does: 'every row carried out of one cluster and into another of the same major version',
    stage: carriedOver,
  },
  {
    name: 'logical replication',
    does: 'a subscriber received every row of the spine; its runs are judged there',
    stage: logicallyReplicated,
  },
  {
    name: 'failover',
    does: 'the primary killed, its synchronous standby promoted, and another run written there',
    stage: failedOver,
  },
  {
    name: 'another major version',
    does: "every row carried from the embedded server into the machine's own, of another major version",
    unable: whyNoOtherMajor,
    stage: inOtherMajor,
  },
  {
    name: 'dump and restore',
    does: "pg_dump and pg_restore, on the machine's own server",
    unable: whyNoOtherMajor,
    stage: dumpedAndRestored,
  },
];

const numbered = (name: string, count: number): string[] => Array.from({ length: count }, (_, i) => `${name}-${i}`);

async function shared(house: House, run: string, seed: number): Promise<void> {
  await house.store.openRun({ run, workspace: 'w' });
  const writer = await house.store.takeOver(run);
  const [opening, submitted, ...rest] = honestRun(run, 1, randomOf(seed));
  await writer.append(opening!, submitted!);
  const note = (i: number) =>
    draftOf('brake.engaged', 'system', { limit: 'none', value: i, allowed: i, reason: 'a test' });
  await Promise.all(Array.from({ length: WRITERS }, (_, i) => writer.append(note(i), note(i))));
  await writer.append(...rest);
  await writer.seal(house.signer);
}

async function written(house: House, run: string, seed: number): Promise<void> {
  const random = randomOf(seed);
  await house.store.openRun({ run, workspace: 'w' });
  const writer = await house.store.takeOver(run);
  for (const draft of honestRun(run, random.between(3, 14), random)) await writer.append(draft);
  await writer.seal(house.signer);
}

async function atTimes(
  house: House,
  count: number,
  time: (n: number, seed: number) => bigint,
): ReturnType<Scene['stage']> {
  const runs = numbered('timed', count);
  for (const [seed, run] of runs.entries()) {
    let n = 0;
    const store = openStore({ sql: house.service, clock: () => time((n += 1), seed) });
    await written({ ...house, store }, run, seed);
  }
  return seen(house, runs);
}

async function seen(house: House, runs: readonly string[]): ReturnType<Scene['stage']> {
  while ((await house.ledger.batch()) > 0);
  return Promise.all(runs.map(async (run) => ({ house, victim: await takeHome(house, run, 0) })));
}

export interface Calm {
  readonly scene: Scene;
  readonly runs: number;
  readonly alarms: number;
  /** The first alarm, or why it was not staged. */
  readonly says: string | null;
}

export async function calmOf(scene: Scene, count: number): Promise<Calm> {
  const unable = (await scene.unable?.()) ?? null;
  if (unable !== null) return { scene, runs: 0, alarms: 0, says: unable };
  const house = await openHouse();
  const opened = new Set([house]);
  try {
    const staged = await scene.stage(house, count);
    let alarms = 0;
    let says: string | null = null;
    for (const { house: where, victim } of staged) {
      opened.add(where);
      const sightings = await examine(where, victim);
      alarms += sightings.length;
      says ??= sightings.length === 0 ? null : JSON.stringify(sightings[0]);
    }
    return { scene, runs: staged.length, alarms, says };
  } finally {
    for (const one of opened) await one.close();
  }
}

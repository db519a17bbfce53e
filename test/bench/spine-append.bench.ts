/**
 * What an append to the spine costs, against a bare INSERT of the same bytes into a plain table of the same Postgres in the
 * same run, and against another event store. All commit durably (fsync on).
 */
import { setTimeout as pause } from 'node:timers/promises';
import type { RunWriter } from '@runseal/spine/postgres';
import { createBare, insertBare, insertPacked, openTwoWrites } from './spine/bare.ts';
import { benchDatabase, type BenchDatabase } from './spine/database.ts';
import { openEmmett, type Emmett } from './spine/emmett.ts';
import { canonicals, draft, drafts } from './spine/payload.ts';
import { median, perSecond, rowOf, timed, type Emit } from './spine/timing.ts';

const CASES = [
  { name: 'append.single', batch: 1, rounds: 40, times: 30 },
  { name: 'append.batch.100', batch: 100, rounds: 30, times: 6 },
  { name: 'append.batch.1000', batch: 1000, rounds: 20, times: 3 },
];
/** Rounds before those that count: they prepare statements, and the engine compiles what both use. */
const WARM_ROUNDS = 6;
const WRITERS = 25;
const CONTENDED_MS = 3_000;

export default async function bench(emit: Emit): Promise<void> {
  const db = await benchDatabase();
  const emmett = await openEmmett(db.ownerUrl);
  try {
    await createBare(db.owner);
    for (const each of CASES) await oneByOne(db, emmett, each, emit);
    await concurrent(db, emit);
    await contended(db, emit);
    await grouped(db, emit);
  } finally {
    await emmett?.close();
    await db.close();
  }
}

/** Each way alone with ours: what a third does to the engine's compiled code and to the caches is no matter of theirs. */
async function oneByOne(
  db: BenchDatabase,
  emmett: Emmett | null,
  { name, batch, rounds, times }: (typeof CASES)[number],
  emit: Emit,
): Promise<void> {
  const writer = await db.newWriter(name);
  const events = drafts(batch);
  const bytes = canonicals(name, batch);
  let stored = 0;
  const against = (other: () => PromiseLike<unknown>): Promise<Spent> =>
    turnAbout(rounds, times, () => writer.append(...events), other);
  const emitRate = (row: string, { ours, others }: Spent): void =>
    emit(rowOf(row, 'events/s', perSecond(batch, ours), perSecond(batch, others)));
  const emitP50 = (row: string, { ours, others }: Spent): void => emit(rowOf(row, 'ms', median(ours), median(others)));

  const bare = await against(() => insertBare(db.owner, name, (stored += batch), bytes));
  if (batch === 1) emitP50('append.single.p50', bare);
  emitRate(name, bare);
  if (batch === 1)
    emitP50(
      'append.single.p50.two-writes',
      await against(await openTwoWrites(db.owner, `${name}-two-writes`, bytes[0]!)),
    );
  else
    emitRate(`${name}.packed`, await against(() => insertPacked(db.owner, `${name}-packed`, (stored += batch), bytes)));
  if (emmett !== null) emitRate(`${name}.emmett`, await against(() => emmett.append(name, events)));
}

/** Milliseconds of each call. */
interface Spent {
  readonly ours: number[];
  readonly others: number[];
}

/** Turn about, one call at a time and some in a row, so that both meet the same disk. */
async function turnAbout(
  rounds: number,
  times: number,
  ours: () => PromiseLike<unknown>,
  others: () => PromiseLike<unknown>,
): Promise<Spent> {
  const spent: Spent = { ours: [], others: [] };
  for (let round = -WARM_ROUNDS; round < rounds; round++)
    for (const [append, took] of [
      [ours, spent.ours],
      [others, spent.others],
    ] as const)
      for (let n = -1; n < times; n++) {
        const ms = await timed(append);
        // The first call of a row fills caches.
        if (round >= 0 && n >= 0) took.push(ms);
      }
  return spent;
}

/** 25 writers on 25 runs, each with its own connection, one event at a time. */
async function concurrent(db: BenchDatabase, emit: Emit): Promise<void> {
  const writers: RunWriter[] = [];
  for (let n = 0; n < WRITERS; n++) writers.push(await db.newWriter(`concurrent-${n}`));
  const [bytes] = canonicals('concurrent', 1);
  const spent = { spine: [] as number[], bare: [] as number[] };
  const ROUND = 20;
  for (let round = -2; round < 12; round++) {
    const spine = await timed(() =>
      Promise.all(writers.map(async (writer) => repeat(ROUND, (n) => writer.append(draft(n))))),
    );
    const bare = await timed(() =>
      Promise.all(
        writers.map(async (_, n) =>
          repeat(ROUND, (i) => insertBare(db.owner, `concurrent-${n}`, (round + 2) * ROUND + i, [bytes!])),
        ),
      ),
    );
    if (round < 0) continue;
    spent.spine.push(spine);
    spent.bare.push(bare);
  }
  emit(
    rowOf(
      'append.concurrent.25',
      'events/s',
      perSecond(WRITERS * ROUND, spent.spine),
      perSecond(WRITERS * ROUND, spent.bare),
    ),
  );
}

/**
 * 25 writers that fight for one run for a while: each takes it over, appends until another has taken it, and waits a moment
 * before it takes it again, as whoever lost a lease does. Counts what was acknowledged, which must be on the run, once, in
 * one unbroken chain. Against one writer that nobody fights, for as long.
 */
async function contended(db: BenchDatabase, emit: Emit): Promise<void> {
  const run = 'contended';
  await db.store.openRun({ run, workspace: 'bench' });
  const acknowledged = new Set<string>();
  const waits: number[] = [];
  const fight = async (until: number): Promise<void> => {
    while (performance.now() < until) {
      const writer = await db.store.takeOver(run);
      try {
        while (performance.now() < until) {
          const from = performance.now();
          const [recorded] = await writer.append(draft(acknowledged.size));
          waits.push(performance.now() - from);
          acknowledged.add(Buffer.from(recorded!.leaf).toString('hex'));
        }
      } catch (error) {
        if ((error as { code?: unknown }).code !== 'runseal.fenced') throw error;
        await pause(Math.random() * 4 * WRITERS);
      }
    }
  };
  const until = performance.now() + CONTENDED_MS;
  const took = await timed(() => Promise.all(Array.from({ length: WRITERS }, () => fight(until))));
  await checkWhole(db, run, acknowledged);
  const alone = await db.newWriter('uncontended');
  let unfought = 0;
  const end = performance.now() + CONTENDED_MS;
  while (performance.now() < end) await alone.append(draft(unfought++));
  const rate = (acknowledged.size * 1000) / took;
  emit(rowOf('append.contended.25', 'events/s', rate, (unfought * 1000) / CONTENDED_MS));
  emit(rowOf('append.contended.25.slowest', 'ms', Math.max(...waits), median(waits)));
}

/** Throws when the chain is broken, or when something that was acknowledged is missing. */
async function checkWhole(db: BenchDatabase, run: string, acknowledged: ReadonlySet<string>): Promise<void> {
  const audit = await db.store.audit(run);
  const stored = new Set<string>();
  for await (const { leaf } of db.store.scan(run)) stored.add(Buffer.from(leaf).toString('hex'));
  const lost = [...acknowledged].filter((leaf) => !stored.has(leaf)).length;
  if (audit.found > 0 || lost > 0)
    throw new Error(`contended: ${audit.found} faults in the chain, ${lost} events lost`);
}

/** 64 callers at once on one writer, which shares commits among them, against the same writer asked one by one. */
async function grouped(db: BenchDatabase, emit: Emit): Promise<void> {
  const writer = await db.newWriter('grouped');
  const alone: number[] = [];
  const together: number[] = [];
  for (let round = -2; round < 30; round++) {
    const one = await timed(() => writer.append(draft(round)));
    const many = await timed(() => Promise.all(Array.from({ length: 64 }, (_, i) => writer.append(draft(i)))));
    if (round < 0) continue;
    alone.push(one);
    together.push(many);
  }
  emit(rowOf('append.64-callers', 'events/s', perSecond(64, together), perSecond(1, alone)));
}

async function repeat(times: number, work: (n: number) => PromiseLike<unknown>): Promise<void> {
  for (let n = 0; n < times; n++) await work(n);
}

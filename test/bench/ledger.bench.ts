/**
 * What the ledger costs a run: opening, one event and sealing with the ledger on, a batcher at work beside, against the
 * same with its triggers off, in the same run on the same Postgres. And how fast a batcher takes what waits.
 */
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { removeData, startPostgres } from '@runseal/infra/postgres';
import { draftOf } from '@runseal/spine';
import { generateSigner } from '@runseal/spine/node';
import {
  connect,
  migrate,
  openLedger,
  openStore,
  type Ledger,
  type Sql,
  type SpineStore,
} from '@runseal/spine/postgres';

interface Row {
  readonly bench: string;
  readonly value: number;
  readonly unit: string;
  readonly baseline: number;
  readonly ratio: number;
}

const ROUNDS = 30;
const RUNS_A_ROUND = 10;
const WAITING = 20_000;
const signer = generateSigner();

export default async function bench(emit: (row: Row) => void): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), 'runseal-bench-'));
  const server = await startPostgres({ dataDir });
  const owner = connect(server.ownerUrl, { max: 1 });
  const service = connect(server.serviceUrl, { max: 8 });
  try {
    await migrate(owner);
    const store = openStore({ sql: service });
    const ledger = openLedger({ sql: service, signer, origin: 'runseal/bench' });
    emit(await sealing(store, ledger, owner));
    emit(await batching(ledger, owner));
    emit(await receipts(ledger));
  } finally {
    await Promise.all([owner.end(), service.end()]);
    await server.stop();
    await removeData(dataDir);
  }
}

/** Turn about, so that both meet the same disk and the same caches. */
async function sealing(store: SpineStore, ledger: Ledger, owner: Sql): Promise<Row> {
  const spent: Record<'on' | 'off', number[]> = { on: [], off: [] };
  const stop = new AbortController();
  const batcher = batchUntil(ledger, stop.signal);
  for (let round = -3; round < ROUNDS; round += 1) {
    for (const state of round % 2 === 0 ? (['on', 'off'] as const) : (['off', 'on'] as const)) {
      await owner.unsafe(
        ['announce_opening', 'announce_seal']
          .map((name) => `alter table spine.head ${state === 'on' ? 'enable' : 'disable'} trigger ${name};`)
          .join(''),
      );
      for (let n = 0; n < RUNS_A_ROUND; n += 1) {
        const took = await timed(() => oneRun(store, `${state}-${round}-${n}`));
        if (round >= 0) spent[state].push(took);
      }
    }
  }
  stop.abort();
  await batcher;
  return row('ledger.seal', perSecond(spent.on), perSecond(spent.off), 'runs/s');
}

async function oneRun(store: SpineStore, run: string): Promise<void> {
  await store.openRun({ run, workspace: 'bench' });
  const writer = await store.takeOver(run);
  await writer.append(draftOf('outcome.recorded', 'system', { result: 'success', reason: '', steps: 1, final: null }));
  await writer.seal(signer);
}

/** As the worker does it. */
async function batchUntil(ledger: Ledger, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    while ((await ledger.batch()) > 0);
    await pause(200, undefined, { signal }).catch(() => undefined);
  }
}

/** Entries a second of a batcher with a backlog, against a bare multi-row INSERT of as many small rows. */
async function batching(ledger: Ledger, owner: Sql): Promise<Row> {
  await owner`
    insert into spine.ledger_pending (run, kind, workspace, time_ns, rank, size, root, checkpoint)
    select 'backlog-' || n, 'run.sealed', 'bench', n, 1, n, sha256(int8send(n)), sha256(int8send(n))
    from generate_series(1::bigint, ${WAITING}) as n`;
  const took = await timed(async () => {
    while ((await ledger.batch()) > 0);
  });
  await owner`create table public.bare (index bigint primary key, entry bytea)`;
  const bare = await timed(async () => {
    for (let from = 0; from < WAITING; from += 2_000)
      await owner`
        insert into public.bare
        select ${from}::bigint + n, ${Buffer.alloc(230, 7)}::bytea from generate_series(1, 2000) as n`;
  });
  return row('ledger.batch', (WAITING * 1000) / took, (WAITING * 1000) / bare, 'entries/s');
}

/** Receipts a second out of that log, against reading its head alone. */
async function receipts(ledger: Ledger): Promise<Row> {
  const spent: number[] = [];
  const heads: number[] = [];
  for (let n = 1; n <= 200; n += 1) {
    spent.push(await timed(() => ledger.receipt(`backlog-${n * 90}`)));
    heads.push(await timed(() => ledger.head()));
  }
  return row('ledger.receipt', perSecond(spent), perSecond(heads), 'receipts/s');
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const from = performance.now();
  await work();
  return performance.now() - from;
}

/** Of the median, so that one slow fsync does not decide. */
function perSecond(milliseconds: readonly number[]): number {
  const sorted = [...milliseconds].sort((a, b) => a - b);
  return 1000 / sorted[Math.floor(sorted.length / 2)]!;
}

function row(bench: string, value: number, baseline: number, unit: string): Row {
  return {
    bench,
    value: Math.round(value),
    unit,
    baseline: Math.round(baseline),
    ratio: Number((value / baseline).toFixed(3)),
  };
}

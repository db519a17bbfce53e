import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { removeData, startPostgres, type RunningPostgres } from '@runseal/infra/postgres';
import { decodeEvent, GENESIS_LINK, leafHash, linkHash, SpineError, toHex } from '@runseal/spine';
import { connect, migrate, openStore, type Sql, type SpineStore } from '@runseal/spine/postgres';
import { cuttableProxy, type CuttableProxy } from '../postgres/cuttable-proxy.ts';
import { note } from '../postgres/drafts.ts';

const WRITER = join(import.meta.dirname, '../postgres/append-forever.ts');

let dataDir: string;
let server: RunningPostgres;
let sql: Sql;
let store: SpineStore;
let runs = 0;

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'runseal-faults-'));
  server = await startPostgres({ dataDir });
  const owner = connect(server.ownerUrl);
  await migrate(owner).finally(() => owner.end());
  sql = connect(server.serviceUrl);
  store = openStore({ sql });
});

afterAll(async () => {
  await sql.end();
  await server.stop();
  await removeData(dataDir);
});

/** Where the server was killed a moment ago, a connection of before may still have to say so. */
async function newRun(): Promise<string> {
  for (;;) {
    const run = `run-${++runs}`;
    try {
      await store.openRun({ run, workspace: 'w' });
      return run;
    } catch (error) {
      if (!(error instanceof SpineError && error.code === 'runseal.store_unavailable')) throw error;
    }
  }
}

/** Reads the whole run, recomputing its chain; answers the texts in order. */
async function wholeRun(run: string): Promise<unknown[]> {
  const texts: unknown[] = [];
  let link = GENESIS_LINK;
  for await (const event of store.scan(run)) {
    expect(event.seq).toBe(texts.length + 1);
    link = linkHash(link, leafHash(event.canonical));
    expect(toHex(event.link)).toBe(toHex(link));
    texts.push(decodeEvent(event.canonical).payload['text']);
  }
  const head = await store.head(run);
  expect([head.size, toHex(head.link)]).toEqual([texts.length, toHex(link)]);
  return texts;
}

test('A writer killed in mid-append loses nothing that was acknowledged, and the next one goes on', async () => {
  const run = await newRun();
  const child = spawn(process.execPath, [WRITER], {
    env: { ...process.env, DATABASE_URL: server.serviceUrl, RUN: run },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let printed = '';
  for await (const chunk of child.stdout) {
    printed += String(chunk);
    if (printed.split('\n').length > 50) break;
  }
  child.kill('SIGKILL');
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
  const acknowledged = Number(printed.trimEnd().split('\n').at(-1));
  const writer = await store.takeOver(run);
  expect(writer.size).toBeGreaterThanOrEqual(acknowledged);
  await writer.append(note('on'));
  expect((await wholeRun(run)).at(-1)).toBe('on');
});

test('Six processes that want the same run leave one chain, which holds every append that was acknowledged and no other', async () => {
  const run = await newRun();
  const env = { ...process.env, DATABASE_URL: server.serviceUrl, RUN: run, COUNT: '8' };
  const outcomes = await Promise.all(
    Array.from({ length: 6 }, async () => {
      const child = spawn(process.execPath, [WRITER], { env, stdio: ['ignore', 'pipe', 'inherit'] });
      let printed = '';
      child.stdout.on('data', (chunk: Buffer) => (printed += chunk.toString()));
      const [code] = (await once(child, 'close')) as [number];
      return {
        code,
        acknowledged: printed
          .split('\n')
          .filter((line) => line !== '')
          .map(Number),
      };
    }),
  );
  for (const { code } of outcomes) expect([0, 3]).toContain(code);
  expect(outcomes.some(({ code }) => code === 0)).toBe(true);
  const acknowledged = outcomes.flatMap((outcome) => outcome.acknowledged).sort((a, b) => a - b);
  const texts = await wholeRun(run);
  expect(acknowledged).toEqual(texts.map((_, i) => i + 1));
});

test.each(['SIGQUIT', 'SIGKILL'] as const)(
  'Every append survives a server that is ended with %s and started again, in order and once',
  async (signal) => {
    const run = await newRun();
    const patient = openStore({ sql, patience: 60_000 });
    const writer = await patient.takeOver(run);
    const written: string[] = [];
    const answers: Promise<unknown>[] = [];
    for (let n = 0; n < 400; n++) {
      written.push(`n${n}`);
      answers.push(writer.append(note(`n${n}`)));
      if (n % 8 === 7) await answers.at(-1);
      if (n === 200) process.kill(server.pid, signal);
      if (n === 203) server = await startPostgres({ dataDir });
    }
    await Promise.all(answers);
    expect(await wholeRun(run)).toEqual(written);
  },
);

describe('On a network that fails', () => {
  let proxy: CuttableProxy;
  let throughProxy: Sql;

  beforeEach(async () => {
    proxy = await cuttableProxy(server.serviceUrl);
    throughProxy = connect(proxy.url, { max: 1 });
  });

  afterEach(async () => {
    await throughProxy.end({ timeout: 0 });
    await proxy.close();
  });

  function heal(): void {
    proxy.weather = 'pass';
  }

  test.each(['lose-answers', 'hold-requests'] as const)(
    'an append is there once after %s, and its caller hears so',
    async (weather) => {
      const run = await newRun();
      const writer = await openStore({ sql: throughProxy, patience: 30_000, answerLimit: 500 }).takeOver(run);
      await writer.append(note('before'));
      proxy.weather = weather;
      const caught = writer.append(note('caught'));
      const behind = writer.append(note('behind'));
      setTimeout(heal, 200);
      await expect(caught).resolves.toMatchObject([{ seq: 2 }]);
      await expect(behind).resolves.toMatchObject([{ seq: 3 }]);
      await proxy.release();
      expect(await wholeRun(run)).toEqual(['before', 'caught', 'behind']);
    },
  );

  test.each(['lose-answers', 'hold-requests'] as const)(
    'appends to many runs at once, which share a commit, are each there once after %s',
    async (weather) => {
      const many = openStore({ sql: throughProxy, patience: 30_000, answerLimit: 500 });
      const runsOfMany = await Promise.all(Array.from({ length: 8 }, newRun));
      const writers = await Promise.all(runsOfMany.map((run) => many.takeOver(run)));
      await Promise.all(writers.map((writer) => writer.append(note('before'))));
      proxy.weather = weather;
      const caught = writers.map((writer) => writer.append(note('caught')));
      setTimeout(heal, 200);
      for (const answer of caught) await expect(answer).resolves.toMatchObject([{ seq: 2 }]);
      await proxy.release();
      for (const run of runsOfMany) expect(await wholeRun(run)).toEqual(['before', 'caught']);
    },
  );

  test('the caller is told when nobody can say, and the writer finds out before it goes on: it had landed', async () => {
    const run = await newRun();
    const writer = await openStore({ sql: throughProxy, patience: 0, answerLimit: 500 }).takeOver(run);
    await writer.append(note('before'));
    await throughProxy`select 1`;
    proxy.weather = 'lose-answers';
    await expect(writer.append(note('unknown'))).rejects.toMatchObject({ code: 'runseal.store_unavailable' });
    expect(writer.size).toBe(1);
    heal();
    await expect(writer.append(note('next'))).resolves.toMatchObject([{ seq: 3 }]);
    expect(await wholeRun(run)).toEqual(['before', 'unknown', 'next']);
  });

  test('the same when the request arrives late, before the next append', async () => {
    const run = await newRun();
    const writer = await openStore({ sql: throughProxy, patience: 0, answerLimit: 500 }).takeOver(run);
    await writer.append(note('before'));
    await throughProxy`select 1`;
    proxy.weather = 'hold-requests';
    await expect(writer.append(note('late'))).rejects.toMatchObject({ code: 'runseal.store_unavailable' });
    heal();
    await proxy.release();
    await expect(writer.append(note('next'))).resolves.toMatchObject([{ seq: 3 }]);
    expect(await wholeRun(run)).toEqual(['before', 'late', 'next']);
  });

  test('a request that arrives after the next append is refused by the database, not added', async () => {
    const run = await newRun();
    const writer = await openStore({ sql: throughProxy, patience: 0, answerLimit: 500 }).takeOver(run);
    await writer.append(note('before'));
    // The notice of that append has gone out too, so the next request is the one that is held.
    await throughProxy`select 1`;
    proxy.weather = 'hold-requests';
    await expect(writer.append(note('too late'))).rejects.toMatchObject({ code: 'runseal.store_unavailable' });
    heal();
    await expect(writer.append(note('next'))).resolves.toMatchObject([{ seq: 2 }]);
    await proxy.release();
    expect(await wholeRun(run)).toEqual(['before', 'next']);
  });

  test('a run taken over meanwhile is lost to the old writer, whatever the network does', async () => {
    const run = await newRun();
    const writer = await openStore({ sql: throughProxy, patience: 30_000, answerLimit: 500 }).takeOver(run);
    await writer.append(note('before'));
    proxy.weather = 'hold-requests';
    const caught = writer.append(note('caught'));
    caught.catch(() => undefined);
    const next = await store.takeOver(run);
    await next.append(note('new writer'));
    heal();
    await expect(caught).rejects.toMatchObject({ code: 'runseal.fenced' });
    await proxy.release();
    expect(await wholeRun(run)).toEqual(['before', 'new writer']);
  });

  test('a watcher that lost its connection hears of what it missed', async () => {
    const run = await newRun();
    const writer = await store.takeOver(run);
    const watching = openStore({ sql: throughProxy });
    let calls = 0;
    let told: () => void = () => undefined;
    const stop = await watching.watch(run, () => {
      calls += 1;
      told();
    });
    proxy.weather = 'lose-answers';
    await writer.append(note('missed'));
    const heard = new Promise<void>((resolve) => (told = resolve));
    heal();
    await heard;
    expect(calls).toBeGreaterThan(0);
    await stop();
  });
});

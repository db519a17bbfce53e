/** How what a command says is written: in pieces, to whoever still reads. */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { encodeEvent, encodeRecord, leafHash, rootOf, signCheckpoint } from '@runseal/spine';
import { signerFromSeed } from '@runseal/spine/node';
import { run } from './run.ts';

const CALLS = 1_500;
const signer = signerFromSeed(new Uint8Array(32).fill(3));

let dir: string;
let argv: readonly string[];

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'runseal-run-'));
  const events = Array.from({ length: CALLS }, (_, n) =>
    encodeEvent({
      stream: 'r',
      seq: n + 1,
      time: 1n,
      type: 'dispatch.start',
      actor: 'agent',
      payload: { call: n, action: 'workspace_write', scope: `src/${String(n)}.ts` },
      schemaVersion: 1,
    }),
  );
  const root = rootOf(events.map((canonical) => leafHash(canonical)));
  const checkpoint = await signCheckpoint({ origin: 'test', root, size: CALLS }, signer);
  const file = join(dir, 'r.provetrail');
  await writeFile(file, encodeRecord({ events, checkpoint }));
  argv = ['compare', file, file, '--key', signer.keyId];
});
afterAll(() => rm(dir, { recursive: true }));

async function written(args: readonly string[], { leaves }: { leaves: boolean } = { leaves: false }) {
  const gone = new AbortController();
  const writes: string[] = [];
  const stdout = {
    write(text: string) {
      writes.push(text);
      if (leaves) gone.abort();
    },
  };
  const exitCode = await run(args, { stdout, stderr: { write: () => undefined }, env: {}, signal: gone.signal });
  return { exitCode, writes };
}

test('A record that is not whole is compared, and said not to be', async () => {
  const opened = { run: 'r', harness_kind: 'native', harness: 'echo', grant: [] };
  const canonical = encodeEvent({
    ...{ stream: 'r', seq: 1, time: 1n, type: 'run.opened', actor: 'system', payload: opened, schemaVersion: 1 },
  });
  const checkpoint = await signCheckpoint({ origin: 'test', root: rootOf([leafHash(canonical)]), size: 1 }, signer);
  const cut = join(dir, 'cut.provetrail');
  await writeFile(cut, encodeRecord({ events: [canonical], checkpoint }));
  const { exitCode, writes } = await written(['compare', cut, argv[2]!, '--key', signer.keyId]);
  expect(exitCode).toBe(1);
  expect(writes.join('').split('\n')[0]).toMatch(/^NOT WHOLE: .*cut\.provetrail: .*\(runseal\.mix_missing\)$/u);
});

test('A long answer is written piece by piece, and is whole', async () => {
  const { exitCode, writes } = await written([...argv, '--json']);
  expect(exitCode).toBe(0);
  expect(writes.length).toBeGreaterThan(5);
  expect(Math.max(...writes.map(({ length }) => length))).toBeLessThan(70_000);
  const text = writes.join('');
  expect(text).toBe(`${JSON.stringify(JSON.parse(text), null, 2)}\n`);
  expect((JSON.parse(text) as { dispatches: unknown[] }).dispatches).toHaveLength(CALLS);
  const screen = (await written(argv)).writes;
  expect(screen.length).toBeGreaterThan(1);
  expect(screen.join('').split('\n').length).toBeGreaterThan(CALLS);
});

test('Once nobody reads any more, nothing more is written', async () => {
  const { exitCode, writes } = await written([...argv, '--json'], { leaves: true });
  expect([exitCode, writes.length]).toEqual([0, 1]);
});

test('Work that is stopped says so', async () => {
  const errors: string[] = [];
  const stderr = { write: (text: string) => errors.push(text) };
  const exitCode = await run([...argv, '--json'], {
    stdout: { write: () => undefined },
    stderr,
    env: {},
    signal: AbortSignal.abort(),
  });
  expect([exitCode, errors.map((text) => JSON.parse(text) as unknown)]).toMatchObject([
    4,
    [{ error: { code: 'interrupted' } }],
  ]);
});

test('The version is told to whoever asks for it', async () => {
  const { version } = JSON.parse(await readFile(new URL('../package.json', import.meta.url), 'utf8')) as {
    version: string;
  };
  expect(await written(['--version'])).toMatchObject({ exitCode: 0, writes: [`${version}\n`] });
});

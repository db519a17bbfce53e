import { chmod, mkdtemp, readdir, readFile, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { processSandbox } from '@runseal/dispatch';
import type { Adapter, SurfaceTries } from '../adapter.ts';
import { referenceAdapter } from '../adapters/reference/index.ts';
import { scriptedAdapter } from '../testing/scripted.ts';
import { digestOf } from './binary-digest.ts';
import type { ProbedProfile } from './probed-profile.ts';
import { createProfileProbes } from './profile-probes.ts';

let folder: string;
beforeEach(async () => (folder = await realpath(await mkdtemp(join(tmpdir(), 'probes-')))));
afterEach(() => rm(folder, { recursive: true, force: true }));

const probes = () => createProfileProbes({ sandbox: processSandbox(), env: {}, folder: join(folder, 'kept') });

async function programOf(text: string): Promise<{ path: string; root: string; stamp: string }> {
  const path = join(folder, 'program');
  await writeFile(path, text);
  await chmod(path, 0o755);
  return { path, root: path, stamp: `${path}\0${text}` };
}

it('the digest is of the bytes, and follows them', async () => {
  const first = await digestOf(await programOf('one'));
  expect(first).toBe('7692c3ad3540bb803c020b3aee66cd8887123234ea0c6e7143c0add73ff431ed');
  expect(await digestOf(await programOf('two'))).not.toBe(first);
});

it('a CLI nobody knows how to try says so, surface by surface', async () => {
  const adapter = referenceAdapter();
  const probed = await probes().of(adapter, 'reference', 'gateway');
  expect(probed).toMatchObject({ complete: false, broken: [], binarySha256: null });
  expect(probed.reason).not.toBe('');
  expect(Object.keys(probed.found)).toEqual(Object.keys(adapter.enforcement['reference']!));
  expect(new Set(Object.values(probed.found))).toEqual(new Set(['not_tried']));
  expect(await readdir(folder)).toEqual([]);
});

it('a CLI that is not installed was not tried', async () => {
  const adapter: Adapter = { ...referenceAdapter(), binary: () => Promise.resolve(null) };
  const probed = await probes().of(adapter, 'reference', 'gateway');
  expect(probed.complete).toBe(false);
  expect(probed.reason).toContain('not installed');
  expect(await probes().known(adapter, 'reference', 'provider')).toBe(null);
});

it('a finding that somebody cut short or changed by hand is a finding not made', async () => {
  const program = await programOf('x');
  const adapter: Adapter = { ...referenceAdapter(), binary: () => Promise.resolve(program) };
  const { keptProbes } = await import('./kept-probes.ts');
  const kept = join(folder, 'kept');
  const key = {
    ...{ adapter: adapter.name, adapterVersion: adapter.version, profile: 'reference', level: 'process' },
    way: 'provider' as const,
    binarySha256: await digestOf(program),
  };
  const found: ProbedProfile = {
    ...{ adapter: adapter.name, adapterVersion: adapter.version, profile: 'reference', reason: '' },
    way: 'provider',
    binarySha256: key.binarySha256,
    found: { shell: 'denied' },
    ...{ broken: [], offered: [], complete: true },
  };
  await keptProbes(kept).write(key, found);
  expect(await probes().known(adapter, 'reference', 'provider')).toEqual(found);
  const [name] = await readdir(kept);
  const text = await readFile(join(kept, name!), 'utf8');
  for (const spoilt of [
    text.slice(0, -5),
    text.replace('"denied"', '"fine"'),
    text.replace('"way": "provider"', '"way": "gateway"'),
    text.replace(key.binarySha256, 'ab'),
  ]) {
    await writeFile(join(kept, name!), spoilt);
    expect(await probes().known(adapter, 'reference', 'provider')).toBe(null);
  }
});

it('a program that was replaced while it was tried was not tried, and is so the next time', async () => {
  const tries: SurfaceTries = {
    ...{ model: 'm', protocol: 'openai-chat', namespace: null, refused: /no/, harmless: [] },
    env: () => ({}),
    tries: [{ surface: 'shell', speech: { kind: 'say', text: 'x' } }],
  };
  let text = 'one';
  let starts = 0;
  const inner = scriptedAdapter([{ read: true }, { line: { type: 'done' } }]);
  const adapter: Adapter = {
    ...{ ...inner, tries, binary: () => programOf(text) },
    command: (episode) => {
      starts += 1;
      if (starts === 1) text = 'two';
      return inner.command(episode);
    },
  };
  const probed = probes();
  expect(await probed.of(adapter, 'only', 'provider')).toMatchObject({
    ...{ complete: false, reason: 'The program changed while it was tried.' },
    binarySha256: await digestOf(await programOf('two')),
    found: { shell: 'not_tried' },
  });
  expect((await probed.of(adapter, 'only', 'provider')).reason).not.toContain('changed');
  expect(starts).toBe(2);
}, 30_000);

it('is tried on the way that a run goes: what was found with the gateway is not said of a run without it', async () => {
  const tries: SurfaceTries = {
    ...{ model: 'm', protocol: 'openai-chat', namespace: null, refused: /no/, harmless: [] },
    env: () => ({}),
    tries: [{ surface: 'shell', speech: { kind: 'say', text: 'x' } }],
  };
  const program = await programOf('x');
  const ways: (string | null)[] = [];
  const inner = scriptedAdapter([{ read: true }, { line: { type: 'done' } }]);
  const adapter: Adapter = {
    ...{ ...inner, tries, binary: () => Promise.resolve(program) },
    gateway: {
      protocols: ['openai-chat'],
      provider: () => Promise.resolve({ baseUrl: 'http://127.0.0.1:9', key: 'sk-trial-0123' }),
    },
    command: (episode) => {
      ways.push(episode.gateway === null ? 'provider' : 'gateway');
      return inner.command(episode);
    },
  };
  const probed = probes();
  expect(await probed.of(adapter, 'only', 'gateway')).toMatchObject({ way: 'gateway' });
  expect(await probed.of(adapter, 'only', 'provider')).toMatchObject({ way: 'provider' });
  const { gateway: _, ...unled } = adapter;
  expect(await probed.of(unled, 'only', 'gateway')).toMatchObject({ way: 'provider' });
  expect(ways).toEqual(['gateway', 'provider']);
}, 30_000);

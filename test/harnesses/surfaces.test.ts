/** What holds codex's native surfaces, found by a scripted model that makes the real binary try them. */
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ProgramSpec, Sandbox } from '@runseal/dispatch';
import { adapterNamed, createProfileProbes, trySurfaces, type Way } from '@runseal/externagent/evidence';
import { CODEX } from './cli/codex.ts';
import { demandInstalled } from './contract.ts';
import { bubblewrap } from './episode.ts';
import { spying } from './sandbox-wrappers.ts';

beforeAll(() => demandInstalled(CODEX));

const env = { PATH: process.env['PATH'] };

const foundOf = async (name: string, profile: string, sandbox: Sandbox = bubblewrap(), way: Way = 'gateway') => {
  const tried = await trySurfaces({ adapter: adapterNamed(name)!, profile, way, sandbox, env });
  return { ...tried!, found: Object.fromEntries(tried!.surfaces.map(({ surface, found }) => [surface, found])) };
};

const STRICT = {
  ...{ shell: 'denied', file_writes: 'denied', web_search: 'denied', sub_agents: 'denied', foreign_mcp: 'denied' },
  ...{ hooks: 'denied', project_config: 'denied', egress: 'denied', dispatch: 'bridged' },
  ...{ model_calls: 'bridged', context: 'not_tried' },
};

describe('the surfaces of codex', () => {
  it.each(['codex', 'codex-app'])(
    'are gone under the strict profile of %s: it refuses every call of them',
    async (name) => {
      const { found, offered, complete } = await foundOf(name, 'strict');
      expect(found).toEqual(STRICT);
      expect(offered).toEqual([]);
      expect(complete).toBe(true);
    },
  );

  it('are there under the contained profile, and our sandbox holds what they do', async () => {
    const { found, offered, complete, surfaces } = await foundOf('codex', 'contained');
    expect(found).toEqual({ ...STRICT, shell: 'contained', file_writes: 'contained' });
    expect(offered).toEqual(expect.arrayContaining(['exec_command', 'apply_patch']));
    expect(complete).toBe(true);
    // A shell was put in its reach: it ran, and nothing of it got out.
    expect(surfaces.filter(({ acted }) => acted).map(({ surface }) => surface)).toEqual(['shell']);
  });

  it('have the way out to their provider where the run does without the gateway, and nothing is said of model calls', async () => {
    const { found, complete, surfaces } = await foundOf('codex', 'strict', bubblewrap(), 'provider');
    expect(found).toEqual({ ...STRICT, egress: 'contained', model_calls: 'not_tried' });
    expect(complete).toBe(true);
    expect(surfaces.find(({ surface }) => surface === 'egress')).toMatchObject({ declared: 'contained' });
  });

  it('are found less than promised where something lends the provider past the gateway', async () => {
    const probes = createProfileProbes({ sandbox: lendingProvider(bubblewrap()), env, folder: null });
    const { found, broken, complete } = await probes.of(adapterNamed('codex')!, 'strict', 'gateway');
    expect(found).toMatchObject({ egress: 'contained', model_calls: 'open', shell: 'denied' });
    expect([...broken].sort()).toEqual(['egress', 'model_calls']);
    expect(complete).toBe(true);
  });

  it('are found open when a part of the lockdown is taken away', async () => {
    const { found } = await foundOf('codex', 'contained', without(bubblewrap(), /^project_doc_max_bytes/));
    expect(found).toMatchObject({ project_config: 'open', hooks: 'denied' });
  });
});

describe('what was found of a binary', () => {
  it('is kept by its digest and not tried again, in this process or the next', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'profiles-'));
    const [adapter, sandbox] = [adapterNamed('codex')!, spying(bubblewrap())];
    const first = createProfileProbes({ sandbox, env, folder });
    expect(await first.known(adapter, 'strict', 'gateway')).toBe(null);
    const [probed, beside] = await Promise.all([
      first.of(adapter, 'strict', 'gateway'),
      first.of(adapter, 'strict', 'gateway'),
    ]);
    const started = sandbox.specs.length;
    expect(probed).toMatchObject({ complete: true, broken: [], reason: '', found: STRICT });
    expect(probed.binarySha256).toMatch(/^[0-9a-f]{64}$/);
    expect(beside).toBe(probed);
    expect(await createProfileProbes({ sandbox, env, folder }).of(adapter, 'strict', 'gateway')).toEqual(probed);
    expect(sandbox.specs.length).toBe(started);
    expect(await readdir(folder)).toEqual([expect.stringMatching(/^codex-strict-gateway-[0-9a-f]{32}\.json$/)]);
    await rm(folder, { recursive: true });
  });
});

it('a CLI nobody has written tries for is not judged', async () => {
  expect(
    await trySurfaces({
      adapter: adapterNamed('reference')!,
      profile: 'reference',
      way: 'gateway',
      sandbox: bubblewrap(),
      env,
    }),
  ).toBe(null);
});

/** The same sandbox, in which the port of the provider is lent beside those of bridge and gateway. */
const lendingProvider = (sandbox: Sandbox): Sandbox => ({
  probe: () => sandbox.probe(),
  start: (spec: ProgramSpec) => {
    const port = Number(/exec 4<>\/dev\/tcp\/127\.0\.0\.1\/(\d+)/.exec(spec.args.join(' '))?.[1]);
    const provider = { port, target: { host: '127.0.0.1', port } };
    return sandbox.start(port > 0 ? { ...spec, reach: [...spec.reach, provider] } : spec);
  },
});

/** The same sandbox, in which one setting is not given to the CLI. */
const without = (sandbox: Sandbox, setting: RegExp): Sandbox => ({
  probe: () => sandbox.probe(),
  start: (spec: ProgramSpec) =>
    sandbox.start({
      ...spec,
      args: spec.args.filter((arg, i) => !setting.test(arg) && !setting.test(spec.args[i + 1] ?? '')),
    }),
});

/** What holds the native surfaces of the other CLIs, found by trying the real binaries. */
import type { ProgramSpec, Sandbox } from '@runseal/dispatch';
import { adapterNamed, trySurfaces } from '@runseal/externagent/evidence';
import { CLAUDE } from '../cli/claude.ts';
import { GEMINI } from '../cli/gemini.ts';
import { OPENCODE } from '../cli/opencode.ts';
import { demandInstalled } from '../contract.ts';
import { bubblewrap } from '../episode.ts';

const foundOf = async (name: string, sandbox: Sandbox = bubblewrap()) => {
  const env = { PATH: process.env['PATH'] };
  const tried = await trySurfaces({ adapter: adapterNamed(name)!, profile: 'strict', way: 'gateway', sandbox, env });
  return { ...tried!, found: Object.fromEntries(tried!.surfaces.map(({ surface, found }) => [surface, found])) };
};

describe.each([
  ['claude', CLAUDE, 'denied'],
  ['opencode', OPENCODE, 'denied'],
  ['gemini', GEMINI, 'contained'],
] as const)('the surfaces of %s', (name, cli, project_config) => {
  beforeAll(() => demandInstalled(cli));

  it('are gone: it refuses every call of them, and takes nothing from the folder it starts in', async () => {
    const { found, offered, complete } = await foundOf(name);
    expect(found).toEqual({
      ...{ shell: 'denied', file_writes: 'denied', web_search: 'denied', sub_agents: 'denied', foreign_mcp: 'denied' },
      ...{ hooks: 'denied', project_config, egress: 'denied', dispatch: 'bridged' },
      ...{ model_calls: 'bridged', context: 'not_tried' },
    });
    expect(offered).toEqual([]);
    expect(complete).toBe(true);
  });
});

it('hooks, servers and instructions of a repository are seen when Claude Code is not told to leave them alone', async () => {
  const { found, surfaces } = await foundOf('claude', loosened(bubblewrap()));
  expect(found).toMatchObject({ hooks: 'contained', foreign_mcp: 'contained', project_config: 'contained' });
  expect(surfaces.every(({ found: state }) => state !== 'unknown')).toBe(true);
});

const LOCKS = ['--bare', '--restricted', '--strict-mcp-config', '--setting-sources'];

const loosened = (sandbox: Sandbox): Sandbox => ({
  probe: () => sandbox.probe(),
  start: (spec: ProgramSpec) =>
    sandbox.start(
      spec.reach.length === 0
        ? spec
        : {
            ...spec,
            args: spec.args.filter((arg, i) => !LOCKS.includes(arg) && spec.args[i - 1] !== '--setting-sources'),
          },
    ),
});

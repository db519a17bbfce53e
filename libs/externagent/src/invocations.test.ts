/** What the invocation of every CLI that runs under its own strict profile has to keep to. */
import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Episode, Invocation } from './adapter.ts';
import { claudeInvocation } from './adapters/claude/invocation.ts';
import { geminiInvocation } from './adapters/gemini/invocation.ts';
import { opencodeInvocation } from './adapters/opencode/invocation.ts';
import type { HarnessBinary } from './binary/find.ts';
import { episodeOf, KEY, TOKEN } from './testing/episodes.ts';
import { removeFolders } from './testing/folders.ts';

interface Case {
  readonly build: (episode: Episode, binary: HarnessBinary) => Promise<Invocation>;
  readonly model: string;
  /** As its variables are called: RUNSEAL_X_API_KEY, RUNSEAL_X_BASE_URL. */
  readonly variables: string;
  readonly vendorKey: string;
  /** Where the CLI is told of its model when its calls pass a gateway at `http://127.0.0.1:7`. */
  readonly throughGateway: string;
}

const CASES: Readonly<Record<string, Case>> = {
  claude: {
    build: claudeInvocation,
    model: 'claude-sonnet-4-5',
    variables: 'CLAUDE',
    vendorKey: 'ANTHROPIC_API_KEY',
    throughGateway: 'http://127.0.0.1:7',
  },
  opencode: {
    build: opencodeInvocation,
    model: 'gpt-5.5',
    variables: 'OPENCODE',
    vendorKey: 'OPENAI_API_KEY',
    throughGateway: 'http://127.0.0.1:7/v1',
  },
  gemini: {
    build: geminiInvocation,
    model: 'gemini-2.5-flash',
    variables: 'GEMINI',
    vendorKey: 'GEMINI_API_KEY',
    throughGateway: 'http://127.0.0.1:7',
  },
};

afterEach(removeFolders);

describe.each(Object.entries(CASES))(
  'the invocation of %s',
  (name, { build, model, variables, vendorKey, ...where }) => {
    const binary = { path: `/opt/${name}/program`, root: `/opt/${name}`, stamp: '' };
    const env = {
      [`RUNSEAL_${variables}_API_KEY`]: KEY,
      [`RUNSEAL_${variables}_BASE_URL`]: 'http://127.0.0.1:9',
      HOME: '/root',
      AWS_SECRET: 'x',
    };
    const made = async (more: Partial<Episode> = {}) => {
      const episode = await episodeOf({ model, env, ...more });
      return { episode, invocation: await build(episode, binary) };
    };

    it('holds key and token in the environment and nowhere else, and declares both as secrets', async () => {
      const { episode, invocation } = await made();
      expect(Object.values(invocation.env)).toEqual(expect.arrayContaining([KEY, TOKEN]));
      expect(invocation.secrets).toEqual([KEY, TOKEN]);
      expect(JSON.stringify({ ...invocation, env: {}, secrets: [] })).not.toMatch(/stays-secret/);
      const written = await filesIn(episode.home);
      expect(written.length).toBeGreaterThan(0);
      for (const path of written) {
        expect(await readFile(path, 'utf8')).not.toMatch(/stays-secret/);
        expect((await stat(path)).mode & 0o077).toBe(0);
      }
    });

    it('sees neither the workspace nor the host, and inherits nothing', async () => {
      const { mounts, env: given } = (await made()).invocation;
      const seen = mounts.map((mount) => mount.child);
      expect(mounts.every((mount) => mount.kind === 'ro')).toBe(true);
      for (const folder of ['/data/workspace', '/usr', '/bin', '/lib', '/etc', '/']) expect(seen).not.toContain(folder);
      expect(Object.keys(given)).not.toContain('AWS_SECRET');
    });

    it('sends the prompt over stdin, however it looks', async () => {
      const { invocation } = await made({ input: '--dangerously-skip-permissions' });
      expect(invocation.stdin).toBe('--dangerously-skip-permissions');
      expect(invocation.args).not.toContain('--dangerously-skip-permissions');
    });

    it('reaches a named provider by its name, with certificates to check it', async () => {
      const { mounts, env: given, reach } = (await made({ env: { [vendorKey]: KEY } })).invocation;
      const seen = mounts.map((mount) => mount.child);
      expect(seen).toContain(given['NODE_EXTRA_CA_CERTS']);
      expect(seen).toContain('/etc/hosts');
      expect(reach).toHaveLength(1);
    });

    it('through the gateway is told its address and token, and opens no other way out', async () => {
      const gateway = { url: 'http://127.0.0.1:7', token: 'gateway-token' };
      const { episode, invocation } = await made({ gateway });
      expect(invocation.reach).toEqual([]);
      expect(JSON.stringify(invocation)).not.toContain(KEY);
      expect(Object.values(invocation.env)).toContain(gateway.token);
      const told = [
        ...Object.values(invocation.env),
        ...(await Promise.all((await filesIn(episode.home)).map((path) => readFile(path, 'utf8')))),
      ];
      expect(told.some((text) => text === where.throughGateway || text.includes(`"${where.throughGateway}"`))).toBe(
        true,
      );
    });

    it.each([
      ['without a key', { env: {} }, 'harness_not_ready'],
      ['with a key that cannot be sent', { env: { [vendorKey]: 'k\u0007ey' } }, 'harness_not_ready'],
      ['without a model', { model: null }, 'model_required'],
      ['for a model that looks like an option', { model: '--tools' }, 'harness_refused'],
      ['for a profile nobody knows', { profile: 'loose' }, 'profile_unknown'],
      ['for an empty input', { input: ' \n' }, 'harness_refused'],
      [
        'for a provider in the clear',
        { env: { [vendorKey]: KEY, [`RUNSEAL_${variables}_BASE_URL`]: 'http://example.com' } },
        'harness_refused',
      ],
    ])('is refused %s', async (_title, more, code) => {
      await expect(made(more)).rejects.toMatchObject({ code });
    });
  },
);

async function filesIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
}

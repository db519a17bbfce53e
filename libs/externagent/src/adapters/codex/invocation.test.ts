import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Episode } from '../../adapter.ts';
import { removeFolders, temporaryFolder } from '../../testing/folders.ts';
import { codexInvocation } from './invocation.ts';

const binary = { path: '/opt/codex/bin/codex', root: '/opt/codex', stamp: '' };
const TOKEN = 'token-that-stays-secret';
const KEY = 'sk-that-stays-secret';

const episode = async (more: Partial<Episode> = {}): Promise<Episode> => ({
  input: 'Do the thing.',
  workspace: '/data/workspace',
  home: await temporaryFolder('codex-home-'),
  model: 'gpt-5.5',
  profile: 'strict',
  bridge: {
    name: 'runseal',
    url: 'http://127.0.0.1:8/mcp',
    token: TOKEN,
    tokenEnv: 'RUNSEAL_BRIDGE_TOKEN',
    tools: ['a'],
  },
  gateway: null,
  env: { RUNSEAL_CODEX_API_KEY: KEY, RUNSEAL_CODEX_BASE_URL: 'http://127.0.0.1:9/v1', HOME: '/root', AWS_SECRET: 'x' },
  ...more,
});
const build = async (more: Partial<Episode> = {}) => codexInvocation(await episode(more), binary);

afterAll(removeFolders);

describe('the invocation', () => {
  it('holds key and token in the environment and nowhere else, and declares both as secrets', async () => {
    const made = await build();
    expect(Object.values(made.env)).toEqual(expect.arrayContaining([KEY, TOKEN]));
    expect(made.secrets).toEqual([KEY, TOKEN]);
    expect(JSON.stringify({ ...made, env: {}, secrets: [] })).not.toMatch(/stays-secret/);
  });

  it("holds the gateway's token instead of the key, and opens no way out, when its calls pass the gateway", async () => {
    const made = await build({ gateway: { url: 'http://127.0.0.1:7', token: 'gateway-token' } });
    expect(made.env['RUNSEAL_PROVIDER_KEY']).toBe('gateway-token');
    expect(JSON.stringify(made)).not.toContain(KEY);
    expect(made.reach).toEqual([]);
    expect(made.args.join(' ')).toContain('http://127.0.0.1:7/v1');
  });

  it("passes nothing of the operator's environment on", async () => {
    expect(Object.keys((await build()).env).sort()).toEqual([
      'CODEX_HOME',
      'NO_PROXY',
      'RUNSEAL_BRIDGE_TOKEN',
      'RUNSEAL_PROVIDER_KEY',
    ]);
  });

  it('gives codex a private home with the catalog, and no login in it', async () => {
    const given = await episode();
    const made = await codexInvocation(given, binary);
    expect((await stat(made.env['CODEX_HOME']!)).mode & 0o777).toBe(0o700);
    const catalog = JSON.parse(await readFile(join(given.home, 'catalog.json'), 'utf8')) as { models: unknown[] };
    expect(catalog.models).toEqual([expect.objectContaining({ slug: 'gpt-5.5', shell_type: 'disabled' })]);
    await expect(stat(join(made.env['CODEX_HOME']!, 'auth.json'))).rejects.toThrow();
  });

  it('shows the program alone under strict, and the workspace read-only under contained', async () => {
    expect((await build()).mounts).toEqual([{ kind: 'ro', host: '/opt/codex', child: '/opt/codex' }]);
    const contained = await build({ profile: 'contained' });
    expect(contained.mounts).toContainEqual({ kind: 'ro', host: '/data/workspace', child: '/data/workspace' });
    expect(contained.mounts.every((mount) => mount.kind === 'ro')).toBe(true);
  });

  it('sends the prompt over stdin, however it looks', async () => {
    const made = await build({ input: '--dangerously-bypass-approvals-and-sandbox' });
    expect(made.stdin).toBe('--dangerously-bypass-approvals-and-sandbox');
    expect(made.args).not.toContain('--dangerously-bypass-approvals-and-sandbox');
  });

  it('reaches a named provider by its name, with certificates to check it', async () => {
    const given = await episode({ env: { RUNSEAL_CODEX_API_KEY: KEY } });
    const made = await codexInvocation(given, binary);
    expect(made.reach.map((reach) => reach.target)).toEqual([{ host: 'api.openai.com', port: 443 }]);
    expect(made.mounts.map((mount) => mount.child)).toEqual(['/opt/codex', '/etc/hosts', '/etc/runseal-ca.pem']);
    expect(await readFile(join(given.home, 'hosts'), 'utf8')).toContain('127.0.0.1 api.openai.com\n');
    expect(await readFile(join(given.home, 'ca.pem'), 'utf8')).toContain('BEGIN CERTIFICATE');
  });

  it("trusts the operator's own authorities instead, when they are named", async () => {
    const env = { RUNSEAL_CODEX_API_KEY: KEY, SSL_CERT_FILE: import.meta.filename };
    const mounts = (await build({ env })).mounts;
    expect(mounts).toContainEqual({ kind: 'ro', host: import.meta.filename, child: '/etc/runseal-ca.pem' });
    const missing = { ...env, SSL_CERT_FILE: '/no/such/file.pem' };
    await expect(build({ env: missing })).rejects.toMatchObject({ code: 'harness_not_ready' });
  });

  it.each([
    ['a profile that is none', { profile: 'loose' }, 'profile_unknown'],
    ['no model', { model: null }, 'model_required'],
    ['a model that is an option', { model: '--oss' }, 'harness_refused'],
    ['a model that breaks out of its quotes', { model: 'a"\nb="c' }, 'harness_refused'],
    ['an empty input', { input: ' \n' }, 'harness_refused'],
    ['no key', { env: {} }, 'harness_not_ready'],
  ] as const)('is not built for %s', async (_title, more, code) => {
    await expect(build(more)).rejects.toMatchObject({ code });
  });
});

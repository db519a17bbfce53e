import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { episodeOf, KEY } from '../../testing/episodes.ts';
import { removeFolders } from '../../testing/folders.ts';
import { claudeInvocation } from './invocation.ts';
import { CLAUDE_THREADS } from './threads.ts';

const binary = { path: '/opt/claude', root: '/opt/claude', stamp: '' };
const env = { RUNSEAL_CLAUDE_API_KEY: KEY, RUNSEAL_CLAUDE_BASE_URL: 'http://127.0.0.1:9' };
const argumentAfter = (args: readonly string[], name: string): string | undefined => args[args.indexOf(name) + 1];

afterAll(removeFolders);

it('takes every tool of its own away, and allows those of the bridge', async () => {
  const { args } = await claudeInvocation(await episodeOf({ model: 'claude-sonnet-4-5', env }), binary);
  expect(argumentAfter(args, '--tools')).toBe('');
  expect(argumentAfter(args, '--setting-sources')).toBe('');
  expect(argumentAfter(args, '--allowedTools')).toBe('mcp__runseal');
  expect(argumentAfter(args, '--permission-mode')).toBe('dontAsk');
  expect(args).toEqual(expect.arrayContaining(['--bare', '--restricted', '--strict-mcp-config']));
  expect(args.join(' ')).not.toMatch(/dangerously|bypass/);
});

it('names the bridge in its configuration, the token by its variable, and has a private folder for its own', async () => {
  const episode = await episodeOf({ model: 'claude-sonnet-4-5', env });
  const made = await claudeInvocation(episode, binary);
  expect(JSON.parse(await readFile(join(episode.home, 'mcp.json'), 'utf8'))).toEqual({
    mcpServers: {
      runseal: {
        type: 'http',
        url: 'http://127.0.0.1:8/mcp',
        headers: { Authorization: 'Bearer ${RUNSEAL_BRIDGE_TOKEN}' },
      },
    },
  });
  expect((await stat(made.env['CLAUDE_CONFIG_DIR']!)).mode & 0o777).toBe(0o700);
});

it('keeps a conversation only where it is asked to, and goes on with one by its id and under the same lockdown', async () => {
  const id = '03d28155-ed30-49c6-be7f-e72d9fc36a29';
  const argsFor = async (thread?: { keep: boolean; resume: string | null }) => {
    const episode = await episodeOf({ model: 'claude-sonnet-4-5', env, ...(thread === undefined ? {} : { thread }) });
    return (await claudeInvocation(episode, binary)).args.map((arg) => arg.replaceAll(episode.home, 'HOME'));
  };
  const alone = await argsFor();
  expect(alone).toContain('--no-session-persistence');
  const kept = await argsFor({ keep: true, resume: null });
  expect(kept).toEqual(alone.filter((arg) => arg !== '--no-session-persistence'));
  const resumed = await argsFor({ keep: false, resume: id });
  expect(argumentAfter(resumed, '--resume')).toBe(id);
  expect(resumed.filter((arg) => arg !== '--resume' && arg !== id)).toEqual(kept);
  for (const resume of ['the last one', '--help', `${id} `])
    await expect(argsFor({ keep: false, resume })).rejects.toMatchObject({ code: 'thread_unusable' });
});

it('finds its conversations where Claude Code puts those of a folder', () => {
  expect(CLAUDE_THREADS.folder('/data/runs/a1.b/episode-Xy_z')).toBe(
    '/data/runs/a1.b/episode-Xy_z/claude/projects/-data-runs-a1-b-episode-Xy-z',
  );
});

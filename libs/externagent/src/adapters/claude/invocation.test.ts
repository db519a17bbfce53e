import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { episodeOf, KEY } from '../../testing/episodes.ts';
import { claudeInvocation } from './invocation.ts';

const binary = { path: '/opt/claude', root: '/opt/claude', stamp: '' };
const env = { RUNSEAL_CLAUDE_API_KEY: KEY, RUNSEAL_CLAUDE_BASE_URL: 'http://127.0.0.1:9' };
const argumentAfter = (args: readonly string[], name: string): string | undefined => args[args.indexOf(name) + 1];

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

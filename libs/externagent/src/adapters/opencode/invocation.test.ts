import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { episodeOf, KEY } from '../../testing/episodes.ts';
import { opencodeInvocation } from './invocation.ts';

const binary = { path: '/opt/opencode', root: '/opt/opencode', stamp: '' };
const env = { RUNSEAL_OPENCODE_API_KEY: KEY, RUNSEAL_OPENCODE_BASE_URL: 'http://127.0.0.1:9/v1' };

it('denies all but the bridge, with key and token named by their variables', async () => {
  const episode = await episodeOf({ model: 'gpt-5.5', env });
  await opencodeInvocation(episode, binary);
  expect(JSON.parse(await readFile(join(episode.home, 'opencode.json'), 'utf8'))).toMatchObject({
    permission: { '*': 'deny', 'runseal_*': 'allow' },
    enabled_providers: ['runseal'],
    provider: { runseal: { options: { apiKey: '{env:RUNSEAL_PROVIDER_KEY}' } } },
    mcp: { runseal: { headers: { Authorization: 'Bearer {env:RUNSEAL_BRIDGE_TOKEN}' } } },
    plugin: [],
    share: 'disabled',
  });
});

it('keeps all it writes in the home of the episode', async () => {
  const episode = await episodeOf({ model: 'gpt-5.5', env });
  const made = await opencodeInvocation(episode, binary);
  const folders = ['XDG_CACHE_HOME', 'XDG_CONFIG_HOME', 'XDG_DATA_HOME', 'XDG_STATE_HOME', 'OPENCODE_CONFIG'];
  for (const name of folders) expect(made.env[name]!.startsWith(episode.home)).toBe(true);
});

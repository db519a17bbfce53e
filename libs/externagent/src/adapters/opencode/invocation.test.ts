import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { episodeOf, KEY } from '../../testing/episodes.ts';
import { removeFolders } from '../../testing/folders.ts';
import { opencodeInvocation } from './invocation.ts';

const binary = { path: '/opt/opencode', root: '/opt/opencode', stamp: '' };
const env = { RUNSEAL_OPENCODE_API_KEY: KEY, RUNSEAL_OPENCODE_BASE_URL: 'http://127.0.0.1:9/v1' };

afterAll(removeFolders);

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

it('goes on with a conversation by its id, under the very lockdown of a new one, and with nothing that is no id', async () => {
  const id = 'ses_dd2c26f5effeOeHfCAmLBy3I4s';
  const madeFor = async (thread?: { keep: boolean; resume: string | null }) => {
    const episode = await episodeOf({ model: 'gpt-5.5', env, ...(thread === undefined ? {} : { thread }) });
    const { args } = await opencodeInvocation(episode, binary);
    const config = await readFile(join(episode.home, 'opencode.json'), 'utf8');
    return { args, config };
  };
  const alone = await madeFor();
  expect(await madeFor({ keep: true, resume: null })).toEqual(alone);
  const { args, config } = await madeFor({ keep: true, resume: id });
  expect(config).toBe(alone.config);
  const [own, title] = [args.indexOf('--session'), alone.args.indexOf('--title')];
  expect(args[own + 1]).toBe(id);
  expect(args.toSpliced(own, 2)).toEqual(alone.args.toSpliced(title, 2));
  for (const resume of ['--continue', 'the last one', `${id} `, ''])
    await expect(madeFor({ keep: false, resume })).rejects.toMatchObject({ code: 'thread_unusable' });
});

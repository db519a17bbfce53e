import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { episodeOf, KEY } from '../../testing/episodes.ts';
import { removeFolders } from '../../testing/folders.ts';
import { geminiInvocation } from './invocation.ts';
import { toolsIn } from './listener.ts';
import { GEMINI_THREADS } from './threads.ts';

const binary = { path: '/opt/gemini/gemini.js', root: '/opt/gemini', stamp: '' };
const env = { RUNSEAL_GEMINI_API_KEY: KEY, RUNSEAL_GEMINI_BASE_URL: 'http://127.0.0.1:9' };

afterAll(removeFolders);

it('denies all but the bridge, and names its token by its variable', async () => {
  const episode = await episodeOf({ model: 'gemini-2.5-flash', env });
  const { args, env: given } = await geminiInvocation(episode, binary);
  const policyFile = args[args.indexOf('--policy') + 1]!;
  expect(await readFile(policyFile, 'utf8')).toMatch(
    /^\[\[rule\]\]\ntoolName = "\*"\ndecision = "deny"[\s\S]*mcpName = "runseal"\ntoolName = "\*"\ndecision = "allow"\npriority = 900\n$/,
  );
  expect(args.join(' ')).not.toMatch(/yolo/);
  const settings = JSON.parse(await readFile(join(episode.home, '.gemini', 'settings.json'), 'utf8')) as unknown;
  expect(settings).toMatchObject({
    mcpServers: { runseal: { headers: { Authorization: 'Bearer ${RUNSEAL_BRIDGE_TOKEN}' } } },
    mcp: { allowed: ['runseal'] },
    hooksConfig: { enabled: false },
    skills: { enabled: false },
  });
  expect(given['GEMINI_CLI_HOME']).toBe(episode.home);
  expect(given['GEMINI_CLI_NO_RELAUNCH']).toBe('1');
});

it('goes on with a conversation by its id, under the same lockdown and where it looks for it', async () => {
  const id = '03d28155-ed30-49c6-be7f-e72d9fc36a29';
  const built = async (thread?: { keep: boolean; resume: string | null }) => {
    const episode = await episodeOf({ model: 'gemini-2.5-flash', env, ...(thread === undefined ? {} : { thread }) });
    const { args } = await geminiInvocation(episode, binary);
    return { home: episode.home, args: args.map((arg) => arg.replaceAll(episode.home, 'HOME')) };
  };
  const { home, args: alone } = await built();
  const { args: resumed } = await built({ keep: false, resume: id });
  expect(resumed).toEqual([...alone, '--resume', id]);
  for (const resume of ['latest', '1', '--yolo', `${id} `])
    await expect(built({ keep: false, resume })).rejects.toMatchObject({ code: 'thread_unusable' });
  const { projects } = JSON.parse(await readFile(join(home, '.gemini', 'projects.json'), 'utf8')) as {
    projects: Record<string, string>;
  };
  expect(GEMINI_THREADS.folder(home)).toBe(join(home, '.gemini', 'tmp', projects[home]!, 'chats'));
});

describe('the tools a request offers', () => {
  it('are counted by name, whatever kind they are', () => {
    const tools = [{ functionDeclarations: [{ name: 'a' }, { name: 'b' }] }, { googleSearch: {} }];
    expect(toolsIn(JSON.stringify({ tools }))).toEqual(['a', 'b', 'googleSearch']);
    expect(toolsIn('{}')).toEqual([]);
  });

  it.each(['', '[]x', '{"tools":7}', '{"tools":[{"functionDeclarations":{}}]}', 'null', '{"tools":[null]}'])(
    'are not taken for none when they cannot be read: %s',
    (text) => {
      expect(toolsIn(text).length).toBeGreaterThan(0);
    },
  );
});

import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { episodeOf, KEY } from '../../testing/episodes.ts';
import { removeFolders } from '../../testing/folders.ts';
import { geminiInvocation } from './invocation.ts';
import { toolsIn } from './listener.ts';

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

/** An episode as an adapter is told of it, with a key and a token that must not get out; its home goes with `removeFolders`. */
import type { Episode } from '../adapter.ts';
import { temporaryFolder } from './folders.ts';

export const TOKEN = 'token-that-stays-secret';
export const KEY = 'sk-that-stays-secret';

export const episodeOf = async (more: Partial<Episode> & Pick<Episode, 'model' | 'env'>): Promise<Episode> => ({
  input: 'Do the thing.',
  workspace: '/data/workspace',
  home: await temporaryFolder('runseal-home-'),
  profile: 'strict',
  bridge: {
    name: 'runseal',
    url: 'http://127.0.0.1:8/mcp',
    token: TOKEN,
    tokenEnv: 'RUNSEAL_BRIDGE_TOKEN',
    tools: ['a'],
  },
  gateway: null,
  ...more,
});

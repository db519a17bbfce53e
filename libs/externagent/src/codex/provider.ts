/** Where codex finds its model, and the key it pays with. */
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { HarnessError, isKey } from '@runseal/harness';
import type { ModelProvider } from '../gateway/target.ts';
import { providerAddress, type Provider } from '../provider/address.ts';
import { keyFrom, keyIsGiven, keyNeeded } from '../provider/key.ts';

type Env = Readonly<Record<string, string | undefined>>;

/** Throws HarnessError `harness_refused` for an address no key should be sent to. */
export const codexProvider = (env: Env): Provider =>
  providerAddress({ variable: 'RUNSEAL_CODEX_BASE_URL', otherwise: 'https://api.openai.com/v1' }, env);

/** Environment variables a key is taken from, first one wins. */
export const KEY_NAMES = ['RUNSEAL_CODEX_API_KEY', 'CODEX_API_KEY', 'OPENAI_API_KEY'] as const;

/**
 * The provider's key: from the environment, else from the API-key login in RUNSEAL_CODEX_HOME. Null when there is none.
 * A ChatGPT login is never used: its tokens rotate, and a private copy would end the operator's own session.
 */
export async function codexKey(env: Env): Promise<string | null> {
  if (keyIsGiven(KEY_NAMES, env)) return keyFrom(KEY_NAMES, env);
  const home = env['RUNSEAL_CODEX_HOME'];
  return home ? await keyOfLogin(join(home, 'auth.json')) : null;
}

/** Provider and key as the gateway uses them. Throws HarnessError `harness_not_ready` without a usable key. */
export async function codexModelProvider(env: Env): Promise<ModelProvider> {
  const { upstream } = codexProvider(env);
  const key = await codexKey(env);
  if (key === null) throw new HarnessError('harness_not_ready', keyNeeded('codex', [KEY_NAMES[0], KEY_NAMES[2]]));
  return { baseUrl: upstream, key };
}

/** Longer than any login. */
const MOST_BYTES = 64 * 1024;

/** A pipe would be waited for, and what is larger is no login: neither is read. */
async function keyOfLogin(file: string): Promise<string | null> {
  try {
    const facts = await stat(file);
    if (!facts.isFile() || facts.size > MOST_BYTES) return null;
    const login = JSON.parse(await readFile(file, 'utf8')) as unknown;
    if (typeof login !== 'object' || login === null || !('OPENAI_API_KEY' in login)) return null;
    const key = login.OPENAI_API_KEY;
    return typeof key === 'string' && isKey(key) ? key : null;
  } catch {
    return null;
  }
}

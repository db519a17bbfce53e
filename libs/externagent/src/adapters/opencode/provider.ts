/** Where opencode finds its model (any OpenAI-compatible endpoint), and the key it pays with. */
import { HarnessError } from '@runseal/harness';
import type { ModelProvider } from '../../gateway/target.ts';
import { providerAddress, type Provider } from '../../provider/address.ts';
import { keyFrom, keyNeeded } from '../../provider/key.ts';

/** Environment variables a key is taken from, first one wins. */
export const KEY_NAMES = ['RUNSEAL_OPENCODE_API_KEY', 'OPENAI_API_KEY'] as const;

/** Throws HarnessError `harness_refused` for an address no key should be sent to. */
export const opencodeProvider = (env: Readonly<Record<string, string | undefined>>): Provider =>
  providerAddress({ variable: 'RUNSEAL_OPENCODE_BASE_URL', otherwise: 'https://api.openai.com/v1' }, env);

/** Provider and key as they are paid with. Throws HarnessError `harness_not_ready` without a usable key. */
export function opencodeModelProvider(env: Readonly<Record<string, string | undefined>>): Promise<ModelProvider> {
  const { upstream } = opencodeProvider(env);
  const key = keyFrom(KEY_NAMES, env);
  return key === null
    ? Promise.reject(new HarnessError('harness_not_ready', keyNeeded('opencode', KEY_NAMES)))
    : Promise.resolve({ baseUrl: upstream, key });
}

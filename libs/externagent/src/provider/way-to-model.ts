/** How a CLI reaches its model: through the gateway where there is one, else straight to its provider. */
import type { Episode, Invocation } from '../adapter.ts';
import type { ModelProvider } from '../gateway/target.ts';
import type { Provider } from './address.ts';
import { wayToProvider, type WayToProvider } from './way.ts';

export interface WayToModel extends WayToProvider {
  /** What the CLI is told. */
  readonly baseUrl: string;
  /** What the CLI pays with: the gateway's token, or the provider's own key. */
  readonly key: string;
  readonly reach: Invocation['reach'];
}

/** Where one CLI finds its model. Both throw HarnessError for a provider or a key there is no way with. */
export interface ModelSource {
  readonly provider: (env: Episode['env']) => Provider;
  readonly paid: (env: Episode['env']) => Promise<ModelProvider>;
  /** What this CLI wants behind the gateway's address, e.g. `/v1`. */
  readonly apiPath: string;
}

export async function wayToModel(
  { gateway, env }: Pick<Episode, 'gateway' | 'env'>,
  home: string,
  source: ModelSource,
): Promise<WayToModel> {
  if (gateway !== null)
    return { baseUrl: `${gateway.url}${source.apiPath}`, key: gateway.token, reach: [], mounts: [], trustFile: null };
  const provider = source.provider(env);
  const { key } = await source.paid(env);
  return { ...(await wayToProvider(provider, home, env)), baseUrl: provider.baseUrl, key, reach: [provider.reach] };
}

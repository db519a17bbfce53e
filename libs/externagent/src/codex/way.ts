import type { Episode } from '../adapter.ts';
import { wayToModel as wayTo, type WayToModel } from '../provider/way-to-model.ts';
import { codexModelProvider, codexProvider } from './provider.ts';

/** How a codex reaches its model. Throws HarnessError for a provider or a login there is no way with. */
export function wayToModel(episode: Pick<Episode, 'gateway' | 'env'>, home: string): Promise<WayToModel> {
  return wayTo(episode, home, { provider: codexProvider, paid: codexModelProvider, apiPath: '/v1' });
}

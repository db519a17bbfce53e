/** The gateway of one episode: whether there is one, to which provider, and with what limits. */
import { readFile } from 'node:fs/promises';
import { HarnessError, type RunContext } from '@runseal/harness';
import type { Adapter } from '../adapter.ts';
import { trustBundle } from '../provider/trust.ts';
import { startGateway, type Gateway } from './gateway.ts';

/** Whether this run's model calls go through the gateway. */
export function usesGateway(adapter: Pick<Adapter, 'gateway'>, { gateway }: Pick<RunContext, 'gateway'>): boolean {
  return gateway && adapter.gateway !== undefined;
}

/**
 * null when the run has none. Throws HarnessError: as the adapter's provider does, `bridge_unavailable`,
 * `harness_not_ready` for authorities that cannot be read and for a key that cannot be sent, `harness_refused` for a token limit
 * nobody could keep.
 */
export async function startGatewayFor(
  { name, gateway: support }: Pick<Adapter, 'name' | 'gateway'>,
  context: RunContext,
  onFatal: (error: unknown) => void,
): Promise<Gateway | null> {
  if (!context.gateway || support === undefined) {
    if (context.maxTokens !== null)
      throw new HarnessError(
        'harness_refused',
        `A token limit needs the model gateway, and ${name} runs without it: use the gateway or leave maxTokens out.`,
      );
    return null;
  }
  const provider = await support.provider(context.env);
  const { waist, recorder, killSwitch, maxTokens, env, model } = context;
  return startGateway({
    protocols: support.protocols,
    provider,
    authorities: provider.baseUrl.startsWith('https:') ? await authorities(env) : null,
    models: model === null ? null : [model],
    maxTokens,
    meter: waist.meter,
    recorder,
    killSwitch,
    onFatal,
  });
}

async function authorities(env: RunContext['env']): Promise<string | null> {
  const trust = await trustBundle(env);
  return trust.kind === 'text' ? null : readFile(trust.path, 'utf8');
}

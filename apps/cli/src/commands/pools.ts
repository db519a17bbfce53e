import { wholeNumber } from './options.ts';
import { EXIT } from '../errors.ts';
import type { Outcome } from '../outcome.ts';
import type { Registrar } from '../registrar.ts';
import type { PoolView } from '../server/server.ts';

interface Limits {
  readonly workspace?: string;
  readonly calls?: number;
  readonly tokens?: number;
  readonly costMicros?: number;
}

/** `runseal pools list|set`. */
export function registerPools({ program, act }: Registrar): void {
  const pools = program.command('pools').description('budgets that runs share, and what is left of them');
  pools
    .command('list')
    .description('every pool of the workspaces you may see')
    .addHelpText('after', '\nExample:\n  runseal pools list')
    .action(act(async (_input, context) => shown(await (await context.server()).pools())));
  pools
    .command('set')
    .description(
      'make a pool, or give it new limits; what was used stays used, a limit that is left out does not bound',
    )
    .argument('<pool>', 'its name; a goal draws from it with "pool"')
    .option('--workspace <name>', 'workspace it belongs to (else default)')
    .option('--calls <count>', 'tool calls', wholeNumber(0))
    .option('--tokens <count>', 'tokens of models, in and out', wholeNumber(0))
    .option('--cost-micros <count>', 'millionths of the currency the goals name their prices in', wholeNumber(0))
    .addHelpText('after', '\nExample:\n  runseal pools set night --workspace team-a --calls 500 --tokens 2000000')
    .action(
      act<Limits>(async ({ args: [pool = ''], options: { workspace, calls, tokens, costMicros } }, context) => {
        const server = await context.server();
        const made = await server.setPool({
          pool,
          ...(workspace === undefined ? {} : { workspace }),
          calls: calls ?? null,
          tokens: tokens ?? null,
          costMicros: costMicros ?? null,
        });
        return shown([made]);
      }),
    );
}

function shown(pools: readonly PoolView[]): Outcome {
  const rows = pools.map((one) => [one.workspace, one.pool, ...[one.calls, one.tokens, one.costMicros].map(standing)]);
  return {
    exitCode: EXIT.ok,
    document: { items: pools },
    screen:
      rows.length === 0
        ? [['There is no pool. "runseal pools set NAME" makes one.']]
        : [{ head: ['workspace', 'pool', 'calls', 'tokens', 'cost (micros)'], rows }],
  };
}

function standing({ limit, used, held }: PoolView['calls']): string {
  return `${used} used${held > 0 ? `, ${held} held` : ''} of ${limit ?? 'no limit'}`;
}

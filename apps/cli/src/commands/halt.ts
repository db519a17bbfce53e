import { CliError, EXIT } from '../errors.ts';
import type { Outcome } from '../outcome.ts';
import type { Registrar } from '../registrar.ts';
import type { HaltOrder, HaltPlaced, Server } from '../server/server.ts';

interface Options {
  readonly reason?: string;
  readonly workspace?: string;
  readonly everything?: true;
  readonly lift?: true;
}

const EXAMPLES = `
Examples:
  runseal halt 0197… --reason "wrong repository"
  runseal halt --workspace team-a --reason "a key leaked"
  runseal halt --everything --reason "fire"
  runseal halt --workspace team-a --lift`;

/** `runseal halt RUN | --workspace NAME | --everything`, and `runseal halts`. */
export function registerHalt({ program, act }: Registrar): void {
  program
    .command('halt')
    .description(
      'halt a run, a workspace or everything: no further dispatch, processes are killed, what happened stays',
    )
    .argument('[run]', 'the run id')
    .option('--workspace <name>', 'every run of this workspace; no goal of it is taken until the halt is lifted')
    .option('--everything', 'every run there is; no goal is taken until the halt is lifted')
    .option('--lift', 'lift the halt of the workspace or of everything; what was stopped stays stopped')
    .option('--reason <text>', 'why; goes onto the record of every run that is stopped')
    .addHelpText('after', EXAMPLES)
    .action(
      act<Options>(async ({ args: [run], options }, context) => {
        const scope = scopeOf(run, options);
        const { reason, lift } = options;
        if (lift === true) {
          if (scope === null)
            throw usage('A run that was halted stays halted: --lift is for --workspace or --everything.');
          return shown([await (await context.server()).liftHalt(scope)]);
        }
        if (reason === undefined || reason.trim() === '') throw usage('A halt needs a reason: --reason TEXT.');
        return scope === null
          ? haltRun(await context.server(), run!, reason)
          : placed(await (await context.server()).placeHalt(scope, reason));
      }),
    );
  program
    .command('halts')
    .description('halts of workspaces and of everything: those that stand first')
    .addHelpText('after', '\nExample:\n  runseal halts --json')
    .action(act(async (_input, context) => shown(await (await context.server()).halts())));
}

/** Null is the run. */
function scopeOf(run: string | undefined, { workspace, everything }: Options): string | null {
  const given = [run, workspace, everything].filter((one) => one !== undefined);
  if (given.length !== 1) throw usage('Name one of: a run, --workspace NAME, --everything.');
  if (run !== undefined) return null;
  return workspace === undefined ? 'global' : `workspace:${workspace}`;
}

async function haltRun(server: Server, id: string, reason: string): Promise<Outcome> {
  const run = await server.halt(id, reason);
  return { exitCode: EXIT.ok, document: run, screen: [[`Halt asked for ${id}; it is ${run.state} now.`]] };
}

function placed(order: HaltPlaced): Outcome {
  const first = order.replayed ? ` It stood already: ${order.reason} (by ${order.by}).` : '';
  const runs = `${order.halted} ${order.halted === 1 ? 'run was' : 'runs were'} told to stop`;
  return {
    exitCode: EXIT.ok,
    document: order,
    screen: [[`${order.scope} is halted: ${runs}, and no goal is taken until it is lifted.${first}`]],
  };
}

function shown(orders: readonly HaltOrder[]): Outcome {
  const rows = orders.map((one) => [
    one.scope,
    one.liftedAt === null ? 'stands' : `lifted by ${one.liftedBy}`,
    one.by,
    one.placedAt,
    one.reason,
  ]);
  return {
    exitCode: EXIT.ok,
    document: { items: orders },
    screen: rows.length === 0 ? [['Nothing is halted.']] : [{ head: ['scope', 'state', 'by', 'at', 'why'], rows }],
  };
}

const usage = (message: string): CliError => new CliError('usage', message, { exitCode: EXIT.usage });

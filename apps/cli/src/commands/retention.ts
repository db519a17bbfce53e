import { wholeNumber } from './options.ts';
import { EXIT } from '../errors.ts';
import type { Outcome } from '../outcome.ts';
import type { Registrar } from '../registrar.ts';
import type { RetentionView } from '../server/server.ts';

interface Policy {
  readonly days: number;
  readonly reason: string;
}

/** `runseal retention list|set|lift`. */
export function registerRetention({ program, act }: Registrar): void {
  const retention = program
    .command('retention')
    .description('how long each workspace keeps the content of its sealed runs; records and ledger stay');
  retention
    .command('list')
    .description('the policies that are set')
    .action(act(async (_input, context) => shown(await (await context.server()).retentions())));
  retention
    .command('set')
    .description('erase content of sealed runs once it is that old; held runs are passed over')
    .argument('<workspace>', 'the workspace')
    .requiredOption('--days <count>', 'days after the seal', wholeNumber(1))
    .requiredOption('--reason <text>', 'why; goes into the ledger')
    .addHelpText('after', '\nExample:\n  runseal retention set default --days 365 --reason "policy 7"')
    .action(
      act<Policy>(async ({ args: [workspace = ''], options: { days, reason } }, context) =>
        shown(await (await context.server()).setRetention({ workspace, days, reason })),
      ),
    );
  retention
    .command('lift')
    .description('keep the content of a workspace without limit again')
    .argument('<workspace>', 'the workspace')
    .requiredOption('--reason <text>', 'why; goes into the ledger')
    .addHelpText('after', '\nExample:\n  runseal retention lift default --reason "policy 7 was withdrawn"')
    .action(
      act<Policy>(async ({ args: [workspace = ''], options: { reason } }, context) =>
        shown(await (await context.server()).setRetention({ workspace, days: null, reason })),
      ),
    );
}

function shown(policies: readonly RetentionView[]): Outcome {
  const rows = policies.map((one) => [one.workspace, String(one.days), one.setBy, one.setAt, one.reason]);
  return {
    exitCode: EXIT.ok,
    document: { items: policies },
    screen:
      rows.length === 0
        ? [['No workspace has a limit: content is kept until somebody erases it.']]
        : [{ head: ['workspace', 'days', 'set by', 'at', 'why'], rows }],
  };
}
